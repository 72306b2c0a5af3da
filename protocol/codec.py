"""Plain values to bytes and back, safe against hostile input.

Writing follows one canonical form: smallest integers, `bin` for bytes, keys in the order of the fields, no
floats, no extension types. Reading takes one whole frame at a time with hard limits, and ends in a
`ProtocolFault` or in a plain value, never in any other exception.

Nearly all that is read is short, right and canonical, and for that there is a quick way: straight into the
type and back again. Bytes that come back the same are what this program would have written, and a short piece
cannot hold anything too long. Whatever fails there goes the careful way, which alone knows what is wrong.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache
from typing import Any, Final, TypeVar, cast

import msgpack
import msgspec

from .errors import ProtocolFault

MAX_DEPTH: Final = 8
MAX_STR: Final = 1024
MAX_BIN: Final = 49152
MAX_ARRAY: Final = 448
"""Longest array: every card of the largest deck."""
MAX_LIST: Final = 1024
"""Longest array in signed texts of the host, where a long round adds up: bags, opened seeds. No more cards
can be drawn in one round (`MOST_DRAWN` of the engine)."""
MAX_MAP: Final = 32
SHORT: Final = MAX_ARRAY
"""So many bytes hold no text, bytes or array beyond a limit; and the types let nothing nest deep."""

T = TypeVar("T")


def pack(value: object) -> bytes:
    """Canonical bytes of a plain value.

    Raises:
        ValueError: the value holds a float, an unknown type, a number beyond 64 bits or nests too deep.
    """
    _check(value, 0)
    try:
        return cast(bytes, msgpack.packb(value, use_bin_type=True))
    except (TypeError, OverflowError) as error:
        raise ValueError(str(error)) from error


def unpack(data: bytes, *, max_map: int = MAX_MAP, max_array: int = MAX_ARRAY) -> object:
    """The plain value of exactly one frame; arrays come as tuples.

    Raises:
        ProtocolFault: E_DECODE, whatever is wrong with the bytes.
    """
    try:
        value = msgpack.unpackb(
            data,
            raw=False,
            use_list=False,
            strict_map_key=True,
            ext_hook=_no_extension,
            max_ext_len=0,  # timestamps do not pass through ext_hook: only this stops them
            max_str_len=MAX_STR,
            max_bin_len=MAX_BIN,
            max_array_len=max_array,
            max_map_len=max_map,
            object_pairs_hook=_no_duplicates,
        )
        _check(value, 0)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise ProtocolFault("E_DECODE", f"{type(error).__name__}: {error}"[:120]) from None
    return cast(object, value)


def to_plain(value: object) -> Any:
    """A typed value as maps, tuples, numbers, text and bytes, keys in the order of the fields."""
    return msgspec.to_builtins(value, builtin_types=(bytes,))


def from_plain(value: object, kind: type[T]) -> T:
    """A plain value as the typed one.

    Raises:
        ProtocolFault: E_SCHEMA with the place that does not fit.
    """
    try:
        # Without `bytes` among the builtin types, msgspec would take base64 text for bytes.
        return msgspec.convert(value, kind, strict=True, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        # The text may quote a foreign key: keep its controls out of logs.
        raise ProtocolFault("E_SCHEMA", ascii(str(error))[1:-1][:200]) from None


def write(value: object) -> bytes:
    """Canonical bytes of a value whose type has no place for a float: messages, entries, signed texts.

    Raises:
        ValueError: a number beyond 64 bits.
    """
    try:
        return _WRITER.encode(value)
    except (TypeError, OverflowError) as error:
        raise ValueError(str(error)) from error


def read_short(data: bytes | msgspec.Raw, kind: type[T]) -> T | None:
    """The quick way: the typed value of short bytes, to be taken only if `write` makes the same bytes of it.

    Returns:
        None: look again, carefully.
    """
    if len(data) > SHORT:
        return None
    try:
        return _reader(kind).decode(data)  # type: ignore[no-any-return,arg-type]
    except (msgspec.DecodeError, ValueError):
        return None


@cache
def _reader(kind: Hashable) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(cast("Any", kind))


def encode_text(value: object) -> bytes:
    """Canonical bytes of a typed value: what is hashed and signed.

    Raises:
        ValueError: as `write`.
    """
    return write(value)


def decode_text(data: bytes, kind: type[T], *, canonical: bool = True, max_array: int = MAX_ARRAY) -> T:
    """The typed value of signed bytes.

    Args:
        canonical: refuse bytes that this program would write differently. That removes duplicate keys,
            missing defaults and long number forms.

    Raises:
        ProtocolFault: E_DECODE or E_SCHEMA.
    """
    found = read_short(data, kind)
    if found is not None and write(found) == data:
        return found
    value = from_plain(unpack(data, max_array=max_array), kind)
    if canonical and write(value) != data:
        raise ProtocolFault("E_SCHEMA", "not in canonical form")
    return value


_WRITER: Final = msgspec.msgpack.Encoder()


def _no_extension(code: int, data: bytes) -> object:
    raise ValueError("extension type")


def _no_duplicates(pairs: list[tuple[object, object]]) -> dict[object, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate key")
    return found


_LEAVES: Final = frozenset((int, bytes, str, bool, type(None)))


def _check(value: object, depth: int) -> None:
    """No floats, text keys only, and not deeper than code of ours may recurse."""
    kind = type(value)
    if kind in _LEAVES:
        return
    if kind is tuple or kind is list:
        items = cast("Iterable[object]", value)
    elif kind is dict:
        found = cast("dict[object, object]", value)
        for key in found:
            if type(key) is not str:
                raise ValueError("key is not text")
        items = found.values()
    else:
        raise ValueError(f"{kind.__name__} is not allowed")
    if depth == MAX_DEPTH:
        raise ValueError("nested too deep")
    for item in items:
        # Most of them are leaves, and this is done for every message: without a call for each.
        if type(item) not in _LEAVES:
            _check(item, depth + 1)

"""What people type and read out to find and enter a table: table codes, address codes, `uno://` addresses.

A *table code* is a secret of 40 bits that opens a table. An *address code* is no secret: it only spells an
IPv4 address and a port in few characters, with one more that catches typing errors. A `uno://` address
carries an address, the host's identity and the table code in one text or QR code. All texts are forgiving:
case, spaces, dashes and the letters O, I and L do not matter.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote

from .errors import AddressError

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U."""
DEFAULT_PORT: Final = 40444
PORTS: Final = 10
"""The short address code covers this many ports from the default one on."""
CODE_BYTES: Final = 5
"""Entropy of a table code."""
MIN_PASSWORD: Final = 10
MAX_PASSWORD: Final = 64
SCHEME: Final = "uno://"
HOST_ID_LENGTH: Final = 26

_VALUES: Final = {letter: value for value, letter in enumerate(ALPHABET)}
_LOOKALIKES: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
# Private networks in the order of their place in the short code: the most usual one gives the shortest codes.
_PRIVATE: Final = tuple(map(ipaddress.IPv4Network, ("192.168.0.0/16", "172.16.0.0/12", "10.0.0.0/8")))
_SHORT: Final = 4
_LONG: Final = 10
_HOST_NAME: Final = re.compile(
    r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9-]{1,63})*\.?"
)
_HOST_ID: Final = re.compile(r"[A-Z2-7]{26}")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a table is, and as much as is known of how to enter it."""

    host: str
    """IPv4, IPv6 (without brackets) or a host name."""
    port: int = DEFAULT_PORT
    host_id: str = ""
    """26 characters of the host's identity; empty when not known."""
    code: str | None = field(default=None, repr=False)
    """Table code or password; None when not known."""


# Table codes.


def table_code(entropy: bytes) -> str:
    """The code made of five random bytes, as it is shown: `K7QM-2XPA`."""
    if len(entropy) != CODE_BYTES:
        raise ValueError(f"a table code needs {CODE_BYTES} bytes")
    return show_table_code(_spell(int.from_bytes(entropy, "big"), 8))


def show_table_code(code: str) -> str:
    """A code with a dash in the middle; a password as it is."""
    plain = _plain(code)
    return f"{plain[:4]}-{plain[4:]}" if is_table_code(code) else code


def is_table_code(text: str) -> bool:
    """Has this the form of a table code, however it is written?"""
    plain = _plain(text)
    return len(plain) == 8 and all(letter in _VALUES for letter in plain)


def check_password(text: str) -> str:
    """A password of the owner's own choice, if it may be one.

    Raises:
        AddressError: too short or too long.
    """
    plain = unicodedata.normalize("NFC", text.strip())
    if not MIN_PASSWORD <= len(plain) <= MAX_PASSWORD:
        raise AddressError(
            "A password needs {least} to {most} characters.", least=MIN_PASSWORD, most=MAX_PASSWORD
        )
    return plain


def secret_bytes(text: str) -> bytes:
    """What both ends feed into the key of a code or password, however it was typed."""
    if is_table_code(text):
        return _plain(text).encode("ascii")
    return unicodedata.normalize("NFC", text.strip()).encode("utf-8")


# Address codes.


def address_code(host: str, port: int = DEFAULT_PORT) -> str:
    """The code of an IPv4 address and port: 5 to 7 characters on private networks, else 11.

    Raises:
        AddressError: it is no IPv4 address.
    """
    try:
        address = ipaddress.IPv4Address(host)
    except ValueError:
        raise AddressError("{host!r} is no IPv4 address, so it has no address code.", host=host) from None
    start = 0
    for network in _PRIVATE:
        if address in network and DEFAULT_PORT <= port < DEFAULT_PORT + PORTS:
            place = start + int(address) - int(network.network_address)
            number = place * PORTS + port - DEFAULT_PORT
            digits = _spell(number, _SHORT)
            break
        start += network.num_addresses
    else:
        digits = _spell(int(address) << 16 | port, _LONG)
    return _grouped(digits + ALPHABET[_check_digit(digits)])


def parse_address_code(text: str) -> Address:
    """The address in a code.

    Raises:
        AddressError: not the form of one, or mistyped.
    """
    plain = _plain(text)
    digits, check = plain[:-1], plain[-1:]
    if any(letter not in _VALUES for letter in plain) or not (
        _SHORT <= len(digits) <= _SHORT + 2 or len(digits) == _LONG
    ):
        raise AddressError("{text!r} is no address code. It has 5 to 7 characters, or 11.", text=text)
    if ALPHABET[_check_digit(digits)] != check:
        raise AddressError(
            "There is a typing error in the address code {text!r}. Compare it again.", text=text
        )
    number = 0
    for letter in digits:
        number = number << 5 | _VALUES[letter]
    if len(digits) == _LONG:
        if not number & 0xFFFF > 0 or number >> 48:
            raise AddressError("The address code {text!r} leads nowhere. Compare it again.", text=text)
        return Address(str(ipaddress.IPv4Address(number >> 16)), number & 0xFFFF)
    place, offset = divmod(number, PORTS)
    for network in _PRIVATE:
        if place < network.num_addresses:
            return Address(str(network.network_address + place), DEFAULT_PORT + offset)
        place -= network.num_addresses
    raise AddressError("The address code {text!r} leads nowhere. Compare it again.", text=text)


# Addresses.


def format_uno(address: Address) -> str:
    """The `uno://` text of an address: `uno://192.168.1.5:40444/#<host id>.<code>`."""
    text = SCHEME + format_host_port(address.host, address.port) + "/"
    if not address.host_id and address.code is None:
        return text
    code = "" if address.code is None else "." + quote(_compact(address.code), safe="")
    return f"{text}#{address.host_id}{code}"


def format_host_port(host: str, port: int) -> str:
    """`HOST:PORT`, IPv6 in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def parse_uno(text: str) -> Address:
    """The address in a `uno://` text.

    Raises:
        AddressError: with one sentence that says what is wrong.
    """
    stripped = text.strip()
    if stripped[: len(SCHEME)].lower() != SCHEME:
        raise AddressError("An address of a table begins with {scheme}", scheme=SCHEME)
    place, _, secret = stripped[len(SCHEME) :].partition("#")
    host, port = _host_port(place.removesuffix("/"))
    host_id, dot, code = secret.partition(".")
    host_id = host_id.upper()
    if host_id and not _HOST_ID.fullmatch(host_id):
        raise AddressError(
            "The host's identity in the address must have {number} characters of A-Z and 2-7.",
            number=HOST_ID_LENGTH,
        )
    if not dot:
        return Address(host, port, host_id)
    if not code:
        raise AddressError("The address ends before the table code.")
    return Address(host, port, host_id, _compact(unquote(code)))


def parse_target(text: str) -> Address:
    """Whatever a person may type to say where a table is: `uno://...`, an address code, HOST:PORT or an IP.

    A name without a port or a dot is read as an address code.

    Raises:
        AddressError: with one sentence that says what is wrong.
    """
    stripped = text.strip()
    if not stripped:
        raise AddressError("Type an address: HOST:PORT, an address code, or uno://...")
    if "://" in stripped:
        return parse_uno(stripped)
    if "." in stripped or ":" in stripped or stripped.lower() == "localhost":
        return Address(*_host_port(stripped))
    return parse_address_code(stripped)


def _host_port(text: str) -> tuple[str, int]:
    bracket = re.fullmatch(r"\[([^\]]*)\](?::(.*))?", text)
    if bracket:
        host, port = bracket[1], bracket[2]
        if not _is_ip(host, ipaddress.IPv6Address):
            raise AddressError("{host!r} is no IPv6 address.", host=host)
    elif text.count(":") > 1:
        host, port = text, None
        if not _is_ip(host, ipaddress.IPv6Address):
            raise AddressError("{text!r} is no address. Write HOST:PORT, or [IPv6]:PORT.", text=text)
    else:
        host, colon, after = text.partition(":")
        port = after if colon else None
        looks_like_ip = re.fullmatch(r"[0-9.]+", host) is not None
        if not (_is_ip(host, ipaddress.IPv4Address) if looks_like_ip else _HOST_NAME.fullmatch(host)):
            raise AddressError("{host!r} is neither an IP address nor a host name.", host=host)
    if port is None:
        return host, DEFAULT_PORT
    if not re.fullmatch(r"[0-9]{1,5}", port) or not 1 <= int(port) <= 0xFFFF:
        raise AddressError("{port!r} is no port. It must be a number from 1 to 65535.", port=port)
    return host, int(port)


def _is_ip(text: str, kind: type[ipaddress.IPv4Address] | type[ipaddress.IPv6Address]) -> bool:
    try:
        kind(text)
    except ValueError:
        return False
    return True


def _plain(text: str) -> str:
    return text.strip().upper().translate(_LOOKALIKES)


def _compact(code: str) -> str:
    return _plain(code) if is_table_code(code) else code


def _spell(number: int, length: int) -> str:
    """The number in base 32, at least `length` digits."""
    digits = ""
    while number or len(digits) < length:
        digits = ALPHABET[number & 31] + digits
        number >>= 5
    return digits


def _grouped(code: str) -> str:
    """Three or four characters at a time, as people read them out."""
    size = 4 if len(code) > 7 else 3
    if len(code) <= 5:
        return code
    if len(code) == 7:
        return f"{code[:3]}-{code[3:]}"
    return "-".join(code[start : start + size] for start in range(0, len(code), size))


def _check_digit(digits: str) -> int:
    """A digit that catches every single wrong character and every two exchanged ones.

    The code is a polynomial over the field of 32 elements that is zero at its generator.
    """
    total = 0
    for letter in digits:
        total = _times_generator(total ^ _VALUES[letter])
    return total


def _times_generator(value: int) -> int:
    value <<= 1
    return value ^ 0b100101 if value & 32 else value

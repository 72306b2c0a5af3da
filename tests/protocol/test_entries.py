"""Transcript entries: one form, one chain, one signature each."""

from __future__ import annotations

import json
import random
from typing import Any

import msgpack
import pytest

from protocol import bodies, entries
from protocol.codec import pack, unpack
from protocol.entries import Entry
from protocol.errors import ProtocolFault
from protocol.fields import Endpoint, SeatSigned
from protocol.hashes import SHA, H
from protocol.signing import Ed25519Signer, Ed25519Verifier
from tests.amounts import amount
from tests.signers import HashSigner, HashVerifier
from tests.vectors import FOLDER

ID8, ID16, B32, SIG = bytes(8), bytes(range(16)), bytes(range(32)), bytes(64)
SIGNED = SeatSigned(1, b"action", SIG)
SEAT = bodies.RosterSeat(0, B32, "Anna", "person", ("gossip",), Endpoint(40444, B32), True)
SAMPLES: dict[str, bodies.Body] = {
    "GAME_START": bodies.GameStart(ID16, B32, ID8, "Anna's table", b"terms", B32, (), (SIGNED,), None),
    "ROSTER": bodies.Roster((SEAT,), (SEAT,), (B32,), (SIGNED,)),
    "ROUND_START": bodies.RoundStart((0, 1, 4), -1, (True, 5, (1, 2), (3, 40, B32)), ID16),
    "EPOCH_OPEN": bodies.EpochOpen("two-layer/1", 0, 0, B32, "deal", (0, 1), (4,), 112, B32, bytes(32 * 112)),
    "EPOCH_COMMITS": bodies.EpochCommits((SIGNED, SIGNED)),
    "EPOCH_SEEDS": bodies.EpochSeeds((SIGNED, SIGNED), (), ID16),
    "EPOCH_ABORT": bodies.EpochAbort(0, (1,), "reveal", B32, (SIGNED,)),
    "ANSWER": bodies.Empty(),
    "ACT": bodies.Act((False,), ID16),
    "AUTO": bodies.Auto("timeout", 1, (), ID16),
    "OFFLINE": bodies.SeatEvent(1),
    "ONLINE": bodies.SeatEvent(1),
    "STANDIN": bodies.Standin(1, B32, "away"),
    "BACK": bodies.SeatEvent(1),
    "ACK": bodies.Empty(),
    "VERDICT_ACK": bodies.Empty(),
    "DISPUTE": bodies.Empty(),
    "VOTE": bodies.Empty(),
    "ADMIN": bodies.Empty(),
    "ROUND_END": bodies.RoundEnd(((0, ()), (1, (5, 107))), ((0, 70),), ((0, 70), (1, 0)), ((0, 0, B32),)),
    "ROUND_ATTEST": bodies.RoundAttest(),
    "GAME_END": bodies.GameEnd(((0, 512),), (0,), "won"),
}
VECTOR_DATA = (FOLDER / "entries.json").read_bytes()
VECTORS: list[dict[str, Any]] = json.loads(VECTOR_DATA)["entries"]


def entry(kind: str, carried: SeatSigned | None = None) -> Entry:
    return Entry(7, B32, 0, 1, kind, 1_700_000_000_000, SAMPLES[kind], carried)


def test_there_is_a_sample_of_every_type() -> None:
    assert SAMPLES.keys() == bodies.BODIES.keys()


@pytest.mark.parametrize("kind", SAMPLES)
@pytest.mark.parametrize("carried", [None, SIGNED], ids=["plain", "signed"])
def test_there_and_back(kind: str, carried: SeatSigned | None) -> None:
    data = entries.encode_entry(entry(kind, carried))
    assert entries.decode_entry(data) == entry(kind, carried)
    assert list(msgpack.unpackb(data)) == ["q", "p", "m", "r", "t", "ts", "b", "c"]


def test_a_body_belongs_to_its_type() -> None:
    with pytest.raises(ValueError, match="not the body of ACT"):
        entries.encode_entry(Entry(7, B32, 0, 1, "ACT", 0, bodies.SeatEvent(1)))
    with pytest.raises(ValueError, match="not the body of HANDOVER"):
        entries.encode_entry(Entry(7, B32, 0, 1, "HANDOVER", 0, bodies.Empty()))


def test_an_entry_fits_into_a_frame() -> None:
    body = bodies.EpochOpen("two-layer/1", 0, 0, B32, "deal", (), (), 1, B32, bytes(49_000))
    with pytest.raises(ValueError, match="bytes"):
        entries.encode_entry(Entry(7, B32, 0, 1, "EPOCH_OPEN", 0, body))
    with pytest.raises(ProtocolFault, match="bytes"):
        entries.decode_entry(bytes(entries.MAX_ENTRY + 1))


def test_unknown_types_are_refused() -> None:
    plain: Any = unpack(entries.encode_entry(entry("ACK")))
    with pytest.raises(ProtocolFault) as caught:
        entries.decode_entry(pack(plain | {"t": "HANDOVER"}))
    assert caught.value.code == "E_TYPE"


def other_forms(data: bytes) -> dict[str, bytes]:
    plain: Any = unpack(data)
    return {
        "keys in another order": msgpack.packb(dict(reversed(plain.items()))),
        "body keys in another order": msgpack.packb(plain | {"b": dict(reversed(plain["b"].items()))}),
        "c left out": msgpack.packb({key: value for key, value in plain.items() if key != "c"}),
        "a default left out": msgpack.packb(
            plain | {"b": plain["b"] | {"seats": tuple(
                {key: value for key, value in seat.items() if key != "owner"} for seat in plain["b"]["seats"]
            )}}
        ),
        "long number": data.replace(b"\xa1q\x07", b"\xa1q\xcc\x07"),
        "long text": data.replace(b"\xa1t\xa6ROSTER", b"\xa1t\xd9\x06ROSTER"),
        "long map": b"\xde\x00\x08" + data[1:],
        "long bytes": data.replace(b"\xa1p\xc4\x20", b"\xa1p\xc5\x00\x20"),
        "double key": b"\x89" + data[1:] + b"\xa1q\x07",
        "extra key": msgpack.packb(plain | {"z": 1}),
        "extra body key": msgpack.packb(plain | {"b": plain["b"] | {"z": 1}}),
        "float": msgpack.packb(plain | {"ts": float(plain["ts"])}),
        "trailing byte": data + b"\xc0",
    }  # fmt: skip


def test_an_entry_has_one_form() -> None:
    data = entries.encode_entry(entry("ROSTER"))
    for name, form in other_forms(data).items():
        assert form != data, name
        with pytest.raises(ProtocolFault) as caught:
            entries.decode_entry(form)
        assert caught.value.code in ("E_SCHEMA", "E_DECODE"), name


def test_mutated_entries_are_refused_or_other_entries() -> None:
    rng = random.Random(3)
    sources = [entries.encode_entry(entry(kind, SIGNED)) for kind in SAMPLES if kind != "EPOCH_OPEN"]
    for _ in range(amount(3_000, 60_000, 600_000)):
        source = bytearray(rng.choice(sources))
        source[rng.randrange(len(source))] = rng.randrange(256)
        data = bytes(source)
        try:
            found = entries.decode_entry(data)
        except ProtocolFault:
            continue
        assert entries.encode_entry(found) == data


@pytest.mark.parametrize(
    "claim",
    [-1, 2**16, 1.5, "yes", None, b"x", (-1,), (1, 2, b"short"), (b"x" * 33,), ((1,),), {"a": 1}, (None,)],
)
def test_claims_are_answers(claim: object) -> None:
    plain: Any = unpack(entries.encode_entry(entry("ACT")))
    with pytest.raises(ProtocolFault):
        entries.decode_entry(msgpack.packb(plain | {"b": plain["b"] | {"cl": (claim,)}}))


def test_heads_chain() -> None:
    start = entries.genesis(ID16, B32, B32)
    assert start == H("genesis", ID16, B32, B32)
    data = entries.encode_entry(entry("ACK"))
    assert entries.head(data) == H("entry", data)
    assert entries.shown_hash(data) == H("reveal", data)
    assert entries.state_hash((1, (2,))) == H("state", pack((1, (2,))))[:16]
    with pytest.raises(ValueError):
        entries.state_hash(object())


def test_a_head_is_signed_for_one_game_and_place() -> None:
    signer, verifier = HashSigner("host"), HashVerifier()
    sig = entries.sign_head(signer, ID16, 7, B32)
    assert entries.verify_head(verifier, signer.pk, ID16, 7, B32, sig)
    assert not entries.verify_head(verifier, HashSigner("other").pk, ID16, 7, B32, sig)
    assert not entries.verify_head(verifier, signer.pk, bytes(16), 7, B32, sig)
    assert not entries.verify_head(verifier, signer.pk, ID16, 8, B32, sig)
    assert not entries.verify_head(verifier, signer.pk, ID16, 7, bytes(32), sig)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["type"])
def test_bytes_head_and_signature_are_the_frozen_ones(vector: dict[str, Any]) -> None:
    """Any second implementation must write these very bytes. Key: SHA-256 of "host key"."""
    signer = Ed25519Signer(SHA(b"host key"))
    kind = vector["type"]
    data = entries.encode_entry(entry(kind, SIGNED if kind == "ACT" else None))
    head = entries.head(data)
    assert data.hex() == vector["bytes"]
    assert head.hex() == vector["head"]
    sig = entries.sign_head(signer, ID16, 7, head)
    assert sig.hex() == vector["sig"]
    assert entries.verify_head(Ed25519Verifier(), signer.pk, ID16, 7, head, sig)

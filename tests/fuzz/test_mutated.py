"""Mutated inputs, a million of them in `make check`: each ends in a value or in one of the typed refusals.

Half are bare frames. Nothing else may come out of a reader than what its signature says, and no input may
cost memory that stays. The parts run side by side.
"""

from __future__ import annotations

import random
import resource
import struct
from collections.abc import Callable
from typing import Any

import pytest

from protocol import codec, unolog
from protocol import entries as log
from protocol import messages as m
from protocol.codes import parse_target
from protocol.errors import AddressError, FileFault, ProofFault, ProtocolFault
from protocol.evidence import decode_evidence
from protocol.framing import LIMIT_CLIENT, LIMIT_HOST, LIMIT_VISITOR, FrameDecoder, frame
from protocol.handshake import HostSeen
from protocol.messages import decode
from tests.amounts import amount
from tests.protocol.test_handshake import Pair, quick
from tests.signers import HashVerifier
from tests.vectors.texts import TEXTS
from uno_lan.fairness.client_game import ClientGame
from uno_lan.fairness.judge import NotProven, judge

from . import sources
from .mutate import bend, either, rearrange

TOTAL = (20_000, 1_000_000, 20_000_000)
"""Mutated inputs in make test, check and soak."""
PARTS = {
    "frames": 500, "messages": 250, "entries": 90, "texts": 100, "handshakes": 30, "logs": 10, "evidence": 10,
    "read entries": 8, "judged evidence": 2,
}  # fmt: skip
"""Thousandths of them."""
CORES = 2
"""Frames are divided, since they are half of all."""
GROWTH_KIB = 24 * 1024


def share(part: str, of: int = 1) -> int:
    """How many inputs of a part."""
    test, check, soak = (total * PARTS[part] // 1000 // of for total in TOTAL)
    return amount(test, check, soak)


def fuzz(count: int, seed: int, one: Callable[[random.Random], str]) -> dict[str, int]:
    """Run; what came out how often. Memory that is used afterwards is bounded."""
    rng = random.Random(seed)
    for _ in range(min(count, 50)):
        one(rng)  # what is loaded and cached once is no growth
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found: dict[str, int] = {}
    for _ in range(count):
        outcome = one(rng)
        found[outcome] = found.get(outcome, 0) + 1
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < GROWTH_KIB, f"{grown} KiB more"
    return found


def test_the_parts_are_a_whole() -> None:
    assert sum(PARTS.values()) == 1000
    assert PARTS["frames"] * 2 == 1000


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("core", range(CORES))
def test_bare_frames(core: int) -> None:
    """A stream of frames with something wrong in it, cut into pieces as a network does."""
    payloads = sources.messages()

    def one(rng: random.Random) -> str:
        decoder = FrameDecoder(rng.choice((LIMIT_VISITOR, LIMIT_CLIENT, LIMIT_HOST)))
        payload = bend(rng, payloads[rng.randrange(len(payloads))])
        data = frame(payload) if payload else struct.pack(">I", 0)
        if rng.random() < 0.2:
            data = bend(rng, data)
        cut = rng.randrange(len(data) + 1)
        try:
            got = [*decoder.feed(data[:cut]), *decoder.feed(data[cut:])]
            assert decoder.buffered <= LIMIT_HOST + 4
            outcome = "nothing yet"
            for each in got:
                outcome = "message" if decode(each) else "ignored"
        except ProtocolFault as fault:
            return fault.code
        return outcome

    found = fuzz(share("frames", CORES), core, one)
    assert found.keys() >= {"E_FRAME", "E_DECODE", "E_SCHEMA", "E_TYPE", "message", "nothing yet"}, found
    assert found.keys() <= {"E_FRAME", "E_DECODE", "E_SCHEMA", "E_TYPE", "message", "nothing yet", "ignored"}


@pytest.mark.timeout(3600)
def test_messages() -> None:
    payloads = sources.messages()

    def one(rng: random.Random) -> str:
        payload = rearrange(rng, payloads[rng.randrange(len(payloads))])
        try:
            found = decode(payload)
        except ProtocolFault as fault:
            return fault.code
        if found is None:
            return "ignored"
        assert decode(m.encode(found[1], found[0])) is not None
        return "message"

    found = fuzz(share("messages"), 3, one)
    assert {"E_DECODE", "E_SCHEMA", "E_TYPE", "message"} <= found.keys(), found


@pytest.mark.timeout(3600)
def test_entries() -> None:
    good = sources.entries()

    def one(rng: random.Random) -> str:
        data = either(rng, good[rng.randrange(len(good))])
        try:
            entry = log.decode_entry(data)
        except ProtocolFault as fault:
            return fault.code
        assert log.encode_entry(entry) == data, "each entry has one form"
        return entry.t

    found = fuzz(share("entries"), 4, one)
    assert {"E_DECODE", "E_SCHEMA", "E_TYPE", "ACT", "ROSTER"} <= found.keys(), found


@pytest.mark.timeout(3600)
def test_signed_texts() -> None:
    good = sources.texts()
    kinds: dict[str, Any] = {text.SIG: type(text) for text in TEXTS}

    def one(rng: random.Random) -> str:
        word, data = good[rng.randrange(len(good))]
        data = either(rng, data)
        try:
            if word in ("deal", "show"):
                m.decode_private(data)
            assert codec.encode_text(codec.decode_text(data, kinds[word], max_array=1024)) == data
        except ProtocolFault as fault:
            return fault.code
        return word

    found = fuzz(share("texts"), 5, one)
    assert {"E_DECODE", "E_SCHEMA", "act", "attest"} <= found.keys(), found


@pytest.mark.timeout(3600)
def test_handshakes() -> None:
    """Either end hears something else than the other end said, at each step."""

    def one(rng: random.Random) -> str:
        pair = Pair()
        host, guest = pair.h, pair.c
        step = rng.randrange(3)
        try:
            hello = guest.hello()
            said = host.receive(either(rng, hello) if step == 0 else hello)
            reply = getattr(said, "reply", b"")
            seen = guest.receive(either(rng, reply) if step == 1 else reply)
            if step == 2:
                assert isinstance(seen, HostSeen)
                host.receive(either(rng, guest.auth(quick(seen.job))))
            return type(seen).__name__
        except ProtocolFault as fault:
            return fault.code

    found = fuzz(share("handshakes"), 6, one)
    assert {"E_DECODE", "E_SCHEMA", "E_BINDING"} <= found.keys(), found


@pytest.mark.timeout(3600)
def test_game_files() -> None:
    good = sources.logs()

    def one(rng: random.Random) -> str:
        try:
            found = unolog.scan(bend(rng, good[rng.randrange(len(good))]))
            unolog.header(found.frames)
        except FileFault:
            return "no game file"
        return "damaged" if found.damaged else "torn" if found.torn else "whole"

    found = fuzz(share("logs"), 7, one)
    assert found.keys() >= {"no game file", "damaged", "torn"}, found


@pytest.mark.timeout(3600)
def test_evidence_files() -> None:
    good = sources.evidence()

    def one(rng: random.Random) -> str:
        try:
            decode_evidence(bend(rng, good[rng.randrange(len(good))]))
        except FileFault:
            return "damaged"
        return "evidence"

    found = fuzz(share("evidence"), 8, one)
    assert found.keys() == {"damaged", "evidence"}, found


@pytest.mark.timeout(3600)
def test_entries_and_deliveries_that_a_client_reads() -> None:
    """A host signs whatever it likes: the client takes it, or says which promise it breaks."""
    verifier = _Yes()
    frames = [frame for frame in sources.frames() if frame.kind in ("ent", "prv")][:60]
    owner = sources.header()

    def one(rng: random.Random) -> str:
        game = ClientGame(None, verifier, owner.host, owner.owner)
        at = rng.randrange(len(frames))
        try:
            for number, each in enumerate(frames[: at + 1]):
                data = rearrange(rng, each.data) if number == at else each.data
                if each.kind == "ent":
                    game.on_entry(data, each.sig, b"")
                else:
                    game.on_private(data, each.sig)
        except (ProofFault, ProtocolFault) as fault:
            return fault.code
        return "taken"

    found = fuzz(share("read entries"), 9, one)
    assert {"E_RULE", "E_FORK", "E_SCHEMA", "taken"} <= found.keys(), found


@pytest.mark.timeout(3600)
def test_judged_evidence() -> None:
    """Whatever is in a file, and whoever signed it: it proves something, or it does not."""
    good = sources.evidence()
    verifier = _Yes()

    def one(rng: random.Random) -> str:
        data = good[rng.randrange(len(good))]
        try:
            return judge(decode_evidence(data[:8] + rearrange(rng, data[8:])), verifier).kind
        except FileFault:
            return "damaged"
        except NotProven:
            return "not proven"

    found = fuzz(share("judged evidence"), 10, one)
    assert {"damaged", "not proven"} <= found.keys(), found


@pytest.mark.timeout(3600)
def test_what_people_type_as_an_address() -> None:
    good = (
        "192.168.1.5:40444",
        "uno://10.0.0.7:40444/#ABCDEFGHIJKLMNOPQRSTUVWXYZ.K7QM-2XPA",
        "[fe80::1%eth0]:1",
        "7K2M9",
    )

    def one(rng: random.Random) -> str:
        text = bend(rng, good[rng.randrange(len(good))].encode()).decode("utf-8", "replace")
        try:
            parse_target(text)
        except AddressError:
            return "refused"
        return "address"

    assert fuzz(amount(2_000, 10_000, 400_000), 11, one).keys() == {"refused", "address"}


class _Yes(HashVerifier):
    """Takes every signature for a true one, so that what lies behind it is reached."""

    def verify(self, pk: bytes, kind: str, payload: bytes, sig: bytes) -> bool:
        """Yes."""
        return True

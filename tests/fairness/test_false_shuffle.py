"""A host that bends a shuffle: who takes part, what was promised, what is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol import bodies, codec, entries, messages
from protocol.fields import SeatSigned
from tests.fairness.rig import (
    Rig,
    forged_entry,
    once,
)
from uno_lan.bots import choose
from uno_lan.engine import Command, Draw, Leave, Ruleset, View
from uno_lan.fairness.host_game import Written


def commits(output: Written) -> tuple[SeatSigned, ...]:
    """The list of an EPOCH_COMMITS."""
    body = entries.decode_entry(output.raw).b
    assert isinstance(body, bodies.EpochCommits)
    return body.commits


def seeds(output: Written) -> tuple[Any, ...]:
    """The seeds of an EPOCH_SEEDS or a ROUND_END."""
    body = entries.decode_entry(output.raw).b
    assert isinstance(body, (bodies.EpochSeeds, bodies.RoundEnd))
    return body.seeds


def test_somebody_left_out_of_a_shuffle() -> None:
    rig = Rig()
    once(rig, "EPOCH_OPEN", lambda w: rig.body(w, contributors=(0, 1), absent=(2,)))
    rig.start()
    rig.assert_found(all="E_SUBSET")


def test_a_commitment_or_a_seed_dropped() -> None:
    rig = Rig()
    once(rig, "EPOCH_COMMITS", lambda w: rig.body(w, commits=commits(w)[1:]))
    rig.start()
    rig.assert_found(all="E_SUBSET")
    rig = Rig()
    once(rig, "EPOCH_SEEDS", lambda w: rig.body(w, seeds=seeds(w)[1:]))
    rig.start()
    rig.assert_found(all="E_SUBSET")


def test_a_commitment_exchanged() -> None:
    rig = Rig()

    def change(output: Written) -> Written:
        listed = list(commits(output))
        ctx = codec.decode_text(listed[0].p, messages.CommitText).ctx
        other = codec.encode_text(messages.CommitText(ctx, bytes(32)))
        listed[0] = SeatSigned(0, other, listed[0].s)
        return rig.body(output, commits=tuple(listed))

    once(rig, "EPOCH_COMMITS", change)
    rig.start()
    rig.assert_found(all="E_SIG")


def signed_commit(rig: Rig, seat: int, ctx: bytes, promise: bytes) -> SeatSigned:
    """A commitment of somebody in league with the host."""
    payload = codec.encode_text(messages.CommitText(ctx, promise))
    return SeatSigned(seat, payload, rig.signers[seat].sign("commit", payload))


def test_a_copied_commitment() -> None:
    rig = Rig()

    def change(output: Written) -> Written:
        listed = list(commits(output))
        text = codec.decode_text(listed[1].p, messages.CommitText)
        listed[0] = signed_commit(rig, 0, text.ctx, text.c)
        return rig.body(output, commits=tuple(listed))

    once(rig, "EPOCH_COMMITS", change)
    rig.start()
    rig.assert_found(all="E_COMMIT")


def test_a_commitment_to_another_shuffle() -> None:
    rig = Rig()

    def change(output: Written) -> Written:
        listed = list(commits(output))
        listed[0] = signed_commit(rig, 0, bytes(32), bytes(32))
        return rig.body(output, commits=tuple(listed))

    once(rig, "EPOCH_COMMITS", change)
    rig.start()
    rig.assert_found(all="E_COMMIT")


def test_my_own_promise_was_exchanged_with_my_signature() -> None:
    """Somebody has my key: what I am shown as my promise is not what I sealed."""
    rig = Rig()

    def change(output: Written) -> Written:
        listed = list(commits(output))
        ctx = codec.decode_text(listed[0].p, messages.CommitText).ctx
        listed[0] = signed_commit(rig, 0, ctx, bytes(32))
        return rig.body(output, commits=tuple(listed))

    once(rig, "EPOCH_COMMITS", change)
    with pytest.raises(Exception, match="E_FORK"):
        rig.start()  # the host itself does not know this list
    assert rig.codes() == {0: "E_COMMIT"}


def test_a_seed_that_was_not_promised() -> None:
    rig = Rig()

    def change(output: Written) -> Written:
        listed = list(seeds(output))
        text = codec.decode_text(listed[0].p, messages.SeedText)
        other = codec.encode_text(messages.SeedText(text.k, bytes(32)))
        listed[0] = SeatSigned(0, other, rig.signers[0].sign("reveal", other))
        return rig.body(output, seeds=tuple(listed))

    once(rig, "EPOCH_SEEDS", change)
    rig.start()
    rig.assert_found(all="E_REVEAL")


@pytest.mark.parametrize(
    "change",
    [{"kind": "refill"}, {"m": 107}, {"epoch": 1}, {"attempt": 1}, {"alg": "mine"}, {"leaves": b""}],
)
def test_a_shuffle_that_nobody_asked_for(change: dict[str, Any]) -> None:
    rig = Rig()
    once(rig, "EPOCH_OPEN", lambda w: rig.body(w, **change))
    rig.start()
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seed": None}, "E_INCOMPLETE"),
        ({"seed": bytes(32)}, "E_INCOMPLETE"),
        ({"culprits": ()}, "E_RULE"),
        ({"culprits": (7,)}, "E_RULE"),
        ({"phase": "reveal"}, "E_RULE"),
        ({"attempt": 3}, "E_RULE"),
    ],
)
def test_what_an_abort_must_and_must_not_say(change: dict[str, Any], code: str) -> None:
    rig = Rig()
    once(rig, "EPOCH_ABORT", lambda w: rig.body(w, **change))
    halt(rig)
    rig.feed(rig.host.abort((2,), rig.now))
    rig.assert_found(all=code)


def halt(rig: Rig) -> None:
    """Start, and stop in the middle of the first shuffle: nobody has sealed a seed."""
    rig.stands_still = True
    rig.start()
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))


def test_an_abort_without_a_shuffle() -> None:
    rig = Rig()
    rig.start()
    rig.feed([forged_entry(rig, "EPOCH_ABORT", bodies.EpochAbort(0, (0,), "commit", None, ()))])
    rig.assert_found(all="E_RULE")


def test_seeds_and_commitments_out_of_order() -> None:
    rig = Rig()
    rig.start()
    rig.feed([forged_entry(rig, "EPOCH_COMMITS", bodies.EpochCommits(()))])
    rig.assert_found(all="E_FORK")
    rig = Rig()
    rig.start()
    rig.feed([forged_entry(rig, "EPOCH_SEEDS", bodies.EpochSeeds((), (), bytes(16)))])
    rig.assert_found(all="E_FORK")


def test_a_false_seed_at_the_end() -> None:
    rig = Rig()

    def change(output: Written) -> Written:
        listed = list(seeds(output))
        listed[0] = (*listed[0][:2], bytes(32))
        return rig.body(output, seeds=tuple(listed))

    once(rig, "ROUND_END", change)
    rig.start()
    rig.finish()
    rig.assert_found(all="E_SEED")


def test_a_seed_kept_closed_at_the_end() -> None:
    rig = Rig()
    once(rig, "ROUND_END", lambda w: rig.body(w, seeds=seeds(w)[:-1]))
    rig.start()
    rig.finish()
    rig.assert_found(all="E_INCOMPLETE")


def hidden_refill(*, real: bool = False) -> Rig:
    """A pile that has run out after somebody left: what goes into its shuffle is hidden."""
    rig = Rig(4, "hidden", real=real)
    rig.style = hoard
    rig.start()
    rig.play(lambda: rig.round.pile_size < 20)
    act = rig.clients[3].act(Leave(3), rig.now + 1).send[0]
    assert isinstance(act, messages.Act)
    rig.feed(rig.host.act(3, act.p, act.s, rig.now + 1))
    rig.stands_still = True
    while not rig.host.wants_shuffle:
        assert rig.step()
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    assert rig.host.replica.hidden_input()
    return rig


def hoard(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Plays what fits but keeps some cards."""
    if len(view.hand) > 3 or not view.legal.draw:
        return choose(view, rules, random)
    return Draw(view.seat)


def test_the_seed_of_a_hidden_shuffle_stays_closed_until_the_end() -> None:
    rig = hidden_refill()
    rig.feed(rig.host.abort((2,), rig.now))
    assert not rig.faults
    abort = entries.decode_entry(rig.written[-1].raw).b
    assert isinstance(abort, bodies.EpochAbort)
    assert abort.seed is None
    rig = hidden_refill()
    record = rig.host.replica.record
    assert record is not None
    seed = rig.host._seeds[record.attempts[-1].eid]
    once(rig, "EPOCH_ABORT", lambda w: rig.body(w, seed=seed))
    rig.feed(rig.host.abort((2,), rig.now))
    assert set(rig.codes().values()) == {"E_SCHEMA"}


def test_who_leaves_during_a_refill_does_not_change_what_goes_in() -> None:
    rig = hidden_refill()
    before = rig.round.wanted
    act = rig.clients[2].act(Leave(2), rig.now + 1).send[0]
    assert isinstance(act, messages.Act)
    rig.feed(rig.host.act(2, act.p, act.s, rig.now + 1))
    assert rig.round.wanted == before
    rig.stands_still = False
    rig.settle()
    rig.style = choose
    rig.finish()
    assert not rig.faults
    assert {0, 1} <= rig.host.replica.attested.keys()

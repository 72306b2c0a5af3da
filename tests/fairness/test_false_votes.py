"""A host that does more about seats than the players have decided, or less than it must show."""

from __future__ import annotations

import msgspec
import pytest

from protocol import bodies, codec, messages
from protocol.fields import SeatSigned
from tests.fairness.rig import GAME, Rig, forged_entry, to_turn
from uno_lan.engine import NOBODY
from uno_lan.fairness import host_game
from uno_lan.fairness.polls import VOTE_MS, Polls, Question

GRACE = 60_000
OTHER = bytes(range(32))


def playing(seats: int = 3) -> Rig:
    """A round in the middle."""
    rig = Rig(seats)
    rig.start()
    to_turn(rig)
    return rig


def ballot(rig: Rig, seat: int, text: messages.VoteText) -> SeatSigned:
    """A signed vote."""
    payload = codec.encode_text(text)
    return SeatSigned(seat, payload, rig.signers[seat].sign(text.SIG, payload))


def vote(rig: Rig, seat: int, what: messages.VoteKind, about: int = NOBODY, pk: bytes | None = None) -> None:
    """Somebody votes yes, and the host logs it."""
    rig.now += 1
    text = messages.VoteText(GAME, 1, rig.now, what, "yes", about, pk)
    signed = ballot(rig, seat, text)
    rig.feed(rig.host.vote(seat, signed.p, signed.s, rig.now))
    assert not rig.faults


def away(rig: Rig, seat: int) -> None:
    """Somebody is away for longer than the grace."""
    rig.feed(rig.host.offline(seat, rig.now))
    rig.now += GRACE


def out(rig: Rig, seat: int) -> None:
    """The host puts a seat out, as its rules would do it."""
    rig.feed(rig.host.leave(seat, rig.now))


def roster(rig: Rig, seat: int, pk: bytes) -> bodies.Roster:
    """The seats, one of them with another key."""
    rows = tuple(rig.host.replica.roster.values())
    changed = tuple(msgspec.structs.replace(row, pk=pk) if row.seat == seat else row for row in rows)
    return bodies.Roster(changed, (), tuple(row.pk for row in changed), ())


@pytest.mark.parametrize("what", ["release", "remove"])
def test_a_seat_is_given_up_after_a_majority_and_not_before(what: messages.VoteKind) -> None:
    for votes, code in ((1, "E_RULE"), (2, "")):
        rig = playing(4)
        away(rig, 1)
        for seat in (0, 2)[:votes]:
            vote(rig, seat, what, 1)
        if code:
            rig.host.replica.polls.granted.add(Question(what, 1))
        out(rig, 1)
        assert set(rig.codes().values()) == ({code} if code else set())


def test_votes_about_one_do_not_put_out_another() -> None:
    rig = playing(4)
    for seat in (0, 2):
        vote(rig, seat, "remove", 1)
    rig.host.replica.polls.granted.add(Question("remove", 3))
    out(rig, 3)
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize(
    ("votes", "pk", "code"), [(2, OTHER, "E_SIG"), (1, OTHER, "E_SIG"), (2, bytes(32), "E_SIG")]
)
def test_a_seat_goes_to_the_key_that_was_voted_for_and_that_has_agreed(
    votes: int, pk: bytes, code: str
) -> None:
    """Even the right key must have signed the rules: E_SIG, too."""
    rig = playing(4)
    away(rig, 1)
    for seat in (0, 2)[:votes]:
        vote(rig, seat, "reseat", 1, OTHER)
    rig.feed([forged_entry(rig, "ROSTER", roster(rig, 1, pk))])
    rig.assert_found(all="E_SIG")
    text = next(iter(rig.faults.values())).detail
    assert ("another key" in text) is not (votes == 2 and pk == OTHER)


def test_the_vote_of_who_is_meant_does_not_count() -> None:
    rig = playing(3)
    with pytest.raises(host_game.Nack):
        vote(rig, 1, "remove", 1)


@pytest.mark.parametrize(
    "text",
    [
        messages.VoteText(GAME, 1, 5, "release", "yes", 1, None),
        messages.VoteText(GAME, 1, 5, "reseat", "yes", 1, OTHER),
        messages.VoteText(GAME, 1, 5, "remove", "yes", 1, OTHER),
        messages.VoteText(GAME, 1, 5, "remove", "yes", 7, None),
        messages.VoteText(GAME, 1, 5, "pause", "yes", 1, None),
        messages.VoteText(GAME, 1, 5, "pause", "void", NOBODY, None),
        messages.VoteText(GAME, 2, 5, "pause", "yes", NOBODY, None),
        messages.VoteText(GAME, 1, 5, "dispute", "void", NOBODY, None),
    ],
)
def test_votes_that_have_no_place(text: messages.VoteText) -> None:
    """Ben is here; half a question; another round; no dispute."""
    rig = playing()
    signed = ballot(rig, 0, text)
    rig.feed([forged_entry(rig, "VOTE", bodies.Empty(), signed)])
    rig.assert_found(all="E_RULE")


def test_a_vote_that_nobody_signed() -> None:
    rig = playing()
    text = codec.encode_text(messages.VoteText(GAME, 1, 5, "pause", "yes", NOBODY, None))
    rig.feed([forged_entry(rig, "VOTE", bodies.Empty(), SeatSigned(0, text, bytes(64)))])
    rig.assert_found(all="E_SIG")


def test_a_vote_that_is_used_twice() -> None:
    rig = playing(4)
    text = messages.VoteText(GAME, 1, 5, "pause", "yes", NOBODY, None)
    signed = ballot(rig, 0, text)
    rig.feed(rig.host.vote(0, signed.p, signed.s, rig.now))
    rig.feed([forged_entry(rig, "VOTE", bodies.Empty(), signed)])
    rig.assert_found(all="E_RULE")


def test_nobodys_time_runs_out_in_a_pause() -> None:
    rig = playing(2)
    seat = rig.round.to_act
    rig.feed(rig.host.offline(seat, rig.now))
    for voter in {0, 1} - {seat}:
        vote(rig, voter, "pause")
    assert all(client.replica.paused for client in rig.clients.values())
    rig.now += 10 * GRACE
    rig.host.replica.paused = False
    rig.feed(rig.host.timeout(seat, rig.now))
    rig.assert_found(all="E_RULE")


def test_a_stand_in_does_not_come_in_a_pause() -> None:
    rig = playing(2)
    rig.feed(rig.host.offline(1, rig.now))
    vote(rig, 0, "pause")
    rig.now += GRACE
    rig.host.replica.paused = False
    rig.feed(rig.host.stand_in(1, OTHER, "away", rig.now))
    rig.assert_found(all="E_RULE")


# Counting.


def poll(*choices: tuple[int, messages.Choice, int]) -> Polls:
    """Votes as (seat, choice, time) on a pause."""
    polls = Polls()
    for number, (seat, choice, ts) in enumerate(choices):
        polls.cast(seat, messages.VoteText(GAME, 1, number, "pause", choice, NOBODY, None), ts)
    return polls


@pytest.mark.parametrize(
    ("choices", "voters", "outcome"),
    [
        ([(0, "yes", 0)], 1, "yes"),
        ([(0, "yes", 0)], 2, ""),
        ([(0, "yes", 0), (1, "yes", 0)], 3, "yes"),
        ([(0, "yes", 0), (1, "no", 0)], 2, "no"),
        ([(0, "yes", 0), (1, "no", 0)], 3, ""),
        ([(0, "yes", 0), (0, "no", 0), (1, "yes", 0)], 2, "no"),
        ([(0, "yes", 0), (1, "yes", 0), (9, "yes", 0)], 4, ""),
        ([(0, "no", 0), (1, "no", 0)], 4, "no"),
    ],
)
def test_more_than_half_of_those_who_can_vote(
    choices: list[tuple[int, messages.Choice, int]], voters: int, outcome: str
) -> None:
    assert poll(*choices).outcome(Question("pause"), range(voters), 0) == outcome


def test_a_vote_counts_for_a_minute() -> None:
    polls = poll((0, "yes", 0), (1, "yes", VOTE_MS - 1))
    assert polls.outcome(Question("pause"), range(3), VOTE_MS - 1) == "yes"
    assert polls.outcome(Question("pause"), range(3), VOTE_MS) == ""


def test_who_gets_a_seat_that_was_another_s_starts_anew() -> None:
    polls = poll((1, "yes", 0))
    polls.granted.add(Question("remove", 1))
    polls.forget(1)
    assert polls.is_new(1, 0)
    assert polls.votes(Question("pause"), range(3), 0) == {}
    assert not polls.may(Question("remove", 1))

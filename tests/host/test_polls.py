"""Votes of the players about their table and its seats: asked, signed, logged, carried out, found right."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol import bodies, messages
from tests.host.pair import ED25519, HASHES, QUICK, Keys, Pair, lazy
from tests.host.test_absent import autos, to_turn_of
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Challenge, Command, Phase, Ruleset, View
from uno_lan.fairness.audit import audit
from uno_lan.fairness.host_game import Private
from uno_lan.fairness.polls import VOTE_MS
from uno_lan.host.catchup import PRIVATE_PART

GRACE = 60_000


def table(names: str = "Ann Ben Cem Dan", *, keys: Keys = HASHES, turn_timer: int = 0, bots: int = 0) -> Pair:
    """A round in which nobody goes out, at somebody's turn."""
    rules = Ruleset.make("classic", uno_grace_ms=0, turn_timer=turn_timer)
    pair = Pair(names.split(), rules=rules, standin="pause", keys=keys, bots=bots)
    for client in pair.clients.values():
        client.style = lazy
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN)
    return pair


def say(
    pair: Pair,
    name: str,
    what: messages.VoteKind,
    seat: int = NOBODY,
    pk: bytes | None = None,
    choice: messages.Choice = "yes",
) -> None:
    """Somebody votes yes, or whatever is given."""
    pair[name].vote(what, pair.now, seat, pk, choice)
    pair.pump()


def refused(pair: Pair, name: str) -> str:
    """Code of the last refusal somebody got."""
    errors, pair[name].errors = pair[name].errors, []
    return errors[-1].code if errors else ""


def asked(pair: Pair, what: str) -> messages.VoteState | None:
    """A question as everybody sees it."""
    return next((vote for vote in pair.lobby().votes if vote.what == what), None)


def passed(pair: Pair) -> None:
    """Clients and auditors find nothing wrong."""
    pair.check()
    report = audit([pair.header, *pair.file], pair.keys.verifier())
    assert not report.faults, report.faults


# The table.


@pytest.mark.parametrize("keys", [HASHES, ED25519])
def test_the_players_vote_for_a_pause_and_go_on(keys: Keys) -> None:
    pair = table(keys=keys, turn_timer=20)
    to_turn_of(pair, "Ben")
    say(pair, "Ann", "pause")
    state = asked(pair, "pause")
    assert state is not None
    assert (state.asked, state.votes) == ((0, 1, 2, 3), ((0, "yes"),))
    say(pair, "Cem", "pause", choice="no")
    say(pair, "Ben", "pause")
    assert not pair.lobby().paused
    say(pair, "Dan", "pause")
    assert pair.lobby().paused
    assert asked(pair, "pause") is None
    pair.wait(10 * 60_000)
    assert autos(pair) == []
    for name in ("Ann", "Ben", "Dan"):
        say(pair, name, "resume")
    assert not pair.lobby().paused
    clock = pair.lobby().clock
    assert clock is not None
    assert clock.ends == pair.now + 20_000, "nobody pays for a pause"
    pair.wait(20_000)
    assert autos(pair) == [("timeout", 1)]
    passed(pair)


def test_a_pause_outlives_a_restart() -> None:
    pair = table("Ann Ben")
    say(pair, "Ann", "pause")
    say(pair, "Ben", "pause")
    assert pair.lobby().paused
    pair.restart()
    for name in pair.clients:
        pair.connect(name)
    assert pair.lobby().paused
    say(pair, "Ann", "resume")
    say(pair, "Ben", "resume")
    assert not pair.lobby().paused
    passed(pair)


def test_an_owner_who_plays_pauses_in_the_log() -> None:
    pair = table("Ann Ben")
    pair["Ann"].admin("pause", pair.now)
    pair.pump()
    assert pair["Ben"].sure.replica.paused
    say(pair, "Ann", "resume")
    say(pair, "Ben", "resume")
    assert not pair.lobby().paused
    assert not pair["Ben"].sure.replica.paused
    passed(pair)


def test_a_no_ends_it_as_soon_as_it_is_certain() -> None:
    pair = table()
    say(pair, "Ann", "pause")
    say(pair, "Ben", "pause", choice="no")
    assert asked(pair, "pause") is not None
    say(pair, "Cem", "pause", choice="no")
    assert asked(pair, "pause") is None
    assert "no" in pair.lobby().notice
    passed(pair)


def test_a_question_is_closed_after_a_while_and_old_votes_do_not_count() -> None:
    pair = table()
    say(pair, "Ann", "pause")
    pair.wait(VOTE_MS)
    assert asked(pair, "pause") is None
    say(pair, "Ben", "pause")
    say(pair, "Cem", "pause")
    assert not pair.lobby().paused
    say(pair, "Dan", "pause")
    assert pair.lobby().paused
    passed(pair)


def test_who_cannot_vote_is_not_waited_for() -> None:
    """Case 8 of docs/architecture.md 5: Cem and Dan are away, and a watcher has no say."""
    pair = table()
    pair.connect("Wim", role="watch")
    for name in ("Cem", "Dan"):
        pair.drop(name)
    say(pair, "Wim", "pause")
    assert refused(pair, "Wim") == "not_seated"
    say(pair, "Ann", "pause")
    state = asked(pair, "pause")
    assert state is not None
    assert state.asked == (0, 1)
    say(pair, "Ben", "pause")
    assert pair.lobby().paused
    passed(pair)


def test_one_asks_one_thing_at_a_time_and_nobody_opens_a_question_with_a_no() -> None:
    pair = table()
    say(pair, "Ann", "pause", choice="no")
    assert refused(pair, "Ann") == "no_vote"
    say(pair, "Ann", "pause")
    say(pair, "Ann", "remove", 1)
    assert refused(pair, "Ann") == "no_vote"
    say(pair, "Ben", "remove", 0)
    assert len(pair.lobby().votes) == 2
    passed(pair)


@pytest.mark.parametrize(
    ("what", "seat", "pk"),
    [
        ("pause", 1, None),
        ("resume", NOBODY, bytes(32)),
        ("remove", NOBODY, None),
        ("remove", 4, None),
        ("remove", 7, None),
        ("remove", 1, bytes(32)),
        ("release", 1, None),
        ("reseat", 1, bytes(32)),
        ("reseat", 1, None),
    ],
)
def test_nonsense_is_not_voted_on(what: messages.VoteKind, seat: int, pk: bytes | None) -> None:
    """Half a question, an empty seat, a bot, somebody who is here."""
    pair = table(bots=1)
    seats = [pair[n].seat for n in pair.clients]
    bot = next(s for s in range(5) if s not in seats)
    seat = {4: bot, 1: pair["Ben"].seat}.get(seat, seat)
    before = pair.match.replica.seq
    say(pair, "Ann", what, seat, pk=pk)
    assert refused(pair, "Ann") == "no_vote"
    assert pair.match.replica.seq == before


def test_a_vote_is_not_used_twice() -> None:
    pair = table()
    sent: list[messages.Message] = []
    real = pair["Ann"].say

    def listen(message: messages.Message) -> None:
        sent.append(message)
        real(message)

    vars(pair["Ann"])["say"] = listen
    say(pair, "Ann", "pause")
    before = pair.match.replica.seq
    real(sent[0])
    pair.pump()
    assert pair.match.replica.seq == before
    assert refused(pair, "Ann") == "E_STALE"


# Seats.


def test_the_seat_of_somebody_away_is_given_up_by_the_others() -> None:
    pair = table()
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    say(pair, "Ann", "release", 1)
    assert refused(pair, "Ann") == "no_vote", "not within the grace"
    pair.wait(GRACE)
    assert pair.round.to_act == 1, "the table waits: that is what was agreed"
    say(pair, "Ann", "release", 1)
    say(pair, "Cem", "release", 1)
    assert autos(pair) == [("leave", 1)]
    assert pair.round.to_act != 1
    pair.connect("Ben")
    assert pair["Ben"].seat == NOBODY
    assert pair["Ben"].peer != -1, "Ben may watch, and play again"
    pair.play(lambda: pair.match.replica.seq > 60)
    passed(pair)


def test_who_comes_back_keeps_the_seat() -> None:
    pair = table()
    pair.drop("Ben")
    pair.wait(GRACE)
    say(pair, "Ann", "release", 1)
    pair.connect("Ben")
    assert asked(pair, "release") is None
    say(pair, "Cem", "release", 1)
    assert refused(pair, "Cem") == "no_vote"
    assert pair["Ben"].seat == 1
    passed(pair)


def test_two_who_play_and_one_is_gone() -> None:
    pair = table("Ann Ben")
    pair.drop("Ben")
    pair.wait(GRACE)
    say(pair, "Ann", "release", 1)
    assert pair.stage == "game_over"
    assert pair.rows(bodies.GameEnd)[0].winners == (0,)
    passed(pair)


@pytest.mark.parametrize("between", [False, True])
def test_a_rude_player_is_put_out_and_stays_out(between: bool) -> None:
    pair = table() if not between else between_rounds()
    say(pair, "Ben", "remove", 1)
    assert refused(pair, "Ben") in ("E_STALE", "no_vote"), "nobody votes on himself"
    for name in ("Ann", "Cem"):
        say(pair, name, "remove", 1)
    assert pair["Ben"].byes == ["kicked"]
    assert pair["Ben"].peer == -1
    assert [b.name for b in pair.lobby().banned] == ["Ben"]
    assert (autos(pair) == [("leave", 1)]) is not between
    assert pair.lobby().seats[1].name == "Ben"
    assert pair.lobby().seats[1].gone
    with pytest.raises(Exception, match="E_BANNED"):
        pair.connect("Ben")
    passed_without(pair, "Ben")


def between_rounds() -> Pair:
    """A round is over and nobody has pressed next."""
    pair = Pair(["Ann", "Ben", "Cem", "Dan"])
    pair.start()
    for client in pair.clients.values():
        client.ready = False
    pair.play(lambda: pair.stage == "round_over")
    return pair


def passed_without(pair: Pair, name: str) -> None:
    """The same for who is left."""
    pair.clients.pop(name)
    pair.play(lambda: pair.stage != "round" or pair.match.replica.seq > 60)
    passed(pair)


def test_the_owner_lets_somebody_in_again() -> None:
    pair = table("Ann Ben Cem")
    pair["Ann"].admin("kick", pair.now, 1)
    pair.pump()
    (banned,) = pair.lobby().banned
    pair.restart()
    for name in ("Ann", "Cem"):
        pair.connect(name)
    assert pair.lobby().banned == (banned,)
    pair["Ann"].admin("unban", pair.now + 1, pk=banned.pk)
    pair.pump()
    assert pair.lobby().banned == ()
    pair["Ben"].peer = -1
    assert pair.connect("Ben").peer != -1
    pair["Ann"].admin("unban", pair.now + 2, pk=banned.pk)
    pair.pump()
    assert refused(pair, "Ann") == "no_player"


# A lost key.


@pytest.mark.parametrize("keys", [HASHES, ED25519])
@pytest.mark.parametrize("standin", ["bot", "pause"])
def test_a_lost_identity_gets_its_seat_back_by_vote(standin: messages.StandinRule, keys: Keys) -> None:
    pair = Pair(["Ann", "Ben", "Cem"], standin=standin, keys=keys)
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN and pair.round.to_act == 1)
    hand = sorted(pair.hand(1))
    pair.drop("Ben")
    pair.clients.pop("Ben")
    new = pair.connect("Ben's new laptop")
    assert new.seat == NOBODY
    assert new.sure.hand == []
    pk = new.signer.pk
    say(pair, "Ann", "reseat", 1, pk=pk)
    assert refused(pair, "Ann") == "no_vote", "Ben may be back in a minute"
    if standin == "pause":
        pair.wait(GRACE)
    else:
        for name in ("Ann", "Cem"):
            pair[name].plays = False
        pair.wait(GRACE)
        hand = sorted(pair.hand(1))
    say(pair, "Ann", "reseat", 1, pk=pk)
    assert new.seat == NOBODY
    say(pair, "Cem", "reseat", 1, pk=pk)
    assert new.seat == 1
    assert sorted(new.sure.hand) == hand == sorted(pair.hand(1))
    assert not new.sure.waits_for_cards
    assert pair.match.replica.offline == {}
    assert pair.match.replica.standin == {}
    for client in pair.clients.values():
        client.plays = True
    pair.play_round()
    assert new.sure.verified_round == 1
    passed(pair)


def test_who_gets_a_seat_in_a_round_with_many_shown_hands_gets_all_with_pauses() -> None:
    pair = table("Ann Ben Cem")
    pair.drop("Ben")
    pair.clients.pop("Ben")
    new = pair.connect("Neu")
    pair.wait(GRACE)
    # As if very many hands of this seat had been shown to others.
    refs = pair.match.replica.ledger.bag(1).refs
    shown = Private(1, "show", *pair.match.game._show("challenge", 1, 0, refs, 1, False))
    count = 6 * PRIVATE_PART // len(shown.payload)
    pair.match.game._shown.extend([shown] * count)
    for name in ("Ann", "Cem"):
        say(pair, name, "reseat", 1, pk=new.signer.pk)
    person = pair.match.scribe.person_at(1)
    assert person is not None and person.link is not None
    assert not person.link.synced
    assert 0 < person.link.private < count
    pair.wait(2_000)
    assert person.link.synced
    assert sorted(new.sure.hand) == sorted(pair.hand(1))
    passed(pair)


def test_who_gets_a_seat_is_not_shown_what_its_old_player_was_shown() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], rules=Ruleset.make("classic", uno_grace_ms=0), standin="pause")
    ben = pair["Ben"]

    def doubt(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
        return Challenge(view.seat) if view.legal.challenge else choose(view, rules, random)

    ben.style = doubt
    pair.start()
    pair.play(lambda: any(mine for *_, mine in ben.shown))
    for client in pair.clients.values():
        client.plays = False
    assert pair.match.replica.round_end is None and pair.match.game.own_bag(1)[:-1]
    pair.drop("Ben")
    pair.clients.pop("Ben")
    new = pair.connect("Neu")
    pair.wait(GRACE)
    for name in ("Ann", "Cem"):
        say(pair, name, "reseat", 1, pk=new.signer.pk)
    assert new.seat == 1
    for client in pair.clients.values():
        client.plays = True
    pair.play_round()
    passed(pair)


def test_the_old_key_is_a_watcher_then() -> None:
    pair = table("Ann Ben Cem")
    pair.drop("Ben")
    old = pair.clients.pop("Ben")
    new = pair.connect("Neu")
    pair.wait(GRACE)
    for name in ("Ann", "Cem"):
        say(pair, name, "reseat", 1, pk=new.signer.pk)
    assert new.seat == 1
    pair.clients["Ben"] = old
    pair.connect("Ben")
    assert old.seat == NOBODY
    assert not [p for p in pair["Ben"].wire[-3:] if b"show" in p[:8]]
    pair.check()


def test_a_seat_is_given_to_nobody_who_is_not_here() -> None:
    pair = table("Ann Ben Cem")
    pair.drop("Ben")
    pair.wait(GRACE)
    say(pair, "Ann", "reseat", 1, pk=bytes(32))
    assert refused(pair, "Ann") == "no_player"
    say(pair, "Ann", "reseat", 1, pk=pair["Cem"].signer.pk)
    assert refused(pair, "Ann") == "no_vote"


def test_a_seat_passes_on_in_the_middle_of_a_shuffle() -> None:
    pair = table("Ann Ben Cem")
    pair.drop("Ben")
    pair.clients.pop("Ben")
    new = pair.connect("Neu")
    pair.wait(GRACE)
    say(pair, "Ann", "release", 1)
    pair.wait(VOTE_MS)
    pair["Cem"].mute = frozenset({"commit"})
    pair.wait(QUICK.commit)
    for name in ("Ann", "Cem"):
        say(pair, name, "reseat", 1, pk=new.signer.pk)
    pair["Cem"].mute = frozenset()
    pair.play(lambda: pair.match.replica.seq > 80)
    passed(pair)


@pytest.mark.parametrize("muted", ["commit", "reveal"])
def test_a_vote_that_ends_the_round_ends_its_shuffle(muted: str) -> None:
    """What was still on its way for it was taken for a step of the shuffle, and broke the table."""
    rules = Ruleset.make("classic", "agreed_hands", rounds_n=9, uno_grace_ms=0, hand_size_n=2)
    pair = Pair(["Ann", "Ben"], rules=rules)
    pair.start()
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    ann = pair["Ann"]
    ann.mute = frozenset({muted})
    pair.play(lambda: pair.match.replica.round_no == 2 and pair.match.game.missing() == (0,))
    attempt = pair.match.replica.attempt
    assert attempt is not None and bool(attempt.key) is (muted == "reveal")
    ann.mute = frozenset({muted, "attest"})
    before = ann.sure.resend(bytes(32)).send
    assert [message.t for message in before] == [muted]
    say(pair, "Ann", "release", 1)
    assert autos(pair)[-1] == ("leave", 1)
    assert pair.stage == "round" and attempt.seed, "opened with the round; all wait for Ann's word on it"
    ann.mute = frozenset()
    for late in (*before, *ann.sure.resend(bytes(32)).send):
        ann.say(late)
    pair.pump()
    assert pair.stage == "game_over"
    assert pair.rows(bodies.GameEnd)[0].winners == (0,)
    passed(pair)


@pytest.mark.parametrize("muted", ["commit", "reveal"])
def test_nobody_is_blamed_for_a_shuffle_that_nobody_needs_any_more(muted: str) -> None:
    rules = Ruleset.make("classic", "agreed_hands", rounds_n=9, uno_grace_ms=0, hand_size_n=2)
    pair = Pair(["Ann", "Ben"], rules=rules)
    pair["Ann"].mute = frozenset({muted, "attest"})
    pair.start()
    pair.play(lambda: pair.match.game.missing() == (0,))
    pair.leave("Ben")
    pair.play(lambda: pair.stage == "game_over")
    assert not pair.rows(bodies.EpochAbort)
    passed(pair)

"""Rounds and games at a table: shuffles that stall, moves that wait, time-outs, leaving, the end."""

from __future__ import annotations

import pytest

from protocol import bodies, messages
from protocol.entries import decode_entry
from tests.amounts import amount
from tests.host.pair import ED25519, QUICK, Client, Pair
from uno_lan.bots import choose
from uno_lan.engine import Challenge, Draw, Phase, Play, Ruleset
from uno_lan.engine import events as ev
from uno_lan.fairness.audit import audit
from uno_lan.fairness.client_game import ClientGame

SLOW = Ruleset.make("classic")
"""With the usual UNO grace."""


# Whole rounds and games.


@pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (3, 0), (2, 2), (4, 0), (1, 9), (10, 0)])
def test_a_round_is_played_verified_and_attested(people: int, bots: int) -> None:
    pair = Pair([f"P{i}" for i in range(people)], bots=bots, seed=f"round {people} {bots}", rules=SLOW)
    pair.start()
    pair.play_round()
    pair.check()
    assert set(pair.match.replica.attested.values()) <= {"ok"}
    assert len(pair.rows(bodies.RoundAttest)) >= people


def test_the_same_with_real_signatures() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], bots=1, keys=ED25519, rules=SLOW)
    pair.start()
    pair.play_round()
    pair.check()


@pytest.mark.parametrize("number", range(amount(4, 15, 600)))
def test_a_whole_game(number: int) -> None:
    people, bots = 1 + number % 9, 1 + number // 9 % 2
    pair = Pair([f"P{i}" for i in range(people)], bots=bots, seed=f"game {number}", rules=SLOW)
    pair.start()
    pair.play_game()
    pair.check()
    replica = pair.match.replica
    assert replica.game is not None
    assert replica.ended is not None
    assert replica.ended.why == "won"
    assert max(replica.game.totals.values()) >= 500
    report = audit([pair.header, *pair.file], pair.keys.verifier())
    assert report.verdict == "PASS"
    for client in pair.clients.values():
        own = audit([pair.header, *client.file], pair.keys.verifier())
        assert own.verdict == "PASS"
        assert own.heads == report.heads


def test_a_challenge_is_won_and_lost_with_the_hand_shown() -> None:
    seen: dict[bool, tuple[int, ...]] = {}
    for number in range(30):
        pair = Pair(["Ann", "Ben", "Cem"], seed=f"challenge {number}")
        pair.start()
        for client in pair.clients.values():
            client.plays = False
        for _ in range(400):
            if pair.match.replica.round_end is not None or len(seen) == 2:
                break
            step_boldly(pair, seen)
        pair.check()
        if len(seen) == 2:
            break
    assert set(seen) == {False, True}


def step_boldly(pair: Pair, seen: dict[bool, tuple[int, ...]]) -> None:
    """Everybody plays Draw Fours whenever possible and challenges all of them."""
    round_ = pair.round
    client = next((c for c in pair.clients.values() if c.sure.seat == round_.to_act), None)
    if client is None:
        pair.tick()
        return
    view = client.sure.view()
    assert view is not None
    fours = [card for card in view.legal.plays if round_.symbol_of[card] == 14]
    if view.legal.challenge:
        before = {name: len(c.shown) for name, c in pair.clients.items()}
        target = view.attacker
        client.act(Challenge(view.seat), pair.now)
        pair.pump()
        challenged = [e for e in all_events(client) if isinstance(e, ev.Challenged)]
        new = {name: c.shown[before[name] :] for name, c in pair.clients.items()}
        shown = new[client.name]
        assert [(t, mine) for t, _, _, mine in shown] == [(target, True)]
        guilty = shown[0][2]
        assert guilty == challenged[-1].guilty
        for name, others in new.items():
            if pair[name].sure.seat == target:
                assert [(t, mine) for t, _, _, mine in others] == [(target, False)]
            elif name != client.name:
                assert not others
        assert [decode_entry(raw).t for raw, _ in pair.match.room.log].count("VERDICT_ACK")
        seen[bool(guilty)] = shown[0][1]
    elif fours:
        client.act(Play(view.seat, fours[0], 1, uno=len(view.hand) == 2), pair.now)
    else:
        client.act(choose(view, client.sure.replica.rules, client.chance.random), pair.now)
    pair.pump()


def all_events(client: Client) -> list[ev.Event]:
    """Events of the game so far, from a fresh reading of the client's file."""
    game = ClientGame(None, client.verifier, client.host)
    out: list[ev.Event] = []
    for frame in client.file:
        if frame.kind == "ent":
            out += game.on_entry(frame.data, frame.sig, b"").events
    return out


# Shuffles that stall.


def test_who_does_not_seal_a_seed_is_named_and_left_out() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Ben"].mute = frozenset({"commit"})
    pair.start()
    pair.wait(QUICK.late)
    assert pair.lobby().waiting_for == (1,)
    pair.wait(QUICK.commit - QUICK.late)
    assert [(a.culprits, a.phase) for a in pair.rows(bodies.EpochAbort)] == [((1,), "commit")]
    assert pair.match.replica.aborts == 0
    opened = pair.rows(bodies.EpochOpen)
    assert [o.contributors for o in opened[:2]] == [(0, 1, 2), (0, 2)]
    assert [o.absent for o in opened[:2]] == [(), (1,)]
    assert pair.lobby().waiting_for == ()
    pair.play_round()
    pair.check()


def test_who_does_not_open_a_seed_counts() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Ben"].mute = frozenset({"reveal"})
    pair.start()
    pair.wait(QUICK.reveal)
    assert [a.phase for a in pair.rows(bodies.EpochAbort)] == ["reveal"]
    assert pair.match.replica.aborts == 1
    pair.play_round()
    pair.check()


SILENT = frozenset({"reveal"})


def void_round(pair: Pair) -> None:
    """Start, and let three people keep their seeds back, one after the other."""
    pair["Ann"].mute = SILENT
    pair.start()
    for name in ("Ben", "Cem", ""):
        # The next one has opened its seed in this attempt and falls silent from now on.
        if name:
            pair[name].mute = SILENT
        else:
            for client in pair.clients.values():
                client.mute = frozenset()
        pair.wait(QUICK.reveal)


def test_three_seeds_kept_back_make_the_round_void() -> None:
    pair = Pair(["Ann", "Ben", "Cem", "Dan"])
    for client in pair.clients.values():
        client.plays = False
        client.ready = client.name != "Dan"
    pair["Dan"].change(messages.Ready(pair["Dan"].consent()))
    void_round(pair)
    assert pair.stage == "round_over"
    aborts = pair.rows(bodies.EpochAbort)
    assert [(a.culprits, a.phase) for a in aborts] == [
        ((0,), "reveal"),
        ((1,), "reveal"),
        ((2,), "reveal"),
    ]
    end = pair.rows(bodies.RoundEnd)[0]
    assert end.points == end.totals == ((0, 0), (1, 0), (2, 0), (3, 0))
    assert set(pair.match.replica.attested.values()) == {"ok"}
    assert len(pair.match.replica.attested) == 4
    pair.check()
    # Nothing can be done in it any more, and the next round has everybody in it again.
    pair["Ann"].act(Draw(0), pair.now)
    pair.pump()
    assert pair["Ann"].nacks == ["wrong_phase"]
    pair["Dan"].change(messages.NextRound(2))
    pair.pump()
    for client in pair.clients.values():
        client.plays = client.ready = True
    pair.play_round()
    pair.check()
    assert pair.match.replica.aborts == 0


def test_a_void_round_leaves_the_deal_where_it_was() -> None:
    pair = Pair(["Ann", "Ben", "Cem", "Dan"])
    pair.start()
    pair.play(lambda: pair.match.replica.round_no == 2 and pair.round.phase is Phase.TURN)
    game = pair.scores.copy()
    assert game.void_round(pair.round).why == "void"
    assert game.next_dealer == pair.round.dealer != game.dealer

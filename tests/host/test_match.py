"""Rounds and games at a table: shuffles that stall, moves that wait, time-outs, leaving, the end."""

from __future__ import annotations

import pytest

from protocol import bodies, messages
from protocol.entries import decode_entry
from tests.amounts import amount
from tests.host.pair import ED25519, QUICK, Pair
from uno_lan.engine import NOBODY, Challenge, Draw, Phase, Play, Ruleset
from uno_lan.engine import events as ev
from uno_lan.fairness.audit import audit

SLOW = Ruleset.make("classic")
"""With the usual UNO grace."""


def rows(pair: Pair, kind: str) -> list[bodies.Body]:
    """Bodies of all entries of a type in the host's file."""
    entries = [decode_entry(f.data) for f in pair.file if f.kind == "ent"]
    return [e.b for e in entries if e.t == kind]


def notice(pair: Pair) -> str:
    lobby = next(c.lobby for c in pair.clients.values() if c.peer >= 0)
    assert lobby is not None
    return lobby.notice


def to_turn(pair: Pair, name: str, phase: Phase = Phase.TURN) -> None:
    """Play on until it is somebody's turn (who must not play by themselves)."""
    pair[name].plays = False

    def mine() -> bool:
        view = pair[name].sure.view() if pair[name].game else None
        return view is not None and view.phase is phase and view.to_act == view.seat != NOBODY

    pair.play(mine)


# Whole rounds and games.


@pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (3, 0), (2, 2), (4, 0), (1, 9), (7, 0), (10, 0)])
def test_a_round_is_played_verified_and_attested(people: int, bots: int) -> None:
    pair = Pair([f"P{i}" for i in range(people)], bots=bots, seed=f"round {people} {bots}", rules=SLOW)
    pair.start()
    pair.play_round()
    pair.check()
    assert set(pair.match.replica.attested.values()) <= {"ok"}
    assert len(rows(pair, "ROUND_ATTEST")) >= people


def test_the_same_with_real_signatures() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], bots=1, keys=ED25519, rules=SLOW)
    pair.start()
    pair.play_round()
    pair.check()


@pytest.mark.parametrize("number", range(amount(4, 60, 600)))
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
    report = audit([pair_header(pair), *pair.file], pair.keys.verifier())
    assert report.verdict == "PASS"
    for client in pair.clients.values():
        own = audit([pair_header(pair), *client.file], pair.keys.verifier())
        assert own.verdict == "PASS"
        assert own.heads == report.heads


def pair_header(pair: Pair):  # type: ignore[no-untyped-def]
    """A header frame as the shells write it."""
    from protocol import codec
    from protocol.unolog import Frame, LogHeader

    replica = pair.match.replica
    head = LogHeader(
        1, replica.game_id, bytes(8), bytes(8), pair.signer.pk, "host", pair.signer.pk, pair.now, "0"
    )
    return Frame("hdr", codec.encode_text(head))


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
    from uno_lan.bots import choose

    round_ = pair.match.replica.round
    assert round_ is not None
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
        assert rows(pair, "VERDICT_ACK")
        seen[bool(guilty)] = shown[0][1]
    elif fours:
        client.act(Play(view.seat, fours[0], 1, uno=len(view.hand) == 2), pair.now)
    else:
        client.act(choose(view, client.sure.replica.rules, client.chance.random), pair.now)
    pair.pump()


def all_events(client) -> list[ev.Event]:  # type: ignore[no-untyped-def]
    """Events of the round so far, from a fresh reading of the client's file."""
    from uno_lan.fairness.client_game import ClientGame

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
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert lobby.waiting_for == (1,)
    pair.wait(QUICK.commit - QUICK.late)
    assert rows(pair, "EPOCH_ABORT") == [
        bodies.EpochAbort(0, (1,), "commit", rows(pair, "EPOCH_ABORT")[0].seed)  # type: ignore[attr-defined]
    ]
    assert pair.match.replica.aborts == 0
    opened = rows(pair, "EPOCH_OPEN")
    assert [o.contributors for o in opened[:2]] == [(0, 1, 2), (0, 2)]  # type: ignore[attr-defined]
    assert [o.absent for o in opened[:2]] == [(), (1,)]  # type: ignore[attr-defined]
    assert pair["Ann"].lobby is not None
    assert pair["Ann"].lobby.waiting_for == ()
    pair.play_round()
    pair.check()


def test_who_does_not_open_a_seed_counts() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Ben"].mute = frozenset({"reveal"})
    pair.start()
    pair.wait(QUICK.reveal)
    assert [a.phase for a in rows(pair, "EPOCH_ABORT")] == ["reveal"]  # type: ignore[attr-defined]
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
    aborts = rows(pair, "EPOCH_ABORT")
    assert [(a.culprits, a.phase) for a in aborts] == [  # type: ignore[attr-defined]
        ((0,), "reveal"),
        ((1,), "reveal"),
        ((2,), "reveal"),
    ]
    end = rows(pair, "ROUND_END")[0]
    assert isinstance(end, bodies.RoundEnd)
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
    pair.play(lambda: pair.match.replica.round_no == 2 and pair.match.replica.round.phase is Phase.TURN)
    dealer = pair.match.replica.game.dealer
    assert dealer != NOBODY
    next_dealer = pair.match.replica.round.dealer
    game = pair.match.replica.game.copy()
    score = game.void_round(pair.match.replica.round)
    assert score.why == "void"
    assert game.next_dealer == next_dealer

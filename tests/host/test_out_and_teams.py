"""Players who are out (house rule `elimination`) and fixed teams: who comes and goes between rounds."""

from __future__ import annotations

from collections.abc import Iterable

from protocol import bodies, codec, messages
from tests.host.pair import Pair, lazy
from uno_lan.engine import NOBODY, Ruleset, edition_from_plain, load_edition
from uno_lan.fairness.audit import audit

SHORT = {"uno_grace_ms": 0, "target_score": 50}


def elimination(
    names: Iterable[str] = ("Ann", "Ben", "Cem", "Dan"), bots: int = 0, seed: str = "out"
) -> Pair:
    """A game in which one bad round is enough to be out."""
    rules = Ruleset.make("classic", "penalty_500", elimination=True, **SHORT)
    pair = Pair(names, bots=bots, rules=rules, seed=seed)
    pair.start()
    return pair


def to_first_out(pair: Pair) -> list[str]:
    """Play until a round runs in which somebody only watches. Returns who."""
    pair.play(lambda: bool(pair.scores.out) and pair.stage in ("round", "game_over"))
    assert pair.stage == "round"
    pair.play(lambda: pair.round.to_act != NOBODY)
    return [client.name for client in pair.clients.values() if client.seat in pair.scores.out]


def test_who_is_out_may_leave_in_the_middle_of_a_round() -> None:
    pair = elimination()
    name = to_first_out(pair)[0]
    seat = pair[name].seat
    pair.leave(name)
    assert pair[name].nacks == []
    assert pair[name].seat == NOBODY
    assert seat not in pair.match.replica.roster
    pair.play_game()
    pair.check()
    assert pair.rows(bodies.GameEnd)[0].why == "won"


def test_the_owner_may_put_out_who_is_out_in_the_middle_of_a_round() -> None:
    pair = elimination()
    name = next(name for name in to_first_out(pair) if name != "Ann")
    seat = pair[name].seat
    pair["Ann"].admin("kick", pair.now, seat)
    pair.pump()
    assert pair[name].byes == ["kicked"]
    assert seat not in pair.match.replica.roster
    pair.play_game()
    pair.check()


def test_a_restart_while_somebody_is_out() -> None:
    pair = elimination()
    out = set(to_first_out(pair))
    pair.restart()
    for name in tuple(pair.clients):
        pair.connect(name)
    assert {client.name for client in pair.clients.values() if client.seat in pair.scores.out} == out
    pair.play_game()
    pair.check()


def test_when_all_people_are_out_they_see_how_the_bots_end_it() -> None:
    pair = elimination(["Ann"], bots=3)
    pair["Ann"].style = lazy
    pair.play(lambda: 3 in pair.scores.out or pair.scores.over or 0 in pair.scores.out)
    pair.play_game()
    end = pair.rows(bodies.GameEnd)[0]
    assert end.why == "won"
    assert pair["Ann"].sure.replica.heads == pair.match.replica.heads


def test_a_disputed_round_that_is_void_puts_nobody_out() -> None:
    pair = elimination()
    pair["Dan"].mute = frozenset({"attest"})
    pair.play(lambda: pair.match.replica.round_end is not None and bool(pair.scores.out))
    replica, dan = pair.match.replica, pair["Dan"]
    fallen = set(pair.scores.out)
    text = messages.AttestText(replica.game_id, replica.round_no, replica.seq - 1, replica.head, "E_DECK")
    payload = codec.encode_text(text)
    dan.mute = frozenset()
    dan.say(messages.Attest(payload, dan.signer.sign("attest", payload)))
    number = replica.round_no
    pair.play(lambda: replica.round_no > number)
    assert fallen
    assert pair.scores.out == pair.scores.left == set()
    assert fallen <= set(pair.round.seats)
    pair.play_game()
    pair.check()


def test_nobody_comes_late_into_a_game_of_teams() -> None:
    pair = Pair(["Ann", "Ben", "Cem", "Dan"], rules=Ruleset.make("classic", team=True, uno_grace_ms=0))
    pair.start()
    pair.play(lambda: pair.round.to_act != NOBODY)
    pair.leave("Dan")
    for name in ("Eve", "Fay"):
        pair.connect(name)
    pair.play(lambda: pair.match.replica.round_no == 3 or pair.stage == "game_over")
    assert pair["Eve"].seat == pair["Fay"].seat == NOBODY
    assert list(pair.match.replica.roster) == [0, 1, 2]
    # In the next game they play.
    pair.play_game()
    pair.rematch()
    assert NOBODY not in (pair["Eve"].seat, pair["Fay"].seat)


def test_an_edition_for_three_and_more_goes_on_with_the_two_who_are_left() -> None:
    edition = edition_from_plain(load_edition("classic").to_plain() | {"id": "crowd", "players": [3, 10]})
    pair = Pair(["Ann", "Ben", "Cem"], rules=Ruleset.make(edition, uno_grace_ms=0))
    pair.start()
    pair.play(lambda: pair.round.to_act != NOBODY)
    pair.leave("Cem")
    pair.play(lambda: pair.match.replica.round_no == 3 or pair.stage == "game_over")
    pair.check()
    assert len(pair.rows(bodies.RoundStart)) >= 2
    assert audit([pair.header, *pair.file], pair.keys.verifier()).fault is None

"""The 24 situations of docs/architecture.md 5 that a table must survive, each by its number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol import bodies, messages
from protocol.entries import decode_entry
from protocol.errors import ProtocolFault
from tests.host.pair import QUICK, Pair, lazy
from tests.host.test_absent import autos, to_turn_of
from uno_lan.engine import NOBODY, Catch, Draw, Phase, Ruleset, Uno
from uno_lan.fairness.audit import audit
from uno_lan.host.config import TableConfig

GRACE = 60_000


def game(names: str = "Ann Ben Cem", *, turn_timer: int = 0, grace: int = 0, bots: int = 0) -> Pair:
    """A round at somebody's turn, in which nobody goes out."""
    rules = Ruleset.make("classic", uno_grace_ms=grace, turn_timer=turn_timer)
    pair = Pair(names.split(), rules=rules, bots=bots, standin="bot")
    for client in pair.clients.values():
        client.style = lazy
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN)
    return pair


def passed(pair: Pair) -> None:
    """All know one history, and whoever reads the file finds it right."""
    pair.check()
    report = audit([pair.header, *pair.file], pair.keys.verifier())
    assert not report.faults, report.faults


def owner(pair: Pair) -> str:
    """Name of who owns the table."""
    pk = pair.table.room.owner
    return next(client.name for client in pair.clients.values() if client.signer.pk == pk)


def kinds(pair: Pair, kind: str) -> int:
    """So many entries of a type are in the log."""
    return sum(decode_entry(f.data).t == kind for f in pair.file if f.kind == "ent")


def test_01_start_pressed_twice_deals_once() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.pump()
    pair["Ann"].change(messages.Start())
    pair["Ann"].change(messages.Start())
    pair.pump()
    assert len(pair.files) == kinds(pair, "ROUND_START") == 1
    assert pair["Ann"].errors[-1].code == "wrong_stage"


def test_02_next_round_pressed_twice_is_one_round() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    for client in pair.clients.values():
        client.ready = False
    pair.play(lambda: pair.stage == "round_over")
    for _ in range(2):
        for client in pair.clients.values():
            client.change(messages.NextRound(2))
    pair.pump()
    assert pair.match.replica.round_no == 2
    assert kinds(pair, "ROUND_START") == 2


def test_03_who_loses_the_race_for_the_last_seat_watches() -> None:
    pair = Pair(["Ann"], max_seats=2)
    pair["Ann"].change(messages.AddBot())
    pair.connect("Ben")
    pair.connect("Cem")
    pair.pump()
    lobby = pair.lobby()
    assert len(lobby.seats) == 2
    everybody = {seat.name for seat in lobby.seats} | {who.name for who in lobby.spectators}
    assert {"Ann", "Ben", "Cem"} <= everybody, "nobody is nowhere"


def test_04_one_return_does_not_cancel_anothers_timer() -> None:
    pair = game()
    to_turn_of(pair, "Ben")
    for name in ("Ben", "Cem"):
        pair.drop(name)
    pair.wait(30_000)
    pair.connect("Cem")
    pair.wait(GRACE - 30_000)
    assert [b.seat for b in pair.rows(bodies.Standin)] == [1]


def test_05_all_at_once_get_the_long_grace() -> None:
    pair = game()
    for name in ("Ann", "Ben", "Cem"):
        pair.drop(name)
    pair.wait(1_000)
    pair.connect("Ann")
    ends = {seat.seat: seat.away_until for seat in pair.lobby("Ann").seats}
    assert ends[1] == ends[2] == pair.now - 1_000 + QUICK.grace_together
    pair.wait(GRACE + 10_000)
    assert pair.rows(bodies.Standin) == []


def test_06_a_restart_in_an_absent_players_turn_lets_the_clock_run_again() -> None:
    pair = game(turn_timer=20)
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    pair.restart()
    for name in ("Ann", "Cem"):
        pair.connect(name)
    pair.wait(QUICK.ask + QUICK.recover + 20_000)
    assert autos(pair) == [("timeout", 1)]
    passed(pair)


def test_07_seats_stored_as_online_are_set_right_after_a_restart() -> None:
    pair = game()
    pair.restart()
    pair.connect("Ann")
    pair.wait(QUICK.ask)
    assert [seat.online for seat in pair.lobby("Ann").seats] == [True, False, False]
    assert pair.match.replica.offline.keys() == {1, 2}


def test_08_nobody_waits_for_the_vote_of_who_cannot_vote() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], bots=1)
    pair.connect("Wim", role="watch")
    pair.start()
    pair.play(lambda: pair.stage == "round")
    pair.drop("Cem")
    pair["Wim"].ready = False
    pair.play(lambda: pair.match.replica.round_no == 2)
    for name in ("Ann", "Ben"):
        pair[name].vote("pause", pair.now)
    pair.pump()
    assert pair.lobby("Ann").paused


def test_09_a_bots_late_thought_is_ignored_once_its_player_is_back() -> None:
    pair = game()
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    pair.table.room.config = slow(pair)
    pair.wait(GRACE)
    assert pair.match.replica.standin
    pair.connect("Ben")
    seq = pair.match.replica.seq
    pair.wait(10_000)
    assert (pair.match.replica.seq, pair.round.to_act) == (seq, 1)


def slow(pair: Pair) -> TableConfig:
    """Bots that think for five seconds."""
    return replace(pair.config, times=replace(QUICK, think=(5_000, 5_000)))


@pytest.mark.parametrize("how", ["leave", "play"])
def test_10_a_win_is_announced_once(how: str) -> None:
    pair = Pair(["Ann", "Ben"], rules=Ruleset.make("classic", "single_hand", uno_grace_ms=0))
    pair.start()
    if how == "leave":
        pair.play(lambda: pair.round.phase is Phase.TURN)
        pair.leave("Ben")
    pair.play_game()
    pair.wait(120_000)
    assert kinds(pair, "ROUND_END") == kinds(pair, "GAME_END") == 1


def test_11_the_table_keeps_an_owner_when_the_owner_leaves_and_all_others_are_away() -> None:
    pair = game()
    for name in ("Ben", "Cem"):
        pair.drop(name)
    pair.leave("Ann")
    assert owner(pair) == "Ben"
    pair.connect("Cem")
    assert owner(pair) == "Ben"


def test_12_who_was_put_out_while_away_stays_out() -> None:
    pair = game()
    pair.drop("Ben")
    pair["Ann"].admin("kick", pair.now, 1)
    pair.pump()
    for _ in range(2):
        with pytest.raises(ProtocolFault, match="E_BANNED"):
            pair.connect("Ben")
        pair.restart()
        for name in ("Ann", "Cem"):
            pair.connect(name)


def test_13_a_closed_table_stays_closed() -> None:
    pair = game(turn_timer=20)
    pair["Ann"].admin("close", pair.now)
    pair.pump()
    assert pair.closed == "owner"
    assert pair.table.deadline is None
    pair.table.tick(pair.now + 100_000)
    pair.table.lost(1, pair.now + 100_000)
    assert [e for e in pair.table.take() if type(e).__name__ in ("Send", "Store")] == []
    with pytest.raises(ProtocolFault, match="E_TABLE"):
        pair.connect("Dora")


def test_14_a_second_terminal_takes_over_and_the_first_goes_quietly() -> None:
    pair = game()
    first, seq = pair["Ben"].peer, pair.match.replica.seq
    pair.connect("Ben")
    assert pair["Ben"].byes == ["replaced"]
    pair.table.message(first, messages.Chat("it is I"), pair.now)
    pair.table.lost(first, pair.now)
    pair.pump()
    assert pair.match.replica.seq == seq
    assert pair["Ann"].chats == []
    assert pair["Ben"].seat == 1


def test_15_another_user_on_the_machine_sees_no_old_hand() -> None:
    pair = game()
    hand = set(pair.hand(1))
    pair.drop("Ben")
    other = pair.connect("Somebody else")
    assert other.seat == NOBODY
    assert other.sure.hand == []
    shown = [p for p in other.wire if b"deal" in p[:8] or b"show" in p[:8]]
    assert hand
    assert shown == []


def test_16_chat_and_log_stay_in_their_table() -> None:
    pair = game()
    pair["Ann"].say(messages.Chat("a secret of this room"))
    pair.pump()
    late = pair.connect("Dora")
    assert late.chats == []
    assert not any(b"a secret of this room" in f.data for f in pair.file)
    other = Pair(["Eve"])
    assert not any(b"a secret of this room" in payload for payload in other["Eve"].wire)


def test_17_a_missed_closed_is_learned_on_return() -> None:
    pair = game()
    pair.drop("Ben")
    pair["Ann"].admin("close", pair.now)
    pair.pump()
    with pytest.raises(ProtocolFault, match="E_TABLE"):
        pair.connect("Ben")


def test_18_the_clock_shown_after_a_return_is_the_true_one() -> None:
    pair = game(turn_timer=20)
    to_turn_of(pair, "Ben")
    since = pair.match.replica.awaited_since
    pair.drop("Ann")
    pair.wait(7_000)
    pair.connect("Ann")
    lobby = pair.lobby("Ann")
    assert lobby.clock is not None
    assert (lobby.now, lobby.clock.ends) == (pair.now, since + 20_000)


def owing(grace: int = 2_000) -> tuple[Pair, int]:
    """Somebody has one card and has not called."""
    pair = Pair(
        ["Ann", "Ben", "Cem"], rules=Ruleset.make("classic", uno_grace_ms=grace), standin="bot", seed="24"
    )
    for client in pair.clients.values():
        client.calls = False
    pair.start()
    pair.play(lambda: bool(pair.round.owes))
    (seat,) = pair.round.owes
    return pair, seat


def test_19_an_absent_player_still_draws_a_penalty() -> None:
    pair, seat = owing()
    name = next(c.name for c in pair.clients.values() if c.seat == seat)
    other = next(c for c in pair.clients.values() if c.seat != seat)
    pair.drop(name)
    other.act(Catch(other.seat, seat), pair.now)
    pair.pump()
    assert pair.round.sizes[seat] == 3
    pair.connect(name)
    passed(pair)


def test_20_the_player_of_a_pending_draw_four_leaves() -> None:
    for number in range(80):
        pair = Pair(
            ["Ann", "Ben", "Cem"], rules=Ruleset.make("classic", uno_grace_ms=0), seed=f"four {number}"
        )
        pair.start()
        pair.play(lambda: pair.round.phase is Phase.ANSWER or pair.match.replica.round_no > 1)  # noqa: B023
        if pair.round.phase is Phase.ANSWER:
            break
    victim, attacker = pair.round.to_act, pair.round.attacker
    size = pair.round.sizes[victim]
    pair.leave(next(c.name for c in pair.clients.values() if c.seat == attacker))
    pair.play(lambda: pair.round.to_act != victim or pair.round.phase is not Phase.ANSWER)
    assert pair.round.sizes[victim] in (size, size + 4)
    pair.play_round()
    passed(pair)


def test_21_a_spectator_comes_to_a_full_table_and_the_owner_watches_one() -> None:
    pk = Pair([]).keys.named("Ann").pk
    pair = Pair(["Ben", "Cem"], owner=pk, max_seats=2)
    pair.connect("Ann", role="watch")
    late = pair.connect("Dora")
    assert late.seat == NOBODY
    assert owner(pair) == "Ann"
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN)
    assert late.sure.replica.heads == pair.match.replica.heads
    pair.play_round()
    passed(pair)


def test_22_bots_cannot_be_added_or_removed_in_mid_round() -> None:
    pair = game(bots=1)
    seats = [seat.seat for seat in pair.lobby().seats]
    for change in (messages.AddBot(), messages.RemoveBot(0)):
        pair["Ann"].change(change)
        pair.pump()
        assert pair["Ann"].errors[-1].code == "wrong_stage"
    pair["Ben"].change(messages.AddBot())
    pair.pump()
    assert pair["Ben"].errors[-1].code == "not_owner"
    assert [seat.seat for seat in pair.lobby().seats] == seats


def test_23_playing_inside_the_grace_of_somebody_elses_call() -> None:
    pair, seat = owing()
    name = next(c.name for c in pair.clients.values() if c.seat == seat)
    following = next(c for c in pair.clients.values() if c.seat == pair.round.to_act)
    before = pair.round.sizes[following.seat]
    following.act(Draw(following.seat), pair.now)
    pair.pump()
    assert following.held > pair.now
    assert pair.round.sizes[following.seat] == before
    pair[name].act(Uno(seat), pair.now)
    pair.pump()
    assert seat in pair.round.called
    assert pair.round.sizes[following.seat] == before + 1, "played once the call was made, and only once"
    assert pair.round.sizes[seat] == 1
    passed(pair)


def test_24_the_call_key_works_while_a_color_is_chosen() -> None:
    """The color travels with the play, and so does the call; a call before the play counts as well."""
    pair, seat = owing()
    client = next(c for c in pair.clients.values() if c.seat == seat)
    client.act(Uno(seat), pair.now)
    pair.pump()
    assert client.nacks == []
    assert seat in pair.round.called

"""Leaving for good, coming late, being removed, owning the table, playing again."""

from __future__ import annotations

import pytest

from protocol import bodies, messages
from protocol.entries import decode_entry
from protocol.errors import ProtocolFault
from tests.host.pair import QUICK, Pair, lazy
from uno_lan.engine import NOBODY, Challenge, Draw, Leave, Phase, Ruleset, Uno
from uno_lan.fairness.audit import audit
from uno_lan.fairness.client_game import ClientGame
from uno_lan.host import orders
from uno_lan.host.room import Room

SINGLE = Ruleset.make("classic", "single_hand", uno_grace_ms=0)


def to_phase(pair: Pair, phase: Phase) -> str:
    """Play until the round waits for a person in this phase; then everybody stands still. Returns whom."""

    def there() -> bool:
        round_ = pair.match.replica.round
        return (
            round_ is not None
            and round_.phase is phase
            and (phase is Phase.SHUFFLE or pair.match.replica.is_person(round_.to_act))
        )

    pair.play(there)
    for client in pair.clients.values():
        client.plays = False
    acts = pair.round.to_act
    return next((c.name for c in pair.clients.values() if c.game and c.game.seat == acts), "")


def go_on(pair: Pair) -> None:
    for client in pair.clients.values():
        client.plays = True


def audited(pair: Pair) -> None:
    """All know one history, and whoever reads the file finds it right."""
    pair.check()
    assert not audit([pair.header, *pair.file], pair.keys.verifier()).faults


def put_out(room: Room, pk: bytes) -> None:
    """As `uno-lan admin kick` does it."""
    person = room.people.get(pk)
    assert person is not None
    orders.put_out(room, person)


def owner(pair: Pair, name: str) -> str:
    """Who owns the table, as somebody sees it."""
    lobby = pair.lobby(name)
    rows = [(s.name, s.owner) for s in lobby.seats] + [(s.name, s.owner) for s in lobby.spectators]
    return next((name for name, owner in rows if owner), "")


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.DRAWN, Phase.ANSWER])
@pytest.mark.parametrize("who", ["acts", "other"])
def test_leaving_in_each_phase(phase: Phase, who: str) -> None:
    pair = Pair(["Ann", "Ben", "Cem", "Dan"], seed=f"leave {phase}")
    pair.start()
    acts = to_phase(pair, phase)
    name = acts if who == "acts" else next(n for n in ("Dan", "Cem") if n != acts)
    seat = pair[name].seat
    pair.leave(name)
    assert pair[name].seat == NOBODY
    assert seat in pair.round.left
    assert pair.rows(bodies.Auto)[-1].k == "leave"
    lobby = pair["Ann" if name != "Ann" else "Ben"].lobby
    assert lobby is not None
    assert next(s for s in lobby.seats if s.seat == seat).gone
    if who == "acts":
        assert pair.round.to_act != seat
    go_on(pair)
    pair.play_round()
    pair.check()
    # The seat stays empty, and who left still watches and verifies.
    pair.play(lambda: pair.match.replica.round_no == 2 or pair.stage == "game_over")
    if pair.stage == "round":
        assert seat not in pair.round.seats
    assert pair[name].sure.replica.heads == pair.match.replica.heads


def test_leaving_with_a_draw_four_pending() -> None:
    pair = Pair(["Ann", "Ben", "Cem", "Dan"], seed="pending")
    pair.start()

    def pending() -> bool:
        round_ = pair.match.replica.round
        return round_ is not None and round_.pending == 4

    pair.play(pending)
    round_ = pair.round
    attacker = next(c for c in pair.clients.values() if c.seat == round_.attacker)
    victim = next(c for c in pair.clients.values() if c.seat == round_.victim)
    for client in pair.clients.values():
        client.plays = False
    pair.leave(attacker.name)
    assert pair.round.phase is Phase.ANSWER
    victim.act(Challenge(victim.seat), pair.now)
    pair.pump()
    assert victim.shown[-1][3]
    go_on(pair)
    pair.play_round()
    pair.check()


def test_leaving_in_the_middle_of_a_shuffle() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Ann"].mute = frozenset({"commit"})
    pair.start()
    to_phase(pair, Phase.SHUFFLE)
    pair.leave("Ben")
    pair.drop("Ben")
    pair["Ann"].mute = frozenset()
    pair.drop("Ann")
    pair.connect("Ann")
    go_on(pair)
    pair.play_round()
    pair.check()


def test_the_last_one_left_wins_at_once() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    to_phase(pair, Phase.TURN)
    pair.leave("Ben")
    assert pair.stage == "game_over"
    end = pair.rows(bodies.GameEnd)[0]
    assert (end.winners, end.why) == ((0,), "won")
    pair.check()


def after_a_round() -> Pair:
    """Ann, Ben and Cem have played the first round, and Cem alone does not press for the next."""
    pair = Pair(["Ann", "Ben", "Cem"])
    for client in pair.clients.values():
        client.ready = client.name != "Cem"
    pair["Cem"].change(messages.Ready(pair["Cem"].consent()))
    pair.start()
    pair.play(lambda: pair.stage == "round_over")
    return pair


def test_leaving_between_rounds() -> None:
    pair = after_a_round()
    pair.leave("Ben")
    assert list(pair.match.replica.roster) == [0, 2]
    assert len(pair.rows(bodies.Roster)) == 2
    assert pair.stage == "round_over"
    pair.leave("Cem")
    assert pair.stage == "game_over"
    assert pair.rows(bodies.GameEnd)[0].winners == (0,)
    pair.check()


def test_when_only_bots_are_left_the_game_ends() -> None:
    pair = Pair(["Ann", "Ben"], bots=2)
    pair.start()
    to_phase(pair, Phase.TURN)
    pair.leave("Ann")
    assert pair.stage == "round"
    pair.leave("Ben")
    assert pair.stage == "game_over"
    assert pair.rows(bodies.GameEnd)[0].why == "left"
    pair.check()


def test_nobody_leaves_with_somebody_elses_word() -> None:
    pair = after_a_round()
    ben, cem = pair["Ben"], pair["Cem"]
    act = ben.sure.act(Leave(1), pair.now).send[0]
    cem.say(act)
    cem.act(Draw(2), pair.now)
    pair.pump()
    assert cem.nacks == ["E_SIG", "wrong_phase"]
    assert list(pair.match.replica.roster) == [0, 1, 2]


# The owner.


def test_the_owner_leaves_and_the_table_passes_on() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.start()
    to_phase(pair, Phase.TURN)
    pair.drop("Ben")
    pair.leave("Ann")
    assert owner(pair, "Cem") == "Cem"
    assert pair.rows(bodies.Roster)[-1].seats[2].owner
    pair.check()


def test_the_owner_leaves_while_all_others_are_away() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.start()
    to_phase(pair, Phase.TURN)
    pair.drop("Ben")
    pair.drop("Cem")
    pair.leave("Ann")
    assert owner(pair, "Ann") == "Ben"
    pair.connect("Cem")
    assert owner(pair, "Cem") == "Ben"


def test_the_owner_may_watch_a_full_table() -> None:
    probe = Pair([])
    pair = Pair(["Ben", "Cem"], owner=probe.keys.named("Ann").pk, max_seats=2)
    pair.connect("Ann", "watch")
    assert owner(pair, "Ben") == "Ann"
    pair.start()
    pair.play_round()
    pair.play(lambda: pair.stage == "round")
    pair["Ann"].admin("kick", pair.now, 0)
    pair.pump()
    assert pair["Ben"].byes == ["kicked"] and pair.round.left == ()
    with pytest.raises(ProtocolFault, match="E_BANNED"):
        pair.connect("Ben")
    pair.play_game()
    assert list(pair.match.replica.roster) == [1], "the seat was given up when the round was over"
    audited(pair)


# Removing.


def test_a_player_is_removed_in_the_middle_of_a_round() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.start()
    to_phase(pair, Phase.TURN)
    pair.drop("Ben")
    pair["Ann"].admin("kick", pair.now, 1)
    pair.pump()
    assert not pair["Ann"].errors
    assert pair.round.left == (1,)
    assert [decode_entry(raw).t for raw, _ in pair.match.room.log].count("ADMIN") == 1
    with pytest.raises(ProtocolFault):
        pair.connect("Ben")
    go_on(pair)
    pair.play_round()
    pair.check()


def test_a_player_is_removed_between_rounds_and_a_bot_too() -> None:
    pair = Pair(["Ann", "Ben"], bots=1)
    for client in pair.clients.values():
        client.ready = False
        client.change(messages.Ready(client.consent()))
    pair.start()
    pair.play(lambda: pair.stage == "round_over")
    pair["Ann"].admin("kick", pair.now, 0)
    pair.pump()
    assert list(pair.match.replica.roster) == [1, 2]
    pair["Ann"].admin("kick", pair.now + 1, 2)
    pair.pump()
    assert not pair["Ann"].errors
    assert pair.stage == "game_over"
    assert pair["Ben"].byes == ["kicked"]
    pair.check()


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.SHUFFLE, Phase.DRAWN])
@pytest.mark.parametrize("banned", [False, True])
def test_the_server_puts_a_player_out_in_any_phase_and_the_seat_is_free_after_the_round(
    phase: Phase, banned: bool
) -> None:
    pair = Pair(["Ann", "Ben", "Cem"], standin="bot")
    pair["Cem"].mute = frozenset({"commit"} if phase is Phase.SHUFFLE else ())
    pair.start()
    to_phase(pair, phase)
    ben = pair["Ben"].signer.pk
    pair.table.by_server(lambda room: (orders.cut_off if banned else put_out)(room, ben), pair.now)
    go_on(pair)
    pair.pump()
    assert pair["Ben"].byes == ["kicked"] and 1 in pair.match.replica.offline
    assert pair.round.left == (), "nothing in the log proves that Ben had to go"
    pair.play_round()
    pair.play(lambda: pair.stage != "round" or pair.match.replica.round_no > 1)
    assert list(pair.match.replica.roster) == [0, 2]
    assert pair.table.room.people.get(ben) is None
    audited(pair)


@pytest.mark.parametrize("when", ["before the crash", "while it comes back", "both"])
@pytest.mark.parametrize("banned", [False, True])
def test_a_crash_does_not_forget_who_was_put_out_in_the_running_round(when: str, banned: bool) -> None:
    pair = Pair(["Ann", "Ben", "Cem"], standin="bot")
    pair.start()
    to_phase(pair, Phase.TURN)
    ben = pair["Ben"].signer.pk

    def out() -> None:
        pair.table.by_server(lambda room: (orders.cut_off if banned else put_out)(room, ben), pair.now)
        pair.pump()

    if when != "while it comes back":
        out()
    pair.restart()
    if when != "before the crash":
        out()
    for _ in range(2):
        pair.connect("Ann")
        pair.connect("Cem")
        pair.wait(QUICK.ask + QUICK.recover)
        assert pair.round.left == (), "nothing in the log proves that Ben had to go"
        assert pair.match.replica.roster[1].pk == ben
        pair.restart()
    pair.connect("Ann")
    pair.connect("Cem")
    go_on(pair)
    pair.play_round()
    pair.play(lambda: pair.stage != "round" or pair.match.replica.round_no > 1)
    assert list(pair.match.replica.roster) == [0, 2]
    assert pair.table.room.people.get(ben) is None
    pair.restart()
    for name in ("Ann", "Cem", "Ben"):
        pair.connect(name)
    pair.wait(QUICK.ask + QUICK.recover)
    assert pair["Ben"].seat == NOBODY, "the old order has nothing more to say about the seat or its player"
    audited(pair)


def test_a_crash_does_not_forget_who_was_put_out_after_the_game() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], rules=SINGLE)
    pair.start()
    pair.play_game()
    pair.table.by_server(lambda room: put_out(room, pair["Ben"].signer.pk), pair.now)
    pair.pump()
    pair.restart()
    pair.connect("Ann")
    pair.rematch()
    assert "Ben" not in [seat.name for seat in pair.lobby("Ann").seats]


def test_a_crash_does_not_forget_the_servers_pause() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    to_phase(pair, Phase.TURN)
    pair.table.by_server(lambda room: orders.pause(room, True), pair.now)
    pair.pump()
    for paused in (True, False):
        pair.restart()
        pair.connect("Ann")
        pair.connect("Ben")
        assert pair.lobby("Ann").paused is paused
        assert ("paused" in pair.lobby("Ann").notice) is paused
        pair["Ann"].admin("resume", pair.now)
        pair.pump()
    go_on(pair)
    pair.play_round()
    audited(pair)


def test_who_comes_back_after_the_server_put_them_out_plays_to_the_end_of_the_round() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.start()
    to_phase(pair, Phase.TURN)
    pair.table.by_server(lambda room: put_out(room, pair["Ben"].signer.pk), pair.now)
    pair.pump()
    pair.connect("Ben")
    go_on(pair)
    assert pair["Ben"].seat == 1
    pair.play_round()
    pair.play(lambda: pair.stage != "round" or pair.match.replica.round_no > 1)
    assert pair["Ben"].byes == ["kicked", "kicked"]
    assert not pair["Ben"].sure.objections, "nothing in the log is untrue of Ben"
    pair.connect("Ben")
    assert pair["Ben"].seat == NOBODY, "watches now"
    audited(pair)


def test_a_removed_player_whose_move_is_kept() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Cem"].mute = frozenset({"commit"})
    pair.start()
    to_phase(pair, Phase.SHUFFLE)
    pair["Ben"].act(Uno(1), pair.now)
    pair.pump()
    assert pair["Ben"].held == 0
    pair["Ann"].admin("kick", pair.now, 1)
    pair.pump()
    pair.wait(QUICK.commit)
    go_on(pair)
    pair.play_round()
    pair.check()


def test_pausing() -> None:
    pair = Pair(["Ann", "Ben"], bots=1)
    for client in pair.clients.values():
        client.style = lazy
    pair.start()
    to_phase(pair, Phase.TURN)
    pair["Ann"].admin("pause", pair.now)
    pair.pump()
    go_on(pair)
    seq = pair.match.replica.seq
    for client in pair.clients.values():
        client.move(pair.now)
    pair.pump()
    pair.wait(100_000)
    assert pair.match.replica.seq == seq
    assert pair["Ann"].nacks + pair["Ben"].nacks == ["paused"]
    pair["Ann"].admin("resume", pair.now)
    pair.play(lambda: pair.match.replica.seq > seq + 20)
    pair.check()


def test_hands_off_the_seats_while_a_game_runs() -> None:
    pair = Pair(["Ann", "Ben"], bots=1)
    pair.start()
    for change in (
        messages.AddBot(),
        messages.RemoveBot(0),
        messages.SwapSeats(0, 1),
        messages.SetRules(pair.config.terms),
        messages.Stand(),
        messages.Rematch(),
        messages.Ready(),
        messages.Unready(),
    ):
        pair["Ann"].errors.clear()
        pair["Ann"].change(change)
        pair.pump()
        assert pair["Ann"].errors[0].code == "wrong_stage", change
    pair.check()


# Coming late.


def test_who_comes_late_plays_from_the_next_round() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    pair.play(lambda: pair.match.replica.seq > 12)
    pair.connect("Cem")
    assert pair["Cem"].seat == NOBODY
    assert pair["Cem"].sure.view() is not None
    pair.play_round()
    pair.play(lambda: pair.match.replica.round_no == 2)
    assert pair["Cem"].seat == 2
    assert pair.round.seats == (0, 1, 2)
    pair.play_game()
    pair.check()
    assert pair.match.replica.attested.keys() == {0, 1, 2}


def test_without_consent_a_latecomer_only_watches() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    pair.mute["Cem"] = frozenset({"consent"})
    cem = pair.connect("Cem")
    cem.mute = frozenset()
    cem.say(messages.Consent(b"yes", bytes(64)))
    pair.pump()
    assert cem.errors[-1].code == "no_consent"
    pair.play(lambda: pair.match.replica.round_no == 2)
    assert pair.round.seats == (0, 1)
    pair.check()


def test_a_late_seat_is_never_one_that_somebody_left() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], max_seats=4)
    pair.start()
    to_phase(pair, Phase.TURN)
    pair.leave("Ben")
    pair.connect("Dan")
    pair.connect("Eva")
    go_on(pair)
    pair.play(lambda: pair.match.replica.round_no == 2)
    assert pair.round.seats == (0, 2, 3)
    assert pair["Dan"].seat == 3
    assert pair["Eva"].seat == NOBODY
    pair.check()


def test_a_watcher_sees_all_and_decides_nothing() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    pair.connect("Cem", "watch")
    cem = pair["Cem"]
    action = pair["Ann"].sure.act(Draw(0), pair.now).send[0]
    cem.say(action)
    cem.change(messages.NextRound(2))
    cem.say(messages.AckHead(b"x", bytes(64)))
    cem.say(messages.Attest(b"x", bytes(64)))
    pair.pump()
    assert cem.nacks == ["not_seated"]
    assert {e.code for e in cem.errors} <= {"wrong_stage", "E_SCHEMA"}
    pair.play_round()
    pair.check()
    assert cem.sure.hand == []
    pair.drop("Cem")
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert lobby.spectators == ()


# From round to round, and the next game.


def test_the_next_round_starts_when_all_who_are_here_want_it() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    for client in pair.clients.values():
        client.ready = False
        client.change(messages.Ready(client.consent()))
    pair.start()
    pair.play(lambda: pair.stage == "round_over")
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert lobby.waiting_for == (0, 1, 2)
    assert lobby.next_at == pair.match.next_at > pair.now
    pair["Ann"].change(messages.NextRound(2))
    pair["Ann"].change(messages.NextRound(2))
    pair["Ann"].change(messages.NextRound(1))
    pair["Ann"].change(messages.NextRound(3))
    pair.pump()
    assert [e.code for e in pair["Ann"].errors] == ["wrong_stage"]
    pair["Ben"].change(messages.Ready())
    pair.pump()
    assert pair.stage == "round_over"
    assert pair["Ann"].lobby is not None
    assert pair["Ann"].lobby.waiting_for == (2,)
    pair.drop("Cem")
    assert pair.stage == "round"
    assert pair.match.replica.round_no == 2
    pair["Ben"].change(messages.NextRound(2))
    pair.pump()
    assert pair.match.replica.round_no == 2
    assert pair["Ben"].errors == []


def test_the_next_round_starts_by_itself_in_the_end() -> None:
    pair = Pair(["Ann", "Ben"])
    for client in pair.clients.values():
        client.ready = False
        client.change(messages.Ready(client.consent()))
    pair.start()
    pair.play(lambda: pair.stage == "round_over")
    pair.wait(QUICK.next_round)
    assert pair.match.replica.round_no == 2
    pair.check()


def test_who_does_not_attest_is_waited_for_ten_seconds() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    for client in pair.clients.values():
        client.ready = False
        client.change(messages.Ready(client.consent()))
    pair["Ben"].mute = frozenset({"attest"})
    pair.start()
    pair.play(lambda: pair.match.replica.round_end is not None)
    assert pair.stage == "round"
    pair.wait(QUICK.attest - 1)
    assert pair.stage == "round"
    pair.wait(1)
    assert pair.stage == "round_over"
    assert pair.match.replica.attested == {0: "ok", 2: "ok"}
    # A late word still counts.
    pair.drop("Ben")
    pair["Ben"].mute = frozenset()
    pair.connect("Ben")
    assert pair.match.replica.attested == {0: "ok", 1: "ok", 2: "ok"}
    pair.check()


def test_a_rematch_links_to_the_game_before() -> None:
    pair = Pair(["Ann", "Ben"], bots=1, rules=SINGLE)
    pair.connect("Cem", "watch")
    pair.start()
    pair.play_game()
    first = pair.match.replica
    pair["Cem"].change(messages.Rematch())
    pair.pump()
    assert pair["Cem"].errors[-1].code == "not_seated"
    pair.rematch()
    assert pair.stage == "waiting"
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert lobby.game != first.game_id
    assert [s.total for s in lobby.seats] == [first.game.totals[s] for s in (0, 1, 2)]  # type: ignore[union-attr]
    assert [s.ready for s in lobby.seats] == [True, True, True]
    pair.start()
    assert len(pair.files) == 2
    start = pair.rows(bodies.GameStart)[0]
    assert start.previous == first.head
    assert pair["Ann"].lobby is not None
    assert [s.total for s in pair["Ann"].lobby.seats] == [0, 0, 0]
    pair.play_game()
    pair.check()
    assert len(pair["Ann"].files) == 2


def after_a_game(*names: str, bots: int = 0) -> Pair:
    pair = Pair(list(names), bots=bots, rules=SINGLE)
    pair.start()
    pair.play_game()
    return pair


def want_another(pair: Pair, *names: str) -> None:
    for name in names:
        pair[name].change(messages.Rematch())
    pair.pump()


def test_the_result_stays_until_everybody_wants_another_game() -> None:
    pair = after_a_game("Ann", "Ben", "Cem", bots=1)
    assert [seat.ready for seat in pair.lobby("Ann").seats] == [True, False, False, False]
    want_another(pair, "Ben", "Ben")
    assert pair.stage == "game_over", "nobody else's result goes"
    assert [seat.ready for seat in pair.lobby("Ann").seats] == [True, False, True, False]
    want_another(pair, "Ann")
    assert pair.stage == "game_over", "the owner is one of them"
    want_another(pair, "Cem")
    assert pair.stage == "waiting"
    pair.start()
    pair.play_game()
    pair.check()


def test_nobody_waits_for_another_game_until_who_is_away_wants_it() -> None:
    pair = after_a_game("Ann", "Ben", "Cem")
    want_another(pair, "Ann")
    pair.drop("Ben")
    assert pair.stage == "game_over"
    pair.drop("Cem")
    assert pair.stage == "waiting", "it follows as soon as only those are here who want it"


def test_no_game_is_wanted_by_who_has_gone() -> None:
    pair = after_a_game("Ann", "Ben")
    want_another(pair, "Ann")
    pair.drop("Ann")
    assert pair.stage == "game_over"
    pair.drop("Ben")
    assert pair.stage == "game_over", "nobody is here"
    pair.connect("Ben")
    want_another(pair, "Ben")
    assert pair.stage == "waiting"


def test_nobody_waits_for_a_program_to_want_another_game() -> None:
    pair = Pair(["Ann"], rules=SINGLE)
    pair.connect("Robo", "bot")
    pair.start()
    pair.play_game()
    want_another(pair, "Robo")
    assert pair.stage == "game_over"
    want_another(pair, "Ann")
    assert pair.stage == "waiting"


def test_who_asks_for_the_old_game_gets_the_new_one() -> None:
    pair = Pair(["Ann", "Ben"], rules=SINGLE)
    pair.start()
    pair.play_game()
    old: ClientGame = pair["Ben"].sure
    pair.rematch()
    pair.start()
    ben = pair["Ben"]
    ben.game = None
    ben._syncing = True
    ben.say(messages.SyncReq(old.replica.seq, old.replica.head))
    pair.pump()
    assert ben.sure.replica.heads == pair.match.replica.heads


def test_a_foreign_history_is_not_continued() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    pair["Ben"].say(messages.SyncReq(5, bytes(32)))
    pair.pump()
    assert pair["Ben"].errors[-1].code == "E_FORK"
    assert pair["Ben"].errors[-1].fatal
    assert pair["Ben"].peer == -1
    pair.connect("Ben")
    pair["Ann"].say(messages.SyncReq(10_000, bytes(32)))
    pair.pump()
    assert pair["Ann"].peer == -1


def test_who_waits_for_a_seat_gets_it_in_the_next_game() -> None:
    pair = Pair(["Ann", "Ben"], rules=SINGLE, max_seats=3)
    pair.start()
    pair.connect("Cem")
    pair.play_game()
    pair.rematch()
    assert pair["Cem"].seat == 2
    pair["Ann"].change(messages.Stand())
    pair.pump()
    assert pair["Ann"].seat == NOBODY


def test_after_the_game_only_words_are_left() -> None:
    pair = Pair(["Ann", "Ben"], rules=SINGLE)
    pair.start()
    pair.play_game()
    seq = pair.match.replica.seq
    ann = pair["Ann"]
    ann.act(Draw(0), pair.now)
    ann.say(messages.AckHead(b"x", bytes(64)))
    ann.say(messages.Commit(b"x", bytes(64)))
    ann.say(messages.Reveal(b"x", bytes(64)))
    ann.say(messages.AckVerdict(b"x", bytes(64)))
    ann.say(messages.Dispute(b"x", bytes(64)))
    ann.change(messages.Stand())
    pair.pump()
    pair.drop("Ben")
    pair.connect("Ben")
    assert ann.nacks == ["wrong_phase"]
    assert pair.match.replica.seq == seq
    ann.admin("close", pair.now)
    pair.pump()
    assert pair.closed == "owner"


def test_closing_in_the_middle_of_a_game() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    to_phase(pair, Phase.TURN)
    pair["Ann"].admin("close", pair.now)
    pair.pump()
    assert pair.closed == "owner"
    end = pair.rows(bodies.GameEnd)[0]
    assert end.why == "closed"
    assert pair["Ben"].sure.replica.ended == end

"""Players who do not answer: time-outs, lost links, the grace, and who is not blamed for it."""

from __future__ import annotations

import pytest

from protocol import bodies, messages
from protocol.entries import decode_entry
from tests.host.pair import QUICK, Pair, lazy
from uno_lan.engine import NOBODY, Phase, Ruleset

GRACE = 60_000
SHORT = 3_000


def autos(pair: Pair) -> list[tuple[str, int]]:
    """(command, seat) of all commands of the host so far."""
    found = [decode_entry(f.data).b for f in pair.file if f.kind == "ent"]
    return [(b.k, b.a) for b in found if isinstance(b, bodies.Auto)]


def to_turn_of(pair: Pair, name: str) -> None:
    """Play until somebody has the turn, who stops moving by themselves then."""

    def mine() -> bool:
        round_ = pair.match.replica.round
        return round_ is not None and round_.phase is Phase.TURN and round_.to_act == pair[name].seat

    pair.play(mine)
    pair[name].plays = False


def trio(turn_timer: int = 0) -> Pair:
    """Three people in a round that does not end."""
    pair = Pair(["Ann", "Ben", "Cem"], rules=Ruleset.make("classic", uno_grace_ms=0, turn_timer=turn_timer))
    for client in pair.clients.values():
        client.style = lazy
    pair.start()
    return pair


def test_without_a_clock_everybody_may_think_for_ever() -> None:
    pair = trio()
    to_turn_of(pair, "Ben")
    assert pair.table.deadline is None
    assert pair["Ann"].lobby is not None
    assert pair["Ann"].lobby.clock is None


def test_the_turn_clock_takes_the_default() -> None:
    pair = trio(turn_timer=20)
    to_turn_of(pair, "Ben")
    since = pair.match.replica.awaited_since
    for name in ("Ann", "Ben", "Cem"):
        lobby = pair[name].lobby
        assert lobby is not None
        assert lobby.clock is not None
        assert (lobby.clock.seat, lobby.clock.ends) == (1, since + 20_000)
    pair.wait(19_999)
    assert autos(pair) == []
    size = pair.round.sizes[1]
    pair.wait(1)
    assert autos(pair) == [("timeout", 1)]
    assert pair.round.sizes[1] == size + 1
    assert pair.round.to_act != 1
    pair.check()


def test_the_true_rest_of_the_time_is_told_after_a_reconnect() -> None:
    pair = trio(turn_timer=20)
    to_turn_of(pair, "Ben")
    since = pair.match.replica.awaited_since
    pair.drop("Ann")
    pair.wait(5_000)
    pair.connect("Ann")
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert lobby.clock is not None
    assert lobby.now == pair.now
    assert lobby.clock.ends == since + 20_000


def test_an_absent_player_is_waited_for_once_and_then_a_little() -> None:
    pair = trio()
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert [s.online for s in lobby.seats] == [True, False, True]
    assert lobby.seats[1].away_until == pair.now + GRACE
    assert lobby.clock is not None
    assert lobby.clock.ends == pair.now + GRACE
    pair.wait(GRACE - 1)
    assert autos(pair) == []
    pair.wait(1)
    assert autos(pair) == [("timeout", 1)]
    # One more lap: this time the others do not wait long.
    pair.play(lambda: pair.round.to_act == 1)
    start = pair.now
    pair.play(lambda: len(autos(pair)) == 2)
    assert pair.now - start <= SHORT
    pair.connect("Ben")
    assert sorted(pair["Ben"].sure.hand) == sorted(pair.hand(1))
    pair.play(lambda: pair.round.to_act == 1)
    assert pair.table.deadline is None
    pair.check()


def test_the_grace_counts_from_the_drop_not_from_the_turn() -> None:
    pair = trio()
    to_turn_of(pair, "Ann")
    pair.drop("Ben")
    pair.wait(GRACE)
    assert autos(pair) == []
    pair["Ann"].plays = True
    pair.play(lambda: bool(autos(pair)))
    assert autos(pair) == [("timeout", 1)]
    assert pair.now < pair.match.replica.offline[1] + GRACE + 2 * SHORT


def test_all_at_once_get_the_long_grace() -> None:
    pair = trio()
    to_turn_of(pair, "Ben")
    for name in ("Ann", "Ben", "Cem"):
        pair.drop(name)
    pair.wait(30_000)
    pair.connect("Ann")
    pair.wait(GRACE + SHORT)
    assert autos(pair) == []
    pair.connect("Cem")
    pair.wait(QUICK.grace_together - GRACE - SHORT - 30_000 - 1)
    assert autos(pair) == []
    pair.wait(SHORT)
    assert autos(pair) == [("timeout", 1)]


def test_who_went_long_before_gets_no_long_grace() -> None:
    pair = trio()
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    pair.wait(40_000)
    pair.drop("Ann")
    pair.drop("Cem")
    pair.wait(1_000)
    pair.connect("Ann")
    pair.wait(GRACE - 41_000)
    assert autos(pair) == [("timeout", 1)]


def test_nothing_happens_while_nobody_is_there() -> None:
    pair = Pair(["Ann"], bots=2)
    pair["Ann"].style = lazy
    pair.start()
    pair.play(lambda: pair.match.replica.seq > 60)
    pair.drop("Ann")
    seq = pair.match.replica.seq
    pair.wait(9 * 60_000)
    assert pair.match.replica.seq == seq
    assert not pair.closed
    pair.connect("Ann")
    pair.play(lambda: pair.match.replica.seq > seq + 20)
    pair.check()


def test_the_clock_starts_anew_after_nobody_was_there() -> None:
    pair = Pair(["Ann"], bots=1, rules=Ruleset.make("classic", uno_grace_ms=0, turn_timer=20))
    pair["Ann"].style = lazy
    pair.start()
    to_turn_of(pair, "Ann")
    pair.drop("Ann")
    pair.wait(100_000)
    pair.connect("Ann")
    assert autos(pair) == []
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert lobby.clock is not None
    assert lobby.clock.ends == pair.now + 20_000


def test_a_lost_link_in_the_middle_of_a_shuffle() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Ben"].mute = frozenset({"reveal"})
    pair.start()
    pair.drop("Ben")
    pair["Ben"].mute = frozenset()
    pair.wait(1_000)
    pair.connect("Ben")
    assert pair.match.replica.attempt is None or pair.match.replica.attempt.epoch > 0
    assert pair.match.replica.aborts == 0
    pair.play_round()
    pair.check()


@pytest.mark.parametrize("keeps_file", [True, False])
def test_a_program_that_ends_in_the_middle_of_a_shuffle(keeps_file: bool) -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Ben"].mute = frozenset({"reveal"})
    pair.start()
    pair.drop("Ben")
    ben = pair["Ben"]
    ben.mute = frozenset()
    if keeps_file:
        ben.reopen()
    else:
        ben.game, ben.files = None, []
    pair.connect("Ben")
    pair.wait(QUICK.reveal)
    # The sealed seed lay in the file; without it the promise cannot be kept and the abort names Ben.
    assert pair.match.replica.aborts == (0 if keeps_file else 1)
    assert pair.match.replica.culprits == (set() if keeps_file else {1})
    pair.play_round()
    pair.check()


def test_a_second_window_takes_the_seat_over() -> None:
    pair = trio()
    to_turn_of(pair, "Ben")
    seq = pair.match.replica.seq
    first = pair["Ben"].peer
    pair.connect("Ben")
    assert pair["Ben"].byes == ["replaced"]
    assert pair.match.replica.seq == seq
    pair.table.message(first, messages.Chat("still here"), pair.now)
    pair.table.lost(first, pair.now)
    pair.pump()
    assert 1 not in pair.match.replica.offline
    assert pair["Ann"].chats == []
    pair.check()


def test_a_link_that_never_asks_for_the_log_is_closed() -> None:
    pair = trio()
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    pair["Ben"].mute = frozenset({"sync_req"})
    pair.connect("Ben")
    assert 1 in pair.match.replica.offline
    pair.wait(QUICK.sync)
    assert pair["Ben"].peer == -1
    assert pair["Ann"].seat != NOBODY
    pair.check()


def test_a_sleep_of_the_hosts_computer_costs_nobody_a_turn() -> None:
    pair = trio(turn_timer=20)
    to_turn_of(pair, "Ben")
    pair.now += 3_600_000
    pair.table.woke(pair.now)
    pair.pump()
    clock = pair.lobby("Ann").clock
    assert clock is not None
    assert clock.ends == pair.now + 20_000
    pair.wait(19_999)
    assert autos(pair) == []
    pair.wait(1)
    assert autos(pair) == [("timeout", 1)]
    pair.check()

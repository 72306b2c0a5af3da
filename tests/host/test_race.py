"""The race between a call and a catch, over links of different length; bots take part like people."""

from __future__ import annotations

from itertools import product

import pytest

from tests.host.pair import Pair
from uno_lan.engine import NOBODY, Catch, Draw, Phase, Play, Ruleset, Uno, View
from uno_lan.host.catches import MOST_MS, Catches
from uno_lan.host.table import Times

GRACE = 1_500
LATENCIES = (1, 40, 200)
"""One way, ms."""


def owing(
    grace: int = GRACE, names: str = "Ann Ben Cem", seed: str = "race", **more: object
) -> tuple[Pair, str]:
    """Somebody has one card and has not called; nobody has noticed yet."""
    rules = Ruleset.make("classic", uno_grace_ms=grace)
    pair = Pair(names.split(), rules=rules, seed=seed, **more)  # type: ignore[arg-type]
    for client in pair.clients.values():
        client.calls = False
    pair.start()
    pair.play(lambda: bool(pair.round.owes))
    (seat,) = pair.round.owes
    return pair, next(c.name for c in pair.clients.values() if c.seat == seat)


def other(pair: Pair, *names: str) -> str:
    """Somebody else."""
    return next(name for name in pair.clients if name not in names)


def measured(pair: Pair, **one_way: int) -> None:
    """What the host knows of the links."""
    for name, ms in one_way.items():
        pair.table.measured(pair[name].peer, 2 * ms, pair.now)


def arrives(pair: Pair, at: int, name: str, command: Uno | Catch) -> None:
    """A command reaches the host at this time."""
    pair.wait(at - pair.now)
    pair[name].act(command, pair.now)
    pair.pump()


@pytest.mark.parametrize(("late", "quick"), list(product(LATENCIES, LATENCIES)))
@pytest.mark.parametrize("margin", [-1, 0, 1])
def test_a_call_is_not_beaten_by_a_shorter_cable(late: int, quick: int, margin: int) -> None:
    """Both press at the same moment, or one a millisecond before the other, with links of any length."""
    pair, name = owing()
    catcher = other(pair, name)
    seat = pair[name].seat
    measured(pair, **{name: late, catcher: quick})
    pressed = pair.now + 300
    called_at, caught_at = pressed + late + margin, pressed + quick
    if called_at <= caught_at:
        arrives(pair, called_at, name, Uno(seat))
        arrives(pair, caught_at, catcher, Catch(pair[catcher].seat, seat))
    else:
        arrives(pair, caught_at, catcher, Catch(pair[catcher].seat, seat))
        arrives(pair, called_at, name, Uno(seat))
    pair.wait(late)
    called = called_at < caught_at + late
    assert pair.round.sizes[seat] == (1 if called else 3)
    assert (seat in pair.round.called) == called
    pair.check()


@pytest.mark.parametrize(
    ("rtt", "wait"), [(-1, 0), (0, 0), (1, 0), (2, 1), (80, 40), (400, 200), (501, 250), (9_999, 250)]
)
def test_how_long_a_catch_waits(rtt: int, wait: int) -> None:
    assert Catches.wait_ms(rtt) == wait <= MOST_MS


def test_the_catcher_is_told_that_it_waits_and_gets_it_in_the_end() -> None:
    pair, name = owing()
    catcher, seat = other(pair, name), pair[name].seat
    measured(pair, **{name: 40})
    arrives(pair, pair.now + 10, catcher, Catch(pair[catcher].seat, seat))
    assert pair[catcher].held == pair.now + 40
    assert pair.round.sizes[seat] == 1
    pair.wait(40)
    assert pair.round.sizes[seat] == 3
    assert pair[catcher].sent is None
    pair.check()


def test_saying_it_twice_does_not_shorten_the_wait() -> None:
    pair, name = owing()
    catcher, seat = other(pair, name), pair[name].seat
    measured(pair, **{name: 100})
    me = pair[catcher]
    arrives(pair, pair.now + 1, catcher, Catch(me.seat, seat))
    first = me.sent
    assert first is not None
    me.say(first)
    pair.pump()
    me.act(Catch(me.seat, seat), pair.now)
    pair.pump()
    assert me.nacks == ["E_STALE"]
    pair.wait(99)
    assert pair.round.sizes[seat] == 1
    pair.wait(1)
    assert pair.round.sizes[seat] == 3
    pair.check()


def test_the_next_action_does_not_overtake_a_catch_that_waits() -> None:
    """Case 23 of docs/architecture.md 5: the grace ends while a catch waits; the catch still goes first."""
    pair, name = owing(grace=200)
    seat = pair[name].seat
    next_name = next(c.name for c in pair.clients.values() if c.seat == pair.round.to_act)
    catcher = next(n for n in pair.clients if n not in (name, next_name))
    measured(pair, **{name: 200})
    pair.wait(150)
    pair[next_name].act(Draw(pair[next_name].seat), pair.now)
    pair.pump()
    assert pair[next_name].held > pair.now
    arrives(pair, pair.now + 20, catcher, Catch(pair[catcher].seat, seat))
    assert pair.round.sizes[seat] == 1
    pair.wait(31)
    assert pair.round.sizes[seat] == 3, "caught at the end of the grace, before the next player's draw"
    assert pair.round.sizes[pair[next_name].seat] > 1
    pair.check()


def test_without_a_grace_the_next_action_still_lets_the_catch_go_first() -> None:
    pair, name = owing(grace=0)
    seat = pair[name].seat
    next_name = next(c.name for c in pair.clients.values() if c.seat == pair.round.to_act)
    catcher = next(n for n in pair.clients if n not in (name, next_name))
    measured(pair, **{name: 200})
    arrives(pair, pair.now + 1, catcher, Catch(pair[catcher].seat, seat))
    pair[next_name].act(Draw(pair[next_name].seat), pair.now)
    pair.pump()
    assert pair.round.sizes[seat] == 3
    pair.check()


def test_nobody_waits_for_somebody_who_is_away() -> None:
    """Case 19: an absent player is caught and draws."""
    pair, name = owing()
    catcher, seat = other(pair, name), pair[name].seat
    measured(pair, **{name: 200})
    pair.drop(name)
    arrives(pair, pair.now + 1, catcher, Catch(pair[catcher].seat, seat))
    assert pair.round.sizes[seat] == 3
    pair.connect(name)
    pair.check()


def test_a_catch_that_waits_is_dropped_with_the_round() -> None:
    pair, name = owing(names="Ann Ben")
    catcher, seat = other(pair, name), pair[name].seat
    measured(pair, **{name: 200})
    arrives(pair, pair.now + 1, catcher, Catch(pair[catcher].seat, seat))
    pair.leave(name)
    assert pair[catcher].nacks in (["E_STALE"], ["nothing_to_catch"], ["wrong_phase"])
    assert pair.stage == "game_over"
    pair.check()


def test_bots_catch_after_a_human_time_and_wait_like_people() -> None:
    times = Times(think=(5_000, 5_000), keep=(300, 900), react=(500, 1_400))
    pair, name = owing(grace=2_500, names="Ann Ben", bots=2, times=times, seed="bots")
    seat, began = pair[name].seat, pair.now
    measured(pair, **{name: 40})
    pair.wait(499)
    assert pair.round.sizes[seat] == 1, "no bot is as quick as that"
    while pair.round.sizes[seat] == 1 and pair.now < began + 2_500:
        pair.tick()
    assert pair.round.sizes[seat] == 3
    assert began + 540 <= pair.now <= began + 1_440
    pair.check()


# When a call is possible.


@pytest.mark.parametrize("early", [False, True])
def test_a_call_with_the_play_and_before_it(early: bool) -> None:
    pair = Pair(["Ann", "Ben"], rules=Ruleset.make("classic", uno_grace_ms=GRACE), seed="early")
    for client in pair.clients.values():
        client.calls = False
    pair.start()

    def ready() -> bool:
        view = mine(pair)
        return (
            view is not None and len(view.hand) == 2 and bool(view.legal.plays) and view.phase is Phase.TURN
        )

    pair.play(ready)
    view = mine(pair)
    assert view is not None
    me = next(c for c in pair.clients.values() if c.seat == view.seat)
    if early:
        me.act(Uno(me.seat), pair.now)
        pair.pump()
    card = view.legal.plays[0]
    wild = pair.match.replica.rules.edition.color_of[card] == 4
    me.act(Play(me.seat, card, color=0 if wild else NOBODY, uno=not early), pair.now)
    pair.pump()
    assert me.nacks == []
    assert pair.round.sizes[me.seat] == 1
    assert me.seat in pair.round.called
    assert pair.round.owes == ()


def mine(pair: Pair) -> View | None:
    """The view of whose turn it is, if it is a person's."""
    client = next((c for c in pair.clients.values() if c.seat == pair.round.to_act), None)
    return client.sure.view() if client is not None else None


def test_a_call_while_somebody_chooses_an_answer() -> None:
    """Case 24: a Draw Four as last card but one; the victim is asked, and the call key works meanwhile."""
    for number in range(60):
        pair, name = owing(seed=f"choice {number}", names="Ann Ben")
        if pair.round.phase is Phase.ANSWER:
            break
    assert pair.round.phase is Phase.ANSWER
    seat = pair[name].seat
    pair[name].act(Uno(seat), pair.now)
    pair.pump()
    assert seat in pair.round.called
    assert pair[name].nacks == []
    pair.check()

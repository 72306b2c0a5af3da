"""What the choices of all editions and house rules look like: golden texts, without color.

The files under `tests/golden/tui/editions/` are meant to be read; `UNO_LAN_GOLDEN=write` writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tui import golden
from tests.tui.fakes import seats, uids
from tests.tui.running import at_table
from tests.tui.test_moves import KART, MARIO, WARS, at, written
from uno_lan.client.model import ShownHand, Snapshot
from uno_lan.engine.phases import Phase
from uno_lan.engine.rules import Ruleset

SIZES = {"80x24-unicode": (80, 24), "120x40-unicode": (120, 40), "60x18-ascii": (60, 18)}
FULL_WARS = "R5 O5 O0 G2 GR B7 BS W W4 WF"
STACKS = Ruleset.make("super-mario", stack_d2=True, stack_d4=True, stack_cross="both", deflect="any")
HOUSE = Ruleset.make("classic", seven_zero=True, jump_in=True, multi_play=True)


def answer(rules: Ruleset, hand: str, pending: int) -> Snapshot:
    """A draw card of Cem's waits for me."""
    return at(rules, hand, "RD", phase=Phase.ANSWER, attacker=2, pending=pending, stake=10)


def shown_by_the_force() -> Snapshot:
    """The Force found what it looked for."""
    hand = ShownHand(2, uids("R1 R9 O5 OD B7 W", WARS.edition), True, True, 1, "force")
    return at(WARS, FULL_WARS, more={"shown": hand})


def eliminated() -> Snapshot:
    """Elif is out; Deniz is about to be."""
    rules = Ruleset.make("mario-kart", "penalty_500", elimination=True)
    table = {"seats": seats(5), "out": (4,)}
    return at(rules, "R5 B3 WI", more=table)


STATES: dict[str, tuple[Callable[[], Snapshot], tuple[str, ...]]] = {
    "wars": (lambda: at(WARS, FULL_WARS), ()),
    "force-color": (lambda: at(WARS, FULL_WARS), ("w", "f")),
    "force-player": (lambda: at(WARS, FULL_WARS), ("w", "f", "o")),
    "force-shown": (shown_by_the_force, ()),
    "star": (lambda: answer(MARIO, "R1 Y5 G7 WS WC", 2), ()),
    "stack": (lambda: answer(STACKS, "RD Y5 GR YS W4 WS", 6), ()),
    "shell": (lambda: at(KART, "R1 Y5 WI W4", "G4", phase=Phase.PICK_TARGET), ()),
    "bomb": (lambda: at(KART, "R1 Y5 WI W4", "W4", color=0, phase=Phase.PICK_COLOR), ()),
    "custom": (lambda: at(written("draw_to_color"), "R1 Y5 WC WH"), ("w", "c")),
    "custom-second": (lambda: at(written("draw_to_color"), "R1 Y5 WC WH"), ("w", "c", "g")),
    "discards": (
        lambda: at(written("set_hand_7"), "R1 Y5 G3 B9 BD W", phase=Phase.PICK_DISCARDS, discards=2),
        (),
    ),
    "several": (lambda: at(HOUSE, "R7 Y7 G7 B2 W", "R9"), ("m", "2")),
    "jump": (lambda: at(HOUSE, "R7 Y3 G7 B2 W", "R7", to_act=1), ()),
    "bluff": (lambda: at(HOUSE, "R7 Y3 B2 W4", "R9"), ("w", "4")),
    "team": (lambda: at(HOUSE, "R7 Y3 B2 W4", more={"teams": {0: 0, 1: 1, 2: 0, 3: 1}}), ()),
    "out": (eliminated, ()),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
async def test_choices(state: str, size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    make, pressed = STATES[state]
    async with at_table(make(), size=SIZES[size], glyphs=size.split("-")[1]) as run:
        for key in pressed:
            await run.press(key)
            run.clock.now += 500
        golden.check(run.app, f"editions/{state}-{size}")
        assert size.endswith("unicode") or run.text.isascii()

"""What is asked is a whole sentence on the smallest screen, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.cells import cell_len

from tests.tui.fakes import CLASSIC, PLAIN, playing, seats, uids, view
from tests.tui.running import at_table
from tui.screens.table import TableScreen
from uno_lan import languages
from uno_lan.client import words
from uno_lan.client.model import Snapshot
from uno_lan.engine.phases import Phase
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.views import Legal, View

NAME = "Maximiliane-Zoe1"
"""As long as a name may be."""
CUSTOM = Ruleset.make("customizable")
WRITTEN = uids("WC", CUSTOM.edition)


def answer(**changes: object) -> View:
    """Twelve cards are pending on me."""
    legal = Legal(accept=True, plays=uids("BD"))
    values = {"phase": Phase.ANSWER, "attacker": 2, "pending": 12, "legal": legal, **changes}
    return view("BD W4 R7", **values)  # type: ignore[arg-type]


ASKED = {
    "stack": answer(),
    "stack two kinds": answer(legal=Legal(accept=True, plays=uids("BD W4"))),
    "challenge": answer(can_challenge=True, before=1, legal=Legal(accept=True, challenge=True)),
    "challenge or stack": answer(
        can_challenge=True, before=1, legal=Legal(accept=True, challenge=True, plays=uids("W4"))
    ),
    "theirs": answer(to_act=1, legal=Legal()),
    "they drew": view("R7", to_act=1, phase=Phase.DRAWN, legal=Legal()),
    "nothing to draw": view("R7", legal=Legal(may_pass=True)),
    "several": view("R7 B7", legal=Legal(plays=uids("B7"), together=(uids("B7 R7"),), draw=True)),
    "jump": view("R7 W4", to_act=1, legal=Legal(jumps=uids("W4"))),
    "drawn": view(
        "WC", rules=CUSTOM, phase=Phase.DRAWN, drawn=WRITTEN[0], legal=Legal(plays=WRITTEN, keep=True)
    ),
    "drawn in vain": view("WC", rules=CUSTOM, phase=Phase.DRAWN, drawn=WRITTEN[0], legal=Legal(keep=True)),
}


@pytest.fixture(params=languages.AVAILABLE, autouse=True)
def _language(request: pytest.FixtureRequest) -> Iterator[None]:
    languages.use(request.param)
    yield
    languages.use("en")


def long_names(shown: View) -> Snapshot:
    """Everybody has a long name."""
    rules = CUSTOM if shown.edition == CUSTOM.edition.id else PLAIN
    people = tuple(replace(seat, name=NAME) for seat in seats(4))
    return playing(shown, seats=people, ruleset=rules, edition=rules.edition.id)


async def test_what_is_asked_is_not_cut_at_60_columns() -> None:
    async with at_table(playing(), size=(60, 18)) as run:
        for asked, shown in ASKED.items():
            await run.push(long_names(shown))
            screen = run.app.screen
            assert isinstance(screen, TableScreen)
            ((_margin, *said),) = screen.prompt_bar.paint(60, 1)
            text = "".join(part.text for part in said)
            assert text.endswith("."), (asked, text)
            assert cell_len(text) <= 58, asked
            assert text in run.text, asked


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_who_may_challenge_sees_what_the_card_is_judged_by(size: tuple[int, int]) -> None:
    """The Draw Four lies on the pile and the color is the one it named: the one before was nowhere."""
    async with at_table(playing(), size=size) as run:
        for asked in ("challenge", "challenge or stack"):
            await run.push(long_names(ASKED[asked]))
            screen = run.app.screen
            assert isinstance(screen, TableScreen)
            panel = screen.answer_panel
            rows = panel.paint(panel.size.width, panel.size.height)
            said = " ".join(" ".join("".join(part.text for part in row).strip(" ┃").split()) for row in rows)
            assert " ".join(words.judged_by(ASKED[asked], CLASSIC.colors, "Y●").split()) in said
            assert f"c {words.capital(languages._('challenge'))[:4]}" in said, (
                "the choice below it has room still"
            )


async def test_where_there_is_room_the_cards_are_named() -> None:
    async with at_table(long_names(ASKED["stack"]), size=(120, 40)) as run:
        screen = run.app.screen
        assert isinstance(screen, TableScreen)
        draw_two = words.symbol_name(CLASSIC, CLASSIC.symbol_of[uids("BD")[0]])
        ((_margin, said),) = screen.prompt_bar.paint(120, 1)
        assert draw_two in said.text

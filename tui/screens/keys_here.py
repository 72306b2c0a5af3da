"""What the keys of a screen do, as its help says it: name and text of each row, marked for translation."""

from __future__ import annotations

from typing import Final

from uno_lan.languages import N_

Keys = tuple[tuple[str, str], ...]

LOBBY: Final[Keys] = (
    (N_("Go to a table"), N_("arrows mark one, Enter joins it or goes back to it")),
    (N_("A table of my own"), N_("h host a game for others, b play against bots")),
    (
        N_("Against bots"),
        N_("b: at once, with edition, rules and bots as last chosen with h; at first Classic and three"),
    ),
    (N_("By address"), N_("a: type the address or code that the host's waiting room shows")),
    (N_("Close my table"), N_("x closes the marked one, for all who sit there")),
    (N_("My name"), N_("n, then type; Enter takes it")),
    (N_("Learn to play"), N_("l: a practice round of two minutes")),
    (N_("My games"), N_("w: look at one again, step by step")),
    (N_("Rules, settings"), N_("F1 rule book; s or F4 colors, signs, bell, language and keys")),
    (N_("Search again"), N_("r; new tables show up by themselves")),
    (
        N_("State"),
        N_(
            "open: seats are free; running: a game is on, and one can watch; code: the table code is asked "
            "for; your seat: it is kept for you in the running game; yours: you opened that table"
        ),
    ),
    (N_("Leave"), N_("q ends the program; your tables stay open")),
)
RESULT: Final[Keys] = (
    (N_("Go on"), N_("n: next round, or after the game a rematch; everybody says so")),
    (N_("Read on"), N_("up and down arrow, PgUp and PgDn")),
    (N_("Watch again"), N_("w, after a game: step by step, from any seat")),
    (N_("Chat, log, people"), "t, l, v"),
    (N_("Is all fair?"), N_("F2: who shuffled, the check words, what is wrong")),
    (N_("Leave"), N_("q asks: keep the seat, give it up, close the table")),
)

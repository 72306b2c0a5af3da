"""Votes about the table and its seats: what is asked, and how it stands."""

from __future__ import annotations

from typing import Final

from uno_lan.client.model import Poll
from uno_lan.languages import N_, _

from .small import Naming, count

QUESTIONS: Final = {
    "pause": N_("Pause the table?"),
    "resume": N_("Go on with the game?"),
    "release": N_("Give up {name}'s seat? The cards go under the draw pile."),
    "remove": N_("Put {name} out of the game?"),
    "reseat": N_("Give {name}'s seat to {heir}? {heir} will see {name}'s cards."),
}
"""What is voted on -> the question."""

REACTIONS: Final = (
    N_("Nice one!"),
    N_("Ouch!"),
    N_("Good luck!"),
    N_("Hurry up!"),
    N_("Sorry!"),
    N_("Thanks!"),
    N_("Well played!"),
)
"""Said by one key."""


def question(poll: Poll, name: Naming) -> str:
    """What is asked."""
    return _(QUESTIONS[poll.what]).format(name=name(poll.seat), heir=poll.heir or _("somebody new"))


def standing(poll: Poll) -> str:
    """How the votes are: `2 of 4 for it, 1 against`."""
    choices = [choice for _seat, choice in poll.votes]
    against = choices.count("no")
    if against:
        said = _("{yes} of {all} for it, {no} against")
    else:
        # Translators: a vote: how many said yes, of how many.
        said = _("{yes} of {all} for it")
    return said.format(yes=choices.count("yes"), all=len(poll.asked), no=against)


def asked(poll: Poll, name: Naming, me: int) -> str:
    """A new question, as a line of the log."""
    by = next((seat for seat, choice in poll.votes if choice == "yes"), -1)
    if by == me >= 0:
        said = _("You ask: {question}")
    elif by >= 0:
        said = _("{who} asks: {question}")
    else:
        said = _("A vote: {question}")
    return said.format(who=name(by) if by >= 0 else "", question=question(poll, name))


def seconds_left(poll: Poll, now: int) -> str:
    """How long a vote goes on."""
    return count(max(0, poll.ends_ms - now) // 1000, "second")

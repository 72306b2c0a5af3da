"""Votes about the table and its seats: what is asked, and how it stands."""

from __future__ import annotations

from typing import Final

from uno_lan.client.model import Poll

from .small import Naming, count

QUESTIONS: Final = {
    "pause": "Pause the table?",
    "resume": "Go on with the game?",
    "release": "Give up {name}'s seat? The cards go under the draw pile.",
    "remove": "Put {name} out of the game?",
    "reseat": "Give {name}'s seat to {heir}? {heir} will see {name}'s cards.",
}
"""What is voted on -> the question."""

REACTIONS: Final = ("Nice one!", "Ouch!", "Good luck!", "Hurry up!", "Sorry!", "Thanks!", "Well played!")
"""Said by one key."""


def question(poll: Poll, name: Naming) -> str:
    """What is asked."""
    return QUESTIONS[poll.what].format(name=name(poll.seat), heir=poll.heir or "somebody new")


def standing(poll: Poll) -> str:
    """How the votes are: `2 of 4 for it, 1 against`."""
    choices = [choice for _, choice in poll.votes]
    against = choices.count("no")
    text = f"{choices.count('yes')} of {len(poll.asked)} for it"
    return f"{text}, {against} against" if against else text


def asked(poll: Poll, name: Naming, me: int) -> str:
    """A new question, as a line of the log."""
    by = next((seat for seat, choice in poll.votes if choice == "yes"), -1)
    who = "You ask" if by == me >= 0 else f"{name(by)} asks" if by >= 0 else "A vote"
    return f"{who}: {question(poll, name)}"


def seconds_left(poll: Poll, now: int) -> str:
    """How long a vote goes on."""
    return count(max(0, poll.ends_ms - now) // 1000, "second")

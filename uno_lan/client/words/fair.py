"""What is said about fairness: what the mark of a deal means, and what is wrong when something is."""

from __future__ import annotations

from uno_lan.client.model import Fairness, Snapshot, Trouble

from .refusals import CHOICES
from .small import capital, count, listed

LIMIT = (
    "The host's computer can see the cards, and players can tell each other their hands: "
    "no program can rule that out."
)
"""What is not promised, said wherever the promise is."""


def explained(fair: Fairness) -> list[str]:
    """What the mark `deal ✓ 2 independent players` says, and what it does not."""
    if not fair.contributors:
        text = ["Only the host's own programs took part in this shuffle, so nothing is claimed about it."]
    else:
        do = "does" if fair.contributors == 1 else "do"
        text = [
            f"{count(fair.contributors, 'player')} who {do} not run the table put a secret into this "
            "shuffle, and the host had sealed its cards before it knew any of them. If you are one of "
            "these players, nobody could choose the cards, and nobody can change them now.",
        ]
    text.append(LIMIT)
    if fair.words:
        text.append(
            f"Check words: {' '.join(fair.words)}. They are the same on every screen; if somebody reads out "
            "others, the host tells two stories."
        )
    if fair.aborts:
        text.append(f"Shuffles given up and repeated in this round: {fair.aborts}.")
    return text


def wrong(now: Snapshot, clock: int = 0) -> list[str]:
    """What happened, who can be shown guilty, where the proof lies, and what the table can do.

    Args:
        clock: wall clock in Unix ms; 0: how much time is left is not said.
    """
    trouble = now.trouble
    if trouble is None:
        return []
    said = (trouble.text, _guilty(trouble), _proof(trouble), _told(trouble), *_vote(now, trouble, clock))
    return [sentence for sentence in said if sentence]


def _guilty(trouble: Trouble) -> str:
    if trouble.proven and trouble.guilty:
        return f"It is proven, and anybody can check it: {trouble.guilty} did it."
    if not trouble.code:
        return ""
    return "It cannot be proven to others who did it, and nobody is shown guilty."


def _proof(trouble: Trouble) -> str:
    return f"Evidence: {trouble.evidence}" if trouble.evidence else ""


def _told(trouble: Trouble) -> str:
    frozen = "Your program makes no more moves in this game. " if trouble.frozen else ""
    if trouble.mine and not trouble.told:
        return f"{frozen}The others are being told."
    return f"{frozen}The others know." if trouble.frozen else ""


def _vote(now: Snapshot, trouble: Trouble, clock: int) -> list[str]:
    if not trouble.ends_ms:
        return []
    left = f", {max(0, trouble.ends_ms - clock + 999) // 1000} s left" if clock else ""
    voted = dict(trouble.votes)
    lines = [f"The players decide what becomes of the round{left}. Without a majority it is void."]
    said = [
        f"{capital(_who(now, seat))}: {CHOICES[choice]}"
        for seat, choice in voted.items()
        if choice in CHOICES
    ]
    waits = [_who(now, seat) for seat in trouble.asked if seat not in voted]
    if said:
        lines.append(" ".join(said))
    if waits:
        lines.append(f"Still to vote: {listed(waits)}.")
    return lines


def _who(now: Snapshot, seat: int) -> str:
    return "you" if seat == now.me else now.name(seat)

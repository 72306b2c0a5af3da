"""What is said about fairness: what the mark of a deal means, and what is wrong when something is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from uno_lan.client.model import Fairness, Snapshot, Trouble
from uno_lan.languages import N_, _, n_

from .refusals import CHOICES, DISPUTED, OBJECTIONS, objection
from .refusals import trouble as trouble_text
from .small import Naming, count, headed, listed

LIMIT = N_(
    "The host's computer can see the cards, and players can tell each other their hands: "
    "no program can rule that out."
)
"""What is not promised, said wherever the promise is."""


def explained(fair: Fairness) -> list[str]:
    """What the mark `deal ✓ 2 independent players` says, and what it does not."""
    if not fair.contributors:
        text = [_("Only the host's own programs took part in this shuffle, so nothing is claimed about it.")]
    else:
        said = n_(
            "{number} player who does not run the table put a secret into this "
            "shuffle, and the host had sealed its cards before it knew any of them. If you are one of "
            "these players, nobody could choose the cards, and nobody can change them now.",
            "{number} players who do not run the table put a secret into this "
            "shuffle, and the host had sealed its cards before it knew any of them. If you are one of "
            "these players, nobody could choose the cards, and nobody can change them now.",
            fair.contributors,
        )
        text = [said.format(number=fair.contributors)]
    text.append(_(LIMIT))
    if fair.words:
        said = _(
            "Check words: {words}. They are the same on every screen; if somebody reads out "
            "others, the host tells two stories."
        )
        text.append(said.format(words=" ".join(fair.words)))
    if fair.aborts:
        said = _("Shuffles given up and repeated in this round: {number}.")
        text.append(said.format(number=fair.aborts))
    if fair.lost:
        text.append("\n".join(fair.lost))
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
        return _("It is proven, and anybody can check it: {who} did it.").format(who=trouble.guilty)
    if not trouble.code:
        return ""
    return _("It cannot be proven to others who did it, and nobody is shown guilty.")


def _proof(trouble: Trouble) -> str:
    return _("Evidence: {file}").format(file=trouble.evidence) if trouble.evidence else ""


def _told(trouble: Trouble) -> str:
    said = [_("Your program makes no more moves in this game.")] if trouble.frozen else []
    if trouble.mine and not trouble.told:
        said.append(_("The others are being told."))
    elif trouble.code and not trouble.frozen and not trouble.ends_ms:
        said.append(_("The others know. The game goes on as the players decide."))
    elif trouble.frozen:
        said.append(_("The others know."))
    return " ".join(said)


OUTCOMES: Final = {
    "open": N_("The round is disputed: the players decide what becomes of it."),
    "count": N_("The round was disputed, and the players let it count."),
    "void": N_("The round was disputed and is void: its points do not count."),
    "stop": N_("The round was disputed: its points do not count, and the game stops here."),
}
"""Outcome of a disputed round -> sentence."""


def called_away() -> str:
    """The log calls me away, live, on this very link."""
    return _("The host says you are away, but you are connected.")


def dropped(who: str) -> str:
    """Somebody, or I (an empty name), lost the seat without a leave, a vote or an order that proves it."""
    if not who:
        return _("The host took your seat away: it says that you are away.")
    return _("{who} loses the seat; that {who} is away, only the host says.").format(who=who)


def disputed(found: Mapping[int, str], name: Naming, me: int) -> str:
    """Who did not find a round right, and why.

    Args:
        found: seat -> what it attested, other than `ok`.
    """
    seats: dict[str, list[int]] = {}
    for seat, code in sorted(found.items()):
        seats.setdefault(code, []).append(seat)
    said = []
    for code, who in seats.items():
        if code in OBJECTIONS:
            said += [objection(code, name(seat), seat == me) for seat in who]
            continue
        names = listed([_("you") if seat == me else name(seat) for seat in who])
        said.append(
            _("Found in this round by {names}: {reason}").format(names=names, reason=trouble_text(code))
        )
    return " ".join(said) or _(DISPUTED)


def _vote(now: Snapshot, trouble: Trouble, clock: int) -> list[str]:
    if not trouble.ends_ms:
        return []
    voted = dict(trouble.votes)
    if clock:
        asked = _(
            "The players decide what becomes of the round, {seconds} left. Without a majority it is void."
        )
    else:
        asked = _("The players decide what becomes of the round. Without a majority it is void.")
    left = max(0, trouble.ends_ms - clock + 999) // 1000
    lines = [asked.format(seconds=count(left, "second"))]
    if "count" in trouble.can:
        lines.append(_("Count: its points count. Void: they do not. Stop: the game ends here, without them."))
    said = [
        headed(_("You") if seat == now.me else now.name(seat), _(CHOICES[choice]))
        for seat, choice in voted.items()
        if choice in CHOICES
    ]
    waits = [_who(now, seat) for seat in trouble.asked if seat not in voted]
    if said:
        lines.append(" ".join(said))
    if waits:
        lines.append(_("Still to vote: {names}.").format(names=listed(waits)))
    return lines


def _who(now: Snapshot, seat: int) -> str:
    return _("you") if seat == now.me else now.name(seat)

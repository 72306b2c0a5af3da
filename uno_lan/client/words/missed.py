"""What players of a round did not do themselves: their time ran out, or a bot moved for them."""

from __future__ import annotations

from uno_lan.client.model import Snapshot
from uno_lan.languages import n_


def missed_lines(now: Snapshot) -> list[str]:
    """A line for each seat and kind; none where all moved themselves."""
    lines = []
    for seat, missed in sorted(now.missed.items()):
        mine, name = seat == now.me, now.name(seat)
        if count := missed.timeouts:
            theirs = n_(
                "The time of {name} ran out {count} time.", "The time of {name} ran out {count} times.", count
            )
            yours = n_("Your time ran out {count} time.", "Your time ran out {count} times.", count)
            lines.append((yours if mine else theirs).format(name=name, count=count))
        if count := missed.moves:
            theirs = n_("A bot made {count} move for {name}.", "A bot made {count} moves for {name}.", count)
            yours = n_("A bot made {count} move for you.", "A bot made {count} moves for you.", count)
            lines.append((yours if mine else theirs).format(name=name, count=count))
    return lines

"""What a person does about the table and the people at it, beside the cards: votes, orders, mute.

Orders are the owner's; votes are everybody's. Both are signed by the session.
"""

from __future__ import annotations

from collections.abc import Callable

from protocol.messages import Rename, TakeBack, VoteKind
from uno_lan.engine import NOBODY

from .model import Poll
from .session import Session


class Desk:
    """The words of one person about their table.

    Args:
        session: the session, once there is one.
        flush: sends what a wish has put into it.
        clock: Unix time in ms.
    """

    def __init__(
        self, session: Callable[[], Session | None], flush: Callable[[], None], clock: Callable[[], int]
    ) -> None:
        self._session = session
        self._flush = flush
        self._clock = clock

    # Votes.

    def ask(self, what: VoteKind, seat: int = NOBODY, pk: bytes | None = None) -> None:
        """Put something to the vote, with a yes of my own."""
        if (session := self._session()) is not None:
            session.ask(what, "yes", seat, pk, self._clock())
            self._flush()

    def answer(self, poll: Poll, yes: bool) -> None:
        """Vote on what is asked."""
        if (session := self._session()) is not None:
            session.ask(poll.what, "yes" if yes else "no", poll.seat, poll.pk, self._clock())
            self._flush()

    # Orders of the owner.

    def rest(self, pause: bool) -> None:
        """The owner lets the table rest, or go on."""
        self._order("pause" if pause else "resume")

    def let_in(self, pk: bytes) -> None:
        """Somebody who was put out may come in again."""
        self._order("unban", pk=pk)

    def give(self, seat: int) -> None:
        """The table belongs to somebody else from now on."""
        self._order("owner", seat)

    def _order(self, kind: str, seat: int = NOBODY, pk: bytes | None = None) -> None:
        session = self._session()
        if session is None:
            return
        match kind:
            case "pause" | "resume" | "unban" | "owner":
                session.admin(kind, seat, self._clock(), pk)
        self._flush()

    # My own.

    def take_back(self) -> None:
        """I am here again: the bot that plays my seat steps back."""
        if (session := self._session()) is not None:
            session.change(TakeBack())
            self._flush()

    def rename(self, name: str) -> None:
        """Another name, in the waiting room."""
        if (session := self._session()) is not None:
            session.change(Rename(name))
            self._flush()

    def mute(self, name: str, muted: bool = True) -> None:
        """Show no more chat of somebody, or show it again."""
        if (session := self._session()) is not None:
            session.mute(name, muted)
            self._flush()

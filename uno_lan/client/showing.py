"""What a session knows, and the snapshot it makes of that for the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from protocol.messages import Message
from protocol.signing import Signer, Verifier
from uno_lan.engine import NOBODY, Command
from uno_lan.fairness.client_game import ClientGame

from .doubts import Doubts
from .effects import Address, Effect, Pause
from .model import LinkState, ShownHand, Snapshot
from .notes import Notes
from .picture import Room, fairness_shown, game_fields, table_fields
from .story import Story
from .talk import Talk
from .wishes import Wishes


@dataclass(slots=True)
class Sent:
    """A move on its way: kept until its entry or its refusal comes back."""

    counter: int
    message: Message
    at: int
    """When, ms."""
    held: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """A move that waits until I have caught up with the table, and the decision it was about."""

    command: Command
    round_no: int
    turn: int
    """Entry since which that decision was due, as far as I knew."""


class Owed(Enum):
    """How it stands with cards that the host must open to me."""

    NOTHING = 0
    ASKED = 1
    """The entry after them came first: I asked once."""
    SAID = 2
    """They did not come: I objected."""


class Showing:
    """The fields of one session, and what a screen is shown of them."""

    def __init__(
        self,
        signer: Signer,
        verifier: Verifier,
        host: bytes,
        entropy: Callable[[int], bytes],
        pause: Pause | None = None,
    ) -> None:
        self._signer = signer
        self._verifier = verifier
        self._host = host
        self._entropy = entropy
        self._pause = pause or Pause()
        self.game: ClientGame | None = None
        self.address = Address()
        self.table = bytes(8)
        """Id of the table."""
        self.snapshot = Snapshot()
        self._room: Room | None = None
        self._notes = Notes()
        self._talk = Talk()
        self._story = Story(self._notes)
        self._doubts = Doubts(signer, verifier, host, self._notes)
        self._entries: list[tuple[bytes, bytes]] = []
        self._syncing = False
        self._owed = Owed.NOTHING
        self._sent: Sent | None = None
        self._waiting: Waiting | None = None
        self._gave: int | None = None
        """When I sent what the running step of a shuffle asks of me."""
        self._shown: ShownHand | None = None
        self._wishes = Wishes(signer, self._notes)
        self._forced_at = 0

    def take(self) -> list[Effect]:
        """What to do now, in order; each effect is given once."""
        return self._notes.take()

    # What the shell has seen or done.

    def connecting(self) -> None:
        """A first connection is being made."""
        self._set(link=LinkState.CONNECTING)

    def measured(self, rtt_ms: int) -> None:
        """A round trip was measured."""
        self._set(rtt_ms=rtt_ms)

    def recorded(self, path: str) -> None:
        """Where the record of this game lies."""
        self._set(record=path)

    def evidence_saved(self, path: str) -> None:
        """Where the evidence lies."""
        self._doubts.evidence = path
        self._set(fair=replace(self.snapshot.fair, evidence=path))
        if self.snapshot.trouble is not None:
            self._set(trouble=replace(self.snapshot.trouble, evidence=path))

    # What is shown.

    def _seat_of(self, pk: bytes | None) -> int:
        return self._room.seat_of(pk) if self._room is not None else NOBODY

    def notice(self, text: str) -> None:
        """Show a sentence about what the person did."""
        self._set(notice=text, notice_no=self.snapshot.notice_no + 1)

    def seen_hand(self) -> None:
        """The shown hand was looked at."""
        self._shown = None
        self._set(shown=None)

    def _set(self, **fields: object) -> None:
        self.snapshot = replace(self.snapshot, **fields)  # type: ignore[arg-type]

    def _render(self) -> None:
        """Build the snapshot anew."""
        room, game = self._room, self.game
        if room is None:
            return
        me = self._seat_of(self._signer.pk)
        attested = game.replica.attested if game is not None else {}
        fields = table_fields(room, me, self.address) | game_fields(room, game)
        view = fields["view"]
        self._set(
            **fields,
            grace_ms=self._story.grace if view is not None and view.owes else 0,
            catching_up=self._syncing or (game is not None and game.waits_for_cards),
            held=self._sent is not None and self._sent.held,
            shown=self._shown,
            fair=fairness_shown(game, self._doubts.evidence, self._story.words, self._story.lost),
            trouble=self._doubts.shown(room.lobby, me, room.offset, attested, self.snapshot.name),
            tally=self._story.tally,
            missed=self._story.missed,
            log=self._notes.lines,
        )


__all__ = ["Owed", "Sent", "Showing", "Waiting"]

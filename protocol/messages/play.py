"""Messages of a running game. What is signed in them is defined in `texts`."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from ..fields import ChatText, Millis, NameText, PublicKey, Uint63, Word
from .base import Message, SignedMessage

Padding = Annotated[bytes, Meta(max_length=255)]


class EntryMessage(SignedMessage, frozen=True):
    """H→all: one entry of the log (exact bytes) and the host's signature of the head after it."""

    t: ClassVar[str] = "entry"


class Act(SignedMessage, frozen=True):
    """C→H: a game command (`Action`). Answered by the entry it became, by `held` or by `nack`."""

    t: ClassVar[str] = "act"


class Nack(Message, frozen=True):
    """H→C: the action with this counter was refused; nothing changed."""

    t: ClassVar[str] = "nack"
    n: Uint63
    code: Word
    """`ActionCode` or a reason code of the engine."""


class Held(Message, frozen=True):
    """H→C: the action with this counter is kept, because a UNO grace or a shuffle runs."""

    t: ClassVar[str] = "held"
    n: Uint63
    until: Millis
    """Host time when it is tried again; 0: when the shuffle is done."""


class Commit(SignedMessage, frozen=True):
    """C→H: my promise of a seed (`CommitText`)."""

    t: ClassVar[str] = "commit"


class Reveal(SignedMessage, frozen=True):
    """C→H: my seed (`SeedText`)."""

    t: ClassVar[str] = "reveal"


class Answer(SignedMessage, frozen=True):
    """C→H: my seed for a shuffle that was given up because it had not come (`SeedText`, the same bytes as in
    `reveal`): it shuffles nothing any more, but shows everybody what that shuffle would have dealt."""

    t: ClassVar[str] = "answer"


class Deal(SignedMessage, frozen=True):
    """H→one seat: openings of its own new cards (`DealText`)."""

    t: ClassVar[str] = "deal"
    z: Padding = b""


class Show(SignedMessage, frozen=True):
    """H→one viewer, with a copy to the target: openings of a whole hand (`ShowText`)."""

    t: ClassVar[str] = "show"
    z: Padding = b""


class AckHead(SignedMessage, frozen=True):
    """C→H: I have seen the log up to here (`AckText`)."""

    t: ClassVar[str] = "ack_head"


class AckVerdict(SignedMessage, frozen=True):
    """C→H: I checked the hand I was shown (`VerdictText`)."""

    t: ClassVar[str] = "ack_verdict"


class Attest(SignedMessage, frozen=True):
    """C→H: I checked the finished round (`AttestText`)."""

    t: ClassVar[str] = "attest"


class Dispute(SignedMessage, frozen=True):
    """C→H: something is wrong, here is why (`DisputeText`)."""

    t: ClassVar[str] = "dispute"


class Consent(SignedMessage, frozen=True):
    """C→H: I agree to these rules (`ConsentText`); sent by who joins a running game."""

    t: ClassVar[str] = "consent"


class Vote(SignedMessage, frozen=True):
    """C→H: my vote (`VoteText`)."""

    t: ClassVar[str] = "vote"


class Admin(SignedMessage, frozen=True):
    """C→H, the owner: kick, pause, resume, release a seat, close the table (`AdminText`)."""

    t: ClassVar[str] = "admin"


class Chat(Message, frozen=True):
    """C→H with the text alone; H→all with who said it and when. Never logged."""

    t: ClassVar[str] = "chat"
    text: ChatText
    pk: PublicKey | None = None
    name: NameText | None = None
    ts: Millis = 0

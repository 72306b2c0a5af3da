"""Everything that can be wrong with a peer, and the sentence a person is told.

    Exception
    ├── ProtocolFault        the other end's bytes are wrong, or it may not talk to us: the link closes
    ├── ProofFault           what the host or a player did contradicts what they signed: evidence follows
    ├── AddressError         a code or an address was typed wrongly
    ├── TextError            a name or a line of chat cannot be used
    └── FileFault            a file is not what it should be, or damaged

A move that is merely not allowed is none of these: it is answered with a code (`ActionCode` or a reason
code of the engine) and the link stays. Every code has one sentence here: what happened, and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final


class LinkCode(StrEnum):
    """Fatal codes: the link closes."""

    FRAME = "E_FRAME"
    DECODE = "E_DECODE"
    SCHEMA = "E_SCHEMA"
    TYPE = "E_TYPE"
    VERSION = "E_VERSION"
    ALPN = "E_ALPN"
    TIMEOUT = "E_TIMEOUT"
    RATE = "E_RATE"
    BINDING = "E_BINDING"
    PIN = "E_PIN"
    CODE = "E_CODE"
    HOST_PROOF = "E_HOST_PROOF"
    TABLE = "E_TABLE"
    SIG = "E_SIG"
    BANNED = "E_BANNED"
    FULL = "E_FULL"
    REPLACED = "E_REPLACED"


class ActionCode(StrEnum):
    """Codes of a refused action beside the engine's reason codes: the link stays."""

    STALE = "E_STALE"
    COUNTER = "E_COUNTER"
    NOT_SEATED = "not_seated"
    PAUSED = "paused"


class ProofCode(StrEnum):
    """Codes of a broken promise; each has a kind of evidence, if what is broken was signed."""

    RULE = "E_RULE"
    FORK = "E_FORK"
    COMMIT = "E_COMMIT"
    REVEAL = "E_REVEAL"
    SUBSET = "E_SUBSET"
    DOUBLE = "E_DOUBLE"
    LEAF = "E_LEAF"
    ORDER = "E_ORDER"
    DUPCARD = "E_DUPCARD"
    MYCARD = "E_MYCARD"
    BAG = "E_BAG"
    SEED = "E_SEED"
    DECK = "E_DECK"
    VERDICT = "E_VERDICT"
    FORGED = "E_FORGED"
    INCOMPLETE = "E_INCOMPLETE"


SENTENCES: Final[dict[str, str]] = {
    "E_FRAME": "The other side sent a message of an impossible length. Connect again; "
    "if it happens every time, the two programs do not fit together.",
    "E_DECODE": "The other side sent bytes that are no message. Connect again; "
    "if it happens every time, the two programs do not fit together.",
    "E_SCHEMA": "The other side sent a message with parts that do not belong there. "
    "Check that both sides run the same version.",
    "E_TYPE": "The other side sent a kind of message this program does not know. "
    "Check that both sides run the same version.",
    "E_VERSION": "The two programs speak different versions of the protocol. Update the older one.",
    "E_ALPN": "The other side is not an UNO LAN host. Check the address and the port.",
    "E_TIMEOUT": "The other side did not answer in time. Check the network and try again.",
    "E_RATE": "Too many attempts or messages in a short time. Wait a minute and try again.",
    "E_BINDING": "Somebody between you and the host changed the connection. Do not play over this network; "
    "try a cable or a phone's hotspot.",
    "E_PIN": "This host has another key than the one you know under this name. "
    "Ask its owner before you accept it.",
    "E_CODE": "The table code is wrong. Ask for it again and type it anew.",
    "E_HOST_PROOF": "This host does not know the table code you typed, so it is not the table "
    "you were invited to. Ask for address and code again.",
    "E_TABLE": "This host has no such table, or several to choose from. Choose one from its list.",
    "E_SIG": "A signature is wrong: something was said in somebody else's name. "
    "Do not go on with this table.",
    "E_BANNED": "You were put out of this table. Its owner, or who runs the server, can let you in again.",
    "E_FULL": "The table takes no more connections. Try again when somebody has left.",
    "E_REPLACED": "You joined from another window or computer, which now has your seat. Nothing to do here.",
    "E_STALE": "The table changed before your move arrived. Look again and choose anew.",
    "E_COUNTER": "The host has already seen a later move of yours. Join again, then repeat the move.",
    "not_seated": "You are watching; only seated players can do this. Take a seat before the next round.",
    "paused": "The table is paused. Wait until the owner resumes it.",
    "E_RULE": "The host wrote down something the rules do not allow. The game cannot be scored; "
    "keep the evidence file.",
    "E_FORK": "The host told different players different histories. The game cannot be scored; "
    "keep the evidence file and compare the table words.",
    "E_COMMIT": "A promised seed is missing or was exchanged before the shuffle. Do not accept this deal.",
    "E_REVEAL": "A seed does not match what was promised before. Do not accept this deal.",
    "E_SUBSET": "The host shuffled without somebody who was there. Do not accept this deal.",
    "E_DOUBLE": "A player signed two different things where only one is allowed. Keep the evidence file.",
    "E_LEAF": "The host gave a card that is not the one it promised. The game cannot be scored; "
    "keep the evidence file.",
    "E_ORDER": "The host gave a card that was not the next one. The game cannot be scored; "
    "keep the evidence file.",
    "E_DUPCARD": "The same card appeared twice. The game cannot be scored; keep the evidence file.",
    "E_MYCARD": "Somebody played a card that is in your hand. The game cannot be scored; "
    "keep the evidence file.",
    "E_BAG": "A card was played that was never in that hand. The game cannot be scored; "
    "keep the evidence file.",
    "E_SEED": "The host's seed does not fit the deck it promised. The round cannot be scored; "
    "keep the evidence file.",
    "E_DECK": "The promised deck was not the right set of cards. The round cannot be scored; "
    "keep the evidence file.",
    "E_VERDICT": "The host said something about a hand that is not true. The game cannot be scored; "
    "keep the evidence file.",
    "E_FORGED": "The host invented or changed a player's move. The game cannot be scored; "
    "keep the evidence file.",
    "E_INCOMPLETE": "The host stopped before it opened its cards, so this round cannot be checked "
    "and does not count.",
}
"""One plain sentence for every code of this package."""


def sentence(code: str) -> str:
    """What happened and what to do, for a code of this package; other codes come back as they are."""
    return SENTENCES.get(code, code)


class ProtocolFault(Exception):
    """The link must close: wrong bytes, a wrong proof, or a door that stays shut.

    Attributes:
        code: one of `LinkCode`.
        detail: for logs, never for screens; holds no secret.
        remote: the other side told us so; otherwise we found it ourselves.
    """

    def __init__(self, code: str, detail: str = "", *, remote: bool = False) -> None:
        self.code = LinkCode(code).value
        self.detail = detail
        self.remote = remote
        super().__init__(f"{self.code}: {detail}" if detail else self.code)

    @property
    def sentence(self) -> str:
        """What a person is told."""
        return sentence(self.code)


class ProofFault(Exception):
    """Somebody broke a promise that was signed; the game is over for scoring if it can be proven.

    Attributes:
        code: one of `ProofCode`, or another code whose fault stands in the log (E_SIG, E_COUNTER, ...).
        seq: the log entry concerned, or -1 when it is none.
        detail: what exactly differed, for logs and the evidence's hint.
        accused: public key of whoever signed it, or empty when that is not known here.
        pieces: signed bytes beyond the log that show it, as (type, bytes, signature): private deliveries,
            entries and heads that were told to somebody else. Nothing more than is needed.
    """

    def __init__(
        self,
        code: str,
        seq: int = -1,
        detail: str = "",
        *,
        accused: bytes = b"",
        pieces: Sequence[tuple[str, bytes, bytes]] = (),
    ) -> None:
        if code not in SENTENCES:
            raise ValueError(f"{code!r} is no code")
        self.code = code
        self.seq = seq
        self.detail = detail
        self.accused = accused
        self.pieces = tuple(pieces)
        super().__init__(f"{self.code} at {seq}: {detail}" if detail else f"{self.code} at {seq}")

    @property
    def sentence(self) -> str:
        """What a person is told."""
        return sentence(self.code)


class AddressError(ValueError):
    """A table code, an address code or a `uno://` address cannot be read; the text says why.

    Args:
        form: the sentence with {places}, so that a face can say it in another language.
        values: what belongs in the places.
    """

    def __init__(self, form: str, **values: object) -> None:
        super().__init__(form.format(**values))
        self.form = form
        self.values = values


class TextError(ValueError):
    """A name, a table name or a line of chat cannot be used; the text says why."""


class FileFault(ValueError):
    """A game or evidence file is damaged, or no such file at all; the text says which."""

"""What all parts of a table share: the people, the stage, the rules, the time, and the list of effects.

No rules of conduct here: the waiting room, the match and the table itself decide; this is where they meet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from protocol import codec
from protocol.errors import ProtocolFault
from protocol.fields import Signed
from protocol.messages import ConsentText, Message, Stage, decode_terms, rules_hash
from protocol.signing import Signer, Verifier
from uno_lan.engine import RulesError, Ruleset
from uno_lan.fairness.replica import ENGINE_VERSION, PROTOCOL_VERSION

from .config import TableConfig
from .effects import Close, Effect, Note, RulesChanged, Send, Store
from .people import People, Person
from .talk import Talk

if TYPE_CHECKING:
    from .match import Match

T = TypeVar("T")
MakeSigner = Callable[[bytes], Signer]
"""Makes a key of 32 random bytes."""


class Refusal(Exception):
    """A wish that cannot be granted now: answered with a sentence, the link stays.

    Attributes:
        code: a word for programs.
        sentence: what a person is told.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Room:
    """The shared state of one table.

    Args:
        signer: the host's key.
        entropy: gives so many fresh random bytes.
        make_signer: makes the keys of bots.
    """

    def __init__(
        self,
        config: TableConfig,
        signer: Signer,
        verifier: Verifier,
        entropy: Callable[[int], bytes],
        make_signer: MakeSigner,
    ) -> None:
        self.config = config
        self.signer = signer
        self.verifier = verifier
        self.entropy = entropy
        self.make_signer = make_signer
        self.people = People()
        self.talk = Talk()
        self.stage: Stage = "waiting"
        self.terms = config.terms
        self.rules = rules_of(config.terms)
        self.next_game = entropy(16)
        """Id of the game to come: consents name it."""
        self.owner = config.owner
        """Key of the table's owner; empty: nobody yet."""
        self.totals: dict[bytes, int] = {}
        """Points of the game before, by key: shown until the next one starts."""
        self.closing = False
        """The server is about to stop: no further round begins."""
        self.paused = False
        self.recovering = False
        """The process was restarted and asks what the others know: nothing may be written."""
        self.notice = ""
        """A sentence for all screens."""
        self.now = 0
        """Unix ms; never goes back."""
        self.match: Match | None = None
        """The running or finished game; None in the waiting room."""
        self.out: list[Effect] = []
        self.log: list[tuple[bytes, bytes]] = []
        """Entries of the running game with the host's signatures."""
        self.lobby_due = True
        """The `lobby` message is to be sent again: see `changed`."""

    # Chance.

    def random(self) -> float:
        """A number from 0 up to 1."""
        return int.from_bytes(self.entropy(6), "big") / 2**48

    def between(self, span: tuple[int, int]) -> int:
        """A whole number in this span, ends included."""
        least, most = span
        return least + int(self.random() * (most - least + 1))

    # Effects.

    def send(self, person: Person, message: Message) -> None:
        """Tell one person, if there is a link."""
        if person.link is not None:
            self.out.append(Send((person.link.peer,), message))

    def tell(self, message: Message) -> None:
        """Tell everybody who has a link."""
        if peers := self.people.peers():
            self.out.append(Send(peers, message))

    def tell_synced(self, message: Message) -> None:
        """Tell everybody who has the whole log so far."""
        if peers := self.people.synced():
            self.out.append(Send(peers, message))

    def store(self, secret: object) -> None:
        """Keep something that only the host may know, for a restart."""
        self.out.append(Store("sec", codec.pack(secret)))

    def say(self, text: str, pk: bytes | None, name: str) -> None:
        """Tell everybody what somebody says."""
        self.tell(self.talk.add(text, pk, name, self.now))

    def pause(self, paused: bool, notice: str) -> None:
        """Stop the clocks, or let them go on. Kept for a restart: not every pause is in the log."""
        self.paused, self.notice = paused, notice
        if self.match is not None:
            self.store({"paused": paused, "notice": notice})
        self.changed()

    def close(self, person: Person, reason: str) -> None:
        """Close somebody's link."""
        if link := self.people.unlink(person):
            self.out.append(Close(link.peer, reason))

    def note(self, event: str, **fields: object) -> None:
        """A line for the log of the process."""
        self.out.append(Note(event, fields))

    def changed(self) -> None:
        """Something that the `lobby` message shows is different now."""
        self.lobby_due = True

    # What everybody agrees to.

    def set_rules(self, terms: bytes) -> None:
        """Other rules.

        Raises:
            Refusal: they cannot be played.
        """
        self.rules = rules_of(terms)
        if terms != self.terms:
            self.out.append(RulesChanged(terms))
        self.terms = terms

    @property
    def rules_hash(self) -> bytes:
        """Hash of the rules shown."""
        return rules_hash(self.terms)

    def check_consent(self, pk: bytes, consent: Signed | None, game: bytes) -> Signed:
        """Somebody's consent to these rules in this game.

        Raises:
            Refusal: it is missing, or to something else.
        """
        text = codec.encode_text(ConsentText(self.config.table, game, self.rules_hash))
        if consent is None or consent.p != text:
            raise Refusal("no_consent", "The rules have changed meanwhile. Look at them and say again.")
        if not self.verifier.verify(pk, ConsentText.SIG, consent.p, consent.s):
            raise Refusal("E_SIG", "Your agreement to the rules is not signed with your key.")
        return consent


def rules_of(terms: bytes) -> Ruleset:
    """The rules in the text that players agree to.

    Raises:
        Refusal: it is nothing that this program can play.
    """
    try:
        text = decode_terms(terms)
        if (text.engine, text.protocol) != (ENGINE_VERSION, PROTOCOL_VERSION):
            raise Refusal("bad_rules", "These rules are for another version of UNO LAN.")
        return Ruleset.from_plain(text.ruleset)
    except ProtocolFault as fault:
        raise Refusal("bad_rules", "These rules cannot be read.") from fault
    except RulesError as error:
        raise Refusal("bad_rules", str(error)[:200]) from error


def read(payload: bytes, kind: type[T]) -> T:
    """What somebody signed, typed.

    Raises:
        Refusal: it cannot be read.
    """
    try:
        return codec.decode_text(payload, kind)
    except ProtocolFault as fault:
        raise Refusal(fault.code, "") from None

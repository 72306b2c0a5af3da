"""What players want to write on the customizable cards: proposed by one who sits, agreed to by all who do.

A text that everybody has agreed to becomes part of the rules at once, on the first card that is blank; with
none blank, on the one written first. With that all consents are void, so `ready` still agrees to the whole.
A proposal that somebody does not agree to simply never happens. Bots agree to anything they can read.
"""

from __future__ import annotations

from msgspec.structs import replace

from protocol.messages import Proposal, decode_terms, encode_terms
from uno_lan.engine import NOBODY, RulesError, Ruleset
from uno_lan.engine.written import read_rule

from .people import Person
from .room import Refusal, Room
from .waiting import WaitingRoom


class Proposals:
    """The open proposals of a waiting room."""

    def __init__(self, room: Room, waiting: WaitingRoom) -> None:
        self._room = room
        self._waiting = waiting
        self._texts: dict[bytes, str] = {}
        """What is proposed, by the key of who did; the oldest first."""
        self._agreed: dict[bytes, set[bytes]] = {}
        """Who agreed to it."""
        self._next = 0
        """The card that is written on when none is blank."""

    @property
    def state(self) -> tuple[Proposal, ...]:
        """For the lobby message."""
        return tuple(
            Proposal(who.seat, text, tuple(sorted(self._seats(self._agreed[pk]))))
            for pk, text in self._texts.items()
            if (who := self._room.people.get(pk)) is not None and who.seat != NOBODY
        )

    def _seats(self, keys: set[bytes]) -> set[int]:
        people = [self._room.people.get(pk) for pk in keys]
        return {who.seat for who in people if who is not None and who.seat != NOBODY}

    def propose(self, person: Person, text: str) -> None:
        """Somebody proposes a text, instead of the one before; an empty one takes it back.

        Raises:
            Refusal: no seat, no such card, or no text that can be read.
        """
        if person.seat == NOBODY:
            raise Refusal("not_seated", "You are watching. Take a seat first.")
        rules = self._room.rules
        if not rules.edition.customizable:
            raise Refusal("no_card", f"{rules.edition.name} has no cards to write on.")
        text = " ".join(text.split())
        if text:
            try:
                read_rule(text)
            except RulesError as error:
                raise Refusal("bad_rule", str(error)[:200]) from None
            if text in rules.custom:
                raise Refusal("bad_rule", "That stands on a card already.")
        self._forget(person.pk)
        if text:
            self._texts[person.pk] = text
            self._agreed[person.pk] = {person.pk}
        self._room.changed()
        self.settle()

    def agree(self, person: Person, seat: int) -> None:
        """Somebody agrees to the proposal of a seat.

        Raises:
            Refusal: no seat, or nothing is proposed there.
        """
        if person.seat == NOBODY:
            raise Refusal("not_seated", "You are watching. Take a seat first.")
        who = self._room.people.at(seat)
        if who is None or who.pk not in self._texts:
            raise Refusal("no_proposal", "Nothing is proposed there any more.")
        self._agreed[who.pk].add(person.pk)
        self._room.changed()
        self.settle()

    def settle(self) -> None:
        """Write down what everybody agrees to; forget what nobody who sits here proposes any more."""
        people = [person for person in self._room.people.seated() if not person.is_bot]
        seated = {person.pk for person in people}
        for pk in list(self._texts):
            if pk not in seated or not self._room.rules.edition.customizable:
                self._forget(pk)
            elif seated <= self._agreed[pk]:
                text = self._texts[pk]
                self._forget(pk)
                self._write(text)

    def clear(self) -> None:
        """A game begins: what is still open is too late."""
        self._texts.clear()
        self._agreed.clear()

    def _forget(self, pk: bytes) -> None:
        if self._texts.pop(pk, None) is not None:
            del self._agreed[pk]
            self._room.changed()

    def _write(self, text: str) -> None:
        room = self._room
        copies = room.rules.edition.customizable
        texts = list(room.rules.custom or ("",) * copies)
        place = texts.index("") if "" in texts else self._next % copies
        self._next = place + 1
        texts[place] = text
        rules = Ruleset.from_plain({**room.rules.to_plain(), "custom": texts})
        terms = replace(decode_terms(room.terms), ruleset=rules.to_plain())
        self._waiting.set_rules(encode_terms(terms))

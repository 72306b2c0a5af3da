"""One short text form for cards, seats and commands, as chess has SAN.

Used by the plain client, the log panel, scenarios, replays and test failures. It is a form and nothing else:
what is legal is the round's business, so a color or seat that does not exist becomes a code the round refuses
(`UNKNOWN`), and a card that is not in the hand becomes a card the round refuses. Only text that cannot be
read at all is an error here.

    NotationError(ValueError)   the text cannot be read; one line that says why

`docs/notation.md` has the tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from . import commands as c
from .commands import NOBODY, Command
from .deck import Edition
from .faces import NO_COLOR
from .plain import HOST_KINDS

__all__ = [
    "UNKNOWN",
    "NotationError",
    "card_text",
    "cards_text",
    "color_text",
    "command_text",
    "parse_card",
    "parse_cards",
    "parse_color",
    "parse_command",
    "parse_seat",
    "parse_top",
    "seat_text",
    "top_text",
]

UNKNOWN = 99
"""A color or seat that was named but does not exist; the round answers `bad_color` or `bad_target`."""

SEAT_LETTERS = "ABCDEFGHIJ"
STANDARD_COLORS = ("red", "yellow", "green", "blue")
"""Words for the colors that are understood in every edition, whatever the edition itself calls them."""
MAX_COLORS = 2
"""Colors that can come with a play: the new one, and one to draw (`draw_to_color`)."""

WITHOUT_WORDS: dict[str, type[Command]] = {
    "draw": c.Draw,
    "keep": c.Keep,
    "pass": c.Pass,
    "accept": c.Accept,
    "challenge": c.Challenge,
    "uno": c.Uno,
    "leave": c.Leave,
}
VERBS = ("play", *WITHOUT_WORDS, "color", "target", "discard", "jump", "catch")

_COPY = re.compile(r"(W\D)([1-9])")
_ALONE = {kind: word for word, kind in {**WITHOUT_WORDS, **HOST_KINDS}.items()}


class NotationError(ValueError):
    """The text cannot be read; the message is one line that says why.

    Args:
        form: the message with {places}, so that a face can say it in another language.
        values: what belongs in the places.
    """

    def __init__(self, form: str, **values: object) -> None:
        super().__init__(form.format(**values))
        self.form = form
        self.values = values


def _quoted(text: str) -> str:
    """A piece of foreign text for a message: short, on one line."""
    return repr(text if len(text) <= 24 else text[:23] + "…")


# Colors and seats.


def _find_color(text: str, edition: Edition) -> int:
    """Color index of a word or letter, the edition's own words first; `NOBODY` for none."""
    word = text.lower()
    for names in (edition.colors, edition.letters, STANDARD_COLORS, [name[0] for name in STANDARD_COLORS]):
        for color, name in enumerate(names[: len(edition.colors)]):
            if word == name.lower():
                return color
    return NOBODY


def parse_color(text: str, edition: Edition) -> int:
    """Color index of a word or first letter; `UNKNOWN` for any other word."""
    color = _find_color(text, edition)
    return UNKNOWN if color == NOBODY else color


def color_text(color: int, edition: Edition) -> str:
    """The edition's word for a color; `?` for none of them."""
    return edition.colors[color] if 0 <= color < len(edition.colors) else "?"


def parse_seat(text: str, names: Sequence[str] = ()) -> int:
    """Seat id of a letter `A`...`J` or of a player's name, with or without `@`; `UNKNOWN` for anybody else.

    A letter always means the place at the table, so nobody can take over another seat by choosing its
    letter as a name.
    """
    word = text.removeprefix("@").strip()
    letter = word.upper()
    if len(letter) == 1 and letter in SEAT_LETTERS:
        return SEAT_LETTERS.index(letter)
    for seat, name in enumerate(names):
        if name.casefold() == word.casefold():
            return seat
    return UNKNOWN


def seat_text(seat: int) -> str:
    """The letter of a seat; `?` for none of them."""
    return SEAT_LETTERS[seat] if 0 <= seat < len(SEAT_LETTERS) else "?"


# Cards.


def card_text(card: int, edition: Edition) -> str:
    """`R5`, `GS`, `W4`: equal for cards of equal face."""
    return edition.text(card)


def cards_text(cards: Iterable[int], edition: Edition) -> str:
    """Several cards, in the order given."""
    return " ".join(edition.text(card) for card in cards)


def _fitting(text: str, edition: Edition) -> list[int]:
    """All cards that the text may mean, in edition order; empty when it is no card of the edition."""
    word = text.upper()
    cards = _copies(word, edition)
    if not cards and (color := _find_color(word[:1], edition)) != NOBODY:
        cards = _copies(edition.letters[color] + word[1:], edition)
    if not cards and (copy := _COPY.fullmatch(word)):
        number = int(copy[2])
        cards = _copies(copy[1], edition)[number - 1 : number]
    return cards


def _copies(text: str, edition: Edition) -> list[int]:
    """The cards with this text; capitals and small letters are the same."""
    return [card for card in range(edition.size) if edition.text(card).upper() == text.upper()]


def parse_card(
    text: str,
    edition: Edition,
    among: Sequence[int] = (),
    prefer: int = NOBODY,
    without: Iterable[int] = (),
) -> int:
    """The card a text means: `prefer` if it fits, else the first that fits of `among`, else any copy.

    Args:
        among: the hand of whoever speaks; a card that is not in it is still read, and refused by the round.
        prefer: the card just drawn, in phase `drawn`.
        without: cards already spoken of in the same command.

    Raises:
        NotationError: no such card in this edition, or no copy of it is left.
    """
    taken = set(without)
    copies = _fitting(text, edition)
    if not copies:
        raise NotationError(
            "{text} is no card of {edition}: write R5, GS, BD, YR, W, W4",
            text=_quoted(text),
            edition=edition.name,
        )
    fitting = [card for card in copies if card not in taken]
    if not fitting:
        raise NotationError(
            "{text} is named more often than {edition} has it", text=text.upper(), edition=edition.name
        )
    if prefer in fitting:
        return prefer
    return next((card for card in among if card in fitting), fitting[0])


def parse_cards(
    text: str, edition: Edition, among: Sequence[int] = (), without: Iterable[int] = ()
) -> list[int]:
    """Several cards separated by spaces, each another copy."""
    cards: list[int] = []
    taken = set(without)
    for word in text.split():
        cards.append(parse_card(word, edition, among, without=taken))
        taken.add(cards[-1])
    return cards


def parse_top(text: str, edition: Edition, without: Iterable[int] = ()) -> tuple[int, int]:
    """A card as it lies on the table: (card, active color); a wild without a named color has `NOBODY`."""
    word, slash, named = text.strip().partition("/")
    card = parse_card(word, edition, without=without)
    color = edition.color_of[card]
    if not slash:
        return card, color if color != NO_COLOR else NOBODY
    if color != NO_COLOR:
        raise NotationError("{text}: only a wild carries a named color", text=_quoted(text))
    active = parse_color(named, edition)
    if active == UNKNOWN:
        raise NotationError("{text}: {named} is no color", text=_quoted(text), named=_quoted(named))
    return card, active


def top_text(card: int, color: int, edition: Edition) -> str:
    """A card as it lies on the table: `R5`, `W4/B`; empty when there is none."""
    if card == NOBODY:
        return ""
    if edition.color_of[card] != NO_COLOR or color == NOBODY:
        return edition.text(card)
    return f"{edition.text(card)}/{edition.letters[color]}"


# Commands.


def parse_command(
    text: str,
    edition: Edition,
    seat: int,
    hand: Sequence[int] = (),
    drawn: int = NOBODY,
    names: Sequence[str] = (),
) -> Command:
    """Read one command of a player.

    Args:
        seat: who speaks.
        hand: the speaker's cards: a card text means one of these if it can.
        drawn: the card just drawn (phase `drawn`), preferred among equal faces.
        names: players' names by seat id, for `@name`.

    Raises:
        NotationError: this is no command.
    """
    words, seats = _split(text, names)
    if not words:
        raise NotationError("nothing to do: write one of {verbs}", verbs=" ".join(VERBS))
    verb, words = words[0].lower(), words[1:]
    if verb in WITHOUT_WORDS:
        _nothing_more(verb, words, seats)
        return WITHOUT_WORDS[verb](seat)
    if verb in ("play", "jump"):
        return _Played(verb, words, seats, edition, hand, drawn).command(seat)
    if verb == "color":
        if len(words) != 1 or seats:
            raise NotationError("{verb} needs one color: {verb} {color}", verb="color", color="green")
        return c.Color(seat, parse_color(words[0], edition))
    if verb in ("target", "catch"):
        named = seats + [parse_seat(word, names) for word in words]
        if len(named) != 1:
            raise NotationError("{verb} needs one player: {verb} @C", verb=verb)
        return c.Target(seat, named[0]) if verb == "target" else c.Catch(seat, named[0])
    if verb == "discard":
        if not words or seats:
            raise NotationError("{verb} needs cards: {verb} R5 G2", verb="discard")
        return c.Discard(seat, tuple(parse_cards(" ".join(words), edition, hand)))
    raise NotationError(
        "{verb} is no command: write one of {verbs}", verb=_quoted(verb), verbs=" ".join(VERBS)
    )


def _split(text: str, names: Sequence[str]) -> tuple[list[str], list[int]]:
    """Words without the `@` ones, and the seats those name. A name may contain spaces."""
    words: list[str] = []
    seats: list[int] = []
    rest = " ".join(text.split())
    while rest:
        if not rest.startswith("@"):
            word, _, rest = rest.partition(" ")
            words.append(word)
        else:
            name = _name_at_start(rest[1:], names)
            seats.append(parse_seat(name, names))
            rest = rest[1 + len(name) :]
        rest = rest.lstrip()
    return words, seats


def _name_at_start(text: str, names: Sequence[str]) -> str:
    """The longest player's name that `text` begins with, else its first word."""
    fitting = [
        name
        for name in names
        if text[: len(name)].casefold() == name.casefold() and text[len(name) : len(name) + 1] in ("", " ")
    ]
    longest = max(fitting, key=len, default="")
    return text[: len(longest)] if longest else text.partition(" ")[0]


def _nothing_more(verb: str, words: list[str], seats: list[int]) -> None:
    if words or seats:
        raise NotationError("{verb} stands alone", verb=verb)


class _Played:
    """The words after `play` and `jump`: cards, then colors, a seat and the call in any order."""

    def __init__(
        self,
        verb: str,
        words: list[str],
        seats: list[int],
        edition: Edition,
        hand: Sequence[int],
        drawn: int,
    ) -> None:
        self.verb = verb
        if not words:
            raise NotationError("{verb} needs a card: {verb} R5", verb=verb)
        if len(seats) > 1:
            raise NotationError("{verb} takes one player", verb=verb)
        self.target = seats[0] if seats else NOBODY
        self.card = parse_card(words[0], edition, hand, prefer=drawn)
        self.more: list[int] = []
        self.colors: list[int] = []
        self.uno = False
        for word in words[1:]:
            self._read(word, edition, hand)
        if verb == "jump" and (self.more or self.colors):
            raise NotationError("{verb} takes one card: {verb} R5", verb="jump")

    def _read(self, word: str, edition: Edition, hand: Sequence[int]) -> None:
        """A word after the first card; what is neither call, color nor card counts as a color nobody has."""
        color = _find_color(word, edition)
        if word.lower() == "uno":
            self.uno = True
        elif color == NOBODY and _fitting(word, edition):
            self.more.append(parse_card(word, edition, hand, without=[self.card, *self.more]))
        elif len(self.colors) == MAX_COLORS:
            raise NotationError("{verb} takes at most two colors", verb=self.verb)
        else:
            self.colors.append(UNKNOWN if color == NOBODY else color)

    def command(self, seat: int) -> Command:
        if self.verb == "jump":
            return c.Jump(seat, self.card, target=self.target, uno=self.uno)
        first, second = (*self.colors, NOBODY, NOBODY)[:2]
        return c.Play(
            seat,
            self.card,
            color=first,
            target=self.target,
            uno=self.uno,
            color2=second,
            more=tuple(self.more),
        )


def command_text(command: Command, edition: Edition) -> str:
    """The text of a command, without who gave it; `parse_command` reads it back."""
    words: list[str]
    match command:
        case c.Play():
            words = ["play", cards_text((command.card, *command.more), edition)]
            words += [color_text(x, edition) for x in (command.color, command.color2) if x != NOBODY]
            words += _aimed(command.target, command.uno)
        case c.Jump():
            words = ["jump", edition.text(command.card), *_aimed(command.target, command.uno)]
        case c.Color():
            words = ["color", color_text(command.color, edition)]
        case c.Target():
            words = ["target", f"@{seat_text(command.target)}"]
        case c.Catch():
            words = ["catch", f"@{seat_text(command.target)}"]
        case c.Discard():
            words = ["discard", cards_text(command.cards, edition)]
        case _:
            words = [_ALONE[type(command)]]
    return " ".join(words)


def _aimed(target: int, uno: bool) -> list[str]:
    aimed = [] if target == NOBODY else [f"@{seat_text(target)}"]
    return [*aimed, "uno"] if uno else aimed

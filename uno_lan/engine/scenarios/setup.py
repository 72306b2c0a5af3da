"""From a scenario file to a round with all its cards.

Every card of the edition is accounted for: it is where the file puts it, or if it is named nowhere under the
pile or, with `pile_only`, outside the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec import UNSET

from ..commands import NOBODY
from ..deck import Edition
from ..edition import load_edition
from ..faces import RulesError
from ..game import Game
from ..notation import UNKNOWN, NotationError, parse_card, parse_color, parse_top
from ..round import Round
from ..rules import Ruleset
from ..truth import Truth
from ..written import read_rule
from .form import DRAW_FOR_DEALER, Scenario, ScenarioError


@dataclass(slots=True)
class Setup:
    """What a scenario starts from."""

    scenario: Scenario
    rules: Ruleset
    round: Round
    truth: Truth
    game: Game
    outside: tuple[int, ...]
    """Cards set aside by `pile_only`."""

    @property
    def edition(self) -> Edition:
        """The cards played with."""
        return self.rules.edition

    def seat(self, name: str, where: str) -> int:
        """Seat id of a name.

        Raises:
            ScenarioError: nobody of this name plays.
        """
        return find_seat(self.scenario, name, where)


def find_seat(scenario: Scenario, name: str, where: str) -> int:
    """Seat id of a name; `where` is the key it stands in."""
    if name not in scenario.seats:
        raise ScenarioError(f"{where}: there is no seat {name!r}")
    return scenario.seats.index(name)


def build(scenario: Scenario) -> Setup:
    """Set up the round of a scenario; one that begins has not begun yet.

    Raises:
        ScenarioError: unknown edition, rule, seat or card, too many cards, or a position that cannot be.
    """
    try:
        edition = load_edition(scenario.edition)
        custom = _custom(scenario, edition)
        rules = Ruleset.make(edition, scenario.mode, custom, **({"uno_grace_ms": 0} | scenario.rules))
        rules.check_players(len(scenario.seats))
    except RulesError as error:
        raise ScenarioError(str(error)) from None
    outside: tuple[int, ...] = ()
    if scenario.begin:
        if scenario.dealer == DRAW_FOR_DEALER and edition.data.dealer != DRAW_FOR_DEALER:
            raise ScenarioError(f"dealer: {edition.name} has no draw for dealer; name who deals")
        round_ = Round(rules, range(len(scenario.seats)), _dealer(scenario))
        truth = Truth(rules.edition)
    else:
        round_, truth, outside = _position(scenario, rules)
    return Setup(scenario, rules, round_, truth, _game(scenario, rules, round_.dealer), outside)


def _custom(scenario: Scenario, edition: Edition) -> list[str]:
    """What is written on the customizable cards, by copy.

    Raises:
        ScenarioError: there is no such card, or what is written cannot be read.
    """
    face = next((face for face in edition.data.faces if face.kind == "customizable"), None)
    if scenario.custom and face is None:
        raise ScenarioError(f"custom: {edition.name} has no cards that carry written rules")
    signs = [f"{face.sign}{copy or ''}" for copy in (0, *range(2, face.count + 1))] if face else []
    texts = {}
    for key, text in scenario.custom.items():
        if key.upper() not in signs:
            raise ScenarioError(f"custom: {key!r} is no card that carries a rule: {', '.join(signs)}")
        try:
            read_rule(text)
        except RulesError as error:
            raise ScenarioError(f"custom: {key}: {error}") from None
        texts[key.upper()] = text
    return [texts.get(sign, "") for sign in signs] if texts else []


def _dealer(scenario: Scenario) -> int:
    """Who deals; NOBODY when that is drawn for. The last seat when the file does not say."""
    if scenario.dealer is UNSET:
        return len(scenario.seats) - 1
    if scenario.dealer == DRAW_FOR_DEALER:
        return NOBODY
    return find_seat(scenario, scenario.dealer, "dealer")


def _game(scenario: Scenario, rules: Ruleset, dealer: int) -> Game:
    game = Game(rules, range(len(scenario.seats)))
    for name, total in scenario.scores.items():
        game.totals[find_seat(scenario, name, "scores")] = total
    game.dealer = dealer
    game.round_no = scenario.round
    game.counted = scenario.round - 1
    return game


# Positions.


def _position(scenario: Scenario, rules: Ruleset) -> tuple[Round, Truth, tuple[int, ...]]:
    edition = rules.edition
    taken: list[int] = []
    hands = _hands(scenario, edition, taken)
    discard, color = _discard(scenario, edition, taken)
    pile = read_cards(scenario.pile or "", edition, "pile", taken)
    rest = [card for card in range(edition.size) if card not in taken]
    outside: tuple[int, ...] = ()
    if scenario.pile_only is True:
        outside = tuple(rest)
    else:
        pile += rest
    dealer = _dealer(scenario)
    to_act = (dealer + 1) % len(scenario.seats)
    if scenario.to_act is not UNSET:
        to_act = find_seat(scenario, scenario.to_act, "to_act")
    try:
        round_ = Round.position(
            rules,
            range(len(scenario.seats)),
            dealer=dealer,
            to_act=to_act,
            sizes={seat: len(hand) for seat, hand in hands.items()},
            discard=discard,
            pile_size=len(pile),
            color=color,
            direction=scenario.dir or 1,
            called=_holders_of_one(scenario, "called", hands),
            owes=_holders_of_one(scenario, "owes_uno", hands),
        )
    except ValueError as error:
        raise ScenarioError(str(error)) from None
    return round_, Truth(edition, hands, reversed(pile)), outside


def _hands(scenario: Scenario, edition: Edition, taken: list[int]) -> dict[int, list[int]]:
    assert scenario.hands is not UNSET
    hands = {}
    for name, text in scenario.hands.items():
        seat = find_seat(scenario, name, "hands")
        hands[seat] = read_cards(text, edition, f"hands: {name}", taken)
    for seat, name in enumerate(scenario.seats):
        if not hands.get(seat):
            raise ScenarioError(f"hands: {name} has no cards")
    return hands


def _discard(scenario: Scenario, edition: Edition, taken: list[int]) -> tuple[list[int], int]:
    """The discard pile, bottom to top, and the active color."""
    texts, where = ([scenario.top], "top") if scenario.top is not UNSET else (scenario.discard, "discard")
    assert texts is not UNSET
    cards: list[int] = []
    color = NOBODY
    for text in texts:
        try:
            card, color = parse_top(str(text), edition, without=taken)
        except NotationError as error:
            raise ScenarioError(f"{where}: {error}") from None
        cards.append(card)
        taken.append(card)
    if not cards:
        raise ScenarioError("discard: empty; a round has at least one card on the discard pile")
    if scenario.color is not UNSET:
        named = parse_color(scenario.color, edition)
        if named == UNKNOWN:
            raise ScenarioError(f"color: {scenario.color!r} is no color")
        if color not in (NOBODY, named):
            raise ScenarioError(f"color: the top card says {edition.colors[color]}")
        color = named
    if color == NOBODY:
        raise ScenarioError(f"{where}: a wild on top needs a color: W/G, or color")
    return cards, color


def _holders_of_one(scenario: Scenario, key: str, hands: dict[int, list[int]]) -> list[int]:
    """The seats of `called` or `owes_uno`."""
    names = getattr(scenario, key)
    seats = [] if names is UNSET else [find_seat(scenario, name, key) for name in names]
    for seat in seats:
        if len(hands[seat]) != 1:
            raise ScenarioError(f"{key}: {scenario.seats[seat]} does not hold exactly one card")
    if key == "owes_uno" and scenario.called is not UNSET and set(scenario.called) & set(names or ()):
        raise ScenarioError("owes_uno: whoever has called owes nothing")
    return seats


# Cards.


def read_cards(text: str, edition: Edition, where: str, taken: list[int]) -> list[int]:
    """Read cards, each a copy that is not `taken` yet, and mark them as taken.

    Raises:
        ScenarioError: no such card, or more of it than there are.
    """
    cards = []
    for word in text.split():
        try:
            card = parse_card(word, edition, without=taken)
        except NotationError as error:
            raise ScenarioError(f"{where}: {error}") from None
        cards.append(card)
        taken.append(card)
    return cards


def order_of(text: str, going_in: Sequence[int], edition: Edition, where: str) -> list[int]:
    """The order of a shuffle: the cards named first, then the others as they went in.

    Raises:
        ScenarioError: a card that does not go into this shuffle.
    """
    rest = list(going_in)
    first = []
    for word in text.split():
        card = _copy_among(word, rest, edition, where)
        rest.remove(card)
        first.append(card)
    return first + rest


def _copy_among(word: str, cards: Iterable[int], edition: Edition, where: str) -> int:
    among = list(cards)
    try:
        card = parse_card(word, edition, among)
    except NotationError as error:
        raise ScenarioError(f"{where}: {error}") from None
    if card not in among:
        raise ScenarioError(f"{where}: there is no {word} (any more) among the cards that are shuffled")
    return card

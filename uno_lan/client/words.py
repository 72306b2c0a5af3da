"""Sentences: what happened, what is asked, why something was refused, in words for people.

The TUI and the plain client say the same things because they take them from here. Pure text: no screen, no
network, no state. Reason codes are those of `docs/notation.md`, error codes those of `docs/protocol.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from uno_lan.client.model import SeatInfo
from uno_lan.engine import events as ev
from uno_lan.engine.commands import NOBODY
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import View

Naming = Callable[[int], str]
"""Gives the name of a seat."""

COLORS: Final = ("red", "yellow", "green", "blue")
WILD: Final = 4
"""Color code of a card without a color."""

SYMBOLS: Final = (
    *(str(number) for number in range(10)),
    "Draw Two",
    "Reverse",
    "Skip",
    "Wild",
    "Wild Draw Four",
    "Wild Super Star",
    "Wild Customizable",
    "Wild The Force",
    "Wild Item Box",
    "Wild Shuffle Hands",
)


class Faces(Protocol):
    """What must be known of an edition to name its cards."""

    @property
    def color_of(self) -> bytes:
        """Color code of each card."""

    @property
    def symbol_of(self) -> bytes:
        """Symbol code of each card."""


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence about a round."""

    text: str
    seat: int = NOBODY
    color: int = NOBODY
    card: int = NOBODY
    """Card whose name stands in the text."""


# Small words.


def count(number: int, thing: str = "card") -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def color_name(color: int, colors: Sequence[str] = COLORS) -> str:
    """Word of a color; `no colour` before there is one."""
    return colors[color] if 0 <= color < len(colors) else "no colour"


def card_name(faces: Faces, uid: int, colors: Sequence[str] = COLORS) -> str:
    """`red 5`, `blue Draw Two`, `Wild`."""
    if not 0 <= uid < len(faces.color_of):
        return "a card"
    symbol = SYMBOLS[faces.symbol_of[uid]]
    color = faces.color_of[uid]
    return symbol if color == WILD else f"{color_name(color, colors)} {symbol}"


def direction_name(direction: int) -> str:
    """The direction of play."""
    return "clockwise" if direction >= 0 else "counter-clockwise"


# Why not.

REFUSALS: Final[Mapping[str, str]] = {
    "not_your_turn": "It is not your turn.",
    "wrong_phase": "That is not possible right now.",
    "not_in_hand": "You do not hold that card.",
    "only_drawn_card": "You drew, so only the drawn card may be played.",
    "does_not_match": "That card matches neither the colour nor the symbol on the pile.",
    "bad_color": "There is no such colour.",
    "color_needed": "Name a colour with a wild: red, yellow, green or blue.",
    "bad_target": "That player cannot be chosen.",
    "target_needed": "Choose a player as well.",
    "bad_discard": "Those cards cannot be discarded: choose the number that is asked.",
    "nothing_to_draw": "No card is left to draw: play or pass.",
    "can_draw": "You may not pass while a card can be drawn.",
    "no_challenge": "This card cannot be challenged.",
    "bluff": "You hold a card of the current colour, and this table forbids bluffing with a Draw Four.",
    "must_play": "A card of yours fits, and at this table it must be played.",
    "special_finish": "At this table the last card may not be a special card.",
    "cannot_jump": "Only an identical card may be played out of turn.",
    "nothing_to_call": "There is nothing to call: UNO is for one card, or for the play that leaves one.",
    "nothing_to_catch": "Nobody can be caught for that now.",
    "grace": "The table waits a moment: somebody may still call UNO.",
    "shuffle": "The cards are being shuffled; your move is kept until that is done.",
    "not_seated": "You are watching; only seated players may do that.",
    "paused": "The table is paused.",
    "not_owner": "Only the owner of the table may do that.",
    "not_ready": "Not everybody is ready yet.",
    "too_few": "At least two players are needed.",
    "table_full": "All seats are taken.",
    "no_game": "No game is running.",
    "game_running": "That is not possible while a game is running.",
    "E_STALE": "Something happened just before: look again and repeat.",
    "E_COUNTER": "The table has already seen that action.",
    "too_fast": "That key just changed its meaning: press it again.",
    "sent": "Your move is on its way.",
    "offline": "No link to the table at the moment.",
    "frozen": "The game is stopped: the table broke the rules of fair play.",
}
"""Reason code -> sentence. All engine codes of `docs/notation.md`, the table's, and the screens' own."""

TROUBLE: Final[Mapping[str, str]] = {
    "E_FRAME": "The other side sent something that is not this game's language.",
    "E_DECODE": "The other side sent damaged data.",
    "E_SCHEMA": "The other side sent a message that makes no sense.",
    "E_TYPE": "The other side sent an unknown message; is one of the programs older?",
    "E_VERSION": "This table speaks another version of the game: both sides need the same one.",
    "E_ALPN": "There is a server at this address, but no UNO LAN table.",
    "E_TIMEOUT": "The table did not answer in time. Is it still running, and is it this network?",
    "E_RATE": "Too many attempts: wait a minute and try again.",
    "E_BINDING": "The link is not private: somebody in between answers for the table. Not joined.",
    "E_PIN": "This table has the name of one you know, but another identity.",
    "E_CODE": "The table code is wrong. It looks like K7QM-2XPA and is shown in the host's waiting room.",
    "E_HOST_PROOF": "This host does not know the table code, so it is not your friend's table. Not joined.",
    "E_TABLE": "There is no such table on that server any more.",
    "E_SIG": "A signature is wrong: the message does not come from who it claims.",
    "E_BANNED": "You were removed from this table.",
    "E_FULL": "The table is full.",
    "E_REPLACED": "You joined from another window; this one has handed over.",
    "E_RULE": "The host announced something the rules do not allow.",
    "E_FORK": "The host told different players different stories.",
    "E_COMMIT": "A sealed random seed was exchanged before the shuffle.",
    "E_REVEAL": "A random seed does not fit its seal.",
    "E_SUBSET": "The host left somebody's random seed out of the shuffle.",
    "E_DOUBLE": "A player signed two different things where only one can be true.",
    "E_LEAF": "A card is not the one that was sealed before the shuffle.",
    "E_ORDER": "A card did not come from its place in the shuffled pile.",
    "E_DUPCARD": "The same card turned up twice.",
    "E_MYCARD": "Somebody played a card that you hold.",
    "E_BAG": "A card was played that was not in that hand.",
    "E_SEED": "The host's opened seed does not fit the sealed deck.",
    "E_DECK": "The deck was not complete, or held a card too many.",
    "E_VERDICT": "The verdict of a challenge does not fit the cards shown.",
    "E_FORGED": "A player's move was altered.",
    "E_INCOMPLETE": "The host left before opening the deck: this round cannot be checked and does not count.",
    "replaced": "You joined from another window; this one has handed over.",
    "kicked": "You were removed from the table by its owner.",
    "closed": "The owner closed the table.",
    "unreachable": "No answer from that address. Same network? Is the table still open?",
    "refused": "Nothing listens at that address: the table is closed, or the port is wrong.",
}
"""Error code -> sentence: links that fail and proofs that do not hold."""


OBJECTIONS: Final[Mapping[str, str]] = {
    "offline": "{name} says: the table called me offline while I was here.",
    "E_SUBSET": "{name} says: the cards were shuffled without me while I was here.",
    "timeout": "{name} says: the table took my turn away although I had moved.",
    "clock": "{name} says: the table's clock runs ahead.",
}
"""Objections, which cannot be proven, as sentences."""
DISPUTED: Final = "Somebody did not find this round right. The players decide what becomes of it."
NOT_PASSED_ON: Final = (
    "You left the table: it keeps from the others what your program found. Your record and the evidence, "
    "if there is any, stay on this computer."
)
CHOICES: Final[Mapping[str, str]] = {
    "count": "The round counts.",
    "void": "The round is void: its points do not count.",
    "stop": "The game stops here.",
    "leave": "Leave the table.",
}
"""What can be done about a disputed round."""


def objection(code: str, name: str, mine: bool = False) -> str:
    """What somebody says that nobody can prove."""
    if mine:
        said = OBJECTIONS.get(code)
        return said.format(name="You").replace("says", "say") if said else f"You object ({code})."
    if code in OBJECTIONS:
        return OBJECTIONS[code].format(name=name)
    reason = TROUBLE.get(code, "Something is wrong.")
    return f"{name} says: {reason} It cannot be proven; the game goes on."


def refusal(code: str) -> str:
    """Why an action was refused."""
    return REFUSALS.get(code) or TROUBLE.get(code) or f"The table refused that ({code})."


def trouble(code: str) -> str:
    """What a fatal error code means."""
    return TROUBLE.get(code) or REFUSALS.get(code) or f"The link ended ({code})."


def mismatch(faces: Faces, view: View, uid: int) -> str:
    """Why a card does not fit the pile, with the names of both."""
    top = view.top
    card = capital(card_name(faces, uid))
    if not 0 <= top < len(faces.symbol_of) or faces.color_of[top] == WILD:
        return f"{card} does not fit: {color_name(view.color)} was named."
    symbol = SYMBOLS[faces.symbol_of[top]]
    return f"{card} does not fit: it is neither {color_name(view.color)} nor a {symbol}."


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


# What is asked.


def prompt(view: View, name: Naming, faces: Faces) -> str:
    """What the round waits for, said to the person at `view.seat`."""
    who = name(view.to_act)
    mine = view.to_act == view.seat and view.seat != NOBODY
    if view.phase is Phase.SHUFFLE:
        return "Everybody shuffles together…"
    if view.phase is Phase.TURN:
        if not mine:
            return f"{who} is to play."
        if view.legal.may_pass:
            return "Your turn. No card can be drawn: play or pass."
        return "Your turn: play a card or draw." if view.legal.plays else "Your turn: no card fits, so draw."
    if view.phase is Phase.DRAWN:
        if not mine:
            return f"{who} has drawn and may play that card."
        drawn = card_name(faces, view.drawn)
        if view.legal.plays:
            return f"You drew {drawn}: play it or keep it."
        return f"You drew {drawn}. It does not fit and stays in your hand."
    if view.phase is Phase.ANSWER:
        attacker = name(view.attacker)
        if not mine:
            whose = "your" if view.attacker == view.seat else f"{attacker}'s"
            return f"{who} answers {whose} draw card."
        if view.can_challenge:
            return f"{attacker} played a Draw Four on you: accept or challenge."
        return f"{attacker} makes you draw {count(view.pending)}: accept or answer."
    if view.phase in (Phase.FIRST_COLOR, Phase.PICK_COLOR):
        return "Name a colour." if mine else f"{who} names a colour."
    if view.phase is Phase.PICK_TARGET:
        return "Choose a player." if mine else f"{who} chooses a player."
    if view.phase is Phase.PICK_DISCARDS:
        return f"Choose {count(view.legal.discards)} to discard." if mine else f"{who} chooses discards."
    return ""


# What happened.

DRAW_REASONS: Final[Mapping[str, str]] = {
    "turn": "",
    "two": "",
    "four": "",
    "first": "",
    "challenge": " after the challenge",
    "caught": " for a missed UNO call",
    "item": "",
    "rule": "",
}
SHUFFLES: Final[Mapping[str, str]] = {
    "dealer": "Everybody shuffles for the draw for dealer.",
    "deal": "Everybody shuffles the deck together.",
    "restart": "A Draw Four came first: it goes back and the deck is shuffled again.",
    "refill": "The draw pile ran out: everybody shuffles the discards.",
    "hands": "All hands are collected and shuffled.",
}
ENDINGS: Final[Mapping[str, str]] = {
    "blocked": "Nobody can play or draw: the round is blocked.",
    "void": "The round is void.",
}


def tell(
    happened: Sequence[ev.Event], name: Naming, me: int, faces: Faces, color: int = NOBODY
) -> list[Said]:
    """Sentences for the events of one command, in order; events nobody needs to read are left out.

    Args:
        color: in force afterwards: a wild that names the color it found changes nothing, so no event says it.
    """
    teller = _Teller(name, me, faces, color)
    out: list[Said] = []
    for index, event in enumerate(happened):
        said = teller.say(event, happened[index + 1 :])
        if said is not None:
            out.append(said)
    return out


def time_up(name: Naming, seat: int, me: int) -> str:
    """The table moved for somebody who did not in time."""
    return "Your time is up." if seat == me else f"{name(seat)}'s time is up."


class _Teller:
    """Turns events into sentences; a few look at what follows to say two facts in one line."""

    def __init__(self, name: Naming, me: int, faces: Faces, color: int) -> None:
        self._name = name
        self._me = me
        self._faces = faces
        self._color = color
        self._drew = NOBODY

    def who(self, seat: int) -> str:
        """`You` or the name."""
        return "You" if seat == self._me else self._name(seat)

    def whom(self, seat: int) -> str:
        """`you` or the name."""
        return "you" if seat == self._me else self._name(seat)

    def say(self, event: ev.Event, rest: Sequence[ev.Event]) -> Said | None:
        """The sentence of one event."""
        if isinstance(event, ev.Played):
            return self._played(event, rest)
        if isinstance(event, ev.Drew):
            return self._draw(event, rest)
        if isinstance(event, ev.Skipped):
            if event.seat == self._drew:
                self._drew = NOBODY
                return None
            return Said(f"{self.who(event.seat)} lost the turn.", event.seat)
        if isinstance(event, ev.Kept):
            return Said(f"{self.who(event.seat)} kept the card.", event.seat)
        return self._calls(event) or self._table(event)

    def _played(self, event: ev.Played, rest: Iterable[ev.Event]) -> Said:
        color = self._faces.color_of[event.card]
        text = f"{self.who(event.seat)} played {card_name(self._faces, event.card)}"
        if color == WILD:
            named = self._color
            for later in rest:
                if isinstance(later, ev.Played | ev.ColorSet):
                    named = later.color if isinstance(later, ev.ColorSet) else NOBODY
                    break
            if 0 <= named < WILD:
                return Said(f"{text}: {color_name(named)}.", event.seat, named, event.card)
        return Said(f"{text}.", event.seat, color, event.card)

    def _draw(self, event: ev.Drew, rest: Iterable[ev.Event]) -> Said:
        text = f"{self.who(event.seat)} drew {count(event.count)}{DRAW_REASONS.get(event.why, '')}"
        if event.why != "turn" and any(isinstance(e, ev.Skipped) and e.seat == event.seat for e in rest):
            self._drew = event.seat
            return Said(f"{text} and lost the turn.", event.seat)
        return Said(f"{text}.", event.seat)

    def _calls(self, event: ev.Event) -> Said | None:
        if isinstance(event, ev.Called):
            return Said(f"{self.who(event.seat)} called UNO!", event.seat)
        if isinstance(event, ev.UnoOwed):
            return self._owed(event.seats)
        if isinstance(event, ev.Caught):
            return Said(f"{self.who(event.seat)} caught {self.whom(event.target)}.", event.seat)
        if isinstance(event, ev.Accepted):
            return Said(f"{self.who(event.seat)} accepted.", event.seat)
        if isinstance(event, ev.Challenged):
            verdict = "it was a bluff" if event.guilty else "it was honest"
            target = self.whom(event.target)
            return Said(f"{self.who(event.seat)} challenged {target}: {verdict}.", event.seat)
        if isinstance(event, ev.Passed):
            return Said(f"{self.who(event.seat)} passed.", event.seat)
        return None

    def _owed(self, seats: Sequence[int]) -> Said | None:
        if not seats:
            return None
        names = listed([self.who(seat) for seat in seats])
        has = "have" if len(seats) > 1 or self._me in seats else "has"
        return Said(f"{names} {has} one card and did not call UNO.", seats[0])

    def _table(self, event: ev.Event) -> Said | None:
        if isinstance(event, ev.ShuffleWanted):
            return Said(SHUFFLES.get(event.kind, "The cards are shuffled."))
        if isinstance(event, ev.DealerCard):
            card = card_name(self._faces, event.card)
            color = self._faces.color_of[event.card]
            who = self.who(event.seat)
            return Said(f"{who} drew {card} for dealer.", event.seat, color, event.card)
        if isinstance(event, ev.DealerChosen):
            deals = "You deal." if event.seat == self._me else f"{self.who(event.seat)} deals."
            return Said(deals, event.seat)
        if isinstance(event, ev.Dealt):
            each = event.count // len(event.seats) if event.seats else 0
            return Said(f"{count(each)} each.")
        if isinstance(event, ev.Flipped):
            card = card_name(self._faces, event.card)
            color = self._faces.color_of[event.card]
            return Said(f"Turned up: {card}.", color=color, card=event.card)
        if isinstance(event, ev.DirectionSet):
            return Said(f"Play goes {direction_name(event.dir)}.")
        if isinstance(event, ev.SeatLeft):
            return Said(f"{self.who(event.seat)} left the game.", event.seat)
        if isinstance(event, ev.RoundOver):
            return self._over(event)
        return None

    def _over(self, event: ev.RoundOver) -> Said:
        if event.why in ENDINGS or event.winner == NOBODY:
            return Said(ENDINGS.get(event.why, "The round is over."))
        if event.why == "last":
            only = "are" if event.winner == self._me else "is"
            return Said(f"{self.who(event.winner)} {only} the last one left.", event.winner)
        return Said(f"{self.who(event.winner)} went out!", event.winner)


# Who comes and goes.


def people(before: Sequence[SeatInfo], after: Sequence[SeatInfo], me: int) -> list[tuple[str, Said]]:
    """What changed among the people at the table, each with its kind of log line. Nothing about myself."""
    was = {seat.seat: seat for seat in before if seat.seat != me and not seat.gone}
    now = {seat.seat: seat for seat in after if seat.seat != me and not seat.gone}
    out: list[tuple[str, Said]] = []
    for number, seat in now.items():
        old = was.get(number)
        if old is None or old.name != seat.name:
            out.append(("table", Said(f"{seat.name} sat down.", number)))
        elif old.online and not seat.online:
            out.append(("link", Said(f"{seat.name} lost the link; the seat is kept.", number)))
        elif seat.online and not old.online:
            out.append(("table", Said(f"{seat.name} is back.", number)))
    gone = [old for number, old in was.items() if number not in now]
    return out + [("table", Said(f"{old.name} left the table.", old.seat)) for old in gone]


# The table.

MODES: Final[Mapping[str, tuple[str, str]]] = {
    "race_500": ("Race to {target}", "The winner of a round collects the points of all other hands."),
    "single_hand": ("Single hand", "The first player out wins the game."),
    "agreed_hands": ("{rounds} hands", "After {rounds} hands the highest total wins."),
    "penalty_500": (
        "Penalty to {target}",
        "Everybody adds up the cards left over; the lowest total wins.",
    ),
    "penalty_rounds": (
        "{rounds} penalty rounds",
        "After {rounds} rounds the lowest total wins.",
    ),
}


def mode_title(mode: str, target: int = 500, rounds: int = 3) -> str:
    """`Race to 500`."""
    return MODES.get(mode, (mode, ""))[0].format(target=target, rounds=rounds)


def mode_sentence(mode: str, target: int = 500, rounds: int = 3) -> str:
    """What the mode means."""
    return MODES.get(mode, ("", ""))[1].format(target=target, rounds=rounds)


def rule_lines(mode: str, target: int, rules: Mapping[str, object]) -> list[str]:
    """The rules in force in a few sentences."""
    rounds = number(rules, "rounds_n", 3)
    lines = [f"{mode_title(mode, target, rounds)}: {mode_sentence(mode, target, rounds)}"]
    timer = number(rules, "turn_timer", 0)
    lines.append(f"Turn clock: {timer} s." if timer else "No turn clock.")
    hand = number(rules, "hand_size_n", 7)
    if hand != 7:
        lines.append(f"{count(hand)} each instead of 7.")
    wilds = rules.get("wilds_match_wd4")
    if wilds is not None:
        lines.append(f"Wilds {'count as a' if wilds else 'are no'} match for a Draw Four.")
    return lines


def number(rules: Mapping[str, object], key: str, default: int) -> int:
    """A number among the rules."""
    value = rules.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else default

"""What a person types into the plain client, and what becomes of it.

Three kinds of lines: game commands (docs/notation.md), words about the table, and information words that are
answered at once. Pure but for the port it is given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, get_args

from protocol.errors import TextError
from protocol.messages import Choice
from protocol.names import clean_name
from uno_lan.client import words
from uno_lan.client.draft import Draft
from uno_lan.client.model import Snapshot, Stage
from uno_lan.client.words import typed
from uno_lan.client.words.typed import folded
from uno_lan.engine import NOBODY, Color, Command, Jump, Play, RulesError, Ruleset, Target
from uno_lan.engine.edition import edition_ids, load_edition, open_edition
from uno_lan.engine.faces import MAX_SEATS, MODES
from uno_lan.engine.house import PRESET, SWITCHES, find_preset, parse_switch
from uno_lan.engine.notation import (
    UNKNOWN,
    VERBS,
    NotationError,
    parse_card,
    parse_color,
    parse_command,
    parse_seat,
)
from uno_lan.languages import N_, _, said

from . import facts, people
from .completing import Unfinished, completed, unfinished, what_it_lacks, with_the_only
from .helping import help_lines, possible
from .reading import begins_with, explained, in_english, suggested, yes_or_no
from .speaker import Speaker, Verbosity

LOG_TAIL: Final = 10
NAMED: Final = ("preset", "mode", "edition")
"""What is set by a name, beside single house rules."""
UNANSWERED: Final = ("say", "mute", "unmute", "quit", "leave", "close")
"""Words after which nothing of the table changes that the next line could depend on."""
SPEECH: Final = {
    Verbosity.LOW: N_("my turns, results and what concerns me"),
    Verbosity.NORMAL: N_("everything that happens"),
    Verbosity.HIGH: N_("everything, and how the table stands at each of my turns"),
}
"""How much is said."""


class Table(Protocol):
    """What a typed line may do."""

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""

    def send(self, command: Command) -> None:
        """A game command."""

    def ready(self, ready: bool) -> None:
        """Ready for what comes next, or not."""

    def start(self) -> None:
        """Owner: start."""

    def sit(self) -> None:
        """A watcher wants a seat."""

    def add_bot(self) -> None:
        """Owner: add a bot."""

    def remove_bot(self, seat: int) -> None:
        """Owner: remove a bot."""

    def kick(self, seat: int) -> None:
        """Owner: remove a person."""

    def swap(self, first: int, second: int) -> None:
        """Owner: two seats change places."""

    def set_rules(self, rules: Ruleset) -> None:
        """Owner: other rules."""

    def propose(self, text: str) -> None:
        """A text for a customizable card; empty: take mine back."""

    def agree(self, seat: int) -> None:
        """Agree to what a seat proposes."""

    def vote(self, choice: Choice) -> None:
        """What is to become of the disputed round."""

    def next_round(self) -> None:
        """Go on."""

    def rematch(self) -> None:
        """Play again."""

    def say(self, text: str) -> None:
        """Chat."""

    def leave(self) -> None:
        """Give the seat up."""

    def close_table(self) -> None:
        """Owner: close the table."""

    def step_away(self) -> None:
        """Cut the link, keep the seat."""

    @property
    def desk(self) -> people.Desk:
        """Votes, orders of the owner, mute."""


@dataclass(slots=True)
class Console:
    """Reads typed lines.

    Args:
        clock: the wall clock in Unix ms, for the turn clock.
        careful: what cannot be taken back has to be typed twice.
    """

    table: Table
    speaker: Speaker
    clock: Callable[[], int]
    careful: bool = False
    editions: Path | None = None
    """Folder of editions of one's own."""
    asked: bool = False
    """The last line asked something of the table that it answers."""
    _doubtful: str = ""
    """What was typed just now and has to be typed once more."""
    _unfinished: Unfinished | None = None
    """The move typed last, if it lacked a color or a player."""

    def line(self, text: str) -> list[str]:
        """Carry a typed line out.

        Returns:
            Lines to say at once.
        """
        text, self.asked = text.strip(), False
        if not text or text.startswith("#"):
            return []
        now = self.table.snapshot
        english = in_english(text, now.deck, _names(now))
        word, _space, rest = english.partition(" ")
        doubtful, self._doubtful = self._doubtful, ""
        if self.careful and english.casefold() != doubtful and (question := people.final(word, rest, now)):
            self._doubtful = english.casefold()
            return [question, _("Say it once more to do it: {words}").format(words=text)]
        answer = self._ask(word, rest)
        if answer is not None:
            return answer
        answer = people.manage(word, rest, self.table.snapshot, self.table.desk, self.clock)
        if answer is None:
            answer = self._manage(word, rest)
        if answer is None:
            answer = self._play(english, text)
        self.asked = not answer and word not in UNANSWERED
        return answer

    # Information.

    def _ask(self, word: str, rest: str) -> list[str] | None:
        now = self.table.snapshot
        match word:
            case "help":
                return help_lines(now, rest)
            case "hand":
                if now.view is None:
                    return [_("You hold no cards: no round is being played.")]
                return [facts.hand_line(now.view, now.deck)]
            case "top":
                return [facts.top_line(now)]
            case "counts":
                return [facts.counts_line(now)]
            case "turn":
                return [facts.turn_line(now)]
            case "time":
                return [self._time(now)]
            case "log":
                return [line.text for line in now.log[-LOG_TAIL:]] or [_("Nothing has happened yet.")]
            case "rules":
                return facts.rules_lines(now)
            case "table":
                return facts.waiting_lines(now)
            case "players":
                return facts.players_lines(now)
            case "fair":
                return facts.fair_lines(now, self.clock())
            case "why":
                return self._why(now, rest)
            case "verbosity":
                return [self._verbosity(rest)]
            case _other:
                return None

    def _time(self, now: Snapshot) -> str:
        if not now.deadline_ms or now.view is None:
            return _("No clock is running.")
        left = max(0, now.deadline_ms - self.clock()) // 1000
        mine = now.view.to_act == now.me
        form = _("You have {seconds} left.") if mine else _("{who} has {seconds} left.")
        return form.format(who=now.name(now.view.to_act), seconds=words.count(left, "second"))

    def _why(self, now: Snapshot, text: str) -> list[str]:
        view = now.view
        if view is None or now.stage is not Stage.ROUND:
            return [words.refusal("no_game")]
        if view.seat not in view.seats:
            return [_("You are watching.")]
        if not text:
            mine = now.deck.text(view.hand[0]) if view.hand else "R5"
            return [_("Say: {what}").format(what=typed("why", mine))]
        try:
            card = parse_card(text, now.deck, view.hand, prefer=view.drawn)
        except NotationError as error:
            return [words.sentence(explained(error))]
        return facts.card_lines(now, card)

    def _verbosity(self, word: str) -> str:
        try:
            self.speaker.verbosity = Verbosity[word.upper()]
        except KeyError:
            ways = words.listed([typed(f"verbosity {one.name.lower()}") for one in Verbosity], "or")
            return _("Say: {what}").format(what=ways)
        return _("Speech: {kind}.").format(kind=_(SPEECH[self.speaker.verbosity]))

    # The table.

    def _manage(self, word: str, rest: str) -> list[str] | None:
        table, now = self.table, self.table.snapshot
        match word:
            case "ready":
                table.ready(True)
            case "unready":
                table.ready(False)
            case "start":
                if now.owner == now.me:
                    self.speaker.starts()
                table.start()
            case "next":
                table.next_round()
            case "vote":
                return self._vote(now, rest)
            case "rematch":
                if now.me != NOBODY and now.stage is Stage.GAME_OVER:
                    self.speaker.wants_another()
                table.rematch()
            case "bot":
                table.add_bot()
            case "sit":
                if now.me != NOBODY:
                    return [_("You have a seat already.")]
                table.sit()
            case "unbot" | "kick":
                seat = parse_seat(rest, _names(now))
                if now.seat(seat) is None:
                    return [words.refusal("bad_target")]
                if seat == now.me:
                    return [words.sentence(_("that is you"))]
                (table.remove_bot if word == "unbot" else table.kick)(seat)
            case "swap":
                return self._swap(now, rest)
            case "name":
                return self._rename(now, rest)
            case "propose":
                return self._propose(now, rest)
            case "agree":
                return self._agree(now, rest)
            case "set":
                return self._set(now, rest)
            case "say":
                if not rest:
                    return [_("Say: {what}").format(what=typed("say", _("Well played!")))]
                table.say(rest)
                alone = begins_with(rest)
                if alone == in_english(rest, now.deck) and typed(alone) in possible(now):
                    # It stood behind "Say:", so it may have been meant to be done.
                    return [_("Said to all. To do it, type it alone: {what}").format(what=rest)]
            case "quit":
                table.step_away()
                if kept := facts.kept_lines(now):
                    self.speaker.goes()
                return kept
            case "leave":
                table.leave()
            case "close":
                table.close_table()
            case _other:
                return None
        return []

    def _swap(self, now: Snapshot, text: str) -> list[str]:
        """Two seats, by letters or names of one word each, change places before a game of teams."""
        places = [parse_seat(word, _names(now)) for word in text.split()]
        if len(places) != 2 or any(now.seat(seat) is None for seat in places):
            return [_("Say: {what}").format(what=typed("swap", "A", "B"))]
        self.table.swap(places[0], places[1])
        return []

    def _rename(self, now: Snapshot, text: str) -> list[str]:
        """Another name for me, before a game."""
        if now.stage is not Stage.WAITING:
            return [words.refusal("game_running")]
        try:
            self.table.desk.rename(clean_name(text))
        except TextError as error:
            return [words.sentence(said(error))]
        return []

    def _vote(self, now: Snapshot, rest: str) -> list[str]:
        """What is to become of a disputed round."""
        can = now.trouble.can if now.trouble is not None else ()
        for choice in get_args(Choice):
            if choice == rest and choice in can:
                self.table.vote(choice)
                return []
        return [_("No round is disputed that you have a say in.")]

    # Rules of the game to come.

    def _propose(self, now: Snapshot, text: str) -> list[str]:
        """Propose a text for a card, or say at once why it cannot be read."""
        if now.stage is not Stage.WAITING:
            return [words.refusal("game_running")]
        if not now.law.edition.customizable:
            return [_("{edition} has no cards to write on.").format(edition=_(now.law.edition.name))]
        try:
            words.means(text, now.deck.colors)
        except RulesError as error:
            return [words.capital(said(error))]
        self.table.propose(text)
        return []

    def _agree(self, now: Snapshot, text: str) -> list[str]:
        """Agree to what a seat proposes; without a name to the only one."""
        waiting = [proposed for proposed in now.proposals if now.me not in proposed.agreed]
        if not waiting:
            return [_("Nothing waits for your word.")]
        if not text and len(waiting) > 1:
            names = words.listed([now.name(proposed.seat) for proposed in waiting], "or")
            return [_("Whose? Say: {what}").format(what=typed("agree", names))]
        seat = parse_seat(text, _names(now)) if text else waiting[0].seat
        if seat not in [proposed.seat for proposed in waiting]:
            return [words.refusal("bad_target")]
        self.table.agree(seat)
        return []

    def _set(self, now: Snapshot, text: str) -> list[str]:
        """The owner changes a rule, the edition, the mode, or takes a preset."""
        if now.stage is not Stage.WAITING:
            return [words.refusal("game_running")]
        if now.owner != now.me or now.me == NOBODY:
            return [words.refusal("not_owner")]
        draft = Draft.of_rules(now.law)
        key, sign, value = (part.strip() for part in text.partition("="))
        if not value and (sign or key in ("", *NAMED)):
            return _can_be_set(key, now.law)
        if (yes := yes_or_no(value)) is not None:
            text = f"{key}={'on' if yes else 'off'}"
        try:
            if key == "preset":
                draft = draft.with_preset(find_preset(value).key)
            elif key == "edition":
                draft = draft.with_edition(open_edition(_edition(value), self.editions))
            elif key == "mode":
                draft = draft.with_mode(value)
            else:
                draft = draft.with_value(*parse_switch(text))
            self.table.set_rules(draft.rules())
        except RulesError as error:
            why = said(error)
            shown = words.sentence(why)
            small = key not in NAMED and why.startswith(key)  # the name of a rule is typed so
            return [why[:1] + shown[1:] if small else shown]
        return []

    # The game.

    def _play(self, text: str, as_typed: str) -> list[str]:
        now = self.table.snapshot
        view = now.view
        edition = now.deck
        hand, drawn = (view.hand, view.drawn) if view else ((), NOBODY)
        if text == "play" and view is not None and view.drawn != NOBODY:
            text = f"play {edition.text(view.drawn)}"
        before, self._unfinished = self._unfinished, None
        if before is not None and (whole := completed(before, text, now)):
            return self._give(whole, now)
        verb = text.split()[0] in VERBS
        if not verb and (choice := _choice(text, now)):
            self.table.send(choice)
            return []
        try:
            # The name of a card alone plays it, out of turn where that is possible.
            jumps = view is not None and view.legal.jumps and view.to_act != view.seat
            line = text if verb else f"{'jump' if jumps else 'play'} {text}"
            command = parse_command(line, edition, now.me, hand, drawn, _names(now))
        except NotationError as error:
            if text.lower() in ("catch", "target") and view is not None and now.stage is Stage.ROUND:
                return facts.whom_lines(now, text.lower())
            if verb:
                return [words.sentence(explained(error))]
            return [unknown(as_typed)]
        if view is None or now.stage is not Stage.ROUND:
            return [words.refusal("no_game")]
        return self._give(command, now)

    def _give(self, command: Command, now: Snapshot) -> list[str]:
        """Send a move, or say what is missing of it and wait for that."""
        view, me = now.view, now.seat(now.me)
        if view is None:
            return [words.refusal("no_game")]
        command = with_the_only(command, now)
        self._unfinished = unfinished(command, now)
        if self._unfinished is not None:
            return [what_it_lacks(self._unfinished, now)]
        if me is not None and me.standin:
            self.table.desk.take_back()  # whoever moves is back
        self.table.send(command)
        if isinstance(command, Play | Jump) and command.uno:
            # The card is played; that nobody will hear the call must not go unsaid.
            cards = (command.card, *command.more) if isinstance(command, Play) else (command.card,)
            if not words.call_goes_with(view, cards):
                return [words.no_call(now.law, view) or _(words.TOO_EARLY)]
        return []


def _names(now: Snapshot) -> list[str]:
    """What all seats are called, as a line may name them."""
    return [now.name(seat) for seat in range(MAX_SEATS)]


def _can_be_set(key: str, law: Ruleset) -> list[str]:
    """What there is to change: the values of what is named by a word, or all house rules of the edition."""
    known = {"edition": edition_ids(), "mode": MODES, "preset": tuple(PRESET)}
    if key in known:
        way = f"{typed(f'set {key}')}={known[key][0]}"
        return [
            _("There are: {names}.").format(names=", ".join(known[key])),
            _("Say: {what}").format(what=way),
        ]
    switches = [switch.key for switch in SWITCHES if switch.fits(law.edition)]
    ways = [typed("set", "jump_in=on"), *(typed(f"set {word}") for word in NAMED)]
    return [
        _("House rules: {names}.").format(names=", ".join(switches)),
        _("Say: {what}").format(what=words.listed(ways, "or")),
    ]


def _edition(named: str) -> str:
    """The id of a built-in edition that is named by it or as it is called; another name as it stands."""
    called = {folded(_(load_edition(one).name)): one for one in edition_ids()}
    built_in = named.lower().replace(" ", "-")
    return called.get(folded(named)) or (built_in if built_in in edition_ids() else named)


def unknown(text: str) -> str:
    """What is said to a line that is none: the word that may have been meant, or the card that is none."""
    word = text.split()[0]
    if near := suggested(text):
        return _("{word} is no word here. Did you mean {near}?").format(word=word, near=near)
    if any(map(str.isdecimal, word)):
        card = _("{word} is no card of this game. Say {help} for how cards are written.")
        return card.format(word=word, help=typed("help cards"))
    return _("{word} is no word here. Say {help} for what you can do.").format(word=word, help=typed("help"))


def _choice(text: str, now: Snapshot) -> Command | None:
    """A color or a player named alone, where one is asked for; else None."""
    view = now.view
    if view is None or now.stage is not Stage.ROUND:
        return None
    if view.legal.color and parse_color(text, now.deck) != UNKNOWN:
        return Color(now.me, parse_color(text, now.deck))
    seat = parse_seat(text, _names(now))
    return Target(now.me, seat) if seat in view.legal.target else None

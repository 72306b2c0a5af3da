"""The table as it is painted: widgets, what each of them shows of a snapshot, and what is said about a key.

Apart from `table.py`, which holds what the keys do: nothing here calls the table.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer

from uno_lan.client import words
from uno_lan.client.model import LinkState, Snapshot
from uno_lan.engine.views import Legal, View
from uno_lan.languages import _

from .. import present
from ..card_keys import WILD_KEYS, CardWord
from ..cards import Face, face_of
from ..glyphs import WILD
from ..hand_model import ORDERS, HandModel
from ..text import plain
from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.chat import ChatLine
from ..widgets.hand import Hand, HandState
from ..widgets.log_pane import LogPane
from ..widgets.opponents import Opponents
from ..widgets.panels import AnswerPanel, LinkPanel
from ..widgets.status import Piles, Status
from .base import TooSmall, UnoScreen

SAID_S = 4.0
"""Seconds for which a sentence about a key stays, when nothing else happens."""

NOTHING = Legal()


class TableBoard(UnoScreen[None]):
    """Shows a round."""

    CSS_PATH = "../styles/table.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.top_bar = Bar(id="top")
        self.others = Opponents(id="others")
        self.status = Status(id="status")
        self.piles = Piles(id="piles")
        self.answer_panel = AnswerPanel(id="answer")
        self.link_panel = LinkPanel(id="link")
        self.log_pane = LogPane(id="log")
        self.prompt_bar = Bar(id="prompt")
        self.you_bar = Bar(id="you")
        self.cards = Hand(id="hand")
        self.chat = ChatLine()
        self.hand = HandModel()
        self.word = CardWord()
        self.uno_armed = False
        """UNO was called before the play: it travels with the next one."""
        self.asked = ""
        """Sentence about a key just pressed; stays until something happens."""
        self._mine = False
        """It is my turn."""
        self._said: Timer | None = None

    def compose(self) -> ComposeResult:
        """Top to bottom as in the picture."""
        yield TooSmall()
        yield self.top_bar
        yield self.others
        with Container(id="middle"):
            yield self.status
            yield self.piles
            yield self.answer_panel
            yield self.link_panel
            yield self.log_pane
        yield self.prompt_bar
        yield self.you_bar
        yield self.cards
        yield self.chat
        yield KeyBar(id="keys")

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""
        return self.uno.snapshot

    @property
    def view(self) -> View | None:
        """The round as I may see it."""
        return self.snapshot.view

    @property
    def legal(self) -> Legal:
        """What I may do now: nothing while the link is down, the table rests or the game is frozen."""
        snapshot = self.snapshot
        if snapshot.view is None or snapshot.link is not LinkState.ONLINE:
            return NOTHING
        if snapshot.paused or snapshot.fair.fault:
            return NOTHING
        return snapshot.view.legal

    def _face(self, uid: int) -> Face:
        return face_of(self.uno.edition, uid)

    def dress(self) -> None:
        """In other colors."""
        self._show()

    # What is painted.

    def _show(self) -> None:
        snapshot = self.snapshot
        palette, glyphs = self.uno.artist.palette, self.uno.artist.glyphs
        self.top_bar.show(*present.top_bar(snapshot, glyphs, palette))
        self._show_public()
        self.log_pane.show(snapshot.log)
        self._show_hand()
        self.link_panel.show(snapshot)
        asked = bool(self.legal.accept)
        self.answer_panel.show(snapshot if asked else None)
        self.set_class(asked or self.link_panel.display, "-asking")
        self.refresh_bindings()

    def _show_public(self) -> None:
        now = self.uno.now()
        snapshot = self.snapshot
        state = present.table_state(snapshot, self.uno.edition, now)
        self.others.show(present.opponents(snapshot, now), present.grace_part(snapshot, now))
        self.status.show(state)
        self.piles.show(state)

    def _show_hand(self) -> None:
        faces = tuple(self._face(uid) for uid in self.hand.cards)
        playable = frozenset((*self.legal.plays, *self.legal.jumps))
        self.cards.show(HandState(self.hand.cards, faces, playable, self.hand.index))
        self._show_prompt()
        self._show_you()

    def _show_prompt(self) -> None:
        palette = self.uno.artist.palette
        bar = self.prompt_bar
        if self.word.open:
            letter = self.uno.artist.shape(self.word.color)[:1]
            hint = _("0-9 · d draw two · r reverse · s skip")
            if self.word.color == WILD:
                hint = self._wild_keys()
            bar.show(
                Part(f"{letter}_", palette.accent),
                Part(hint, palette.normal),
                Part(_("Esc back"), palette.muted, 1),
            )
        elif self.asked:
            bar.show(Part(plain(self.asked), palette.alarm))
        elif self.snapshot.fair.fault:
            bar.show(Part(words.refusal("frozen"), palette.alarm))
        elif self.snapshot.link is not LinkState.ONLINE:
            bar.show(Part(words.refusal("offline"), palette.alarm))
        elif (state := present.standstill(self.snapshot)) != "":
            bar.show(Part(plain(state), palette.alarm))
        elif self.snapshot.held:
            bar.show(Part(_("Your move is kept until the table may carry it out."), palette.muted))
        elif self.view is not None:
            style = palette.accent if self._mine else palette.normal
            asked = words.prompt(self.view, self.snapshot.name, self.uno.edition)
            brief = words.prompt_in_brief(self.view, self.snapshot.name)
            bar.show(Part(plain(asked), style, short=plain(brief)))
        else:
            bar.show(Part(_("The round is about to begin…"), palette.muted))

    def _wild_keys(self) -> str:
        """What can be typed after `w` in this edition."""
        keys = {symbol: key for key, symbol in WILD_KEYS.items()}
        keys[WILD_KEYS["enter"]] = _("Enter")
        edition = self.uno.edition
        symbols = [face.symbol for face in edition.data.faces if face.is_wild]
        wild = f"{_('Wild')} "
        return " · ".join(
            f"{keys[symbol]} {words.symbol_name(edition, symbol).removeprefix(wild)}" for symbol in symbols
        )

    def _show_you(self) -> None:
        palette, glyphs, view = self.uno.artist.palette, self.uno.artist.glyphs, self.view
        bar = self.you_bar
        if view is None or view.seat < 0:
            out = self.snapshot.me in self.snapshot.out
            watching = _("You are out of the game and watch.") if out else _("You are watching.")
            bar.show(Part(watching, palette.bar_strong))
            return
        me = self.snapshot.me
        mark = f"{glyphs.turn} " if self._mine else ""
        parts = [
            Part(
                mark + _("You: {name}").format(name=plain(self.snapshot.my_name)),
                palette.bar_key if mark else palette.bar_strong,
            ),
            Part(words.count(len(self.hand.cards)), palette.bar),
        ]
        if me in view.owes:
            parts.append(Part(_("call UNO: press u!"), palette.bar + palette.alarm))
        elif me in view.called or (self.uno_armed and not words.no_call(self.snapshot.law, view)):
            parts.append(
                Part(_("UNO called") if me in view.called else _("UNO with the next card"), palette.bar_key)
            )
        if self.hand.selected >= 0:
            name = self.uno.card_name(self.hand.selected)
            rule = words.rule_on(self.snapshot.ruleset, self.hand.selected)
            said = words.headed(name, plain(rule.free_text or rule.text)) if rule else name
            parts.append(Part(said, palette.bar_muted, 1, short=name, short_rank=1))
        parts.append(Part(f"{glyphs.left} {glyphs.right} {_('choose')}", palette.bar_muted, 2))
        parts.append(Part(f"{glyphs.playable} {_('playable')}", palette.bar_muted, 2))
        if self._mine:
            digits = _("1-9 play at once")  # who takes them for a way to choose has played the card
            parts.append(Part(digits, palette.bar_muted, 3, short=_("1-9 play"), short_rank=3))
        if self.hand.order != 1:
            parts.append(
                Part(_("sorted {order}").format(order=_(ORDERS[self.hand.order])), palette.bar_muted, 3)
            )
        bar.show(*parts)

    # What is said about a key.

    def _refuse(self, code: str) -> None:
        self._say(words.refusal(code))

    def _say(self, sentence: str) -> None:
        """Say something about a key in the place of what is asked, for a while."""
        self.asked = sentence
        self._show_prompt()
        if self._said is not None:
            self._said.stop()
        self._said = self.set_timer(SAID_S, self._unsay) if sentence else None

    def _unsay(self) -> None:
        self.asked = ""
        self._show_prompt()

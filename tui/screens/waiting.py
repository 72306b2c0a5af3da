"""The waiting room: who sits where and is ready, how others get in, and the rules in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import Static

from uno_lan.client import words
from uno_lan.client.model import Proposed, SeatInfo, Snapshot
from uno_lan.languages import N_, _, n_

from .. import present, room
from ..text import Row, fit, plain
from ..widgets.bars import Bar, KeyBar
from ..widgets.chat import ChatLine
from ..widgets.log_pane import LogPane
from ..widgets.panels import LinkPanel
from ..widgets.rows import Item, Rows
from .base import TooSmall, UnoScreen
from .dialogs import Answer, Question
from .leave import sure

if TYPE_CHECKING:
    from uno_lan.client.draft import Draft

LEAD = 13
"""Least cells of the words before the facts."""
LEADS = {
    "code": N_("Table code"),
    "address": N_("By address"),
    "pictures": N_("Pictures"),
    "watching": N_("Watching"),
}
KINDS = {"bot": N_("bot")}
"""What stands beside the name of who is no person; all marked for translation."""
SEATS = 56
"""Columns of the seats beside the facts, in a wide window."""
LOW = 24
"""Rows below which the address is left to its key, and the news have two rows."""
FREE = "free"
"""Key of the row of free seats."""
HERE = N_(
    "In this room: r ready or not, t chat, y copy the address, i show it as a QR code, PgUp and PgDn scroll "
    "what stands here, w write on a card, a agree to what another wrote, v people, F1 rule book, q leave. "
    "The owner: s start, b add a bot, x remove the marked one, e edition, game and house rules, "
    "m move in a team game. "
    "At the table:"
)
"""The keys of the room, said before those of the table."""


class WaitingScreen(UnoScreen[None]):
    """Shown until a game runs, and again after a rematch was agreed."""

    CSS_PATH = "../styles/waiting.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "ready", N_("Ready"), id="waiting.ready"),
        Binding("enter,space", "be_ready", N_("Ready"), show=False, id="waiting.be_ready"),
        Binding("s", "start", N_("Start"), id="waiting.start"),
        Binding(
            "pagedown", "facts(1)", N_("More"), key_display="PgDn", id="waiting.facts_down", priority=True
        ),
        Binding("a", "agree", N_("Agree"), id="waiting.agree"),
        Binding("d", "sit", N_("Sit down"), id="waiting.sit"),
        Binding("b,plus", "add_bot", N_("Add a bot"), key_display="b", id="waiting.add_bot"),
        Binding("x,delete,minus", "remove", N_("Remove"), key_display="x", id="waiting.remove"),
        Binding("w", "write", N_("Write on a card"), id="waiting.write", priority=True),
        Binding("e", "rules", N_("Rules"), id="waiting.rules"),
        Binding("m", "move", N_("Move"), id="waiting.move"),
        Binding("t", "chat", N_("Chat"), id="waiting.chat", priority=True),
        Binding("v", "people", N_("People"), show=False, id="waiting.people"),
        Binding("y", "copy", N_("Copy address"), id="waiting.copy"),
        Binding("i", "invite", N_("QR code"), id="waiting.invite"),
        Binding("pageup", "facts(-1)", N_("Facts up"), show=False, id="waiting.facts_up", priority=True),
        Binding("q", "leave", N_("Leave"), id="waiting.leave"),
        Binding("question_mark", "help", N_("Help"), key_display="?", id="waiting.help"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.top_bar = Bar(id="top")
        self.rows = Rows(id="seats")
        self.invite = Static("", id="invite")
        self.rules = Static("", id="rules")
        self.facts = VerticalScroll(id="facts", can_focus=False)
        self.link_panel = LinkPanel(id="link")
        self.log_pane = LogPane(id="log")
        self.log_pane.title = "" if self._is_low else N_("Chat and news")
        self.chat = ChatLine()
        self._notice_no = 0

    def compose(self) -> ComposeResult:
        """Seats at the left, how to get in at the right, chat below."""
        yield TooSmall()
        yield self.top_bar
        with Container(id="room"):
            yield self.rows
            with self.facts:
                yield self.invite
                yield self.rules
        yield self.link_panel
        yield self.log_pane
        yield self.chat
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Follow the table."""
        self._notice_no = self.uno.snapshot.notice_no
        self.uno.changed.subscribe(self, self._changed)
        self._changed(self.uno.snapshot)
        self.rows.focus()

    def on_resize(self) -> None:
        """How much is told follows the window."""
        self.log_pane.title = "" if self._is_low else _("Chat and news")
        self.log_pane.repaint()
        self._show_facts(self.uno.snapshot)

    @property
    def _is_low(self) -> bool:
        """Is there no room for more than what is needed?"""
        return self.window.height < LOW

    def _show_facts(self, snapshot: Snapshot) -> None:
        """How others get in, and the rules; whether the key for more of it is shown follows its length."""
        palette = self.uno.artist.palette
        self.invite.update(self._invite(snapshot))
        self.rules.update(room.rules_text(snapshot, palette, self.window.width))
        self.call_after_refresh(self.refresh_bindings)

    def dress(self) -> None:
        """In other colors."""
        self._changed(self.uno.snapshot)

    def _changed(self, snapshot: Snapshot) -> None:
        palette, glyphs = self.uno.artist.palette, self.uno.artist.glyphs
        self.top_bar.show(*present.top_bar(snapshot, glyphs, palette))
        self.rows.show(self._items(snapshot))
        # The moves of a game that is over are no news here.
        self.log_pane.show(tuple(line for line in snapshot.log if line.kind not in ("game", "drawn")))
        self._show_facts(snapshot)
        self.link_panel.show(snapshot)
        if snapshot.notice_no != self._notice_no:
            self._notice_no = snapshot.notice_no
            if snapshot.notice:
                self.uno.tell_for_now(plain(snapshot.notice), severe=True)
        self.uno.set_window_title(f"UNO LAN - {plain(snapshot.table_name)}")
        self.refresh_bindings()

    def _items(self, snapshot: Snapshot) -> list[Item]:
        """A row per taken seat, and one for all free ones."""
        taken = [seat for seat in snapshot.seats if not seat.gone]
        items = [self._item(snapshot, seat) for seat in taken]
        free = snapshot.max_seats - len(taken)
        if free > 0:
            text = n_("{count} seat free", "{count} seats free", free).format(count=free)
            items.append(Item(FREE, [Segment(text, self.uno.artist.palette.muted)], rests=False))
        return items

    def _item(self, snapshot: Snapshot, seat: SeatInfo) -> Item:
        palette, glyphs = self.uno.artist.palette, self.uno.artist.glyphs
        ready, away = f"{glyphs.check} {_('ready')}", f"{glyphs.lost} {_('away')}"
        mark, style = (ready, palette.good) if seat.ready else (_("not ready"), palette.muted)
        if not seat.online:
            mark, style = away, palette.alarm
        wide = max(10, *map(cell_len, (ready, away, _("not ready")))) + 1
        mine = seat.seat == snapshot.me
        row: Row = [
            Segment(f"{chr(65 + seat.seat)} ", palette.muted),
            Segment(fit(plain(seat.name), 16) + " ", palette.strong if mine else palette.normal),
            Segment(fit(mark, wide), style),
            Segment(self._kind(snapshot, seat, self._row_width - 21 - wide), palette.muted),
        ]
        return Item(str(seat.seat), row)

    @property
    def _row_width(self) -> int:
        """Columns of a row of the seats; see `styles/waiting.tcss`."""
        width = self.window.width
        return SEATS if width >= room.WIDE else width

    def _kind(self, snapshot: Snapshot, seat: SeatInfo, width: int) -> str:
        """Team, who it is, and the time of a reply, as far as there is room for them."""
        kinds = [team] if (team := room.team(snapshot, seat)) else []
        if seat.seat == snapshot.me:
            kinds.append(_("you"))
        if seat.kind != "person":
            kinds.append(_(KINDS.get(seat.kind, seat.kind)))
        if seat.owner:
            kinds.append(_("owner"))
        if seat.rtt_ms >= 0:
            kinds.append(f"{seat.rtt_ms} ms")
        while len(kinds) > 1 and cell_len(", ".join(kinds)) > width:
            kinds.pop()
        return ", ".join(kinds)

    def _invite(self, snapshot: Snapshot) -> Text:
        """What is to be done, how others get in, and how to be sure that nobody sits in between."""
        palette = self.uno.artist.palette
        text = Text()
        room_for = max(LEAD, *(cell_len(_(word)) + 1 for word in LEADS.values()))
        lead = {what: fit(_(word), room_for) for what, word in LEADS.items()}
        if step := room.next_step(snapshot):
            text.append(f"{step}\n", palette.strong)
        if snapshot.code:
            text.append(lead["code"]).append(f" {plain(snapshot.code)} ", palette.cursor)
        else:
            text.append(room.open_to(snapshot.address))
        if (short := room.short_address(snapshot.address)) and not self._is_low:
            said = _("address code {code}").format(code=short)
            text.append(f"  {said}", palette.strong)
        keys = _("i address, y copies it") if self._is_low else _("i QR")
        text.append(f"  {keys}\n" if snapshot.address else "\n", palette.muted)
        if snapshot.address and not self._is_low:
            text.append(lead["address"]).append(plain(snapshot.address), palette.accent).append("\n")
        pictures, sentence = self._pictures(snapshot)
        if sentence:
            text.append(lead["pictures"]).append("  ".join(plain(p) for p in pictures), palette.strong)
            text.append(f"\n{sentence}\n" if pictures else f"{sentence}\n", palette.muted)
        if snapshot.spectators:
            watching = words.listed([plain(name) for name in snapshot.spectators])
            text.append(f"{lead['watching']}{watching}\n")
        text.rstrip()  # the blank line before the rules is theirs
        return text

    def _pictures(self, snapshot: Snapshot) -> tuple[tuple[str, ...], str]:
        """Four pictures and what they are for: those of my link, or at the host those of the marked guest's.

        Without a code they matter most: there those of an only guest are shown unasked.

        Only the host's own program may tell a guest's: what a guest hears of them came through the same link.
        """
        me, marked = snapshot.seat(snapshot.me), self._chosen()
        if me is None or not me.host:
            warning = _("If the host sees others for you, somebody sits in between.")
            return snapshot.sas, warning if snapshot.sas else ""
        guests = [seat for seat in snapshot.seats if seat.sas and not seat.host and not seat.gone]
        if marked not in guests and len(guests) == 1 and not snapshot.code:
            marked = guests[0]  # whose pictures are meant is plain: nobody has to look for them
        if marked is not None and marked in guests:
            return marked.sas, _("If {name} sees others, somebody sits in between.").format(
                name=plain(marked.name)
            )
        return (), _("the arrow keys show each guest's") if guests and not snapshot.code else ""

    # Keys.

    @property
    def _owner(self) -> bool:
        return self.uno.snapshot.owner == self.uno.snapshot.me >= 0

    def _chosen(self) -> SeatInfo | None:
        key = self.rows.key
        return self.uno.snapshot.seat(int(key)) if key.isdecimal() else None

    def shows_key(self, action: str) -> bool:
        """Is this key worth a place in the key bar?"""
        snapshot = self.uno.snapshot
        taken = [seat for seat in snapshot.seats if not seat.gone]
        chosen = self._chosen()
        return {
            "ready": snapshot.me >= 0,
            "sit": snapshot.me < 0 and len(taken) < snapshot.max_seats,
            "start": self._owner and len(taken) >= 2,
            "add_bot": self._owner and len(taken) < snapshot.max_seats,
            "remove": self._owner and chosen is not None and chosen.seat != snapshot.me,
            "copy": bool(snapshot.address),
            "invite": bool(snapshot.address),
            "facts(1)": self.facts.max_scroll_y > 0,
            "write": snapshot.me >= 0 and snapshot.law.edition.customizable > 0,
            "agree": bool(self._to_agree()),
            "rules": self._owner,
            "move": self._owner and bool(snapshot.rules.get("team")) and chosen is not None,
        }.get(action, True)

    def on_rows_moved(self, _message: Rows.Moved) -> None:
        """Which seat is marked decides about the keys and the pictures."""
        self.invite.update(self._invite(self.uno.snapshot))
        self.refresh_bindings()

    def action_ready(self) -> None:
        """Ready, or not yet."""
        me = self.uno.snapshot.seat(self.uno.snapshot.me)
        if me is not None and self.uno.client is not None:
            self.uno.client.ready(not me.ready)

    def action_be_ready(self) -> None:
        """Ready, and never back: a key pressed once more, to go on, must not take the word back."""
        me = self.uno.snapshot.seat(self.uno.snapshot.me)
        if me is not None and not me.ready:
            self.action_ready()

    def action_sit(self) -> None:
        """A watcher takes a seat."""
        if self.uno.snapshot.me < 0 and self.uno.client is not None:
            self.uno.client.sit()

    def action_start(self) -> None:
        """Start the game."""
        taken = sum(not seat.gone for seat in self.uno.snapshot.seats)
        if not self._owner:
            self.uno.tell_for_now(words.refusal("not_owner"))
        elif taken < 2:
            self.uno.tell_for_now(_("At least two players are needed: b adds a bot."))
        elif self.uno.client is not None:
            self.uno.client.start()

    def action_add_bot(self) -> None:
        """Add a bot."""
        if not self._owner:
            self.uno.tell_for_now(words.refusal("not_owner"))
        elif self.uno.client is not None:
            self.uno.client.add_bot()

    def action_remove(self) -> None:
        """Remove the marked bot, or ask before a person is removed."""
        seat, client = self._chosen(), self.uno.client
        if seat is None or client is None or seat.seat == self.uno.snapshot.me:
            return
        if not self._owner:
            self.uno.tell_for_now(words.refusal("not_owner"))
        elif seat.kind == "bot":
            client.remove_bot(seat.seat)
        else:
            number = seat.seat
            box = Question(
                lambda: _("Remove {name}?").format(name=plain(seat.name)),
                lambda: _("The seat becomes free, and this player cannot come back to this table."),
                (Answer("n", N_("No"), ""), Answer("r", N_("Remove"), "kick")),
                danger=True,
            )
            sure(self.uno, box, lambda: client.kick(number))

    def action_move(self) -> None:
        """The marked player changes places with the next one: partners sit opposite each other."""
        seat, client = self._chosen(), self.uno.client
        taken = [other.seat for other in self.uno.snapshot.seats if not other.gone]
        if not self._owner:
            self.uno.tell_for_now(words.refusal("not_owner"))
        elif client is not None and seat is not None and len(taken) > 1:
            client.swap(seat.seat, taken[(taken.index(seat.seat) + 1) % len(taken)])

    # Rules.

    def action_rules(self) -> None:
        """Owner: change the house rules."""
        from uno_lan.client.draft import Draft

        from .rule_editor import RuleEditor

        snapshot = self.uno.snapshot
        if not self._owner:
            self.uno.tell_for_now(words.refusal("not_owner"))
            return
        self.app.push_screen(
            RuleEditor(
                Draft.of_rules(snapshot.law),
                snapshot.max_seats,
                sum(seat.kind == "bot" and not seat.gone for seat in snapshot.seats),
                self.uno.lobby.editions(),
            ),
            self._changed_rules,
        )

    def _changed_rules(self, draft: Draft | None) -> None:
        client = self.uno.client
        if draft is not None and client is not None and draft.rules() != self.uno.snapshot.law:
            client.set_rules(draft.rules())

    def action_write(self) -> None:
        """Propose a rule for a customizable card."""
        from .card_rules import CardRules

        snapshot = self.uno.snapshot
        if not snapshot.law.edition.customizable:
            self.uno.tell(
                _("{edition} has no cards to write on.").format(edition=_(snapshot.law.edition.name))
            )
            return
        if snapshot.me < 0:
            self.uno.tell_for_now(words.refusal("not_seated"))
            return
        mine = next((said.text for said in snapshot.proposals if said.seat == snapshot.me), "")
        self.app.push_screen(CardRules(snapshot.law.edition.colors, mine), self._proposed)

    def _proposed(self, text: str | None) -> None:
        if text is not None and self.uno.client is not None:
            self.uno.client.propose(text)

    def _to_agree(self) -> list[Proposed]:
        """Proposals that wait for my word."""
        snapshot = self.uno.snapshot
        return [said for said in snapshot.proposals if snapshot.me >= 0 and snapshot.me not in said.agreed]

    def action_agree(self) -> None:
        """Look at a proposal, and agree."""
        waiting = self._to_agree()
        if not waiting:
            self.uno.tell_for_now(_("Nothing waits for your word."))
            return
        said = waiting[0]
        box = Question(
            _("{name} proposes: {rule}").format(
                name=self.uno.snapshot.name(said.seat), rule=plain(words.called(said.text))
            ),
            plain(said.means) + "\n\n" + _("It is written on a card when everybody has agreed."),
            (Answer("a", N_("Agree"), "agree"), Answer("n", N_("Not now"), "")),
        )
        self.app.push_screen(box, lambda how: self._agree(said) if how == "agree" else None)

    def _agree(self, said: Proposed) -> None:
        """Agree to exactly what was shown."""
        if self.uno.client is None:
            return
        if any(now.seat == said.seat and now.text == said.text for now in self.uno.snapshot.proposals):
            self.uno.client.agree(said.seat)
        else:
            self.uno.tell(_("That proposal was taken back or changed meanwhile."))

    def action_copy(self) -> None:
        """Put the address on the clipboard, where the terminal allows it."""
        if self.uno.snapshot.address:
            self.app.copy_to_clipboard(self.uno.snapshot.address)
            self.uno.tell(_("Address copied, if your terminal allows it. It is also shown above."))

    def action_invite(self) -> None:
        """Show the address as a QR code."""
        if self.uno.snapshot.address:
            from .invite import QrDialog

            self.app.push_screen(QrDialog(self.uno.snapshot.address))

    def action_facts(self, pages: int) -> None:
        """The facts do not fit a low window: leaf through them."""
        self.facts.scroll_relative(y=pages * max(1, self.facts.size.height - 1), animate=False)

    def action_chat(self) -> None:
        """Open the chat line."""
        self.chat.open()

    def action_leave(self) -> None:
        """Ask how to leave."""
        from .leave import ask_to_leave

        ask_to_leave(self.uno)

    def action_help(self) -> None:
        """What is to be done, the keys of this room, then those of the table and the rules in short."""
        from .help import HelpDialog

        def about() -> list[str]:
            step = room.next_step(self.uno.snapshot)
            return [*([step] if step else []), _(HERE)]

        self.app.push_screen(HelpDialog(about))

"""One person's side of a table after the handshake, without I/O.

Fed with messages and the time; hands back what to store, what to send and when to wake, in this order, and
keeps one `Snapshot` for the screen. It survives lost links: `welcome` may come again and again, and the log
goes on from the newest head that was verified. No socket, no clock, no file and no entropy of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol import bodies, entries, messages
from protocol.entries import Entry
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import Signed
from protocol.messages import Message
from protocol.unolog import Frame
from uno_lan.engine import NOBODY, RulesError, Ruleset
from uno_lan.fairness.client_game import ClientGame, Reaction
from uno_lan.languages import _

from . import words
from .effects import Address, Effect, Evidence, NewFile, Pause, Quit, Send, Store
from .forced import forced
from .giveback import give_back
from .model import LinkState, ShownHand
from .moving import Moving
from .picture import Room, rule_news, terms_with
from .showing import Owed
from .summary import polls_of, seats_of
from .words.heard import heard

STEPS = (bodies.EpochOpen, bodies.EpochCommits, bodies.EpochSeeds, bodies.EpochAbort)
"""Entries with which one step of a shuffle ends."""


class Session(Moving):
    """One seat (or watcher's place) at one table.

    Args:
        signer: my identity.
        verifier: checks signatures.
        host: the host's key, proven by the handshake.
        entropy: gives fresh random bytes.
        pause: how long a forced move waits.
    """

    # The shell's side.

    @property
    def deadline(self) -> int:
        """When `tick` is due (Unix ms); 0: not at all."""
        told = self._doubts.disputes.deadline if self.snapshot.link is LinkState.ONLINE else 0
        return min((time for time in (self._forced_at, told) if time), default=0)

    def tick(self, now: int) -> None:
        """Make the forced move when its pause is over; leave a host that logs no dispute."""
        disputes = self._doubts.disputes
        if 0 < disputes.deadline <= now and self.snapshot.link is LinkState.ONLINE:
            disputes.refused()
            self._notes.do([Quit(_(words.NOT_PASSED_ON))])
        if self._forced_at and now >= self._forced_at:
            self._forced_at = 0
            if self.snapshot.paused:
                return  # planned again when it goes on
            view = self.snapshot.view
            if view is not None and (command := forced(view)) is not None:
                self.act(command, now)

    def restore(self, host: bytes, frames: Iterable[Frame]) -> None:
        """Take up my own file of an unfinished game (before the first `welcome`)."""
        game = ClientGame(self._signer, self._verifier, host)
        frames = list(frames)
        self._story.tell_again(game, frames)
        self.game = game
        self._entries = [(f.data, f.sig) for f in frames if f.kind == "ent"]

    def welcome(self, text: messages.WelcomeText, now: int) -> None:
        """The link is up (again)."""
        self._syncing = False
        self._wishes.link_up()
        self._talk.link_up(text, now)
        self._doubts.clock = text.now - now
        self.table = text.table
        self._set(
            link=LinkState.ONLINE, host_stopped=False, closed_reason="", my_name=text.name, me=text.seat
        )
        if text.game is None:
            return
        if self.game is not None and self.game.replica.start and self.game.replica.game_id != text.game:
            self._forget_game()
        self._sync()
        self._render()

    def reached_at(self, address: Address) -> None:
        """Others reach the table there from now on."""
        self.address = address
        self._render()

    def lost(self, stopped: bool = False) -> None:
        """The link is gone; it will be tried again.

        Args:
            stopped: the host has said that it stops, and goes on when it is started again.
        """
        self._gave = None  # it may not have arrived
        # An attempt that fails meanwhile does not take back what the host said.
        self._set(link=LinkState.RECONNECTING, host_stopped=stopped or self.snapshot.host_stopped)
        self._forced_at = 0
        self._render()

    def closed(self, reason: str) -> None:
        """The link is gone for good; `reason` is a sentence."""
        self._waiting = None
        self._forced_at = 0
        self._doubts.disputes.refused()
        self._set(link=LinkState.CLOSED, closed_reason=reason)

    # Messages of the host.

    def message(self, message: Message, now: int) -> None:
        """Take one message in. Broken promises freeze the game and are shown, never raised.

        Raises:
            ProtocolFault: the host's bytes are nonsense; the link must close.
        """
        try:
            self._message(message, now)
            self._caught_up(now)
        except ProofFault as fault:
            self._broken(fault, now)
        self._render()

    def _broken(self, fault: ProofFault, now: int) -> None:
        """A promise was broken: I make no move any more."""
        if self.game is None:
            raise ProtocolFault("E_SCHEMA", str(fault))
        self._stop()
        self._doubts.broken(fault, self.game, self._entries, now)

    # Heads that players tell each other past the host.

    def head_to_tell(self) -> bytes | None:
        """What the others at this table may hear of me on the network; None: nothing now."""
        return self._doubts.tell_head(self.game, self._entries) if self.game is not None else None

    def head_heard(self, data: bytes, now: int) -> None:
        """Somebody on the network tells a head; anybody can send anything."""
        if self.game is None or self.game.fault is not None:
            return
        try:
            self._doubts.hear_head(data, self.game)
        except ProofFault as fault:
            self._broken(fault, now)
            self._render()

    def _message(self, message: Message, now: int) -> None:
        match message:
            case messages.EntryMessage(p, s):
                self._entry(p, s, now)
            case messages.Deal(p, s) | messages.Show(p, s):
                self._private_message(p, s, now)
            case messages.Sync():
                self._synced(message, now)
            case messages.SyncWant(start, head):
                self._give_back(start, head)
            case messages.Lobby():
                self._lobby(message, now)
            case messages.Nack(n, code):
                self._refused(n, code, now)
            case messages.Held(n, _):
                if self._sent and self._sent.counter == n:
                    self._sent.held = True
            case messages.Chat():
                if said := self._talk.hear(message):
                    self._notes.say("chat", said, self._seat_of(message.pk))
            case messages.Err(code, msg):
                if code == "E_RATE":
                    self._doubts.disputes.refused()
                self.notice(words.host_refusal(code, msg))
            case _:
                pass

    def _entry(self, raw: bytes, sig: bytes, now: int) -> None:
        if self.game is not None and self.game.fault is not None and self.game.doubt is None:
            self._doubts.overhear(raw, sig, self.game)
            return
        entry = entries.decode_entry(raw)
        if entry.q == 0 and (self.game is None or self.game.replica.ended is not None):
            self._begin(entry)
        game = self.game
        if game is None:
            self._sync()
            return
        have = game.replica.seq
        if entry.q < have:
            if entries.head(raw) != game.replica.heads[entry.q]:
                detail = "the host tells a history that I know otherwise"
                raise ProofFault("E_FORK", entry.q, detail, pieces=[("entry", raw, sig)])
            return
        if entry.q > have:
            self._sync()
            return
        self._entries.append((raw, sig))
        if not self._syncing:
            moved = self._sent.at if self._sent is not None and not self._sent.held else None
            self._doubts.watch(entry, game, moved, self._gave, now)
        dropped = game.replica.on_the_hosts_word(entry)
        me = game.seat
        waits = game.waits_for_cards
        self._react(game.on_entry(raw, sig, b"" if self._syncing else self._entropy(32), entry), now)
        if waits and not self._syncing:
            self._overdue(game)
        self._settle(entry)
        self._dropped(dropped, me)
        if entry.t == "DISPUTE":
            self._disputed(entry, game)
        self._doubts.caught_up(game)

    def _dropped(self, seats: Iterable[int], me: int) -> None:
        """Players lost their seats on the host's word alone: for all to see, most of all for whom it is."""
        for seat in seats:
            mine = seat == me
            self._notes.say("fair", words.dropped("" if mine else self.snapshot.name(seat)), seat)
            if mine and not self._syncing:
                self.notice(words.dropped(""))

    def _overdue(self, game: ClientGame) -> None:
        """Cards were owed to me and the next entry came first: ask for them, once."""
        if not game.waits_for_cards:
            self._owed = Owed.NOTHING
        elif self._owed is Owed.NOTHING:
            self._owed = Owed.ASKED
            self._sync()

    def _still_owed(self, game: ClientGame, now: int) -> None:
        """What I asked for has come: if my cards are not in it, I say so. Moving I cannot."""
        if not game.waits_for_cards:
            self._owed = Owed.NOTHING
        elif self._owed is Owed.ASKED:
            self._owed = Owed.SAID
            self._doubts.object(game.object("cards", game.replica.seq - 1), game, now)

    def _disputed(self, entry: Entry, game: ClientGame) -> None:
        """Somebody's dispute stands in the log; if it holds, I stop as well."""
        if self._doubts.disputed(entry, game, self._entries, self.snapshot.name):
            self._stop()

    def _begin(self, entry: Entry) -> None:
        """A new game starts. That its first entry is of the right kind is looked at later."""
        self._forget_game()
        self.game = ClientGame(self._signer, self._verifier, self._host)
        self._notes.do([NewFile(getattr(entry.b, "game", b""), self._host)])

    def _forget_game(self) -> None:
        self.game = None
        self._entries = []
        self._doubts.forget()
        self._story.forget()
        self._stop()
        self._owed = Owed.NOTHING
        self._shown = None

    def _private_message(self, payload: bytes, sig: bytes, now: int) -> None:
        game = self.game
        if game is None or game.fault is not None or game.replica.start is None:
            return
        before = set(game.hand)
        self._react(game.on_private(payload, sig), now)
        self._story.opened(game, before)

    def _synced(self, message: messages.Sync, now: int) -> None:
        for signed in message.entries:
            self._entry(signed.p, signed.s, now)
        for signed in message.private:
            self._private_message(signed.p, signed.s, now)
        if message.more:
            return
        self._syncing = False
        if self.game is not None and self.game.fault is None:
            self._apply(self.game.resend(self._entropy(32)))
            if self._sent is not None:
                self._notes.send(self._sent.message)
        self._notes.do(Send(dispute) for dispute in self._doubts.disputes.again(now))
        if self.game is not None and self.game.fault is None:
            self._still_owed(self.game, now)
            self._plan_forced(now)  # a lost link had stopped it

    def _sync(self) -> None:
        """Ask for what follows the newest head I have."""
        if self._syncing:
            return
        self._syncing = True
        replica = self.game.replica if self.game else None
        have = replica.seq if replica else 0
        head = replica.head if replica and have else None
        self._notes.send(messages.SyncReq(have, head))

    def _give_back(self, start: int, head: bytes) -> None:
        """The host was restarted and lacks entries that it has signed: here they are.

        Where mine do not follow what it has, it hears that I give nothing, as the table waits for an answer.
        """
        replica = self.game.replica if self.game else None
        follows = replica is not None and 0 < start < replica.seq and replica.heads[start - 1] == head
        self._notes.do(Send(part) for part in give_back(self._entries if follows else (), start))

    def _lobby(self, lobby: messages.Lobby, now: int) -> None:
        room = self._room
        self._room = Room(lobby, lobby.now - now, self._rules_of(lobby), lobby.rules)
        if room is not None and lobby.notice and lobby.notice != room.lobby.notice:
            self._notes.say("table", heard(lobby.notice))
        if room is not None and room.lobby.paused and not lobby.paused:
            if not lobby.notice:
                self._notes.say("table", _("The game goes on."))
            if self.game is not None and self.game.fault is None:
                self._plan_forced(now)
        if room is not None:
            for text in rule_news(room, self._room, self._seat_of(self._signer.pk)):
                self._notes.say("table", text)
            self._tell_people(room.lobby, lobby)
        self._talk.meet(lobby)
        self._set(muted=self._talk.muted)
        self._wishes.agree(lobby)
        self._wishes.ready_again(lobby)

    def _rules_of(self, lobby: messages.Lobby) -> Ruleset:
        """Mostly those of before, which are not read again."""
        if self._room is not None and self._room.terms == lobby.rules:
            return self._room.rules
        try:
            return Ruleset.from_plain(messages.decode_terms(lobby.rules).ruleset)
        except RulesError as error:
            raise ProtocolFault("E_SCHEMA", str(error)) from None

    def _called(self, seat: int) -> str:
        """What a seat is called: as the table shows it, but for somebody who got it with this very entry."""
        shown = self.snapshot.seat(seat)
        has = self.game.replica.roster.get(seat) if self.game is not None else None
        if has is not None and (shown is None or (shown.pk and shown.pk != has.pk)):
            return has.name
        return self.snapshot.name(seat)

    def _tell_people(self, before: messages.Lobby, lobby: messages.Lobby) -> None:
        """Lines about who comes and goes, for whom a bot plays, and what is newly voted on."""
        me = self._seat_of(self._signer.pk)
        known = {(vote.what, vote.seat, vote.pk) for vote in before.votes}
        for poll in polls_of(lobby, me, 0):
            if (poll.what, poll.seat, poll.pk) not in known:
                self._notes.say("table", words.asked(poll, self.snapshot.name, me))
        for text in words.standins(seats_of(before), seats_of(lobby), me):
            self._notes.say("table", text)
        for kind, said in words.people(seats_of(before), seats_of(lobby), me, lobby.notice):
            self._notes.say(kind, said.text, said.seat)
        if (owner := words.new_owner(seats_of(before), seats_of(lobby), me)) is not None:
            self._notes.say("table", owner.text, owner.seat)

    def _react(self, reaction: Reaction, now: int) -> None:
        self._apply(reaction)
        self._given(reaction, now)
        game = self.game
        assert game is not None
        body = reaction.happened.body if reaction.happened is not None else None
        if isinstance(body, bodies.RoundStart):
            self._doubts.round_begins()
            self._shown = None
        offset = self._room.offset if self._room is not None else 0
        self._story.happened(reaction, game, self._called, offset)
        if reaction.shown is not None and reaction.shown.mine:
            shown = reaction.shown
            self._shown = ShownHand(
                shown.target, shown.cards, bool(shown.guilty), True, shown.color, shown.purpose
            )
        self._plan_forced(now)
        if reaction.objection is not None:
            self._doubts.object(reaction.objection, game, now)
            if reaction.objection.code == "offline":
                self.notice(words.called_away())
        if isinstance(body, bodies.RoundEnd) and game.doubt:
            raise game.doubt

    def _given(self, reaction: Reaction, now: int) -> None:
        """When did I give what the step of the shuffle asks for that this entry begins?"""
        if any(isinstance(message, messages.Commit | messages.Reveal) for message in reaction.send):
            self._gave = now
        elif reaction.happened is not None and isinstance(reaction.happened.body, STEPS):
            self._gave = None

    # What the person asks.

    def change(self, change: messages.Change) -> None:
        """Ask for a change of the table."""
        if self.snapshot.link is not LinkState.ONLINE:
            self.notice(words.refusal("offline"))
            return
        if isinstance(change, messages.Rematch) and self._room is not None:
            self._wishes.again(self._room.lobby)
        self._notes.send(messages.LobbySet(change))

    def consent(self) -> Signed | None:
        """My signed consent to the rules now shown for the next game."""
        return self._wishes.consent(self._room.lobby) if self._room is not None else None

    def set_rules(self, rules: Ruleset) -> None:
        """Owner: other rules for the next game."""
        if self._room is not None:
            self.change(messages.SetRules(terms_with(self._room, rules)))

    def admin(self, kind: messages.AdminKind, seat: int, now: int, pk: bytes | None = None) -> None:
        """Give an order as the owner of the table."""
        if self._room is not None:
            self._wishes.order(self._room.lobby, kind, seat, pk, now)

    def vote(self, choice: messages.Choice, now: int) -> None:
        """Vote on what becomes of the disputed round."""
        self.ask("dispute", choice, NOBODY, None, now)

    def ask(
        self, what: messages.VoteKind, choice: messages.Choice, seat: int, pk: bytes | None, now: int
    ) -> None:
        """Vote on something; the first yes asks for it."""
        game = self.game
        if game is None or game.replica.start is None:
            self.notice(words.refusal("no_game"))
            return
        number = self._room.lobby.round if self._room is not None else game.replica.round_no
        self._wishes.vote(game.replica.game_id, number, what, choice, seat, pk, now)

    def mute(self, name: str, muted: bool) -> None:
        """Take no more chat of somebody in, or take it in again."""
        self._talk.mute(name, muted)
        self._set(muted=self._talk.muted)

    def say(self, text: str) -> None:
        """Chat."""
        self._notes.send(messages.Chat(text))

    def goodbye(self) -> None:
        """Close the link on purpose; the seat is kept."""
        self._notes.send(messages.Bye("left"))


__all__ = [
    "Address",
    "Effect",
    "Evidence",
    "NewFile",
    "Pause",
    "Quit",
    "Send",
    "Session",
    "Store",
]

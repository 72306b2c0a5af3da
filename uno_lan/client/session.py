"""One person's side of a table after the handshake, without I/O.

Fed with messages and the time; hands back what to store, what to send and when to wake, in this order, and
keeps one `Snapshot` for the screen. It survives lost links: `welcome` may come again and again, and the log
goes on from the newest head that was verified. No socket, no clock, no file and no entropy of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from protocol import bodies, codec, entries, messages
from protocol.entries import Entry
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import Signed
from protocol.messages import Message
from protocol.signing import Signer, Verifier
from protocol.unolog import Frame
from protocol.words import check_words
from uno_lan.engine import NOBODY, Command, Keep, Phase, RulesError, Ruleset
from uno_lan.engine.events import Drew, UnoOwed
from uno_lan.fairness.client_game import ClientGame, Objection, Reaction
from uno_lan.fairness.evidence import Proven
from uno_lan.fairness.votes import OUTCOMES

from . import words
from .dispute import Disputes, guilty
from .giveback import give_back
from .model import Fairness, LinkState, LogLine, ShownHand, Snapshot, Stage, Trouble
from .summary import fairness_of, result_of, seats_of

CHECKED = (bodies.RoundStart, bodies.RoundEnd)
"""Entries whose head is shown as four words, for people to compare aloud."""
PATIENCE_MS = 2_000
"""A move that was sent so long before a time-out came must have arrived; a clock may be off by so much."""
LOG_LINES = 400
"""Lines kept for the log panel."""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A game begins for us: further `Store`s go to its file."""

    game: bytes
    host: bytes


@dataclass(frozen=True, slots=True)
class Store:
    """A frame for my own game file; on disk before a later `Send` leaves."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class Send:
    """A message for the host."""

    message: Message


@dataclass(frozen=True, slots=True)
class Evidence:
    """Somebody broke a promise: keep these signed bytes as a file of this name."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the table: the host keeps from the others what I found."""

    reason: str
    """A sentence."""


Effect: TypeAlias = NewFile | Store | Send | Evidence | Quit


@dataclass(frozen=True, slots=True)
class Pause:
    """How long a move waits that the program makes for its player, so that its timing tells nothing (ms)."""

    least: int = 300
    most: int = 900

    @classmethod
    def parse(cls, text: str) -> Pause:
        """A pause from `LEAST-MOST`; the usual one from anything else."""
        least, _, most = text.partition("-")
        if least.isdecimal() and most.isdecimal() and int(least) <= int(most):
            return cls(int(least), int(most))
        return cls()

    def ms(self, entropy: bytes) -> int:
        """A length drawn from two random bytes."""
        return self.least + int.from_bytes(entropy, "big") % (self.most - self.least + 1)


@dataclass(slots=True)
class _Sent:
    """A move on its way: kept until its entry or its refusal comes back."""

    counter: int
    message: Message
    at: int
    """When, ms."""
    held: bool = False


@dataclass(slots=True)
class _Room:
    """What the table's `lobby` messages say, and when it was."""

    lobby: messages.Lobby
    offset: int
    """Host time minus ours, ms."""
    rules: Ruleset | None = None
    terms: bytes = b""


@dataclass(slots=True)
class Address:
    """What can be shown of how to reach this table."""

    code: str = ""
    uno: str = ""
    host_name: str = ""
    sas: tuple[str, ...] = ()


class Session:
    """One seat (or watcher's place) at one table.

    Args:
        signer: my identity.
        verifier: checks signatures.
        host: the host's key, proven by the handshake.
        entropy: gives fresh random bytes.
        pause: how long a forced `keep` waits.
    """

    def __init__(
        self,
        signer: Signer,
        verifier: Verifier,
        host: bytes,
        entropy: Callable[[int], bytes],
        pause: Pause | None = None,
    ) -> None:
        self._signer = signer
        self._verifier = verifier
        self._host = host
        self._entropy = entropy
        self._pause = pause or Pause()
        self.game: ClientGame | None = None
        self.address = Address()
        self.table = bytes(8)
        """Id of the table."""
        self.snapshot = Snapshot()
        self._room: _Room | None = None
        self._effects: list[Effect] = []
        self._log: list[LogLine] = []
        self._entries: list[tuple[bytes, bytes]] = []
        self._syncing = False
        self._sent: _Sent | None = None
        self._shown: ShownHand | None = None
        self._drawing = 0
        """Cards that I drew last and that were not opened to me yet."""
        self._grace = 0
        """Local time until which a missed call can surely still be caught."""
        self._evidence = ""
        self._disputes = Disputes(signer, verifier, host)
        self._trouble: Trouble | None = None
        self._vote = 0
        self._clock: int | None = None
        """Host time minus ours when the link came up; None: its clock was found to run ahead, once."""
        self._words: tuple[str, ...] = ()
        self._keep_at = 0
        self._admin = 0
        self._agreed: tuple[bytes, bytes] = (b"", b"")
        """Game and rules that I agreed to play by when I joined a running game."""

    # The shell's side.

    def take(self) -> list[Effect]:
        """What to do now, in order; each effect is given once."""
        effects, self._effects = self._effects, []
        return effects

    @property
    def deadline(self) -> int:
        """When `tick` is due (Unix ms); 0: not at all."""
        times = [self._keep_at, self._disputes.deadline if self.snapshot.link is LinkState.ONLINE else 0]
        return min((time for time in times if time), default=0)

    def tick(self, now: int) -> None:
        """Make the forced `keep` when its pause is over; leave a host that logs no dispute."""
        if 0 < self._disputes.deadline <= now and self.snapshot.link is LinkState.ONLINE:
            self._disputes.refused()
            self._effects.append(Quit(words.NOT_PASSED_ON))
        if self._keep_at and now >= self._keep_at:
            self._keep_at = 0
            view = self.snapshot.view
            if view is not None and view.phase is Phase.DRAWN and view.to_act == view.seat:
                self.act(Keep(view.seat), now)

    def restore(self, host: bytes, frames: Iterable[Frame]) -> None:
        """Take up my own file of an unfinished game (before the first `welcome`)."""
        game = ClientGame(self._signer, self._verifier, host)
        frames = list(frames)
        game.restore(frames)
        self.game = game
        self._entries = [(f.data, f.sig) for f in frames if f.kind == "ent"]

    def welcome(self, text: messages.WelcomeText, now: int) -> None:
        """The link is up (again)."""
        self._syncing = False
        self._clock = text.now - now
        self.table = text.table
        self._set(link=LinkState.ONLINE, closed_reason="", my_name=text.name, me=text.seat)
        if text.game is None:
            return
        if self.game is not None and self.game.replica.start and self.game.replica.game_id != text.game:
            self._forget_game()
        self._sync()
        self._render(now)

    def lost(self, now: int) -> None:
        """The link is gone; it will be tried again."""
        self._set(link=LinkState.RECONNECTING)
        self._keep_at = 0
        self._render(now)

    def closed(self, reason: str) -> None:
        """The link is gone for good; `reason` is a sentence."""
        self._keep_at = 0
        self._disputes.refused()
        self._set(link=LinkState.CLOSED, closed_reason=reason)

    def recorded(self, path: str) -> None:
        """Where the record of this game lies."""
        self._set(record=path)

    def connecting(self) -> None:
        """A first connection is being made."""
        self._set(link=LinkState.CONNECTING)

    def measured(self, rtt_ms: int) -> None:
        """A round trip was measured."""
        self._set(rtt_ms=rtt_ms)

    def evidence_saved(self, path: str) -> None:
        """Where the evidence lies."""
        self._evidence = path
        self._set(fair=replace(self.snapshot.fair, evidence=path))
        if self.snapshot.trouble is not None:
            self._set(trouble=replace(self.snapshot.trouble, evidence=path))

    # Messages of the host.

    def message(self, message: Message, now: int) -> None:
        """Take one message in. Broken promises freeze the game and are shown, never raised.

        Raises:
            ProtocolFault: the host's bytes are nonsense; the link must close.
        """
        try:
            self._message(message, now)
        except ProofFault as fault:
            self._broken(fault, now)
        self._render(now)

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
                self._refused(n, code)
            case messages.Held(n, _):
                if self._sent and self._sent.counter == n:
                    self._sent.held = True
            case messages.Chat():
                self._say("chat", f"{message.name or '?'}: {message.text}", self._seat_of(message.pk))
            case messages.Err(code, msg):
                if code == "E_RATE":
                    self._disputes.refused()
                self.notice(msg or words.refusal(code))
            case _:
                pass

    def _entry(self, raw: bytes, sig: bytes, now: int) -> None:
        if self.game is not None and self.game.fault is not None and self.game.doubt is None:
            self._disputes.overhear(raw, sig, self.game.replica.game_id)
            self._told()
            return
        entry = entries.decode_entry(raw)
        if entry.q == 0 and (self.game is None or self.game.replica.ended is not None):
            self._begin(raw)
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
        self._watch(entry, now)
        self._react(game.on_entry(raw, sig, b"" if self._syncing else self._entropy(32)), now)
        self._settle(entry)
        if entry.t == "DISPUTE":
            self._disputed(entry, now)

    def _begin(self, raw: bytes) -> None:
        """A new game starts."""
        body = entries.decode_entry(raw).b
        self._forget_game()
        self.game = ClientGame(self._signer, self._verifier, self._host)
        self._effects.append(NewFile(getattr(body, "game", b""), self._host))

    def _forget_game(self) -> None:
        self.game = None
        self._entries = []
        self._disputes = Disputes(self._signer, self._verifier, self._host)
        self._trouble = None
        self._sent = None
        self._shown = None
        self._drawing = 0
        self._keep_at = 0

    def _private_message(self, payload: bytes, sig: bytes, now: int) -> None:
        game = self.game
        if game is None or game.fault is not None or game.replica.start is None:
            return
        before = set(game.hand)
        self._react(game.on_private(payload, sig), now)
        fresh = [card for card in game.hand if card not in before]
        if fresh and len(fresh) <= self._drawing:
            self._drawing -= len(fresh)
            said = words.own_cards(game.replica.rules.edition, fresh)
            self._say("drawn", said.text, game.seat, said.color, said.card)

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
                self._effects.append(Send(self._sent.message))
        self._effects += [Send(dispute) for dispute in self._disputes.again(now)]

    def _sync(self) -> None:
        """Ask for what follows the newest head I have."""
        if self._syncing:
            return
        self._syncing = True
        replica = self.game.replica if self.game else None
        have = replica.seq if replica else 0
        head = replica.head if replica and have else None
        self._effects.append(Send(messages.SyncReq(have, head)))

    def _give_back(self, start: int, head: bytes) -> None:
        """The host was restarted and lacks entries that it has signed: here they are."""
        replica = self.game.replica if self.game else None
        if replica is not None and 0 < start < replica.seq and replica.heads[start - 1] == head:
            self._effects += [Send(part) for part in give_back(self._entries, start)]

    def _lobby(self, lobby: messages.Lobby, now: int) -> None:
        room = self._room
        if room is not None and room.terms == lobby.rules:
            rules = room.rules
        else:
            try:
                rules = Ruleset.from_plain(messages.decode_terms(lobby.rules).ruleset)
            except RulesError as error:
                raise ProtocolFault("E_SCHEMA", str(error)) from None
        self._room = _Room(lobby, lobby.now - now, rules, lobby.rules)
        if room is not None and lobby.notice and lobby.notice != room.lobby.notice:
            self._say("table", lobby.notice)
        if room is not None:
            me = self._seat_of(self._signer.pk)
            for kind, said in words.people(seats_of(room.lobby), seats_of(lobby), me):
                self._say(kind, said.text, said.seat)
        self._agree(lobby)

    def _agree(self, lobby: messages.Lobby) -> None:
        """Who joins a running game to play agrees to its rules, and gets a seat from the next round on."""
        waits = any(s.pk == self._signer.pk and s.wants_seat for s in lobby.spectators)
        key = (lobby.game, messages.rules_hash(lobby.rules))
        if not waits or lobby.stage not in ("round", "round_over") or self._agreed == key:
            return
        self._agreed = key
        if (consent := self.consent()) is not None:
            self._effects.append(Send(messages.Consent(consent.p, consent.s)))
            self._say("table", "A game is running: you watch now and play from the next round on.")

    def _refused(self, counter: int, code: str) -> None:
        sent = self._sent
        if sent is None or sent.counter != counter:
            return
        self._sent = None
        self.notice(words.refusal(code))

    def _settle(self, entry: Entry) -> None:
        """Is this entry the move I sent?"""
        sent = self._sent
        if sent is None or entry.c is None or self.game is None or entry.c.seat != self.game.seat:
            return
        if isinstance(sent.message, messages.Act) and entry.c.p == sent.message.p:
            self._sent = None

    def _react(self, reaction: Reaction, now: int) -> None:
        self._apply(reaction)
        game = self.game
        assert game is not None
        if reaction.happened is not None and isinstance(reaction.happened.body, bodies.RoundStart):
            self._trouble = None
            self._shown = None
        if reaction.happened is not None and isinstance(reaction.happened.body, CHECKED):
            self._words = check_words(reaction.happened.head)
        if reaction.happened is not None and reaction.events:
            self._tell(reaction)
        if reaction.shown is not None and reaction.shown.mine:
            shown = reaction.shown
            self._shown = ShownHand(
                shown.target, shown.cards, bool(shown.guilty), True, shown.color, shown.purpose
            )
        self._plan_keep(now)
        if reaction.objection is not None:
            self._object(reaction.objection, now)
        if (
            reaction.happened is not None
            and isinstance(reaction.happened.body, bodies.RoundEnd)
            and game.doubt
        ):
            raise game.doubt

    def _apply(self, reaction: Reaction) -> None:
        self._effects += [Store(frame) for frame in reaction.frames]
        self._effects += [Send(message) for message in reaction.send]

    def _plan_keep(self, now: int) -> None:
        """A drawn card that cannot be played is kept by the program, after a pause that tells nothing."""
        game = self.game
        assert game is not None
        round_ = game.replica.round
        drawn = round_ is not None and round_.phase is Phase.DRAWN and round_.to_act == game.seat
        mine = game.seat not in game.replica.standin
        view = game.view() if drawn and mine and not game.waits_for_cards else None
        forced = view is not None and not view.legal.plays
        if not forced:
            self._keep_at = 0
        elif not self._keep_at:
            self._keep_at = now + self._pause.ms(self._entropy(2))

    def _tell(self, reaction: Reaction) -> None:
        assert self.game is not None
        game, rules, name = self.game, self.game.replica.rules, self.snapshot.name
        body = reaction.happened.body if reaction.happened is not None else None
        if isinstance(body, bodies.Auto) and body.k == "timeout":
            self._say("game", words.time_up(name, body.a, game.seat), body.a)
        if isinstance(body, bodies.RoundStart) and game.replica.round_no > 1:
            dealer = "you" if body.dealer == game.seat else name(body.dealer)
            self._say("game", words.round_begins(game.replica.round_no, dealer), body.dealer)
        round_ = game.replica.round
        named = round_ is not None and round_.phase not in (Phase.FIRST_COLOR, Phase.PICK_COLOR)
        color = round_.color if round_ is not None and named else NOBODY
        steps = game.replica.record.steps if game.replica.record is not None else []
        command = steps[-1].command if steps and isinstance(body, bodies.Act) else None
        drawn = sum(e.count for e in reaction.events if isinstance(e, Drew) and e.seat == game.seat)
        self._drawing = drawn if game.seat != NOBODY else 0
        for said in words.tell(reaction.events, name, game.seat, rules.edition, color, command, rules):
            self._say("game", said.text, said.seat, said.color, said.card)
        if any(isinstance(event, UnoOwed) for event in reaction.events):
            assert reaction.happened is not None and self._room is not None
            ends = reaction.happened.entry.ts + rules.house.uno_grace_ms
            self._grace = ends - self._room.offset

    # Broken promises.

    def _broken(self, fault: ProofFault, now: int) -> None:
        """A promise was broken: freeze, keep the evidence, tell the others."""
        game = self.game
        if game is None:
            raise ProtocolFault("E_SCHEMA", str(fault))
        game.fault = game.fault or fault
        self._sent = None
        self._keep_at = 0
        proven = None
        if game.replica.start is not None:
            proven = self._disputes.prove(fault, game.replica.game_id, self._entries)
            self._keep(fault.code, proven)
            if game.seat != NOBODY:
                dispute = self._disputes.accuse(fault, game.replica.game_id, proven, now)
                self._effects.append(Send(dispute))
        self._say("fair", words.trouble(fault.code))
        self._trouble = self._trouble or Trouble(
            code=fault.code,
            text=words.trouble(fault.code),
            entry=fault.seq,
            found_by=game.seat,
            mine=True,
            proven=proven is not None,
            guilty=guilty(proven),
            frozen=True,
        )

    def _keep(self, code: str, proven: Proven | None) -> None:
        """Have the evidence written to a file."""
        assert self.game is not None
        if proven is not None and not self._evidence:
            name = f"evidence-{self.game.replica.game_id.hex()[:8]}-{code}.unoevidence"
            self._effects.append(Evidence(name, proven.data))

    def _object(self, objection: Objection, now: int) -> None:
        """The log says something untrue about me, which only I know."""
        game = self.game
        assert game is not None
        dispute = self._disputes.object(objection.code, objection.seq, game.replica.game_id, now)
        self._effects.append(Send(dispute))
        self._say("fair", words.objection(objection.code, "", mine=True))

    def _disputed(self, entry: Entry, now: int) -> None:
        """A dispute stands in the log: mine, or somebody's that I judge for myself."""
        game = self.game
        assert game is not None
        heard = self._disputes.hear(entry, game.seat, game.replica.game_id, self._entries)
        self._told()
        if heard is None:
            return
        name = self.snapshot.name(heard.seat)
        if heard.proven is None:
            self._say("fair", words.objection(heard.code, name), heard.seat)
            return
        game.fault = game.fault or ProofFault(heard.code, heard.at, f"shown by seat {heard.seat}")
        self._sent = None
        self._keep_at = 0
        self._keep(heard.code, heard.proven)
        text = f"{name} shows: {words.trouble(heard.code)}"
        self._say("fair", text, heard.seat)
        self._trouble = self._trouble or Trouble(
            code=heard.code,
            text=text,
            entry=heard.at,
            found_by=heard.seat,
            proven=True,
            guilty=guilty(heard.proven),
            told=True,
            frozen=True,
        )

    def _told(self) -> None:
        """Has the host logged what I found?"""
        if self._trouble is not None and self._trouble.mine and self._disputes.logged:
            self._trouble = replace(self._trouble, told=True)

    def _watch(self, entry: Entry, now: int) -> None:
        """Things in a new entry that only I can know to be untrue."""
        game = self.game
        if game is None or self._syncing or game.seat == NOBODY:
            return
        sent = self._sent
        if (
            isinstance(entry.b, bodies.Auto)
            and (entry.b.k, entry.b.a) == ("timeout", game.seat)
            and sent is not None
            and not sent.held
            and now >= sent.at + PATIENCE_MS
        ):
            self._object(game.object("timeout", entry.q), now)
        if self._clock is not None and entry.ts > now + self._clock + PATIENCE_MS:
            self._clock = None
            self._object(game.object("clock", entry.q), now)

    def _trouble_now(self, lobby: messages.Lobby, me: int, offset: int) -> Trouble | None:
        """What is wrong, with what can be done about it at this moment."""
        vote = next((vote for vote in lobby.votes if vote.what == "dispute"), None)
        trouble = self._trouble
        if trouble is None:
            if vote is None:
                return None
            trouble = Trouble("", words.DISPUTED, told=True)
        if vote is None:
            can = ("leave",) if trouble.frozen else ()
            return replace(trouble, evidence=self._evidence, can=can)
        may = vote.ends and me in vote.asked
        return replace(
            trouble,
            evidence=self._evidence,
            can=(*(OUTCOMES if may else ()), "leave"),
            asked=vote.asked,
            votes=vote.votes,
            ends_ms=vote.ends - offset if vote.ends else 0,
        )

    # What the person does.

    def act(self, command: Command, now: int) -> bool:
        """Sign and send a game command. False when it could not be sent; a notice says why."""
        game = self.game
        code = self._cannot_act(game)
        if code:
            self.notice(words.refusal(code))
            return False
        assert game is not None
        self._keep_at = 0
        reaction = game.act(command, now)
        self._apply(reaction)
        action = codec.decode_text(game_act(reaction).p, messages.Action)
        self._sent = _Sent(action.counter, game_act(reaction), now)
        self._render(now)
        return True

    def _cannot_act(self, game: ClientGame | None) -> str:
        if self.snapshot.link is not LinkState.ONLINE:
            return "offline"
        if game is None or game.replica.round is None:
            return "no_game"
        if game.fault is not None:
            return "frozen"
        if game.seat == NOBODY:
            return "not_seated"
        if self._syncing or game.waits_for_cards:
            return "sent"
        return ""

    def change(self, change: messages.Change) -> None:
        """Ask for a change of the table."""
        if self.snapshot.link is not LinkState.ONLINE:
            self.notice(words.refusal("offline"))
            return
        self._effects.append(Send(messages.LobbySet(change)))

    def consent(self) -> Signed | None:
        """My signed consent to the rules now shown for the next game."""
        if self._room is None:
            return None
        lobby = self._room.lobby
        text = messages.ConsentText(lobby.table, lobby.game, messages.rules_hash(lobby.rules))
        payload = codec.encode_text(text)
        return Signed(payload, self._signer.sign(messages.ConsentText.SIG, payload))

    def admin(self, kind: messages.AdminKind, seat: int, now: int) -> None:
        """Give an order as the owner of the table."""
        if self._room is None:
            return
        self._admin = max(self._admin + 1, now)
        text = messages.AdminText(self._room.lobby.game, self._admin, kind, seat, None)
        payload = codec.encode_text(text)
        sig = self._signer.sign(messages.AdminText.SIG, payload)
        self._effects.append(Send(messages.Admin(payload, sig)))

    def vote(self, choice: messages.Choice, now: int) -> None:
        """Vote on what becomes of the disputed round."""
        game = self.game
        if game is None or game.replica.start is None:
            return
        self._vote = max(self._vote + 1, now)
        lobby = self._room.lobby if self._room else None
        number = lobby.round if lobby else game.replica.round_no
        text = messages.VoteText(game.replica.game_id, number, self._vote, "dispute", choice, NOBODY, None)
        payload = codec.encode_text(text)
        sig = self._signer.sign(messages.VoteText.SIG, payload)
        self._effects.append(Send(messages.Vote(payload, sig)))

    def say(self, text: str) -> None:
        """Chat."""
        self._effects.append(Send(messages.Chat(text)))

    def goodbye(self) -> None:
        """Close the link on purpose; the seat is kept."""
        self._effects.append(Send(messages.Bye("left")))

    def seen_hand(self) -> None:
        """The shown hand was looked at."""
        self._shown = None
        self._set(shown=None)

    # What is shown.

    def _seat_of(self, pk: bytes | None) -> int:
        if self._room is None or pk is None:
            return NOBODY
        return next((s.seat for s in self._room.lobby.seats if s.pk == pk), NOBODY)

    def notice(self, text: str) -> None:
        """Show a sentence about what the person did."""
        self._set(notice=text, notice_no=self.snapshot.notice_no + 1)

    def _say(self, kind: str, text: str, seat: int = NOBODY, color: int = NOBODY, card: int = NOBODY) -> None:
        """Add a line to the log; the next `_render` shows it."""
        self._log.append(LogLine(kind, text, seat, color, card))
        del self._log[:-LOG_LINES]

    def _set(self, **fields: object) -> None:
        self.snapshot = replace(self.snapshot, **fields)  # type: ignore[arg-type]

    def _render(self, now: int) -> None:
        """Build the snapshot anew."""
        room, game = self._room, self.game
        if room is None:
            return
        lobby = room.lobby
        me = self._seat_of(self._signer.pk)
        view = game.view() if game and game.replica.record else None
        clock = lobby.clock
        if clock is not None and view is not None and clock.seat != view.to_act:
            clock = None
        fault = game.fault if game else None
        fair = fairness_of(game) if game else Fairness()
        if fault is not None:
            fair = replace(fair, fault_code=fault.code, fault=words.trouble(fault.code), checked=False)
        rules = game.replica.rules if game and game.replica.game else room.rules
        assert rules is not None
        self._set(
            stage=Stage(lobby.stage),
            table_name=lobby.table_name,
            host_name=self.address.host_name,
            code=self.address.code,
            address=self.address.uno,
            sas=self.address.sas,
            me=me,
            owner=next((s.seat for s in lobby.seats if s.owner), NOBODY),
            edition=rules.edition.id,
            mode=rules.mode,
            target=rules.house.target_score,
            rules=rules.to_plain()["house"],
            ruleset=rules,
            seats=seats_of(lobby, room.offset),
            spectators=tuple(s.name for s in lobby.spectators),
            max_seats=lobby.max_seats,
            round_no=lobby.round,
            teams=dict(game.replica.game.teams) if game and game.replica.game else {},
            out=tuple(sorted(game.replica.game.out)) if game and game.replica.game else (),
            view=view if lobby.stage != "waiting" else None,
            deadline_ms=clock.ends - room.offset if clock else 0,
            grace_ms=self._grace if view is not None and view.owes else 0,
            held=self._sent is not None and self._sent.held,
            shown=self._shown,
            result=result_of(game) if game else None,
            fair=replace(fair, evidence=self._evidence, words=self._words),
            trouble=self._trouble_now(lobby, me, room.offset),
            log=tuple(self._log),
        )


def game_act(reaction: Reaction) -> messages.Act:
    """The one action in a reaction of `ClientGame.act`."""
    return next(m for m in reaction.send if isinstance(m, messages.Act))


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

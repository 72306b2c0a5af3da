"""One person at one table: link, session and record put together; both faces use it.

    player = Player(target, signer, name, state=folder, known=KnownHosts(folder))
    await player.join()        # raises LinkError with a sentence
    player.subscribe(show)     # called with every new snapshot
    await player.run()         # until the table is left or closed

What a person does returns at once; what came of it is in the next snapshot.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import uno_lan
from protocol import codes, messages
from protocol.errors import TextError
from protocol.names import clean_chat
from protocol.signing import Ed25519Verifier, Signer, host_id
from protocol.unolog import LogHeader
from uno_lan import languages
from uno_lan.engine import NOBODY, Command, Leave, Ruleset
from uno_lan.languages import _

from .desk import Desk
from .dial import Place
from .errors import Ended, LinkError
from .known_hosts import KnownHosts
from .link import Connecting, Down, Event, Got, Link, Measured, Target, Times, Up
from .model import Snapshot, Stage
from .moves import Moves
from .multicast import Teller
from .record import Record
from .session import Address, Evidence, NewFile, Pause, Quit, Send, Session, Store

ENV_PAUSE = "UNO_LAN_PAUSE_MS"
"""`LEAST-MOST`: another pause before a forced `keep`; for tests, where nobody reads anything out of it."""
FORMAT = 1
"""Version of the game file."""


MOST_PLACES: Final = 8
"""So many addresses of one host are tried."""


def wall_clock() -> int:
    """Unix time in ms."""
    return time.time_ns() // 1_000_000


class Player(Moves):
    """A seat, or a watcher's place, at one table.

    Args:
        code: the table code, if one is known.
        state: folder for the record of games; None: none is kept.
        watch: do not take a seat.
        patience: seconds for which a first connection is tried again.
        pause: how long a forced `keep` waits; None: what the environment says, or the usual.
        times: of the link; None: the usual ones.
        told: address that others are to use, where it is not the one I connect to: my own table.
    """

    def __init__(
        self,
        target: Target,
        signer: Signer,
        name: str,
        *,
        code: str | None = None,
        state: Path | None = None,
        known: KnownHosts | None = None,
        watch: bool = False,
        patience: float = 0.0,
        pause: Pause | None = None,
        times: Times | None = None,
        told: codes.Address | None = None,
    ) -> None:
        self._signer = signer
        self._verifier = Ed25519Verifier()
        self._code = code
        self._pause = pause or Pause.parse(os.environ.get(ENV_PAUSE, ""))
        self._told_address = told
        self.ended = ""
        """Why the link is over: `closed`, `kicked`, `replaced`, a code of docs/protocol.md; empty: I left, or
        it is not over."""
        self._record = Record(state)
        self._session: Session | None = None
        self._server = bytes(8)
        self._subscribers: list[Callable[[Snapshot], None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._joined: asyncio.Future[None] | None = None
        self._snapshot = Snapshot(my_name=name)
        self._said_trouble = ""
        """What was said last about the record."""
        self._why = ""
        """Why the program left the table by itself, as a sentence."""
        self._teller = Teller(self._head, self._head_heard)
        self._link = Link(
            target,
            signer,
            self._verifier,
            name,
            code=code,
            role="watch" if watch else "play",
            known=known,
            game=self._game,
            patience=patience,
            times=times,
        )

    # For the faces.

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""
        return self._snapshot

    @property
    def places(self) -> tuple[Place, ...]:
        """Addresses and ports at which the table is looked for, best first."""
        return self._link.target.places

    @property
    def server(self) -> bytes:
        """Id of the server; zeros before the first link."""
        return self._server

    @property
    def table_id(self) -> bytes:
        """Id of the table; zeros before the first link."""
        return self._session.table if self._session is not None else bytes(8)

    @property
    def host(self) -> bytes:
        """Key of the host; empty before the first link."""
        return self._link.host

    def found_at(self, host: str, port: int) -> None:
        """The host answers there now: a lost link tries that first, at once, and then where it was."""
        places = dict.fromkeys([(host, port), *self.places])
        self._link.retry(tuple(places)[:MOST_PLACES])

    def told_at(self, address: codes.Address) -> None:
        """Others reach this table of mine there from now on."""
        self._told_address = address
        if self._session is not None:
            uno, where = codes.format_uno(address), codes.format_host_port(address.host, address.port)
            self._session.reached_at(replace(self._session.address, uno=uno, host_name=where))
            self._publish()

    @property
    def record(self) -> Path | None:
        """The file of the running game."""
        return self._record.path

    def subscribe(self, callback: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call back after every change; the answer takes it back."""
        self._subscribers.append(callback)

        def unsubscribe() -> None:
            if callback in self._subscribers:
                self._subscribers.remove(callback)

        return unsubscribe

    async def join(self) -> None:
        """Connect for the first time.

        Raises:
            LinkError: it did not work; the sentence says why.
        """
        self._joined = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._keep(), name="table link")
        await self._joined

    async def run(self) -> None:
        """Wait until the table is left or closed; the snapshot says why."""
        if self._task is None:
            await self.join()
        assert self._task is not None
        await asyncio.shield(self._task)

    async def _keep(self) -> None:
        reason = ""
        try:
            await self._link.run(self._handle)
        except LinkError as error:
            self.ended = error.code
            if self._joined is not None and not self._joined.done():
                self._joined.set_exception(error)
                return
            reason = (
                error.sentence
                if isinstance(error, Ended)
                else _("The link ended. {why}").format(why=error.sentence)
            )
        finally:
            if self._timer is not None:
                self._timer.cancel()
            self._teller.stop()
            self._record.close()
        if self._joined is not None and not self._joined.done():
            self._joined.cancel()
        if self._session is not None:
            self._session.closed(self._why or reason or _("You left the table."))
            self._publish()

    # What a person does.

    @property
    def desk(self) -> Desk:
        """Votes, orders of the owner, and the rest about the people."""
        return Desk(lambda: self._session, self._flush, wall_clock)

    def send(self, command: Command) -> None:
        """A game command."""
        if self._session is not None:
            self._session.act(command, wall_clock())
            self._flush()

    def ready(self, ready: bool) -> None:
        """Ready for the game, with my consent to its rules, or not."""
        if self._session is None:
            return
        change = messages.Ready(self._session.consent()) if ready else messages.Unready()
        self._change(change)

    def start(self) -> None:
        """Owner: start. Who starts is ready."""
        now = self._snapshot
        me = now.seat(now.me)
        if me is not None and me.owner and not me.ready and now.stage is Stage.WAITING:
            self.ready(True)
        self._change(messages.Start())

    def add_bot(self) -> None:
        """Owner: add a bot."""
        self._change(messages.AddBot())

    def remove_bot(self, seat: int) -> None:
        """Owner: remove a bot."""
        self._change(messages.RemoveBot(seat))

    def set_rules(self, rules: Ruleset) -> None:
        """Owner: other rules."""
        if self._session is not None:
            self._session.set_rules(rules)
            self._flush()

    def propose(self, text: str) -> None:
        """A text for a customizable card; empty: take mine back."""
        self._change(messages.Propose(text))

    def agree(self, seat: int) -> None:
        """Agree to what a seat proposes."""
        self._change(messages.Agree(seat))

    def swap(self, first: int, second: int) -> None:
        """Owner: two seats change places."""
        self._change(messages.SwapSeats(first, second))

    def kick(self, seat: int) -> None:
        """Owner: remove a person."""
        if self._session is not None:
            self._session.admin("kick", seat, wall_clock())
            self._flush()

    def vote(self, choice: messages.Choice) -> None:
        """What is to become of the disputed round: `count`, `void` or `stop`."""
        if self._session is not None:
            self._session.vote(choice, wall_clock())
            self._flush()

    def next_round(self) -> None:
        """Go on to the next round."""
        self._change(messages.NextRound(self._snapshot.round_no + 1))

    def take_back(self) -> None:
        """I am here again: the bot that plays my seat steps back."""
        self.desk.take_back()

    def rematch(self) -> None:
        """Back to the waiting room for another game."""
        self._change(messages.Rematch())

    def sit(self) -> None:
        """A watcher wants a seat."""
        self._change(messages.Sit())

    def say(self, text: str) -> None:
        """Chat."""
        if self._session is None:
            return
        try:
            self._session.say(clean_chat(text))
        except TextError as error:
            self._session.notice(languages.said(error))
        self._flush()

    def seen_hand(self) -> None:
        """The shown hand was looked at."""
        if self._session is not None:
            self._session.seen_hand()
            self._publish()

    def leave(self) -> None:
        """Give the seat up; the table goes on."""
        if self._session is not None and self._snapshot.me != NOBODY:
            if self._snapshot.stage is Stage.WAITING:
                self._change(messages.Stand())
            else:
                self._session.act(Leave(self._seat), wall_clock())
                self._flush()
        self._link.close("left")

    def close_table(self) -> None:
        """Owner: close the table for all."""
        if self._session is not None:
            self._session.admin("close", NOBODY, wall_clock())
            self._flush()

    def step_away(self) -> None:
        """Cut the link; the seat is kept."""
        self._link.close("left")

    @property
    def _seat(self) -> int:
        return self._snapshot.me

    def _change(self, change: messages.Change) -> None:
        if self._session is not None:
            self._session.change(change)
            self._flush()

    # The link's side.

    def _game(self) -> bytes | None:
        game = self._session.game if self._session else None
        return game.replica.start.game if game and game.replica.start else None

    async def _handle(self, event: Event) -> None:
        now = wall_clock()
        session = self._session
        match event:
            case Up():
                self._up(event, now)
            case Got(message) if session is not None:
                session.message(message, now)
            case Measured(rtt_ms) if session is not None:
                session.measured(rtt_ms)
            case Down(stopped=stopped) if session is not None:
                self._teller.stop()
                session.lost(stopped)
            case Connecting():
                return
        self._flush()

    def _up(self, event: Up, now: int) -> None:
        self._server = event.server
        session = self._session
        if session is None:
            session = Session(self._signer, self._verifier, event.host, secrets.token_bytes, self._pause)
            self._session = session
            if event.welcome.game is not None and (frames := self._record.resume(event.welcome.game)):
                session.restore(event.host, frames)
                session.recorded(str(self._record.path or ""))
        address = self._told_address or codes.Address(*event.place, host_id(event.host), self._code)
        session.address = Address(
            code=codes.show_table_code(self._code) if self._code else "",
            uno=codes.format_uno(address),
            host_name=codes.format_host_port(address.host, address.port),
            sas=event.pictures,
        )
        session.welcome(event.welcome, now)
        self._teller.start(event.own)
        if self._joined is not None and not self._joined.done():
            self._joined.set_result(None)

    def _head(self) -> bytes | None:
        return self._session.head_to_tell() if self._session is not None else None

    def _head_heard(self, data: bytes) -> None:
        """A head told on the network, past the host."""
        if self._session is not None:
            self._session.head_heard(data, wall_clock())
            self._flush()

    def _flush(self) -> None:
        """Store, then send, then show."""
        session = self._session
        if session is None:
            return
        for effect in session.take():
            match effect:
                case Store(frame):
                    self._record.add(frame)
                case Send(message):
                    self._record.commit()
                    self._link.send(message)
                case NewFile(game, host):
                    self._record.begin(self._header(game, host))
                    session.recorded(str(self._record.path or ""))
                case Evidence(name, data):
                    session.evidence_saved(self._record.keep_evidence(name, data))
                case Quit(reason):
                    self._record.commit()
                    self._why = reason
                    self._link.close("left")
        self._record.commit()
        if self._record.trouble != self._said_trouble:
            self._said_trouble = self._record.trouble
            session.notice(self._said_trouble or _("This game is recorded again."))
        self._arm(session)
        self._publish()

    def _header(self, game: bytes, host: bytes) -> LogHeader:
        table = self._session.table if self._session else bytes(8)
        return LogHeader(
            FORMAT,
            game,
            table,
            self._server,
            host,
            "client",
            self._signer.pk,
            wall_clock(),
            uno_lan.__version__,
        )

    def _arm(self, session: Session) -> None:
        """Wake at the session's deadline."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if session.deadline:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0, session.deadline - wall_clock()) / 1000, self._wake)

    def _wake(self) -> None:
        self._timer = None
        if self._session is not None:
            self._session.tick(wall_clock())
            self._flush()

    def _publish(self) -> None:
        assert self._session is not None
        snapshot = self._session.snapshot
        if snapshot is self._snapshot:
            return
        self._snapshot = snapshot
        for callback in list(self._subscribers):
            callback(snapshot)

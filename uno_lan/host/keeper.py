"""Who owns a table: everything that happens to it goes through this queue.

It feeds the table with what arrived and with the time, stores what the table wants stored, and only then
lets anything out. Whatever waits in the queue is handled together, so that several moves share one sync of
the disk. When the disk is full, the table stands still with a sentence on every screen, and goes on by itself
once there is room.

A turn that nobody has to wait for is taken at the end of the event loop's own turn, without a task being
woken. Whatever has to wait for the disk is carried out by the task; what comes meanwhile stays in the queue.

Nobody is late because of us: before a deadline is judged, what has arrived is read and handed to the table as
of before it; and the time the table is told stands still while the program does (`pulse`) or the disk keeps
us waiting (`tabletime`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from protocol.errors import ProtocolFault
from protocol.framing import frame
from protocol.messages import Lobby, Message, Role, TableStatus, encode
from uno_lan.errors import CommandError
from uno_lan.patience import TURNS

from .archive import Archive
from .disk import Disk
from .effects import Close, Closed, Evidence, NewFile, Note, RulesChanged, Send, StatusChanged
from .inbox import Inbox
from .inputs import Do, Done, Heard, Input, Join, Lost, Measured, Peer, Welcome, Welcoming, Work
from .logs import EventLog
from .room import Refusal, Room
from .storing import Storing
from .tabletime import TableTime

if TYPE_CHECKING:
    from .table import Joined, Table

LONGEST_WAIT_S: Final = 30.0
"""The table's deadlines are in wall time, which may be set anew: look at it again after this."""
MOST_TICKS: Final = 100
"""So often a table may name the same deadline again after it was woken for it; then it is our mistake."""
SPIN_S: Final = 0.1
"""A table that names the same deadline for ever is woken this often, so that messages still get in."""

_LONG: Final = frozenset((NewFile, Evidence, RulesChanged))
"""Effects for a task: a thread does them."""

T = TypeVar("T")


class NoMore(Exception):
    """The table is not kept any more: it was closed, or another keeper has it from now on."""


class Keeper:
    """Owns one table.

    Args:
        table: it is called in its turns only, but for `is_seated`, which changes nothing.
        archive: where its frames go.
        clock: Unix time in ms, which may stand still while the program does.
        wall: Unix time in ms as it is; without, `clock` is that.
        keep_rules: keeps the rules of the waiting room for a restart; called in a thread, may take long.
        on_status: hears when the table's public status changed.
        late_sync: bring moves to the disk a little after they are announced (`--sync background`).
        disk: the threads of the process; without, the keeper has one of its own.
    """

    def __init__(
        self,
        table: Table,
        archive: Archive,
        log: EventLog,
        clock: Callable[[], int],
        *,
        on_status: Callable[[TableStatus], None] = lambda _: None,
        keep_rules: Callable[[bytes], None] = lambda _: None,
        late_sync: bool = False,
        disk: Disk | None = None,
        wall: Callable[[], int] | None = None,
    ) -> None:
        self._table = table
        self._log = log
        self._time = TableTime(table, clock, wall or clock)
        self._on_status = on_status
        self._keep_rules = keep_rules
        self._inbox = Inbox(self._turn_soon)
        self._peers: dict[int, Peer] = {}
        self._storing = Storing(archive, log, late=late_sync, disk=disk)
        self._lobby: Lobby | None = None
        """The newest: told again with a notice when the disk takes nothing."""
        self._deadline: int | None = None
        """When the table has something to do by itself; worked out once after each of its turns."""
        self._letting_in = 0
        """A deadline is there: so many turns of the loop have passed since, to read all that has arrived."""
        self._idle: asyncio.Future[list[Work]] | None = None
        """The task waits for effects that take long; None: it carries some out, or does not run."""
        self._is_due = False
        """A turn is due at the end of the loop's turn."""
        self._timer: asyncio.TimerHandle | None = None
        """Rings for the deadline, or before it."""
        self._woken_for: int | None = None
        """The deadline that the table was woken for last."""
        self._same = 0
        """How often in a row it was that one."""
        self.status: TableStatus = table.status()
        """The table as others may see it; also what the announcement tells."""
        self.ended = ""
        """Why the table is closed for good; empty while it is open."""
        self._orders: set[asyncio.Future[Any]] = set()
        """Orders that wait for their turn."""
        self._is_over = False
        """`run` has returned."""

    # For the connections.

    async def join(
        self,
        number: int,
        peer: Peer,
        pk: bytes,
        name: str,
        role: Role,
        welcoming: Welcoming,
        pictures: tuple[str, ...] = (),
    ) -> Joined:
        """Bring in somebody who has proven who they are.

        Args:
            number: a new number for this connection, never used again.
            pictures: the four pictures of the link, for people to compare.

        Raises:
            ProtocolFault: the table does not take them.
        """
        answer: asyncio.Future[Joined] = asyncio.get_running_loop().create_future()
        await self._inbox.put(Join(number, peer, pk, name, role, welcoming, answer, pictures))
        return await answer

    def take(self, number: int, message: Message, ref: int = 0) -> bool:
        """Hand on what somebody sent. False: the table has too much to do; see `room`.

        Args:
            ref: the envelope's id, which an answer names.
        """
        return self._inbox.offer(Heard(number, message, ref))

    async def hear(self, number: int, message: Message, ref: int = 0) -> None:
        """Hand on what somebody sent. Waits while the table has too much to do.

        Args:
            ref: the envelope's id, which an answer names.
        """
        await self._inbox.put(Heard(number, message, ref))

    async def room(self) -> None:
        """Wait until `take` takes something again."""
        await self._inbox.room()

    def measured(self, number: int, rtt_ms: int) -> None:
        """A round trip was measured. Not told when the table has too much to do: the next one will be."""
        self._inbox.offer(Measured(number, rtt_ms))

    def lost(self, number: int) -> None:
        """A connection is gone. Waits for nothing: a table that is kept no more would never make room."""
        self._inbox.add(Lost(number))

    async def do(self, what: Callable[[Table, int], None]) -> None:
        """Have something done to the table in its turn."""
        await self._inbox.put(Do(what))

    async def order(self, order: Callable[[Room], T]) -> T:
        """Have an order of whoever runs the server carried out in the table's turn, and stored.

        Raises:
            Refusal: it makes no sense now.
            NoMore: nobody will carry it out.
        """
        if self._is_over:
            raise NoMore
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._orders.add(answer)
        answer.add_done_callback(self._orders.discard)
        results: list[T] = []

        def carry_out(table: Table, now: int) -> None:
            try:
                results.append(table.by_server(order, now))
            except Refusal as refusal:
                if not answer.done():  # whoever asked may have given up
                    answer.set_exception(refusal)

        def done() -> None:
            if results and not answer.done():
                answer.set_result(results[0])

        self._inbox.add(Do(carry_out, done))  # however full it is: a table that is no more makes no room
        return await answer

    def close_table(self, reason: str) -> None:
        """Have the table closed for good. Nothing when it has too much to do: who wants that asks again."""
        self._inbox.offer(Do(lambda table, now: table.close(reason, now)))

    @property
    def is_stuck(self) -> bool:
        """Does the disk take nothing, so that the table stands still?"""
        return self._storing.is_stuck

    @property
    def is_untouched(self) -> bool:
        """Does nobody sit here, and has no game begun?"""
        return self.status.stage == "waiting" and self.status.seats == 0

    @property
    def now(self) -> int:
        """The time the table is told: Unix ms."""
        return self._time.now

    @property
    def game(self) -> Path | None:
        """The file of the running or last game."""
        return self._storing.path

    def is_seated(self, pk: bytes) -> bool:
        """Has this key a seat, so that it needs no code to come back? Asks without changing anything."""
        return self._table.is_seated(pk)

    # Turns.

    async def run(self) -> None:
        """Keep the table until it is closed."""
        loop = asyncio.get_running_loop()
        self._time.begin(loop.time())
        self._deadline = self._table.deadline
        try:
            effects: list[Work] = [*self._table.take()]
            self._storing.must_wait |= self._storing.keep(effects)
            while True:
                with self._time.forgiving():
                    await self._carry_out(effects)
                if self.ended:
                    return
                self._idle = loop.create_future()
                self._go_on()
                effects = await self._idle
                self._idle = None
        finally:
            self._idle = None
            if self._timer is not None:
                self._timer.cancel()
            self._is_over = True
            for order in list(self._orders):
                if not order.done():
                    order.set_exception(NoMore())

    def _turn_soon(self) -> None:
        if not self._is_due and self._idle is not None:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        """Feed the table with all that waits; what follows is carried out here, or by the task."""
        idle = self._idle
        if idle is None or idle.done():
            self._is_due, self._letting_in = False, 0
            return  # the task looks at the inbox when it is done
        if not self._letting_in:
            self._time.hear()
        if self._time.is_past(self._deadline) and self._letting_in < TURNS:
            self._letting_in += 1
            asyncio.get_running_loop().call_soon(self._turn)
            return
        self._is_due, self._letting_in = False, 0
        try:
            effects = self._feed(self._inbox.empty())
            if not self._carry_out_now(effects):
                idle.set_result(effects)
                return
        except Exception as error:
            idle.set_exception(error)
            return
        if self.ended:
            idle.set_result([])
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Have the next turn taken when something waits, or when the table's deadline is there."""
        if self._inbox:
            self._turn_soon()
            return
        wait = LONGEST_WAIT_S
        if (deadline := self._deadline) is not None:
            wait = min(wait, (deadline - self.now) / 1000)
            if deadline == self._woken_for and self._same >= MOST_TICKS:
                wait = SPIN_S
            if wait <= 0:
                self._turn_soon()
                return
        elif self._timer is not None:
            return  # it rings in less
        loop = asyncio.get_running_loop()
        at = loop.time() + wait
        # Deadlines mostly move on with each turn: ringing too early costs less than a new timer each time.
        if self._timer is None or self._timer.when() > at:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = loop.call_at(at, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._turn_soon()

    async def save(self) -> None:
        """Bring everything to the disk; for the end, when `run` does not run any more."""
        await self._storing.save()

    def close(self) -> None:
        """Let the game file go."""
        self._storing.close()

    def _feed(self, inputs: list[Input]) -> list[Work]:
        effects: list[Work] = []
        self._time.look(asyncio.get_running_loop().time(), self._came_at())
        for item in inputs:
            if type(item) is not Heard:
                effects += self._table.take()  # a welcome comes behind what was said before it
            try:
                self._take(item, effects)
            except ProtocolFault as fault:
                self._refuse(item, fault)
            if isinstance(item, Do) and item.done is not None:
                effects += self._table.take()
                effects.append(Done(item.done))
        # What several people say at once changes the lobby once.
        effects += self._table.take()
        self._deadline = self._table.deadline
        # What is due only now, after this turn, waits for the next: until then more may have arrived.
        if self._deadline is not None and self._time.is_past(self._deadline):
            self._count_ticks(self._deadline)
            self._table.tick(self._time.heard)
            effects += self._table.take()
            self._deadline = self._table.deadline
        return effects

    def _came_at(self) -> int:
        """When something came that has arrived by now: before whatever is due now."""
        heard = self._time.heard
        if self._deadline is None or self._deadline > heard:
            return heard
        self._deadline = self._table.deadline  # it may be another one after the input before
        return self._time.before(self._deadline)

    def _count_ticks(self, deadline: int) -> None:
        """Notice a table that asks for the same moment again and again: nobody else would ever get a turn."""
        self._same = self._same + 1 if deadline == self._woken_for else 1
        self._woken_for = deadline
        if self._same == MOST_TICKS:
            self._log.error("table.spins", deadline=deadline)

    def _take(self, item: Input, effects: list[Work]) -> None:
        now = self._came_at()
        match item:
            case Heard(number, message, ref):
                if number in self._peers:
                    self._table.message(number, message, now, ref)
            case Join():
                self._peers[item.number] = item.peer
                joined = self._table.join(item.number, item.pk, item.name, item.role, now, item.pictures)
                effects.append(Welcome(item, joined))
            case Do(what, _):
                what(self._table, now)
            case _ if item.number not in self._peers:
                pass  # closed by the table while this was on its way
            case Measured(number, rtt_ms):
                self._table.measured(number, rtt_ms, now)
            case Lost(number):
                self._forget(number)
                self._table.lost(number, now)

    def _refuse(self, item: Input, fault: ProtocolFault) -> None:
        if isinstance(item, Join):
            self._forget(item.number)
            if not item.answer.done():
                item.answer.set_exception(fault)
        elif isinstance(item, Heard) and (peer := self._forget(item.number)) is not None:
            self._log.warning("link.fault", peer=item.number, code=fault.code, detail=fault.detail)
            peer.close(fault.code)
            self._table.lost(item.number, self._came_at())

    def _forget(self, number: int) -> Peer | None:
        return self._peers.pop(number, None)

    # Effects.

    def _carry_out_now(self, effects: list[Work]) -> bool:
        """Carry out what takes no time. False: the task has to, all that is told."""
        if self._storing.keep(effects):
            began = self._time.started()
            stored = self._storing.is_stored()
            self._time.forgive(began)
            if not stored:
                return False
        for effect in effects:
            if type(effect) in _LONG:
                return False
        self._tell_all(effects)
        return True

    async def _carry_out(self, effects: list[Work]) -> None:
        """Store first what the archive has, then tell."""
        if self._storing.must_wait:
            await self._storing.store(self._announce)
            self._storing.must_wait = False
        rest = 0
        for index, effect in enumerate(effects):
            if isinstance(effect, Evidence | RulesChanged):
                self._tell_all(effects[rest:index])
                rest = index + 1
                if isinstance(effect, Evidence):
                    await self._storing.run(partial(self._storing.keep_evidence, effect.name, effect.data))
                else:
                    await self._keep_terms(effect.terms)
        self._tell_all(effects[rest:])

    def _tell_all(self, effects: list[Work]) -> None:
        """Carry out effects, those before them being done; then all bytes go out, once for each link."""
        told: dict[int, list[bytes]] = {}
        for effect in effects:
            if type(effect) is Send:
                if type(effect.message) is Lobby:
                    self._lobby = effect.message
                framed = frame(encode(effect.message))
                for number in effect.peers:
                    if number in told:
                        told[number].append(framed)
                    else:
                        told[number] = [framed]
            else:
                self._tell(effect, told)
        for number, said in told.items():
            if (peer := self._peers.get(number)) is not None:
                peer.tell(said)

    def _tell(self, effect: Work, told: dict[int, list[bytes]]) -> None:
        match effect:
            case Close(number, reason):
                said = told.pop(number, None)
                if (peer := self._forget(number)) is not None:
                    if said:
                        peer.tell(said)
                    peer.close(reason)
            case Welcome(join, joined):
                told.setdefault(join.number, []).append(frame(join.welcoming(joined)))
                if not join.answer.done():
                    join.answer.set_result(joined)
            case Done(answer):
                answer()
            case StatusChanged():
                self.status = self._table.status()
                self._on_status(self.status)
            case Note(event, fields):
                self._log.info(event, **dict(fields))
            case Closed(reason):
                self.ended = reason
            case _:
                pass

    async def _keep_terms(self, terms: bytes) -> None:
        """Keep the rules for a restart. A disk that does not take them stops nobody: a game logs its own."""
        try:
            await self._storing.run(partial(self._keep_rules, terms))
        except CommandError as error:
            self._log.error("table.rules", why=error.text)

    def _announce(self, notice: str) -> None:
        """Show everybody that the table stands still, or that it goes on."""
        if self._lobby is None:
            return
        lobby = msgspec.structs.replace(self._lobby, now=self.now)
        if notice:
            lobby = msgspec.structs.replace(lobby, paused=True, notice=notice)
        framed = frame(encode(lobby))
        for peer in self._peers.values():
            peer.tell([framed])

"""The one task that owns a table: everything that happens to it goes through its queue.

It feeds the table with what arrived and with the time, stores what the table wants stored, and only then
lets anything out. Whatever waits in the queue is handled together, so that several moves share one sync of
the disk. When the disk is full, the table stands still with a sentence on every screen, and goes on by itself
once there is room.

Nobody is late because of us: before a deadline is judged, what has arrived is read and handed to the table as
of before it; and the time the table is told stands still while the program does (`pulse`) or the disk keeps
us waiting.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from protocol.errors import ProtocolFault
from protocol.messages import Lobby, Message, Role, TableStatus, encode
from uno_lan.errors import CommandError
from uno_lan.naps import Naps

from .archive import Archive, Begin, Keep
from .disk import Disk
from .effects import Close, Closed, Evidence, NewFile, Note, RulesChanged, Send, StatusChanged, Store
from .inputs import Do, Done, Heard, Input, Join, Lost, Measured, Peer, Welcome, Welcoming, Work
from .logs import EventLog
from .pulse import let_in
from .room import Refusal, Room

if TYPE_CHECKING:
    from .table import Joined, Table

INBOX: Final = 1024
"""Inputs that wait; above that the connections are read no further."""
LONGEST_WAIT_S: Final = 30.0
"""The table's deadlines are in wall time, which may be set anew: look at it again after this."""
MOST_TICKS: Final = 100
"""So often a table may name the same deadline again after it was woken for it; then it is our mistake."""
SPIN_S: Final = 0.1
"""A table that names the same deadline for ever is woken this often, so that messages still get in."""
RETRY_S: Final = 1.0
"""How often a full disk is tried again."""
SLOW_DISK_MS: Final = 250
"""What takes longer to be stored and told does not count as anybody's time."""
TELL_MS: Final = 1_000
"""When the table's time has fallen so far behind, the clocks on the screens are set anew."""

T = TypeVar("T")


class Keeper:
    """Owns one table.

    Args:
        table: it is called from the keeper's task only.
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
        self._archive = archive
        self._log = log
        self._clock = clock
        self._wall = wall or clock
        self._shift = 0
        """What the table's time is ahead of the clock, ms."""
        self._heard = 0
        """All that had arrived by this time is in the inbox."""
        self._behind = 0
        """How far it was behind the wall when the screens were last told."""
        self._on_status = on_status
        self._keep_rules = keep_rules
        self._late_sync = late_sync
        self._inbox: asyncio.Queue[Input] = asyncio.Queue(INBOX)
        self._peers: dict[int, Peer] = {}
        self._disk = disk or Disk(threads=1)
        self._own_disk = disk is None
        self._lobby: Lobby | None = None
        self._deadline: int | None = None
        """When the table has something to do by itself; worked out once after each of its turns."""
        self._naps: Naps | None = None
        self._woken_for: int | None = None
        self._same = 0
        """How often in a row the table was woken for the same deadline."""
        self.status: TableStatus = table.status()
        """The table as others may see it; also what the announcement tells."""
        self.is_stuck = False
        """Does the disk take nothing, so that the table stands still?"""
        self.ended = ""
        """Why the table is closed for good; empty while it is open."""

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

    async def hear(self, number: int, message: Message, ref: int = 0) -> None:
        """Hand on what somebody sent. Waits while the table has too much to do.

        Args:
            ref: the envelope's id, which an answer names.
        """
        await self._inbox.put(Heard(number, message, ref))

    def measured(self, number: int, rtt_ms: int) -> None:
        """A round trip was measured; told when there is room."""
        if not self._inbox.full():
            self._inbox.put_nowait(Measured(number, rtt_ms))

    async def lost(self, number: int) -> None:
        """A connection is gone."""
        await self._inbox.put(Lost(number))

    async def do(self, what: Callable[[Table, int], None]) -> None:
        """Have something done to the table in its turn."""
        await self._inbox.put(Do(what))

    async def order(self, order: Callable[[Room], T]) -> T:
        """Have an order of whoever runs the server carried out in the table's turn, and stored.

        Raises:
            Refusal: it makes no sense now.
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        results: list[T] = []

        def carry_out(table: Table, now: int) -> None:
            try:
                results.append(table.by_server(order, now))
            except Refusal as refusal:
                answer.set_exception(refusal)

        def done() -> None:
            if results and not answer.done():
                answer.set_result(results[0])

        await self._inbox.put(Do(carry_out, done))
        return await answer

    def close_table(self, reason: str) -> None:
        """Have the table closed for good; looked at again later when there is no room for it now."""
        if not self._inbox.full():
            self._inbox.put_nowait(Do(lambda table, now: table.close(reason, now)))

    @property
    def is_untouched(self) -> bool:
        """Does nobody sit here, and has no game begun?"""
        return self.status.stage == "waiting" and self.status.seats == 0

    @property
    def now(self) -> int:
        """The time the table is told: Unix ms."""
        return self._clock() + self._shift

    @property
    def game(self) -> Path | None:
        """The file of the running or last game."""
        return self._archive.path

    def is_seated(self, pk: bytes) -> bool:
        """Has this key a seat, so that it needs no code to come back? Asks without changing anything."""
        return self._table.is_seated(pk)

    # The task.

    async def run(self) -> None:
        """Keep the table until it is closed."""
        self._naps = Naps(self._wall(), asyncio.get_running_loop().time())
        self._deadline = self._table.deadline
        await self._carry_out(self._effects())
        while not self.ended:
            await self._carry_out(self._feed(await self._next()))

    async def save(self) -> None:
        """Bring everything to the disk; for the end, when `run` does not run any more."""
        await self._disk.run(self._archive.save)

    def close(self) -> None:
        """Let the game file go."""
        if self._own_disk:
            self._disk.close()
        self._archive.close()

    async def _next(self) -> list[Input]:
        """All inputs that wait, at least one, or none when the table's deadline is there."""
        inputs: list[Input] = []
        wait = LONGEST_WAIT_S
        if (deadline := self._deadline) is not None:
            wait = min(wait, (deadline - self.now) / 1000)
            if deadline == self._woken_for and self._same >= MOST_TICKS:
                wait = SPIN_S
        if wait > 0 and self._inbox.empty():
            try:
                async with asyncio.timeout(wait):
                    inputs.append(await self._inbox.get())
            except TimeoutError:
                pass
        self._heard = self.now
        if self._deadline is not None and self._deadline <= self._heard:
            await let_in()
        while not self._inbox.empty():
            inputs.append(self._inbox.get_nowait())
        return inputs

    def _feed(self, inputs: list[Input]) -> list[Work]:
        effects: list[Work] = []
        self._look_at_time()
        for item in inputs:
            try:
                self._take(item, effects)
            except ProtocolFault as fault:
                self._refuse(item, fault)
            effects += self._effects()
            if isinstance(item, Do) and item.done is not None:
                effects.append(Done(item.done))
        self._deadline = self._table.deadline
        # What is due only now, after this turn, waits for the next: until then more may have arrived.
        if self._deadline is not None and self._deadline <= self._heard:
            self._count_ticks(self._deadline)
            self._table.tick(self._heard)
            effects += self._effects()
            self._deadline = self._table.deadline
        return effects

    def _look_at_time(self) -> None:
        """Has the computer slept, or the program stood still? Nobody is late for that."""
        wall = self._wall()
        if self._naps is not None and self._naps.over(wall, asyncio.get_running_loop().time()):
            self._table.woke(self.now)
        behind = wall - self.now
        if behind - self._behind >= TELL_MS:
            self._table.stood_still(behind - self._behind, self.now)
            self._behind = behind
        elif behind >= TELL_MS and self._table.no_time_runs:
            self._shift += behind
            self._behind = 0

    def _time(self) -> int:
        """When something came that has arrived by now: before whatever is due now."""
        if self._deadline is None or self._deadline > self._heard:
            return self._heard
        self._deadline = self._table.deadline  # it may be another one after the input before
        return self._heard if self._deadline is None else min(self._heard, self._deadline - 1)

    def _count_ticks(self, deadline: int) -> None:
        """Notice a table that asks for the same moment again and again: nobody else would ever get a turn."""
        self._same = self._same + 1 if deadline == self._woken_for else 1
        self._woken_for = deadline
        if self._same == MOST_TICKS:
            self._log.error("table.spins", deadline=deadline)

    def _take(self, item: Input, effects: list[Work]) -> None:
        now = self._time()
        match item:
            case Join():
                self._peers[item.number] = item.peer
                joined = self._table.join(item.number, item.pk, item.name, item.role, now, item.pictures)
                effects.append(Welcome(item, joined))
            case Do(what, _):
                what(self._table, now)
            case _ if item.number not in self._peers:
                pass  # closed by the table while this was on its way
            case Heard(number, message, ref):
                self._table.message(number, message, now, ref)
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
            self._table.lost(item.number, self._time())

    def _forget(self, number: int) -> Peer | None:
        return self._peers.pop(number, None)

    def _effects(self) -> list[Work]:
        return list(self._table.take())

    # Effects.

    async def _carry_out(self, effects: list[Work]) -> None:
        """Store first, then tell. Until it is told, nobody can answer: a slow disk is nobody's fault."""
        began = self._clock()
        try:
            await self._store_and_tell(effects)
        finally:
            if (took := self._clock() - began) >= SLOW_DISK_MS:
                self._shift -= took

    async def _store_and_tell(self, effects: list[Work]) -> None:
        stored = False
        for effect in effects:
            match effect:
                case NewFile():
                    self._archive.put(Begin(effect.header))
                    stored = True
                case Store():
                    self._archive.put(Keep(effect.kind, effect.raw, effect.sig))
                    stored = True
                case _:
                    pass
        if stored:
            await self._store()
        payloads: dict[int, bytes] = {}
        for effect in effects:
            match effect:
                case Evidence(name, data):
                    await self._disk.run(partial(self._archive.keep_evidence, name, data))
                case RulesChanged(terms):
                    await self._keep(terms)
                case Send(number, message):
                    self._send(number, message, payloads)
                case Close(number, reason):
                    if (peer := self._forget(number)) is not None:
                        peer.close(reason)
                case Welcome(join, joined):
                    join.peer.send(join.welcoming(joined))
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

    def _send(self, number: int, message: Message, payloads: dict[int, bytes]) -> None:
        if isinstance(message, Lobby):
            self._lobby = message
        peer = self._peers.get(number)
        if peer is None:
            return
        # What goes to everybody is the same object: written once. The effects keep it alive meanwhile.
        payload = payloads.get(id(message))
        if payload is None:
            payload = payloads[id(message)] = encode(message)
        peer.send(payload)

    async def _store(self) -> None:
        """Bring the frames to the disk; while that fails the table stands still."""
        why = ""
        while True:
            try:
                await self._save()
                break
            except OSError as error:
                if not why:
                    why = _sentence(error)
                    self.is_stuck = True
                    self._log.error("journal.stuck", why=error.strerror or str(error))
                    self._announce(why)
            await asyncio.sleep(RETRY_S)
        if why:
            self.is_stuck = False
            self._log.info("journal.again")
            self._announce("")
        if self._late_sync and self._archive.is_dirty:
            self._disk.later(self._archive.sync, self._not_synced)

    async def _save(self) -> None:
        if self._archive.begins:
            await self._disk.run(self._archive.save)
            return
        # Writing takes microseconds; it is the disk that may take long.
        self._archive.write()
        if self._archive.must_sync:
            await self._disk.run(self._archive.sync)

    async def _keep(self, terms: bytes) -> None:
        """Keep the rules for a restart. A disk that does not take them stops nobody: a game logs its own."""
        try:
            await self._disk.run(partial(self._keep_rules, terms))
        except CommandError as error:
            self._log.error("table.rules", why=error.text)

    def _not_synced(self, error: OSError) -> None:
        self._log.error("journal.sync", why=error.strerror or str(error))

    def _announce(self, notice: str) -> None:
        """Show everybody that the table stands still, or that it goes on."""
        if self._lobby is None:
            return
        lobby = msgspec.structs.replace(self._lobby, now=self.now)
        if notice:
            lobby = msgspec.structs.replace(lobby, paused=True, notice=notice)
        payload = encode(lobby)
        for peer in self._peers.values():
            peer.send(payload)


def _sentence(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return "The host's disk is full. The table waits; it goes on by itself when there is room again."
    return "The host cannot write its game file. The table waits and tries again."

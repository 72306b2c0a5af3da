"""The list of servers seen, without I/O: sightings and answers of probes go in, what a lobby shows comes out.

mDNS alone cannot say who is still there: the record of a host that crashed stays in every cache for 20 to 75
minutes. So each server is probed over TCP. One miss grays it, the second hides it, and probing goes on: it
may come back without any new announcement.

Two instances with the same id are one server (it was renamed, or came back while its old record is still
cached): one row, all of its addresses are tried, and the instance that answered speaks for it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from uno_lan.discovery.advert import VERSION, Sighting
from uno_lan.discovery.found import FoundGame, ProbeResult, TableStatus
from uno_lan.discovery.interfaces import OwnAddress, nearest_first
from uno_lan.discovery.names import printable

ROWS: Final = 256
"""More servers than this are not listed; a flood of announcements costs no more than that."""

INSTANCES: Final = 4
"""Instances kept of one server; the oldest goes."""

HIDDEN_AFTER: Final = 2
"""Probes without an answer until a server is not listed any more."""

Server: TypeAlias = tuple[str, str]
"""What a row stands for: see `Sighting.server`."""

Endpoint: TypeAlias = tuple[str, str, int]
"""Where a server may answer: instance, address, port."""


@dataclass(slots=True)
class _Row:
    seen: dict[str, Sighting] = field(default_factory=dict)
    """By instance, newest last."""
    misses: int = 0
    answered: Endpoint | None = None
    answer: ProbeResult | None = None


class Roll:
    """All servers seen on this network."""

    def __init__(self, own: Sequence[OwnAddress] = (), versions: Collection[int] = (VERSION,)) -> None:
        self.own = tuple(own)
        """Own addresses, for the order in which to try a host's."""
        self._versions = frozenset(versions)
        self._rows: dict[Server, _Row] = {}
        self._server_of: dict[str, Server] = {}

    def see(self, sighting: Sighting) -> Server | None:
        """Take in what was resolved; tells whom to probe, or None when the list is full."""
        server = sighting.server
        before = self._server_of.get(sighting.instance)
        if before is not None and before != server:
            self.lose(sighting.instance)
        row = self._rows.get(server)
        if row is None:
            if len(self._rows) >= ROWS and not self._evict():
                return None
            row = self._rows[server] = _Row()
        row.seen.pop(sighting.instance, None)
        row.seen[sighting.instance] = sighting
        self._server_of[sighting.instance] = server
        if len(row.seen) > INSTANCES:
            oldest = next(iter(row.seen))
            del row.seen[oldest], self._server_of[oldest]
        return server

    def lose(self, instance: str) -> Server | None:
        """The instance said goodbye; tells whose row is gone with it."""
        server = self._server_of.pop(instance, None)
        if server is None:
            return None
        row = self._rows[server]
        del row.seen[instance]
        if row.answered is not None and row.answered[0] == instance:
            row.answered = None
        if row.seen:
            return None
        del self._rows[server]
        return server

    def instances(self, server: Server) -> tuple[str, ...]:
        """How a server was announced, the newest last."""
        row = self._rows.get(server)
        return tuple(row.seen) if row else ()

    def server_of(self, instance: str) -> Server | None:
        """Whose instance this is."""
        return self._server_of.get(instance)

    def servers(self) -> tuple[Server, ...]:
        """All rows, hidden ones too."""
        return tuple(self._rows)

    def endpoints(self, server: Server) -> tuple[Endpoint, ...]:
        """Where to probe a server, best first."""
        row = self._rows.get(server)
        if row is None:
            return ()
        newest_first = [
            (s.instance, ip, s.port)
            for s in reversed(row.seen.values())
            for ip in nearest_first(s.addresses, self.own)
        ]
        if row.answered in newest_first:
            newest_first.remove(row.answered)
            newest_first.insert(0, row.answered)
        return tuple(newest_first)

    def fits(self, endpoint: Endpoint, answer: ProbeResult) -> bool:
        """The one who answered is the one who was announced there."""
        sighting = self._sighting(endpoint[0])
        if sighting is None:
            return False
        same_id = not (sighting.id and answer.server) or sighting.id == answer.server
        return same_id and not (sighting.key and answer.key and not answer.key.startswith(sighting.key))

    def answered(self, server: Server, endpoint: Endpoint, answer: ProbeResult) -> None:
        """A probe was answered by the right host."""
        row = self._rows.get(server)
        if row is not None and endpoint[0] in row.seen:
            row.misses, row.answered, row.answer = 0, endpoint, answer

    def missed(self, server: Server) -> None:
        """A probe of all endpoints got no right answer."""
        row = self._rows.get(server)
        if row is not None:
            row.misses += 1

    def is_alive(self, server: Server) -> bool:
        """The last probe was answered, or none has been made yet."""
        row = self._rows.get(server)
        return row is not None and row.misses == 0

    def games(self) -> tuple[FoundGame, ...]:
        """What a lobby shows, in an order that does not jump about: by name."""
        shown = (self._shown(row) for row in self._rows.values() if row.misses < HIDDEN_AFTER)
        return tuple(sorted(shown, key=lambda game: (game.name.casefold(), game.id, game.addresses)))

    def _evict(self) -> bool:
        """Make room by giving up on a server that is hidden."""
        hidden = next((s for s, row in self._rows.items() if row.misses >= HIDDEN_AFTER), None)
        if hidden is None:
            return False
        for instance in self._rows.pop(hidden).seen:
            del self._server_of[instance]
        return True

    def _sighting(self, instance: str) -> Sighting | None:
        server = self._server_of.get(instance)
        return None if server is None else self._rows[server].seen[instance]

    def _shown(self, row: _Row) -> FoundGame:
        speaker = row.seen[row.answered[0]] if row.answered else next(reversed(row.seen.values()))
        addresses = nearest_first(speaker.addresses, self.own)
        if row.answered and row.answered[1] in addresses:
            first = row.answered[1]
            addresses = (first, *(ip for ip in addresses if ip != first))
        game = FoundGame(
            id=speaker.id,
            name=speaker.name,
            edition=speaker.edition,
            taken=speaker.taken,
            seats=speaker.seats,
            lock=speaker.lock,
            version_ok=speaker.version in self._versions,
            addresses=addresses,
            port=speaker.port,
            key=speaker.key,
            alive=row.misses == 0,
        )
        return game if row.answer is None else _signed(game, row.answer)


def _signed(game: FoundGame, answer: ProbeResult) -> FoundGame:
    """What the host signed goes before what was announced.

    Counts come from the announcement: it is told at every change, the status is as old as the last probe.
    """
    tables = tuple(_clean(t) for t in answer.tables)
    known = replace(
        game,
        rtt_ms=answer.rtt_ms,
        version_ok=answer.version_ok,
        key=answer.key or game.key,
        tables=tables,
    )
    if len(tables) != 1:
        return known
    (table,) = tables
    if not known.seats:
        known = replace(known, taken=table.taken, seats=table.seats)
    return replace(
        known, name=table.name or game.name, edition=table.edition, state=table.state, lock=table.lock
    )


def _clean(table: TableStatus) -> TableStatus:
    return replace(
        table, name=printable(table.name), edition=printable(table.edition), state=printable(table.state)
    )

"""Running a server from another terminal: a socket in its folder, one JSON line each way.

Only the folder's owner may open the socket, so whoever can has all rights. It answers one request per
connection: `{"do": "kick", "who": "Anna"}`; the answer has `error`, or what was asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from uno_lan.errors import CommandError
from uno_lan.local_sockets import listen_at

from . import orders
from .keeper import NoMore
from .logs import EventLog
from .room import Refusal, Room

if TYPE_CHECKING:
    from .holding import Holding
    from .serve import Hosting

SOCKET: Final = "admin.sock"
LINE: Final = 8 * 1024
LIMIT_S: Final = 5.0
DO: Final = (
    "status", "tables", "players", "kick", "ban", "unban", "bans", "say", "pause", "resume", "drain", "stop",
)  # fmt: skip

Answer = dict[str, Any]
T = TypeVar("T")


class Wrong(Exception):
    """The request makes no sense; the text says why, for whoever typed it."""


class AdminSocket:
    """The socket of one server, from `start` to `stop`."""

    def __init__(self, hosting: Hosting, folder: Path, log: EventLog) -> None:
        self._hosting = hosting
        self._path = folder / SOCKET
        self._log = log
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen; where that is not possible the tables are served all the same."""
        if not hasattr(asyncio, "start_unix_server"):
            return
        try:
            # The folder is held by this process: a socket that is there is of one that is no more.
            self._path.unlink(missing_ok=True)
            sock = listen_at(self._path)
            self._server = await asyncio.start_unix_server(self._serve, sock=sock, limit=LINE)
        except OSError as error:
            self._log.warning("admin.off", why=error.strerror or str(error))

    async def stop(self) -> None:
        """Close and remove the socket."""
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            try:
                async with asyncio.timeout(LIMIT_S):
                    answer = await self._answer(reader)
            except TimeoutError:
                answer = {"error": self._late()}
            async with asyncio.timeout(LIMIT_S):
                writer.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
                await writer.drain()
        writer.close()

    def _late(self) -> str:
        """Why an order was not answered in time."""
        stuck = [holding.kept.name for holding in self._hosting.holdings if holding.keeper.is_stuck]
        if stuck:
            names = ", ".join(stuck[:5])
            return f"not done: the disk takes nothing from {names}; make room, then order it again"
        return "not done in time: the server is busy; see uno-lan admin players, then order it again"

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        try:
            request = json.loads(await reader.readline())
            if not isinstance(request, dict) or request.get("do") not in DO:
                raise Wrong(f"there is nothing like that to do; there is {', '.join(DO)}")
            answer = await Orders(self._hosting).carry_out(request)
        except (ValueError, RecursionError):  # too long a line is the first, too deep a one the second
            return {"error": "the request is no line of JSON, or a very long one"}
        except Wrong as wrong:
            return {"error": str(wrong)}
        except Refusal as refusal:
            return {"error": refusal.sentence or refusal.code}
        except CommandError as error:
            return {"error": error.text}
        if request["do"] not in ("status", "tables", "players", "bans"):
            self._log.info("admin.order", order=request["do"])
        return answer


class Orders:
    """Carries out one request."""

    def __init__(self, hosting: Hosting) -> None:
        self._hosting = hosting

    async def carry_out(self, request: Answer) -> Answer:
        """Do it.

        Raises:
            Wrong, Refusal, CommandError: it was not done; the text says why.
        """
        do, who, text = str(request["do"]), str(request.get("who") or ""), str(request.get("text") or "")
        holdings = self._named(str(request.get("table") or ""))
        simple: dict[str, Callable[[], Awaitable[Answer]]] = {
            "status": self._status,
            "tables": lambda: self._tables(holdings),
            "players": lambda: self._players(holdings),
            "kick": lambda: self._kick(holdings, who),
            "ban": lambda: self._ban(holdings, who),
            "unban": lambda: self._unban(who),
            "bans": self._bans,
            "say": lambda: self._everywhere(holdings, lambda room: orders.say(room, text)),
            "pause": lambda: self._everywhere(holdings, lambda room: orders.pause(room, True)),
            "resume": lambda: self._everywhere(holdings, lambda room: orders.pause(room, False)),
            "drain": self._drain,
            "stop": self._stop,
        }
        return await simple[do]()

    def _named(self, table: str) -> list[Holding]:
        """The tables meant: by name or beginning of the id; all without a word."""
        found = [
            holding
            for holding in self._hosting.holdings
            if not table
            or holding.kept.name.casefold() == table.casefold()
            or (len(table) >= 4 and holding.table.hex().startswith(table.casefold()))
        ]
        if not found and table:
            raise Wrong(f"there is no table {table!r}; see uno-lan admin tables")
        return found

    async def _status(self) -> Answer:
        return self._hosting.status()

    async def _tables(self, holdings: list[Holding]) -> Answer:
        return {"tables": [self._hosting.status_of(holding) for holding in holdings]}

    async def _players(self, holdings: list[Holding]) -> Answer:
        people = await self._at_each(holdings, orders.people_of)
        return {"players": [{"table": holding.kept.name, **who} for holding, some in people for who in some]}

    async def _find(self, holdings: list[Holding], who: str) -> list[tuple[Holding, bytes, str]]:
        """Everybody meant by a name or the beginning of an identity; one identity only."""
        if not who:
            raise Wrong("say who: a name, or the first six or more characters of an identity")
        people = await self._at_each(holdings, lambda room: orders.matching(room, who))
        found = [(holding, person.pk, person.name) for holding, some in people for person in some]
        if not found:
            raise Wrong(f"there is nobody called {who!r}; see uno-lan admin players")
        if len({pk for _, pk, _ in found}) > 1:
            raise Wrong(f"there are several called {who!r}; name an identity, see uno-lan admin players")
        return found

    async def _kick(self, holdings: list[Holding], who: str) -> Answer:
        found = await self._find(holdings, who)
        gone = True
        for holding, pk, _ in found:

            def put_out(room: Room, pk: bytes = pk) -> bool:
                person = room.people.get(pk)
                return person is None or orders.put_out(room, person)

            with contextlib.suppress(NoMore):
                gone = await holding.keeper.order(put_out) and gone
        seat = "" if gone else "; the seat is free when the running round is over"
        return {"done": f"{found[0][2]} was put out and may come back{seat}"}

    async def _ban(self, holdings: list[Holding], who: str) -> Answer:
        _, pk, name = (await self._find(holdings, who))[0]
        self._hosting.bans.add(pk, name)
        await self._at_each(self._hosting.holdings, lambda room: orders.cut_off(room, pk))
        return {"done": f"{name} does not come in any more, until uno-lan admin unban"}

    async def _unban(self, who: str) -> Answer:
        names = self._hosting.bans.remove(who) if who else []
        if not names:
            raise Wrong(f"nobody called {who!r} is banned; see uno-lan admin bans")
        return {"done": f"{', '.join(names)} may come in again"}

    async def _bans(self) -> Answer:
        return {"banned": self._hosting.bans.all()}

    async def _everywhere(self, holdings: list[Holding], order: Callable[[Room], None]) -> Answer:
        done = len(await self._at_each(holdings, order))
        return {"done": "done at 1 table" if done == 1 else f"done at {done} tables"}

    async def _at_each(self, holdings: list[Holding], order: Callable[[Room], T]) -> list[tuple[Holding, T]]:
        """Give an order to several tables; one that ends just now is as if it were not there.

        Raises:
            Refusal: it makes no sense.
        """
        results = []
        for holding in holdings:
            with contextlib.suppress(NoMore):
                results.append((holding, await holding.keeper.order(order)))
        return results

    async def _drain(self) -> Answer:
        self._hosting.drain()
        return {"done": f"nobody new comes in; {self._what} stops when the running rounds are over"}

    async def _stop(self) -> Answer:
        what = self._what
        self._hosting.stop(planned=True)
        if self._hosting.is_of_a_screen:
            return {"done": f"{what} is closed; an unfinished game can be taken up in its owner's lobby"}
        return {"done": f"{what} stops; unfinished games go on at the next start"}

    @property
    def _what(self) -> str:
        names = [holding.kept.name for holding in self._hosting.holdings]
        return f"the table {names[0]}" if len(names) == 1 else f"the server of {len(names)} tables"

"""`--status-port`: is the server well (`/healthz`), and how much is going on (`/metrics`, for Prometheus).

On loopback only, a few lines of HTTP without a framework: one request per connection, two seconds, nothing
read but the first line. prometheus-client is imported when this is asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from uno_lan.errors import UNAVAILABLE, CommandError
from uno_lan.outbox import cut
from uno_lan.reasons import reason

if TYPE_CHECKING:
    from .serve import Hosting

LIMIT_S: Final = 2.0
AT_ONCE: Final = 16
"""With more connections at a time the oldest is dropped: each is an open file, of which the players need
many, and whoever asks for something has it within moments."""
LAG_EVERY_S: Final = 1.0
LAG_ILL_S: Final = 5.0
"""A loop that comes so late serves nobody."""
END: Final = b"\r\n\r\n"
"""Between the head of an answer and its body."""
_METRICS: Final = "text/plain; version=0.0.4; charset=utf-8"
_TEXT: Final = "text/plain; charset=utf-8"


class Watching:
    """The status port of one server.

    Raises:
        CommandError: prometheus-client is missing.
    """

    def __init__(self, hosting: Hosting, port: int) -> None:
        try:
            from prometheus_client import CollectorRegistry, generate_latest
        except ImportError:
            raise CommandError(
                "--status-port needs the package prometheus-client: pip install prometheus-client, "
                "or leave --status-port out",
                UNAVAILABLE,
            ) from None
        self._hosting = hosting
        self._port = port
        self._registry = CollectorRegistry()
        self._registry.register(_Collector(hosting, lambda: self.lag))
        self._generate: Callable[[Any], bytes] = generate_latest
        self._server: asyncio.Server | None = None
        self._measuring: asyncio.Task[None] | None = None
        self._inside: list[asyncio.StreamWriter] = []
        """Connections that are being answered, the oldest first."""
        self.lag = 0.0
        """How late the loop was last (s)."""

    async def start(self) -> None:
        """Listen.

        Raises:
            CommandError: the port is in use.
        """
        try:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port, limit=8192)
        except OSError as error:
            raise CommandError(
                f"cannot listen on status port {self._port}: {reason(error)}; choose another --status-port",
                UNAVAILABLE,
            ) from None
        self._measuring = asyncio.create_task(self._measure(), name="loop lag")

    async def stop(self) -> None:
        """Close."""
        if self._server is not None:
            self._server.close()
        if self._measuring is not None:
            self._measuring.cancel()
            await asyncio.gather(self._measuring, return_exceptions=True)

    async def _measure(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY_S
            await asyncio.sleep(LAG_EVERY_S)
            self.lag = max(0.0, loop.time() - due)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._inside.append(writer)
        if len(self._inside) > AT_ONCE:
            cut(self._inside.pop(0))
        try:
            async with asyncio.timeout(LIMIT_S):
                words = (await reader.readline()).decode("latin-1").split()
                while (await reader.readline()).strip():
                    pass  # headers, so that the connection closes without a complaint
                answer = self._answer(words)
                writer.write(answer.partition(END)[0] + END if words[:1] == ["HEAD"] else answer)
                await writer.drain()
        except (OSError, TimeoutError, ValueError):
            cut(writer)
        finally:
            if writer in self._inside:
                self._inside.remove(writer)
            writer.close()

    def _answer(self, words: list[str]) -> bytes:
        if len(words) < 2 or words[0] not in ("GET", "HEAD"):
            return _http(405, "GET only\n")
        path = words[1].partition("?")[0]
        if path == "/metrics":
            return _http(200, self._generate(self._registry).decode(), _METRICS)
        if path == "/healthz":
            why = self.ill()
            return _http(503, f"{why}\n") if why else _http(200, "ok\n")
        return _http(404, "there is /healthz and /metrics\n")

    def ill(self) -> str:
        """Why the server is not well; empty: it is."""
        if self.lag > LAG_ILL_S:
            return f"the event loop is {self.lag:.0f} s late"
        stuck = [holding.kept.name for holding in self._hosting.holdings if holding.keeper.is_stuck]
        return f"the disk takes nothing from: {', '.join(stuck[:5])}" if stuck else ""


class _Collector:
    """Reads everything at the moment it is asked for, so that nothing is counted twice."""

    def __init__(self, hosting: Hosting, lag: Callable[[], float]) -> None:
        self._hosting = hosting
        self._lag = lag

    def collect(self) -> Iterator[Any]:
        """The metrics, in prometheus-client's form."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        status = self._hosting.status()
        tables = GaugeMetricFamily("uno_lan_tables", "Tables by what happens there.", labels=["stage"])
        for stage, number in status["stages"].items():
            tables.add_metric([stage], number)
        yield tables
        for name, text in (
            ("links", "Connections of people at tables."),
            ("visitors", "Connections that have not proven who they are."),
            ("seated", "Seats that are taken."),
            ("uptime_seconds", "Seconds since the start."),
        ):
            yield GaugeMetricFamily(f"uno_lan_{name}", text, value=status[name])
        yield GaugeMetricFamily("uno_lan_loop_lag_seconds", "How late the event loop is.", value=self._lag())
        disk = self._hosting.disk
        yield CounterMetricFamily("uno_lan_disk_trips", "Writes and syncs in a thread.", value=disk.trips)
        yield CounterMetricFamily("uno_lan_disk_seconds", "Seconds those took.", value=disk.seconds)
        events = CounterMetricFamily("uno_lan_events", "Lines of the log by event.", labels=["event"])
        for event, number in sorted(self._hosting.log.counts.items()):
            events.add_metric([event], number)
        yield events


def _http(code: int, body: str, kind: str = _TEXT) -> bytes:
    words = {200: "OK", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable"}[code]
    data = body.encode()
    head = (
        f"HTTP/1.1 {code} {words}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(data)}",
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode() + data

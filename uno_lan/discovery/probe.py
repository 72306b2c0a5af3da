"""Asking a found server for a sign of life over TCP."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Final

from uno_lan.discovery.found import Probe, ProbeResult
from uno_lan.discovery.roll import Endpoint

STAGGER: Final = 0.25
"""Seconds before the next address is tried while the one before has not answered."""

LIMIT: Final = 1.0
"""Seconds one address may take."""

TRIED: Final = 8
"""Addresses tried in one probe."""


async def tcp_probe(host: str, port: int) -> ProbeResult:
    """Only a TCP connection: somebody listens there. Says nothing about who.

    For use without the client's probe, which asks for the signed status.
    """
    began = time.perf_counter()
    _, writer = await asyncio.open_connection(host, port)
    took = time.perf_counter() - began
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return ProbeResult(rtt_ms=took * 1000)


async def first_answer(
    endpoints: Sequence[Endpoint],
    probe: Probe,
    fits: Callable[[Endpoint, ProbeResult], bool],
    *,
    limit: float = LIMIT,
    stagger: float = STAGGER,
) -> tuple[Endpoint, ProbeResult] | None:
    """Probe several endpoints of one server, best first, and take the first right answer.

    The next endpoint starts when the one before failed, or has been silent for `stagger` seconds.
    """
    waiting = list(endpoints[:TRIED])
    running: dict[asyncio.Task[ProbeResult | None], Endpoint] = {}
    try:
        while waiting or running:
            if waiting:
                endpoint = waiting.pop(0)
                running[asyncio.create_task(_ask(endpoint, probe, limit))] = endpoint
            done, _ = await asyncio.wait(
                running, timeout=stagger if waiting else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                endpoint, answer = running.pop(task), task.result()
                if answer is not None and fits(endpoint, answer):
                    return endpoint, answer
        return None
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _ask(endpoint: Endpoint, probe: Probe, limit: float) -> ProbeResult | None:
    _, host, port = endpoint
    try:
        async with asyncio.timeout(limit):
            return await probe(host, port)
    except Exception:
        # A stranger answers, or nobody: whatever goes wrong here only means that this was no sign of life.
        return None

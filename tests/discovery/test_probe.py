from __future__ import annotations

import asyncio

import pytest

from uno_lan.discovery.found import ProbeResult
from uno_lan.discovery.probe import first_answer, tcp_probe
from uno_lan.discovery.roll import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = tuple(("anna", f"10.0.0.{n}", 40444) for n in range(1, 5))


def everyone(_endpoint: Endpoint, _answer: ProbeResult) -> bool:
    return True


async def silent(_host: str, _port: int) -> ProbeResult:
    await asyncio.Event().wait()
    raise AssertionError


async def test_a_listening_port_answers_and_a_closed_one_does_not() -> None:
    server = await asyncio.start_server(lambda _r, w: w.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    assert (await tcp_probe("127.0.0.1", port)).rtt_ms > 0
    server.close()
    await server.wait_closed()
    with pytest.raises(OSError):
        await tcp_probe("127.0.0.1", port)


async def test_the_best_address_is_asked_alone_when_it_answers() -> None:
    asked: list[str] = []

    async def probe(host: str, _port: int) -> ProbeResult:
        asked.append(host)
        return ProbeResult(rtt_ms=1.0)

    assert await first_answer(ENDPOINTS, probe, everyone) == (ENDPOINTS[0], ProbeResult(rtt_ms=1.0))
    assert asked == ["10.0.0.1"]


async def test_the_next_address_does_not_wait_for_one_that_failed() -> None:
    async def probe(host: str, _port: int) -> ProbeResult | None:
        if host == "10.0.0.1":
            raise ConnectionRefusedError
        if host == "10.0.0.2":
            return None
        return ProbeResult(rtt_ms=1.0)

    found = await first_answer(ENDPOINTS, probe, everyone, stagger=3600.0, limit=3600.0)
    assert found is not None
    assert found[0] == ENDPOINTS[2]


async def test_the_next_address_is_tried_beside_a_silent_one() -> None:
    async def probe(host: str, port: int) -> ProbeResult:
        return ProbeResult(rtt_ms=1.0) if host == "10.0.0.2" else await silent(host, port)

    found = await first_answer(ENDPOINTS, probe, everyone, stagger=0.001, limit=3600.0)
    assert found is not None
    assert found[0] == ENDPOINTS[1]


async def test_an_answer_of_somebody_else_is_none() -> None:
    async def probe(_host: str, _port: int) -> ProbeResult:
        return ProbeResult(rtt_ms=1.0, server="other")

    assert await first_answer(ENDPOINTS, probe, lambda _e, answer: answer.server == "mine") is None


async def test_silence_everywhere_ends_at_the_limit() -> None:
    async with asyncio.timeout(60):
        assert await first_answer(ENDPOINTS, silent, everyone, stagger=0.001, limit=0.01) is None


async def test_a_probe_that_is_not_needed_any_more_is_cancelled() -> None:
    cancelled: list[str] = []

    async def probe(host: str, port: int) -> ProbeResult:
        if host == "10.0.0.2":
            return ProbeResult(rtt_ms=1.0)
        try:
            return await silent(host, port)
        except asyncio.CancelledError:
            cancelled.append(host)
            raise

    await first_answer(ENDPOINTS, probe, everyone, stagger=0.001, limit=3600.0)
    assert cancelled == ["10.0.0.1"]


async def test_a_broken_probe_is_no_answer() -> None:
    async def probe(_host: str, _port: int) -> ProbeResult:
        raise ValueError("nonsense came back")

    assert await first_answer(ENDPOINTS, probe, everyone) is None


async def test_no_endpoint_is_no_answer() -> None:
    assert await first_answer((), silent, everyone) is None

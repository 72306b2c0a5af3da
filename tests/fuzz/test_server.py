"""A real server that is fuzzed from all sides while a game goes on at its table: nobody there notices.

Strangers send mutated handshakes; people who were let in as watchers send mutated messages until they are put
out, and come again. The game ends as it would have, every client has verified it, nobody lost a link, and the
log knows no error but those of the fuzzed links.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
from pathlib import Path

from protocol.errors import ProtocolFault
from protocol.framing import frame
from tests.amounts import amount
from tests.host.house import HouseUnderTest, house
from tests.host.process import audited, games
from tests.host.rawclient import RawClient
from tests.host.robots import Robot
from tests.host.test_games import rules_to, table_with
from uno_lan.client.link import Target
from uno_lan.host.limits import Limits

from . import sources
from .mutate import bend, either

OPEN = Limits(rate=10_000.0, visitors_per_address=30, links_per_identity=1000)
"""Fuzzing comes from one address here, and quicker than people."""
LEAST = 20
"""Attempts of each sort that must have been made, so that the test means something."""


async def stranger(here: HouseUnderTest, rng: random.Random) -> None:
    """Bytes without TLS, or a handshake in which something is wrong."""
    if rng.random() < 0.2:
        _, writer = await here.stranger()
        writer.write(rng.randbytes(rng.randrange(1, 3000)))
        await writer.drain()
        writer.transport.abort()
        return
    raw = await RawClient.open(here.port)
    try:
        hello = raw.handshake(100).hello()
        raw.writer.write(
            bend(rng, frame(hello)) if rng.random() < 0.5 else frame(either(rng, hello) or b"\0")
        )
        if rng.random() < 0.5:
            await raw.payload()
            raw.writer.write(frame(either(rng, sources.messages()[2]) or b"\0"))
    finally:
        raw.writer.transport.abort()


async def watcher(here: HouseUnderTest, rng: random.Random, number: int) -> int:
    """Joins properly, then says mutated things until it is put out; how many."""
    raw = await RawClient.open(here.port)
    said = 0
    try:
        await raw.join(number, None)
        while not raw.writer.is_closing() and said < 40:
            raw.writer.write(frame(either(rng, rng.choice(sources.messages())) or b"\0"))
            said += 1
            await raw.writer.drain()
            await asyncio.sleep(0)
    finally:
        raw.writer.transport.abort()
    return said


class Fuzzer:
    """Keeps coming until it is told to stop."""

    def __init__(self, here: HouseUnderTest) -> None:
        self.here = here
        self.strangers = self.watchers = self.said = 0

    async def run(self, seed: int) -> None:
        """One of several."""
        rng = random.Random(seed)
        while True:
            with contextlib.suppress(OSError, EOFError, ProtocolFault, AssertionError, TimeoutError):
                if seed % 2:
                    self.strangers += 1
                    await stranger(self.here, rng)
                else:
                    self.watchers += 1
                    self.said += await watcher(self.here, rng, 110 + seed)
            await asyncio.sleep(0)


async def test_a_game_goes_on_while_the_server_is_fuzzed(tmp_path: Path) -> None:
    rules = rules_to(amount(test=60, check=100, soak=5000))
    async with house(table_with(rules, bots=1), tmp_path, code=None, limits=OPEN) as here:
        target = Target((("127.0.0.1", here.port),))
        robots = [Robot(n, target, None, rules, 4, state=tmp_path / f"r{n}") for n in (1, 2, 3)]
        for robot in robots:
            await robot.join()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        fuzzer = Fuzzer(here)
        fuzzing = [asyncio.create_task(fuzzer.run(seed)) for seed in range(4)]
        ends = [await robot.over() for robot in robots]
        while min(fuzzer.strangers, fuzzer.watchers) < LEAST:
            await asyncio.sleep(0.01)
        for task in fuzzing:
            task.cancel()
        await asyncio.gather(*fuzzing, return_exceptions=True)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        refused = {str(line["why"]) for line in here.log.of("link.refused")}
        assert refused & {"E_SCHEMA", "E_DECODE", "E_FRAME"} and "foreign bytes" in refused
        assert fuzzer.said > 2 * LEAST, "some messages were good enough to keep the link"
        for robot in robots:
            await robot.leave()
    for end in ends:
        assert end.result is not None and end.result.verified and not end.fair.fault
    reports = [audited(path) for path in games(tmp_path)]
    assert [report.verdict for report in reports] == ["PASS"] * 4
    assert not any(line.away for report in reports for line in report.seats), "nobody lost a link"
    assert grown < 60 * 1024, f"{grown} KiB more"

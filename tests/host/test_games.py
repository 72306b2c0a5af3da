"""Whole games over real TLS: table, server, links and verifying clients together."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from protocol.messages import Level
from protocol.signing import Ed25519Signer, Ed25519Verifier
from uno_lan.client.link import Target
from uno_lan.engine import Ruleset
from uno_lan.host.config import TableConfig, Times, make_terms
from uno_lan.host.table import Table

from .house import CODE, house, signer
from .robots import ROBOTS, Robot

TABLE = b"table-id"
QUICK_TABLE = Times(think=(0, 0), keep=(0, 0), react=(0, 0))


def rules_to(target: int) -> Ruleset:
    """Classic, over soon, without waiting for calls."""
    return Ruleset.make("classic", target_score=target, uno_grace_ms=0)


def table_with(rules: Ruleset, bots: int = 0, host: int = 200) -> Table:
    """A real table."""
    import secrets

    levels = cast(tuple[Level, ...], ("normal",) * bots)
    config = TableConfig(TABLE, "Test table", make_terms(rules), lock="code", bots=levels, times=QUICK_TABLE)
    return Table(config, signer(host), Ed25519Verifier(), secrets.token_bytes, Ed25519Signer)


async def test_three_robots_and_a_bot_play_a_whole_game(tmp_path: Path) -> None:
    rules = rules_to(150)
    async with house(table_with(rules, bots=1), tmp_path, limits=ROBOTS) as here:
        target = Target((("127.0.0.1", here.port),))
        robots = [Robot(n, target, CODE, rules, 4, state=tmp_path / f"r{n}") for n in (1, 2, 3)]
        for robot in robots:
            await robot.join()
        ends = [await robot.over() for robot in robots]
        for robot in robots:
            await robot.leave()
    assert {tuple(sorted(end.result.totals.items())) for end in ends if end.result} == {
        tuple(sorted(ends[0].result.totals.items()))  # type: ignore[union-attr]
    }
    for end in ends:
        assert end.fair.checked and not end.fair.fault and end.result and end.result.verified

"""What a table is opened with, and how long it waits for whom."""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol.messages import Level, Lock, StandinRule, Terms, encode_terms
from uno_lan.engine import Ruleset
from uno_lan.fairness.replica import ENGINE_VERSION, PROTOCOL_VERSION


@dataclass(frozen=True, slots=True)
class Times:
    """All waiting times of a table, in ms. Tests make them small or zero."""

    commit: int = 3_000
    """For a sealed seed."""
    reveal: int = 3_000
    """For a seed."""
    late: int = 1_000
    """A seed or attestation that is missing for so long is named in the lobby."""
    attest: int = 10_000
    """For the attestations after a round."""
    vote: int = 45_000
    """For votes on a round that somebody did not find right."""
    next_round: int = 60_000
    """The next round begins by itself after so long."""
    waiting_room: int = 60_000
    """A seat of the waiting room is kept so long for somebody whose link is gone."""
    grace_together: int = 300_000
    """Grace of people who all lost their links at about the same time."""
    together: int = 10_000
    """What `at about the same time` means."""
    sync: int = 10_000
    """A new link must have asked for the log within this time."""
    pace: int = 50
    """Between two parts of a long log."""
    ask: int = 3_000
    """After a restart: so long after the first has come back nothing is written; the others may know more."""
    give: int = 60_000
    """After a restart: so long is waited for somebody with a longer log than the host's whose link broke."""
    recover: int = 8_000
    """After a restart: so long the others may take to come back once the first has."""
    empty: int = 600_000
    """A table without any link closes after so long; 0: never."""
    think: tuple[int, int] = (700, 2_600)
    """A bot's turn, least and most."""
    keep: tuple[int, int] = (300, 900)
    """A bot that can only keep the card it has drawn."""
    react: tuple[int, int] = (500, 1_900)
    """A bot that catches, or calls when it had no turn."""


@dataclass(frozen=True, slots=True)
class TableConfig:
    """One table."""

    table: bytes
    """Its 8-byte id."""
    name: str
    terms: bytes
    """Text of the rules (`protocol.messages.Terms`), until the owner changes them."""
    max_seats: int = 10
    max_links: int = 24
    """Seated and watching together."""
    lock: Lock = "open"
    server: bytes = bytes(8)
    """Id of the server it lives on, and the program's version: for the header of its files."""
    program: str = "0"
    owner: bytes = b""
    """Key of the person who opened it; empty: the first person who comes."""
    bots: tuple[Level, ...] = ()
    """Bots that sit down at once."""
    times: Times = field(default_factory=Times)


def make_terms(rules: Ruleset, grace_ms: int = 60_000, standin: StandinRule = "bot") -> bytes:
    """The text that players agree to, for these rules.

    Args:
        grace_ms: how long an absent player is waited for.
        standin: what happens then.
    """
    return encode_terms(Terms(ENGINE_VERSION, PROTOCOL_VERSION, rules.to_plain(), grace_ms, standin))

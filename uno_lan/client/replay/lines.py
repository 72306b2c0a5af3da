"""What an entry of a log says, as lines for people: the sentences of live play where there are any."""

from __future__ import annotations

from collections.abc import Callable

from protocol import bodies, codec
from protocol.entries import Entry
from protocol.errors import ProtocolFault
from protocol.messages import AdminText, AttestText, DisputeText, VoteText
from uno_lan.client import words
from uno_lan.client.model import LogLine
from uno_lan.engine import NOBODY, Event, Phase, Round, Ruleset
from uno_lan.fairness.client_game import ClientGame

Name = Callable[[int], str]

ORDERS = {
    "kick": "The owner removed {}.",
    "pause": "The owner paused the table.",
    "resume": "The owner resumed the table.",
    "release": "The owner gave the seat of {} free.",
    "close": "The owner closed the table.",
    "owner": "The table has another owner.",
}


def lines_of(entry: Entry, events: tuple[Event, ...], game: ClientGame, name: Name) -> list[LogLine]:
    """The lines of one entry that was followed."""
    return [*_before(entry, name), *_played(entry, events, game, name), *_after(entry, game, name)]


def _before(entry: Entry, name: Name) -> list[LogLine]:
    match entry.b:
        case bodies.GameStart(table_name=table):
            return [LogLine("table", f"A game begins at the table {table}.")]
        case bodies.RoundStart():
            return [LogLine("table", f"Round {entry.r} begins.")]
        case bodies.EpochAbort(_, culprits, phase):
            who = words.listed([name(seat) for seat in culprits]) or "Nobody in particular"
            what = "did not seal a number" if phase == "commit" else "did not open the number"
            return [LogLine("fair", f"The shuffle was broken off: {who} {what} in time.")]
        case bodies.Auto("timeout", seat):
            return [LogLine("game", words.time_up(name, seat, NOBODY), seat)]
        case _:
            return []


def _played(entry: Entry, events: tuple[Event, ...], game: ClientGame, name: Name) -> list[LogLine]:
    if not events:
        return []
    rules: Ruleset = game.replica.rules
    color = _named(game.replica.round)
    return [
        LogLine("game", said.text, said.seat, said.color, said.card)
        for said in words.tell(events, name, NOBODY, rules.edition, color)
    ]


def _named(round_: Round | None) -> int:
    """The color in force; NOBODY while one is still to be named."""
    if round_ is None or round_.phase in (Phase.FIRST_COLOR, Phase.PICK_COLOR):
        return NOBODY
    return round_.color


def _after(entry: Entry, game: ClientGame, name: Name) -> list[LogLine]:
    match entry.b:
        case bodies.RoundEnd():
            return [LogLine("fair", f"The host opens all cards of round {entry.r}.")]
        case bodies.GameEnd(winners=winners):
            names = words.listed([name(seat) for seat in winners])
            return [LogLine("table", f"The game is over. Won by {names}." if names else "The game is over.")]
        case _:
            return _signed(entry, name)


def _signed(entry: Entry, name: Name) -> list[LogLine]:
    """What somebody signed beside the game."""
    if entry.c is None:
        return []
    who, seat = name(entry.c.seat), entry.c.seat
    try:
        if entry.t == "DISPUTE":
            text = codec.decode_text(entry.c.p, DisputeText)
            said = f"{who} shows: {words.trouble(text.code)}"
            return [LogLine("fair", said if text.evidence else words.objection(text.code, who), seat)]
        if entry.t == "ROUND_ATTEST":
            result = codec.decode_text(entry.c.p, AttestText).result
            return [] if result == "ok" else [LogLine("fair", f"{who} did not find the round right.", seat)]
        if entry.t == "VOTE":
            vote = codec.decode_text(entry.c.p, VoteText)
            return [
                LogLine(
                    "fair", f"{who} votes on the round: {words.CHOICES.get(vote.choice, vote.choice)}", seat
                )
            ]
        if entry.t == "ADMIN":
            order = codec.decode_text(entry.c.p, AdminText)
            return [LogLine("table", ORDERS[order.kind].format(name(order.seat)), seat)]
    except ProtocolFault:
        pass  # noted as a fault when the entry was followed
    return []

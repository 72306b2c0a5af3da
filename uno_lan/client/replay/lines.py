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
from uno_lan.fairness.lost import shown_by
from uno_lan.languages import N_, _

Name = Callable[[int], str]

ORDERS = {
    "kick": N_("The owner removed {who}."),
    "pause": N_("The owner paused the table."),
    "resume": N_("The owner resumed the table."),
    "release": N_("The owner gave the seat of {who} free."),
    "close": N_("The owner closed the table."),
    "owner": N_("The table has another owner."),
}


def lines_of(entry: Entry, events: tuple[Event, ...], game: ClientGame, name: Name) -> list[LogLine]:
    """The lines of one entry that was followed."""
    said = [*_before(entry, game, name), *_played(events, game, name)]
    return [*said, *_after(entry, name), *_lost(entry, game, name)]


def _before(entry: Entry, game: ClientGame, name: Name) -> list[LogLine]:
    match entry.b:
        case bodies.GameStart(table_name=table):
            return [LogLine("table", _("A game begins. Table: {name}.").format(name=table))]
        case bodies.RoundStart():
            return [LogLine("table", _("Round {number} begins.").format(number=entry.r))]
        case bodies.EpochAbort(culprits=culprits, phase=phase):
            round_ = game.replica.round
            left = round_ is not None and any(seat in round_.left for seat in culprits)
            return [LogLine("fair", words.given_up(culprits, phase, left, name, NOBODY))]
        case bodies.Auto("timeout", seat):
            return [LogLine("game", words.time_up(name, seat, NOBODY), seat)]
        case _other:
            return []


def _played(events: tuple[Event, ...], game: ClientGame, name: Name) -> list[LogLine]:
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


def _after(entry: Entry, name: Name) -> list[LogLine]:
    match entry.b:
        case bodies.RoundEnd():
            return [LogLine("fair", _("The host opens all cards of round {number}.").format(number=entry.r))]
        case bodies.GameEnd(winners=winners):
            names = words.listed([name(seat) for seat in winners])
            over = _("The game is over. Won by {names}.") if names else _("The game is over.")
            return [LogLine("table", over.format(names=names))]
        case _other:
            return _signed(entry, name)


def _lost(entry: Entry, game: ClientGame, name: Name) -> list[LogLine]:
    """What shuffles that were given up would have dealt, at the entry that shows it."""
    record = game.replica.record
    if record is None or game.replica.lost or game.fault is not None:
        return []
    edition = game.replica.rules.edition
    return [
        LogLine("fair", line)
        for found in shown_by(entry, record)
        for line in words.would_have(found, edition, name, NOBODY)
    ]


def _signed(entry: Entry, name: Name) -> list[LogLine]:
    """What somebody signed beside the game."""
    if entry.c is None:
        return []
    who, seat = name(entry.c.seat), entry.c.seat
    try:
        if entry.t == "DISPUTE":
            text = codec.decode_text(entry.c.p, DisputeText)
            said = _("{who} shows: {reason}").format(who=who, reason=words.trouble(text.code))
            return [LogLine("fair", said if text.evidence else words.objection(text.code, who), seat)]
        if entry.t == "ANSWER":
            return [LogLine("fair", words.answered(seat, name, NOBODY), seat)]
        if entry.t == "ROUND_ATTEST":
            result = codec.decode_text(entry.c.p, AttestText).result
            if result == "ok":
                return []
            return [LogLine("fair", _("{who} did not find the round right.").format(who=who), seat)]
        if entry.t == "VOTE":
            vote = codec.decode_text(entry.c.p, VoteText)
            choice = _(words.CHOICES.get(vote.choice, vote.choice))
            said = _("{who} votes on the round: {choice}").format(who=who, choice=choice)
            return [LogLine("fair", said, seat)]
        if entry.t == "ADMIN":
            order = codec.decode_text(entry.c.p, AdminText)
            return [LogLine("table", _(ORDERS[order.kind]).format(who=name(order.seat)), seat)]
    except ProtocolFault:
        pass  # noted as a fault when the entry was followed
    return []

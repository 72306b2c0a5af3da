"""From what a session knows to the fields of the snapshot that a screen shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from protocol.messages import Lobby, decode_terms, encode_terms
from uno_lan.engine import NOBODY, Ruleset
from uno_lan.fairness.client_game import ClientGame

from . import words
from .effects import Address
from .model import Fairness, Stage
from .summary import banned_of, fairness_of, polls_of, proposals_of, result_of, seats_of, watchers_of
from .words.heard import heard


@dataclass(slots=True)
class Room:
    """What the table's `lobby` messages say, and when it was."""

    lobby: Lobby
    offset: int
    """Host time minus ours, ms."""
    rules: Ruleset
    terms: bytes = b""

    def seat_of(self, pk: bytes | None) -> int:
        """Where this key sits; NOBODY for who has given the seat up."""
        return next((s.seat for s in self.lobby.seats if s.pk == pk and not s.gone), NOBODY)


def table_fields(room: Room, me: int, address: Address) -> dict[str, Any]:
    """What the table says of itself."""
    lobby = room.lobby
    return {
        "stage": Stage(lobby.stage),
        "table_name": lobby.table_name,
        "host_name": address.host_name,
        "code": address.code,
        "address": address.uno,
        "sas": address.sas,
        "me": me,
        "owner": next((s.seat for s in lobby.seats if s.owner), NOBODY),
        "seats": seats_of(lobby, room.offset),
        "spectators": tuple(s.name for s in lobby.spectators),
        "watchers": watchers_of(lobby),
        "banned": banned_of(lobby),
        "polls": polls_of(lobby, me, room.offset),
        "paused": lobby.paused,
        "table_says": heard(lobby.notice),
        "max_seats": lobby.max_seats,
        "round_no": lobby.round,
    }


def game_fields(room: Room, game: ClientGame | None) -> dict[str, Any]:
    """What the verified game says: rules, the round as I may see it, its end."""
    lobby = room.lobby
    # In the waiting room the rules are those of the next game, however the last one was played.
    running = game.replica.game if game and lobby.stage != "waiting" else None
    rules = game.replica.rules if game and running else room.rules
    view = game.view() if game and game.replica.record else None
    clock = lobby.clock
    if clock is not None and view is not None and clock.seat != view.to_act:
        clock = None
    voting = lobby.stage == "round" or any(vote.what == "dispute" for vote in lobby.votes)
    return {
        "edition": rules.edition.id,
        "mode": rules.mode,
        "target": rules.house.target_score,
        "rules": rules.to_plain()["house"],
        "ruleset": rules,
        "proposals": proposals_of(lobby, rules),
        "teams": dict(running.teams) if running else {},
        "out": tuple(sorted(running.out)) if running else (),
        "view": view if lobby.stage != "waiting" else None,
        "deadline_ms": clock.ends - room.offset if clock else 0,
        "result": result_of(game, voting) if game else None,
    }


def fairness_shown(
    game: ClientGame | None, evidence: str, check: tuple[str, ...], lost: tuple[str, ...] = ()
) -> Fairness:
    """What can be said about the shuffle, or what was found wrong."""
    fair = fairness_of(game) if game else Fairness()
    fault = game.fault if game else None
    if fault is not None:
        fair = replace(fair, fault_code=fault.code, fault=words.trouble(fault.code), checked=False)
    return replace(fair, evidence=evidence, words=check, lost=lost)


def rule_news(before: Room, after: Room, me: int) -> list[str]:
    """What was proposed for cards, and what has changed about the rules, as sentences."""
    if after.lobby.stage != "waiting":
        return []
    old, new = proposals_of(before.lobby, before.rules), proposals_of(after.lobby, after.rules)
    names = {seat.seat: seat.name for seat in after.lobby.seats}
    said = words.proposals(old, new, lambda seat: names.get(seat, chr(65 + seat)), me)
    news = [sentence.text for sentence in said]
    return [*news, words.change(before.rules, after.rules)] if after.rules != before.rules else news


def terms_with(room: Room, rules: Ruleset) -> bytes:
    """The text of these rules; all else that was agreed on stays."""
    return encode_terms(msgspec.structs.replace(decode_terms(room.terms), ruleset=rules.to_plain()))


__all__ = ["Room", "fairness_shown", "game_fields", "rule_news", "table_fields", "terms_with"]

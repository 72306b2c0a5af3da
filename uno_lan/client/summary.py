"""From the verified game and the table's state to the values a screen shows."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.messages import Lobby
from uno_lan.engine import NOBODY, RulesError, Ruleset
from uno_lan.fairness.client_game import ClientGame
from uno_lan.languages import _, said

from .model import Fairness, Poll, Proposed, RoundResult, SeatInfo, Watcher
from .words.proposals import means


def seats_of(lobby: Lobby, offset: int = 0) -> tuple[SeatInfo, ...]:
    """The seats of a table.

    Args:
        offset: host time minus ours, ms.
    """
    return tuple(
        SeatInfo(
            seat=s.seat,
            name=s.name,
            kind=s.kind,
            online=s.online,
            ready=s.ready,
            owner=s.owner,
            host=s.host,
            rtt_ms=s.rtt,
            sas=s.pictures,
            total=s.total,
            gone=s.gone,
            standin=s.standin,
            away_ms=s.away_until - offset if s.away_until else 0,
            pk=s.pk,
        )
        for s in lobby.seats
    )


def proposals_of(lobby: Lobby, rules: Ruleset) -> tuple[Proposed, ...]:
    """Texts proposed for customizable cards, each with what it means to this program."""
    return tuple(
        Proposed(p.seat, p.text, _means(p.text, rules.edition.colors), p.agreed) for p in lobby.proposals
    )


def _means(text: str, colors: Sequence[str]) -> str:
    try:
        return means(text, colors)
    except RulesError as error:
        return _("This program cannot read it: {why}").format(why=said(error))


def polls_of(lobby: Lobby, me: int, offset: int) -> tuple[Poll, ...]:
    """The open votes about the table and its seats."""
    names = {s.pk: s.name for s in lobby.spectators}
    return tuple(
        Poll(
            vote.what,
            vote.seat,
            vote.pk,
            names.get(vote.pk or b"", ""),
            vote.asked,
            vote.votes,
            vote.ends - offset,
            me in vote.asked and me not in dict(vote.votes),
        )
        for vote in lobby.votes
        if vote.what != "dispute"
    )


def watchers_of(lobby: Lobby) -> tuple[Watcher, ...]:
    """Who watches."""
    return tuple(Watcher(s.name, s.pk, s.wants_seat) for s in lobby.spectators)


def banned_of(lobby: Lobby) -> tuple[Watcher, ...]:
    """Who was put out."""
    return tuple(Watcher(s.name, s.pk) for s in lobby.banned)


def fairness_of(game: ClientGame) -> Fairness:
    """What can be said about the shuffles of the round: by how many independent players at least."""
    replica = game.replica
    if replica.record is None:
        return Fairness()
    done = [a for a in replica.record.attempts if a.result is not None]
    if not done:
        return Fairness(aborts=replica.aborts)
    host = replica.start.host if replica.start else b""
    keys = [{replica.roster[s].pk for s in a.contributors if s in replica.roster} for a in done]
    return Fairness(contributors=min(len(who - {host}) for who in keys), aborts=replica.aborts)


def result_of(game: ClientGame, voting: bool | None = None) -> RoundResult | None:
    """The end of the round, once the host has opened it.

    Args:
        voting: do the players still decide about it? None: what they decide is not asked for.
    """
    replica = game.replica
    end = replica.round_end
    if end is None or replica.round is None or replica.game is None:
        return None
    outcome = ""
    if replica.is_disputed and voting is not None:
        outcome = "open" if voting else replica.votes.outcome(len(replica.voters()))
    points, totals = dict(end.points), dict(end.totals)
    if outcome in ("void", "stop"):
        totals = {seat: total - points.get(seat, 0) for seat, total in totals.items()}
        points = dict.fromkeys(points, 0)
    return RoundResult(
        round_no=replica.round_no,
        winner=replica.round.winner,
        why=replica.round.why or "void",
        hands=dict(end.hands),
        points=points,
        totals=totals,
        verified=game.verified_round == replica.round_no,
        attested=tuple(sorted(seat for seat, result in replica.attested.items() if result == "ok")),
        game_over=replica.game.over,
        winners=tuple(replica.game.winners) if replica.game.over else (),
        disputed=replica.is_disputed,
        outcome=outcome,
    )


__all__ = ["NOBODY", "banned_of", "fairness_of", "polls_of", "proposals_of", "result_of", "seats_of"]

"""What the plain client says by itself: the difference between two snapshots as lines of text.

Append-only: nothing is ever redrawn. The most important word comes first, so that a screen reader can be cut
short. Pure: snapshots in, lines out.
"""

from __future__ import annotations

from enum import IntEnum

from uno_lan.client import words
from uno_lan.client.model import LinkState, LogLine, RoundResult, Snapshot, Stage
from uno_lan.engine import NOBODY, Edition, Phase, View

UNSET = Snapshot()


class Verbosity(IntEnum):
    """How much is said unasked."""

    LOW = 0
    """My turn, results, faults and what concerns me."""
    NORMAL = 1
    """Everything that happens."""
    HIGH = 2
    """And the state of the table at each of my turns."""


class Speaker:
    """Turns snapshots into lines."""

    def __init__(self, verbosity: Verbosity = Verbosity.NORMAL) -> None:
        self.verbosity = verbosity
        self._last = UNSET
        self._logged: LogLine | None = None
        self._asked: tuple[object, ...] = ()

    def hear(self, now: Snapshot) -> list[str]:
        """Lines for what changed since the last snapshot."""
        before, self._last = self._last, now
        lines = self._link(before, now)
        lines += self._room(before, now)
        lines += self._happened(now)
        if now.shown is not None and now.shown != before.shown:
            lines.append(shown_line(now))
        if now.result is not None and now.result != before.result:
            lines += self._result(before.result, now)
        if now.notice_no != before.notice_no and now.notice:
            lines.append(now.notice)
        if now.fair.fault and not before.fair.fault:
            lines += fault_lines(now)
        elif now.fair.evidence != before.fair.evidence and now.fair.evidence:
            lines.append(f"Evidence: {now.fair.evidence}")
        lines += self._stage(before, now)
        lines += self._ask(now)
        return lines

    def _stage(self, before: Snapshot, now: Snapshot) -> list[str]:
        """What can be done now that a round or the game is over."""
        if now.stage is before.stage:
            return []
        if now.stage is Stage.GAME_OVER:
            return [game_over_line(now)]
        return ["Say: next"] if now.stage is Stage.ROUND_OVER else []

    def _link(self, before: Snapshot, now: Snapshot) -> list[str]:
        if now.link is before.link:
            return []
        if now.link is LinkState.RECONNECTING:
            return ["Link lost. Trying again; your seat is kept."]
        if now.link is LinkState.CLOSED:
            return [now.closed_reason or "The link is closed."]
        if now.link is LinkState.ONLINE:
            if before.link is LinkState.RECONNECTING:
                return ["Link is back."]
            return [f"Joined {now.table_name or 'the table'} as {now.my_name}."]
        return []

    def _room(self, before: Snapshot, now: Snapshot) -> list[str]:
        """Who comes and goes, who is ready; where the table is."""
        lines = []
        old = {s.seat: s for s in before.seats}
        if not before.seats and now.seats:
            lines += waiting_lines(now)
        elif self.verbosity > Verbosity.LOW:
            for seat in now.seats:
                was = old.get(seat.seat)
                who = "You" if seat.seat == now.me else seat.name
                if was is None:
                    lines.append(f"{who} sat down on seat {chr(65 + seat.seat)}.")
                elif now.stage is not Stage.ROUND and seat.ready and not was.ready:
                    lines.append(f"{who} {'are' if seat.seat == now.me else 'is'} ready.")
                if was is not None and was.online and not seat.online and not seat.gone:
                    lines.append(f"{who} is away; the seat is kept.")
                elif was is not None and seat.online and not was.online:
                    lines.append(f"{who} {'are' if seat.seat == now.me else 'is'} back.")
            lines += [f"{s.name} left." for n, s in old.items() if now.seat(n) is None and n != now.me]
        if now.stage is not before.stage and now.stage is Stage.ROUND:
            lines.append(f"Round {now.round_no} begins.")
        if now.stage is not before.stage and now.stage is Stage.WAITING and before.seats:
            lines.append("Back in the waiting room.")
        return lines

    def _happened(self, now: Snapshot) -> list[str]:
        """New lines of the log, without those about people: `_room` has said them with their seats."""
        log = now.log
        start = len(log)
        while start and log[start - 1] is not self._logged:
            start -= 1
        if log:
            self._logged = log[-1]
        fresh = tuple(line for line in log[start:] if line.kind not in ("table", "link") or line.seat < 0)
        if self.verbosity is Verbosity.LOW:
            fresh = tuple(line for line in fresh if line.kind != "game" or line.seat == now.me)
        return [line.text for line in fresh]

    def _result(self, old: RoundResult | None, now: Snapshot) -> list[str]:
        result = now.result
        assert result is not None
        if old is not None and old.round_no == result.round_no:
            if result.attested != old.attested and result.verified and self.verbosity > Verbosity.LOW:
                return [f"Round checked by {words.count(result.attested, 'player')}."]
            return []
        return result_lines(now)

    def _ask(self, now: Snapshot) -> list[str]:
        """Say once what is asked of me, and again when the question changed."""
        view = now.view
        if view is None or now.stage is not Stage.ROUND or now.link is not LinkState.ONLINE:
            self._asked = ()
            return []
        mine = view.seat != NOBODY and view.to_act == view.seat
        key = (now.round_no, view.phase, view.to_act, view.hand, view.top, view.color) if mine else ()
        if key == self._asked:
            return []
        self._asked = key
        if not mine or (view.phase is Phase.DRAWN and view.drawn == NOBODY):
            return []
        edition = now.deck
        lines = [words.prompt(view, now.name, edition)]
        if view.phase in (Phase.TURN, Phase.ANSWER) or self.verbosity is Verbosity.HIGH:
            lines += [top_line(now), hand_line(view, edition)]
        if self.verbosity is Verbosity.HIGH:
            lines.append(counts_line(now))
        return lines


# Single facts, also for the information words.


def top_line(now: Snapshot) -> str:
    """The top card, the color in force and the direction."""
    view = now.view
    if view is None or view.top == NOBODY:
        return "No card lies on the pile yet."
    edition = now.deck
    color = words.color_name(view.color, edition.colors)
    text = f"Top: {edition.text(view.top)}, {words.card_name(edition, view.top)}. Color: {color}."
    return f"{text} Order: {words.direction_name(view.direction)}."


def hand_line(view: View, edition: Edition) -> str:
    """My cards; those that can be played now come first."""
    if view.seat == NOBODY:
        return "You are watching."
    hand = sorted(view.hand)
    plays = [edition.text(card) for card in hand if card in view.legal.plays]
    others = [edition.text(card) for card in hand if card not in view.legal.plays]
    if plays:
        rest = f" Others: {' '.join(others)}." if others else ""
        return f"Playable: {' '.join(plays)}.{rest} {words.capital(words.count(len(hand)))}."
    return f"Hand: {' '.join(others) or 'empty'}. {words.capital(words.count(len(hand)))}."


def counts_line(now: Snapshot) -> str:
    """How many cards each player holds, and the draw pile."""
    view = now.view
    if view is None:
        return "No round is being played."
    parts = []
    for seat, size in zip(view.seats, view.sizes, strict=True):
        who = "you" if seat == view.seat else now.name(seat)
        mark = " UNO" if seat in view.called and size == 1 else " can be caught" if seat in view.owes else ""
        parts.append(f"{who} left" if seat in view.left else f"{who} {size}{mark}")
    return f"Cards: {', '.join(parts)}. Pile: {view.pile_size}."


def turn_line(now: Snapshot) -> str:
    """Whose turn it is and what the table waits for."""
    if now.view is None:
        waiting = [s.name for s in now.seats if s.kind != "bot" and not s.ready]
        return f"Waiting for {words.listed(waiting)}." if waiting else "Everybody is ready."
    return words.prompt(now.view, now.name, now.deck)


def rules_lines(now: Snapshot) -> list[str]:
    """The rules in force, and what is proposed for cards."""
    law = now.law
    decks = f", {law.edition.decks} decks" if law.edition.decks > 1 else ""
    lines = [f"Edition: {law.edition.name}{decks}.", *words.rule_lines(now.mode, now.target, now.rules)]
    if law.custom:
        lines += words.written_lines(law)
    elif law.edition.customizable:
        lines.append("The cards to write on are blank. Say: propose next draws 3")
    for said in now.proposals:
        who = "You propose" if said.seat == now.me else f"{now.name(said.seat)} proposes"
        agree = "" if now.me in said.agreed or now.me < 0 else f" Say: agree {now.name(said.seat)}"
        lines.append(f"{who} for a card: {said.text}. {said.means}{agree}")
    return lines


def waiting_lines(now: Snapshot) -> list[str]:
    """The waiting room."""
    lines = [f"Table: {now.table_name}.", *rules_lines(now)]
    for seat in now.seats:
        marks = [seat.kind] if seat.kind != "person" else []
        marks += ["you"] if seat.seat == now.me else []
        marks += ["owner"] if seat.owner else []
        marks += ["host"] if seat.host else []
        marks += ["ready"] if seat.ready else []
        text = f" ({', '.join(marks)})" if marks else ""
        lines.append(f"Seat {chr(65 + seat.seat)}: {seat.name}{text}.")
    if now.code:
        lines.append(f"Table code: {now.code}")
    if now.address:
        lines.append(f"Address: {now.address}")
    if now.sas:
        lines.append(f"Check pictures, same on the host's screen: {', '.join(now.sas)}.")
    return lines


def shown_line(now: Snapshot) -> str:
    """A hand that was shown to me."""
    shown = now.shown
    assert shown is not None
    edition = now.deck
    cards = " ".join(edition.text(card) for card in sorted(shown.cards)) or "no card"
    verdict = "a bluff" if shown.guilty else "honest"
    proof = " Proven card by card." if shown.proven else ""
    return f"{now.name(shown.target)} held {cards}: {verdict}.{proof}"


def result_lines(now: Snapshot) -> list[str]:
    """The end of a round."""
    result = now.result
    assert result is not None
    edition = now.deck
    winner = "You win" if result.winner == now.me != NOBODY else f"{now.name(result.winner)} wins"
    head = words.ENDINGS.get(result.why, f"{winner} round {result.round_no}.")
    lines = [head]
    for seat, cards in result.hands.items():
        if cards:
            text = " ".join(edition.text(card) for card in sorted(cards))
            value = sum(map(edition.points, cards))
            lines.append(f"{now.name(seat)} held {text}: {words.count(value, 'point')}.")
    gained = [f"{now.name(seat)} +{points}" for seat, points in result.points.items() if points]
    if gained:
        lines.append(f"Points: {', '.join(gained)}.")
    totals = sorted(result.totals.items(), key=lambda item: -item[1])
    lines.append(f"Totals: {', '.join(f'{now.name(seat)} {total}' for seat, total in totals)}.")
    if result.verified:
        lines.append("Deal verified: every card was the sealed one.")
    return lines


def game_over_line(now: Snapshot) -> str:
    """Who won the game."""
    winners = now.result.winners if now.result else ()
    names = words.listed(["you" if s == now.me else now.name(s) for s in winners]) or "nobody"
    return f"Game over. Won by {names}. Say: rematch, or: quit"


def fair_line(now: Snapshot) -> str:
    """What is known about the shuffle."""
    if now.fair.fault:
        return now.fair.fault
    if now.view is None and now.result is None:
        return "Nothing has been shuffled yet."
    if not now.fair.contributors:
        return "Only the host's own key took part in this shuffle, so nothing is claimed about it."
    text = f"Deal sealed and shuffled by {words.count(now.fair.contributors, 'independent player')}."
    text = f"{text} Nobody could choose the cards; the host's computer can see them."
    return (
        f"{text} Check words, the same for everybody: {' '.join(now.fair.words)}." if now.fair.words else text
    )


def fault_lines(now: Snapshot) -> list[str]:
    """A broken promise."""
    lines = [f"STOP. {now.fair.fault} ({now.fair.fault_code})"]
    lines.append("The game is frozen here and does not count.")
    if now.fair.evidence:
        lines.append(f"Evidence: {now.fair.evidence}")
    return lines

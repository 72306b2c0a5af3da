"""A replay as lines of text: the whole game, or one round of it, at once.

The same facts as on the screen, from the same model. Nothing is asked: the output suits a file, a pipe, or a
screen reader that stops where it wants.
"""

from __future__ import annotations

from collections.abc import Iterator

from uno_lan.client import words
from uno_lan.client.model import Snapshot, Stage
from uno_lan.client.replay import Projector, Reel
from uno_lan.engine import NOBODY, Phase, load_edition

from .facts import result_lines


def tell(reel: Reel, seat: int = NOBODY, only: int = 0, numbers: bool = False) -> Iterator[str]:
    """Everything that happened.

    Args:
        seat: whose cards are told at each of its turns, where the file tells them; NOBODY: nobody's.
        only: the one round to tell; 0: all.
        numbers: begin each line with the number of its entry.
    """
    yield from _head(reel)
    projector = Projector(reel, seat)
    asked: tuple[object, ...] = ()
    for index, moment in enumerate(reel.moments):
        if only and moment.round_no != only:
            continue
        projector.go(index)
        mark = f"{moment.seq}: " if numbers else ""
        yield from (f"{mark}{line.text}" for line in moment.lines)
        if seat != NOBODY:
            now = projector.snapshot
            key = _turn(now, seat)
            if key and key != asked:
                yield f"{mark}{_hand(now, seat)}"
            asked = key
        if moment.stage is Stage.ROUND_OVER and moment.result is not None and _is_new(reel, index):
            yield from (f"{mark}{line}" for line in result_lines(reel.snapshot(index, NOBODY)))
    yield from _tail(reel)


def _head(reel: Reel) -> Iterator[str]:
    last = reel.moments[-1]
    rules = reel.rules
    mode = (
        f" {words.mode_sentence(rules.mode, rules.house.target_score, rules.house.rounds_n)}" if rules else ""
    )
    edition = f", {rules.edition.name}" if rules else ""
    yield f"Replay of {reel.name}. Table {reel.table}{edition}.{mode}"
    yield f"Players: {words.listed([s.name for s in last.seats]) or 'nobody'}."


def _tail(reel: Reel) -> Iterator[str]:
    """Where it ends, and what can be said about it."""
    yield reel.end
    report = reel.report
    for fault in report.faults:
        yield f"Wrong: {words.trouble(fault.code)} ({fault.code} at entry {fault.seq}: {fault.detail})"
    for flaw in report.flaws:
        yield f"Odd: {flaw}"
    checked = [line.round for line in report.rounds if line.checked]
    if report.faults:
        return
    if checked:
        rounds = "round" if len(checked) == 1 else "rounds"
        yield f"Verified: every signature and shuffle, and every card of {len(checked)} {rounds}."
    else:
        yield "Verified: every signature and shuffle as far as it goes; no round was opened."


def _is_new(reel: Reel, index: int) -> bool:
    """Is this the first moment after the round?"""
    return reel.moments[index - 1].stage is not Stage.ROUND_OVER


def _turn(now: Snapshot, seat: int) -> tuple[object, ...]:
    """What distinguishes this turn of the seat from another; empty when it has none."""
    view = now.view
    if view is None or view.seat != seat or view.to_act != seat or view.phase is Phase.SHUFFLE:
        return ()
    return now.round_no, view.phase, view.hand, view.top


def _hand(now: Snapshot, seat: int) -> str:
    """The cards of the one whose turn it is; those that can be played come first."""
    view = now.view
    assert view is not None
    edition = load_edition(now.edition)
    plays = [edition.text(card) for card in view.hand if card in view.legal.plays]
    others = [edition.text(card) for card in view.hand if card not in view.legal.plays]
    fits = f"can play {' '.join(plays)}" if plays else "has no card that fits"
    rest = f"; others: {' '.join(others)}" if others and plays else f": {' '.join(others)}" if others else ""
    return f"{now.name(seat)} {fits}{rest}."

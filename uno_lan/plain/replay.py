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
from uno_lan.languages import _, n_

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
    if rules:
        said = _("Replay of {file}. Table: {table}, {edition}. {mode}")
        yield said.format(
            file=reel.name,
            table=reel.table,
            edition=_(rules.edition.name),
            mode=words.mode_sentence(rules.mode, rules.house.target_score, rules.house.rounds_n),
        )
    else:
        yield _("Replay of {file}. Table: {table}.").format(file=reel.name, table=reel.table)
    yield _("Players: {names}.").format(names=words.listed([s.name for s in last.seats]) or _("nobody"))


def _tail(reel: Reel) -> Iterator[str]:
    """Where it ends, and what can be said about it."""
    yield reel.end
    report = reel.report
    for fault in report.faults:
        said = _("Wrong: {reason} ({code} at entry {entry}: {detail})")
        yield said.format(
            reason=words.trouble(fault.code), code=fault.code, entry=fault.seq, detail=fault.detail
        )
    for flaw in report.flaws:
        yield _("Odd: {what}").format(what=flaw)
    checked = [line.round for line in report.rounds if line.checked]
    if report.faults:
        return
    if checked:
        said = n_(
            "Verified: every signature and shuffle, and every card of {number} round.",
            "Verified: every signature and shuffle, and every card of {number} rounds.",
            len(checked),
        )
        yield said.format(number=len(checked))
    else:
        yield _("Verified: every signature and shuffle as far as it goes; no round was opened.")


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
    if plays and others:
        said = _("{who} can play {plays}; others: {others}.")
    elif plays:
        said = _("{who} can play {plays}.")
    elif others:
        said = _("{who} has no card that fits: {others}.")
    else:
        said = _("{who} has no card that fits.")
    return said.format(who=now.name(seat), plays=" ".join(plays), others=" ".join(others))

"""Evidence against a player: two things were signed of which only one can be true."""

from __future__ import annotations

from typing import TypeAlias

from protocol import bodies, entries, shuffle
from protocol.entries import Entry
from protocol.errors import ProtocolFault
from protocol.evidence import ENTRY, Evidence
from protocol.messages import Action, CommitText, Item, SeedText
from protocol.signing import Verifier

from .case import NotProven, read

Log: TypeAlias = list[tuple[Entry, Item]]
"""The entries in the file."""


def double(evidence: Evidence, verifier: Verifier) -> tuple[str, str, bool]:
    """Two commitments, seeds or moves under one number, or a seed that was not the promised one.

    Returns:
        (code, name of the accused, is it also the host's key).

    Raises:
        NotProven: the pieces do not show that.
    """
    accused = evidence.accused
    log = [(_entry(item.data), item) for item in evidence.items if item.type == ENTRY]
    host, roster = _table(evidence, log, verifier)
    name = next((who.name for who in roster.seats if who.pk == accused), None)
    if name is None:
        raise NotProven("The accused had no seat at that table.")
    said = [item for item in evidence.items if item.type != ENTRY]
    for item in said:
        if not verifier.verify(accused, item.type, item.data, item.sig):
            raise NotProven("A piece in the file was not signed by the accused.")
    code = _two_words(evidence.game, said) or _broken_promise(accused, log, said, verifier)
    if not code:
        raise NotProven("The pieces in the file do not contradict each other in the way that is claimed.")
    return code, name, accused == host


def _entry(raw: bytes) -> Entry:
    try:
        return entries.decode_entry(raw)
    except ProtocolFault:
        raise NotProven("A log entry in the file cannot be read.") from None


def _table(evidence: Evidence, log: Log, verifier: Verifier) -> tuple[bytes, bodies.Roster]:
    """The host of the game and who was at its table."""
    roster = _entry(evidence.roster.p)
    for start, item in log:
        if not isinstance(start.b, bodies.GameStart) or start.b.game != evidence.game:
            continue
        for entry, raw, sig in (
            (start, item.data, item.sig),
            (roster, evidence.roster.p, evidence.roster.s),
        ):
            head = entries.head(raw)
            if not entries.verify_head(verifier, start.b.host, evidence.game, entry.q, head, sig):
                raise NotProven("A log entry in the file was not signed by the host of that game.")
        if isinstance(roster.b, bodies.Roster):
            return start.b.host, roster.b
    raise NotProven("The file does not say who was at the table.")


def _two_words(game: bytes, said: list[Item]) -> str:
    """`E_DOUBLE` when two of these texts exclude each other."""
    known: dict[tuple[str, object], bytes] = {}
    for item in said:
        key: object
        if item.type == CommitText.SIG:
            key = read(item, CommitText).ctx
        elif item.type == SeedText.SIG:
            key = read(item, SeedText).k
        elif item.type == Action.SIG:
            action = read(item, Action)
            if action.game != game:
                raise NotProven("A move in the file belongs to another game.")
            key = action.counter
        else:
            raise NotProven("There is something in the file that does not belong to such evidence.")
        if known.setdefault((item.type, key), item.data) != item.data:
            return "E_DOUBLE"
    return ""


def _broken_promise(accused: bytes, log: Log, said: list[Item], verifier: Verifier) -> str:
    """`E_REVEAL` when a seed is not the one its owner had promised in the list that the seed names."""
    known = {entries.head(item.data): entry.b for entry, item in log}
    for item in said:
        if item.type != SeedText.SIG:
            continue
        text = read(item, SeedText)
        body = known.get(text.k)
        if not isinstance(body, bodies.EpochCommits):
            continue
        for signed in body.commits:
            if verifier.verify(accused, CommitText.SIG, signed.p, signed.s):
                promise = read(Item(CommitText.SIG, signed.p, signed.s), CommitText)
                if shuffle.seed_commit(promise.ctx, accused, text.seed) != promise.c:
                    return "E_REVEAL"
    return ""

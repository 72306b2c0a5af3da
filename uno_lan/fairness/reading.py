"""Reads a log again, together with private deliveries, and finds the first fault that its writer answers for.

This is how evidence is judged that only the rules can show. The log is read by the same `ClientGame` that a
player has; deliveries are put right behind the entry they name, so that neither their order in a file nor a
delivery that was left out can make an honest host look false. A hand shown in a challenge is compared with
the bag at the moment it names, and its verdict with the challenge that it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from protocol import entries
from protocol.errors import ProofFault, ProtocolFault
from protocol.messages import DealText, Item, ShowText, decode_private
from protocol.signing import Verifier
from uno_lan.engine import events as ev
from uno_lan.engine import has_match

from .client_game import ClientGame, Piece
from .replica import Happened


@dataclass(frozen=True, slots=True)
class Found:
    """A fault, and what of the log and the deliveries it takes to see it."""

    fault: ProofFault
    entries: int
    """So many entries from the start."""
    pieces: tuple[Piece, ...]


def first_fault(
    log: Sequence[Item], deliveries: Sequence[Item], game: bytes, host: bytes, verifier: Verifier
) -> Found | None:
    """The first fault in a log, read with these private deliveries; None for an honest one.

    Args:
        log: all entries from the first one on. One that the host did not sign ends the reading.
        deliveries: signed by the host; those of several receivers are read apart.
    """
    groups: dict[bytes, list[tuple[DealText | ShowText, Item]]] = {}
    for item in deliveries:
        try:
            text = decode_private(item.data)
        except ProtocolFault:
            continue
        groups.setdefault(text.to, []).append((text, item))
    found = [_Reading(game, host, verifier, pk, mine).read(log) for pk, mine in (groups or {b"": []}).items()]
    return min((f for f in found if f is not None), key=lambda f: f.entries, default=None)


class HeadsChecked:
    """A verifier for entries whose host signature was checked just before."""

    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier

    def verify(self, pk: bytes, kind: str, payload: bytes, sig: bytes) -> bool:
        """Is `sig` the signature of `pk` over these bytes as `kind`?"""
        return kind == entries.HEAD_SIG or self._verifier.verify(pk, kind, payload, sig)


@dataclass(slots=True)
class _Shown:
    """A hand shown in a challenge that opened well; its verdict is compared with the challenge."""

    text: ShowText
    piece: Piece
    hand: list[int]
    answered: bool = False


class _Reading:
    """One reader of a log."""

    def __init__(
        self,
        game: bytes,
        host: bytes,
        verifier: Verifier,
        pk: bytes,
        deliveries: Iterable[tuple[DealText | ShowText, Item]],
    ) -> None:
        self._id, self._host, self._verifier = game, host, verifier
        self._game = ClientGame(None, HeadsChecked(verifier), host, pk)
        self._due: dict[int, list[tuple[DealText | ShowText, Piece]]] = {}
        for text, item in deliveries:
            if text.game == game:
                self._due.setdefault(text.at, []).append((text, (item.type, item.data, item.sig)))
        self._shown: list[_Shown] = []

    def read(self, log: Sequence[Item]) -> Found | None:
        """The first fault."""
        for number, item in enumerate(log):
            try:
                if not self._is_signed(number, item):
                    return None
                self._step(number, item)
            except ProofFault as fault:
                return Found(fault, number + 1, fault.pieces)
            except ProtocolFault:
                return None  # it cannot be read here: that is nobody's broken promise
        return None

    def _is_signed(self, number: int, item: Item) -> bool:
        head = entries.head(item.data)
        return entries.verify_head(self._verifier, self._host, self._id, number, head, item.sig)

    def _step(self, number: int, item: Item) -> None:
        game = self._game
        happened = game.on_entry(item.data, item.sig, b"").happened
        if game.fault is not None:
            raise game.fault
        assert happened is not None
        for text, piece in self._due.pop(number, ()):
            if text.round != game.replica.round_no:
                continue
            if isinstance(text, ShowText) and text.purpose == "challenge":
                self._show(text, piece)
            else:
                game.on_private(piece[1], piece[2])
        for shown in self._shown:
            self._verdict(shown, happened)

    def _show(self, text: ShowText, piece: Piece) -> None:
        """A hand as of this entry: it must be the one of a Draw Four played now, whole and as sealed."""
        mark = self._game.replica.ledger.marks.get(text.target)
        if mark is None or mark.seq != text.at:
            raise ProofFault("E_VERDICT", text.at, "the hand shown is not the one of a play", pieces=[piece])
        hand = self._game.check_shown(text, mark.bag, text.at, piece)
        if hand is not None:
            self._shown.append(_Shown(text, piece, hand))

    def _verdict(self, shown: _Shown, happened: Happened) -> None:
        """Is this entry the challenge that the hand was shown for, and does its verdict follow?"""
        replica, target, at = self._game.replica, shown.text.target, shown.text.at
        mark = replica.ledger.marks.get(target)
        seq = happened.entry.q
        for event in happened.events:
            is_it = isinstance(event, ev.Shown) and event.at_mark and event.target == target
            if is_it and mark is not None and mark.seq == at:
                shown.answered = True
                _, color, wilds = self._game.asked
                guilty = has_match(replica.rules.edition, shown.hand, color, wilds)
                claimed = next((e.guilty for e in happened.events if isinstance(e, ev.Challenged)), None)
                if guilty != shown.text.verdict or guilty != claimed:
                    detail = "the verdict does not follow from the hand shown"
                    raise ProofFault("E_VERDICT", seq, detail, pieces=[shown.piece])
        if not shown.answered and mark is not None and mark.seq != at:
            detail = "the hand shown is one that nobody challenged"
            raise ProofFault("E_VERDICT", seq, detail, pieces=[shown.piece])

"""Collects the signed bytes that show who broke a promise, for the file a player keeps.

The pieces are chosen so that the accusation can be followed from the file alone: the rules and the roster,
the shuffles of the round, and the entry or the private delivery at which it showed.

Source: docs/protocol.md 3.4.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol import messages
from protocol.entries import decode_entry
from protocol.errors import ProofFault, ProtocolFault
from protocol.evidence import KIND_OF_CODE, Evidence, encode_evidence
from protocol.fields import Signed
from protocol.messages import Item, decode_private

ENTRY = "entry"
SHUFFLES = ("EPOCH_OPEN", "EPOCH_COMMITS", "EPOCH_SEEDS", "EPOCH_ABORT")
MOST_ITEMS = 200
"""Beyond this only the newest shuffles are kept; the file of the game has the rest."""


def collect(
    fault: ProofFault,
    game: bytes,
    host: bytes,
    entries: Sequence[tuple[bytes, bytes]],
    private: Sequence[tuple[bytes, bytes]],
) -> bytes | None:
    """An evidence file.

    Args:
        fault: what was found.
        game: its 16-byte id.
        host: the host's key, accused unless the fault names somebody else.
        entries: all entries of the game so far with the host's signatures, the faulty one last.
        private: private deliveries of this round with their signatures, oldest first.

    Returns:
        None when nothing is signed that could prove it.
    """
    kind = KIND_OF_CODE.get(fault.code)
    roster: Signed | None = None
    first: list[Item] = []
    round_items: list[Item] = []
    last: Item | None = None
    for raw, sig in entries:
        item = Item(ENTRY, raw, sig)
        try:
            entry = decode_entry(raw)
        except ProtocolFault:
            last = item
            continue
        if entry.t == "GAME_START":
            first = [item]
        elif entry.t == "ROSTER":
            roster = Signed(raw, sig)
        elif entry.t == "ROUND_START":
            round_items = [item]
        elif entry.t in SHUFFLES:
            round_items.append(item)
        last = item
    if kind is None or roster is None:
        return None
    items = first + round_items[-MOST_ITEMS:]
    if last is not None and last not in items:
        items.append(last)
    items += [Item(_word(payload), payload, sig) for payload, sig in private[-MOST_ITEMS // 4 :]]
    return encode_evidence(
        Evidence(kind, game, fault.accused or host, roster, tuple(items), fault.detail[:200])
    )


def _word(payload: bytes) -> str:
    try:
        return decode_private(payload).SIG
    except ProtocolFault:
        return messages.DealText.SIG

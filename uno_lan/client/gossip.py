"""Compares the newest heads that other clients tell on the network with the history I know.

Without I/O. A host that tells two histories must keep those who know the one from hearing of the other. What
goes past the host it cannot keep back: one datagram of somebody who was told the other history is proof, for
the host has signed both heads. Source: docs/protocol.md 3.3.
"""

from __future__ import annotations

from typing import Final

from protocol.codec import encode_text
from protocol.entries import verify_head
from protocol.errors import ProofFault, ProtocolFault
from protocol.evidence import HEAD, HeadText
from protocol.gossip import News, decode_news, encode_news
from protocol.signing import Verifier
from uno_lan.fairness.replica import UNKNOWN, Replica

EVERY_MS: Final = 5_000
"""How often I tell my newest head."""
MOST_AHEAD: Final = 64
"""Heads kept that are newer than mine; more are only noise."""


class Heads:
    """Heads told by others in one game."""

    def __init__(self, verifier: Verifier, host: bytes) -> None:
        self._verifier = verifier
        self._host = host
        self._ahead: dict[int, News] = {}
        """Told heads of entries that have not reached me yet, by number."""

    def tell(self, replica: Replica, sig: bytes) -> bytes:
        """My newest head.

        Args:
            sig: the host's signature of it.
        """
        return encode_news(News(replica.game_id, replica.seq - 1, replica.head, sig))

    def hear(self, data: bytes, replica: Replica) -> ProofFault | None:
        """Somebody's datagram. Returns what it shows; None: nothing is wrong, or it is nothing to us."""
        try:
            news = decode_news(data)
        except ProtocolFault:
            return None
        if replica.start is None or news.game != replica.game_id:
            return None
        if news.seq >= replica.seq:
            if len(self._ahead) < MOST_AHEAD and self._ahead.get(news.seq) != news and self._is_signed(news):
                self._ahead.setdefault(news.seq, news)
            return None
        return self._compare(news, replica)

    def caught_up(self, replica: Replica) -> ProofFault | None:
        """Entries have come: what I was told about them before can be compared."""
        for seq in [seq for seq in self._ahead if seq < replica.seq]:
            if (fault := self._compare(self._ahead.pop(seq), replica)) is not None:
                return fault
        return None

    def _compare(self, news: News, replica: Replica) -> ProofFault | None:
        if replica.heads[news.seq] in (news.head, UNKNOWN) or not self._is_signed(news):
            return None
        piece = (HEAD, encode_text(HeadText(news.game, news.seq, news.head)), news.sig)
        return ProofFault("E_FORK", news.seq, "another player was told another history", pieces=[piece])

    def _is_signed(self, news: News) -> bool:
        return verify_head(self._verifier, self._host, news.game, news.seq, news.head, news.sig)


__all__ = ["EVERY_MS", "Heads"]

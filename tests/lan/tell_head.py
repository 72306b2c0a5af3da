"""Tells a head that the host has signed beside its true one, as a fooled player's program would.

python -m tests.lan.tell_head OWN-ADDRESS HOST-STATE-FOLDER GAME-ID-HEX
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from protocol.entries import sign_head
from protocol.gossip import News, decode_news, encode_news
from uno_lan.client.multicast import HeadCast
from uno_lan.keyring import load_or_create

SEQ = 3


async def tell(own: str, folder: Path, game: bytes) -> None:
    """Wait for the head of a player, then say another one a few times: a datagram may get lost."""
    inbox: asyncio.Queue[bytes] = asyncio.Queue()
    cast = HeadCast(own, inbox.put_nowait)
    assert await cast.open(), "no multicast here"
    print("heard", decode_news(await inbox.get()).seq, flush=True)
    head = bytes(32)
    false = encode_news(News(game, SEQ, head, sign_head(load_or_create(folder), game, SEQ, head)))
    for _ in range(3):
        cast.tell(false)
        await asyncio.sleep(0.2)
    cast.close()


if __name__ == "__main__":
    asyncio.run(tell(sys.argv[1], Path(sys.argv[2]), bytes.fromhex(sys.argv[3])))

"""Does what this computer announces by mDNS come back to it?"""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from uno_lan.discovery import Advert, Advertiser, Browser, FoundGame

OWN_S: Final = 4.0
"""So long an own announcement may take to come back."""


async def comes_back(
    interfaces: tuple[str, ...], *, local: bool = False, ipv6: bool = False
) -> tuple[bool, str]:
    """Announce something under a service type of its own, so that no lobby shows it, and listen for it.

    Args:
        interfaces: addresses or adapter names; IPv6 addresses alone: by IPv6 alone.

    Returns:
        Whether it came back, and what mDNS said that is wrong; empty: nothing.
    """
    service = f"_uno-{secrets.token_hex(4)}._tcp.local."
    seen = asyncio.Event()

    def heard(games: tuple[FoundGame, ...]) -> None:
        if games:
            seen.set()

    async def answers(_host: str, _port: int) -> None:
        return None

    browser = Browser(
        heard, probe=answers, calls=False, interfaces=interfaces, local=local, ipv6=ipv6, service=service
    )
    advertiser = Advertiser(
        Advert(secrets.token_hex(8), "doctor", 9),
        calls=False, interfaces=interfaces, local=local, ipv6=ipv6, service=service,
    )  # fmt: skip
    trouble = await browser.start()
    trouble = await advertiser.start() or trouble
    try:
        async with asyncio.timeout(OWN_S):
            await seen.wait()
        return True, trouble
    except TimeoutError:
        return False, trouble
    finally:
        await advertiser.stop()
        await browser.stop()

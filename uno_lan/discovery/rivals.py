"""Two servers that took one mDNS name: who keeps it, and how the other one lets go of it.

A name is asked for before it is taken, but of two that ask in the very same moment neither hears a no: what
zeroconf asks with does not say who asks, so that the tie cannot be broken there (RFC 6762, 8.2). It is broken
afterwards, when each hears the other tell of itself under the name (RFC 6762, 9): both compare what they
told and come to the same answer without another word.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroconf import RecordUpdate, Zeroconf
    from zeroconf._dns import DNSService
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

GOODBYES: Final = 2
"""One may be lost."""
BETWEEN: Final = 0.125
"""Seconds between them."""

_ANSWER: Final = 0x8400
_IN: Final = 1
_TXT: Final = 16
_SRV: Final = 33
"""Numbers of DNS (RFC 1035, RFC 2782)."""


def listen_for_rivals(
    mdns: AsyncZeroconf, told: Callable[[], AsyncServiceInfo | None], met: Callable[[bool], None]
) -> None:
    """Hear of everybody else who tells of themselves under one's name, as long as `mdns` is open.

    Args:
        told: what one tells oneself at the moment.
        met: called each time such a rival was heard; true: the name stays mine.
    """
    from zeroconf import DNSService, RecordUpdateListener  # type: ignore[attr-defined]

    class Listener(RecordUpdateListener):
        def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
            mine = told()
            if mine is None:
                return
            for update in records:
                record = update.new
                if (
                    isinstance(record, DNSService)
                    and record.key == mine.key
                    and record.server.lower() != (mine.server or "").lower()
                    and not record.is_expired(now)
                ):
                    met(_rank(mine.dns_service()) > _rank(record))

    mdns.zeroconf.async_add_listener(Listener(), None)


async def let_go(mdns: AsyncZeroconf, info: AsyncServiceInfo) -> None:
    """Leave a name to a rival: tell no more under it, and take back what is one's own alone.

    An ordinary goodbye would take the rival's name from all lists as well.
    """
    from zeroconf import DNSOutgoing, DNSService, DNSText  # type: ignore[attr-defined]

    mdns.zeroconf.registry.async_remove(info)
    mine = info.dns_service()
    goodbye = DNSOutgoing(_ANSWER)
    # Without the mark that such a record is the only one of its name: it would end the rival's with it.
    service = DNSService(mine.name, _SRV, _IN, 0, mine.priority, mine.weight, mine.port, mine.server)
    goodbye.add_answer_at_time(service, 0)
    goodbye.add_answer_at_time(DNSText(mine.name, _TXT, _IN, 0, info.text), 0)
    for number in range(GOODBYES):
        if number:
            await asyncio.sleep(BETWEEN)
        mdns.zeroconf.async_send(goodbye)


def is_contested(zeroconf: Zeroconf, name: str) -> bool:
    """Do several tell of themselves under this name, as far as is known here?

    Forgets what is over: zeroconf keeps it for a while, and looks at the record that came last even if it is.
    """
    from zeroconf import DNSService, current_time_millis  # type: ignore[attr-defined]

    now = current_time_millis()
    known = [one for kind in (_SRV, _TXT) for one in zeroconf.cache.get_all_by_details(name, kind, _IN)]
    over = [one for one in known if one.is_expired(now)]
    zeroconf.cache.async_remove_records(over)
    servers = {one.server.lower() for one in known if one not in over and isinstance(one, DNSService)}
    return len(servers) > 1


def _rank(record: DNSService) -> tuple[int, int, int, str]:
    """The later one wins, as RFC 6762, 8.2.1 compares records."""
    return record.priority, record.weight, record.port, record.server.lower()

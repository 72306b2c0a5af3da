"""Joins finding tables (`discovery`) and reaching them (`client`): what every list of tables needs.

Apart from both, because neither knows the other: discovery finds addresses and knows nothing of the wire, the
client connects and knows nothing of mDNS.
"""

from .listing import Listed, listed
from .probe import probe
from .recent import recent_hosts
from .targets import target_of

__all__ = ["Listed", "listed", "probe", "recent_hosts", "target_of"]

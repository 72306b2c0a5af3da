"""Joins finding tables (`discovery`) and reaching them (`client`): what every list of tables needs.

Apart from both, because neither knows the other: discovery finds addresses and knows nothing of the wire, the
client connects and knows nothing of mDNS.
"""

from .listing import Listed, listed
from .probe import probe
from .targets import target_of

__all__ = ["Listed", "listed", "probe", "target_of"]

"""The frozen numbers of `protocol/vectors/`: what makes them, and where they lie.

`python -m tests.vectors` writes all of them anew from fixed entropy, with the list of their hashes. That is a
change of the protocol: do it only when one is meant, and say so in docs/protocol.md.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "protocol" / "vectors"
SUMS: Final = "SHA256SUMS"
"""The list of hashes, in the form of `sha256sum`."""

"""Words on the wire: messages, proofs, transcript entries, codes. Pure and alone.

Knows no rules, sockets, clock, files or screens and draws no random numbers; entropy and time are arguments.
The parts, each to be imported by its own name:

    messages, framing, codec     what a link carries, in typed values and in bytes
    handshake, signing           who is there, on which connection
    hashes, shuffle              the constructions everything is proven with
    entries, bodies              the log of a game
    unolog, evidence             the two kinds of files
    codes, names, words          what people type, are called, and compare
    errors                       what can be wrong, each with a sentence
"""

from .errors import AddressError, FileFault, ProofFault, ProtocolFault, TextError, sentence
from .messages import Message, decode, encode
from .signing import Signer, Verifier

__all__ = [
    "AddressError",
    "FileFault",
    "Message",
    "ProofFault",
    "ProtocolFault",
    "Signer",
    "TextError",
    "Verifier",
    "decode",
    "encode",
    "sentence",
]

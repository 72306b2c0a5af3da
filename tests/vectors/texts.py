"""Vectors of signatures: one signed text of every type word, and signatures that must not verify."""

from __future__ import annotations

from protocol import messages as m
from protocol.codec import encode_text
from protocol.entries import HEAD_SIG, head_bytes
from protocol.fields import Endpoint
from protocol.hashes import SHA
from protocol.messages.texts import Text
from protocol.signing import Ed25519Signer, signed_bytes

ID8, ID16, A, B = bytes(range(8)), bytes(range(16)), SHA(b"a"), SHA(b"b")
SIG = bytes(64)
TEXTS: tuple[Text | m.CommitText | m.SeedText, ...] = (
    m.HostText(1, ("gossip",), A, B, ID8, ID8, "code"),
    m.AuthText(A, B, "Anna", "play", (), Endpoint(40444, A)),
    m.WelcomeText(ID8, 3, "Anna 2", "round", ID16, 71, A, 1_700_000_000_000),
    m.StatusText(
        0, False,
        (m.TableStatus(ID8, "Küche", "classic", "race_500", 3, 10, 0, "waiting", "open", None, (1,)),),
    ),
    m.Action(ID16, 2, 1_700_000_000_001, 70, A, "play", {"card": 17, "uno": True}),
    m.CommitText(A, B),
    m.SeedText(A, B),
    m.DealText(ID16, 1, 0, 8, B, (m.Opening(0, 99, 49, A), m.Opening(3, 34, 33, B))),
    m.ShowText(ID16, 1, "challenge", 2, 40, B, (m.BagOpening(0, 99, 49, A), m.BagOpening(1, 0, 7, B)), True),
    m.AckText(ID16, 70, A),
    m.VerdictText(ID16, 40, B, True),
    m.AttestText(ID16, 1, 90, A, "ok", (40,)),
    m.DisputeText(ID16, "E_LEAF", 8, A, (m.Item("deal", b"deal", SIG),)),
    m.ConsentText(ID8, ID16, A),
    m.VoteText(ID16, 1, 1, "dispute", "void", -1, None),
    m.AdminText(ID16, 1, "kick", 2, None),
)  # fmt: skip


def signatures() -> dict[str, object]:
    """Every type word once; keys are SHA-256 of a name."""
    signer = Ed25519Signer(SHA(b"anna key"))
    rows = [(text.SIG, encode_text(text)) for text in TEXTS]
    rows.append((HEAD_SIG, head_bytes(ID16, 7, A)))
    return {
        "about": "secret = SHA-256('anna key'). `signed` is what Ed25519 signs. `refused`: must not verify.",
        "secret": SHA(b"anna key").hex(),
        "pk": signer.pk.hex(),
        "valid": [
            {
                "type": kind, "text": text.hex(), "signed": signed_bytes(kind, text).hex(),
                "sig": signer.sign(kind, text).hex(),
            }
            for kind, text in rows
        ],
        "refused": _refused(signer),
    }  # fmt: skip


def _refused(signer: Ed25519Signer) -> list[dict[str, str]]:
    text = encode_text(m.CommitText(A, B))
    sig = signer.sign("commit", text)
    other = Ed25519Signer(SHA(b"bora key"))
    order = 2**252 + 27742317777372353535851937790883648493
    high = sig[:32] + (int.from_bytes(sig[32:], "little") + order).to_bytes(32, "little")
    cases = {
        "another type word": ("reveal", text, sig, signer.pk),
        "another text": ("commit", encode_text(m.CommitText(B, A)), sig, signer.pk),
        "another key": ("commit", text, sig, other.pk),
        "a flipped bit": ("commit", text, bytes([sig[0] ^ 1]) + sig[1:], signer.pk),
        "zeros": ("commit", text, bytes(64), signer.pk),
        "too short": ("commit", text, sig[:63], signer.pk),
        "s beyond the order of the group": ("commit", text, high, signer.pk),
        "a key that is no point": ("commit", text, sig, b"\x02" + bytes(31)),
        "without context and type word": ("", text, signer._key.sign(text), signer.pk),
    }
    return [
        {"why": why, "type": kind, "text": data.hex(), "sig": given.hex(), "pk": pk.hex()}
        for why, (kind, data, given, pk) in cases.items()
    ]

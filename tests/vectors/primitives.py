"""Vectors of the small constructions: hashes, bytes of plain values, seals, names people compare."""

from __future__ import annotations

from collections.abc import Iterable

from protocol import codec, codes, entries, hashes, messages, shuffle, signing, words
from protocol.handshake import PICTURES, sas
from protocol.hashes import SHA
from protocol.shuffle import public_coin as coin

PLAIN: tuple[object, ...] = (
    None, True, False, 0, 1, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**53, 2**63 - 1, -1, -32,
    -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**63), "", "a", "Ünö ▲", "x" * 31, "x" * 32,
    "x" * 256, b"", b"\0", b"\xff" * 255, b"\xff" * 256, (), (1, (2, (3,))),
    tuple(range(15)), tuple(range(16)), {}, {"b": 1, "a": (True, None)}, {f"k{i:02}": i for i in range(16)},
)  # fmt: skip
"""Values at every border of msgpack's forms."""


def primitives() -> dict[str, object]:
    """What everything else is made of."""
    a, b = SHA(b"a"), SHA(b"b")
    return {
        "about": "Bytes are hex. `value`: {'hex': bytes}, {'map': [[key, value], ...]}, {'int': large}.",
        "lp": [{"in": part.hex(), "out": hashes.LP(part).hex()} for part in (b"", b"abc", bytes(300))],
        "h": [
            {"tag": tag, "parts": [part.hex() for part in parts], "out": hashes.H(tag, *parts).hex()}
            for tag, parts in (
                ("t", ()),
                ("t", (b"",)),
                ("t", (b"ab", b"c")),
                ("t", (b"a", b"bc")),
                ("leaf", (a, b)),
            )
        ],
        "hm": [
            {"key": k.hex(), "in": m.hex(), "out": hashes.HM(k, m).hex()}
            for k, m in ((b"k", b""), (a, b), (bytes(100), b"m"))
        ],
        "x32": [
            {"key": a.hex(), "info": i.hex(), "out": hashes.X32(a, i).hex()} for i in (b"", b"shuffle", b)
        ],
        "msgpack": [{"value": shown(value), "bytes": codec.pack(value).hex()} for value in PLAIN],
        "genesis": {
            "game": a[:16].hex(),
            "host": b.hex(),
            "rules": a.hex(),
            "out": entries.genesis(a[:16], b, a).hex(),
        },
        "rules_hash": {"terms": b"terms".hex(), "out": messages.rules_hash(b"terms").hex()},
        "state_hash": {
            "bytes": codec.pack((1, ("x", None))).hex(),
            "out": entries.state_hash((1, ("x", None))).hex(),
        },
        "shown_hash": {"bytes": b"show".hex(), "out": entries.shown_hash(b"show").hex()},
        "head_signed": {
            "game": a[:16].hex(),
            "seq": 2**40 + 7,
            "head": b.hex(),
            "out": entries.head_bytes(a[:16], 2**40 + 7, b).hex(),
        },
        "check_words": [
            {"head": h.hex(), "words": " ".join(words.check_words(h))}
            for h in (bytes(32), b"\xff" * 32, a, b)
        ],
        "identity": [
            {
                "pk": pk.hex(),
                "id": signing.host_id(pk),
                "shown": signing.fingerprint(pk),
                "hint": signing.identity_hint(pk),
            }
            for pk in (a, b)
        ],
        "table_code": [
            {
                "bytes": e.hex(),
                "code": codes.table_code(e),
                "secret": codes.secret_bytes(codes.table_code(e)).hex(),
            }
            for e in (bytes(5), b"\xff" * 5, a[:5])
        ],
        "table_code_typed": [
            {"typed": t, "secret": codes.secret_bytes(t).hex()}
            for t in ("K7QM-2XPA", " k7qm 2xpa", "O1IL-0000", "a long password")
        ],
        "address_code": [{"host": h, "port": p, "code": codes.address_code(h, p)} for h, p in ADDRESSES],
        "coins": [
            {"k": a.hex(), "seeds": [b.hex(), a.hex()], "name": name, "n": n, "out": coin(a, (b, a), name, n)}
            for name, n in (("dealer", 4), ("dealer", 2**31), ("tie/1", 10))
        ],
        "picture_list": " ".join(PICTURES),
        "pictures": [
            {
                "cb": a.hex(),
                "cn": b.hex(),
                "hn": SHA(n).hex(),
                "hk": a.hex(),
                "pk": b.hex(),
                "out": " ".join(sas(a, b, SHA(n), a, b)),
            }
            for n in (b"1", b"2", b"3")
        ],
    }


ADDRESSES = (
    ("192.168.1.5", 40444), ("192.168.0.1", 40453), ("10.1.2.3", 40444), ("172.16.0.9", 40450),
    ("203.0.113.7", 40444), ("192.168.1.5", 50000),
)  # fmt: skip


def leaves() -> dict[str, object]:
    """The seals of two whole shuffles: every nonce and leaf, and openings that must and must not be taken."""
    return {
        "about": "seed_h = SHA-256('host' + name), game = first 16 bytes of SHA-256('gid' + name). "
        "`openings`: [leaf number, card, nonce, does it open].",
        "epochs": [
            _epoch("leaves-17", range(3, 105, 6)),
            _epoch("leaves-1", (107,)),
            _epoch("leaves-108", range(108)),
        ],
    }


def _epoch(name: str, uids: Iterable[int]) -> dict[str, object]:
    seed = SHA(b"host" + name.encode())
    eid = shuffle.epoch_id(SHA(b"gid" + name.encode())[:16], 3, 2, 1)
    uids = list(uids)
    deck, nonces, found = shuffle.host_layer(eid, seed, uids)
    last = len(deck) - 1
    other = next((uid for uid in uids if uid != deck[0]), deck[0] + 1)
    wrong = [(0, other, nonces[0]), (0, deck[0], bytes(32)), (last, deck[last] ^ 1, nonces[last])]
    return {
        "name": name, "round": 3, "epoch": 2, "attempt": 1, "uids": uids, "eid": eid.hex(),
        "host_commit": shuffle.host_commit(eid, seed).hex(), "deck": deck,
        "nonces": [nonce.hex() for nonce in nonces], "leaves": [leaf.hex() for leaf in found],
        "root": shuffle.leaves_root(eid, found).hex(),
        "openings": [[0, deck[0], nonces[0].hex(), True], [last, deck[last], nonces[last].hex(), True]]
        + [[at, uid, nonce.hex(), False] for at, uid, nonce in wrong],
    }  # fmt: skip


def shown(value: object) -> object:
    """A plain value in JSON, where bytes, maps and large numbers have to be told apart."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, dict):
        return {"map": [[key, shown(item)] for key, item in value.items()]}
    if isinstance(value, tuple):
        return [shown(item) for item in value]
    if type(value) is int and abs(value) > 2**53 - 1:
        return {"int": str(value)}
    return value

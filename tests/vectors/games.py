"""Vectors of whole files: a round as each of its players keeps it, and one accusation of each kind."""

from __future__ import annotations

import json
from collections.abc import Callable

from protocol import codec, entries, unolog
from protocol.evidence import decode_evidence
from protocol.signing import Ed25519Verifier
from protocol.unolog import Frame, LogHeader
from protocol.words import check_words
from tests.fairness.rig import GAME, TABLE, Rig
from uno_lan.engine import Accept, Challenge, Color, Command, Draw, Keep, Play, Ruleset, View
from uno_lan.fairness.audit import audit
from uno_lan.fairness.judge import judge


def plainly(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """A player of the vectors, so simple that it stays as it is: the first card that fits, red for wilds."""
    legal, seat = view.legal, view.seat
    if legal.color:
        return Color(seat, 0)
    if legal.accept:
        return Challenge(seat) if legal.challenge else Accept(seat)
    if legal.plays:
        card = legal.plays[0]
        color = 0 if card in legal.color_needed else -1
        return Play(seat, card, color, uno=len(view.hand) == 2)
    return Draw(seat) if legal.draw else Keep(seat)


class Scribe(Rig):
    """A table whose round is written down, always the same."""

    def __init__(self, seed: str) -> None:
        super().__init__(3, seed, rules=Ruleset.make("classic", uno_grace_ms=0), real=True)
        self.style = plainly


def a_round() -> Scribe:
    """A round with a challenge and a second shuffle in it."""
    for number in range(400):
        rig = Scribe(f"vector {number}")
        rig.start()
        rig.finish()
        kinds = {entries.decode_entry(w.raw).t for w in rig.written}
        if "VERDICT_ACK" in kinds and len(rig.host.replica.ledger.epochs) > 2:
            return rig
    raise AssertionError("no such round")


def round_files(rig: Rig) -> dict[str, bytes]:
    """The round as each player keeps it, without anything private, and what must be found in it."""
    files = {
        f"round/client-{seat}.unolog": encoded([_header(rig, seat), *rig.files[seat]])
        for seat in range(len(rig.signers))
    }
    files["round/public.unolog"] = unolog.public_part(unolog.scan(files["round/client-0.unolog"]).frames)
    return files | {"round/expected.json": as_json(_expected(rig))}


def encoded(frames: list[Frame]) -> bytes:
    """The bytes of a file."""
    return unolog.MAGIC + b"".join(unolog.encode_frame(f.kind, f.data, f.sig) for f in frames)


def _header(rig: Rig, seat: int) -> Frame:
    head = LogHeader(
        1, GAME, TABLE, bytes(8), rig.signer.pk, "client", rig.signers[seat].pk, 1_000_000, "vectors"
    )
    return Frame("hdr", codec.encode_text(head))


def _expected(rig: Rig) -> dict[str, object]:
    replica = rig.host.replica
    end = replica.round_end
    assert end is not None and replica.record is not None
    report = audit(rig.file(), Ed25519Verifier())
    return {
        "about": "Three people, Classic, one round. Keys: SHA-256 of 'host', 'player 0' and so on.",
        "game": GAME.hex(),
        "host": rig.signer.pk.hex(),
        "players": [signer.pk.hex() for signer in rig.signers],
        "heads": [head.hex() for head in report.heads],
        "words": " ".join(check_words(report.heads[-1])),
        "shuffles": [
            {
                "epoch": attempt.epoch, "attempt": attempt.attempt, "kind": attempt.kind,
                "eid": attempt.eid.hex(), "contributors": list(attempt.contributors),
                "order": list(attempt.result.order),
            }
            for attempt in replica.record.attempts if attempt.result is not None
        ],
        "seeds": [[epoch, attempt, seed.hex()] for epoch, attempt, seed in end.seeds],
        "hands": [[seat, list(cards)] for seat, cards in end.hands],
        "points": [list(row) for row in end.points],
        "verdict": report.verdict,
    }  # fmt: skip


def evidence_files(cases: dict[str, bytes]) -> dict[str, bytes]:
    """One accusation of each kind, and what each proves."""
    files = {f"evidence/{kind}.unoevidence": data for kind, data in cases.items()}
    rows = []
    for kind, data in cases.items():
        found = judge(decode_evidence(data), Ed25519Verifier())
        rows.append(
            {
                "file": f"{kind}.unoevidence", "kind": found.kind, "code": found.code, "entry": found.seq,
                "accused": found.accused.hex(), "name": found.name, "is_host": found.is_host,
            }
        )  # fmt: skip
    about = (
        "Each file proves by itself that the accused key broke a promise; `entry` -1: no matter of one entry."
    )
    return files | {"evidence/expected.json": as_json({"about": about, "files": rows})}


def as_json(value: object) -> bytes:
    """JSON for the vectors: one row a line, so that a difference can be read."""
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()

"""A second verifier, in another language, agrees: it was written from docs/protocol.md and shares no code.

It needs Node, of which it uses the standard library only, and is skipped where there is none. It checks all
vectors, and replays the shuffles of whole games from their files. The rules of the game it does not know.
"""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol import bodies, codec, entries, unolog
from protocol.entries import decode_entry
from protocol.messages import AdminText, SeedText, VoteText
from protocol.unolog import Frame, LogHeader
from tests.attacks.harness import signed
from tests.attacks.test_shuffles import break_off
from tests.fairness.rig import GAME, Rig, to_turn
from tests.fairness.test_audit import rounds
from tests.vectors import FOLDER
from tests.vectors.games import encoded
from uno_lan.engine import Ruleset
from uno_lan.fairness.audit import audit
from uno_lan.fairness.lost import lost

NODE = shutil.which("node")
SMALL = ("primitives", "shuffles", "leaves", "entries", "signatures", "handshake")
CHECK = Path(__file__).with_name("check.mjs")
pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node for the second verifier: install nodejs")


def node(what: str, path: Path) -> tuple[int, Any]:
    """Run the second verifier."""
    assert NODE is not None
    done = subprocess.run([NODE, str(CHECK), what, str(path)], capture_output=True, text=True, timeout=60)
    assert not done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout)


def test_all_vectors_hold_in_another_language() -> None:
    code, found = node("vectors", FOLDER)
    assert (code, found["failed"]) == (0, [])
    files = {path.relative_to(FOLDER).parts[0].removesuffix(".json") for path in FOLDER.rglob("*.json")}
    assert found["done"].keys() == files | {"SHA256SUMS"}
    assert min(found["done"].values()) >= 10, "every file was really looked at"


def test_a_changed_vector_is_noticed_there(tmp_path: Path) -> None:
    folder = tmp_path / "protocol" / "vectors"
    shutil.copytree(FOLDER, folder)
    shutil.copytree(FOLDER.parents[1] / "docs", tmp_path / "docs")
    for name in SMALL:
        path = folder / f"{name}.json"
        text = path.read_text()
        found = re.search('"[0-9a-f]{64,}"', text)
        assert found is not None
        at = found.start() + 1
        path.write_text(text[:at] + ("00" if text[at] != "0" else "11") + text[at + 2 :])
    path = folder / "negative.json"
    path.write_text(path.read_text().replace('"E_SCHEMA"', '"E_TYPE"', 1))
    code, found = node("vectors", folder)
    assert code == 1
    assert {line.split(":")[0] for line in found["failed"]} == {"SHA256SUMS", "negative", *SMALL}


def write(path: Path, frames: list[Frame]) -> Path:
    path.write_bytes(encoded(frames))
    return path


def agrees(rig: Rig, frames: list[Frame], path: Path) -> Any:
    """Both readers find the same game, shuffle by shuffle; what the second one found."""
    code, found = node("game", write(path, frames))
    assert (code, found["faults"]) == (0, [])
    report = audit(frames, rig.verifier)
    assert not report.faults
    assert found["game"] == report.game == GAME.hex()
    assert (found["entries"], found["head"]) == (report.entries, report.heads[-1].hex())
    assert (found["private"], found["ended"]) == (report.private, report.ended)
    assert [len(r["shuffles"]) for r in found["rounds"]] == [line.shuffles for line in report.rounds]
    assert [r["aborts"] for r in found["rounds"]] == [line.aborts for line in report.rounds]
    attested = [sum(result == "ok" for _, result in r["attested"]) for r in found["rounds"]]
    assert attested == [line.attested for line in report.rounds]
    return found


@pytest.mark.parametrize("seat", [-1, 0], ids=["host", "client"])
def test_a_whole_game_replayed_in_another_language(seat: int, tmp_path: Path) -> None:
    rig = rounds(4, real=True, seed="interop")
    found = agrees(rig, rig.file(seat), tmp_path / "game.unolog")
    record = rig.host.replica.record
    assert record is not None
    last = found["rounds"][-1]["shuffles"]
    assert [(s["kind"], s["order"]) for s in last] == [
        (a.kind, list(a.result.order)) for a in record.attempts if a.result is not None
    ]
    for shuffle in last:
        if shuffle["kind"] in ("dealer", "deal"):
            assert sorted(shuffle["drawn"]) == list(range(108))
            assert shuffle["drawn"] != sorted(shuffle["drawn"])


@pytest.mark.parametrize(
    ("edition", "kind", "first"),
    [
        ("classic", "refill", 1),
        ("customizable", "hands", 0),
        ("classic", "restart", 96),
        ("star-wars", "dealer", 0),
    ],
)
def test_shuffles_of_every_kind(edition: str, kind: str, first: int, tmp_path: Path) -> None:
    """`first`: the number of the first round that has one, where the search begins."""
    rules = Ruleset.make(edition, uno_grace_ms=0)
    for number in range(first, first + 200):
        rig = Rig(2 if kind == "restart" else 8, f"interop {number}", rules=rules, real=True)
        rig.start()
        if kind == "restart" and len(rig.host.replica.ledger.epochs) < 3:
            continue  # another first card: no need to play the round
        rig.finish()
        assert rig.host.replica.record is not None
        if any(a.kind == kind for a in rig.host.replica.record.attempts):
            found = agrees(rig, rig.file(1), tmp_path / "game.unolog")
            assert kind in {s["kind"] for s in found["rounds"][0]["shuffles"]}
            return
    raise AssertionError("no such round")


def test_every_vote_and_order_is_read_in_another_language(tmp_path: Path) -> None:
    """Also those that came into the log later than this reader was written."""
    rig = Rig(3, "interop votes", real=True)
    rig.start()
    to_turn(rig)
    for number, what in enumerate(("pause", "resume", "remove"), 1):
        vote = VoteText(GAME, 1, number, what, "no", 2 if what == "remove" else -1, None)  # type: ignore[arg-type]
        row = signed(rig, 0, vote)
        rig.feed(rig.host.vote(0, row.p, row.s, rig.now))
    for number, kind in enumerate(("pause", "resume", "unban"), 1):
        order = AdminText(GAME, number, kind, -1, rig.signers[2].pk if kind == "unban" else None)  # type: ignore[arg-type]
        row = signed(rig, 0, order)
        rig.feed(rig.host.signed("ADMIN", 0, row.p, row.s, rig.now))
    rig.finish()
    assert not rig.faults
    agrees(rig, rig.file(1), tmp_path / "game.unolog")


@functools.cache
def given_up() -> Rig:
    """A game whose first shuffle was given up; who was blamed has shown the seed. Only read by the tests."""
    rig = Rig(3, "interop given up", real=True)
    rig.stands_still = True
    rig.start()
    break_off(rig, 2, reveal=True)
    rig.stands_still = False
    rig.settle()
    rig.finish()
    assert not rig.faults
    return rig


def test_a_shuffle_that_was_given_up_is_worked_out_in_another_language(tmp_path: Path) -> None:
    """Both readers find the same cards that it would have turned over."""
    rig = given_up()
    found = agrees(rig, rig.file(1), tmp_path / "game.unolog")
    record = rig.clients[1].replica.record
    assert record is not None
    (mine,) = lost(record)
    (theirs,) = found["rounds"][0]["lost"]
    assert (theirs["entry"], theirs["kind"]) == (mine.seq, mine.kind) == (record.attempts[0].seq, "dealer")
    assert theirs["drawn"][:3] == [cards[0] for _, cards in mine.hands]


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        ("ANSWER", lambda e: replaced(e, seed=bytes(32)), "not signed by seat 2"),
        ("ANSWER", lambda e: msgspec.structs.replace(e, c=None), "nobody waited for"),
        ("EPOCH_ABORT", lambda e: body(e, seeds=(*e.b.seeds, e.b.seeds[0])), "a seed that was known before"),
        ("EPOCH_ABORT", lambda e: body(e, phase="commit"), "before they were asked for"),
    ],
)
def test_bent_answers_are_noticed_there(
    kind: str, change: Callable[[entries.Entry], entries.Entry], said: str, tmp_path: Path
) -> None:
    code, found = node("game", write(tmp_path / "bent.unolog", tampered(given_up(), kind, change)))
    assert code == 1
    assert any(said in fault["what"] for fault in found["faults"]), found["faults"][:3]


def replaced(entry: entries.Entry, seed: bytes) -> entries.Entry:
    """The answer with another seed, under the old signature."""
    assert entry.c is not None
    text = codec.decode_text(entry.c.p, SeedText)
    payload = codec.encode_text(msgspec.structs.replace(text, seed=seed))
    return msgspec.structs.replace(entry, c=msgspec.structs.replace(entry.c, p=payload))


def test_a_public_file_is_enough(tmp_path: Path) -> None:
    rig = one_round()
    path = tmp_path / "public.unolog"
    path.write_bytes(unolog.public_part(tuple(rig.file(0))))
    code, found = node("game", path)
    assert (code, found["faults"], found["private"]) == (0, [], 0)
    assert all(s["deck"] for s in found["rounds"][0]["shuffles"])


# What it must find.


@functools.cache
def one_round() -> Rig:
    """A round with real signatures. Only read by the tests, which bend copies of its file."""
    return rounds(1, real=True, seed="interop")


def tampered(rig: Rig, kind: str, change: Callable[[entries.Entry], entries.Entry]) -> list[Frame]:
    """The file with the first entry of a type changed; the host signs the new one and all that follow it."""
    frames = [rig.header()]
    head, done = b"", False
    for written in rig.written:
        entry = decode_entry(written.raw)
        if head:
            entry = msgspec.structs.replace(entry, p=head)
        if entry.t == kind and not done:
            entry, done = change(entry), True
        raw = entries.encode_entry(entry)
        head = entries.head(raw)
        frames.append(Frame("ent", raw, entries.sign_head(rig.signer, GAME, entry.q, head)))
    assert done
    return frames


def body(entry: entries.Entry, **changes: Any) -> entries.Entry:
    return msgspec.structs.replace(entry, b=msgspec.structs.replace(entry.b, **changes))


def other_leaf(entry: entries.Entry) -> entries.Entry:
    assert isinstance(entry.b, bodies.EpochOpen)
    return body(entry, leaves=bytes(32) + entry.b.leaves[32:])


def one_left_out(entry: entries.Entry) -> entries.Entry:
    assert isinstance(entry.b, bodies.EpochSeeds)
    return body(entry, seeds=entry.b.seeds[1:])


def other_seed(entry: entries.Entry) -> entries.Entry:
    assert isinstance(entry.b, bodies.RoundEnd)
    return body(entry, seeds=((*entry.b.seeds[0][:2], bytes(32)), *entry.b.seeds[1:]))


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        ("EPOCH_OPEN", other_leaf, "does not hold what the seed gives"),
        ("EPOCH_OPEN", lambda e: body(e, m=107), "number of leaves"),
        ("EPOCH_SEEDS", one_left_out, "not the seeds of all contributors"),
        ("ROUND_END", other_seed, "not the promised one"),
        ("ROUND_END", lambda e: body(e, seeds=()), "does not open"),
        ("ACT", lambda e: msgspec.structs.replace(e, c=None), "nobody signed"),
        ("ACT", lambda e: msgspec.structs.replace(e, ts=1), "time runs backwards"),
        ("GAME_START", lambda e: body(e, terms=e.b.terms + b"\0"), "hash of the terms"),
    ],
)  # fmt: skip
def test_a_bent_game_is_noticed_there(
    kind: str, change: Callable[[entries.Entry], entries.Entry], said: str, tmp_path: Path
) -> None:
    rig = one_round()
    code, found = node("game", write(tmp_path / "bent.unolog", tampered(rig, kind, change)))
    if kind == "GAME_START":  # terms that nobody can read
        assert code == 1
        return
    assert code == 1
    assert any(said in fault["what"] for fault in found["faults"]), found["faults"][:3]


def test_changed_signatures_and_damage_are_noticed_there(tmp_path: Path) -> None:
    rig = one_round()
    frames = rig.file(0)
    private = next(i for i, f in enumerate(frames) if f.kind == "prv")
    entry = next(i for i, f in enumerate(frames) if f.kind == "ent" and decode_entry(f.data).t == "ACT")
    for at, said in ((private, "did not sign"), (entry, "not signed by the host")):
        changed = [*frames]
        changed[at] = Frame(frames[at].kind, frames[at].data, bytes(64))
        code, found = node("game", write(tmp_path / "changed.unolog", changed))
        assert code == 1 and said in found["faults"][0]["what"]
    missing = [f for i, f in enumerate(frames) if i != entry]
    code, found = node("game", write(tmp_path / "missing.unolog", missing))
    assert code == 1 and "is due" in found["faults"][0]["what"]
    whole = encoded(frames)
    (tmp_path / "cut.unolog").write_bytes(whole[:-3])
    code, found = node("game", tmp_path / "cut.unolog")
    assert (code, found["whole"], found["faults"]) == (1, False, [])
    assert isinstance(unolog.header(tuple(frames)), LogHeader)


@pytest.mark.parametrize("kind", ["FORK", "LEAF", "ORDER", "SEED", "FORGED", "DOUBLE"])
def test_evidence_with_another_accused_is_refused_there(kind: str, tmp_path: Path) -> None:
    from protocol.evidence import decode_evidence, encode_evidence

    whole = decode_evidence((FOLDER / "evidence" / f"{kind}.unoevidence").read_bytes())
    path = tmp_path / "x.unoevidence"
    path.write_bytes(encode_evidence(whole))
    assert node("evidence", path)[0] == 0
    path.write_bytes(encode_evidence(msgspec.structs.replace(whole, accused=bytes(31) + b"\1")))
    code, found = node("evidence", path)
    assert code == 1 and not found.get("proven")

"""Attacks on files: damaged or changed game files, false scores, edited evidence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from protocol import bodies, codec, messages
from protocol.entries import decode_entry
from protocol.evidence import MAGIC, Evidence, decode_evidence, encode_evidence
from protocol.messages import Item
from protocol.unolog import Frame
from tests.attacks.harness import Court, attack, once
from tests.client.seats import Sessions
from tests.client.test_dispute import game_of, in_turn, say, texts
from tests.fairness.rig import Rig, real_signer
from tests.fairness.test_audit import rewritten, rounds, seqs, store
from tests.host.pair import ED25519
from uno_lan.cli import main

Change = Callable[[list[Frame]], None]


@pytest.fixture(scope="module")
def game() -> Rig:
    """Two rounds with real signatures."""
    return rounds(2, real=True, seed="files")


def audited(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, object]]:
    """(exit code, what is said of the one file)."""
    capsys.readouterr()
    code = main(["audit", "--json", str(path)])
    return code, json.loads(capsys.readouterr().out)["files"][0]


def places(frames: list[Frame]) -> list[int]:
    """Where the log entries are."""
    return [i for i, frame in enumerate(frames) if frame.kind == "ent"]


def test_58_a_flipped_bit(game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = bytearray(store(tmp_path / "x", game.file(0)).read_bytes())
    data[len(data) // 3] ^= 0x10
    (tmp_path / "x").write_bytes(data)
    code, said = audited(tmp_path / "x", capsys)
    assert (code, said["verdict"]) == (2, "DAMAGED")


def deleted(frames: list[Frame]) -> None:
    """One entry is gone."""
    del frames[places(frames)[40]]


def exchanged(frames: list[Frame]) -> None:
    """Two entries changed places."""
    one, two = places(frames)[40], places(frames)[50]
    frames[one], frames[two] = frames[two], frames[one]


def doubled(frames: list[Frame]) -> None:
    """One entry stands there twice."""
    place = places(frames)[40]
    frames.insert(place, frames[place])


@pytest.mark.parametrize("change", [deleted, exchanged, doubled])
def test_58_entries_deleted_exchanged_or_twice(
    change: Change, game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every frame is whole and signed; the chain is not."""
    frames = game.file(0)
    change(frames)
    code, said = audited(store(tmp_path / "x", frames), capsys)
    assert code == 1
    assert str(said["verdict"]).startswith("FAIL E_FORK")


def test_58_a_cut_tail(game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the middle of a frame: it is left out, and the file says how far it goes."""
    data = store(tmp_path / "x", game.file(0)).read_bytes()
    (tmp_path / "x").write_bytes(data[:-5])
    code, said = audited(tmp_path / "x", capsys)
    assert (code, said["verdict"]) == (0, "PASS")
    assert "unfinished" in str(said["problem"])
    (tmp_path / "x").write_bytes(data[: len(data) * 3 // 4])
    code, said = audited(tmp_path / "x", capsys)
    assert (code, said["verdict"]) == (3, "INCOMPLETE round 2")


@pytest.mark.parametrize("field", ["points", "totals"])
def test_59_a_wrong_score_with_right_signatures(
    field: str, game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The host signed it all anew after the last round."""
    end = seqs(game, "ROUND_END")[-1]

    def change(entry: object) -> object:
        assert isinstance(entry, type(decode_entry(game.written[end].raw)))
        assert isinstance(entry.b, bodies.RoundEnd)
        rows = tuple((seat, value + 10) for seat, value in getattr(entry.b, field))
        return msgspec.structs.replace(entry, b=msgspec.structs.replace(entry.b, **{field: rows}))

    frames = rewritten(game, {end: change})  # type: ignore[dict-item]
    code, said = audited(store(tmp_path / "x", frames), capsys)
    assert code == 1
    assert {"code": "E_RULE", "entry": end, "detail": "the points do not add up"} in said["faults"]  # type: ignore[operator]


# Evidence.


def true_evidence() -> tuple[Rig, Evidence]:
    """A host that really cheated, and the proof."""
    rig = attack()
    once(rig, "ACT", lambda w: rig.body(w, st=bytes(16)))
    rig.start()
    rig.play()
    found = rig.evidence(0)
    assert found is not None
    return rig, decode_evidence(found.data)


def accuse(accused: bytes) -> Callable[[Evidence], Evidence]:
    """The same pieces against somebody else."""
    return lambda evidence: msgspec.structs.replace(evidence, accused=accused)


def resigned(evidence: Evidence) -> Evidence:
    """The last entry again, with the signature of somebody else."""
    *rest, last = evidence.items
    sig = real_signer("player 1").sign("head", last.data)
    return msgspec.structs.replace(evidence, items=(*rest, Item(last.type, last.data, sig)))


def edited(evidence: Evidence) -> Evidence:
    """The last entry says something else."""
    *rest, last = evidence.items
    data = bytearray(last.data)
    data[-20] ^= 1
    return msgspec.structs.replace(evidence, items=(*rest, Item(last.type, bytes(data), last.sig)))


def shortened(evidence: Evidence) -> Evidence:
    """The entry that breaks the rules is left out."""
    return msgspec.structs.replace(evidence, items=evidence.items[:-1])


def holed(evidence: Evidence) -> Evidence:
    """An entry in the middle is left out, so that what follows looks wrong."""
    half = len(evidence.items) // 2
    return msgspec.structs.replace(evidence, items=evidence.items[:half] + evidence.items[half + 1 :])


def other_game(evidence: Evidence) -> Evidence:
    """Said to be of another game."""
    return msgspec.structs.replace(evidence, game=bytes(16))


@pytest.mark.parametrize(
    "change",
    [accuse(real_signer("player 1").pk), accuse(real_signer("stranger").pk), resigned, edited, shortened,
     holed, other_game],
    ids=["a player", "a stranger", "signed by another", "edited", "shortened", "with a hole", "another game"],
)  # fmt: skip
def test_60_edited_evidence_accuses_nobody(change: Callable[[Evidence], Evidence], court: Court) -> None:
    rig, evidence = true_evidence()
    code, proven = court.judge(encode_evidence(evidence))
    assert (code, proven and proven["accused"]) == (0, rig.signer.pk.hex())
    code, proven = court.judge(encode_evidence(change(evidence)))
    assert (code, proven) == (1, None)


def test_60_another_kind_than_it_shows(court: Court) -> None:
    """Calling it something else proves nothing either."""
    _, evidence = true_evidence()
    for kind in ("FORK", "LEAF", "ORDER", "SEED", "DECK", "VERDICT", "FORGED", "DOUBLE", "BAG"):
        assert court.judge(encode_evidence(msgspec.structs.replace(evidence, kind=kind))) == (1, None)


def test_60_no_single_changed_byte_makes_it_another_accusation(court: Court) -> None:
    """Anywhere in the file: it is damaged, or proves nothing, or still proves the same."""
    rig, evidence = true_evidence()
    data = encode_evidence(evidence)
    for at in range(len(MAGIC), len(data), max(1, len(data) // 60)):
        changed = bytearray(data)
        changed[at] ^= 1
        code, proven = court.judge(bytes(changed))
        if code == 0:
            assert proven is not None
            assert (proven["accused"], proven["code"]) == (rig.signer.pk.hex(), "E_RULE")
        else:
            assert (code in (1, 2), proven) == (True, None)


def test_60_a_dispute_with_false_evidence() -> None:
    """It is logged as an objection, and the table goes on."""
    table: Sessions = in_turn("Ann", "Ben", "Cem", keys=ED25519)
    game = game_of(table["Ann"]).replica.game_id
    false = Item("deal", codec.encode_text(messages.SeedText(bytes(32), bytes(32))), bytes(64))
    say(table, "Cem", messages.DisputeText(game, "E_LEAF", 9, bytes(32), (false,)))
    for name in ("Ann", "Ben"):
        assert table[name].snapshot.trouble is None
        assert any("It cannot be proven" in line for line in texts(table, name))
    table.play()
    result = table["Ann"].snapshot.result
    assert result is not None
    assert (result.verified, result.disputed) == (True, False)

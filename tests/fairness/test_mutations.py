"""A real file, changed in every way there is, gets the right answer: what is damage, what is cheating."""

from __future__ import annotations

import functools
import json
import struct
import zlib
from pathlib import Path

import msgspec
import pytest

from protocol import codec
from protocol.entries import decode_entry
from protocol.errors import FileFault, ProtocolFault
from protocol.unolog import MAGIC, Frame, LogHeader, encode_frame, scan
from tests.amounts import amount
from tests.fairness.rig import Rig
from tests.fairness.test_audit import main_code, report_of, rewritten, rounds, store
from uno_lan.cli import main
from uno_lan.fairness.audit import NotAGame, Report


@functools.cache
def small() -> Rig:
    """One short round, quickly signed. Only read by the tests, which change copies of its file."""
    return rounds(1, seed="small")


def bytes_of(frames: list[Frame]) -> bytes:
    """The file of these frames."""
    return MAGIC + b"".join(encode_frame(f.kind, f.data, f.sig) for f in frames)


def some(count: int, most: int) -> range:
    """Places spread over so many; all of them in a long run."""
    return range(0, count, max(1, count // most))


def outcome(frames: list[Frame]) -> tuple[int, Report | None]:
    """(exit code, report) of frames whose checksums hold."""
    try:
        report = report_of(small(), frames)
    except (ProtocolFault, NotAGame):
        return 2, None
    return report.exit_code, report


# Bytes.


def test_a_flipped_bit_anywhere_is_damage() -> None:
    """No flipped bit is ever taken for cheating, and none goes unnoticed."""
    frames = small().file(0)
    good = bytes_of(frames)
    for at in some(len(good), amount(300, 1_000, 10**9)):
        changed = bytearray(good)
        changed[at] ^= 1 << (at % 8)
        try:
            found = scan(bytes(changed))
        except FileFault:
            assert at < len(MAGIC)
            continue
        assert found.damaged or found.altered or found.torn, at
        if at < len(good) - 2_000:
            assert found.damaged, at
        assert found.frames == scan(good).frames[: len(found.frames)], "what comes before is untouched"


def test_a_cut_anywhere_leaves_what_comes_before() -> None:
    """Torn, never damaged: a power cut looks like that."""
    frames = small().file(0)
    good = bytes_of(frames)
    ends = [len(bytes_of(frames[:count])) for count in range(len(frames) + 1)]
    for length in some(len(good), amount(300, 1_000, 10**9)):
        if length < len(MAGIC):
            with pytest.raises(FileFault):
                scan(good[:length])
            continue
        found = scan(good[:length])
        whole = max(count for count, end in enumerate(ends) if end <= length)
        assert (len(found.frames), found.good) == (whole, ends[whole])
        assert not found.damaged
        assert found.torn == (length != ends[whole])
        assert not found.altered


def test_garbage_between_two_frames_is_damage() -> None:
    frames = small().file(0)
    for count in some(len(frames), amount(20, 50, 10**9)):
        data = bytes_of(frames[: count + 1]) + b"\x00garbage" + bytes_of(frames[count + 1 :])[len(MAGIC) :]
        found = scan(data)
        assert found.damaged or (found.torn and count == len(frames) - 1)


# Frames with right checksums.


def entry_places(frames: list[Frame]) -> list[int]:
    """Where the log entries are."""
    return [i for i, frame in enumerate(frames) if frame.kind == "ent"]


@pytest.mark.parametrize("seat", [-1, 0])
def test_a_deleted_entry_is_cheating(seat: int) -> None:
    """Except at the very end, where nobody can know that there was one more."""
    frames = small().file(seat)
    places = entry_places(frames)
    for number in some(len(places), amount(14, 100, 10**9)):
        place = places[number]
        code, report = outcome(frames[:place] + frames[place + 1 :])
        if number == 0:
            assert code == 2, "no game at all"
        elif place == places[-1]:
            assert code == 0
        else:
            assert code == 1, number
            assert report is not None
            assert report.fault is not None
            assert report.fault.code == "E_FORK"
            assert f"entry {number} is missing" in report.fault.detail


def test_swapped_and_doubled_entries_are_cheating() -> None:
    frames = small().file(-1)
    places = entry_places(frames)
    for number in some(len(places) - 1, amount(10, 100, 10**9)):
        one, two = places[number], places[number + 1]
        swapped = [*frames]
        swapped[one], swapped[two] = swapped[two], swapped[one]
        assert outcome(swapped)[0] == (2 if number == 0 else 1), number
        doubled = [*frames[: two + 1], frames[one], *frames[two + 1 :]]
        assert outcome(doubled)[0] == 1, number


def test_a_changed_bit_under_a_right_checksum() -> None:
    """In an entry: not signed any more. In what only the owner has: a flaw, and nobody's guilt."""
    frames = small().file(0)
    for place in some(len(frames), amount(24, 100, 10**9)):
        frame = frames[place]
        if frame.kind == "sec":
            continue
        data = bytearray(frame.data)
        at = (place * 7919) % len(data)
        data[at] ^= 0x20
        changed = [*frames[:place], Frame(frame.kind, bytes(data), frame.sig), *frames[place + 1 :]]
        code, report = outcome(changed)
        assert code == 2 or (code == 1 and frame.kind == "ent") or frame.kind == "hdr", (place, frame.kind)
        if frame.kind in ("prv", "act") and report is not None:
            assert report.faults == []


@pytest.mark.parametrize("kind", ["ent", "prv", "act"])
def test_a_changed_signature(kind: str) -> None:
    frames = small().file(0)
    places = [i for i, frame in enumerate(frames) if frame.kind == kind]
    for number in some(len(places), amount(12, 25, 10**9)):
        place = places[number]
        frame = frames[place]
        sig = frame.sig[:-1] + bytes([frame.sig[-1] ^ 1])
        changed = [*frames[:place], Frame(frame.kind, frame.data, sig), *frames[place + 1 :]]
        assert outcome(changed)[0] == (1 if kind == "ent" else 2)


def test_cards_that_are_not_in_the_file_are_listed() -> None:
    """Deleted, or never sent: no file can tell which."""
    frames = small().file(0)
    places = [i for i, frame in enumerate(frames) if frame.kind == "prv"]
    place = places[1]
    code, report = outcome(frames[:place] + frames[place + 1 :])
    assert code == 0
    assert report is not None
    assert len(report.rounds[0].unopened) <= 1
    every = [frame for frame in frames if frame.kind != "prv"]
    code, report = outcome(every)
    assert code == 0
    assert report is not None
    assert report.rounds[0].unopened


@pytest.mark.parametrize("field", ["game", "host", "table"])
def test_a_header_of_another_game(field: str) -> None:
    frames = small().file(0)
    head = codec.decode_text(frames[0].data, LogHeader)
    other = msgspec.structs.replace(head, **{field: bytes(len(getattr(head, field)) - 1) + b"\x05"})
    code, report = outcome([Frame("hdr", codec.encode_text(other)), *frames[1:]])
    assert code == 2
    assert report is not None
    assert report.faults == []
    assert "another game" in report.flaws[0]


def test_another_owner_in_the_header_accuses_nobody() -> None:
    """The header is signed by nobody: a false name in it must not turn good cards into false ones."""
    rig = small()
    frames = rig.file(0)
    head = codec.decode_text(frames[0].data, LogHeader)
    for pk in (rig.signers[1].pk, bytes(32)):
        other = msgspec.structs.replace(head, owner=pk)
        code, report = outcome([Frame("hdr", codec.encode_text(other)), *frames[1:]])
        assert code == 2
        assert report is not None
        assert report.faults == []


# The command.


@pytest.fixture(scope="module")
def game() -> Rig:
    """A game with real signatures."""
    return rounds(1, real=True, seed="command")


def test_files_that_agree_are_said_to(game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    host, ann = store(tmp_path / "host", game.file()), store(tmp_path / "ann", game.file(0))
    assert main(["audit", str(host), str(ann)]) == 0
    count = len(game.written)
    assert (
        capsys.readouterr().out.splitlines()[-1]
        == f"Both files of game {game.host.replica.game_id.hex()[:8]} agree: "
        f"{count} entries stand in more than one of them, and are the same."
    )
    short = store(tmp_path / "short", game.file()[:20])
    assert main(["audit", "--json", str(host), str(ann), str(short)]) == 3
    (compared,) = json.loads(capsys.readouterr().out)["compared"]
    assert (compared["fork"], compared["common"], len(compared["files"])) == (-1, count, 3)
    assert main(["audit", str(host)]) == 0
    assert " agree: " not in capsys.readouterr().out, "one file alone needs no word"


def test_files_of_different_games_are_not_compared(
    game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = store(tmp_path / "one", game.file())
    other = Rig(2, "other game", real=True)
    other.signer = game.signers[0]
    other.host = type(other.host)(other.signer, other.verifier)
    for seat in list(other.clients):
        del other.clients[seat]
    vars(other)["settle"] = lambda: None
    other.start()
    two = store(tmp_path / "two", [other.header(), *other.file()[1:]])
    assert main(["audit", str(one), str(two)]) == 3
    said = capsys.readouterr().out
    assert said.count("nothing to compare it with") == 2


def test_a_file_that_is_not_there_is_not_damaged(
    game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = store(tmp_path / "good", game.file())
    missing = tmp_path / "missing"
    assert main_code(["audit", str(missing)]) == 69
    said = capsys.readouterr().out
    assert "DAMAGED" not in said
    assert f"{missing}: UNREADABLE (it is not there)" in said
    assert main_code(["audit", "--evidence", str(missing)]) == 69
    assert "DAMAGED" not in capsys.readouterr().out
    assert main_code(["audit", "--json", str(good), str(missing)]) == 69
    document = json.loads(capsys.readouterr().out)
    assert [one["verdict"] for one in document["files"]] == ["PASS", "UNREADABLE"]
    assert main_code(["audit", str(tmp_path)]) == 69, "a folder is no file"


def test_two_histories_in_two_files(game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = store(tmp_path / "one", game.file())
    two = store(tmp_path / "two", rewritten(game, {9: lambda e: msgspec.structs.replace(e, ts=e.ts + 1)}))
    assert main(["audit", "--json", str(one), str(two)]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [one["fork"] for one in document["compared"]] == [9]
    assert next(one["verdict"] for one in document["files"]) == "PASS"


def test_a_frame_as_the_format_says(game: Rig) -> None:
    """The checksum is that of the payload, and nothing else makes a frame whole."""
    frame = encode_frame("ent", b"x", bytes(64))
    length, crc = struct.unpack_from(">II", frame)
    assert (length, crc) == (len(frame) - 8, zlib.crc32(frame[8:]))
    assert decode_entry(game.written[0].raw).q == 0

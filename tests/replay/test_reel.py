"""Replays: any moment as any seat saw it, as far as the file tells; and files that are damaged or false."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from protocol import unolog
from protocol.codec import encode_text
from protocol.entries import decode_entry, encode_entry
from protocol.signing import Ed25519Verifier
from protocol.unolog import MAGIC, Frame, encode_frame
from tests.amounts import amount
from tests.fairness.cheats import LooseHands, cheat, fitting
from tests.fairness.rig import Rig, once_private
from tests.fairness.test_audit import rounds, seqs
from tests.fairness.test_judge import other_uid
from tests.vectors import FOLDER
from tests.vectors.games import encoded
from uno_lan.client.model import Stage
from uno_lan.client.replay import NoReplay, Projector, Reel, past_games, read
from uno_lan.engine import NOBODY, Phase, View
from uno_lan.plain.replay import tell

VECTOR = FOLDER / "round" / "client-0.unolog"


def reel_of(rig: Rig, frames: Sequence[Frame] | None = None) -> Reel:
    return read(encoded(list(frames or rig.file(0))), "game.unolog", rig.verifier)


def test_every_seat_sees_what_it_saw_when_the_game_was_played() -> None:
    """The views that clients had while they played, and those a replay makes of one file, are the same."""
    rig = Rig(3, "replay")
    played: dict[tuple[int, int], View] = {}
    step = rig.step

    def watched() -> bool:
        for seat, client in rig.clients.items():
            view = client.view()
            assert view is not None
            played[last(rig), seat] = view
        return step()

    vars(rig)["step"] = watched
    rig.start()
    rig.finish()
    reel = reel_of(rig)
    by_seq = {moment.seq: index for index, moment in enumerate(reel.moments)}
    compared = 0
    for (seq, seat), view in played.items():
        if seq in by_seq:
            seen = reel.view(by_seq[seq], seat)
            assert seen == view, (seq, seat)
            compared += 1
    assert compared > 60
    assert reel.whole is False, "the game was not ended"


def last(rig: Rig) -> int:
    return decode_entry(rig.written[-1].raw).q


def test_the_story_of_a_whole_game() -> None:
    rig = rounds(3)
    reel = reel_of(rig)
    assert (reel.rounds, reel.whole, reel.owner) == ((1, 2, 3), True, 0)
    assert reel.end == f"The game ends here, at entry {reel.report.entries - 1}."
    stages = [moment.stage for moment in reel.moments]
    assert stages[0] is Stage.WAITING and stages[-1] is Stage.GAME_OVER
    assert stages.count(Stage.ROUND) > 60
    for number in reel.rounds:
        first = reel.moments[reel.start_of(number)]
        assert (first.round_no, first.stage) == (number, Stage.ROUND)
        assert first.lines[0].text == f"Round {number} begins."
    over = [m for m in reel.moments if m.stage is Stage.ROUND_OVER]
    assert all(m.result is not None and m.result.verified and len(m.result.attested) == 3 for m in over)
    assert reel.moments[-1].seats[0].total == rig.host.replica.game.totals[0]  # type: ignore[union-attr]


def test_cards_are_shown_where_the_file_tells_them() -> None:
    rig = rounds(2)
    second = seqs(rig, "ROUND_START")[1]
    mine = [f for f in rig.file(0) if f.kind != "ent"]
    assert mine
    frames: list[Frame] = []
    for frame in rig.file(0):
        if frame.kind == "ent" and decode_entry(frame.data).q > second + 18:
            break
        frames.append(frame)
    client = reel_of(rig, frames)
    index = len(client.moments) - 1
    assert client.end.startswith("The file ends in round 2, at entry ")
    assert client.seats(index) == (0,), "a running round: the owner's cards only"
    assert client.seats(client.start_of(2) - 1) == (0, 1, 2), "a finished one: everybody's"
    host = reel_of(rig, [f for f in rig.file() if f.kind == "hdr" or decode_entry(f.data).q <= second + 18])
    assert host.owner == NOBODY
    assert host.seats(len(host.moments) - 1) == ()
    seen = host.view(len(host.moments) - 1, 1)
    assert seen is not None and (seen.seat, seen.hand) == (NOBODY, ())
    assert host.seats(host.start_of(2) - 1) == (0, 1, 2)


def test_a_card_that_was_just_drawn_is_told_to_its_owner_only() -> None:
    reel = read(VECTOR.read_bytes(), "x", Ed25519Verifier())
    drawn = [i for i, m in enumerate(reel.moments) if m.round is not None and m.round.phase is Phase.DRAWN]
    assert drawn
    for index in drawn:
        round_ = reel.moments[index].round
        assert round_ is not None
        for seat in round_.seats:
            view = reel.view(index, seat)
            assert view is not None
            assert (view.drawn != NOBODY) == (seat == round_.to_act)


# Files that are damaged, or do not hold together.


def test_damage_stops_the_replay_and_is_said() -> None:
    data = VECTOR.read_bytes()
    whole = read(data, "x", Ed25519Verifier())
    middle = bytearray(data)
    middle[len(data) // 2] ^= 1
    broken = read(bytes(middle), "x", Ed25519Verifier())
    assert broken.damaged and not broken.whole
    assert "is damaged at byte" in broken.end and f"at entry {broken.report.entries - 1}" in broken.end
    assert 3 < len(broken.moments) < len(whole.moments)
    assert [m.lines for m in broken.moments] == [m.lines for m in whole.moments[: len(broken.moments)]]
    cut = read(data[:-5], "x", Ed25519Verifier())
    assert not cut.damaged and "not written to the end" in cut.end
    last_bit = bytearray(data)
    last_bit[-1] ^= 1
    altered = read(bytes(last_bit), "x", Ed25519Verifier())
    assert altered.damaged and "The last part of the file" in altered.end


def test_an_unreadable_entry_stops_the_replay_and_is_said() -> None:
    frames = list(unolog.scan(VECTOR.read_bytes()).frames)
    at = next(i for i, f in enumerate(frames) if f.kind == "ent" and decode_entry(f.data).q == 30)
    frames[at] = Frame("ent", b"\xc1", bytes(64))
    reel = read(encoded(frames), "x", Ed25519Verifier())
    assert reel.unread and reel.end.startswith("The replay ends at entry 30, which cannot be read")
    assert reel.moments[-1].seq <= 29


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not an UNO LAN game file"),
        (MAGIC, "no header"),
        (VECTOR.read_bytes()[:300], "no game yet"),
        (MAGIC + encode_frame("ent", b"x"), "no header"),
    ],
)
def test_no_game_at_all(data: bytes, why: str) -> None:
    with pytest.raises(NoReplay, match=why):
        read(data, "x", Ed25519Verifier())


def test_a_missing_entry_is_said_and_the_next_round_followed() -> None:
    rig = rounds(2)
    frames = [f for f in rig.file(0) if not (f.kind == "ent" and decode_entry(f.data).q == 30)]
    reel = reel_of(rig, frames)
    wrong = [m for m in reel.moments if m.faults]
    assert [f.code for f in wrong[0].faults] == ["E_FORK"]
    assert any("The rest of round 1 cannot be followed" in line.text for line in wrong[0].lines)
    assert any(m.round is None and m.round_no == 1 for m in reel.moments)
    second = reel.start_of(2)
    assert reel.moments[second].round is not None, "the next round is followed again"
    assert not reel.whole
    assert reel.seats(len(reel.moments) - 1) == (0, 1, 2)


def test_cheating_is_shown_where_it_was_found() -> None:
    rig = Rig(real=True)
    once_private(rig, "deal", lambda p: other_uid(rig, p))
    rig.start()
    reel = reel_of(rig)
    # The client refused the false delivery and did not keep it: its file is honest as far as it goes.
    assert not reel.report.faults
    rig = Rig(3, "twice", host=LooseHands)
    rig.start()
    rig.play(lambda: len(rig.round.discard) > 12)
    cheat(rig, lambda: fitting(rig, rig.round.discard[:-1]))
    reel = reel_of(rig, rig.file())
    codes = [(m.seq, f.code) for m in reel.moments for f in m.faults]
    assert codes == [(last(rig), "E_DUPCARD")]
    assert reel.faults(len(reel.moments) - 1) and not reel.faults(len(reel.moments) - 2)


def test_any_damage_ends_in_a_reel_or_a_reason() -> None:
    rng = random.Random(9)
    data = VECTOR.read_bytes()
    for _ in range(amount(60, 100, 4_000)):
        changed = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        if rng.random() < 0.3:
            del changed[rng.randrange(len(changed)) :]
        try:
            reel = read(bytes(changed), "x", Ed25519Verifier())
        except NoReplay:
            continue
        assert list(tell(reel))
        for seat in (-1, 0, 1, 2):
            reel.snapshot(len(reel.moments) - 1, seat)


# Moving.


@pytest.fixture(name="reel", scope="module")
def _reel() -> Reel:
    return reel_of(rounds(3))


def test_steps_rounds_and_ends(reel: Reel) -> None:
    projector = Projector(reel)
    assert (projector.index, projector.seat) == (0, 0)
    projector.step(-5)
    assert projector.index == 0
    projector.turn_round(1)
    assert projector.moment.round_no == 1 and projector.index == reel.start_of(1)
    projector.step(3)
    projector.turn_round(-1)
    assert projector.index == reel.start_of(1), "back to the beginning of this round first"
    projector.turn_round(-1)
    assert projector.index == 0
    assert projector.to_round(3) and projector.moment.round_no == 3
    assert not projector.to_round(9)
    projector.turn_round(1)
    assert projector.at_end
    projector.step(99)
    assert projector.at_end


def test_it_plays_by_the_clock_and_stops_at_the_end(reel: Reel) -> None:
    projector = Projector(reel)
    projector.change_speed(1)
    assert (projector.speed, projector.pause_ms) == (2.0, 500)
    projector.toggle(1000)
    assert not projector.tick(1499)
    assert projector.tick(1500) and projector.index == 1
    assert projector.tick(2000) and projector.index == 2
    projector.step(1)
    assert not projector.playing, "a step stops it"
    projector.go(len(reel.moments) - 2)
    projector.toggle(0)
    assert projector.tick(500) and projector.at_end and not projector.playing
    projector.toggle(600)
    assert projector.index == 0, "once more from the beginning"
    for _ in range(20):
        projector.change_speed(-1)
    assert projector.speed == 0.5


def test_views_go_round(reel: Reel) -> None:
    projector = Projector(reel)
    projector.go(reel.start_of(2) + 8)
    seen = []
    for _ in range(4):
        projector.turn_seat()
        seen.append(projector.seat)
    assert seen == [1, 2, NOBODY, 0]
    projector.go(0)
    assert projector.is_hidden
    assert projector.snapshot.me == NOBODY


# As text, and the list.


def test_lines_of_text(reel: Reel) -> None:
    lines = list(tell(reel))
    assert lines[0].startswith("Replay of game.unolog. Table: Kitchen, Classic.")
    assert lines[1] == "Players: P0, P1 and P2."
    assert [line for line in lines if line.startswith("Round ") and line.endswith("begins.")] == [
        "Round 1 begins.", "Round 2 begins.", "Round 3 begins.",
    ]  # fmt: skip
    assert lines[-2].startswith("The game ends here")
    assert lines[-1] == "Verified: every signature and shuffle, and every card of 3 rounds."
    second = list(tell(reel, only=2, seat=1, numbers=True))
    assert "Round 2 begins." in second[2] and second[2].split(":")[0].isdecimal()
    assert not any("Round 1 begins." in line for line in second)
    assert sum("P1 can play" in line or "P1 has no card" in line for line in second) > 5
    assert not any("P0 can play" in line for line in second)


def test_the_list_of_my_games(tmp_path: Path) -> None:
    assert past_games(tmp_path) == []
    folder = tmp_path / "games"
    folder.mkdir()
    rig = rounds(1)
    older = unolog.scan(VECTOR.read_bytes()).frames
    (folder / "a.unolog").write_bytes(encoded(list(older)))
    newer = rig.file(0)
    head = unolog.header(tuple(newer))
    newer[0] = Frame("hdr", encode_text(msgspec.structs.replace(head, made=2_000_000)))
    (folder / "b.unolog").write_bytes(encoded(newer))
    (folder / "c.unolog").write_bytes(b"rubbish")
    found = past_games(tmp_path)
    assert [Path(game.path).name for game in found] == ["b.unolog", "a.unolog"]
    assert (found[0].ended, found[0].rounds, found[0].edition) == (True, 1, "Classic")
    assert found[1].players == ("P0", "P1", "P2") and not found[1].ended
    assert replace(found[0], path="") != replace(found[1], path="")


def test_a_game_is_listed_once_whatever_copies_of_its_file_there_are(tmp_path: Path) -> None:
    """What `export --public` wrote was listed as a second game, and was looked at without one's own cards."""
    folder = tmp_path / "games"
    folder.mkdir()
    whole = rounds(1).file(0)
    for name in ("b.public.unolog", "z.public.unolog"):
        (folder / name).write_bytes(unolog.public_part(tuple(whole)))
    (only,) = past_games(tmp_path)
    assert only.ended
    (folder / "b.unolog").write_bytes(encoded(whole))
    (listed,) = past_games(tmp_path)
    assert Path(listed.path).name == "b.unolog", "the one that has my cards"
    last = max(place for place, frame in enumerate(whole) if frame.kind == "ent")
    (folder / "c.unolog").write_bytes(unolog.public_part(tuple(whole[:last])))
    (listed,) = past_games(tmp_path)
    assert Path(listed.path).name == "b.unolog" and listed.ended, "the copy was made while the game ran"
    entry = decode_entry(whole[last].data)
    other = Frame("ent", encode_entry(msgspec.structs.replace(entry, ts=entry.ts + 1)))
    (folder / "d.unolog").write_bytes(encoded([*whole[:last], other]))
    assert len(past_games(tmp_path)) == 2, "another history of the same game is no copy"

"""The audit: everything that is wrong with a file, and nothing that is not."""

from __future__ import annotations

import functools
import itertools
import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from protocol import bodies, codec, entries, messages
from protocol.entries import decode_entry
from protocol.errors import ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import Item
from protocol.unolog import MAGIC, Frame, encode_frame, header, scan
from tests.amounts import amount
from tests.fairness.rig import GAME, Rig, bold, forged_entry
from uno_lan.cli import main
from uno_lan.cli.audit import round_line
from uno_lan.engine import Phase
from uno_lan.errors import CommandError
from uno_lan.fairness.audit import NotAGame, Report, audit, compare
from uno_lan.fairness.host_game import Written
from uno_lan.fairness.report import RoundLine


def rounds(count: int, *, real: bool = False, seed: str = "audit") -> Rig:
    """A game of some honest rounds, ended by its owner."""
    rig = Rig(3, seed, real=real)
    rig.style = bold
    rig.start()
    rig.finish()
    for _ in range(count - 1):
        rig.feed(rig.host.start_round(rig.now))
        rig.settle()
        rig.finish()
    rig.feed(rig.host.end_game("closed", rig.now))
    assert not rig.faults
    return rig


def report_of(rig: Rig, frames: Sequence[Frame]) -> Report:
    """The audit of these frames."""
    return audit(frames, rig.verifier)


def codes(report: Report) -> list[tuple[str, int]]:
    """What is wrong."""
    return [(fault.code, fault.seq) for fault in report.faults]


def rewritten(rig: Rig, changes: Mapping[int, Callable[[entries.Entry], entries.Entry]]) -> list[Frame]:
    """The host's file with some entries changed, and all after them chained and signed anew."""
    frames = [rig.header()]
    head = b""
    for written in rig.written:
        entry = decode_entry(written.raw)
        if entry.q and head:
            entry = msgspec.structs.replace(entry, p=head)
        if entry.q in changes:
            entry = changes[entry.q](entry)
        raw = entries.encode_entry(entry)
        head = entries.head(raw)
        frames.append(Frame("ent", raw, entries.sign_head(rig.signer, GAME, entry.q, head)))
    return frames


def seqs(rig: Rig, kind: str) -> list[int]:
    """Numbers of the entries of a type."""
    return [e.q for e in (decode_entry(w.raw) for w in rig.written) if e.t == kind]


# Honest files.


def test_honest_files_pass() -> None:
    rig = rounds(3)
    reports = [report_of(rig, rig.file(seat)) for seat in (-1, 0, 1, 2)]
    assert [(r.verdict, r.exit_code, r.ended) for r in reports] == [("PASS", 0, True)] * 4
    assert compare(reports) == -1
    host, ann = reports[0], reports[1]
    assert (host.private, ann.private >= len(host.rounds)) == (0, True)  # at least a deal in each round
    assert [(r.round, r.opened, r.checked, r.attested, r.aborts) for r in host.rounds] == [
        (1, True, True, 3, 0), (2, True, True, 3, 0), (3, True, True, 3, 0),
    ]  # fmt: skip
    assert sum(r.entries for r in host.rounds) == host.entries - 2
    assert all(r.contributors == 3 and r.shuffles >= 1 for r in host.rounds)
    assert [line.name for line in host.seats] == ["P0", "P1", "P2"]
    assert sum(line.moves for line in host.seats) > 10 * len(host.rounds)
    assert host.totals == {f"P{seat}": points for seat, points in rig.host.replica.game.totals.items()}  # type: ignore[union-attr]
    assert audit(rig.file(0), rig.verifier, public_only=True).private == 0


def test_a_file_that_stops_in_a_round_is_incomplete() -> None:
    rig = rounds(2)
    second = seqs(rig, "ROUND_START")[1]
    for cut in (second + 2, second + 20, len(rig.written) - 8):
        report = report_of(rig, rig.file()[: cut + 1])
        assert (report.verdict, report.exit_code) == ("INCOMPLETE round 2", 3)
    report = report_of(rig, rig.file()[: second + 1])
    assert (report.verdict, report.ended) == ("PASS", False)


def test_no_game_at_all() -> None:
    rig = rounds(1)
    for frames in ([], rig.file()[:1], [rig.header(), *rig.file()[2:]]):
        with pytest.raises(NotAGame):
            report_of(rig, frames)
    with pytest.raises(ProtocolFault):
        report_of(rig, [*rig.file()[:5], Frame("ent", b"\xc0", bytes(64))])


# Several faults.


def test_all_faults_are_listed_not_the_first() -> None:
    rig = rounds(3)
    acts, ends = seqs(rig, "ACT"), seqs(rig, "ROUND_END")
    second = [q for q in acts if ends[0] < q < ends[1]]
    third = [q for q in acts if q > ends[1]]

    def false_state(entry: entries.Entry) -> entries.Entry:
        return msgspec.structs.replace(entry, b=msgspec.structs.replace(entry.b, st=bytes(16)))

    def back_in_time(entry: entries.Entry) -> entries.Entry:
        return msgspec.structs.replace(entry, ts=5)

    def unsigned(entry: entries.Entry) -> entries.Entry:
        return msgspec.structs.replace(entry, c=None)

    def other_points(entry: entries.Entry) -> entries.Entry:
        assert isinstance(entry.b, bodies.RoundEnd)
        points = tuple((seat, value + 1) for seat, value in entry.b.points)
        return msgspec.structs.replace(entry, b=msgspec.structs.replace(entry.b, points=points))

    changes = {
        acts[3]: false_state,
        acts[5]: back_in_time,
        ends[0]: other_points,
        second[4]: unsigned,
        third[2]: false_state,
    }
    found = codes(report_of(rig, rewritten(rig, changes)))
    wanted = [("E_RULE", acts[3]), ("E_RULE", acts[5]), ("E_RULE", ends[0]), ("E_SIG", second[4])]
    wanted.append(("E_RULE", third[2]))
    assert [f for f in found if f in wanted] == wanted


def test_after_a_round_that_cannot_be_followed_the_next_one_is_checked() -> None:
    rig = rounds(3)
    starts = seqs(rig, "ROUND_START")
    acts = [q for q in seqs(rig, "ACT") if q < starts[1]]
    last = [q for q in seqs(rig, "ACT") if q > starts[2]]
    frames = rig.file()
    del frames[acts[4] + 1]  # the header is before them
    del frames[last[1]]
    report = report_of(rig, frames)
    assert codes(report) == [("E_FORK", acts[4] + 1), ("E_FORK", last[1] + 1)]
    assert report.faults[0].detail == f"entry {acts[4]} is missing"
    assert [(line.round, line.opened, line.checked) for line in report.rounds] == [
        (1, True, False), (2, True, True), (3, True, False),
    ]  # fmt: skip
    assert report.verdict == f"FAIL E_FORK {acts[4] + 1}"


def test_entries_gone_swapped_or_twice() -> None:
    rig = rounds(2)
    frames = rig.file()
    first = frames[:9] + frames[20:]
    assert codes(report_of(rig, first)) == [("E_FORK", 19)]
    assert report_of(rig, first).faults[0].detail == "entries 8 to 18 are missing"
    swapped = [*frames[:20], frames[21], frames[20], *frames[22:]]
    report = report_of(rig, swapped)
    assert codes(report) == [("E_FORK", 20), ("E_FORK", 19)]
    assert report.exit_code == 1
    twice = [*frames[:20], frames[19], *frames[20:]]
    assert codes(report_of(rig, twice)) == [("E_FORK", 18)]
    foreign = Rig(3, "foreign")
    foreign.start()
    mixed = [*frames[:8], Frame("ent", foreign.written[7].raw, foreign.written[7].sig), *frames[9:]]
    assert ("E_FORK", 7) in codes(report_of(rig, mixed))


def test_an_entry_the_host_did_not_sign() -> None:
    rig = rounds(1)
    frames = rig.file()
    frames[10] = Frame("ent", frames[10].data, bytes(64))
    report = report_of(rig, frames)
    assert codes(report) == [("E_SIG", 9)]
    assert report.heads[9] == b""
    assert compare([report, report_of(rig, rig.file())]) == -1, "what is not signed is no second history"


def test_a_lying_host_that_opens_another_hand_and_a_second_game() -> None:
    """The rest of the log after a fault at the very end of a round."""
    rig = rounds(2)
    end = seqs(rig, "ROUND_END")[0]

    def other_hands(entry: entries.Entry) -> entries.Entry:
        assert isinstance(entry.b, bodies.RoundEnd)
        seat, cards = next((s, c) for s, c in entry.b.hands if c)
        hands = tuple(
            (s, (*cards[1:], 107 if cards[0] != 107 else 106) if s == seat else c) for s, c in entry.b.hands
        )
        return msgspec.structs.replace(entry, b=msgspec.structs.replace(entry.b, hands=hands))

    found = codes(report_of(rig, rewritten(rig, {end: other_hands})))
    assert ("E_BAG", -1) in found or ("E_BAG", end) in found


@functools.cache
def two_rounds() -> Rig:
    """A game to be damaged: tests change copies of its files."""
    return rounds(2)


@pytest.mark.parametrize("number", range(amount(60, 250, 20_000)))
def test_whatever_is_done_to_a_file_is_noticed(number: int) -> None:
    rig = two_rounds()
    rng = random.Random(number)
    frames = rig.file(number % 3)
    place = rng.randrange(1, len(frames))
    entry_at = [i for i, f in enumerate(frames) if f.kind == "ent"]
    what = number % 5
    if what == 0:
        place = rng.choice(entry_at[1:-1])
        del frames[place]
    elif what == 1:
        place = rng.choice(entry_at[1:-1])
        other = rng.choice([i for i in entry_at[1:] if i != place])
        frames[place], frames[other] = frames[other], frames[place]
    elif what == 2:
        place = rng.choice(entry_at)
        sig = bytearray(frames[place].sig)
        sig[rng.randrange(64)] ^= 1
        frames[place] = Frame("ent", frames[place].data, bytes(sig))
    else:
        place = rng.choice([i for i in range(1, len(frames)) if frames[i].kind in ("ent", "prv")])
        data = bytearray(frames[place].data)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        frames[place] = Frame(frames[place].kind, bytes(data), frames[place].sig)
    try:
        report = report_of(rig, frames)
    except (ProtocolFault, NotAGame):
        return
    assert report.exit_code in (1, 2)


# What is said about players.


def test_what_is_said_about_each_player() -> None:
    rig = Rig(3, "seats")
    rig.stands_still = True
    rig.start()
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    rig.feed(rig.host.abort((2,), rig.now))
    rig.lose_words()
    rig.stands_still = False
    rig.settle()
    rig.play(lambda: rig.round.phase is Phase.TURN and rig.round.to_act == 1)
    rig.feed(rig.host.offline(1, rig.now))
    at = rig.host.replica.seq
    rig.feed(rig.host.timeout(1, rig.now + 60_000))
    rig.now += 60_001
    rig.feed(rig.host.online(1, rig.now))
    objection = codec.encode_text(messages.DisputeText(GAME, "timeout", at, None))
    rig.feed(rig.host.signed("DISPUTE", 1, objection, rig.signers[1].sign("dispute", objection), rig.now))
    item = Item("deal", b"nonsense", bytes(64))
    false = codec.encode_text(messages.DisputeText(GAME, "E_LEAF", 9, bytes(32), (item,)))
    rig.feed(rig.host.signed("DISPUTE", 2, false, rig.signers[2].sign("dispute", false), rig.now))
    rig.clients[2].object("E_SUBSET", 4)
    rig.finish()
    report = report_of(rig, rig.file())
    assert report.verdict == "PASS"
    ann, ben, cem = report.seats
    assert (ann.timeouts, ann.aborts, ann.objections, ann.refused) == ([], [], [], [])
    assert (ben.timeouts, ben.away, ben.objections) == ([at], 1, [(at, "timeout")])
    assert cem.aborts == [(1, next(iter(seqs(rig, "EPOCH_ABORT"))), "commit")]
    assert cem.refused == [(1, "E_SUBSET")]
    assert [(a.name, a.code, a.at, a.proven) for a in report.accusations] == [("P2", "E_LEAF", 9, False)]
    assert report.rounds[0].outcome == "void"
    assert report.rounds[0].aborts == 0, "nothing had been opened"


def test_an_accusation_that_holds_is_a_fault_of_the_file() -> None:
    """A false card is proven to whoever has the log, once its drawer has shown it."""
    rig = Rig()
    rig.start()
    deal = next(item for item in rig.secrets[0] if item.type == "deal")
    text = codec.decode_text(deal.data, messages.DealText)
    first = msgspec.structs.replace(text.openings[0], uid=(text.openings[0].uid + 1) % 108)
    payload = codec.encode_text(msgspec.structs.replace(text, openings=(first, *text.openings[1:])))
    false = Item("deal", payload, rig.signer.sign("deal", payload))
    dispute = codec.encode_text(messages.DisputeText(GAME, "E_LEAF", text.at, bytes(32), (false,)))
    rig.feed(rig.host.signed("DISPUTE", 0, dispute, rig.signers[0].sign("dispute", dispute), rig.now))
    rig.finish()
    report = report_of(rig, rig.file())
    assert codes(report) == [("E_LEAF", text.at)]
    assert report.faults[0].detail.endswith("(shown by P0)")
    assert report.accusations[0].proven


def test_own_cards_in_a_file_are_checked() -> None:
    rig = rounds(1)
    frames = rig.file(0)
    place = next(i for i, f in enumerate(frames) if f.kind == "prv")
    text = codec.decode_text(frames[place].data, messages.DealText)
    first = msgspec.structs.replace(text.openings[0], nonce=bytes(32))
    payload = codec.encode_text(msgspec.structs.replace(text, openings=(first, *text.openings[1:])))
    signed = [*frames]
    signed[place] = Frame("prv", payload, rig.signer.sign("deal", payload))
    report = report_of(rig, signed)
    assert ("E_LEAF", text.at) in codes(report)
    assert audit(signed, rig.verifier, public_only=True).verdict == "PASS"
    # What the host did not sign says something about the file, not about the host.
    unsigned = [*frames]
    unsigned[place] = Frame("prv", payload, bytes(64))
    report = report_of(rig, unsigned)
    assert (codes(report), report.exit_code) == ([], 2)
    assert "cannot be the host's" in report.flaws[0]


# Several files.


def test_two_histories() -> None:
    rig = rounds(1)
    other = rewritten(rig, {20: lambda e: msgspec.structs.replace(e, ts=e.ts + 1)})
    reports = [report_of(rig, rig.file()), report_of(rig, other)]
    assert compare(reports) == 20
    assert compare([reports[0], report_of(rig, rig.file()[:15])]) == -1
    foreign = rounds(1, seed="other")
    foreign_report = report_of(foreign, foreign.file())
    assert compare([reports[0], foreign_report]) > 0, "the same game id, signed twice"
    foreign_report.game = "ff"
    with pytest.raises(ValueError, match="different games"):
        compare([reports[0], foreign_report])


# The command.


def store(path: Path, frames: Sequence[Frame]) -> Path:
    """A file with these frames."""
    path.write_bytes(MAGIC + b"".join(encode_frame(f.kind, f.data, f.sig) for f in frames))
    return path


@pytest.fixture(scope="module")
def game() -> Rig:
    """A game with real signatures."""
    return rounds(2, real=True)


def test_the_command_answers(game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    host, ann = store(tmp_path / "host", game.file()), store(tmp_path / "ann", game.file(0))
    assert main(["audit", str(host), str(ann)]) == 0
    said = capsys.readouterr().out
    assert said.count("PASS") == 2
    assert "round 2: " in said
    assert main(["audit", "--json", str(host), str(ann)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["exit"] == 0
    assert [f["verdict"] for f in document["files"]] == ["PASS", "PASS"]
    assert document["files"][0]["seats"][0]["name"] == "P0"


def test_the_right_answer_to_each_damage(
    game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frames = game.file(0)
    good = store(tmp_path / "good", frames).read_bytes()

    def run(data: bytes) -> tuple[int, str]:
        path = tmp_path / "x"
        path.write_bytes(data)
        code = main(["audit", str(path)])
        return code, capsys.readouterr().out.splitlines()[-1].strip()

    assert run(good) == (0, "PASS")
    # The end is missing: the unfinished frame is left out, the rest is right.
    end = good.rindex(encode_frame("ent", frames[-1].data, frames[-1].sig))
    assert run(good[: end + 7]) == (0, "PASS")
    assert run(good + bytes(100)) == (0, "PASS"), "a disk that was not written to its end"
    round_two = [
        i for i, f in enumerate(frames) if f.kind == "ent" and decode_entry(f.data).t == "ROUND_START"
    ][1]
    cut = len(MAGIC + b"".join(encode_frame(f.kind, f.data, f.sig) for f in frames[: round_two + 5]))
    assert run(good[:cut]) == (3, "INCOMPLETE round 2")
    # A bit flips: in the middle, and in the last frame.
    for at in (len(good) // 2, len(good) - 3):
        flipped = bytearray(good)
        flipped[at] ^= 4
        assert run(bytes(flipped)) == (2, "DAMAGED")
    # An entry is gone, two are swapped.
    entry_at = [i for i, f in enumerate(frames) if f.kind == "ent"]
    some = entry_at[30]
    without = [*frames[:some], *frames[some + 1 :]]
    assert run(store(tmp_path / "y", without).read_bytes())[0] == 1
    swapped = [*frames]
    swapped[some], swapped[entry_at[33]] = swapped[entry_at[33]], swapped[some]
    code, verdict = run(store(tmp_path / "y", swapped).read_bytes())
    assert code == 1
    assert verdict.startswith("FAIL E_FORK")
    # No game file at all.
    assert run(b"hello")[0] == 2
    assert run(MAGIC)[0] == 2
    assert run(good[: good.index(frames[1].data) - 12])[0] == 2


def test_a_wrong_score_with_right_signatures(
    game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def other_points(entry: entries.Entry) -> entries.Entry:
        assert isinstance(entry.b, bodies.RoundEnd)
        points = tuple((seat, value + 5) for seat, value in entry.b.points)
        return msgspec.structs.replace(entry, b=msgspec.structs.replace(entry.b, points=points))

    end = seqs(game, "ROUND_END")[1]
    path = store(tmp_path / "x", rewritten(game, {end: other_points}))
    assert main(["audit", str(path)]) == 1
    said = capsys.readouterr().out
    assert f"E_RULE at entry {end}: the points do not add up" in said
    assert f"FAIL E_RULE {end}" in said


def test_two_files_that_differ(game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    host = store(tmp_path / "host", game.file())
    other = store(tmp_path / "o", rewritten(game, {25: lambda e: msgspec.structs.replace(e, ts=e.ts + 1)}))
    assert main(["audit", str(host), str(other)]) == 1
    assert "FAIL E_FORK 25: the host signed two versions" in capsys.readouterr().out


def test_what_is_exported_holds_nothing_private(
    game: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = store(tmp_path / "ann.unolog", game.file(0))
    assert main(["export", "--public", str(source)]) == 0
    target = tmp_path / "ann.public.unolog"
    assert capsys.readouterr().out.strip() == str(target)
    found = scan(target.read_bytes())
    assert {f.kind for f in found.frames} == {"hdr", "ent"}
    head = header(found.frames)
    assert (head.role, head.owner) == ("public", game.signer.pk)
    data = target.read_bytes()
    assert game.signers[0].pk in data, "as a player, in the roster"
    for item in game.secrets[0]:
        assert item.data not in data
    assert main(["audit", str(target)]) == 0
    assert main(["audit", str(target), str(source)]) == 0
    with pytest.raises(SystemExit) as caught:
        main_exit(["export", "--public", str(source)])
    assert caught.value.code == 69, "an existing file stays as it is"
    out = tmp_path / "out"
    assert main(["export", "--public", str(source), "-o", str(out)]) == 0
    assert out.read_bytes() == data
    assert main_code(["export", "--public", str(tmp_path / "missing")]) == 69
    (tmp_path / "bad").write_bytes(b"hello")
    assert main_code(["export", "--public", str(tmp_path / "bad")]) == 2
    damaged = bytearray(source.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "bad").write_bytes(damaged)
    assert main_code(["export", "--public", str(tmp_path / "bad")]) == 2


def main_code(arguments: list[str]) -> int:
    """The exit code of a command."""
    try:
        return main(arguments)
    except CommandError as error:
        return error.exit_code


def main_exit(arguments: list[str]) -> None:
    raise SystemExit(main_code(arguments))


def test_faults_in_a_round_that_cannot_be_followed() -> None:
    """Signatures, seats and totals are still looked at there."""
    rig = rounds(2)
    starts = seqs(rig, "ROUND_START")
    seeds, commits = seqs(rig, "EPOCH_SEEDS")[0], seqs(rig, "EPOCH_COMMITS")[0]
    acts = [q for q in seqs(rig, "ACT") if q < starts[1]]
    stranger = Rig(3, "stranger").signers

    def foreign_sig(entry: entries.Entry) -> entries.Entry:
        assert entry.c is not None
        sig = stranger[0].sign("chat", entry.c.p)
        return msgspec.structs.replace(entry, c=SeatSigned(entry.c.seat, entry.c.p, sig))

    def foreign_seed(entry: entries.Entry) -> entries.Entry:
        rows = entry.b.commits if isinstance(entry.b, bodies.EpochCommits) else entry.b.seeds  # type: ignore[attr-defined]
        false = SeatSigned(rows[0].seat, rows[0].p, bytes(64))
        field = "commits" if isinstance(entry.b, bodies.EpochCommits) else "seeds"
        return msgspec.structs.replace(
            entry, b=msgspec.structs.replace(entry.b, **{field: (false, *rows[1:])})
        )

    frames = rewritten(rig, {acts[3]: foreign_sig, seeds: foreign_seed, commits: foreign_seed})
    opening = seqs(rig, "EPOCH_OPEN")[0]
    del frames[opening + 1]
    found = codes(report_of(rig, frames))
    assert ("E_FORK", opening + 1) in found
    assert {("E_SIG", commits), ("E_SIG", seeds), ("E_SIG", acts[3])} <= set(found)


def test_the_rest_of_a_file_whose_roster_is_missing() -> None:
    rig = rounds(1)
    frames = rig.file()
    del frames[2]
    report = report_of(rig, frames)
    assert report.faults[0].detail == "entry 1 is missing"
    assert report.exit_code == 1
    forged = forged_entry(rig, "ROUND_START", bodies.RoundStart((), -1, (), bytes(16)))
    assert isinstance(forged, Written)
    report = report_of(rig, [*rig.file()[:30], Frame("ent", forged.raw, forged.sig)])
    assert report.exit_code == 1


def test_orders_of_everything_once(game: Rig) -> None:
    """Files of one game agree in whatever order they are given."""
    reports = [audit(game.file(seat), game.verifier) for seat in (-1, 0, 1)]
    for order in itertools.permutations(reports):
        assert compare(order) == -1


@pytest.mark.parametrize(
    ("outcome", "counts"), [("", True), ("count", True), ("void", False), ("stop", False)]
)
def test_points_of_a_round_that_does_not_count_are_not_listed_as_if_they_did(
    outcome: str, counts: bool
) -> None:
    line = RoundLine(1, 0, entries=3, checked=True, points={"Ann": 44, "Ben": 0}, outcome=outcome)
    assert round_line(line).endswith("Ann +44" if counts else "Ann +44 that do not count")

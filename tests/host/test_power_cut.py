"""The power went out: the end of the host's file is gone, and the players give back what they know."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from protocol import bodies, messages
from protocol.entries import decode_entry, encode_entry
from protocol.fields import Signed
from protocol.unolog import Frame
from tests.host.pair import ED25519, HASHES, QUICK, Keys, Pair
from uno_lan.engine import NOBODY, Phase, Ruleset
from uno_lan.fairness.audit import audit


def cut(pair: Pair, entries: int) -> int:
    """The disk never got the last entries; secrets it has always got. Returns how many it lost."""
    kept: list[Frame] = []
    lost = 0
    for frame in reversed(pair.file):
        if frame.kind == "ent" and lost < entries and decode_entry(frame.data).q > 1:
            lost += 1
        else:
            kept.append(frame)
    pair.files[-1] = kept[::-1]
    return lost


def passed(pair: Pair) -> None:
    """Whoever reads the host's file finds nothing wrong."""
    report = audit([pair.header, *pair.file], pair.keys.verifier())
    assert not report.faults, report.faults


def mid_round(names: str = "Ann Ben Cem", keys: Keys = HASHES, bots: int = 1, steps: int = 60) -> Pair:
    """A game in its first or second round."""
    rules = Ruleset.make("classic", uno_grace_ms=0)
    pair = Pair(names.split(), rules=rules, keys=keys, bots=bots, standin="bot", seed=names)
    pair.start()
    pair.play(lambda: pair.match.replica.seq >= steps and pair.round.phase is Phase.TURN)
    return pair


@pytest.mark.parametrize("keys", [HASHES, ED25519])
@pytest.mark.parametrize("lost", [1, 2, 7, 40])
def test_what_the_file_lacks_comes_back(lost: int, keys: Keys) -> None:
    pair = mid_round(keys=keys)
    heads = list(pair.match.replica.heads)
    assert cut(pair, lost) == lost
    pair.restart()
    assert pair.match.replica.seq == len(heads) - lost
    for name in pair.clients:
        pair.connect(name)
    assert pair.match.replica.heads[: len(heads)] == heads
    assert any(note.event == "table.taken_back" and note.fields["entries"] == lost for note in pair.notes)
    pair.play_round()
    pair.check()
    passed(pair)


def test_everything_but_the_first_entries_comes_back() -> None:
    pair = mid_round(steps=200)
    heads = list(pair.match.replica.heads)
    assert cut(pair, 10_000) == len(heads) - 2
    pair.restart()
    for name in pair.clients:
        pair.connect(name)
    assert pair.match.replica.heads[: len(heads)] == heads
    pair.play_round()
    pair.check()
    passed(pair)


def test_after_every_message_of_a_round() -> None:
    """A cut of a few entries behind each message, steps of shuffles included; always the same history."""
    pair = mid_round(bots=0, steps=3)
    count, busy = 0, False

    def after() -> None:
        nonlocal count, busy
        if busy:
            return
        busy, count = True, count + 1
        heads = list(pair.match.replica.heads)
        cut(pair, 1 + count % 4)
        pair.restart()
        for name in pair.clients:
            pair.connect(name)
        assert pair.match.replica.heads[: len(heads)] == heads
        busy = False

    pair.after = after
    pair.play(lambda: pair.match.replica.round_no > 1 or pair.stage == "game_over")
    pair.after = None
    assert count > 20
    pair.check()
    passed(pair)


def test_one_who_knows_is_enough() -> None:
    pair = mid_round()
    heads = list(pair.match.replica.heads)
    cut(pair, 5)
    pair["Ann"].game, pair["Ann"].files = None, []
    pair.restart()
    pair.connect("Ann")
    assert pair.match.replica.seq == len(heads) - 5
    pair.connect("Cem")
    assert pair.match.replica.heads[: len(heads)] == heads
    pair.connect("Ben")
    pair.check()


def test_a_watcher_knows_as_well() -> None:
    pair = mid_round("Ann Ben")
    pair.connect("Wim", role="watch")
    pair.play(lambda: pair.match.replica.seq > 90)
    heads = list(pair.match.replica.heads)
    cut(pair, 9)
    for name in ("Ann", "Ben"):
        pair[name].game, pair[name].files = None, []
    pair.restart()
    for name in ("Wim", "Ann", "Ben"):
        pair.connect(name)
    assert pair.match.replica.heads[: len(heads)] == heads
    pair.play_round()
    pair.check()


@pytest.mark.parametrize("story", ["leave", "join", "over"])
def test_who_came_and_went_meanwhile(story: str) -> None:
    pair = mid_round()
    if story == "leave":
        pair.leave("Ben")
        assert pair["Ben"].seat == NOBODY
    elif story == "join":
        pair.connect("Dora")
        pair.play(lambda: pair["Dora"].seat != NOBODY)
    else:
        pair.play_game()
    heads = list(pair.match.replica.heads)
    seats = {name: client.seat for name, client in pair.clients.items()}
    cut(pair, 12 if story != "over" else 3)
    pair.restart()
    for name in pair.clients:
        pair.connect(name)
    pair.wait(QUICK.ask)
    assert pair.match.replica.heads[: len(heads)] == heads
    assert {name: client.seat for name, client in pair.clients.items()} == seats
    if story != "over":
        pair.play_round()
    pair.check()
    passed(pair)


def test_nothing_new_is_written_while_somebody_may_know_more() -> None:
    """Two entries with one number would be the host's own double story."""
    pair = mid_round()
    heads = list(pair.match.replica.heads)
    cut(pair, 5)
    pair.restart()
    pair["Ann"].game, pair["Ann"].files = None, []
    pair.connect("Ann")
    pair.wait(QUICK.ask - 1)
    assert pair.match.replica.seq == len(heads) - 5
    pair.connect("Ben")
    assert pair.match.replica.seq == len(heads)
    assert pair.match.replica.heads == heads
    pair.wait(1)
    assert [b.seat for b in pair.rows(bodies.SeatEvent)][-1] == pair["Cem"].seat
    pair.connect("Cem")
    pair.check()


def test_whose_link_breaks_before_they_have_said_what_they_know_is_waited_for() -> None:
    """Else the host would write a second history, though it knew that there is a first."""
    pair = mid_round()
    heads = list(pair.match.replica.heads)
    cut(pair, 5)
    pair.restart()
    for client in pair.clients.values():
        client.mute = frozenset(("sync_up",))
    for name in pair.clients:
        pair.connect(name)
    for name in pair.clients:
        pair.drop(name)
    pair.wait(10 * QUICK.ask)
    assert pair.match.replica.seq == len(heads) - 5
    pair["Ben"].mute = frozenset()
    pair.connect("Ben")
    assert pair.match.replica.heads[: len(heads)] == heads
    for name in ("Ann", "Cem"):
        pair[name].mute = frozenset()
        pair.connect(name)
    pair.play_round()
    pair.check()
    passed(pair)


def test_who_says_to_know_more_and_never_shows_it_holds_nobody_up_for_ever() -> None:
    pair = mid_round()
    for name in ("Ann", "Ben"):
        pair[name].game, pair[name].files = None, []
    seq = pair.match.replica.seq
    cut(pair, 5)
    pair.restart()
    pair["Cem"].mute = frozenset(("sync_up",))
    for name in ("Cem", "Ann", "Ben"):
        pair.connect(name)
    pair.drop("Cem")
    pair.wait(QUICK.give)
    assert pair.match.replica.seq > seq - 5
    assert pair.match.replica.heads[seq - 5 :] != pair["Cem"].sure.replica.heads[seq - 5 :]


def test_who_has_a_longer_log_of_another_history_holds_nobody_up() -> None:
    pair = mid_round()
    known = {name: (client.game, client.files) for name, client in pair.clients.items()}
    for name in ("Ann", "Ben"):
        pair[name].game, pair[name].files = None, []
    cut(pair, 5)
    pair.restart()
    for name in ("Ann", "Ben"):
        pair.connect(name)
    pair.wait(QUICK.ask)  # the host has gone on without Cem
    assert pair["Cem"].game is known["Cem"][0]
    pair.restart()
    pair["Cem"].lied = True
    for name in ("Cem", "Ann", "Ben"):
        pair.connect(name)
    assert not pair.match.room.recovering
    assert [e.code for e in pair["Cem"].errors] == ["E_FORK"]


def test_who_comes_too_late_with_more_is_not_believed_and_sees_the_fork() -> None:
    pair = mid_round()
    for name in ("Ann", "Ben"):
        pair[name].game, pair[name].files = None, []
    cut(pair, 5)
    pair.restart()
    pair.connect("Ann")
    pair.connect("Ben")
    pair.wait(QUICK.ask)
    pair.connect("Cem")
    assert [e.code for e in pair["Cem"].errors] == ["E_FORK"]
    assert pair["Cem"].peer == -1


def strange_signature(signed: Signed) -> Signed:
    """Not signed by the host."""
    return Signed(signed.p, bytes(64))


def other_time(signed: Signed) -> Signed:
    """An entry of the host that was changed."""
    entry = decode_entry(signed.p)
    return Signed(encode_entry(msgspec.structs.replace(entry, ts=entry.ts + 1)), signed.s)


@pytest.mark.parametrize("forge", [strange_signature, other_time])
def test_entries_that_the_host_has_not_signed_are_not_taken(forge: Callable[[Signed], Signed]) -> None:
    pair = mid_round()
    seq = pair.match.replica.seq
    cut(pair, 5)
    ann = pair["Ann"]
    say = ann.say

    def lie(message: messages.Message) -> None:
        if isinstance(message, messages.SyncUp):
            forged = tuple(forge(entry) for entry in message.entries)
            message = messages.SyncUp(message.start, forged, message.more)
        say(message)

    vars(ann)["say"] = lie
    pair.restart()
    pair.connect("Ann")
    assert pair.match.replica.seq == seq - 5
    pair.connect("Ben")
    assert pair.match.replica.seq == seq
    pair.connect("Cem")
    assert pair.match.replica.seq >= seq


def test_entries_that_nobody_asked_for_are_not_looked_at() -> None:
    pair = mid_round()
    seq = pair.match.replica.seq
    pair["Ann"].say(messages.SyncUp(0, (Signed(b"x", bytes(64)),)))
    pair.pump()
    assert pair.match.replica.seq == seq
    pair.check()


def test_a_stand_in_whose_key_is_lost_makes_way_for_a_new_one() -> None:
    pair = mid_round()
    seat = pair["Ben"].seat
    pair.drop("Ben")
    pair.wait(60_000)
    old = pair.match.replica.standin[seat]
    pair.files[-1] = [f for f in pair.file if not (f.kind == "sec" and b"standin" in f.data)]
    pair.restart()
    for name in ("Ann", "Cem"):
        pair.connect(name)
    pair.wait(QUICK.ask + QUICK.recover)
    assert pair.match.replica.standin[seat] != old
    pair.play_round()
    pair.connect("Ben")
    pair.check()
    passed(pair)

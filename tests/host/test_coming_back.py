"""Broken links and restarts of either side, after every single message: the same hand, the same history."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol import bodies, codec, messages
from protocol.entries import decode_entry
from protocol.errors import ProtocolFault
from protocol.unolog import Frame
from tests.amounts import amount
from tests.host.pair import ED25519, HASHES, QUICK, Keys, Pair, lazy
from uno_lan.bots import choose
from uno_lan.engine import Command, Phase, Ruleset, View
from uno_lan.fairness.audit import audit
from uno_lan.host.resume import CannotResume
from uno_lan.host.table import Table

Blow = Callable[[Pair, int], None]


def drop(pair: Pair, number: int) -> None:
    """A link breaks and comes back; the program runs on."""
    name = list(pair.clients)[number % len(pair.clients)]
    pair.drop(name)
    pair.connect(name)


def reopen(pair: Pair, number: int) -> None:
    """A program ends and starts again with its file."""
    name = list(pair.clients)[number % len(pair.clients)]
    pair.drop(name)
    pair[name].reopen()
    pair.connect(name)


def lose_file(pair: Pair, number: int) -> None:
    """A program starts again and has only its key."""
    name = list(pair.clients)[number % len(pair.clients)]
    pair.drop(name)
    client = pair[name]
    client.game, client.sent, client.files = None, None, []
    pair.connect(name)


def restart(pair: Pair, number: int) -> None:
    """The host's process dies and starts again with its file."""
    pair.restart()
    for name in pair.clients:
        pair.connect(name)


def restart_all(pair: Pair, number: int) -> None:
    """Everything dies: the power went out."""
    for client in pair.clients.values():
        client.reopen()
    restart(pair, number)


def under_blows(pair: Pair, blow: Blow, rounds: int = 1, every: int = 1) -> int:
    """Play on; after each message that wrote something, the blow falls. Returns how often it did."""
    count = 0
    seen = -1
    busy = False

    def after() -> None:
        nonlocal count, seen, busy
        if busy or pair.match.replica.seq == seen:
            return
        seen = pair.match.replica.seq
        count += 1
        if count % every == 0:
            busy = True
            blow(pair, count)
            busy = False

    pair.start()
    pair.after = after
    pair.play(lambda: pair.match.replica.round_no > rounds or pair.stage == "game_over")
    pair.after = None
    return count


BLOWS: list[Blow] = [drop, reopen, lose_file, restart, restart_all]
CREWS = [(2, 0), (2, 2), (4, 0)]
LONG = {(4, 0, restart), (4, 0, restart_all), (2, 0, restart_all)}
"""Each time all that was written is read again by everybody."""


@pytest.mark.parametrize(
    ("people", "bots", "blow"),
    [
        pytest.param(*crew, blow, id="-".join([*map(str, crew), blow.__name__]), marks=marks)
        for crew in CREWS
        for blow in BLOWS
        for marks in [[pytest.mark.slow] if (*crew, blow) in LONG else []]
    ],
)
def test_after_every_message(blow: Blow, people: int, bots: int) -> None:
    pair = Pair([f"P{i}" for i in range(people)], bots=bots, seed=f"{blow.__name__} {people} {bots}")
    assert under_blows(pair, blow) > 10
    pair.check()
    assert all(b.result == "ok" for c in pair.clients.values() for b in attested(c.file))


def attested(file: list[Frame]) -> list[messages.AttestText]:
    """The texts of all attestations in a file."""
    found = (decode_entry(f.data) for f in file if f.kind == "ent")
    return [codec.decode_text(e.c.p, messages.AttestText) for e in found if e.t == "ROUND_ATTEST" and e.c]


@pytest.mark.parametrize("keys", [HASHES, ED25519])
@pytest.mark.parametrize("kind", ["EPOCH_OPEN", "EPOCH_COMMITS", "EPOCH_SEEDS"])
def test_in_every_step_of_a_refill(keys: Keys, kind: str) -> None:
    """The pile runs out in the middle of a turn, and the host dies at each step of the shuffle."""
    pair = Pair(["Ann", "Ben", "Cem"], keys=keys, seed="refill")
    for client in pair.clients.values():
        client.style = hoard
    pair.start()
    died = False

    def after() -> None:
        nonlocal died
        record = pair.match.replica.record
        last = decode_entry(pair.match.room.log[-1][0]).t
        if (
            died
            or last != kind
            or record is None
            or not record.attempts
            or record.attempts[-1].kind != "refill"
        ):
            return
        died = True
        opened = shuffles(pair)
        restart(pair, 0)
        assert shuffles(pair)[: len(opened)] == opened

    pair.after = after
    pair.play(lambda: died)
    pair.after = None
    for client in pair.clients.values():
        client.style = choose
    pair.play_round()
    pair.check()


def hoard(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Plays what fits but keeps some cards, so that nobody goes out."""
    return choose(view, rules, random) if len(view.hand) > 3 else lazy(view, rules, random)


def shuffles(pair: Pair) -> list[bytes]:
    """The bytes of all shuffles that were begun."""
    return [f.data for f in pair.file if f.kind == "ent" and decode_entry(f.data).t == "EPOCH_OPEN"]


def test_a_seed_stored_before_the_crash_is_used_again() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN)
    # The crash came after the secret was written and before the entry.
    secrets = [i for i, f in enumerate(pair.file) if f.kind == "sec" and b"eid" in f.data]
    cut = secrets[-1] + 1
    wanted = pair.file[secrets[-1]]
    del pair.file[cut:]
    for client in pair.clients.values():
        client.game, client.files, client.sent = None, [], None
    restart(pair, 0)
    opened = [f for f in pair.file if f.kind == "sec"]
    assert opened.count(wanted) == 1
    (first,) = [codec.unpack(frame.data) for frame in [wanted]]
    assert isinstance(first, dict)
    assert first["eid"] in {body.eid for body in pair.rows(bodies.EpochOpen)}
    pair.play_round()
    pair.check()


def test_who_was_online_is_offline_after_a_restart() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN)
    pair.drop("Cem")
    pair.restart()
    seq = pair.match.replica.seq
    pair.connect("Ann")
    assert pair.match.replica.seq == seq, "Ben may know more: nothing is written before he was asked"
    pair.wait(QUICK.ask)
    assert pair.match.replica.offline.keys() == {1, 2}
    pair.connect("Ben")
    pair.connect("Cem")
    assert pair.match.replica.offline == {}
    pair.check()


def test_the_clock_runs_again_when_the_host_died_on_an_absent_players_turn() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    for client in pair.clients.values():
        client.style = lazy
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN and pair.round.to_act == 1)
    pair["Ben"].plays = False
    pair.drop("Ben")
    pair.restart()
    pair.connect("Ann")
    pair.connect("Cem")
    seq = pair.match.replica.seq
    pair.wait(QUICK.grace_together + 5_000)
    autos = [decode_entry(raw).b for raw, _ in pair.match.room.log[seq:]]
    assert any(isinstance(b, bodies.Auto) and (b.k, b.a) == ("timeout", 1) for b in autos)


def test_the_others_get_a_moment_to_come_back_before_a_shuffle_is_given_up() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Ben"].mute = frozenset({"commit"})
    pair.start()
    pair["Ben"].mute = frozenset()
    pair.restart()
    pair.connect("Ann")
    pair.wait(QUICK.recover - 1)
    pair.connect("Cem")
    assert pair.match.replica.attempt is not None
    pair.connect("Ben")
    assert pair.match.replica.aborts == 0
    assert not [f for f in pair.file if f.kind == "ent" and decode_entry(f.data).t == "EPOCH_ABORT"]
    pair.play_round()
    pair.check()


def test_who_does_not_come_back_is_not_waited_for_for_ever() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Ben"].mute = frozenset({"commit"})
    pair.start()
    pair.restart()
    pair.connect("Ann")
    pair.connect("Cem")
    pair.wait(QUICK.ask + QUICK.recover + QUICK.commit)
    assert [f for f in pair.file if f.kind == "ent" and decode_entry(f.data).t == "EPOCH_ABORT"]
    pair.play_round()
    pair.check()


def test_a_restart_between_rounds_and_after_the_game() -> None:
    pair = Pair(["Ann", "Ben"], rules=Ruleset.make("classic", "single_hand", uno_grace_ms=0), bots=1)
    pair.start()
    pair.play_game()
    pair.restart()
    assert pair.stage == "game_over"
    for name in pair.clients:
        pair.connect(name)
    pair.check()
    pair = Pair(["Ann", "Ben", "Cem"], bots=1)
    for client in pair.clients.values():
        client.ready = False
        client.change(messages.Ready(client.consent()))
    pair.start()
    pair.play(lambda: pair.stage == "round_over")
    pair.leave("Cem")
    pair.restart()
    for name in pair.clients:
        pair.connect(name)
    assert pair.stage == "round_over"
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert [s.name for s in lobby.seats] == ["Ada", "Ann", "Ben", "Cem"]
    assert [s.gone for s in lobby.seats] == [False, False, False, True]
    for client in pair.clients.values():
        client.ready = True
    pair.wait(QUICK.next_round)
    pair.play(lambda: pair.match.replica.round_no == 2)
    pair.play_game()
    pair.check()


def test_a_removed_player_stays_out_after_a_restart() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN)
    pair["Ann"].admin("kick", pair.now, 1)
    pair.pump()
    pair.restart()
    pair.connect("Ann")
    with pytest.raises(ProtocolFault) as caught:
        pair.connect("Ben")
    assert caught.value.code == "E_BANNED"


def test_a_file_that_is_not_ours_is_not_taken_up() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    pair.play_round()
    frames = [*pair.file]

    def fresh(key: str = "host") -> Table:
        return Table(pair.config, pair.keys.named(key), pair.keys.verifier(), pair.chance, pair.keys.signer)

    with pytest.raises(CannotResume):
        fresh("somebody else").resume(frames, pair.now)
    with pytest.raises(CannotResume):
        fresh().resume([f for f in frames if f.kind != "sec"], pair.now)
    with pytest.raises(CannotResume):
        fresh().resume([], pair.now)
    first = next(i for i, f in enumerate(frames) if f.kind == "ent")
    with pytest.raises(CannotResume):
        fresh().resume(frames[: first + 1], pair.now)


def test_a_long_log_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_lan.host.catchup.PART", 8 * 1024)
    pair = Pair(["Ann", "Ben"])
    pair.start()
    pair.play_game()
    size = sum(len(raw) for raw, _ in pair.match.room.log)
    assert size > 5 * 8 * 1024
    pair.connect("late", "watch")
    late = pair["late"]
    assert late.sure.replica.seq < pair.match.replica.seq
    assert max(map(len, late.wire)) <= 64 * 1024
    pair.wait(2_000)
    assert late.sure.replica.heads == pair.match.replica.heads
    assert late.sure.verified_round == pair.match.replica.round_no


@pytest.mark.parametrize("number", range(amount(6, 50, 2000)))
def test_chaos(number: int) -> None:
    """Links break, programs and the host die, in no order at all."""
    people, bots = 1 + number % 6, (1 if number % 6 == 0 else number // 6 % 3)
    pair = Pair([f"P{i}" for i in range(people)], bots=bots, seed=f"chaos {number}")
    blows: list[Blow] = [drop, reopen, lose_file, restart, restart_all, drop, drop]

    def blow(pair: Pair, count: int) -> None:
        blows[int(pair.chance.random() * len(blows))](pair, count)

    under_blows(pair, blow, rounds=2, every=7)
    pair.check()
    assert audit([pair.header, *pair.file], pair.keys.verifier()).fault is None

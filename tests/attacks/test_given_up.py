"""Shuffles that were given up: what is laid open then, and that none of it is of any use to anybody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol import bodies, codec, entries, messages, shuffle
from protocol.entries import decode_entry
from protocol.fields import SeatSigned
from tests.attacks.harness import Court as Court
from tests.attacks.harness import HostileHost, Player, attack, everybody, once, signed
from tests.attacks.test_shuffles import break_off, convict_player, give
from tests.fairness.rig import Rig, forged_entry
from tests.fairness.test_audit import report_of
from tests.fairness.test_false_shuffle import hidden_refill
from tests.host.pair import ED25519, Pair
from tests.vectors.games import encoded
from uno_lan.bots import choose
from uno_lan.cli import main
from uno_lan.engine.notation import cards_text
from uno_lan.fairness.client_game import ClientGame
from uno_lan.fairness.host_game import Nack, Output
from uno_lan.fairness.lost import lost
from uno_lan.fairness.record import Attempt, RoundRecord


def record_of(game: ClientGame) -> RoundRecord:
    """The round as a client has it."""
    assert game.replica.record is not None
    return game.replica.record


def given_up(rig: Rig) -> messages.Reveal:
    """A game whose first shuffle was given up while the seeds were opened. Returns P2's, which is missing."""
    rig.stands_still = True
    rig.start()
    kept = break_off(rig, 2, reveal=True)
    assert kept is not None
    assert not rig.faults
    return kept


def go_on(rig: Rig) -> None:
    """From here on the shuffles make themselves again."""
    rig.stands_still = False
    rig.settle()


def answers(rig: Rig) -> list[tuple[int, bytes, bytes]]:
    """(seat, text, signature) of each ANSWER in the log."""
    found = [decode_entry(w.raw) for w in rig.written]
    return [(e.c.seat, e.c.p, e.c.s) for e in found if e.t == "ANSWER" and e.c is not None]


def by_hand(rig: Rig, attempt: Attempt) -> dict[int, tuple[int, ...]]:
    """The hands of a deal, from the host's secret cards: one at a time from the dealer's left."""
    layer = rig.host._layers[attempt.epoch, attempt.attempt]
    seeds = [attempt.shown[seat] for seat in attempt.contributors]
    order = shuffle.player_layer(attempt.key, seeds, attempt.count)
    drawn = [layer.cards[leaf] for leaf in order]
    seats, dealer = rig.round.seats, rig.round.dealer
    first = (seats.index(dealer) + 1) % len(seats)
    circle = seats[first:] + seats[:first]
    size = rig.rules.house.hand_size_n
    return {seat: tuple(drawn[place : size * len(circle) : len(circle)]) for place, seat in enumerate(circle)}


# Who is blamed shows the seed.


def test_14_who_is_blamed_shows_the_seed_and_all_see_what_was_lost() -> None:
    """It is the very seed that did not come; everybody finds the same draw for dealer."""
    rig = attack()
    kept = given_up(rig)
    go_on(rig)
    assert answers(rig) == [(2, kept.p, kept.s)]
    found = [lost(record_of(client)) for client in rig.clients.values()]
    assert len(found[0]) == 1
    assert all(one == found[0] for one in found)
    assert found[0][0].kind == "dealer"
    first = record_of(rig.clients[0]).attempts[0]
    layer = rig.host._layers[first.epoch, first.attempt]
    order = shuffle.player_layer(first.key, [first.shown[seat] for seat in (0, 1, 2)], first.count)
    assert [cards[0] for _, cards in found[0][0].hands] == [layer.cards[leaf] for leaf in order[:3]]
    rig.finish()
    assert not rig.faults
    assert rig.host.replica.attested == {0: "ok", 1: "ok", 2: "ok"}
    report = report_of(rig, rig.file())
    assert report.verdict == "PASS"
    assert [line.entry for line in report.rounds[0].lost] == [first.seq]
    assert [len(line.answers) for line in report.seats] == [0, 0, 1]


def test_14_the_audit_says_what_was_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rig = attack()
    given_up(rig)
    go_on(rig)
    rig.finish()
    path = tmp_path / "game.unolog"
    path.write_bytes(encoded(rig.file(0)))
    assert main(["audit", str(path)]) == 0
    said = capsys.readouterr().out
    (found,) = lost(record_of(rig.clients[0]))
    cards = "; ".join(f"P{seat} {cards_text(shown, rig.rules.edition)}" for seat, shown in found.hands)
    line = (
        f"the draw for dealer of entry {found.seq}, given up, would have been: {cards}; P{found.dealer} deals"
    )
    assert line in said
    shown = next(decode_entry(w.raw).q for w in rig.written if decode_entry(w.raw).t == "ANSWER")
    assert (
        "P2: too slow for a shuffle, which was given up (round 1, sealed number not opened), "
        f"showed the number afterwards (entry {shown})"
    ) in said


def test_14_the_deal_that_was_lost_is_the_one_it_would_have_been() -> None:
    rig = attack()
    rig.halts = lambda: rig.round.wanted is not None and rig.round.wanted.kind == "deal"
    rig.start()
    rig.halts = lambda: False
    rig.stands_still = True
    break_off(rig, 1, reveal=True)
    attempt = record_of(rig.clients[0]).attempts[-1]
    assert not lost(record_of(rig.clients[0])), "P1's seed is missing"
    go_on(rig)
    for client in rig.clients.values():
        (found,) = lost(record_of(client))
        assert (found.seq, found.kind) == (attempt.seq, "deal")
        assert dict(found.hands) == by_hand(rig, record_of(client).attempts[1])
        assert found.turned not in {card for _, cards in found.hands for card in cards}
    true = {seat: tuple(rig.truth.hands[seat]) for seat in rig.round.seats}
    assert true != dict(found.hands), "the cards of the next attempt are others"


def test_14_at_a_table_the_answer_comes_by_itself() -> None:
    """Also from a player who was away: as soon as it has the log again, in the bytes kept in its file."""
    pair = Pair(["Ann", "Ben", "Cem"], keys=ED25519)
    pair["Cem"].mute = frozenset({"reveal", "answer"})
    pair.start()
    pair.wait(3_100)
    assert not [e for e in log(pair) if e.t == "ANSWER"]
    pair.drop("Cem")
    pair["Cem"].reopen()
    pair["Cem"].mute = frozenset()
    pair.connect("Cem")
    pair.pump()
    (answer,) = [e for e in log(pair) if e.t == "ANSWER"]
    assert answer.c is not None and answer.c.seat == 2
    for client in pair.clients.values():
        assert [found.kind for found in lost(record_of(client.sure))] == ["dealer"]
    pair.drop("Cem")
    pair.connect("Cem")
    pair.pump()
    assert len([e for e in log(pair) if e.t == "ANSWER"]) == 1
    pair.play_round()
    pair.check()


def log(pair: Pair) -> list[entries.Entry]:
    """The log of the table."""
    return [decode_entry(frame.data) for frame in pair.file if frame.kind == "ent"]


def test_14_a_hidden_shuffle_that_was_lost_is_shown_when_the_round_is_open() -> None:
    """Before that its cards would show hands; the players' seeds alone show nothing."""
    rig = hidden_refill(real=True)
    give(rig, messages.Commit)
    kept = give(rig, messages.Reveal, 1)
    assert kept is not None
    rig.feed(rig.host.abort((1,), rig.now))
    attempt = record_of(rig.clients[0]).attempts[-1]
    go_on(rig)
    assert answers(rig) == [(1, kept.p, kept.s)]
    assert attempt.is_laid_open
    assert all(not lost(record_of(client)) for client in rig.clients.values())
    layer = rig.host._layers[attempt.epoch, attempt.attempt]
    rig.style = choose
    rig.finish()
    assert not rig.faults
    (found,) = lost(record_of(rig.clients[0]))
    order = shuffle.player_layer(attempt.key, [attempt.shown[s] for s in attempt.contributors], attempt.count)
    drawn = [layer.cards[leaf] for leaf in order]
    came = [card for _, cards in found.hands for card in cards]
    assert (found.seq, found.kind) == (attempt.seq, "refill")
    assert sorted(came) == sorted(drawn[: len(came)])
    assert list(found.pile) == drawn[len(came) : len(came) + len(found.pile)]
    assert lost(record_of(rig.clients[2])) == [found]


# Seeds that do not belong there.


def hostile_seeds(rig: Rig, kept: messages.Reveal) -> dict[str, SeatSigned | None]:
    """What a host might log as an ANSWER."""
    text = codec.decode_text(kept.p, messages.SeedText)
    return {
        "another seed": signed(rig, 2, messages.SeedText(text.k, bytes(32))),
        "another list": signed(rig, 2, messages.SeedText(bytes(32), text.seed)),
        "somebody who answered": signed(rig, 0, messages.SeedText(text.k, text.seed)),
        "in somebody else's name": SeatSigned(0, kept.p, kept.s),
        "with another signature": SeatSigned(2, kept.p, bytes(64)),
        "nobody": None,
        "not a seed": signed(rig, 2, messages.CommitText(text.k, text.seed)),
    }


@pytest.mark.parametrize(
    ("what", "code", "kind"),
    [
        ("another seed", "E_REVEAL", "RULE"),
        ("another list", "E_RULE", "RULE"),
        ("somebody who answered", "E_RULE", "RULE"),
        ("in somebody else's name", "E_SIG", "FORGED"),
        ("with another signature", "E_SIG", "FORGED"),
        ("nobody", "E_SIG", "FORGED"),
        ("not a seed", "E_SIG", "FORGED"),
    ],
)
def test_14b_a_false_answer_is_logged(what: str, code: str, kind: Any, court: Court) -> None:
    rig = attack()
    kept = given_up(rig)
    rig.feed([forged_entry(rig, "ANSWER", bodies.Empty(), hostile_seeds(rig, kept)[what])])
    rig.assert_found(all=code)
    court.convicts_host(rig, kind, code, *everybody(rig))


def test_14b_an_answer_is_logged_twice(court: Court) -> None:
    rig = attack()
    kept = given_up(rig)
    rig.feed(rig.host.answer(2, kept.p, kept.s, rig.now))
    assert not rig.faults
    rig.feed([forged_entry(rig, "ANSWER", bodies.Empty(), SeatSigned(2, kept.p, kept.s))])
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


def test_14b_an_answer_without_a_shuffle_that_was_given_up(court: Court) -> None:
    """The seed of a shuffle that was made is in the log already; a second time it is none."""
    rig = attack()
    rig.start()
    reveal = next(m for seat, m in rig.sent if seat == 2 and isinstance(m, messages.Reveal))
    rig.feed([forged_entry(rig, "ANSWER", bodies.Empty(), SeatSigned(2, reveal.p, reveal.s))])
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


def test_14b_the_host_takes_no_false_answer(court: Court) -> None:
    """Nothing of it gets into the log, and a seed that was not promised is kept as evidence."""
    rig = attack()
    kept = given_up(rig)
    before = len(rig.written)
    refused = {
        "another list": "E_STALE",
        "somebody who answered": "E_STALE",
        "in somebody else's name": "E_STALE",
        "with another signature": "E_SIG",
        "not a seed": "E_SIG",
    }
    for what, code in refused.items():
        row = hostile_seeds(rig, kept)[what]
        assert row is not None
        with pytest.raises(Nack) as caught:
            rig.host.answer(row.seat, row.p, row.s, rig.now)
        assert caught.value.code == code, what
    with pytest.raises(Nack, match="E_SCHEMA"):
        rig.host.answer(2, b"\xc0", bytes(64), rig.now)
    false = hostile_seeds(rig, kept)["another seed"]
    assert false is not None
    with pytest.raises(Nack) as caught:
        rig.host.answer(2, false.p, false.s, rig.now)
    assert caught.value.code == "E_REVEAL"
    convict_player(rig, court, caught.value.fault, 2, "E_REVEAL")
    assert len(rig.written) == before
    rig.feed(rig.host.answer(2, kept.p, kept.s, rig.now))
    assert answers(rig) == [(2, kept.p, kept.s)], "the true one is still taken"


def test_14b_a_flood_of_answers_is_one_entry() -> None:
    """Of whoever is blamed, of others, of a watcher, and for all rounds that are over."""
    pair = Pair(["Ann", "Ben", "Cem"], keys=ED25519)
    pair.connect("Eva", "watch")
    pair["Cem"].mute = frozenset({"reveal"})
    pair.start()
    pair.wait(3_100)
    (answer,) = [e for e in log(pair) if e.t == "ANSWER"]
    assert answer.c is not None
    before = len(log(pair))
    message = messages.Answer(answer.c.p, answer.c.s)
    key = codec.decode_text(answer.c.p, messages.SeedText).k
    for name in ("Cem", "Ann", "Eva"):
        player = Player(pair, name)
        for number in range(20):
            assert player.say(message) == []
            other = player.sign(messages.Answer, messages.SeedText(key, bytes([number]) * 32))
            assert player.say(other) == []
    assert len(log(pair)) == before
    pair["Cem"].mute = frozenset()
    pair.play_round()
    pair.play(lambda: pair.match.replica.round_no == 2)
    before = len(log(pair))
    assert Player(pair, "Cem").say(message) == []
    assert len([e for e in log(pair) if e.t == "ANSWER"]) == 1
    pair.check()


# What the host lays open.


@pytest.mark.parametrize(
    ("change", "code", "kind"),
    [
        (lambda seeds: (), "E_SUBSET", "RULE"),
        (lambda seeds: seeds[1:], "E_SUBSET", "RULE"),
        (lambda seeds: (*seeds, seeds[0]), "E_SUBSET", "RULE"),
        (lambda seeds: (seeds[0], SeatSigned(1, seeds[1].p, bytes(64))), "E_SIG", "FORGED"),
        (lambda seeds: (seeds[0], SeatSigned(1, seeds[0].p, seeds[0].s)), "E_SIG", "FORGED"),
    ],
    ids=["none", "one less", "one twice", "no signature", "somebody else's"],
)
def test_14c_the_abort_hides_who_had_answered(change: Any, code: str, kind: Any, court: Court) -> None:
    """Without those seeds nobody could see what was lost, or that somebody had answered who is blamed."""
    rig = attack()
    once(rig, "EPOCH_ABORT", lambda w: rig.body(w, seeds=change(decode_entry(w.raw).b.seeds)))  # type: ignore[attr-defined]
    rig.stands_still = True
    rig.start()
    break_off(rig, 2, reveal=True)
    rig.assert_found(all=code)
    court.convicts_host(rig, kind, code, *everybody(rig))


def test_14c_seeds_that_nobody_was_asked_for(court: Court) -> None:
    rig = attack()
    rig.stands_still = True
    rig.start()
    false = (SeatSigned(0, b"x", bytes(64)),)
    once(rig, "EPOCH_ABORT", lambda w: rig.body(w, seeds=false))
    break_off(rig, 2, reveal=False)
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


# No seed is of any use afterwards.


def test_14d_a_player_seals_a_seed_again_that_all_know(court: Court) -> None:
    """Then its part of the shuffle would be known before the others' is: refused, and nobody takes it."""
    rig = attack(4)
    kept = given_up(rig)
    rig.feed(rig.host.answer(2, kept.p, kept.s, rig.now))
    old = record_of(rig.clients[0]).attempts[0].shown[1]
    attempt = again(rig, 1, old)
    row = signed(rig, 1, messages.SeedText(attempt.key, old))
    with pytest.raises(Nack, match="E_COMMIT"):
        rig.host.reveal(1, row.p, row.s, rig.now)
    assert rig.host.missing() == (0, 1, 3)
    # The host is in league with that player.
    rows = tuple(
        row if seat == 1 else signed(rig, seat, messages.SeedText(attempt.key, seed_of(rig, seat, attempt)))
        for seat in attempt.contributors
    )
    rig.feed([forged_entry(rig, "EPOCH_SEEDS", bodies.EpochSeeds(rows, (), bytes(16)))])
    rig.assert_found(all="E_COMMIT")
    court.convicts_host(rig, "RULE", "E_COMMIT", *everybody(rig))


def again(rig: Rig, cheat: int, seed: bytes) -> Attempt:
    """The next attempt, in which somebody seals this seed; all have sealed, nobody has opened."""
    rig.lose_words()
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    opened = rig.host.replica.attempt
    assert opened is not None
    for seat, message in list(rig._todo):
        assert isinstance(message, messages.Commit)
        promise = shuffle.seed_commit(opened.ctx, rig.signers[cheat].pk, seed)
        row = signed(rig, cheat, messages.CommitText(opened.ctx, promise))
        p, s = (row.p, row.s) if seat == cheat else (message.p, message.s)
        rig.clients[cheat]._seeds[opened.ctx] = seed
        rig.feed(rig.host.commit(seat, p, s, rig.now))
    assert not rig.faults
    return opened


def seed_of(rig: Rig, seat: int, attempt: Attempt) -> bytes:
    """A player's seed."""
    return rig.clients[seat]._seeds[attempt.ctx]


class Lazy(HostileHost):
    """Seals every attempt with the seed of the one before."""

    def open_shuffle(self, seed: bytes, now: int) -> list[Output]:
        """With an old seed, if there is one."""
        old = list(self._seeds.values())
        self.replica.host_seeds.clear()  # its own conscience
        return super().open_shuffle(old[-1] if old else seed, now)


def test_14d_the_host_seals_with_a_seed_that_all_know(court: Court) -> None:
    """Who shuffles last would see the cards it permutes: nobody takes part."""
    rig = attack(host=Lazy)
    given_up(rig)
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))
    assert not [m for _, m in rig._todo if isinstance(m, messages.Commit)]


def test_14d_a_seed_of_the_round_before(court: Court) -> None:
    rig = attack(host=Lazy)
    rig.host.open_shuffle = HostileHost.open_shuffle.__get__(rig.host)  # type: ignore[method-assign]
    rig.start()
    rig.finish()
    del vars(rig.host)["open_shuffle"]
    rig.feed(rig.host.start_round(rig.now))
    assert not rig.faults
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


def seeds_in(entry: entries.Entry) -> Iterator[bytes]:
    """Every seed that an entry opens, the host's and the players'."""
    match entry.b:
        case bodies.EpochSeeds(rows):
            yield from (codec.decode_text(row.p, messages.SeedText).seed for row in rows)
        case bodies.EpochAbort(_, _, _, seed, rows):
            yield from (codec.decode_text(row.p, messages.SeedText).seed for row in rows)
            if seed is not None:
                yield seed
        case bodies.RoundEnd():
            yield from (seed for _, _, seed in entry.b.seeds)
        case bodies.Empty() if entry.t == "ANSWER" and entry.c is not None:
            yield codec.decode_text(entry.c.p, messages.SeedText).seed


def test_14d_honest_programs_use_no_seed_twice() -> None:
    """Whatever was given up, and whoever was restarted in between."""
    pair = Pair(["Ann", "Ben", "Cem", "Dan"], keys=ED25519)
    pair["Ann"].mute = frozenset({"reveal"})
    pair.start()
    pair.wait(3_100)
    pair["Ann"].mute = frozenset()
    pair["Ben"].mute = frozenset({"commit"})
    pair.play(lambda: pair.match.replica.round_no == 2)
    pair.wait(3_100)
    pair.drop("Ben")
    pair["Ben"].reopen()
    pair["Ben"].mute = frozenset()
    pair.restart()
    for name in ("Ann", "Ben", "Cem", "Dan"):
        pair.connect(name)
    pair.pump()
    pair.play(lambda: pair.match.replica.round_no == 3 or pair.stage == "game_over")
    opened = [seed for entry in log(pair) for seed in seeds_in(entry)]
    assert len(opened) > 10
    assert len(set(opened)) == len(opened)
    phases = [e.b.phase for e in log(pair) if isinstance(e.b, bodies.EpochAbort)]
    assert {"commit", "reveal"} <= set(phases)
    pair.check()


def test_an_answer_changes_no_card() -> None:
    """The same game with and without it, once the promises are logged: same seals, same seeds, same order.

    Before that it changes the history that the list of promises names, as any entry does; but then no seed is
    known that somebody could fit to it.
    """
    with_it, without = attack(), attack()
    for rig in (with_it, without):
        given_up(rig)
    for rig in (with_it, without):
        rig.feed(rig.host.open_shuffle(b"h" * 32, rig.now))
        todo = [message for _, message in rig._todo if isinstance(message, messages.Answer)]
        assert len(todo) == 1
        rig._todo = [row for row in rig._todo if not isinstance(row[1], messages.Answer)]
        give(rig, messages.Commit)
        if rig is with_it:
            rig.feed(rig.host.answer(2, todo[0].p, todo[0].s, rig.now))
        give(rig, messages.Reveal)
    first, second = (record_of(rig.clients[0]).attempts[-1] for rig in (with_it, without))
    assert len(answers(with_it)) == 1 and not answers(without)
    assert first.result is not None and second.result is not None
    assert (first.leaves, first.result.seeds, first.result.order) == (
        second.leaves,
        second.result.seeds,
        second.result.order,
    )

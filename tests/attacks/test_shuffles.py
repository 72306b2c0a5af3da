"""Attacks on a shuffle: who takes part, what was promised, what is opened, and how often it is tried."""

from __future__ import annotations

import msgspec
import pytest

from protocol import bodies, codec, entries, messages, shuffle
from protocol.entries import decode_entry
from protocol.errors import ProofFault
from protocol.fields import SeatSigned
from tests.attacks.harness import Court, HostileHost, Player, attack, everybody, once, signed
from tests.client.seats import Sessions
from tests.client.test_dispute import game_of
from tests.fairness.rig import GAME, Rig, forged_entry
from tests.fairness.test_audit import report_of
from tests.fairness.test_false_shuffle import commits, halt, hidden_refill, seeds
from tests.host.pair import ED25519, Pair
from uno_lan.bots import choose
from uno_lan.engine import NOBODY
from uno_lan.fairness.evidence import collect
from uno_lan.fairness.host_game import Nack, Output, Written


def opening_of(rig: Rig) -> Written:
    """The first EPOCH_OPEN."""
    return next(w for w in rig.written if decode_entry(w.raw).t == "EPOCH_OPEN")


def test_06_other_leaves_after_the_seeds_are_known(court: Court) -> None:
    """A second EPOCH_OPEN in place of EPOCH_SEEDS: now the host knows the order and would seal to fit."""
    rig = attack()

    def change(output: Written) -> Written:
        sealed = decode_entry(opening_of(rig).raw).b
        assert isinstance(sealed, bodies.EpochOpen)
        other = msgspec.structs.replace(sealed, leaves=bytes(len(sealed.leaves)))
        return rig.entry(output, t="EPOCH_OPEN", b=other)

    once(rig, "EPOCH_SEEDS", change)
    rig.start()
    rig.assert_found(all="E_FORK")
    court.convicts_host(rig, "FORK", "E_FORK", *everybody(rig))


def test_06_another_version_of_the_same_entry(court: Court) -> None:
    """The host sends its sealed leaves again, changed, under the old number."""
    table = Sessions("Ann", "Ben", keys=ED25519)
    table.start()
    raw, _ = next(e for e in table.table.room.log if decode_entry(e[0]).t == "EPOCH_OPEN")
    entry = decode_entry(raw)
    assert isinstance(entry.b, bodies.EpochOpen)
    other = msgspec.structs.replace(entry.b, leaves=bytes(len(entry.b.leaves)))
    false = entries.encode_entry(msgspec.structs.replace(entry, b=other))
    game = game_of(table["Ann"]).replica.game_id
    head_sig = entries.sign_head(table.signer, game, entry.q, entries.head(false))
    table["Ann"].message(messages.EntryMessage(false, head_sig), table.now)
    table.seats["Ann"].flush()
    table.pump()
    for name in ("Ann", "Ben"):
        trouble = table[name].snapshot.trouble
        assert trouble is not None
        assert (trouble.code, trouble.proven) == ("E_FORK", True)
        (kept,) = table.seats[name].evidence
        code, proven = court.judge(kept.data)
        assert code == 0 and proven is not None
        assert (proven["kind"], proven["accused"]) == ("FORK", table.signer.pk.hex())


def test_07_one_seed_is_dropped(court: Court) -> None:
    rig = attack()
    once(rig, "EPOCH_SEEDS", lambda w: rig.body(w, seeds=seeds(w)[1:]))
    rig.start()
    rig.assert_found(all="E_SUBSET")
    court.convicts_host(rig, "RULE", "E_SUBSET", *everybody(rig))


def test_08_a_commitment_is_exchanged(court: Court) -> None:
    rig = attack()

    def change(output: Written) -> Written:
        listed = list(commits(output))
        ctx = codec.decode_text(listed[0].p, messages.CommitText).ctx
        payload = codec.encode_text(messages.CommitText(ctx, bytes(32)))
        return rig.body(output, commits=(SeatSigned(0, payload, listed[0].s), *listed[1:]))

    once(rig, "EPOCH_COMMITS", change)
    rig.start()
    rig.assert_found(all="E_SIG")
    court.convicts_host(rig, "FORGED", "E_SIG", *everybody(rig))


def test_08_a_commitment_is_exchanged_with_a_stolen_key() -> None:
    """Only its owner can know that this was not said; nobody can prove it."""
    rig = attack()

    def change(output: Written) -> Written:
        listed = list(commits(output))
        ctx = codec.decode_text(listed[0].p, messages.CommitText).ctx
        return rig.body(output, commits=(signed(rig, 0, messages.CommitText(ctx, bytes(32))), *listed[1:]))

    once(rig, "EPOCH_COMMITS", change)
    with pytest.raises(Nack, match="E_FORK"):
        rig.start()
    assert rig.codes() == {0: "E_COMMIT"}
    assert rig.evidence(0) is None


class Blind(HostileHost):
    """Takes any seed and logs it."""

    def reveal(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Without a look."""
        self._reveals[seat] = SeatSigned(seat, payload, sig)
        if self.missing():
            return []
        listed = tuple(self._reveals[s] for s in (0, 1, 2))
        replica = self.replica
        body = bodies.EpochSeeds(listed, (), bytes(16))
        entry = entries.Entry(replica.seq, replica.head, 0, replica.round_no, "EPOCH_SEEDS", now, body)
        raw = entries.encode_entry(entry)
        head_sig = entries.sign_head(self._signer, GAME, entry.q, entries.head(raw))
        return [Written(raw, head_sig, None)]  # type: ignore[arg-type]


def test_09_two_lists_of_commitments(court: Court) -> None:
    """Ben is told another list than the others. Each seed names the list it was given for."""
    rig = attack(host=Blind)

    def tamper(output: Output, seat: int) -> Output:
        if isinstance(output, Written) and seat == 1 and decode_entry(output.raw).t == "EPOCH_COMMITS":
            return rig.entry(output, ts=rig.now + 1)
        return output

    rig.tamper = tamper
    rig.start()
    rig.assert_found(all="E_FORK")
    court.convicts_host(rig, "FORK", "E_FORK", *everybody(rig))


def test_10_the_last_one_would_like_another_seed(court: Court) -> None:
    """Host and last player know all seeds but one, and choose that one now: it is not the promised one."""
    rig = attack()

    def change(output: Written) -> Written:
        listed = list(seeds(output))
        key = codec.decode_text(listed[2].p, messages.SeedText).k
        return rig.body(output, seeds=(*listed[:2], signed(rig, 2, messages.SeedText(key, bytes(32)))))

    once(rig, "EPOCH_SEEDS", change)
    rig.start()
    rig.assert_found(all="E_REVEAL")
    court.convicts_host(rig, "RULE", "E_REVEAL", *everybody(rig))


def test_11_a_copied_commitment(court: Court) -> None:
    rig = attack()

    def change(output: Written) -> Written:
        listed = list(commits(output))
        text = codec.decode_text(listed[1].p, messages.CommitText)
        return rig.body(output, commits=(signed(rig, 0, text), *listed[1:]))

    once(rig, "EPOCH_COMMITS", change)
    rig.start()
    rig.assert_found(all="E_COMMIT")
    court.convicts_host(rig, "RULE", "E_COMMIT", *everybody(rig))


def test_11_a_copied_commitment_does_not_open() -> None:
    """Nor would it help: the promise holds the key of who made it."""
    seed, ctx = b"s" * 32, b"c" * 32
    assert shuffle.seed_commit(ctx, b"a" * 32, seed) != shuffle.seed_commit(ctx, b"b" * 32, seed)


def break_off(rig: Rig, seat: int, *, reveal: bool) -> messages.Reveal | None:
    """One shuffle attempt that somebody does not answer. Returns the seed that was not sent."""
    rig.lose_words()
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    kept = None
    if reveal:
        give(rig, messages.Commit)
        kept = give(rig, messages.Reveal, seat)
    rig.lose_words()
    rig.feed(rig.host.abort((seat,), rig.now))
    return kept


def give(
    rig: Rig, kind: type[messages.Commit] | type[messages.Reveal], silent: int = NOBODY
) -> messages.Reveal | None:
    """All but one answer one step of a shuffle. Returns what that one would have sent."""
    todo, kept = rig._todo[:], None
    rig.lose_words()
    for seat, message in todo:
        if seat == silent and isinstance(message, kind):
            kept = message
        else:
            rig.answer(seat, message)
    assert kept is None or isinstance(kept, messages.Reveal)
    return kept


def test_12_three_broken_off_shuffles(court: Court) -> None:
    """Each is one more draw of lots for the host; after three the round is void, and all of it is listed."""
    rig = attack(4)
    rig.stands_still = True
    rig.start()
    for seat in (3, 2, 1):
        break_off(rig, seat, reveal=True)
    assert not rig.faults
    assert rig.host.replica.is_void
    assert not rig.host.wants_shuffle
    for client in rig.clients.values():
        assert client.replica.aborts == 3
        assert client.replica.is_void
    rig.feed(rig.host.end_round(rig.now))
    assert not rig.faults
    assert set(rig.host.replica.game.totals.values()) == {0}  # type: ignore[union-attr]
    report = report_of(rig, rig.file())
    assert report.verdict == "PASS"
    assert report.rounds[0].aborts == 3
    assert [len(line.aborts) for line in report.seats] == [0, 1, 1, 1]
    # A fourth attempt is not allowed.
    rig = attack(4)
    rig.stands_still = True
    rig.start()
    for seat in (3, 2, 1):
        break_off(rig, seat, reveal=True)
    sealed = decode_entry(opening_of(rig).raw).b
    assert isinstance(sealed, bodies.EpochOpen)
    fourth = msgspec.structs.replace(
        sealed, attempt=3, eid=rig.host.replica.epoch_id(0, 3), contributors=(0,)
    )
    rig.feed([forged_entry(rig, "EPOCH_OPEN", fourth)])
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


@pytest.mark.parametrize("seed", [None, bytes(32)], ids=["none", "false"])
def test_12_a_broken_off_shuffle_is_not_opened(seed: bytes | None, court: Court) -> None:
    rig = attack()
    once(rig, "EPOCH_ABORT", lambda w: rig.body(w, seed=seed))
    halt(rig)
    rig.feed(rig.host.abort((2,), rig.now))
    rig.assert_found(all="E_INCOMPLETE")
    court.convicts_host(rig, "RULE", "E_INCOMPLETE", *everybody(rig))


def test_12_a_hidden_one_is_not_opened_at_round_end(court: Court) -> None:
    rig = hidden_refill(real=True)
    rig.feed(rig.host.abort((2,), rig.now))
    rig.lose_words()
    rig.stands_still = False
    rig.settle()
    rig.style = choose
    given_up = next(e.b for e in (decode_entry(w.raw) for w in rig.written) if e.t == "EPOCH_ABORT")
    assert isinstance(given_up, bodies.EpochAbort)
    attempts = rig.host.replica.record
    assert attempts is not None
    number = next(a.epoch for a in attempts.attempts if a.aborted)
    once(
        rig,
        "ROUND_END",
        lambda w: rig.body(w, seeds=tuple(row for row in seeds(w) if row[:2] != (number, given_up.attempt))),
    )
    rig.finish()
    assert set(rig.codes().values()) == {"E_INCOMPLETE"}
    court.convicts_host(rig, "RULE", "E_INCOMPLETE", *rig.faults)


def test_12b_hidden_cards_are_opened_with_an_abort(court: Court) -> None:
    """The seed of a broken off shuffle with a hidden input would show hands: no client takes it."""
    rig = hidden_refill(real=True)
    record = rig.host.replica.record
    assert record is not None
    seed = rig.host._seeds[record.attempts[-1].eid]
    once(rig, "EPOCH_ABORT", lambda w: rig.body(w, seed=seed))
    rig.feed(rig.host.abort((2,), rig.now))
    assert set(rig.codes().values()) == {"E_SCHEMA"}
    court.convicts_host(rig, "RULE", "E_SCHEMA", *rig.faults)


def test_13_somebody_online_is_left_out(court: Court) -> None:
    rig = attack()
    once(rig, "EPOCH_OPEN", lambda w: rig.body(w, contributors=(0, 1), absent=(2,)))
    rig.start()
    rig.assert_found(all="E_SUBSET")
    court.convicts_host(rig, "RULE", "E_SUBSET", *everybody(rig))


def test_13_somebody_online_is_called_offline_and_left_out() -> None:
    """Nobody can prove it; but the one who was left out does not attest the round."""
    rig = attack()
    rig.stands_still = True
    rig.start()
    rig.feed(rig.host.offline(1, rig.now))
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    assert [o.code for o in rig.clients[1].objections] == ["offline", "E_SUBSET"]
    assert all(not rig.clients[seat].objections for seat in (0, 2, -1))
    rig.stands_still = False
    rig.settle()
    rig.finish()
    assert not rig.faults
    assert rig.host.replica.attested == {0: "ok", 1: "E_SUBSET", 2: "ok"}
    assert rig.host.replica.is_disputed
    report = report_of(rig, rig.file())
    assert report.rounds[0].outcome == "void"
    assert report.seats[1].refused == [(1, "E_SUBSET")]


def test_13b_a_second_list_to_get_a_second_seed(court: Court) -> None:
    """The host has all seeds and shows another list, hoping for another answer: there is none."""
    rig = attack()

    def change(output: Written) -> Written:
        listed = next(w for w in rig.written if decode_entry(w.raw).t == "EPOCH_COMMITS")
        return rig.entry(output, t="EPOCH_COMMITS", b=decode_entry(listed.raw).b)

    once(rig, "EPOCH_SEEDS", change)
    rig.start()
    rig.assert_found(all="E_FORK")
    court.convicts_host(rig, "FORK", "E_FORK", *everybody(rig))
    reveals = [seat for seat, message in rig.sent if isinstance(message, messages.Reveal)]
    record = rig.host.replica.record
    assert record is not None
    assert len(reveals) == 3 * len(record.attempts), "one seed of each for each shuffle"


def test_14_a_player_who_does_not_reveal() -> None:
    """Named in the log; the next attempt goes on without that seed."""
    pair = Pair(["Ann", "Ben", "Cem"], keys=ED25519)
    pair["Cem"].mute = frozenset({"reveal"})
    pair.start()
    pair.wait(3_100)
    (abort,) = pair.rows(bodies.EpochAbort)
    assert (abort.culprits, abort.phase) == ((2,), "reveal")
    opened = pair.rows(bodies.EpochOpen)
    assert opened[0].contributors == (0, 1, 2)
    assert (opened[1].contributors, opened[1].absent) == ((0, 1), (2,))
    assert pair.rows(bodies.EpochSeeds), "the cards were dealt all the same"
    pair.check()
    assert pair.match.replica.aborts == 1


def hostile(rig: Rig) -> None:
    """Stop a game in the middle of its first shuffle, all promises given."""
    halt(rig)
    for seat, message in list(rig._todo):
        assert isinstance(message, messages.Commit)
        rig.feed(rig.host.commit(seat, message.p, message.s, rig.now))
    rig.lose_words()


def convict_player(rig: Rig, court: Court, fault: ProofFault | None, seat: int, code: str) -> None:
    """The host's evidence against a player holds, and says so to anybody."""
    assert fault is not None
    log = [(w.raw, w.sig) for w in rig.written]
    found = collect(fault, GAME, rig.signer.pk, log, rig.verifier)
    court.convicts(found, "DOUBLE", code, rig.signers[seat].pk)
    assert found is not None
    assert (found.judgement.name, found.judgement.is_host) == (f"P{seat}", False)


def test_15_a_seed_that_was_not_promised(court: Court) -> None:
    """Refused; the pair of signatures is kept. Who sent it counts as one who did not answer."""
    rig = attack()
    hostile(rig)
    attempt = rig.host.replica.attempt
    assert attempt is not None
    row = signed(rig, 2, messages.SeedText(attempt.key, bytes(32)))
    with pytest.raises(Nack) as caught:
        rig.host.reveal(2, row.p, row.s, rig.now)
    assert caught.value.code == "E_REVEAL"
    convict_player(rig, court, caught.value.fault, 2, "E_REVEAL")
    assert rig.host.missing() == (0, 1, 2)


def test_16_two_commitments(court: Court) -> None:
    rig = attack()
    halt(rig)
    attempt = rig.host.replica.attempt
    assert attempt is not None
    one, two = (signed(rig, 1, messages.CommitText(attempt.ctx, bytes([n]) * 32)) for n in (1, 2))
    rig.host.commit(1, one.p, one.s, rig.now)
    assert rig.host.commit(1, one.p, one.s, rig.now) == []
    with pytest.raises(Nack) as caught:
        rig.host.commit(1, two.p, two.s, rig.now)
    assert caught.value.code == "E_DOUBLE"
    convict_player(rig, court, caught.value.fault, 1, "E_DOUBLE")


def test_16_the_table_keeps_the_proof() -> None:
    """At a real table the host writes it beside its game file, once."""
    pair = Pair(["Ann", "Ben"], keys=ED25519)
    pair["Ben"].mute = frozenset({"commit"})
    pair.start()
    attempt = pair.match.replica.attempt
    assert attempt is not None
    ann = Player(pair, "Ann")
    refused = ann.say(ann.sign(messages.Commit, messages.CommitText(attempt.ctx, bytes(32))))
    assert refused == ["E_DOUBLE"]
    assert ann.say(ann.sign(messages.Commit, messages.CommitText(attempt.ctx, b"\1" * 32))) == ["E_DOUBLE"]
    assert [note.event for note in pair.notes].count("player.double") == 1
    assert [name for name, _ in pair.evidence] == [
        f"evidence-{pair.match.replica.game_id.hex()[:8]}-E_DOUBLE-seat0.unoevidence"
    ]


def test_17_an_old_seed_again(court: Court) -> None:
    """A promise is bound to its shuffle: what opened an old one opens no new one."""
    rig = attack()
    rig.start()
    old = {"commit": None, "reveal": None}
    for seat, message in rig.sent:
        if seat == 1 and message.t in old:
            old[message.t] = message  # type: ignore[assignment]
    again = attack()
    hostile(again)
    attempt = again.host.replica.attempt
    assert attempt is not None
    reveal = old["reveal"]
    assert isinstance(reveal, messages.Reveal)
    with pytest.raises(Nack) as caught:
        again.host.reveal(1, reveal.p, reveal.s, again.now)
    assert caught.value.code == "E_FORK", "it names another list"
    seed = codec.decode_text(reveal.p, messages.SeedText).seed
    row = signed(again, 1, messages.SeedText(attempt.key, seed))
    with pytest.raises(Nack) as caught:
        again.host.reveal(1, row.p, row.s, again.now)
    assert caught.value.code == "E_REVEAL"
    convict_player(again, court, caught.value.fault, 1, "E_REVEAL")
    halted = attack()
    halt(halted)
    commit = old["commit"]
    assert isinstance(commit, messages.Commit)
    with pytest.raises(Nack) as caught:
        halted.host.commit(1, commit.p, commit.s, halted.now)
    assert caught.value.code == "E_COMMIT"


def test_an_honest_player_sends_each_seed_once() -> None:
    """Whatever a host sends a second time, no second seed and no second promise comes."""
    rig = attack()
    rig.start()
    said: dict[bytes, set[bytes]] = {}
    for seat, message in rig.sent:
        if isinstance(message, messages.Commit):
            text = codec.decode_text(message.p, messages.CommitText)
            said.setdefault(bytes([seat]) + text.ctx, set()).add(message.p)
        elif isinstance(message, messages.Reveal):
            reveal = codec.decode_text(message.p, messages.SeedText)
            said.setdefault(bytes([seat]) + reveal.k, set()).add(message.p)
    assert all(len(texts) == 1 for texts in said.values())

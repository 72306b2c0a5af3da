"""A host that tells several histories, or speaks in somebody else's name."""

from __future__ import annotations

import msgspec

from protocol import bodies, codec, entries, messages
from protocol.fields import SeatSigned
from tests.fairness.rig import (
    GAME,
    Rig,
    forged_entry,
    once,
    to_turn,
)
from tests.signers import HashSigner
from uno_lan.engine import Ruleset
from uno_lan.fairness.host_game import HostGame, Output, Written


def test_an_entry_that_does_not_follow() -> None:
    rig = Rig()
    once(rig, "EPOCH_COMMITS", lambda w: rig.entry(w, p=bytes(32)))
    rig.start()
    rig.assert_found(all="E_FORK")


def test_an_entry_left_out() -> None:
    rig = Rig()
    once(rig, "EPOCH_COMMITS", lambda w: None)
    rig.start()
    assert not rig.faults
    rig.feed(rig.host.offline(2, rig.now))
    rig.assert_found(all="E_FORK")


def test_a_second_shuffle_in_place_of_the_first() -> None:
    """The host has seen the seeds and would like to have sealed other cards."""
    rig = Rig()
    rig.start()
    rig2 = Rig(seed="other")
    rig2.start()
    opened = next(w for w in rig2.written if entries.decode_entry(w.raw).t == "EPOCH_OPEN")
    rig.feed([forged_entry(rig, "EPOCH_OPEN", entries.decode_entry(opened.raw).b)])
    assert set(rig.codes().values()) == {"E_RULE"}
    # While the first one runs it is a second history.
    rig = Rig()
    once(rig, "EPOCH_COMMITS", lambda w: rig.entry(w, t="EPOCH_OPEN", b=entries.decode_entry(opened.raw).b))
    rig.start()
    rig.assert_found(all="E_FORK")


def test_two_histories_meet_in_a_seed() -> None:
    """Ben is told another list of commitments than Ann: his seed names one that she does not know."""
    rig = Rig()

    def tamper(output: Output, seat: int) -> Output | None:
        if not isinstance(output, Written) or seat != 1:
            return output
        is_list = entries.decode_entry(output.raw).t == "EPOCH_COMMITS"
        return rig.entry(output, ts=rig.now + 1) if is_list else output

    rig.tamper = tamper

    class Blind(HostGame):
        def reveal(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
            """Takes anything."""
            self._reveals[seat] = SeatSigned(seat, payload, sig)
            if self.missing():
                return []
            seeds = tuple(self._reveals[s] for s in (0, 1, 2))
            return [forged_entry(rig, "EPOCH_SEEDS", bodies.EpochSeeds(seeds, (), bytes(16)))]

    rig.host = Blind(rig.signer, rig.host._verifier)
    rig.start()
    assert rig.codes()[0] == rig.codes()[2] == "E_FORK"
    assert rig.codes()[1] == "E_FORK"


def test_a_move_that_saw_another_history() -> None:
    rig = Rig()
    rig.start()
    to_turn(rig)
    seat = rig.round.to_act
    action = messages.Action(GAME, 1, rig.now, rig.host.replica.seq - 1, bytes(32), "draw", {})
    payload = codec.encode_text(action)
    signed = SeatSigned(seat, payload, rig.signers[seat].sign("act", payload))
    rig.feed([forged_entry(rig, "ACT", bodies.Act((), bytes(16)), signed)])
    rig.assert_found(all="E_FORK")


def test_another_game_than_the_one_it_is() -> None:
    rig = Rig()
    once(rig, "GAME_START", lambda w: rig.entry(w, p=bytes(32)))
    rig.start()
    rig.assert_found(all="E_FORK")
    rig = Rig()
    once(rig, "GAME_START", lambda w: rig.body(w, rules_hash=bytes(32)))
    rig.start()
    rig.assert_found(all="E_RULE")
    rig = Rig()
    once(rig, "GAME_START", lambda w: rig.body(w, host=rig.signers[0].pk))
    rig.start()
    rig.assert_found(all="E_FORK")


def test_an_entry_the_host_did_not_sign() -> None:
    rig = Rig()
    once(rig, "ROUND_START", lambda w: msgspec.structs.replace(w, sig=bytes(64)))
    rig.start()
    rig.assert_found(all="E_SIG")


def test_a_move_the_player_did_not_make() -> None:
    rig = Rig()

    def change(output: Written) -> Written:
        entry = entries.decode_entry(output.raw)
        assert entry.c is not None
        action = codec.decode_text(entry.c.p, messages.Action)
        other = codec.encode_text(msgspec.structs.replace(action, kind="pass", args={}))
        return rig.entry(output, c=SeatSigned(entry.c.seat, other, entry.c.s))

    once(rig, "ACT", change)
    rig.start()
    rig.play()
    rig.assert_found(all="E_SIG")


def test_a_move_without_a_signature_or_of_a_strangers_key() -> None:
    rig = Rig()
    once(rig, "ACT", lambda w: rig.entry(w, c=None))
    rig.start()
    rig.play()
    rig.assert_found(all="E_SIG")

    rig = Rig()

    def change(output: Written) -> Written:
        entry = entries.decode_entry(output.raw)
        assert entry.c is not None
        sig = HashSigner("stranger").sign("act", entry.c.p)
        return rig.entry(output, c=SeatSigned(entry.c.seat, entry.c.p, sig))

    once(rig, "ACT", change)
    rig.start()
    rig.play()
    rig.assert_found(all="E_SIG")


def test_a_move_used_twice() -> None:
    rig = Rig(2)
    rig.start()
    rig.play(lambda: entries.decode_entry(rig.written[-1].raw).t == "ACT")
    last = entries.decode_entry(rig.written[-1].raw)
    rig.feed([forged_entry(rig, "ACT", last.b, last.c)])
    rig.assert_found(all="E_COUNTER")


def test_a_seat_given_to_another_key() -> None:
    rig = Rig()
    rig.start()
    rows = list(rig.host.replica.roster.values())
    rows[1] = msgspec.structs.replace(rows[1], pk=HashSigner("stranger").pk)
    rig.feed([forged_entry(rig, "ROSTER", bodies.Roster(tuple(rows), (), (), ()))])
    rig.assert_found(all="E_SIG")


def test_a_player_who_did_not_agree() -> None:
    rig = Rig()
    rig.start(consent=[])
    rig.assert_found(all="E_SIG")


def test_a_seat_that_nobody_can_take() -> None:
    """Nobody comes late into a game of teams: a host that says so is found out, and no program breaks."""
    rig = Rig(4, rules=Ruleset.make("classic", team=True, uno_grace_ms=0))
    rig.start()
    rows = tuple(rig.host.replica.roster.values())
    late = msgspec.structs.replace(rows[0], seat=5, pk=bytes(32), kind="bot")
    rig.feed([forged_entry(rig, "ROSTER", bodies.Roster((*rows, late), (), (), ()))])
    rig.assert_found(all="E_RULE")


def test_a_player_who_vanishes() -> None:
    rig = Rig()
    rig.start()
    rows = tuple(rig.host.replica.roster.values())[:2]
    rig.feed([forged_entry(rig, "ROSTER", bodies.Roster(rows, (), (), ()))])
    rig.assert_found(all="E_RULE")


def test_an_order_of_somebody_who_does_not_own_the_table() -> None:
    rig = Rig()
    rig.start()
    payload = codec.encode_text(messages.AdminText(GAME, rig.now, "kick", 2, None))
    for seat, code in ((0, ""), (1, "E_RULE")):
        signed = SeatSigned(seat, payload, rig.signers[seat].sign("admin", payload))
        outputs = rig.host.signed("ADMIN", seat, signed.p, signed.s, rig.now) if not code else [
            forged_entry(rig, "ADMIN", bodies.Empty(), signed)
        ]  # fmt: skip
        rig.feed(list(outputs))
        assert set(rig.codes().values()) == ({code} if code else set())

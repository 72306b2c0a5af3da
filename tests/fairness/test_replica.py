"""The fold of a transcript: entries that have no place where they stand."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from protocol import bodies, codec, entries, messages
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import Action, Terms, decode_terms, encode_terms
from tests.fairness.rig import GAME, Rig, forged_entry, once, to_turn
from tests.signers import HashVerifier
from uno_lan.engine import Leave, Phase, Ruleset
from uno_lan.fairness.replica import ENGINE_VERSION, Replica
from uno_lan.host.config import make_terms


def playing() -> Rig:
    """A round in the middle."""
    rig = Rig()
    rig.start()
    to_turn(rig)
    return rig


def signed(rig: Rig, seat: int, text: messages.Text) -> SeatSigned:
    """A player's signed text."""
    payload = codec.encode_text(text)
    return SeatSigned(seat, payload, rig.signers[seat].sign(text.SIG, payload))


def action(rig: Rig, kind: str, args: dict[str, Any], **changes: Any) -> Action:
    """A move on the newest head."""
    replica = rig.host.replica
    fields: dict[str, Any] = {
        "game": GAME,
        "round": 1,
        "counter": rig.now + 100,
        "seen": replica.seq - 1,
        "head": replica.head,
        "kind": kind,
        "args": args,
    }
    return Action(**(fields | changes))


def test_the_first_entry_is_the_start() -> None:
    entry = entries.Entry(0, bytes(32), 0, 0, "ACK", 1, bodies.Empty())
    with pytest.raises(ProofFault) as caught:
        Replica(HashVerifier()).fold(entries.encode_entry(entry))
    assert caught.value.code == "E_RULE"
    rig = Rig()
    once(rig, "GAME_START", lambda w: rig.entry(w, t="ACK", b=bodies.Empty()))
    rig.start()
    rig.assert_found(all="E_FORK")


@pytest.mark.parametrize(
    "change", [{"engine": "99"}, {"protocol": 9}, {"ruleset": {"edition": "none"}}, {"ruleset": {}}]
)
def test_rules_that_cannot_be_played(change: dict[str, Any]) -> None:
    honest = decode_terms(make_terms(Ruleset.make("classic")))
    fields = {name: getattr(honest, name) for name in honest.__struct_fields__} | change
    terms = encode_terms(Terms(**fields))
    rig = Rig()
    hashed = messages.rules_hash(terms)
    genesis = entries.genesis(GAME, rig.signer.pk, hashed)
    once(
        rig,
        "GAME_START",
        lambda w: rig.entry(rig.body(w, terms=terms, rules_hash=hashed), p=genesis),
    )
    with pytest.raises(ProtocolFault) as caught:
        rig.start()  # nobody broke a promise: this program just cannot play it
    assert caught.value.code == "E_VERSION"


def test_a_feature_that_is_not_known() -> None:
    rig = Rig()
    once(rig, "GAME_START", lambda w: rig.body(w, uses=("sealed",)))
    with pytest.raises(ProtocolFault) as caught:
        rig.start()
    assert caught.value.code == "E_VERSION"


def test_two_players_on_one_seat() -> None:
    rig = Rig()
    once(rig, "ROSTER", lambda w: rig.body(w, seats=(*entries_seats(w), entries_seats(w)[0])))
    rig.start()
    rig.assert_found(all="E_RULE")


def entries_seats(output: Any) -> tuple[bodies.RosterSeat, ...]:
    """The rows of a ROSTER."""
    body = entries.decode_entry(output.raw).b
    assert isinstance(body, bodies.Roster)
    return body.seats


def test_a_round_in_a_round() -> None:
    rig = playing()
    body = bodies.RoundStart((0, 1, 2), 0, (), bytes(16))
    forged = rig.entry(forged_entry(rig, "ROUND_START", body), r=2)
    rig.feed([forged])
    rig.assert_found(all="E_RULE")


def test_a_round_of_one_player() -> None:
    rig = Rig(1)
    with pytest.raises(Exception, match="E_RULE"):
        rig.start()
    rig.feed([rig.entry(forged_entry(rig, "ROUND_START", bodies.RoundStart((0,), -1, (), bytes(16))), r=1)])
    rig.assert_found(all="E_RULE")


def test_a_shuffle_in_a_void_round() -> None:
    rig = Rig()
    rig.stands_still = True
    rig.start()
    for client in rig.clients.values():
        client.replica.aborts = 3
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize(
    ("kind", "args", "changes", "code"),
    [
        ("draw", {}, {"game": bytes(16)}, "E_SCHEMA"),
        ("draw", {}, {"round": 2}, "E_SCHEMA"),
        ("dance", {}, {}, "E_SCHEMA"),
        ("draw", {"card": 5}, {}, "E_SCHEMA"),
        ("play", {"card": "R5"}, {}, "E_SCHEMA"),
        ("shuffled", {}, {}, "E_SCHEMA"),
        ("accept", {}, {}, "E_RULE"),
        ("draw", {}, {"seen": 10_000}, "E_FORK"),
    ],
)
def test_a_move_that_is_none(kind: str, args: dict[str, Any], changes: dict[str, Any], code: str) -> None:
    rig = playing()
    seat = rig.round.to_act
    move = signed(rig, seat, action(rig, kind, args, **changes))
    rig.feed([forged_entry(rig, "ACT", bodies.Act((), bytes(16)), move)])
    rig.assert_found(all=code)


def test_a_command_the_host_does_not_have() -> None:
    rig = playing()
    rig.feed([forged_entry(rig, "AUTO", bodies.Auto("win", 0, (), bytes(16)))])
    rig.assert_found(all="E_RULE")


def test_a_leave_that_says_something_else() -> None:
    for kind, seat in (("draw", 2), ("leave", 1)):
        rig = playing()
        move = signed(rig, seat, action(rig, kind, {}))
        rig.feed([forged_entry(rig, "AUTO", bodies.Auto("leave", 2, (), bytes(16)), move)])
        rig.assert_found(all="E_SIG")


def test_a_kick_of_an_empty_seat_means_nothing() -> None:
    rig = playing()
    order = signed(rig, 0, messages.AdminText(GAME, 1, "kick", 7, None))
    rig.feed(list(rig.host.signed("ADMIN", 0, order.p, order.s, rig.now)))
    pause = signed(rig, 0, messages.AdminText(GAME, 2, "pause", -1, None))
    rig.feed(list(rig.host.signed("ADMIN", 0, pause.p, pause.s, rig.now)))
    assert not rig.faults
    assert rig.clients[1].replica.kicked == set()


def test_a_bot_in_place_of_a_player() -> None:
    """Ben is here: otherwise the host could play any seat."""
    rig = playing()
    rig.feed([forged_entry(rig, "STANDIN", bodies.Standin(1, bytes(32), "away"))])
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize(("pk", "why"), [(bytes(32), "timeouts"), (None, "away")])
def test_a_bot_for_another_reason_or_with_the_key_of_a_player(pk: bytes | None, why: str) -> None:
    rig = playing()
    rig.feed(rig.host.offline(1, rig.now))
    key = pk if pk is not None else rig.host.replica.roster[0].pk
    standin = forged_entry(rig, "STANDIN", bodies.Standin(1, key, why))
    rig.feed([rig.entry(standin, ts=rig.now + 60_000)])
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize("rule", ["skip", "pause"])
def test_a_bot_that_nobody_agreed_to(rule: Literal["skip", "pause"]) -> None:
    rig = playing()
    for client in rig.clients.values():
        assert client.replica.terms is not None
        client.replica.terms = msgspec.structs.replace(client.replica.terms, standin=rule)
    rig.feed(rig.host.offline(1, rig.now))
    standin = forged_entry(rig, "STANDIN", bodies.Standin(1, bytes(32), "away"))
    rig.feed([rig.entry(standin, ts=rig.now + 60_000)])
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize(("wait", "codes"), [(59_999, {"E_RULE"}), (60_000, set())])
def test_a_bot_that_was_agreed_to_waits_for_the_grace(wait: int, codes: set[str]) -> None:
    rig = playing()
    rig.feed(rig.host.offline(1, rig.now))
    standin = forged_entry(rig, "STANDIN", bodies.Standin(1, bytes(32), "away"))
    rig.feed([rig.entry(standin, ts=rig.now + wait)])
    assert set(rig.codes().values()) == codes


def test_a_link_of_nobody() -> None:
    rig = playing()
    rig.feed([forged_entry(rig, "OFFLINE", bodies.SeatEvent(7))])
    rig.assert_found(all="E_RULE")


def test_back_gives_the_seat_to_its_owner() -> None:
    rig = playing()
    rig.feed([forged_entry(rig, "BACK", bodies.SeatEvent(1))])
    assert not rig.faults


def test_left_out_although_i_am_here() -> None:
    """The host says that Ben is offline, and shuffles without him; Ben hears it all, but cannot prove it."""
    rig = Rig()
    rig.stands_still = True
    rig.start()
    rig.feed(rig.host.offline(1, rig.now))
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    assert not rig.faults
    assert [o.code for o in rig.clients[1].objections] == ["offline", "E_SUBSET"]
    rig.stands_still = False
    rig.settle()
    rig.finish()
    assert not rig.faults
    assert rig.host.replica.attested == {0: "ok", 1: "E_SUBSET", 2: "ok"}
    assert rig.host.replica.is_disputed


def test_an_attestation_out_of_place() -> None:
    rig = playing()
    text = messages.AttestText(GAME, 1, 0, bytes(32), "ok")
    rig.feed([forged_entry(rig, "ROUND_ATTEST", bodies.RoundAttest(), signed(rig, 0, text))])
    rig.assert_found(all="E_RULE")
    rig = Rig()
    rig.start()
    rig.finish()
    other = messages.AttestText(GAME, 2, 0, bytes(32), "ok")
    rig.feed([forged_entry(rig, "ROUND_ATTEST", bodies.RoundAttest(), signed(rig, 0, other))])
    rig.assert_found(all="E_RULE")


def test_a_second_end_of_the_round() -> None:
    rig = Rig()
    rig.start()
    rig.finish()
    end = rig.host.replica.round_end
    assert end is not None
    rig.feed([forged_entry(rig, "ROUND_END", end)])
    rig.assert_found(all="E_RULE")


def test_a_move_after_the_round() -> None:
    rig = Rig()
    rig.start()
    rig.finish()
    assert rig.round.phase is Phase.ROUND_OVER
    move = signed(rig, 0, action(rig, "uno", {}))
    rig.feed([forged_entry(rig, "ACT", bodies.Act((), bytes(16)), move)])
    rig.assert_found(all="E_RULE")


def test_false_final_totals_and_winners() -> None:
    for end in (
        bodies.GameEnd(((0, 1), (1, 0), (2, 0)), (), "closed"),
        bodies.GameEnd(((0, 0), (1, 0), (2, 0)), (1,), "won"),
    ):
        rig = playing()
        rig.feed([forged_entry(rig, "GAME_END", end)])
        rig.assert_found(all="E_RULE")


def test_a_countersignature_without_one() -> None:
    rig = playing()
    rig.feed([forged_entry(rig, "ACK", bodies.Empty())])
    rig.assert_found(all="E_SIG")


def test_a_countersignature_of_nobody() -> None:
    rig = playing()
    text = signed(rig, 0, messages.AckText(GAME, 0, bytes(32)))
    rig.feed([forged_entry(rig, "ACK", bodies.Empty(), SeatSigned(7, text.p, text.s))])
    rig.assert_found(all="E_SIG")


def test_a_dispute_is_an_entry_like_any_other() -> None:
    rig = playing()
    text = signed(rig, 0, messages.DisputeText(GAME, "E_LEAF", 3, None))
    rig.feed(list(rig.host.signed("DISPUTE", 0, text.p, text.s, rig.now)))
    assert not rig.faults
    assert rig.clients[1].replica.heads == rig.host.replica.heads


def test_the_engine_version_is_in_the_rules() -> None:
    assert decode_terms(make_terms(Ruleset.make("classic"))).engine == ENGINE_VERSION


def test_a_shuffle_does_not_make_a_move_stale() -> None:
    """The turn, its owner and the top card stay what they were."""
    rig = playing()
    replica = rig.host.replica
    before = replica.turn_seq
    rig.feed(rig.host.offline(2, rig.now))
    assert replica.turn_seq == before
    leave = rig.clients[2].act(Leave(2), rig.now).send[0]
    assert isinstance(leave, messages.Act)
    mine = rig.round.to_act
    rig.feed(rig.host.act(2, leave.p, leave.s, rig.now))
    assert (replica.turn_seq == before) is (mine != 2)

"""What players sign beside their moves, and what the table does with it."""

from __future__ import annotations

import pytest

from protocol import codec, messages
from protocol.entries import decode_entry
from protocol.unolog import Sent
from tests.host.pair import Client, Pair
from uno_lan.engine import Phase


def playing() -> Pair:
    """Three people and a watcher in the middle of a round, all standing still."""
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.connect("Dan", "watch")
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN and pair.match.replica.seq > 25)
    for client in pair.clients.values():
        client.plays = client.ready = False
    return pair


def count(pair: Pair, kind: str) -> int:
    """Entries of this type so far."""
    return sum(decode_entry(raw).t == kind for raw, _ in pair.match.scribe.room.log)


def codes(pair: Pair, client: Client) -> list[str]:
    """Codes of all refusals of a client."""
    pair.pump()
    return [error.code for error in client.errors]


def dispute(client: Client, game: bytes, code: str = "E_LEAF") -> messages.Dispute:
    """An accusation."""
    payload = codec.encode_text(messages.DisputeText(game, code, 5, None))
    return messages.Dispute(payload, client.signer.sign("dispute", payload))


def test_a_dispute_is_logged_and_shown_to_all() -> None:
    pair = playing()
    ann = pair["Ann"]
    game = pair.match.replica.game_id
    ann.say(dispute(ann, game))
    pair.pump()
    assert count(pair, "DISPUTE") == 1
    assert "Ann" in pair.lobby("Ben").notice
    pair.check()
    for _ in range(4):
        ann.say(dispute(ann, game))
    assert codes(pair, ann) == ["E_RATE"]
    assert count(pair, "DISPUTE") == 4
    pair["Ben"].say(dispute(pair["Ben"], bytes(16)))
    pair["Cem"].say(dispute(ann, game))
    pair["Dan"].say(dispute(pair["Dan"], game))
    assert codes(pair, pair["Ben"]) == ["wrong_stage"]
    assert codes(pair, pair["Cem"]) == ["E_SIG"]
    assert codes(pair, pair["Dan"]) == ["not_seated"]
    assert count(pair, "DISPUTE") == 4


def ack(client: Client, seen: int, head: bytes) -> messages.AckHead:
    """A countersignature of the history."""
    payload = codec.encode_text(messages.AckText(client.sure.replica.game_id, seen, head))
    return messages.AckHead(payload, client.signer.sign("ack", payload))


def test_a_countersignature_counts_when_it_covers_something_new() -> None:
    pair = playing()
    before = count(pair, "ACK")
    ann, heads = pair["Ann"], pair.match.replica.heads
    newest = len(heads) - 1
    ann.say(ack(ann, newest, heads[newest]))
    ann.say(ack(ann, newest, heads[newest]))
    pair.pump()
    assert count(pair, "ACK") == before + 1
    ben = pair["Ben"]
    ben.say(ack(ben, newest, bytes(32)))
    ben.say(ack(ben, newest + 50, bytes(32)))
    assert codes(pair, ben) == ["E_FORK", "E_FORK"]
    pair["Dan"].say(ack(pair["Dan"], newest, heads[newest]))
    assert codes(pair, pair["Dan"]) == []
    assert count(pair, "ACK") == before + 1
    pair.check()


def test_seeds_out_of_place_are_nothing_to_worry_about() -> None:
    pair = playing()
    ann = pair["Ann"]
    for frame in ann.file:
        if frame.kind == "act":
            sent = codec.decode_text(frame.data, Sent)
            kind = {"commit": messages.Commit, "reveal": messages.Reveal}.get(sent.t)
            if kind is not None:
                ann.say(kind(sent.p, frame.sig))
    assert codes(pair, ann) == []
    pair.check()


def test_a_second_promise_and_a_false_signature() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ben"].mute = frozenset({"commit"})
    pair.start()
    attempt = pair.match.replica.attempt
    assert attempt is not None
    ann, ben = pair["Ann"], pair["Ben"]
    for client, signer in ((ann, ann), (ben, ann)):
        payload = codec.encode_text(messages.CommitText(attempt.ctx, bytes(32)))
        client.outbox.append(messages.Commit(payload, signer.signer.sign("commit", payload)))
    assert codes(pair, ann) == ["E_DOUBLE"]
    assert codes(pair, ben) == ["E_SIG"]
    payload = codec.encode_text(messages.CommitText(bytes(32), bytes(32)))
    ben.outbox.append(messages.Commit(payload, ben.signer.sign("commit", payload)))
    assert codes(pair, ben) == ["E_SIG", "E_COMMIT"]
    ben.outbox.append(messages.Commit(b"\xc0", ben.signer.sign("commit", b"\xc0")))
    assert codes(pair, ben)[-1] == "E_SCHEMA"


def test_a_seed_that_was_not_promised() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ben"].mute = frozenset({"reveal"})
    pair.start()
    attempt = pair.match.replica.attempt
    assert attempt is not None
    ben = pair["Ben"]
    payload = codec.encode_text(messages.SeedText(attempt.key, bytes(32)))
    ben.outbox.append(messages.Reveal(payload, ben.signer.sign("reveal", payload)))
    assert codes(pair, ben) == ["E_REVEAL"]


@pytest.mark.parametrize("result", ["ok", "E_DECK"])
def test_an_attestation_that_finds_a_fault_is_shown(result: str) -> None:
    pair = Pair(["Ann", "Ben"])
    for client in pair.clients.values():
        client.ready = False
        client.change(messages.Ready(client.consent()))
    pair["Ben"].mute = frozenset({"attest"})
    pair.start()
    pair.play(lambda: pair.match.replica.round_end is not None)
    replica = pair.match.replica
    ben = pair["Ben"]
    text = messages.AttestText(replica.game_id, 1, replica.seq - 1, replica.head, result)
    other = messages.AttestText(replica.game_id, 7, replica.seq - 1, replica.head, result)
    for attest, signer in ((text, pair["Ann"]), (other, ben), (text, ben), (other, ben)):
        payload = codec.encode_text(attest)
        ben.outbox.append(messages.Attest(payload, signer.signer.sign("attest", payload)))
    ben.outbox.append(messages.Attest(b"\xc0", ben.signer.sign("attest", b"\xc0")))
    assert codes(pair, ben) == ["E_SIG"]
    assert replica.attested[1] == result
    assert pair.stage == "round_over"
    assert ("Ben" in pair.lobby().notice) is (result != "ok")


def test_nonsense_in_place_of_a_text() -> None:
    pair = playing()
    ann = pair["Ann"]
    zeros = bytes(64)
    for message in (
        messages.AckHead(b"\xc0", zeros),
        messages.Dispute(b"\xc0", zeros),
        messages.Act(b"\xc0", zeros),
        messages.Admin(b"\xc0", zeros),
        messages.Consent(b"\xc0", zeros),
        messages.AckVerdict(b"\xc0", zeros),
        messages.Ping(1),
    ):
        ann.say(message)
    assert set(codes(pair, ann)) == {"E_SCHEMA", "E_TYPE"}
    assert not any(error.fatal for error in ann.errors)
    pair.check()

"""Attacks on the one history: rewritten, or told differently to different people."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from protocol import entries, messages
from protocol.entries import decode_entry
from protocol.evidence import decode_evidence
from protocol.fields import Signed
from protocol.gossip import News, encode_news
from tests.attacks.harness import Court, HostileHost, attack
from tests.client.seats import Seat, Sessions
from tests.client.test_dispute import game_of
from tests.fairness.rig import GAME, Rig, to_turn
from tests.host.pair import ED25519
from uno_lan.client.gossip import MOST_AHEAD, Heads
from uno_lan.fairness.client_game import ClientGame
from uno_lan.fairness.host_game import Output, Written
from uno_lan.fairness.judge import judge


class TwoFaced(HostileHost):
    """Takes moves that were made on a history which it told to one player only."""

    def start(self, **arguments: Any) -> list[Output]:
        """Begin; from now on every head will do."""
        vars(self.replica)["saw"] = lambda seen, head: True
        return super().start(**arguments)


def tell_otherwise(rig: Rig, seat: int) -> None:
    """From the next entry on, this player is told a history of its own."""
    head: list[bytes] = []

    def tamper(output: Output, to: int) -> Output:
        if not isinstance(output, Written) or to != seat:
            return output
        entry = decode_entry(output.raw)
        other = rig.entry(output, p=head[-1] if head else entry.p, ts=entry.ts + 1)
        head.append(entries.head(other.raw))
        return other

    rig.tamper = tamper


def test_33_an_old_entry_is_rewritten_for_who_comes_back(court: Court) -> None:
    """Ann's program was away. What it is sent now does not follow what it has on disk."""
    rig = attack()
    rig.start()
    to_turn(rig)
    file, log = rig.file(0), list(rig.logs[0])
    back = ClientGame(rig.signers[0], rig.verifier, rig.signer.pk)
    back.restore(file[1:])
    assert back.replica.heads == rig.host.replica.heads
    last = decode_entry(log[-1][0])
    rewritten = entries.encode_entry(msgspec.structs.replace(last, ts=last.ts + 1))
    rig.clients = {0: back}
    rig.written[-1] = rig.entry(rig.written[-1], ts=last.ts + 1)
    rig.host.replica.heads[-1] = entries.head(rewritten)
    rig.feed(rig.host.offline(1, rig.now))
    rig.assert_found(all="E_FORK")
    court.convicts_host(rig, "FORK", "E_FORK", 0)


def test_33_an_old_entry_comes_again_and_is_another_one() -> None:
    """At a real table: what is sent again while somebody catches up is compared as well."""
    table = Sessions("Ann", "Ben", keys=ED25519)
    table.start()
    table.play(3)
    raw, sig = table.table.room.log[5]
    entry = decode_entry(raw)
    false = entries.encode_entry(msgspec.structs.replace(entry, ts=entry.ts + 1))
    game = game_of(table["Ann"]).replica.game_id
    false_sig = entries.sign_head(table.signer, game, entry.q, entries.head(false))
    session = table["Ann"]
    session.message(messages.Sync(5, (Signed(raw, sig),), (), True), table.now)
    assert session.snapshot.trouble is None, "the same again is nothing new"
    session.message(messages.Sync(5, (Signed(false, false_sig),), (), False), table.now)
    table.seats["Ann"].flush()
    trouble = session.snapshot.trouble
    assert trouble is not None
    assert (trouble.code, trouble.proven) == ("E_FORK", True)
    (kept,) = table.seats["Ann"].evidence
    found = judge(decode_evidence(kept.data), ED25519.verifier())
    assert (found.kind, found.accused) == ("FORK", table.signer.pk)


@pytest.mark.parametrize("next_one", [True, False], ids=["who moves next", "who moves later"])
def test_34_two_histories_meet_in_a_move(next_one: bool, court: Court) -> None:
    """Every move names the head its player has seen."""
    rig = attack(seed="two", host=TwoFaced)
    rig.start()
    to_turn(rig)
    mover = rig.round.to_act
    fooled = mover if next_one else (mover + 1) % 3
    tell_otherwise(rig, fooled)
    rig.feed(rig.host.offline((mover + 2) % 3, rig.now))
    assert not rig.faults, "nobody can know yet"
    rig.play()
    assert set(rig.codes().values()) == {"E_FORK"}
    found = set(rig.codes())
    assert found == ({0, 1, 2, -1} - {fooled} if next_one else {fooled})
    court.convicts_host(rig, "FORK", "E_FORK", *found)


# Heads told past the host.


def isolated(seat: int) -> Rig:
    """A player who is told another history, and whom nothing reaches that another player signed."""
    rig = attack(seed="gossip", host=TwoFaced)
    rig.start()
    to_turn(rig)
    tell_otherwise(rig, seat)
    for _ in range(3):
        rig.feed(rig.host.offline(2, rig.now))
        rig.feed(rig.host.online(2, rig.now))
    assert not rig.faults
    return rig


def news(rig: Rig, seat: int) -> bytes:
    """What this player's program tells on the network."""
    return Heads(rig.verifier, rig.signer.pk).tell(rig.clients[seat].replica, rig.logs[seat][-1][1])


def test_35_heads_told_past_the_host(court: Court) -> None:
    """The fooled one and all others find it by the first datagram."""
    rig = isolated(1)
    for seat, teller in ((0, 1), (1, 0), (-1, 1)):
        fault = Heads(rig.verifier, rig.signer.pk).hear(news(rig, teller), rig.clients[seat].replica)
        assert fault is not None
        assert fault.code == "E_FORK"
        rig.faults[seat] = fault
        court.convicts_host(rig, "FORK", "E_FORK", seat)
    for seat, teller in ((0, 2), (2, 0), (1, 1)):
        assert Heads(rig.verifier, rig.signer.pk).hear(news(rig, teller), rig.clients[seat].replica) is None


def test_35_a_head_that_comes_before_its_entry(court: Court) -> None:
    """It is kept and compared when the entry comes."""
    rig = isolated(1)
    early = Heads(rig.verifier, rig.signer.pk)
    ann = ClientGame(rig.signers[0], rig.verifier, rig.signer.pk)
    log = rig.logs[0]
    for raw, sig in log[:-1]:
        ann.on_entry(raw, sig, b"")
    assert early.hear(news(rig, 1), ann.replica) is None
    assert early.caught_up(ann.replica) is None
    ann.on_entry(*log[-1], b"")
    fault = early.caught_up(ann.replica)
    assert fault is not None
    rig.faults[0] = fault
    court.convicts_host(rig, "FORK", "E_FORK", 0)


def test_35_what_anybody_could_send_accuses_nobody() -> None:
    """Without the host's signature a head is noise; a head of another game is not ours."""
    rig = isolated(1)
    heads = Heads(rig.verifier, rig.signer.pk)
    replica = rig.clients[0].replica
    true = news(rig, 1)
    assert heads.hear(true[:-1] + bytes([true[-1] ^ 1]), replica) is None
    assert heads.hear(b"noise", replica) is None
    assert heads.hear(true + bytes(300), replica) is None
    assert heads.hear(true.replace(GAME, bytes(16)), replica) is None
    ahead = News(GAME, replica.seq + 5, bytes(32), bytes(64))
    assert heads.hear(encode_news(ahead), replica) is None
    assert not heads._ahead, "what the host has not signed is not kept"


def test_35_many_heads_from_the_future_do_not_fill_the_memory() -> None:
    rig = isolated(1)
    heads = Heads(rig.verifier, rig.signer.pk)
    replica = rig.clients[0].replica
    for number in range(MOST_AHEAD + 20):
        seq = replica.seq + number
        told = News(GAME, seq, bytes(32), entries.sign_head(rig.signer, GAME, seq, bytes(32)))
        assert heads.hear(encode_news(told), replica) is None
    assert len(heads._ahead) == MOST_AHEAD


def test_35_a_table_whose_host_keeps_one_apart() -> None:
    """Ben gets a history of his own. A datagram of each reaches the other past the host."""
    table = Sessions("Ann", "Ben", "Cem", keys=ED25519)
    table.start()
    table.play(3)
    head: list[bytes] = []

    def tamper(seat: Seat, message: messages.Message) -> messages.Message:
        if seat.name != "Ben" or not isinstance(message, messages.EntryMessage):
            return message
        entry = decode_entry(message.p)
        raw = entries.encode_entry(
            msgspec.structs.replace(entry, ts=entry.ts + 1, p=head[-1] if head else entry.p)
        )
        head.append(entries.head(raw))
        game = game_of(table["Ben"]).replica.game_id
        return messages.EntryMessage(raw, entries.sign_head(table.signer, game, entry.q, head[-1]))

    table.tamper = tamper
    table.drop("Cem")
    table.wait(1)
    told = {name: table[name].head_to_tell() for name in ("Ann", "Ben")}
    assert told["Ann"] is not None and told["Ben"] is not None
    assert told["Ann"] != told["Ben"]
    for name, other in (("Ann", "Ben"), ("Ben", "Ann")):
        assert table[name].snapshot.trouble is None
        data = told[other]
        assert data is not None
        table[name].head_heard(data, table.now)
        table.seats[name].flush()
        trouble = table[name].snapshot.trouble
        assert trouble is not None
        assert (trouble.code, trouble.proven, trouble.guilty) == ("E_FORK", True, "the host")
        (kept,) = table.seats[name].evidence
        assert judge(decode_evidence(kept.data), ED25519.verifier()).accused == table.signer.pk
        assert table[name].head_to_tell() is None, "who has stopped tells nothing"


def test_35_a_head_is_told_before_its_entry_comes() -> None:
    """It waits; when the entry comes with another head, the proof is complete."""
    table = Sessions("Ann", "Ben", "Cem", keys=ED25519)
    table.start()
    table.play(3)
    replica = game_of(table["Ben"]).replica
    sig = entries.sign_head(table.signer, replica.game_id, replica.seq, bytes(32))
    table["Ben"].head_heard(encode_news(News(replica.game_id, replica.seq, bytes(32), sig)), table.now)
    assert table["Ben"].snapshot.trouble is None, "nothing to compare it with yet"
    table.drop("Cem")
    trouble = table["Ben"].snapshot.trouble
    assert trouble is not None
    assert (trouble.code, trouble.proven, trouble.told) == ("E_FORK", True, True)
    assert table["Ann"].snapshot.trouble is not None, "Ann judges the two heads that Ben shows"

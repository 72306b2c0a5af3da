"""Evidence: what is collected proves itself, and nothing that honest people signed ever proves a thing."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from protocol import bodies, codec, entries, messages
from protocol.errors import FileFault, ProofFault
from protocol.evidence import KIND_OF_CODE, Evidence, EvidenceKind, HeadText, decode_evidence, encode_evidence
from protocol.fields import SeatSigned, Signed
from protocol.messages import Item
from protocol.signing import Ed25519Verifier
from tests.amounts import amount
from tests.fairness.cheats import LooseHands, cheat, fitting
from tests.fairness.rig import GAME, Rig, bold, deal_of, forged_entry, once, once_private, to_turn
from tests.fairness.test_false_shuffle import hidden_refill, seeds
from tests.fairness.test_false_verdict import Judge, challenged, parties
from uno_lan.bots import choose
from uno_lan.cli import main
from uno_lan.engine import Challenge, Leave
from uno_lan.fairness.evidence import Proven, collect
from uno_lan.fairness.host_game import Nack, Private
from uno_lan.fairness.judge import NotProven, judge

KINDS: tuple[EvidenceKind, ...] = (
    "FORK", "LEAF", "ORDER", "SEED", "DECK", "VERDICT", "RULE", "FORGED", "DOUBLE", "BAG",
)  # fmt: skip


# One case of each kind.


def other_uid(rig: Rig, private: Private) -> Private:
    """A delivery with another card in its first place."""
    text = deal_of(private)
    first = msgspec.structs.replace(text.openings[0], uid=(text.openings[0].uid + 1) % 108)
    return rig.private(private, msgspec.structs.replace(text, openings=(first, *text.openings[1:])))


def other_leaf(rig: Rig, private: Private) -> Private:
    """A delivery in which the second card lies in the place of the first."""
    text = deal_of(private)
    first, second = text.openings[:2]
    moved = msgspec.structs.replace(second, pos=first.pos)
    return rig.private(private, msgspec.structs.replace(text, openings=(moved, *text.openings[1:])))


def leaf(real: bool) -> Rig:
    rig = Rig(real=real)
    once_private(rig, "deal", lambda p: other_uid(rig, p))
    rig.start()
    return rig


def order(real: bool) -> Rig:
    rig = Rig(real=real)
    once_private(rig, "deal", lambda p: other_leaf(rig, p))
    rig.start()
    return rig


def fork(real: bool) -> Rig:
    rig = Rig(real=real)
    once(rig, "EPOCH_COMMITS", lambda w: rig.entry(w, p=bytes(32)))
    rig.start()
    return rig


def seed(real: bool) -> Rig:
    rig = Rig(real=real)
    once(rig, "ROUND_END", lambda w: rig.body(w, seeds=((*seeds(w)[0][:2], bytes(32)), *seeds(w)[1:])))
    rig.start()
    rig.finish()
    return rig


def deck(real: bool) -> Rig:
    rig = Rig(3, "twice", host=LooseHands, real=real)
    rig.start()
    rig.play(lambda: len(rig.round.discard) > 12)
    cheat(rig, lambda: fitting(rig, rig.round.discard[:-1]))
    return rig


def verdict(real: bool) -> Rig:
    rig = challenged(host=Judge, guilty=True, real=real)
    _, victim, _ = parties(rig)
    rig.act(victim, Challenge(victim))
    return rig


def rule(real: bool) -> Rig:
    rig = Rig(real=real)
    once(rig, "ACT", lambda w: rig.body(w, st=bytes(16)))
    rig.start()
    rig.play()
    return rig


def forged(real: bool) -> Rig:
    rig = Rig(real=real)
    once(rig, "ACT", lambda w: rig.entry(w, c=None))
    rig.start()
    rig.play()
    return rig


def bag(real: bool) -> Rig:
    rig = Rig(4, "sleeve", host=LooseHands, real=real)
    rig.start()

    def card() -> int:
        for seat in (1, 2, 3):
            for found in rig.truth.hands[seat]:
                if rig.round.fits[found]:
                    return found
        raise AssertionError

    cheat(rig, card)
    return rig


HOSTS: dict[EvidenceKind, Callable[[bool], Rig]] = {
    "LEAF": leaf, "ORDER": order, "FORK": fork, "SEED": seed, "DECK": deck, "VERDICT": verdict, "RULE": rule,
    "FORGED": forged, "BAG": bag,
}  # fmt: skip


def double(real: bool) -> tuple[Rig, Proven]:
    """A player who signs two commitments."""
    rig = Rig(real=real)
    rig.stands_still = True
    rig.start()
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    attempt = rig.host.replica.attempt
    assert attempt is not None
    rig.host.commit(0, *signed(rig, 0, messages.CommitText(attempt.ctx, bytes(32))), rig.now)
    with pytest.raises(Nack) as caught:
        rig.host.commit(0, *signed(rig, 0, messages.CommitText(attempt.ctx, b"\1" * 32)), rig.now)
    assert caught.value.code == "E_DOUBLE"
    return rig, proof(rig, caught.value.fault)


def signed(
    rig: Rig, seat: int, text: messages.CommitText | messages.SeedText | messages.Action
) -> tuple[bytes, bytes]:
    """A text and its signature by a player."""
    payload = codec.encode_text(text)
    return payload, rig.signers[seat].sign(text.SIG, payload)


def proof(rig: Rig, fault: ProofFault | None) -> Proven:
    """The evidence for a fault, from the host's log."""
    assert fault is not None
    log = [(w.raw, w.sig) for w in rig.written]
    found = collect(fault, GAME, rig.signer.pk, log, rig.verifier)
    assert found is not None
    return found


@functools.cache
def kept(kind: EvidenceKind) -> tuple[Rig, Proven]:
    """The case with quick signatures, played once for all tests that only read it."""
    return case(kind)


def case(kind: EvidenceKind, real: bool = False) -> tuple[Rig, Proven]:
    """A broken promise of one kind, and the evidence of the first who found it."""
    if kind == "DOUBLE":
        return double(real)
    rig = HOSTS[kind](real)
    assert rig.faults
    seat = next(s for s, fault in rig.faults.items() if KIND_OF_CODE[fault.code] == kind)
    found = rig.evidence(seat)
    assert found is not None
    return rig, found


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_proves_itself_from_its_file(
    kind: EvidenceKind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rig, found = case(kind, real=True)
    path = tmp_path / "x.unoevidence"
    path.write_bytes(found.data)
    assert main(["audit", "--evidence", str(path)]) == 0
    said = capsys.readouterr().out
    assert f"PROVEN {kind}" in said
    judgement = judge(decode_evidence(found.data), Ed25519Verifier())
    assert judgement == found.judgement
    assert judgement.kind == kind
    if kind == "DOUBLE":
        assert (judgement.accused, judgement.name, judgement.is_host) == (rig.signers[0].pk, "P0", False)
        assert "against P0, key " in said
    else:
        assert (judgement.accused, judgement.is_host) == (rig.signer.pk, True)
        assert "against the host, key " in said


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_holds_no_private_card_more_than_it_needs(kind: EvidenceKind) -> None:
    _, found = kept(kind)
    items = decode_evidence(found.data).items
    private = [item for item in items if item.type in ("deal", "show")]
    assert len(private) <= (1 if kind in ("LEAF", "ORDER", "VERDICT", "BAG") else 0)
    if kind in ("LEAF", "ORDER", "SEED", "FORK", "DOUBLE"):
        assert len(items) <= 5, "a few pieces are enough"


# Edited files.


def edits(evidence: Evidence, rig: Rig, rng: random.Random) -> Iterator[Evidence]:
    """The file with something changed in it."""
    change = msgspec.structs.replace
    for signer in (*rig.signers, rig.signer):
        yield change(evidence, accused=signer.pk)
    yield change(evidence, game=bytes(16))
    yield change(evidence, roster=Signed(evidence.roster.p, bytes(64)))
    yield change(evidence, roster=Signed(evidence.items[0].data, evidence.items[0].sig))
    for kind in KINDS:
        yield change(evidence, kind=kind)
    items = evidence.items
    for place, item in list(enumerate(items))[:: max(1, len(items) // 12)]:
        yield change(evidence, items=(*items[:place], *items[place + 1 :], item))
        if len(items) > 1:
            yield change(evidence, items=(*items[:place], *items[place + 1 :]))
        yield change(evidence, items=(*items[:place], item, *items[place:]))
        data = bytearray(item.data)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        yield change(evidence, items=(*items[:place], change(item, data=bytes(data)), *items[place + 1 :]))
        sig = bytearray(item.sig)
        sig[rng.randrange(64)] ^= 1
        yield change(evidence, items=(*items[:place], change(item, sig=bytes(sig)), *items[place + 1 :]))
        for word in ("entry", "head", "deal", "show", "commit", "x"):
            yield change(evidence, items=(*items[:place], change(item, type=word), *items[place + 1 :]))


@pytest.mark.parametrize("kind", KINDS)
def test_an_edited_file_accuses_nobody_else(kind: EvidenceKind) -> None:
    rig, found = kept(kind)
    guilty = found.judgement.accused
    rng = random.Random(kind)
    for edited in edits(decode_evidence(found.data), rig, rng):
        try:
            judgement = judge(decode_evidence(encode_evidence(edited)), rig.verifier)
        except NotProven:
            continue
        assert judgement.accused == edited.accused == guilty


@pytest.mark.parametrize("number", range(amount(40, 100, 4000)))
def test_a_file_with_a_random_flaw_accuses_nobody_else(number: int) -> None:
    kind = KINDS[number % len(KINDS)]
    rig, found = kept(kind)
    rng = random.Random(number)
    data = bytearray(found.data)
    for _ in range(1 + number % 3):
        data[rng.randrange(8, len(data))] = rng.randrange(256)
    try:
        judgement = judge(decode_evidence(bytes(data)), rig.verifier)
    except (FileFault, NotProven):
        return
    assert judgement.accused == found.judgement.accused


# What an honest host has signed.


def honest(number: int) -> Rig:
    """An honest round with challenges, a broken off shuffle, a player who leaves, and one who comes back."""
    if number % 4 == 3:
        rig = hidden_refill()
        rig.feed(rig.host.abort((2,), rig.now))
        rig.lose_words()
        rig.stands_still = False
        rig.settle()
        rig.style = choose
    else:
        rig = Rig(3 + number % 3, f"innocent {number}")
        rig.style = bold
        rig.start()
        rig.play(lambda: rig.host.replica.seq > 40)
    if rig.round.to_act >= 0 and not rig.faults:
        for seat in rig.round.playing:
            rig.feed(list(rig.host.own_bag(seat)))
        if number % 2 and len(rig.round.playing) > 2:
            rig.act(rig.round.to_act, Leave(rig.round.to_act))
    rig.finish()
    assert not rig.faults
    return rig


def pieces_of(rig: Rig) -> tuple[list[Item], list[Item]]:
    """(all entries, all private deliveries)."""
    log = [Item("entry", w.raw, w.sig) for w in rig.written]
    private = [item for items in rig.secrets.values() for item in items]
    return log, private


@pytest.mark.parametrize("number", range(amount(8, 20, 800)))
def test_nothing_that_an_honest_host_signed_proves_anything(number: int) -> None:
    rig = honest(number)
    log, private = pieces_of(rig)
    roster = next(i for i in log if entries.decode_entry(i.data).t == "ROSTER")
    rng = random.Random(number)

    def proves(kind: EvidenceKind, items: Sequence[Item]) -> bool:
        evidence = Evidence(kind, GAME, rig.signer.pk, Signed(roster.data, roster.sig), tuple(items), "")
        try:
            judge(evidence, rig.verifier)
        except NotProven:
            return False
        return True

    host_kinds = [kind for kind in KINDS if kind != "DOUBLE"]
    for _ in range(6):
        # The log up to anywhere, with any deliveries in any order.
        some = rng.sample(private, rng.randint(0, min(len(private), 8)))
        prefix = log[: rng.randint(1, len(log))]
        for kind in host_kinds:
            assert not proves(kind, [*prefix, *some])
        # Any pieces at all.
        anything = rng.sample([*log, *some], rng.randint(1, min(len(log), 12)))
        for kind in host_kinds:
            assert not proves(kind, anything)
    # Every stretch that could pass for a shuffle, with every delivery.
    starts = [i for i, item in enumerate(log) if entries.decode_entry(item.data).t == "EPOCH_OPEN"]
    for start in starts:
        for end in range(start + 1, min(start + 12, len(log)) + 1):
            for kind in ("LEAF", "ORDER", "SEED", "DECK", "FORK"):
                assert not proves(kind, [*log[start:end], *private])
    for place, item in enumerate(log):
        assert not proves("FORK", [item, *log[max(0, place - 3) : place]])
    heads = [head_of(rig, item) for item in log]
    assert not proves("FORK", heads)
    assert not proves("SEED", log)


def head_of(rig: Rig, item: Item) -> Item:
    """The head of an entry, without it."""
    entry = entries.decode_entry(item.data)
    return Item("head", codec.encode_text(HeadText(GAME, entry.q, entries.head(item.data))), item.sig)


@pytest.mark.parametrize("number", range(amount(4, 10, 400)))
def test_nothing_that_an_honest_player_signed_proves_anything(number: int) -> None:
    rig = honest(number)
    log, _ = pieces_of(rig)
    said: dict[int, list[Item]] = {seat: [] for seat in range(len(rig.signers))}
    lists = []
    for item in log:
        entry = entries.decode_entry(item.data)
        if isinstance(entry.b, bodies.EpochCommits):
            lists.append(item)
            for s in entry.b.commits:
                said[s.seat].append(Item("commit", s.p, s.s))
        elif isinstance(entry.b, bodies.EpochSeeds):
            for s in entry.b.seeds:
                said[s.seat].append(Item("reveal", s.p, s.s))
        elif entry.t == "ACT" and entry.c is not None:
            said[entry.c.seat].append(Item("act", entry.c.p, entry.c.s))
    roster = Signed(log[1].data, log[1].sig)
    for seat, items in said.items():
        evidence = Evidence("DOUBLE", GAME, rig.signers[seat].pk, roster, (log[0], *lists, *items * 2), "")
        with pytest.raises(NotProven, match="do not contradict"):
            judge(evidence, rig.verifier)


# What is not proven, and why.


def refused(evidence: Evidence, rig: Rig) -> str:
    """The sentence."""
    with pytest.raises(NotProven) as caught:
        judge(evidence, rig.verifier)
    return str(caught.value)


def test_pieces_that_do_not_belong() -> None:
    rig, found = case("LEAF")
    good = decode_evidence(found.data)

    def with_items(*items: Item) -> Evidence:
        return msgspec.structs.replace(good, items=items)

    nonsense = Item("entry", b"\xc0", bytes(64))
    assert "cannot be read" in refused(with_items(nonsense), rig)
    assert "not signed by the accused" in refused(
        with_items(Item("entry", good.items[0].data, bytes(64))), rig
    )
    head = head_of(rig, good.items[0])
    assert "A head in the file was not signed" in refused(with_items(Item("head", head.data, bytes(64))), rig)
    assert "cannot be read" in refused(with_items(Item("head", b"\xc0", bytes(64))), rig)
    deal = good.items[-1]
    assert "private delivery" in refused(with_items(Item("deal", deal.data, bytes(64))), rig)
    assert "does not belong" in refused(with_items(Item("chat", b"x", bytes(64))), rig)
    sig = rig.signer.sign("deal", b"\xc0")
    assert "cannot be read" in refused(with_items(*good.items[:-1], Item("deal", b"\xc0", sig)), rig)
    roster = msgspec.structs.replace(good, roster=Signed(good.items[0].data, good.items[0].sig))
    assert "who was at the table" in refused(roster, rig)


def test_a_shuffle_that_was_given_up_is_none() -> None:
    """The deal belongs to the second attempt; with the first one it would look false."""
    rig = Rig()
    rig.stands_still = True
    rig.start()
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    rig.feed(rig.host.abort((2,), rig.now))
    rig.lose_words()
    rig.stands_still = False
    rig.settle()
    assert rig.secrets[0]
    log, _ = pieces_of(rig)
    first = next(i for i, item in enumerate(log) if entries.decode_entry(item.data).t == "EPOCH_OPEN")
    dealt = next(i for i, item in enumerate(log) if entries.decode_entry(item.data).t == "EPOCH_SEEDS")
    roster = Signed(log[1].data, log[1].sig)
    for kind in ("LEAF", "ORDER"):
        for items in (log[first : dealt + 1], [log[first], *log[dealt - 1 : dealt + 1]], [log[first]]):
            evidence = Evidence(kind, GAME, rig.signer.pk, roster, (*items, *rig.secrets[0]), "")
            assert "do not contradict" in refused(evidence, rig)


def test_a_shown_hand_whose_challenge_is_cut_off_proves_nothing() -> None:
    rig = challenged()
    _, victim, _ = parties(rig)
    rig.act(victim, Challenge(victim))
    rig.finish()
    log, _ = pieces_of(rig)
    shows = [item for item in rig.secrets[victim] if item.type == "show"]
    assert shows
    roster = Signed(log[1].data, log[1].sig)
    for end in range(1, len(log) + 1):
        evidence = Evidence("VERDICT", GAME, rig.signer.pk, roster, (*log[:end], *shows), "")
        assert "do not contradict" in refused(evidence, rig)


def test_a_game_of_another_version_proves_nothing() -> None:
    """An entry that this program cannot read is nobody's broken promise."""
    rig = Rig()
    rig.start()
    log, _ = pieces_of(rig)
    once(rig, "GAME_START", lambda w: rig.body(w, uses=("sealed",)))
    start = rig.body(rig.written[0], uses=("sealed",))
    roster = Signed(log[1].data, log[1].sig)
    item = Item("entry", start.raw, start.sig)
    evidence = Evidence("RULE", GAME, rig.signer.pk, roster, (item,), "")
    assert "do not contradict" in refused(evidence, rig)


def test_double_needs_the_table_and_the_players_own_signature() -> None:
    rig, found = case("DOUBLE")
    good = decode_evidence(found.data)
    change = msgspec.structs.replace
    start, *said = good.items
    assert "who was at the table" in refused(change(good, items=tuple(said)), rig)
    assert "had no seat" in refused(change(good, accused=bytes(32)), rig)
    assert "not signed by the accused" in refused(change(good, accused=rig.signers[1].pk), rig)
    assert "not signed by the host" in refused(change(good, items=(change(start, sig=bytes(64)), *said)), rig)
    assert "cannot be read" in refused(change(good, items=(change(start, data=b"\xc0"), *said)), rig)
    assert "who was at the table" in refused(change(good, roster=Signed(start.data, start.sig)), rig)
    payload = b"hello"
    chat = Item("chat", payload, rig.signers[0].sign("chat", payload))
    assert "does not belong" in refused(change(good, items=(start, chat)), rig)
    other = messages.Action(bytes(16), 1, 5, 1, bytes(32), "draw", {})
    act = Item("act", *signed(rig, 0, other))
    assert "another game" in refused(change(good, items=(start, act)), rig)
    junk = Item("commit", b"\xc0", rig.signers[0].sign("commit", b"\xc0"))
    assert "cannot be read" in refused(change(good, items=(start, junk)), rig)


def test_two_moves_with_one_number() -> None:
    rig = Rig()
    rig.start()
    to_turn(rig)
    seat = rig.round.to_act
    replica = rig.host.replica
    texts = [
        messages.Action(GAME, 1, rig.now + 5, replica.seq - 1, replica.head, kind, {})
        for kind in ("draw", "pass")
    ]
    rig.feed(rig.host.act(seat, *signed(rig, seat, texts[0]), rig.now))
    assert rig.host.act(seat, *signed(rig, seat, texts[0]), rig.now) == [], "the same again is nothing new"
    with pytest.raises(Nack) as caught:
        rig.host.act(seat, *signed(rig, seat, texts[1]), rig.now)
    assert caught.value.code == "E_DOUBLE"
    found = proof(rig, caught.value.fault)
    assert (found.judgement.code, found.judgement.name) == ("E_DOUBLE", f"P{seat}")


def test_a_seed_that_was_not_the_promised_one() -> None:
    rig = Rig()
    rig.stands_still = True
    rig.start()
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    for seat, message in rig._todo[:3]:
        assert isinstance(message, messages.Commit)
        rig.feed(rig.host.commit(seat, message.p, message.s, rig.now))
    attempt = rig.host.replica.attempt
    assert attempt is not None
    with pytest.raises(Nack) as caught:
        rig.host.reveal(1, *signed(rig, 1, messages.SeedText(attempt.key, bytes(32))), rig.now)
    found = proof(rig, caught.value.fault)
    assert (found.judgement.kind, found.judgement.code) == ("DOUBLE", "E_REVEAL")
    # The seed alone, or with the list of another shuffle, proves nothing.
    evidence = decode_evidence(found.data)
    for items in (evidence.items[:1] + evidence.items[2:], evidence.items[:2]):
        assert "do not contradict" in refused(msgspec.structs.replace(evidence, items=items), rig)


def test_two_lists_for_one_shuffle() -> None:
    rig = Rig()
    rig.start()
    log, _ = pieces_of(rig)
    listed = next(w for w in rig.written if entries.decode_entry(w.raw).t == "EPOCH_COMMITS")
    second = forged_entry(rig, "EPOCH_COMMITS", entries.decode_entry(listed.raw).b)
    lists = [Item("entry", listed.raw, listed.sig), Item("entry", second.raw, second.sig)]
    roster = Signed(log[1].data, log[1].sig)
    evidence = Evidence("FORK", GAME, rig.signer.pk, roster, tuple(lists), "")
    assert judge(evidence, rig.verifier).code == "E_FORK"


def test_seeds_that_name_several_lists() -> None:
    rig = Rig()
    rig.start()
    log, _ = pieces_of(rig)
    sealed = next(w for w in rig.written if entries.decode_entry(w.raw).t == "EPOCH_SEEDS")
    rows = list(seeds(sealed))
    text = messages.SeedText(bytes(32), bytes(32))
    rows[0] = SeatSigned(0, *signed(rig, 0, text))
    false = rig.body(sealed, seeds=tuple(rows))
    roster = Signed(log[1].data, log[1].sig)
    evidence = Evidence("FORK", GAME, rig.signer.pk, roster, (Item("entry", false.raw, false.sig),), "")
    assert judge(evidence, rig.verifier).code == "E_FORK"


def test_nothing_is_collected_without_a_roster_or_for_what_nobody_signed() -> None:
    rig = Rig()
    rig.start()
    log = [(w.raw, w.sig) for w in rig.written]
    host = rig.signer.pk
    assert collect(ProofFault("E_RULE", 0), GAME, host, log[:1], rig.verifier) is None
    for code in ("E_RULE", "E_FORK", "E_LEAF", "E_SEED", "E_CODE", "E_BAG"):
        assert collect(ProofFault(code, 5), GAME, host, log, rig.verifier) is None
    junk = ("deal", b"\xc0", bytes(64))
    assert collect(ProofFault("E_BAG", 5, pieces=[junk]), GAME, host, log, rig.verifier) is None
    assert collect(ProofFault("E_RULE", 5), GAME, host, [*log[:5], (b"\xc0", b"")], rig.verifier) is None
    accused = ProofFault("E_DOUBLE", -1, accused=rig.signers[0].pk, pieces=[("reveal", b"\xc0", bytes(64))])
    assert collect(accused, GAME, host, log, rig.verifier) is None


def test_files_that_prove_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rig, found = case("LEAF", real=True)
    edited = msgspec.structs.replace(decode_evidence(found.data), accused=rig.signers[0].pk)
    (tmp_path / "edited").write_bytes(encode_evidence(edited))
    (tmp_path / "good").write_bytes(found.data)
    (tmp_path / "damaged").write_bytes(found.data[:-1])

    def run(*names: str) -> int:
        return main(["audit", "--evidence", *(str(tmp_path / name) for name in names)])

    assert run("edited") == 1
    assert "NOT PROVEN" in capsys.readouterr().out
    assert run("damaged") == 2
    assert "DAMAGED" in capsys.readouterr().out
    assert run("missing") == 69
    assert run("good", "damaged") == 2
    assert run("good", "edited", "damaged") == 1
    capsys.readouterr()
    assert main(["audit", "--json", "--evidence", str(tmp_path / "good"), str(tmp_path / "edited")]) == 1
    said = capsys.readouterr().out
    assert '"verdict": "PROVEN LEAF E_LEAF at entry' in said
    assert '"proven": null' in said

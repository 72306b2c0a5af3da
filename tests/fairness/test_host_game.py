"""What the writing side refuses: a code, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from protocol import codec, messages
from protocol.errors import ProofFault
from protocol.unolog import Frame
from tests.fairness.rig import Rig, to_turn
from tests.signers import HashVerifier
from uno_lan.engine import NOBODY, Catch, Command, Draw, Keep, Leave, Play, Ruleset, Uno
from uno_lan.fairness.host_game import HostGame, Nack, Secret, Written


def playing() -> Rig:
    """A round in the middle."""
    rig = Rig()
    rig.start()
    to_turn(rig)
    return rig


def refused(rig: Rig, attempt: Callable[[], object]) -> str:
    """The code; nothing was written and the round is as it was."""
    before = (rig.host.replica.seq, rig.round.public())
    with pytest.raises(Nack) as caught:
        attempt()
    assert (rig.host.replica.seq, rig.round.public()) == before
    return caught.value.code


def move(rig: Rig, seat: int, command: Command) -> messages.Act:
    """A signed move of a player."""
    rig.now += 1
    act = rig.clients[seat].act(command, rig.now).send[0]
    assert isinstance(act, messages.Act)
    return act


def test_moves_that_are_refused() -> None:
    rig = playing()
    acts = rig.round.to_act
    other = (acts + 1) % 3
    for seat, command, code in (
        (other, Draw(other), "not_your_turn"),
        (acts, Keep(acts), "wrong_phase"),
        (acts, Uno(acts), "nothing_to_call"),
        (other, Catch(other, acts), "nothing_to_catch"),
        (acts, Play(acts, rig.truth.hands[other][0], 0), "not_in_hand"),
    ):
        act = move(rig, seat, command)
        assert refused(rig, lambda seat=seat, act=act: rig.host.act(seat, act.p, act.s, rig.now)) == code  # type: ignore[misc]


def test_a_move_in_somebody_elses_name_or_out_of_thin_air() -> None:
    rig = playing()
    acts = rig.round.to_act
    act = move(rig, acts, Draw(acts))
    assert refused(rig, lambda: rig.host.act((acts + 1) % 3, act.p, act.s, rig.now)) == "E_SIG"
    assert refused(rig, lambda: rig.host.act(7, act.p, act.s, rig.now)) == "not_seated"
    assert refused(rig, lambda: rig.host.act(acts, act.p, bytes(64), rig.now)) == "E_SIG"
    junk = b"\xc0"
    sig = rig.signers[acts].sign("act", junk)
    assert refused(rig, lambda: rig.host.act(acts, junk, sig, rig.now)) == "E_SCHEMA"
    assert refused(rig, lambda: rig.host.commit(acts, junk, sig, rig.now)) == "E_STALE"
    assert refused(rig, lambda: rig.host.reveal(acts, junk, sig, rig.now)) == "E_STALE"
    assert refused(rig, lambda: rig.host.signed("ACK", 7, junk, sig, rig.now)) == "not_seated"


def test_a_move_made_on_an_older_table() -> None:
    rig = playing()
    acts = rig.round.to_act
    old = move(rig, acts, Draw(acts))
    rig.act(acts, Draw(acts))
    rig.act(acts, Keep(acts))
    newer = move(rig, rig.round.to_act, Draw(rig.round.to_act))
    assert refused(rig, lambda: rig.host.act(acts, old.p, old.s, rig.now)) in ("E_COUNTER", "E_STALE")
    rig.feed(rig.host.act(rig.round.to_act, newer.p, newer.s, rig.now))
    assert not rig.faults


def test_a_stale_move() -> None:
    rig = playing()
    acts = rig.round.to_act
    client = rig.clients[acts]
    seen = (client.replica.seq - 1, client.replica.head)
    rig.act(acts, Draw(acts))
    text = messages.Action(rig.host.replica.game_id, 1, rig.now + 50, *seen, "keep", {})
    payload = codec.encode_text(text)
    sig = rig.signers[acts].sign("act", payload)
    assert refused(rig, lambda: rig.host.act(acts, payload, sig, rig.now)) == "E_STALE"


def test_the_same_move_again_is_nothing_new() -> None:
    rig = playing()
    acts = rig.round.to_act
    act = move(rig, acts, Draw(acts))
    rig.feed(rig.host.act(acts, act.p, act.s, rig.now))
    assert rig.host.act(acts, act.p, act.s, rig.now) == []
    other = (acts + 1) % 3
    leave = move(rig, other, Leave(other))
    rig.feed(rig.host.act(other, leave.p, leave.s, rig.now))
    assert refused(rig, lambda: rig.host.act(other, leave.p, leave.s, rig.now)) == "not_seated"


def test_a_time_out_before_its_time_is_not_written() -> None:
    rig = playing()
    assert refused(rig, lambda: rig.host.timeout(rig.round.to_act, rig.now)) == "too_early"


def test_the_clock_of_the_host_may_jump_back() -> None:
    rig = Rig(rules=Ruleset.make("classic"))
    rig.start()
    rig.now -= 500_000
    rig.finish()
    assert not rig.faults


def test_seeds_twice() -> None:
    rig = Rig()
    rig.stands_still = True
    rig.start()
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    todo, rig._todo = rig._todo, []
    commits = [(seat, m) for seat, m in todo if isinstance(m, messages.Commit)]
    assert len(commits) == 3
    for seat, m in commits[:2]:
        assert rig.host.commit(seat, m.p, m.s, rig.now) == []
        assert rig.host.commit(seat, m.p, m.s, rig.now) == []
    assert rig.host.missing() == (2,)
    seat, m = commits[2]
    rig.feed(rig.host.commit(seat, m.p, m.s, rig.now))
    reveals = [(seat, m) for seat, m in rig._todo if isinstance(m, messages.Reveal)]
    for seat, r in reveals[:2]:
        assert rig.host.reveal(seat, r.p, r.s, rig.now) == []
        assert rig.host.reveal(seat, r.p, r.s, rig.now) == []
    seat, r = reveals[0]
    other = codec.encode_text(
        msgspec.structs.replace(codec.decode_text(r.p, messages.SeedText), seed=bytes(32))
    )
    assert refused(rig, lambda: rig.host.reveal(seat, other, bytes(64), rig.now)) == "E_SIG"
    sig = rig.signers[seat].sign("reveal", other)
    assert refused(rig, lambda: rig.host.reveal(seat, other, sig, rig.now)) == "E_DOUBLE"


def test_a_verdict_is_countersigned_once_by_who_was_shown() -> None:
    rig = playing()
    text = codec.encode_text(messages.VerdictText(rig.host.replica.game_id, 1, bytes(32), True))
    sig = rig.signers[0].sign("verdict", text)
    assert refused(rig, lambda: rig.host.verdict(0, text, sig, rig.now)) == "E_STALE"
    assert refused(rig, lambda: rig.host.verdict(0, b"\xc0", sig, rig.now)) == "E_SCHEMA"


def test_leaving_between_rounds_is_checked() -> None:
    rig = Rig()
    rig.start()
    rig.finish()
    leave = move(rig, 1, Leave(1))
    rig.host.check_leave(1, leave.p, leave.s)
    draw = move(rig, 1, Draw(1))
    assert refused(rig, lambda: rig.host.check_leave(1, draw.p, draw.s)) == "wrong_phase"
    assert refused(rig, lambda: rig.host.check_leave(2, leave.p, leave.s)) == "E_SIG"
    junk = b"\xc0"
    sig = rig.signers[1].sign("act", junk)
    assert refused(rig, lambda: rig.host.check_leave(1, junk, sig)) == "E_SCHEMA"


def test_after_the_game_nothing_is_signed_in() -> None:
    rig = playing()
    rig.feed(rig.host.end_game("closed", rig.now))
    assert refused(rig, lambda: rig.host.signed("ACK", 0, b"x", bytes(64), rig.now)) == "wrong_phase"
    assert rig.host.attest(0, b"x", bytes(64), rig.now) == []


def test_nobody_sees_anything_before_the_first_round() -> None:
    host = HostGame(Rig().signer, HashVerifier())
    assert host.view(0) is None
    assert host.own_bag(0) == []
    assert host.missing() == ()


def test_a_view_is_what_its_seat_may_see() -> None:
    rig = playing()
    for seat in (0, 1, 2, NOBODY):
        seen = rig.host.view(seat)
        assert seen is not None
        assert seen.hand == (tuple(rig.truth.hands[seat]) if seat != NOBODY else ())
        client = rig.clients[seat]
        assert client.view() == seen
    rig.act(rig.round.to_act, Draw(rig.round.to_act))
    seen = rig.host.view(rig.round.to_act)
    assert seen is not None
    assert seen.drawn == rig.truth.hands[rig.round.to_act][-1]
    assert rig.clients[rig.round.to_act].view() == seen


def frames(rig: Rig, secrets: list[bytes]) -> list[Frame]:
    """What a shell would have stored, with the secrets first."""
    stored = [Frame("sec", raw) for raw in secrets]
    return stored + [Frame("ent", w.raw, w.sig) for w in rig.written]


class Keeper(HostGame):
    """Remembers its secrets for the test."""

    kept: list[bytes]

    def open_shuffle(self, seed: bytes, now: int):  # type: ignore[no-untyped-def]
        out = super().open_shuffle(seed, now)
        self.kept = [*getattr(self, "kept", []), *(o.raw for o in out if isinstance(o, Secret))]
        return out


def test_a_game_is_taken_up_from_its_file() -> None:
    rig = Rig(4, "resume", host=Keeper)
    rig.start()
    rig.play(lambda: rig.host.replica.seq > 25)
    to_turn(rig)
    assert isinstance(rig.host, Keeper)
    again = HostGame.resume(rig.signer, HashVerifier(), frames(rig, rig.host.kept))
    assert again.replica.heads == rig.host.replica.heads
    assert again.replica.state() == rig.host.replica.state()
    assert again.truth is not None
    for seat in range(4):
        assert again.truth.hands[seat] == rig.truth.hands[seat]
    assert again.truth.pile == rig.truth.pile
    assert again.replica.counters == rig.host.replica.counters
    acts = rig.round.to_act
    act = move(rig, acts, Draw(acts))
    one = rig.host.act(acts, act.p, act.s, rig.now)[0]
    other = again.act(acts, act.p, act.s, rig.now)[0]
    assert isinstance(one, Written)
    assert isinstance(other, Written)
    assert one.raw == other.raw


def test_a_file_that_does_not_give_what_it_says() -> None:
    rig = Rig(3, "damaged", host=Keeper)
    rig.start()
    to_turn(rig)
    assert isinstance(rig.host, Keeper)
    secrets = [codec.unpack(raw) for raw in rig.host.kept]
    assert isinstance(secrets[0], dict)
    wrong = codec.pack({"eid": secrets[0]["eid"], "seed": bytes(32)})
    with pytest.raises(ProofFault) as caught:
        HostGame.resume(rig.signer, HashVerifier(), frames(rig, [wrong, *rig.host.kept[1:]]))
    assert caught.value.code == "E_SEED"
    good = frames(rig, rig.host.kept)
    start = next(i for i, f in enumerate(good) if b"ROUND_START" in f.data)
    changed = rig.body(rig.written[start - len(rig.host.kept)], st=bytes(16))
    with pytest.raises(ProofFault) as caught:
        HostGame.resume(rig.signer, HashVerifier(), [*good[:start], Frame("ent", changed.raw, changed.sig)])
    assert caught.value.code == "E_RULE"

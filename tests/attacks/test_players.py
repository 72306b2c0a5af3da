"""Attacks by players and watchers: old moves, moves of others, moves of nobody, values that make no sense."""

from __future__ import annotations

import msgspec
import pytest

from protocol import bodies, codec, messages
from protocol.errors import ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import Action
from tests.attacks.harness import Court, Player, attack, everybody
from tests.fairness.rig import GAME, forged_entry, to_turn
from tests.host.pair import ED25519, Client, Pair
from uno_lan.engine import NOBODY, Draw, Keep, Phase
from uno_lan.fairness.host_game import Nack


def table() -> Pair:
    """Ann, Ben and Cem in a round; Eva watches. Nobody moves by itself."""
    pair = Pair(["Ann", "Ben", "Cem"], keys=ED25519, seed="players")
    pair.connect("Eva", "watch")
    for client in pair.clients.values():
        client.plays = False
    pair.start()
    return pair


def awaited(pair: Pair) -> Client:
    """Whose turn it is."""
    return next(c for c in pair.clients.values() if c.game and c.game.seat == pair.round.to_act)


def history(pair: Pair) -> list[bytes]:
    """All heads: what must not change."""
    return list(pair.match.replica.heads)


def one_move(pair: Pair) -> messages.Act:
    """Somebody draws; the cards are as before, but the turn has passed. Returns the move as it was sent."""
    client = awaited(pair)
    client.act(Draw(client.seat), pair.now)
    act = client.sent
    assert act is not None
    pair.pump()
    if pair.round.phase is Phase.DRAWN:
        client.act(Keep(client.seat), pair.now)
        pair.pump()
    return act


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"kind": "pass"}, "E_COUNTER"),
        ({"game": bytes(16)}, "E_SCHEMA"),
        ({"round": 2}, "E_SCHEMA"),
        ({"head": bytes(32)}, "E_FORK"),
        ({"counter": 5}, "E_COUNTER"),
    ],
    ids=["again", "another game", "another round", "another history", "an older number"],
)
def test_39_an_old_move_again(changes: dict[str, object], code: str) -> None:
    """Signed by the player itself, but not for now."""
    pair = table()
    client = awaited(pair)
    act = one_move(pair)
    one_move(pair)
    old = codec.decode_text(act.p, Action)
    player = Player(pair, client.name)
    before = history(pair)
    number = old.counter if code == "E_COUNTER" else old.counter + 1_000_000
    again = msgspec.structs.replace(old, **({"counter": number} | changes))
    assert player.say(player.sign(messages.Act, again)) == [code]
    assert history(pair) == before


def test_39_a_move_that_saw_an_older_table() -> None:
    """In the meantime the turn has passed on: the player is asked again."""
    pair = table()
    client = awaited(pair)
    old = codec.decode_text(one_move(pair).p, Action)
    one_move(pair)
    player = Player(pair, client.name)
    late = msgspec.structs.replace(old, counter=old.counter + 1_000_000)
    assert player.say(player.sign(messages.Act, late)) == ["E_STALE"]


def test_39_the_very_same_bytes_are_a_retry() -> None:
    """Sent again after a break they are answered by the entry they became, and do nothing."""
    pair = table()
    client = awaited(pair)
    client.act(Draw(client.seat), pair.now)
    act = client.sent
    assert act is not None
    pair.pump()
    before = history(pair)
    assert Player(pair, client.name).say(act) == []
    assert history(pair) == before


def test_39_a_host_that_logs_an_old_move(court: Court) -> None:
    rig = attack(2)
    rig.start()
    rig.play(lambda: rig.written[-1].happened.entry.t == "ACT")
    last = rig.written[-1].happened.entry
    rig.feed([forged_entry(rig, "ACT", last.b, last.c)])
    rig.assert_found(all="E_COUNTER")
    court.convicts_host(rig, "RULE", "E_COUNTER", *everybody(rig))


def test_40_a_move_in_somebody_elses_name() -> None:
    """Ben sends what Ann has signed, and signs what only Ann may do."""
    pair = table()
    ann = awaited(pair)
    ben = next(c for c in pair.clients.values() if c is not ann and c.seat != NOBODY)
    player = Player(pair, ben.name)
    before = history(pair)
    theirs = Player(pair, ann.name)
    stolen = theirs.sign(messages.Act, theirs.action("draw"))
    assert player.say(stolen) == ["E_SIG"]
    assert player.say(player.sign(messages.Act, player.action("draw"))) == ["not_your_turn"]
    assert history(pair) == before


def test_40_a_signature_of_another_key() -> None:
    """At the host's side of a game, without a link that says who it is."""
    rig = attack()
    rig.start()
    payload = codec.encode_text(
        Action(GAME, 1, rig.now, rig.host.replica.seq - 1, rig.host.replica.head, "draw", {})
    )
    for signer in (rig.signers[1], rig.signer):
        with pytest.raises(Nack, match="E_SIG"):
            rig.host.act(0, payload, signer.sign("act", payload), rig.now)


ABSURD: list[tuple[str, dict[str, object], str]] = [
    ("play", {"card": 112}, "not_in_hand"),
    ("play", {"card": 10**9}, "not_in_hand"),
    ("play", {"card": -1}, "not_in_hand"),
    ("play", {"card": "x"}, "E_SCHEMA"),
    ("play", {"card": True}, "E_SCHEMA"),
    ("play", {}, "E_SCHEMA"),
    ("play", {"card": 1, "seat": 2}, "E_SCHEMA"),
    ("catch", {"target": 255}, "bad_target"),
    ("color", {"color": 9}, "wrong_phase"),
    ("begin", {}, "E_SCHEMA"),
    ("shuffled", {}, "E_SCHEMA"),
    ("timeout", {}, "E_SCHEMA"),
    ("nonsense", {}, "E_SCHEMA"),
]


@pytest.mark.parametrize(("kind", "args", "code"), ABSURD, ids=[f"{k} {a}" for k, a, _ in ABSURD])
def test_52_values_that_make_no_sense(kind: str, args: dict[str, object], code: str) -> None:
    """Well signed and of a valid form: refused with a reason, and nothing has changed."""
    pair = table()
    player = Player(pair, awaited(pair).name)
    before, state = history(pair), pair.round.public()
    said = player.say(player.sign(messages.Act, player.action(kind, args=args)))
    assert len(said) == 1
    assert said[0] == code
    assert (history(pair), pair.round.public()) == (before, state)


def test_52_a_host_that_lets_a_player_act_as_the_clock(court: Court) -> None:
    """A time-out takes a default that rules like "you must play" do not bind: only the clock may give it."""
    rig = attack(seed="clock")
    rig.start()
    to_turn(rig)
    seat, replica = rig.round.to_act, rig.host.replica
    payload = codec.encode_text(Action(GAME, 1, rig.now, replica.seq - 1, replica.head, "timeout", {}))
    signed = SeatSigned(seat, payload, rig.signers[seat].sign("act", payload))
    with pytest.raises(Nack, match="E_SCHEMA"):
        rig.host.act(seat, signed.p, signed.s, rig.now)
    rig.feed([forged_entry(rig, "ACT", bodies.Act((), bytes(16)), signed)])
    rig.assert_found(all="E_SCHEMA")
    court.convicts_host(rig, "RULE", "E_SCHEMA", *everybody(rig))


@pytest.mark.parametrize(
    "text",
    [
        messages.AdminText(GAME, 1, "kick", 9, None),
        messages.VoteText(GAME, 1, 1, "dispute", "void", NOBODY, None),
        messages.VerdictText(GAME, 7, bytes(32), True),
        messages.AttestText(GAME, 99, 1, bytes(32), "ok", ()),
        messages.AckText(GAME, 2**40, bytes(32)),
        messages.DisputeText(GAME, "E_LEAF", 2**62, None),
    ],
    ids=lambda text: type(text).__name__,
)
def test_52_words_that_make_no_sense(text: messages.Text) -> None:
    """Orders, votes and witness of things that are not: none of it becomes an entry but a mere objection."""
    pair = table()
    text = msgspec.structs.replace(text, game=pair.match.replica.game_id)
    kinds = {
        messages.AdminText: messages.Admin,
        messages.VoteText: messages.Vote,
        messages.VerdictText: messages.AckVerdict,
        messages.AttestText: messages.Attest,
        messages.AckText: messages.AckHead,
        messages.DisputeText: messages.Dispute,
    }
    player = Player(pair, "Ben")
    before = history(pair)
    player.say(player.sign(kinds[type(text)], text))
    new = history(pair)[len(before) :]
    assert len(new) == (1 if isinstance(text, messages.DisputeText) else 0)
    pair.check()


def test_52_a_seat_that_cannot_be() -> None:
    """A message with such a seat is none."""
    order: dict[str, object] = {"g": GAME, "n": 1, "k": "kick", "seat": 2, "pk": None}
    true = messages.AdminText(GAME, 1, "kick", 2, None)
    assert codec.decode_text(codec.pack(order), messages.AdminText) == true
    for seat in (255, 10, -2):
        with pytest.raises(ProtocolFault, match="E_SCHEMA"):
            codec.decode_text(codec.pack(order | {"seat": seat}), messages.AdminText)
    row = (2, b"x", bytes(64))
    assert codec.decode_text(codec.pack(row), SeatSigned) == SeatSigned(*row)
    for seat in (255, 10, -1):
        with pytest.raises(ProtocolFault, match="E_SCHEMA"):
            codec.decode_text(codec.pack((seat, *row[1:])), SeatSigned)


def test_56_a_watcher_plays_along() -> None:
    """Eva has no seat: no move, no shuffle, no verdict and no attestation of hers counts."""
    pair = table()
    eva = Player(pair, "Eva")
    before = history(pair)
    replica = pair.match.replica
    said = [
        eva.say(eva.sign(messages.Act, eva.action("draw"))),
        eva.say(eva.sign(messages.Act, eva.action("catch", args={"target": 0}))),
        eva.say(eva.sign(messages.Commit, messages.CommitText(bytes(32), bytes(32)))),
        eva.say(eva.sign(messages.AckVerdict, messages.VerdictText(replica.game_id, 9, bytes(32), True))),
        eva.say(eva.sign(messages.Attest, messages.AttestText(replica.game_id, 1, 1, bytes(32), "ok", ()))),
        eva.say(
            eva.sign(messages.Vote, messages.VoteText(replica.game_id, 1, 1, "dispute", "void", -1, None))
        ),
    ]
    assert said[0] == said[1] == ["not_seated"]
    assert history(pair) == before
    assert not any(isinstance(messages.decode(p)[1], messages.Deal | messages.Show) for p in pair["Eva"].wire)  # type: ignore[index]


def test_56_a_watcher_asks_for_cards() -> None:
    """What is sent again to somebody without a seat is public, however often it is asked for."""
    pair = table()
    eva = Player(pair, "Eva")
    start = len(pair["Eva"].wire)
    pair["Eva"].sync()
    eva.pair.pump()
    found = [messages.decode(payload) for payload in pair["Eva"].wire[start:]]
    again = [one[1] for one in found if one is not None and isinstance(one[1], messages.Sync)]
    assert again, "she was answered"
    assert all(sync.private == () for sync in again)

"""The table as a whole: its edges, and what it tells whom."""

from __future__ import annotations

import pytest

from protocol import codec, messages
from protocol.messages import Terms, decode_terms, encode_terms
from tests.host.pair import QUICK, Pair, lazy
from tests.host.test_held import to_missed_call
from tests.host.test_leaving import to_phase
from uno_lan.engine import NOBODY, Catch, Draw, Phase, Ruleset
from uno_lan.fairness.host_game import Private
from uno_lan.host.catchup import PRIVATE_PART, private_parts
from uno_lan.host.room import Refusal, rules_of
from uno_lan.host.table import Times, make_terms
from uno_lan.outbox import BYTES


def terms(**changes: object) -> bytes:
    """The text of the usual rules with a change."""
    honest = decode_terms(make_terms(Ruleset.make("classic")))
    fields = {name: getattr(honest, name) for name in honest.__struct_fields__} | changes
    return encode_terms(Terms(**fields))


@pytest.mark.parametrize(
    "changes",
    [{"engine": "2"}, {"protocol": 2}, {"ruleset": {}}, {"ruleset": {"edition": "x"}}],
)
def test_rules_that_this_program_cannot_play(changes: dict[str, object]) -> None:
    with pytest.raises(Refusal) as caught:
        rules_of(terms(**changes))
    assert caught.value.code == "bad_rules"
    assert caught.value.sentence.endswith((".", "house", "custom"))


def test_bots_of_the_configuration_sit_down_at_once() -> None:
    pair = Pair(["Ann"], bots=2)
    lobby = pair.lobby()
    assert [(s.name, s.kind, s.ready) for s in lobby.seats] == [
        ("Ada", "bot", True),
        ("Bela", "bot", True),
        ("Ann", "person", True),
    ]


def test_an_external_bot_is_a_client_like_any_other() -> None:
    pair = Pair(["Ann"])
    pair.connect("Robo", "bot")
    assert [s.kind for s in pair.lobby().seats] == ["person", "external"]
    pair.drop("Ann")
    pair.wait(QUICK.waiting_room)
    pair["Robo"].change(messages.Start())
    pair.pump()
    assert pair["Robo"].errors[-1].code == "not_owner"
    pair.connect("Ann")
    pair.start()
    pair.play_round()
    pair.check()


def test_the_host_is_marked() -> None:
    pair = Pair(["Ann", "host"])
    assert [s.host for s in pair.lobby().seats] == [False, True]


def test_a_message_of_nobody_is_nothing() -> None:
    pair = Pair(["Ann"])
    pair.table.message(99, messages.Chat("boo"), pair.now)
    pair.table.lost(99, pair.now)
    pair.table.tick(pair.now)
    pair.pump()
    assert pair["Ann"].chats == []


def test_after_closing_everything_is_nothing() -> None:
    pair = Pair(["Ann"])
    peer = pair["Ann"].peer
    pair["Ann"].admin("close", pair.now)
    pair.pump()
    pair.table.tick(pair.now)
    pair.table.message(peer, messages.Chat("boo"), pair.now)
    pair.table.lost(peer, pair.now)
    assert pair.table.take() == []


def test_goodbye_keeps_the_seat() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ben"].say(messages.Bye("left"))
    pair.pump()
    assert pair["Ben"].peer == -1
    assert [s.online for s in pair.lobby("Ann").seats] == [True, False]
    pair.connect("Ben")
    assert pair["Ben"].seat == 1


def test_orders_for_another_game_and_to_a_bot() -> None:
    pair = Pair(["Ann"], bots=1)
    ann = pair["Ann"]
    payload = codec.encode_text(messages.AdminText(bytes(16), pair.now, "close", NOBODY, None))
    ann.say(messages.Admin(payload, ann.signer.sign("admin", payload)))
    pair.pump()
    assert ann.errors[-1].code == "wrong_stage"
    ann.admin("owner", pair.now, 0)
    pair.pump()
    assert ann.errors[-1].code == "no_player"
    ann.change(messages.SwapSeats(0, 9))
    ann.change(messages.SwapSeats(0, 5))
    pair.pump()
    assert [s.seat for s in pair.lobby().seats] == [1, 9]
    small = Pair(["Ann"], max_seats=2)
    small["Ann"].change(messages.SwapSeats(0, 5))
    small.pump()
    assert small["Ann"].errors[-1].code == "no_seat"


def test_a_time_out_waits_for_the_grace_of_a_missed_call() -> None:
    rules = Ruleset.make("classic", turn_timer=5, uno_grace_ms=10_000)
    pair = Pair(["Ann", "Ben", "Cem"], rules=rules, seed="owe")
    pair.start()
    to_missed_call(pair)
    opened, seat = pair.match.replica.window_since, pair.round.to_act
    pair.wait(9_999)
    assert pair.round.to_act == seat
    pair.wait(1)
    assert pair.round.to_act != seat
    assert pair.match.replica.ts == opened + 10_000
    pair.check()


def test_a_kept_move_is_answered_when_the_round_ends() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=10_000)
    pair = Pair(["Ann", "Ben"], rules=rules, seed="owe")
    pair.start()
    to_missed_call(pair)
    acts = next(c for c in pair.clients.values() if c.seat == pair.round.to_act)
    other = next(c for c in pair.clients.values() if c is not acts)
    acts.act(Draw(acts.seat), pair.now)
    pair.pump()
    assert acts.held > 0
    pair.leave(other.name)
    assert pair.stage == "game_over"
    assert acts.nacks == ["E_STALE"]


def test_a_kept_move_whose_number_is_used_up() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], rules=Ruleset.make("classic"), seed="owe")
    pair.start()
    to_missed_call(pair)
    acts = next(c for c in pair.clients.values() if c.seat == pair.round.to_act)
    target = pair.round.owes[0]
    assert target != acts.seat
    acts.act(Draw(acts.seat), pair.now)
    acts.act(Catch(acts.seat, target), pair.now)
    pair.pump()
    assert acts.nacks == ["E_STALE"]
    assert pair.round.sizes[target] == 3
    pair.check()


def test_as_many_latecomers_as_the_rules_allow() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=0, hand_size_n=15)
    pair = Pair([f"P{i}" for i in range(6)], rules=rules)
    pair.start()
    pair.connect("late")
    pair.play(lambda: pair.match.replica.round_no == 2 or pair.stage == "game_over")
    assert pair["late"].seat == NOBODY
    pair.check()


def test_a_watcher_presses_next_round() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.connect("Dan", "watch")
    for client in pair.clients.values():
        client.ready = False
    for name in ("Ann", "Ben"):
        pair[name].change(messages.Ready(pair[name].consent()))
    pair.start()
    pair.play(lambda: pair.stage == "round_over")
    pair["Dan"].change(messages.NextRound(2))
    pair.pump()
    assert pair["Dan"].errors[-1].code == "not_seated"
    pair["Dan"].change(messages.Sit())
    pair.pump()
    assert pair.lobby("Ann").spectators[0].wants_seat


def test_a_bot_that_left_thinks_no_more() -> None:
    pair = Pair(["Ann", "Ben"], bots=1, times=Times(think=(500, 500), keep=(500, 500), react=(500, 500)))
    for client in pair.clients.values():
        client.style = lazy
    pair.start()
    pair.play(lambda: pair.round.to_act == 0)
    pair["Ann"].admin("kick", pair.now, 0)
    pair.pump()
    assert pair.round.left == (0,)
    pair.wait(1_000)
    assert not [n for n in pair.notes if n.event == "bot.refused"]
    pair.check()


def test_many_shown_hands_come_in_several_parts() -> None:
    private = [Private(0, "show", bytes(PRIVATE_PART // 2 + 1), bytes(64)) for _ in range(3)]
    found, done = private_parts(7, private, 0)
    assert [len(p.private) for p in found] == [1, 1, 1]
    assert [p.more for p in found] == [True, True, False]
    assert done == 3
    assert [len(p.private) for p in private_parts(7, [], 0)[0]] == [0]


def test_more_hands_than_a_link_can_take_at_once_come_one_burst_after_the_other() -> None:
    private = [Private(0, "show", bytes([n]) * (PRIVATE_PART - n), bytes(64)) for n in range(30)]
    assert sum(len(item.payload) for item in private) > BYTES
    done, told = 0, []
    while done < len(private):
        found, done = private_parts(7, private, done)
        assert sum(len(s.p) for part in found for s in part.private) <= BYTES // 2
        told += found
    assert [s.p for part in told for s in part.private] == [item.payload for item in private]
    assert [part.more for part in told] == [True] * (len(told) - 1) + [False]


def test_who_comes_back_in_a_round_with_many_shown_hands_gets_all_with_pauses() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.start()
    to_phase(pair, Phase.TURN)
    pair.drop("Ben")
    pair.wait(10)
    # As if very many hands had been shown.
    own = pair.match.game.own_bag(1)[-1]
    count = 6 * PRIVATE_PART // len(own.payload)
    pair.match.game._shown.extend([own] * count)
    pair.connect("Ben")
    person = pair.match.scribe.person_at(1)
    assert person is not None
    link = person.link
    assert link is not None
    assert not link.synced
    assert 0 < link.private < count
    pair.wait(2_000)
    assert link.synced
    assert pair["Ben"].sure.replica.heads == pair.match.replica.heads
    assert not pair["Ben"].sure.waits_for_cards


def test_a_crash_between_the_seats_and_the_first_round() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    cut = next(i for i, f in enumerate(pair.file) if b"ROUND_START" in f.data)
    del pair.file[cut:]
    for client in pair.clients.values():
        client.game, client.files = None, []
    pair.restart()
    assert pair.match.replica.round is None
    pair.connect("Ann")
    pair.connect("Ben")
    assert pair.match.replica.round_no == 1
    pair.play_round()
    pair.check()

"""The waiting room: seats, ready, rules, the owner's business."""

from __future__ import annotations

import pytest

from protocol import codec, messages
from protocol.errors import ProtocolFault
from tests.host.pair import QUICK, Pair
from uno_lan.engine import NOBODY, Ruleset
from uno_lan.host.table import Times, make_terms


def last_error(pair: Pair, name: str) -> str:
    """Code of the newest refusal somebody got."""
    pair.pump()
    return pair[name].errors[-1].code if pair[name].errors else ""


def names(pair: Pair) -> dict[int, str]:
    """Who sits where, as the first client sees it."""
    lobby = next(iter(pair.clients.values())).lobby
    assert lobby is not None
    return {s.seat: s.name for s in lobby.seats}


def test_guests_sit_down_in_order_and_the_first_owns_the_table() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    assert names(pair) == {0: "Ann", 1: "Ben", 2: "Cem"}
    lobby = pair["Cem"].lobby
    assert lobby is not None
    assert [s.owner for s in lobby.seats] == [True, False, False]
    assert [s.ready for s in lobby.seats] == [True, True, True]


def test_the_owner_may_come_later_than_others() -> None:
    probe = Pair([])
    pair = Pair(["Ben"], owner=probe.keys.named("Ann").pk)
    assert pair["Ben"].lobby is not None
    assert not pair["Ben"].lobby.seats[0].owner
    pair.connect("Ann")
    assert [s.owner for s in pair["Ben"].lobby.seats] == [False, True]


def test_an_owner_who_never_comes_is_replaced() -> None:
    probe = Pair([])
    pair = Pair(["Ben"], owner=probe.keys.named("Ann").pk)
    pair.wait(QUICK.waiting_room + 1)
    pair["Ben"].change(messages.Sit())
    pair.pump()
    assert pair["Ben"].lobby is not None
    assert pair["Ben"].lobby.seats[0].owner


def test_equal_names_become_different() -> None:
    pair = Pair(["Ann"])
    pair.connect("ann")
    pair.connect("\x1b[31m")
    assert names(pair) == {0: "Ann", 1: "ann 2", 2: "Guest"}


def test_who_loses_the_race_for_the_last_seat_watches() -> None:
    pair = Pair(["Ann"], max_seats=3)
    pair["Ann"].change(messages.AddBot())
    pair.pump()
    pair.connect("Ben")
    pair.connect("Cem")
    assert pair["Ben"].seat == 2
    assert pair["Cem"].seat == NOBODY
    lobby = pair["Cem"].lobby
    assert lobby is not None
    assert [(s.name, s.wants_seat) for s in lobby.spectators] == [("Cem", True)]
    pair["Cem"].change(messages.Sit())
    assert last_error(pair, "Cem") == "no_seat"
    pair["Ann"].change(messages.RemoveBot(1))
    pair["Cem"].change(messages.Sit())
    pair.pump()
    assert pair["Cem"].seat == 1


def test_a_watcher_stays_one_until_it_sits_down() -> None:
    pair = Pair(["Ann"])
    pair.connect("Ben", "watch")
    assert pair["Ben"].seat == NOBODY
    pair["Ben"].change(messages.Ready(pair["Ben"].consent()))
    assert last_error(pair, "Ben") == "not_seated"
    pair["Ben"].change(messages.Sit())
    pair.pump()
    assert pair["Ben"].seat == 1
    pair["Ben"].change(messages.Stand())
    pair.pump()
    assert pair["Ben"].seat == NOBODY


def test_start_needs_everybody_here_to_be_ready() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ben"].change(messages.Unready())
    pair.pump()
    pair["Ann"].change(messages.Start())
    assert last_error(pair, "Ann") == "not_ready"
    assert "Ben" in pair["Ann"].errors[-1].msg
    pair["Ben"].change(messages.Ready(pair["Ben"].consent()))
    pair.start()
    assert pair.stage == "round"


def test_start_needs_two_and_a_person() -> None:
    pair = Pair(["Ann"])
    pair["Ann"].change(messages.Start())
    assert last_error(pair, "Ann") == "no_players"
    pair["Ann"].change(messages.AddBot())
    pair["Ann"].change(messages.AddBot())
    pair["Ann"].change(messages.Stand())
    pair["Ann"].change(messages.Start())
    assert last_error(pair, "Ann") == "no_players"
    assert pair.stage == "waiting"


def test_start_pressed_twice_deals_once() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ann"].change(messages.Start())
    pair["Ann"].change(messages.Start())
    pair.pump()
    assert last_error(pair, "Ann") == "wrong_stage"
    assert len(pair.files) == 1
    assert pair.match.replica.round_no == 1


def test_only_the_owner_starts_and_arranges() -> None:
    pair = Pair(["Ann", "Ben"])
    ben = pair["Ben"]
    for change in (
        messages.Start(),
        messages.AddBot(),
        messages.RemoveBot(0),
        messages.SwapSeats(0, 1),
        messages.SetRules(pair.config.terms),
    ):
        ben.change(change)
        assert last_error(pair, "Ben") == "not_owner"
    ben.admin("kick", pair.now, 0)
    assert last_error(pair, "Ben") == "not_owner"


def test_who_is_away_and_not_ready_does_not_keep_the_others_waiting() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair["Cem"].change(messages.Unready())
    pair.pump()
    pair.drop("Cem")
    pair.start()
    assert pair.stage == "round"
    assert list(pair.match.replica.roster) == [0, 1]


def test_who_has_agreed_and_lost_the_link_plays() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.drop("Cem")
    pair.start()
    assert list(pair.match.replica.roster) == [0, 1, 2]
    assert list(pair.match.replica.offline) == [2]
    pair.connect("Cem")
    assert not pair.match.replica.offline
    pair.play_round()
    pair.check()


def test_a_seat_is_kept_for_a_while_and_then_free() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.drop("Ben")
    pair.wait(QUICK.waiting_room - 1)
    assert names(pair) == {0: "Ann", 1: "Ben"}
    pair.wait(1)
    assert names(pair) == {0: "Ann"}


def test_somebody_elses_return_does_not_keep_a_seat() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.drop("Ben")
    pair.wait(30_000)
    pair.drop("Cem")
    pair.connect("Cem")
    pair.wait(30_000)
    assert names(pair) == {0: "Ann", 2: "Cem"}


def test_other_rules_make_every_consent_void() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ben"].ready = False
    old = pair["Ben"].consent()
    pair["Ann"].change(messages.SetRules(make_terms(Ruleset.make("classic", "single_hand"))))
    pair.pump()
    lobby = pair["Ben"].lobby
    assert lobby is not None
    assert lobby.mode == "single_hand"
    assert [s.ready for s in lobby.seats] == [True, False]
    pair["Ben"].change(messages.Ready(old))
    assert last_error(pair, "Ben") == "no_consent"
    pair["Ben"].change(messages.Ready(pair["Ben"].consent()))
    pair.start()
    assert pair.match.replica.rules.mode == "single_hand"


@pytest.mark.parametrize("terms", [b"\x80", b"nonsense"])
def test_impossible_rules_are_refused(terms: bytes) -> None:
    pair = Pair(["Ann"])
    pair["Ann"].change(messages.SetRules(terms))
    assert last_error(pair, "Ann") == "bad_rules"
    assert pair["Ann"].lobby is not None
    assert pair["Ann"].lobby.rules == pair.config.terms


def test_too_many_for_the_rules() -> None:
    pair = Pair([f"P{i}" for i in range(10)], rules=Ruleset.make("classic", hand_size_n=10))
    pair["P0"].change(messages.Start())
    assert last_error(pair, "P0") == "bad_rules"
    assert pair.stage == "waiting"


def test_a_consent_of_somebody_else_is_none() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ben"].change(messages.Unready())
    pair.pump()
    pair["Ben"].change(messages.Ready(pair["Ann"].consent()))
    assert last_error(pair, "Ben") == "E_SIG"
    pair["Ben"].change(messages.Ready())
    assert last_error(pair, "Ben") == "no_consent"


def test_seats_change_places() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ann"].change(messages.SwapSeats(0, 4))
    pair["Ann"].change(messages.AddBot("normal", 0))
    pair.pump()
    assert names(pair) == {0: "Ada", 1: "Ben", 4: "Ann"}
    pair["Ann"].change(messages.SwapSeats(0, 1))
    pair["Ann"].change(messages.AddBot("normal", 4))
    assert last_error(pair, "Ann") == "no_seat"
    pair["Ann"].change(messages.RemoveBot(4))
    assert last_error(pair, "Ann") == "no_bot"
    assert names(pair) == {0: "Ben", 1: "Ada", 4: "Ann"}
    pair.start()
    pair.play_round()
    pair.check()


def test_names_change_in_the_waiting_room_only() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ben"].change(messages.Rename("ANN"))
    pair.pump()
    assert names(pair)[1] == "ANN 2"
    pair["Ben"].change(messages.Rename("\u202e"))
    assert last_error(pair, "Ben") == "bad_name"
    pair.start()
    pair["Ben"].change(messages.Rename("Bob"))
    assert last_error(pair, "Ben") == "wrong_stage"


def test_who_was_removed_stays_out() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.drop("Ben")
    pair["Ann"].admin("kick", pair.now, 1)
    pair["Ann"].admin("kick", pair.now + 1, 2)
    pair.pump()
    assert names(pair) == {0: "Ann"}
    assert pair["Cem"].byes == ["kicked"]
    assert pair["Cem"].peer == -1
    for name in ("Ben", "Cem"):
        with pytest.raises(ProtocolFault) as caught:
            pair.connect(name)
        assert caught.value.code == "E_BANNED"


def test_orders_are_signed_fresh_and_for_this_table() -> None:
    pair = Pair(["Ann", "Ben"])
    ann = pair["Ann"]
    ann.admin("kick", pair.now, 5)
    assert last_error(pair, "Ann") == "no_player"
    ann.admin("kick", pair.now, 1)
    assert last_error(pair, "Ann") == "E_COUNTER"
    forged = codec.encode_text(messages.AdminText(pair.lobby().game, pair.now + 1, "kick", 1, None))
    ann.say(messages.Admin(forged, bytes(64)))
    assert last_error(pair, "Ann") == "E_SIG"
    ann.admin("kick", pair.now + 1, 0)
    assert last_error(pair, "Ann") == "no_player"
    ann.admin("release", pair.now + 2, 1)
    assert last_error(pair, "Ann") == "wrong_stage"
    assert names(pair) == {0: "Ann", 1: "Ben"}


def test_the_table_is_given_away() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ann"].admin("owner", pair.now, 1)
    pair.pump()
    assert pair["Ann"].lobby is not None
    assert [s.owner for s in pair["Ann"].lobby.seats] == [False, True]


def test_the_owner_closes_the_table() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ann"].admin("close", pair.now)
    pair.pump()
    assert pair.closed == "owner"
    assert pair["Ben"].byes == ["closed"]
    assert pair.table.deadline is None
    with pytest.raises(ProtocolFault) as caught:
        pair.connect("Ben")
    assert caught.value.code == "E_TABLE"


def test_an_empty_table_closes_after_a_while() -> None:
    pair = Pair(["Ann"])
    pair.drop("Ann")
    pair.wait(QUICK.empty - 1)
    still_open = not pair.closed
    pair.wait(1)
    assert (still_open, pair.closed) == (True, "empty")


def test_a_table_may_be_kept_open() -> None:
    pair = Pair(["Ann"], times=Times(empty=0))
    pair.drop("Ann")
    pair.wait(10 * QUICK.empty)
    assert not pair.closed


def test_a_second_link_of_the_same_key_takes_over() -> None:
    pair = Pair(["Ann", "Ben"])
    first = pair["Ann"].peer
    pair.connect("Ann")
    assert pair["Ann"].byes == ["replaced"]
    pair.table.lost(first, pair.now)
    pair.pump()
    assert pair["Ann"].lobby is not None
    assert pair["Ann"].lobby.seats[0].online
    pair.start()
    pair.play_round()
    pair.check()


def test_a_full_table_takes_nobody_but_who_is_here() -> None:
    pair = Pair([f"P{i}" for i in range(24)])
    with pytest.raises(ProtocolFault) as caught:
        pair.connect("one more")
    assert caught.value.code == "E_FULL"
    pair.connect("P3")
    assert pair["P3"].seat == 3


def test_chat_is_cleaned_and_signed_with_the_name() -> None:
    pair = Pair(["Ann", "Ben"])
    pair["Ann"].say(messages.Chat("hi \x1b[31mthere\u202e"))
    pair["Ann"].say(messages.Chat("\u200b"))
    assert last_error(pair, "Ann") == "empty"
    assert [(c.name, c.text) for c in pair["Ben"].chats] == [("Ann", "hi there")]


def test_game_messages_have_no_place_here() -> None:
    pair = Pair(["Ann"])
    zeros = bytes(64)
    for message in (
        messages.Act(b"x", zeros),
        messages.Commit(b"x", zeros),
        messages.Reveal(b"x", zeros),
        messages.Attest(b"x", zeros),
        messages.Vote(b"x", zeros),
        messages.Consent(b"x", zeros),
        messages.LobbySet(messages.NextRound(1)),
        messages.LobbySet(messages.Rematch()),
    ):
        pair["Ann"].errors.clear()
        pair["Ann"].say(message)
        assert last_error(pair, "Ann") == "wrong_stage"
        assert not pair["Ann"].errors[-1].fatal
    pair["Ann"].say(messages.SyncReq(7, bytes(32)))
    pair.pump()


def test_status_tells_what_a_lobby_shows() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.connect("Cem", "watch")
    status = pair.table.status()
    assert (status.seats, status.spectators, status.stage, status.game) == (2, 1, "waiting", None)
    pair.start()
    status = pair.table.status()
    assert (status.stage, status.game) == ("round", pair.match.replica.game_id)
    assert pair.table.is_seated(pair["Ann"].signer.pk)
    assert not pair.table.is_seated(pair["Cem"].signer.pk)


def test_a_measured_round_trip_is_shown_with_the_next_news() -> None:
    """Not by itself: everybody would hear twice that somebody came, and again and again of a busy network."""
    pair = Pair(["Ann", "Ben"])

    def shown() -> list[int]:
        return [seat.rtt for seat in pair.lobby("Ben").seats]

    pair.table.measured(pair["Ann"].peer, 30, pair.now)
    pair.table.measured(99, 30, pair.now)
    pair.pump()
    assert shown() == [-1, -1]
    pair["Ben"].say(messages.LobbySet(messages.Rename("Bea")))
    pair.pump()
    assert shown() == [30, -1]


def test_a_round_trip_is_shown_once_it_is_measured_again() -> None:
    """Where nothing else is new; but not one that is another each time."""
    pair = Pair(["Ann"])
    heard: list[int] = []

    def measure(ms: int) -> int:
        pair.table.measured(pair["Ann"].peer, ms, pair.now)
        before = pair["Ann"].lobby
        pair.pump()
        heard.append(pair["Ann"].lobby is not before)
        return pair.lobby("Ann").seats[0].rtt

    assert [measure(ms) for ms in (30, 31, 33, 30)] == [-1, 30, 30, 30]
    assert [measure(ms) for ms in (300, 30, 300, 30)] == [30] * 4
    assert [measure(ms) for ms in (300, 310)] == [30, 300]
    assert sum(heard) == 2

"""A person's session at a real table: what the screen is told, and what is sent and stored for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from protocol import codec, messages
from protocol.evidence import decode_evidence
from protocol.messages import Message
from tests.client.seats import Seat, Sessions
from tests.host.pair import HASHES
from uno_lan.client.model import LinkState, Stage
from uno_lan.client.session import Pause, Send
from uno_lan.engine import NOBODY, Draw, Keep, Leave, Phase, Play, Ruleset


def test_the_waiting_room_is_shown_as_it_is() -> None:
    table = Sessions("Anna", "Bora", bots=1)
    shown = table["Anna"].snapshot
    assert shown.link is LinkState.ONLINE
    assert shown.stage is Stage.WAITING
    assert shown.table_name == "Kitchen"
    assert [(s.name, s.kind) for s in shown.seats if s.kind == "person"] == [
        ("Anna", "person"),
        ("Bora", "person"),
    ]
    assert shown.owner == shown.me
    assert shown.view is None
    table.ask("Bora", messages.Ready(table["Bora"].consent()))
    bora = next(s for s in table["Anna"].snapshot.seats if s.name == "Bora")
    assert bora.ready


def test_rules_for_cards_are_shown_in_plain_words_and_their_story_is_told() -> None:
    table = Sessions("Anna", "Bora", rules=Ruleset.make("customizable"))
    table.ask("Bora", messages.Propose("next draws 3"))
    shown = table["Anna"].snapshot
    (said,) = shown.proposals
    assert (said.seat, said.text, said.agreed) == (1, "next draws 3", (1,))
    assert said.means == "You name the color; the next player draws 3 cards."
    table.ask("Anna", messages.Agree(1))
    shown = table["Anna"].snapshot
    assert shown.proposals == ()
    assert shown.law.custom == ("next draws 3", "", "")
    assert [line.text for line in shown.log if line.kind == "table"][-2:] == [
        "Bora proposes for a card: next draws 3. You name the color; the next player draws 3 cards.",
        "The rules have changed: on a card now stands: next draws 3. Everybody says ready again.",
    ]


def test_the_owner_changes_the_rules_and_everybody_hears_what() -> None:
    table = Sessions("Anna", "Bora")
    changed = Ruleset.make("classic", "single_hand", jump_in=True, uno_grace_ms=0)
    table["Anna"].set_rules(changed)
    table.seats["Anna"].flush()
    table.pump()
    shown = table["Bora"].snapshot
    assert shown.law == changed
    assert shown.log[-1].text == (
        "The rules have changed: Single hand and Jump in on. Everybody says ready again."
    )
    table["Bora"].set_rules(Ruleset.make("classic"))
    table.seats["Bora"].flush()
    table.pump()
    assert table["Bora"].snapshot.law == changed, "only the owner may"


def test_a_round_from_the_deal_to_the_verified_result() -> None:
    table = Sessions("Anna", "Bora", bots=1)
    table.start()
    shown = table["Anna"].snapshot
    assert shown.stage is Stage.ROUND
    assert shown.view is not None
    assert len(shown.view.hand) == 7
    assert shown.fair.contributors == 2
    assert any("Everybody shuffles" in line.text for line in shown.log)
    table.play()
    for name in ("Anna", "Bora"):
        result = table[name].snapshot.result
        assert result is not None
        assert result.verified
        assert len(result.attested) == 2
        assert result.winner != NOBODY
        assert result.points == table["Anna"].snapshot.result.points  # type: ignore[union-attr]
        assert len(table[name].snapshot.fair.words) == 4
        assert table[name].snapshot.fair.words == table["Anna"].snapshot.fair.words
    kinds = {frame.kind for frame in table.seats["Anna"].files[-1]}
    assert kinds == {"ent", "prv", "act", "sec"}


def test_a_refused_move_is_said_in_a_sentence_and_nothing_is_on_its_way() -> None:
    table = Sessions("Anna", "Bora")
    table.start()
    table.wait(10)
    other = "Bora" if table.to_act() == "Anna" else "Anna"
    before = table[other].snapshot.notice_no
    assert table.act(other, Draw(table[other].snapshot.me))
    shown = table[other].snapshot
    assert shown.notice == "It is not your turn."
    assert shown.notice_no == before + 1
    assert not shown.held


def test_without_a_game_or_a_link_nothing_is_sent() -> None:
    table = Sessions("Anna", "Bora")
    assert not table.act("Anna", Draw(0))
    assert table["Anna"].snapshot.notice == "No game is running."
    table.start()
    table.drop("Anna")
    assert table["Anna"].snapshot.link is LinkState.RECONNECTING
    assert not table.act("Anna", Draw(0))
    assert table["Anna"].snapshot.notice == "No link to the table at the moment."


def draw_an_unplayable_card(table: Sessions) -> str | None:
    """Draw until somebody holds a drawn card that does not fit; who that is."""
    for _ in range(40):
        name = table.to_act()
        if name is None:
            table.wait(1_000)
            continue
        view = table[name].snapshot.view
        assert view is not None
        if view.phase is Phase.TURN and view.legal.draw:
            table.act(name, Draw(view.seat))
            view = table[name].snapshot.view
            assert view is not None
            if view.phase is Phase.DRAWN and not view.legal.plays:
                return name
            table.act(name, Keep(view.seat))
        else:
            table.play(1)
    return None


def test_a_forced_keep_goes_out_by_itself_after_its_pause() -> None:
    table = Sessions("Anna", "Bora", pause=Pause(300, 900))
    table.start()
    name = draw_an_unplayable_card(table)
    assert name is not None
    session = table[name]
    assert table.now + 300 <= session.deadline <= table.now + 900
    table.wait(299)
    assert session.snapshot.view is not None
    assert session.snapshot.view.phase is Phase.DRAWN, "an instant keep would tell that the card did not fit"
    table.wait(601)
    assert session.snapshot.view.to_act != session.snapshot.me or table.to_act() != name


def test_an_item_between_two_goes_to_the_other_by_itself() -> None:
    rules = Ruleset.make("mario-kart", "race_500", target_score=5000, uno_grace_ms=0)
    table = Sessions("Anna", "Bora", rules=rules, pause=Pause(300, 900))
    table.start()
    for _ in range(400):
        if (name := picking(table)) is not None:
            break
        if table["Anna"].snapshot.stage is Stage.ROUND_OVER:
            for one in table.seats:
                table.ask(one, messages.NextRound(table[one].snapshot.round_no + 1))
        table.wait(1)
        table.play(1)
    assert name is not None
    other = "Bora" if name == "Anna" else "Anna"
    held = table[other].snapshot.view
    table.wait(299)
    assert picking(table) == name
    table.wait(601)
    assert picking(table) is None
    after = table[other].snapshot.view
    assert held is not None and after is not None
    assert len(after.hand) == len(held.hand) + 1


def picking(table: Sessions) -> str | None:
    """Who is asked for a player now."""
    for name in table.seats:
        view = table[name].snapshot.view
        if view is not None and view.phase is Phase.PICK_TARGET and view.to_act == view.seat:
            return name
    return None


def test_a_refused_move_does_not_stop_the_forced_keep() -> None:
    """Who types another card in that moment is told no, and the table does not stand still."""
    table = Sessions("Anna", "Bora", pause=Pause(300, 900))
    table.start()
    name = draw_an_unplayable_card(table)
    assert name is not None
    session = table[name]
    view = session.snapshot.view
    assert view is not None
    table.act(name, Play(view.seat, view.hand[0]))
    assert session.snapshot.notice
    assert table.now < session.deadline <= table.now + 900
    table.wait(901)
    assert table.to_act() != name


def test_a_lost_link_does_not_stop_the_forced_keep() -> None:
    table = Sessions("Anna", "Bora", pause=Pause(300, 900))
    table.start()
    name = draw_an_unplayable_card(table)
    assert name is not None
    table.drop(name)
    assert table[name].deadline == 0
    table.join(name)
    assert table[name].deadline > 0
    table.wait(901)
    assert table.to_act() != name


def coming_back(table: Sessions, name: str) -> Callable[[], None]:
    """Somebody has a link again, but not the log yet; the call that delivers it."""
    pump, table.pump = table.pump, lambda: None  # type: ignore[method-assign]
    table.drop(name)
    table.pump = pump  # type: ignore[method-assign]
    table.pump()
    table.pump = lambda: None  # type: ignore[method-assign]
    table.join(name)

    def deliver() -> None:
        table.pump = pump  # type: ignore[method-assign]
        table.pump()

    return deliver


def test_a_move_made_while_catching_up_waits_and_is_made_then() -> None:
    table = Sessions("Anna", "Bora")
    table.start()
    name = table.to_act()
    assert name is not None
    session = table[name]
    cards = len(session.snapshot.view.hand)  # type: ignore[union-attr]
    deliver = coming_back(table, name)
    assert session.snapshot.catching_up
    assert not session.act(Draw(session.snapshot.me), table.now)
    assert session.snapshot.notice == "Your move waits until you have caught up with the table."
    deliver()
    view = session.snapshot.view
    assert view is not None and len(view.hand) == cards + 1
    assert session._sent is None and session._waiting is None


def test_a_move_made_while_catching_up_is_refused_when_the_table_has_moved_on() -> None:
    table = Sessions("Anna", "Bora", bots=1)
    table.start()
    name = table.to_act()
    assert name is not None
    session = table[name]
    other = "Bora" if name == "Anna" else "Anna"
    stale = session.snapshot.view
    assert stale is not None
    # It goes on for two turns while the link is away, and the screen does not know yet.
    table.drop(name)
    table.wait(90_000)
    assert table[other].snapshot.view is not None
    before = session.game.replica.turn_seq  # type: ignore[union-attr]
    pump, table.pump = table.pump, lambda: None  # type: ignore[method-assign]
    table.join(name)
    assert not session.act(Draw(session.snapshot.me), table.now)
    said = session.snapshot.notice_no
    table.pump = pump  # type: ignore[method-assign]
    table.pump()
    assert session.game is not None and session.game.replica.turn_seq > before
    assert session.snapshot.notice == "The table moved on: your move was not made. Look again."
    assert session.snapshot.notice_no == said + 1
    assert session._sent is None, "nothing was sent"


def test_a_move_that_is_said_again_goes_before_one_that_waits() -> None:
    table = Sessions("Anna", "Bora")
    table.start()
    name = table.to_act()
    assert name is not None
    session, seat = table[name], table.seats[name]
    cards = len(session.snapshot.view.hand)  # type: ignore[union-attr]
    assert session.act(Draw(session.snapshot.me), table.now)
    seat.flush()
    seat.outbox.clear()  # the link breaks before it is out
    deliver = coming_back(table, name)
    assert not session.act(Draw(session.snapshot.me), table.now)
    deliver()
    view = session.snapshot.view
    assert view is not None and len(view.hand) == cards + 1, "drawn once"
    assert session.snapshot.notice == "Your move is on its way."


def test_pauses_are_read_from_text() -> None:
    assert Pause.parse("0-0") == Pause(0, 0)
    assert Pause.parse("5-7").ms(b"\x00\x02") == 7
    assert Pause.parse("7-5") == Pause.parse("nonsense") == Pause()


def test_a_dropped_link_comes_back_to_the_same_hand() -> None:
    table = Sessions("Anna", "Bora", bots=1)
    table.start()
    table.play(6)
    before = table["Anna"].snapshot.view
    assert before is not None
    table.drop("Anna")
    table.wait(500)
    table.join("Anna")
    after = table["Anna"].snapshot.view
    assert table["Anna"].snapshot.link is LinkState.ONLINE
    assert after is not None
    assert after.hand == before.hand
    table.play()
    assert table["Anna"].snapshot.result is not None
    assert table["Anna"].snapshot.result.verified


def test_a_program_that_was_restarted_goes_on_from_its_file() -> None:
    table = Sessions("Anna", "Bora", bots=1)
    table.start()
    table.play(6)
    before = table["Anna"].snapshot.view
    table.drop("Anna")
    table.reopen("Anna")
    after = table["Anna"].snapshot.view
    assert before is not None
    assert after is not None
    assert after.hand == before.hand
    table.play()
    assert table["Anna"].snapshot.result is not None
    assert table["Anna"].snapshot.result.verified


@pytest.mark.parametrize("rules", [Ruleset.make("classic"), Ruleset.make("classic", seven_zero=True)])
def test_a_program_that_was_restarted_tells_the_log_again(rules: Ruleset) -> None:
    """The log panel stayed empty. What the seat's own file tells is there, and is known to be old."""
    table = Sessions("Anna", "Bora", bots=1, rules=rules)
    table.start()
    table.play(25)
    told = [line for line in table["Anna"].snapshot.log if line.kind in ("game", "drawn", "fair")]
    words = table["Anna"].snapshot.fair.words
    assert any(line.kind == "drawn" for line in told)
    table.drop("Anna")
    table.reopen("Anna")
    again = table["Anna"].snapshot.log
    kept = [line for line in again if line.old]
    assert [replace(line, old=False) for line in kept] == told
    assert table["Anna"].snapshot.fair.words == words
    table.play()
    after = [line for line in table["Anna"].snapshot.log if line.kind == "game"][len(told) :]
    assert after
    assert not any(line.old for line in after)


def test_a_move_whose_answer_was_lost_is_made_once() -> None:
    table = Sessions("Anna", "Bora")
    table.start()
    table.wait(10)
    name = table.to_act()
    assert name is not None
    seat = table.seats[name]
    seat.deaf = True
    table.act(name, Draw(seat.session.snapshot.me))
    table.drop(name)
    seat.deaf = False
    table.join(name)
    view = seat.session.snapshot.view
    assert view is not None
    assert view.sizes[view.seats.index(view.seat)] == 8, "one card was drawn, not two"
    assert seat.session.snapshot.notice == ""


def test_who_joins_a_running_game_watches_and_plays_from_the_next_round() -> None:
    table = Sessions("Anna", "Bora")
    table.start()
    table.play(4)
    table.join("Cem")
    shown = table["Cem"].snapshot
    assert shown.me == NOBODY
    assert shown.view is not None
    assert shown.view.hand == ()
    assert any("play from the next round" in line.text for line in shown.log)
    table.play()
    for name in ("Anna", "Bora"):
        table.ask(name, messages.NextRound(table[name].snapshot.round_no + 1))
    table.wait(20_000)
    shown = table["Cem"].snapshot
    assert shown.round_no == 2
    assert shown.me != NOBODY
    assert shown.view is not None
    assert len(shown.view.hand) == 7


def test_a_watcher_whose_link_broke_plays_from_the_next_round_all_the_same() -> None:
    """The table forgets the consent with the watcher; as it was not given again, no seat ever came."""
    table = Sessions("Anna", "Bora")
    table.start()
    table.play(4)
    table.join("Cem")
    table.drop("Cem")
    shown = table.join("Cem").snapshot
    assert [line.text.count("play from the next round") for line in shown.log].count(1) == 1, "said once"
    table.play()
    for name in ("Anna", "Bora"):
        table.ask(name, messages.NextRound(table[name].snapshot.round_no + 1))
    table.wait(20_000)
    assert table["Cem"].snapshot.me != NOBODY


def test_chat_is_shown_with_its_speaker() -> None:
    table = Sessions("Anna", "Bora")
    table["Bora"].say("hello")
    table.seats["Bora"].flush()
    table.pump()
    line = table["Anna"].snapshot.log[-1]
    assert (line.kind, line.text) == ("chat", "Bora: hello")
    assert line.seat == table["Bora"].snapshot.me


def test_the_turn_clock_runs_in_local_time() -> None:
    table = Sessions("Anna", "Bora", rules=Ruleset.make("classic", uno_grace_ms=0, turn_timer=30))
    table.start()
    shown = table["Anna"].snapshot
    assert table.now < shown.deadline_ms <= table.now + 30_000


def test_the_turn_clock_is_right_at_once_after_a_reconnect() -> None:
    table = Sessions("Anna", "Bora", rules=Ruleset.make("classic", uno_grace_ms=0, turn_timer=30))
    table.start()
    before = table["Anna"].snapshot.deadline_ms
    view = table["Anna"].snapshot.view
    assert view is not None
    waiting = "Bora" if view.to_act == view.seat else "Anna"
    table.drop(waiting)
    table.wait(7_000)
    table.join(waiting)
    assert table[waiting].snapshot.deadline_ms == before > table.now


def test_a_move_made_by_the_clock_says_so() -> None:
    table = Sessions("Anna", "Bora", rules=Ruleset.make("classic", turn_timer=15, uno_grace_ms=0))
    table.start()
    slow = table.to_act()
    assert slow is not None
    other = "Bora" if slow == "Anna" else "Anna"
    table.wait(16_000)
    assert any(line.text == "Your time is up." for line in table[slow].snapshot.log)
    assert any(line.text == f"{slow}'s time is up." for line in table[other].snapshot.log)


def swap_a_card(victim: str) -> Callable[[Seat, Message], Message]:
    """A host that deals somebody another card than the sealed one."""

    def tamper(seat: Seat, message: Message) -> Message:
        if seat.name != victim or not isinstance(message, messages.Deal):
            return message
        text = codec.decode_text(message.p, messages.DealText)
        first = text.openings[0]
        false = msgspec.structs.replace(first, uid=(first.uid + 1) % 108)
        payload = codec.encode_text(msgspec.structs.replace(text, openings=(false, *text.openings[1:])))
        return messages.Deal(payload, HASHES.named("host").sign(messages.DealText.SIG, payload))

    return tamper


def test_a_false_card_freezes_the_game_and_leaves_evidence() -> None:
    table = Sessions("Anna", "Bora")
    table.tamper = swap_a_card("Bora")
    table.start()
    shown = table["Bora"].snapshot
    assert shown.fair.fault_code == "E_LEAF"
    assert shown.fair.fault
    assert not shown.fair.checked
    (evidence,) = table.seats["Bora"].evidence
    assert evidence.name.endswith("-E_LEAF.unoevidence")
    accusation = decode_evidence(evidence.data)
    assert accusation.kind == "LEAF"
    assert accusation.accused == table.signer.pk
    assert {item.type for item in accusation.items} == {"entry", "deal"}
    assert not table.act("Bora", Draw(shown.me)), "a frozen game takes no moves"
    assert "fair play" in table["Bora"].snapshot.notice
    table["Bora"].evidence_saved("games/x.unoevidence")
    assert table["Bora"].snapshot.fair.evidence == "games/x.unoevidence"
    trouble = shown.trouble
    assert trouble is not None
    assert (trouble.mine, trouble.proven, trouble.guilty) == (True, True, "the host")
    # Anna got the right cards, but is shown the false one and judges it for herself.
    heard = table["Anna"].snapshot.trouble
    assert heard is not None
    assert (heard.mine, heard.proven, heard.guilty, heard.found_by) == (False, True, "the host", shown.me)
    assert table["Anna"].snapshot.fair.fault_code == "E_LEAF"
    assert decode_evidence(table.seats["Anna"].evidence[0].data).kind == "LEAF"


def test_a_closed_link_keeps_its_last_picture() -> None:
    table = Sessions("Anna", "Bora")
    table["Anna"].closed("The table was closed.")
    shown = table["Anna"].snapshot
    assert shown.link is LinkState.CLOSED
    assert shown.closed_reason == "The table was closed."
    assert replace(shown, link=LinkState.ONLINE).table_name == "Kitchen"


@pytest.mark.parametrize("other", ["head", "longer", "beginning"])
def test_a_host_that_asks_for_what_does_not_follow_is_told_so(other: str) -> None:
    """The table waits for the answer."""
    table = Sessions("Anna", "Bora")
    table.start()
    table.play(10)
    session = table["Anna"]
    assert session.game is not None
    heads = session.game.replica.heads
    wrong = {"head": (5, bytes(32)), "longer": (len(heads) + 1, heads[-1]), "beginning": (0, heads[0])}
    start, head = wrong[other]
    session.take()
    session.message(messages.SyncWant(start, head), table.now)
    assert [effect.message for effect in session.take() if isinstance(effect, Send)] == [
        messages.SyncUp(start, ())
    ]
    session.message(messages.SyncWant(5, heads[4]), table.now)
    told = [effect.message for effect in session.take() if isinstance(effect, Send)]
    assert sum(len(part.entries) for part in told if isinstance(part, messages.SyncUp)) == len(heads) - 5


def test_who_wants_another_game_is_ready_for_it() -> None:
    """The rules are those just played by; everybody had to say both."""
    table = Sessions("Anna", "Bora", "Cem", rules=Ruleset.make("classic", "single_hand", uno_grace_ms=0))
    table.start()
    table.play()
    assert table["Anna"].snapshot.stage is Stage.GAME_OVER
    table.ask("Bora", messages.Rematch())
    for name in ("Anna", "Bora"):
        shown = table[name].snapshot
        assert shown.stage is Stage.GAME_OVER
        assert shown.result is not None, "the result stays"
        assert [seat.ready for seat in shown.seats] == [False, True, False]
    table.ask("Anna", messages.Rematch())
    table.drop("Cem")
    table.join("Cem")
    shown = table["Cem"].snapshot
    assert shown.stage is Stage.WAITING
    assert [seat.ready for seat in shown.seats] == [True, True, False], "Cem has not said so"
    table["Anna"].set_rules(Ruleset.make("classic", jump_in=True))
    table.seats["Anna"].flush()
    table.pump()
    assert not any(seat.ready for seat in table["Bora"].snapshot.seats), "to other rules nobody has agreed"


def test_who_gave_the_seat_up_and_comes_back_watches() -> None:
    """They were shown as a player with no cards, in a seat that was not theirs any more."""
    table = Sessions("Anna", "Bora", "Cem")
    table.start()
    table.play(4)
    table.act("Cem", Leave(table["Cem"].snapshot.me))
    table.drop("Cem")
    for come in (table.join, table.reopen):
        shown = come("Cem").snapshot
        assert shown.me == NOBODY
        assert shown.view is not None
        assert shown.view.seat == NOBODY
        assert any("play from the next round" in line.text for line in shown.log)
        table.drop("Cem")
    cem = table.join("Cem")
    table.play()
    for name in ("Anna", "Bora"):
        table.ask(name, messages.NextRound(table[name].snapshot.round_no + 1))
    table.wait(20_000)
    assert cem.snapshot.view is not None
    assert cem.snapshot.view.seat == cem.snapshot.me != NOBODY, "from the next round on it is theirs again"

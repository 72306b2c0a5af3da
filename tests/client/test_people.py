"""Sessions at one table: votes, mute, stand-ins, and what a host that lost its end is given back."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from protocol import codec
from protocol.entries import decode_entry
from protocol.messages import Action, Chat, Message, Rematch, Rename, WelcomeText
from protocol.unolog import Frame
from tests.client.seats import Seat, Sessions
from tests.host.pair import QUICK
from uno_lan import languages
from uno_lan.client.desk import Desk
from uno_lan.client.model import Snapshot, Stage
from uno_lan.client.session import Pause
from uno_lan.client.talk import Talk
from uno_lan.engine import Draw, Leave, Ruleset
from uno_lan.host.table import Table


def desk(table: Sessions, name: str) -> Desk:
    """What a face has in its hands."""

    def flush() -> None:
        table.seats[name].flush()
        table.pump()

    return Desk(lambda: table[name], flush, lambda: table.now)


def shown(table: Sessions, name: str) -> Snapshot:
    """What somebody sees."""
    return table[name].snapshot


def lines(table: Sessions, name: str) -> list[str]:
    """Somebody's log."""
    return [line.text for line in shown(table, name).log]


def trio(turn_timer: int = 0) -> Sessions:
    """Three people in a round."""
    table = Sessions(
        "Ann", "Ben", "Cem", rules=Ruleset.make("classic", uno_grace_ms=0, turn_timer=turn_timer)
    )
    table.start()
    return table


def test_a_vote_is_seen_answered_and_carried_out() -> None:
    table = trio()
    desk(table, "Ann").ask("pause")
    (poll,) = shown(table, "Ben").polls
    assert (poll.what, poll.asked, poll.votes, poll.may) == ("pause", (0, 1, 2), ((0, "yes"),), True)
    assert not shown(table, "Ann").polls[0].may
    assert "Ann asks: Pause the table?" in lines(table, "Ben")
    assert "You ask: Pause the table?" in lines(table, "Ann")
    desk(table, "Ben").answer(poll, True)
    assert shown(table, "Cem").paused
    assert shown(table, "Cem").polls == ()
    assert "pause" in shown(table, "Cem").table_says
    desk(table, "Ann").rest(False)
    assert not shown(table, "Cem").paused


def test_what_the_host_says_of_a_pause_is_in_the_language_in_use() -> None:
    languages.use("fr")
    try:
        table = trio()
        for name in ("Ann", "Ben"):
            desk(table, name).ask("pause")
        told = "Les joueurs ont voté une pause."
        assert shown(table, "Cem").table_says == told == lines(table, "Cem")[-1]
    finally:
        languages.use("en")


def test_a_move_in_a_pause_is_answered_with_its_reason_at_once() -> None:
    table = trio()
    for name in ("Ann", "Ben"):
        desk(table, name).ask("pause")
    view = shown(table, "Ann").view
    assert view is not None
    acts = next(seat for seat in table.seats.values() if seat.session.snapshot.me == view.to_act)
    assert not acts.session.act(Draw(acts.session.snapshot.me), table.now)
    assert acts.session.snapshot.notice == "The players voted for a pause."
    acts.flush()
    assert not acts.outbox, "a host whose disk is full would not answer"
    desk(table, "Ann").rest(False)
    assert lines(table, "Cem")[-1] == "The game goes on."
    assert acts.session.act(Draw(acts.session.snapshot.me), table.now)
    desk(table, "Ann").ask("pause")
    desk(table, "Ben").ask("pause")
    assert table["Cem"].act(Leave(2), table.now), "who wants to go may go"


def test_who_comes_back_is_catching_up_until_the_log_is_there() -> None:
    table = trio()
    assert not shown(table, "Ben").catching_up
    table.drop("Ben")
    seen: list[bool] = []
    told = table.tamper

    def look(seat: Seat, message: Message) -> Message:
        if seat.name == "Ben":
            seen.append(shown(table, "Ben").catching_up)
        return told(seat, message)

    table.tamper = look
    table.join("Ben")
    assert seen[0] and not shown(table, "Ben").catching_up


def test_no_game_no_vote() -> None:
    table = Sessions("Ann", "Ben")
    desk(table, "Ann").ask("pause")
    assert shown(table, "Ann").notice
    assert shown(table, "Ben").polls == ()


def test_the_owner_puts_out_lets_in_and_gives_the_table_away() -> None:
    table = trio()
    table["Ann"].admin("kick", 1, table.now)
    table.seats["Ann"].flush()
    table.pump()
    (out,) = shown(table, "Ann").banned
    assert out.name == "Ben"
    desk(table, "Ann").let_in(out.pk)
    assert shown(table, "Ann").banned == ()
    desk(table, "Ann").give(2)
    assert shown(table, "Ann").owner == 2
    # The screens said it nowhere, not even to the new owner.
    assert lines(table, "Ann")[-1] == "Cem is the owner of the table now."
    assert lines(table, "Cem")[-1] == "The table is yours now."


def test_a_watcher_is_given_a_seat_by_its_name() -> None:
    table = trio()
    table.drop("Ben")
    del table.seats["Ben"]
    table.join("Ben's new laptop")
    (watcher,) = shown(table, "Ann").watchers
    assert (watcher.name, watcher.waits) == ("Ben's new laptop", True)
    table.wait(60_000)
    desk(table, "Ann").ask("reseat", 1, watcher.pk)
    (poll,) = shown(table, "Cem").polls
    assert poll.heir == "Ben's new laptop"
    assert "Ben's new laptop will see Ben's cards." in lines(table, "Cem")[-1]
    told = {name: len(lines(table, name)) for name in ("Ann", "Ben's new laptop")}
    desk(table, "Cem").answer(poll, True)
    # It is said once, as what it is: nobody is back, and nobody sat down or left.
    for name, count in told.items():
        assert lines(table, name)[count:] == ["Ben's new laptop has the seat of Ben now."]
    assert shown(table, "Ben's new laptop").me == 1
    view = shown(table, "Ben's new laptop").view
    assert view is not None
    assert len(view.hand) == view.sizes[1] > 0


def test_who_comes_into_the_game_as_dealer_is_called_by_name() -> None:
    """The heading of the round said "E deals.": the table showed the new seat only after it."""
    table = Sessions("Ann", "Ben", rules=Ruleset.make("classic", uno_grace_ms=0))
    table.start()
    while "Round 2: Ben deals." not in lines(table, "Ann"):
        table.play()
        table.wait(60_000)
    table.join("Cem")
    while not any(line.startswith("Round 3") for line in lines(table, "Ann")):
        table.play()
        table.wait(60_000)
    for name in ("Ann", "Ben"):
        assert "Round 3: Cem deals." in lines(table, name)


def test_muted_people_are_not_heard() -> None:
    table = trio()
    desk(table, "Ann").mute("Ben")
    for name in ("Ben", "Cem"):
        table[name].say("hello")
        table.seats[name].flush()
    table.pump()
    assert "Ben: hello" not in lines(table, "Ann")
    assert "Cem: hello" in lines(table, "Ann")
    assert shown(table, "Ann").muted == {"Ben"}
    desk(table, "Ann").mute("Ben", False)
    table["Ben"].say("again")
    table.seats["Ben"].flush()
    table.pump()
    assert "Ben: again" in lines(table, "Ann")


def say(table: Sessions, name: str, text: str) -> None:
    """Somebody says something."""
    table[name].say(text)
    table.seats[name].flush()
    table.pump()


def chat(table: Sessions, name: str) -> list[str]:
    """What somebody has heard others say."""
    return [line.text for line in shown(table, name).log if line.kind == "chat"]


def test_what_was_said_while_i_was_away_is_there_once_with_its_time() -> None:
    table = trio()
    say(table, "Ann", "before")
    table.drop("Ben")
    say(table, "Ann", "meanwhile")
    at = time.strftime("%H:%M", time.localtime(table.now / 1000))
    table.now += 7 * 60_000
    table.join("Ben")
    assert chat(table, "Ben") == ["Ann: before", f"Ann ({at}): meanwhile"]
    say(table, "Cem", "welcome back")
    table.drop("Ben")
    table.join("Ben")
    assert chat(table, "Ben") == ["Ann: before", f"Ann ({at}): meanwhile", "Cem: welcome back"]
    # A program that was started again has nothing, and finds all of it.
    table.reopen("Ben")
    assert [line[:3] + line[-4:] for line in chat(table, "Ben")] == ["Annfore", "Annhile", "Cemback"]


def test_a_clock_that_is_wrong_does_not_show_in_the_time() -> None:
    talk = Talk()
    hour = 3_600_000
    talk.link_up(WelcomeText(bytes(8), 0, "Ann", "waiting", None, 0, None, 5 * hour), 2 * hour)
    said = talk.hear(Chat("hello", bytes(32), "Ben", 4 * hour))
    assert said == f"Ben ({time.strftime('%H:%M', time.localtime(hour / 1000))}): hello"


def test_muting_holds_for_what_is_given_later_and_under_another_name() -> None:
    table = Sessions("Ann", "Ben", "Cem")
    desk(table, "Ann").mute("Ben")
    say(table, "Ben", "unheard")
    table.drop("Ann")
    say(table, "Ben", "while away")
    table.ask("Ben", Rename("Bob"))
    say(table, "Ben", "under a new name")
    say(table, "Cem", "hello")
    table.join("Ann")
    assert [line.rpartition(": ")[2] for line in chat(table, "Ann")] == ["hello"]
    assert shown(table, "Ann").muted == {"Bob"}
    say(table, "Ben", "still unheard")
    desk(table, "Ann").mute("Bob", False)
    table.drop("Ann")
    table.join("Ann")
    assert len(chat(table, "Ann")) == 1, "what was not heard then is not told later"
    say(table, "Ben", "again")
    assert chat(table, "Ann")[-1] == "Bob: again"


def test_a_stand_in_is_shown_and_a_key_brings_the_player_back() -> None:
    table = trio(turn_timer=5)
    sleeper = next(name for name in table.seats if table.to_act() == name)
    seat = shown(table, sleeper).me
    for _ in range(40):
        if shown(table, sleeper).seats[seat].standin:
            break
        table.wait(5_000)
        while (name := table.to_act()) not in (None, sleeper):
            assert name is not None
            table.play(1)
    assert shown(table, sleeper).seats[seat].standin
    assert "A bot plays for you; it stops when you do something." in lines(table, sleeper)
    other = next(name for name in table.seats if name != sleeper)
    assert f"A bot plays for {sleeper}." in lines(table, other)
    desk(table, sleeper).take_back()
    assert not shown(table, sleeper).seats[seat].standin
    assert lines(table, sleeper)[-1] == "You play your seat again, not the bot."


def test_the_program_keeps_no_card_while_a_bot_plays() -> None:
    """A forced `keep` is the program's, not the player's: it must not wake the seat up."""
    rules = Ruleset.make("classic", uno_grace_ms=0, turn_timer=5)
    times = replace(QUICK, keep=(1_000, 1_000))
    table = Sessions("Ann", "Ben", rules=rules, pause=Pause(1, 1), times=times)
    table.start()
    for _ in range(300):
        table.wait(2_000)
        if table.to_act() == "Ann":
            table.play(1)
    log = [decode_entry(raw) for raw, _ in table.table.room.log]
    begin = next(e.q for e in log if e.t == "STANDIN")
    moves = [
        codec.decode_text(e.c.p, Action).kind for e in log[begin:] if e.t == "ACT" and e.c and e.c.seat == 1
    ]
    assert "keep" in moves
    assert [e for e in log if e.t == "BACK"] == []


@pytest.mark.parametrize("lost", [1, 30])
def test_what_a_host_lost_is_given_back(lost: int) -> None:
    table = trio()
    table.play(12)
    room = table.table.room
    heads = list(room.match.replica.heads) if room.match else []
    frames = [*files(table)]
    kept = frames[: len(frames) - lost]
    table.table = Table(
        table.config, table.signer, table.keys.verifier(), table.seats["Ann"].chance, table.keys.signer
    )
    table.table.resume(kept, table.now)
    table._links.clear()
    for name in table.seats:
        table.join(name)
    match = table.table.room.match
    assert match is not None
    assert match.replica.heads[: len(heads)] == heads
    table.play()
    for name in table.seats:
        game = table[name].game
        assert game is not None
        assert game.fault is None
        assert shown(table, name).stage.value != "round"


def files(table: Sessions) -> list[Frame]:
    """The host's file, made anew: secrets first, as they are on the disk before all else."""
    match = table.table.room.match
    assert match is not None
    secrets = [
        Frame("sec", codec.pack({"eid": eid, "seed": seed}), b"") for eid, seed in match.game._seeds.items()
    ]
    return [*secrets, *(Frame("ent", raw, sig) for raw, sig in table.table.room.log)]


def called_away(table: Sessions, name: str) -> None:
    """The host writes that somebody is away who is connected, and tells it to all."""
    match = table.table.room.match
    assert match is not None
    person = next(p for p in table.table.room.people if p.name == name)
    match.scribe.write(match.game.offline(person.seat, table.table.room.now))
    table.pump()
    for seat in table.seats.values():
        seat.flush()
    table.pump()


def test_who_is_called_away_while_connected_is_told_so_and_the_others_hear_of_it() -> None:
    table = Sessions("Anna", "Bora")
    table.start()
    called_away(table, "Bora")
    assert table["Bora"].snapshot.notice == "The host says you are away, but you are connected."
    assert "You say: the table called me offline while I was here." in lines(table, "Bora")
    assert "Bora says: the table called me offline while I was here." in lines(table, "Anna")
    assert table["Anna"].snapshot.notice != table["Bora"].snapshot.notice


def test_who_is_dropped_between_rounds_by_a_false_away_sees_it_and_so_do_the_others() -> None:
    """It cannot be proven; but everybody sees that nothing but the host's word stands behind it."""
    table = Sessions("Anna", "Bora", "Cleo", rules=Ruleset.make("classic", "race_500", uno_grace_ms=0))
    table.start()
    table.play()
    assert table["Anna"].snapshot.stage is Stage.ROUND_OVER
    called_away(table, "Bora")
    match = table.table.room.match
    assert match is not None
    bora = next(p for p in table.table.room.people if p.name == "Bora")
    match.scribe.gone[bora.seat] = match.replica.roster[bora.seat]
    match.scribe.write_roster()
    table.pump()
    assert table["Bora"].snapshot.notice == "The host took your seat away: it says that you are away."
    for name in ("Anna", "Cleo"):
        assert "Bora loses the seat; that Bora is away, only the host says." in lines(table, name)
        assert "Bora says: the table called me offline while I was here." in lines(table, name)


def test_who_leaves_between_rounds_by_their_own_word_is_no_matter_of_the_hosts() -> None:
    table = Sessions("Anna", "Bora", "Cleo", rules=Ruleset.make("classic", "race_500", uno_grace_ms=0))
    table.start()
    table.play()
    table.act("Bora", Leave(table["Bora"].snapshot.me))
    for name in ("Anna", "Cleo"):
        assert not [text for text in lines(table, name) if "only the host says" in text]
        assert "Bora left the table." in lines(table, name)


def test_rules_that_are_changed_after_a_game_are_those_that_everybody_sees() -> None:
    """All screens went on showing the edition of the game that was over, and the owner began from it."""
    rules = Ruleset.make("classic", "single_hand", uno_grace_ms=0)
    table = Sessions("Ann", "Ben", rules=rules)
    table.start()
    while shown(table, "Ann").stage is not Stage.GAME_OVER:
        table.play()
        table.wait(60_000)
    assert shown(table, "Ben").law == rules
    for name in ("Ann", "Ben"):
        table.ask(name, Rematch())
    assert shown(table, "Ann").stage is Stage.WAITING
    other = Ruleset.make("star-wars", "single_hand", uno_grace_ms=0)
    table["Ann"].set_rules(other)
    table.seats["Ann"].flush()
    table.pump()
    for name in ("Ann", "Ben"):
        seen = shown(table, name)
        assert (seen.edition, seen.law) == ("star-wars", other)
    table.start()
    assert shown(table, "Ben").stage is Stage.ROUND
    assert shown(table, "Ben").law == other

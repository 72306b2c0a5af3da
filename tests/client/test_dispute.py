"""Broken promises at a real table: told to the others, judged by them, objected to, and voted on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from protocol import bodies, codec, entries, messages
from protocol.entries import decode_entry
from protocol.evidence import decode_evidence
from protocol.messages import Message
from tests.client.seats import Seat, Sessions
from tests.fairness.cheats import DoubleCard
from tests.host.pair import HASHES
from uno_lan.client import words
from uno_lan.client.dispute import Disputes
from uno_lan.client.model import LinkState
from uno_lan.client.session import Quit, Session
from uno_lan.engine import NOBODY, Draw, Phase, Ruleset
from uno_lan.fairness.client_game import ClientGame
from uno_lan.fairness.judge import judge
from uno_lan.host import requests
from uno_lan.host.match import Match


def match_of(table: Sessions) -> Match:
    """The running game inside the table."""
    found = table.table.room.match
    assert found is not None
    return found


def kinds(table: Sessions, kind: str) -> list[entries.Entry]:
    """Entries of a type in the log."""
    return [e for e in (decode_entry(raw) for raw, _ in table.table.room.log) if e.t == kind]


def texts(table: Sessions, name: str) -> list[str]:
    """Lines about fairness in somebody's log panel."""
    return [line.text for line in table[name].snapshot.log if line.kind == "fair"]


def game_of(session: Session) -> ClientGame:
    assert session.game is not None
    return session.game


def in_turn(*names: str, **options: Any) -> Sessions:
    """A table in the middle of a round."""
    table = Sessions(*names, **options)
    table.start()
    table.play(4)
    assert all(game_of(s.session).replica.round is not None for s in table.seats.values())
    return table


def until_trouble(table: Sessions, name: str) -> None:
    """Play until somebody has found something; not a moment longer."""
    while table[name].snapshot.trouble is None:
        table.play(1)


def say(table: Sessions, name: str, text: messages.DisputeText | messages.VoteText) -> None:
    """Somebody sends a signed text of their own making."""
    seat = table.seats[name]
    payload = codec.encode_text(text)
    kind = messages.Dispute if isinstance(text, messages.DisputeText) else messages.Vote
    seat.outbox.append(kind(payload, seat.signer.sign(text.SIG, payload)))
    table.pump()


def false_state(name: str) -> Callable[[Seat, Message], Message]:
    """Tells one seat a move with another state hash, as a host would that keeps two books."""
    signer = HASHES.named("host")

    def tamper(seat: Seat, message: Message) -> Message:
        if seat.name != name or not isinstance(message, messages.EntryMessage):
            return message
        entry = decode_entry(message.p)
        if not isinstance(entry.b, bodies.Act):
            return message
        raw = entries.encode_entry(
            msgspec.structs.replace(entry, b=msgspec.structs.replace(entry.b, st=bytes(16)))
        )
        game = seat.session.game
        assert game is not None
        return messages.EntryMessage(
            raw, entries.sign_head(signer, game.replica.game_id, entry.q, entries.head(raw))
        )

    return tamper


def test_whoever_finds_a_fault_says_so_and_the_host_logs_it() -> None:
    table = Sessions("Ann", "Ben", "Cem")
    table.tamper = false_state("Ben")
    table.start()
    table.play(5)
    shown = table["Ben"].snapshot
    trouble = shown.trouble
    assert trouble is not None
    assert (trouble.code, trouble.mine, trouble.proven, trouble.frozen) == ("E_RULE", True, True, True)
    assert (trouble.guilty, trouble.found_by) == ("the host", shown.me)
    assert trouble.told, "the host has logged it"
    assert trouble.can == ("leave",)
    (dispute,) = kinds(table, "DISPUTE")
    assert dispute.c is not None
    text = codec.decode_text(dispute.c.p, messages.DisputeText)
    assert (text.code, text.evidence is not None, text.items) == ("E_RULE", True, ())
    # The others were told something else: for them Ben's word alone proves nothing. But the file does.
    for name in ("Ann", "Cem"):
        assert table[name].snapshot.trouble is None
        assert any("It cannot be proven" in line for line in texts(table, name))
    (kept,) = table.seats["Ben"].evidence
    assert judge(decode_evidence(kept.data), HASHES.verifier()).code == "E_RULE"
    assert not table.act("Ben", Draw(shown.me))


def test_another_history_sent_again_is_shown_to_the_others() -> None:
    """The host sends Ben a second version of an entry: both are signed, and everybody can see that."""
    table = in_turn("Ann", "Ben", "Cem")
    raw, sig = table.table.room.log[3]
    entry = msgspec.structs.replace(decode_entry(raw), ts=table.now + 5)
    false = entries.encode_entry(entry)
    game = game_of(table["Ben"]).replica.game_id
    signed = entries.sign_head(table.signer, game, 3, entries.head(false))
    table["Ben"].message(messages.EntryMessage(raw, sig), table.now)
    assert table["Ben"].snapshot.trouble is None, "the same again is nothing new"
    table["Ben"].message(messages.EntryMessage(false, signed), table.now)
    table.seats["Ben"].flush()
    table.pump()
    for name in ("Ann", "Ben", "Cem"):
        trouble = table[name].snapshot.trouble
        assert trouble is not None
        assert (trouble.code, trouble.proven, trouble.mine) == ("E_FORK", True, name == "Ben")
        evidence = decode_evidence(table.seats[name].evidence[0].data)
        assert (evidence.kind, len(evidence.items)) == ("FORK", 2)


def test_a_false_accusation_is_an_objection_and_the_game_goes_on() -> None:
    table = in_turn("Ann", "Ben", "Cem")
    game = game_of(table["Ann"]).replica.game_id
    entry = messages.Item("entry", *table.table.room.log[4])
    say(table, "Cem", messages.DisputeText(game, "E_FORK", 4, bytes(32), (entry,)))
    say(
        table,
        "Cem",
        messages.DisputeText(game, "E_LEAF", 9, bytes(32), (messages.Item("deal", b"x", bytes(64)),)),
    )
    say(table, "Cem", messages.DisputeText(game, "E_NONSENSE", 9, bytes(32)))
    for name in ("Ann", "Ben"):
        assert table[name].snapshot.trouble is None
        assert len(texts(table, name)) == 3
        assert all(line.startswith("Cem says: ") for line in texts(table, name))
    assert texts(table, "Cem") == []
    table.play()
    assert table["Ann"].snapshot.stage.value == "round_over"
    result = table["Ann"].snapshot.result
    assert result is not None
    assert (result.verified, result.disputed, len(result.attested)) == (True, False, 3)


def dispute_kept_quiet() -> Sessions:
    """Ben found a fault and said so, and the host writes it down nowhere."""
    table = Sessions("Ann", "Ben")
    table.tamper = false_state("Ben")
    table.start()
    match_of(table).witness.dispute = lambda *args: None  # type: ignore[method-assign]
    until_trouble(table, "Ben")
    return table


def test_a_host_that_keeps_a_dispute_to_itself_is_left() -> None:
    table = dispute_kept_quiet()
    session = table["Ben"]
    trouble = session.snapshot.trouble
    assert trouble is not None
    assert not trouble.told
    deadline = session.deadline
    assert 0 < deadline <= table.now + 3_000
    session.tick(deadline - 1)
    assert not session.take()
    session.tick(deadline)
    (effect,) = session.take()
    assert isinstance(effect, Quit)
    assert "keeps from the others" in effect.reason
    assert session.deadline == 0
    session.closed(effect.reason)
    assert session.snapshot.link is LinkState.CLOSED


def test_what_was_not_logged_is_said_again_after_a_break() -> None:
    table = dispute_kept_quiet()
    del match_of(table).witness.dispute
    assert table["Ben"].snapshot.trouble is not None
    table.drop("Ben")
    assert table["Ben"].deadline == 0, "without a link nobody is to blame"
    table.now += 60_000
    table.join("Ben")
    assert len(kinds(table, "DISPUTE")) == 1
    trouble = table["Ben"].snapshot.trouble
    assert trouble is not None
    assert trouble.told
    assert table["Ben"].deadline == 0


def test_a_host_that_takes_no_more_disputes_says_so() -> None:
    table = in_turn("Ann", "Ben")
    game = game_of(table["Ann"]).replica.game_id
    for number in range(4):
        say(table, "Ben", messages.DisputeText(game, "E_LEAF", number, None))
    session = table["Ben"]
    session._notes.do([Send_dispute(session, game, table.now)])
    table.seats["Ben"].flush()
    assert session.deadline
    table.pump()
    assert session.deadline == 0


def Send_dispute(session: Session, game: bytes, now: int) -> Any:
    """A dispute that is waited for."""
    from uno_lan.client.session import Send

    return Send(session._doubts.disputes.object("timeout", 1, game, now))


# What only one side can know.


def test_called_offline_while_i_am_here() -> None:
    """Ben is called offline, and the next shuffle is made without him: he objects, and attests no round."""
    table = Sessions("Ann", "Ben", "Cem")
    leave_out(table)
    ben = game_of(table["Ben"])
    assert ben.fault is None
    assert {o.code for o in ben.objections} == {"E_SUBSET"}
    said = texts(table, "Ben")
    assert "You say: the table called me offline while I was here." in said
    assert "You say: the cards were shuffled without me while I was here." in said
    assert "Ben says: the cards were shuffled without me while I was here." in texts(table, "Ann")
    table.play()
    shown = table["Ann"].snapshot
    assert shown.result is not None
    assert shown.result.disputed
    assert shown.trouble is not None
    assert (shown.trouble.proven, shown.trouble.frozen, shown.trouble.guilty) == (False, False, "")
    assert shown.trouble.can == ("count", "void", "stop", "leave")
    assert shown.trouble.asked == (0, 1, 2)
    attests = [
        codec.decode_text(e.c.p, messages.AttestText) for e in kinds(table, "ROUND_ATTEST") if e.c is not None
    ]
    assert {a.result for a in attests} == {"ok", "E_SUBSET"}
    assert [a.objections for a in attests if a.result == "E_SUBSET"] != [()]


def leave_out(table: Sessions) -> None:
    """Start a game whose host says that the second player is away, from the first round on."""
    original = Match._start_round

    def start_round(self: Match) -> None:
        self.scribe.write(self.game.offline(1, self.room.now))
        original(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "_start_round", start_round)
        table.start()


def disputed(*names: str) -> Sessions:
    """A table whose first round the second player says was shuffled without them."""
    table = Sessions(*names)
    leave_out(table)
    table.play()
    return table


def vote(table: Sessions, name: str, choice: messages.Choice) -> None:
    """Somebody votes."""
    table.now += 1
    table[name].vote(choice, table.now)
    table.seats[name].flush()
    table.pump()


def totals(table: Sessions) -> dict[int, int]:
    """Points in the replica of everybody, which must agree."""
    found = [dict(match_of(table).replica.game.totals)]  # type: ignore[union-attr]
    for seat in table.seats.values():
        game = game_of(seat.session)
        assert game.fault is None
        assert game.replica.game is not None
        found.append(dict(game.replica.game.totals))
    assert all(f == found[0] for f in found)
    return found[0]


def test_a_majority_counts_the_round() -> None:
    table = disputed("Ann", "Ben", "Cem")
    scored = totals(table)
    assert sum(scored.values()) > 0
    vote(table, "Ben", "void")
    trouble = table["Ann"].snapshot.trouble
    assert trouble is not None
    assert trouble.votes == ((1, "void"),)
    assert table.now < trouble.ends_ms <= table.now + 45_000
    vote(table, "Ann", "count")
    assert table["Ann"].snapshot.trouble is not None
    vote(table, "Cem", "count")
    assert table["Ann"].snapshot.trouble is None
    table.wait(61_000)
    assert table["Ann"].snapshot.round_no == 2
    assert totals(table) == scored


def test_who_votes_is_told_who_found_what() -> None:
    """Nobody can decide about a round without knowing what is said of it."""
    table = disputed("Ann", "Ben", "Cem")
    trouble = table["Ann"].snapshot.trouble
    assert trouble is not None
    assert trouble.text == "Ben says: the cards were shuffled without me while I was here."
    assert (mine := table["Ben"].snapshot.trouble) is not None
    assert mine.text == "You say: the cards were shuffled without me while I was here."
    said = words.wrong(table["Ann"].snapshot)
    assert any(line.startswith("Count: its points count.") for line in said)
    assert sum("decide" in line for line in said) == 1


@pytest.mark.parametrize(
    ("found", "text"),
    [
        ({}, "Somebody did not find this round right."),
        (
            {0: "E_SEED", 2: "E_SEED"},
            "Found in this round by you and C: The host's opened seed does not fit the sealed deck.",
        ),
        (
            {1: "E_SUBSET", 2: "E_DECK"},
            "B says: the cards were shuffled without me while I was here. "
            "Found in this round by C: The deck was not complete, or held a card too many.",
        ),
    ],
)
def test_what_was_found_in_a_round(found: dict[int, str], text: str) -> None:
    assert words.disputed(found, lambda seat: "ABC"[seat], 0) == text


def outcomes(table: Sessions) -> set[str]:
    """What the screens say became of the round."""
    results = [seat.session.snapshot.result for seat in table.seats.values()]
    return {result.outcome if result is not None else "?" for result in results}


@pytest.mark.parametrize("choice", ["count", "void", "stop"])
def test_the_screen_says_what_became_of_the_round(choice: messages.Choice) -> None:
    table = disputed("Ann", "Ben", "Cem")
    before = table["Ann"].snapshot.result
    assert before is not None and sum(before.points.values()) > 0
    assert outcomes(table) == {"open"}
    vote(table, "Ann", choice)
    assert outcomes(table) == {"open"}
    vote(table, "Ben", choice)
    assert outcomes(table) == {choice}
    result = table["Cem"].snapshot.result
    assert result is not None
    if choice != "void":  # what is void is taken back when the next round begins
        assert result.totals == totals(table)
    if choice == "count":
        assert result.points == before.points
    else:
        assert set(result.totals.values()) == set(result.points.values()) == {0}


def test_without_a_majority_the_round_is_void() -> None:
    table = disputed("Ann", "Ben", "Cem")
    vote(table, "Ann", "count")
    vote(table, "Ben", "void")
    vote(table, "Cem", "stop")
    assert table["Ann"].snapshot.trouble is None
    assert outcomes(table) == {"void"}
    table.wait(61_000)
    assert table["Ann"].snapshot.round_no == 2
    assert set(totals(table).values()) == {0}
    headings = [line.text for line in table["Ann"].snapshot.log if line.text.startswith("Round 2")]
    assert headings == ["Round 2: a draw decides who deals."], "the first round's draw was void as well"
    table.play()
    assert table["Cem"].snapshot.result is not None
    assert table["Cem"].snapshot.result.verified
    assert sum(totals(table).values()) > 0


def test_nobody_votes() -> None:
    table = disputed("Ann", "Ben")
    assert table["Ann"].snapshot.round_no == 1
    table.wait(44_000)
    assert table["Ann"].snapshot.trouble is not None
    table.wait(2_000)
    assert table["Ann"].snapshot.trouble is None
    table.wait(61_000)
    assert table["Ann"].snapshot.round_no == 2
    assert set(totals(table).values()) == {0}


def test_a_majority_stops_the_game() -> None:
    table = disputed("Ann", "Ben", "Cem")
    vote(table, "Ann", "stop")
    vote(table, "Ben", "stop")
    assert table["Cem"].snapshot.stage.value == "game_over"
    (end,) = kinds(table, "GAME_END")
    assert isinstance(end.b, bodies.GameEnd)
    assert end.b.why == "disputed"
    assert {points for _, points in end.b.totals} == {0}
    assert set(totals(table).values()) == {0}


def test_votes_that_are_not_asked_for() -> None:
    table = in_turn("Ann", "Ben", "Cem")
    vote(table, "Ann", "void")
    assert kinds(table, "VOTE") == []
    table = disputed("Ann", "Ben", "Cem")
    game = game_of(table["Ann"]).replica.game_id
    say(table, "Ann", messages.VoteText(game, 1, 5, "dispute", "void", NOBODY, None))
    say(table, "Ann", messages.VoteText(game, 1, 5, "dispute", "count", NOBODY, None))
    say(table, "Ann", messages.VoteText(game, 1, 4, "dispute", "count", NOBODY, None))
    say(table, "Ann", messages.VoteText(game, 2, 9, "dispute", "count", NOBODY, None))
    say(table, "Ann", messages.VoteText(game, 1, 9, "dispute", "yes", NOBODY, None))
    say(table, "Ann", messages.VoteText(game, 1, 9, "reseat", "yes", 1, bytes(32)))
    say(table, "Ann", messages.VoteText(bytes(16), 1, 9, "dispute", "count", NOBODY, None))
    assert len(kinds(table, "VOTE")) == 1
    trouble = table["Ben"].snapshot.trouble
    assert trouble is not None
    assert trouble.votes == ((0, "void"),)
    vote(table, "Ann", "count")
    assert match_of(table).replica.votes.by_seat == {0: "count"}, "the newest vote counts"


def test_a_vote_before_any_game_is_nothing() -> None:
    table = Sessions("Ann", "Ben")
    table["Ann"].vote("count", table.now)
    assert table["Ann"].take() == []


def test_my_turn_was_taken_away_although_i_had_moved() -> None:
    table = in_turn("Ann", "Ben", rules=Ruleset.make("classic", uno_grace_ms=0, turn_timer=20))
    while (name := table.to_act()) is None or table[name].snapshot.view.phase is not Phase.TURN:  # type: ignore[union-attr]
        table.play(1)
    match = match_of(table)
    match.moves.act = lambda *args: None  # type: ignore[method-assign]
    assert table.act(name, Draw(table[name].snapshot.me))
    table.wait(25_000)
    assert f"{name} says: the table took my turn away although I had moved." in [
        line for other in table.seats if other != name for line in texts(table, other)
    ]
    assert game_of(table[name]).objections[0].code == "timeout"


def test_a_clock_that_runs_ahead() -> None:
    table = in_turn("Ann", "Ben")
    match = match_of(table)
    match.scribe.write(match.game.offline(0, table.now + 2_000))
    table.pump()
    assert not any("clock" in line for line in texts(table, "Ben"))
    match.scribe.write(match.game.online(0, table.now + 2_001))
    match.scribe.write(match.game.offline(0, table.now + 9_000))
    table.pump()
    assert texts(table, "Ben").count("You say: the table's clock runs ahead.") == 1
    assert "Ben says: the table's clock runs ahead." in texts(table, "Ann")


def test_proof_that_is_too_long_for_a_message_stays_in_the_file() -> None:
    signer, verifier = HASHES.named("x"), HASHES.verifier()
    disputes = Disputes(signer, verifier, bytes(32))
    table = Sessions("Ann", "Ben")
    table.tamper = false_state("Ben")
    table.start()
    table.play(5)
    game = game_of(table["Ben"])
    fault = game.fault
    assert fault is not None
    proven = disputes.prove(fault, game.replica.game_id, table.table.room.log[:1])
    assert proven is None
    proven = table["Ben"]._doubts.disputes.prove(fault, game.replica.game_id, table["Ben"]._entries)
    assert proven is not None
    fault.pieces = (("deal", bytes(20_000), bytes(64)),)
    message = disputes.accuse(fault, game.replica.game_id, proven, 5)
    assert codec.decode_text(message.p, messages.DisputeText).items == ()
    disputes.overhear(b"\xc0", b"", game.replica.game_id)
    assert not disputes.logged


def withhold(name: str, always: bool) -> Callable[[Seat, Message], Message]:
    """A host that does not open cards to one player, or only when it is asked for them."""

    def tamper(seat: Seat, message: Message) -> Message:
        if seat.name != name:
            return message
        if isinstance(message, messages.Deal):
            return messages.Chat("nothing for you")
        if isinstance(message, messages.Sync) and always:
            return msgspec.structs.replace(message, private=())
        return message

    return tamper


def asked(table: Sessions, name: str) -> list[int]:
    """Take note of how often somebody asks for the log again."""
    times: list[int] = []
    sync = table[name]._sync

    def watched() -> None:
        times.append(table.now)
        sync()

    vars(table[name])["_sync"] = watched
    return times


def test_cards_that_do_not_come_are_asked_for_once() -> None:
    table = Sessions("Ann", "Ben", "Cem")
    times = asked(table, "Ben")
    table.tamper = withhold("Ben", always=False)
    table.start()
    table.play(6)
    assert times, "the entry after the deal came first"
    assert not game_of(table["Ben"]).waits_for_cards, "what is sent again is checked like the first time"
    assert not kinds(table, "DISPUTE")


def test_cards_that_never_come_are_objected_to() -> None:
    """Nobody can prove that nothing came. Ben makes no move, says so once, and attests nothing false."""
    table = Sessions("Ann", "Ben", "Cem")
    times = asked(table, "Ben")
    table.tamper = withhold("Ben", always=True)
    table.start()
    table.play(8)
    assert len(times) == 1
    assert game_of(table["Ben"]).waits_for_cards
    (dispute,) = kinds(table, "DISPUTE")
    assert dispute.c is not None
    text = codec.decode_text(dispute.c.p, messages.DisputeText)
    assert (text.code, text.evidence) == ("cards", None)
    assert "You say: the table did not open the cards it owes me." in texts(table, "Ben")
    assert "Ben says: the table did not open the cards it owes me." in texts(table, "Ann")
    assert not table.act("Ben", Draw(table["Ben"].snapshot.me))


def test_a_false_deck_that_only_the_opened_cards_show_is_for_the_players_to_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody's program stops for it: the proof is kept, all vote, and the next round is played."""
    monkeypatch.setattr(requests, "HostGame", DoubleCard)
    table = Sessions("Ann", "Ben", "Cem", rules=Ruleset.make("classic", uno_grace_ms=0, hand_size_n=2))
    table.start()
    table.play()
    for seat in table.seats.values():
        trouble = seat.session.snapshot.trouble
        assert trouble is not None
        assert (trouble.code, trouble.proven, trouble.frozen) == ("E_DECK", True, False)
        assert {"count", "void", "stop"} <= set(trouble.can)
        said = words.wrong(seat.session.snapshot)
        assert not any("no more moves" in line for line in said)
        assert len(seat.evidence) == 1
    for name in ("Ann", "Ben"):
        vote(table, name, "void")
    assert outcomes(table) == {"void"}
    trouble = table["Cem"].snapshot.trouble
    assert trouble is not None
    assert "The others know. The game goes on as the players decide." in words.wrong(table["Cem"].snapshot)
    for name in table.seats:
        table.ask(name, messages.NextRound(2))
    assert table["Ann"].snapshot.round_no == 2
    assert all(seat.session.snapshot.trouble is None for seat in table.seats.values())
    mover = table.to_act()
    assert mover is not None
    table.play(3)
    assert not game_of(table[mover]).replica.lost

"""What the plain client says by itself."""

from __future__ import annotations

from dataclasses import replace

from tests.plain.fakes import ANNA, BORA, ROBO, WAITING, cards, playing, view
from uno_lan.client.model import (
    Fairness,
    LinkState,
    LogLine,
    Proposed,
    RoundResult,
    ShownHand,
    Snapshot,
    Stage,
)
from uno_lan.client.tally import Missed, Numbers
from uno_lan.engine import NOBODY, Legal, Phase, Ruleset
from uno_lan.plain.facts import game_over_lines, result_lines
from uno_lan.plain.speaker import Speaker, Verbosity


def speaker(*heard: Snapshot, verbosity: Verbosity = Verbosity.NORMAL) -> Speaker:
    made = Speaker(verbosity)
    for snapshot in heard:
        made.hear(snapshot)
    return made


def test_joining_reads_the_waiting_room_out() -> None:
    said = Speaker().hear(WAITING)
    assert said[0] == "Joined Anna's table as Anna."
    assert "Seat B: Bora." in said


def test_who_comes_goes_and_is_ready() -> None:
    made = speaker(replace(WAITING, seats=(ANNA, BORA)))
    told = (LogLine("table", "Robo sat down.", 2),)
    assert made.hear(replace(WAITING, log=told)) == ["Robo sat down on seat C."], "once, with the seat"
    assert made.hear(replace(WAITING, seats=(ANNA, replace(BORA, ready=True), ROBO))) == [
        "Bora is ready.",
        "Say start to start.",
    ]
    assert made.hear(replace(WAITING, seats=(replace(ANNA, ready=True), ROBO))) == [
        "You are ready.",
        "Bora left.",
        "All are ready: say start to start.",
    ]


def test_the_host_hears_the_pictures_of_each_guest() -> None:
    """It was told to compare its own with the host's screen, which is its own."""
    host, guest = replace(ANNA, host=True), replace(BORA, host=False, sas=("fox", "kite", "bell", "pear"))
    alone = replace(WAITING, seats=(host,), sas=("owl", "bee", "key", "car"), code="")
    said = "Check pictures of Bora: fox, kite, bell, pear. If Bora sees others, somebody sits in between."
    made = Speaker()
    assert not [line for line in made.hear(alone) if "pictures" in line]
    both = replace(alone, seats=(host, guest))
    assert said in made.hear(both)
    assert said not in made.hear(replace(both, seats=(host, replace(guest, ready=True)))), "once is enough"
    assert said in Speaker().hear(both)
    assert said not in speaker(alone).hear(replace(both, code="7KQM-2XPA")), "there the code sees to it"
    shown = speaker().hear(replace(both, me=1))
    assert "Check pictures, same on the host's screen: owl, bee, key, car." in shown


def test_who_has_joined_hears_what_to_say_next() -> None:
    made = Speaker()
    assert made.hear(WAITING)[-2:] == ["Say ready when you are ready.", "Say help for what you can do."]
    assert made.hear(WAITING) == []
    ready = replace(ANNA, ready=True)
    assert made.hear(replace(WAITING, seats=(ready, BORA, ROBO))) == [
        "You are ready.",
        "Not ready yet: Bora.",
    ]
    alone = Speaker().hear(replace(WAITING, seats=(ANNA,)))
    assert "Wait for the others to sit down, or say bot to add a bot." in alone
    assert Speaker().hear(replace(WAITING, me=-1))[-1] == "Say help for what you can do."


def test_what_was_told_before_the_program_was_started_is_not_read_out_again() -> None:
    old = LogLine("game", "Bora played red 7.", 1, old=True)
    new = LogLine("game", "Bora drew a card.", 1)
    made = Speaker()
    said = made.hear(replace(playing(), log=(old,)))
    said += made.hear(replace(playing(), log=(old, new)))
    assert "Bora played red 7." not in said
    assert said.count("Bora drew a card.") == 1


def test_my_turn_is_said_once_with_what_i_need() -> None:
    made = speaker(WAITING)
    said = made.hear(playing())
    assert said == [
        "Round 1 begins.",
        "Your turn: play a card or draw.",
        "Top: R7, red 7.",
        "Playable: R5 W. Others: B2. 3 cards.",
    ]
    assert made.hear(playing()) == []


def test_several_at_once_begin_with_the_one_that_fits() -> None:
    blue, yellow = cards("B3 Y3")
    two = Legal(plays=(yellow,), draw=True, together=((blue, yellow),))
    said = speaker(WAITING).hear(playing(view("B3 Y3", top="Y5", color=1, legal=two)))
    assert said[-1] == "Several at once, say: play Y3 B3"


def test_nothing_is_asked_while_my_cards_are_on_their_way() -> None:
    made = speaker(WAITING)
    dealt = view(hand="", plays="", sizes=(3, 4, 7))
    assert made.hear(replace(playing(dealt), catching_up=True)) == ["Round 1 begins."]
    assert made.hear(playing())[0] == "Your turn: play a card or draw."


def test_after_a_lost_link_i_am_asked_when_the_log_is_there() -> None:
    made = speaker(WAITING, playing(), replace(playing(), link=LinkState.RECONNECTING))
    assert made.hear(replace(playing(), catching_up=True)) == ["Link is back."]
    assert made.hear(playing())[0] == "Your turn: play a card or draw."


def test_a_host_that_was_started_again_does_not_begin_the_round_that_is_over() -> None:
    """It is for a moment back in that round, and "Round 1 begins." was said of it."""
    over = playing(view(to_act=1), stage=Stage.ROUND_OVER)
    made = speaker(WAITING, playing(), over, replace(over, link=LinkState.RECONNECTING))
    assert made.hear(playing(view(to_act=1)))[:1] == ["Link is back."]
    assert "Round 1 begins." not in made.hear(over)
    assert "Round 2 begins." in made.hear(playing(view(to_act=1), round_no=2))
    over = playing(view(to_act=1), stage=Stage.GAME_OVER, round_no=2)
    assert "Round 1 begins." in speaker(WAITING, playing(), over).hear(playing(view(to_act=1)))


def test_a_question_that_changed_is_asked_again() -> None:
    made = speaker(WAITING, playing())
    drew = view(hand="R5 B2 W B9", plays="", phase=Phase.DRAWN, drawn=cards("B9")[0])
    assert made.hear(playing(drew)) == ["It does not fit and stays in your hand."]


def test_log_lines_are_said_once() -> None:
    made = speaker(WAITING)
    one, two = LogLine("game", "Bora drew 1 card.", 1), LogLine("chat", "Bora: hello", 1)
    waiting = view(to_act=1)
    assert made.hear(playing(waiting, log=(one,))) == ["Round 1 begins.", "Bora drew 1 card."]
    assert made.hear(playing(waiting, log=(one, two))) == ["Bora: hello"]
    assert made.hear(playing(waiting, log=(two,))) == []


def test_low_verbosity_leaves_other_players_moves_out_but_not_chat() -> None:
    made = speaker(WAITING, verbosity=Verbosity.LOW)
    log = (LogLine("game", "Bora drew 1 card.", 1), LogLine("chat", "Bora: hello", 1))
    assert made.hear(playing(view(to_act=1), log=log)) == ["Round 1 begins.", "Bora: hello"]


def test_high_verbosity_adds_the_counts() -> None:
    made = speaker(WAITING, verbosity=Verbosity.HIGH)
    assert made.hear(playing())[-2:] == [
        "Cards: you 3, Bora 4, Robo 7. Pile: 60.",
        "Now you can say: R5, draw, say TEXT, quit, leave, close.",
    ]


def test_a_lost_link_and_its_return() -> None:
    made = speaker(playing())
    assert made.hear(playing(link=LinkState.RECONNECTING)) == [
        "Link lost. Trying again; your seat is kept. Say quit to stop."
    ]
    said = made.hear(playing())
    assert said[0] == "Link is back."
    assert "Your turn: play a card or draw." in said
    assert made.hear(playing(link=LinkState.CLOSED, closed_reason="The table was closed.")) == [
        "The table was closed."
    ]


def test_somebody_elses_lost_link() -> None:
    made = speaker(playing())
    away = playing(seats=(ANNA, replace(BORA, online=False), ROBO))
    assert made.hear(away) == ["Bora is away; the seat is kept."]
    assert made.hear(playing()) == ["Bora is back."]


def test_a_shown_hand_comes_with_its_verdict() -> None:
    made = speaker(playing(view(to_act=1)))
    shown = ShownHand(1, cards("R9 B1"), True, True)
    assert made.hear(playing(view(to_act=1), shown=shown)) == [
        "Bora held R9 B1: a bluff. Proven card by card."
    ]


def test_the_end_of_a_round_and_of_a_game() -> None:
    made = speaker(playing(view(to_act=1)))
    result = RoundResult(
        1, 0, "out", {0: (), 1: cards("R9 W")}, {0: 59, 1: 0}, {0: 59, 1: 0}, verified=True, attested=(0,)
    )
    assert made.hear(playing(view(to_act=1), result=result)) == [
        "You win round 1.",
        "Bora held R9 W: 59 points.",
        "Points: you +59.",
        "Totals: you 59, Bora 0.",
        "Deal verified: every card was the sealed one.",
    ]
    over = playing(stage=Stage.ROUND_OVER, view=None, result=replace(result, attested=(0, 1)))
    assert made.hear(over) == ["Checked by Bora as well.", "Say: next"]
    won = replace(
        over, stage=Stage.GAME_OVER, result=replace(result, attested=(0, 1), game_over=True, winners=(0,))
    )
    assert made.hear(won) == ["Game over. Won by you.", "Say: rematch or quit"]


def test_a_broken_promise_stops_everything_in_plain_words() -> None:
    made = speaker(playing(view(to_act=1)))
    fair = Fairness(
        fault_code="E_LEAF", fault="A card is not the one that was sealed.", evidence="x.unoevidence"
    )
    assert made.hear(playing(view(to_act=1), fair=fair)) == [
        "STOP. A card is not the one that was sealed. (E_LEAF)",
        "The game is frozen here and does not count.",
        "Evidence: x.unoevidence",
    ]


def test_a_refusal_is_said_every_time() -> None:
    made = speaker(playing(view(to_act=1)))
    assert made.hear(playing(view(to_act=1), notice="It is not your turn.", notice_no=1)) == [
        "It is not your turn."
    ]
    assert made.hear(playing(view(to_act=1), notice="It is not your turn.", notice_no=2)) == [
        "It is not your turn."
    ]


def test_a_host_that_stops_in_good_order_is_no_broken_link() -> None:
    made = speaker(playing())
    stopped = playing(link=LinkState.RECONNECTING, host_stopped=True)
    assert made.hear(stopped) == [
        "The host has stopped. It goes on when it is started again; quit waits no longer."
    ]


def test_whoever_comes_into_a_running_round_hears_how_it_stands() -> None:
    others = playing(view(to_act=1, legal=Legal()))
    made = speaker(replace(WAITING, seats=()))
    said = made.hear(replace(others, catching_up=True))
    assert said[0] == "Edition: Classic."
    assert said[1].startswith("Seat A"), "of the rules nothing but the edition"
    assert said[-1] == "Round 1 is being played."
    assert made.hear(others) == ["Bora is to play."]
    assert made.hear(others) == []


def test_whose_turn_it_is_after_a_lost_link() -> None:
    others = playing(view(to_act=1, legal=Legal()))
    made = speaker(WAITING, others, replace(others, link=LinkState.RECONNECTING))
    assert made.hear(others) == ["Link is back.", "Bora is to play."]


def test_after_a_pause_the_question_is_asked_again() -> None:
    made = speaker(WAITING, playing())
    assert made.hear(playing(paused=True)) == ["Say: resume"]
    assert made.hear(playing())[0] == "Your turn: play a card or draw."
    guest = speaker(WAITING, playing(owner=1))
    assert guest.hear(playing(paused=True, owner=1)) == ["Say: vote resume"]


def test_other_cards_in_my_hand_are_said_when_hands_are_swapped_and_not_when_i_play_or_draw() -> None:
    def holding(hand: str, held: int = 0) -> Snapshot:
        mine = held or len(hand.split())
        return playing(view(hand, sizes=(mine, 4, 7), to_act=1, legal=Legal()))

    made = speaker(WAITING, holding("R5 B2 W"))
    assert made.hear(holding("R5 B2")) == []
    assert made.hear(holding("R5 G1 G2")) == [], "played, and drew two for it"
    assert made.hear(holding("R5", held=2)) == [], "one is still on its way"
    assert made.hear(holding("Y1 Y2")) == ["Hand: Y1 Y2. 2 cards."]


def test_that_a_card_was_kept_is_said_where_it_was_a_choice() -> None:
    kept = (LogLine("game", "Bora kept the card.", 1, minor=True), LogLine("game", "Bora drew.", 1))
    assert speaker(WAITING, playing(view(to_act=1))).hear(playing(view(to_act=1), log=kept)) == ["Bora drew."]
    high = speaker(WAITING, playing(view(to_act=1)), verbosity=Verbosity.HIGH)
    assert high.hear(playing(view(to_act=1), log=kept)) == ["Bora kept the card.", "Bora drew."]
    mine = (LogLine("game", "You kept the card.", 0, minor=True),)
    (drawn,) = cards("R5")
    for plays, said in (((drawn,), ["You kept the card."]), ((), [])):
        asked = view(phase=Phase.DRAWN, drawn=drawn, legal=Legal(plays=plays, keep=True))
        made = speaker(WAITING, playing(asked))
        assert made.hear(playing(view(to_act=1, legal=Legal()), log=mine)) == said


def test_of_a_long_round_only_the_end_is_read_to_who_comes_into_it() -> None:
    log = tuple(LogLine("game", f"Move {n % 25}.", 1) for n in range(30))  # some say the same
    others = view(to_act=1, legal=Legal())
    made = speaker(replace(WAITING, seats=()))
    made.hear(replace(playing(others, log=log[:20]), catching_up=True))
    log = (*log, LogLine("chat", "Bora: hi", 1))
    said = made.hear(playing(others, log=log))
    last = [f"Move {n}." for n in (22, 23, 24, 0, 1, 2, 3, 4)]
    assert said == [*last, "Bora: hi", "Bora is to play."]
    assert made.hear(playing(others, log=(*log, LogLine("game", "Move 30.", 1)))) == ["Move 30."]


def test_whoever_comes_to_a_paused_table_hears_why_it_waits() -> None:
    paused = playing(paused=True, table_says="The server has paused this table.")
    made = speaker(replace(WAITING, seats=()))
    assert made.hear(paused)[-2:] == ["The server has paused this table.", "Say: resume"]


def test_who_can_be_caught_and_who_owes_a_call_hear_the_word_for_it_once() -> None:
    others = view(to_act=1, legal=Legal())
    made = speaker(WAITING, playing(others))
    late = playing(view(to_act=1, owes=(2,), legal=Legal(catch=(2,))))
    assert made.hear(late) == ["Say: catch @Robo"]
    assert made.hear(late) == []
    made = speaker(WAITING, playing(others))
    assert made.hear(playing(view("R5", to_act=1, owes=(0,), legal=Legal(uno=True)))) == ["Say: uno"]


def test_a_call_that_i_owe_after_a_swap_of_hands_is_asked_for_once_my_cards_are_there() -> None:
    """The cards come after the log entry: what to type was looked for before them and not said at all."""
    made = speaker(WAITING, playing(view(to_act=1, legal=Legal())))
    owing = playing(view("R5", to_act=1, owes=(0,), legal=Legal(uno=True)))
    assert made.hear(replace(owing, catching_up=True)) == []
    assert "Say: uno" in made.hear(owing)
    assert "Say: uno" not in made.hear(replace(owing, deadline_ms=1))


def test_who_has_asked_for_the_start_is_not_told_to_say_start() -> None:
    """Whoever starts is made ready first: "all are ready: say start" came a moment before the round."""
    waiting = replace(WAITING, seats=(ANNA, replace(BORA, ready=True), ROBO))
    made = speaker(waiting)
    ready = replace(waiting, seats=(replace(ANNA, ready=True), *waiting.seats[1:]))
    made.starts()
    assert made.hear(ready) == ["You are ready."]
    refused = replace(ready, notice="Not everybody is ready: Bora.", notice_no=1)
    assert made.hear(refused)[0] == "Not everybody is ready: Bora."
    made = speaker(waiting)
    assert made.hear(ready) == ["You are ready.", "All are ready: say start to start."]


def test_whoever_asks_for_another_game_is_not_told_to_say_ready() -> None:
    over = playing(stage=Stage.GAME_OVER)
    made = speaker(WAITING, over)
    made.wants_another()
    assert made.hear(WAITING) == ["Back in the waiting room."]
    ready = replace(WAITING, seats=(replace(ANNA, ready=True), BORA, ROBO))
    assert made.hear(ready)[0] == "You are ready."
    made = speaker(WAITING, over)
    made.wants_another()
    others = replace(WAITING, ruleset=Ruleset.make("classic", "single_hand"))
    assert "Say ready when you are ready." in made.hear(others), "to other rules nobody has agreed"


def test_who_takes_the_seat_of_somebody_put_out_has_no_other_name() -> None:
    """Dora, who had watched, was announced as "Bora is called Dora now"."""
    before = replace(WAITING, seats=(ANNA, replace(BORA, pk=b"b")))
    said = speaker(before).hear(replace(WAITING, seats=(ANNA, replace(BORA, pk=b"d", name="Dora"))))
    assert said[:2] == ["Bora left.", "Dora sat down on seat B."]


def test_a_seat_that_was_given_by_vote_is_told_by_the_log_alone() -> None:
    """Dora had never been there, and "Dora is back" was said of her."""
    away = replace(BORA, pk=b"b", online=False)
    before = playing(seats=(ANNA, away))
    says = "Dora has the seat of Bora now."
    given = replace(before, seats=(ANNA, replace(away, pk=b"d", name="Dora", online=True)), table_says=says)
    assert not [line for line in speaker(before).hear(given) if "Dora" in line or "Bora" in line]
    told = replace(given, log=(*given.log, LogLine("table", says)))
    assert says in speaker(before).hear(told)


def test_who_takes_the_seat_of_somebody_who_is_gone_has_no_other_name() -> None:
    """Cem, who had watched, was announced as "Bora is called Cem now"."""
    over = playing(stage=Stage.GAME_OVER, seats=(ANNA, replace(BORA, gone=True, online=False)))
    sat = replace(WAITING, seats=(ANNA, replace(BORA, name="Cem")))
    said = speaker(WAITING, over).hear(sat)
    assert "Cem sat down on seat B." in said
    assert not [line for line in said if "is called" in line or "is back" in line]


def test_who_is_given_a_seat_in_a_round_hears_its_cards() -> None:
    made = speaker(WAITING, playing(view("", plays="", seat=NOBODY, to_act=1, legal=Legal()), me=NOBODY))
    assert "Hand: R5 B2 W. 3 cards." in made.hear(playing(view(to_act=1, legal=Legal())))
    assert made.hear(playing(view(to_act=2, legal=Legal()))) == []


def test_who_comes_back_to_a_seat_that_a_bot_plays_is_told_of_once() -> None:
    """ "Bora is back" was followed by "Bora is back and plays the seat again", which the log says."""
    away = replace(BORA, online=False, standin=True)
    others = view(to_act=2, legal=Legal())
    made = speaker(WAITING, playing(others, seats=(ANNA, away, ROBO)))
    assert made.hear(playing(others, seats=(ANNA, replace(BORA, standin=True), ROBO))) == []
    without_bot = replace(away, standin=False)
    made = speaker(WAITING, playing(others, seats=(ANNA, without_bot, ROBO)))
    assert made.hear(playing(others)) == ["Bora is back."]


def test_who_comes_back_to_a_bot_in_the_seat_is_not_told_to_say_back() -> None:
    """The seat comes back by itself."""
    asleep = playing(view(to_act=1, legal=Legal()), seats=(replace(ANNA, standin=True), BORA, ROBO))
    assert "Say: back" not in Speaker().hear(asleep)
    assert "Say: back" in speaker(WAITING, playing(view(to_act=1, legal=Legal()))).hear(asleep)


def test_a_watcher_is_offered_a_seat_after_the_game_and_no_other_game() -> None:
    made = speaker(WAITING, playing(me=NOBODY))
    assert "Say: sit or quit" in made.hear(playing(me=NOBODY, stage=Stage.GAME_OVER))


def test_who_has_stepped_away_does_not_hear_that_the_table_was_left() -> None:
    gone = replace(WAITING, link=LinkState.CLOSED, closed_reason="You left the table.")
    made = speaker(WAITING)
    made.goes()
    assert made.hear(gone) == []
    assert speaker(WAITING).hear(gone) == ["You left the table."]


def test_a_refused_move_is_answered_with_the_reason_and_the_question_again() -> None:
    made = speaker(WAITING, playing())
    refused = playing(notice="That is not possible right now.", notice_no=1)
    assert made.hear(refused) == ["That is not possible right now.", "Your turn: play a card or draw."]
    others = playing(view(to_act=1, legal=Legal()))
    made = speaker(WAITING, others)
    late = replace(others, notice="It is not your turn.", notice_no=1)
    assert made.hear(late) == ["It is not your turn."]


def test_who_checked_a_round_is_not_said_again_when_i_have_checked_it() -> None:
    """A line bot heard "Checked by Bora as well." twice."""
    result = RoundResult(1, 1, "out", {0: (), 1: ()}, {1: 30}, {0: 0, 1: 30}, verified=True)
    over = playing(stage=Stage.ROUND_OVER, result=result)
    made = speaker(WAITING, playing(), over)
    made.verbosity = Verbosity.HIGH
    said = made.hear(replace(over, result=replace(result, attested=(1,))))
    assert said[:1] == ["Checked by Bora as well."]
    assert made.hear(replace(over, result=replace(result, attested=(0, 1)))) == []


def test_that_a_round_was_checked_is_said_once_when_all_have() -> None:
    cem = replace(BORA, seat=3, name="Cem")
    result = RoundResult(1, 1, "out", {0: (), 1: ()}, {1: 30}, {0: 0, 1: 30}, verified=True, attested=(1,))
    over = playing(seats=(ANNA, BORA, ROBO, cem), stage=Stage.ROUND_OVER, result=result)
    made = speaker(WAITING, playing(seats=over.seats), over)
    assert made.hear(replace(over, result=replace(result, attested=(0, 1)))) == []
    assert made.hear(replace(over, result=replace(result, attested=(0, 1, 3)))) == [
        "Checked by Bora and Cem as well."
    ]
    assert made.hear(replace(over, result=replace(result, attested=(0, 1, 3)))) == []


def test_what_is_proposed_comes_with_the_word_to_agree() -> None:
    asked = Proposed(1, "next draws 3", "You name the color; the next player draws 3 cards.", (1,))
    made = speaker(WAITING)
    assert made.hear(replace(WAITING, proposals=(asked,))) == ["Say: agree Bora"]
    assert made.hear(replace(WAITING, proposals=(asked,))) == []
    mine = replace(asked, seat=0, agreed=(0,))
    assert speaker(WAITING).hear(replace(WAITING, proposals=(mine,))) == []


def test_a_new_owner_of_the_table_is_told_to_all() -> None:
    made = speaker(WAITING, playing())
    assert made.hear(playing(owner=1)) == ["Bora is the owner of the table now."]
    assert made.hear(playing(owner=0)) == ["The table is yours now."]
    assert made.hear(playing(owner=-1)) == [], "nobody is"


def test_other_names_and_other_seats_are_told_in_the_waiting_room() -> None:
    made = speaker(replace(WAITING, seats=(ANNA, BORA)))
    assert made.hear(replace(WAITING, seats=(ANNA, replace(BORA, name="Bo")))) == ["Bora is called Bo now."]
    assert made.hear(replace(WAITING, seats=(replace(ANNA, name="Ann"), replace(BORA, name="Bo")))) == [
        "You are called Ann now."
    ]
    swapped = (replace(ANNA, name="Bo", owner=False, ready=True), replace(BORA, name="Ann", owner=True))
    assert made.hear(replace(WAITING, me=1, owner=1, seats=swapped)) == [
        "Bo sits on seat A now.",
        "You sit on seat B now.",
        "Say start to start.",
    ], "its owner is the same"


def test_the_end_of_a_game_tells_what_everybody_did_as_the_screens_do() -> None:
    result = RoundResult(3, 1, "out", totals={0: 120, 1: 498}, winners=(1,), game_over=True)
    over = playing(stage=Stage.GAME_OVER, result=result)
    assert len(game_over_lines(over)) == 2, "nothing is claimed that was not seen"
    said = game_over_lines(replace(over, tally={0: Numbers(12, 1, 2, 0), 1: Numbers(3, 0, 5, 4)}))
    assert said[1:5] == [
        "Drawn: you 12, Bora 3.",
        "Challenges won: you 1, Bora 0.",
        "UNO called: Bora 5, you 2.",
        "Caught: Bora 4, you 0.",
    ]


def test_a_result_tells_whose_time_ran_out() -> None:
    result = RoundResult(3, 1, "out", totals={0: 120, 1: 498})
    said = result_lines(playing(result=result, missed={0: Missed(timeouts=2), 1: Missed(moves=1)}))
    assert "Your time ran out 2 times." in said
    assert "A bot made 1 move for Bora." in said

"""What the plain client says by itself: the difference between two snapshots as lines of text.

Append-only: nothing is ever redrawn. The most important word comes first, so that a screen reader can be cut
short. Pure: snapshots in, lines out.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from uno_lan.client import words
from uno_lan.client.forced import forced
from uno_lan.client.model import LinkState, LogLine, RoundResult, SeatInfo, Snapshot, Stage
from uno_lan.client.words import typed
from uno_lan.engine import NOBODY, Phase
from uno_lan.languages import N_, _

from .facts import (
    answer_lines,
    brief_top_line,
    choice_lines,
    counts_line,
    fault_lines,
    game_over_lines,
    guest_pictures,
    hand_line,
    joined_lines,
    jump_line,
    result_lines,
    shown_line,
    top_line,
    totals_line,
    trouble_lines,
    turn_line,
)
from .helping import ways_line

UNSET = Snapshot()


class Verbosity(IntEnum):
    """How much is said unasked."""

    LOW = 0
    """My turn, results, faults and what concerns me."""
    NORMAL = 1
    """Everything that happens."""
    HIGH = 2
    """And the state of the table at each of my turns, and all that can be done."""


MISSED: Final = 8
"""Moves that are read to somebody who comes into a running round; `log` tells more."""
HELP = N_("Say {help} for what you can do.")


class Speaker:
    """Turns snapshots into lines."""

    def __init__(self, verbosity: Verbosity = Verbosity.NORMAL) -> None:
        self.verbosity = verbosity
        self._last = UNSET
        self._logged: LogLine | None = None
        self._asked: tuple[object, ...] = ()
        self._hand: tuple[int, frozenset[int]] = (0, frozenset())
        """Round and my cards when all of them were known last."""
        self._watched = False
        """I watch the round, so any cards will be new to me."""
        self._came = False
        """I have come into a round that is being played, and do not know yet whose turn it is."""
        self._begun = 0
        """The round of which it is not said again that it begins."""
        self._step: str | None = None
        """The next step in the waiting room as it was last said; None: not there yet."""
        self._starts = False
        """I have asked for the start, which makes me ready as well: the next step is on its way."""
        self._again: tuple[object, ...] = ()
        """The rules when I asked for another game: with the same ones I am made ready for it."""
        self._goes = False
        """I have stepped away, and know it."""
        self._owed: frozenset[int] = frozenset()
        """Whose missing call of UNO it was said what to type about."""

    def hear(self, now: Snapshot) -> list[str]:
        """Lines for what changed since the last snapshot."""
        before, self._last = self._last, now
        waits = now.stage is Stage.WAITING and now.link is LinkState.ONLINE
        self._starts = self._starts and waits and now.notice_no == before.notice_no
        lines = self._link(before, now)
        lines += self._room(before, now)
        lines += self._happened(before, now)
        if now.shown is not None and now.shown != before.shown:
            lines.append(shown_line(now))
        if now.result is not None and now.result != before.result:
            lines += self._result(before.result, now)
        if now.notice_no != before.notice_no and now.notice:
            lines += [now.notice, *self._reminder(now)]
        lines += self._trouble(before, now)
        if now.fair.fault and not before.fair.fault and now.trouble is None:
            lines += fault_lines(now)
        elif now.fair.evidence != before.fair.evidence and now.fair.evidence:
            where = _("Evidence: {file}").format(file=now.fair.evidence)
            lines += [where] if where not in lines else []
        step = [*self._calls(now), *_asked(before, now), *self._stage(before, now), *self._next_step(now)]
        lines += step
        asked = self._ask(now)
        if self._new_hand(now) and now.view is not None:
            hand = hand_line(now.view, now.deck)
            lines += [hand] if hand not in asked else []
        lines += asked
        if self.verbosity is Verbosity.HIGH and (step or asked):
            lines.append(ways_line(now))
        return lines

    def starts(self) -> None:
        """I have asked for the start."""
        self._starts = True

    def wants_another(self) -> None:
        """I have asked for another game."""
        self._again = (self._last.ruleset,)

    def goes(self) -> None:
        """I have stepped away."""
        self._goes = True

    def _reminder(self, now: Snapshot) -> list[str]:
        """What is asked of me, once more after a move that was refused."""
        view = now.view
        waits = view is not None and view.to_act == view.seat != NOBODY and bool(self._asked)
        return [turn_line(now)] if waits and now.stage is Stage.ROUND and not now.catching_up else []

    def _new_hand(self, now: Snapshot) -> bool:
        """Did others come for the cards I had: were hands swapped, passed on or dealt anew?"""
        view = now.view
        if view is None or view.seat == NOBODY or now.catching_up or now.stage is not Stage.ROUND:
            self._watched = now.stage is Stage.ROUND and view is not None and view.seat == NOBODY
            return False
        held = frozenset(view.hand)
        if len(held) != view.sizes[view.seats.index(view.seat)]:
            return False  # some are still on their way
        (round_no, before), self._hand = self._hand, (now.round_no, held)
        if self._watched:
            self._watched = False
            return True  # a seat was given to me in the middle of the round
        gone = before - held
        # One that went with others that came was played, and made me draw; unless it was my only one.
        all_went = len(gone) > 1 or gone == before != frozenset()
        return round_no == now.round_no and all_went and bool(held - before)

    def _next_step(self, now: Snapshot) -> list[str]:
        """What the waiting room waits for, when that changed; where all the words stand, on entering it."""
        if now.stage is not Stage.WAITING or now.link is not LinkState.ONLINE or not now.seats:
            self._step = None if now.stage is not Stage.WAITING else self._step
            return []
        me = now.seat(now.me)
        comes = self._again == (now.ruleset,) and me is not None and not me.ready
        self._again = self._again if comes else ()
        if self._starts or comes:
            return []  # whoever has said "start" or "rematch" is not told to say "start" or "ready"
        before, self._step = self._step, words.next_step(now, words.TYPED)
        lines = [self._step] if self._step and self._step != before else []
        return [*lines, _(HELP).format(help=typed("help"))] if before is None else lines

    def _trouble(self, before: Snapshot, now: Snapshot) -> list[str]:
        """Something is wrong, or is being decided by the players: said when it is new, votes as they come."""
        old, new = before.trouble, now.trouble
        if new is None or (
            old is not None and (old.code, old.can, old.votes) == (new.code, new.can, new.votes)
        ):
            return []
        return trouble_lines(now)

    def _stage(self, before: Snapshot, now: Snapshot) -> list[str]:
        """What can be done now that a round or the game is over."""
        if now.stage is before.stage:
            return []
        if now.stage is Stage.GAME_OVER:
            return game_over_lines(now)
        voting = now.result is not None and now.result.outcome == "open"
        return _to_go_on() if now.stage is Stage.ROUND_OVER and not voting else []

    def _link(self, before: Snapshot, now: Snapshot) -> list[str]:
        if now.link is before.link:
            return []
        if now.link is LinkState.RECONNECTING:
            stop = typed("quit")
            if now.host_stopped:
                said = _("The host has stopped. It goes on when it is started again; {quit} waits no longer.")
                return [said.format(quit=stop)]
            if now.me < 0:
                return [_("Link lost. Trying again; {quit} gives it up.").format(quit=stop)]
            return [_("Link lost. Trying again; your seat is kept. Say {quit} to stop.").format(quit=stop)]
        if now.is_closed:
            if self._goes:
                return []  # what becomes of the seat has been said
            return [now.closed_reason or _("The link is closed.")]
        if now.link is LinkState.ONLINE:
            if before.link is LinkState.RECONNECTING:
                return [_("Link is back.")]
            joined = _("Joined {table} as {name}.") if now.table_name else _("Joined the table as {name}.")
            return [joined.format(table=now.table_name, name=now.my_name)]
        return []

    def _calls(self, now: Snapshot) -> list[str]:
        """What to type when I owe a call of UNO, or somebody else does."""
        view = now.view
        if view is None or now.stage is not Stage.ROUND:
            self._owed = frozenset()
            return []
        if now.catching_up:
            return []  # said when my cards are there, as after a swap of hands
        mine = frozenset({view.seat} if view.seat in view.owes else ())
        before, self._owed = self._owed, mine | frozenset(view.legal.catch)
        ways = [typed("uno")] if mine - before else []
        ways += [typed("catch", f"@{now.name(seat)}") for seat in view.legal.catch if seat not in before]
        return [_("Say: {what}").format(what=words.listed(ways, "or"))] if ways else []

    def _room(self, before: Snapshot, now: Snapshot) -> list[str]:
        """Who comes and goes, who is ready, whose the table is; that a round or the waiting room begins."""
        joined = not before.seats and bool(now.seats)
        back = before.link is LinkState.RECONNECTING and now.link is LinkState.ONLINE
        self._came = now.stage is Stage.ROUND and (joined or back or self._came)
        lines = []
        if joined:
            lines = joined_lines(now)
        elif self.verbosity > Verbosity.LOW:
            lines = _people(before, now)
        given = before.owner != now.owner and before.name(before.owner) != now.name(now.owner)
        if not joined and given and now.seat(now.owner) is not None:
            mine = now.owner == now.me
            said = _("The table is yours now.") if mine else _("{who} is the owner of the table now.")
            lines.append(said.format(who=now.name(now.owner)))
        if now.stage in (Stage.WAITING, Stage.GAME_OVER):
            self._begun = 0
        elif now.stage is not before.stage and now.round_no != self._begun:
            # A host that was started again is for a moment back in the round that is over.
            self._begun = now.round_no
            begins, runs = _("Round {number} begins."), _("Round {number} is being played.")
            if now.stage is Stage.ROUND:
                lines.append((runs if joined else begins).format(number=now.round_no))
        if now.stage is not before.stage and now.stage is Stage.WAITING and before.seats:
            lines.append(_("Back in the waiting room."))
        return lines

    def _happened(self, before: Snapshot, now: Snapshot) -> list[str]:
        """New lines of the log, without those about people: `_room` has said them with their seats.

        That a drawn card was kept is heard only from somebody who could choose and sees it: from me.
        """
        if self._came and now.catching_up:
            return []
        log = now.log
        start = len(log)
        while start and log[start - 1] is not self._logged:
            start -= 1
        if log:
            self._logged = log[-1]
        fresh = tuple(line for line in log[start:] if line.kind not in ("table", "link") or line.seat < 0)
        fresh = tuple(line for line in fresh if not line.old)
        if self._came:
            # The whole round arrives with whoever comes into it; how it stands is said besides.
            moves = [place for place, line in enumerate(fresh) if line.kind == "game"]
            fresh = tuple(line for place, line in enumerate(fresh) if place not in moves[:-MISSED])
        if self.verbosity < Verbosity.HIGH:
            chose = before.view is not None and bool(before.view.legal.keep and before.view.legal.plays)
            fresh = tuple(line for line in fresh if not line.minor or (line.seat == now.me and chose))
        if self.verbosity is Verbosity.LOW:
            fresh = tuple(line for line in fresh if line.kind != "game" or line.seat == now.me)
        return [line.text for line in fresh]

    def _result(self, old: RoundResult | None, now: Snapshot) -> list[str]:
        result = now.result
        assert result is not None
        if old is not None and old.outcome == "open" and result.outcome not in ("", "open"):
            more = now.stage is Stage.ROUND_OVER and result.outcome != "stop"
            decided = _(words.OUTCOMES[result.outcome])
            return [decided, totals_line(now), *(_to_go_on() if more else [])]
        if old is not None and old.round_no == result.round_no:
            # Once, when all have: a line for each who comes next tells nothing new.
            people = sum(seat.kind != "bot" and not seat.gone for seat in now.seats)
            others = [seat for seat in result.attested if seat != now.me]
            if self.verbosity is Verbosity.HIGH:
                due = any(seat not in old.attested for seat in others)
            else:
                all_have = len(old.attested) < len(result.attested) >= people
                due = all_have and self.verbosity is not Verbosity.LOW
            names = [now.name(seat) for seat in others]
            if names and result.verified and due:
                return [_("Checked by {names} as well.").format(names=words.listed(names))]
            return []
        return result_lines(now)

    def _ask(self, now: Snapshot) -> list[str]:
        """Say once what is asked of me, and again when the question changed."""
        view = now.view
        # While the log or my cards are on their way, what I can do is not known yet, and nothing can be done.
        knows = now.link is LinkState.ONLINE and not now.catching_up
        if view is None or now.stage is not Stage.ROUND or not knows or now.paused:
            self._asked = ()
            return []
        mine = view.seat != NOBODY and view.to_act == view.seat
        jumps = view.legal.jumps
        asked = (now.round_no, view.phase, view.to_act, view.hand, view.top, view.color, view.pending)
        key: tuple[object, ...] = asked if mine or jumps else ()
        came, self._came = self._came, False
        if came and not mine and not jumps:
            return [turn_line(now)]
        if key == self._asked:
            return []
        self._asked = key
        if jumps and not mine:
            return [jump_line(now)]
        if not mine or (view.phase is Phase.DRAWN and view.drawn == NOBODY):
            return []
        if view.phase is Phase.PICK_TARGET and forced(view) is not None:
            return []  # the program answers, and the log says what came of it
        edition, high = now.deck, self.verbosity is Verbosity.HIGH
        if view.phase is Phase.DRAWN:
            lines = [words.drawn(view)]
        else:
            lines = [words.prompt(view, now.name, edition)]
        if view.phase is Phase.ANSWER:
            lines += answer_lines(now)
        if view.phase in (Phase.TURN, Phase.ANSWER) or high:
            lines += [top_line(now) if high else brief_top_line(now), hand_line(view, edition)]
        if self.verbosity > Verbosity.LOW:
            lines += choice_lines(now)
        return [*lines, counts_line(now)] if high else lines


def _to_go_on() -> list[str]:
    return [_("Say: {what}").format(what=typed("next"))]


def _asked(before: Snapshot, now: Snapshot) -> list[str]:
    """What can be typed about a new vote, a pause, a bot that plays for me, a rule that is proposed."""
    known = {(poll.what, poll.seat, poll.pk) for poll in before.polls if poll.may}
    fresh = any(poll.may and (poll.what, poll.seat, poll.pk) not in known for poll in now.polls)
    was, seat = before.seat(before.me), now.seat(now.me)
    # Whoever comes back to a seat that a bot plays gets it at once, without a word.
    asleep = seat is not None and seat.standin and was is not None and not was.standin
    ways = words.listed([typed("yes"), typed("no")], "or")
    vote = [_("Say: {what}").format(what=ways)] if fresh else []
    plays = now.view is None or now.me in now.view.seats
    rests = now.paused and not before.paused and seat is not None and plays
    go_on = typed("resume") if now.owner == now.me else typed("vote resume")
    said = [go_on] if rests else []
    said += [typed("back")] if asleep else []
    waiting = {one.seat for one in now.proposals if now.me >= 0 and now.me not in one.agreed}
    waiting -= {one.seat for one in before.proposals if before.me not in one.agreed}
    said += [typed("agree", now.name(one)) for one in sorted(waiting)] if before.seats else []
    why = [now.table_says] if rests and not before.seats and now.table_says else []
    return [*vote, *why, *(_("Say: {what}").format(what=what) for what in said)]


def _people(before: Snapshot, now: Snapshot) -> list[str]:
    """What is new of those who sit here, seat by seat; then who has gone."""
    lines = []
    old = {seat.seat: seat for seat in before.seats}
    there = {seat.pk for seat in now.seats}
    for seat in now.seats:
        was = old.get(seat.seat)
        if was is not None and words.handed(was, seat, now.table_says):
            lines += guest_pictures(now, seat)
            continue  # the log says whose seat it was, and who is not back
        if was is not None and _newcomer(old, was, seat):
            lines += [_("{who} left.").format(who=was.name)] if was.pk not in there else []
            was = None
        lines += (_called(old, seat, now) if was is not None else []) or _moved(was, seat, now)
        if was is None or was.sas != seat.sas:
            lines += guest_pictures(now, seat)
    gone = [seat.name for n, seat in old.items() if now.seat(n) is None and n != now.me]
    return [*lines, *(_("{who} left.").format(who=name) for name in gone)]


def _newcomer(before: Mapping[int, SeatInfo], was: SeatInfo, seat: SeatInfo) -> bool:
    """Has somebody the seat of another who had none before?"""
    if not (was.pk and seat.pk) or was.gone or was.pk == seat.pk:
        return False
    return all(other.pk != seat.pk for other in before.values())


def _called(before: Mapping[int, SeatInfo], seat: SeatInfo, now: Snapshot) -> list[str]:
    """That somebody in the waiting room has another name, or another seat."""
    was = before.get(seat.seat)
    if was is None or was.gone or was.name == seat.name or now.stage is not Stage.WAITING:
        return []
    mine = seat.seat == now.me
    if any(other.name == seat.name for other in before.values()):
        form = _("You sit on seat {letter} now.") if mine else _("{who} sits on seat {letter} now.")
    else:
        form = _("You are called {who} now.") if mine else _("{old} is called {who} now.")
    return [form.format(who=seat.name, old=was.name, letter=chr(65 + seat.seat))]


def _moved(was: SeatInfo | None, seat: SeatInfo, now: Snapshot) -> list[str]:
    """That somebody came, is ready, is away or back."""
    mine = seat.seat == now.me
    said = []
    if was is not None and was.gone and not seat.gone:
        was = None  # somebody else sits there now
    if was is None:
        said.append(_("You sat down on seat {letter}.") if mine else _("{who} sat down on seat {letter}."))
    elif now.stage is not Stage.ROUND and seat.ready and not was.ready:
        said.append(_("You are ready.") if mine else _("{who} is ready."))
    if was is not None and was.online and not seat.online and not seat.gone:
        said.append(_("You are away.") if mine else _("{who} is away; the seat is kept."))
    elif was is not None and seat.online and not was.online and not was.standin:
        # Of somebody for whom a bot plays the log says it, together with that.
        said.append(_("You are back.") if mine else _("{who} is back."))
    return [form.format(who=seat.name, letter=chr(65 + seat.seat)) for form in said]

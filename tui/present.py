"""From a snapshot to what the table's widgets show. Pure functions: the time is an argument."""

from __future__ import annotations

from uno_lan.client import words
from uno_lan.client.model import LinkState, SeatInfo, Snapshot, Stage
from uno_lan.engine.commands import NOBODY
from uno_lan.engine.edition import Edition
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import View
from uno_lan.languages import N_, _, n_

from .cards import face_of
from .glyphs import Glyphs
from .palette import Palette
from .text import plain
from .widgets.bars import Part
from .widgets.opponents import Opponent
from .widgets.status import TableState

LINKS = {
    LinkState.CONNECTING: N_("connecting"),
    LinkState.ONLINE: N_("linked"),
    LinkState.RECONNECTING: N_("reconnecting"),
    LinkState.CLOSED: N_("closed"),
}
"""How the connection stands, marked for translation."""
NEXT_SHOWN = 4
"""Names listed after the player to act."""


def seconds_left(deadline_ms: int, now: int) -> int:
    """Whole seconds until a deadline, never negative."""
    return max(0, -(-(deadline_ms - now) // 1000))


def circle(view: View, start: int) -> list[int]:
    """Seats of the round clockwise, beginning after `start`; all of them when `start` does not sit."""
    seats = list(view.seats)
    if start not in seats:
        return seats
    place = seats.index(start)
    return seats[place + 1 :] + seats[:place]


def following(view: View, count: int = NEXT_SHOWN) -> list[int]:
    """Seats in turn order after the one to act."""
    seats = [seat for seat in view.seats if seat not in view.left or seat == view.to_act]
    if view.to_act not in seats:
        return []
    place, step = seats.index(view.to_act), 1 if view.direction >= 0 else -1
    order = [seats[(place + step * (i + 1)) % len(seats)] for i in range(len(seats) - 1)]
    return order[:count]


def standstill(snapshot: Snapshot) -> str:
    """What concerns me more than whose turn it is: a bot plays for me, a vote waits for me, a pause."""
    me = snapshot.seat(snapshot.me)
    if me is not None and me.standin:
        return _("A bot plays for you. Press any key to play yourself.")
    poll = next((poll for poll in snapshot.polls if poll.may), None)
    if poll is not None:
        return _("{question} Vote with v.").format(question=words.question(poll, snapshot.name))
    if snapshot.paused:
        return snapshot.table_says or _("The table is paused. v asks to go on.")
    return ""


def clock_of(snapshot: Snapshot, now: int) -> tuple[str, float]:
    """The clock as text and as part from 1 to 0. Empty and negative without one; for somebody who is away no
    length is known, so only the seconds are told."""
    if not snapshot.deadline_ms:
        return "", -1.0
    left = seconds_left(snapshot.deadline_ms, now)
    whole = words.number(snapshot.rules, "turn_timer", 0)
    return f"{left}s", min(1.0, left / whole) if whole else -1.0


def opponents(snapshot: Snapshot, now: int) -> tuple[Opponent, ...]:
    """The other players in the order of play, beginning left of me."""
    view = snapshot.view
    if view is None:
        return ()
    clock, _part = clock_of(snapshot, now)
    partners = snapshot.partners(snapshot.me)
    out = []
    for seat in circle(view, snapshot.me):
        info = snapshot.seat(seat) or SeatInfo(seat, snapshot.name(seat), "person", online=False)
        acts = seat == view.to_act
        out.append(
            Opponent(
                seat=seat,
                name=plain(info.name),
                cards=view.sizes[view.seats.index(seat)],
                to_act=acts,
                called=seat in view.called,
                catchable=seat in view.owes,
                online=info.online,
                standin=info.standin,
                gone=seat in view.left or info.gone,
                bot=info.kind == "bot",
                total=info.total if _counts_points(snapshot) else None,
                clock=_waited_for(info, clock if acts else "", now),
                partner=seat in partners,
            )
        )
    return (*out, *_eliminated(snapshot, view))


def _waited_for(seat: SeatInfo, clock: str, now: int) -> str:
    """The turn clock, or how long somebody who is away is waited for still."""
    if seat.online or seat.standin:
        return clock
    return f"{seconds_left(seat.away_ms, now)}s" if seat.away_ms else clock


def _eliminated(snapshot: Snapshot, view: View) -> list[Opponent]:
    """Those who are out of the game and watch."""
    seats = [snapshot.seat(seat) for seat in snapshot.out if seat not in view.seats and seat != snapshot.me]
    return [
        Opponent(s.seat, plain(s.name), 0, online=s.online, gone=True, total=s.total, out=True)
        for s in seats
        if s is not None
    ]


def grace_part(snapshot: Snapshot, now: int) -> float:
    """How much of the time to catch a missed call is surely left, from 1 to 0."""
    view = snapshot.view
    if view is None or not view.owes or not snapshot.grace_ms:
        return 0.0
    whole = words.number(snapshot.rules, "uno_grace_ms", 1500) or 1500
    return max(0.0, min(1.0, (snapshot.grace_ms - now) / whole))


def table_state(snapshot: Snapshot, edition: Edition, now: int) -> TableState:
    """The public state in words."""
    view = snapshot.view
    if view is None:
        return TableState()
    clock, part = clock_of(snapshot, now)
    mine = view.to_act == view.seat != NOBODY
    top = view.top
    return TableState(
        color=view.color,
        color_word=words.color_name(view.color, edition.colors) if view.color >= 0 else "",
        clockwise=view.direction >= 0,
        pending=pending_words(snapshot, view),
        turn=_("you") if mine else plain(snapshot.name(view.to_act)) if view.to_act >= 0 else _("the table"),
        mine=mine,
        clock=clock,
        clock_part=part,
        following=", ".join(_("you") if s == view.seat else plain(snapshot.name(s)) for s in following(view)),
        top=face_of(edition, top) if 0 <= top < edition.size else None,
        pile=view.pile_size,
        discard=view.discard_size,
        shuffling=view.phase is Phase.SHUFFLE,
    )


def pending_words(snapshot: Snapshot, view: View) -> str:
    """`4 cards for you`, or nothing."""
    if not view.pending:
        return ""
    cards = words.count(view.pending)
    if view.to_act == view.seat != NOBODY:
        return _("{cards} for you").format(cards=cards)
    return _("{cards} for {name}").format(cards=cards, name=plain(snapshot.name(view.to_act)))


def _counts_points(snapshot: Snapshot) -> bool:
    """Are there points from round to round? A single hand has none until it is over."""
    return snapshot.mode != "single_hand"


def top_bar(snapshot: Snapshot, glyphs: Glyphs, palette: Palette, living: bool = True) -> list[Part]:
    """Table, code, link, round, score, and how sure the deal is; a game of old has no link and no watcher."""
    title = "UNO·LAN" if glyphs.name == "unicode" else "UNO-LAN"
    parts = [Part(title, palette.bar_strong, 4), Part(plain(snapshot.table_name), palette.bar_strong, 1)]
    if snapshot.code:
        parts.append(Part(_("code {code}").format(code=plain(snapshot.code)), palette.bar_strong, 3))
    if living:
        parts.append(link_part(snapshot, glyphs, palette))
    if snapshot.round_no:
        parts.append(Part(_("round {number}").format(number=snapshot.round_no), palette.bar, 2))
    plays = snapshot.stage is not Stage.WAITING  # points and deal of the game before are not the next one's
    me = snapshot.seat(snapshot.me)
    if plays and me is not None and _counts_points(snapshot):
        partners = [snapshot.seat(seat) for seat in snapshot.partners(snapshot.me)]
        total = me.total + sum(seat.total for seat in partners if seat is not None)
        goal = f"/{snapshot.target}" if snapshot.target and snapshot.mode.endswith("_500") else ""
        said = _("team {points} pts") if partners else _("{points} pts")
        parts.append(Part(said.format(points=f"{total}{goal}"), palette.bar))
    if plays or snapshot.fair.fault:
        parts.append(fair_part(snapshot, glyphs, palette))
    if living and snapshot.me < 0:
        parts.append(Part(_("watching"), palette.bar_muted, 1))
    return parts


def link_part(snapshot: Snapshot, glyphs: Glyphs, palette: Palette) -> Part:
    """State of the link."""
    if snapshot.link is LinkState.ONLINE:
        said = f"{snapshot.rtt_ms} ms" if snapshot.rtt_ms >= 0 else _(LINKS[LinkState.ONLINE])
        return Part(f"{glyphs.dot} {said}", palette.bar + palette.good)
    return Part(f"{glyphs.lost} {_(LINKS[snapshot.link])}", palette.bar + palette.alarm)


def fair_part(snapshot: Snapshot, glyphs: Glyphs, palette: Palette) -> Part:
    """How many independent players made the deal, or the fault that was found."""
    fair = snapshot.fair
    if fair.fault:
        return Part(f"{glyphs.cross} {fair.fault_code}", palette.bar + palette.alarm)
    if not fair.contributors:
        return Part("", palette.bar)
    count, mark = fair.contributors, glyphs.check
    sure = _("deal {mark} {count}").format(mark=mark, count=count)
    full = n_("deal {mark} {count} independent player", "deal {mark} {count} independent players", count)
    said = full.format(mark=mark, count=count)
    return Part(said, palette.bar + palette.good, 5, short=sure, short_rank=1)

"""Words of the plain client about the people at a table: votes, orders of the owner, mute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from protocol.messages import VoteKind
from uno_lan.client import words
from uno_lan.client.model import Poll, Snapshot, Watcher
from uno_lan.client.words import all_typed, typed
from uno_lan.engine import NOBODY
from uno_lan.engine.notation import NotationError, parse_seat
from uno_lan.languages import N_, _

from .reading import explained

PEOPLE_HELP: Final = N_(
    "People: {vote_pause}, {vote_resume}, {vote_release} B, {vote_remove} B, {vote_seat} B NAME, {yes}, "
    "{no}, {votes}; {mute} NAME, {unmute} NAME, {back} (when a bot plays for you). "
    "Owner: {pause}, {resume}, {give} B, {unban} NAME."
)
"""Its places are commands, as `all_typed` gives them."""
KINDS: Final[dict[str, VoteKind]] = {
    "pause": "pause",
    "resume": "resume",
    "release": "release",
    "remove": "remove",
    "seat": "reseat",
}
"""Word after `vote` -> what is voted on."""


class Desk(Protocol):
    """What the words may do."""

    def ask(self, what: VoteKind, seat: int = NOBODY, pk: bytes | None = None) -> None:
        """Put something to the vote."""

    def answer(self, poll: Poll, yes: bool) -> None:
        """Vote."""

    def rest(self, pause: bool) -> None:
        """Owner: pause or go on."""

    def let_in(self, pk: bytes) -> None:
        """Owner: somebody may come in again."""

    def give(self, seat: int) -> None:
        """Owner: give the table away."""

    def take_back(self) -> None:
        """Take my seat back from a bot."""

    def rename(self, name: str) -> None:
        """Another name for me, in the waiting room."""

    def mute(self, name: str, muted: bool = True) -> None:
        """Show no more chat of somebody."""


def manage(word: str, rest: str, now: Snapshot, desk: Desk, clock: Callable[[], int]) -> list[str] | None:
    """Carry a line out. None: it is no word about people."""
    try:
        match word:
            case "vote":
                return _vote(rest, now, desk)
            case "yes" | "no":
                return _answer(word == "yes", now, desk)
            case "votes":
                return votes(now, clock()) or [_("Nothing is voted on.")]
            case "pause" | "resume":
                desk.rest(word == "pause")
            case "give":
                desk.give(_seat(rest, now))
            case "unban":
                return _let_in(rest, now, desk)
            case "mute" | "unmute":
                return _mute(rest, word == "mute", now, desk)
            case "back":
                desk.take_back()
            case _other:
                return None
    except NotationError as error:
        return [words.sentence(explained(error))]
    return []


def final(word: str, rest: str, now: Snapshot) -> str:
    """What a word does that cannot be taken back, as a sentence; empty when it does nothing of the kind."""
    if word == "leave" and now.me >= 0:
        return _("This gives up your seat for good; {quit} would keep it.").format(quit=typed("quit"))
    if now.me == NOBODY or now.owner != now.me:
        return ""  # what only the owner may do is refused anyway
    if word == "close":
        return _("This closes the table for everybody, and the game is over.")
    if word not in ("kick", "give"):
        return ""
    try:
        name = now.name(_seat(rest, now))
    except NotationError:
        return ""
    if word == "kick":
        return _("This puts {name} out, who cannot come back to this table.").format(name=name)
    return _("This gives the table to {name}: you are not its owner any more.").format(name=name)


def votes(now: Snapshot, clock: int) -> list[str]:
    """What is voted on, and how it stands."""
    return [
        _("{question} {standing}. {seconds} left.").format(
            question=words.question(poll, now.name),
            standing=words.capital(words.standing(poll)),
            seconds=words.seconds_left(poll, clock),
        )
        for poll in now.polls
    ]


def _vote(rest: str, now: Snapshot, desk: Desk) -> list[str] | None:
    kind, _space, who = rest.partition(" ")
    if kind in ("yes", "no"):
        return _answer(kind == "yes", now, desk)
    if kind in ("count", "void", "stop"):
        return None  # on a disputed round: that is no vote about people
    what = KINDS.get(kind)
    if what is None:
        return [_(PEOPLE_HELP).format(**all_typed())]
    if what in ("pause", "resume"):
        desk.ask(what)
    elif what == "reseat":
        who, _space, heir = who.partition(" ")
        found = _named(heir, now.watchers)
        if found is None:
            watching = [who.name for who in now.watchers]
            if not watching:
                return [_("Nobody watches who could have the seat.")]
            text = _("Nobody who watches is called {name}. Say: {what}")
            seat = who or "B"
            return [text.format(name=heir or "…", what=typed("vote seat", seat, watching[0]))]
        desk.ask(what, _seat(who, now), found.pk)
    else:
        desk.ask(what, _seat(who, now))
    return []


def _answer(yes: bool, now: Snapshot, desk: Desk) -> list[str]:
    poll = next((poll for poll in reversed(now.polls) if poll.may), None)
    if poll is None:
        return [_("Nothing is voted on that waits for you.")]
    desk.answer(poll, yes)
    return []


def _seat(text: str, now: Snapshot) -> int:
    """The seat of somebody else: all these words are about others."""
    seat = parse_seat(text.strip(), [now.name(number) for number in range(10)])
    if now.seat(seat) is None:
        raise NotationError(N_("nobody sits there"))
    if seat == now.me:
        raise NotationError(N_("that is you"))
    return seat


def _named(name: str, people: tuple[Watcher, ...]) -> Watcher | None:
    return next((who for who in people if who.name.lower() == name.strip().lower()), None)


def _let_in(rest: str, now: Snapshot, desk: Desk) -> list[str]:
    found = _named(rest, now.banned)
    if found is None:
        names = words.listed([who.name for who in now.banned])
        if not now.banned:
            return [_("Nobody was put out.")]
        way = typed("unban", now.banned[0].name)
        return [_("Put out: {names}. Say: {what}").format(names=names, what=way)]
    desk.let_in(found.pk)
    return [_("{name} may come in again.").format(name=found.name)]


def _mute(rest: str, muted: bool, now: Snapshot, desk: Desk) -> list[str]:
    names = [seat.name for seat in now.seats] + [who.name for who in now.watchers]
    name = next((name for name in names if name.lower() == rest.lower()), None)
    if name is None:
        return [_("Nobody here has that name.")]
    if name == (now.name(now.me) if now.me != NOBODY else now.my_name):
        return [words.sentence(_("that is you"))]
    desk.mute(name, muted)
    text = _("You see no more chat of {name}.") if muted else _("You see the chat of {name}.")
    return [text.format(name=name)]

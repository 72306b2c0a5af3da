"""What can be typed: what there is to do now, how cards are written, and all words there are."""

from __future__ import annotations

from collections.abc import Iterator

from uno_lan.client import words
from uno_lan.client.model import Snapshot, Stage
from uno_lan.client.words import all_typed, typed
from uno_lan.engine import NOBODY, Phase
from uno_lan.languages import N_, _

from .people import PEOPLE_HELP

# Translators: places are commands as they are typed in your language; capitals such as CARD stand for
# something that is typed in their place.
ASKING = N_(
    "Questions: {hand}, {top}, {counts}, {turn}, {time}, {log}, {rules}, {why} CARD, {players}, {table}, "
    "{fair}."
)
TABLE = (
    N_(
        "Table: {ready}, {unready}, {start}, {next}, {rematch}, {sit}, {bot}, {unbot} B, {kick} B, {swap} B "
        "C, {name} NAME, {say} TEXT, {quit} (keeps your seat), {leave} (gives it up), {close} (owner)."
    ),
    N_(
        "Before a game: {propose} TEXT (a rule for a card), {propose} alone (take it back), {agree} B, "
        "{set} RULE=VALUE, {set_preset}=NAME, {set_mode}=NAME, {set_edition}=NAME (owner)."
    ),
    PEOPLE_HELP,
    N_(
        "When something is wrong: {fair} says what; {vote_count}, {vote_void}, {vote_stop} (on a disputed "
        "round)."
    ),
    N_("Speech: {verbosity_low}, {verbosity_normal}, {verbosity_high}."),
)


def help_lines(now: Snapshot, about: str = "") -> list[str]:
    """What can be done now; `about` is `all` for every word, `cards` for how cards are written."""
    if about == "all":
        return [*_moves(now), *_cards(now), *(_said(line) for line in (ASKING, *TABLE))]
    if about == "cards":
        return _cards(now)
    return [
        ways_line(now),
        _said(ASKING),
        _("More: {cards}, or {all}.").format(cards=typed("help cards"), all=typed("help all")),
    ]


def ways_line(now: Snapshot) -> str:
    """All that can be done now in one line, as it is typed: for people, and for programs that read lines."""
    return _("Now you can say: {what}.").format(what=", ".join(dict.fromkeys(possible(now))))


def possible(now: Snapshot) -> Iterator[str]:
    """Everything there is to do at this moment, as it is typed, the most urgent first."""
    yield from _urgent(now)
    yield from _step(now)
    if now.stage is Stage.ROUND:
        yield from _move(now)
    else:
        yield from _between(now)
    yield typed("say", _("TEXT"))
    yield typed("quit")
    if now.me >= 0:
        yield typed("leave")
    if now.owner == now.me != NOBODY:
        yield typed("close")


def _urgent(now: Snapshot) -> Iterator[str]:
    """What others wait for, or what should not go on like this."""
    me = now.seat(now.me)
    if now.trouble is not None:
        yield from (typed(f"vote {what}") for what in now.trouble.can if what != "leave")
    if any(poll.may for poll in now.polls):
        yield from (typed("yes"), typed("no"))
    if me is not None and me.standin:
        yield typed("back")
    if now.paused and me is not None and (now.view is None or now.me in now.view.seats):
        yield typed("resume") if now.owner == now.me else typed("vote resume")
    if me is not None and now.stage is Stage.ROUND:
        away = [seat for seat in now.seats if seat.kind == "person" and not seat.online and not seat.gone]
        # The table waits for them first, and takes no such vote before that.
        late = [seat for seat in away if seat.standin or not seat.away_ms]
        yield from (typed("vote release", seat.name) for seat in late)


def _step(now: Snapshot) -> Iterator[str]:
    """How it goes on between games and rounds."""
    me = now.seat(now.me)
    if now.stage is Stage.ROUND_OVER and me is not None:
        yield typed("next")
    if now.stage is Stage.GAME_OVER and me is not None and not me.ready:
        yield typed("rematch")
    if now.stage is Stage.WAITING and me is not None:
        if not me.ready:
            yield typed("ready")
        if now.owner == now.me:
            yield typed("start")
        if me.ready:
            yield typed("unready")
    if me is None and now.stage is not Stage.ROUND:
        yield typed("sit")


def _move(now: Snapshot) -> Iterator[str]:
    """Moves of the round."""
    view = now.view
    if view is None or view.seat not in view.seats or now.paused:
        return
    edition, legal = now.deck, view.legal
    if view.seat == view.to_act and legal.plays:
        easy = min(legal.plays, key=lambda card: edition.color_of[card] == words.WILD)
        yield words.way_to_play(now.law, view, easy, now.name)
    if legal.jumps:
        yield typed("jump", words.way_to_play(now.law, view, legal.jumps[0], now.name))
    for word, may in (
        ("draw", legal.draw),
        ("keep", legal.keep),
        ("pass", legal.may_pass),
        ("accept", legal.accept),
        ("challenge", legal.challenge),
        ("uno", legal.uno),
    ):
        if may:
            yield typed(word)
    if legal.color:
        yield from (typed("color", _(color)) for color in edition.colors)
    yield from (typed("target", f"@{now.name(seat)}") for seat in legal.target)
    if legal.discards and view.phase is Phase.PICK_DISCARDS:
        yield typed("discard", *(edition.text(card) for card in view.hand[: legal.discards]))
    yield from (typed("catch", f"@{now.name(seat)}") for seat in legal.catch)


def _between(now: Snapshot) -> Iterator[str]:
    """The table before a game and after a round."""
    owner = now.owner == now.me != NOBODY
    if now.stage is Stage.WAITING and now.me >= 0:
        waiting = [one.seat for one in now.proposals if now.me not in one.agreed]
        yield from (typed("agree", now.name(seat)) for seat in waiting)
        if now.law.edition.customizable:
            yield typed("propose", _("TEXT"))
    if owner and now.stage is Stage.WAITING:
        others = [seat for seat in now.seats if seat.seat != now.me and not seat.gone]
        yield typed("bot")
        yield from (typed("unbot", seat.name) for seat in others if seat.kind == "bot")
        yield from (typed("kick", seat.name) for seat in others if seat.kind != "bot")
        if now.law.house.team:
            yield typed("swap", "A", "B")
        yield typed("set", _("RULE=VALUE"))


def _moves(now: Snapshot) -> list[str]:
    """How moves are written in this edition and under these rules."""
    law, edition = now.law, now.deck
    house = law.house
    lines = [
        _(
            "Playing: {play} {sign} or just {sign}, W4 {blue}, {sign} uno, {draw}, {keep}, {pass}, "
            "{accept}, {challenge}, {color} {green}, {uno}, {catch} @B."
        )
    ]
    if edition.has_effect("star"):
        lines.append(_("Super Star: WS {blue} answers a draw card."))
    if edition.has_effect("force"):
        lines.append(_("The Force: WF {blue} @B names a color and a player."))
    if edition.has_effect("item_box"):
        lines.append(_("Item Box: WI; then, if you are asked, {target} @B or {color} {blue}."))
    if edition.has_effect("customizable"):
        lines.append(
            _("Customizable: WC {blue}, and what its rule asks: a color, @B. Then {discard} {sign} W.")
        )
    if house.seven_zero:
        lines.append(_("Swapping: {red}7 @B."))
    if house.jump_in:
        lines.append(_("Jumping in: {jump} {sign}, or just {sign}."))
    if house.multi_play:
        lines.append(_("Several at once: {play} {sign} {third}5; the last one lies on top."))
    red, third = edition.letters[0], edition.letters[2]
    places = {
        **all_typed(),
        "red": red,
        "third": third,
        "sign": f"{red}5",
        "green": _(edition.colors[2]),
        "blue": _(edition.colors[3]),
    }
    return [line.format(**places) for line in lines]


def _cards(now: Snapshot) -> list[str]:
    """How the cards of this edition are written."""
    edition = now.deck
    colors = ", ".join(
        f"{letter} {_(color)}" for letter, color in zip(edition.letters, edition.colors, strict=True)
    )
    colored = [card for card in range(edition.size) if edition.color_of[card] != words.WILD]
    signs = {
        edition.text(card)[1:]: words.symbol_name(edition, edition.symbol_of[card])
        for card in colored
        if not edition.text(card)[1:].isdecimal()
    }
    wild = [card for card in range(edition.size) if edition.color_of[card] == words.WILD]
    wilds = {edition.text(card): words.card_name(edition, card) for card in wild}
    plain = next((card for card in colored if edition.text(card)[1:].isdecimal()), colored[0])
    said = _("A card is its color and its number: {sign} is {card}. Or say: {color} 5.")
    red = _(edition.colors[0])
    return [
        said.format(sign=edition.text(plain), card=words.card_name(edition, plain), color=red),
        _("Colors: {list}.").format(list=colors),
        _("In place of a number: {list}.").format(list=_pairs(signs)),
        _("Wilds: {list}. With a color, as in: {example}.").format(
            list=_pairs(wilds), example=f"{next(iter(wilds))} {red}"
        ),
    ]


def _pairs(names: dict[str, str]) -> str:
    return ", ".join(f"{sign} {name}" for sign, name in names.items())


def _said(line: str) -> str:
    return _(line).format(**all_typed())

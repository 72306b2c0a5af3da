"""Single facts in lines: said by themselves at the right moment, and when somebody asks for them."""

from __future__ import annotations

from protocol.codes import format_host_port, parse_target
from protocol.errors import AddressError
from uno_lan.client import words
from uno_lan.client.model import SeatInfo, Snapshot, Stage
from uno_lan.client.words import typed
from uno_lan.engine import NOBODY, Edition, Phase, View
from uno_lan.languages import _, p_


def top_line(now: Snapshot) -> str:
    """The top card, the color in force and the direction."""
    view = now.view
    if view is None or view.top == NOBODY:
        return _("No card lies on the pile yet.")
    edition = now.deck
    # Translators: {sign} is the notation of the card, R5; {direction} is clockwise or counter-clockwise.
    return _("Top: {sign}, {card}. Color: {color}. Order: {direction}.").format(
        sign=edition.text(view.top),
        card=words.card_name(edition, view.top),
        color=words.color_name(view.color, edition.colors),
        direction=words.direction_name(view.direction),
    )


def brief_top_line(now: Snapshot) -> str:
    """The top card at my turn: what it says by itself, its color and the old direction, is not repeated."""
    view, edition = now.view, now.deck
    if view is None or view.top == NOBODY:
        return top_line(now)
    wild = edition.color_of[view.top] == words.WILD
    form = _("Top: {sign}, {card}. Color: {color}.") if wild else _("Top: {sign}, {card}.")
    return form.format(
        sign=edition.text(view.top),
        card=words.card_name(edition, view.top),
        color=words.color_name(view.color, edition.colors),
    )


def hand_line(view: View, edition: Edition) -> str:
    """My cards; those that can be played now come first."""
    if view.seat not in view.seats:
        return _("You are watching.")
    hand = sorted(view.hand)
    may = view.legal.plays if view.seat == view.to_act else view.legal.jumps
    plays = [edition.text(card) for card in hand if card in may]
    others = [edition.text(card) for card in hand if card not in may]
    if plays and others:
        said = _("Playable: {plays}. Others: {others}. {count}.")
    elif plays:
        said = _("Playable: {plays}. {count}.")
    else:
        # Translators: {others} are cards or the word "empty"; {count} says how many cards.
        said = _("Hand: {others}. {count}.")
    return said.format(
        plays=" ".join(plays),
        others=" ".join(others) or _("empty"),
        count=words.capital(words.count(len(hand))),
    )


def counts_line(now: Snapshot) -> str:
    """How many cards each player holds, and the draw pile."""
    view = now.view
    if view is None:
        return _("No round is being played.")
    parts = []
    partners = now.partners(now.me)
    for seat, size in zip(view.seats, view.sizes, strict=True):
        who = _("you") if seat == view.seat else now.name(seat)
        if seat in partners:
            who = _("{who} (partner)").format(who=who)
        if seat in view.left:
            parts.append(_("{who} left").format(who=who))
        elif seat in view.called and size == 1:
            parts.append(f"{who} {size} UNO")
        elif seat in view.owes:
            parts.append(_("{who} {size} can be caught").format(who=who, size=size))
        else:
            parts.append(f"{who} {size}")
    # Translators: {parts} are players with their numbers of cards; {pile} is that of the draw pile.
    lines = [_("Cards: {parts}. Pile: {pile}.").format(parts=", ".join(parts), pile=view.pile_size)]
    if now.out:
        out = words.listed([now.name(seat) for seat in now.out])
        lines.append(_("Out of the game: {names}.").format(names=out))
    return " ".join(lines)


def turn_line(now: Snapshot) -> str:
    """Whose turn it is and what the table waits for."""
    if now.view is None:
        return words.waiting_for(now) or _("Everybody is ready.")
    return words.prompt(now.view, now.name, now.deck)


def rules_lines(now: Snapshot) -> list[str]:
    """The rules in force, and what is proposed for cards."""
    law = now.law
    edition = _("Edition: {name}, {decks} decks.") if law.edition.decks > 1 else _("Edition: {name}.")
    lines = [edition.format(name=_(law.edition.name), decks=law.edition.decks)]
    lines += words.rule_lines(now.mode, now.target, now.rules)
    if law.custom:
        lines += words.written_lines(law)
    elif law.edition.customizable:
        lines.append(
            _("The cards to write on are blank. Say: {what}").format(what=typed("propose", "next draws 3"))
        )
    for said in now.proposals:
        if said.seat == now.me:
            form = _("You propose for a card: {rule}. {meaning}")
        else:
            form = _("{who} proposes for a card: {rule}. {meaning}")
        line = form.format(who=now.name(said.seat), rule=said.text, meaning=said.means)
        if now.me not in said.agreed and now.me >= 0:
            line += " " + _("Say: {what}").format(what=typed("agree", now.name(said.seat)))
        lines.append(line)
    return lines


def joined_lines(now: Snapshot) -> list[str]:
    """The table as it is told to somebody who has just come: without what was needed to come.

    Who comes into a running round wants to hear that, and can ask for the rules.
    """
    rules = rules_lines(now)
    lines = [*(rules if now.stage is Stage.WAITING else rules[:1]), *players_lines(now)]
    return [*lines, *_pictures(now)]


def _pictures(now: Snapshot) -> list[str]:
    """Those of my link; at the host those of every guest, for nobody sits between the host and its table."""
    me = now.seat(now.me)
    if me is not None and me.host:
        return [line for seat in now.seats for line in guest_pictures(now, seat)]
    said = _("Check pictures, same on the host's screen: {pictures}.")
    return [said.format(pictures=", ".join(now.sas))] if now.sas else []


def guest_pictures(now: Snapshot, seat: SeatInfo) -> list[str]:
    """At the host of a table without a code: what a guest must see if nobody sits in between.

    Only the host's own program may tell them: what a guest hears of them came through the same link.
    """
    me = now.seat(now.me)
    if me is None or not me.host or now.code or not seat.sas or seat.host or seat.gone:
        return []
    said = _("Check pictures of {name}: {pictures}. If {name} sees others, somebody sits in between.")
    return [said.format(name=seat.name, pictures=", ".join(seat.sas))]


def waiting_lines(now: Snapshot) -> list[str]:
    """The waiting room."""
    table = _("Table: {name}.").format(name=now.table_name)
    lines = [table, *rules_lines(now), *players_lines(now), *_pictures(now)]
    if now.code:
        lines.append(_("Table code: {code}").format(code=now.code))
    if now.address:
        lines += _ways_to_come(now.address)
    return lines


def _ways_to_come(address: str) -> list[str]:
    """The address that can be told aloud, and the link that holds all; an address alone where it is none."""
    form = _("Address: {address}")
    if not address.startswith("uno://"):
        return [form.format(address=address)]
    link = _("Link: {link}").format(link=address)
    try:
        place = parse_target(address)
    except AddressError:
        return [link]
    return [form.format(address=format_host_port(place.host, place.port)), link]


def players_lines(now: Snapshot) -> list[str]:
    """Who is there, and who watches."""
    lines = [_seat_line(now, seat) for seat in now.seats if not seat.gone]
    if now.spectators:
        lines.append(_("Watching: {names}.").format(names=words.listed(now.spectators)))
    return lines


def _seat_line(now: Snapshot, seat: SeatInfo) -> str:
    """One seat with all that is to be said of it."""
    marks = {
        _("bot"): seat.kind == "bot",
        _("external"): seat.kind == "external",
        _("you"): seat.seat == now.me,
        _("your partner"): seat.seat in now.partners(now.me),
        p_("mark of a seat", "owner"): seat.owner,
        p_("mark of a seat", "host"): seat.host,
        p_("mark of a seat", "away"): not seat.online,
        p_("mark of a seat", "out of the game"): seat.seat in now.out,
        p_("mark of a seat", "ready"): seat.ready and now.stage is not Stage.ROUND,
    }
    said = [mark for mark, holds in marks.items() if holds]
    form = _("Seat {letter}: {name} ({marks}).") if said else _("Seat {letter}: {name}.")
    return form.format(letter=chr(65 + seat.seat), name=seat.name, marks=", ".join(said))


def jump_line(now: Snapshot) -> str:
    """That I may play out of turn."""
    view = now.view
    assert view is not None
    way = typed("jump", words.way_to_play(now.law, view, view.legal.jumps[0], now.name))
    return _("You may jump in before {who}. Say: {what}").format(who=now.name(view.to_act), what=way)


def answer_lines(now: Snapshot) -> list[str]:
    """What each answer to a draw card costs."""
    view, edition = now.view, now.deck
    assert view is not None
    cost = _("take {cards} and lose the turn.").format(cards=words.count(view.pending))
    lines = [words.headed(words.capital(typed("accept")), cost)]
    if judged_by := words.judged_by(view, edition.colors):
        lines.insert(0, judged_by)
    if view.legal.challenge:
        said = _("if it was a bluff {who} draws {some}, else you draw {more} and lose the turn.")
        risk = said.format(who=now.name(view.attacker), some=view.pending, more=view.pending + 2)
        lines.append(words.headed(words.capital(typed("challenge")), risk))
    seen = set()
    for card in view.legal.plays:
        if edition.symbol_of[card] not in seen:
            seen.add(edition.symbol_of[card])
            lines.append(words.headed(edition.text(card), f"{words.answers(now.law, view, now.name, card)}."))
    return lines


def choice_lines(now: Snapshot) -> list[str]:
    """How to say what is asked, with an example; nothing where a card is enough."""
    view, edition = now.view, now.deck
    assert view is not None
    legal = view.legal
    if legal.color:
        colors = words.listed([_(color) for color in edition.colors], "or")
        return [_("Say: {what}").format(what=typed("color", colors))]
    if legal.target:
        return _targets(now, legal.target)
    if legal.discards:
        costly = sorted(view.hand, key=lambda card: -edition.points(card))[: legal.discards]
        example = typed("discard", *map(edition.text, costly))
        return [hand_line(view, edition), _("Say: {what}").format(what=example)]
    if view.phase is Phase.TURN and legal.together:
        # The first one has to fit by itself; which of the others is on top is free.
        group = sorted(legal.together[0], key=lambda card: card not in legal.plays)
        said = typed("play", *map(edition.text, group))
        return [_("Several at once, say: {what}").format(what=said)]
    return []


def _targets(now: Snapshot, seats: tuple[int, ...]) -> list[str]:
    """Players to choose from with their cards, and how to name one."""
    view = now.view
    assert view is not None
    held = [f"{now.name(seat)} {view.sizes[view.seats.index(seat)]}" for seat in seats]
    said = _("Cards: {players}. Say: {what}")
    return [said.format(players=", ".join(held), what=typed("target", f"@{now.name(seats[0])}"))]


def whom_lines(now: Snapshot, verb: str) -> list[str]:
    """How to name the player of a `catch` or `target` that named none: one who can be named now."""
    assert now.view is not None
    legal = now.view.legal
    seats = legal.catch if verb == "catch" else legal.target
    if not seats:
        return [words.refusal("nothing_to_catch" if verb == "catch" else "wrong_phase")]
    ways = [typed(verb, f"@{now.name(seat)}") for seat in seats]
    return [_("Say: {what}").format(what=words.listed(ways, "or"))]


def card_lines(now: Snapshot, card: int) -> list[str]:
    """Whether a card of mine can be played, what it does, and how it is said."""
    view, law = now.view, now.law
    assert view is not None
    name, text = words.capital(words.card_name(law.edition, card)), law.edition.text(card)
    reason = words.why(view, law, card)
    lines = [reason or _("{card} can be played.").format(card=name)]
    if not reason and view.phase is Phase.ANSWER:
        lines.append(f"{words.answers(law, view, now.name, card)}.")
    elif does := words.does(law, card):
        lines.append(does)
    if not reason:
        if warning := words.bluffs(law, view, card):
            lines.append(warning)
        way = words.way_to_play(law, view, card, now.name)
        if way != text:
            lines.append(_("Say: {what}").format(what=way))
    return lines


def shown_line(now: Snapshot) -> str:
    """A hand that was shown to me."""
    shown = now.shown
    assert shown is not None
    edition = now.deck
    cards = " ".join(edition.text(card) for card in sorted(shown.cards)) or _("no card")
    if shown.why == "force":
        found, none = (
            _("{who} holds {cards}: there is {color}."),
            _("{who} holds {cards}: there is no {color}."),
        )
        said = found if shown.guilty else none
    else:
        said = _("{who} held {cards}: a bluff.") if shown.guilty else _("{who} held {cards}: honest.")
    color = words.color_name(shown.color, edition.colors)
    line = said.format(who=now.name(shown.target), cards=cards, color=color)
    return f"{line} {_('Proven card by card.')}" if shown.proven else line


def result_lines(now: Snapshot) -> list[str]:
    """The end of a round."""
    result = now.result
    assert result is not None
    edition = now.deck
    mine = result.winner == now.me != NOBODY
    won = _("You win round {number}.") if mine else _("{who} wins round {number}.")
    head = words.ENDINGS.get(result.why, "")
    lines = [_(head) or won.format(who=now.name(result.winner), number=result.round_no)]
    for seat, cards in result.hands.items():
        if cards:
            text = " ".join(edition.text(card) for card in sorted(cards))
            points = words.count(sum(map(edition.points, cards)), "point")
            held = _("You held {cards}: {points}.") if seat == now.me else _("{who} held {cards}: {points}.")
            lines.append(held.format(who=now.name(seat), cards=text, points=points))
    gained = [f"{_you_or(now, seat)} +{points}" for seat, points in result.points.items() if points]
    if gained:
        lines.append(_("Points: {list}.").format(list=", ".join(gained)))
    lines.append(totals_line(now))
    lines += words.team_lines(now)
    lines += words.missed_lines(now)
    if result.verified:
        lines.append(_("Deal verified: every card was the sealed one."))
    return lines


def _you_or(now: Snapshot, seat: int) -> str:
    """Who it is in a list of points: I hear myself as "you", as in every sentence."""
    return _("you") if seat == now.me else now.name(seat)


def totals_line(now: Snapshot) -> str:
    """The points of all rounds."""
    assert now.result is not None
    totals = sorted(now.result.totals.items(), key=lambda item: -item[1])
    shown = ", ".join(f"{_you_or(now, seat)} {total}" for seat, total in totals)
    return _("Totals: {list}.").format(list=shown)


def game_over_lines(now: Snapshot) -> list[str]:
    """Who won the game, what everybody did in it, and where its record lies."""
    # Me first, as everywhere.
    winners = sorted(now.result.winners if now.result else (), key=lambda seat: seat != now.me)
    names = words.listed([_("you") if s == now.me else now.name(s) for s in winners])
    record = [_("Record: {file}").format(file=now.record)] if now.record else []
    won = _("Game over. Won by {names}.").format(names=names) if names else _("Game over: nobody won.")
    did = []
    for head, by in words.tallied(now):
        seats = sorted(by, key=lambda seat: (-by[seat], seat != now.me, seat))
        who = [f"{_you_or(now, seat)} {by[seat]}" for seat in seats]
        did.append(words.headed(words.capital(head), ", ".join(who)) + ".")
    again = typed("rematch") if now.me != NOBODY else typed("sit")
    ways = words.listed([again, typed("quit")], "or")
    return [won, *did, _("Say: {what}").format(what=ways), *record]


def kept_lines(now: Snapshot) -> list[str]:
    """What becomes of my place when I go without giving it up."""
    if now.me == NOBODY:
        return []
    # Translators: {command} is typed in a shell.
    said = _("Your seat is kept: {command} brings you back.")
    return [said.format(command="uno-lan play --plain")]


def fair_lines(now: Snapshot, clock: int) -> list[str]:
    """What is known about the shuffle, or what is wrong and what can be done."""
    if now.trouble is not None:
        return trouble_lines(now, clock)
    if now.fair.fault:
        return fault_lines(now)
    if now.view is None and now.result is None:
        return [_("Nothing has been shuffled yet.")]
    players = words.count(now.fair.contributors, "independent player")
    deal = _("Deal sealed and shuffled by {players}.").format(players=players)
    explained = [line for part in words.explained(now.fair) for line in part.splitlines()]
    return [*([deal] if now.fair.contributors else []), *explained]


def trouble_lines(now: Snapshot, clock: int = 0) -> list[str]:
    """What is wrong, and the words that answer it."""
    assert now.trouble is not None
    lines = words.wrong(now, clock)
    if now.trouble.frozen:
        lines[0] = f"{_('STOP.')} {lines[0]} ({now.trouble.code})"
    can = [what for what in now.trouble.can if what in ("count", "void", "stop")]
    if can:
        votes = words.listed([typed(f"vote {what}") for what in can], "or")
        lines.append(_("Say: {what}").format(what=votes))
    if "leave" in now.trouble.can:
        lines.append(_("Say {leave} to leave the table.").format(leave=typed("leave")))
    return lines


def fault_lines(now: Snapshot) -> list[str]:
    """A broken promise."""
    lines = [f"{_('STOP.')} {now.fair.fault} ({now.fair.fault_code})"]
    lines.append(_("The game is frozen here and does not count."))
    if now.fair.evidence:
        lines.append(_("Evidence: {file}").format(file=now.fair.evidence))
    return lines

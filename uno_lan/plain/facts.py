"""Single facts in lines: said by themselves at the right moment, and when somebody asks for them."""

from __future__ import annotations

from uno_lan.client import words
from uno_lan.client.model import SeatInfo, Snapshot, Stage
from uno_lan.engine import NOBODY, Edition, Phase, View


def top_line(now: Snapshot) -> str:
    """The top card, the color in force and the direction."""
    view = now.view
    if view is None or view.top == NOBODY:
        return "No card lies on the pile yet."
    edition = now.deck
    color = words.color_name(view.color, edition.colors)
    text = f"Top: {edition.text(view.top)}, {words.card_name(edition, view.top)}. Color: {color}."
    return f"{text} Order: {words.direction_name(view.direction)}."


def hand_line(view: View, edition: Edition) -> str:
    """My cards; those that can be played now come first."""
    if view.seat == NOBODY:
        return "You are watching."
    hand = sorted(view.hand)
    may = view.legal.plays if view.seat == view.to_act else view.legal.jumps
    plays = [edition.text(card) for card in hand if card in may]
    others = [edition.text(card) for card in hand if card not in may]
    if plays:
        rest = f" Others: {' '.join(others)}." if others else ""
        return f"Playable: {' '.join(plays)}.{rest} {words.capital(words.count(len(hand)))}."
    return f"Hand: {' '.join(others) or 'empty'}. {words.capital(words.count(len(hand)))}."


def counts_line(now: Snapshot) -> str:
    """How many cards each player holds, and the draw pile."""
    view = now.view
    if view is None:
        return "No round is being played."
    parts = []
    partners = now.partners(now.me)
    for seat, size in zip(view.seats, view.sizes, strict=True):
        who = "you" if seat == view.seat else now.name(seat)
        who += " (partner)" if seat in partners else ""
        mark = " UNO" if seat in view.called and size == 1 else " can be caught" if seat in view.owes else ""
        parts.append(f"{who} left" if seat in view.left else f"{who} {size}{mark}")
    out = [now.name(seat) for seat in now.out]
    watch = f" Out of the game: {words.listed(out)}." if out else ""
    return f"Cards: {', '.join(parts)}. Pile: {view.pile_size}.{watch}"


def turn_line(now: Snapshot) -> str:
    """Whose turn it is and what the table waits for."""
    if now.view is None:
        waiting = [s.name for s in now.seats if s.kind != "bot" and not s.ready]
        return f"Waiting for {words.listed(waiting)}." if waiting else "Everybody is ready."
    return words.prompt(now.view, now.name, now.deck)


def rules_lines(now: Snapshot) -> list[str]:
    """The rules in force, and what is proposed for cards."""
    law = now.law
    decks = f", {law.edition.decks} decks" if law.edition.decks > 1 else ""
    lines = [f"Edition: {law.edition.name}{decks}.", *words.rule_lines(now.mode, now.target, now.rules)]
    if law.custom:
        lines += words.written_lines(law)
    elif law.edition.customizable:
        lines.append("The cards to write on are blank. Say: propose next draws 3")
    for said in now.proposals:
        who = "You propose" if said.seat == now.me else f"{now.name(said.seat)} proposes"
        agree = "" if now.me in said.agreed or now.me < 0 else f" Say: agree {now.name(said.seat)}"
        lines.append(f"{who} for a card: {said.text}. {said.means}{agree}")
    return lines


def waiting_lines(now: Snapshot) -> list[str]:
    """The waiting room."""
    lines = [f"Table: {now.table_name}.", *rules_lines(now), *players_lines(now)]
    if now.code:
        lines.append(f"Table code: {now.code}")
    if now.address:
        lines.append(f"Address: {now.address}")
    if now.sas:
        lines.append(f"Check pictures, same on the host's screen: {', '.join(now.sas)}.")
    return lines


def players_lines(now: Snapshot) -> list[str]:
    """Who is there, and who watches."""
    lines = [_seat_line(now, seat) for seat in now.seats if not seat.gone]
    if now.spectators:
        lines.append(f"Watching: {words.listed(now.spectators)}.")
    return lines


def _seat_line(now: Snapshot, seat: SeatInfo) -> str:
    """One seat with all that is to be said of it."""
    marks = {
        seat.kind: seat.kind != "person",
        "you": seat.seat == now.me,
        "your partner": seat.seat in now.partners(now.me),
        "owner": seat.owner,
        "host": seat.host,
        "away": not seat.online,
        "out of the game": seat.seat in now.out,
        "ready": seat.ready and now.stage is not Stage.ROUND,
    }
    said = [mark for mark, holds in marks.items() if holds]
    text = f" ({', '.join(said)})" if said else ""
    return f"Seat {chr(65 + seat.seat)}: {seat.name}{text}."


def jump_line(now: Snapshot) -> str:
    """That I may play out of turn."""
    assert now.view is not None
    return f"Jump in with {now.deck.text(now.view.legal.jumps[0])}? {now.name(now.view.to_act)} is to play."


def answer_lines(now: Snapshot) -> list[str]:
    """What each answer to a draw card costs."""
    view, edition = now.view, now.deck
    assert view is not None
    lines = [f"Accept: take {words.count(view.pending)} and lose the turn."]
    if view.legal.challenge:
        name, total = now.name(view.attacker), view.pending
        lines.append(
            f"Challenge: if it was a bluff {name} draws {total}, else you draw {total + 2} and lose the turn."
        )
    seen = set()
    for card in view.legal.plays:
        if edition.symbol_of[card] not in seen:
            seen.add(edition.symbol_of[card])
            lines.append(f"{edition.text(card)}: {words.answers(now.law, view, now.name, card)}.")
    return lines


def choice_lines(now: Snapshot) -> list[str]:
    """How to say what is asked, with an example; nothing where a card is enough."""
    view, edition = now.view, now.deck
    assert view is not None
    legal = view.legal
    if legal.color:
        return [f"Say: color {edition.colors[0]}, {words.listed(edition.colors[1:], 'or')}."]
    if legal.target:
        return _targets(now, legal.target, "Say: target")
    if legal.discards:
        costly = sorted(view.hand, key=lambda card: -edition.points(card))[: legal.discards]
        return [hand_line(view, edition), f"Say: discard {' '.join(map(edition.text, costly))}"]
    if view.phase is Phase.TURN and legal.together:
        group = " ".join(map(edition.text, legal.together[0]))
        return [f"Several at once, say: play {group}"]
    return []


def _targets(now: Snapshot, seats: tuple[int, ...], say: str) -> list[str]:
    """Players to choose from with their cards, and how to name one."""
    view = now.view
    assert view is not None
    held = [f"{now.name(seat)} {view.sizes[view.seats.index(seat)]}" for seat in seats]
    return [f"Cards: {', '.join(held)}. {say} @{now.name(seats[0])}"]


def card_lines(now: Snapshot, card: int) -> list[str]:
    """Whether a card of mine can be played, what it does, and how it is said."""
    view, law = now.view, now.law
    assert view is not None
    name, text = words.capital(words.card_name(law.edition, card)), law.edition.text(card)
    reason = words.why(view, law, card)
    lines = [reason or f"{name} can be played."]
    if not reason and view.phase is Phase.ANSWER:
        lines.append(f"{words.answers(law, view, now.name, card)}.")
    elif does := words.does(law, card):
        lines.append(does)
    if not reason:
        if warning := words.bluffs(law, view, card):
            lines.append(warning)
        said = [text]
        said += [law.edition.colors[0]] if card in view.legal.color_needed else []
        said += [law.edition.colors[1]] if card in view.legal.second_color else []
        said += [f"@{now.name(view.legal.targets[0])}"] if card in view.legal.target_needed else []
        if len(said) > 1:
            lines.append(f"Say: {' '.join(said)}")
    return lines


def shown_line(now: Snapshot) -> str:
    """A hand that was shown to me."""
    shown = now.shown
    assert shown is not None
    edition = now.deck
    cards = " ".join(edition.text(card) for card in sorted(shown.cards)) or "no card"
    proof = " Proven card by card." if shown.proven else ""
    if shown.why == "force":
        found = "there is" if shown.guilty else "there is no"
        color = words.color_name(shown.color, edition.colors)
        return f"{now.name(shown.target)} holds {cards}: {found} {color}.{proof}"
    verdict = "a bluff" if shown.guilty else "honest"
    return f"{now.name(shown.target)} held {cards}: {verdict}.{proof}"


def result_lines(now: Snapshot) -> list[str]:
    """The end of a round."""
    result = now.result
    assert result is not None
    edition = now.deck
    winner = "You win" if result.winner == now.me != NOBODY else f"{now.name(result.winner)} wins"
    head = words.ENDINGS.get(result.why, f"{winner} round {result.round_no}.")
    lines = [head]
    for seat, cards in result.hands.items():
        if cards:
            text = " ".join(edition.text(card) for card in sorted(cards))
            value = sum(map(edition.points, cards))
            lines.append(f"{now.name(seat)} held {text}: {words.count(value, 'point')}.")
    gained = [f"{now.name(seat)} +{points}" for seat, points in result.points.items() if points]
    if gained:
        lines.append(f"Points: {', '.join(gained)}.")
    totals = sorted(result.totals.items(), key=lambda item: -item[1])
    lines.append(f"Totals: {', '.join(f'{now.name(seat)} {total}' for seat, total in totals)}.")
    lines += words.team_lines(now)
    if result.verified:
        lines.append("Deal verified: every card was the sealed one.")
    return lines


def game_over_lines(now: Snapshot) -> list[str]:
    """Who won the game, and where its record lies."""
    winners = now.result.winners if now.result else ()
    names = words.listed(["you" if s == now.me else now.name(s) for s in winners]) or "nobody"
    record = [f"Record: {now.record}"] if now.record else []
    return [f"Game over. Won by {names}. Say: rematch, or: quit", *record]


def fair_lines(now: Snapshot, clock: int) -> list[str]:
    """What is known about the shuffle, or what is wrong and what can be done."""
    if now.trouble is not None:
        return trouble_lines(now, clock)
    if now.fair.fault:
        return fault_lines(now)
    if now.view is None and now.result is None:
        return ["Nothing has been shuffled yet."]
    deal = f"Deal sealed and shuffled by {words.count(now.fair.contributors, 'independent player')}."
    return [*([deal] if now.fair.contributors else []), *words.explained(now.fair)]


def trouble_lines(now: Snapshot, clock: int = 0) -> list[str]:
    """What is wrong, and the words that answer it."""
    assert now.trouble is not None
    lines = words.wrong(now, clock)
    if now.trouble.frozen:
        lines[0] = f"STOP. {lines[0]} ({now.trouble.code})"
    can = [what for what in now.trouble.can if what in ("count", "void", "stop")]
    if can:
        lines.append("Say: " + words.listed([f"vote {what}" for what in can], "or"))
    if "leave" in now.trouble.can:
        lines.append("Say: leave, to leave the table.")
    return lines


def fault_lines(now: Snapshot) -> list[str]:
    """A broken promise."""
    lines = [f"STOP. {now.fair.fault} ({now.fair.fault_code})"]
    lines.append("The game is frozen here and does not count.")
    if now.fair.evidence:
        lines.append(f"Evidence: {now.fair.evidence}")
    return lines

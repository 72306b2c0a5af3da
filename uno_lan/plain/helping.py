"""The words that the plain client understands, with those of the edition and the house rules in force."""

from __future__ import annotations

from uno_lan.client.model import Snapshot
from uno_lan.languages import N_, _

from .people import PEOPLE_HELP

# Translators: words of the command language (hand, ready, vote) stay as they are, and capitals such as CARD.
TABLE = (
    N_("Asking: hand, top, counts, turn, time, log, rules, why CARD, players, table, fair, help."),
    N_(
        "Table: ready, unready, start, next, rematch, sit, bot, unbot B, kick B, say TEXT, "
        "quit (keeps your seat), leave (gives it up), close (owner)."
    ),
    N_(
        "Before a game: propose TEXT (a rule for a card), propose alone (take it back), agree B, "
        "set RULE=VALUE, set preset=NAME, set mode=NAME, set edition=NAME (owner)."
    ),
    PEOPLE_HELP,
    N_("When something is wrong: fair says what; vote count, vote void, vote stop (on a disputed round)."),
    N_("Speech: verbosity low, verbosity normal, verbosity high."),
)


def help_lines(now: Snapshot) -> list[str]:
    """All of it, the moves first."""
    law, edition = now.law, now.deck
    house, red, blue = law.house, edition.letters[0], edition.colors[3]
    wilds = ", ".join(f"{face.sign} {_(face.name)}" for face in edition.data.faces if face.is_wild)
    lines = [
        _(
            "Playing: play {red}5 or just {red}5, play W4 {blue}, play {red}1 uno, draw, keep, pass, accept, "
            "challenge, color {green}, uno, catch @B."
        ),
        _("Cards: color and number ({red}5), D Draw Two, R Reverse, S Skip; {wilds}."),
    ]
    if edition.has_effect("star"):
        lines.append(_("Super Star: WS {blue} answers a draw card."))
    if edition.has_effect("force"):
        lines.append(_("The Force: WF {blue} @B names a color and a player."))
    if edition.has_effect("item_box"):
        lines.append(_("Item Box: WI; then, if you are asked, target @B or color {blue}."))
    if edition.has_effect("customizable"):
        lines.append(
            _("Customizable: WC {blue}, and what its rule asks: a color, @B. Then discard {red}5 W.")
        )
    if house.seven_zero:
        lines.append(_("Swapping: {red}7 @B."))
    if house.jump_in:
        lines.append(_("Jumping in: jump {red}5, or just {red}5."))
    if house.multi_play:
        lines.append(_("Several at once: play {red}5 {third}5; the last one lies on top."))
    places = {
        "red": red,
        "blue": blue,
        "green": edition.colors[2],
        "third": edition.letters[2],
        "wilds": wilds,
    }
    return [*(line.format(**places) for line in lines), *map(_, TABLE)]

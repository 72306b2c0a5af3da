"""Why not: reasons of refusals, links that fail, proofs that do not hold, objections.

Reason codes are those of `docs/notation.md`, error codes those of `docs/protocol.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from uno_lan.languages import AVAILABLE, N_, _, current

from .heard import heard

REFUSALS: Final[Mapping[str, str]] = {
    "not_your_turn": N_("It is not your turn."),
    "wrong_phase": N_("That is not possible right now."),
    "not_in_hand": N_("You do not hold that card."),
    "only_drawn_card": N_("You drew, so only the drawn card may be played."),
    "does_not_match": N_("That card fits neither the color nor the symbol."),
    "bad_color": N_("There is no such color."),
    "color_needed": N_("Name a color as well."),
    "bad_target": N_("That player cannot be chosen."),
    "target_needed": N_("Choose a player as well."),
    "bad_discard": N_("Choose as many cards to discard as are asked for."),
    "nothing_to_draw": N_("No card is left to draw: play or pass."),
    "can_draw": N_("You may not pass while a card can be drawn."),
    "no_challenge": N_("This card cannot be challenged."),
    "bluff": N_("You hold that color, and this table forbids a bluff."),
    "must_play": N_("A card of yours fits, and at this table it must be played."),
    "special_finish": N_("At this table the last card may not be a special card."),
    "cannot_jump": N_("Out of turn: only the card on top, before anybody moves."),
    "nothing_to_call": N_("UNO is for one card, or for the play that leaves one."),
    "nothing_to_catch": N_("Nobody can be caught for that now."),
    "grace": N_("The table waits a moment: somebody may still call UNO."),
    "shuffle": N_("The cards are being shuffled; your move is kept."),
    "not_seated": N_("You are watching; only seated players may do that."),
    "paused": N_("The table is paused."),
    "not_owner": N_("Only the owner of the table may do that."),
    "not_ready": N_("Not everybody is ready yet."),
    "too_few": N_("At least two players are needed."),
    "table_full": N_("All seats are taken."),
    "no_game": N_("No game is running."),
    "game_running": N_("That is not possible while a game is running."),
    "E_STALE": N_("Something happened just before: look again and repeat."),
    "E_COUNTER": N_("The table has already seen that action."),
    "too_fast": N_("That key just changed its meaning: press it again."),
    "sent": N_("Your move is on its way."),
    "catching_up": N_("Your move waits until you have caught up with the table."),
    "moved_on": N_("The table moved on: your move was not made. Look again."),
    "offline": N_("No link to the table at the moment."),
    "frozen": N_("The game is stopped: a rule of fair play was broken."),
}
"""Reason code -> sentence. All engine codes of `docs/notation.md`, the table's, and the screens' own."""

TROUBLE: Final[Mapping[str, str]] = {
    "E_FRAME": N_("The other side sent something that is not this game's language."),
    "E_DECODE": N_("The other side sent damaged data."),
    "E_SCHEMA": N_("The other side sent a message that makes no sense."),
    "E_TYPE": N_("The other side sent an unknown message; is one of the programs older?"),
    "E_VERSION": N_("This table speaks another version of the game: both sides need the same one."),
    "E_ALPN": N_("There is a server at this address, but no UNO LAN table."),
    "E_TIMEOUT": N_("The table did not answer in time. Is it still running, and is it this network?"),
    "E_RATE": N_("Too many attempts: wait a minute and try again."),
    "E_BINDING": N_("The link is not private: somebody in between answers for the table. Not joined."),
    "E_PIN": N_("This table has the name of one you know, but another identity."),
    "E_CODE": N_("The table code is wrong. It looks like K7QM-2XPA and is shown in the host's waiting room."),
    "E_HOST_PROOF": N_(
        "This host does not know the table code, so it is not your friend's table. Not joined."
    ),
    "E_TABLE": N_("There is no such table on that server any more."),
    "E_SIG": N_("A signature is wrong: the message does not come from who it claims."),
    "E_BANNED": N_(
        "You were put out of this table. Its owner, or who runs the server, can let you in again."
    ),
    "E_FULL": N_("The table is full."),
    "E_REPLACED": N_("You joined from another window; this one has handed over."),
    "E_RULE": N_("The host announced something the rules do not allow."),
    "E_FORK": N_("The host told different players different stories."),
    "E_COMMIT": N_("A sealed random seed was exchanged before the shuffle."),
    "E_REVEAL": N_("A random seed does not fit its seal."),
    "E_SUBSET": N_("The host left somebody's random seed out of the shuffle."),
    "E_DOUBLE": N_("A player signed two different things where only one can be true."),
    "E_LEAF": N_("A card is not the one that was sealed before the shuffle."),
    "E_ORDER": N_("A card did not come from its place in the shuffled pile."),
    "E_DUPCARD": N_("The same card turned up twice."),
    "E_MYCARD": N_("Somebody played a card that you hold."),
    "E_BAG": N_("A card was played that was not in that hand."),
    "E_SEED": N_("The host's opened seed does not fit the sealed deck."),
    "E_DECK": N_("The deck was not complete, or held a card too many."),
    "E_VERDICT": N_("The verdict of a challenge does not fit the cards shown."),
    "E_FORGED": N_("A player's move was altered."),
    "E_INCOMPLETE": N_(
        "The host left before opening the deck: this round cannot be checked and does not count."
    ),
    "replaced": N_("You joined from another window; this one has handed over."),
    "kicked": N_("You were put out of this table."),
    "closed": N_("The owner closed the table."),
    "unreachable": N_("No answer from that address. Same network? Is the table still open?"),
    "refused": N_("Nothing listens at that address: the table is closed, or the port is wrong."),
}
"""Error code -> sentence: links that fail and proofs that do not hold."""


OBJECTIONS: Final[Mapping[str, str]] = {
    "offline": N_("{name} says: the table called me offline while I was here."),
    "E_SUBSET": N_("{name} says: the cards were shuffled without me while I was here."),
    "timeout": N_("{name} says: the table took my turn away although I had moved."),
    "seed": N_("{name} says: the table gave the shuffle up for want of my number, which I had sent in time."),
    "cards": N_("{name} says: the table did not open the cards it owes me."),
    "clock": N_("{name} says: the table's clock runs ahead."),
}
"""Objections, which cannot be proven, as sentences."""
MY_OBJECTIONS: Final[Mapping[str, str]] = {
    "offline": N_("You say: the table called me offline while I was here."),
    "E_SUBSET": N_("You say: the cards were shuffled without me while I was here."),
    "timeout": N_("You say: the table took my turn away although I had moved."),
    "seed": N_("You say: the table gave the shuffle up for want of my number, which I had sent in time."),
    "cards": N_("You say: the table did not open the cards it owes me."),
    "clock": N_("You say: the table's clock runs ahead."),
}
"""The same, made by me."""
DISPUTED: Final = N_("Somebody did not find this round right.")
NOT_PASSED_ON: Final = N_(
    "You left the table: it keeps from the others what your program found. Your record and the evidence, "
    "if there is any, stay on this computer."
)
CHOICES: Final[Mapping[str, str]] = {
    "count": N_("The round counts."),
    "void": N_("The round is void: its points do not count."),
    "stop": N_("The game stops here."),
    "leave": N_("Leave the table."),
}
"""What can be done about a disputed round."""


def objection(code: str, name: str, mine: bool = False) -> str:
    """What somebody says that nobody can prove."""
    if mine:
        return _(MY_OBJECTIONS[code]) if code in OBJECTIONS else _("You object ({code}).").format(code=code)
    if code in OBJECTIONS:
        return _(OBJECTIONS[code]).format(name=name)
    said = _("{name} says: {reason} It cannot be proven; the game goes on.")
    return said.format(name=name, reason=_(TROUBLE.get(code, N_("Something is wrong."))))


def refusal(code: str) -> str:
    """Why an action was refused."""
    said = REFUSALS.get(code) or TROUBLE.get(code)
    return _(said) if said else _("The table refused that ({code}).").format(code=code)


def host_refusal(code: str, sentence: str) -> str:
    """What the host says to a wish that it refuses.

    Its sentence is English; one that no catalog has, as of another version, gives way to ours for the code
    where another language is shown.
    """
    said = heard(sentence)
    if not sentence or (said == sentence and code in REFUSALS and current() != AVAILABLE[0]):
        return refusal(code)
    return said


def trouble(code: str) -> str:
    """What a fatal error code means."""
    said = TROUBLE.get(code) or REFUSALS.get(code)
    return _(said) if said else _("The link ended ({code}).").format(code=code)

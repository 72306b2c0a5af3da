"""Why not: reasons of refusals, links that fail, proofs that do not hold, objections.

Reason codes are those of `docs/notation.md`, error codes those of `docs/protocol.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "not_your_turn": "It is not your turn.",
    "wrong_phase": "That is not possible right now.",
    "not_in_hand": "You do not hold that card.",
    "only_drawn_card": "You drew, so only the drawn card may be played.",
    "does_not_match": "That card fits neither the color nor the symbol.",
    "bad_color": "There is no such color.",
    "color_needed": "Name a color as well, as in: W blue.",
    "bad_target": "That player cannot be chosen.",
    "target_needed": "Choose a player as well, as in: @B.",
    "bad_discard": "Choose as many cards to discard as are asked for.",
    "nothing_to_draw": "No card is left to draw: play or pass.",
    "can_draw": "You may not pass while a card can be drawn.",
    "no_challenge": "This card cannot be challenged.",
    "bluff": "You hold that color, and this table forbids a bluff.",
    "must_play": "A card of yours fits, and at this table it must be played.",
    "special_finish": "At this table the last card may not be a special card.",
    "cannot_jump": "Only an identical card may be played out of turn.",
    "nothing_to_call": "UNO is for one card, or for the play that leaves one.",
    "nothing_to_catch": "Nobody can be caught for that now.",
    "grace": "The table waits a moment: somebody may still call UNO.",
    "shuffle": "The cards are being shuffled; your move is kept.",
    "not_seated": "You are watching; only seated players may do that.",
    "paused": "The table is paused.",
    "not_owner": "Only the owner of the table may do that.",
    "not_ready": "Not everybody is ready yet.",
    "too_few": "At least two players are needed.",
    "table_full": "All seats are taken.",
    "no_game": "No game is running.",
    "game_running": "That is not possible while a game is running.",
    "E_STALE": "Something happened just before: look again and repeat.",
    "E_COUNTER": "The table has already seen that action.",
    "too_fast": "That key just changed its meaning: press it again.",
    "sent": "Your move is on its way.",
    "offline": "No link to the table at the moment.",
    "frozen": "The game is stopped: a rule of fair play was broken.",
}
"""Reason code -> sentence. All engine codes of `docs/notation.md`, the table's, and the screens' own."""

TROUBLE: Final[Mapping[str, str]] = {
    "E_FRAME": "The other side sent something that is not this game's language.",
    "E_DECODE": "The other side sent damaged data.",
    "E_SCHEMA": "The other side sent a message that makes no sense.",
    "E_TYPE": "The other side sent an unknown message; is one of the programs older?",
    "E_VERSION": "This table speaks another version of the game: both sides need the same one.",
    "E_ALPN": "There is a server at this address, but no UNO LAN table.",
    "E_TIMEOUT": "The table did not answer in time. Is it still running, and is it this network?",
    "E_RATE": "Too many attempts: wait a minute and try again.",
    "E_BINDING": "The link is not private: somebody in between answers for the table. Not joined.",
    "E_PIN": "This table has the name of one you know, but another identity.",
    "E_CODE": "The table code is wrong. It looks like K7QM-2XPA and is shown in the host's waiting room.",
    "E_HOST_PROOF": "This host does not know the table code, so it is not your friend's table. Not joined.",
    "E_TABLE": "There is no such table on that server any more.",
    "E_SIG": "A signature is wrong: the message does not come from who it claims.",
    "E_BANNED": "You were put out of this table. Its owner, or who runs the server, can let you in again.",
    "E_FULL": "The table is full.",
    "E_REPLACED": "You joined from another window; this one has handed over.",
    "E_RULE": "The host announced something the rules do not allow.",
    "E_FORK": "The host told different players different stories.",
    "E_COMMIT": "A sealed random seed was exchanged before the shuffle.",
    "E_REVEAL": "A random seed does not fit its seal.",
    "E_SUBSET": "The host left somebody's random seed out of the shuffle.",
    "E_DOUBLE": "A player signed two different things where only one can be true.",
    "E_LEAF": "A card is not the one that was sealed before the shuffle.",
    "E_ORDER": "A card did not come from its place in the shuffled pile.",
    "E_DUPCARD": "The same card turned up twice.",
    "E_MYCARD": "Somebody played a card that you hold.",
    "E_BAG": "A card was played that was not in that hand.",
    "E_SEED": "The host's opened seed does not fit the sealed deck.",
    "E_DECK": "The deck was not complete, or held a card too many.",
    "E_VERDICT": "The verdict of a challenge does not fit the cards shown.",
    "E_FORGED": "A player's move was altered.",
    "E_INCOMPLETE": "The host left before opening the deck: this round cannot be checked and does not count.",
    "replaced": "You joined from another window; this one has handed over.",
    "kicked": "You were put out of this table.",
    "closed": "The owner closed the table.",
    "unreachable": "No answer from that address. Same network? Is the table still open?",
    "refused": "Nothing listens at that address: the table is closed, or the port is wrong.",
}
"""Error code -> sentence: links that fail and proofs that do not hold."""


OBJECTIONS: Final[Mapping[str, str]] = {
    "offline": "{name} says: the table called me offline while I was here.",
    "E_SUBSET": "{name} says: the cards were shuffled without me while I was here.",
    "timeout": "{name} says: the table took my turn away although I had moved.",
    "cards": "{name} says: the table did not open the cards it owes me.",
    "clock": "{name} says: the table's clock runs ahead.",
}
"""Objections, which cannot be proven, as sentences."""
DISPUTED: Final = "Somebody did not find this round right. The players decide what becomes of it."
NOT_PASSED_ON: Final = (
    "You left the table: it keeps from the others what your program found. Your record and the evidence, "
    "if there is any, stay on this computer."
)
CHOICES: Final[Mapping[str, str]] = {
    "count": "The round counts.",
    "void": "The round is void: its points do not count.",
    "stop": "The game stops here.",
    "leave": "Leave the table.",
}
"""What can be done about a disputed round."""


def objection(code: str, name: str, mine: bool = False) -> str:
    """What somebody says that nobody can prove."""
    if mine:
        said = OBJECTIONS.get(code)
        return said.format(name="You").replace("says", "say") if said else f"You object ({code})."
    if code in OBJECTIONS:
        return OBJECTIONS[code].format(name=name)
    reason = TROUBLE.get(code, "Something is wrong.")
    return f"{name} says: {reason} It cannot be proven; the game goes on."


def refusal(code: str) -> str:
    """Why an action was refused."""
    return REFUSALS.get(code) or TROUBLE.get(code) or f"The table refused that ({code})."


def trouble(code: str) -> str:
    """What a fatal error code means."""
    return TROUBLE.get(code) or REFUSALS.get(code) or f"The link ended ({code})."

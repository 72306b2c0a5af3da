"""The largest things a legal game can bring fit into entries, messages and frames."""

from __future__ import annotations

from protocol import bodies, codec, messages
from protocol.codec import MAX_LIST
from protocol.entries import MAX_ENTRY, Entry, decode_entry, encode_entry
from protocol.fields import MAX_SEATS, MAX_UIDS, SeatSigned
from protocol.framing import LIMIT_CLIENT, LIMIT_HOST, frame
from protocol.messages import Action, BagOpening, Deal, DealText, Opening, ShowText
from uno_lan.engine.faces import MAX_CARDS
from uno_lan.engine.house import SWITCH
from uno_lan.engine.state import MOST_DRAWN

B16, B32, B64 = b"\xff" * 16, b"\xff" * 32, b"\xff" * 64
BIG = 2**63 - 1
DECK = MAX_CARDS * SWITCH["decks_n"].most
HAND = tuple(range(DECK))


def in_a_frame(message: messages.Message, limit: int) -> None:
    """A message that its reader takes."""
    payload = messages.encode(message)
    assert len(payload) <= limit
    assert messages.decode(frame(payload)[4:]) is not None


def as_entry(body: bodies.Body, kind: str) -> None:
    """An entry that everybody can read."""
    raw = encode_entry(Entry(BIG, B32, 0, 0xFFFF, kind, BIG, body, SeatSigned(9, B32, B64)))
    assert len(raw) <= MAX_ENTRY
    assert decode_entry(raw).b == body


def test_the_limits_are_those_of_the_rules() -> None:
    assert DECK == MAX_UIDS
    assert MOST_DRAWN == MAX_LIST


def test_the_deck_is_dealt_to_one_player() -> None:
    text = DealText(B16, 0xFFFF, 0xFFFF, BIG, B32, tuple(Opening(c, c, c, B32) for c in HAND))
    raw = codec.encode_text(text)
    assert messages.decode_private(raw) == text
    in_a_frame(Deal(raw, B64), LIMIT_HOST)


def test_a_hand_is_shown_into_which_all_cards_came_that_can_be_drawn() -> None:
    bag = tuple(BagOpening(0xFFFF, DECK - 1, DECK - 1, B32) for _ in range(MOST_DRAWN))
    text = ShowText(B16, 0xFFFF, "challenge", 9, BIG, B32, bag, True)
    raw = codec.encode_text(text)
    assert messages.decode_private(raw) == text
    in_a_frame(messages.Show(raw, B64), LIMIT_HOST)


def test_all_cards_are_in_one_hand_at_the_end_and_every_shuffle_is_opened() -> None:
    seats = tuple((seat, -1_000_000) for seat in range(MAX_SEATS))
    seeds = tuple((0xFFFF, 0xFFFF, B32) for _ in range(MAX_LIST))
    as_entry(bodies.RoundEnd(((9, HAND),), seats, seats, seeds), "ROUND_END")


def test_all_cards_are_shuffled() -> None:
    everybody = tuple(range(MAX_SEATS))
    leaves = B32 * DECK
    as_entry(
        bodies.EpochOpen("x" * 32, 0xFFFF, 0xFFFF, B32, "x" * 32, everybody, everybody, DECK, B32, leaves),
        "EPOCH_OPEN",
    )


def test_the_answer_to_a_draw_that_takes_the_whole_deck() -> None:
    as_entry(bodies.Act((False,) * DECK, B16), "ACT")
    as_entry(bodies.Auto("timeout", 9, (HAND,), B16), "AUTO")
    opened = tuple((DECK - 1, DECK - 1, B32) for _ in range(DECK))
    as_entry(bodies.EpochSeeds((), opened, B16), "EPOCH_SEEDS")


def test_nearly_all_cards_are_discarded_by_choice() -> None:
    raw = codec.encode_text(Action(B16, 0xFFFF, BIG, BIG, B32, "discard", {"cards": HAND}))
    assert codec.decode_text(raw, Action).args == {"cards": HAND}
    in_a_frame(messages.Act(raw, B64), LIMIT_CLIENT)

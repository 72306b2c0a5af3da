"""Any hand fits any width."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui.cards import BIG, NORMAL
from tui.hand_plan import BIG_STEP, EDGE, LEAST_STEP, TAG, plan, tag_plan

widths, hands = st.integers(60, 240), st.integers(1, 40)


@given(widths, hands, st.data(), st.booleans())
def test_visible_cards_lie_inside_and_the_selected_one_is_among_them(
    width: int, cards: int, data: st.DataObject, big: bool
) -> None:
    selected = data.draw(st.integers(0, cards - 1))
    layout = plan(width, cards, selected, big)
    last = layout.first + layout.shown - 1
    assert layout.first <= selected <= last
    assert layout.first + layout.shown + layout.hidden == cards
    assert layout.column(layout.first) >= (EDGE if layout.first else 0)
    assert layout.column(last) + layout.size.width <= width - (EDGE if layout.hidden else 0)
    assert layout.step >= LEAST_STEP
    assert layout.size is not BIG or layout.step >= BIG_STEP


@given(widths, hands, st.data(), st.booleans())
def test_a_click_on_a_visible_column_finds_its_card(
    width: int, cards: int, data: st.DataObject, big: bool
) -> None:
    selected = data.draw(st.integers(0, cards - 1))
    layout = plan(width, cards, selected, big)
    raised = range(layout.column(selected), layout.column(selected) + layout.size.width)
    for index in range(layout.first, layout.first + layout.shown):
        column = layout.column(index)
        assert layout.index_at(column) == (selected if column in raised else index)
    assert layout.index_at(0) in (-1, layout.first)
    assert layout.index_at(width + 20) == -1


@given(widths, hands, st.data(), st.booleans())
def test_the_selected_card_covers_nothing_that_is_not_covered_anyway(
    width: int, cards: int, data: st.DataObject, big: bool
) -> None:
    selected = data.draw(st.integers(0, cards - 1))
    layout = plan(width, cards, selected, big)
    after = selected + 1
    if after < layout.first + layout.shown:
        free = layout.column(after) - layout.column(selected) - layout.size.width
        # Only a hand that just fits whole has no room left to open.
        tight = layout.shown == cards and (width - 2 * layout.size.width) // (cards - 2 or 1) < LEAST_STEP
        assert free >= 0 or tight or layout.size is BIG
    # Walking along the fan moves one card, and the rest stays where it is.
    if not layout.hidden and not layout.first and after < cards:
        other = plan(width, cards, after, big)
        moved = [i for i in range(cards) if layout.column(i) != other.column(i)]
        assert moved in ([], [after])


def test_sizes_as_in_the_pictures() -> None:
    assert plan(80, 10, 0, big=False).step == NORMAL.width
    assert plan(80, 11, 0, big=False).step == NORMAL.width
    assert plan(80, 19, 0, big=False).hidden == 0
    assert plan(80, 20, 0, big=False).hidden > 0
    assert plan(120, 10, 0, big=True).size is BIG
    assert plan(120, 20, 0, big=True).size is NORMAL


def test_an_empty_hand_is_no_trouble() -> None:
    assert plan(80, 0, -1, big=True).shown == 0
    assert tag_plan(60, 3, 0, -1).shown == 0


@given(widths, st.integers(1, 4), hands, st.data())
def test_tags_show_the_selected_card(width: int, height: int, cards: int, data: st.DataObject) -> None:
    selected = data.draw(st.integers(0, cards - 1))
    layout = tag_plan(width, height, cards, selected)
    assert layout.first <= selected < layout.first + layout.shown
    assert layout.columns * TAG <= width
    assert layout.first + layout.shown + layout.hidden == cards
    place = selected - layout.first
    assert layout.index_at(place % layout.columns * TAG, place // layout.columns) == selected
    assert layout.index_at(width * 2, 0) == -1

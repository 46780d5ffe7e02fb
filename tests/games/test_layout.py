"""Layouts: what may lie where, and which boards are mirrors."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import MIRRORS, REFERENCE, Layout, parse_layout
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.state import Game
from companion.games.squares import CORNERS, parse_square, square_name

calmly = settings(deadline=None, max_examples=40)

INNER = [square for square in range(100) if square not in CORNERS]


def changed(**codes: str) -> Layout:
    cards = list(REFERENCE.cards)
    for name, code in codes.items():
        cards[parse_square(name)] = Card(code)
    return Layout(tuple(cards))


def mirrored(layout: Layout) -> list[bool]:
    """By each of the mirrors, whether every card lies opposite its like."""
    return [all(layout[square] == layout[mirror[square]] for square in INNER) for mirror in MIRRORS]


@calmly
@given(st.permutations(INNER))
def test_any_arrangement_is_a_good_board(order: list[int]) -> None:
    cards = list(REFERENCE.cards)
    for square, source in zip(INNER, order, strict=True):
        cards[square] = REFERENCE[source]
    layout = Layout(tuple(cards))
    assert layout.problems() == ()
    assert all(len(layout.squares_of(card)) == 2 for card in set(REFERENCE.cards) if not card.is_joker)
    assert parse_layout(layout.text) == layout


def test_the_reference_board_is_the_one_in_the_book() -> None:
    named = {"B1": "AS", "C4": "7D", "H7": "7D", "J10": "JK", "E5": "7C", "A6": "KC"}
    assert {name: REFERENCE[parse_square(name)].code for name in named} == named
    assert mirrored(REFERENCE) == [True, False, False]


def test_a_board_mirrored_from_left_to_right_is_recognised() -> None:
    halves = [REFERENCE.cards[row * 10 : row * 10 + 5] for row in range(10)]
    layout = Layout(tuple(card for half in halves for card in (*half, *half[::-1])))
    assert mirrored(layout) == [False, True, False]


def test_a_board_mirrored_from_top_to_bottom_is_recognised() -> None:
    rows = [REFERENCE.cards[row * 10 : row * 10 + 10] for row in range(5)]
    layout = Layout(tuple(card for row in (*rows, *rows[::-1]) for card in row))
    assert mirrored(layout) == [False, False, True]


def test_every_problem_of_a_board_is_named() -> None:
    assert changed(B1="JS", A1="7D").problems() == (
        "corner A1 shows 7D, not a joker",
        "JS does not belong on a board",
        "AS occurs 1 times instead of twice",
    )


def test_a_layout_needs_a_hundred_cards() -> None:
    with pytest.raises(ValueError, match="give 100"):
        parse_layout("7D 8D")


def test_stars_stand_for_corners() -> None:
    assert parse_layout(REFERENCE.text.replace("JK", "**")) == REFERENCE


def test_corners_that_show_a_coloured_joker_belong_to_it() -> None:
    layout = changed(A1="JKR", J1="JKB", A10="JKR", J10="JKB")
    game = Game(parse_options("open corners=joker_matched"), layout)
    assert [square_name(square) for square in game.targets(Card("JKR"))] == ["A1", "A10"]
    assert layout.problems() == ()


def test_a_jack_lies_on_no_square() -> None:
    assert REFERENCE.squares_of(Card("JS")) == ()

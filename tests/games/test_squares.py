"""The names of the squares."""

import pytest

from companion.games.squares import NEIGHBOURS, SQUARES, column_of, parse_square, row_of, square_name


@pytest.mark.parametrize("square", SQUARES)
def test_every_square_is_read_back_from_its_name(square: int) -> None:
    assert parse_square(square_name(square)) == parse_square(square_name(square).lower()) == square


@pytest.mark.parametrize("name", ["", "A", "A0", "A11", "K1", "1A", "A-1", "AA"])
def test_what_is_no_square_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no such square"):
        parse_square(name)


@pytest.mark.parametrize("square", SQUARES)
def test_neighbours_are_all_squares_within_a_kings_step(square: int) -> None:
    steps = ((abs(row_of(square) - row_of(one)), abs(column_of(square) - column_of(one))) for one in SQUARES)
    assert NEIGHBOURS[square] == tuple(one for one, step in zip(SQUARES, steps, strict=True) if max(step) == 1)

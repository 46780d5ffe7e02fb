"""The names of the squares."""

import pytest

from companion.games.squares import SQUARES, parse_square, square_name


@pytest.mark.parametrize("square", SQUARES)
def test_every_square_is_read_back_from_its_name(square: int) -> None:
    assert parse_square(square_name(square)) == square


@pytest.mark.parametrize("name", ["", "A", "A0", "A11", "K1", "1A", "A-1", "AA"])
def test_what_is_no_square_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no such square"):
        parse_square(name)

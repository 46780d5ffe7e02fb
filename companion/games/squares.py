"""The hundred squares: numbers 0 to 99 in reading order, named `A1` (top left) to `J10` (bottom right)."""

SIZE = 10
SQUARES = range(SIZE * SIZE)
CORNERS = (0, 9, 90, 99)
_COLUMNS = "ABCDEFGHIJ"


def square_at(row: int, column: int) -> int:
    """The square at `row` and `column`, both counted from 0 at the top left."""
    return row * SIZE + column


def row_of(square: int) -> int:
    """The row of a square, 0 at the top."""
    return square // SIZE


def column_of(square: int) -> int:
    """The column of a square, 0 at the left."""
    return square % SIZE


def _around(square: int) -> tuple[int, ...]:
    """The squares that touch one, at its sides and corners, in reading order; never itself."""
    rows, columns = (range(max(at - 1, 0), min(at + 2, SIZE)) for at in (row_of(square), column_of(square)))
    return tuple(other for row in rows for column in columns if (other := square_at(row, column)) != square)


NEIGHBOURS = tuple(map(_around, SQUARES))
"""For each square those that touch it, at its sides and corners, in reading order."""


def square_name(square: int) -> str:
    """The name players use, such as `C4`."""
    return f"{_COLUMNS[column_of(square)]}{row_of(square) + 1}"


def parse_square(name: str) -> int:
    """The square called `name`. Raises ValueError when there is none."""
    column, row = name[:1].upper(), name[1:]
    if column in _COLUMNS and row.isdecimal() and len(row) <= 2 and 1 <= int(row) <= SIZE:
        return square_at(int(row) - 1, _COLUMNS.index(column))
    raise ValueError(f"no such square: {name!r}; squares run from A1 to J10")

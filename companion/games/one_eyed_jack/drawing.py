"""The board in plain text, for tests and messages: small letters are chips, capitals safe ones, stars free corners."""

from companion.games.one_eyed_jack.judging import is_safe
from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.rules import Rules
from companion.games.one_eyed_jack.turns import TEAM_LETTERS
from companion.games.squares import SIZE, square_at


def drawing(rules: Rules, position: Position) -> str:
    """Eleven lines: the column letters, then the rows with their numbers."""
    rows = ((_mark(rules, position, square_at(row, column)) for column in range(SIZE)) for row in range(SIZE))
    return "\n".join(("   A B C D E F G H I J", *(f"{row:2} {' '.join(marks)}" for row, marks in enumerate(rows, 1))))


def _mark(rules: Rules, position: Position, square: int) -> str:
    team = position.chips[square]
    if team is None:
        return "*" if square in rules.closed else "."
    letter = TEAM_LETTERS[team]
    return letter.upper() if is_safe(rules, position, square) else letter

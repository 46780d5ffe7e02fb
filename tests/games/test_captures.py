"""What is captured is gone as soon as the chip lies there; what a jack takes captures nothing."""

from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.playing import chips_after
from companion.games.one_eyed_jack.position_text import parse_position
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Place, Remove

OPTIONS = parse_options("open capture=pairs")


def left_in_row_five(row: str, play: str, locks: str = "-") -> tuple[int | None, ...]:
    """The chips from B5 to E5 after a play, as they were foretold."""
    game = Game(OPTIONS, position=parse_position(f"*8*/X/X/X/{row}/X/rrrrr5/X/X/*8* 1 + {locks} 80 - 10", OPTIONS))
    turn = parse_turn(play)
    assert isinstance(turn, Place | Remove)
    foretold = chips_after(game.rules, game.position, turn)
    game.push(turn)
    assert foretold == game.position.chips
    return foretold[41:45]


def test_a_placed_chip_captures_whatever_is_locked_elsewhere() -> None:
    assert left_in_row_five("1rbb6", "r 7C@E5", locks="r:A7-E7") == (0, None, None, 0)


def test_a_chip_taken_by_a_jack_does_not() -> None:
    assert left_in_row_five("1rbbb5", "r JSxE5") == (0, 1, 1, None)

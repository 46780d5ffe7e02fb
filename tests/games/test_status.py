"""What can be wrong with a position."""

import pytest

from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position_text import parse_position
from companion.games.one_eyed_jack.rules import Rules
from companion.games.one_eyed_jack.status import PositionStatus, position_status

START = "*8*/X/X/X/X/X/X/X/X/*8*"
ROW = "*8*/X/X/X/rrrrr5/X/X/X/X/*8*"


@pytest.mark.parametrize(
    ("options", "text", "wrong"),
    [
        ("classic", f"{START} 1 + - 90 - 0", set()),
        ("classic", f"{ROW} 2 + r:A5-E5 85 - 5", set()),
        ("classic", "r8*/X/X/X/X/X/X/X/X/*8* 1 + - 90 - 0", {PositionStatus.CHIP_ON_FREE_CORNER}),
        ("classic", f"{START} 1 - - 90 - 0", {PositionStatus.BAD_DIRECTION}),
        ("open N=3 die=d6r1s0,after", f"{START} 1 - - 80 - 0", set()),
        ("open N=3 die=d6r0s1,after", f"{START} 1 - - 80 - 0", {PositionStatus.BAD_DIRECTION}),
        ("classic", f"{START} 1 + - 91 - 0", {PositionStatus.TOO_MANY_CARDS}),
        ("classic", f"{START} 1 + - 90 r2 0", {PositionStatus.BAD_CAPTURES}),
        ("open capture=pairs", f"{START} 1 + - 90 r2 0", set()),
        ("classic", f"{ROW} 2 + - 85 - 5", {PositionStatus.PATTERN_NOT_LOCKED}),
        ("denexa", f"{ROW} 2 + r:A5-E5 85 - 5", {PositionStatus.LOCKS_NOT_IN_FORCE}),
        ("classic", f"{START} 2 + r:A5-E5 85 - 5", {PositionStatus.LOCK_WITHOUT_CHIPS}),
        ("classic", f"{ROW.replace('rrrrr5', 'rrrr6')} 2 + r:A5-E5 85 - 5", {PositionStatus.LOCK_WITHOUT_CHIPS}),
        (
            "open objective=square",
            f"{START.replace('/X/', '/r9/', 1)} 2 + r:A1.J1.A10.J10 85 - 5",
            {PositionStatus.LOCK_WITHOUT_CHIPS},
        ),
        ("classic", "*rrrr4*/X/X/X/X/X/X/X/X/*8* 2 + r:A1-E1 85 - 5", set()),
        ("classic", "*8*/X/X/X/rrrrr5/r9/r9/r9/r9/*8* 2 + r:A5-E5+A5-A9 85 - 5", set()),
        (
            "classic",
            f"{ROW.replace('rrrrr5', 'rrrrrrrr2')} 2 + r:A5-E5+D5-H5 85 - 5",
            {PositionStatus.LOCKS_OVERLAP},
        ),
        (
            "classic",
            f"{ROW} 2 + r:A5-E5+A5-D5 85 - 5",
            {PositionStatus.LOCK_IS_NO_PATTERN, PositionStatus.LOCKS_OVERLAP},
        ),
        (
            "my_rules lines=1",
            "*8*/X/X/X/rrrrr5/bbbbb5/X/X/X/*8* 1 + r:A5-E5,b:A6-E6 80 - 9",
            {PositionStatus.SEVERAL_WINNERS},
        ),
    ],
)
def test_every_reason_is_named(options: str, text: str, wrong: set[PositionStatus]) -> None:
    rules = Rules(parse_options(options))
    assert position_status(rules, parse_position(text, rules.options)) == wrong


def test_a_seat_or_a_team_that_is_not_there_is_wrong() -> None:
    rules = Rules(parse_options("classic"))
    good = parse_position(f"{START} 1 + - 90 - 0", rules.options)
    for seat in (0, 3):
        assert position_status(rules, good._replace(seat=seat)) == {PositionStatus.BAD_SEAT}
    strangers = tuple(4 if square == 50 else None for square in range(100))
    assert position_status(rules, good._replace(chips=strangers)) == {PositionStatus.UNKNOWN_TEAM}

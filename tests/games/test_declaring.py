"""With `line_choice=declare` the owner of a chip that finishes several lines in a run says which one it is."""

import pytest

from companion.games.one_eyed_jack.faults import Fault, Ruling
from companion.games.one_eyed_jack.notation import parse_pattern, parse_turn, pattern_text
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Outcome, Position, start
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Declare
from companion.games.squares import parse_square

CROSSING = "A5-C5 E5-F5 D2-D4 D6-D7"


def red_on(squares: str, lines: int = 3, more: str = "", **changes: object) -> Game:
    """Red chips there, red to move, and owners say which lines they take."""
    options = parse_options(f"my_rules lines={lines} line_choice=declare {more}")
    chips = [None] * 100
    for run in squares.split():
        for square in parse_pattern(run):
            chips[square] = 0
    position: Position = start(options)._replace(chips=tuple(chips), **changes)
    return Game(options, position=position)


def offered(game: Game) -> list[str]:
    """What the owner may declare now."""
    patterns = game.position.offer.patterns if game.position.offer else ()
    assert all(game.judge(Declare(0, pattern)) for pattern in patterns)
    return sorted(map(pattern_text, patterns))


def test_of_two_runs_one_line_each_is_declared() -> None:
    game = red_on(CROSSING)
    game.push(parse_turn("r 6C@D5"))
    assert offered(game) == ["A5-E5", "B5-F5", "D2-D6", "D3-D7"]
    game.push(parse_turn("r line B5-F5"))
    assert offered(game) == ["D2-D6", "D3-D7"]
    game.push(parse_turn("r line D3-D7"))
    assert not offered(game)
    assert set(game.patterns(0)) == {parse_pattern("B5-F5"), parse_pattern("D3-D7")}


def test_the_run_that_nobody_declares_takes_the_line_nearest_the_top_left() -> None:
    game = red_on(CROSSING)
    for turn in ("r 6C@D5", "r line B5-F5", "b 9D@E4"):
        game.push(parse_turn(turn))
    assert set(game.patterns(0)) == {parse_pattern("B5-F5"), parse_pattern("D2-D6")}
    assert game.judge(parse_turn("r line D3-D7")).fault is Fault.NO_SUCH_CHOICE


def test_nothing_is_left_to_declare_once_the_period_is_over() -> None:
    won = red_on(CROSSING, lines=2)
    won.push(parse_turn("r 6C@D5"))
    assert (won.outcome(), offered(won)) == (Outcome(0, "patterns"), [])
    counted = red_on("A5-C5 E5-F5", hands=(1, 0), stock=0)
    counted.push(parse_turn("r 6C@D5"))
    assert (counted.outcome(), counted.position.offer) == (Outcome(0, "count"), None)


def test_a_declared_line_makes_room_for_another_and_wins() -> None:
    options = parse_options("my_rules objective=square shape=orth line_choice=declare")
    chips = {parse_square(name): 0 for name in ("B2", "D2", "F2", "B4", "F4", "B6", "D6")}
    game = Game(options, position=start(options)._replace(chips=tuple(map(chips.get, range(100)))))
    game.push(parse_turn("r ?@D4"))
    assert (list(map(pattern_text, game.patterns(0))), game.outcome()) == (["B2.D2.B4.D4"], None)
    game.push(parse_turn("r line D2.F2.D4.F4"))
    assert list(map(pattern_text, game.last_effect.patterns)) == ["D2.F2.D4.F4", "B4.D4.B6.D6"]
    assert (game.outcome(), game.position.offer) == (Outcome(0, "patterns"), None)


def test_only_a_line_on_offer_is_declared_and_another_is_named() -> None:
    game = red_on(CROSSING)
    game.push(parse_turn("r 6C@D5"))
    stray = parse_pattern("A6-E6")
    assert game.judge(Declare(0, stray)) == Ruling(Fault.NO_SUCH_CHOICE, stray)
    assert game.judge(Declare(0, parse_pattern("A5-E5")))
    assert Declare(0, parse_pattern("A5-E5")) not in game.legal_turns


@pytest.mark.parametrize("said", ["b pass", "stop *"])
def test_who_passes_or_ends_the_period_leaves_nothing_to_declare(said: str) -> None:
    game = red_on(CROSSING)
    for turn in ("r 6C@D5", said):
        game.push(parse_turn(turn))
    assert game.position.offer is None


def test_a_line_that_was_locked_before_is_not_told_again() -> None:
    game = red_on(f"{CROSSING} A9-E9", lines=4)
    game.push(parse_turn("r 6C@D5"))
    game.push(parse_turn("r line B5-F5"))
    assert list(map(pattern_text, game.last_effect.patterns)) == ["B5-F5"]


def test_a_line_that_would_share_too_much_with_a_locked_one_is_not_offered() -> None:
    game = red_on("A5-G5 I5")
    game.push(parse_turn("r TC@H5"))
    assert (list(map(pattern_text, game.patterns(0))), offered(game)) == (["A5-E5", "E5-I5"], [])


def test_nothing_is_offered_where_no_line_stands_in_the_way_of_another() -> None:
    for squares, turn in ((CROSSING, "r 9D@E4"), ("A5-D5 E2-E4 E6", "r 7C@E5")):
        game = red_on(squares)
        game.push(parse_turn(turn))
        assert game.position.offer is None


def test_nothing_is_declared_where_nothing_is_locked() -> None:
    game = red_on(CROSSING, more="protect=off")
    game.push(parse_turn("r 6C@D5"))
    assert (game.position.offer, game.position.locks) == (None, ((), ()))

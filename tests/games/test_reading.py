"""Which patterns a team has, against a reading of the board by square names that shares no code with the engine."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.one_eyed_jack.options import Options, parse_options
from companion.games.one_eyed_jack.patterns import accept, geometry_of, mask_of
from companion.games.one_eyed_jack.position import start
from companion.games.one_eyed_jack.state import Game

calmly = settings(deadline=None, max_examples=80)
COLUMNS = "ABCDEFGHIJ"
ALL_CORNERS = {"A1", "J1", "A10", "J10"}
Squares = tuple[str, ...]

games = st.builds(
    "my_rules N=3 corners={} directions={} wrap={} objective={} shape={} n={}".format,
    st.sampled_from(("free", "joker_any")),
    st.sampled_from(("all", "all", "orth")),
    st.sampled_from(("none", "lr", "tb", "both")),
    st.sampled_from(("line", "line", "line+cross", "cross", "line+square", "square")),
    st.sampled_from(("orth", "diag", "both")),
    st.sampled_from("3456"),
)


def walked(options: Options, row: int, column: int) -> str:
    """The name of a square, rows from 1 and columns from 0; nothing when it is off the board."""
    if options.wrap in ("tb", "both"):
        row = (row + 9) % 10 + 1
    if options.wrap in ("lr", "both"):
        column %= 10
    return f"{COLUMNS[column]}{row}" if 1 <= row <= 10 and 0 <= column <= 9 else ""


def lines_from(options: Options, row: int, column: int) -> Iterator[Squares]:
    run = range(options.n)
    yield tuple(walked(options, row, column + i) for i in run)
    yield tuple(walked(options, row + i, column) for i in run)
    if options.directions == "all":
        yield tuple(walked(options, row + i, column + i) for i in run)
        yield tuple(walked(options, row + i, column - i) for i in run)


def crosses_on(options: Options, row: int, column: int) -> Iterator[Squares]:
    sizes = (1, 2, 3, 4) if options.objective == "cross" else (1,)
    arms = {"orth": [(-1, 0), (0, -1), (0, 1), (1, 0)], "diag": [(-1, -1), (-1, 1), (1, -1), (1, 1)]}
    for form in ("orth", "diag"):
        for k in sizes if options.shape in (form, "both") else ():
            ends = [walked(options, row + k * down, column + k * across) for down, across in arms[form]]
            yield (walked(options, row, column), *ends)


def squares_under(options: Options, row: int, column: int) -> Iterator[Squares]:
    if options.shape != "diag":
        for side in range(1, 10):
            top = walked(options, row, column), walked(options, row, column + side)
            yield (*top, walked(options, row + side, column), walked(options, row + side, column + side))
    if options.shape != "orth":
        for d in range(1, 5):
            wide = walked(options, row + d, column - d), walked(options, row + d, column + d)
            yield (walked(options, row, column), *wide, walked(options, row + 2 * d, column))


def read(options: Options, chips: set[str], before: list[Squares]) -> list[Squares]:
    """The patterns of a team in the order in which they are locked, those it had `before` first."""
    counting = chips | (ALL_CORNERS if options.corners == "free" else set())
    found = list(before)
    for row in range(1, 11):
        for column in range(10):
            candidates = list(lines_from(options, row, column)) if "line" in options.objective else []
            candidates += crosses_on(options, row, column) if "cross" in options.objective else []
            candidates += squares_under(options, row, column) if "square" in options.objective else []
            for squares in candidates:
                stands = counting.issuperset(squares) and chips.intersection(squares)
                whole = len(set(squares)) == len(squares)
                if stands and whole and all(len(set(squares) & set(other)) <= 1 for other in found):
                    found.append(squares)
    return found


def numbers(squares: Squares | set[str]) -> tuple[int, ...]:
    return tuple((int(square[1:]) - 1) * 10 + COLUMNS.index(square[0]) for square in squares)


def some_chips(random: Random, options: Options) -> set[str]:
    """Chips on any share of the squares that can carry one."""
    share = random.random()
    board = {f"{column}{row}" for column in COLUMNS for row in range(1, 11)}
    return {s for s in sorted(board - (ALL_CORNERS if options.free_corners else set())) if random.random() < share}


@calmly
@given(st.randoms(use_true_random=False), games)
def test_patterns_are_those_found_by_walking(random: Random, game: str) -> None:
    options = parse_options(game)
    chips = some_chips(random, options)
    earlier = {square for square in sorted(chips) if random.random() < random.choice((0.3, 0.8))}
    locked = read(options, earlier, [])
    geometry = geometry_of(options)
    fresh = accept(geometry.candidates, mask_of(numbers(chips)), geometry.free, [numbers(p) for p in locked])
    assert list(fresh) == [numbers(squares) for squares in read(options, chips, locked)[len(locked) :]]


def shared_out(random: Random, options: Options) -> list[set[str]]:
    """Some chips, each given to one of three teams."""
    teams: list[set[str]] = [set(), set(), set()]
    for square in sorted(some_chips(random, options)):
        random.choice(teams).add(square)
    return teams


def game_with(options: Options, teams: list[set[str]]) -> Game:
    chips: list[int | None] = [None] * 100
    for team, squares in enumerate(teams):
        for square in numbers(squares):
            chips[square] = team
    return Game(options, position=start(options)._replace(chips=tuple(chips)))


@calmly
@given(st.randoms(use_true_random=False), games)
def test_the_count_goes_down_level_by_level_among_the_leaders(random: Random, game: str) -> None:
    options = parse_options(game)
    teams = shared_out(random, options)
    levels = [options] + [replace(options, objective="line", n=k) for k in range(options.n - 1, 2, -1)]
    leaders = [0, 1, 2]
    for level in levels:
        found = {team: len(read(level, teams[team], [])) for team in leaders}
        leaders = [team for team in leaders if found[team] == max(found.values())]
    assert game_with(options, teams).count().winner == (leaders[0] if len(leaders) == 1 else None)


@calmly
@given(st.randoms(use_true_random=False), games)
def test_every_three_in_a_row_is_a_point_and_safe_in_sub_three_and_most_points_win(random: Random, game: str) -> None:
    options = replace(parse_options(game), objective="sub3")
    teams = shared_out(random, options)
    threes = replace(options, n=3)
    corners = ALL_CORNERS if options.free_corners else set()
    played = game_with(options, teams)
    scores = list(map(played.score, range(len(teams))))
    assert played.count().winner == (scores.index(max(scores)) if scores.count(max(scores)) == 1 else None)
    for team, chips in enumerate(teams):
        windows = {w for row in range(1, 11) for column in range(10) for w in lines_from(threes, row, column)}
        full = [w for w in windows if (chips | corners).issuperset(w) and chips.intersection(w)]
        assert scores[team] == len(full)
        assert {s for s in chips if played.is_safe(numbers({s})[0])} == {s for w in full for s in w} & chips

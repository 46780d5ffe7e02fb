"""How many patterns there are, and captures, against ways of finding them that share no code with the engine."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.one_eyed_jack.options import Options, parse_options
from companion.games.one_eyed_jack.patterns import geometry_of, mask_of
from companion.games.one_eyed_jack.playing import captures
from companion.games.one_eyed_jack.position import start
from companion.games.one_eyed_jack.rules import Rules

calmly = settings(deadline=None, max_examples=150)
LINES_OF_5 = 2 * 60 + 2 * 36
CROSSES = 2 * (64 + 36 + 16 + 4)
SQUARES = sum(side**2 for side in range(1, 10))
DIAMONDS = 64 + 36 + 16 + 4


@pytest.mark.parametrize(
    ("options", "patterns"),
    [
        ("my_rules n=3", 2 * 80 + 2 * 64),
        ("open n=4", 2 * 70 + 2 * 49),
        ("classic", LINES_OF_5),
        ("my_rules n=6", 2 * 50 + 2 * 25),
        ("open directions=orth", 2 * 60),
        ("open wrap=lr", 100 + 60 + 2 * 60),
        ("open wrap=tb", 60 + 100 + 2 * 60),
        ("open wrap=both", 400),
        ("open objective=line+cross", LINES_OF_5 + 2 * 64),
        ("open objective=cross", CROSSES),
        ("open objective=cross shape=diag", CROSSES // 2),
        ("open objective=cross wrap=both", 100 * 4 * 2),
        ("open objective=square", SQUARES + DIAMONDS),
        ("open objective=square shape=orth", SQUARES),
        ("open objective=square shape=diag", DIAMONDS),
        ("open objective=square wrap=both shape=orth", 4 * 10 * 10 + 5 * 5),
        ("open objective=square wrap=both shape=diag", 4 * 100),
        ("open objective=line+square", 2 * 70 + 2 * 49 + SQUARES + DIAMONDS),
        ("open objective=sub3", 0),
    ],
)
def test_there_are_as_many_patterns_as_can_be_counted_on_paper(options: str, patterns: int) -> None:
    candidates = geometry_of(parse_options(options)).candidates
    assert len(candidates) == len({candidate.mask for candidate in candidates}) == patterns
    assert all(candidate.mask == mask_of(candidate.squares) for candidate in candidates)
    assert all(len(set(candidate.squares)) == len(candidate.squares) for candidate in candidates)


def test_windows_of_three_run_in_the_directions_in_force() -> None:
    assert len(geometry_of(parse_options("open objective=sub3")).windows) == 2 * 80 + 2 * 64
    assert len(geometry_of(parse_options("open objective=sub3 directions=orth")).windows) == 2 * 80


def captured_by_walking(options: Options, chips: list[int | None], team: int, square: int) -> set[int]:
    """Pente's custodial capture, told by walking away from the chip with rows and columns alone."""
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)] + [(1, 1), (1, -1), (-1, 1), (-1, -1)] * (options.directions == "all")
    taken: set[int] = set()
    for down, across in steps:
        row, column, seen = square // 10, square % 10, []
        for _ in range(4):
            row, column = row + down, column + across
            row = row % 10 if options.wrap in ("tb", "both") else row
            column = column % 10 if options.wrap in ("lr", "both") else column
            if not (0 <= row < 10 and 0 <= column < 10):
                break
            seen.append(row * 10 + column)
        marks = "".join("." if (chip := chips[s]) is None else "o" if chip == team else "x" for s in seen)
        for length in {"pairs": (2,), "pairs_trios": (2, 3)}[options.capture]:
            if marks.startswith("x" * length + "o"):
                taken.update(seen[:length])
    return taken


@calmly
@given(
    st.randoms(use_true_random=False),
    st.sampled_from(("pairs", "pairs_trios")),
    st.sampled_from(("none", "lr", "tb", "both")),
    st.sampled_from(("all", "orth")),
)
def test_captures_are_those_found_by_walking(random: Random, capture: str, wrap: str, directions: str) -> None:
    rules = Rules(parse_options(f"open N=3 capture={capture} wrap={wrap} directions={directions}"))
    chips = [None if s in rules.closed else random.choice((None, 0, 0, 1, 1, 2)) for s in range(100)]
    position = start(rules.options)._replace(chips=tuple(chips))
    for square in random.sample(range(100), 20):
        if chips[square] is None and square not in rules.closed:
            expected = captured_by_walking(rules.options, chips, 0, square)
            assert captures(rules, position, 0, square) == tuple(sorted(expected))

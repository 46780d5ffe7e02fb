"""Lamps for a scene: the right colour, an unmistakable rhythm, and the rows and columns of its squares."""

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from companion.views.appearance import appearances_of
from companion.views.lamps import lamps
from companion.views.scene import Mood, Scene

LOOKS = appearances_of(["red", "blue", "green", "yellow", "white", "black"])
MOODS: tuple[Mood, ...] = get_args(Mood)


@given(st.sets(st.integers(0, 99)))
def test_the_rows_and_columns_of_every_square_are_lit_and_no_others(squares: set[int]):
    lit = lamps(Scene("fault", 0, tuple(squares)), LOOKS)
    assert lit.rows == tuple(sorted({square // 10 for square in squares}))
    assert lit.columns == tuple(sorted({square % 10 for square in squares}))


@given(st.sampled_from(MOODS), st.one_of(st.none(), st.integers(0, 5)))
def test_every_mood_has_a_light_for_every_team_and_for_nobody(mood: Mood, team: int | None):
    lit = lamps(Scene(mood, team), LOOKS)
    assert all(0 <= part <= 255 for part in lit.colour)
    assert all(seconds > 0 for seconds in lit.blink)
    assert len(lit.blink) == 1 or all(
        on + off >= 1 / 3 for on, off in zip(lit.blink[::2], lit.blink[1::2], strict=True)
    )


def test_no_two_rhythms_are_alike():
    turns = {lamps(Scene("turn", team), LOOKS).blink for team in range(6)}
    others = {lamps(Scene(mood, 0), LOOKS).blink for mood in MOODS if mood != "turn"}
    assert len(turns) == 6
    assert len(others) == len(MOODS) - 1
    assert not turns & others


def test_turns_lines_and_wins_shine_in_the_teams_colour():
    for mood in ("turn", "line", "win"):
        assert lamps(Scene(mood, 1), LOOKS).colour == LOOKS[1].lamp


def test_a_fault_shines_in_no_teams_colour():
    assert lamps(Scene("fault", 1), LOOKS).colour not in {look.lamp for look in LOOKS}

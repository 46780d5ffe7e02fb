"""Finding a drawn board again, or saying that it is not there."""

from random import Random

import cv2
import numpy as np
import pytest
from drawn_light import Light
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.vision.geometry import BoardGeometry
from companion.vision.landmarks import Landmarks
from companion.vision.registration import Likeness, NotRegistered, Registration
from companion.vision.sampling import sampler_for

CHIPS = {square: (square % 2, 0.1, -0.1) for square in Random(5).sample(range(100), 60)}
"""Sixty chips, as a game leaves them."""
FORTY = {square: (square % 2, 0.1, -0.1) for square in range(100) if square % 5 > 2}
CORNERS = np.array([[[0, 0], [10, 0], [10, 10], [0, 10.0]]])


@pytest.fixture(scope="module")
def likeness(table) -> Likeness:
    return Likeness(table.empty, table.geometry)


def motion(x: float, y: float, turn_deg: float, larger: float = 1.0) -> np.ndarray:
    turn = np.vstack([cv2.getRotationMatrix2D((5, 5), turn_deg, larger), [0, 0, 1]])
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]) @ turn


def off_squares(found: BoardGeometry, table, knock: np.ndarray) -> float:
    """How far the corner is off that is furthest from where it should be found."""
    want = table.geometry.image_from_board(cv2.perspectiveTransform(CORNERS, knock)[0])
    return float(np.abs(found.board_from_image(want) - CORNERS[0]).max())


def test_a_board_that_did_not_move_is_found_where_it_was(table, likeness):
    found = likeness.glance(sampler_for(table.geometry).sample(table.empty), table.geometry)
    assert isinstance(found, Registration)
    assert found.geometry is table.geometry
    assert (found.shift_squares, found.agreeing) == (0.0, 100)


knocks = st.builds(motion, st.floats(-0.7, 0.7), st.floats(-0.7, 0.7), st.floats(-3, 3), st.floats(0.98, 1.02))


@given(knocks, st.floats(0.4, 1.0))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_knocked_board_under_sixty_chips_is_found_in_any_light(table, likeness, knock, light):
    bgr = table.frame(CHIPS, light=Light(light), knock=knock)
    board = sampler_for(table.geometry).sample(bgr)
    found = likeness.glance(board, table.geometry) or likeness.nearby(board, table.geometry)
    found = found or likeness.anywhere(bgr, table.geometry)  # as the table's reader goes on
    assert isinstance(found, Registration)
    again = likeness.glance(sampler_for(found.geometry).sample(bgr), found.geometry)
    assert isinstance(again, Registration)
    assert off_squares(again.geometry, table, knock) < 0.1  # a corner under chips is only inferred


LEANING = np.array([[1, 0.05, 0], [-0.04, 1, 0], [0.006, -0.01, 1.0]])
"""What a camera does to a board that leans more to one side than it did."""


@pytest.mark.parametrize(
    "knock",
    [
        motion(0, 0, 180),
        motion(0.5, -0.6, 90),
        motion(1.8, 0.4, 12),
        motion(-0.5, 0.5, 33, larger=0.8),
        motion(0, 0, 215, larger=0.7),
        LEANING @ motion(0.2, 0.2, 100, larger=0.85),
    ],
    ids=str,
)
def test_a_board_put_back_elsewhere_or_seen_from_elsewhere_is_found_at_one_look(table, likeness, knock):
    bgr = table.frame(FORTY, knock=knock)
    board = sampler_for(table.geometry).sample(bgr)
    assert not likeness.glance(board, table.geometry)
    found = likeness.anywhere(bgr, table.geometry)
    assert isinstance(found, Registration)
    assert off_squares(found.geometry, table, knock) < 0.05


moves = st.builds(motion, st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.floats(-180, 180), st.floats(0.7, 1.05))


@given(moves, st.floats(0.05, 1.0))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_board_is_found_at_any_turn_and_from_farther_away_in_any_light(table, likeness, move, light):
    found = likeness.anywhere(table.frame(FORTY, light=Light(light), knock=move), table.geometry)
    assert isinstance(found, Registration)
    assert off_squares(found.geometry, table, move) < 0.1


def test_where_there_is_no_board_the_answer_is_false_and_says_how_little_is_alike(table, likeness):
    bare = np.random.default_rng(1).integers(0, 255, table.empty.shape).astype(np.uint8)
    board = sampler_for(table.geometry).sample(bare)
    glance = likeness.glance(board, table.geometry)
    assert isinstance(glance, NotRegistered)
    assert glance.agreeing < 4
    searches = [likeness.nearby(board, table.geometry), likeness.anywhere(bare, table.geometry)]
    assert not any([glance, *searches])


@pytest.mark.parametrize("level", [0, 1, 128, 255])
def test_in_a_picture_without_anything_no_board_is_found(table, likeness, level):
    assert not likeness.anywhere(np.full_like(table.empty, level), table.geometry)


def test_a_board_without_print_has_no_landmarks(table):
    blank = np.full_like(table.empty, 200)
    landmarks = Landmarks(blank, table.geometry)
    assert landmarks.seen_in(table.empty, table.geometry.lens, 60) is None

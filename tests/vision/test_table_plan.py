"""The table from straight above: where a pile is looked for."""

import cv2
import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.games.squares import SIZE
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.pile_finder import alike, beside
from companion.vision.pile_window import HALF_SQUARES
from companion.vision.table_plan import plan_of

ALONG, OUT = st.floats(0, SIZE), st.floats(1.0, 3.0)


@given(ALONG, OUT, st.sampled_from([0.0, 90.0]))
@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture])
def test_a_card_that_lies_whole_in_the_picture_is_looked_for_where_half_of_it_shows(table, along, out, turn_deg):
    x, y = SIZE + out, along
    card = Outline(x, y, *CARD_SQUARES, turn_deg)
    corners = card.points(np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]]))
    shape = table.empty.shape
    pixels = table.geometry.image_from_board(corners)
    assume(beside(card) and ((pixels > 0) & (pixels < (shape[1], shape[0]))).all())
    places = np.array(plan_of(table.geometry, shape).places)
    shown = np.clip(corners, places[:, None] - HALF_SQUARES, places[:, None] + HALF_SQUARES)
    parts = np.ptp(shown, axis=1).prod(axis=1) / np.prod(CARD_SQUARES)
    assert parts.max() > 0.45


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
def test_the_busiest_place_is_that_whose_window_shows_most(table, data):
    plan = plan_of(table.geometry, table.empty.shape)
    weights = np.zeros_like(plan.contrast(table.empty))
    busy = data.draw(st.sampled_from(plan.places))
    weights[plan.window(busy)] = 1.0
    assert plan.busiest(weights, least=0.99)[0] == busy
    assert plan.busiest(weights, least=1.01) == ()


def test_nothing_on_the_board_is_seen_beside_it(table):
    plan, spoilt = plan_of(table.geometry, table.empty.shape), table.empty.copy()
    inside = np.round(table.geometry.image_from_board(np.array([[1, 1], [9, 1], [9, 9], [1, 9.0]]))).astype(np.int32)
    cv2.fillConvexPoly(spoilt, inside, (0, 0, 255))
    assert not plan.busiest(np.abs(plan.contrast(spoilt) - plan.contrast(table.empty)), least=0.01)


def test_a_pile_is_looked_for_nowhere_beyond_the_picture(table):
    height, width = table.empty.shape[:2]
    across = np.linspace(-HALF_SQUARES, HALF_SQUARES, 9)
    window = np.stack(np.meshgrid(across, across), axis=-1).reshape(-1, 2)
    for place in plan_of(table.geometry, table.empty.shape).places:
        pixels = table.geometry.image_from_board(place + window)
        assert ((pixels > 0) & (pixels < (width, height))).all(axis=1).any()


def test_a_chip_on_the_board_is_no_movement_beside_it(table):
    plan, laid = plan_of(table.geometry, table.empty.shape), table.frame({44: (0, 0.0, 0.0)})
    assert alike(plan.contrast(table.empty), plan.contrast(laid))

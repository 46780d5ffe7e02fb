"""Where a pile is looked for."""

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.games.squares import SIZE
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.pile_finder import beside, places_beside
from companion.vision.pile_window import HALF_SQUARES

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
    places = np.array(places_beside(table.geometry, shape, np.ones((96, 128), np.float32)))
    shown = np.clip(corners, places[:, None] - HALF_SQUARES, places[:, None] + HALF_SQUARES)
    parts = np.ptp(shown, axis=1).prod(axis=1) / np.prod(CARD_SQUARES)
    assert parts.max() > 0.45

"""What a window onto the pile shows: outlines of cards, what has changed beside the board, faces and backs."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_pile import box_of
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.card_outline import CARD_SQUARES, Outline, best_drawn
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.pile_window import (
    PX_PER_SQUARE,
    different,
    local_contrast,
    old_ink,
    squares_of,
    window_around,
)


@settings(max_examples=25, deadline=None)
@given(off=st.tuples(st.floats(-8, 8), st.floats(-8, 8)), turn=st.floats(-20, 20), near=st.floats(-8, 8))
def test_an_outline_is_found_near_where_a_card_was_spotted_to_a_pixel_and_two_and_a_half_degrees(
    off: tuple[float, float], turn: float, near: float
) -> None:
    size, view = [side * PX_PER_SQUARE for side in CARD_SQUARES], np.full((154, 154, 3), 90, np.uint8)
    spotted = Outline(77, 77, size[0], size[1], turn)
    x, y = spotted.points(0.5 + np.array([off]) / size)[0]  # so far off along either of its own sides
    card, bare = replace(spotted, x=x, y=y), view.copy()
    corners = card.points(np.array(box_of(0, 0, 1, 1)))
    cv2.fillConvexPoly(view, np.round(corners * 16).astype(np.int32), (230, 230, 230), cv2.LINE_AA, 4)
    found = best_drawn(view, bare, replace(spotted, turn_deg=turn + near))
    assert np.hypot(found.x - card.x, found.y - card.y) < 1.0
    assert abs(found.turn_deg - turn) < 2.5


@pytest.mark.parametrize(
    ("middle", "part"), [((12.0, 5.0), 1.0), ((11.0, 5.0), 0.75), ((5.0, 5.0), 0.0), ((-1.0, -1.0), 0.9375)]
)
def test_what_lies_on_the_board_is_not_beside_it(middle: tuple[float, float], part: float) -> None:
    window = window_around(middle, BoardGeometry(Lens(1.0, (0.0, 0.0)), np.diag([40.0, 40.0, 1.0])))
    assert float(window.beside.mean()) == pytest.approx(part, abs=0.01)


def test_light_makes_no_difference_and_a_card_makes_one_of_its_own_ink() -> None:
    side = 192
    bare = np.full((side, side, 3), 90, np.uint8)
    laid = cv2.rectangle(bare.copy(), (60, 48), (128, 143), (235, 235, 235), cv2.FILLED)
    old = local_contrast(bare)
    assert squares_of(different(old, local_contrast((bare * 0.7).astype(np.uint8)))) == 0.0
    assert 0.3 < squares_of(different(old, local_contrast(laid))) < 4.0


def test_old_ink_is_what_shows_through_with_its_paper_and_not_what_new_ink_covers() -> None:
    before = np.full((192, 192, 3), 235, np.uint8)
    cv2.circle(before, (40, 40), 5, (40, 40, 40), -1)
    cv2.circle(before, (100, 100), 5, (40, 40, 40), -1)
    now = before.copy()
    cv2.circle(now, (100, 100), 5, (235, 235, 235), -1)
    cv2.circle(now, (103, 100), 5, (40, 40, 40), -1)
    mask = old_ink(before, now)
    assert mask[40, 40] > 0.9
    assert mask[100, 100] < 0.1
    assert mask[70, 70] == 0.0

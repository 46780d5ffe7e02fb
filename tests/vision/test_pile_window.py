"""What a window onto the pile shows: outlines of cards, ink that is kept or lost, faces and backs."""

import cv2
import numpy as np
from drawn_pile import box_of
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.card_outline import CARD_SQUARES, Centres, Outline, find_outlines, lines_of
from companion.vision.outline_fit import refine
from companion.vision.pile_window import (
    PX_PER_SQUARE,
    centres,
    changed_part,
    faces_up,
    kept_part,
    old_ink,
    relief_of,
    within,
)


@settings(max_examples=25, deadline=None)
@given(x=st.floats(68, 86), y=st.floats(68, 86), turn=st.floats(-20, 20))
def test_an_outline_is_found_to_a_pixel_and_a_degree(x: float, y: float, turn: float) -> None:
    size = [side * PX_PER_SQUARE for side in CARD_SQUARES]
    card, view = Outline(x, y, size[0], size[1], turn), np.full((154, 154, 3), 90, np.uint8)
    corners = card.points(np.array(box_of(0, 0, 1, 1)))
    cv2.fillConvexPoly(view, np.round(corners * 16).astype(np.int32), (230, 230, 230), cv2.LINE_AA, 4)
    rough = find_outlines(lines_of(view, PX_PER_SQUARE), range(-21, 22, 3), 1)[0]
    fine = refine(lines_of(view, PX_PER_SQUARE), rough)
    assert np.hypot(fine.x - x, fine.y - y) < 1.0
    assert abs(fine.turn_deg - turn) < 1.0


@settings(max_examples=25, deadline=None)
@given(x=st.floats(68, 86), y=st.floats(68, 86), turn=st.integers(-20, 20))
def test_a_search_around_an_outline_finds_what_a_search_of_the_whole_picture_finds(
    x: float, y: float, turn: int
) -> None:
    view = np.full((154, 154, 3), 90, np.uint8)
    corners = Outline(x, y, *(side * PX_PER_SQUARE for side in CARD_SQUARES), turn).points(np.array(box_of(0, 0, 1, 1)))
    cv2.fillConvexPoly(view, np.round(corners * 16).astype(np.int32), (230, 230, 230), cv2.LINE_AA, 4)
    lines = lines_of(view, PX_PER_SQUARE, np.full_like(view, 90))
    anywhere, middle, near = (
        find_outlines(lines, [turn], 1, where)[0]
        for where in (None, centres(), Centres(round(x) + 5, round(y) - 4, (9, 9)))
    )
    for found in (middle, near):
        assert np.hypot(found.x - anywhere.x, found.y - anywhere.y) < 1.5
        assert abs(found.score - anywhere.score) < 0.1


def test_ink_is_kept_under_a_finger_and_lost_under_a_new_card() -> None:
    side = 154
    face = np.full((side, side, 3), 235, np.uint8)
    for x, y in ((50, 50), (100, 50), (75, 75), (50, 100), (100, 100)):
        cv2.circle(face, (x, y), 6, (40, 30, 200), -1)
    everywhere = within(Outline(side / 2, side / 2, 130, 130, 0.0))
    finger = face.copy()
    finger[90:, 90:] = (90, 120, 170)
    moved = np.roll(face, (9, -8), axis=(0, 1))
    old = relief_of(face)
    assert kept_part(old, old, everywhere) == 1.0
    assert kept_part(old, relief_of(finger), everywhere) > 0.6
    assert kept_part(old, relief_of(moved), everywhere) < 0.3
    assert changed_part(old, relief_of((face * 0.7).astype(np.uint8)), everywhere) == 0.0


def test_old_ink_is_what_shows_through_with_its_paper_and_not_what_new_ink_covers() -> None:
    before = np.full((154, 154, 3), 235, np.uint8)
    cv2.circle(before, (40, 40), 5, (40, 40, 40), -1)
    cv2.circle(before, (100, 100), 5, (40, 40, 40), -1)
    now = before.copy()
    cv2.circle(now, (100, 100), 5, (235, 235, 235), -1)
    cv2.circle(now, (103, 100), 5, (40, 40, 40), -1)
    mask = old_ink(before, now)
    assert mask[40, 40] > 0.9
    assert mask[100, 100] < 0.1
    assert mask[70, 70] == 0.0


@given(paper=st.integers(120, 250), part=st.floats(0.3, 0.95))
@settings(max_examples=15, deadline=None)
def test_a_face_is_told_from_a_back_by_its_paper(paper: int, part: float) -> None:
    card = Outline(76.5, 76.5, 69.0, 96.0, 0.0)
    face, back = (np.full((154, 154, 3), 60, np.uint8) for _ in range(2))
    face[28:125, 42:112] = back[28:125, 42:112] = paper
    face[36 : 36 + round((1 - part) * 70), 50:104] = paper // 3
    back[36:117, 50:104] = paper // 3
    assert faces_up(face, card)
    assert not faces_up(back, card)

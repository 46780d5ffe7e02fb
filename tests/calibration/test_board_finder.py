"""The board is found in drawn scenes whose truth is known, and nothing is found where no board is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_board import (
    CLOTH,
    CREAM,
    GREEN,
    HEIGHT,
    NORMAL,
    OAK,
    WHITE,
    WIDE,
    WIDTH,
    bare_table,
    flat_board,
    on_flat,
    on_stripes,
    outer_corner,
    photographed,
    view_from,
    with_marks,
    with_rows_astray,
    worst_px,
)
from drawn_light import mirrored
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.base_edges import base_seen
from calibration.board_finder import find_board, refine_board, turned
from calibration.board_fit import square_px
from calibration.board_proof import NO_LATTICE, NOT_CARDS, NOT_WHOLE, objection, told
from calibration.lattice import anchored
from calibration.marks import marked_outlines
from calibration.pictures import draw_lattice
from companion.games.squares import SIZE, SQUARES, column_of, row_of
from companion.vision.geometry import BoardGeometry
from hardware.drawn_table import bare_canvas, drawn_layout, frame_from_board, seen
from hardware.virtual_table import STILL_FACTOR, VirtualTable


@pytest.mark.parametrize(("lens", "base", "table"), [(WIDE, GREEN, OAK), (WIDE, CREAM, CLOTH), (NORMAL, GREEN, WHITE)])
def test_every_square_is_found_on_any_table_through_any_lens(lens, base, table):
    truth = view_from(lens, 24, 33)
    found = find_board(photographed(flat_board(base, table), truth), outer_corner(truth))
    assert worst_px(found, truth) < 2.2


@pytest.mark.parametrize(("pitch", "crossed"), [(0.6, False), (1.1, True)], ids=["stripes", "checks"])
def test_a_pale_base_on_patterned_cloth_hides_no_board(pitch, crossed):
    truth = view_from(NORMAL, 25, 70)
    found = find_board(photographed(on_stripes(flat_board(CREAM, CLOTH), pitch, crossed), truth), outer_corner(truth))
    assert worst_px(found, truth) < 2.2


def test_a_lamp_mirrored_in_some_cards_hides_no_board():
    truth = view_from(NORMAL, 20, 10)
    picture = photographed(flat_board(GREEN, OAK), truth)
    glaring = mirrored(picture, truth, (7.0, 2.0), 1.2)
    assert worst_px(find_board(glaring, outer_corner(truth)), truth) < 2.2


@pytest.mark.parametrize(("at", "squares"), [((5.0, 5.0), 3.0), ((7.0, 2.0), 5.0), ((5.0, 5.0), 6.5)])
def test_a_lamp_mirrored_in_so_many_that_no_board_is_found_is_what_is_blamed(at, squares):
    truth = view_from(NORMAL, 20, 10)
    glaring = mirrored(photographed(flat_board(GREEN, OAK), truth), truth, at, squares)
    corners = truth.image_from_board(np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]]))
    for found in (find_board(glaring, outer_corner(truth)), refine_board(glaring, corners)):
        assert not found
        assert "move the lamp or shade the board" in found.reason


@given(st.floats(0, 38), st.floats(0, 360), st.floats(0.3, 1.0))
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
def test_a_board_is_found_at_any_turn_and_tilt_and_light(tilt_deg, turn_deg, light):
    truth = view_from(NORMAL, tilt_deg, turn_deg)
    found = find_board(photographed(flat_board(GREEN, CLOTH), truth, light), outer_corner(truth))
    assert worst_px(found, truth) < 2.2


@pytest.mark.parametrize(("seed", "turn_deg"), [(1, 110), (8, 20)])
def test_rows_glued_astray_bend_no_lens_since_the_base_is_straight(seed, turn_deg):
    truth = view_from(NORMAL, 28, turn_deg)
    astray = with_rows_astray(flat_board(GREEN, OAK, seed), 2.0, seed)
    assert worst_px(find_board(photographed(astray, truth), outer_corner(truth)), truth) < 2.6


@given(st.floats(0, 35), st.floats(0, 360), st.sampled_from([NORMAL, WIDE]))
@settings(max_examples=4, deadline=None, derandomize=True)
def test_every_edge_of_a_base_is_seen_where_it_lies(tilt_deg, turn_deg, lens):
    truth = view_from(lens, tilt_deg, turn_deg)
    seen = base_seen(photographed(bare_table(GREEN, OAK), truth), truth)
    places = truth.board_from_image(seen.pixels)
    beyond = np.maximum(np.abs(places - SIZE / 2).max(axis=1) - SIZE / 2, 0)
    assert len(seen.weights) >= 60
    assert np.abs(beyond - np.median(beyond)).max() < 0.03


def test_a_base_that_cannot_be_told_from_its_table_has_no_edges():
    truth = view_from(NORMAL, 15, 40)
    assert len(base_seen(photographed(np.full((1440, 1440, 3), GREEN, np.uint8), truth), truth).weights) == 0


def test_the_tap_settles_which_corner_is_first():
    truth = view_from(NORMAL, 10, 0)
    picture = photographed(flat_board(GREEN, OAK), truth)
    found = find_board(picture, None)
    assert worst_px(found, truth) < 2.2
    assert worst_px(turned(found, (WIDTH, HEIGHT)), replace_turn(truth, 2)) < 2.2


def replace_turn(geometry: BoardGeometry, quarters: int) -> BoardGeometry:
    quarter = np.array([[0, -1, SIZE], [1, 0, 0], [0, 0, 1.0]])
    return replace(geometry, ideal_from_board=geometry.ideal_from_board @ np.linalg.matrix_power(quarter, quarters))


def test_four_taps_are_drawn_onto_the_lattice():
    truth = view_from(WIDE, 15, 200)
    corners = truth.image_from_board(np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]]) * 1.02 - 0.1) + np.array(
        [5, -4]
    )
    found = refine_board(photographed(flat_board(CREAM, OAK), truth), corners)
    assert worst_px(found, truth) < 2.2


def squares_off(found: BoardGeometry, factor: float = 1.0) -> float:
    """How far from its place any square of the drawn table was found, in a picture so much larger than a frame."""
    centres = frame_from_board(np.array([[column_of(each) + 0.5, row_of(each) + 0.5] for each in SQUARES]))
    off = found.square_centres().reshape(-1, 2) - factor * centres
    return float(np.linalg.norm(off, axis=1).max()) / square_px(found)


@pytest.mark.parametrize("off_px", [(3, 1, 1, 3, 1, 2, 2, -2), (0, 4, 3, 3, 2, 1, -1, 4), (0, -3, 6, 5, -4, 0, 6, 5)])
def test_taps_a_finger_off_on_a_still_out_of_focus_lead_to_where_its_cards_can_be_read(off_px):
    soft = cv2.GaussianBlur(seen(bare_canvas(drawn_layout()), STILL_FACTOR), (0, 0), 3)
    corners = frame_from_board(np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]])) + np.reshape(off_px, (4, 2))
    assert squares_off(refine_board(soft, STILL_FACTOR * corners), STILL_FACTOR) < 0.06


@pytest.mark.parametrize("off_px", [(-4, 0, 1, -5, -4, 4, -4, -4), (-2, -1, 4, -4, -4, 1, 5, 4)])
def test_taps_a_finger_off_lead_to_where_cards_read_best_whatever_the_grain(off_px):
    table = VirtualTable("RB", clock=lambda: 0.0, pause=lambda _: None)
    corners = frame_from_board(np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]])) + np.reshape(off_px, (4, 2))
    for _ in range(3):
        assert squares_off(refine_board(table.capture().bgr, corners)) < 0.03


def test_taps_that_go_round_no_board_are_refused():
    picture = photographed(flat_board(GREEN, OAK), view_from(NORMAL, 15, 20))
    backwards = np.array([[10, 10], [10, 900], [1200, 900], [1200, 10]])
    found = refine_board(picture, backwards)
    assert not found
    assert "clockwise" in found.reason


def test_a_tap_far_from_every_corner_is_refused_and_how_far_the_nearest_is_said_in_squares():
    truth = view_from(NORMAL, 10, 30)
    x, y = truth.image_from_board(np.array([[4.0, 4.5]]))[0]
    found = find_board(photographed(flat_board(GREEN, OAK), truth), (x, y))
    assert not found
    assert "the nearest is about 6 squares away" in found.reason


@pytest.mark.parametrize("tapped", [0, 1])
def test_of_two_boards_side_by_side_the_tapped_one_is_found(tapped):
    beside = [flat_board(GREEN, OAK, seed)[:, each] for seed, each in ((1, np.s_[:-200]), (2, np.s_[200:]))]
    first = (on_flat(0, 0) + np.array([[0, 0], [beside[0].shape[1] - 200, 0]])) / 2
    two = cv2.GaussianBlur(
        cv2.resize(np.hstack(beside), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), (0, 0), 0.6
    )
    found = find_board(two, tuple(first[tapped] - 6))
    assert np.abs(found.image_from_board(np.array([[0.0, 0.0]]))[0] - first[tapped]).max() < 3


MARGIN_CORNERS = [(-1.3, -1.3), (10.4, -1.3), (10.4, 10.4), (-1.3, 10.4)]
OVER_CORNER_CARDS = [(0.1, 0.1), (9.1, 0.1), (9.1, 9.1), (0.1, 9.1)]
AT_CORNERS = pytest.mark.parametrize("corners", [MARGIN_CORNERS, OVER_CORNER_CARDS], ids=["margin", "corner cards"])


@AT_CORNERS
@pytest.mark.parametrize(
    "name", [cv2.aruco.DICT_4X4_50, cv2.aruco.DICT_6X6_250, cv2.aruco.DICT_APRILTAG_36h11], ids=str
)
def test_marks_at_the_corners_say_where_to_look(name, corners):
    truth = view_from(NORMAL, 20, 100, 24.0)
    picture = photographed(with_marks(flat_board(GREEN, OAK), name, corners), truth)
    guesses = [anchored(picture, guess).geometry for guess in marked_outlines(picture)]
    off_px = [min(worst_px(turn, truth) for turn in all_turns(guess)) for guess in guesses]
    assert min(off_px) < 15


@AT_CORNERS
def test_a_board_is_found_that_has_marks_at_its_corners(corners):
    truth = view_from(NORMAL, 20, 100, 24.0)
    picture = photographed(with_marks(flat_board(GREEN, OAK), cv2.aruco.DICT_4X4_50, corners), truth)
    assert worst_px(find_board(picture, outer_corner(truth)), truth) < 2.2


def test_a_board_without_marks_gives_no_such_guess():
    assert marked_outlines(photographed(flat_board(GREEN, OAK), view_from(NORMAL, 20, 130))) == []


def all_turns(geometry: BoardGeometry) -> list[BoardGeometry]:
    return [replace_turn(geometry, quarters) for quarters in range(4)]


@pytest.mark.parametrize("size_px", [(1, 1), (199, 640), (640, 150)])
def test_a_picture_too_small_to_show_a_board_is_refused(size_px):
    picture = np.full((*size_px, 3), 128, np.uint8)
    assert "take a larger one" in find_board(picture, (0.0, 0.0)).reason
    assert "take a larger one" in refine_board(picture, np.zeros((4, 2))).reason


@pytest.mark.parametrize("shape", [(9, 10), (10, 9), (0, 0)])
def test_a_board_with_too_few_squares_is_refused(shape):
    picture = photographed(flat_board(GREEN, OAK, squares=shape), view_from(NORMAL, 15, 20))
    assert not find_board(picture, None)


def test_a_board_partly_out_of_the_picture_is_refused():
    picture = photographed(flat_board(GREEN, OAK), view_from(NORMAL, 5, 20, 12.0))
    assert not find_board(picture, None)


def test_a_board_that_lacks_a_side_or_its_middle_or_sharpness_is_refused_for_that_reason():
    truth = view_from(NORMAL, 5, 0)
    picture = photographed(flat_board(GREEN, OAK), truth)
    cut = np.ascontiguousarray(picture[:, : round(truth.square_centres()[..., 0].max())])
    middle = truth.image_from_board(np.array([[4, 4], [6, 4], [6, 6], [4, 6]]))
    covered = cv2.fillPoly(picture.copy(), [np.int32(middle)], (90, 120, 60))
    blurred = cv2.GaussianBlur(picture, (0, 0), 5)
    reasons = [find_board(bgr, None).reason.split(":")[0] for bgr in (cut, covered, blurred)]
    assert reasons == [
        "part of the board is outside the picture, at its right",
        "some squares do not look like cards",
        "nothing in the picture is sharp",
    ]


def test_a_guess_that_reaches_beyond_the_picture_and_shows_no_grid_is_no_board_cut_off():
    truth = view_from(NORMAL, 5, 0)
    picture = photographed(flat_board(GREEN, OAK), truth)
    missed = replace(truth, ideal_from_board=truth.ideal_from_board @ np.array([[1, 0, 4.4], [0, 1, 3.6], [0, 0, 1]]))
    cut = np.ascontiguousarray(picture[:, : round(truth.square_centres()[..., 0].max())])
    assert objection(picture, truth) is None
    assert objection(picture, missed) == NO_LATTICE
    assert objection(cut, truth) == NOT_WHOLE


@pytest.mark.parametrize("quarters", range(4))
def test_the_sides_on_which_a_board_leaves_the_picture_are_named(quarters):
    moved = view_from(NORMAL, 5, 0).moved(np.array([[1, 0, -7.0], [0, 1, -4.0], [0, 0, 1.0]]))
    picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    assert told(NOT_CARDS, picture, moved) == NOT_CARDS
    assert f"{NOT_WHOLE}, at its left and top: move" in told(NOT_WHOLE, picture, replace_turn(moved, quarters))


def test_a_grid_that_goes_on_is_other_cards_or_the_boards_own_too_far_apart():
    truth = view_from(NORMAL, 8, 3)
    longer = photographed(flat_board(GREEN, OAK, squares=(SIZE, SIZE + 1)), truth)
    reason = objection(longer, truth)
    assert "move other cards away" in reason
    assert "less than 6 mm apart" in reason


def test_ruled_paper_without_cards_is_refused():
    paper = np.full((HEIGHT, WIDTH, 3), OAK, np.uint8)
    paper[80:880, 240:1040] = 240
    for line in range(80, 881, 80):
        paper[line - 1 : line + 2, 240:1040] = 60
        paper[80:880, line + 159 : line + 162] = 60
    found = find_board(paper, None)
    assert not found
    assert "do not look like cards" in found.reason


@pytest.mark.parametrize(("level", "word"), [(4, "too dark"), (255, "overexposed"), (120, "no board in sight")])
def test_an_even_picture_holds_no_board_and_says_why(level, word):
    found = find_board(np.full((HEIGHT, WIDTH, 3), level, np.uint8), None)
    assert not found
    assert word in found.reason


def test_noise_is_no_board():
    noise = np.random.default_rng(1).integers(0, 256, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    assert not find_board(noise, (10.0, 10.0))


def test_the_lattice_is_drawn_where_it_lies_and_nowhere_else():
    geometry = view_from(NORMAL, 20, 30)
    blank = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    drawn = draw_lattice(blank, geometry)
    x, y = np.round(geometry.image_from_board(np.array([[3.0, 4.0]]))[0]).astype(int)
    assert drawn[y, x].any()
    assert not drawn[2, 2].any()
    assert not blank.any()

"""Calibration notices when a still lacks what it should show, or was taken from somewhere else."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board_finder import find_board
from calibration.likeness import BoardPicture, same_board
from calibration.steps import Stills, calibrate, calibrate_layout, in_large_still, in_place
from companion.errors import CalibrationError
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry
from hardware.recordings import PLAY_STILL, load_recording, read_still

SHIPPED = Path(__file__).parent.parent / "recordings" / "oak-plain"


@pytest.fixture(scope="module")
def stills() -> Stills:
    recording = load_recording(SHIPPED)
    names = ("empty.jpg", PLAY_STILL, "enrol.jpg")
    return Stills(*(recording.still(name) for name in names), recording.about.top_left_px)


@pytest.fixture(scope="module")
def geometry(stills: Stills) -> BoardGeometry:
    return find_board(stills.empty_play_bgr, stills.top_left_px)


def shifted(bgr: Image, by_px: tuple[float, float]) -> Image:
    """The picture as a knocked camera would see it."""
    moved = np.array([[1, 0, by_px[0]], [0, 1, by_px[1]]], np.float32)
    return cv2.warpAffine(bgr, moved, bgr.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


def test_a_board_is_like_itself_in_another_size_and_with_chips(stills: Stills, geometry: BoardGeometry):
    play = BoardPicture(stills.empty_play_bgr, geometry)
    assert same_board(play, BoardPicture(stills.empty_bgr, geometry.scaled(1.8)))
    assert same_board(play, BoardPicture(stills.enrol_bgr, geometry))


def test_a_board_is_not_like_itself_turned_or_moved_by_half_a_square(stills: Stills, geometry: BoardGeometry):
    play = BoardPicture(stills.empty_play_bgr, geometry)
    assert not same_board(play, BoardPicture(stills.empty_play_bgr[::-1, ::-1], geometry))
    assert not same_board(play, BoardPicture(shifted(stills.empty_play_bgr, (37, 0)), geometry))


def test_chips_on_another_place_are_refused_before_anything_is_read(stills: Stills):
    steps = []
    moved = replace(stills, enrol_bgr=shifted(stills.enrol_bgr, (400, 10)))
    with pytest.raises(CalibrationError, match="shows the board elsewhere, or not at all"):
        calibrate(moved, {"R": (21, 78), "B": (22, 77)}, steps.append)
    assert steps == ["looking for the board"]


@pytest.mark.parametrize("by_px", [(4, -3), (5, 1), (40, 10)])
def test_a_board_nudged_while_chips_are_laid_is_brought_back(
    stills: Stills, geometry: BoardGeometry, by_px: tuple[float, float]
):
    play = BoardPicture(stills.empty_play_bgr, geometry)
    nudged = shifted(stills.enrol_bgr, by_px)
    assert not same_board(play, BoardPicture(nudged, geometry))
    back = in_place(play, nudged)
    assert same_board(BoardPicture(stills.enrol_bgr, geometry), BoardPicture(back, geometry))


def test_a_picture_of_a_board_that_nobody_touched_is_used_as_it_is(stills: Stills, geometry: BoardGeometry):
    assert in_place(BoardPicture(stills.empty_play_bgr, geometry), stills.enrol_bgr) is stills.enrol_bgr


def test_a_large_still_without_a_board_is_refused(stills: Stills):
    bare = replace(stills, empty_bgr=np.full_like(stills.empty_bgr, 128))
    with pytest.raises(CalibrationError, match="the board is not found in the large picture"):
        calibrate(bare, {"R": (21, 78), "B": (22, 77)}, str)


def test_a_large_still_held_upside_down_is_read_the_right_way_round(stills: Stills, geometry: BoardGeometry):
    play = BoardPicture(stills.empty_play_bgr, geometry)
    upside_down = np.ascontiguousarray(stills.empty_bgr[::-1, ::-1])
    large = in_large_still(play, upside_down, [stills.top_left_px])
    height, width = upside_down.shape[:2]
    expected = np.array([width, height]) - 1 - geometry.scaled(1.8).square_centres()
    assert np.linalg.norm(large.geometry.square_centres() - expected, axis=-1).max() < 5


def test_a_large_still_of_another_board_is_refused(stills: Stills, geometry: BoardGeometry):
    play = BoardPicture(stills.empty_play_bgr, geometry)
    other = read_still(SHIPPED.parent / "stills" / "board-11.jpg")
    with pytest.raises(CalibrationError, match="shows another board"):
        in_large_still(play, other, [stills.top_left_px])


def test_a_board_is_found_again_in_a_large_still_from_another_place(stills: Stills, geometry: BoardGeometry):
    moved = shifted(stills.empty_bgr, (50, 20))
    x, y = stills.top_left_px
    board, _ = calibrate_layout(moved, [(1.8 * x + 50, 1.8 * y + 20)])
    expected = geometry.scaled(1.8).square_centres() + np.array([50, 20])
    assert np.linalg.norm(board.geometry.square_centres() - expected, axis=-1).max() < 5


def test_a_mirrored_picture_is_told_from_one_in_which_hardly_any_card_can_be_read(stills: Stills):
    mirrored_bgr = np.ascontiguousarray(stills.empty_play_bgr[:, ::-1])
    with pytest.raises(CalibrationError, match="the picture is mirrored; switch that off"):
        calibrate_layout(mirrored_bgr, ())

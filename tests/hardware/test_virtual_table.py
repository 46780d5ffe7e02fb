"""A drawn table is a table: its cards are read, its board is found, and taps change what is seen."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.board_finder import find_board
from calibration.layout_reader import read_layout
from companion.errors import CameraError
from companion.games.one_eyed_jack.layout import parse_layout
from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, NO_CARD, load_card_index
from hardware.drawn_cards import card_face
from hardware.drawn_table import board_from_frame, drawn_layout, frame_from_board
from hardware.virtual_table import STILL_FACTOR, VirtualTable


@pytest.fixture
def table() -> VirtualTable:
    return VirtualTable("RB", lambda: 7.0, lambda _: None)


def test_every_drawn_card_is_read_by_its_corner():
    codes = [code for code in CARD_CLASSES if code != NO_CARD]
    corners = np.array([card_face(code, 2 * CROP_SIDE_PX)[:CROP_SIDE_PX, :CROP_SIDE_PX] for code in codes])
    read = load_card_index().log_probabilities(corners).argmax(axis=1)
    assert [CARD_CLASSES[column] for column in read] == codes


def test_the_layout_is_one_to_play_on():
    assert parse_layout(" ".join(drawn_layout())).problems() == ()


def test_calibration_finds_the_drawn_board_and_reads_all_its_cards(table: VirtualTable):
    geometry = find_board(table.play_still({}), table.top_left_px)
    reading = read_layout(table.still(), geometry.scaled(STILL_FACTOR), load_card_index())
    assert (reading.layout, reading.doubtful) == (table.layout, ())


@given(st.integers(0, 99), st.floats(0.1, 0.9), st.floats(0.1, 0.9))
def test_a_tap_on_a_square_means_that_square(square: int, x: float, y: float):
    board = np.array([[square % 10 + x, square // 10 + y]])
    pixel = frame_from_board(board)
    assert np.allclose(board_from_frame(pixel), board)
    assert VirtualTable.square_at(None, *pixel[0]) == square  # type: ignore[arg-type] (a method that needs no table)


def test_a_tap_beside_the_board_means_no_square(table: VirtualTable):
    assert table.square_at(950.0, 300.0) is None


def test_what_is_laid_is_seen_and_what_is_taken_is_gone(table: VirtualTable):
    bare = table.picture()
    table.put(44, "R")
    table.lay("7d")
    laid = table.picture()
    assert (dict(table.lying.chips), table.lying.pile) == ({44: "R"}, ("7D",))
    x, y = frame_from_board(np.array([[4.5, 4.5]]))[0].astype(int)
    assert cv2.absdiff(bare, laid)[y - 8 : y + 8, x - 8 : x + 8].mean() > 30
    table.put(44, None)
    table.clear()
    assert np.array_equal(table.picture(), bare)


def test_only_the_top_of_the_pile_is_kept(table: VirtualTable):
    for code in ("2S", "3S", "4S", "5S"):
        table.lay(code)
    assert table.lying.pile == ("3S", "4S", "5S")


def test_other_teams_and_unknown_cards_are_refused(table: VirtualTable):
    with pytest.raises(ValueError, match="'G' is no team here"):
        table.put(3, "G")
    with pytest.raises(ValueError, match="1X"):
        table.lay("1X")


@pytest.mark.parametrize("code", ["PD", "JKB"])
def test_a_card_that_cannot_be_drawn_is_refused_before_it_lies_there(table: VirtualTable, code: str):
    with pytest.raises(ValueError, match=f"no {code} can be drawn here"):
        table.lay(code)
    assert table.lying.pile == ()


def test_no_two_frames_are_quite_the_same(table: VirtualTable):
    assert not np.array_equal(table.capture().bgr, table.capture().bgr)


def test_a_closed_table_gives_no_frames(table: VirtualTable):
    table.close()
    with pytest.raises(CameraError, match="closed"):
        table.capture()


def test_the_page_gets_a_jpeg(table: VirtualTable):
    assert cv2.imdecode(np.frombuffer(table.jpeg(), np.uint8), cv2.IMREAD_COLOR).shape == (720, 960, 3)

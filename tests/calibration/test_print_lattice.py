"""Print makes a lattice too, on pale bases the clearer one: the board lies where cards are read."""

from functools import cache

import numpy as np
import pytest
from drawn_board import (
    CLOTH,
    GREEN,
    NORMAL,
    PX,
    Faces,
    flat_board_of,
    on_flat,
    outer_corner,
    photographed,
    real_faces,
    view_from,
    worst_px,
)

from calibration.board_finder import BoardNotFound, find_board, refine_board
from calibration.board_fit import square_px
from calibration.board_proof import NOT_WHOLE, RUNS_ON
from calibration.lattice import NEARLY_ALL
from calibration.layout_reader import read_layout
from calibration.likeness import BoardPicture
from calibration.print_lattice import legibility, off_print
from calibration.steps import read_cards
from companion.errors import CalibrationError
from companion.games.squares import CORNERS, SIZE, SQUARES
from companion.vision.card_index import load_card_index
from companion.vision.geometry import BoardGeometry
from hardware.drawn_cards import card_face

TRUTH = view_from(NORMAL, 12, 20, 19.0)
CARDS = tuple(rank + suit for rank in "A23456789TQK" for suit in "SHDC")


@cache
def cream_board(base: tuple[int, int, int]) -> np.ndarray:
    """Cream cards, all of them upright, on a base of this colour."""
    inner = iter(np.random.default_rng(5).permutation(CARDS * 2).tolist())
    codes = tuple("JK" if square in CORNERS else next(inner) for square in SQUARES)
    halves = np.stack([card_face(code, 2 * PX)[:PX, :PX] for code in codes])
    cream = (halves * (np.array([205, 232, 245]) / 255)).astype(np.uint8)
    return photographed(flat_board_of(Faces(cream, codes), base, CLOTH), TRUTH)


def framed_board(base: tuple[int, int, int], panel: tuple[int, int, int]) -> np.ndarray:
    """Cards with a frame around a tinted panel, beside which their index stands; half of them upside down."""
    inner = iter(np.random.default_rng(5).permutation(CARDS * 2).tolist())
    codes = tuple("JK" if square in CORNERS else next(inner) for square in SQUARES)
    halves = [card_face(code, 2 * PX)[:PX, :PX].copy() for code in codes]
    x, y = round(0.36 * PX), round(0.3 * PX)
    for half, code in zip(halves, codes, strict=True):
        if code != "JK":
            half[y:, x:] = half[y:, x:] * (np.array(panel) / 255)
            half[y, x:] = half[y:, x] = (120, 110, 100)
    turned = [half if square < len(SQUARES) / 2 else half[::-1, ::-1] for square, half in enumerate(halves)]
    return photographed(flat_board_of(Faces(np.stack(turned), codes), base, CLOTH), TRUTH)


def beside(squares: float) -> BoardGeometry:
    """The board so far off where it lies, to the right and down."""
    onto = np.array([[1, 0, squares], [0, 1, squares], [0, 0, 1.0]])
    return BoardGeometry(TRUTH.lens, TRUTH.ideal_from_board @ onto)


def test_print_is_not_taken_for_gaps_that_are_paler_than_the_cards():
    picture = cream_board((235, 240, 245))
    assert worst_px(find_board(picture, outer_corner(TRUTH)), TRUTH) < 3


def test_frames_printed_on_cards_are_not_taken_for_gaps_on_a_pale_base():
    picture = framed_board(base=(160, 235, 210), panel=(185, 222, 236))
    assert worst_px(find_board(picture, outer_corner(TRUTH)), TRUTH) < 3


def test_pale_gaps_are_told_from_frames_on_cards_by_their_tint():
    picture, index = framed_board(base=(235, 185, 208), panel=(174, 197, 192)), load_card_index()
    assert worst_px(off_print(picture, beside(0.1), index), TRUTH) < 3


def test_cards_are_read_where_the_board_lies_and_not_beside_it():
    picture, index = cream_board((60, 70, 80)), load_card_index()
    assert legibility(picture, TRUTH, index) >= NEARLY_ALL
    assert legibility(picture, beside(0.25), index) == 0
    assert worst_px(off_print(picture, beside(0.25), index), TRUTH) < 3


def test_a_board_cut_off_is_looked_for_no_further_once_its_cards_are_read(monkeypatch):
    monkeypatch.delattr("calibration.board_finder.read_inside")
    picture = cream_board((60, 70, 80))
    cut = np.ascontiguousarray(picture[:, : round(TRUTH.square_centres()[..., 0].max())])
    assert find_board(cut, None).reason.startswith(NOT_WHOLE)


def taps(off_squares: float) -> np.ndarray:
    """Four taps around the board, each at most so far beside its corner."""
    off = np.random.default_rng(4).uniform(-off_squares, off_squares, (4, 2))
    return TRUTH.image_from_board(np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]]) + off)


def test_four_taps_say_where_a_board_ends_beside_which_other_cards_lie():
    flat = flat_board_of(real_faces("board-04"), GREEN, CLOTH)
    (left, top), (right, bottom) = on_flat(SIZE - 2, 0).astype(int), on_flat(SIZE, SIZE).astype(int)
    flat[top:bottom, right : 2 * right - left] = flat[top:bottom, left:right]
    picture = photographed(flat, TRUTH)
    assert find_board(picture, None).reason == RUNS_ON
    assert worst_px(refine_board(picture, taps(0.3)), TRUTH) < 3


@pytest.mark.parametrize("off_squares", [0.0, 0.15])
def test_four_taps_find_cards_between_which_no_gap_shows_by_reading_them(off_squares: float):
    white = (240, 242, 243)
    picture = photographed(flat_board_of(real_faces("board-04").dealt_anew(5), white, white, 3), TRUTH)
    assert worst_px(refine_board(picture, taps(off_squares)), TRUTH) < 0.2 * square_px(TRUTH)


def test_where_no_cards_are_there_is_nothing_to_read():
    blank = np.full_like(cream_board((60, 70, 80)), 200)
    assert off_print(blank, TRUTH, load_card_index()) is None
    assert isinstance(find_board(blank, None), BoardNotFound)


def test_a_board_without_a_card_to_read_is_refused_unless_somebody_says_where_it_lies(monkeypatch):
    board = BoardPicture(np.full_like(cream_board((60, 70, 80)), 200), TRUTH)
    reading = read_layout(board.bgr, board.geometry, load_card_index())
    monkeypatch.setattr("calibration.steps.read_layout", lambda *_: reading)  # one that is blank is so mirrored too
    with pytest.raises(CalibrationError, match="tap all four corners"):
        read_cards(board, [(1.0, 1.0)])
    assert len(read_cards(board, [(1.0, 1.0)] * 4).doubtful) > 75

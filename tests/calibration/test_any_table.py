"""From pictures alone to chips read: whatever the board's place, the camera's lens and tilt, and the light."""

from dataclasses import dataclass

import numpy as np
import pytest
from drawn_board import (
    CLOTH,
    CREAM,
    GREEN,
    NORMAL,
    OAK,
    WIDE,
    Faces,
    flat_board_of,
    outer_corner,
    photographed,
    real_faces,
    view_from,
    with_chips,
    worst_px,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.board_finder import find_board
from calibration.enrolment import enrol
from calibration.layout_reader import read_layout
from companion.games.one_eyed_jack.squares import SQUARES
from companion.vision.card_index import CardIndex, load_card_index
from companion.vision.frame import Frame
from companion.vision.geometry import Lens
from companion.vision.table import TableModel, TableReader

ENROLLED = {"R": (21, 78), "B": (22, 77)}
LARGER = 1.8


@dataclass(frozen=True)
class Evening:
    """How a camera looks at a board on one evening."""

    lens: Lens
    tilt_deg: float
    turn_deg: float
    light: float
    seed: int


evenings = st.builds(
    Evening,
    st.sampled_from([NORMAL, WIDE]),
    st.floats(0, 35),
    st.floats(0, 360),
    st.floats(0.35, 1.0),
    st.integers(0, 2**16),
)
off_centre = st.floats(-0.15, 0.15)
chips = st.dictionaries(
    st.sampled_from(SQUARES), st.tuples(st.sampled_from("RB"), off_centre, off_centre), min_size=3, max_size=25
)


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return load_card_index()


def faces(evening: Evening) -> Faces:
    return real_faces(["board-04", "board-11"][evening.seed % 2]).dealt_anew(evening.seed)


@given(evenings)
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_real_cards_laid_anew_are_found_and_read(index, evening):
    dealt = faces(evening)
    truth = view_from(evening.lens.scaled(LARGER), evening.tilt_deg, evening.turn_deg)
    still = photographed(flat_board_of(dealt, GREEN, OAK, evening.seed), truth, evening.light)
    found = find_board(still, outer_corner(truth))
    assert worst_px(found, truth) < 4
    reading = read_layout(still, found, index)
    wrong = {square for square in SQUARES if reading.layout[square] != dealt.codes[square]}
    assert wrong <= set(reading.doubtful)
    assert len(reading.doubtful) <= 6


@given(evenings, chips, st.floats(0.7, 1.1))
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_chips_on_real_cards_are_read_from_any_view(index, evening, lying, dimmed):
    flat = flat_board_of(faces(evening), CREAM, CLOTH, evening.seed)
    truth = view_from(evening.lens, evening.tilt_deg, evening.turn_deg)
    empty = photographed(flat, truth, evening.light)
    found = find_board(empty, outer_corner(truth))
    promised = {square: (team, 0.0, 0.05) for team, squares in ENROLLED.items() for square in squares}
    models = enrol(photographed(with_chips(flat, promised), truth, evening.light), empty, found, ENROLLED)
    reader = TableReader(TableModel(found, empty, models), index)
    frame = photographed(with_chips(flat, lying), truth, evening.light * dimmed)
    board = reader.read(Frame(frame, 0.0), reader.start())[0].observation.board
    contents = {square: "RB".index(lying[square][0]) + 1 if square in lying else 0 for square in SQUARES}
    wrong = {square for square in SQUARES if board.best(square) not in (None, contents[square])}
    assert wrong == set()
    assert len(board.hidden) <= 3


def test_cards_dealt_anew_are_the_same_cards():
    known = real_faces("board-04")
    dealt = known.dealt_anew(5)
    assert sorted(dealt.codes) == sorted(known.codes)
    assert dealt.codes != known.codes
    brightness = [np.sort(faces.pictures.sum(axis=(1, 2, 3), dtype=np.int64)) for faces in (known, dealt)]
    assert np.array_equal(*brightness)

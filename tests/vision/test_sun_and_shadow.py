"""The sun through a window, or somebody's shadow, on a part of the board: whatever lies there is read all the same."""

import numpy as np
import pytest
from drawn_light import Light
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading_cases import read, reader_of, wrong

from companion.games.squares import SQUARES, column_of, row_of
from companion.vision.frame import Image, Matrix
from companion.vision.table import TableReader

ROOM = Light(level=0.6)
BESIDE = 1.2
"""So many squares from an edge of the light its squares may be in doubt."""
off_centre = st.floats(-0.18, 0.18)
chips = st.dictionaries(st.integers(0, 99), st.tuples(st.integers(0, 1), off_centre, off_centre), max_size=30)
edges = st.tuples(st.floats(0, 360), st.floats(-2.5, 2.5))


@pytest.fixture(scope="module")
def reader(table) -> TableReader:
    return reader_of(table)


def beyond(across: Matrix, down: Matrix, turn_deg: float, off: float) -> Matrix:
    """How many squares each place lies beyond a line that passes the middle of the board so far off."""
    turn = np.radians(turn_deg)
    far: Matrix = (across - 5) * np.cos(turn) + (down - 5) * np.sin(turn) - off
    return far


def in_two_lights(table, picture: Image, edge: tuple[float, float], light: float) -> Image:
    """The picture with so much of its light beyond a line, whose edge is as soft as a tenth of a square."""
    share = np.clip(0.5 + beyond(*table.on_board, *edge) / 0.1, 0, 1)[..., None]
    lit: Image = np.clip(picture * (1 + (light - 1) * share), 0, 255).astype(np.uint8)
    return lit


@given(chips, edges, st.sampled_from([0.4, 0.5, 0.65, 1.5]))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_square_away_from_its_edge_is_read_in_sun_and_shadow(table, reader, lying, edge, light):
    picture = table.frame(lying, light=ROOM)
    *_, reading = read(reader, picture, *[in_two_lights(table, picture, edge, light)] * 3)
    near = {at for at in SQUARES if abs(beyond(column_of(at) + 0.5, row_of(at) + 0.5, *edge)) < BESIDE}
    assert {*wrong(reading, lying), *reading.observation.board.undecided} <= near

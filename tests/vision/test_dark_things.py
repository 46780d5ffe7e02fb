"""A phone whose glass mirrors the room is to cards a shadow and to black chips one of them; it is neither."""

import cv2
import numpy as np
import pytest
from drawn_chips import Chip
from reading_cases import read, reader_of, wrong

from companion.vision.light import cell_means, empty_light, flattened_cells, log_gain
from companion.vision.occlusion import dark_things
from companion.vision.sampling import HALF_PX, over_squares, sampler_for

BLACK, ORANGE = Chip("plain", (36, 34, 33), 30), Chip("plain", (30, 110, 225), 30)
PHONE = np.array([(3.2, 2.1), (4.9, 2.3), (4.5, 5.7), (2.8, 5.5)])
"""Its corners in squares: it is 75 by 150 mm large."""
INSIDE = (33, 43)
"""Squares that it covers all of."""


def within(geometry, shape) -> np.ndarray:
    """Which pixels of a picture the phone covers, 0 to 1."""
    outline = np.round(geometry.image_from_board(PHONE) * 16).astype(np.int32)
    return cv2.fillPoly(np.zeros((*shape[:2], 1), np.float32), [outline], 1.0, cv2.LINE_AA, 4).reshape(*shape[:2], 1)


def with_phone(bgr, geometry, dark: float, pale: float):
    """The picture with a phone that mirrors so little of the room at its one end, and so much at its other."""
    ends = geometry.image_from_board(PHONE[[0, 3]])
    along = ends[1] - ends[0]
    y, x = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    share = (((x - ends[0][0]) * along[0] + (y - ends[0][1]) * along[1]) / (along @ along)).clip(0, 1)
    glass = 255 * (dark + (pale - dark) * share)[..., None]
    part = within(geometry, bgr.shape)
    return np.round(bgr * (1 - part) + glass * part).astype(np.uint8)


def in_shadow(bgr, geometry, light: float):
    """The picture with a shadow of the phone's outline that leaves so much of the light."""
    return np.round(bgr * (1 - within(geometry, bgr.shape) * (1 - light))).astype(np.uint8)


def found(table, bgr) -> np.ndarray:
    """The part of each square [100] that a thing covers in this picture of an empty table."""
    sampler = sampler_for(table.geometry)
    empty, board = sampler.sample(table.empty), sampler.sample(bgr)
    light = empty_light(empty)
    then, cells = (flattened_cells(means, light, log_gain(means, light)) for means in map(cell_means, (empty, board)))
    spots = over_squares(dark_things(board, cells, empty, then)).reshape(10, HALF_PX, 10, HALF_PX)
    return spots.mean(axis=(1, 3)).reshape(-1)


@pytest.mark.parametrize(("dark", "pale"), [(0.1, 0.1), (0.2, 0.45), (0.25, 0.6)])
def test_a_dark_thing_larger_than_a_chip_is_found_where_it_lies(table, dark, pale):
    covered = found(table, with_phone(table.empty, table.geometry, dark, pale))
    assert covered[list(INSIDE)].min() > 1 / 3
    assert np.count_nonzero(covered > 0.1) <= 12


@pytest.mark.parametrize("light", [0.35, 0.5, 0.7, 0.9, 1.0])
def test_a_shadow_is_no_thing_however_dark(table, light):
    assert found(table, in_shadow(table.empty, table.geometry, light)).max() == 0


def test_dark_chips_are_no_things(table):
    drawn = table.played_with(BLACK, ORANGE)
    assert found(drawn, drawn.frame(dict.fromkeys((44, 45, 54, 55, 12), (0, 0.0, 0.0)))).max() == 0


def test_a_phone_among_black_chips_is_no_chips_and_told_of(table):
    drawn = table.played_with(BLACK, ORANGE)
    lying = {12: (0, 0.0, 0.0), 77: (0, 0.1, 0.0), 46: (1, 0.0, 0.1)}
    before = drawn.frame(lying)
    phone = with_phone(before, drawn.geometry, 0.25, 0.6)
    readings = read(reader_of(drawn), before, before, *[phone] * 6)
    assert [wrong(reading, lying) for reading in readings] == [{}] * 8
    assert "OBJECT_ON_BOARD" in readings[-1].observation.notices
    assert set(INSIDE) <= set(readings[-1].observation.board.hidden)

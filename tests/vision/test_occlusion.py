"""What is part of something larger, or lacks its chip's pattern, is no chip."""

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.chips import PEAK, RINGS, ChipModel, learn_chip
from companion.vision.discs import Disc, Discs, uncovered
from companion.vision.occlusion import only_chips, patterned, roughness
from companion.vision.sampling import HALF_PX, HALF_SIDE, MARGIN, PX, SIDE

EVEN = np.tile(np.array([0.1, 0.0, 0.0], np.float32), (SIDE, SIDE, 1))
DISC = Disc(44, 0, (HALF_SIDE / 2, HALF_SIDE / 2), 0.4 * HALF_PX)
DISCS = Discs((DISC,), np.zeros((100, 1)), uncovered([DISC]))


def chip(deviation: float) -> ChipModel:
    """A chip whose colours deviate so far from their mean."""
    colours = np.tile(np.array([[0.1, 0, 0]], np.float32), (60, 1))
    colours[::2, 0] += 2 * deviation
    return learn_chip(0.4, [colours] * RINGS, [colours])


@pytest.mark.parametrize(("deviation", "kept"), [(0.02, 1), (0.095, 1), (0.2, 0), (0.3, 0)])
def test_only_a_patterned_chip_can_lack_its_pattern(deviation, kept):
    assert len(patterned(DISCS, EVEN, [chip(deviation)]).placed) == kept


def lying(*discs: Disc) -> Discs:
    """These discs on a board where nothing else lies."""
    return Discs(discs, np.zeros((100, 1)), uncovered(discs))


def strange_at(discs: Discs) -> np.ndarray:
    """The spots on which these discs lie, which look like no card."""
    rows, columns = np.mgrid[:HALF_SIDE, :HALF_SIDE]
    within = [np.hypot(rows - disc.centre[1], columns - disc.centre[0]) <= disc.radius for disc in discs.placed]
    return np.any(within, axis=0).astype(np.uint8)


def beside(down: float, *, sure: bool) -> Disc:
    """A disc so many pixels at half size below another."""
    return replace(DISC, square=54, centre=(DISC.centre[0], DISC.centre[1] + down), sure=sure)


@pytest.mark.parametrize("sure", [True, False])
def test_a_chip_that_overlaps_one_in_a_lamps_image_is_a_chip(sure):
    discs = lying(DISC, beside(1.6 * DISC.radius, sure=sure))
    assert only_chips(discs, strange_at(discs)).placed == discs.placed


def test_dim_chips_that_overlap_are_part_of_something_larger_unless_they_lay_there_before():
    dim = [replace(beside(n * 1.6 * DISC.radius, sure=False), square=square) for n, square in enumerate((44, 54, 64))]
    discs = lying(*dim)
    assert only_chips(discs, strange_at(discs)).placed == ()
    assert only_chips(discs, strange_at(discs), before=dim).placed == discs.placed


def test_a_chip_in_a_sleeve_of_its_colour_is_part_of_it():
    sleeve = lying(replace(DISC, radius=2 * DISC.radius))
    assert only_chips(lying(DISC), strange_at(sleeve)).placed == ()


@pytest.mark.parametrize(("column", "rough"), [(PX - 1, []), (0, []), (PX - 4, [44]), (PX // 2, [44])])
def test_a_gap_between_two_cards_that_looks_otherwise_after_a_knock_makes_none_rough(column, rough):
    texture = np.zeros((SIDE, SIDE), np.float32)
    top, left = (round((MARGIN + 4) * PX) + shift for shift in (0, column))
    texture[top : top + PX, left] = PEAK
    assert np.flatnonzero(roughness(texture, lying())).tolist() == rough

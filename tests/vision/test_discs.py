"""A chip that lies where another team's chip lay: how much surer it is told from that one than in a single look."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.discs import SMALLER, Disc, Discs, uncovered
from companion.vision.sampling import HALF_PX

LOWER = Disc(44, 0, (100.0, 100.0), 0.2 * HALF_PX)
UPPER = Disc(44, 1, (101.0, 99.0), 0.2 * HALF_PX, sure=False)
TOGETHER, DECIDED = 10.0, 60.0


def seen(disc: Disc, *row: float) -> Discs:
    """A look at a board on which a disc lies, with this evidence for each team's chip there."""
    evidence = np.full((100, len(row)), -60.0)
    evidence[disc.square] = row
    return Discs((disc,), evidence, uncovered([disc]))


@given(own=st.floats(15, 400), gap=st.floats(0.01, 1, exclude_max=True))
def test_what_tells_a_new_chip_from_the_one_that_lay_there_counts_in_full(own: float, gap: float):
    rival = own * (1 - gap)
    told = seen(UPPER, rival, own).told_from([LOWER], TOGETHER, DECIDED)
    assert told.evidence[44].tolist() == pytest.approx([own - TOGETHER * (own - rival), own])
    assert np.delete(told.evidence, 44, axis=0).tolist() == np.full((99, 2), -60.0).tolist()


def test_it_counts_so_for_as_long_as_that_chip_lies_there():
    first = seen(UPPER, 110.0, 121.0).told_from([LOWER], TOGETHER, DECIDED)
    again = seen(UPPER, 110.0, 121.0).told_from(first.placed, TOGETHER, DECIDED)
    assert again.evidence[44].tolist() == first.evidence[44].tolist() == [11.0, 121.0]
    assert first.told_from(first.placed, TOGETHER, DECIDED) is first


def test_the_chip_that_lay_there_is_itself_again_once_the_upper_one_is_taken_off():
    stacked = seen(UPPER, 110.0, 121.0).told_from([LOWER], TOGETHER, DECIDED)
    bare = seen(LOWER, 130.0, 45.0)
    assert bare.told_from(stacked.placed, TOGETHER, DECIDED) is bare


@pytest.mark.parametrize(
    ("before", "row"),
    [
        ([], (110.0, 121.0)),
        ([replace(LOWER, square=45)], (110.0, 121.0)),
        ([replace(LOWER, team=1)], (110.0, 121.0)),
        ([LOWER], (-3.0, 121.0)),
    ],
    ids=["none lay there", "it lay beside", "the same team's", "the card explains it better"],
)
def test_elsewhere_nothing_is_told_otherwise(before: list[Disc], row: tuple[float, float]):
    look = seen(UPPER, *row)
    assert look.told_from(before, TOGETHER, DECIDED) is look


@given(apart=st.floats(1, 40), way=st.floats(0, 6.3), sure=st.booleans(), own=st.floats(16, 120))
def test_the_rim_of_a_chip_below_is_no_chip_beside_it(apart: float, way: float, sure: bool, own: float):
    x, y = LOWER.centre[0] + apart * np.cos(way), LOWER.centre[1] + apart * np.sin(way)
    beside, before = Disc(45, 0, (x, y), LOWER.radius, sure), seen(UPPER, 110.0, 121.0)
    before.evidence[45] = own, -300.0
    told = replace(before, placed=(UPPER, beside)).told_from([LOWER], TOGETHER, DECIDED)
    may_be_its_rim = (not sure or own < DECIDED) and apart < SMALLER * 2 * LOWER.radius
    assert (beside in told.placed) is not may_be_its_rim
    assert told.evidence[45].tolist() == [0.0 if may_be_its_rim else own, -300.0]

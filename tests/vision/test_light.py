"""Taking the light out of drawn boards: what is left does not depend on the light."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.vision.chips import opponent
from companion.vision.frame import Image
from companion.vision.light import (
    cell_means,
    empty_light,
    flattened,
    ink_around,
    ink_left,
    ink_of,
    inkless,
    log_gain,
    unbleached,
)
from companion.vision.sampling import MARGIN, PX, SIDE, per_square, sampler_for, spread


@pytest.fixture(scope="module")
def empty(table) -> Image:
    return sampler_for(table.geometry).sample(table.empty)


@given(st.tuples(*[st.floats(0.5, 1.0)] * 3), st.floats(-0.4, 0.4))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_flattened_board_is_the_same_in_every_light(empty, factors, slope):
    light = empty_light(empty)
    across = np.linspace(1, 1 - slope, SIDE)[None, :, None] / max(1, 1 - slope)
    lit = (empty * across * np.array(factors)).astype(np.uint8)
    plain = flattened(empty, light, np.zeros_like(light.cells))
    again = flattened(lit, light, log_gain(cell_means(lit), light))
    assert np.percentile(np.abs(again - plain), 99) < 0.08


def test_paper_brighter_than_the_camera_can_show_still_looks_like_paper(empty):
    light = empty_light(empty)
    overexposed = np.clip(empty * np.linspace(0.9, 1.6, SIDE)[None, :, None], 0, 255).astype(np.uint8)
    again = flattened(overexposed, light, log_gain(cell_means(overexposed), light))
    paper = flattened(empty, light, np.zeros_like(light.cells)).min(axis=2) > 0.95
    assert np.percentile(np.abs(again[paper] - 1), 95) < 0.1


def test_a_dark_thing_over_a_third_of_the_board_does_not_count_as_light(empty):
    light, covered = empty_light(empty), empty.copy()
    covered[:, : SIDE // 3] = (30, 40, 120)
    gain = log_gain(cell_means(covered), light)
    assert np.abs(gain[:, -gain.shape[1] // 3 :]).max() < 0.05


def test_bleached_ink_is_made_dark_again(empty):
    light = empty_light(empty)
    plain = opponent(flattened(empty, light, np.zeros_like(light.cells)))
    ink, bleached = ink_of(plain[..., 0]), plain * 0.7
    bleached[..., 0] += 0.3
    edge = round(MARGIN * PX)
    difference = np.abs(unbleached(bleached, ink_around(ink_left(bleached, ink))) - plain)[edge:-edge, edge:-edge]
    assert np.percentile(difference, 99) < 0.03


def test_what_lies_black_over_the_cards_is_not_taken_for_ink_that_no_lamp_bleaches(empty):
    light = empty_light(empty)
    seen = opponent(flattened(empty, light, np.zeros_like(light.cells)))
    ink, edge = ink_of(seen[..., 0]), round(MARGIN * PX)
    thing = np.s_[edge + 2 * PX : edge + 5 * PX, edge + 2 * PX : edge + 5 * PX]
    seen[thing] = (0.14, 0, 0)
    assert unbleached(seen, ink_around(ink_left(seen, ink)))[thing][..., 0].max() < 0.35


def test_a_square_under_white_cloth_has_lost_its_ink(empty):
    light = empty_light(empty)
    seen = opponent(flattened(empty, light, np.zeros_like(light.cells)))
    ink, edge = ink_of(seen[..., 0]), round(MARGIN * PX)
    seen[edge : edge + PX, edge : edge + PX] = (1, 0, 0)
    gone = inkless(ink_left(seen, ink))
    assert gone[0, 0]
    assert gone.sum() == 1


def test_squares_cut_from_a_board_stand_in_reading_order():
    board = spread(np.arange(100.0).reshape(10, 10))
    middles = per_square(board)[:, PX // 2 - 1 : PX // 2 + 1, PX // 2 - 1 : PX // 2 + 1].mean(axis=(1, 2))
    assert np.allclose(middles, np.arange(100), atol=0.3)

"""A chip's model: densities that add up, kernels that cover the disc, learnt colours above all others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.chips import RINGS, VEILS, bins_of, flat_of, learn_chip, opponent, spread_of, veiled
from companion.vision.teams import ring_kernels

RED = np.tile(np.array([[0.3, 0.5, -0.3]], np.float32), (60, 1))
BLUE = np.tile(np.array([[0.3, -0.2, 0.4]], np.float32), (60, 1))


@given(st.floats(0.15, 0.55), st.sampled_from([12, 24]))
def test_a_chips_rings_together_cover_its_disc(radius, px):
    area = sum(float(kernel.sum()) for kernel in ring_kernels(radius * px))
    assert area == pytest.approx(np.pi * (radius * px) ** 2, rel=0.08)


def test_a_learnt_density_is_a_density():
    chip = learn_chip(0.3, [RED] * RINGS, [RED])
    assert np.exp(chip.log_density).mean(axis=1) == pytest.approx([1.0] * RINGS, rel=0.05)


def test_a_chip_is_likeliest_in_its_own_colour_and_likelier_darker_than_in_anothers():
    table = learn_chip(0.3, [RED] * RINGS, [RED]).log_density[0]
    own, darker, other = (float(table[bins_of(colour[0])]) for colour in (RED, RED * np.float32(0.7), BLUE))
    assert own > darker > other


def test_colours_beyond_all_bins_are_counted_in_the_last():
    far = np.array([[9.0, 9.0, 9.0], [-9.0, -9.0, -9.0]], np.float32)
    table = learn_chip(0.3, [RED] * RINGS, [RED]).log_density[0]
    assert bins_of(far).tolist() == [len(table) - 1, 0]


def test_a_patterned_chip_deviates_further_than_its_plainest_picture():
    mixed = np.concatenate([RED, BLUE])
    chip = learn_chip(0.3, [mixed] * RINGS, [mixed, RED])
    assert chip.spread == pytest.approx(0, abs=1e-6)
    assert spread_of(mixed) > 0.4


def test_a_chip_is_known_where_a_lamp_shines_through_it_until_no_camera_could_tell():
    seen = learn_chip(0.3, [RED] * RINGS, [RED]).log_density[0]
    flat = flat_of(RED[:1, None])
    lit = [bins_of(opponent(np.minimum(flat * np.float32(light), 1.2)))[0, 0] for light in (1.3, 1.65)]
    assert (seen[lit] > 2).all()


def test_an_orange_chip_that_a_lamp_makes_pale_passes_for_no_red_one():
    chips = (np.full((60, 1, 3), flat, np.float32) for flat in ([0.3, 0.31, 0.76], [0.34, 0.52, 0.95]))
    red, orange = (learn_chip(0.3, [opponent(flat)[:, 0]] * RINGS, [opponent(flat)[:, 0]]) for flat in chips)
    pale = bins_of(opponent(np.array([[[0.76, 0.81, 1.0]]], np.float32)))[0, 0]  # as it was filmed
    told = [max(float(veiled(chip, white)[1].log_density[0][pale]) for white in VEILS) for chip in (red, orange)]
    assert told[1] > told[0]

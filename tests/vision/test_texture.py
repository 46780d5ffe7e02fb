"""Texture is what no light explains: rims and vanished print, but neither a lamp nor the edge of a shadow nor noise."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.chips import PEAK, EmptyModel, empty_model
from companion.vision.frame import Matrix
from companion.vision.paper import paper_of
from companion.vision.sampling import PX, SIDE
from companion.vision.texture import for_a_chip, grain_of, texture_residual

STRONG = 3.0


def cards() -> Matrix:
    """The opponent colours of white cards with a blot of ink each."""
    bright = np.ones((SIDE, SIDE), np.float32)
    for place in range(100):
        y, x = divmod(place, 10)
        cv2.circle(bright, (x * PX + 20, y * PX + 18), 3, 0.3, cv2.FILLED, cv2.LINE_AA)
    return np.dstack([bright, np.zeros_like(bright), np.zeros_like(bright)])


CARDS = cards()
BRIGHT = np.ascontiguousarray(CARDS[..., 0])
EMPTY: EmptyModel = empty_model(CARDS)


@given(st.floats(0.8, 1.0), st.floats(0.55, 1.0), st.floats(0, np.pi))
@settings(max_examples=20, deadline=None)
def test_a_slope_of_light_and_the_edge_of_a_shadow_are_no_texture(slope, shadow, turn):
    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE - 0.5
    across = np.cos(turn) * x + np.sin(turn) * y
    light = (1 - (1 - slope) * (across + 0.5).clip(0, 1)) * np.where(across > 0, shadow, 1.0)
    seen = np.float32(BRIGHT * light)
    assert np.mean(texture_residual(seen, EMPTY, 0.0) > STRONG) < 0.01


@given(st.floats(0.002, 0.03), st.integers(0, 99))
@settings(max_examples=10, deadline=None)
def test_noise_is_no_texture(noise, seed):
    seen = BRIGHT + np.random.default_rng(seed).normal(0, noise, BRIGHT.shape).astype(np.float32)
    grain = float(np.median(grain_of(seen, paper_of(CARDS))))
    assert np.mean(texture_residual(seen, EMPTY, grain) > STRONG) < 0.01


def test_a_chip_as_white_as_paper_has_a_rim_and_hides_print():
    seen, middle = BRIGHT.copy(), (5 * PX + 20, 5 * PX + 18)
    cv2.circle(seen, middle, 8, 1.0, cv2.FILLED, cv2.LINE_AA)
    cv2.circle(seen, middle, 9, 0.8, 1, cv2.LINE_AA)
    rough = texture_residual(seen, EMPTY, 0.002)
    near = np.zeros_like(seen)
    cv2.circle(near, middle, 13, 1.0, cv2.FILLED)
    assert float(rough[near > 0].mean()) > 0.5
    assert float(rough[near == 0].max()) < STRONG


def test_white_that_a_mirrored_lamp_adds_excuses_as_much():
    seen = np.float32(0.8 * BRIGHT + 0.2)
    veil = np.full_like(seen, 0.3)
    assert texture_residual(seen, EMPTY, 0.0).max() > texture_residual(seen, EMPTY, 0.0, veil).max()


@given(st.floats(0, 6), st.floats(0, 6))
def test_the_more_texture_the_more_it_speaks_for_a_chip(one, other):
    less, more = for_a_chip(np.array(sorted([one, other]), np.float32)).tolist()
    assert less <= more
    assert for_a_chip(np.zeros(1, np.float32)).item() == pytest.approx(np.log(0.8 + 0.2 / PEAK))

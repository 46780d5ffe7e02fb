"""What a lens bends and how far it looks is learnt from the board's lines, and moves none of its squares."""

from dataclasses import replace

import numpy as np
import pytest
from drawn_board import HEIGHT, NORMAL, WIDE, WIDTH, view_from, worst_px
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.lens import Sightings, fit_geometry, nothing_common, plain_lens, with_focal_length
from companion.games.squares import SIZE
from companion.vision.geometry import BoardGeometry


@given(st.floats(5, 38), st.floats(0, 360), st.sampled_from([NORMAL, WIDE]))
@settings(max_examples=10, deadline=None, derandomize=True)
def test_the_lens_is_learnt_from_bent_lines(tilt_deg, turn_deg, lens):
    truth = view_from(lens, tilt_deg, turn_deg)
    board = np.stack(np.meshgrid(np.arange(1.0, SIZE), np.arange(0.5, SIZE)), axis=-1).reshape(-1, 2)
    normals = np.tile([[1.0, 0.0], [0.0, 1.0]], (len(board), 1))
    board = np.repeat(board, 2, axis=0)
    seen = Sightings(board, truth.image_from_board(board), normals, np.ones(len(board)), nothing_common(len(board)))
    scale = lens.focal_px / WIDTH
    flat = BoardGeometry(plain_lens(WIDTH, HEIGHT), np.diag([scale, scale, 1]) @ truth.ideal_from_board)
    assert worst_px(fit_geometry(flat, seen, 1.0, rounds=40), truth) < 0.3


@given(st.floats(0, 38), st.floats(0, 360), st.sampled_from([NORMAL, WIDE]))
def test_choosing_a_focal_length_moves_no_square(tilt_deg, turn_deg, lens):
    truth = view_from(lens, tilt_deg, turn_deg)
    bare = BoardGeometry(plain_lens(WIDTH, HEIGHT), np.diag([0.77, 0.77, 1]) @ truth.ideal_from_board)
    assert worst_px(with_focal_length(bare), bare) < 1e-6


def test_a_tilted_view_tells_the_focal_length():
    truth = view_from(replace(WIDE, k1=0.0, k2=0.0), 30, 40)
    bare = BoardGeometry(plain_lens(WIDTH, HEIGHT), np.diag([0.48, 0.48, 1]) @ truth.ideal_from_board)
    assert with_focal_length(bare).lens.focal_px == pytest.approx(WIDE.focal_px, rel=0.02)

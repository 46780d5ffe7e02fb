"""Sums of correlations come to what correlating one by one comes to, however large the kernels are."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.correlation import Kernels


@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.integers(1, 9), min_size=1, max_size=4),
    st.tuples(*[st.integers(30, 70)] * 2),
)
def test_maps_are_gathered_as_they_are_correlated_one_by_one(seed, reaches, shape):
    chance = np.random.default_rng(seed)
    kernels = tuple(chance.random((2 * reach + 1,) * 2).astype(np.float32) for reach in reaches)
    maps = [chance.normal(0, 5, shape).astype(np.float32) for _ in kernels]
    alone = sum(cv2.filter2D(one, -1, kernel) for one, kernel in zip(maps, kernels, strict=True))
    rim = max(reaches)
    inner = np.s_[rim:-rim, rim:-rim]
    assert Kernels(kernels).gathered(maps)[inner] == pytest.approx(alone[inner], abs=0.01)

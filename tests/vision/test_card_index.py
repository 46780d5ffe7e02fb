"""The classifier of card corners: what it promises whatever it is shown, and that it reads a real board's corners."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, NO_CARD, load_card_index

INDEX = load_card_index()
SHAPE = (CROP_SIDE_PX, CROP_SIDE_PX, 3)
any_crop = st.builds(
    lambda coarse: np.kron(coarse, np.ones((16, 16, 1), np.uint8)), arrays(np.uint8, (CROP_SIDE_PX // 16,) * 2 + (3,))
)


def striped(step: int) -> np.ndarray:
    columns = (np.arange(CROP_SIDE_PX) // step % 2 * 200 + 30).astype(np.uint8)
    return np.broadcast_to(columns[None, :, None], SHAPE).copy()


@settings(max_examples=20, deadline=None)
@given(any_crop)
def test_probabilities_add_up_to_one(crop):
    assert np.exp(INDEX.log_probabilities(crop[None])).sum() == pytest.approx(1.0)


@settings(max_examples=5, deadline=None)
@given(st.integers(1, 70))
def test_a_crop_is_read_the_same_in_any_company(count):
    crops = np.stack([striped(2 + number % 9) for number in range(count)])
    together, alone = INDEX.log_probabilities(crops), INDEX.log_probabilities(crops[-1:])
    assert together.shape == (count, len(CARD_CLASSES))
    assert together[-1] == pytest.approx(alone[0], abs=1e-3)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 255))
def test_a_blank_sheet_is_no_card(level):
    blank = np.full((1, *SHAPE), level, np.uint8)
    assert CARD_CLASSES[int(INDEX.log_probabilities(blank).argmax())] == NO_CARD


def test_no_crops_give_no_rows():
    assert INDEX.log_probabilities(np.empty((0, *SHAPE), np.uint8)).shape == (0, len(CARD_CLASSES))


@pytest.mark.parametrize("shape", [SHAPE, (1, 64, 64, 3), (1, CROP_SIDE_PX, CROP_SIDE_PX)])
def test_crops_of_another_shape_are_refused(shape):
    with pytest.raises(ValueError, match="card crops have shape"):
        INDEX.log_probabilities(np.zeros(shape, np.uint8))


def test_the_classes_are_a_deck_a_joker_and_nothing():
    assert len(set(CARD_CLASSES)) == 54
    assert CARD_CLASSES[-2:] == ("JK", NO_CARD)

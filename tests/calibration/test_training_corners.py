"""Painted corners: every crop is one the classifier takes, and is labelled with what was painted."""

import cv2
import numpy as np
import pytest

from calibration.training.corners import CornerPainter, class_of
from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, NO_CARD


def face(colour: tuple[int, int, int]) -> np.ndarray:
    card = np.full((320, 230, 3), 250, np.uint8)
    for x, y in ((25, 35), (204, 284)):
        cv2.circle(card, (x, y), 20, colour, -1)
    return card


def painter(seed: int) -> CornerPainter:
    deck = {code: face((20, 20, 220) if code[1] in "HD" else (20, 20, 20)) for code in (*CARD_CLASSES[:52], "JKR")}
    return CornerPainter([deck], np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(30))
def test_a_crop_has_the_size_and_a_label_the_classifier_knows(seed):
    crop, label = painter(seed).labelled()
    assert (crop.shape, crop.dtype) == ((CROP_SIDE_PX, CROP_SIDE_PX, 3), np.uint8)
    assert 0 <= label < len(CARD_CLASSES)


def test_the_same_seed_paints_the_same_crop():
    (one, label), (other, same) = painter(7).labelled(), painter(7).labelled()
    assert label == same
    assert np.array_equal(one, other)


def test_cards_and_other_things_are_both_painted():
    source = painter(1)
    labels = {source.labelled()[1] for _ in range(60)}
    assert class_of(NO_CARD) in labels
    assert len(labels) > 10


@pytest.mark.parametrize("code", ["JK", "JKB", "JKR"])
def test_every_joker_is_one_class(code):
    assert CARD_CLASSES[class_of(code)] == "JK"

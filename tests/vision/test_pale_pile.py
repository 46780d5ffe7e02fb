"""A pile in a lamp's mirror image, where ink is so pale that one card looks like another."""

import cv2
import numpy as np
from drawn_pile import (
    FIRST,
    GEOMETRY,
    SEARCHED,
    TABLE,
    InkReader,
    box_of,
    photographed,
    with_card,
    with_hand,
)

from companion.vision.card_outline import Outline
from companion.vision.frame import Image, Matrix
from companion.vision.pile_card import Picture
from companion.vision.piles import PilesMemory, PilesReader

_LEFT = 0.12
"""What a lamp's mirror image leaves of the contrast of ink in these pictures."""


class KeenReader(InkReader):
    """Reads cards in a lamp's image, however pale."""

    def log_probabilities(self, crops: Image) -> Matrix:
        """As if the lamp were off."""
        return super().log_probabilities(np.clip(235 - (235 - crops.astype(float)) / _LEFT, 0, 255))


def _faded(photo: Image, *cards: Outline) -> Image:
    """The picture with a lamp's image on these cards."""
    there = np.zeros(photo.shape[:2], np.uint8)
    for card in cards:
        points = np.round(GEOMETRY.image_from_board(card.points(np.array(box_of(0, 0, 1, 1))))).astype(np.int32)
        cv2.fillConvexPoly(there, points, 1)
    return np.where(there[..., None] > 0, 235 - (235 - photo.astype(float)) * _LEFT, photo).astype(np.uint8)


def test_a_card_that_a_hand_laid_in_a_lamps_image_is_not_taken_for_the_one_below() -> None:
    """Pale as both are, the pile looks the same as before; whether something passed over it is known."""
    before = _faded(photographed(TABLE), FIRST)
    after = _faded(photographed(with_card(TABLE, FIRST, "KC")), FIRST)
    hand = with_hand(before, GEOMETRY, FIRST, 1.6)
    reader, memory, told = PilesReader(KeenReader()), PilesMemory(), []
    for photo in [before] * SEARCHED + [hand] * 2 + [after] * 6:
        observation, memory = reader.read(Picture(photo, GEOMETRY), memory)
        told.append(observation.card.code if observation.card else None)
    assert told[SEARCHED - 1] == "7H"
    assert told[-1] == "KC"

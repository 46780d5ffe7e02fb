"""Draws what the camera makes of a pile's surroundings: cards on each other, on any table, beside anything.

Each picture comes with what the network shall say of each of its cells: whether a card lies there whose face nothing
covers, where its middle is, and how it is turned.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.training.camera import glare, light, photographed
from calibration.training.corners import Faces
from calibration.training.tables import (
    CARD_PX,
    MM,
    SIDE_PX,
    SQUARE_PX,
    Place,
    bare_table,
    card_back,
    laid,
    put_board,
    put_chips,
    put_hand,
    put_sheet,
    put_stock,
)
from companion.vision.card_spotter import CELL_PX, CELLS, OFFSET_PX, VIEW_PX
from companion.vision.frame import Image, Matrix

_NOBODY, _HIDDEN = -1, -2
"""Who owns a pixel where no face lies, and where a hand covers it."""
_UNCOVERED, _HARDLY = 0.94, 0.85
"""A face is uncovered when this part of it shows, and is not with less than the second; between, either will do."""
_WINDOW_PX = 154
"""A window on the pile is so wide before it is made smaller for the network."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A view [VIEW_PX, VIEW_PX, 3] and what to say of its cells [5, CELLS, CELLS].

    Those are 1, 0, or -1 where either will do; offsets to the card's middle (x, y) in units of OFFSET_PX; cosine and
    sine of twice its turn.
    """

    view: Image
    cells: Matrix


class PilePainter:
    """Draws samples at random from decks of whole faces."""

    def __init__(self, decks: Sequence[Faces], rng: np.random.Generator) -> None:
        self.decks = [list(deck.values()) for deck in decks]
        self.rng = rng

    def sample(self) -> Sample:
        """One view with its labels."""
        rng = self.rng
        scene = bare_table(rng)
        if rng.random() < 0.3:
            put_board(rng, scene, self._deck())
        for put, often in ((put_sheet, 0.12), (put_stock, 0.3), (put_chips, 0.25)):
            if rng.random() < often:
                put(rng, scene)
        owner, places = self._pile(scene)
        if rng.random() < 0.08:
            owner[put_hand(rng, scene)] = _HIDDEN
        return Sample(self._seen(scene), _labels(owner, places))

    def _deck(self) -> list[Image]:
        return self.decks[int(self.rng.integers(len(self.decks)))]

    def _pile(self, scene: Image) -> tuple[Matrix, list[Place]]:
        """Lays none to five cards; for each pixel the number of the card there, and where each card lies."""
        rng, deck = self.rng, self._deck()
        owner, places = np.full(scene.shape[:2], _NOBODY, np.int16), self._places()
        for number, place in enumerate(places):
            down = rng.random() < 0.04
            card = card_back(rng) if down else deck[int(rng.integers(len(deck)))]
            owner[laid(rng, scene, card, place)] = _NOBODY if down else number
        return owner, places

    def _places(self) -> list[Place]:
        """Where the cards lie: more or less on each other, and now and then one beside them."""
        rng = self.rng
        many = 0 if rng.random() < 0.05 else int(rng.choice((1, 2, 3, 4, 5), p=(0.2, 0.15, 0.2, 0.25, 0.2)))
        astray, crooked = (np.exp(rng.uniform(np.log(low), np.log(high))) for low, high in ((1, 40), (2, 60)))
        middle = SIDE_PX / 2 + np.clip(rng.normal(0, 0.45, 2), -1.2, 1.2) * SQUARE_PX
        turn, shade, size = rng.uniform(0, 180), rng.uniform(0.03, 0.4), rng.normal(1, 0.025, 2) * CARD_PX
        places = []
        for number in range(many):
            last = number == many - 1
            x, y = middle + (0 if last else rng.uniform(-astray, astray, 2) * MM)
            lie = turn + (0 if last else rng.uniform(-crooked, crooked))
            if rng.random() < 0.06:
                (x, y), lie = middle + rng.uniform(-1.6, 1.6, 2) * SQUARE_PX, rng.uniform(0, 180)
            places.append(Place(x, y, lie, shade, (size[0], size[1])))
        return places

    def _seen(self, scene: Image) -> Image:
        """The scene through a camera for which a card is 25 to 200 pixels high, as the network gets it."""
        rng = self.rng
        height_px = np.exp(rng.uniform(np.log(25), np.log(200)))
        height_px *= 2 if height_px < 45 and rng.random() < 0.4 else 1
        factor = height_px / CARD_PX[1]
        sides = rng.permutation([factor, factor * rng.uniform(0.75, 1.0)])  # a slanted view has fewer pixels one way
        size = [max(round(SIDE_PX * side), 24) for side in sides]
        small = cv2.resize(scene, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
        if (blur := rng.uniform(-0.3, 1.2) * (0.4 + factor)) > 0.2:
            small = cv2.GaussianBlur(small, (0, 0), blur, sigmaY=blur * rng.uniform(0.6, 1.5))
        shape = (small.shape[0], small.shape[1])
        linear = (small / 255.0) ** 2.2 * light(rng, shape, 0.35, 0.2)
        for _ in range(int(rng.random() < 0.25) + int(rng.random() < 0.1)):
            linear += glare(rng, shape, 0.04, 1.0)
        photo = photographed(rng, linear * rng.uniform(0.04, 1.2), 5)
        window = cv2.resize(photo, (_WINDOW_PX, _WINDOW_PX), interpolation=cv2.INTER_LINEAR)
        return cv2.resize(window, (VIEW_PX, VIEW_PX), interpolation=cv2.INTER_AREA)


def turned_by(sample: Sample, quarters: int) -> tuple[Image, Matrix]:
    """The same table turned by quarters, against the clock as numpy does."""
    cells = np.rot90(sample.cells, quarters, (1, 2)).copy()
    for _ in range(quarters):
        cells[1], cells[2] = cells[2].copy(), -cells[1]
        cells[3:] *= -1
    return np.ascontiguousarray(np.rot90(sample.view, quarters)), cells


def _labels(owner: Matrix, places: list[Place]) -> Matrix:
    """What to say of the cells [5, CELLS, CELLS], given the card that owns each pixel of the scene."""
    grid = owner[CELL_PX :: 2 * CELL_PX, CELL_PX :: 2 * CELL_PX]
    labels, at = np.zeros((5, CELLS, CELLS), np.float32), (np.arange(CELLS) + 0.5) * CELL_PX
    labels[0][grid == _HIDDEN] = -1
    for number, place in enumerate(places):
        own, inside = grid == number, _inside(place)
        shows = float((owner == number).sum()) / max(inside, 1.0)
        labels[0][own] = 1 if shows > _UNCOVERED else -1 if shows > _HARDLY else 0
        if inside < 0.5 * CARD_PX[0] * CARD_PX[1]:
            labels[0][own & (labels[0] > 0)] = -1
        turn = np.radians(2 * place.turn_deg)
        x, y = np.meshgrid((place.x / 2 - at) / OFFSET_PX, (place.y / 2 - at) / OFFSET_PX)
        labels[1:, own] = np.stack([x, y, np.full_like(x, np.cos(turn)), np.full_like(x, np.sin(turn))])[:, own]
    return labels


def _inside(place: Place) -> float:
    """How many pixels of the scene a card there would cover; round corners take a little away."""
    box = cv2.boxPoints(((place.x, place.y), CARD_PX, place.turn_deg))
    mask = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    return 0.985 * float(cv2.fillConvexPoly(mask, np.round(box).astype(np.int32), 1).sum())

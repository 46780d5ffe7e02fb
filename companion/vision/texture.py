"""Texture: fine detail that neither the empty card nor its light explains.

A white chip on white paper and nearly clear glass have the card's own colours, but not its detail: they have a rim,
throw a shadow at their foot, bend the print or hide it. Lamps, clouds and the shadows of hands change brightness over
wide spots, or along one edge between two levels, and that is no texture.
"""

import cv2
import numpy as np

from companion.vision.chips import PEAK, SHADE, EmptyModel
from companion.vision.frame import Matrix
from companion.vision.paper import Paper, middle
from companion.vision.sampling import CELL, WHOLE, Block

WINDOW = CELL + 1
"""Light is even over so many spots of the rectified board, or has one edge there: a cell's, and a middle one."""
_MOST_LIGHT = 1.1
"""No spot has more than this part of the light around, and none less than a shadow leaves. At half of it 81 more of
1,500 squares on drawn tables are wrong; at twice two are read otherwise."""
_FINEST = 0.012
"""Two pictures of a card differ by this much at least, where white is 1. At twice seven more of 1,500 squares on drawn
tables are wrong, at half 50 more not sure."""
_OF_GRAIN = 2.5
"""A spot may differ by so many times the picture's grain. At twice five more of 1,500 squares on drawn tables are
wrong."""
_OF_VEIL = 0.5
"""Where a mirrored lamp adds white, spots may be off by so much of it. At twice three more of 1,500 squares on drawn
tables are wrong."""
_PART = 0.2
"""This part of a chip's spots, those at its foot among them, shows texture. From half to twice two of 1,500 squares on
drawn tables differ."""


def grain_of(bright: Matrix, paper: Paper, block: Block = WHOLE) -> Matrix:
    """How far the plain paper of a block's squares deviates from spot to spot [rows, columns], given its brightness.

    Whatever lies on a square has as much grain, so chips have no say.
    """
    return middle(paper.spots.of(cv2.absdiff(bright, cv2.blur(bright, (3, 3))), block))


def texture_residual(bright: Matrix, empty: EmptyModel, grain: float, veil: Matrix | None = None) -> Matrix:
    """How much each spot's detail speaks against the empty card, in nats from 0 on.

    Given are a block's flattened brightness, the grain of the picture, and the white that a mirrored lamp added.
    `bright` and `veil` are [rows, columns], float32, white being 1; given back the same shape.
    """
    low, high = cv2.extractChannel(empty.low, 0), cv2.extractChannel(empty.high, 0)
    even = cv2.divide(bright, _light(bright, 0.5 * (low + high)))
    _, beyond = cv2.threshold(cv2.max(cv2.subtract(low, even), cv2.subtract(even, high)), 0, 0, cv2.THRESH_TOZERO)
    sigma: Matrix | float = max(_FINEST, _OF_GRAIN * grain)
    if veil is not None:
        sigma = sigma + _OF_VEIL * veil
    nats: Matrix = np.minimum(0.5 * np.square(beyond / sigma), PEAK)  # beyond, it only says that something is there
    return nats


def _light(bright: Matrix, card: Matrix) -> Matrix:
    """Which part of the even light each spot has: its own, as far as its surroundings have such light too."""
    size, near = (WINDOW, WINDOW), np.ones((WINDOW, WINDOW), np.uint8)
    means = cv2.boxFilter(bright * card, -1, size) / np.maximum(cv2.boxFilter(card * card, -1, size), 0.01)
    around = np.clip(means, SHADE, _MOST_LIGHT)
    own = cv2.divide(bright, np.maximum(card, 0.05))
    return cv2.min(cv2.max(own, cv2.erode(around, near)), cv2.dilate(around, near))


def for_a_chip(nats: Matrix) -> Matrix:
    """The log ratio chip : empty that texture [rows, columns] is worth: chips show it here and there, cards nowhere."""
    ratio: Matrix = np.log(1 - _PART + _PART / PEAK * np.exp(nats))
    return ratio

"""Masks of what could be the board: several ideas of what is white, of where edges crowd, and of where print does.

White is the smallest of the three colour channels, which is low for wood, cloth and paint of any colour. No single
threshold suits a white table, a lamp's glare and a dim evening alike.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from companion.vision.frame import Image, Matrix, lowest
from companion.vision.light import WHITE

WIDTH = 640
"""Width in pixels of the pictures masks are made of; the sizes below belong to it."""
_BLOT = 11
"""Pips and letters are narrower than this. From 6 to 22 twelve drawn boards are placed alike."""
_WINDOWS = (WIDTH // 10, WIDTH // 5)
"""Surroundings within which something is white, in pixels: two to four squares of a board that fills the picture."""


def masks(bgr: Image) -> Iterator[Image]:
    """Masks, 0 and 1, of a picture `WIDTH` wide; thin bridges to what lies beside the board are cut in two ways.

    `bgr` is [height, WIDTH, 3] in 8 bits; each mask [height, WIDTH], uint8.
    """
    white = cv2.GaussianBlur(lowest(bgr), (3, 3), 0)
    # a wide closing fills print at the border, a narrow one keeps a narrow rim between cards and a white table
    candidates = [
        *_white_masks(_closed(white, 9)),
        *_white_masks(_closed(white, 3)),
        _busy_mask(bgr),
        *_print_masks(bgr),
    ]
    for mask in candidates:
        for side in (5, 15):
            yield cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _disc(side))


def _white_masks(white: Image) -> Iterator[Matrix]:
    """What is white in the whole picture, and what is white for its surroundings."""
    otsu = cv2.threshold(white, 0, 255, cv2.THRESH_OTSU)[0]
    for level in (otsu, (otsu + 255) / 2.4, (otsu + 255) / 2.1):
        yield white > level
    for window in _WINDOWS:
        around = cv2.blur(cv2.dilate(cv2.blur(white, (5, 5)), np.ones((window, window))), (window, window))
        for share in (0.92, 0.85, 0.78):
            yield white > share * around


def _busy_mask(bgr: Image) -> Image:
    """The regions full of edges: print and gaps, or the base's rim around them."""
    grey = cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    edges = _closed(cv2.Canny(grey, 40, 100), 9)
    contours, _ = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return cv2.drawContours(np.zeros_like(grey), contours, -1, 1, cv2.FILLED)


def _print_masks(bgr: Image) -> Iterator[Matrix]:
    """Where small blots on white crowd, as print does; stripes, checks and grids do not end so soon."""
    white = cv2.GaussianBlur(lowest(bgr), (3, 3), 0)
    hats = [cv2.morphologyEx(white, cv2.MORPH_BLACKHAT, stroke) for stroke in _strokes(_BLOT)]
    around = cv2.blur(cv2.dilate(white, np.ones((_BLOT, _BLOT))), (_BLOT, _BLOT))
    dark = np.minimum.reduce(hats) > (1 - WHITE) * np.maximum(around, 20)
    _, numbers, stats, _ = cv2.connectedComponentsWithStats(dark.astype(np.uint8))
    short = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) <= 2 * _BLOT
    blots = (short[numbers] & dark).astype(np.float32)
    for window in (WIDTH // 24, WIDTH // 15):
        crowd = cv2.blur(blots, (window, window))
        for share in (0.5, 0.3):
            yield _closed((crowd > share * np.percentile(crowd, 97)).astype(np.uint8), 15)


def _strokes(length: int) -> Iterator[Image]:
    """Straight lines in four directions, as structuring elements."""
    upright = np.zeros((length, length), np.uint8)
    upright[:, length // 2] = 1
    slanted = np.eye(length, dtype=np.uint8)
    yield from (upright, upright.T, slanted, slanted[::-1])


def _closed(picture: Image, side: int) -> Image:
    return cv2.morphologyEx(picture, cv2.MORPH_CLOSE, _disc(side))


def _disc(side: int) -> Image:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))

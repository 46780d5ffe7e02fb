"""Where the discard pile lies: the places beside the board, anywhere in the picture, where a card lies uncovered."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.card_spotter import PX_PER_SQUARE, VIEW_PX, CardSpotter
from companion.vision.frame import Image, Points
from companion.vision.geometry import BoardGeometry

_REACH_SQUARES = 6.0
"""How far from the board a pile may lie: an arm's length is of no use to a camera that frames the board."""
_OFF_BOARD_SQUARES = CARD_SQUARES[0] / 2
"""A card's centre is at least half its width away from the squares."""
_APART_SQUARES = 0.5
"""Two outlines nearer than this are two sights of one card."""
_STEP_PX = VIEW_PX // 2


def possible_piles(spotter: CardSpotter, bgr: Image, geometry: BoardGeometry, keep: int = 6) -> list[Outline]:
    """Cards lying uncovered beside the board, in board coordinates, the clearest first."""
    chosen: list[Outline] = []
    for one in sorted(_spotted(spotter, bgr, geometry), key=lambda one: -one.score):
        apart = all(np.hypot(one.x - other.x, one.y - other.y) > _APART_SQUARES for other in chosen)
        if apart and _beside(one) and len(chosen) < keep:
            chosen.append(one)
    return chosen


def _spotted(spotter: CardSpotter, bgr: Image, geometry: BoardGeometry) -> Iterator[Outline]:
    """What is spotted in views all over the surroundings, each half of the last again."""
    scene, corner = _surroundings(bgr, geometry)
    for top in range(0, len(scene) - _STEP_PX, _STEP_PX):
        for left in range(0, scene.shape[1] - _STEP_PX, _STEP_PX):
            middle = (np.array([left, top]) + _STEP_PX) / PX_PER_SQUARE + corner
            if np.abs(middle - SIZE / 2).max() < SIZE / 2 - 0.5 or not _in_picture(middle, bgr, geometry):
                continue
            tile = scene[top : top + VIEW_PX, left : left + VIEW_PX]
            below, right = VIEW_PX - tile.shape[0], VIEW_PX - tile.shape[1]
            tile = cv2.copyMakeBorder(tile, 0, below, 0, right, cv2.BORDER_REPLICATE)
            for one in spotter.spot(tile):
                x, y = (np.array([one.x + left, one.y + top]) + 0.5) / PX_PER_SQUARE + corner
                yield replace(one, x=float(x), y=float(y), width=CARD_SQUARES[0], length=CARD_SQUARES[1])


def _in_picture(place: Points, bgr: Image, geometry: BoardGeometry) -> bool:
    """Whether a place (board coordinates) is in the picture."""
    x, y = geometry.image_from_board(place[None])[0]
    return bool(-50 < x < bgr.shape[1] + 50 and -50 < y < bgr.shape[0] + 50)


def _surroundings(bgr: Image, geometry: BoardGeometry) -> tuple[Image, Points]:
    """The table from straight above, and the board coordinates of the view's corner."""
    height, width = bgr.shape[:2]
    frame = np.array([[x, y] for x in (0, width / 2, width - 1) for y in (0, height / 2, height - 1)], float)
    seen = geometry.board_from_image(frame)
    low = np.clip(np.floor(seen.min(axis=0)), -_REACH_SQUARES, 0)
    high = np.clip(np.ceil(seen.max(axis=0)), SIZE, SIZE + _REACH_SQUARES)
    columns, rows = np.round((high - low) * PX_PER_SQUARE).astype(int)
    x, y = ((np.arange(n) + 0.5) / PX_PER_SQUARE + start for n, start in ((columns, low[0]), (rows, low[1])))
    image = geometry.image_from_board(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)).astype(np.float32)
    small, factor = _shrunk(bgr, geometry)
    map_x, map_y = (((image[:, axis] + 0.5) * factor - 0.5).reshape(rows, columns) for axis in (0, 1))
    view = cv2.remap(small, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return view, low


def _shrunk(bgr: Image, geometry: BoardGeometry) -> tuple[Image, float]:
    """The picture made small enough that a view of few pixels a square does not alias."""
    centres = geometry.square_centres()
    native = float(np.linalg.norm(centres[4, 5] - centres[4, 4]))
    factor = min(1.0, 1.5 * PX_PER_SQUARE / native)
    return cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), factor


def _beside(outline: Outline) -> bool:
    """Whether the outline's centre is beside the board, not on it."""
    off = max(-outline.x, outline.x - SIZE, -outline.y, outline.y - SIZE)
    return off > _OFF_BOARD_SQUARES

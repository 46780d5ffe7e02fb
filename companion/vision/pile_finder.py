"""Where the discard pile lies: the places beside the board, anywhere in the picture, where a card's outline shows."""

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.card_outline import CARD_SQUARES, Lines, Outline, find_outlines, lines_of
from companion.vision.frame import Image, Points
from companion.vision.geometry import BoardGeometry

_PX_PER_SQUARE = 24
_REACH_SQUARES = 6.0
"""How far from the board a pile may lie: an arm's length is of no use to a camera that frames the board."""
_TURNS_DEG = range(0, 180, 6)
_OFF_BOARD_SQUARES = CARD_SQUARES[0] / 2
"""A card's centre is at least half its width away from the squares."""
_RIM_SQUARES = 0.5
"""How far the board's own rim reaches at most."""
_APART_SQUARES = 0.5
"""Two outlines nearer than this are two sights of one pile."""


def possible_piles(bgr: Image, geometry: BoardGeometry, keep: int = 6) -> list[Outline]:
    """Rectangles of a card's size beside the board, in board coordinates, best first: face-up or not."""
    view, corner = _surroundings(bgr, geometry)
    outlines = find_outlines(_off_board(lines_of(view, _PX_PER_SQUARE), corner), _TURNS_DEG, 60)
    chosen: list[Outline] = []
    for one in (_on_board(outline, corner) for outline in outlines):
        apart = all(np.hypot(one.x - other.x, one.y - other.y) > _APART_SQUARES for other in chosen)
        if apart and _beside(one) and len(chosen) < keep:
            chosen.append(one)
    return chosen


def _off_board(lines: Lines, corner: Points) -> Lines:
    """The same lines, but none where the board lies."""
    left, top = np.floor((-_RIM_SQUARES - corner) * _PX_PER_SQUARE).astype(int)
    right, bottom = np.ceil((SIZE + _RIM_SQUARES - corner) * _PX_PER_SQUARE).astype(int)
    for step in (lines.step_x, lines.step_y):
        step[max(top, 0) : bottom, max(left, 0) : right] = 0.0
    return lines


def _surroundings(bgr: Image, geometry: BoardGeometry) -> tuple[Image, Points]:
    """The table from straight above, and the board coordinates of the view's corner."""
    height, width = bgr.shape[:2]
    frame = np.array([[x, y] for x in (0, width / 2, width - 1) for y in (0, height / 2, height - 1)], float)
    seen = geometry.board_from_image(frame)
    low = np.clip(np.floor(seen.min(axis=0)), -_REACH_SQUARES, 0)
    high = np.clip(np.ceil(seen.max(axis=0)), SIZE, SIZE + _REACH_SQUARES)
    columns, rows = np.round((high - low) * _PX_PER_SQUARE).astype(int)
    x, y = ((np.arange(n) + 0.5) / _PX_PER_SQUARE + start for n, start in ((columns, low[0]), (rows, low[1])))
    image = geometry.image_from_board(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)).astype(np.float32)
    small, factor = _shrunk(bgr, geometry)
    map_x, map_y = (((image[:, axis] + 0.5) * factor - 0.5).reshape(rows, columns) for axis in (0, 1))
    view = cv2.remap(small, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return view, low


def _shrunk(bgr: Image, geometry: BoardGeometry) -> tuple[Image, float]:
    """The picture made small enough that a view of few pixels a square does not alias."""
    centres = geometry.square_centres()
    native = float(np.linalg.norm(centres[4, 5] - centres[4, 4]))
    factor = min(1.0, 1.5 * _PX_PER_SQUARE / native)
    return cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), factor


def _on_board(outline: Outline, corner: Points) -> Outline:
    x, y = (np.array([outline.x, outline.y]) + 0.5) / _PX_PER_SQUARE + corner
    width, length = outline.width / _PX_PER_SQUARE, outline.length / _PX_PER_SQUARE
    return Outline(float(x), float(y), width, length, outline.turn_deg, outline.score)


def _beside(outline: Outline) -> bool:
    """Whether the outline's centre is beside the board, not on it."""
    off = max(-outline.x, outline.x - SIZE, -outline.y, outline.y - SIZE)
    return off > _OFF_BOARD_SQUARES

"""Where the discard pile may lie: places beside the board, anywhere in the picture, the likeliest first."""

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.frame import Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.pile_window import HALF_SQUARES
from companion.vision.sampling import MARGIN


def places_beside(geometry: BoardGeometry, shape: tuple[int, ...], contrast: Matrix) -> tuple[tuple[float, float], ...]:
    """The middles of windows (board coordinates) over all of the table in a picture of this shape.

    Those come first around which there is most local contrast in the picture, which may be smaller, or in how it
    differs from one in which there was no pile; of those alike the nearer to the board.
    """
    half = SIZE  # no further from the board than half its length: an arm's is of no use to a camera that frames it
    axis = np.arange(HALF_SQUARES - half, half, HALF_SQUARES)  # one window shows all of a card but a corner
    places = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    off = np.abs(places).max(axis=1)
    places, off = places[off > SIZE / 2 + 1], off[off > SIZE / 2 + 1]
    nearer = SIZE / 2 + places * (1 - HALF_SQUARES / 2 / off[:, None])  # as far out a card there may still be whole
    places += SIZE / 2
    share = geometry.image_from_board(nearer) / (shape[1], shape[0])
    shown = ((share > 0) & (share < 1)).all(axis=1)
    size = np.array(contrast.shape[::-1])
    board = SIZE / 2 + (SIZE / 2 + MARGIN) * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    over = np.round(geometry.image_from_board(board) / (shape[1], shape[0]) * size).astype(np.int32)
    around = cv2.fillConvexPoly(np.abs(contrast), over, 0.0)
    columns, rows = (share[shown] * size).astype(int).T
    wide, high = (2 * HALF_SQUARES / SIZE * np.ptp(over, axis=0)).astype(int) + 1  # as a window shows
    much = cv2.blur(around, (int(wide), int(high)))[rows, columns]
    return tuple((float(x), float(y)) for x, y in places[shown][np.lexsort((off[shown], -much))])


def beside(outline: Outline) -> bool:
    """Whether a card (board coordinates) lies beside the board, not on it: its centre is half its width away."""
    return max(abs(outline.x - SIZE / 2), abs(outline.y - SIZE / 2)) - SIZE / 2 > CARD_SQUARES[0] / 2

"""Where the board lies in a picture: a lens, a homography, and the way between board and pixels.

Board coordinates are squares: the square in row r and column c covers x from c to c + 1 and y
from r to r + 1, so its centre is (c + 0.5, r + 0.5). Pixels follow OpenCV: (0, 0) is the centre
of the top-left pixel. The lens is the radial part of Brown's model as OpenCV has it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.frame import Image, Matrix, Points

_CENTRES = np.stack(np.meshgrid(np.arange(SIZE) + 0.5, np.arange(SIZE) + 0.5), axis=-1).reshape(-1, 2)
"""The board points [100, 2] of the squares' centres, row by row."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's projection: focal length and centre in pixels, and radial distortion k1, k2."""

    focal_px: float
    centre_px: tuple[float, float]
    k1: float = 0.0
    k2: float = 0.0

    def distort(self, ideal: Points) -> Points:
        """Pixels [n, 2] of points [n, 2] on the plane at distance 1."""
        r2 = np.einsum("...i,...i->...", ideal, ideal)[..., None]
        pixels: Points = ideal * (self.focal_px * (1 + r2 * (self.k1 + r2 * self.k2))) + np.asarray(self.centre_px)
        return pixels

    def undistort(self, pixels: Points) -> Points:
        """Points [n, 2] on the plane at distance 1 of pixels [n, 2]."""
        bent = (pixels - np.asarray(self.centre_px)) / self.focal_px
        ideal: Points = bent.copy()
        for _ in range(20):  # fixed-point iteration, as cv2.undistortPoints does, here without its five-step limit
            r2 = np.sum(ideal**2, axis=-1, keepdims=True)
            ideal = bent / (1 + self.k1 * r2 + self.k2 * r2**2)
        return ideal

    def scaled(self, factor: float) -> "Lens":
        """The same lens for a picture `factor` times as large."""
        x, y = self.centre_px
        centre = ((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5)
        return replace(self, focal_px=self.focal_px * factor, centre_px=centre)


@dataclass(frozen=True, slots=True, eq=False)
class BoardGeometry:
    """The board in one picture: `ideal_from_board` is a 3x3 homography onto the lens's plane at distance 1."""

    lens: Lens
    ideal_from_board: Matrix

    def image_from_board(self, points: Points) -> Points:
        """Pixels [n, 2] of board points [n, 2]."""
        return self.lens.distort(transform(self.ideal_from_board, points))

    def board_from_image(self, pixels: Points) -> Points:
        """Board points [n, 2] of pixels [n, 2]."""
        return transform(np.linalg.inv(self.ideal_from_board), self.lens.undistort(pixels))

    def square_centres(self) -> Points:
        """Pixels of the square centres, [row, column, 2]."""
        return self.image_from_board(_CENTRES).reshape(SIZE, SIZE, 2)

    def sides_px(self) -> Matrix:
        """The distances [180] between the middles of neighbouring squares, in pixels."""
        centres = self.square_centres()
        return np.concatenate([np.linalg.norm(np.diff(centres, axis=axis), axis=2).ravel() for axis in (0, 1)])

    def scaled(self, factor: float) -> "BoardGeometry":
        """The same board in a picture `factor` times as large."""
        return BoardGeometry(self.lens.scaled(factor), self.ideal_from_board)

    def mirrored(self, width: float) -> "BoardGeometry":
        """The same board, so wide, with left and right exchanged, as in a mirror."""
        across = np.array([[-1, 0, width], [0, 1, 0], [0, 0, 1]], float)
        return BoardGeometry(self.lens, self.ideal_from_board @ across)

    def moved(self, motion: Matrix) -> "BoardGeometry":
        """The board moved by a homography [3, 3] of its own coordinates."""
        return BoardGeometry(self.lens, self.ideal_from_board @ motion)


def transform(homography: Matrix, points: Points) -> Points:
    """Points [n, 2] under a 3x3 homography."""
    if not len(points):  # OpenCV has no answer then
        return points
    carried: Points = cv2.perspectiveTransform(np.asarray(points, float)[:, None], homography)[:, 0]
    return carried


def window_maps(geometry: BoardGeometry, board_from_window: Matrix, size_px: tuple[int, int]) -> tuple[Matrix, Matrix]:
    """For cv2.remap: the picture's x and y (float32) for each pixel of a window over the board.

    Each is [height, width]; `size_px` is the width and height, and `board_from_window` [3, 3] brings the window's
    pixels onto board points. OpenCV does it without an array for every step between, ten times as fast.
    """
    lens, (x, y) = geometry.lens, geometry.lens.centre_px
    camera = np.array([[lens.focal_px, 0, x], [0, lens.focal_px, y], [0, 0, 1.0]])
    window_from_ideal = np.linalg.inv(geometry.ideal_from_board @ board_from_window)
    bends = np.array([lens.k1, lens.k2, 0.0, 0.0])
    return cv2.initUndistortRectifyMap(camera, bends, window_from_ideal, np.eye(3), size_px, cv2.CV_32FC1)


def window_at(x: float, y: float, px_per_square: float) -> Matrix:
    """The board points of a window's pixels, as a transform [3, 3]: its top left lies at board point x, y."""
    side = 1 / px_per_square
    return np.array([[side, 0, x + side / 2], [0, side, y + side / 2], [0, 0, 1.0]])


def sampling_maps(geometry: BoardGeometry, px_per_square: int, margin_squares: float = 0.0) -> tuple[Matrix, Matrix]:
    """For cv2.remap: the picture's x and y for each pixel of the rectified board (float32).

    Each is [side, side], with (SIZE + 2 * margin_squares) * px_per_square pixels to a side.
    """
    side = round((SIZE + 2 * margin_squares) * px_per_square)
    return window_maps(geometry, window_at(-margin_squares, -margin_squares, px_per_square), (side, side))


def rectify(bgr: Image, geometry: BoardGeometry, px_per_square: int, margin_squares: float = 0.0) -> Image:
    """The board seen from straight above, its own top left at the top left.

    Given [height, width, 3] or [height, width] in 8 bits; given back [side, side, …], sampled bilinearly.
    """
    map_x, map_y = sampling_maps(geometry, px_per_square, margin_squares)
    return cv2.remap(bgr, map_x, map_y, cv2.INTER_LINEAR)


def carried_back(bgr: Image, lies: BoardGeometry, lay: BoardGeometry) -> Image:
    """A picture [height, width, 3] of a board that was moved under the camera, as if it still lay where it did."""
    height, width = bgr.shape[:2]
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
    moved = transform(lies.ideal_from_board @ np.linalg.inv(lay.ideal_from_board), lay.lens.undistort(pixels))
    x, y = lies.lens.distort(moved).astype(np.float32).reshape(height, width, 2).transpose(2, 0, 1)
    return cv2.remap(bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

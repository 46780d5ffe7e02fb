"""How a rectified picture of the board lies against the picture of this very board empty, to a hundredth of a square.

Square by square the two are compared with their light taken out, and one motion is found that brings all squares
together which look alike: inverse compositional image alignment (Baker and Matthews 2004) over a homography, in which
chips, hands and shadows have no say because their squares do not look alike.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.frame import Image, Matrix
from companion.vision.sampling import DARK_LEVELS, MARGIN, PX, per_square

ALIKE = 0.6
"""Correlation from which a square counts as the same: those of the same board reach 0.9, of another 0.33 at most.
At 0.5 one frame of four evenings is lost."""
A_QUARTER = 4
"""Squares that speak for a quarter of the board: what a hand hides may not be guessed from the other side. From 2 to 8
a shipped evening is read alike."""
AGREEING = 4 * A_QUARTER
"""Squares that must agree on where the board is."""
SOMEWHAT = 1 - ALIKE
"""Below this correlation a square says nothing of where the board lies, be it roughly."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """How the board lies: `motion` takes board points of the empty picture to where they are now, as a 3x3 matrix."""

    motion: Matrix
    alike: Matrix
    """How much each square looks as it did [100], at most 1."""

    @property
    def agreeing(self) -> int:
        """How many squares look as they did."""
        return int((self.alike > ALIKE).sum())

    @property
    def in_every_quarter(self) -> int:
        """How many squares look as they did in that quarter of the board where the fewest do."""
        half = SIZE // 2
        return int((self.alike > ALIKE).reshape(2, half, 2, half).sum(axis=(1, 3)).min())

    @property
    def shift_squares(self) -> float:
        """How far the corner that moved the most has moved."""
        corners = np.array([[[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]]], float)
        return float(np.linalg.norm(cv2.perspectiveTransform(corners, self.motion)[0] - corners[0], axis=1).max())


class Template:
    """The empty board at one resolution, prepared for alignment."""

    def __init__(self, empty: Image, px: int, least: float) -> None:
        """Prepare, from the rectified empty board, for a resolution of `px` pixels a square.

        The more a square looks as it did, the more say it has, and at correlations below `least` it has none.
        """
        self._px, self._least = px, least
        picture = evened(shrunk(empty, px), px)
        slopes = np.stack([np.gradient(picture, axis=1), np.gradient(picture, axis=0)], axis=-1) * (px * SIZE / 2)
        self._level, self._size = _levelled(_tiles(picture, px))
        self._steepest = self._told_apart(_tiles(_steepest(slopes, px), px) / self._size[..., None])
        self._squared = np.einsum("sni,snj->sij", self._steepest, self._steepest)

    def _told_apart(self, steepest: Matrix) -> Matrix:
        """What of the slopes [100, n, 8] is left once each square's brightness and contrast are taken out."""
        uneven = steepest - steepest.mean(axis=1, keepdims=True)
        along = np.einsum("sn,sni->si", self._level, uneven)
        left: Matrix = (uneven - self._level[..., None] * along[:, None]).astype(np.float32)
        return left

    def glimpse(self, seen: Matrix) -> tuple[Alignment, Alignment]:
        """How an evened board looks where it is, and where one step towards looking more alike would bring it.

        `seen` is an evened board [side, side] of this resolution; the motions are 3x3, in board coordinates.
        """
        alike, error = self._compared(seen)
        step = np.linalg.inv(self._step(alike, error))
        return Alignment(np.eye(3), alike), Alignment(step / step[2, 2], alike)

    def aligned(self, seen: Matrix, start: Matrix, rounds: int) -> Alignment:
        """The motion near `start` under which `seen` looks most as it did.

        It is the evened board of this resolution [side, side] with any margin, and with 0 where nothing was seen.
        """
        motion = start
        for _ in range(rounds):
            motion = motion @ np.linalg.inv(self._step(*self._alike(seen, motion)))
        return self.lying(seen, motion)

    def lying(self, seen: Matrix, motion: Matrix) -> Alignment:
        """How much `seen`, as `aligned` takes it, looks as it did under this very motion [3, 3] of the board."""
        return Alignment(motion / motion[2, 2], self._alike(seen, motion)[0])

    def _alike(self, seen: Matrix, motion: Matrix) -> tuple[Matrix, Matrix]:
        """How much each square looks as it did [100], and how its pixels differ [100, n], after undoing a motion."""
        px, side = self._px, round((SIZE + 2 * MARGIN) * self._px)
        warp = _to_px(px, (len(seen) / px - SIZE) / 2) @ motion @ np.linalg.inv(_to_px(px, MARGIN))
        there = cv2.warpPerspective(seen, warp, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        return self._compared(there)

    def _compared(self, there: Matrix) -> tuple[Matrix, Matrix]:
        level, size = _levelled(_tiles(there, self._px))
        alike = np.einsum("sn,sn->s", level, self._level)
        return np.where(size[:, 0] > 0, alike, 0.0), level - self._level

    def _step(self, alike: Matrix, error: Matrix) -> Matrix:
        """The small motion, as a 3x3 matrix, that explains how the squares differ which look alike."""
        weight = np.maximum(alike - self._least, 0).astype(np.float32)
        normal = np.tensordot(weight, self._squared, 1)
        pull = (weight[:, None] * error).ravel() @ self._steepest.reshape(error.size, -1)
        held = np.eye(8) * (1e-6 * float(np.trace(normal)) + 1e-9)
        a = np.linalg.solve(normal + held, pull)
        near = np.array([[1 + a[1], a[2], a[0]], [a[4], 1 + a[5], a[3]], [-a[6], -a[7], 1.0]])
        centred = np.array([[2 / SIZE, 0, -1], [0, 2 / SIZE, -1], [0, 0, 1.0]])
        step: Matrix = np.linalg.inv(centred) @ near @ centred
        return step


def shrunk(board: Image, px: int) -> Image:
    """A rectified board [SIDE, SIDE, 3] of `PX` pixels a square, in grey at `px` pixels a square, in 8 bits."""
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, None, fx=px / PX, fy=px / PX, interpolation=cv2.INTER_AREA)


def evened(grey: Image, px: int) -> Matrix:
    """A rectified grey board [side, side] of `px` pixels a square against the brightness around, about -1 to 1."""
    light = grey.astype(np.float32) + np.float32(DARK_LEVELS)
    around = cv2.blur(light, (2 * (px // 2) + 1,) * 2)
    even: Matrix = cv2.GaussianBlur(cv2.divide(light, around) - 1, (3, 3), 0)
    return even


def _to_px(px: int, margin_squares: float) -> Matrix:
    """From board points to the pixels of a rectified board."""
    offset = margin_squares * px - 0.5
    return np.array([[px, 0, offset], [0, px, offset], [0, 0, 1.0]])


def _tiles(picture: Matrix, px: int) -> Matrix:
    """The squares of an evened board [side, side, ...] as rows [100, px * px, ...]."""
    return per_square(picture, px).reshape(SIZE * SIZE, px * px, *picture.shape[2:])


def _levelled(tiles: Matrix) -> tuple[Matrix, Matrix]:
    """The tiles with mean 0 and length 1, and how long they were [100, 1]."""
    level = tiles - tiles.mean(axis=1, keepdims=True)
    size = np.sqrt(np.einsum("sn,sn->s", level, level))[:, None]
    return level / np.maximum(size, 1e-6), size


def _steepest(slopes: Matrix, px: int) -> Matrix:
    """How every pixel changes with each of the eight numbers of a small homography, [side, side, 8]."""
    axis = ((np.arange(len(slopes)) + 0.5) / px - MARGIN) * 2 / SIZE - 1
    u, v = np.meshgrid(axis, axis)
    across, down = slopes[..., 0], slopes[..., 1]
    along = across * u + down * v
    return np.stack([across, across * u, across * v, down, down * u, down * v, along * u, along * v], axis=-1)

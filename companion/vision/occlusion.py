"""What lies on the board and is neither card nor chip: hands, sleeves, cups, phones, and the squares they hide."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.discs import HALF_PX, HALF_SIDE, Discs, halved
from companion.vision.frame import Matrix
from companion.vision.sampling import MARGIN

_EDGE = round(MARGIN * HALF_PX)
_SMALLEST = 0.1
"""Things smaller than this, in squares of area, are noise at a chip's rim."""
_COVERED = 0.12
"""A square is hidden when this much of it is covered."""


@dataclass(frozen=True, slots=True, eq=False)
class Foreign:
    """Spots covered by things [HALF_SIDE, HALF_SIDE] as 0 and 1, and whether a thing reaches in from outside."""

    mask: Matrix
    reaching: bool

    @property
    def present(self) -> bool:
        """Whether anything lies on the board."""
        return bool(_inner(self.mask).any())

    def hidden(self) -> tuple[int, ...]:
        """The squares too much covered to be read."""
        tiles = _inner(self.mask).reshape(SIZE, HALF_PX, SIZE, HALF_PX).mean(axis=(1, 3))
        return tuple(int(square) for square in np.flatnonzero(tiles > _COVERED))

    def same_as(self, other: "Foreign") -> bool:
        """Whether the same spots are covered, up to a little trembling."""
        mine, theirs = _inner(self.mask), _inner(other.mask)
        both, either = int((mine & theirs).sum()), int((mine | theirs).sum())
        return both >= 0.85 * either


NOTHING = Foreign(np.zeros((HALF_SIDE, HALF_SIDE), np.uint8), False)


def find_foreign(empty: Matrix, discs: Discs) -> Foreign:
    """Things on the board: what neither the empty board, by its log density [SIDE, SIDE], nor a chip explains."""
    strange = ((halved(empty) < 0) & (discs.free > 0)).astype(np.uint8)
    opened = cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    large = stats[:, cv2.CC_STAT_AREA] >= _SMALLEST * HALF_PX**2
    large[0] = False
    mask = large[labels].astype(np.uint8)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((HALF_PX // 2 + 1,) * 2, np.uint8))
    return Foreign(closed, count > 1 and _reaches(closed))


def _inner(mask: Matrix) -> Matrix:
    return mask[_EDGE : HALF_SIDE - _EDGE, _EDGE : HALF_SIDE - _EDGE]


def _reaches(mask: Matrix) -> bool:
    """Whether a thing on the board goes on to the rim of what is looked at."""
    _, labels = cv2.connectedComponents(mask)
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    return bool(np.isin(rim[rim > 0], _inner(labels)).any())

"""A camera that stalls hands out the same picture again and again: nothing can be read off it of the table by now.

Every sensor has noise, so that two pictures of a table at rest differ in some spots nearly everywhere, and a picture
given twice does not, not even when it was recorded and compressed again. How many spots of a quiet part of the picture
change at least is learnt as the evening begins; pictures that were drawn may have no noise, and then none ever stalls.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.bare_table import SMALL
from companion.vision.frame import Frame, Image, highest
from companion.vision.table import DARK

_ROW = 16
"""One row in so many is compared."""
_PARTS = (8, 16)
"""The picture's parts, down and across; in most of them nothing moves."""
_LEVELS = 2
"""A spot has changed when it differs by more of 256 levels: compressing a picture once more changes most by less."""
_SHARE = 0.3
"""A stalled picture changes by less than this share of what the quietest pair of others did: on seven filmed evenings,
stalled and compressed anew, at most by 0.2, and the others by 0.45, of the quietest of the first twenty pairs."""
_LEARNT = 30
"""So many pairs of pictures, some fifteen seconds, are compared before one is said to be stalled; after so many stalled
ones it is learnt anew what is quiet: it may be the light that has gone, and the noise with it."""
_TOLD_S = 2.0
"""A stall is worth a word once it has lasted so long."""


@dataclass(frozen=True, slots=True, eq=False)
class Pulse:
    """Whether the camera goes on giving new pictures."""

    rows: Image | None = None
    """Some rows of the last new picture, [rows, width, 3], BGR in 8 bits."""
    quietest: float = 1.0
    """About the least share of spots that changed between two new pictures, in the middle one of the picture's parts.

    Once it is learnt a quieter pair lowers it by half: one that stalled, and was not noticed, spoils little."""
    pairs: int = 0
    """So many pairs of new pictures that was learnt from."""
    stalled_frames: int = 0
    since_s: float = 0.0
    """When the last new picture was taken."""
    now_s: float = 0.0

    @property
    def stalled(self) -> bool:
        """Whether the last picture was the one before once more."""
        return self.stalled_frames > 0

    @property
    def notices(self) -> tuple[str, ...]:
        """What is to be said of that, as a table observation has it."""
        return ("CAMERA_STALLED",) if self.stalled and self.now_s - self.since_s >= _TOLD_S else ()

    def after(self, frame: Frame) -> "Pulse":
        """The pulse after another picture, of any size."""
        rows, now_s = frame.bgr[::_ROW], frame.taken_at_s
        if is_dark(rows[:, ::_ROW]):  # who reads it says so
            return replace(self, stalled_frames=0, since_s=now_s, now_s=now_s)
        if self.rows is None or self.rows.shape != rows.shape or self.stalled_frames >= _LEARNT:
            return Pulse(rows.copy(), since_s=now_s, now_s=now_s)
        change = _change(self.rows, rows)
        if self.pairs >= _LEARNT and change < _SHARE * self.quietest:
            return Pulse(self.rows, self.quietest, self.pairs, self.stalled_frames + 1, self.since_s, now_s)
        quieter = change if self.pairs < _LEARNT else (self.quietest + change) / 2
        return Pulse(rows.copy(), min(self.quietest, quieter), self.pairs + 1, since_s=now_s, now_s=now_s)


def is_dark(bgr: Image) -> bool:
    """Whether hardly a spot is lit in a picture: cameras give less noise then, or none."""
    return bool(np.count_nonzero(bgr >= DARK) <= SMALL * bgr.size)


def _change(before: Image, now: Image) -> float:
    """The share of spots that changed in the middle one of the picture's parts."""
    changed = (highest(cv2.absdiff(before, now)) > _LEVELS).astype(np.uint8)
    down, across = (
        np.unique(np.linspace(0, size, parts + 1, dtype=int)) for size, parts in zip(changed.shape, _PARTS, strict=True)
    )
    spots = np.diff(np.diff(cv2.integral(changed)[np.ix_(down, across)], axis=0), axis=1)
    return float(np.median(spots / np.outer(np.diff(down), np.diff(across)))) if spots.size else 0.0

"""Which frames of an evening say something: those in which the picture changes, with a little before and after.

The picture alone decides, never what was read in it: a recording is there to show also what was overlooked. A frame is
compared with the last one kept, so that slow changes of light are kept too, step by step.
"""

from collections import deque
from collections.abc import Iterator

import cv2
import numpy as np

from companion.vision.frame import Frame, Image

BEFORE_FRAMES = 2
"""A change is kept with as many frames of the calm before it."""
AFTER_S, AFTER_FRAMES = 3.0, 10
"""So long the calm after a change is kept: longer than the referee's patience, which is 2 s at a table. Where frames
come slowly it is kept for as many as a turn takes to be told."""
AT_LEAST_EVERY_S = 10.0
"""A picture comes so often even where nothing happens."""
_CELL_PX = 16
"""The picture is compared in cells of so many pixels a side: a small chip fills one, noise is averaged away."""
_CHANGE = 12.0
"""Grey levels of one colour by which some cell changes when something happens: a sensor's noise moves the worst cell of
a calm frame by 4 in the median and 10 at the 95th percentile, a hand or a chip by far more."""


class TellingFrames:
    """Lets the frames through that say something, in order; for frames of one camera."""

    def __init__(self) -> None:
        self._kept: Image | None = None
        self._kept_s = self._changed_s = float("-inf")
        self._since_change = 0
        self._before: deque[Frame] = deque(maxlen=BEFORE_FRAMES)

    def of(self, frame: Frame) -> Iterator[Frame]:
        """The frames to keep now that this one came: none, itself, or also some that came before."""
        cells = _cells(frame.bgr)
        self._since_change += 1
        if self._kept is None or float(np.abs(cells - self._kept).max()) > _CHANGE:
            self._changed_s, self._since_change = frame.taken_at_s, 0
            yield from self._before
        elif self._calm_since(frame) and frame.taken_at_s - self._kept_s < AT_LEAST_EVERY_S:
            self._before.append(frame)
            return
        self._before.clear()
        self._kept, self._kept_s = cells, frame.taken_at_s
        yield frame

    def _calm_since(self, frame: Frame) -> bool:
        return frame.taken_at_s - self._changed_s > AFTER_S and self._since_change > AFTER_FRAMES


def _cells(bgr: Image) -> Image:
    """The mean colour of each cell, [rows, columns, 3]."""
    height, width = bgr.shape[:2]
    size = (max(1, width // _CELL_PX), max(1, height // _CELL_PX))
    return cv2.resize(bgr, size, interpolation=cv2.INTER_AREA).astype(np.float32)

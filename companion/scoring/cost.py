"""What reading costs, told in warps of the same frame, so that figures of different machines compare.

The unit is `cv2.warpPerspective` to 640 by 640, measured in the same run and by the same thread.
"""

import resource
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np

from companion.session.loop import FrameReader
from companion.vision.frame import Frame

_SIDE_PX = 640
_SLANT = np.array([[0.5, 0.05, 10], [0.02, 0.6, 5], [1e-5, 2e-5, 1]])


class Meter:
    """A reader that passes another's readings on and measures what each cost."""

    def __init__(self, reader: FrameReader) -> None:
        self._reader = reader
        self._read_s: list[float] = []
        self._warp_s: list[float] = []

    def start(self) -> Any:
        """What the other remembers before the first frame."""
        return self._reader.start()

    def read(self, frame: Frame, memory: Any) -> tuple[Any, Any]:
        """The other's reading."""
        began_s = time.thread_time()
        reading = self._reader.read(frame, memory)
        self._read_s.append(time.thread_time() - began_s)
        return reading

    def warp(self, frame: Frame) -> None:
        """One warp of this frame, which is no part of reading it."""
        began_s = time.thread_time()
        cv2.warpPerspective(frame.bgr, _SLANT, (_SIDE_PX, _SIDE_PX))
        self._warp_s.append(time.thread_time() - began_s)

    def figures(self) -> dict[str, Any]:
        """The median and the 95th percentile in warps, and the median warp in milliseconds; nothing without frames."""
        if not self._read_s or not self._warp_s:
            return {}
        unit_s = statistics.median(self._warp_s)
        median_s, most_s = np.percentile(self._read_s, (50, 95))
        return {
            "warps_median": round(float(median_s) / unit_s, 2),
            "warps_p95": round(float(most_s) / unit_s, 2),
            "warp_ms": round(1e3 * unit_s, 3),
        }


def time_figures(observations: Sequence[Any]) -> dict[str, Any]:
    """Milliseconds of reading and judging a frame; nothing without frames."""
    times = [row["ms"] for row in observations]
    if not times:
        return {}
    most = sorted(times)[int(0.95 * (len(times) - 1))]
    return {"ms_median": round(statistics.median(times), 2), "ms_p95": round(most, 2)}


def most_megabytes() -> int:
    """The most memory this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@contextmanager
def one_thread() -> Iterator[None]:
    """OpenCV works in one thread meanwhile, so that what is measured does not hang on the number of cores."""
    usual = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(usual)

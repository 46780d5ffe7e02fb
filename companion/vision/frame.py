"""A picture and the moment it was taken: the one type every camera gives and all reading starts from."""

from dataclasses import dataclass
from functools import reduce
from typing import Any

import cv2
import numpy.typing as npt

# numpy's and OpenCV's own annotations disagree on element types; these names say what a value is for.
Image = npt.NDArray[Any]
"""A picture of 8-bit values, [height, width, 3] in blue-green-red order, or [height, width] in grey."""
Points = npt.NDArray[Any]
"""Points as (x, y), [..., 2], floating point."""
Matrix = npt.NDArray[Any]
"""Numbers by [row, column], floating point."""


def lowest(picture: Matrix) -> Matrix:
    """The lowest of each pixel's channels [height, width], of a picture [height, width, 3] of any type.

    OpenCV does so fifty times faster than numpy, which goes pixel by pixel along so short an axis.
    """
    found: Matrix = reduce(cv2.min, cv2.split(picture))
    return found


def highest(picture: Matrix) -> Matrix:
    """The highest of each pixel's channels [height, width], of a picture [height, width, 3] of any type."""
    found: Matrix = reduce(cv2.max, cv2.split(picture))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table; `taken_at_s` is seconds on the camera's own monotonic scale."""

    bgr: Image
    taken_at_s: float

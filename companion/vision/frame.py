"""A picture and the moment it was taken: the one type every camera gives and all reading starts from."""

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

# numpy's and OpenCV's own annotations disagree on element types; these names say what a value is for.
Image = npt.NDArray[Any]
"""A picture of 8-bit values, [height, width, 3] in blue-green-red order, or [height, width] in grey."""
Points = npt.NDArray[Any]
"""Points as (x, y), [..., 2], floating point."""
Matrix = npt.NDArray[Any]
"""Numbers by [row, column], floating point."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table; `taken_at_s` is seconds on the camera's own monotonic scale."""

    bgr: Image
    taken_at_s: float

"""A picture and the moment it was taken: the one type every camera gives and all reading starts from."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A picture, [height, width, 3] in blue-green-red order, or [height, width] in grey."""
Points = npt.NDArray[np.float64]
"""Points as (x, y), [..., 2]."""
Matrix = npt.NDArray[np.float64]
Floats = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table; `taken_at_s` is seconds on the camera's own monotonic scale."""

    bgr: Image
    taken_at_s: float

"""Sums of maps correlated with kernels: what `cv2.filter2D` does one by one, for large kernels all at once.

A sum of correlations is one transform back from a sum of spectra, so each map costs one transform, not two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.vision.frame import Matrix

_SMALL = 11
"""Kernels no wider than this are quicker in space."""


@dataclass(frozen=True, slots=True, eq=False)
class Kernels:
    """Kernels [side, side] with odd sides, one for each map of a sum."""

    parts: tuple[Matrix, ...]

    def gathered(self, maps: Sequence[Matrix]) -> Matrix:
        """The sum of maps [rows, columns], each correlated with its own kernel.

        What lies beyond the rim is anybody's guess, so spots within half a kernel of it are worth nothing.
        """
        widest = max(map(len, self.parts))
        if widest <= _SMALL:
            found = [cv2.filter2D(one, -1, kernel) for one, kernel in zip(maps, self.parts, strict=True)]
            return sum(found[1:], found[0])
        rows, columns = maps[0].shape
        size = tuple(cv2.getOptimalDFTSize(length + widest // 2) for length in (rows, columns))
        products = [
            cv2.mulSpectrums(cv2.dft(_in_corner(one, size)), spectrum, 0, conjB=True)
            for one, spectrum in zip(maps, _spectra(self, size), strict=True)
        ]
        total = sum(products[1:], products[0])
        return cv2.idft(total, flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)[:rows, :columns]


@lru_cache(maxsize=32)
def _spectra(kernels: Kernels, size: tuple[int, ...]) -> tuple[Matrix, ...]:
    """The spectra of kernels whose middle is the first spot of a map of this size."""
    centred = (np.roll(_in_corner(one, size), (-(len(one) // 2),) * 2, (0, 1)) for one in kernels.parts)
    return tuple(map(cv2.dft, centred))


def _in_corner(board: Matrix, size: tuple[int, ...]) -> Matrix:
    """A map with empty rows and columns added, so that nothing wraps around."""
    return cv2.copyMakeBorder(board, 0, size[0] - len(board), 0, size[1] - board.shape[1], cv2.BORDER_CONSTANT)


def sums(board: Matrix, kernel: Matrix, centres: tuple[Matrix, Matrix]) -> Matrix:
    """What a kernel comes to at some places (x [n], y [n]) of a map; what lies beyond it is like its rim."""
    reach = np.arange(len(kernel)) - len(kernel) // 2
    columns, rows = (
        np.minimum(np.maximum(at[:, None] + reach, 0), length - 1)
        for at, length in zip(centres, board.shape[::-1], strict=True)
    )
    there = board.take(rows[:, :, None] * board.shape[1] + columns[:, None])
    found: Matrix = np.einsum("nyx,yx->n", there, kernel)
    return found

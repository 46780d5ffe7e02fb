"""Whether two pictures show the same board, each square compared with itself."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.squares import SIZE, SQUARES
from companion.vision.alignment import ALIKE
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry, rectify
from companion.vision.sampling import PX


@dataclass(frozen=True, slots=True, eq=False)
class BoardPicture:
    """A picture [height, width, 3], and where the board lies in it."""

    bgr: Image
    geometry: BoardGeometry


def same_board(one: BoardPicture, other: BoardPicture) -> bool:
    """Whether most squares look alike; chips on up to half of them, another light or another size do no harm."""
    return float(np.median(np.einsum("ij,ij->i", _patches(one), _patches(other)))) > ALIKE


def _patches(picture: BoardPicture) -> Matrix:
    """The squares as rows [100, pixels], each of mean 0 and length 1, so that products are correlations."""
    flat = rectify(picture.bgr, picture.geometry, PX)
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float64)
    cut = grey.reshape(SIZE, PX, SIZE, PX).transpose(0, 2, 1, 3).reshape(len(SQUARES), -1)
    level = cut - cut.mean(axis=1, keepdims=True)
    patches: Matrix = level / (np.linalg.norm(level, axis=1, keepdims=True) + 1e-9)
    return patches

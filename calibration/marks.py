"""ArUco marks, where somebody put some on the board: what they span is one more first guess at where it lies.

Nothing is asked of the marks but that four of one dictionary lie around the cards: on the base's corners, in its
margin, or on the corner cards. Which side of them the cards end on is left to the lattice, as with any other guess.
"""

from itertools import combinations

import cv2
import numpy as np

from calibration.lens import spanned
from companion.vision.frame import Image, Points
from companion.vision.geometry import BoardGeometry

_DICTIONARIES = (
    cv2.aruco.DICT_4X4_1000,
    cv2.aruco.DICT_5X5_1000,
    cv2.aruco.DICT_6X6_1000,
    cv2.aruco.DICT_7X7_1000,
    cv2.aruco.DICT_ARUCO_ORIGINAL,
    cv2.aruco.DICT_APRILTAG_36h11,
)
"""The smaller dictionaries of OpenCV are the first marks of these."""
_WIDTH = 1280
"""Width in pixels of the picture that is searched; a mark of half a square has about 25 pixels there."""
_MOST = 12
"""More marks than this are no marks at the corners."""


def marked_outlines(bgr: Image) -> list[BoardGeometry]:
    """Guesses at the geometry in a still [height, width, 3]; none where no four marks lie. Turned arbitrarily."""
    factor = min(_WIDTH / bgr.shape[1], 1.0)
    grey = cv2.cvtColor(cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    size = bgr.shape[1::-1]
    return [spanned(corners / factor, size) for marks in _marks(grey) for corners in _quadrilaterals(marks)]


def _marks(grey: Image) -> list[Points]:
    """The corners [marks, 4, 2] of the marks found, for each dictionary with at least four of them."""
    known = [cv2.aruco.getPredefinedDictionary(name) for name in _DICTIONARIES]
    corners, _, _, of = cv2.aruco.ArucoDetector(known).detectMarkersMultiDict(grey)
    marks, of = np.reshape(corners, (-1, 4, 2)).astype(np.float64), np.reshape(of if corners else (), -1)
    found = [marks[of == number] for number in range(len(known))]
    return [each for each in found if 4 <= len(each) <= _MOST]


def _quadrilaterals(marks: Points) -> list[Points]:
    """What the four outermost marks span [4, 2], clockwise: at their inner corners, their middles, their outer ones."""
    spans = [np.array(four) for four in combinations(marks, 4)]
    four = max(spans, key=lambda four: float(cv2.contourArea(_clockwise(four.mean(axis=1)))))
    middle = four.mean(axis=(0, 1))
    reach = np.linalg.norm(four - middle, axis=2)
    each = np.arange(4)
    inner, outer = four[each, reach.argmin(axis=1)], four[each, reach.argmax(axis=1)]
    return [_clockwise(corners) for corners in (inner, four.mean(axis=1), outer)]


def _clockwise(corners: Points) -> Points:
    """Four points [4, 2] in the order in which they go round as seen in the picture."""
    around = corners - corners.mean(axis=0)
    ordered: Points = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))].astype(np.float32)
    return ordered

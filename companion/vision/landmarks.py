"""Where the board lies in any picture of it: points of its print are known again by what is around them.

ORB features (Rublee et al. 2011) of the empty board are matched with those of a picture, and the homography is sought
that most of them agree on, the most alike first (PROSAC, Chum and Matas 2005). Every card occurs twice, but what tells
a point is as wide as a square and wider, and no twins have the same neighbours. The answer is rough, and where there is
no board it is nonsense: whoever asks must look.
"""

from operator import attrgetter

import cv2
import numpy as np

from companion.vision.card_index import bright_level
from companion.vision.frame import Image, Matrix, Points
from companion.vision.geometry import BoardGeometry, Lens, rectify

_PX = 32
"""Pixels to a square: as many as a point's surroundings are wide."""
_POINTS = 600
"""So many are known of a board; with a thousand as many of 58 moved boards are found, in twice the time."""
_FEWEST = 4
"""A homography goes through so many points."""


class Landmarks:
    """The points of an empty board."""

    def __init__(self, empty_bgr: Image, geometry: BoardGeometry) -> None:
        """Learn them, from the picture [height, width, 3] of the empty board and where it lies there."""
        points, self._looks = _points(cv2.cvtColor(rectify(empty_bgr, geometry, _PX), cv2.COLOR_BGR2GRAY))
        self._places = points / _PX

    def seen_in(self, bgr: Image, lens: Lens, px_per_square: float) -> BoardGeometry | None:
        """Where the board may lie in a picture [height, width, 3] through this lens; None where too little matches.

        Its squares have `px_per_square` pixels there or so: a third less or a quarter more does no harm.
        """
        factor = _PX / px_per_square
        small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        points, looks = _points(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))
        scale = lens.focal_px * factor  # errors are told in pixels of the small picture
        flat = lens.undistort(points / factor - 0.5) * scale
        found = _agreed_on(self._places, self._looks, flat, looks)
        return None if found is None else BoardGeometry(lens, np.diag([1 / scale, 1 / scale, 1.0]) @ found)


def motion_between(before: Image, now: Image) -> Matrix | None:
    """The homography [3, 3] of pixels that takes one picture of a table to another, be it nonsense; None for none."""
    (places, looks), (points, now_looks) = (_points(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY)) for one in (before, now))
    return _agreed_on(places - 0.5, looks, points - 0.5, now_looks)


def _agreed_on(places: Points, looks: Matrix, points: Points, others: Matrix) -> Matrix | None:
    """The homography [3, 3] that takes places [n, 2] to the points [m, 2] that look like them, as most agree on it."""
    matcher = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True)
    alike = matcher.match(looks, others) if len(looks) and len(others) else ()
    matches = sorted(alike, key=attrgetter("distance"))
    if len(matches) < _FEWEST:
        return None
    to = points[[match.trainIdx for match in matches]]
    found: Matrix | None = cv2.findHomography(places[[match.queryIdx for match in matches]], to, cv2.USAC_PROSAC)[0]
    return found


def _points(grey: Image) -> tuple[Points, Matrix]:
    """Points [n, 2] of a grey picture, and how each looks [n, 32], in any light; pixels begin at their corners."""
    lit = cv2.convertScaleAbs(grey, alpha=255 / max(float(bright_level(grey[::4, ::4].reshape(-1))), 1.0))
    points, looks = cv2.ORB.create(_POINTS).detectAndCompute(lit, None)
    places = np.array([point.pt for point in points]).reshape(-1, 2) + 0.5
    return places, np.empty((0, 32), np.uint8) if looks is None else looks

"""First guesses at where the board lies: the large regions with four sides, straight or evenly bent.

A guess may be the area of the cards or the whole base; every region of every mask is a guess, and the lattice decides
between them later.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from calibration.board_masks import WIDTH, masks
from calibration.lens import Sightings, fit_geometry, nothing_common, spanned
from companion.games.squares import SIZE
from companion.vision.frame import Image, Points
from companion.vision.geometry import BoardGeometry

_LEAST_AREA = 0.06
"""A board fills at least this part of a mask. From 0.03 to 0.12 twelve drawn boards are placed alike."""
_SAME_PX = 2.0
"""Guesses whose corners lie so near each other, in pixels, are one. From 1 to 4 twelve drawn boards are placed
alike."""


def outlines(bgr: Image) -> list[BoardGeometry]:
    """Guesses at the geometry in a picture [height, width, 3], the straightest sides first; each turned arbitrarily."""
    factor = WIDTH / bgr.shape[1]
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    known: list[Points] = []
    rated = [
        _fitted(contour, corners, mask.shape)
        for mask in masks(small)
        for contour, corners in _quadrilaterals(mask)
        if _unlike(corners, known)
    ]
    rated.sort(key=lambda guess: guess[0])
    return [geometry.scaled(1 / factor) for _, geometry in rated]


def _quadrilaterals(mask: Image) -> Iterator[tuple[Points, Points]]:
    """The contours [n, 2] of large regions with four sides, and their corners [4, 2]."""
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if area < _LEAST_AREA * mask.size or cv2.contourArea(contour) < 0.7 * area:
            continue
        corners = _four_corners(hull)
        if corners is not None and 0.8 < cv2.contourArea(corners) / area < 1.1:
            yield contour[:, 0, :].astype(np.float64), corners[:, 0, :].astype(np.float64)


def _fitted(contour: Points, corners: Points, size_px: tuple[int, ...]) -> tuple[float, BoardGeometry]:
    """How rough the sides are, and the geometry that has this outline."""
    height, width = size_px
    geometry = _bent_to(contour[::4], spanned(corners, (width, height)))
    return _roughness(contour[::4], geometry), geometry


def _unlike(corners: Points, known: list[Points]) -> bool:
    """Whether these corners are more than a hair away from all known ones, which they then join."""
    ordered = corners[np.lexsort((corners[:, 1], corners[:, 0]))]
    if any(np.abs(ordered - other).max() < _SAME_PX for other in known):
        return False
    known.append(ordered)
    return True


def _four_corners(hull: Points) -> Points | None:
    """The hull's four corners, in clockwise order as seen in the picture; None when it has no four."""
    reach = cv2.arcLength(hull, True)
    for share in np.arange(0.01, 0.12, 0.005):
        corners = cv2.approxPolyDP(hull, share * reach, True)
        if len(corners) == 4:
            return corners if cv2.contourArea(corners, True) > 0 else corners[::-1]
        if len(corners) < 4:
            return None
    return None


def _bent_to(contour: Points, geometry: BoardGeometry) -> BoardGeometry:
    """The outline fitted to all of its contour, the lens's bend included."""
    for loss_px in (6.0, 3.0, 2.0, 1.5):
        geometry = fit_geometry(geometry, _sides_seen(contour, geometry), loss_px, rounds=6)
    return geometry


def _sides_seen(contour: Points, geometry: BoardGeometry) -> Sightings:
    at = geometry.board_from_image(contour)
    axis = np.argmin(np.minimum(np.abs(at), np.abs(at - SIZE)), axis=1)
    each = np.arange(len(at))
    snapped = np.clip(at, 0, SIZE)
    snapped[each, axis] = np.where(at[each, axis] < SIZE / 2, 0, SIZE)
    along = snapped.copy()
    along[each, 1 - axis] += 0.01
    ahead = geometry.image_from_board(along) - geometry.image_from_board(snapped)
    normals = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Sightings(snapped, contour, normals, np.ones(len(at)), nothing_common(len(at)))


def _roughness(contour: Points, geometry: BoardGeometry) -> float:
    seen = _sides_seen(contour, geometry)
    gaps = np.abs(np.sum((geometry.image_from_board(seen.board) - seen.pixels) * seen.normals, axis=1))
    return float(np.mean(np.minimum(gaps, 10.0)))

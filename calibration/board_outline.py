"""First guesses at where the card area lies: large white regions with four sides, from several ideas of what white is.

White is the smallest of the three colour channels, which is low for wood, cloth and paint of any colour. No single
threshold suits a white table, a lamp's glare and a dim evening alike, so every region of every threshold is a guess,
and the lattice decides between them later.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from calibration.lens import Sightings, fit_geometry, plain_lens
from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.frame import Image, Points
from companion.vision.geometry import BoardGeometry

_WIDTH = 640
_LEAST_AREA = 0.06
_CORNERS = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)


def outlines(bgr: Image) -> list[BoardGeometry]:
    """Guesses at the geometry, in pixels of `bgr`, those with the straightest sides first; each turned arbitrarily."""
    factor = _WIDTH / bgr.shape[1]
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    rated = [guess for mask in _masks(small) for hull in _large_hulls(mask) for guess in _from_hull(hull, mask)]
    rated.sort(key=lambda guess: guess[0])
    return [geometry.scaled(1 / factor) for _, geometry in rated]


def _masks(bgr: Image) -> Iterator[Image]:
    """Masks of regions that could be the card area or the base, thin bridges to what lies beside it cut in two ways."""
    for mask in [*_white_masks(bgr), _busy_mask(bgr)]:
        for side in (5, 15):
            yield cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _disc(side))


def _white_masks(bgr: Image) -> Iterator[Image]:
    """Masks of white regions with the gaps between squares and the smaller prints filled."""
    white = cv2.morphologyEx(bgr.min(axis=2), cv2.MORPH_CLOSE, _disc(9))
    otsu = cv2.threshold(white, 0, 255, cv2.THRESH_OTSU)[0]
    for level in (otsu, (otsu + 255) / 2.4, (otsu + 255) / 2.1):
        yield white > level
    for share in (0.92, 0.85, 0.78):
        for window in (_WIDTH // 10, _WIDTH // 5):
            around = cv2.blur(cv2.dilate(cv2.blur(white, (5, 5)), np.ones((window, window))), (window, window))
            yield white > share * around


def _busy_mask(bgr: Image) -> Image:
    """The regions full of edges: print and gaps, or the base's rim around them."""
    grey = cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    edges = cv2.morphologyEx(cv2.Canny(grey, 40, 100), cv2.MORPH_CLOSE, _disc(9))
    contours, _ = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return cv2.drawContours(np.zeros_like(grey), contours, -1, 1, cv2.FILLED)


def _disc(side: int) -> Image:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))


def _large_hulls(mask: Image) -> Iterator[Points]:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        if cv2.contourArea(contour) > _LEAST_AREA * mask.size:
            yield contour


def _from_hull(contour: Points, mask: Image) -> Iterator[tuple[float, BoardGeometry]]:
    hull = cv2.convexHull(contour)
    corners = _four_corners(hull)
    if corners is None or not 0.8 < cv2.contourArea(corners) / cv2.contourArea(hull) < 1.1:
        return
    if cv2.contourArea(contour) < 0.7 * cv2.contourArea(hull):
        return
    height, width = mask.shape
    lens = plain_lens(width, height)
    flat = BoardGeometry(
        lens,
        cv2.getPerspectiveTransform(_CORNERS, lens.undistort(corners[:, 0, :].astype(np.float64)).astype(np.float32)),
    )
    geometry = _bent_to(contour[::3, 0, :].astype(np.float64), flat)
    yield _roughness(contour[::3, 0, :].astype(np.float64), geometry), geometry


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
    return Sightings(snapped, contour, normals, np.ones(len(at)))


def _roughness(contour: Points, geometry: BoardGeometry) -> float:
    seen = _sides_seen(contour, geometry)
    gaps = np.abs(np.sum((geometry.image_from_board(seen.board) - seen.pixels) * seen.normals, axis=1))
    return float(np.mean(np.minimum(gaps, 10.0)))

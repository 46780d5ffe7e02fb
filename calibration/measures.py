"""What a still of the empty board measures: light, sharpness, and how large and how slanted the board lies in it."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lattice import GAP_WIDTH
from calibration.likeness import BoardPicture
from companion.games.squares import SIZE, SQUARES
from companion.vision.frame import Image, Matrix, highest, lowest
from companion.vision.geometry import BoardGeometry, rectify
from companion.vision.light import WHITE
from companion.vision.sampling import PX

CLIPPED = 250
"""A pixel is burnt out when even its darkest channel is this bright."""
_STROKE = 0.4
"""A place tells how sharp a picture is when ink and paper meet there: differences above this share of white.
Flat from half to twice on twelve drawn boards and in the tests of quality."""
_AROUND = 9
"""Width in pixels of what is near a spot, when the sharpness of a stroke is measured. Flat from half to
twice on twelve drawn boards; at twice a test of quality fails."""
_INNER = (1 - GAP_WIDTH) / 2
"""Half the side of what is looked at of a square, in squares: gaps and neighbours stay out."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Numbers about one still; brightness is 0 to 255."""

    white: float
    """How bright paper is on the typical square."""
    evenness: float
    """How bright paper is where it is dark, where it is bright being 1."""
    clipped: float
    """Which part of the board is burnt out."""
    washed_out: tuple[int, ...]
    """The squares whose ink a lamp's mirror image hides."""
    square_px: float
    """The shortest side of any square."""
    typical_px: float
    """The typical side of a square."""
    edge_px: float
    """How many pixels an edge of ink takes to go from paper to ink; infinite where no ink is seen."""
    tilt_deg: float
    """How far from straight above the camera looks."""
    coloured: bool
    """Whether any pixel of the board has a colour: a sensor without colours gives all three channels alike."""

    @property
    def edge_squares(self) -> float:
        """The same edge in squares: what blur and distance together leave of the print."""
        return self.edge_px / self.typical_px


def measured(picture: BoardPicture) -> Measures:
    """Measure a still in which the board lies where `picture` says."""
    squares, sides = _squares(picture), picture.geometry.sides_px()
    low = lowest(squares)
    pale, ink = np.percentile(low, 85, axis=1), np.percentile(low, 3, axis=1)
    white = np.percentile(highest(squares), 85, axis=1)
    clipped = (low >= CLIPPED).mean(axis=1)
    return Measures(
        white=float(np.median(white)),
        evenness=float(np.percentile(white, 5) / max(np.percentile(white, 95), 1.0)),
        clipped=float(clipped.mean()),
        washed_out=tuple(np.flatnonzero(ink > WHITE * np.maximum(pale, 1)).tolist()),
        square_px=float(sides.min()),
        typical_px=float(np.median(sides)),
        edge_px=_edge_px(picture),
        tilt_deg=tilt_deg(picture.geometry),
        coloured=bool(np.ptp(squares, axis=2).any()),
    )


def tilt_deg(geometry: BoardGeometry) -> float:
    """The angle between the camera's axis and the board's normal, as far as the focal length is known."""
    across, down = geometry.ideal_from_board[:, 0], geometry.ideal_from_board[:, 1]
    normal = np.cross(across, down)
    return float(np.degrees(np.arccos(min(1.0, abs(normal[2]) / np.linalg.norm(normal)))))


def _squares(picture: BoardPicture) -> Matrix:
    """The pixels of each square, [100, n, 3]."""
    view = rectify(picture.bgr, picture.geometry, PX).reshape(SIZE, PX, SIZE, PX, 3)
    squares: Matrix = view.swapaxes(1, 2).reshape(len(SQUARES), PX * PX, 3)
    return squares


def _edge_px(picture: BoardPicture) -> float:
    grey = cv2.cvtColor(picture.bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    half = _INNER * float(picture.geometry.sides_px().min())
    centres = picture.geometry.square_centres().reshape(-1, 2)
    widths = [_edge_of(_around(grey, centre, half)) for centre in centres]
    seen = [width for width in widths if np.isfinite(width)]
    return float(np.median(seen)) if seen else float("inf")


def _around(grey: Image, centre: Matrix, half: float) -> Image:
    left, top = np.maximum(np.round(centre - half).astype(int), 0)
    right, bottom = np.round(centre + half).astype(int) + 1
    return grey[top:bottom, left:right]


def _edge_of(patch: Matrix) -> float:
    """The usual way from paper to ink, in pixels: what brightness changes by nearby over how steeply it changes."""
    near = np.ones((_AROUND, _AROUND), np.uint8)
    across, down = (cv2.Sobel(patch, cv2.CV_32F, *order, ksize=1, scale=0.5) for order in ((1, 0), (0, 1)))
    steep = cv2.dilate(cv2.magnitude(across, down), near)
    change = cv2.dilate(patch, near) - cv2.erode(patch, near)
    telling = change > _STROKE * max(float(np.percentile(patch, 85)), 8.0)
    return float(np.median(change[telling] / steep[telling])) if telling.sum() > _AROUND else float("inf")

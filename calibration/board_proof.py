"""Is it really the board? What a found lattice must show to be believed, and what to tell people when it does not.

A wrong lattice is worse than none: every reading would follow it. So each of the eighteen inner lines must show gaps,
no line may run on beyond the border, all hundred squares must be as light as cards and carry print, and the whole board
must lie in the picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lattice import AROUND, GAP, MOST, NEARLY_ALL, PX, STRONG, gap_darkness
from companion.games.squares import SIZE
from companion.vision.chips import SHADE
from companion.vision.frame import Image, Matrix, lowest
from companion.vision.geometry import BoardGeometry, rectify
from companion.vision.light import WHITE

NO_LATTICE = "no grid of ten by ten squares stands out: show all of the board, light it evenly, clear it and look again"
BLURRED = "nothing in the picture is sharp: turn the lens until the cards are, and keep the camera still"
NOT_WHOLE = "part of the board is outside the picture"
RUNS_ON = (
    "a grid goes on beyond ten squares: move other cards away, lay a plain cloth below, lay the board’s own less than "
    "6 mm apart, or tap all four corners"
)
NOT_CARDS = "some squares do not look like cards: clear the board, avoid glare and take the picture again"
TELLING = (NO_LATTICE, BLURRED, NOT_WHOLE, RUNS_ON, NOT_CARDS)
"""The objections, those last that come of the most having been seen."""
_PRINT = 0.005
"""A square with less of it printed is blank, or a lamp is mirrored in it. From 0.0025 to 0.01 twelve drawn boards are
placed alike."""


@dataclass(frozen=True, slots=True, eq=False)
class LatticeEvidence:
    """Shares, 0 to 1, of gaps seen per inner line [2, 9], and of lines running on beyond each border [4].

    Per square [10, 10]: its lightness against the middling one of its neighbours, and how much of it is print.
    """

    inner: Matrix
    beyond: Matrix
    lightness: Matrix
    print_share: Matrix


def objection(bgr: Image, geometry: BoardGeometry) -> str | None:
    """Why this cannot be the board in a picture [height, width, 3], and what to do; None if it may be."""
    evidence = evidence_for(bgr, geometry)
    if not _in_picture(bgr, geometry):  # a guess that misses the board may reach beyond the picture as well
        return NOT_WHOLE if evidence.inner.mean() >= NEARLY_ALL else NO_LATTICE
    if evidence.inner.min() < MOST or evidence.inner.mean(axis=1).min() < NEARLY_ALL:
        return NO_LATTICE
    if evidence.beyond.max() > MOST:
        return RUNS_ON
    if evidence.lightness.min() < SHADE or _blank(evidence.print_share < _PRINT):
        return NOT_CARDS
    return None


def _blank(squares: Matrix) -> bool:
    """Whether too many squares [10, 10] have no print, in all or along a border.

    More than half of a border are table: no lamp is so wide and so straight.
    """
    borders = [squares[0], squares[-1], squares[:, 0], squares[:, -1]]
    return bool(squares.mean() > 1 - NEARLY_ALL or max(border.mean() for border in borders) > MOST)


def told(reason: str, bgr: Image, geometry: BoardGeometry) -> str:
    """An objection to a board in a picture [height, width, 3] for people: on which sides it leaves the picture, too."""
    if reason != NOT_WHOLE:
        return reason
    sides = " and ".join(_sides_missing(bgr, geometry))
    return f"{reason}, at its {sides}: move the camera or the board until all four corners are seen"


def _in_picture(bgr: Image, geometry: BoardGeometry) -> bool:
    return not _sides_missing(bgr, geometry)


def _sides_missing(bgr: Image, geometry: BoardGeometry) -> list[str]:
    """On which sides of the picture the board leaves it."""
    height, width = bgr.shape[:2]
    steps = np.linspace(0, SIZE, 21)
    ends = np.zeros_like(steps), np.full_like(steps, SIZE)
    sides = [np.stack(side, axis=1) for end in ends for side in ((steps, end), (end, steps))]
    x, y = geometry.image_from_board(np.vstack(sides)).T
    inside = {"left": x > -1, "right": x < width, "top": y > -1, "bottom": y < height}
    return [side for side, seen in inside.items() if not seen.all()]


def evidence_for(bgr: Image, geometry: BoardGeometry) -> LatticeEvidence:
    """What the picture [height, width, 3], BGR in 8 bits, shows of a lattice at this place."""
    view = cv2.GaussianBlur(rectify(bgr, geometry, PX, AROUND), (3, 3), 0)
    columns, rows = (np.minimum(darkness, STRONG) for darkness in gap_darkness(view, PX))
    depths = np.stack([_gap_depths(columns), _gap_depths(rows.T)])
    inner, outer = depths[:, :, 1:-1], depths[:, :, [0, -1]]
    squares = _squares(lowest(view))
    light = np.percentile(squares, 85, axis=2)
    cards_beyond = _light_beyond(light) > WHITE
    running_on = (outer > max(GAP, 0.4 * float(np.median(inner)))).mean(axis=1) * cards_beyond
    print_share = (squares < WHITE * light[..., None]).mean(axis=2)[1:-1, 1:-1]
    return LatticeEvidence(
        (inner > GAP).mean(axis=2), running_on.ravel(), _against_neighbours(light[1:-1, 1:-1]), print_share
    )


def _against_neighbours(light: Matrix) -> Matrix:
    """How light each square [10, 10] is against its neighbours' median, which a lamp's mirror image cannot lift."""
    framed = np.pad(light.astype(np.float64), 1, constant_values=np.nan)
    around = [np.roll(framed, (down, across), (0, 1)) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across]
    against: Matrix = light / np.maximum(np.nanmedian(around, axis=0)[1:-1, 1:-1], 1)
    return against


def _gap_depths(darkness: Matrix) -> Matrix:
    """How dark each inner line [9] is beside each square [12, one beyond either border]; lines run down."""
    patches = [
        darkness[round((square + 0.12) * PX) : round((square + 0.88) * PX), middle - 15 : middle + 15]
        for middle in range((1 + AROUND) * PX, (SIZE + AROUND) * PX, PX)
        for square in range(SIZE + 2 * AROUND)
    ]
    profiles = np.stack(patches).mean(axis=1)
    depths: Matrix = profiles[:, 13:17].max(axis=1) - np.median(profiles, axis=1)
    return depths.astype(np.float64).reshape(SIZE - 1, -1)


def _squares(white: Image) -> Matrix:
    """The pixels well inside each square [12, 12, n] of a rectified picture with a ring of one square around."""
    side = SIZE + 2 * AROUND
    cut = white.astype(np.float32).reshape(side, PX, side, PX).transpose(0, 2, 1, 3)
    squares: Matrix = cut[:, :, 4:-4, 4:-4].reshape(side, side, -1)
    return squares


def _light_beyond(light: Matrix) -> Matrix:
    """How light the ring is against the border squares beside it [2, 2]: above and below, left and right."""
    sides = [(light[0], light[1]), (light[-1], light[-2]), (light[:, 0], light[:, 1]), (light[:, -1], light[:, -2])]
    return np.array([np.median(ring / np.maximum(border, 1)) for ring, border in sides]).reshape(2, 2)

"""A table without a board: what its picture without cards has not, and what of that is shaped like a card.

Cards are a size of their own, so that one of them gives the plane of the table. What differs from the empty table is a
bright shape with edges, which a lamp's mirror image beside it has none of; a card is what has four sides, which are
fitted to what is between its rounded corners, and nothing else within them. It does not matter what lies beside it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.card_outline import CARD_SQUARES, CORNER, Outline
from companion.vision.frame import Image, Matrix, Points, highest
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.landmarks import motion_between
from companion.vision.pile_finder import STILL
from companion.vision.pile_window import DIFFERENT, against_surroundings

_FAINTER = (DIFFERENT, DIFFERENT / 4, DIFFERENT / 16)
"""The differences at which a card's paper may stand out from the table: a white cloth is as pale as a card."""
_LARGE = 0.25
"""A card covers at most this part of the picture: more is a table cloth. From an eighth to a half 48 laid cards are
read alike."""
SMALL = 4 * STILL
"""And at least this: plainly more than what may differ on an empty table."""
_FILLED = 0.93
"""Four sides and the card they are drawn around have at least this part in common: only its corners are missing. At
half of it eight of 48 laid cards are asked instead of one, and five not noticed instead of two."""
_RATIO, _SKEWED = CARD_SQUARES[1] / CARD_SQUARES[0], 1.4
"""Length by width, and by which factor a view up to 40 degrees off vertical may change it: 1 / cos 40, and perspective.
At 1.3 the first card was no card in 7 of 96 such views."""
_UNEVEN = float(np.log(_SKEWED) / 2)
"""By how much the logarithms of opposite sides may differ there."""
_SIDE = 1 - 2 * CORNER
"""The middle part of a side to which its line is fitted."""
_INKED = 0.02
"""At least this part of a face is ink: what is paler than that all over is no more than another light. From 0.01 to
0.04 48 laid cards are read alike."""
_PIPS = 8
"""So many pips most cards have; an ace has one."""
_PLACE = (10.0 * SIZE, SIZE / 2)
"""Where the card's middle is put in coordinates of a board that is not there: so far beside it that no picture shows
where it would be."""
CARD = Outline(*_PLACE, *CARD_SQUARES, 0.0, 1.0)
"""A card there; its four sides are known."""
_CORNERS = CARD.points(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]))


@dataclass(frozen=True, slots=True, eq=False)
class Things:
    """What lies on a table."""

    none: bool
    """Whether nothing does."""
    cards: tuple[Points, ...]
    """The corners [4, 2] of whatever is shaped like a card, face up or not, in pixels, round it from its top left."""
    touching: tuple[Points, ...] = ()
    """The same of any two that touch."""


NOTHING = Things(none=True, cards=())


class BareTable:
    """The table as its picture without any card shows it."""

    def __init__(self, empty_bgr: Image) -> None:
        """`empty_bgr` [height, width, 3] is as large as the frames or larger."""
        self._empty_bgr, self._empty = empty_bgr, _log(empty_bgr)

    def like(self, bgr: Image) -> Image:
        """The empty table in a picture as large as this one."""
        height, width = bgr.shape[:2]
        return cv2.resize(self._empty_bgr, (width, height), interpolation=cv2.INTER_AREA)

    def seen_from(self, bgr: Image) -> "BareTable":
        """The same table as it lies in this picture, if it is known again there: the camera may have been moved."""
        change = _strongest(self._brighter(bgr))
        if _is_bare(change):
            return self
        known = self.like(bgr)
        motion = motion_between(
            *(cv2.resize(one, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for one in (known, bgr))
        )
        if motion is None:
            return self
        larger, (height, width) = np.diag([2.0, 2.0, 1.0]), bgr.shape[:2]
        motion = larger @ motion @ np.linalg.inv(larger)
        here = cv2.warpPerspective(known, motion, (width, height), dst=bgr.copy(), borderMode=cv2.BORDER_TRANSPARENT)
        moved = BareTable(here)
        return moved if _strongest(moved._brighter(bgr)).mean() < change.mean() else self

    def things(self, bgr: Image) -> Things:
        """What lies on the table in a picture."""
        brighter = self._brighter(bgr)
        change, sharp = _strongest(brighter), highest(against_surroundings(brighter))
        sharp = cv2.min(sharp, highest(brighter))  # round ink on a pale cloth all else looks bright, and is as it was
        masks = (_clearly(shown, level) for shown in (sharp, change) for level in _FAINTER)
        outlines = [outline for mask in masks for outline in _outlines(mask)]
        halves = (_cards(_parted(outline), change.size) for outline in outlines)
        touching = chain(*(two for two in halves if len(two) == 2))  # one alone may be what a hand leaves of a card
        found = (_inked_ones(bgr, change, cards) for cards in (_cards(outlines, change.size), touching))
        return Things(_is_bare(change), *found)

    def _brighter(self, bgr: Image) -> Matrix:
        """How much brighter than the empty table the picture is [height, width, 3], in logarithms, in any light."""
        height, width = bgr.shape[:2]
        alike = self._empty.shape[:2] == (height, width)
        change = _log(bgr) - (self._empty if alike else cv2.resize(self._empty, (width, height)))
        brighter: Matrix = change - np.median(change[::8, ::8], axis=(0, 1))  # a few spots tell how bright it is today
        return brighter


def card_corners(new: Matrix) -> list[Points]:
    """The corners [4, 2] of each card in a mask of what is new, in pixels, round it from its top left.

    The first side is one of the short ones.
    """
    return _cards(_outlines(new), new.size)


def _cards(outlines: Iterable[Points], size: int) -> list[Points]:
    """The corners [4, 2] of those that are a card's, of contours as OpenCV has them in a picture of so many pixels."""
    sized = [one for one in outlines if SMALL * size < cv2.contourArea(one) < _LARGE * size]
    fitted = ((one, _fitted(one[:, 0].astype(float))) for one in sized)
    return [corners for one, corners in fitted if corners is not None and _card_shaped(corners, one)]


def _parted(outline: Points) -> Sequence[Points]:
    """An outline cut between its two deepest notches: round corners leave one at either end of where cards touch."""
    hull = np.sort(cv2.convexHull(outline, returnPoints=False), axis=0)[::-1]
    found = cv2.convexityDefects(outline, hull) if len(hull) > 3 else None
    notches = () if found is None else found.reshape(-1, 4)[:, 2:].astype(int)
    deep = sorted((depth, place) for place, depth in notches if depth > 256)  # a pixel: a slant's steps
    if len(deep) < 2:
        return ()
    left, top, width, height = cv2.boundingRect(outline)
    part = cv2.drawContours(np.zeros((height, width), np.uint8), [outline - (left, top)], -1, 1, cv2.FILLED)
    start, end = ([int(at) for at in outline[place, 0] - (left, top)] for _, place in deep[-2:])
    cv2.line(part, start, end, 0, lineType=cv2.LINE_4)
    return cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(left, top))[0]


def _outlines(new: Matrix) -> Iterator[Points]:
    """The outer contours, as OpenCV has them, of what is neither too small nor too large for a card, however turned."""
    _, parts, boxes, _ = cv2.connectedComponentsWithStats(new)
    for number, (left, top, width, height, _) in enumerate(boxes):
        if number and SMALL * new.size < width * height < 2 * _LARGE * new.size:
            part = (parts[top : top + height, left : left + width] == number).astype(np.uint8)
            contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(int(left), int(top)))
            yield from contours


def geometry_of(corners: Points) -> BoardGeometry:
    """The table's plane in a picture, in squares, from a card's corners [4, 2], the first side a short one."""
    plane = cv2.getPerspectiveTransform(_CORNERS.astype(np.float32), corners.astype(np.float32))
    return BoardGeometry(Lens(1.0, (0.0, 0.0)), plane)


def card_in(geometry: BoardGeometry) -> Points:
    """The corners [4, 2] from which a table's plane was found, in pixels."""
    return geometry.image_from_board(_CORNERS)


def _strongest(brighter: Matrix) -> Matrix:
    """How much else than the empty table a picture shows, in any colour."""
    strongest: Matrix = highest(np.abs(brighter))
    return strongest


def _clearly(change: Matrix, level: float) -> Matrix:
    """Where a change is stronger than this, 0 or 1, less specks, and whole where pale paper turns into ink."""
    clear = cv2.morphologyEx((change > level).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.morphologyEx(clear, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))


def _is_bare(change: Matrix) -> bool:
    """Whether nothing plainly differs from the empty table."""
    return bool(_clearly(change, DIFFERENT).mean() <= STILL)


def _inked_ones(bgr: Image, change: Matrix, cards: Iterable[Points]) -> tuple[Points, ...]:
    """Those cards, given by their corners, that have ink, each of them once."""
    found = list[Points]()
    for corners in cards:
        if _inked(bgr, change, corners) and not any(same_card(corners, known) for known in found):
            found.append(corners)
    return tuple(found)


def _inked(bgr: Image, change: Matrix, corners: Points) -> bool:
    """Whether as much is clearly new within these corners [4, 2] as a card has ink, and some of it darker than paper.

    A napkin has nothing that is; of an ace little is, but for its corners, where cards' edges are.
    """
    left, top, width, height = cv2.boundingRect(corners.astype(np.float32))
    place, middle = (slice(max(top, 0), top + height), slice(max(left, 0), left + width)), corners.mean(axis=0)
    within = np.zeros(change.shape, np.uint8)
    cv2.fillConvexPoly(within, np.round(middle + (1 - CORNER) * (corners - middle)).astype(np.int32), 1)
    darkest = -highest(-_log(bgr[place]))
    dark = np.count_nonzero((darkest < darkest.max() - DIFFERENT) & (within[place] > 0))
    least = _INKED * cv2.contourArea(corners.astype(np.float32))
    return bool(dark > least / _PIPS and np.count_nonzero(change[place] > DIFFERENT) > least)


def same_card(one: Points, other: Points) -> bool:
    """Whether the middle of one card lies within the other, each given by its corners [4, 2]."""
    x, y = one.mean(axis=0)
    return cv2.pointPolygonTest(other.astype(np.float32), (float(x), float(y)), False) >= 0


def _log(bgr: Image) -> Matrix:
    blurred = cv2.GaussianBlur(bgr, (0, 0), 1.0).astype(np.float32)
    logarithm: Matrix = cv2.log(blurred + 16.0)
    return logarithm


def _fitted(outline: Points) -> Points | None:
    """The crossings of the four lines fitted to an outline's sides, the first side a short one; None for no card."""
    box = cv2.boxPoints(cv2.minAreaRect(outline.astype(np.float32)))
    if np.linalg.norm(box[1] - box[0]) > np.linalg.norm(box[2] - box[1]):
        box = np.roll(box, -1, axis=0)
    lines = [line for line in _sides(outline, box) if line is not None]
    if len(lines) < 4:
        return None
    crossings = [np.cross(one, other) for one, other in pairwise([lines[-1], *lines])]
    corners = np.array([crossing[:2] / crossing[2] for crossing in crossings if abs(crossing[2]) > 1e-9])
    return corners if len(corners) == 4 else None


def _sides(outline: Points, box: Points) -> Iterator[Matrix | None]:
    """The line (a, b, c with ax + by + c = 0) fitted to the outline along the middle of each side of a box."""
    middle = box.mean(axis=0)
    for start, end in pairwise([*box, box[0]]):
        along = (end - start) / np.linalg.norm(end - start)
        outward = np.array([along[1], -along[0]])
        outward = outward if outward @ (start - middle) > 0 else -outward
        at, far = (outline - middle) @ along, (outline - middle) @ outward
        reach, depth = np.linalg.norm(end - start) / 2, abs((start - middle) @ outward)
        points = outline[(np.abs(at) < _SIDE * reach) & (far > depth / 2)]
        if len(points) < 8:
            yield None
            continue
        dx, dy, x, y = cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        yield np.array([dy, -dx, dx * y - dy * x])


def _card_shaped(corners: Points, outline: Points) -> bool:
    """Whether four corners [4, 2] are those of the card with this outline, a contour as OpenCV has it."""
    sides = np.maximum(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1), 1e-9)
    ratio, uneven = (sides[1] + sides[3]) / (sides[0] + sides[2]), np.abs(np.log(sides[:2] / sides[2:])).max()
    left, top, width, height = box = np.array(cv2.boundingRect(outline))
    off = np.abs((corners - box[:2]) / box[2:] - 0.5).max()
    if off > 0.5 + CORNER or uneven > _UNEVEN or not _RATIO / _SKEWED < ratio < _RATIO * _SKEWED:
        return False
    around, filled = np.zeros((2, height, width), np.uint8)
    cv2.fillConvexPoly(around, np.round(corners).astype(np.int32) - (left, top), 1)
    cv2.drawContours(filled, [outline - (left, top)], -1, 1, cv2.FILLED)
    return bool(np.count_nonzero(around & filled) > _FILLED * np.count_nonzero(around | filled))

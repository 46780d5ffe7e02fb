"""A table without a board: nothing but a discard pile, known from one picture of the empty table.

The first card that lies there alone calibrates itself. What differs from the empty table is one bright rectangle, with
edges, which a lamp's mirror image beside it has none of; its four sides, fitted to what is between the rounded corners,
give the plane of the table in squares of half a card, as the pile reader measures it. Whenever the pile was
taken away, the next card that lies alone is found the same way.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

import cv2
import numpy as np

from companion.games.squares import SIZE, SQUARES
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.vision.card_outline import CARD_SQUARES, CORNER, Outline
from companion.vision.frame import Frame, Image, Matrix, Points, highest
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.pile import PATIENCE
from companion.vision.pile_card import CornerClassifier, Picture
from companion.vision.pile_finder import STILL
from companion.vision.pile_window import DIFFERENT, against_surroundings
from companion.vision.piles import PilesMemory, PilesReader
from companion.vision.table import DARK

_FAINTER = (DIFFERENT, DIFFERENT / 4, DIFFERENT / 16)
"""The differences at which a card's paper may stand out from the table: a white cloth is as pale as a card."""
_LARGE = 0.25
"""A card covers at most this part of the picture: more is a table cloth. From an eighth to a half 48 laid cards are
read alike."""
_SMALL = 4 * STILL
"""And at least this: plainly more than what may differ on an empty table."""
_FILLED = 0.93
"""Four sides and the card they are drawn around have at least this part in common: only its corners are missing. At
half of it eight of 48 laid cards are asked instead of one, and five not noticed instead of two."""
_RATIO, _SKEWED = CARD_SQUARES[1] / CARD_SQUARES[0], 1.4
"""Length by width, and by which factor a view up to 40 degrees off vertical may change it: 1 / cos 40, and perspective.
At 1.3 the first card was no card in 7 of 96 such views."""
_SIDE = 1 - 2 * CORNER
"""The middle part of a side to which its line is fitted."""
_STILL_PX = 1.5
"""A card lies still when no corner moved by more since the frame before. From 0.75 to 3 48 laid cards are read
alike."""
_INKED = 0.02
"""At least this part of a face is ink: what is paler than that all over is no more than another light. From 0.01 to
0.04 48 laid cards are read alike."""
_PLACE = (2 * SIZE, SIZE / 2)
"""Where the card's middle is put in coordinates of a board that is not there: beside it."""
_CARD = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(CARD_SQUARES) / 2 + np.array(_PLACE)
"""Its corners there."""
_FIRST = Outline(*_PLACE, *CARD_SQUARES, 0.0, 1.0)
"""The first card there; its four sides are known."""
_NO_BOARD = BoardObservation((None,) * len(SQUARES))


@dataclass(frozen=True, slots=True, eq=False)
class PileTableMemory:
    """What one frame leaves for the next; opaque to everybody else."""

    piles: PilesMemory = field(default_factory=PilesMemory)
    geometry: BoardGeometry | None = None
    """The table's plane, once a card was found on it."""
    corners: Points | None = None
    """The corners of the card that lay alone in the frame before."""
    hidden_frames: int = 0
    begun: bool = False
    """Whether there was a pile before."""


@dataclass(frozen=True, slots=True, eq=False)
class PileTableReading:
    """What one frame shows: the observation for the referee, and where the top card lies, for pictures."""

    observation: TableObservation
    geometry: BoardGeometry | None
    pile_outline: Outline | None


class PileTableReader:
    """Reads frames of a table that has only a pile.

    `empty_bgr` [height, width, 3] shows the table without any card, as large as frames or larger.
    """

    def __init__(self, empty_bgr: Image, card_index: CornerClassifier) -> None:
        self._empty = _log(empty_bgr)
        self._piles = PilesReader(card_index, most=1)

    def start(self) -> PileTableMemory:
        """The memory before the first frame."""
        return PileTableMemory()

    def read(self, frame: Frame, memory: PileTableMemory) -> tuple[PileTableReading, PileTableMemory]:
        """What this frame shows, and the memory for the next."""
        dark = bool(np.percentile(frame.bgr[::8, ::8], 100 * (1 - _SMALL)) < DARK)  # but for less than a card
        if dark:
            pile = PileObservation(hidden=True)
        else:
            pile, memory = self._looked(frame.bgr, memory)
        notices = ("TOO_DARK",) if dark else ()
        seen = TableObservation(frame.taken_at_s, True, pile.hidden, _NO_BOARD, pile, notices)
        return PileTableReading(seen, memory.geometry, memory.piles.outline), memory

    def _looked(self, bgr: Image, memory: PileTableMemory) -> tuple[PileObservation, PileTableMemory]:
        """The pile where it was, or where a card alone shows that it was begun anew."""
        if memory.geometry is None:
            return self._found(bgr, memory)
        pile, memory = self._followed(bgr, memory.geometry, memory)
        return self._found(bgr, memory) if memory.hidden_frames >= PATIENCE else (pile, memory)

    def _followed(
        self, bgr: Image, geometry: BoardGeometry, memory: PileTableMemory
    ) -> tuple[PileObservation, PileTableMemory]:
        """The pile where it was."""
        pile, piles_memory = self._piles.read(bgr, geometry, memory.piles)
        if (pile.hidden or pile.came) and not _inked(_strongest(self._brighter(bgr)), card_in(geometry)):
            return PileObservation(hidden=True), PileTableMemory(begun=True)
        hidden_frames = memory.hidden_frames + 1 if pile.hidden else 0
        return pile, replace(memory, piles=piles_memory, hidden_frames=hidden_frames)

    def _found(self, bgr: Image, memory: PileTableMemory) -> tuple[PileObservation, PileTableMemory]:
        """A card that has come to lie alone on the table; the pile begins with it."""
        before, brighter = memory.corners, self._brighter(bgr)
        change, sharp = _strongest(brighter), highest(against_surroundings(brighter))
        tried = (card_corners(_clearly(shown, level)) for shown in (sharp, change) for level in _FAINTER)
        corners = next((one for one in tried if one is not None and _inked(change, one)), None)
        memory = replace(memory, corners=corners)
        if corners is None:
            return PileObservation(hidden=memory.begun or _clearly(change, DIFFERENT).mean() > STILL), memory
        if before is None or float(np.abs(corners - before).max()) > _STILL_PX:
            return PileObservation(hidden=True), memory
        geometry = geometry_of(corners)
        begun = self._piles.begin(Picture(bgr, geometry), _FIRST)
        if begun is None:
            return PileObservation(hidden=True), memory
        pile, piles_memory = begun
        return pile, PileTableMemory(piles_memory, geometry, begun=True)

    def _brighter(self, bgr: Image) -> Matrix:
        """How much brighter than the empty table the picture is [height, width, 3], in logarithms, in any light."""
        height, width = bgr.shape[:2]
        alike = self._empty.shape[:2] == (height, width)
        change = _log(bgr) - (self._empty if alike else cv2.resize(self._empty, (width, height)))
        brighter: Matrix = change - np.median(change[::8, ::8], axis=(0, 1))  # a few spots tell how bright it is today
        return brighter


def _strongest(brighter: Matrix) -> Matrix:
    """How much else than the empty table a picture shows, in any colour."""
    strongest: Matrix = highest(np.abs(brighter))
    return strongest


def _clearly(change: Matrix, level: float) -> Matrix:
    """Where a change is stronger than this, 0 or 1, less specks, and whole where pale paper turns into ink."""
    clear = cv2.morphologyEx((change > level).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.morphologyEx(clear, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))


def _inked(change: Matrix, corners: Points) -> bool:
    """Whether there is as much that is clearly new as a card there [4, 2] has ink, anywhere."""
    ink = np.count_nonzero(change > DIFFERENT)
    return bool(ink > _INKED * cv2.contourArea(corners.astype(np.float32)))


def card_corners(new: Matrix) -> Points | None:
    """The corners [4, 2] of the one card in a mask of what is new, in pixels, round it from its top left.

    The first side is one of the short ones. None when there is no card, or anything beside it.
    """
    outlines, _ = cv2.findContours(new, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea, default=None)
    if outline is None or not _SMALL * new.size < cv2.contourArea(outline) < _LARGE * new.size:
        return None
    filled = cv2.drawContours(np.zeros_like(new), [outline], -1, 1, cv2.FILLED)
    if (new & (1 - filled)).mean() > STILL:
        return None
    corners = _fitted(outline[:, 0].astype(float))
    return corners if corners is not None and _card_shaped(corners, filled) else None


def geometry_of(corners: Points) -> BoardGeometry:
    """The table's plane in a picture, in squares, from a card's corners [4, 2], the first side a short one."""
    plane = cv2.getPerspectiveTransform(_CARD.astype(np.float32), corners.astype(np.float32))
    return BoardGeometry(Lens(1.0, (0.0, 0.0)), plane)


def card_in(geometry: BoardGeometry) -> Points:
    """The corners [4, 2] from which a table's plane was found, in pixels."""
    return geometry.image_from_board(_CARD)


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


def _card_shaped(corners: Points, filled: Matrix) -> bool:
    """Whether four corners are those of the card whose pixels are these, 0 or 1."""
    around = cv2.fillConvexPoly(np.zeros_like(filled), np.round(corners).astype(np.int32), 1)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    ratio = (sides[1] + sides[3]) / max(sides[0] + sides[2], 1e-9)
    common = np.count_nonzero(around & filled) > _FILLED * np.count_nonzero(around | filled)
    return bool(common and _RATIO / _SKEWED < ratio < _RATIO * _SKEWED)

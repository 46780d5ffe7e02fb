"""Looking for the newest card on a pile, in steps, of which a frame with a hand in it takes few.

The window is searched in a hurry first: half as large, at every second turn, and then at full size next to the best.
The outline found is fitted, put right where the card itself shows that it is off, and its two ends are read.
When that leaves a doubt, as with one card in seven, the window is searched thoroughly, a few turns at a time, and the
best outlines that are other places than those tried are fitted and read one after the other.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from math import inf

import cv2

from companion.vision.card_outline import Centres, Lines, Outline, alike, best_of, find_outlines, lines_of
from companion.vision.frame import Image, Matrix
from companion.vision.outline_fit import refine
from companion.vision.pile_card import (
    CardReading,
    CornerClassifier,
    Glance,
    OldInk,
    Picture,
    Place,
    disputed,
    glance_at,
    place_at,
    pooled,
    put_right,
    weighed,
)
from companion.vision.pile_window import PX_PER_SQUARE, PileWindow, centres, old_ink

_NEXT_TURN_DEG = 3
_NEAR_PX = 16
"""A hurried search is right to so many pixels."""
_OUTLINES = 3
"""How many outlines of a thorough search are tried, the first one included."""
_TURNS_A_STEP = 6
_HURRY_WORK, _FIT_WORK, _READ_WORK, _THOROUGH_WORK = 1, 1, 2, 2
"""How much a step counts for, about its warps of the frame; to read is one look at both ends."""
_TO_FIT = 2 * _HURRY_WORK + _FIT_WORK
"""What finding and fitting the first outline comes to."""

Step = Callable[[], "Search"]


class Haste(Enum):
    """How much else there is to do in a frame, and what a search may cost it: once the pile lies still, and before.

    While a hand is above the board there is time, and frames in which the board was read as well do least; when it has
    gone, the turn is waited for, and few frames cost much.
    """

    NONE = (inf, _TO_FIT)
    BUSY = (inf, 0)
    ATTENDED = (_FIT_WORK + _READ_WORK, _TO_FIT)
    BUSY_ATTENDED = (_READ_WORK, 0)

    def __init__(self, still_work: float, early_work: float) -> None:
        """With so much work in a frame."""
        self.still_work, self.early_work = still_work, early_work


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """What is known so far of the card that has come to lie on top between two views through a window."""

    window: PileWindow
    before: Image
    view: Image
    lines: Lines
    turns_deg: tuple[float, ...]
    """Turns at which to search, first in a hurry; those still left if the first outline leaves a doubt."""
    hurried: bool = False
    """Whether it was searched in a hurry."""
    rough: Outline | None = None
    """The best that was found in a hurry, until it is looked at with full size."""
    outlines: tuple[Outline, ...] = ()
    """To be fitted and read next, in pixels of the window."""
    found: tuple[Outline, ...] = ()
    """The best of the thorough search so far."""
    fitted: bool = False
    tried: tuple[Outline, ...] = ()
    """Those that were fitted."""
    ink: Matrix | None = None
    """The old ink, known once the first outline was fitted."""
    glance: Glance | None = None
    """A first look that leaves a doubt, until what is old ink is looked at otherwise."""
    unmoved: Place | None = None
    """Where a card seemed to lie before it was put right, while a doubt may remain."""
    moved: CardReading | None = None
    """The doubtful reading where it was put right, until it is read where it was as well."""
    readings: tuple[CardReading, ...] = ()

    @property
    def best(self) -> CardReading | None:
        """What all readings so far come to."""
        return pooled(self.readings) if self.readings else None

    @property
    def done(self) -> bool:
        """Whether further steps would tell nothing more."""
        certain = bool(self.readings) and self.readings[-1].certain and not disputed(self.readings)
        waiting = self.glance or self.moved or self.rough or self.outlines or self.turns_deg or self.found
        return certain or not waiting

    def after(self, index: CornerClassifier, picture: Picture, work: float) -> "Search":
        """The search after so much more work, in warps of the frame; `picture` shows what the view shows."""
        search = self
        while not search.done:
            cost, step = search._next(index, picture)
            if cost > work:
                break
            search, work = step(), work - cost
        return search

    def _next(self, index: CornerClassifier, picture: Picture) -> tuple[int, Step]:
        """What is to be done next, and what it costs."""
        if self.glance is not None:
            return _READ_WORK, lambda: self._look_again(index)
        if self.moved is not None:
            return _READ_WORK, lambda: self._read_unmoved(index)
        if not self.hurried:
            return _HURRY_WORK, self._hurried
        if self.rough is not None:
            return _HURRY_WORK, self._nearby
        if self.outlines:
            return (_READ_WORK, lambda: self._read(index, picture)) if self.fitted else (_FIT_WORK, self._fit)
        return (_THOROUGH_WORK, self._thorough) if self.turns_deg else (0, self._choose)

    def _hurried(self) -> "Search":
        lines = lines_of(_half(self.view), PX_PER_SQUARE / 2, _half(self.before))
        rough = find_outlines(lines, self.turns_deg[::2], 1, centres(0.5))[0]
        return replace(self, hurried=True, rough=replace(rough, x=2 * rough.x + 0.5, y=2 * rough.y + 0.5))

    def _nearby(self) -> "Search":
        rough = self.rough
        assert rough is not None
        turns = (rough.turn_deg + more for more in (-_NEXT_TURN_DEG, 0, _NEXT_TURN_DEG))
        near = Centres(round(rough.x), round(rough.y), (_NEAR_PX, _NEAR_PX))
        return replace(self, rough=None, outlines=tuple(find_outlines(self.lines, turns, 1, near)))

    def _thorough(self) -> "Search":
        turns, later = self.turns_deg[:_TURNS_A_STEP], self.turns_deg[_TURNS_A_STEP:]
        found = find_outlines(self.lines, turns, _OUTLINES, centres())
        return replace(self, turns_deg=later, found=best_of((*self.found, *found), _OUTLINES))

    def _choose(self) -> "Search":
        """Of the best outlines those that are other places than those tried."""
        new = (one for one in self.found if not any(alike(one, other) for other in self.tried))
        return replace(self, found=(), outlines=tuple(new))

    def _fit(self) -> "Search":
        ink = old_ink(self.before, self.view) if self.ink is None else self.ink
        first, *later = self.outlines
        fine = refine(self.lines, first)
        return replace(self, outlines=(fine, *later), tried=(*self.tried, fine), ink=ink, fitted=True)

    def _read(self, index: CornerClassifier, picture: Picture) -> "Search":
        first, *later = self.outlines
        outline, old = self.window.on_board(first), None if self.ink is None else OldInk(self.ink, first)
        place = place_at(picture, outline, old)
        right = put_right(picture, place)
        search = replace(self, outlines=tuple(later), fitted=False, unmoved=right and place)
        return search._seen(glance_at(index, right or place))

    def _read_unmoved(self, index: CornerClassifier) -> "Search":
        assert self.unmoved is not None
        return replace(self, unmoved=None)._seen(glance_at(index, self.unmoved))

    def _look_again(self, index: CornerClassifier) -> "Search":
        assert self.glance is not None
        return replace(self, glance=None)._told(self.glance.looked_again(index))

    def _seen(self, glance: Glance) -> "Search":
        return self._told(glance.reading) if glance.will_do else replace(self, glance=glance)

    def _told(self, reading: CardReading) -> "Search":
        """With what an outline says; if it was put right and leaves a doubt, it is read where it was before."""
        if self.unmoved is not None and not reading.certain:
            return replace(self, moved=reading)
        whole = reading if self.moved is None else weighed((self.moved, reading))
        return replace(self, unmoved=None, moved=None, readings=(*self.readings, whole))


def search_for(window: PileWindow, before: Image, view: Image, turns_deg: Iterable[float]) -> Search:
    """A search, not begun yet, for what has changed between two views of a pile, at these turns."""
    return Search(window, before, view, lines_of(view, PX_PER_SQUARE, before), tuple(turns_deg))


def _half(view: Image) -> Image:
    return cv2.resize(view, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)

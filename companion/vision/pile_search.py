"""Looking for the newest card on a pile, over a few frames, so that none costs much.

The window is searched in a hurry first: half as large, at every second turn, and then at full size next to the best.
The outline found is fitted, and its two ends are read. When that leaves a doubt, as with one card in seven, the
window is searched thoroughly, and the best outlines are fitted and read one after the other.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2

from companion.vision.card_outline import Lines, Outline, find_outlines, lines_of
from companion.vision.frame import Image, Matrix
from companion.vision.outline_fit import refine
from companion.vision.pile_card import CardReading, CornerClassifier, OldInk, Picture, pooled, read_outline
from companion.vision.pile_window import PX_PER_SQUARE, PileWindow, old_ink

_NEXT_TURN_DEG = 3
_OUTLINES = 3
"""How many outlines of a thorough search are read."""
_FIT_WORK, _READ_WORK, _THOROUGH_WORK = 1, 2, 6
"""What a step costs, in warps of the frame, about."""
_WORK_A_FRAME = 10
"""A thorough search and the best it finds."""


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """What is known so far of the card that has come to lie on top between two views through a window."""

    window: PileWindow
    before: Image
    view: Image
    lines: Lines
    outlines: tuple[Outline, ...]
    """To be fitted and read next, in pixels of the window."""
    turns_deg: tuple[float, ...]
    """Turns at which to search thoroughly, if those leave a doubt."""
    fitted: bool = False
    ink: Matrix | None = None
    """The old ink, known once the first outline was fitted."""
    readings: tuple[CardReading, ...] = ()

    @property
    def best(self) -> CardReading | None:
        """What all readings so far come to."""
        return pooled(self.readings) if self.readings else None

    @property
    def done(self) -> bool:
        """Whether further steps would tell nothing more."""
        certain = bool(self.readings) and self.readings[-1].certain
        return certain or not (self.outlines or self.turns_deg)

    def after(self, index: CornerClassifier, picture: Picture) -> "Search":
        """The search after as much more work as one frame may cost; `picture` shows what the view shows."""
        search, spent = self, 0
        while not search.done and spent + search._cost <= _WORK_A_FRAME:
            spent += search._cost
            search = search._step(index, picture)
        return search

    @property
    def _cost(self) -> int:
        if not self.outlines:
            return _THOROUGH_WORK
        return _READ_WORK if self.fitted else _FIT_WORK

    def _step(self, index: CornerClassifier, picture: Picture) -> "Search":
        if self.outlines:
            return self._read(index, picture) if self.fitted else self._fit()
        found = find_outlines(self.lines, PX_PER_SQUARE, self.turns_deg, _OUTLINES)
        return replace(self, outlines=tuple(found), turns_deg=())

    def _fit(self) -> "Search":
        ink = old_ink(self.before, self.view) if self.ink is None else self.ink
        first, *later = self.outlines
        return replace(self, outlines=(refine(self.lines, first, PX_PER_SQUARE), *later), ink=ink, fitted=True)

    def _read(self, index: CornerClassifier, picture: Picture) -> "Search":
        first, *later = self.outlines
        old = None if self.ink is None else OldInk(self.ink, first)
        reading = read_outline(index, picture, self.window.on_board(first), old)
        return replace(self, outlines=tuple(later), fitted=False, readings=(*self.readings, reading))


def search_for(window: PileWindow, before: Image, view: Image, turns_deg: Iterable[float]) -> Search:
    """Begin to look, in a hurry, for what has changed between two views of a pile, at these turns."""
    turns, lines = tuple(turns_deg), lines_of(view, before)
    rough = find_outlines(lines_of(_half(view), _half(before)), PX_PER_SQUARE / 2, turns[::2], 1)
    near = [one.turn_deg + more for one in rough for more in (-_NEXT_TURN_DEG, 0, _NEXT_TURN_DEG)]
    return Search(window, before, view, lines, tuple(find_outlines(lines, PX_PER_SQUARE, near, 1)), turns)


def _half(view: Image) -> Image:
    return cv2.resize(view, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)

"""The discard pile beside the board: which card lies on top, and how often that has changed.

The pile's surroundings are compared with how they looked when the top card was last seen at rest. While
they look the same nothing is done. When they differ and lie still, the newest card's outline is searched
for with what is new as the guide, and its two ends are read, over a few frames. Nothing here asks for colours
or for a place: a pile is where a card lies face up beside the board.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.referee.observation import PileObservation
from companion.vision.card_outline import Outline, find_outlines, lines_of
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.outline_fit import refine
from companion.vision.pile_card import CardReading, CornerClassifier, Picture, pooled, read_outline
from companion.vision.pile_finder import possible_piles
from companion.vision.pile_search import Haste, Search, search_for
from companion.vision.pile_sight import Sight, believable, same_card, sight_of, with_top
from companion.vision.pile_window import (
    PX_PER_SQUARE,
    centres,
    changed_part,
    faces_up,
    relief_of,
    window_around,
    within,
)

_SAME = 0.012
"""Which part of the top card may look different before something has happened to it."""
_ANY_TURN_DEG = range(-90, 90, 5)
_SLIGHT_TURNS_DEG = range(-21, 22, 3)
_SMALL_PX = (160, 120)
_AT_ONCE, _RETRY = 4, 16
"""How often a still picture that cannot be read is read at once, and then every how many frames, as light changes."""
_RIM_PX, _REACHED = 6, 0.03
"""A hand changes more than this part of the window's rim of this width."""
_PATIENCE = 25
"""For how many still frames a pile may be hidden before it is looked for elsewhere: it may have been reshuffled."""


@dataclass(frozen=True, slots=True, eq=False)
class PileMemory:
    """What is kept between frames; a fresh one knows of no pile."""

    changes: int = 0
    sight: Sight | None = None
    last_relief: Matrix | None = None
    """The window in the frame before."""
    still_frames: int = 0
    """For how many frames the window has been still."""
    last_small: Matrix | None = None
    """The whole picture, small, in the frame before; kept while a pile is looked for."""
    searched: Matrix | None = None
    """The whole picture, small, when it was last searched for a pile in vain."""
    search: Search | None = None
    """The search for the newest card, while it goes on."""

    @property
    def outline(self) -> Outline | None:
        """Where the top card was last seen, in board coordinates; None before there was one."""
        return None if self.sight is None else self.sight.reading.outline


@dataclass(frozen=True, slots=True, eq=False)
class PileReader:
    """Reads the pile frame by frame; it keeps nothing itself."""

    index: CornerClassifier

    def read(
        self, bgr: Image, geometry: BoardGeometry, memory: PileMemory, haste: Haste = Haste.NONE
    ) -> tuple[PileObservation, PileMemory]:
        """What the pile shows in this frame, and what to remember until the next.

        `bgr` is [height, width, 3], `geometry` the board in this very picture; in `haste` what can wait is left for
        the next frame. `hidden` means that nothing is known: a hand is above, the picture has not come to rest, or the
        card was not read yet.
        """
        picture = Picture(bgr, geometry)
        if memory.sight is None:
            return self._seek(picture, memory)
        window = memory.sight.window.under(geometry)
        view = window.view(bgr)
        now = replace(memory.sight, window=window, view=view, relief=relief_of(view))
        if changed_part(memory.sight.relief, now.relief, now.mask) < _SAME:
            return self._unchanged(picture, memory, now)
        memory = replace(memory, sight=replace(memory.sight, window=window))
        return self._changed(picture, memory, now, haste)

    def begin(self, picture: Picture, outline: Outline, changes: int) -> tuple[PileObservation, PileMemory] | None:
        """A pile whose first card lies within this outline (board coordinates), read or not; None for none face up."""
        sight = sight_of(read_outline(self.index, picture, outline), picture)
        up = sight.reading.is_card or faces_up(sight.view, sight.window.in_window(outline))
        return _shown(PileMemory(changes, sight)) if up else None

    def _unchanged(self, picture: Picture, memory: PileMemory, sight: Sight) -> tuple[PileObservation, PileMemory]:
        """The top card is where it was; if it could not be read, it is looked at a few times more."""
        still_frames = memory.still_frames + 1
        if not sight.reading.sure and _due(still_frames):
            again = read_outline(self.index, picture, sight.reading.outline, sight.reading.old_ink)
            if _adds(sight.reading, again):
                sight = replace(sight, reading=pooled([sight.reading, again]))
        return _shown(PileMemory(memory.changes, sight, sight.relief, still_frames))

    def _changed(
        self, picture: Picture, memory: PileMemory, now: Sight, haste: Haste
    ) -> tuple[PileObservation, PileMemory]:
        """Something happened to the top card: once it lies still, the newest card is looked for."""
        sight = memory.sight
        assert sight is not None
        still = memory.last_relief is not None and changed_part(memory.last_relief, now.relief, now.mask) < _SAME
        still_frames = memory.still_frames + 1 if still else 0
        goes_on = still_frames > 1 or (still and _stands(memory, now))
        search = memory.search if goes_on else None
        memory = replace(memory, last_relief=now.relief, still_frames=still_frames, search=search)
        search = self._search(picture, memory, now, haste)
        seen = search.best if search is not None and search.done else None
        if seen is not None and believable(seen, sight, now.relief):
            changes = memory.changes + (not same_card(seen, sight, now.relief))
            return _shown(PileMemory(changes, with_top(seen, now, picture)))
        memory = replace(memory, search=search)
        if memory.still_frames >= _PATIENCE:
            return self._seek(picture, memory)
        return PileObservation(memory.changes, hidden=True), memory

    def _search(self, picture: Picture, memory: PileMemory, now: Sight, haste: Haste) -> Search | None:
        """The search for the newest card, some work further; begun before it is known to lie still, if it may."""
        assert memory.sight is not None
        search = memory.search
        if not memory.still_frames and (not haste.early_work or _reached_over(memory.sight, now)):
            return None
        if search is None or (search.done and _due(memory.still_frames)):
            turns = _SLIGHT_TURNS_DEG if memory.still_frames <= 1 else _ANY_TURN_DEG
            turned = [now.reading.outline.turn_deg + more for more in turns]
            search = search_for(now.window, memory.sight.view, now.view, turned)
        return search.after(self.index, picture, haste.still_work if memory.still_frames else haste.early_work)

    def _seek(self, picture: Picture, memory: PileMemory) -> tuple[PileObservation, PileMemory]:
        """Look for a pile anywhere beside the board, whenever the picture has changed and come to rest."""
        small = relief_of(cv2.resize(picture.bgr, _SMALL_PX, interpolation=cv2.INTER_AREA))
        still, memory = _alike(memory.last_small, small), replace(memory, last_small=small)
        nothing = PileObservation(memory.changes, hidden=memory.sight is not None)
        if not still or _alike(memory.searched, small):
            return nothing, memory
        found = self._face(picture)
        if found is None:
            return nothing, replace(memory, searched=small)
        changes = memory.changes + (memory.searched is not None or memory.sight is not None)
        return _shown(PileMemory(changes, sight_of(found, picture)))

    def _face(self, picture: Picture) -> CardReading | None:
        """A card beside the board whose face is read without doubt, or else what is most like one and surely a card."""
        doubtful = []
        for reading in self._faces(picture):
            if reading.certain:
                return reading
            doubtful += [reading] if reading.is_card else []
        return max(doubtful, key=lambda one: one.merit, default=None)

    def _faces(self, picture: Picture) -> Iterator[CardReading]:
        """What is read beside the board, at any turn, where a card may lie face up."""
        for place in possible_piles(picture.bgr, picture.geometry):
            window = window_around((place.x, place.y), picture.geometry)
            view = window.view(picture.bgr)
            for outline in _outlines(view, _ANY_TURN_DEG, keep=8):
                if faces_up(view, outline):
                    yield read_outline(self.index, picture, window.on_board(outline))


def _due(still_frames: int) -> bool:
    return 0 < still_frames <= _AT_ONCE or still_frames % _RETRY == _RETRY - 1


def _adds(reading: CardReading, again: CardReading) -> bool:
    """Whether a second look at the same place tells more; it says little against what was read at other places."""
    return not reading.useful or (again.certain and again.cards[0][0] == reading.cards[0][0])


def _alike(before: Matrix | None, now: Matrix) -> bool:
    return before is not None and changed_part(before, now, np.ones_like(now)) < _SAME / 10


def _stands(memory: PileMemory, now: Sight) -> bool:
    """Whether what a search found in the frame before looks the same in this one: a hand may have been in its way."""
    if memory.search is None or memory.last_relief is None or not memory.search.outlines:
        return False
    return changed_part(memory.last_relief, now.relief, within(memory.search.outlines[0])) < _SAME


def _reached_over(before: Sight, now: Sight) -> bool:
    """Whether what has changed goes on beyond the window, as hands do; a card that lies on the pile does not."""
    rim = np.ones_like(now.relief)
    rim[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX] = 0
    return changed_part(before.relief, now.relief, rim) > _REACHED


def _outlines(view: Image, turns_deg: Iterable[float], keep: int) -> list[Outline]:
    """The best outlines in a window, in its pixels."""
    lines = lines_of(view, PX_PER_SQUARE)
    rough = find_outlines(lines, turns_deg, keep, centres())
    fine = [refine(lines, outline) for outline in rough]
    return sorted(fine, key=lambda outline: -outline.score)


def _shown(memory: PileMemory) -> tuple[PileObservation, PileMemory]:
    assert memory.sight is not None
    reading = memory.sight.reading
    return PileObservation(memory.changes, reading.cards if reading.useful else ()), memory

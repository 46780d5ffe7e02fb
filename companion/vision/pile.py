"""The discard pile beside the board: which card lies on top, and how often that has changed.

The pile's surroundings are compared with how they looked when the top card was last seen at rest. While
they look the same nothing is done. When they differ and lie still, the newest card's outline is spotted,
and searched for around the spot with what is new as the guide; its two ends are read. Nothing here asks for
colours or for a place: a pile is where a card lies face up beside the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.referee.observation import PileObservation
from companion.vision.card_outline import Centres, Lines, Outline, find_outlines, lines_of
from companion.vision.card_spotter import CardSpotter, load_card_spotter
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.outline_fit import refine
from companion.vision.pile_card import (
    CardReading,
    CornerClassifier,
    OldInk,
    Picture,
    disputed,
    pooled,
    read_outline,
)
from companion.vision.pile_finder import possible_piles
from companion.vision.pile_sight import Sight, believable, same_card, sight_of, with_top
from companion.vision.pile_window import (
    PX_PER_SQUARE,
    changed_part,
    faces_up,
    old_ink,
    relief_of,
    window_around,
    within,
)

_SAME = 0.012
"""Which part of the top card may look different before something has happened to it."""
_TURNS_DEG, _NEAR_PX = range(-9, 10, 3), (16, 16)
"""How far a card may lie from where it was spotted, in degrees and, along its sides, in pixels of the window."""
_DRAWN = 2
"""How many outlines around it are tried: on a pale table, or among warped cards, the best drawn one may be wrong."""
_SMALL_PX = (160, 120)
_AT_ONCE, _RETRY = 4, 16
"""How often a still picture that cannot be read is read at once, and then every how many frames, as light changes."""
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

    @property
    def outline(self) -> Outline | None:
        """Where the top card was last seen, in board coordinates; None before there was one."""
        return None if self.sight is None else self.sight.reading.outline


@dataclass(frozen=True, slots=True, eq=False)
class PileReader:
    """Reads the pile frame by frame; it keeps nothing itself."""

    index: CornerClassifier
    spotter: CardSpotter = field(default_factory=load_card_spotter)

    def read(self, bgr: Image, geometry: BoardGeometry, memory: PileMemory) -> tuple[PileObservation, PileMemory]:
        """What the pile shows in this frame, and what to remember until the next.

        `bgr` is [height, width, 3], `geometry` the board in this very picture. `hidden` means that nothing is known: a
        hand is above, the picture has not come to rest, or the card was not read yet.
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
        return self._changed(picture, memory, now)

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

    def _changed(self, picture: Picture, memory: PileMemory, now: Sight) -> tuple[PileObservation, PileMemory]:
        """Something happened to the top card: once it lies still, the newest card is looked for."""
        sight = memory.sight
        assert sight is not None
        still = memory.last_relief is not None and changed_part(memory.last_relief, now.relief, now.mask) < _SAME
        memory = replace(memory, last_relief=now.relief, still_frames=memory.still_frames + 1 if still else 0)
        seen = self._newest(picture, sight, now) if _due(memory.still_frames) else None
        if seen is not None and believable(seen, sight, now.relief):
            changes = memory.changes + (not same_card(seen, sight, now.relief))
            return _shown(PileMemory(changes, with_top(seen, now, picture)))
        if memory.still_frames >= _PATIENCE:
            return self._seek(picture, memory)
        return PileObservation(memory.changes, hidden=True), memory

    def _newest(self, picture: Picture, before: Sight, now: Sight) -> CardReading | None:
        """The card that has changed most of what the window shows; None while none lies uncovered."""
        spotted = self.spotter.spot(now.view)
        if not spotted:
            return None
        rough = max(spotted, key=lambda one: one.score * changed_part(before.relief, now.relief, within(one)))
        readings: list[CardReading] = []
        lines, ink = lines_of(now.view, PX_PER_SQUARE, before.view), old_ink(before.view, now.view)
        for outline in _nearby(lines, rough):
            readings.append(read_outline(self.index, picture, now.window.on_board(outline), OldInk(ink, outline)))
            if readings[-1].certain and not disputed(readings):
                break
        return pooled(readings)

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
        for place in possible_piles(self.spotter, picture.bgr, picture.geometry):
            window = window_around((place.x, place.y), picture.geometry)
            for outline in self.spotter.spot(window.view(picture.bgr))[:1]:
                yield read_outline(self.index, picture, window.on_board(outline))


def _due(still_frames: int) -> bool:
    return 0 < still_frames <= _AT_ONCE or still_frames % _RETRY == _RETRY - 1


def _adds(reading: CardReading, again: CardReading) -> bool:
    """Whether a second look at the same place tells more; it says little against what was read at other places."""
    return not reading.useful or (again.certain and again.cards[0][0] == reading.cards[0][0])


def _alike(before: Matrix | None, now: Matrix) -> bool:
    return before is not None and changed_part(before, now, np.ones_like(now)) < _SAME / 10


def _nearby(lines: Lines, rough: Outline) -> Iterator[Outline]:
    """Where a card that was spotted may lie exactly: the best drawn outlines around, and, as likely, the very spot."""
    turns, near = (rough.turn_deg + more for more in _TURNS_DEG), Centres(round(rough.x), round(rough.y), _NEAR_PX)
    drawn = [refine(lines, outline) for outline in find_outlines(lines, turns, _DRAWN, near)]
    yield from drawn
    yield replace(rough, score=max(outline.score for outline in drawn))


def _shown(memory: PileMemory) -> tuple[PileObservation, PileMemory]:
    assert memory.sight is not None
    reading = memory.sight.reading
    return PileObservation(memory.changes, reading.cards if reading.useful else ()), memory

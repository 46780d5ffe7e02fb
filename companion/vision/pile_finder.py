"""Where discard piles lie that are not known yet: anywhere beside the board where a card lies face up.

While no pile is in sight all of the table is searched. While one is, a place is where something has come and nothing
moves any more: many families have a pile before every player.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.card_spotter import CardSpotter, Spotted
from companion.vision.frame import Matrix
from companion.vision.pile_card import CardReading, CornerClassifier, Picture, read_outline
from companion.vision.pile_keyframe import SOMETHING, apart
from companion.vision.pile_window import DIFFERENT, HALF_SQUARES, PileWindow, window_around
from companion.vision.table_plan import Place, TablePlan, plan_of

STILL = 0.0005
"""Which part of a picture may differ in two of the same, or of an empty table; else a hand is there. Up to 0.0012 six
evenings are read alike, at 0.004 30 of their frames are lost."""
SEARCHES_A_FRAME = 5
"""So many places are searched for a pile in one frame, to keep it short."""
_SOME = SOMETHING / (2 * HALF_SQUARES) ** 2
"""The part of a window in which something has happened."""
_CARD = CARD_SQUARES[0] / 2
"""Nearer than that two middles are one card's."""


def beside(outline: Outline) -> bool:
    """Whether a card (board coordinates) lies beside the board, not on it: its centre is half its width away."""
    return max(abs(outline.x - SIZE / 2), abs(outline.y - SIZE / 2)) - SIZE / 2 > _CARD


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """The table around the piles that are known."""

    plan: TablePlan
    known: Picture
    """When every card was known."""
    looked_at: Matrix
    """The plan's contrast, window by window when another pile was last looked for there."""
    last: Matrix
    """The plan's contrast in the frame before."""

    def is_bare(self, window: Place) -> bool:
        """Whether the window of a pile looks as it did before there was one."""
        there = self.plan.window(window)
        return float(_differs(self.looked_at[there], self.last[there]).mean()) < _SOME


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A card beside the board, in a picture that may be some frames old."""

    reading: CardReading
    picture: Picture
    came: bool
    """Whether its place was seen without it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """A search in one picture, a few places a frame, whatever moves on the table meanwhile."""

    picture: Picture
    contrast: Matrix
    left: tuple[Place, ...]
    """Places that are still to be searched."""
    doubtful: CardReading | None = None
    """The clearest that was found so far, and is surely a card."""


@dataclass(frozen=True, slots=True, eq=False)
class FinderMemory:
    """What is kept between frames while no pile is in sight; a fresh one has seen nothing."""

    plan: TablePlan | None = None
    last: Matrix | None = None
    """The plan's contrast in the frame before."""
    searched: Matrix | None = None
    """The same when all of it was last searched in vain."""
    search: _Search | None = None
    """The search that is under way."""
    known: Picture | None = None
    """The table with no pile, if that was seen: a card that is printed on its cloth was there before."""


@dataclass(frozen=True, slots=True, eq=False)
class PileFinder:
    """Finds piles frame by frame; it keeps nothing itself."""

    index: CornerClassifier
    spotter: CardSpotter

    def seek(self, picture: Picture, memory: FinderMemory, *, first: bool) -> tuple[Found | None, FinderMemory]:
        """A card anywhere beside the board, looked for whenever the table has changed and come to rest.

        The `first` search goes on to its end, so that it is known where something has come since.
        """
        plan = _plan(memory.plan, picture)
        contrast, search = plan.contrast(picture.bgr), memory.search
        still, memory = alike(memory.last, contrast), replace(memory, plan=plan, last=contrast)
        goes_on = first and memory.searched is None
        if search is None or (still and not goes_on and not alike(search.contrast, contrast)):
            before = memory.searched
            if not still or (before is not None and not plan.busiest(_differs(before, contrast), least=_SOME)):
                return None, replace(memory, search=None)
            news = contrast if before is None else contrast - before
            search = _Search(picture, contrast, plan.busiest(np.abs(news), least=0.0))
        found, left = self._face(search, memory.known), search.left[SEARCHES_A_FRAME:]
        if left and not (found is not None and found.sure):
            return None, replace(memory, search=replace(search, left=left, doubtful=found))
        if found is None:
            return None, replace(memory, search=None, searched=search.contrast)
        return Found(found, search.picture, not goes_on), FinderMemory(known=memory.known)

    def further(
        self, picture: Picture, around: Surroundings, windows: Sequence[Place]
    ) -> tuple[Found | None, Surroundings]:
        """A card that has come to lie in none of the `windows` of known piles, looked for at one place a frame."""
        plan = _plan(around.plan, picture)
        contrast = plan.contrast(picture.bgr)
        news = _differs(around.looked_at, contrast) - _differs(around.last, contrast) / _SOME  # none where it moves
        around = replace(around, plan=plan, last=contrast)
        for window in windows:
            news[plan.window(window)] = 0
        place = next(iter(plan.busiest(news, least=_SOME)), None)
        if place is None:
            return None, around
        new = (card for card in self._new(picture, place, around.known) if not _within(card, windows))
        readings = sorted((read_outline(self.index, picture, card) for card in new), key=lambda one: -one.sure)
        card = next((one for one in readings if one.is_card), None)
        if card is not None:
            return Found(card, picture, came=True), around
        looked_at = around.looked_at.copy()
        looked_at[plan.window(place)] = contrast[plan.window(place)]
        return None, replace(around, looked_at=looked_at)

    def _face(self, search: _Search, known: Picture | None) -> CardReading | None:
        """The first card near the next places whose face is read without doubt, or else the clearest so far."""
        doubtful = search.doubtful
        for place in search.left[:SEARCHES_A_FRAME]:
            for card in self._new(search.picture, place, known):
                reading = read_outline(self.index, search.picture, card)
                if reading.sure:
                    return reading
                if reading.is_card and (doubtful is None or doubtful.outline.score < card.score):
                    doubtful = reading
        return doubtful

    def _new(self, picture: Picture, place: Place, known: Picture | None) -> list[Outline]:
        """The cards in the window around a place that did not lie there when every card was `known`, if ever."""
        window = window_around(place, picture.geometry)
        if known is None:
            return [one.outline for one in _cards(picture, window, self.spotter.spot(window.view(picture.bgr)))]
        before = window_around(place, known.geometry).view(known.bgr)
        cards = _cards(picture, window, self.spotter.spot(window.view(picture.bgr), before))
        new = [one.outline for one in cards if one.is_new]
        if len(new) == len(cards):
            return new
        old = [one.outline for one in _cards(known, window, self.spotter.spot(before))]  # bare, it tells little of news
        return [one.outline for one in cards if one.is_new or all(apart(one.outline, card) > _CARD for card in old)]


def _cards(picture: Picture, window: PileWindow, spotted: Iterable[Spotted]) -> list[Spotted]:
    """The cards beside the board that were spotted in a picture's window, in board coordinates."""
    cards = (replace(one, outline=window.on_board(one.outline)) for one in spotted)
    return [one for one in cards if beside(one.outline) and picture.shows(one.outline)]


def bare(picture: Picture) -> FinderMemory:
    """What a picture leaves that is known to show no pile: whatever is found later has come since."""
    plan = plan_of(picture.geometry, picture.bgr.shape)
    return FinderMemory(plan, searched=plan.contrast(picture.bgr), known=picture)


def surroundings_of(picture: Picture) -> Surroundings:
    """A table on which every card is known."""
    plan = plan_of(picture.geometry, picture.bgr.shape)
    contrast = plan.contrast(picture.bgr)
    return Surroundings(plan, picture, contrast, contrast)


def _plan(plan: TablePlan | None, picture: Picture) -> TablePlan:
    if plan is None or plan.geometry is not picture.geometry:
        return plan_of(picture.geometry, picture.bgr.shape)
    return plan


def _differs(before: Matrix, now: Matrix) -> Matrix:
    """Where two small contrasts differ [side, side], 0 or 1: ink is half as strong as in a large picture."""
    differs: Matrix = (cv2.absdiff(before, now) > DIFFERENT / 2).astype(np.float32)
    return differs


def alike(before: Matrix | None, now: Matrix) -> bool:
    """Whether nothing moved between two small contrasts of the table."""
    return before is not None and float(_differs(before, now).mean()) < STILL


def _within(card: Outline, windows: Sequence[Place]) -> bool:
    return any(max(abs(card.x - x), abs(card.y - y)) < HALF_SQUARES for x, y in windows)

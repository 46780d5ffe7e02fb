"""The discard piles of a table: one for all, or one before every player, begun and ended wherever they like.

Each is followed where it lies. While one is in sight, others are looked for where something has come to lie and nothing
moves any more; while none is, everywhere. What is told is the card that came last, on whichever pile it lies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.referee.observation import PileObservation
from companion.vision.card_outline import CORNER, Outline
from companion.vision.card_spotter import CardSpotter, load_card_spotter
from companion.vision.pile import PileMemory, PileReader, shown
from companion.vision.pile_card import CornerClassifier, Picture, read_outline
from companion.vision.pile_finder import FinderMemory, Found, PileFinder, Surroundings, surroundings_of
from companion.vision.pile_keyframe import apart, keyframe_of
from companion.vision.pile_window import window_around, within
from companion.vision.table_plan import Place

_MOST = 12
"""So many piles are followed: every player may have one."""


@dataclass(frozen=True, slots=True, eq=False)
class PilesMemory:
    """What is kept between frames; a fresh one knows of no pile."""

    piles: tuple[PileMemory, ...] = ()
    """That on which a card came last is the first."""
    finder: FinderMemory = field(default_factory=FinderMemory)
    """What is kept of the search while none is in sight."""
    around: Surroundings | None = None
    """What is kept of the table around them, where others may be begun."""

    @property
    def outline(self) -> Outline | None:
        """Where the card that came last was last seen, in board coordinates; None before there was one."""
        return self.piles[0].outline if self.piles else None

    @property
    def searched(self) -> bool:
        """Whether there was a pile, or it is known where there was none: whatever is found elsewhere has come."""
        return bool(self.piles) or self.finder.searched is not None

    @property
    def in_sight(self) -> bool:
        """Whether there is a pile that has not been out of sight for long."""
        return any(not pile.lost for pile in self.piles)

    @property
    def told(self) -> bool:
        """Whether there is, and it may be told which card came last."""
        return self.in_sight and self.piles[0].keyframe.reading.sure


class PilesReader:
    """Reads the piles frame by frame; it keeps nothing itself."""

    def __init__(self, index: CornerClassifier, spotter: CardSpotter | None = None, most: int = _MOST) -> None:
        """Prepare for reading `most` piles at once."""
        self._pile = PileReader(index, spotter or load_card_spotter())
        self._finder, self._most = PileFinder(index, self._pile.spotter), most

    def read(self, picture: Picture, memory: PilesMemory) -> tuple[PileObservation, PilesMemory]:
        """What the piles show in a picture, and what to remember until the next.

        `hidden` means that nothing is known of the card that came last.
        """
        looks = [self._pile.read(picture, pile) for pile in memory.piles]
        if any(seen.came for seen, _ in looks):
            return _come(picture, memory, looks)
        memory = replace(memory, piles=tuple(pile for _, pile in looks))
        found, memory = self._found(picture, memory)
        if found is None:
            return _told(looks), memory
        seen, pile = shown(PileMemory(keyframe_of(found.reading, found.picture)), float(found.came))
        return seen, replace(memory, piles=(pile, *memory.piles)[: self._most])

    def begin(self, picture: Picture, outline: Outline) -> tuple[PileObservation, PilesMemory] | None:
        """A pile whose first card lies within this outline (board coordinates), read or not; None for none face up."""
        if not any(apart(face, outline) < CORNER * outline.width for face in self.faces(picture, outline)):
            return None
        keyframe = keyframe_of(read_outline(self._pile.index, picture, outline), picture)
        seen, pile = shown(PileMemory(keyframe), new=1.0)
        return seen, PilesMemory((pile,))

    def faces(self, picture: Picture, near: Outline) -> list[Outline]:
        """The cards that lie face up and uncovered near an outline (board coordinates)."""
        window = window_around((near.x, near.y), picture.geometry)
        return [window.on_board(card.outline) for card in self._pile.spotter.spot(window.view(picture.bgr))]

    def _found(self, picture: Picture, memory: PilesMemory) -> tuple[Found | None, PilesMemory]:
        """Another pile: anywhere while none is in sight, else where a card has come to lie on none of those."""
        if not memory.in_sight:
            found, finder = self._finder.seek(picture, memory.finder, first=not memory.piles)
            around = memory.around if found is None or self._most == 1 else surroundings_of(found.picture)
            return found, replace(memory, finder=finder, around=around)
        if memory.around is None or picture.busy:
            return None, memory
        found, around = self._finder.further(picture, memory.around, [_place(pile) for pile in memory.piles])
        there = tuple(pile for pile in memory.piles if not (pile.lost and around.is_bare(_place(pile))))
        return found, replace(memory, piles=there, around=around)


def _place(pile: PileMemory) -> Place:
    return pile.keyframe.window.centre


def _told(looks: Sequence[tuple[PileObservation, PileMemory]]) -> PileObservation:
    """The card that came last; hidden while a pile is out of sight on which one may have come."""
    if not looks:
        return PileObservation()
    last, _ = looks[0]
    return PileObservation(hidden=True) if any(seen.hidden and not pile.lost for seen, pile in looks) else last


def _come(
    picture: Picture, memory: PilesMemory, looks: Sequence[tuple[PileObservation, PileMemory]]
) -> tuple[PileObservation, PilesMemory]:
    """The card that came last, on the pile nearest to it; the others know of it, and show theirs in the next frame."""
    came = [number for number, (seen, _) in enumerate(looks) if seen.came]
    nearest = min(came, key=lambda number: apart(memory.piles[number].outline, looks[number][1].outline))
    seen, newest = looks[nearest]
    others = (pile for number, pile in enumerate(memory.piles) if number != nearest)
    return seen, replace(memory, piles=(newest, *(_knowing(newest.outline, pile, picture) for pile in others)))


def _knowing(card: Outline, pile: PileMemory, picture: Picture) -> PileMemory:
    """A pile to which a card that lies within its window is nothing new."""
    before, now = pile.keyframe, pile.keyframe.under(picture.bgr, picture.geometry)
    there = within(now.window.in_window(card))
    view, contrast = np.where(there[..., None], now.view, before.view), np.where(there, now.contrast, before.contrast)
    return replace(pile, keyframe=replace(before, view=view, contrast=contrast))

"""A table without a board: nothing but a discard pile, known from one picture of the empty table.

Whatever is shaped like a card calibrates it, the stock as well as a card that is turned up: then the pile is looked for
and read as beside a board. One that lies face up on a table where no pile is in sight is the first card of one.

Cards are what has come since the table last lay at rest, or what its picture without cards has not; that may be of
another day, when the light was another and the camera and the cloth lay otherwise.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from companion.games.cards import Card
from companion.referee.observation import PileObservation, TableObservation
from companion.referee.settling import LOOKS_TO_SETTLE
from companion.vision.bare_table import CARD, NOTHING, SMALL, BareTable, Things, card_in, geometry_of, same_card
from companion.vision.card_outline import CORNER, Outline
from companion.vision.frame import Frame, Image, Matrix, Points
from companion.vision.geometry import BoardGeometry
from companion.vision.pile import shown
from companion.vision.pile_card import CornerClassifier, Picture, read_outline
from companion.vision.pile_finder import FinderMemory, alike, bare
from companion.vision.pile_keyframe import apart
from companion.vision.pile_window import local_contrast
from companion.vision.piles import PilesMemory, PilesReader
from companion.vision.table import DARK, NOTHING_SEEN
from companion.vision.table_plan import few

_LARGER = 1.06
"""A card that seems so many times as large as it is can be read as well."""
_SIZES = tuple(_LARGER**power for power in range(-3, 3))
"""How many times as large as it seems a card may be: a stock is up to a sixth larger, a camera hung anew does more."""


@dataclass(frozen=True, slots=True, eq=False)
class PileTableMemory:
    """What one frame leaves for the next; opaque to everybody else."""

    piles: PilesMemory = field(default_factory=PilesMemory)
    geometry: BoardGeometry | None = None
    """The table's plane, once a card was found on it."""
    things: Things = NOTHING
    """What lay on the table when it was last at rest with no pile in sight."""
    last: Matrix | None = None
    """The table's contrast in the last frame without a pile in sight."""
    surveyed: Matrix | None = None
    """The same when things were last looked for; None since something moved."""
    rest: BareTable | None = None
    """The table as it was then, in this light and on this cloth: its picture without cards may be of another day."""
    rough: bool = False
    """Whether the plane is that of a stock, which is thick, or of a camera that may have been hung elsewhere since."""
    was_bare: bool = False
    """Whether the table was seen with nothing on it."""
    single: bool = False
    """Whether no card came upon the one that began the pile: that may be one of a hand, or a picture on a phone."""
    rival: "PileTableMemory | None" = None
    """What may be the pile instead, a card that came elsewhere: the next card tells by lying upon one of the two."""


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
        self._table, self._dark = BareTable(empty_bgr), min(DARK, _brightest(empty_bgr) / 2)
        self._piles, self._index = PilesReader(card_index, most=1), card_index

    def start(self) -> PileTableMemory:
        """The memory before the first frame."""
        return PileTableMemory()

    def read(self, frame: Frame, memory: PileTableMemory) -> tuple[PileTableReading, PileTableMemory]:
        """What this frame shows, and the memory for the next."""
        dark = _brightest(frame.bgr) < self._dark  # a black cloth is no dark room
        if dark:
            pile = PileObservation(hidden=True)
        else:
            pile, memory = self._looked(frame.bgr, memory)
        notices = ("TOO_DARK",) if dark else ()
        seen = TableObservation(frame.taken_at_s, True, pile.hidden, NOTHING_SEEN, pile, notices)
        return PileTableReading(seen, memory.geometry, memory.piles.outline), memory

    def _looked(self, bgr: Image, memory: PileTableMemory) -> tuple[PileObservation, PileTableMemory]:
        """What the pile shows, of two that may be it the one on which another card has come, or that is still there.

        That one's first card is told only now, and the other upon it with the next look.
        """
        rival, memory = memory.rival, replace(memory, rival=None)
        if rival is None:
            return self._one(bgr, memory)
        seen, after = self._followed(bgr, rival)
        first, _ = shown(rival.piles.piles[0], new=1.0)
        upon = seen.came and seen.card not in (None, first.card)  # else it was moved, or a hand lies there
        if upon or not (memory.piles.in_sight or seen.hidden):
            return first, rival
        pile, memory = self._one(bgr, memory)
        stands = memory.single and memory.rival is None and after.piles.in_sight
        return pile, replace(memory, rival=after if stands else memory.rival)

    def _one(self, bgr: Image, memory: PileTableMemory) -> tuple[PileObservation, PileTableMemory]:
        """The pile where it is in sight; else, or where it may be none, whatever calibrates the table or begins one."""
        if memory.piles.told and not memory.single:
            memory = replace(memory, last=None, surveyed=None, rest=None)
        else:
            contrast = local_contrast(few(bgr))
            still = memory.last is None or alike(memory.last, contrast)
            memory = replace(memory, last=contrast, surveyed=memory.surveyed if still else None)
            if still and not alike(memory.surveyed, contrast):
                memory, begun = self._surveyed(bgr, replace(memory, surveyed=contrast))
                if begun is not None:
                    return begun, memory
            if memory.geometry is None:
                return PileObservation(hidden=not (still and memory.things.none)), memory
        return self._followed(bgr, memory)

    def _followed(self, bgr: Image, memory: PileTableMemory) -> tuple[PileObservation, PileTableMemory]:
        """The pile in the plane that is known, with the memory for the next frame."""
        assert memory.geometry is not None  # what is in sight was found in it
        picture = Picture(bgr, memory.geometry)
        pile, piles = self._piles.read(picture, memory.piles)
        rough = memory.rough or _moved(memory.piles, piles, pile)
        single = not memory.piles.piles or (memory.single and not pile.came)
        memory = replace(memory, piles=piles, rough=rough, single=single)
        return pile, self._sharpened(picture, memory)

    def _surveyed(self, bgr: Image, memory: PileTableMemory) -> tuple[PileTableMemory, PileObservation | None]:
        """The memory after a look for things on a table at rest, and the pile if one has begun."""
        new = NOTHING if memory.rest is None else memory.rest.things(bgr)
        came, touching = _planes(new.cards), _planes(new.touching)
        after, rest = replace(memory, rest=BareTable(bgr)), memory.rest
        if memory.piles.in_sight:
            begun = self._begun(bgr, [one for one in came if not _upon(memory, one)], came)
            if begun is None or not begun[0].piles.told:
                return after, None
            return (replace(after, rival=begun[0]), None) if _begins(memory.piles) else begun
        table = self._table.seen_from(bgr)
        things = table.things(bgr)
        after = replace(after, things=things, was_bare=memory.was_bare or things.none)
        lying, sure = _planes(things.cards), after.was_bare or memory.piles.searched
        # The kept picture shows a card's edges best, where it is of this table.
        planes = (*lying, *came, *_planes(things.touching), *touching)
        begun = self._begun(bgr, planes, planes if sure else (*came, *touching))
        if begun is not None:
            return replace(begun[0], was_bare=after.was_bare), begun[1]
        return self._calibrated(bgr, rest, came or lying, after), None

    def _begun(
        self, bgr: Image, planes: Iterable[BoardGeometry], came: Sequence[BoardGeometry]
    ) -> tuple[PileTableMemory, PileObservation] | None:
        """The pile that begins with the first card that lies face up in a plane of its own, if one does."""
        for plane in planes:
            begun = self._piles.begin(Picture(bgr, plane), CARD)
            if begun is not None:
                new = any(same_card(card_in(plane), card_in(one)) for one in came)
                # What did not come may be several cards askew.
                return PileTableMemory(begun[1], plane, rough=not new, single=True), replace(begun[0], new=float(new))
        return None

    def _calibrated(
        self, bgr: Image, known: BareTable | None, planes: Sequence[BoardGeometry], memory: PileTableMemory
    ) -> PileTableMemory:
        """The memory with the plane of the table once any card shows it; what a known table has not is new there."""
        if memory.geometry is not None or not planes:
            return memory
        # At best a back: what shows a face may be several cards askew.
        plane = min(planes, key=lambda one: len(self._piles.faces(Picture(bgr, one), CARD)))
        finder = FinderMemory() if known is None else bare(Picture(known.like(bgr), plane))
        return replace(memory, geometry=plane, piles=PilesMemory(finder=finder), rough=True)

    def _sharpened(self, picture: Picture, memory: PileTableMemory) -> PileTableMemory:
        """The memory with a rough plane put right by the top card: the middle of those in which that card is read."""
        pile = memory.piles.piles[0] if memory.rough and memory.piles.in_sight else None
        if pile is None or pile.still_frames != LOOKS_TO_SETTLE:
            return memory
        card, read = pile.outline, dict[Card, list[tuple[float, float]]]()
        for sizes in product(_SIZES, _SIZES):
            reading = read_outline(self._index, replace(picture, geometry=_sized(picture.geometry, card, sizes)), card)
            if reading.certain:
                read.setdefault(reading.cards[0][0], []).append(sizes)
        most = max(read.values(), key=len, default=[])
        if not most:
            return memory
        plane = _sized(picture.geometry, card, np.mean(most, axis=0))
        begun = self._piles.begin(replace(picture, geometry=plane), card)
        return memory if begun is None else replace(memory, geometry=plane, piles=begun[1], rough=False)


def _brightest(bgr: Image) -> float:
    """How bright a picture is, 0 to 255, but for what is smaller than a card."""
    return float(np.percentile(bgr[::8, ::8], 100 * (1 - SMALL)))


def _planes(cards: Iterable[Points]) -> list[BoardGeometry]:
    """The table's plane as each thing shaped like a card has it, given its corners [4, 2]."""
    return [geometry_of(corners) for corners in cards]


def _begins(piles: PilesMemory) -> bool:
    """Whether the top card is told, and no joker: no game begins with one, and anything colourful looks like it."""
    return piles.told and not piles.piles[0].keyframe.reading.cards[0][0].is_joker


def _upon(memory: PileTableMemory, plane: BoardGeometry) -> bool:
    """Whether a card in a plane of its own lies upon the top of the pile, which the pile itself is asked about."""
    assert memory.geometry is not None  # what is in sight was found in it
    assert memory.piles.outline is not None
    top, (x, y) = memory.piles.outline, memory.geometry.board_from_image(card_in(plane).mean(axis=0)[None])[0]
    return bool(np.hypot(x - top.x, y - top.y) < top.length / 2)


def _moved(before: PilesMemory, after: PilesMemory, pile: PileObservation) -> bool:
    """Whether a pile lies elsewhere now, or is in sight again: the camera may hang elsewhere."""
    if before.outline is None or after.outline is None or pile.came:
        return after.in_sight and not before.in_sight
    return apart(before.outline, after.outline) > CORNER * after.outline.width


def _sized(geometry: BoardGeometry, card: Outline, sizes: Sequence[float]) -> BoardGeometry:
    """The same plane with everything so many times as large around a card, across the picture of it and along."""
    to, back = (np.array([[1.0, 0.0, way * card.x], [0.0, 1.0, way * card.y], [0.0, 0.0, 1.0]]) for way in (1, -1))
    return geometry.moved(to @ np.diag([*sizes, 1.0]) @ back)

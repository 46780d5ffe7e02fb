"""Reading the table, frame by frame: where the board is, what covers it, which square holds whose chip.

A `TableModel` is what calibration learnt of this table; a `TableReader` prepares it for reading. The reader keeps
nothing between frames: all that must be remembered is the `TableMemory` it hands back.
"""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.games.squares import SIZE, SQUARES
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.vision.alignment import A_QUARTER
from companion.vision.card_outline import Outline
from companion.vision.chips import ChipModel
from companion.vision.disc_search import DECIDED, SOME, TOGETHER
from companion.vision.discs import Disc, Discs
from companion.vision.frame import Frame, Image, Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.look import NOTHING_KNOWN, BoardLook, Known, Looker
from companion.vision.motion import unchanged
from companion.vision.occlusion import Foreign
from companion.vision.opinions import imitated_squares, mirrored_squares, opinion_of
from companion.vision.pile_card import CornerClassifier, Picture
from companion.vision.piles import PilesMemory, PilesReader
from companion.vision.registration import STRAY, Likeness, NotRegistered, Registration
from companion.vision.sampling import CELL, PX, Sampler, per_square, sampler_for

DARK = 45
"""Paper below this level, of 256, has a fiftieth of full light: ink and dark chips are black, the rest is noise. At 90
245 more of 1,500 squares on drawn tables are not sure."""
_STILL = 2
"""A thing that has not moved for this many frames was put down. With 1 seven frames of two evenings tell otherwise."""
_UNREAD = 2
"""So few squares out of sight are chips that nobody can read; a thing put down covers more. Neither drawn tables nor
tests tell it from 1 or 4."""

NOTHING_SEEN = BoardObservation((None,) * len(SQUARES))
"""A board of which nothing is known."""


@dataclass(frozen=True, slots=True, eq=False)
class TableModel:
    """What was learnt of this table: where the board lies in the picture of it empty, and each team's chips."""

    geometry: BoardGeometry
    empty_bgr: Image
    chips: tuple[ChipModel, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TableMemory:
    """What one frame leaves for the next; made by `TableReader`, opaque to everybody else."""

    geometry: BoardGeometry
    sampler: Sampler
    registered: Image | None = None
    """The rectified board when its place was last made sure of; while a quarter of it looks the same, it lies there."""
    seen: Image | None = None
    """The rectified board, chips and all, when it was last found to lie where it lay."""
    piles: PilesMemory = field(default_factory=PilesMemory)
    known: Known = NOTHING_KNOWN
    discs: tuple[Disc, ...] = ()
    """The chips as last seen, under a hand too."""
    mirrored: Matrix = field(default_factory=lambda: np.zeros((SIZE, SIZE), bool))
    """The squares [SIZE, SIZE] under a lamp's mirror image, when last seen."""
    unseen: frozenset[int] = frozenset(SQUARES)
    """The squares that were never seen yet: what shows there first may have lain there long."""
    still_frames: int = 0
    told: tuple[str, ...] = ()
    """What is said to lie on the board."""
    unseen_frames: int = 0
    """For so many frames the board was not found where it lay, nor elsewhere."""
    agreeing: int = len(SQUARES)
    """So many squares looked as they do empty when it was last sure where the board lies."""


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """What one frame shows: the observation for the referee, and where the board and its chips are, for pictures."""

    observation: TableObservation
    geometry: BoardGeometry
    discs: Discs
    foreign: Foreign
    pile_outline: Outline | None
    """Where the pile's top card was last seen, on the board's own scale; None before there was one."""


class TableReader:
    """Reads frames of one table."""

    def __init__(self, model: TableModel, card_index: CornerClassifier) -> None:
        """Prepare for reading; frames must have the size of the model's empty picture."""
        self._geometry, self._sampler = model.geometry, sampler_for(model.geometry, model.empty_bgr.shape)
        self._looker = Looker(self._sampler.sample(model.empty_bgr), model.chips)
        self._likeness = Likeness(model.empty_bgr, model.geometry)
        self._piles = PilesReader(card_index)
        self._chips = model.chips

    def start(self) -> TableMemory:
        """The memory before the first frame."""
        return TableMemory(self._geometry, self._sampler)

    def read(self, frame: Frame, memory: TableMemory) -> tuple[TableReading, TableMemory]:
        """What this frame shows, and the memory for the next."""
        board = memory.sampler.sample(frame.bgr)
        if _too_dark(board):
            return _in_the_dark(frame, self._look(board, memory), memory), memory
        memory, shift, agreeing = self._placed(frame.bgr, board, memory)
        if agreeing < A_QUARTER and memory.known.before is not None:
            return _out_of_view(frame, memory.known.before, memory, _glare(board)), memory
        look = self._look(memory.sampler.sample(frame.bgr) if shift else board, memory)
        discs = look.discs.in_order(memory.discs, DECIDED).told_from(memory.discs, TOGETHER, DECIDED)
        look = look if discs is look.discs else replace(look, discs=discs)
        lost = look.lost or (memory.unseen_frames > 0 and not look.in_place)
        pile, piles_memory = PileObservation(hidden=True), memory.piles
        if memory.unseen_frames != 1:  # a search in vain is enough for one frame
            picture = Picture(frame.bgr, memory.geometry, look.foreign.present)
            pile, piles_memory = self._piles.read(picture, memory.piles)
        mirrored = mirrored_squares(look, memory.mirrored, memory.discs)
        lit = replace(look, dazzled=mirrored)
        cut_off = _cut_off(memory.sampler.outside)
        doubted = imitated_squares(look, mirrored, memory.discs, self._chips) - memory.unseen | cut_off | look.waiting
        after = replace(_after(memory, look), piles=piles_memory)
        moving = look.foreign.present and not after.still_frames
        if not lost:
            chips = _remembered(look, memory.discs, doubted, moving=moving)
            unseen = memory.unseen.intersection({*look.foreign.hidden, *cut_off})
            after = replace(after, discs=chips, mirrored=mirrored, unseen=unseen)
        moved, cut = ("BOARD_MOVED",) * (shift > STRAY), ("BOARD_CUT_OFF",) * bool(cut_off)
        observation = TableObservation(
            taken_at_s=frame.taken_at_s,
            registered=not lost,
            moving=moving,
            board=NOTHING_SEEN if lost else opinion_of(lit, memory.discs, doubted, self._chips),
            pile=pile,
            notices=_glare(look.board) if lost else (*moved, *after.told, *cut),
        )
        return TableReading(observation, memory.geometry, look.discs, look.foreign, piles_memory.outline), after

    def _look(self, board: Image, memory: TableMemory) -> BoardLook:
        board, before = self._looker.completed(board, memory.sampler.outside), memory.known.before
        if before is not None and before.still_shows(board):
            return before
        return self._looker.look(board, memory.known)

    def _placed(self, bgr: Image, board: Image, memory: TableMemory) -> tuple[TableMemory, float, int]:
        """The memory with the board's place in this frame, how far it moved in squares, and how many squares agree."""
        if memory.registered is not None and any(unchanged(board, memory.registered)):
            return memory, 0.0, len(SQUARES)
        found = self._found(bgr, board, memory)
        if not isinstance(found, Registration):
            unseen = replace(memory, registered=None, unseen_frames=memory.unseen_frames + 1)
            return unseen, 0.0, found.agreeing
        fewer = 2 * found.agreeing < memory.agreeing  # a hand hides them, or it was turned: that is looked into at rest
        rests = fewer and memory.seen is not None and any(unchanged(board, memory.seen))
        found, sure = self._unless_turned(bgr, found, memory) if rests else (found, not fewer)
        agreeing, registered = (found.agreeing, board) if sure else (memory.agreeing, board if rests else None)
        there = replace(memory, registered=registered, seen=board, unseen_frames=0, agreeing=agreeing)
        if found.shift_squares:
            there = self._moved(bgr, replace(there, seen=memory.seen), found)
        return there, found.shift_squares, found.agreeing

    def _moved(self, bgr: Image, memory: TableMemory, found: Registration) -> TableMemory:
        """The memory of a board that was found elsewhere, put right at a glance; few squares may be empty for one.

        Where one told its place the next frame makes sure of it.
        """
        known = NOTHING_KNOWN if found.shift_squares > STRAY else Known(memory.known.clutter)
        sampler = sampler_for(found.geometry, bgr.shape)
        board = sampler.sample(bgr)
        sure = self._likeness.glance(board, found.geometry)
        if not isinstance(sure, Registration):
            return replace(memory, geometry=found.geometry, sampler=sampler, registered=board, known=known)
        sampler = sampler_for(sure.geometry, bgr.shape) if sure.shift_squares else sampler
        return replace(memory, geometry=sure.geometry, sampler=sampler, registered=None, known=known)

    def _found(self, bgr: Image, board: Image, memory: TableMemory) -> Registration | NotRegistered:
        """The board where it lay or elsewhere, as far as one frame may be searched."""
        found = self._likeness.glance(board, memory.geometry)
        if not found and memory.unseen_frames % 2:
            return self._likeness.anywhere(bgr, memory.geometry) or found
        return found or self._likeness.nearby(board, memory.geometry, memory.seen) or found

    def _unless_turned(self, bgr: Image, found: Registration, memory: TableMemory) -> tuple[Registration, bool]:
        """The board where it was found, or elsewhere if it looks more as it did there; and whether that is sure.

        A board turned round on the spot lies on its own squares, some of which look alike: up to 44 of a hundred do.
        """
        rival = self._likeness.anywhere(bgr, memory.geometry)
        if not isinstance(rival, Registration):
            return found, False
        return rival if rival.shift_squares > 1 and rival.agreeing > found.agreeing else found, True


def _cut_off(outside: Matrix | None) -> set[int]:
    """The squares of which too much lies outside the picture, given which pixels of the rectified board do."""
    return set() if outside is None else set(np.flatnonzero(per_square(outside).mean(axis=(1, 2)) > SOME).tolist())


def _too_dark(board: Image) -> bool:
    """Whether even the paper of the cards on a rectified board is nearly black."""
    some = _some(board)
    return bool(np.count_nonzero(some >= DARK) < 0.1 * some.size)


def _some(board: Image) -> Image:
    """A pixel of every cell."""
    return cv2.resize(board, None, fx=1 / CELL, fy=1 / CELL, interpolation=cv2.INTER_NEAREST)


def _glare(board: Image) -> tuple[str, ...]:
    """The notice that a lamp blots out a square of a rectified board, if one does: chips are smaller."""
    white = cv2.inRange(_some(board), np.full(3, 250), np.full(3, 255))
    square = np.ones((PX // CELL,) * 2, np.uint8)
    return ("GLARE",) if cv2.erode(white, square).any() else ()


def _in_the_dark(frame: Frame, look: BoardLook, memory: TableMemory) -> TableReading:
    """Nothing is known of board and pile; what was known is kept for when there is light again."""
    pile = PileObservation(hidden=True)
    seen = TableObservation(frame.taken_at_s, True, False, NOTHING_SEEN, pile, ("TOO_DARK",))
    return TableReading(seen, memory.geometry, look.discs, look.foreign, memory.piles.outline)


def _out_of_view(frame: Frame, look: BoardLook, memory: TableMemory, notices: tuple[str, ...]) -> TableReading:
    """The same while the board is not where it was, nor anywhere else that was searched yet."""
    unlit = _in_the_dark(frame, look, memory)
    return replace(unlit, observation=replace(unlit.observation, registered=False, notices=notices))


def _after(memory: TableMemory, look: BoardLook) -> TableMemory:
    """The memory once a frame was looked at."""
    still = memory.still_frames + 1 if look.rests_since(memory.known.before) else 0
    known, told = memory.known.after(look), _notices(look, still, memory.told)
    return replace(memory, known=known, still_frames=still, told=told)


def _remembered(look: BoardLook, before: tuple[Disc, ...], doubted: set[int], *, moving: bool) -> tuple[Disc, ...]:
    """The chips of this look but on squares that are `doubted`, and those of earlier ones there and on hidden squares.

    What is not sure while something is `moving` above the board may be a part of that.
    """
    placed = look.discs.placed
    if moving:
        doubted = doubted | {disc.square for disc in placed if not disc.known(before)}
    hidden = set(look.foreign.hidden) - {disc.square for disc in placed} | doubted
    seen = (disc for disc in placed if disc.square not in doubted)
    return (*seen, *(disc for disc in before if disc.square in hidden))


def _notices(look: BoardLook, still_frames: int, told: tuple[str, ...]) -> tuple[str, ...]:
    """What lies on the board, once it is put down, and until it is gone: a hand above it does not take it away."""
    foreign = look.foreign
    if not foreign.present:
        return ()
    if still_frames < _STILL or (told and foreign.reaching):
        return told
    near = cv2.dilate(look.dazzled.astype(np.uint8), np.ones((3, 3), np.uint8)).reshape(-1)
    covered = sum(not near[square] for square in foreign.hidden)
    if foreign.reaching and covered:
        return ("BOARD_COVERED",)
    return ("OBJECT_ON_BOARD",) if covered > _UNREAD else _glare(look.board)

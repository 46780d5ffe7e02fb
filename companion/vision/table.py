"""Reading the table, frame by frame: where the board is, what covers it, which square holds whose chip.

A `TableModel` is what calibration learnt of this table; a `TableReader` prepares it for reading. The reader keeps
nothing between frames: all that must be remembered is the `TableMemory` it hands back.
"""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.games.squares import SQUARES
from companion.referee.observation import BoardObservation, Likelihoods, PileObservation, TableObservation
from companion.vision.alignment import A_QUARTER
from companion.vision.card_outline import Outline
from companion.vision.chips import ChipModel
from companion.vision.disc_search import DECIDED, ENOUGH, ERRING_TOGETHER
from companion.vision.discs import Disc, Discs
from companion.vision.frame import Frame, Image, Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.light import INK_GONE
from companion.vision.look import NOTHING_KNOWN, BoardLook, Known, Looker
from companion.vision.motion import unchanged
from companion.vision.occlusion import Foreign
from companion.vision.pile import PileMemory, PileReader
from companion.vision.pile_card import CornerClassifier
from companion.vision.registration import PATIENCE, STRAY, Likeness, NotRegistered, Registration
from companion.vision.sampling import CELL, PX, Sampler, sampler_for

_DOUBT = ENOUGH / 2
"""Evidence at which a chip and an empty square are equally likely: a bare card may look a little like a white chip, and
more is asked of a chip before it is placed."""
DARK = 45
"""Paper below this level, of 256, has a fiftieth of full light: ink and dark chips are black, the rest is noise. At 90
245 more of 1,500 squares on drawn tables are not sure."""
_STILL = 2
"""A thing that has not moved for this many frames was put down. With 1 seven frames of two evenings tell otherwise."""
_GUARDED = 2.5
"""The margin, in nats, of an unsure chip seen once. Flat from half to twice in its tests."""
_HINT = 0.8
"""Nats that decide nothing: what an unsure chip is worth with something new beside the board, since it may be a finger,
and at most what an empty square is under a lamp's mirror image, where chips are bleached. Flat from half to twice
in its tests."""
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
    pile: PileMemory = field(default_factory=PileMemory)
    known: Known = NOTHING_KNOWN
    discs: tuple[Disc, ...] = ()
    """The chips as last seen, under a hand too."""
    still_frames: int = 0
    told: tuple[str, ...] = ()
    """What is said to lie on the board."""
    unseen_frames: int = 0
    """For so many frames the board was not found where it lay, nor elsewhere."""


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
        self._geometry, self._sampler = model.geometry, sampler_for(model.geometry)
        self._looker = Looker(self._sampler.sample(model.empty_bgr), model.chips)
        self._likeness = Likeness(model.empty_bgr, model.geometry)
        self._pile = PileReader(card_index)

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
        discs = look.discs.in_order(memory.discs, DECIDED)
        look = look if discs is look.discs else replace(look, discs=discs)
        lost = look.lost or (memory.unseen_frames > 0 and not look.in_place)
        pile, pile_memory = PileObservation(hidden=True), memory.pile
        if memory.unseen_frames != 1:  # a search in vain is enough for one frame
            pile, pile_memory = self._pile.read(frame.bgr, memory.geometry, memory.pile, busy=look.foreign.present)
        after = replace(_after(memory, look), pile=pile_memory)
        moved = ("BOARD_MOVED",) if shift > STRAY else ()
        observation = TableObservation(
            taken_at_s=frame.taken_at_s,
            registered=not lost,
            moving=look.foreign.present and not after.still_frames,
            board=NOTHING_SEEN if lost else _board(look, memory.discs),
            pile=pile,
            notices=_glare(look.board) if lost else (*moved, *after.told),
        )
        return TableReading(observation, memory.geometry, look.discs, look.foreign, pile_memory.outline), after

    def _look(self, board: Image, memory: TableMemory) -> BoardLook:
        before = memory.known.before
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
        there = replace(memory, registered=board, seen=board, unseen_frames=0)
        if found.shift_squares:
            there = self._moved(bgr, replace(there, seen=memory.seen), found)
        return there, found.shift_squares, found.agreeing

    def _moved(self, bgr: Image, memory: TableMemory, found: Registration) -> TableMemory:
        """The memory of a board that was found elsewhere, put right at a glance; few squares may be empty for one.

        Where one told its place the next frame makes sure of it.
        """
        known = NOTHING_KNOWN if found.shift_squares > STRAY else Known(memory.known.clutter)
        sampler = sampler_for(found.geometry)
        board = sampler.sample(bgr)
        sure = self._likeness.glance(board, found.geometry)
        if not isinstance(sure, Registration):
            return replace(memory, geometry=found.geometry, sampler=sampler, registered=board, known=known)
        sampler = sampler_for(sure.geometry) if sure.shift_squares else sampler
        return replace(memory, geometry=sure.geometry, sampler=sampler, registered=None, known=known)

    def _found(self, bgr: Image, board: Image, memory: TableMemory) -> Registration | NotRegistered:
        """The board where it lay or elsewhere, as far as one frame may be searched."""
        found, unseen = self._likeness.glance(board, memory.geometry), memory.unseen_frames
        if not found and (unseen <= PATIENCE or unseen % 2):
            return self._likeness.nearby(board, memory.geometry, memory.seen) or found
        if not found:
            return self._likeness.far(bgr, memory.geometry, unseen // 2) or found
        return found


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
    return TableReading(seen, memory.geometry, look.discs, look.foreign, memory.pile.outline)


def _out_of_view(frame: Frame, look: BoardLook, memory: TableMemory, notices: tuple[str, ...]) -> TableReading:
    """The same while the board is not where it was, nor anywhere else that was searched yet."""
    unlit = _in_the_dark(frame, look, memory)
    return replace(unlit, observation=replace(unlit.observation, registered=False, notices=notices))


def _after(memory: TableMemory, look: BoardLook) -> TableMemory:
    """The memory once a frame was looked at."""
    still = memory.still_frames + 1 if look.rests_since(memory.known.before) else 0
    known, told = memory.known.after(look), _notices(look, still, memory.told)
    return replace(memory, known=known, discs=_remembered(look, memory.discs), still_frames=still, told=told)


def _remembered(look: BoardLook, before: tuple[Disc, ...]) -> tuple[Disc, ...]:
    """The chips of this look, and those of earlier ones on squares that are hidden now."""
    hidden = set(look.foreign.hidden) - {disc.square for disc in look.discs.placed}
    return (*look.discs.placed, *(disc for disc in before if disc.square in hidden))


def _board(look: BoardLook, before: tuple[Disc, ...]) -> BoardObservation:
    placed = {disc.square: disc for disc in look.discs.placed}
    most, rough = look.discs.evidence.max(axis=1), look.rough.reshape(-1)

    def without_chip(squares: Matrix) -> set[int]:
        """Those of some squares on which no chip was placed."""
        return set(np.flatnonzero(squares).tolist()) - placed.keys()

    doubtful = (most > -DECIDED) | (look.detail.left[..., 1].reshape(-1) < INK_GONE)
    neither = (look.strange.reshape(-1) & doubtful) | (most > _DOUBT)  # rather a chip than empty, or anything else
    unread = set(look.foreign.hidden) | without_chip(neither)
    chips = (look.discs.evidence - _DOUBT) / ERRING_TOGETHER
    rows: list[Likelihoods] = [(0.0, *row) for row in chips.tolist()]  # the first is an empty square's
    margin = _HINT if look.attended else _GUARDED
    for at, disc in placed.items():
        if not (disc.sure or any(map(disc.shows, before))):
            rows[at] = _guarded(rows[at], margin)
    for at in without_chip(look.dazzled):
        rows[at] = _doubted(rows[at])
    for at in without_chip(rough & (most > -DECIDED)):
        rows[at] = _undecided(rows[at])
    return BoardObservation(tuple(None if at in unread or not any(row) else row for at, row in enumerate(rows)))


def _guarded(row: Likelihoods, margin: float) -> Likelihoods:
    """The same opinion with little weight: a finger may look like a dim chip once, but not twice in one place."""
    most = max(row[1:])
    return tuple(margin * value / most for value in row) if most > 0 else _doubted(row)


def _undecided(row: Likelihoods) -> Likelihoods:
    """No opinion between an empty square and the chips that may hide there; the others surely do not lie there."""
    least = (-DECIDED - _DOUBT) / ERRING_TOGETHER
    return tuple(0.0 if value > least else value for value in row)


def _doubted(row: Likelihoods) -> Likelihoods:
    """The same opinion of a square that looks empty, with so little weight that it is none."""
    lead = -max(row[1:])
    return tuple(value * min(_HINT / lead, 1.0) for value in row) if lead > 0 else row


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

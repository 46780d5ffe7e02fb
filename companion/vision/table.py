"""Reading the table, frame by frame: where the board is, what covers it, which square holds whose chip.

A `TableModel` is what calibration learnt of this table; a `TableReader` prepares it for reading. The reader keeps
nothing between frames: all that must be remembered is the `TableMemory` it hands back.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from companion.games.one_eyed_jack.squares import SIZE, SQUARES
from companion.referee.observation import BoardObservation, Likelihoods, TableObservation
from companion.vision.chips import ChipModel, EmptyModel, empty_log_density, empty_model, opponent
from companion.vision.discs import Disc, Discs, find_discs, kernels_of
from companion.vision.frame import Frame, Image, Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.light import EmptyLight, empty_light, flattened, ink_left, ink_of, inkless, log_gain, unbleached
from companion.vision.occlusion import (
    NOTHING,
    Foreign,
    beside_board,
    find_foreign,
    only_chips,
    patterned,
    strange_squares,
    strangeness,
)
from companion.vision.pile import PileMemory, PileReader
from companion.vision.pile_card import CornerClassifier
from companion.vision.registration import Registration, likeness_of, register
from companion.vision.sampling import MARGIN, PX, Sampler, sampler_for

_DOUBT = 30.0
"""Evidence, in log density summed over pixels, at which a chip and an empty square are equally likely."""
_PIXELS = 5.0
"""Pixels that err together: their evidence counts once."""
_LOST = 70
"""When this many squares look strange even after a search, the board is out of view or covered."""
_EVERYWHERE = 3
"""A board out of place has this many strange squares in every quarter; a hand leaves a quarter alone."""
_BETTER = 0.5
"""A new place must leave less than this part of the strange squares."""
_REST = 4
_GUARDED = 2.5
_SAME_PLACE_PX = 1.5
_STILL = 2
"""A thing that has not moved for this many frames was put down."""

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
    pile: PileMemory = field(default_factory=PileMemory)
    gain: Matrix | None = None
    clutter: Matrix = field(default_factory=lambda: np.zeros_like(NOTHING.mask))
    """Where something lay beside the board when last nothing moved."""
    discs: tuple[Disc, ...] = ()
    """The chips as last seen, under a hand too."""
    foreign: Foreign = NOTHING
    still_frames: int = 0
    rest_frames: int = 0
    """For so many frames the board is not searched for again: the last search was in vain."""


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """What one frame shows: the observation for the referee, and where the board and its chips are, for pictures."""

    observation: TableObservation
    geometry: BoardGeometry
    discs: Discs
    foreign: Foreign


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """One frame's board, measured."""

    gain: Matrix
    discs: Discs
    foreign: Foreign
    strange_squares: Matrix
    beside: Matrix


class TableReader:
    """Reads frames of one table."""

    def __init__(self, model: TableModel, card_index: CornerClassifier) -> None:
        """Prepare for reading; frames must have the size of the model's empty picture."""
        self._model, self._pile = model, PileReader(card_index)
        self._kernels = kernels_of(model.chips)
        sampler = sampler_for(model.geometry)
        empty = sampler.sample(model.empty_bgr)
        self._light: EmptyLight = empty_light(empty)
        plain = opponent(flattened(empty, self._light, np.zeros_like(self._light.cells)))
        self._empty: EmptyModel = empty_model(plain)
        self._ink = ink_of(plain[..., 0])
        self._likeness = likeness_of(model.empty_bgr, model.geometry)

    def start(self) -> TableMemory:
        """The memory before the first frame."""
        return TableMemory(self._model.geometry, sampler_for(self._model.geometry))

    def read(self, frame: Frame, memory: TableMemory) -> tuple[TableReading, TableMemory]:
        """What this frame shows, and the memory for the next."""
        look = self._look(frame.bgr, memory)
        moved = self._found_again(frame.bgr, look, memory)
        if moved is not None:
            memory, look = moved
        return self._told(frame, look, memory, moved is not None)

    def _told(self, frame: Frame, look: _Look, memory: TableMemory, moved: bool) -> tuple[TableReading, TableMemory]:
        same = look.foreign.same_as(memory.foreign)
        still = memory.still_frames + 1 if same else 0
        registered = int(look.strange_squares.sum()) < _LOST
        searched = not _in_place(look) and not memory.rest_frames
        rest = _REST if searched else max(memory.rest_frames - 1, 0)
        pile, pile_memory = self._pile.read(frame.bgr, memory.geometry, memory.pile)
        observation = TableObservation(
            taken_at_s=frame.taken_at_s,
            registered=registered,
            moving=look.foreign.present and not same,
            board=_board(look, memory.discs) if registered else NOTHING_SEEN,
            pile=pile,
            notices=(*(("BOARD_MOVED",) if moved else ()), *_notices(look.foreign, still)),
        )
        after = replace(
            memory,
            pile=pile_memory,
            gain=look.gain,
            clutter=look.beside if same else memory.clutter,
            discs=_remembered(look, memory.discs),
            foreign=look.foreign,
            still_frames=still,
            rest_frames=rest,
        )
        return TableReading(observation, memory.geometry, look.discs, look.foreign), after

    def _found_again(self, bgr: Image, look: _Look, memory: TableMemory) -> tuple[TableMemory, _Look] | None:
        """The memory with the board's new place and a look at it, when it lies elsewhere than before."""
        if _in_place(look) or memory.rest_frames:
            return None
        found = register(bgr, self._likeness, memory.geometry)
        if not isinstance(found, Registration):
            return None
        there = replace(memory, geometry=found.geometry, sampler=sampler_for(found.geometry), gain=None)
        again = self._look(bgr, there)
        better = int(again.strange_squares.sum()) < _BETTER * int(look.strange_squares.sum())
        return (there, again) if better else None

    def _look(self, bgr: Image, memory: TableMemory) -> _Look:
        board = memory.sampler.sample(bgr)
        gain = log_gain(board, self._light, memory.gain)
        seen = opponent(flattened(board, self._light, gain))
        left = ink_left(seen, self._ink)
        density = empty_log_density(unbleached(seen, left), self._empty)
        discs = find_discs(seen, _forgiving_outside(density), self._model.chips, self._kernels)
        strange = strangeness(density)
        new = strange & (1 - memory.clutter)
        discs = only_chips(patterned(discs, seen, self._model.chips), new)
        return _Look(
            gain,
            discs,
            find_foreign(new, discs, _bare(left, discs)),
            strange_squares(strange, discs),
            beside_board(strange),
        )


def _board(look: _Look, before: tuple[Disc, ...]) -> BoardObservation:
    hidden = set(look.foreign.hidden())
    placed = {disc.square: disc for disc in look.discs.placed}
    rows = (
        None if square in hidden else _likelihoods(look.discs.evidence[square], placed.get(square), before)
        for square in SQUARES
    )
    return BoardObservation(tuple(rows))


def _likelihoods(evidence: Matrix, disc: Disc | None, before: tuple[Disc, ...]) -> Likelihoods | None:
    row = (0.0, *((evidence - _DOUBT) / _PIXELS).tolist())
    if disc is None and max(row) > 0:
        return None  # rather a chip than empty, and rather anything than a chip
    return row if disc is None or disc.sure or _was_there(disc, before) else _guarded(row)


def _remembered(look: _Look, before: tuple[Disc, ...]) -> tuple[Disc, ...]:
    seen = {disc.square for disc in look.discs.placed}
    hidden = set(look.foreign.hidden()) - seen
    return (*look.discs.placed, *(disc for disc in before if disc.square in hidden))


def _was_there(disc: Disc, before: tuple[Disc, ...]) -> bool:
    return any(
        disc.team == other.team and np.hypot(*np.subtract(disc.centre, other.centre)) < _SAME_PLACE_PX
        for other in before
        if disc.square == other.square
    )


def _guarded(row: Likelihoods) -> Likelihoods:
    """The same opinion with little weight: a finger may look like a dim chip once, but not twice in one place."""
    return tuple(_GUARDED * value / max(row) for value in row)


def _bare(left: Matrix, discs: Discs) -> Matrix:
    """The squares [SIZE, SIZE] whose ink is gone and no chip hides it."""
    bare = inkless(left).reshape(-1)
    bare[[disc.square for disc in discs.placed]] = False
    return bare.reshape(SIZE, SIZE)


def _in_place(look: _Look) -> bool:
    """Whether what is strange can be a thing on the board, rather than the board being elsewhere."""
    half = SIZE // 2
    quarters = look.strange_squares.reshape(2, half, 2, half).sum(axis=(1, 3))
    return bool(quarters.min() < _EVERYWHERE)


def _forgiving_outside(density: Matrix) -> Matrix:
    """Log density of the empty board, where nothing beside the lattice speaks against it: anything may lie there."""
    edge = round(MARGIN * PX)
    forgiving = np.maximum(density, 0)
    forgiving[edge:-edge, edge:-edge] = density[edge:-edge, edge:-edge]
    return forgiving


def _notices(foreign: Foreign, still_frames: int) -> tuple[str, ...]:
    if not foreign.present or still_frames < _STILL:
        return ()
    return ("BOARD_COVERED",) if foreign.reaching else ("OBJECT_ON_BOARD",)

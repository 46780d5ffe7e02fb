"""Reading the table, frame by frame: where the board is, what covers it, which square holds whose chip.

A `TableModel` is what calibration learnt of this table; a `TableReader` prepares it for reading. The reader keeps
nothing between frames: all that must be remembered is the `TableMemory` it hands back.
"""

from dataclasses import dataclass, replace

import numpy as np

from companion.games.one_eyed_jack.squares import SQUARES
from companion.referee.observation import BoardObservation, Likelihoods, PileObservation, TableObservation
from companion.vision.chips import ChipModel, EmptyModel, empty_log_density, empty_model, opponent
from companion.vision.discs import Discs, find_discs, kernels_of
from companion.vision.frame import Frame, Image, Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.light import EmptyLight, empty_light, flattened, log_gain
from companion.vision.occlusion import NOTHING, Foreign, find_foreign
from companion.vision.sampling import Sampler, sampler_for

_DOUBT = 30.0
"""Evidence, in log density summed over pixels, at which a chip and an empty square are equally likely."""
_PIXELS = 5.0
"""Pixels that err together: their evidence counts once."""
_STILL = 3
"""A thing that has not moved for this many frames was put down."""


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
    gain: Matrix | None = None
    foreign: Foreign = NOTHING
    still_frames: int = 0
    changes: int = 0


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


class TableReader:
    """Reads frames of one table."""

    def __init__(self, model: TableModel, card_index: object | None = None) -> None:
        """Prepare for reading; frames must have the size of the model's empty picture."""
        self._model, self._card_index = model, card_index
        self._kernels = kernels_of(model.chips)
        sampler = sampler_for(model.geometry)
        empty = sampler.sample(model.empty_bgr)
        self._light: EmptyLight = empty_light(empty)
        unchanged = np.zeros_like(self._light.cells)
        self._empty: EmptyModel = empty_model(flattened(empty, self._light, unchanged))

    def start(self) -> TableMemory:
        """The memory before the first frame."""
        return TableMemory(self._model.geometry, sampler_for(self._model.geometry))

    def read(self, frame: Frame, memory: TableMemory) -> tuple[TableReading, TableMemory]:
        """What this frame shows, and the memory for the next."""
        look = self._look(frame.bgr, memory)
        same = look.foreign.same_as(memory.foreign)
        still = memory.still_frames + 1 if same else 0
        after = replace(memory, gain=look.gain, foreign=look.foreign, still_frames=still)
        observation = TableObservation(
            taken_at_s=frame.taken_at_s,
            registered=True,
            moving=look.foreign.present and not same,
            board=self._board(look),
            pile=PileObservation(changes=0),
            notices=_notices(look.foreign, still),
        )
        return TableReading(observation, memory.geometry, look.discs, look.foreign), after

    def _look(self, bgr: Image, memory: TableMemory) -> _Look:
        board = memory.sampler.sample(bgr)
        gain = log_gain(board, self._light, memory.gain)
        seen = opponent(flattened(board, self._light, gain))
        density = empty_log_density(seen, self._empty)
        discs = find_discs(seen, density, self._model.chips, self._kernels)
        return _Look(gain, discs, find_foreign(density, discs))

    def _board(self, look: _Look) -> BoardObservation:
        hidden = set(look.foreign.hidden())
        placed = {disc.square for disc in look.discs.placed}
        rows = [None if square in hidden else _likelihoods(look.discs, square, square in placed) for square in SQUARES]
        return BoardObservation(tuple(rows))


def _likelihoods(discs: Discs, square: int, placed: bool) -> Likelihoods | None:
    evidence = (discs.evidence[square] - _DOUBT) / _PIXELS
    if not placed and evidence.max() > 0:
        return None  # a chip explains it better than the empty board, and anything at all better still
    return (0.0, *(float(value) for value in evidence))


def _notices(foreign: Foreign, still_frames: int) -> tuple[str, ...]:
    if not foreign.present or still_frames < _STILL:
        return ()
    return ("BOARD_COVERED",) if foreign.reaching else ("OBJECT_ON_BOARD",)

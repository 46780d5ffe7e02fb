"""One look at a board: its light taken out, its chips found, and what covers it.

A look depends on the picture and on what was known before; it decides nothing about squares yet.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.chips import ChipModel, empty_log_density, empty_model, opponent
from companion.vision.discs import Discs, find_discs, kernels_of
from companion.vision.frame import Image, Matrix
from companion.vision.light import empty_light, flattened, ink_left, ink_of, inkless, log_gain, unbleached
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
from companion.vision.sampling import MARGIN, PX

_EVERYWHERE = 3
"""A board out of place has this many strange squares in every quarter; a hand leaves a quarter alone."""
_LOST = 70
"""With so many strange squares the board is out of view or covered."""
_CELL = 6
_UNCHANGED = 5.0
"""A picture is unchanged while no cell's mean differs by more, in steps of 256: less than any chip, more than noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What earlier frames tell a look: the gain of the light, and where things lay beside the board."""

    gain: Matrix | None
    clutter: Matrix


NOTHING_KNOWN = Known(None, np.zeros_like(NOTHING.mask))


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one rectified board shows: light, chips, things, strange squares [SIZE, SIZE], and things beside it."""

    board: Image
    gain: Matrix
    discs: Discs
    foreign: Foreign
    strange: Matrix
    beside: Matrix

    @property
    def strange_count(self) -> int:
        """How many squares show what is neither card nor chip."""
        return int(self.strange.sum())

    @property
    def in_place(self) -> bool:
        """Whether what is strange can be a thing on the board, rather than the board being elsewhere."""
        half = SIZE // 2
        return bool(self.strange.reshape(2, half, 2, half).sum(axis=(1, 3)).min() < _EVERYWHERE)

    @property
    def lost(self) -> bool:
        """Whether this is hardly the board at all."""
        return self.strange_count >= _LOST

    def still_shows(self, board: Image) -> bool:
        """Whether a newer rectified board looks the same, so that this look will do."""
        difference = cv2.absdiff(self.board, board)
        cells = cv2.resize(difference, None, fx=1 / _CELL, fy=1 / _CELL, interpolation=cv2.INTER_AREA)
        return bool(cells.max() <= _UNCHANGED)


class Looker:
    """Looks at boards of one table, prepared from the empty one and the chips."""

    def __init__(self, empty: Image, chips: tuple[ChipModel, ...]) -> None:
        """Prepare, from the rectified empty board and each team's chip."""
        self._chips, self._kernels = chips, kernels_of(chips)
        self._light = empty_light(empty)
        plain = opponent(flattened(empty, self._light, np.zeros_like(self._light.cells)))
        self._empty, self._ink = empty_model(plain), ink_of(plain[..., 0])

    def look(self, board: Image, known: Known) -> Look:
        """What a rectified board shows."""
        gain = log_gain(board, self._light, known.gain)
        seen = opponent(flattened(board, self._light, gain))
        left = ink_left(seen, self._ink)
        density = empty_log_density(unbleached(seen, left), self._empty)
        strange = strangeness(density)
        found = find_discs(seen, _forgiving_outside(density), self._chips, self._kernels)
        new = strange & (1 - known.clutter)
        discs = only_chips(patterned(found, seen, self._chips), new)
        foreign = find_foreign(new, discs, _bare(left, discs))
        return Look(board, gain, discs, foreign, strange_squares(strange, discs), beside_board(strange))


def _forgiving_outside(density: Matrix) -> Matrix:
    """Log density of the empty board, where nothing beside the lattice speaks against it: anything may lie there."""
    edge = round(MARGIN * PX)
    forgiving = np.maximum(density, 0)
    forgiving[edge:-edge, edge:-edge] = density[edge:-edge, edge:-edge]
    return forgiving


def _bare(left: Matrix, discs: Discs) -> Matrix:
    """The squares [SIZE, SIZE] whose ink is gone and no chip hides it."""
    bare = inkless(left).reshape(-1)
    bare[[disc.square for disc in discs.placed]] = False
    return bare.reshape(SIZE, SIZE)

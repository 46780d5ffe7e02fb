"""One look at a board: its light taken out, its chips found, and what covers it.

A look depends on the picture and on what was known before; it decides nothing about squares yet.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.alignment import A_QUARTER
from companion.vision.chips import ChipModel
from companion.vision.detail import Detail, DetailReader
from companion.vision.disc_search import SOME
from companion.vision.discs import Disc, Discs
from companion.vision.frame import Image, Matrix
from companion.vision.light import (
    ENOUGH_LIT,
    cell_means,
    dazzled,
    empty_light,
    enough_explained,
    flattened_cells,
    inkless,
    log_gain,
)
from companion.vision.motion import differing, in_motion, spots_of, unchanged
from companion.vision.occlusion import (
    NOTHING,
    SOME_SPOTS,
    Foreign,
    beside_board,
    covering,
    dark_things,
    find_foreign,
    only_chips,
    roughness,
    strange_squares,
)
from companion.vision.sampling import CELL, DARK_LEVELS

_LOST = 70
"""With so many strange squares the board is out of view or covered. At 75 four evenings are read alike, at 60 400
squares are lost, at 80 79."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardLook:
    """What one rectified board shows: light, chips, things, strange squares [SIZE, SIZE], things beside it.

    `cells` are its cell means with the light taken out, `rough` how much texture of each square nothing explains, in
    nats, and `dazzled` the squares under a lamp's mirror image.
    """

    board: Image
    gain: Matrix
    cells: Matrix
    detail: Detail
    discs: Discs
    foreign: Foreign
    strange: Matrix
    rough: Matrix
    dazzled: Matrix
    beside: Matrix
    attended: bool
    """Whether something has newly come beside the board: a hand, for one."""
    enough: float
    """Which part of the cells the next light must explain."""
    waiting: frozenset[int]
    """The squares that changed and are read in the next frame: their chips are as they were, maybe long ago."""
    hasty: bool = False
    """Whether it was only looked at for what moves; the rest is as it was."""

    @property
    def in_place(self) -> bool:
        """Whether what is strange can be a thing on the board, rather than the board being elsewhere."""
        half = SIZE // 2
        return bool(self.strange.reshape(2, half, 2, half).sum(axis=(1, 3)).min() < A_QUARTER)

    @property
    def lost(self) -> bool:
        """Whether this is hardly the board at all."""
        return bool(self.strange.sum() >= _LOST)

    def still_shows(self, board: Image) -> bool:
        """Whether a newer rectified board [SIDE, SIDE, 3] looks the same, so that this look will do."""
        return self.also_shows(self.cells) and all(unchanged(board, self.board))

    def also_shows(self, cells: Matrix) -> bool:
        """Whether flattened cells [cells, cells, 3] are the same, so that nothing but the light has changed."""
        return not self.hasty and self.detail.still_shows(cells)

    def looks_like(self, other: "BoardLook") -> bool:
        """Whether no more than some chips and their shadows has changed between the two, rather than the light."""
        return bool(self.detail.changed(other.detail.cells).mean() < SOME)

    def swept(self, cells: Matrix) -> "BoardLook":
        """The same with something above these cells [cells, cells], which may hide chips and bring others."""
        foreign = replace(covering(cells), mask=spots_of(cells))
        hidden = set(foreign.hidden)
        placed = tuple(disc for disc in self.discs.placed if disc.square not in hidden)
        return replace(self, discs=replace(self.discs, placed=placed), foreign=foreign, hasty=True)

    def rests_since(self, before: "BoardLook | None") -> bool:
        """Whether the same things cover the same spots as in the look before."""
        if before is not None and before.hasty:
            return self.foreign.mostly_without(spots_of(differing(self.cells, before.cells)))
        return self.foreign.same_as(before.foreign if before else NOTHING)


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What earlier frames tell a look: where things lay beside the board, and earlier looks."""

    clutter: Matrix
    before: BoardLook | None = None
    """The look at the frame before."""
    uncovered: BoardLook | None = None
    """The last look at which nothing but chips lay on the board."""
    otherwise: BoardLook | None = None
    """The last such look in another light: shadows come and go."""

    @property
    def gain(self) -> Matrix | None:
        """The natural logarithm of the gain of the light in the frame before [cells, cells, 3]."""
        return self.before.gain if self.before else None

    @property
    def details(self) -> tuple[Detail, ...]:
        """What earlier looks saw spot by spot."""
        looks = (self.before, self.uncovered, self.otherwise)
        return tuple(dict.fromkeys(look.detail for look in looks if look is not None))

    @property
    def discs(self) -> tuple[Disc, ...]:
        """The chips that lay there, when last seen."""
        looks = (self.before, self.uncovered)
        return tuple(disc for look in looks if look is not None for disc in look.discs.placed)

    @property
    def enough(self) -> float:
        """Which part of the board a light must explain."""
        return self.uncovered.enough if self.uncovered else ENOUGH_LIT

    def after(self, look: BoardLook) -> "Known":
        """What is known once a frame was looked at."""
        clutter = look.beside if self.before is None else self.clutter
        if look.foreign.present or look.hasty:
            return Known(clutter, look, self.uncovered, self.otherwise)
        lit_alike = self.uncovered is None or look.looks_like(self.uncovered)
        return Known(look.beside, look, look, self.otherwise if lit_alike else self.uncovered)


NOTHING_KNOWN = Known(np.zeros_like(NOTHING.mask))


class Looker:
    """Looks at boards of one table, prepared from the empty one and the chips."""

    def __init__(self, empty: Image, chips: tuple[ChipModel, ...]) -> None:
        """Prepare, from the rectified empty board and each team's chip."""
        self._empty, self._light = empty, empty_light(empty)
        self._cells = flattened_cells(cell_means(empty), self._light, np.zeros_like(self._light.cells))
        self._reader = DetailReader(empty, self._light, chips)

    def look(self, board: Image, known: Known) -> BoardLook:
        """What a rectified board [SIDE, SIDE, 3] shows; only hastily while something sweeps over it."""
        means = cell_means(board)
        gain = log_gain(means, self._light, known.gain, known.enough)
        cells = flattened_cells(means, self._light, gain)
        return self._hasty(board, known, (gain, cells)) or self._detailed(board, known, (gain, cells))

    def completed(self, board: Image, outside: Matrix | None) -> Image:
        """A rectified board with what lies `outside` the picture as it was on the empty one, in as much light."""
        if outside is None:
            return board
        some, inside = (slice(None, None, CELL),) * 2, ~outside[::CELL, ::CELL]
        lit, empty = (one[some][inside] + DARK_LEVELS for one in (board, self._empty))
        light = np.median(lit / empty, axis=0) if inside.any() else np.ones(3)
        return cv2.copyTo(cv2.multiply(self._empty, np.array([*light, 1.0])), outside.astype(np.uint8), board.copy())

    def _hasty(self, board: Image, known: Known, light: tuple[Matrix, Matrix]) -> BoardLook | None:
        """The look before if only light changed, or what is left uncovered while something sweeps by."""
        gain, cells = light
        if known.before is not None and known.before.also_shows(cells):
            return replace(known.before, board=board, gain=gain)
        if known.before is None or known.uncovered is None:
            return None
        then = known.uncovered.cells
        touched = differing(cells, then)
        if not in_motion(cells, known.before.cells, (then, self._cells), touched):
            return None
        swept = known.uncovered.swept(cv2.dilate(touched, np.ones((3, 3), np.uint8)))
        return replace(swept, board=board, gain=gain, cells=cells)

    def _detailed(self, board: Image, known: Known, light: tuple[Matrix, Matrix]) -> BoardLook:
        gain, cells = light
        last = None if known.before is None else known.before.cells
        detail = self._reader.read(board, light, known.details, last)
        then = known.uncovered
        lay = (then.board, then.cells) if then else (self._empty, self._cells)
        new = (detail.strange | dark_things(board, cells, *lay)) & (1 - known.clutter)
        discs = only_chips(detail.discs, new, known.discs)
        foreign = find_foreign(new, discs, _bare(detail.left, discs))
        return BoardLook(
            board,
            gain,
            cells,
            detail,
            discs,
            foreign,
            strange_squares(detail.strange, discs),
            roughness(detail.texture, discs),
            dazzled(detail.left, cells),
            beside_board(detail.strange),
            bool(beside_board(new).sum() > SOME_SPOTS),
            enough_explained(cells, self._light),
            detail.waiting(cells),
        )


def _bare(left: Matrix, discs: Discs) -> Matrix:
    """The squares [SIZE, SIZE] whose ink is gone and no chip hides it."""
    bare = inkless(left).reshape(-1)
    bare[[disc.square for disc in discs.placed]] = False
    return bare.reshape(SIZE, SIZE)

"""What a board shows spot by spot, of which only the squares that look other than before are read anew.

A reading depends on nothing but the picture with its light taken out: where that is the same, so is the reading, and
the rest of the board is a smaller board.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.card_print import as_on_paper, busy_print, light_left
from companion.vision.chips import PEAK, ChipModel, empty_log_density, empty_model, opponent
from companion.vision.disc_search import DECIDED, ENOUGH, SOME, bare_evidence, find_discs
from companion.vision.discs import Discs, uncovered
from companion.vision.frame import Image, Matrix
from companion.vision.light import (
    BLEACHED,
    EmptyLight,
    bleached,
    flattened,
    ink_around,
    ink_left,
    ink_of,
    unbleached,
)
from companion.vision.likelihoods import BareBoard, colours_of, halved, spot_likelihoods
from companion.vision.motion import FAINT, differing
from companion.vision.occlusion import patterned, strangeness
from companion.vision.paper import card_sigma, middle, paper_of, paper_sigma
from companion.vision.sampling import CELL, HALF_PX, HALF_SIDE, MARGIN, PX, SIDE, WHOLE, Block, enlarged, per_square
from companion.vision.teams import teams_of
from companion.vision.texture import for_a_chip, grain_of, texture_residual
from companion.vision.veils import with_veiled

_HALF_BOARD = SIZE**2 // 2
"""Changes of more squares than this are read in two halves, and to read another block takes as long."""
_CALM = SIZE**2 // 4
"""The grain of a picture is the lower quartile of its squares': chips with a pattern have more."""
_BLURRED = (2 + BLEACHED) / 3
"""Where ink of half the board is paler the picture is out of focus, or burnt out: no lamp's image is so large. With
0.85 a corner drawn a little out of focus had a gem."""
_NEAR = np.ones((PX // CELL + 1,) * 2, np.uint8)
"""What changes within half a square of a square may belong to a chip on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Detail:
    """The spots of one board: ink left, how far paper deviates, strange spots, and whatever could be a chip.

    Ink left and paper's deviations are by square [SIZE, SIZE, 3], as is its grain [SIZE, SIZE]; texture is by spot.

    `cells` are the cell means with the light taken out, as they were when each square was read.
    """

    cells: Matrix
    left: Matrix
    sigma: Matrix
    grain: Matrix
    strange: Matrix
    texture: Matrix
    discs: Discs

    def changed(self, cells: Matrix) -> Matrix:
        """The cells [cells, cells], 0 or 1, that are not what they were when they were read."""
        return differing(cells, self.cells, FAINT)

    def still_shows(self, cells: Matrix) -> bool:
        """Whether nothing has changed but the light, given flattened cells [cells, cells, 3]."""
        return not self.changed(cells).any()

    def waiting(self, cells: Matrix) -> frozenset[int]:
        """The squares that plainly changed and wait to be read: of them this only tells what they once showed."""
        plain = per_square(differing(cells, self.cells), PX // CELL)
        return frozenset(np.flatnonzero(plain.any(axis=(1, 2))).tolist())

    def renewed(self, block: Block, part: "Detail") -> "Detail":
        """The same with a block read anew: its spots and discs, and the whole board's cells, ink and paper."""
        cells, strange, texture = self.cells.copy(), self.strange.copy(), self.texture.copy()
        for whole, piece in ((cells, block.of(part.cells)), (strange, part.strange), (texture, part.texture)):
            block.of(whole)[:] = piece
        return replace(part, cells=cells, strange=strange, texture=texture, discs=self.discs.renewed(block, part.discs))


class DetailReader:
    """Reads rectified boards of one table spot by spot, prepared from the empty one and the chips."""

    def __init__(self, empty: Image, light: EmptyLight, chips: tuple[ChipModel, ...]) -> None:
        """Prepare, from the rectified empty board, its light, and each team's chip."""
        self._light, self._teams = light, teams_of(chips)
        plain = opponent(flattened(empty, light, np.zeros_like(light.cells)))
        self._empty, self._ink, self._paper = empty_model(plain), ink_of(plain[..., 0]), paper_of(plain)
        self._busy, self._light_left = busy_print(self._empty), light_left(plain)
        nothing = Discs((), np.zeros((SIZE * SIZE, len(chips))), uncovered(()))
        spots = np.zeros((HALF_SIDE, HALF_SIDE), np.uint8)
        by_square, texture = np.zeros((SIZE, SIZE, 3), np.float32), np.zeros((SIDE, SIDE), np.float32)
        none = np.full_like(light.cells, np.inf)
        self._unread = Detail(none, by_square, by_square, by_square[..., 0], spots, texture, nothing)
        self._frankness = self._frankness_on(plain)

    def _frankness_on(self, plain: Matrix) -> Matrix:
        """Which share of its leniency busy print loses [HALF_SIDE, HALF_SIDE, teams], 0 to 1, on the empty board.

        As much as leaves the bare card no chip: a heart may have the very red of a gem, and be as large.
        """
        lenient, even = halved(self._busy.leniency(plain, WHOLE))[..., None], np.zeros_like(plain[..., 0])
        lenient = np.repeat(lenient, len(self._teams.chips), axis=2)
        bare = BareBoard(even + PEAK, lenient, even, even, even, even)
        likelihoods = spot_likelihoods(colours_of(self._views(plain, plain, WHOLE)), bare, self._teams.chips)
        kindly, frankly = (bare_evidence(likelihoods.franker(lenient * share), self._teams) for share in (0, 1))
        most = np.clip((ENOUGH - DECIDED - kindly) / np.maximum(frankly - kindly, 1), 0, 1)
        most *= [chip.told_frankly for chip in self._teams.chips]
        return enlarged(most.astype(np.float32).reshape(SIZE, SIZE, -1))

    def _views(self, seen: Matrix, plain: Matrix, block: Block) -> tuple[Matrix, ...]:
        """A block's opponent colours as seen and unbleached; and as on paper, if what lies there may be glass."""
        glass = any(chip.told_frankly for chip in self._teams.chips)
        return (seen, plain, as_on_paper(plain, block.of(self._light_left))) if glass else (seen, plain)

    def read(
        self, board: Image, light: tuple[Matrix, Matrix], befores: Sequence[Detail], last: Matrix | None = None
    ) -> Detail:
        """What a board shows, given its gain and flattened cells; what looks as it did in one of `befores` is kept.

        `last` are the flattened cells of the frame before. A faint change that goes on is left for later.
        `board` is rectified [SIDE, SIDE, 3], BGR in 8 bits; gain and cells are [cells, cells, 3], float32.
        """
        changes = [(before.changed(light[1]), before) for before in befores or (self._unread,)]
        changed, kept = min(changes, key=lambda change: cv2.countNonZero(change[0]))
        for block in _blocks_of(changed) if last is None else _due(changed, light[1], kept, last):
            kept = self._renewed(board, light, kept, block)
        return kept

    def _renewed(self, board: Image, light: tuple[Matrix, Matrix], kept: Detail, block: Block) -> Detail:
        gain, cells = light
        left, sigma, grain = kept.left.copy(), kept.sigma.copy(), kept.grain.copy()
        beside = block.grown()  # where light creeps its ink may be old, and tells of the block's
        seen = opponent(flattened(board, self._light, gain, beside))
        beside.of_squares(left)[:] = ink_left(seen, self._ink, beside)
        seen, around = block.seen_from(beside).of(seen, PX), ink_around(left)
        plain = unbleached(seen, around, block)
        block.of_squares(sigma)[:] = paper_sigma(plain, self._paper, block)
        far, bright, veil = card_sigma(sigma, block), *_brightness(plain, seen)
        block.of_squares(grain)[:] = grain_of(bright, self._paper, block)
        empty = self._empty.part(block)
        density = empty_log_density(plain, empty, far)
        blurred = bool(middle(left[..., 1].reshape(1, 1, -1)) < _BLURRED)
        if blurred:  # colours that ran together are as dark as they look
            density = np.maximum(density, empty_log_density(seen, empty, far))
        rough = texture_residual(bright, empty, float(np.partition(grain, _CALM, axis=None)[_CALM]), veil)
        lenient = halved(self._busy.leniency(plain, block))[..., None] * block.of(self._frankness, HALF_PX)
        contrast = np.minimum(block.of_squares(around), 1.0).reshape(-1)
        worth, pale = for_a_chip(rough), block.of_squares(bleached(left)).reshape(-1) & (not blurred)
        bare = BareBoard(_forgiving_outside(density, block), lenient, far, worth, contrast, pale)
        others = kept.discs.without(block)
        free = block.of(others.free)
        views = self._views(seen, plain, block)
        found = with_veiled(find_discs(views, bare, self._teams, free), views, bare, self._teams)
        discs = patterned(found, seen, self._teams.chips)
        part = Detail(cells, left, sigma, grain, strangeness(density), rough, discs)
        return replace(kept, discs=others).renewed(block, part)


def _brightness(plain: Matrix, seen: Matrix) -> tuple[Matrix, Matrix]:
    """How bright a block's opponent colours are, and how much of a mirrored lamp's white was taken off them."""
    bright = cv2.extractChannel(plain, 0)
    return bright, cv2.absdiff(bright, cv2.extractChannel(seen, 0))


def _due(changed: Matrix, cells: Matrix, kept: Detail, last: Matrix) -> tuple[Block, ...]:
    """The blocks to read now of what has changed: what plainly has, or else what has faintly and rests: shadows creep.

    Of more than half the board one half waits for the next frame, the lower unless it has waited before; but none where
    too little has changed for a lamp's switch or an arm.
    """
    plain = differing(cells, kept.cells)
    due = plain if plain.any() else changed & (1 - differing(cells, last, FAINT))
    blocks = _blocks_of(due)
    if sum(block.size for block in blocks) <= _HALF_BOARD or 0 < plain.mean() < 2 * SOME:
        return blocks
    upper, lower = np.vsplit(due, 2)
    _, waited = np.vsplit(differing(last, kept.cells), 2)
    first, second = (lower, upper) if plain.any() and waited.any() else (upper, lower)
    if first.any():
        second[:] = 0
    return _blocks_of(due)


def _blocks_of(changed: Matrix) -> tuple[Block, ...]:
    """Blocks of squares, apart from each other, that hold what has changed and what it may belong to."""
    squares = per_square(cv2.dilate(changed, _NEAR), PX // CELL).max(axis=(1, 2)).reshape(SIZE, SIZE)
    count = 0
    while True:
        before, (count, _, stats, _) = count, cv2.connectedComponentsWithStats(squares)
        boxes = [Block(top, left, top + height, left + width) for left, top, width, height, _ in stats[1:].tolist()]
        if count == before:
            return _joined(boxes)
        for box in boxes:
            box.of_squares(squares)[:] = 1


def _joined(blocks: list[Block]) -> tuple[Block, ...]:
    """Fewer, larger blocks, where reading what lies between two is quicker than reading another block."""
    for one, other in combinations(blocks, 2):
        both = one.joined(other)
        if both.size - one.size - other.size <= _HALF_BOARD:
            return _joined([*(block for block in blocks if block not in (one, other)), both])
    return tuple(blocks)


def _forgiving_outside(density: Matrix, block: Block) -> Matrix:
    """Log density of the empty board, against which nothing beside the lattice speaks: anything may lie there."""
    edge = round(MARGIN * PX)
    forgiving = density.copy()
    for beside, there in (
        (forgiving[:edge], block.top == 0),
        (forgiving[-edge:], block.bottom == SIZE),
        (forgiving[:, :edge], block.left == 0),
        (forgiving[:, -edge:], block.right == SIZE),
    ):
        if there:
            beside[:] = PEAK
    return forgiving

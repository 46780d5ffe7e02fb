"""The board seen from straight above, straight from the frame: one halving, one table look-up, nothing else.

The rectified board has `PX` pixels to a square and `MARGIN` squares of surroundings, so that chips lying over
the edge are seen whole. Halving the frame first keeps fine print from turning into moiré.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry, sampling_maps

PX = 24
"""Pixels of the rectified board to a square."""
CELL = 6
"""Pixels to a cell, the smallest patch with a light of its own."""
MARGIN = 0.5
"""Squares of surroundings on every side."""
SIDE = round((SIZE + 2 * MARGIN) * PX)
"""Width and height of the rectified board, in pixels."""
HALF_PX = PX // 2
"""Pixels to a square of the halved rectified board, on which chips are looked for."""
HALF_SIDE = SIDE // 2
SPOTS = 40
"""So many spots of a square are enough to tell what most of them show; a median of them is good to a fifth of sigma."""
DARK_LEVELS = 4.0
"""Grey levels of 256 added before dividing, so that a sensor's noise in the dark, of two or three, has little say. At 8
three more of 1,500 squares on drawn tables are wrong."""
_LARGEST_PX = np.iinfo(np.int16).max
"""Fixed-point maps lead no further."""


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of squares: rows `top` to `bottom` and columns `left` to `right`, the ends not included.

    With its surroundings it is a smaller board, and everything that reads a board reads a block of one.
    """

    top: int
    left: int
    bottom: int
    right: int

    @property
    def size(self) -> int:
        """How many squares it has."""
        return (self.bottom - self.top) * (self.right - self.left)

    def joined(self, other: "Block") -> "Block":
        """The smallest block that holds both."""
        ends = max(self.bottom, other.bottom), max(self.right, other.right)
        return Block(min(self.top, other.top), min(self.left, other.left), *ends)

    def grown(self) -> "Block":
        """The block and two squares on every side: a smooth field over it depends on no others."""
        ends = min(self.bottom + 2, SIZE), min(self.right + 2, SIZE)
        return Block(max(self.top - 2, 0), max(self.left - 2, 0), *ends)

    def seen_from(self, other: "Block") -> "Block":
        """The same block, where squares count from the first of another."""
        top, left = self.top - other.top, self.left - other.left
        return Block(top, left, self.bottom - other.top, self.right - other.left)

    def of(self, board: Matrix, px: float | None = None) -> Matrix:
        """The block, with its surroundings, of a map of the whole board at any scale [side, side, ...]; a view.

        Given its pixels a square, the map may be that of a block, whose squares count from 0.
        """
        px = px or len(board) / (SIZE + 2 * MARGIN)
        top, left = round(self.top * px), round(self.left * px)
        return board[top : round((self.bottom + 2 * MARGIN) * px), left : round((self.right + 2 * MARGIN) * px)]

    def of_squares(self, squares: Matrix) -> Matrix:
        """The block of values by square [SIZE, SIZE, ...]; a view."""
        return squares[self.top : self.bottom, self.left : self.right]

    def numbers(self) -> Matrix:
        """The numbers of its squares [squares], in reading order."""
        numbers: Matrix = self.of_squares(np.arange(SIZE * SIZE).reshape(SIZE, SIZE)).ravel()
        return numbers


WHOLE = Block(0, 0, SIZE, SIZE)
"""All squares of the board."""


@dataclass(frozen=True, slots=True, eq=False)
class Sampler:
    """A precomputed way from frames to rectified boards, for one geometry: fixed-point maps for cv2.remap.

    They lead into the part of the frame that holds the board: rows and columns of the frame, both even.
    """

    part: tuple[slice, slice]
    places: Matrix
    weights: Matrix
    outside: Matrix | None = None
    """Which pixels of the rectified board [SIDE, SIDE] lie outside the frame, if any of the squares' do."""

    def sample(self, bgr: Image) -> Image:
        """The rectified board [SIDE, SIDE, 3] of a frame in the size of the geometry; black where the frame ends."""
        part = bgr[self.part]
        if not part.size:
            return np.zeros((SIDE, SIDE, *bgr.shape[2:]), np.uint8)
        half = cv2.resize(part, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return cv2.remap(half, self.places, self.weights, cv2.INTER_LINEAR)


def sampler_for(geometry: BoardGeometry, shape: tuple[int, ...] | None = None) -> Sampler:
    """The sampler of a board that lies as `geometry` says, and what of it lies outside frames of a shape, if given."""
    maps = sampling_maps(geometry.scaled(0.5), PX, MARGIN)
    (left, right), (top, bottom) = (
        np.clip(np.nan_to_num([one.min(), one.max() + 2]), 0, _LARGEST_PX).astype(int).tolist() for one in maps
    )
    part = slice(2 * top, 2 * bottom), slice(2 * left, 2 * right)
    sampler = Sampler(part, *cv2.convertMaps(maps[0] - left, maps[1] - top, cv2.CV_16SC2))
    if shape is None:
        return sampler
    outside = sampler.sample(np.full(shape[:2], 255, np.uint8)) < 255
    return replace(sampler, outside=outside) if over_squares(outside).any() else sampler


def over_squares(board: Matrix) -> Matrix:
    """The part of a map of the whole board [side, side, ...], at any scale, that lies over the squares; a view."""
    edge = round(MARGIN * len(board) / (SIZE + 2 * MARGIN))
    return board[edge:-edge, edge:-edge]


def per_square(board: Matrix, px: int = PX) -> Matrix:
    """The squares of a rectified board or a block of one [rows, columns, ...], as [squares, px, px, ...]."""
    edge = round(MARGIN * px)
    inner = board[edge:-edge, edge:-edge]
    rest = inner.shape[2:]
    tiles = inner.reshape(len(inner) // px, px, -1, px, *rest).swapaxes(1, 2)
    return tiles.reshape(-1, px, px, *rest)


def spread(squares: Matrix, block: Block = WHOLE) -> Matrix:
    """A smooth field over a block [rows, columns, ...] through one value for every square [SIZE, SIZE, ...]."""
    return _smooth(squares, block, PX, PX // 2)


def enlarged(squares: Matrix) -> Matrix:
    """A map of the halved board [HALF_SIDE, HALF_SIDE, n], even over each square [SIZE, SIZE, n] and around it."""
    trim = HALF_PX - round(MARGIN * HALF_PX)
    around = np.pad(squares, [(1, 1), (1, 1), (0, 0)], "edge").repeat(HALF_PX, axis=0).repeat(HALF_PX, axis=1)
    return np.ascontiguousarray(around[trim:-trim, trim:-trim])


def spread_cells(cells: Matrix, block: Block = WHOLE) -> Matrix:
    """The same through the values of cells of CELL pixels, which cover the rectified board with its surroundings.

    Given [cells, cells, ...]; given back [rows, columns, ...] in pixels of the block.
    """
    cells_a_square, around = PX // CELL, round(2 * MARGIN)
    ends = (block.top, block.left, block.bottom + around, block.right + around)
    return _smooth(cells, Block(*(end * cells_a_square for end in ends)), CELL, CELL)


def _smooth(grid: Matrix, part: Block, scale: int, trim: int) -> Matrix:
    """A part of a grid enlarged so many times, less what is trimmed of the values around it, which tell how it ends."""
    padded = cv2.copyMakeBorder(grid, 1, 1, 1, 1, cv2.BORDER_REPLICATE)[part.top : part.bottom + 2]
    large = cv2.resize(padded[:, part.left : part.right + 2], None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    return large[trim:-trim, trim:-trim]


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """So many pixels of every square of the rectified board: their rows and columns [SIZE, SIZE, spots]."""

    rows: Matrix
    columns: Matrix

    def of(self, board: Matrix, block: Block = WHOLE) -> Matrix:
        """Their values in a block of the board [rows of squares, columns, spots, ...]."""
        rows, columns = block.of_squares(self.rows), block.of_squares(self.columns)
        places = (rows - block.top * PX) * board.shape[1] + columns - block.left * PX
        values: Matrix = board.reshape(-1, *board.shape[2:]).take(places, axis=0)
        return values


def spots_at(places: Matrix) -> Spots:
    """The spots at some places in every square [SIZE * SIZE, spots], counted in reading order."""
    edge, every = round(MARGIN * PX), np.arange(SIZE) * PX
    rows, columns = (part.reshape(SIZE, SIZE, -1) + edge for part in np.divmod(places, PX))
    return Spots(rows + every[:, None, None], columns + every[:, None])

"""Finding the board again after a knock: the picture of this very empty board is looked for near where it was.

A glance at the rectified board tells whether it lies where it lay; it costs next to nothing, so every new picture gets
one. After a knock the whole board is matched at low resolution, turned a few degrees each way, and then aligned, which
finds one full of chips and in hard light. A board that was carried off, or looked at from elsewhere, is known again by
its landmarks, wherever it is.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.alignment import A_QUARTER, AGREEING, ALIKE, SOMEWHAT, Alignment, Template, evened, shrunk
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.landmarks import Landmarks
from companion.vision.sampling import MARGIN, PX, sampler_for

_FINE_PX, _COARSE_PX = PX // 2, PX // 4
"""Pixels to a square, first for the last hundredth of one and then for a search."""
_CORE = 1
"""Squares left out on every side when the whole board is matched, so that it may move that much further."""
_STEP_DEG = 4
"""Degrees between the turns at which a board is looked for: alignment brings it home from half of that. At 8 two of its
tests fail, at 2 one."""
_NEARBY_DEG = (0.0, _STEP_DEG, -_STEP_DEG)
STRAY = 0.03
"""A board is in its place when no corner has moved further than this, in squares: about a millimetre; else it was
knocked. From 0.02 to 0.045 four evenings are followed alike."""
_GAIN, _FULL_GAIN = 5.0, 0.05
"""How much more alike, on average, squares become by a move: at least so much times its square, or so much. At 0 six
frames of two evenings tell of a move that is none; without the limit ten of 66 drawn knocks are not put right.
"""
_ROUNDS = 4
"""Rounds of alignment. From 3 to 6 four evenings are followed alike."""
_HALVES = (-1.0, -0.5, 0.0, 0.5, 1.0)
_BESIDE = tuple((x, y) for x in _HALVES for y in _HALVES if (x, y) != (0, 0))
"""Half and whole squares (x, y) beside a place: cards share their frame, so a board looks somewhat so there."""


@dataclass(frozen=True, slots=True, eq=False)
class NotRegistered:
    """The board was not found: only so many squares look as they did when it was empty."""

    agreeing: int

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """Where the board was found, how far its corners have moved in squares, and how many squares agree on it."""

    geometry: BoardGeometry
    shift_squares: float
    agreeing: int


class Portrait:
    """A rectified board as it was seen once, prepared for finding it again."""

    def __init__(self, board: Image) -> None:
        """Prepare, from the board [SIDE, SIDE, 3]."""
        self._board, self._coarse = board, Template(board, _COARSE_PX, SOMEWHAT)
        self._small = _as_bytes(evened(shrunk(board, _COARSE_PX), _COARSE_PX))

    @cached_property
    def fine(self) -> Template:
        """The board at the finer resolution, prepared once it is asked for: a search in vain never does."""
        return Template(self._board, _FINE_PX, ALIKE)

    def nearby(self, board: Image, lay: BoardGeometry) -> Registration | NotRegistered:
        """The board [SIDE, SIDE, 3] in a picture rectified as it lay, within a square and six degrees of there."""
        coarse = evened(shrunk(board, _COARSE_PX), _COARSE_PX)
        guess = self._unrivalled(coarse, self._likeliest(coarse))
        if guess.agreeing < AGREEING:
            return NotRegistered(guess.agreeing)
        seen = evened(shrunk(board, _FINE_PX), _FINE_PX)
        return _registered(lay, lay, self.fine.aligned(seen, guess.motion, _ROUNDS))

    def _likeliest(self, seen: Matrix) -> Alignment:
        """The whole board turned by a few degrees or not, where an evened picture of low resolution looks like that."""
        picture = _as_bytes(seen)
        shifts = ((turn, _shift(picture, _turned(self._small, turn))) for turn in _NEARBY_DEG)
        guesses = (self._coarse.aligned(seen, _turn_matrix(turn, SIZE / 2, shift), _ROUNDS) for turn, shift in shifts)
        return max(guesses, key=lambda guess: guess.agreeing)

    def _unrivalled(self, seen: Matrix, guess: Alignment) -> Alignment:
        """The guess, or the place half or whole squares beside it where the board looks more as it did."""
        shifts = (np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) for x, y in _BESIDE)
        rival = max((self._coarse.lying(seen, guess.motion @ shift) for shift in shifts), key=lambda at: at.agreeing)
        return guess if rival.agreeing <= guess.agreeing else self._coarse.aligned(seen, rival.motion, _ROUNDS)


class Likeness:
    """What the board looks like empty, prepared for finding it again."""

    def __init__(self, empty_bgr: Image, geometry: BoardGeometry) -> None:
        """Prepare, from the picture of the empty board and where it lies there."""
        self._empty = Portrait(sampler_for(geometry).sample(empty_bgr))
        self._landmarks, self._px_per_square = Landmarks(empty_bgr, geometry), float(geometry.sides_px().min())

    def glance(self, board: Image, lay: BoardGeometry) -> Registration | NotRegistered:
        """Whether the board [SIDE, SIDE, 3] in a picture rectified as it lay lies there still, or a little beside."""
        seen = evened(shrunk(board, _FINE_PX), _FINE_PX)
        there, near = self._empty.fine.glimpse(seen)
        if there.agreeing < AGREEING:
            return NotRegistered(there.agreeing)
        stays = Registration(lay, 0.0, there.agreeing)
        if near.shift_squares < STRAY / 2:
            return stays
        near = self._empty.fine.aligned(seen, near.motion, 1)
        if near.shift_squares < STRAY * 2 / 3:  # further steps are smaller ones
            return stays
        near = self._empty.fine.aligned(seen, near.motion, _ROUNDS - 1)
        moved = near.shift_squares > STRAY and _worth_it(there, near)
        return (moved and _registered(lay, lay, near)) or stays

    def nearby(self, board: Image, lay: BoardGeometry, before: Image | None = None) -> Registration | NotRegistered:
        """The same within a square and six degrees of there, by the empty board or by how it looked `before`.

        Chips go along with a board that is knocked: where few squares are empty, it looks much more like itself.
        """
        found = self._empty.nearby(board, lay)
        return found if found or before is None else Portrait(before).nearby(board, lay) or found

    def anywhere(self, bgr: Image, lay: BoardGeometry) -> Registration | NotRegistered:
        """The board anywhere in a frame [height, width, 3], from whichever side the camera looks now."""
        near = self._landmarks.seen_in(bgr, lay.lens, self._px_per_square)
        if near is None:
            return NotRegistered(0)
        seen = evened(shrunk(sampler_for(near).sample(bgr), _FINE_PX), _FINE_PX)
        return _registered(lay, near, self._empty.fine.aligned(seen, np.eye(3), _ROUNDS))


def _worth_it(there: Alignment, near: Alignment) -> bool:
    """Whether what looks as it did looks as much more so in the new place as a true move makes it."""
    gain = float((near.alike - there.alike)[there.alike > ALIKE].mean())
    return gain > min(_GAIN * near.shift_squares**2, _FULL_GAIN)


def _registered(lay: BoardGeometry, near: BoardGeometry, found: Alignment) -> Registration | NotRegistered:
    """The board that was found `found` against `near`; it lay elsewhere."""
    if found.agreeing < AGREEING or found.in_every_quarter < A_QUARTER:
        return NotRegistered(found.agreeing)
    lies = near.moved(found.motion)
    corners = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], float)
    shift = np.linalg.norm(lay.board_from_image(lies.image_from_board(corners)) - corners, axis=1)
    return Registration(lies, float(shift.max()), found.agreeing)


def _as_bytes(even: Matrix) -> Image:
    """An evened board as cv2.matchTemplate is quickest with."""
    return cv2.convertScaleAbs(even, alpha=128, beta=128)


def _turn_matrix(turn_deg: float, centre: float, shift: tuple[float, float] = (0.0, 0.0)) -> Matrix:
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    x = centre - c * centre + s * centre + shift[0]
    y = centre - s * centre - c * centre + shift[1]
    return np.array([[c, -s, x], [s, c, y], [0.0, 0.0, 1.0]])


def _turned(empty: Image, turn_deg: float) -> Image:
    """The middle of the empty board, turned about its centre."""
    matrix = _turn_matrix(turn_deg, (len(empty) - 1) / 2)[:2]
    turned: Image = cv2.warpAffine(empty, matrix, empty.shape[::-1], borderValue=128)
    low, high = (round(at * _COARSE_PX) for at in (MARGIN + _CORE, MARGIN + SIZE - _CORE))
    return turned[low:high, low:high]


def _shift(seen: Image, part: Image) -> tuple[float, float]:
    """By how many squares (x, y) the board has moved."""
    scores = cv2.matchTemplate(seen, part, cv2.TM_CCOEFF_NORMED)
    _, _, _, (x, y) = cv2.minMaxLoc(scores)
    at_rest = (MARGIN + _CORE) * _COARSE_PX
    return (x - at_rest) / _COARSE_PX, (y - at_rest) / _COARSE_PX

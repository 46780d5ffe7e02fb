"""A table that is only drawn: a camera whose chips and cards are set by taps, so that one can play without any camera.

What it gives are frames like any other camera's, a little slanted and grainy; everything after them is the real thing.
"""

import random
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.errors import CameraError
from companion.games.squares import SIZE, square_at
from companion.ports import Locks
from companion.vision.frame import Frame, Image
from hardware.dealt_cards import Deal, deal, deal_for_board
from hardware.drawn_pieces import DrawnPieces, drawn_card, load_pieces, save_pieces
from hardware.drawn_table import (
    SIZE_PX,
    Outlines,
    bare_canvas,
    board_from_frame,
    drawn_layout,
    frame_from_board,
    laid_canvas,
    outlines,
    seen,
)

FPS = 5.0
STILL_FACTOR = 1.8
"""How much larger a still is than a frame."""
_GRAIN = 1.6
"""The noise of a pixel, standard deviation, in grey levels."""
_PILE_SHOWN = 3


class VirtualTable:
    """The camera port over a drawn table; it may be set from any thread.

    `clock` gives seconds that only grow, `pause` waits that many seconds: it holds frames back to five a second;
    with a `seed` the same cards are dealt again.
    """

    def __init__(
        self, letters: str, clock: Callable[[], float], pause: Callable[[float], None], seed: int | None = None
    ) -> None:
        self.letters = letters
        self._chance = random.Random(seed)  # noqa: S311 (cards at a drawn table, no secret)
        self.layout = drawn_layout()
        self._clock = clock
        self._pause = pause
        self._bare = bare_canvas(self.layout)
        self._lock = threading.Lock()
        self._lying = DrawnPieces()
        self._kept: Path | None = None
        self._drawn = (self._lying, seen(self._bare))
        self._grain = _grain()
        self._taken = 0
        self._open = True

    @property
    def lying(self) -> DrawnPieces:
        """What lies on the table now."""
        return self._lying

    def keep(self, path: Path) -> None:
        """From now on everything is kept in this file; what it holds from before is on the table at once."""
        with self._lock:
            self._kept = path
            self._lying = load_pieces(path, self.letters) or self._lying

    @property
    def top_left_px(self) -> tuple[float, float]:
        """The board's own top left outer corner in a frame."""
        x, y = frame_from_board(np.zeros((1, 2)))[0]
        return float(x), float(y)

    def put(self, square: int, letter: str | None) -> None:
        """Lay a team's chip on a square, or with None take the one away. Raises ValueError for a team not here."""
        if letter is not None and letter not in self.letters:
            raise ValueError(f"{letter!r} is no team here; name one of {', '.join(self.letters)}")
        with self._changing() as lying:
            others = {at: team for at, team in lying.chips.items() if at != square}
            self._lying = replace(lying, chips=others if letter is None else {**others, square: letter})

    def lay(self, code: str) -> None:
        """Lay a card on the pile. Raises ValueError when there is none such to be drawn, or hands were dealt."""
        card = drawn_card(code)
        with self._changing() as lying:
            if lying.dealt is not None:
                raise ValueError("cards were dealt; play one from a hand")
            self._lying = replace(lying, pile=(*lying.pile, card))

    def clear(self) -> None:
        """Take everything off the table; who sits where is not changed."""
        with self._changing() as lying:
            self._lying = DrawnPieces(sitters=lying.sitters)

    def sit(self, seat: int, who: str | None) -> None:
        """Somebody keeps this seat's hand secret, or with None nobody does any more; nobody keeps two."""
        with self._changing() as lying:
            others = {at: each for at, each in lying.sitters.items() if at != seat and each != who}
            self._lying = replace(lying, sitters=others if who is None else {**others, seat: who})

    @property
    def dealt(self) -> Deal | None:
        """The cards in hands and stock; None while nobody has dealt."""
        return self._lying.dealt

    def deal(self, seats: int, packs: int = 1, jokers: int = 0) -> None:
        """Shuffle, deal seven cards each and turn one up. Raises ValueError when the cards do not suffice."""
        self._act(lambda _: deal(seats, packs, jokers, self._chance))

    def deal_for_board(self, seats: int, hand: int, shuffles: bool) -> None:
        """Shuffle two packs and deal so many cards each. Raises ValueError when the cards do not suffice."""
        self._act(lambda _: deal_for_board(seats, hand, shuffles, self._chance))

    def play(self, seat: int, code: str) -> None:
        """A seat lays one of its cards on the pile. Raises ValueError when it does not hold it."""
        self._act(lambda dealt: _require_deal(dealt).played(seat, code))

    def draw(self, seat: int, cards: int) -> None:
        """A seat draws from the stock, which no camera sees. Raises ValueError for no such seat."""
        self._act(lambda dealt: _require_deal(dealt).drawn(seat, cards, self._chance))

    def take_back(self) -> None:
        """The top card goes back to whoever laid it, dealt or not. Raises ValueError when there is none."""
        if self._lying.dealt is not None:
            self._act(lambda dealt: _require_deal(dealt).taken_back())
            return
        with self._changing() as lying:
            if not lying.pile:
                raise ValueError("no card on the pile can be taken back; lay one first")
            self._lying = replace(lying, pile=lying.pile[:-1])

    def _act(self, change: Callable[[Deal | None], Deal]) -> None:
        """Change what was dealt, and show its pile."""
        with self._changing() as lying:
            dealt = change(lying.dealt)
            self._lying = replace(lying, dealt=dealt, pile=tuple(code for _, code in dealt.pile))

    @contextmanager
    def _changing(self) -> Iterator[DrawnPieces]:
        """What lies there while nobody else changes it; what lies there afterwards is kept."""
        with self._lock:
            yield self._lying
            if self._kept is not None:
                save_pieces(self._kept, self._lying)

    def picture(self) -> Image:
        """How the table looks now, [height, width, 3], without grain; for any thread."""
        with self._lock:
            if (self._drawn[0].chips, self._drawn[0].pile) != (self._lying.chips, self._lying.pile):
                self._drawn = (self._lying, seen(self._canvas(self._lying)))
            return self._drawn[1]

    def jpeg(self) -> bytes:
        """The same as a JPEG file, for a page."""
        return cv2.imencode(".jpg", self.picture(), [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()

    def square_at(self, x: float, y: float) -> int | None:
        """The square at a pixel of the picture, or None beside the board."""
        column, row = np.floor(board_from_frame(np.array([[x, y]]))[0])
        return square_at(int(row), int(column)) if 0 <= row < SIZE and 0 <= column < SIZE else None

    def outlines(self) -> Outlines:
        """Where squares, pile and the names of rows and columns are in a picture."""
        return outlines()

    def capture(self) -> Frame:
        """The next frame, a fifth of a second after the last. Raises CameraError when the table was closed."""
        self._pause(1 / FPS)
        if not self._open:
            raise CameraError("the virtual table is closed; open it again")
        self._taken += 1
        grain = self._grain[self._taken % len(self._grain)]
        return Frame(cv2.add(self.picture(), grain, dtype=cv2.CV_8U), self._clock())

    def still(self) -> Image:
        """The table as it is now, larger than a frame."""
        return seen(self._canvas(self._lying), STILL_FACTOR)

    def locks(self) -> Locks | None:
        """Nothing is held: a drawn table has no light of its own."""
        return None

    def play_still(self, chips: Mapping[int, str]) -> Image:
        """The table as large as a frame with these chips alone, as calibration wants to see it."""
        return seen(laid_canvas(self._bare, chips, ()))

    def close(self) -> None:
        """Put the table away; closing twice does nothing."""
        self._open = False

    def _canvas(self, lying: DrawnPieces) -> Image:
        return laid_canvas(self._bare, lying.chips, lying.pile[-_PILE_SHOWN:], max(0, len(lying.pile) - _PILE_SHOWN))


def _require_deal(dealt: Deal | None) -> Deal:
    if dealt is None:
        raise ValueError("nobody has dealt; deal first")
    return dealt


def _grain() -> list[Image]:
    """A few fields of noise to be used in turn: one alone would be a pattern that stands still."""
    chance = np.random.default_rng(3)
    shape = (SIZE_PX[1], SIZE_PX[0], 3)
    return [np.round(chance.normal(0, _GRAIN, shape)).astype(np.int8) for _ in range(3)]

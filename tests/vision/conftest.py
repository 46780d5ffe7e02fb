"""One drawn table for the tests of this folder: real cards, plain red chips, and blue casino chips, seen at a slant."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import pytest
from drawn_board import GREEN, OAK, flat_board_of, real_faces, shrunk, view_from
from drawn_chips import Chip, Laid, Surface, Thing, laid_on, surface_of
from drawn_light import Light, place_of, seen
from drawn_pile import SEARCHED, TABLE, photographed, watch

from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.piles import PilesMemory

LENS = Lens(900.0, (479.5, 359.5))
DAYLIGHT = Light()
CHIPS = (Chip("plain", (38, 30, 190), 32), Chip("casino", (168, 76, 28), 39))


class DrawnTable:
    """Draws frames of one table with some teams; a chip is its team, and how far off its square's middle it lies."""

    def __init__(self, chips: Sequence[Chip] = CHIPS, bare: Surface | None = None) -> None:
        self.geometry, self._chips = view_from(LENS, 14, 4, 15.5), chips
        self._bare = bare or surface_of(shrunk(flat_board_of(real_faces("board-04"), GREEN, OAK), 44))
        self.empty = self.frame({})

    @cached_property
    def on_board(self) -> Matrix:
        """Where on the board each pixel of a frame lies, across and down, [2, height, width]."""
        rows, columns = np.indices(self.empty.shape[:2])
        pixels = np.stack([columns.ravel(), rows.ravel()], axis=1).astype(float)
        return self.geometry.board_from_image(pixels).T.reshape(2, *rows.shape)

    def played_with(self, *chips: Chip) -> "DrawnTable":
        """The same table with other teams' chips."""
        return DrawnTable(chips, self._bare)

    def frame(
        self,
        chips: Mapping[int, tuple[int, float, float]],
        things: Sequence[Thing] = (),
        light: Light = DAYLIGHT,
        knock: Matrix | None = None,
    ) -> Image:
        """The table with this on it; `knock` moves the board, as a 3x3 matrix in board coordinates."""
        view = self.geometry
        if knock is not None:
            view = BoardGeometry(view.lens, view.ideal_from_board @ knock)
        laid = {square: Laid(self._chips[team], x, y, 23.0 * square) for square, (team, x, y) in chips.items()}
        return seen(laid_on(self._bare, laid, things, place_of(view, light)), view, light, len(chips))

    def photograph(self, laid: Mapping[int, Sequence[Laid]], light: Light = DAYLIGHT) -> Image:
        """The table with any chips on any squares, the lowest of each first."""
        return seen(laid_on(self._bare, laid, (), place_of(self.geometry, light)), self.geometry, light)


@pytest.fixture(scope="session")
def table() -> DrawnTable:
    """One table for all tests: drawing its cards takes a moment."""
    return DrawnTable()


@pytest.fixture(scope="session")
def found() -> PilesMemory:
    """A pile with a seven of hearts on top, already known."""
    return watch([photographed(TABLE)] * SEARCHED)[1]

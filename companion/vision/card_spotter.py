"""Where cards lie whose faces nothing covers, and whether they are new: a small network votes at one look.

The network sees a view of 4 squares from straight above, as it is and as it was when the pile last lay at rest. Each of
its cells says whether it lies on such a card, and if so where the card's middle is, how it is turned, and whether it
was to be seen before; the votes of a hundred cells for one place average their errors out. Nothing is asked about what
the table is like. How it was trained is told in `calibration/training`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.referee.observation import CAME
from companion.vision.card_index import load_network, network_input
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.frame import Image, Matrix

VIEW_PX, PX_PER_SQUARE = 112, 28
"""The side of a view, and its scale."""
CELL_PX = 4
"""Pixels of the view to a cell of the network's answer."""
CELLS = VIEW_PX // CELL_PX
OFFSET_PX = 16.0
"""The network's unit of length."""
_WIDTH, _LENGTH = (side * PX_PER_SQUARE for side in CARD_SQUARES)
_WHOLE = _WIDTH * _LENGTH / CELL_PX**2
"""How many cells a card covers."""
_ENOUGH = 0.6
"""So great a part of a card must be seen, by how surely: it lies there then, though nobody can read it. From 0.05 on
the cards of six evenings are read alike; at twice 35 of 48 small ones in hard light go unnoticed."""
_TOGETHER_PX = 2 * CELL_PX
"""Votes this near each other are for one card."""
_MODEL = "pile_cards.onnx"
_AT = (np.arange(CELLS) + 0.5) * CELL_PX - 0.5


@dataclass(frozen=True, slots=True)
class Spotted:
    """A card that nothing covers; its outline's score is the part of it that is seen, by how surely, about 0 to 1."""

    outline: Outline
    new: float
    """How likely it was not to be seen before, 0 to 1; says nothing where nothing is known of before."""

    @property
    def is_new(self) -> bool:
        """Whether it is rather new than not."""
        return self.new > CAME


@dataclass(frozen=True, slots=True, eq=False)
class CardSpotter:
    """Finds uncovered cards; it keeps no state between calls."""

    network: cv2.dnn.Net

    def spot(self, view: Image, before: Image | None = None) -> list[Spotted]:
        """The cards in a view [height, width, 3] of 4 by 4 squares, in its own pixels, the clearest first.

        `before` is the same place as it was, if that is known.
        """
        small = _small(view)
        self.network.setInput(spotter_input(small, np.zeros_like(small) if before is None else _small(before)))
        return [_grown(one, len(view) / VIEW_PX) for one in _elected(self.network.forward()[0])]


def load_card_spotter() -> CardSpotter:
    """The network that ships with the program. Raises cv2.error if its file is damaged."""
    spotter = CardSpotter(load_network(_MODEL))
    spotter.spot(np.zeros((VIEW_PX, VIEW_PX, 3), np.uint8))  # the first look takes ten times as long
    return spotter


def spotter_input(view: Image, before: Image) -> Matrix:
    """A view as it is and as it was [side, side, 3] as the network sees them: [1, 6, side, side]."""
    both = network_input(np.stack([view, before]))
    return both.reshape(1, -1, *both.shape[2:])


def _small(view: Image) -> Image:
    return view if len(view) == VIEW_PX else cv2.resize(view, (VIEW_PX, VIEW_PX), interpolation=cv2.INTER_AREA)


def _grown(spotted: Spotted, scale: float) -> Spotted:
    """The same card in a view that many times as large."""
    x, y = ((at + 0.5) * scale - 0.5 for at in (spotted.outline.x, spotted.outline.y))
    return replace(spotted, outline=spotted.outline.scaled(scale, (x, y)))


def _elected(cells: Matrix) -> Iterator[Spotted]:
    """The cards that the cells [6, rows, columns] vote for, those with the most votes first."""
    weights = _chance(cells[0])
    weights[cells[0] < 0] = 0  # rather not on a card
    x, y = _AT + OFFSET_PX * cells[1], _AT[:, None] + OFFSET_PX * cells[2]
    while weights.sum() / _WHOLE >= _ENOUGH:
        middle = _peak(weights, x, y)
        own = weights * (np.hypot(x - middle[0], y - middle[1]) < _TOGETHER_PX)
        total = float(own.sum())
        if total / _WHOLE < _ENOUGH:
            return
        place_x, place_y, cos, sin, new = (float((own * one).sum()) / total for one in (x, y, *cells[3:]))
        turn = float(np.arctan2(sin, cos)) / 2
        down = (_AT[:, None] - place_y) * np.cos(turn) - (_AT - place_x) * np.sin(turn)
        upper, lower = (3 * float(own[end > _LENGTH / 6].sum()) / _WHOLE for end in (-down, down))
        outline = Outline(place_x, place_y, _WIDTH, _LENGTH, float(np.degrees(turn)), total / _WHOLE, (upper, lower))
        yield Spotted(outline, float(_chance(np.array(new))))
        weights = weights * (own == 0)


def _chance(logits: Matrix) -> Matrix:
    chances: Matrix = 1 / (1 + np.exp(-logits.astype(np.float64)))
    return chances


def _peak(weights: Matrix, x: Matrix, y: Matrix) -> tuple[float, float]:
    """Where most votes fall together, to a cell; a card's middle may lie beyond the view."""
    columns, rows = (np.clip(at // CELL_PX + CELLS // 2, 0, 2 * CELLS - 1).astype(int) for at in (x, y))
    votes = np.zeros((2 * CELLS, 2 * CELLS))
    np.add.at(votes, (rows, columns), weights)
    _, _, _, (column, row) = cv2.minMaxLoc(cv2.blur(votes, (3, 3)))
    return (column - CELLS // 2 + 0.5) * CELL_PX, (row - CELLS // 2 + 0.5) * CELL_PX

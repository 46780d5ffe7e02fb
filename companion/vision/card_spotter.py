"""Where cards lie whose faces nothing covers, at one look: a small network votes, and votes for one place are a card.

The network sees a view of 3.2 squares from straight above. Each of its cells says whether it lies on such a card, and
if so where the card's middle is and how it is turned; the votes of a hundred cells average their errors out. No older
picture is asked for, nor edges, nor what the table is like. How it was trained is told in `calibration/training`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

import cv2
import numpy as np

from companion.vision.card_index import network_input
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.frame import Image, Matrix

VIEW_PX, PX_PER_SQUARE = 96, 30
"""The side of a view, and its scale."""
CELL_PX = 4
CELLS = VIEW_PX // CELL_PX
OFFSET_PX = 16.0
"""The network's unit of length."""
_WHOLE = CARD_SQUARES[0] * CARD_SQUARES[1] * (PX_PER_SQUARE / CELL_PX) ** 2
"""How many cells a card covers."""
_LIKELY, _ENOUGH = 0.5, 0.1
"""Cells count when they more likely lie on a card than not, and so great a part of a card must."""
_TOGETHER_PX = 8.0
"""Votes this near each other are for one card."""
_MOST = 4
_MODEL = "pile_cards.onnx"
_AT = (np.arange(CELLS) + 0.5) * CELL_PX - 0.5


@dataclass(frozen=True, slots=True, eq=False)
class CardSpotter:
    """Finds uncovered cards; it keeps no state between calls."""

    network: cv2.dnn.Net

    def spot(self, view: Image) -> list[Outline]:
        """The cards in a view [height, width, 3] of 3.2 by 3.2 squares, in its own pixels, the clearest first.

        An outline's score is the part of the card that is seen, by how surely, about 0 to 1.
        """
        scale = len(view) / VIEW_PX
        small = view if scale == 1 else cv2.resize(view, (VIEW_PX, VIEW_PX), interpolation=cv2.INTER_AREA)
        self.network.setInput(network_input(small[None]))
        width, length = (side * PX_PER_SQUARE * scale for side in CARD_SQUARES)
        return [
            Outline((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, width, length, turn, score)
            for x, y, turn, score in _elected(self.network.forward()[0])
        ]


def load_card_spotter() -> CardSpotter:
    """The network that ships with the program. Raises cv2.error if its file is damaged."""
    with resources.as_file(resources.files(__package__).joinpath(_MODEL)) as model:
        network = cv2.dnn.readNetFromONNX(str(model), cv2.dnn.ENGINE_CLASSIC)
    network.enableWinograd(True)
    return CardSpotter(network)


def _elected(cells: Matrix) -> Iterator[tuple[float, float, float, float]]:
    """Places (x, y), turns in degrees and scores that the cells [5, rows, columns] vote for, the most first."""
    weights = 1 / (1 + np.exp(-cells[0].astype(np.float64)))
    weights[weights < _LIKELY] = 0
    x, y = _AT + OFFSET_PX * cells[1], _AT[:, None] + OFFSET_PX * cells[2]
    for _ in range(_MOST):
        middle = _peak(weights, x, y)
        own = weights * (np.hypot(x - middle[0], y - middle[1]) < _TOGETHER_PX)
        score = float(own.sum()) / _WHOLE
        if score < _ENOUGH:
            return
        place_x, place_y, cos, sin = (float((own * one).sum() / own.sum()) for one in (x, y, cells[3], cells[4]))
        yield place_x, place_y, float(np.degrees(np.arctan2(sin, cos)) / 2), score
        weights = weights * (own == 0)


def _peak(weights: Matrix, x: Matrix, y: Matrix) -> tuple[float, float]:
    """Where most votes fall together, to a cell; a card's middle may lie beyond the view."""
    columns, rows = (np.clip(at // CELL_PX + CELLS // 2, 0, 2 * CELLS - 1).astype(int) for at in (x, y))
    votes = np.zeros((2 * CELLS, 2 * CELLS))
    np.add.at(votes, (rows, columns), weights)
    _, _, _, (column, row) = cv2.minMaxLoc(cv2.blur(votes, (3, 3)))
    return (column - CELLS // 2 + 0.5) * CELL_PX, (row - CELLS // 2 + 0.5) * CELL_PX

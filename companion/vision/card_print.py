"""What cards' print does to whatever lies on it: busy print explains too much, and glass lets it show through.

Both are learnt from the empty board, spot by spot, in opponent colours (see `chips`).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.chips import SIGMA, EmptyModel, flat_of, opponent
from companion.vision.frame import Matrix
from companion.vision.paper import EVEN
from companion.vision.sampling import Block


@dataclass(frozen=True, slots=True, eq=False)
class BusyPrint:
    """How far the empty board's colours range around each spot: middle, half range, precision [SIDE, SIDE, 3] each.

    `cost` [SIDE, SIDE] is what spreading a density so far costs everywhere, in nats.
    """

    middle: Matrix
    half: Matrix
    precision: Matrix
    cost: Matrix

    def leniency(self, seen: Matrix, block: Block) -> Matrix:
        """By how much the log density of a block's empty cards is too kind to spots of busy print, in nats.

        A wide range of colours explains almost anything that lies there, gems on court cards above all. A normal
        density about the middle of the range spreads by half of it, and so is lower everywhere.
        `seen` are opponent colours [rows, columns, 3] of the block; given back [rows, columns].
        """
        off = cv2.min(cv2.absdiff(seen, block.of(self.middle)), block.of(self.half))
        far = cv2.multiply(off, block.of(self.precision))
        kind: Matrix = cv2.transform(cv2.multiply(far, far), np.full((1, 3), 0.5, np.float32)) + block.of(self.cost)
        return kind


def busy_print(model: EmptyModel) -> BusyPrint:
    """The same for an empty board."""
    half = 0.5 * cv2.subtract(model.high, model.low)
    wider = np.sqrt(1 + np.square(half / SIGMA))
    middle = (0.5 * (model.high + model.low)).astype(np.float32)
    return BusyPrint(middle, half, (1 / (SIGMA * wider)).astype(np.float32), np.log(wider).sum(axis=2))


def light_left(plain: Matrix) -> Matrix:
    """Which part of each colour of the light the empty board's print leaves [SIDE, SIDE, 3], given opponent colours."""
    left: Matrix = np.clip(flat_of(plain), EVEN, 1.0)
    return left


def as_on_paper(seen: Matrix, left: Matrix) -> Matrix:
    """Opponent colours [rows, columns, 3] as plain paper would show them, given what print leaves of the light there.

    Glass takes its part of the light wherever it lies, and what shows through it is the print's.
    """
    return opponent(cv2.divide(flat_of(seen), left))

"""What a hundred squares of an imagined board say of their cards, for whoever settles that into a layout."""

import numpy as np

from calibration.layout_reader import BOARD_CARDS
from companion.games.squares import CORNERS


def shuffled_layout(seed: int) -> list[str]:
    cards = np.random.default_rng(seed).permutation(np.repeat(BOARD_CARDS, 2)).tolist()
    return ["JK" if square in CORNERS else cards.pop() for square in range(100)]


def evidence_for(layout: list[str], sureness: float) -> np.ndarray:
    scores = np.zeros((100, len(BOARD_CARDS)))
    for square, code in enumerate(layout):
        if code != "JK":
            scores[square, BOARD_CARDS.index(code)] = sureness
    return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)

"""How far cards stray today is told by their paper, square by square and with its neighbours."""

import numpy as np

from companion.vision.paper import cards_stray, paper_of, paper_strays
from companion.vision.sampling import MARGIN, PX, SIDE


def paper_with(grain: float, across: slice) -> np.ndarray:
    """Opponent colours of a blank board, with this much grain on these columns of squares."""
    seen = np.tile(np.array([1, 0, 0], np.float32), (SIDE, SIDE, 1))
    edge = round(MARGIN * PX)
    columns = slice(edge + across.start * PX, edge + across.stop * PX)
    noise = np.random.default_rng(1).normal(0, grain, seen[:, columns].shape)
    seen[:, columns] += noise.astype(np.float32)
    return seen


def test_where_paper_strays_today_cards_may_stray_more():
    blank = paper_of(paper_with(0.0, slice(0, 10)))
    strays = cards_stray(paper_strays(paper_with(0.05, slice(5, 10)), blank))
    assert strays[:, : SIDE // 3].max() < strays[:, -SIDE // 3 :].min() / 2


def test_a_chip_on_one_square_does_not_let_its_card_stray():
    seen, edge = paper_with(0.0, slice(0, 10)), round(MARGIN * PX)
    blank = paper_of(seen)
    before = cards_stray(paper_strays(seen, blank))
    seen[edge + 4 * PX : edge + 5 * PX, edge + 4 * PX : edge + 5 * PX] = (0.3, 0.5, -0.3)
    assert np.array_equal(cards_stray(paper_strays(seen, blank)), before)

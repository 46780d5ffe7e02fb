"""How far cards deviate today is told by their paper, square by square and with its neighbours."""

import numpy as np

from companion.vision.paper import card_sigma, paper_of, paper_sigma
from companion.vision.sampling import MARGIN, PX, SIDE


def paper_with(grain: float, across: slice) -> np.ndarray:
    """Opponent colours of a blank board, with this much grain on these columns of squares."""
    seen = np.tile(np.array([1, 0, 0], np.float32), (SIDE, SIDE, 1))
    edge = round(MARGIN * PX)
    columns = slice(edge + across.start * PX, edge + across.stop * PX)
    noise = np.random.default_rng(1).normal(0, grain, seen[:, columns].shape)
    seen[:, columns] += noise.astype(np.float32)
    return seen


def test_where_paper_deviates_today_cards_may_deviate_more():
    blank = paper_of(paper_with(0.0, slice(0, 10)))
    sigma = card_sigma(paper_sigma(paper_with(0.05, slice(5, 10)), blank))
    assert sigma[:, : SIDE // 3].max() < sigma[:, -SIDE // 3 :].min() / 2


def test_a_chip_on_one_square_does_not_let_its_card_deviate():
    seen, edge = paper_with(0.0, slice(0, 10)), round(MARGIN * PX)
    blank = paper_of(seen)
    before = card_sigma(paper_sigma(seen, blank))
    seen[edge + 4 * PX : edge + 5 * PX, edge + 4 * PX : edge + 5 * PX] = (0.3, 0.5, -0.3)
    assert np.array_equal(card_sigma(paper_sigma(seen, blank)), before)

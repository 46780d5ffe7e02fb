"""Painted piles: every cell on an uncovered card points to the middle of one, however the view is turned."""

import numpy as np
import pytest

from calibration.training.piles import CELLS, SEEN_PX, PilePainter, Sample, turned_by
from companion.vision.card_index import CARD_CLASSES
from companion.vision.card_spotter import CELL_PX, OFFSET_PX
from hardware.drawn_cards import card_face

DECK = {code: card_face(code, 120) for code in CARD_CLASSES[:52:5]}
AT = (np.arange(CELLS) + 0.5) * CELL_PX


def sample(seed: int) -> Sample:
    return PilePainter([DECK], np.random.default_rng(seed)).sample()


def middles(cells: np.ndarray) -> set[tuple[int, int]]:
    """Where the cells on cards say that the middles are, in tenths of the view's pixels."""
    x, y = AT + OFFSET_PX * cells[1], AT[:, None] + OFFSET_PX * cells[2]
    return {(round(10 * x[at]), round(10 * y[at])) for at in zip(*np.nonzero(cells[0] == 1), strict=True)}


@pytest.mark.parametrize("seed", range(20))
def test_all_cells_on_a_card_agree_on_its_middle_and_its_turn(seed: int):
    painted = sample(seed)
    on_card = painted.cells[0] == 1
    assert (painted.views.shape, painted.views.dtype) == ((2, SEEN_PX, SEEN_PX, 3), np.uint8)
    assert set(np.unique(painted.cells[0])) <= {-1.0, 0.0, 1.0}
    assert len(middles(painted.cells)) <= 6 * 2
    assert np.hypot(*painted.cells[3:5, on_card]) == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(6))
def test_a_view_turned_by_quarters_has_its_middles_turned_with_it(seed: int):
    painted = sample(seed)
    views, cells = turned_by(painted, 1)
    assert all(np.array_equal(view, np.rot90(was)) for view, was in zip(views, painted.views, strict=True))
    turned = {(y, 10 * SEEN_PX - x) for x, y in middles(painted.cells)}
    assert all(any(abs(x - a) + abs(y - b) <= 2 for a, b in turned) for x, y in middles(cells))
    again = painted
    for _ in range(4):
        again = Sample(*turned_by(again, 1))
    assert np.array_equal(again.cells, painted.cells)


def test_the_same_seed_paints_the_same_pile():
    one, other = sample(3), sample(3)
    assert np.array_equal(one.views, other.views)
    assert np.array_equal(one.cells, other.cells)


def test_cards_are_painted_covered_and_uncovered():
    shares = [float((sample(seed).cells[0] == 1).mean()) for seed in range(30)]
    assert min(shares) == 0.0
    assert 0.15 < max(shares) < 0.7


def test_cards_are_painted_new_and_known_and_neither_where_nothing_is_known_of_before():
    painted = [sample(seed) for seed in range(40)]
    news = [set(np.unique(one.cells[5, one.cells[0] == 1])) for one in painted]
    assert {frozenset(one) for one in news} >= {frozenset({1.0}), frozenset({0.0}), frozenset({-1.0})}
    assert all(one <= {-1.0} for one, drawn in zip(news, painted, strict=True) if not drawn.views[0].any())

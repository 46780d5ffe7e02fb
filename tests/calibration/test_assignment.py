"""Sharing out: the laws of a cheapest assignment, checked against trying every one."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from calibration.assignment import assign, margins

squares = st.integers(1, 5).flatmap(lambda n: arrays(float, (n, n), elements=st.integers(-9, 9).map(float)))


def cheapest(cost: np.ndarray) -> float:
    rows = range(len(cost))
    return min(sum(cost[row, column] for row, column in zip(rows, order, strict=True)) for order in permutations(rows))


def total(cost: np.ndarray, columns: np.ndarray) -> float:
    return float(cost[np.arange(len(cost)), columns].sum())


@settings(deadline=None)
@given(squares)
def test_no_assignment_is_cheaper(cost):
    columns = assign(cost).column_of_row
    assert sorted(columns) == list(range(len(cost)))
    assert total(cost, columns) == pytest.approx(cheapest(cost))


@settings(deadline=None)
@given(squares)
def test_a_margin_is_the_price_of_barring_what_a_row_was_given(cost):
    assignment, kinds = assign(cost), np.arange(len(cost)) // 2
    for row, margin in enumerate(margins(assignment, kinds)):
        barred = cost.copy()
        barred[row, kinds == kinds[assignment.column_of_row[row]]] = 1000.0
        dearer = cheapest(barred)
        assert margin == pytest.approx(dearer - cheapest(cost)) or (dearer > 900 and margin == np.inf)


@pytest.mark.parametrize("cost", [np.zeros((2, 3)), np.zeros(4), np.array([[np.nan]]), np.array([[np.inf]])])
def test_only_square_finite_costs_can_be_assigned(cost):
    with pytest.raises(ValueError, match="cannot be assigned"):
        assign(cost)

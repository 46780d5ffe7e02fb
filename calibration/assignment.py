"""Sharing things out, one each, at the least total cost, and how firmly each share is settled.

Shortest augmenting paths with dual prices (Jonker and Volgenant, "A shortest augmenting path algorithm for
dense and sparse linear assignment problems", Computing 38, 1987), here for full square matrices.
"""

from dataclasses import dataclass

import numpy as np

from companion.vision.frame import Matrix


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """The cheapest one-to-one assignment of rows to columns."""

    column_of_row: Matrix
    """The column each row gets, [n]."""
    reduced: Matrix
    """Costs less both prices, [n, n]: never negative, and 0 where assigned."""


@dataclass(slots=True, eq=False)
class _Work:
    """Prices and partners while rows are being added."""

    row_price: Matrix
    column_price: Matrix
    row_of_column: Matrix


def assign(cost: Matrix) -> Assignment:
    """The assignment of least cost for a matrix [n, n] of finite numbers. Raises ValueError for any other."""
    if cost.ndim != 2 or cost.shape[0] != cost.shape[1] or not np.isfinite(cost).all():
        raise ValueError(f"costs of shape {cost.shape} cannot be assigned; pass a square matrix of finite numbers")
    size = len(cost)
    work = _Work(np.zeros(size), np.zeros(size), np.full(size, -1))
    for row in range(size):
        _add_row(cost, work, row)
    column_of_row = np.empty(size, int)
    column_of_row[work.row_of_column] = np.arange(size)
    reduced = np.maximum(cost - work.row_price[:, None] - work.column_price, 0.0)
    return Assignment(column_of_row, reduced)


def _add_row(cost: Matrix, work: _Work, start: int) -> None:
    """Finds the cheapest chain of moves that gives `start` a column, and makes them."""
    distance, before, done = _paths(cost - work.row_price[:, None] - work.column_price, work.row_of_column, start, -1)
    end = int(np.argmin(np.where(done & (work.row_of_column == -1), distance, np.inf)))
    settled = done & (distance <= distance[end])
    settled[end] = False
    work.row_price[start] += distance[end]
    work.row_price[work.row_of_column[settled]] += distance[end] - distance[settled]
    work.column_price[settled] -= distance[end] - distance[settled]
    row_of_column, column = work.row_of_column, end
    while column != -1:
        row = before[column]
        previous = np.flatnonzero(row_of_column == row)
        row_of_column[column] = row
        column = int(previous[previous != column][0]) if row != start else -1


def _paths(reduced: Matrix, row_of_column: Matrix, start: int, target: int) -> tuple[Matrix, Matrix, Matrix]:
    """Dijkstra from a row over columns until a column without a row, or `target`, is reached.

    Returns each column's distance, the row before it, and whether it was settled.
    """
    distance = reduced[start].copy()
    before = np.full(len(reduced), start)
    done = np.zeros(len(reduced), bool)
    while True:
        column = int(np.argmin(np.where(done, np.inf, distance)))
        done[column] = True
        row = int(row_of_column[column])
        if row == -1 or column == target or not np.isfinite(distance[column]):
            return distance, before, done
        through = distance[column] + reduced[row]
        better = ~done & (through < distance)
        distance[better], before[better] = through[better], row


def margins(assignment: Assignment, kind_of_column: Matrix) -> Matrix:
    """How much dearer everything becomes, [n], if a row may not have any column of the kind it was given.

    `kind_of_column` [n] says which columns are alike (two slots for the same card). Infinite where there is none.
    """
    size = len(assignment.column_of_row)
    row_of_column = np.empty(size, int)
    row_of_column[assignment.column_of_row] = np.arange(size)
    found = np.empty(size)
    for row, column in enumerate(assignment.column_of_row):
        barred = assignment.reduced.copy()
        barred[row, kind_of_column == kind_of_column[column]] = np.inf
        distance, _, _ = _paths(barred, row_of_column, row, int(column))
        found[row] = distance[column]
    return found

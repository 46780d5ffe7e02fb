"""A board that a bump pushed out of the picture in part: what cannot be seen is not known, and that is said."""

import numpy as np
import pytest
from learnt_chips import enrol

from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame
from companion.vision.table import TableModel, TableReader

LYING = {34: (0, 0.05, -0.05), 65: (1, -0.1, 0.0), 93: (0, 0.0, 0.0), 5: (1, 0.0, 0.05)}
ENROLLED = {"R": (34, 93), "B": (65, 5)}


def pushed(squares: float) -> np.ndarray:
    """The board this far towards the lower edge of the picture."""
    return np.array([[1, 0, 0], [0, 1, squares], [0, 0, 1.0]])


@pytest.fixture(scope="module")
def seen(table):
    """What is told of the board before a bump, after one that leaves its last row half outside, and back again."""
    chips = enrol(table.frame(LYING), table.empty, table.geometry, ENROLLED)
    reader = TableReader(TableModel(table.geometry, table.empty, chips), load_card_index())
    ways = np.arange(0, 5, 0.05)
    middles = table.geometry.image_from_board(np.stack([np.full_like(ways, 5.0), 9.5 + ways], axis=1))
    push = ways[middles[:, 1] > len(table.empty)][0]
    memory, told, at = reader.start(), [], 0
    for frames, knock in ((3, None), (12, pushed(push)), (12, None)):
        for _ in range(frames):
            at += 1
            reading, memory = reader.read(Frame(table.frame(LYING, knock=knock), 0.2 * at), memory)
        told.append(reading.observation)
    return told


def chips_on(observation) -> dict[int, int]:
    """The team on every square that is known and has a chip."""
    best = {square: observation.board.best(square) for square in range(100)}
    return {square: there - 1 for square, there in best.items() if there}


def test_squares_outside_the_picture_are_unknown_and_all_others_are_read(seen):
    _, cut, _ = seen
    unknown = {square for square, row in enumerate(cut.board.squares) if row is None}
    assert unknown == set(range(90, 100))
    assert chips_on(cut) == {34: 0, 65: 1, 5: 1}
    assert cut.notices == ("BOARD_CUT_OFF",)


def test_a_board_that_is_put_back_is_read_whole_and_nothing_more_is_said(seen):
    whole, _, back = seen
    for told in (whole, back):
        assert chips_on(told) == {34: 0, 65: 1, 93: 0, 5: 1}
        assert told.notices == ()

"""Finding a drawn board again, or saying that it is not there."""

import numpy as np

from companion.vision.registration import NotRegistered, Registration, likeness_of, register


def test_a_board_that_did_not_move_is_found_where_it_was(table):
    found = register(table.empty, likeness_of(table.empty, table.geometry), table.geometry)
    assert isinstance(found, Registration)
    assert np.abs(found.geometry.square_centres() - table.geometry.square_centres()).max() < 0.5
    assert found.residual_squares < 0.01


def test_a_board_under_forty_chips_is_found(table):
    chips = {square: (square % 2, 0.1, -0.1) for square in range(0, 100, 5) if square % 3}
    knock = np.array([[1, 0, 0.4], [0, 1, 0.3], [0, 0, 1.0]])
    found = register(table.frame(chips, knock=knock), likeness_of(table.empty, table.geometry), table.geometry)
    assert isinstance(found, Registration)
    middle = np.array([[5.0, 5.0]])
    want = table.geometry.image_from_board(middle + np.array([0.4, 0.3]))
    assert np.abs(found.geometry.image_from_board(middle) - want).max() < 1


def test_where_there_is_no_board_the_answer_is_false_and_says_why(table):
    bare = np.full_like(table.empty, 90)
    found = register(bare, likeness_of(table.empty, table.geometry), table.geometry)
    assert isinstance(found, NotRegistered)
    assert not found
    assert found.reason.startswith("too few squares")

"""What a look says about one square."""

from companion.referee.observation import EMPTY, BoardObservation, nothing_seen

BOARD = BoardObservation(((0.0, -3.0, -5.0), (-9.0, -8.0, -1.0), None))


def test_the_best_of_a_square_is_its_likeliest_content():
    assert [BOARD.best(square) for square in range(3)] == [EMPTY, 2, None]


def test_the_margin_is_the_lead_over_the_second():
    assert [BOARD.margin(square) for square in range(3)] == [3.0, 7.0, 0.0]


def test_hidden_squares_are_listed():
    assert BOARD.hidden == (2,)


def test_a_frame_that_nobody_could_read_says_nothing_of_board_or_pile():
    seen = nothing_seen(3.0)
    assert seen.taken_at_s == 3.0
    assert not seen.registered
    assert seen.board.hidden == tuple(range(100))
    assert seen.pile.hidden
    assert not seen.pile.came

"""The ways a table may stand: likeliest first, few, and never one that was ruled out."""

from hypothesis import given
from hypothesis import strategies as st

from companion.referee.hypotheses import CLOSE_NATS, READINGS, Difference, difference, readings
from companion.referee.observation import BoardObservation

EMPTY_BOARD = (0,) * 100
doubts = st.dictionaries(st.integers(0, 99), st.tuples(*[st.floats(-30, 0)] * 3), max_size=10)


def board(rows):
    return BoardObservation(tuple(rows.get(square, (0.0, -30.0, -30.0)) for square in range(100)))


@given(doubts)
def test_the_likeliest_reading_takes_the_best_of_every_square(rows):
    seen = board(rows)
    first = readings(seen, EMPTY_BOARD, 1.0)[0]
    assert first.loss_nats == 0
    losses = [max(seen.squares[s]) - seen.squares[s][content] for s, content in enumerate(first.contents)]
    assert max(losses) == 0


@given(doubts, st.floats(1, 2))
def test_readings_are_few_likeliest_first_and_close(rows, weight):
    found = readings(board(rows), EMPTY_BOARD, weight)
    losses = [reading.loss_nats for reading in found]
    assert losses == sorted(losses, reverse=True)
    assert len(found) <= READINGS
    assert min(losses) > -CLOSE_NATS


@given(doubts)
def test_each_reading_says_how_it_differs(rows):
    for reading in readings(board(rows), EMPTY_BOARD, 1.0):
        assert reading.difference == difference(EMPTY_BOARD, reading.contents)


def test_a_hidden_square_differs_from_nothing():
    before = (1, *EMPTY_BOARD[1:])
    assert not difference(before, (None, *EMPTY_BOARD[1:]))


def test_a_difference_tells_coming_going_and_changing_chips_apart():
    before, after = (1, 0, 2, *EMPTY_BOARD[3:]), (0, 1, 1, *EMPTY_BOARD[3:])
    changed = difference(before, after)
    assert changed == Difference(appeared=((1, 0),), vanished=(0,), recoloured=((2, 0),))
    assert (changed.squares, changed.size, bool(changed)) == ((0, 1, 2), 3, True)

"""The table is believed when looks agree, and no sooner."""

from hypothesis import given
from hypothesis import strategies as st

from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.referee.settling import FLICKERING_SQUARES, settle

rows = st.tuples(st.floats(-40, 0), st.floats(-40, 0), st.floats(-40, 0))


def look(rows_by_square=None, now_s=0.0, moving=False, registered=True, new=0.0):
    squares = [(0.0, -20.0, -20.0)] * 100
    for square, row in (rows_by_square or {}).items():
        squares[square] = row
    board = BoardObservation(tuple(squares))
    return TableObservation(now_s, registered, moving, board, PileObservation(new=new))


def settled(*looks):
    calm = None
    for one in looks:
        calm = settle(calm, one)
    return calm


@given(st.integers(0, 99), rows)
def test_one_look_is_never_enough(square, row):
    assert not settled(look({square: row})).settled


@given(st.dictionaries(st.integers(0, 99), rows, max_size=8))
def test_two_equal_looks_settle_and_read_the_same(seen):
    calm = settled(look(seen), look(seen, 0.2))
    assert calm.settled
    assert all(calm.board.best(square) == look(seen).board.best(square) for square in range(100))


def test_nothing_settles_while_something_moves():
    assert not settled(look(), look(), look(moving=True)).settled


def test_the_calm_begins_with_the_frame_in_which_the_hand_left():
    calm = settled(look(moving=True, now_s=1.0), look(now_s=1.2), look(now_s=1.4))
    assert calm.settled
    assert calm.since_s == 1.0


def test_a_frame_without_the_board_ends_the_calm():
    assert settle(settled(look(), look()), look(registered=False)) is None


def test_another_card_ends_the_calm():
    assert not settled(look(), look(), look(new=0.5)).settled


def test_a_few_flickering_squares_are_unknown_and_the_others_stay_known():
    calm = settled(look(), look(), look({5: (-20.0, 0.0, -20.0)}))
    assert calm.settled
    assert calm.board.hidden == (5,)
    assert settle(calm, look()).board.hidden == ()


def test_many_changed_squares_begin_a_new_calm():
    changed = dict.fromkeys(range(FLICKERING_SQUARES + 1), (-20.0, 0.0, -20.0))
    assert not settled(look(), look(), look(changed)).settled


def test_a_square_missed_by_one_look_stays_known():
    assert settled(look(), look({7: None}), look()).board.hidden == ()


@given(st.lists(rows, min_size=2, max_size=6))
def test_the_mean_of_agreeing_looks_lies_between_them(seen):
    seen = [(0.0, -10.0 - abs(a), -10.0 - abs(b)) for a, b, _ in seen]
    mean = settled(*(look({3: row}) for row in seen)).board.squares[3]
    for entry, values in zip(mean, zip(*seen, strict=True), strict=True):
        assert min(values) - 1e-9 <= entry <= max(values) + 1e-9

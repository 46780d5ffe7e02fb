"""Reading anew only what has changed comes to the same as reading everything anew."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from learnt_chips import enrol

from companion.games.squares import SIZE
from companion.vision.chips import ChipModel
from companion.vision.detail import DetailReader
from companion.vision.geometry import BoardGeometry
from companion.vision.light import cell_means, empty_light, flattened_cells
from companion.vision.look import NOTHING_KNOWN, Looker
from companion.vision.sampling import HALF_SIDE, PX, SIDE, WHOLE, Block, per_square, sampler_for

ENROLLED = {"R": (21, 78), "B": (22, 77)}
ends = st.tuples(*[st.integers(0, SIZE)] * 2).filter(lambda pair: pair[0] != pair[1]).map(sorted)
blocks = st.builds(lambda rows, columns: Block(rows[0], columns[0], rows[1], columns[1]), ends, ends)
off_centre = st.floats(-0.18, 0.18)
lying = st.dictionaries(st.integers(0, 99), st.tuples(st.integers(0, 1), off_centre, off_centre), max_size=30)
few = st.dictionaries(st.integers(0, 99), st.tuples(st.integers(0, 1), off_centre, off_centre), max_size=2)


def enrolled(table) -> tuple[ChipModel, ...]:
    """The models of both teams' chips."""
    chips = {square: (team, 0.05, -0.05) for team, squares in enumerate(ENROLLED.values()) for square in squares}
    return enrol(table.frame(chips), table.empty, table.geometry, ENROLLED)


@pytest.fixture(scope="module")
def looker(table) -> Looker:
    return Looker(sampler_for(table.geometry).sample(table.empty), enrolled(table))


@given(lying, few, st.sets(st.integers(0, 99), max_size=2))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_look_after_another_sees_the_chips_a_first_look_sees(table, looker, chips, laid, taken):
    after = {square: chip for square, chip in (chips | laid).items() if square not in taken}
    before, now = (sampler_for(table.geometry).sample(table.frame(on_it)) for on_it in (chips, after))
    first = looker.look(now, NOTHING_KNOWN)
    second = looker.look(now, NOTHING_KNOWN.after(looker.look(before, NOTHING_KNOWN)))
    read, anew = ({(disc.square, disc.team) for disc in look.discs.placed} for look in (second, first))
    assert read == anew
    assert second.foreign.hidden == first.foreign.hidden


@pytest.mark.parametrize(("darker", "at_once"), [(0.8, True), (0.955, False)])
def test_a_plain_change_is_read_at_once_and_a_faint_one_when_it_has_come_to_rest(table, looker, darker, at_once):
    board = sampler_for(table.geometry).sample(table.empty)
    changed = board.copy()
    spot = np.s_[4 * PX : 4 * PX + PX // 2, 5 * PX : 5 * PX + PX // 2]
    changed[spot] = np.round(changed[spot] * darker)
    first = looker.look(board, NOTHING_KNOWN)
    known = NOTHING_KNOWN.after(first)
    second = looker.look(changed, known)
    third = looker.look(changed, known.after(second))
    assert (second.detail is not first.detail) == at_once
    assert second.still_shows(changed) == at_once
    assert third.still_shows(changed)


@pytest.mark.parametrize(("row", "column"), [(3, 5), (0, 9), (9, 0)])
def test_a_part_that_is_read_anew_knows_how_dark_ink_is_beside_it_now(table, row, column):
    """A lamp's image that crept away left print yellow where it had been white: a chip, for all the ink beside it."""
    empty = sampler_for(table.geometry).sample(table.empty)
    light = empty_light(empty)
    even = np.zeros_like(light.cells)
    pale = np.round(empty * 0.965 + 255 * 0.035).astype(np.uint8)
    touched = pale.copy()
    Block(row, column, row + 1, column + 1).of(touched)[PX // 2 : PX, PX // 2 : PX] //= 2
    pictures = [(board, (even, flattened_cells(cell_means(board), light, even))) for board in (empty, touched)]
    reader = DetailReader(empty, light, enrolled(table))
    first, fresh = (reader.read(*picture, ()) for picture in pictures)
    second = reader.read(*pictures[1], [first], pictures[0][1][1])
    assert second.cells[first.cells != second.cells].size < first.cells.size / 4  # no more than that part was read
    near = Block(row, column, row + 1, column + 1).grown()
    assert near.of_squares(second.left) == pytest.approx(near.of_squares(fresh.left), abs=0.01)


def test_however_much_changes_in_every_frame_no_half_of_the_board_is_two_frames_old(table):
    empty = sampler_for(table.geometry).sample(table.empty)
    light = empty_light(empty)
    even = np.zeros_like(light.cells)
    boards = [np.round(empty * shade).astype(np.uint8) for shade in (1.0, 0.5, 0.9, 0.7, 0.4, 0.9, 0.6)]
    cells = [flattened_cells(cell_means(board), light, even) for board in boards]
    reader = DetailReader(empty, light, enrolled(table))
    detail = reader.read(boards[0], (even, cells[0]), ())
    for now in range(1, len(boards)):
        detail = reader.read(boards[now], (even, cells[now]), [detail], cells[now - 1])
        fresh, older = ((detail.cells == cells[at]).all(axis=(1, 2)) for at in (now, now - 1))
        assert (fresh | older).all()
        assert fresh.any()


@given(blocks)
def test_a_block_holds_its_squares_at_every_scale(block):
    squares = np.arange(SIZE * SIZE)
    side = HALF_SIDE // (SIZE + 1)
    numbered = np.pad(np.kron(squares.reshape(SIZE, SIZE), np.ones((side, side))), side // 2)
    assert set(np.unique(block.of(numbered)[side // 2 : -side // 2, side // 2 : -side // 2])) == set(block.numbers())
    fine = np.zeros((SIDE, SIDE))
    assert len(per_square(block.of(fine))) == len(block.numbers())
    assert block.of_squares(squares.reshape(SIZE, SIZE)).ravel().tolist() == block.numbers().tolist()


def test_all_squares_are_a_block():
    board = np.zeros((SIDE, SIDE, 3))
    assert WHOLE.of(board).shape == board.shape


def test_a_board_beside_the_picture_is_black(table):
    aside = np.array([[1, 0, 50], [0, 1, 50], [0, 0, 1.0]])
    away = BoardGeometry(table.geometry.lens, aside @ table.geometry.ideal_from_board)
    assert not sampler_for(away).sample(table.empty).any()

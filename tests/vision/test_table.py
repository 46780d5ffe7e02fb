"""Reading a drawn table: chips anywhere in any light, hands, things, knocks."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_chips import Thing
from drawn_light import Light
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from learnt_chips import enrol
from reading_cases import NoIndex, read, wrong

from companion.vision.frame import Frame
from companion.vision.occlusion import covering
from companion.vision.pictures import draw_reading
from companion.vision.table import TableModel, TableReader

ENROLLED = {"R": (21, 78), "B": (22, 77)}
SKIN, SLEEVE, WHITE, PHONE = (120, 150, 200), (40, 35, 190), (228, 231, 233), (25, 25, 25)
ARM = ((4.2, 3.0), (5.4, 3.0), (5.8, 14.0), (4.0, 14.0))
SLAB = Thing(((2.1, 5.2), (3.9, 5.6), (3.2, 8.8), (1.4, 8.4)), PHONE)
GAME = {
    3: (0, 0.1, 0.0),
    37: (1, -0.1, 0.1),
    44: (0, 0.0, -0.1),
    45: (1, 0.1, 0.0),
    46: (1, 0.1, 0.0),
    88: (0, 0.0, 0.0),
}

off_centre = st.floats(-0.18, 0.18)
chips = st.dictionaries(st.integers(0, 99), st.tuples(st.integers(0, 1), off_centre, off_centre), max_size=40)
lights = st.builds(
    Light,
    level=st.floats(0.25, 1.2),
    lamp_share=st.floats(0.1, 0.7),
    lamp=st.tuples(st.floats(-10, 20), st.sampled_from([-9.0, 19.0]), st.floats(14, 30)),
    lamp_tint=st.tuples(st.floats(0.7, 1.1), st.just(1.0), st.floats(0.9, 1.2)),
)


@pytest.fixture(scope="module")
def reader(table) -> TableReader:
    lying = {square: (team, 0.05, -0.05) for team, squares in enumerate(ENROLLED.values()) for square in squares}
    models = enrol(table.frame(lying), table.empty, table.geometry, ENROLLED)
    return TableReader(TableModel(table.geometry, table.empty, models), NoIndex())


@given(chips, lights)
@settings(max_examples=12, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_chips_are_read_wherever_they_lie_and_whatever_the_light(table, reader, lying, light):
    bgr = table.frame(lying, light=light)
    reading = read(reader, bgr, bgr)[-1]
    board = reading.observation.board
    assert wrong(reading, lying) == {}
    assert len(board.undecided) <= 1 + len(lying) // 8
    assert not reading.observation.moving


@given(st.floats(-0.7, 0.7), st.floats(-0.7, 0.7), st.floats(-3, 3))
@example(x=-0.4375, y=0.0, turn_deg=0.0)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_knocked_board_is_found_again_and_nothing_on_it_has_changed(table, reader, x, y, turn_deg):
    turn = np.vstack([cv2.getRotationMatrix2D((5, 5), turn_deg, 1), [0, 0, 1]])
    knock = np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]) @ turn
    before, after = table.frame(GAME), table.frame(GAME, knock=knock)
    readings = read(reader, before, after, after)
    assert all(wrong(reading, GAME) == {} and reading.observation.registered for reading in readings)
    assert "BOARD_MOVED" not in readings[2].observation.notices
    corner = np.array([[0.0, 0.0], [10.0, 10.0]])
    want = table.geometry.image_from_board(cv2.perspectiveTransform(corner[None], knock)[0])
    assert np.abs(readings[2].geometry.board_from_image(want) - corner).max() < 0.05


@pytest.mark.parametrize("knock", [(0.0, 0.0, 0.75), (0.08, 0.0, 0.0), (0.5, -0.4, -3.0)], ids=str)
def test_a_knock_however_slight_is_told_and_put_right_in_the_same_frame(table, reader, knock):
    moved = np.array([[1, 0, knock[0]], [0, 1, knock[1]], [0, 0, 1]]) @ np.vstack(
        [cv2.getRotationMatrix2D((5, 5), knock[2], 1), [0, 0, 1]]
    )
    reading = read(reader, table.frame(GAME), table.frame(GAME, knock=moved))[-1]
    assert "BOARD_MOVED" in reading.observation.notices
    corner = np.array([[0.0, 0.0], [10.0, 10.0]])
    want = table.geometry.image_from_board(cv2.perspectiveTransform(corner[None], moved)[0])
    assert np.abs(reading.geometry.board_from_image(want) - corner).max() < 0.05


def test_a_knocked_board_full_of_chips_is_found_in_the_same_frame_by_its_chips(table, reader):
    half = {square: (square // 10 % 2, 0.1, -0.1) for square in range(100) if square // 10 < 5 or square % 10 < 4}
    turn = np.vstack([cv2.getRotationMatrix2D((5, 5), 1, 1), [0, 0, 1]])
    knock = np.array([[1, 0, 0.3], [0, 1, 0.25], [0, 0, 1]]) @ turn
    readings = read(reader, table.frame(half), *[table.frame(half, light=Light(0.6), knock=knock)] * 2)
    assert [reading.observation.notices for reading in readings] == [(), ("BOARD_MOVED",), ()]
    assert all(wrong(reading, half) == {} and reading.observation.registered for reading in readings)


def test_a_board_carried_off_is_missed_and_found_again_the_other_way_round(table, reader):
    half_turn = np.array([[-1, 0, 10], [0, -1, 10], [0, 0, 1.0]])
    gone = np.full_like(table.empty, 90)
    frames = [table.frame(GAME), *[gone] * 10, *[table.frame(GAME, knock=half_turn)] * 10]
    readings = read(reader, *frames)
    seen = [reading.observation.registered for reading in readings]
    assert seen[:11] == [True] + [False] * 10
    assert all(seen[13:])
    assert all(wrong(reading, GAME) == {} for reading in readings)
    told = [number for number, reading in enumerate(readings) if "BOARD_MOVED" in reading.observation.notices]
    assert told == [seen.index(True, 1)]


def test_a_knock_is_told_once(table, reader):
    knock = np.array([[1, 0, 0.5], [0, 1, -0.2], [0, 0, 1.0]])
    frames = [table.frame(GAME), *[table.frame(GAME, knock=knock)] * 3]
    assert [r.observation.notices for r in read(reader, *frames)] == [(), ("BOARD_MOVED",), (), ()]


@pytest.mark.parametrize("colour", [SKIN, SLEEVE, WHITE], ids=["skin", "a chip's colour", "white as cards"])
def test_an_arm_hides_what_it_covers_and_makes_no_chips(table, reader, colour):
    empty, reached = table.frame(GAME), table.frame(GAME, [Thing(ARM, colour, 0.8)])
    _, with_arm, without = read(reader, empty, reached, empty)
    assert {54, 64, 74, 84, 94} <= set(with_arm.observation.board.hidden)
    assert wrong(with_arm, GAME) == {}
    assert (with_arm.observation.moving, without.observation.moving) == (True, False)
    assert wrong(without, GAME) == {}
    assert without.observation.board.undecided == ()


def test_an_arm_at_rest_covers_the_board(table, reader):
    arm = table.frame(GAME, [Thing(ARM, SKIN, 0.8)])
    observations = [reading.observation for reading in read(reader, table.frame(GAME), arm, arm, arm)]
    assert [observation.moving for observation in observations] == [False, True, False, False]
    assert [observation.notices for observation in observations] == [(), (), (), ("BOARD_COVERED",)]


def test_a_thing_left_on_the_board_is_told_and_the_rest_is_read(table, reader):
    left = table.frame(GAME, [SLAB])
    reading = read(reader, table.frame(GAME), left, left, left)[-1]
    assert reading.observation.notices == ("OBJECT_ON_BOARD",)
    assert {62, 72} <= set(reading.observation.board.hidden)
    assert wrong(reading, GAME) == {}
    assert not set(reading.observation.board.undecided) & set(GAME)


def test_a_hand_above_a_thing_left_on_the_board_does_not_take_it_away(table, reader):
    left, reached = table.frame({}, [SLAB]), table.frame({}, [SLAB, Thing(ARM, SKIN, 0.8)])
    notices = [reading.observation.notices for reading in read(reader, table.frame({}), *[left] * 3, *[reached] * 3)]
    assert notices == [()] * 3 + [("OBJECT_ON_BOARD",)] * 4


def test_what_has_changed_and_is_yet_to_be_read_is_not_told_as_it_was(table, reader):
    full = {square: (square % 2, 0.05, -0.05) for square in range(100) if square % 10 > 3}
    readings = read(reader, table.frame({}), *[table.frame(full)] * 3)[1:]
    assert [wrong(reading, full) for reading in readings] == [{}, {}, {}]
    assert readings[0].observation.board.hidden
    assert not readings[2].observation.board.hidden


@pytest.mark.parametrize("square", [37, 44])
def test_a_chip_under_a_white_thing_is_not_taken_for_an_empty_square(table, reader, square):
    x, y = square % 10 + GAME[square][1] + 0.5, square // 10 + GAME[square][2] + 0.5
    around = np.radians(np.arange(0, 360, 10))
    plate = Thing([(x + 0.8 * np.cos(turn), y + 0.8 * np.sin(turn)) for turn in around], WHITE, 0.2)
    reading = read(reader, table.frame(GAME), *[table.frame(GAME, [plate])] * 3)[-1]
    assert wrong(reading, GAME) == {}
    assert square in reading.observation.board.hidden


def test_a_board_out_of_view_is_not_registered(table, reader):
    bare = np.random.default_rng(1).integers(0, 255, table.empty.shape).astype(np.uint8)
    reading = read(reader, bare)[0]
    assert not reading.observation.registered
    assert len(reading.observation.board.hidden) == 100
    assert np.array_equal(draw_reading(bare, reading), bare)


def test_a_reading_is_drawn_over_a_copy_of_the_frame(table, reader):
    bgr = table.frame(GAME, [SLAB])
    untouched = bgr.copy()
    drawn = draw_reading(bgr, read(reader, bgr)[0])
    assert np.array_equal(bgr, untouched)
    assert drawn.shape == bgr.shape
    assert np.any(drawn != bgr, axis=2).mean() > 0.02


def test_in_the_dark_nothing_is_read_until_there_is_light_again(table, reader):
    lit, dark = table.frame(GAME), table.frame(GAME, light=Light(0.003))
    _, before, unlit, after = (reading.observation for reading in read(reader, lit, lit, dark, lit))
    assert (before.notices, unlit.notices, after.notices) == ((), ("TOO_DARK",), ())
    assert len(unlit.board.hidden) == 100
    assert unlit.pile.hidden
    assert after.board == before.board


@pytest.mark.parametrize("known_before", [False, True])
def test_a_chip_in_doubt_that_is_no_likelier_than_its_card_is_hardly_an_opinion(table, reader, known_before):
    frame = Frame(table.frame(GAME), 0.0)
    _, memory = reader.read(frame, reader.start())
    look = memory.known.before
    doubtful = replace(look.discs.placed[0], sure=False)
    evidence = look.discs.evidence.copy()
    evidence[doubtful.square] = -20.0
    discs = replace(look.discs, placed=(doubtful, *look.discs.placed[1:]), evidence=evidence)
    known = replace(memory.known, before=replace(look, discs=discs))
    reading, _ = reader.read(frame, replace(memory, known=known, discs=(doubtful,) * known_before))
    row = reading.observation.board.squares[doubtful.square]
    assert row[0] == 0.0
    assert -2.0 < max(row[1:]) < 0.0


def test_what_is_not_sure_under_a_hand_is_no_chip_that_lay_there_before(table, reader, monkeypatch):
    frame = Frame(table.frame(GAME), 0.0)
    look = reader.read(frame, reader.start())[1].known.before
    chip = replace(look.discs.placed[0], sure=False)
    unsure = replace(look, discs=replace(look.discs, placed=(chip, *look.discs.placed[1:])))
    hand = np.zeros_like(look.foreign.mask)
    hand[-60:, -60:] = 1
    memory, told = reader.start(), []
    for one in (look, replace(unsure, foreign=covering(hand)), unsure, unsure):
        monkeypatch.setattr(reader, "_look", lambda _board, _memory, one=one: one)
        reading, memory = reader.read(frame, memory)
        memory = replace(memory, discs=()) if one is look else memory
        told.append(max(reading.observation.board.squares[chip.square][1:]))
    assert told[1] == told[2] < told[3] / 4

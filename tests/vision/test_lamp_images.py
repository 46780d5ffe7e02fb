"""A lamp mirrored in the cards: what lies under its image is not known, and the image is no thing on the board."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_chips import Chip, Thing
from learnt_chips import enrol
from reading_cases import NoIndex, read, wrong

from companion.vision.chips import COLOURS, RINGS, ChipModel
from companion.vision.frame import Frame, Image
from companion.vision.opinions import opinion_of
from companion.vision.table import TableModel, TableReader

PLAIN = ChipModel(0.3, np.zeros((RINGS, COLOURS)), 0.0, 0.0)
ENROLLED = {"R": (21, 78), "B": (22, 77)}
GAME = {33: (0, 0.1, 0.0), 44: (1, 0.0, -0.1), 56: (0, 0.1, 0.1), 72: (1, 0.0, 0.0)}
PHONE = Thing(((2.1, 5.2), (3.9, 5.6), (3.2, 8.8), (1.4, 8.4)), (25, 25, 25))
ARM = Thing(((6.2, 3.0), (7.4, 3.0), (7.8, 14.0), (6.0, 14.0)), (120, 150, 200), 0.8)


def reader_of(table, lamp: float = 0.0) -> TableReader:
    """A reader that has learnt both teams' chips, two of them under a lamp's image of this strength."""
    lying = {square: (team, 0.05, -0.05) for team, squares in enumerate(ENROLLED.values()) for square in squares}
    models = enrol(mirrored(table, table.frame(lying), 8.5, 7.5, lamp), table.empty, table.geometry, ENROLLED)
    return TableReader(TableModel(table.geometry, table.empty, models), NoIndex())


@pytest.fixture(scope="module")
def reader(table) -> TableReader:
    return reader_of(table)


def mirrored(table, bgr: Image, x: float, y: float, strength: float) -> Image:
    """A frame with a lamp's soft image at a place of the board, three squares wide."""
    away = np.hypot(*(part - at for part, at in zip(table.on_board, (x, y), strict=True)))
    share = strength * np.clip(2.2 - away, 0, 1)[..., None]
    return np.round(bgr * (1 - share) + np.array([235, 245, 252]) * share).astype(np.uint8)


@pytest.mark.parametrize("strength", [0.4, 0.7, 0.95])
@pytest.mark.parametrize("place", [(4.5, 4.5), (3.2, 6.8), (9.6, 5.0)], ids=str)
def test_a_lamps_image_is_no_thing_and_nothing_under_it_is_read_wrongly(table, reader, place, strength):
    plain = table.frame(GAME)
    lit = mirrored(table, plain, *place, strength)
    readings = read(reader, plain, lit, lit, lit, lit)
    assert [reading.observation.notices for reading in readings] == [()] * 5
    assert all(wrong(reading, GAME) == {} for reading in readings)


@pytest.mark.parametrize(("square", "away", "strength"), [(11, 1.4, 0.9), (12, 1.1, 0.6), (12, 1.4, 0.75)])
def test_a_red_chip_on_a_red_card_beside_a_lamps_image_is_no_bare_card_in_shade(table, reader, square, away, strength):
    laid = {square: (0, 0.0, 0.05)}
    lit, played = (
        mirrored(table, table.frame(lying), square % 10 + 0.5, square // 10 + 0.5 - away, strength)
        for lying in ({}, laid)
    )
    assert read(reader, lit, lit, played, played)[-1].observation.board.best(square) != 0


def test_a_square_under_a_lamps_image_is_hardly_known_to_be_empty(table, reader):
    lit = mirrored(table, table.empty, 4.5, 4.5, 0.8)
    board = read(reader, table.empty, lit, lit)[-1].observation.board
    assert all(board.margin(square) < 1 for square in (33, 34, 43, 44, 45))
    assert board.margin(99) > 1


@pytest.fixture(scope="module")
def pale(table):
    """A table played with white and with green chips, a reader of it, and chips that lie there."""
    drawn = table.played_with(Chip("plain", (228, 234, 236), 36), Chip("plain", (70, 120, 50), 36))
    return drawn, reader_of(drawn), {33: (0, 0.1, 0.0), 44: (1, 0.0, -0.1), 56: (0, 0.1, 0.1), 72: (1, 0.0, 0.0)}


@pytest.mark.parametrize(("strength", "down"), [(0.6, 3.4), (0.8, 4.5), (0.97, 6.6)])
def test_a_lamps_image_that_wanders_is_no_white_chip(pale, strength, down):
    table, reader, lying = pale
    plain = table.frame(lying)
    frames = [mirrored(table, plain, 2.2 + n / 3, down, strength) for n in range(19)]
    readings = read(reader, table.empty, plain, *frames)
    surely = [[at for at in wrong(one, lying) if one.observation.board.margin(at) >= 1] for one in readings[1:]]
    assert surely == [[]] * len(surely)


def test_white_chips_that_no_lamp_shines_beside_are_told_at_once_and_kept_under_its_image(pale):
    table, reader, lying = pale
    lit = mirrored(table, table.frame(lying), 7.8, 5.5, 0.7)
    *_, plain, dim = read(reader, table.empty, table.frame(lying), lit)
    told = [[reading.observation.board.best(at) for at in lying] for reading in (plain, dim)]
    assert told == [[1, 2, 1, 2]] * 2


def test_two_white_chips_laid_side_by_side_at_once_are_no_lamps_image(pale):
    table, reader, lying = pale
    laid = lying | {34: (0, 0.0, 0.1)}
    board = read(reader, table.empty, table.empty, table.frame(laid))[-1].observation.board
    assert [board.best(at) for at in laid] == [1, 2, 1, 2, 1]


def test_white_chips_that_lie_close_together_when_the_board_comes_into_sight_are_chips(pale):
    table, reader, _ = pale
    close = dict.fromkeys((33, 34, 35, 43, 44, 45, 54), (0, 0.05, -0.05))
    covered = table.frame(close, [Thing(((2.7, 2.7), (6.3, 2.7), (6.3, 6.3), (2.7, 6.3)), (25, 25, 25))])
    board = read(reader, covered, covered, table.frame(close), table.frame(close))[-1].observation.board
    assert [board.best(at) for at in close] == [1] * len(close)


def test_a_thing_is_told_while_it_lies_there_under_a_hand_too_and_no_longer(table, reader):
    bare, left = table.frame(GAME), table.frame(GAME, [PHONE])
    reached = table.frame(GAME, [PHONE, ARM])
    frames = [bare, left, left, left, reached, reached, reached, reached, left, left, left, bare]
    told = [reading.observation.notices for reading in read(reader, *frames)]
    assert told[:2] == [(), ()]
    assert told[3:-1] == [("OBJECT_ON_BOARD",)] * 8
    assert told[-1] == ()


def test_a_speck_that_hides_no_more_than_a_chip_would_is_no_thing_put_down(table, reader):
    corners = cv2.boxPoints(((5.5, 4.5), (0.5, 0.5), 20.0)).tolist()
    speck = table.frame(GAME, [Thing(corners, (60, 160, 90))])
    readings = read(reader, table.frame(GAME), speck, speck, speck, speck)
    assert all(reading.observation.notices == () for reading in readings)
    assert readings[-1].observation.board.best(45) is None


@pytest.fixture(scope="module")
def dark(table):
    """A table played with black and with dark green chips, and a reader of it."""
    drawn = table.played_with(Chip("casino", (34, 34, 34), 36), Chip("casino", (40, 70, 20), 36))
    return drawn, reader_of(drawn)


@pytest.mark.parametrize("strength", [0.5, 0.7, 0.9])
def test_two_teams_dark_chips_under_a_lamps_image_are_not_surely_taken_for_each_other(dark, strength):
    (drawn, reader), lying = dark, {at: (n % 2, 0.05, -0.05) for n, at in enumerate((33, 34, 44, 45, 54, 55))}
    plain = drawn.frame(lying)
    lit = mirrored(drawn, plain, 4.5, 4.5, strength)
    board = read(reader, drawn.empty, plain, lit, lit)[-1].observation.board
    assert [at for at in lying if board.margin(at) >= 1 and board.best(at) == 2 - lying[at][0]] == []


@pytest.mark.parametrize(("strength", "place"), [(0.5, (4.5, 4.5)), (0.7, (3.2, 6.8)), (0.8, (4.5, 4.5))], ids=str)
def test_black_chips_that_were_learnt_as_grey_under_a_lamps_image_are_told_nowhere_under_one(table, strength, place):
    drawn = table.played_with(Chip("plain", (34, 34, 34), 36), Chip("plain", (150, 60, 40), 36))
    lit = mirrored(drawn, drawn.empty, *place, strength)
    brighter = np.clip(1.15 * lit, 0, 255).astype(np.uint8)  # as a flickering light makes it
    readings = read(reader_of(drawn, 0.3), drawn.empty, lit, lit, brighter, brighter)
    assert [wrong(reading, {}) for reading in readings] == [{}] * 5


def test_small_chips_under_a_lamps_image_are_made_out_though_they_leave_little_of_a_square_strange(table):
    drawn = table.played_with(Chip("plain", (60, 150, 40), 18), Chip("plain", (150, 60, 40), 18))
    reader, lying = reader_of(drawn), {at: (n % 2, 0.05, -0.05) for n, at in enumerate((33, 34, 44, 45, 54, 55))}
    bare, lit = (mirrored(drawn, drawn.frame(laid), 4.5, 4.5, 0.68) for laid in ({}, lying))
    seen = read(reader, drawn.empty, bare, bare, lit, lit, lit)[-1]  # in the first a hand may be above them
    board, otherwise = seen.observation.board, wrong(seen, lying)
    surely = {at for at in {*lying, *otherwise} if board.margin(at) >= 1}
    assert surely >= {33, 34, 54, 55}
    assert surely.isdisjoint(otherwise)


@pytest.mark.parametrize("strength", [0.3, 0.5])
def test_gems_are_learnt_as_large_as_they_are_though_a_lamp_shone_there_before_they_were_laid(table, strength):
    """Other light all around them was taken for discs of twice their size, and hardly a gem was read in the game."""
    gems = Chip("glass", (60, 170, 40), 19), Chip("glass", (40, 40, 180), 19)
    drawn = table.played_with(*gems)
    lying = {square: (team, 0.05, -0.05) for team, squares in enumerate(ENROLLED.values()) for square in squares}
    empty = mirrored(drawn, drawn.empty, 8.5, 7.5, strength)
    models = enrol(drawn.frame(lying), empty, drawn.geometry, ENROLLED)
    assert [model.radius_squares for model in models] == pytest.approx([gem.radius for gem in gems], abs=0.05)
    reader = TableReader(TableModel(drawn.geometry, empty, models), NoIndex())
    assert wrong(read(reader, drawn.empty, drawn.frame(GAME))[-1], GAME) == {}


@pytest.fixture(scope="module")
def purple(table):
    """A table played with off-white and with purple chips, and a reader of it."""
    drawn = table.played_with(Chip("plain", (207, 205, 225), 29), Chip("plain", (150, 42, 101), 29))
    return drawn, reader_of(drawn)


@pytest.mark.parametrize("strength", [0.7, 0.8, 0.9])
def test_a_chip_bleached_by_a_lamps_image_is_not_surely_a_white_one(purple, strength):
    (drawn, reader), lying = purple, {44: (1, 0.05, -0.05)}
    lit = mirrored(drawn, drawn.frame(lying), 5.5, 4.0, strength)
    board = read(reader, drawn.empty, drawn.frame(lying), lit, lit, lit)[-1].observation.board
    assert board.best(44) != 1 or board.margin(44) < 1


def test_a_white_chip_upon_another_teams_is_white_where_no_lamp_shines_beside(purple):
    (drawn, reader), lower, upper = purple, {44: (1, 0.05, -0.05)}, {44: (0, 0.05, -0.05)}
    frames = [drawn.frame(lying) for lying in ({}, lower, lower, upper, upper)]
    assert read(reader, *frames)[-1].observation.board.best(44) == 1


@pytest.mark.parametrize("strength", [0.75, 0.8, 0.9])
def test_a_chip_that_shows_under_a_lamps_image_is_told_though_all_ink_around_it_is_gone(table, reader, strength):
    lit, played = (mirrored(table, table.frame(lying), 4.5, 4.5, strength) for lying in ({}, {44: (0, 0.0, -0.1)}))
    reading = read(reader, table.empty, lit, lit, played, played)[-1]
    assert 44 in reading.foreign.hidden
    assert reading.observation.board.best(44) == 1


@pytest.fixture(scope="module")
def violet(table):
    """A table played with violet and with green chips, and a reader of it."""
    drawn = table.played_with(Chip("plain", (110, 40, 75), 29), Chip("plain", (60, 110, 30), 29))
    return drawn, reader_of(drawn)


@pytest.mark.parametrize("pale", [(230, 215, 222), (205, 215, 200), (214, 190, 202)], ids=str)
def test_a_chip_that_a_lamp_turns_so_pale_that_it_looks_like_none_is_no_bare_card(violet, pale):
    drawn, reader = violet
    lit = drawn.played_with(Chip("plain", pale, 29), Chip("plain", (60, 110, 30), 29))
    lying = dict.fromkeys((36, 44, 72), (0, 0.05, -0.05))
    board = read(reader, drawn.empty, *[lit.frame(lying)] * 3)[-1].observation.board
    assert 0 not in [board.best(at) for at in lying]


@pytest.mark.parametrize(("white", "place"), [((44, 54), (3.5, 4.2)), ((44, 54), (3.5, 4.5)), ((33, 34), (2.9, 4.2))])
def test_where_a_lamps_image_comes_upon_white_chips_no_card_beside_them_is_another(pale, white, place):
    table, reader, _ = pale
    lying = {white[0]: (0, 0.05, 0.0), white[1]: (0, 0.0, 0.05), 72: (1, 0.0, 0.0)}
    lit = mirrored(table, table.frame(lying), *place, 0.97)
    readings = read(reader, table.empty, *[table.frame(lying)] * 2, *[lit] * 3)
    surely = [[at for at in wrong(one, lying) if one.observation.board.margin(at) >= 1] for one in readings[1:]]
    assert surely == [[]] * len(surely)


@pytest.mark.parametrize(("strange", "texture", "told"), [(1, 20, None), (1, 0, 0), (0, 20, 0), (0, 100, None)])
def test_a_square_that_looks_strange_and_shows_some_texture_is_unknown(table, reader, strange, texture, told):
    _, memory = reader.read(Frame(table.frame({}), 0.0), reader.start())
    look, square = memory.known.before, 44
    looks_strange, rough = look.strange.copy(), look.rough.copy()
    looks_strange.flat[square], rough.flat[square] = strange, texture
    said = opinion_of(replace(look, strange=looks_strange, rough=rough), (), set(), [PLAIN, PLAIN])
    assert said.best(square) == told

"""Chips that are hard to see: gems on court cards, chips upon larger ones, two kinds that look like bare cards."""

import cv2
import numpy as np
import pytest
from drawn_board import real_faces
from drawn_chips import Chip, Laid, linear
from drawn_light import Light
from reading_cases import read, reader_of, wrong

from companion.referee.observation import DOUBT_NATS

DAY = Light()
LIGHTS = {"day": DAY, "lamp": Light(0.6, 0.6, (13.0, 19.0, 16.0), (0.8, 1.0, 1.1)), "evening": Light(0.3, 0.4)}
RED_GEM, AMBER_GEM = Chip("glass", (40, 40, 180), 20), Chip("glass", (40, 170, 220), 20)
YELLOW, NAVY = Chip("plain", (40, 190, 225), 36), Chip("plain", (70, 35, 15), 24)
RED, BLUE = Chip("casino", (38, 30, 190), 39), Chip("plain", (170, 80, 25), 39)
STACKS = [(YELLOW, NAVY), (RED, NAVY), (BLUE, YELLOW)]
WHITE, CLEAR = Chip("plain", (226, 231, 233), 30), Chip("glass", (236, 242, 240), 20)
COURTS = [square for square, code in enumerate(real_faces("board-04").codes) if code[0] in "JQK"]


@pytest.fixture(scope="module")
def gems(table):
    drawn = table.played_with(RED_GEM, AMBER_GEM)
    return drawn, reader_of(drawn)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("team", [0, 1], ids=["red", "amber"])
def test_a_gem_on_a_court_card_is_never_taken_for_the_card(gems, team, light):
    drawn, reader = gems
    lying = {square: (team, 0.12 - 0.08 * (n % 4), 0.1 - 0.1 * (n % 3)) for n, square in enumerate(COURTS)}
    bgr = drawn.frame(lying, light=LIGHTS[light])
    reading = read(reader, bgr, bgr)[-1]
    assert wrong(reading, lying) == {}
    assert len(reading.observation.board.undecided) <= len(COURTS) // 4


def test_court_cards_without_gems_are_empty(gems):
    drawn, reader = gems
    for light in LIGHTS.values():
        bgr = drawn.frame({3: (0, 0.0, 0.0)}, light=light)
        reading = read(reader, bgr, bgr)[-1]
        assert wrong(reading, {3: (0, 0.0, 0.0)}) == {}
        assert reading.observation.board.undecided == ()


@pytest.mark.parametrize("blur_px", [3, 4, 5, 6])
def test_court_cards_out_of_focus_are_no_gems(gems, blur_px):
    drawn, reader = gems
    lying = {3: (0, 0.0, 0.0), 46: (1, 0.0, 0.0)}
    bgr = drawn.frame(lying)
    blurred = cv2.GaussianBlur(bgr, (0, 0), blur_px)
    assert all(wrong(reading, lying) == {} for reading in read(reader, bgr, blurred, blurred, blurred, bgr))


@pytest.mark.parametrize(
    ("lower", "upper"), [(YELLOW, NAVY), (RED, NAVY), (BLUE, YELLOW)], ids=["navy", "on casino", "yellow"]
)
def test_a_smaller_chip_upon_another_is_noticed(table, lower, upper):
    drawn = table.played_with(lower, upper)
    reader, light = reader_of(drawn), LIGHTS["lamp"]
    stacked, alone = (12, 37, 58, 83), (15, 61)
    laid = {at: [Laid(lower, 0.05, -0.05, 23.0 * at)] for at in (*stacked, *alone)}
    for at in stacked:
        laid[at].append(Laid(upper, 0.08, -0.02, 0.0, lower.height))
    before = drawn.frame(dict.fromkeys(laid, (0, 0.05, -0.05)), light=light)
    after = drawn.photograph(laid, light)
    lower_read, upper_read, at_once = (
        one.observation.board for one in (*read(reader, before, after), *read(reader, after))
    )
    assert {lower_read.best(at) for at in laid} == {1}
    assert [upper_read.best(at) for at in alone] == [1, 1]
    assert {upper_read.best(at) for at in stacked} <= {2, None}
    assert not any(at_once.best(at) == 1 and at_once.margin(at) > 0 for at in stacked)


@pytest.mark.parametrize("off", [0.1, 0.2, 0.3])
def test_a_chip_that_lies_askew_upon_another_is_read_though_that_one_shows(table, off):
    lower, upper = Chip("plain", (40, 190, 225), 31), Chip("plain", (120, 30, 60), 30)
    drawn = table.played_with(lower, upper)
    reader, stacked, alone = reader_of(drawn), (12, 37, 58, 83), (15, 61)
    laid = {at: [Laid(lower, -off / 2, off / 2, 23.0 * at)] for at in (*stacked, *alone)}
    for at in stacked:
        laid[at].append(Laid(upper, off / 2, -off / 2, 0.0, lower.height))
    reading = read(reader, drawn.frame(dict.fromkeys(laid, (0, -off / 2, off / 2))), drawn.photograph(laid, DAY))[-1]
    assert [reading.observation.board.best(at) for at in alone] == [1, 1]
    upper_read = [reading.observation.board.best(at) for at in stacked]
    assert upper_read.count(2) >= 3
    assert set(upper_read) <= {2, None}


def test_what_lies_upon_another_chip_is_told_from_it_more_surely_than_one_chip_from_another(table):
    lower, upper = Chip("casino", (40, 40, 190), 39), Chip("casino", (60, 140, 40), 39)
    drawn, (stacked, alone) = table.played_with(lower, upper), (37, 61)
    laid = {at: [Laid(lower, -0.075, 0.075, 23.0 * at)] for at in (stacked, alone)}
    laid[stacked].append(Laid(upper, 0.075, -0.075, 0.0, lower.height))
    before = drawn.frame(dict.fromkeys(laid, (0, -0.075, 0.075)))
    board = read(reader_of(drawn), before, drawn.photograph(laid, DAY))[-1].observation.board
    assert (board.best(stacked), board.best(alone)) == (2, 1)
    assert board.margin(stacked) > 3 * board.margin(alone)


@pytest.mark.parametrize("off", [0.2, 0.3])
@pytest.mark.parametrize("upper", [0, 1], ids=["red", "amber"])
def test_of_two_gems_that_both_show_the_one_that_came_later_lies_uppermost(gems, upper, off):
    drawn, reader = gems
    kinds, squares, lower = (RED_GEM, AMBER_GEM), (12, 37, 58, 83), 1 - upper
    laid = {
        at: [
            Laid(kinds[lower], -off / 2, off / 2, 23.0 * at),
            Laid(kinds[upper], off / 2, -off / 2, 0.0, kinds[lower].height),
        ]
        for at in squares
    }
    before, after = drawn.frame(dict.fromkeys(squares, (lower, -off / 2, off / 2))), drawn.photograph(laid, DAY)
    boards = [reading.observation.board for reading in read(reader, before, after, after, before)]
    assert [[board.best(at) for at in squares] for board in (boards[0], boards[3])] == [[lower + 1] * 4] * 2
    for board in boards[1:3]:
        sure = [board.best(at) for at in squares if board.margin(at) >= DOUBT_NATS]
        assert set(sure) == {upper + 1}
        assert len(sure) >= 3


BLACK_AND_ORANGE = Chip("plain", (28, 26, 26), 32), Chip("plain", (20, 90, 220), 32)


@pytest.mark.parametrize("white", [0.05, 0.1, 0.2])
def test_a_chip_that_mirrors_a_lamp_all_over_is_read_though_it_never_looked_so_pale(table, white):
    drawn = table.played_with(*BLACK_AND_ORANGE)
    reader, lying = reader_of(drawn), {at: (n % 2, 0.05, -0.05) for n, at in enumerate((12, 37, 58, 83, 6, 64))}
    bgr, bare = drawn.frame(lying), drawn.frame({})
    chips = cv2.absdiff(bgr, bare).max(axis=2) > 30
    lit = np.where(chips[..., None], 255 * np.minimum(linear(bgr) + white, 1) ** (1 / 2.2), bgr).astype(np.uint8)
    board = read(reader, bare, lit, lit)[-1].observation.board
    read_as = [board.best(at) for at in lying]
    assert all(seen in (1 + lying[at][0], None) for at, seen in zip(lying, read_as, strict=True))
    assert read_as.count(None) <= 1


@pytest.mark.parametrize("grey", [130, 140, 160, 190])
def test_a_coin_smaller_than_a_chip_is_no_chip_that_mirrors_a_lamp(table, grey):
    drawn = table.played_with(*BLACK_AND_ORANGE)
    coins = {at: [Laid(Chip("plain", (grey,) * 3, 24), 0.05, -0.05)] for at in (12, 37, 58, 83, 6, 64)}
    lying = drawn.photograph(coins)
    board = read(reader_of(drawn), drawn.frame({}), lying, lying, lying)[-1].observation.board
    assert not {board.best(at) for at in coins} & {1, 2}


def test_of_two_chips_that_look_alike_neither_is_surely_taken_for_the_other(table):
    drawn = table.played_with(Chip("plain", (28, 26, 26), 30), Chip("plain", (36, 46, 20), 30))
    reader = reader_of(drawn)
    lying = {square: (square // 3 % 2, 0.1 * np.cos(square), 0.1 * np.sin(square)) for square in range(4, 100, 4)}
    for light in (*LIGHTS.values(), Light(0.8, 0.7, (5.0, 5.0, 16.0))):
        bgr = drawn.frame(lying, light=light)
        board = read(reader, bgr, bgr)[-1].observation.board
        assert [at for at in lying if board.margin(at) >= 1 and board.best(at) == 2 - lying[at][0]] == []


def test_chips_wider_than_a_square_are_read_at_the_boards_rim_too(table):
    drawn = table.played_with(Chip("plain", (38, 30, 190), 46), Chip("plain", (170, 80, 25), 46))
    lying = {0: (0, -0.36, -0.36), 9: (1, 0.36, -0.36), 90: (1, -0.36, 0.36), 99: (0, 0.36, 0.36), 44: (0, 0.0, 0.0)}
    bgr = drawn.frame(lying)
    assert wrong(read(reader_of(drawn), bgr, bgr)[-1], lying) == {}


def test_a_large_chip_on_the_next_square_is_no_reason_to_doubt_one(table):
    red, spotted = Chip("casino", (40, 40, 170), 40), Chip("casino", (215, 225, 225), 40, (40, 40, 160))
    drawn, chance = table.played_with(red, spotted), np.random.default_rng(2)
    lying = {
        square: (int(chance.integers(2)), *chance.uniform(-0.15, 0.15, 2).round(2).tolist())
        for square in range(100)
        if chance.random() < 0.6
    }
    bgr = drawn.frame(lying)
    reading = read(reader_of(drawn), bgr, bgr)[-1]
    assert wrong(reading, lying) == {}
    assert sum(reading.observation.board.margin(at) < DOUBT_NATS for at in lying) <= len(lying) // 6


def test_clear_glass_beside_white_chips_is_told_from_them_or_not_sure(table):
    drawn = table.played_with(WHITE, CLEAR)
    reader = reader_of(drawn)
    lying = {square: (square // 3 % 2, 0.1 * np.cos(square), 0.1 * np.sin(square)) for square in range(4, 100, 4)}
    for light in LIGHTS.values():
        bgr = drawn.frame(lying, light=light)
        board = read(reader, bgr, bgr)[-1].observation.board
        taken_for_the_other = [at for at in lying if board.margin(at) >= 1 and board.best(at) == 2 - lying[at][0]]
        assert taken_for_the_other == []

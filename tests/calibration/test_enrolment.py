"""Learning chips from a drawn enrolment picture: their size, their colours, and what may be missing."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learnt_chips import enrol

from calibration.enrolment import enrolled
from calibration.telling_chips import alike_teams, told_apart
from companion.errors import CalibrationError
from companion.vision.chips import bins_of, opponent
from companion.vision.disc_search import DECIDED
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry, Lens

PX = 64
SIDE = 14 * PX
RED, BLUE, DARK_RED, OFF_WHITE = (40, 35, 190), (170, 70, 30), (40, 36, 180), (206, 214, 218)
GEOMETRY = BoardGeometry(Lens(1.0, (2 * PX - 0.5, 2 * PX - 0.5)), np.diag([PX, PX, 1.0]))


def picture(chips: dict[int, tuple[float, tuple[int, int, int]]], off: tuple[float, float] = (0.0, 0.0)) -> Image:
    """A board of white cards with one blot of ink each, seen from straight above, and chips by square."""
    canvas = np.full((SIDE, SIDE, 3), (70, 90, 110), np.uint8)
    for square in range(100):
        y, x = (2 + at for at in divmod(square, 10))
        canvas[y * PX + 1 : (y + 1) * PX - 1, x * PX + 1 : (x + 1) * PX - 1] = (226, 230, 232)
        at = (x * PX + 12 + square * 7 % 40, y * PX + 12 + square * 11 % 40)
        cv2.circle(canvas, at, 8, ((45, 40, 45), (50, 40, 200))[square % 2], cv2.FILLED)
    for square, (radius, colour) in chips.items():
        y, x = divmod(square, 10)
        centre = ((x + 2.5 + off[0]) * PX - 0.5, (y + 2.5 + off[1]) * PX - 0.5)
        at = (round(centre[0] * 16), round(centre[1] * 16))
        cv2.circle(canvas, at, round(radius * PX * 16), colour, cv2.FILLED, cv2.LINE_AA, 4)
    return canvas


EMPTY = picture({})
SQUARES = {"R": (21, 78), "B": (22, 77)}


@given(st.floats(0.2, 0.46), st.floats(-0.1, 0.1), st.floats(-0.1, 0.1))
@settings(max_examples=8, deadline=None)
def test_a_chips_size_is_learnt_wherever_it_lies_on_its_square(radius, x, y):
    chips = {21: (radius, RED), 78: (radius, RED), 22: (radius, BLUE), 77: (radius, BLUE)}
    models = enrol(picture(chips, (x, y)), EMPTY, GEOMETRY, SQUARES)
    assert [model.radius_squares for model in models] == pytest.approx([radius, radius], abs=0.05)


@pytest.mark.parametrize(("radius", "off"), [(0.36, 0.02), (0.42, 0.14)])
def test_a_chip_pushed_aside_by_its_neighbour_is_learnt_as_large_as_it_is(radius: float, off: float):
    beside = picture({22: (radius, BLUE), 77: (radius, BLUE)}, (off, 0.0))
    pushing = picture({21: (radius, RED), 78: (radius, RED)}, (0.3, 0.0))
    chips = np.where((pushing != EMPTY).any(axis=2, keepdims=True), pushing, beside)
    models = enrol(chips, EMPTY, GEOMETRY, SQUARES)
    assert [model.radius_squares for model in models] == pytest.approx([radius, radius], abs=0.05)


@given(st.floats(0.28, 0.44))
@settings(max_examples=4, deadline=None)
def test_a_white_chip_on_white_cards_is_learnt_whole(radius):
    chips = {21: (radius, RED), 78: (radius, RED), 22: (radius, OFF_WHITE), 77: (radius, OFF_WHITE)}
    red, white = enrol(picture(chips), EMPTY, GEOMETRY, SQUARES)
    assert [red.radius_squares, white.radius_squares] == pytest.approx([radius, radius], abs=0.07)


def test_a_white_chip_with_blue_print_is_as_large_as_its_white():
    radius = 0.44
    chips = dict.fromkeys((21, 78), (radius, RED)) | dict.fromkeys((22, 77), (radius, OFF_WHITE))
    still = picture(chips)
    turns = np.deg2rad(60 * np.arange(6))
    spots = [(0.0, 0.0, 0.2), *((0.55 * np.cos(turn), 0.55 * np.sin(turn), 0.1) for turn in turns)]
    for square in (22, 77):
        middle = np.array(divmod(square, 10)[::-1]) + 2.5
        for x, y, size in spots:
            at = np.round((middle + radius * np.array([x, y])) * PX).astype(int)
            cv2.circle(still, at.tolist(), round(size * radius * PX), BLUE, cv2.FILLED, cv2.LINE_AA)
    red, white = enrol(still, EMPTY, GEOMETRY, SQUARES)
    assert [red.radius_squares, white.radius_squares] == pytest.approx([radius, radius], abs=0.08)


def test_glass_shows_the_ink_below_and_plastic_does_not():
    plastic = dict.fromkeys((21, 78), (0.36, RED)) | dict.fromkeys((22, 77), (0.36, BLUE))
    still = picture(plastic)
    for y, x in ((4, 4), (9, 9)):  # the squares 22 and 77, with two squares of table around
        window = np.s_[y * PX : (y + 1) * PX, x * PX : (x + 1) * PX]
        through = EMPTY[window] * np.array([0.9, 0.6, 0.4])
        disc = still[window] == np.array(BLUE, np.uint8)
        still[window] = np.where(disc.all(axis=2)[..., None], through, still[window])
    red, glass = enrol(still, EMPTY, GEOMETRY, SQUARES)
    dark = [int(bins_of(opponent(np.array([[colour]], np.float32) / 230 * 0.15)).item()) for colour in (RED, BLUE)]
    assert glass.log_density[1].max() > 3
    assert glass.log_density[:, dark[1]].max() > 1 > red.log_density[:, dark[0]].max()


def test_models_come_in_the_order_of_the_teams():
    chips = {21: (0.36, RED), 78: (0.36, RED), 22: (0.25, BLUE), 77: (0.25, BLUE)}
    still = picture(chips)
    red, blue = enrol(still, EMPTY, GEOMETRY, SQUARES)
    blue_again, red_again = enrol(still, EMPTY, GEOMETRY, dict(reversed(SQUARES.items())))
    assert red.radius_squares == red_again.radius_squares > blue.radius_squares == blue_again.radius_squares


def test_a_promised_square_without_a_chip_is_named():
    with pytest.raises(CalibrationError, match="no blue chip on H8 in the picture with chips"):
        enrol(picture({21: (0.36, RED), 78: (0.36, RED), 22: (0.36, BLUE)}), EMPTY, GEOMETRY, SQUARES)


@pytest.mark.parametrize(("beside", "name"), [(20, "A3"), (30, "A4"), (12, "C2")])
@pytest.mark.parametrize("radius", [0.2, 0.36, 0.46])
def test_a_chip_beside_the_promised_square_is_not_learnt(radius: float, beside: int, name: str):
    chips = dict.fromkeys((beside, 78), (radius, RED))
    with pytest.raises(CalibrationError, match=f"a chip lies on {name}, but red was asked for on B3"):
        enrol(picture(chips), EMPTY, GEOMETRY, {"R": (21, 78)})


@pytest.mark.parametrize("far", [41, 23])
def test_a_chip_two_squares_off_is_not_taken_for_the_one_that_was_asked_for(far: int):
    with pytest.raises(CalibrationError, match="no red chip on B3 in the picture with chips"):
        enrol(picture(dict.fromkeys((far, 78), (0.36, RED))), EMPTY, GEOMETRY, {"R": (21, 78)})


@pytest.mark.parametrize("radius", [0.28, 0.32])
def test_chips_that_both_lie_beside_their_squares_are_told_so_though_no_size_fits_both(radius: float):
    with pytest.raises(CalibrationError, match="a chip lies on A3, but red was asked for on B3"):
        enrol(picture(dict.fromkeys((20, 79), (radius, RED))), EMPTY, GEOMETRY, {"R": (21, 78)})


def test_a_white_chip_beside_the_promised_square_is_not_learnt():
    with pytest.raises(CalibrationError, match="a chip lies on I9, but white was asked for on I8"):
        enrol(picture(dict.fromkeys((21, 88), (0.4, OFF_WHITE))), EMPTY, GEOMETRY, {"W": (21, 78)})


@pytest.mark.parametrize("off", [(0.25, -0.25), (0.4, 0.0)])
def test_a_chip_anywhere_on_the_promised_square_is_learnt(off: tuple[float, float]):
    assert enrol(picture(dict.fromkeys((21, 78), (0.3, RED)), off), EMPTY, GEOMETRY, {"R": (21, 78)})


def test_two_reds_are_too_alike_and_red_and_blue_are_not():
    squares = {**SQUARES, "D": (45, 50)}
    chips = dict.fromkeys((21, 78), (0.36, RED)) | dict.fromkeys((22, 77), (0.36, BLUE))
    models = enrol(picture(chips | dict.fromkeys((45, 50), (0.36, DARK_RED))), EMPTY, GEOMETRY, squares)
    assert alike_teams(models) == ((0, 2),)


def test_a_chips_own_colour_is_its_likeliest():
    chips = dict.fromkeys((21, 78), (0.36, RED)) | dict.fromkeys((22, 77), (0.36, BLUE))
    red, blue = enrol(picture(chips), EMPTY, GEOMETRY, SQUARES)
    seen = opponent(np.array([[RED]], np.float32) / 230)
    number = int(bins_of(seen).item())
    assert red.log_density[0][number] > 3 > 0 > blue.log_density[0][number]


def lit(bgr: Image, at: tuple[float, float], share: float) -> Image:
    """The picture with a lamp's soft mirror image at a place of the board, two squares wide."""
    image = np.zeros(bgr.shape[:2], np.float32)
    x, y = (round((2 + part) * PX) for part in at)
    cv2.circle(image, (x, y), round(1.2 * PX), share, cv2.FILLED)
    share_at = cv2.GaussianBlur(image, (0, 0), 0.3 * PX)[..., None]
    return np.round(bgr * (1 - share_at) + np.array([235, 245, 252]) * share_at).astype(np.uint8)


@pytest.mark.parametrize("empty", [EMPTY, lit(EMPTY, (8.5, 7.5), 0.22)], ids=["since", "before too"])
def test_a_lamp_mirrored_in_one_of_two_chips_is_told_by_how_unlike_they_are(empty: Image):
    still = picture(dict.fromkeys((21, 78), (0.36, RED)))
    pairs = (still, EMPTY), (lit(still, (8.5, 7.5), 0.22), empty)
    plain, mirrored = (enrolled(*pair, GEOMETRY, {"R": (21, 78)})[0].apart for pair in pairs)
    assert plain < 8 < 15 < mirrored


def test_a_lamp_in_which_chips_cannot_be_learnt_is_named_as_what_to_move():
    still = lit(picture(dict.fromkeys((21, 78), (0.36, RED))), (8.5, 7.5), 0.9)
    with pytest.raises(CalibrationError, match="move a lamp that is mirrored there and begin again"):
        enrol(still, EMPTY, GEOMETRY, {"R": (21, 78)})


@pytest.mark.parametrize(("colour", "share"), [(RED, 0.3), (RED, 0.5), (RED, 0.8), (BLUE, 0.5)])
def test_of_two_chips_of_which_one_mirrors_a_lamp_brightly_the_other_is_learnt(colour: tuple, share: float):
    plain = picture(dict.fromkeys((21, 78), (0.36, colour)))
    mirrored = enrolled(lit(plain, (8.5, 7.5), share), EMPTY, GEOMETRY, {"R": (21, 78)})[0]
    assert mirrored.apart > DECIDED
    assert told_apart(mirrored.model, enrol(plain, EMPTY, GEOMETRY, {"R": (21, 78)})[0]) < 1


@pytest.mark.parametrize("other", [BLUE, OFF_WHITE])
def test_a_chip_of_another_kind_is_not_taken_for_one_that_mirrors_a_lamp(other: tuple):
    with pytest.raises(CalibrationError, match="the red chips on B3 and I8 are not alike"):
        enrol(picture({21: (0.36, RED), 78: (0.36, other)}), EMPTY, GEOMETRY, {"R": (21, 78)})

"""A set-up is called good when it is, and the remedy names what was made worse."""

import cv2
import numpy as np
import pytest
from drawn_board import GREEN, NORMAL, OAK, WIDE, Faces, flat_board_of, photographed, real_faces, view_from
from hypothesis import given
from hypothesis import strategies as st

from calibration.layout_reader import LayoutReading, read_layout
from calibration.likeness import BoardPicture
from calibration.measures import measured, tilt_deg
from calibration.pictures import draw_cards, draw_chips, still_pictures
from calibration.profile import Profile
from calibration.quality import Grade, GradeLimits, Verdict, chip_quality, report, still_quality, worst
from companion.vision.card_index import load_card_index
from companion.vision.chips import RINGS, learn_chip
from companion.vision.frame import Image

LARGER = 1.8
VIEW = view_from(NORMAL.scaled(LARGER), 12, 20, 19.0)


@pytest.fixture(scope="module")
def still() -> Image:
    return photographed(flat_board_of(real_faces("board-11"), GREEN, OAK), VIEW)


def verdicts(bgr: Image) -> dict[str, Verdict]:
    return {verdict.topic: verdict for verdict in still_quality(BoardPicture(bgr, VIEW), ())}


def glaring(bgr: Image) -> Image:
    """The picture with a lamp mirrored in its middle."""
    y, x = np.mgrid[0 : bgr.shape[0], 0 : bgr.shape[1]]
    spot = 400 * np.exp(-((np.hypot(x - bgr.shape[1] / 2, y - bgr.shape[0] / 2) / 220) ** 2))
    return np.clip(bgr + spot[..., None], 0, 255).astype(np.uint8)


def shaded(bgr: Image) -> Image:
    return (bgr * np.linspace(1.0, 0.0, bgr.shape[1])[None, :, None] ** 2).astype(np.uint8)


WORSE = {
    "Light": (lambda bgr: (bgr * 0.1).astype(np.uint8), "switch on a light"),
    "Shade": (shaded, "Move the lamp"),
    "Glare": (glaring, "Move the lamp to the side"),
    "Focus": (lambda bgr: cv2.GaussianBlur(bgr, (0, 0), 5), "Turn the lens"),
    "Colour": (lambda bgr: cv2.cvtColor(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), "sees colours"),
}


def test_a_good_set_up_is_called_good(still: Image):
    found = verdicts(still)
    assert {topic: verdict.grade for topic, verdict in found.items()} == dict.fromkeys(found, Grade.GOOD)
    assert all(not verdict.remedy for verdict in found.values())


@pytest.mark.parametrize("topic", WORSE)
def test_what_is_poor_is_named_with_its_remedy(still: Image, topic: str):
    worse, remedy = WORSE[topic]
    verdict = verdicts(worse(still))[topic]
    assert verdict.grade is Grade.POOR
    assert remedy in verdict.remedy


def test_an_arm_over_the_board_is_not_called_glare_alone(still: Image):
    arm = VIEW.image_from_board(np.array([[5, 10.5], [7, 10.5], [6.5, 6], [4.5, 6]]))
    verdict = verdicts(cv2.fillConvexPoly(still.copy(), arm.astype(np.int32), (120, 150, 200)))["Glare"]
    assert verdict.grade is Grade.POOR
    assert "something lying there" in verdict.finding
    assert "take off what lies there" in verdict.remedy


def test_a_square_without_a_card_is_not_called_glare_alone(still: Image):
    bare = VIEW.image_from_board(np.array([[5, 4], [6, 4], [6, 5], [5, 5]]))
    verdict = verdicts(cv2.fillConvexPoly(still.copy(), bare.round().astype(np.int32), GREEN))["Glare"]
    assert verdict.grade is Grade.FAIR
    assert "F5, or no card is there" in verdict.finding
    assert "glue what is missing" in verdict.remedy


def test_an_overexposed_picture_is_called_too_bright(still: Image):
    verdict = verdicts(cv2.convertScaleAbs(still, alpha=2.0))["Light"]
    assert verdict.grade is Grade.POOR
    assert "dim the light" in verdict.remedy


@pytest.mark.parametrize(("square_px", "grade"), [(70, Grade.GOOD), (40, Grade.FAIR), (28, Grade.POOR)])
def test_a_sharp_picture_from_too_far_away_is_small_and_not_out_of_focus(still: Image, square_px: float, grade: Grade):
    size = square_px / measured(BoardPicture(still, VIEW)).square_px
    small = cv2.resize(still, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
    found = {verdict.topic: verdict for verdict in still_quality(BoardPicture(small, VIEW.scaled(size)), ())}
    assert found["Size"].grade is grade
    assert found["Focus"].grade is Grade.GOOD


def test_a_blank_picture_shows_no_print_and_stops_nothing():
    blank = np.full((400, 600, 3), 200, np.uint8)
    found = {
        v.topic: v for v in still_quality(BoardPicture(blank, VIEW.scaled(600 / (2 * VIEW.lens.centre_px[0]))), ())
    }
    assert found["Focus"].finding == "no print can be made out"


@given(st.floats(0, 60), st.floats(0, 360), st.sampled_from([NORMAL, WIDE]))
def test_the_tilt_is_told_from_the_lattice_alone(tilt, turn, lens):
    assert tilt_deg(view_from(lens, tilt, turn)) == pytest.approx(tilt, abs=1e-3)


@given(st.floats(-100, 100), st.floats(0, 50), st.floats(0, 200))
def test_a_larger_number_is_never_better(number, more, width):
    limits, order = GradeLimits(width), list(Grade)
    assert order.index(limits.grade(number + more)) >= order.index(limits.grade(number))


def test_corners_that_show_cards_are_named_and_jokers_are_not(still: Image):
    faces, index = real_faces("board-04"), load_card_index()
    pictures = faces.pictures.copy()
    pictures[[0, 99]] = pictures[[44, 55]]
    astray = photographed(flat_board_of(Faces(pictures, faces.codes), GREEN, OAK), VIEW)
    assert read_layout(still, VIEW, index).cornered == ()
    cornered = read_layout(astray, VIEW, index).cornered
    corners = still_quality(BoardPicture(astray, VIEW), (), cornered=cornered)[-1]
    assert (corners.topic, corners.grade) == ("Corners", Grade.FAIR)
    assert "in the corners A1, J10, where jokers belong" in corners.finding


def test_doubtful_cards_are_counted_and_the_first_are_named(still: Image):
    cards = still_quality(BoardPicture(still, VIEW), tuple(range(1, 10)))[-1]
    assert cards.finding == "9 of a hundred are doubtful: B1, C1, D1, E1 and 5 more"
    assert cards.grade is Grade.POOR


def chip(colour: tuple[float, float, float]):
    seen = np.random.default_rng(1).normal(colour, 0.02, (200, 3)).astype(np.float32)
    return learn_chip(0.35, [seen] * RINGS, [seen])


def test_colours_too_alike_are_named_by_their_teams():
    chips = {"R": chip((0.3, 0.5, -0.3)), "B": chip((0.3, -0.2, 0.4)), "D": chip((0.31, 0.5, -0.3))}
    assert chip_quality(chips).finding == "red and D look alike in this light"
    assert chip_quality({"R": chips["R"], "B": chips["B"]}).grade is Grade.GOOD


def test_chips_as_white_as_paper_are_named():
    chips = {"R": chip((0.3, 0.5, -0.3)), "W": chip((0.97, 0.01, -0.02))}
    verdict = chip_quality(chips)
    assert verdict.grade is Grade.FAIR
    assert verdict.finding == "the white chips look much like bare cards"


def test_a_report_ends_with_what_it_comes_to():
    fair, poor = Verdict("Light", Grade.FAIR, "dim", "Turn it up."), Verdict("Tilt", Grade.POOR, "steep", "Move it.")
    assert next(iter(report([fair]))) == "Light:    fair, dim. Turn it up."
    assert [list(report(found))[-1].split(":")[0] for found in ([], [fair], [fair, poor])] == [
        "This set-up is good.",
        "This set-up will do; what is rated fair could be better.",
        "This set-up is not good enough",
    ]
    assert worst([poor, fair]) is Grade.POOR


def test_every_step_has_its_picture_and_doubtful_squares_stand_out(still: Image):
    picture, sure = BoardPicture(still, VIEW), LayoutReading(("7H",) * 100, (), np.zeros((100, 48)))
    doubting = LayoutReading(("7H",) * 100, (44,), np.zeros((100, 48)))
    untouched = still.copy()
    drawn = dict(still_pictures(picture, doubting, still_quality(picture, doubting.doubtful)))
    assert list(drawn) == ["lattice", "cards", "quality"]
    assert np.array_equal(still, untouched)
    changed = np.any(draw_cards(picture, sure) != drawn["cards"], axis=2)
    x, y = VIEW.square_centres()[4, 4]
    rows, columns = np.nonzero(changed)
    assert np.hypot(columns - x, rows - y).max() < measured(picture).square_px
    assert drawn["quality"].shape[0] > still.shape[0]


def test_enrolled_chips_are_drawn_as_they_are_read(still: Image):
    small = cv2.resize(still, (1280, 960), interpolation=cv2.INTER_AREA)
    profile = Profile(VIEW.scaled(1 / LARGER), small, ("7H",) * 100, (), {"R": chip((0.3, 0.5, -0.3))})
    drawn = draw_chips(small, profile)
    assert drawn.shape[0] > small.shape[0]
    assert drawn.shape[1] == small.shape[1]

"""The board is found in drawn scenes whose truth is known, and nothing is found where no board is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.board_finder import BoardNotFound, find_board, refine_board, turned
from calibration.lens import Sightings, fit_geometry, plain_lens, with_focal_length
from calibration.pictures import draw_lattice
from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.geometry import BoardGeometry, Lens

WIDTH, HEIGHT = 1280, 960
PX = 80
AROUND = 4
NORMAL = Lens(0.77 * WIDTH, ((WIDTH - 1) / 2, (HEIGHT - 1) / 2), -0.012)
WIDE = Lens(0.48 * WIDTH, ((WIDTH - 1) / 2, (HEIGHT - 1) / 2), -0.12, 0.01)
OAK, CLOTH, WHITE = (70, 120, 160), (100, 95, 90), (228, 232, 230)
GREEN, CREAM = (50, 70, 30), (160, 180, 185)


def view_from(lens: Lens, tilt_deg: float, turn_deg: float, squares_wide: float = 21.0) -> BoardGeometry:
    """A camera with the board in the middle of its picture; `squares_wide` is what fits across the picture there."""
    tilt, turn = np.deg2rad([tilt_deg, turn_deg])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    onto = (lean @ spin)[:, [0, 1]] @ np.array([[1, 0, -SIZE / 2], [0, 1, -SIZE / 2]])
    onto[2, 2] += squares_wide * lens.focal_px / WIDTH
    for _ in range(4):
        ends = BoardGeometry(lens, onto).image_from_board(np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]]))
        off = ((ends.min(axis=0) + ends.max(axis=0)) / 2 - lens.centre_px) / lens.focal_px
        onto[:2, 2] -= off * squares_wide * lens.focal_px / WIDTH  # the camera moves sideways
    return BoardGeometry(lens, onto)


def flat_board(base: tuple, table: tuple, seed: int = 1, squares: tuple[int, int] = (SIZE, SIZE)) -> np.ndarray:
    """The table from straight above, `AROUND` squares of it on each side; cards cut and laid by an unsteady hand."""
    rng = np.random.default_rng(seed)
    side = (SIZE + 2 * AROUND) * PX
    picture = np.full((side, side, 3), table, np.uint8)
    rim = (AROUND * PX - 22, (AROUND + SIZE) * PX + 22)
    cv2.rectangle(picture, (rim[0], rim[0]), (rim[1], rim[1]), [channel // 2 for channel in table], 4)
    picture[rim[0] : rim[1], rim[0] : rim[1]] = base
    for row in range(squares[0]):
        for column in range(squares[1]):
            lay_card(
                picture, (column + AROUND) * PX + rng.normal(0, 0.8), (row + AROUND) * PX + rng.normal(0, 0.8), rng
            )
    return picture


def lay_card(picture: np.ndarray, left: float, top: float, rng: np.random.Generator) -> None:
    corners = np.array([[2, 2], [PX - 2, 2], [PX - 2, PX - 2], [2, PX - 2]], float)
    turn = np.deg2rad(rng.uniform(-1.5, 1.5))
    corners = (corners - PX / 2) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) + PX / 2
    quad = np.round((corners + np.array([left, top])) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, quad, (240, 242, 243), cv2.LINE_AA, 4)
    ink = [(30, 30, 30), (40, 30, 200)][rng.integers(2)]
    for _ in range(rng.integers(2, 6)):
        spot = np.array([left, top]) + rng.uniform(14, PX - 14, 2)
        cv2.circle(picture, tuple(int(v) for v in spot), int(rng.integers(4, 11)), ink, -1, cv2.LINE_AA)


def photographed(flat: np.ndarray, geometry: BoardGeometry, light: float = 0.9) -> np.ndarray:
    step = 8  # the mapping is worked out at every eighth pixel; in between it is as good as straight
    nodes = np.stack(np.meshgrid(np.arange(WIDTH // step + 1), np.arange(HEIGHT // step + 1)), axis=-1) * float(step)
    board = geometry.board_from_image(nodes.reshape(-1, 2)).reshape(nodes.shape)
    across, down = np.meshgrid(np.arange(WIDTH, dtype=np.float32) / step, np.arange(HEIGHT, dtype=np.float32) / step)
    at = cv2.remap(((board + AROUND) * PX - 0.5).astype(np.float32), across, down, cv2.INTER_LINEAR)
    picture = cv2.remap(cv2.GaussianBlur(flat, (0, 0), 0.7), at, None, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    grain = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.clip(picture * light * np.linspace(1.1, 0.8, WIDTH)[None, :, None] + grain, 0, 255).astype(np.uint8)


def outer_corner(geometry: BoardGeometry) -> tuple[float, float]:
    x, y = geometry.image_from_board(np.array([[-0.25, -0.25]]))[0]
    return float(x), float(y)


def worst_px(found: BoardGeometry | BoardNotFound, truth: BoardGeometry) -> float:
    assert isinstance(found, BoardGeometry), found.reason
    return float(np.linalg.norm(found.square_centres() - truth.square_centres(), axis=2).max())


@pytest.mark.parametrize(("lens", "base", "table"), [(WIDE, GREEN, OAK), (WIDE, CREAM, CLOTH), (NORMAL, GREEN, WHITE)])
def test_every_square_is_found_on_any_table_through_any_lens(lens, base, table):
    truth = view_from(lens, 24, 33)
    found = find_board(photographed(flat_board(base, table), truth), outer_corner(truth))
    assert worst_px(found, truth) < 2.2


@given(st.floats(0, 38), st.floats(0, 360), st.floats(0.3, 1.0))
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
def test_a_board_is_found_at_any_turn_and_tilt_and_light(tilt_deg, turn_deg, light):
    truth = view_from(NORMAL, tilt_deg, turn_deg)
    found = find_board(photographed(flat_board(GREEN, CLOTH), truth, light), outer_corner(truth))
    assert worst_px(found, truth) < 2.2


def test_the_tap_settles_which_corner_is_first():
    truth = view_from(NORMAL, 10, 0)
    picture = photographed(flat_board(GREEN, OAK), truth)
    found = find_board(picture, None)
    assert worst_px(found, truth) < 2.2
    assert worst_px(turned(found, (WIDTH, HEIGHT)), replace_turn(truth, 2)) < 2.2


def replace_turn(geometry: BoardGeometry, quarters: int) -> BoardGeometry:
    quarter = np.array([[0, -1, SIZE], [1, 0, 0], [0, 0, 1.0]])
    return replace(geometry, ideal_from_board=geometry.ideal_from_board @ np.linalg.matrix_power(quarter, quarters))


def test_four_taps_are_drawn_onto_the_lattice():
    truth = view_from(WIDE, 15, 200)
    corners = truth.image_from_board(np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]]) * 1.02 - 0.1) + np.array(
        [5, -4]
    )
    found = refine_board(photographed(flat_board(CREAM, OAK), truth), corners)
    assert worst_px(found, truth) < 2.2


@pytest.mark.parametrize("shape", [(9, 10), (10, 9), (0, 0)])
def test_a_board_with_too_few_squares_is_refused(shape):
    picture = photographed(flat_board(GREEN, OAK, squares=shape), view_from(NORMAL, 15, 20))
    assert not find_board(picture, None)


def test_a_board_partly_out_of_the_picture_is_refused():
    picture = photographed(flat_board(GREEN, OAK), view_from(NORMAL, 5, 20, 12.0))
    assert not find_board(picture, None)


def test_ruled_paper_without_cards_is_refused():
    paper = np.full((HEIGHT, WIDTH, 3), OAK, np.uint8)
    paper[80:880, 240:1040] = 240
    for line in range(80, 881, 80):
        paper[line - 1 : line + 2, 240:1040] = 60
        paper[80:880, line + 159 : line + 162] = 60
    found = find_board(paper, None)
    assert not found
    assert "do not look like cards" in found.reason


@pytest.mark.parametrize(("level", "word"), [(4, "too dark"), (255, "overexposed"), (120, "no board in sight")])
def test_an_even_picture_holds_no_board_and_says_why(level, word):
    found = find_board(np.full((HEIGHT, WIDTH, 3), level, np.uint8), None)
    assert not found
    assert word in found.reason


def test_noise_is_no_board():
    noise = np.random.default_rng(1).integers(0, 256, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    assert not find_board(noise, (10.0, 10.0))


@given(st.floats(5, 38), st.floats(0, 360), st.sampled_from([NORMAL, WIDE]))
@settings(max_examples=10, deadline=None, derandomize=True)
def test_the_lens_is_learnt_from_bent_lines(tilt_deg, turn_deg, lens):
    truth = view_from(lens, tilt_deg, turn_deg)
    board = np.stack(np.meshgrid(np.arange(1.0, SIZE), np.arange(0.5, SIZE)), axis=-1).reshape(-1, 2)
    normals = np.tile([[1.0, 0.0], [0.0, 1.0]], (len(board), 1))
    board = np.repeat(board, 2, axis=0)
    seen = Sightings(board, truth.image_from_board(board), normals, np.ones(len(board)))
    scale = lens.focal_px / WIDTH
    flat = BoardGeometry(plain_lens(WIDTH, HEIGHT), np.diag([scale, scale, 1]) @ truth.ideal_from_board)
    assert worst_px(fit_geometry(flat, seen, 1.0, rounds=40), truth) < 0.3


@given(st.floats(0, 38), st.floats(0, 360), st.sampled_from([NORMAL, WIDE]))
def test_choosing_a_focal_length_moves_no_square(tilt_deg, turn_deg, lens):
    truth = view_from(lens, tilt_deg, turn_deg)
    bare = BoardGeometry(plain_lens(WIDTH, HEIGHT), np.diag([0.77, 0.77, 1]) @ truth.ideal_from_board)
    assert worst_px(with_focal_length(bare), bare) < 1e-6


def test_a_tilted_view_tells_the_focal_length():
    truth = view_from(replace(WIDE, k1=0.0, k2=0.0), 30, 40)
    bare = BoardGeometry(plain_lens(WIDTH, HEIGHT), np.diag([0.48, 0.48, 1]) @ truth.ideal_from_board)
    assert with_focal_length(bare).lens.focal_px == pytest.approx(WIDE.focal_px, rel=0.02)


def test_the_lattice_is_drawn_where_it_lies_and_nowhere_else():
    geometry = view_from(NORMAL, 20, 30)
    blank = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    drawn = draw_lattice(blank, geometry)
    x, y = np.round(geometry.image_from_board(np.array([[3.0, 4.0]]))[0]).astype(int)
    assert drawn[y, x].any()
    assert not drawn[2, 2].any()
    assert not blank.any()

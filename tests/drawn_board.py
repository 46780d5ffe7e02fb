"""Photographs nobody took of a home-made board: drawn from straight above, then seen through any lens from anywhere.

Cards are blots of ink, or real faces cut out of a shipped still and laid anew; their truth is known either way.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from companion.games.squares import CORNERS, SIZE, SQUARES, column_of, row_of
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry, Lens, rectify

STILLS = Path(__file__).parent / "recordings" / "stills"
WIDTH, HEIGHT = 1280, 960
PX = 80
"""Pixels to a square of the picture from straight above."""
AROUND = 4
"""Squares of table on every side of the board."""
NORMAL = Lens(0.77 * WIDTH, ((WIDTH - 1) / 2, (HEIGHT - 1) / 2), -0.012)
WIDE = Lens(0.48 * WIDTH, ((WIDTH - 1) / 2, (HEIGHT - 1) / 2), -0.12, 0.01)
OAK, CLOTH, WHITE = (70, 120, 160), (100, 95, 90), (228, 232, 230)
GREEN, CREAM = (50, 70, 30), (160, 180, 185)


@dataclass(frozen=True)
class Faces:
    """The pictures of a hundred squares [100, PX, PX, 3], and the codes of their cards."""

    pictures: Image
    codes: tuple[str, ...]

    def dealt_anew(self, seed: int) -> "Faces":
        """The same cards on other squares at other turns; jokers stay in the corners."""
        rng = np.random.default_rng(seed)
        inner = rng.permutation([square for square in SQUARES if square not in CORNERS]).tolist()
        order = [square if square in CORNERS else inner.pop() for square in SQUARES]
        turned = [np.rot90(self.pictures[square], rng.integers(4)) for square in order]
        return Faces(np.stack(turned), tuple(self.codes[square] for square in order))


@cache
def real_faces(name: str) -> Faces:
    """The squares of a shipped still, whose maker says where they are."""
    told = json.loads((STILLS / f"{name}.json").read_text())
    flat = rectify(cv2.imread(str(STILLS / f"{name}.jpg")), told_geometry(told), PX)
    squares = flat.reshape(SIZE, PX, SIZE, PX, 3).swapaxes(1, 2).reshape(len(SQUARES), PX, PX, 3)
    return Faces(squares, tuple(code[:2] for row in told["layout"] for code in row))


def told_geometry(told: dict) -> BoardGeometry:
    """The board as a still's maker placed it: its lens, and a homography through the squares' centres."""
    made = told["lens"]
    lens = Lens(made["f_px"], (made["cx"], made["cy"]), made["k1"], made["k2"])
    rows, columns = np.mgrid[0:SIZE, 0:SIZE] + 0.5
    board = np.stack([columns.ravel(), rows.ravel()], axis=1)
    ideal = lens.undistort(np.array(told["square_centres_px"], float).reshape(-1, 2))
    homography, _ = cv2.findHomography(board, ideal)
    return BoardGeometry(lens, homography)


def view_from(lens: Lens, tilt_deg: float, turn_deg: float, squares_wide: float = 21.0) -> BoardGeometry:
    """A camera with the board in the middle of its picture; `squares_wide` is what fits across the picture there."""
    tilt, turn = np.deg2rad([tilt_deg, turn_deg])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    onto = (lean @ spin)[:, [0, 1]] @ np.array([[1, 0, -SIZE / 2], [0, 1, -SIZE / 2]])
    width = 2 * lens.centre_px[0] + 1
    onto[2, 2] += squares_wide * lens.focal_px / width
    for _ in range(4):
        ends = BoardGeometry(lens, onto).image_from_board(np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]]))
        off = ((ends.min(axis=0) + ends.max(axis=0)) / 2 - lens.centre_px) / lens.focal_px
        onto[:2, 2] -= off * squares_wide * lens.focal_px / width  # the camera moves sideways
    return BoardGeometry(lens, onto)


def view_of_all(lens: Lens, tilt_deg: float, turn_deg: float, squares_wide: float = 17.5) -> BoardGeometry:
    """The nearest such camera, from `squares_wide` on, in whose picture the whole board lies, its base too."""
    ends = np.array([[-0.3, -0.3], [10.3, -0.3], [10.3, 10.3], [-0.3, 10.3]])
    size = 2 * np.array(lens.centre_px) + 1
    views = (view_from(lens, tilt_deg, turn_deg, squares_wide + further) for further in count())
    return next(view for view in views if ((at := view.image_from_board(ends)) > 0).all() and (at < size).all())


def flat_board(base: tuple, table: tuple, seed: int = 1, squares: tuple[int, int] = (SIZE, SIZE)) -> Image:
    """The table from straight above, `AROUND` squares of it on each side; cards cut and laid by an unsteady hand."""
    rng = np.random.default_rng(seed)
    picture = bare_table(base, table)
    for row in range(squares[0]):
        for column in range(squares[1]):
            corner = on_flat(column, row) + rng.normal(0, 0.8, 2)
            _lay_blank(picture, corner, rng)
            _blot(picture, corner, rng)
    return picture


def flat_board_of(faces: Faces, base: tuple, table: tuple, seed: int = 1) -> Image:
    """The same with real cards."""
    rng = np.random.default_rng(seed)
    picture = bare_table(base, table)
    for square in SQUARES:
        _lay_face(picture, faces.pictures[square], on_flat(column_of(square), row_of(square)), rng)
    return picture


def shrunk(flat: Image, px: int) -> Image:
    """The same picture with fewer pixels to a square, for those in a hurry."""
    side = (SIZE + 2 * AROUND) * px
    return cv2.resize(flat, (side, side), interpolation=cv2.INTER_AREA)


def bare_table(base: tuple, table: tuple) -> Image:
    """A base with a rim on a table, and no card."""
    side = (SIZE + 2 * AROUND) * PX
    picture = np.full((side, side, 3), table, np.uint8)
    rim = (AROUND * PX - 22, (AROUND + SIZE) * PX + 22)
    cv2.rectangle(picture, (rim[0], rim[0]), (rim[1], rim[1]), [channel // 2 for channel in table], 4)
    picture[rim[0] : rim[1], rim[0] : rim[1]] = base
    return picture


def on_stripes(flat: Image, pitch: float, crossed: bool = False) -> Image:
    """A copy with striped or chequered cloth instead of the table; stripes are as light as cards, and slanted."""
    side = len(flat)
    along = np.add(*np.indices((side, side)) * np.array([0.8, 0.6]).reshape(2, 1, 1)) // (pitch * PX)
    across = np.subtract(*np.indices((side, side)) * np.array([0.6, 0.8]).reshape(2, 1, 1)) // (pitch * PX)
    dark = (along + across * crossed) % 2 > 0
    cloth = np.where(dark[..., None], np.array([90, 60, 120], np.uint8), np.array([222, 228, 230], np.uint8))
    rim = slice(AROUND * PX - 24, (AROUND + SIZE) * PX + 25)
    cloth[rim, rim] = flat[rim, rim]
    return cloth


def with_rows_astray(flat: Image, sigma_px: float, seed: int) -> Image:
    """A copy with every row of cards pushed along by another few pixels of the base, which stays as it is."""
    picture, base = flat.copy(), slice(AROUND * PX - 20, (AROUND + SIZE) * PX + 20)
    pushes = np.round(np.random.default_rng(seed).normal(0, sigma_px, SIZE)).astype(int)
    for row, push in enumerate(np.clip(pushes, -6, 6)):
        lines = slice((AROUND + row) * PX, (AROUND + row + 1) * PX)
        picture[lines, base] = np.roll(picture[lines, base], push, axis=1)
    return picture


def on_flat(x: float, y: float) -> np.ndarray:
    """Where a point of the board lies in the picture from straight above."""
    return (np.array([x, y], float) + AROUND) * PX


def _lay_blank(picture: Image, corner: np.ndarray, rng: np.random.Generator) -> None:
    corners = np.array([[2, 2], [PX - 2, 2], [PX - 2, PX - 2], [2, PX - 2]], float)
    turn = np.deg2rad(rng.uniform(-1.5, 1.5))
    corners = (corners - PX / 2) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) + PX / 2
    quad = np.round((corners + corner) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, quad, (240, 242, 243), cv2.LINE_AA, 4)


def _blot(picture: Image, corner: np.ndarray, rng: np.random.Generator) -> None:
    ink = [(30, 30, 30), (40, 30, 200)][rng.integers(2)]
    for _ in range(rng.integers(2, 6)):
        spot = corner + rng.uniform(14, PX - 14, 2)
        cv2.circle(picture, tuple(int(v) for v in spot), int(rng.integers(4, 11)), ink, -1, cv2.LINE_AA)


def _lay_face(picture: Image, face: Image, corner: np.ndarray, rng: np.random.Generator) -> None:
    side = PX + 8
    x, y = np.round(corner).astype(int) - 4
    move = cv2.getRotationMatrix2D((PX / 2, PX / 2), rng.uniform(-1.2, 1.2), 1.0)
    move[:, 2] += 4 + rng.normal(0, 0.8, 2)
    mask = np.zeros((PX, PX), np.uint8)
    mask[2:-2, 2:-2] = 255
    where = picture[y : y + side, x : x + side]
    laid = cv2.warpAffine(face, move, (side, side), borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpAffine(mask, move, (side, side))[..., None] / 255
    where[:] = where * (1 - share) + laid * share


def with_marks(flat: Image, name: int, corners: Sequence[tuple[float, float]], squares: float = 0.7) -> Image:
    """A copy with ArUco marks of a dictionary, on white, their top left corners at these points of the board."""
    picture, side = flat.copy(), round(squares * PX)
    dictionary = cv2.aruco.getPredefinedDictionary(name)
    for number, corner in enumerate(corners):
        mark = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary, number, side), 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=255
        )
        x, y = np.round(on_flat(*corner)).astype(int)
        picture[y : y + len(mark), x : x + len(mark)] = mark[..., None]
    return picture


def photographed(flat: Image, geometry: BoardGeometry, light: float = 0.9) -> Image:
    """What a camera there sees: the lens's bend, light from the left, a little blur and grain."""
    width, height = (round(2 * middle + 1) for middle in geometry.lens.centre_px)
    step = 8  # the mapping is worked out at every eighth pixel; in between it is as good as straight
    nodes = np.stack(np.meshgrid(np.arange(width // step + 1), np.arange(height // step + 1)), axis=-1) * float(step)
    board = geometry.board_from_image(nodes.reshape(-1, 2)).reshape(nodes.shape)
    across, down = np.meshgrid(np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step)
    at = cv2.remap(((board + AROUND) * PX - 0.5).astype(np.float32), across, down, cv2.INTER_LINEAR)
    picture = cv2.remap(cv2.GaussianBlur(flat, (0, 0), 0.7), at, None, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    grain = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.clip(picture * light * np.linspace(1.1, 0.8, width)[None, :, None] + grain, 0, 255).astype(np.uint8)


def outer_corner(geometry: BoardGeometry) -> tuple[float, float]:
    """A pixel near the board's own top-left outer corner."""
    x, y = geometry.image_from_board(np.array([[-0.25, -0.25]]))[0]
    return float(x), float(y)


def worst_px(found: object, truth: BoardGeometry) -> float:
    """How far the worst square's middle was found from where it is."""
    assert isinstance(found, BoardGeometry), found
    return float(np.linalg.norm(found.square_centres() - truth.square_centres(), axis=2).max())

"""Draws tables seen from straight above, and what lies about on them: boards, sheets, stocks, chips, hands."""

from dataclasses import dataclass
from math import cos, pi, radians, sin

import cv2
import numpy as np

from companion.vision.card_outline import CARD_SQUARES
from companion.vision.card_spotter import PX_PER_SQUARE
from companion.vision.frame import Image, Matrix

SQUARE_PX, SIDE_PX = 2 * PX_PER_SQUARE, 192
"""A scene of 3.4 squares, twice as large as the network sees it."""
CARD_PX = (CARD_SQUARES[0] * SQUARE_PX, CARD_SQUARES[1] * SQUARE_PX)
MM = SQUARE_PX / 44
_ROUND_MM = 3
_SKIN = ((110, 140, 190), (140, 170, 220), (60, 80, 120), (90, 120, 170))


@dataclass(frozen=True, slots=True)
class ThingPlace:
    """Where a thing's middle lies in a scene, in pixels, its turn, and how dark the shadow around it is.

    Cards are of a `size` (width, height) in pixels; other things have their own.
    """

    x: float
    y: float
    turn_deg: float
    shade: float
    size: tuple[float, float] | None = None


def laid(rng: np.random.Generator, scene: Image, thing: Image, place: ThingPlace) -> Matrix:
    """Lays a thing, with round corners if it is a card, and a shadow around it; the pixels where it lies."""
    height, width = thing.shape[:2]
    scale = np.array(place.size or (width, height)) / (width, height)
    turn = radians(place.turn_deg)
    spin = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]]) @ np.diag(scale)
    carry = np.hstack([spin, (np.array([place.x, place.y]) - spin @ (width / 2, height / 2))[:, None]])
    size = scene.shape[1::-1]
    cover = _cover((height, width), round(_ROUND_MM * MM / scale[0]) if place.size else 0)
    share = cv2.warpAffine(cover, carry, size).astype(np.float32)[..., None] / 255
    seen = cv2.warpAffine(thing, carry, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    aside = np.array([[1, 0, rng.normal(0, 1.2)], [0, 1, rng.normal(0, 1.2)]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(share[..., 0], aside, size), (0, 0), rng.uniform(0.8, 3))
    dark = 1 - place.shade * shadow[..., None]
    scene[:] = np.clip(scene * dark * (1 - share) + seen * (share * (1 + rng.normal(0, 0.02))), 0, 255)
    lies: Matrix = share[..., 0] > 0.5
    return lies


def _cover(size: tuple[int, int], radius: int) -> Image:
    """A rectangle (height, width) with round corners, 255 within."""
    height, width = size
    cover = np.zeros((height, width), np.uint8)
    cv2.rectangle(cover, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(cover, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(cover, (x, y), radius, 255, -1)
    return cover


def bare_table(rng: np.random.Generator) -> Image:
    """A table of any colour, pale ones more often: plain, grained, woven, striped, chequered, dotted or printed."""
    grey = np.repeat(rng.uniform(10, 250), 3) + rng.normal(0, 8, 3)
    colour = grey if rng.random() < 0.5 else rng.uniform(5, 250, 3)
    if rng.random() < 0.25:
        colour = rng.uniform(190, 253, 3).mean() + rng.normal(0, 6, 3)
    coarse = rng.normal(0, rng.uniform(0, 15), (int(rng.integers(2, 9)), int(rng.integers(2, 40)), 1))
    table = cv2.resize(coarse + colour, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC)
    weave = rng.normal(0, rng.uniform(0, 30), (SIDE_PX, SIDE_PX))
    table = table + cv2.GaussianBlur(weave, (0, 0), rng.uniform(0.6, 2))[..., None]
    if rng.random() < 0.35:
        share = cv2.GaussianBlur(_print(rng), (0, 0), 0.8)[..., None] * rng.uniform(0.2, 1.0)
        table = table * (1 - share) + rng.uniform(0, 255, 3) * share
    turn = cv2.getRotationMatrix2D((SIDE_PX / 2, SIDE_PX / 2), rng.uniform(0, 360), 1.5)
    flat = np.clip(table, 0, 255).astype(np.uint8)
    return cv2.warpAffine(flat, turn, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REFLECT)


def _print(rng: np.random.Generator) -> Matrix:
    """A pattern, 0 or 1: stripes, checks, dots or flowers."""
    y, x = np.mgrid[:SIDE_PX, :SIDE_PX]
    period = rng.uniform(6, 60)
    wave_x, wave_y = (np.sin(2 * np.pi * at / period) for at in (x, y))
    kind = int(rng.integers(4))
    if kind == 0:
        shown = wave_x > rng.uniform(-0.5, 0.9)
    elif kind == 1:
        shown = (wave_x > 0) ^ (wave_y > 0)
    elif kind == 2:
        shown = np.hypot(x % period - period / 2, y % period - period / 2) < period * rng.uniform(0.1, 0.4)
    else:
        blots = rng.normal(0, 1, (int(SIDE_PX / period) + 2,) * 2)
        shown = cv2.resize(blots, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC) > rng.uniform(-0.3, 0.8)
    return np.asarray(shown, np.float32)


def put_board(rng: np.random.Generator, scene: Image, faces: list[Image]) -> None:
    """A board of half cards, of which a rim reaches into the scene, with or without a coloured edge."""
    squares = 4
    board = np.empty((squares * SQUARE_PX, squares * SQUARE_PX, 3), np.uint8)
    for top in range(0, len(board), SQUARE_PX):
        for left in range(0, len(board), SQUARE_PX):
            face = faces[int(rng.integers(len(faces)))]
            half = cv2.resize(face[: len(face) // 2], (SQUARE_PX, SQUARE_PX), interpolation=cv2.INTER_AREA)
            quarters = int(rng.integers(4)) if rng.random() < 0.3 else 0
            board[top : top + SQUARE_PX, left : left + SQUARE_PX] = np.rot90(half, quarters)
    if rng.random() < 0.5:
        cv2.rectangle(board, (0, 0), (len(board) - 1,) * 2, rng.uniform(0, 255, 3).tolist(), 4)
    way = rng.uniform(0, 2 * pi) if rng.random() < 0.3 else float(rng.integers(4)) * pi / 2
    far = SIDE_PX / 2 + len(board) / 2 - rng.uniform(0.1, 1.0) * SQUARE_PX
    x, y = (SIDE_PX / 2 + far * each for each in (cos(way), sin(way)))
    laid(rng, scene, board, ThingPlace(x, y, float(np.degrees(way)) + rng.normal(0, 3), 0.1))


def put_sheet(rng: np.random.Generator, scene: Image) -> None:
    """A sheet of writing, or a tablet."""
    width, height = (int(side) for side in rng.uniform(60, 220, 2))
    sheet = np.full((height, width, 3), rng.uniform(200, 255), np.uint8)
    if rng.random() < 0.25:
        sheet[:] = rng.uniform(0, 60)
        sheet[6:-6, 6:-6] = rng.uniform(0, 255, 3)
    for y in range(8, height - 8, int(rng.integers(5, 12))):
        x = 6
        while x < width - 12:
            word = int(rng.integers(3, 18))
            cv2.line(sheet, (x, y), (min(x + word, width - 8), y), (60, 60, 60), int(rng.integers(1, 3)))
            x += word + int(rng.integers(2, 6))
    x_px, y_px = rng.uniform(-30, SIDE_PX + 30, 2)
    laid(rng, scene, sheet, ThingPlace(x_px, y_px, rng.uniform(0, 360), rng.uniform(0, 0.3)))


def put_stock(rng: np.random.Generator, scene: Image) -> None:
    """Cards lying face down."""
    back, turn = card_back(rng), rng.uniform(0, 360)
    x, y = rng.uniform(-20, SIDE_PX + 20, 2)
    for _ in range(int(rng.integers(1, 4))):
        off_x, off_y, off_turn = rng.normal(0, 2, 3)
        laid(rng, scene, back, ThingPlace(x + off_x, y + off_y, turn + off_turn, rng.uniform(0, 0.35), CARD_PX))


def card_back(rng: np.random.Generator) -> Image:
    """The back of a card, printed all over, with a white rim or none."""
    width, height = (round(side) for side in CARD_PX)
    back, rim = np.full((height, width, 3), rng.uniform(225, 255), np.uint8), int(rng.integers(0, 9))
    y, x = np.mgrid[: height - 2 * rim, : width - 2 * rim]
    period = rng.uniform(3, 16)
    wave = np.sin(2 * np.pi * (x + y) / period) + np.sin(2 * np.pi * (x - y) / period)
    share = np.clip(wave * rng.uniform(0.3, 3) + rng.uniform(-0.5, 1.5), 0, 1)[..., None]
    back[rim : height - rim, rim : width - rim] = 245 * (1 - share) + rng.uniform(0, 220, 3) * share
    return back


def put_chips(rng: np.random.Generator, *scenes: Image) -> Matrix:
    """Spare chips of one colour, strewn or in a heap, in the same places of all these scenes; the pixels they cover."""
    colour, spots = rng.uniform(0, 255, 3).tolist(), rng.uniform(0, 255, 3).tolist()
    radius, kind, covered = int(rng.uniform(9, 20) * MM), rng.integers(3), np.zeros(scenes[0].shape[:2], np.uint8)
    middle, spread = rng.uniform(0.2, 0.8, 2) * SIDE_PX, rng.uniform(8, 30) * MM
    heap = rng.random() < 0.6
    for _ in range(int(rng.integers(1, 8))):
        at = rng.normal(middle, spread) if heap else rng.uniform(0, SIDE_PX, 2)
        x, y = (int(one) for one in at)
        for scene in scenes:
            cv2.circle(scene, (x + 2, y + 2), radius, (20, 20, 20), -1, cv2.LINE_AA)
            cv2.circle(scene, (x, y), radius, colour, -1, cv2.LINE_AA)
            if kind == 1:
                cv2.circle(scene, (x, y), round(radius * 0.6), spots, 2, cv2.LINE_AA)
            for edge in range(0, 360 * (kind == 2), 60):
                cv2.ellipse(scene, (x, y), (radius - 2, radius - 2), edge, 0, 24, spots, 4, cv2.LINE_AA)
        cv2.circle(covered, (x, y), radius + 1, 1, -1)
    lies: Matrix = covered > 0
    return lies


def put_hand(rng: np.random.Generator, scene: Image) -> Matrix:
    """A hand or a sleeve reaching in; the pixels where it is."""
    mask, way = np.zeros(scene.shape[:2], np.uint8), rng.uniform(0, 2 * pi)
    tip = rng.uniform(10, SIDE_PX - 10, 2)
    elbow = tip + 300 * np.array([cos(way), sin(way)])
    cv2.line(mask, tip.astype(int).tolist(), elbow.astype(int).tolist(), 1, int(rng.integers(12, 70)))
    skin = np.array(_SKIN[int(rng.integers(len(_SKIN)))])
    colour = skin if rng.random() < 0.6 else rng.uniform(0, 255, 3)
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.5)[..., None]
    scene[:] = np.clip(scene * (1 - soft) + (colour + rng.normal(0, 6, scene.shape)) * soft, 0, 255)
    covered: Matrix = mask > 0
    return covered

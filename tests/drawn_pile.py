"""A drawn board with a discard pile beside it: cards of one blot of ink, hands, and frames in a row."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate

import cv2
import numpy as np

from companion.referee.observation import PileObservation
from companion.vision.card_index import CARD_CLASSES, NO_CARD
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.pile_card import Picture
from companion.vision.piles import PilesMemory, PilesReader

SIZE_PX = (960, 720)
CANVAS_PX = 60
ORIGIN = np.array([-3.5, -3.5])
INKS = {"7H": (40, 30, 200), "2S": (60, 60, 60), "KC": (40, 120, 40), "9D": (180, 60, 160)}


class InkReader:
    """Knows a card by the colour of the block in its corner; a stand-in for the network, which needs real faces."""

    def log_probabilities(self, crops: Image) -> Matrix:
        """Certain of one class for each crop."""
        return np.log(np.stack([self._chances(crop) for crop in crops]))

    def _chances(self, crop: Image) -> Matrix:
        chances = np.full(len(CARD_CLASSES), 1e-4)
        chances[CARD_CLASSES.index(self._code(crop))] = 1.0
        return chances / chances.sum()

    def _code(self, crop: Image) -> str:
        corner = np.median(crop[10:16, 10:16].reshape(-1, 3), axis=0)
        paper = np.median(crop[3:6, 30:50].reshape(-1, 3), axis=0)
        light = max(float(paper.mean()), 1.0) / 235
        far = {code: np.abs(corner / light - ink).max() for code, ink in INKS.items()}
        code = min(far, key=far.__getitem__)
        return code if far[code] < 40 and paper.min() > 60 else NO_CARD


@dataclass(frozen=True)
class DoubtfulReader:
    """Says the same of every crop: unless told what, it cannot tell the second card from the first in a likely pair."""

    chances: tuple[tuple[str, float], ...] = (("JC", 0.55), ("JS", 0.44))

    def log_probabilities(self, crops: Image) -> Matrix:
        """The same for every crop."""
        row = np.full(len(CARD_CLASSES), 1e-4)
        for code, chance in self.chances:
            row[CARD_CLASSES.index(code)] = chance
        return np.tile(np.log(row / row.sum()), (len(crops), 1))


def board_lying(turn_deg: float = 0.0, shift_px: float = 0.0) -> BoardGeometry:
    """A board of about half the picture, seen at a slant."""
    turn = np.radians(turn_deg)
    board = np.array([[1, 0, -5], [0, 1, -5], [0, 0, 1.0]])
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    slanted = np.array([[0.055, 0, 0], [0, 0.052, 0], [0, 0.006, 1.0]])
    moved = np.array([[1, 0, shift_px / 800], [0, 1, 0.02], [0, 0, 1]])
    return BoardGeometry(Lens(800.0, (479.5, 359.5)), moved @ slanted @ turned @ board)


GEOMETRY = board_lying()


def card_at(x: float, y: float, turn_deg: float) -> Outline:
    return Outline(x, y, *CARD_SQUARES, turn_deg)


def bare_table(table: tuple[int, int, int] = (70, 100, 130)) -> Image:
    """A table with the board on it, from straight above."""
    side = 17 * CANVAS_PX
    canvas = np.full((side, side, 3), table, np.uint8)
    low, high = ((np.array([edge, edge]) - ORIGIN) * CANVAS_PX for edge in (0, 10))
    cv2.rectangle(canvas, low.astype(int).tolist(), high.astype(int).tolist(), (50, 70, 40), -1)
    return canvas


def fill(canvas: Image, card: Outline, local: list[tuple[float, float]], colour: tuple[int, ...]) -> None:
    points = (card.points(np.array(local)) - ORIGIN) * CANVAS_PX - 0.5
    cv2.fillConvexPoly(canvas, np.round(points * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def box_of(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def with_card(canvas: Image, card: Outline, code: str) -> Image:
    """A card face: an index block in two corners and a pip or two, with the shadow line of a card's edge."""
    drawn = canvas.copy()
    fill(drawn, replace(card, width=card.width + 0.03, length=card.length + 0.03), box_of(0, 0, 1, 1), (150, 150, 150))
    fill(drawn, card, box_of(0, 0, 1, 1), (235, 235, 235))
    for box in (box_of(0.06, 0.04, 0.18, 0.14), box_of(0.82, 0.86, 0.94, 0.96), box_of(0.42, 0.45, 0.58, 0.55)):
        fill(drawn, card, box, INKS[code])
    return drawn


def with_back(canvas: Image, card: Outline) -> Image:
    drawn = canvas.copy()
    fill(drawn, card, box_of(0, 0, 1, 1), (235, 235, 235))
    fill(drawn, card, box_of(0.06, 0.04, 0.94, 0.96), (120, 40, 30))
    return drawn


def photographed(canvas: Image, geometry: BoardGeometry = GEOMETRY) -> Image:
    """The table as the camera sees it."""
    lens = geometry.lens
    camera = np.array([[lens.focal_px, 0, lens.centre_px[0]], [0, lens.focal_px, lens.centre_px[1]], [0, 0, 1]])
    board = np.array([[1 / CANVAS_PX, 0, ORIGIN[0] + 0.5 / CANVAS_PX], [0, 1 / CANVAS_PX, ORIGIN[1]], [0, 0, 1]])
    return cv2.warpPerspective(canvas, camera @ geometry.ideal_from_board @ board, SIZE_PX, flags=cv2.INTER_AREA)


def with_hand(photo: Image, geometry: BoardGeometry, card: Outline, reach: float = 1.0) -> Image:
    covered = photo.copy()
    arm = replace(card, width=1.0, length=5.0, x=card.x + 0.1, y=card.y + 1.9 - reach)
    points = np.round(geometry.image_from_board(arm.points(np.array(box_of(0, 0, 1, 1))))).astype(np.int32)
    return cv2.fillConvexPoly(covered, points, (90, 120, 170), cv2.LINE_AA)


def watch(
    photos: list[Image], memory: PilesMemory | None = None, geometry: BoardGeometry = GEOMETRY
) -> tuple[list[PileObservation], PilesMemory]:
    """What a reader says of each picture in turn."""
    reader, seen, memory = PilesReader(InkReader()), [], memory or PilesMemory()
    for photo in photos:
        observation, memory = reader.read(Picture(photo, geometry), memory)
        seen.append(observation)
    return seen, memory


def came(seen: Iterable[PileObservation]) -> list[int]:
    """How many cards came, up to each of these looks."""
    return list(accumulate(int(one.came) for one in seen))


FIRST, SECOND = card_at(12.0, 4.0, 3.0), card_at(12.1, 4.1, -6.0)
TABLE = with_card(bare_table(), FIRST, "7H")
"""A table with the first card of a pile."""
SEARCHED = 13
"""In so many frames all of a table that lies still is searched for a pile, a little in each."""

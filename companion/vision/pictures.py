"""Readings drawn over the photograph, for people: lattice, chips, what is hidden or in doubt, and the pile's card."""

from collections.abc import Sequence

import numpy as np

from companion.games.squares import SQUARES
from companion.referee.observation import DOUBT_NATS, PileObservation
from companion.vision.card_outline import Outline
from companion.vision.discs import Disc
from companion.vision.drawing import (
    DOUBT_BGR,
    INK_BGR,
    PAPER_BGR,
    Lettering,
    circle,
    label,
    lattice,
    name_lines,
    square_outline,
    stroke,
    thickness,
    tint,
)
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry
from companion.vision.pile_table import PileTableReading
from companion.vision.sampling import HALF_PX, MARGIN
from companion.vision.table import TableReading

_LATTICE_BGR = (160, 220, 120)
_HIDDEN_BGR = (60, 60, 60)
_PILE_BGR = (255, 200, 0)
_TEAMS_BGR = ((0, 255, 255), (255, 0, 255), (255, 255, 0), (0, 255, 0), (255, 128, 0), (128, 128, 255))


def draw_reading(bgr: Image, reading: TableReading | PileTableReading, letters: Sequence[str] = ()) -> Image:
    """A copy of the frame with what was read drawn over it; `letters` are the teams', written on their chips.

    Around every chip is a ring in a colour of its team's own, thin where the reader is unsure. Hidden squares are
    darkened, squares in doubt have a question mark; the pile's top card is outlined and named. Nothing is drawn when
    the board was not found, and only the card where there is no board.
    `bgr` is [height, width, 3] in 8 bits, as large as the frame that was read.
    """
    picture = bgr.copy()
    if reading.observation.registered and isinstance(reading, TableReading):
        _draw_board(picture, reading, letters)
    if reading.observation.registered and reading.geometry is not None and reading.pile_outline is not None:
        _draw_pile(picture, reading.pile_outline, reading.geometry, reading.observation.pile)
    return picture


def _draw_board(picture: Image, reading: TableReading, letters: Sequence[str]) -> None:
    board, geometry, pen = reading.observation.board, reading.geometry, thickness(picture)
    tint(picture, [square_outline(geometry, square, 0.0) for square in board.hidden], _HIDDEN_BGR, 0.6)
    stroke(picture, lattice(geometry), _LATTICE_BGR, pen)
    name_lines(picture, geometry, Lettering(0.8 * _text_px(picture), PAPER_BGR, INK_BGR))
    for disc in reading.discs.placed:
        _draw_chip(picture, disc, geometry, letters)
    for square in SQUARES:
        if board.squares[square] is not None and board.margin(square) < DOUBT_NATS:
            _draw_doubt(picture, square, geometry)


def _draw_chip(picture: Image, disc: Disc, geometry: BoardGeometry, letters: Sequence[str]) -> None:
    x, y = (np.array(disc.centre) + 0.5) / HALF_PX - MARGIN
    colour, pen = _TEAMS_BGR[disc.team % len(_TEAMS_BGR)], thickness(picture)
    ring = circle(geometry, (x, y), disc.radius / HALF_PX)
    stroke(picture, [ring], colour, 3 * pen if disc.sure else pen)
    if letters:
        top_right = ring[int(np.argmax(ring @ np.array([1, -1])))]  # on the ring: a small chip stays in sight
        label(picture, top_right, letters[disc.team], Lettering(0.8 * _text_px(picture), plate=colour))


def _draw_doubt(picture: Image, square: int, geometry: BoardGeometry) -> None:
    outline = square_outline(geometry, square)
    stroke(picture, [outline], DOUBT_BGR, 2 * thickness(picture))
    label(picture, outline[:4].mean(axis=0), "?", Lettering(_text_px(picture), plate=DOUBT_BGR))


def _draw_pile(picture: Image, outline: Outline, geometry: BoardGeometry, pile: PileObservation) -> None:
    around = outline.points(np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0.0]]))
    pixels = geometry.image_from_board(around)
    colour = DOUBT_BGR if pile.hidden or pile.card is None else _PILE_BGR
    stroke(picture, [pixels], colour, 2 * thickness(picture))
    text = "hidden" if pile.hidden else "unread" if pile.card is None else pile.card.code
    label(picture, pixels[:4].mean(axis=0), text, Lettering(1.3 * _text_px(picture)))


def _text_px(picture: Image) -> float:
    return max(7.0, float(picture.shape[1]) / 110)

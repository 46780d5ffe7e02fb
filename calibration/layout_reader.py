"""Reads which card lies on which square, once, from a still of the empty board.

Each square is looked at in four turns by the classifier of card corners, and where that leaves much in doubt, nearer
to the index as well, as if it were printed larger, and within a rim: some decks have an index of four millimetres, or
one inside a frame. What the hundred squares say is then settled together: jokers lie in the corners, each of the 48
other cards without the jacks lies exactly twice, and on a mirrored board in squares that face each other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.assignment import assign, margins
from calibration.mirror_board import DOUBTFUL_BELOW, mirror_of, told_by_both
from companion.games.one_eyed_jack.layout import Mirror
from companion.games.squares import CORNERS, SQUARES, column_of, row_of
from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, EMBEDDING_SIZE, NO_CARD, CardIndex
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry, window_at, window_maps
from companion.vision.own_deck import BoardEmbeddings

JOKER = "JK"
BOARD_CARDS = tuple(rank + suit for rank in "A23456789TQK" for suit in "SHDC")
LEAST_SQUARE_PX = 20.0
"""Smaller squares than this show no index that could be read: of 62 stills of twelve boards made so small that
their smallest square was smaller, 16 had cards wrong without a doubt, of 34 larger ones one. From 10 to 40 twelve
drawn boards are placed alike."""
_WHOLE = slice(None)
_OVERSAMPLING = 2
"""A still may show a square so much larger than the classifier's crop: averaging keeps thin strokes."""
_CROP_PX = _OVERSAMPLING * CROP_SIDE_PX
_NEARER = (slice(round(0.6 * _CROP_PX)), slice(round(0.06 * _CROP_PX), round(0.96 * _CROP_PX)))
"""What is looked at nearer, across and down a crop: of 0.4 to 0.8 of it 0.6 read small print best. Of twelve boards of
six strange decks the first alone leaves 68 squares wrong and 413 in doubt, both together 30 and 225."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What the network sees in the squares of a board in each of four turns."""

    log_probabilities: Matrix
    """[4, 100, classes]."""
    embeddings: Matrix
    """[4, 100, EMBEDDING_SIZE]."""


_UNSEEN = Looks(np.empty((4, 0, len(CARD_CLASSES))), np.empty((4, 0, EMBEDDING_SIZE)))


@dataclass(frozen=True, slots=True, eq=False)
class LayoutReading:
    """A board's cards by square, and how sure each is."""

    layout: tuple[str, ...]
    """The codes of squares 0 to 99."""
    doubtful: tuple[int, ...]
    """The squares a person should look at, least sure first: all of them where more than half are not sure, or one
    is too small."""
    log_probabilities: Matrix
    """[100, 48]: what each square alone says of each of `BOARD_CARDS`."""
    sure: int = len(SQUARES)
    """How many squares are sure of their card, the corners among them."""
    mirror: Mirror | None = None
    """For each square the one that shows the same card, where every card faces its twin."""
    looks: Looks = _UNSEEN
    """What was seen of all of each square."""
    cornered: tuple[int, ...] = ()
    """The corners that show a card, where jokers should lie."""


def read_layout(bgr: Image, geometry: BoardGeometry, index: CardIndex) -> LayoutReading:
    """The layout of the board in a still [height, width, 3], where `geometry` says it lies.

    Where a square is too small to be read none is believed: by the rule of two others go wrong with it.
    """
    reading = _as_seen(bgr, geometry, index)
    if geometry.sides_px().min() >= LEAST_SQUARE_PX:
        return reading
    others = [square for square in SQUARES if square not in (*CORNERS, *reading.doubtful)]
    return replace(reading, doubtful=(*reading.doubtful, *others))


def _as_seen(bgr: Image, geometry: BoardGeometry, index: CardIndex) -> LayoutReading:
    """The layout where a still is large enough to show it."""
    crops = square_crops(bgr, geometry)
    looks = _looks(crops, index)
    whole = _whichever_way(*_cards_and_none(looks.log_probabilities))
    mirror = mirror_of(whole)
    reading = likeliest_layout(whole, mirror)
    if reading.doubtful:
        nearer = sum(square_log_probabilities(crops, index, part) for part in _NEARER)
        reading = likeliest_layout(whole + nearer, mirror)
    return replace(reading, looks=looks, cornered=_cornered(looks.log_probabilities))


def _cornered(seen: Matrix) -> tuple[int, ...]:
    """The corners that show a card of the board beyond doubt in one of four turns [4, 100, classes]."""
    cards = np.isin(CARD_CLASSES, BOARD_CARDS)
    corners = seen[:, list(CORNERS)]
    ahead = (corners[..., cards].max(axis=2) - corners[..., ~cards].max(axis=2)).max(axis=0)
    return tuple(corner for corner, nats in zip(CORNERS, ahead, strict=True) if nats > DOUBTFUL_BELOW)


def likeliest_layout(log_probabilities: Matrix, mirror: Mirror | None = None) -> LayoutReading:
    """The likeliest layout by the rule of two, from what each square says alone, [100, 48].

    Where that leaves a doubt, each square of a mirrored board is told by the one that faces it as well.
    """
    reading = _by_the_rule_of_two(log_probabilities)
    if mirror is not None and reading.doubtful:
        reading = _by_the_rule_of_two(told_by_both(log_probabilities, mirror))
    return replace(reading, log_probabilities=log_probabilities, mirror=mirror)


def _by_the_rule_of_two(log_probabilities: Matrix) -> LayoutReading:
    squares = [square for square in SQUARES if square not in CORNERS]
    cards = np.repeat(np.arange(len(BOARD_CARDS)), 2)
    alone = log_probabilities[squares][:, cards]
    assignment = assign(-alone)
    against = alone.max(axis=1) - alone[np.arange(len(squares)), assignment.column_of_row]
    firmness = np.where(against > DOUBTFUL_BELOW, -against, margins(assignment, cards))  # else sure of another card
    layout = [JOKER] * len(SQUARES)
    for square, slot in zip(squares, assignment.column_of_row, strict=True):
        layout[square] = BOARD_CARDS[cards[slot]]
    unsure, least_first = int((firmness < DOUBTFUL_BELOW).sum()), [squares[at] for at in np.argsort(firmness)]
    sure = len(SQUARES) - unsure
    doubtful = least_first[:unsure] if unsure <= sure else least_first  # print so strange is not believed anywhere
    return LayoutReading(tuple(layout), tuple(doubtful), log_probabilities, sure)


def square_crops(bgr: Image, geometry: BoardGeometry, squares: Iterable[int] = SQUARES) -> Image:
    """Squares from straight above, [n, side, side, 3], the board's top at their top, larger than looked at."""
    return np.stack([_square_crop(bgr, geometry, square) for square in squares])


def _square_crop(bgr: Image, geometry: BoardGeometry, square: int) -> Image:
    window = window_at(column_of(square), row_of(square), _CROP_PX)
    x, y = window_maps(geometry, window, (_CROP_PX, _CROP_PX))
    return cv2.remap(bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def square_log_probabilities(crops: Image, index: CardIndex, part: slice = _WHOLE) -> Matrix:
    """What each crop [n, side, side, 3] says alone of each of `BOARD_CARDS`, [n, 48], whichever way it is turned.

    A piece turned one way shows a card there and no card in the three other turns; all four looks count. They are at
    all of a crop, or at a part of it, across and down.
    """
    return _whichever_way(*_in_four_turns(crops, index, part))


def _whichever_way(cards: Matrix, none: Matrix) -> Matrix:
    """The same, given what is seen in four turns: cards [4, n, 48], and none [4, n]."""
    return _normalised(np.logaddexp.reduce(cards + (none.sum(axis=0) - none)[:, :, None], axis=0))


def read_embeddings(looks: Looks, layout: Sequence[str]) -> BoardEmbeddings:
    """What the cards on a board look like to the network that reads their corners, told its layout in codes.

    Each is looked at in the turn in which its square shows its card rather than none.
    """
    squares = [square for square in SQUARES if layout[square] in BOARD_CARDS]
    cards, at = [CARD_CLASSES.index(layout[square]) for square in squares], np.arange(len(squares))
    seen, embeddings = looks.log_probabilities[:, squares], looks.embeddings[:, squares]
    upright = (seen[:, at, cards] - seen[..., CARD_CLASSES.index(NO_CARD)]).argmax(axis=0)
    found = BoardEmbeddings(np.zeros((len(SQUARES), embeddings.shape[2]), np.float32), np.zeros(len(SQUARES), np.uint8))
    found.embeddings[squares] = embeddings[upright, at]
    found.read[squares] = seen[upright, at].argmax(axis=1) == cards
    return found


def turned_upright(crops: Image, index: CardIndex) -> tuple[int, ...]:
    """By how many quarter turns each crop [n, side, side, 3] comes to show its card upright."""
    cards, _ = _in_four_turns(crops, index)
    return tuple(cards.max(axis=2).argmax(axis=0).tolist())


def upright_log_probabilities(crops: Image, quarters: Iterable[int], index: CardIndex) -> Matrix:
    """What each crop [n, side, side, 3] says of each of `BOARD_CARDS`, [n, 48], turned so often and no other way.

    It takes a quarter of the time.
    """
    cards, _ = _seen([np.rot90(crop, turn) for crop, turn in zip(crops, quarters, strict=True)], index)
    return _normalised(cards)


def _looks(crops: Image, index: CardIndex) -> Looks:
    """What the network sees in all of each crop [n, side, side, 3], made small once and not in each turn."""
    seen, embeddings = index.looks(np.stack(_turned(_small(list(crops)))))
    return Looks(seen.reshape(4, len(crops), -1), embeddings.reshape(4, len(crops), -1))


def _in_four_turns(crops: Image, index: CardIndex, part: slice = _WHOLE) -> tuple[Matrix, Matrix]:
    """What crops show in each turn: cards [4, n, 48], and none [4, n]."""
    if part == _WHOLE:
        return _cards_and_none(_looks(crops, index).log_probabilities)
    cards, none = _seen([crop[part, part] for crop in _turned(crops)], index)
    return cards.reshape(4, len(crops), -1), none.reshape(4, -1)


def _turned(crops: Image) -> list[Image]:
    """All crops [n, side, side, 3] in the first turn, then all in the second, and so on."""
    return [np.rot90(crop, turn) for turn in range(4) for crop in crops]


def _seen(crops: Sequence[Image], index: CardIndex) -> tuple[Matrix, Matrix]:
    """Log-probabilities of the cards [n, 48] and of none [n] in crops of any size."""
    return _cards_and_none(index.log_probabilities(_small(crops)))


def _cards_and_none(looks: Matrix) -> tuple[Matrix, Matrix]:
    """Log-probabilities of the cards [..., 48] and of none [...], among those of all classes [..., classes]."""
    return looks[..., [CARD_CLASSES.index(code) for code in BOARD_CARDS]], looks[..., CARD_CLASSES.index(NO_CARD)]


def _small(crops: Sequence[Image]) -> Image:
    """Crops of any size as large as the network looks at, [n, side, side, 3]."""
    size = (CROP_SIDE_PX, CROP_SIDE_PX)
    return np.stack([cv2.resize(np.ascontiguousarray(crop), size, interpolation=cv2.INTER_AREA) for crop in crops])


def _normalised(cards: Matrix) -> Matrix:
    """Log-probabilities [n, 48] that come to one."""
    normalised: Matrix = cards - np.logaddexp.reduce(cards, axis=1, keepdims=True)
    return normalised

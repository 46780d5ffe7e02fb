"""Which card lies within an outline: both ends of it are cut out, held upright and given to the card index."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from companion.games.cards import JOKERS, Card, parse_card
from companion.referee.observation import TOLD_APART_NATS
from companion.vision.card_index import CROP_SIDE_PX, NO_CARD, bright_level
from companion.vision.card_outline import Outline
from companion.vision.frame import Image, Matrix, Points
from companion.vision.geometry import BoardGeometry

_TRUST = 0.98
"""How far one look at one end is trusted; the rest is spread over all cards, so no end decides alone."""
_LIKELY_NATS, _USEFUL_NATS = -5.0, -3.5
"""How likely the likeliest card must be to be believed, and to be offered when it cannot be told from the second."""
_CERTAIN_NATS, _CERTAIN_LIKELY = 6.0, -2.0
"""The same for a card that needs no second look."""
_UNKNOWN_NATS = -20.0
"""How likely a card is that a reading does not name."""
_DRAWN_NATS = 24.0
"""What a well-drawn outline counts for, beside the likelihood of the card within. A face cut out askew may read as
clearly, but its outline never lies as well on the card's edges; measured with `tests/benchmarks/pile_stream.py`."""
_OTHER_FACE_NATS = 6.0
"""A face this much less likely than the best is not what lies there."""
_JOKER_DOUBT = 2.0
"""What is held against jokers, in nats: there are few, and anything colourful looks like one."""
_LITTLE_INK = 0.004
"""The part of a card's end that old ink must cover to be worth painting over."""
_SOME_INK = 0.05
"""The part that it must cover to be painted over at the first look: the face seen with it may be an old card's."""
_CARDS_KEPT = 6
_APART_PX, _SAME_ENDS, _OFF_PX = 12, 0.6, 1.5
"""How far apart the same thing may lie in both ends, in pixels of a crop, how alike it must look there, and how far the
outline must be off to be put right."""

_CROP_SIZE = (CROP_SIDE_PX, CROP_SIDE_PX)
_CORNERS = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], np.float32) * CROP_SIDE_PX - 0.5
"""The corners of a crop, in its own pixels."""


class CornerClassifier(Protocol):
    """What reads a card's corner, such as `card_index.CardIndex`."""

    @property
    def classes(self) -> tuple[str, ...]:
        """Card codes and `NO_CARD`, one for each column."""

    def log_probabilities(self, crops: Image) -> Matrix:
        """Natural logarithms [n, classes] for square crops of card corners [n, side, side, 3]."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture [height, width, 3], and where the board lies in it."""

    bgr: Image
    geometry: BoardGeometry


@dataclass(frozen=True, slots=True, eq=False)
class OldInk:
    """Ink that was there before the card came, so it is none of the card's: where, 0 to 1, in a window."""

    mask: Matrix
    outline: Outline
    """The card's rectangle in the window's pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """What lies within an outline (board coordinates): cards with log-likelihoods, likeliest first."""

    outline: Outline
    cards: tuple[tuple[Card, float], ...]
    old_ink: OldInk | None = None
    """What was taken for ink of the cards below."""

    @property
    def margin(self) -> float:
        """By how much the likeliest card beats the second, in nats; 0 when there is none."""
        return self.cards[0][1] - self.cards[1][1] if self.cards else 0.0

    @property
    def sure(self) -> bool:
        """Whether the likeliest card may be told."""
        return self.margin >= TOLD_APART_NATS and self.cards[0][1] >= _LIKELY_NATS

    @property
    def useful(self) -> bool:
        """Whether the cards are worth telling, for others to choose from."""
        return self.sure or (bool(self.cards) and self.cards[0][1] >= _USEFUL_NATS)

    @property
    def certain(self) -> bool:
        """Whether both ends say the same, and clearly."""
        return self.margin >= _CERTAIN_NATS and self.cards[0][1] >= _CERTAIN_LIKELY

    @property
    def is_card(self) -> bool:
        """Whether it is some card beyond doubt, though perhaps not told which."""
        return float(np.logaddexp.reduce([-np.inf, *(value for _, value in self.cards)])) >= _CERTAIN_LIKELY

    def contradicts(self, other: "CardReading") -> bool:
        """Whether this card is told, and the other reading, as far as it tells anything, has no place for it."""
        if not (self.sure and other.useful):
            return False
        return dict(other.cards).get(self.cards[0][0], -np.inf) < other.cards[0][1] - _OTHER_FACE_NATS

    @property
    def merit(self) -> float:
        """How much this looks like a card: how likely its best face is, and how well its outline is drawn."""
        return (self.cards[0][1] if self.cards else _UNKNOWN_NATS) + _DRAWN_NATS * self.outline.score


def pooled(readings: Sequence[CardReading]) -> CardReading:
    """What several readings of one card come to: the best outline, and the cards by all of them.

    Each outline is where the card may lie, the likelier the better it is drawn. White cards on white ones leave more
    than one place open, and a face cut out askew may be read clearly and wrong; where readings differ, doubt remains.
    """
    best = max(readings, key=lambda one: one.merit)
    alone = len(readings) == 1 or (best.certain and not disputed(readings))
    return best if alone else weighed(readings)


def disputed(readings: Sequence[CardReading]) -> bool:
    """Whether readings that may be told name different cards: a face cut out askew may be read with certainty."""
    return len({one.cards[0][0] for one in readings if one.sure}) > 1


def weighed(readings: Sequence[CardReading]) -> CardReading:
    """The same, and no reading decides alone."""
    best = max(readings, key=lambda one: one.merit)
    weights = np.array([one.outline.score for one in readings]) * _DRAWN_NATS
    known = [dict(one.cards) for one in readings]
    cards = {
        card: float(np.logaddexp.reduce([each.get(card, _UNKNOWN_NATS) for each in known] + weights))
        - float(np.logaddexp.reduce(weights))
        for card in dict.fromkeys(card for each in known for card in each)
    }
    return replace(best, cards=tuple(sorted(cards.items(), key=lambda one: -one[1])[:_CARDS_KEPT]))


def read_outline(
    index: CornerClassifier, picture: Picture, outline: Outline, old_ink: OldInk | None = None
) -> CardReading:
    """What lies within an outline (board coordinates); old ink is looked at with and without.

    An outline that is off, by the card's own symmetry, is put right; if that leaves a doubt, it is read as it was too.
    """
    place = place_at(picture, outline, old_ink)
    right = put_right(picture, place)
    reading = _read_once(index, right or place)
    if right is None or reading.certain:
        return reading
    return weighed((reading, _read_once(index, place)))


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a card may lie (board coordinates), and how both its ends look there, upright [2, side, side, 3]."""

    outline: Outline
    old_ink: OldInk | None
    ends: Image


def place_at(picture: Picture, outline: Outline, old_ink: OldInk | None) -> Place:
    """The place within an outline."""
    return Place(outline, old_ink, np.stack([_end(picture, outline, turned) for turned in (False, True)]))


def put_right(picture: Picture, place: Place) -> Place | None:
    """Where a card lies rather than at this place, by its own symmetry; None if there."""
    shift = _shift(*place.ends)
    if max(map(abs, shift)) < _OFF_PX:
        return None
    moved = place.old_ink and replace(place.old_ink, outline=_shifted(place.old_ink.outline, shift))
    return place_at(picture, _shifted(place.outline, shift), moved)


def _read_once(index: CornerClassifier, place: Place) -> CardReading:
    """What lies at a place as it is; where old ink leaves a doubt, it is looked at with and without."""
    glance = glance_at(index, place)
    return glance.reading if glance.will_do else glance.looked_again(index)


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """Both ends of a card seen once: what they say, and how they look with what is old ink, or without."""

    reading: CardReading
    first: Matrix
    """Log-probabilities [2, classes]."""
    inked: Matrix
    """Which ends [2] have old ink."""
    otherwise: Image

    @property
    def will_do(self) -> bool:
        """Whether looking again would tell nothing more."""
        return self.reading.certain or not self.inked.any()

    def looked_again(self, index: CornerClassifier) -> CardReading:
        """What the ends with old ink and without say together."""
        second = self.first.copy()
        second[self.inked] = index.log_probabilities(self.otherwise[self.inked])
        return replace(self.reading, cards=_ranked(index.classes, np.stack([self.first, second], axis=1)))


def glance_at(index: CornerClassifier, place: Place) -> Glance:
    """What lies at a place as it is, at a first look: with little old ink upon it, with more without."""
    ends = place.ends
    masks = [_mask(place.old_ink, turned) for turned in (False, True)]
    shares = np.array([mask.mean() for mask in masks])
    inked, wiped = shares >= _LITTLE_INK, ends.copy()
    for end in np.flatnonzero(inked):
        wiped[end] = _wiped(ends[end], masks[end])
    seen, otherwise = (wiped, ends) if shares.max() >= _SOME_INK else (ends, wiped)
    first = index.log_probabilities(seen)
    reading = CardReading(place.outline, _ranked(index.classes, first[:, None]), place.old_ink)
    return Glance(reading, first, inked, otherwise)


def _shift(upper: Image, lower: Image) -> tuple[float, float]:
    """By how many pixels of a crop (x, y) both ends of a card lie beside their places, seen from the upper end.

    A card looks the same when it is turned round, so an outline that is off shows its two ends shifted apart.
    """
    inks = [255 - cv2.cvtColor(end, cv2.COLOR_BGR2GRAY) for end in (upper, lower)]
    middle = inks[1][_APART_PX:-_APART_PX, _APART_PX:-_APART_PX]
    _, alike, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(inks[0], middle, cv2.TM_CCOEFF_NORMED))
    return ((x - _APART_PX) / 2, (y - _APART_PX) / 2) if alike > _SAME_ENDS else (0.0, 0.0)


def _shifted(outline: Outline, shift: tuple[float, float]) -> Outline:
    """The outline moved by so many pixels of a crop, along its own sides."""
    local = 0.5 + np.array([shift]) * 0.5 / CROP_SIDE_PX * [outline.length / outline.width, 1.0]
    x, y = outline.points(local)[0]
    return replace(outline, x=float(x), y=float(y))


def _crop_corners(outline: Outline, turned: bool) -> Points:
    """The card's own coordinates [4, 2] of the corners of its top-left square, or of the bottom-right one turned round.

    A crop is so small that the lens bends nothing between them.
    """
    local: Points = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]) * 0.5
    local[:, 0] *= outline.length / outline.width
    return 1 - local if turned else local


def _end(picture: Picture, outline: Outline, turned: bool) -> Image:
    """One end of a card, upright, as the classifier wants it."""
    corners = picture.geometry.image_from_board(outline.points(_crop_corners(outline, turned))).astype(np.float32)
    crop_from_image = cv2.getPerspectiveTransform(corners, _CORNERS)
    return cv2.warpPerspective(picture.bgr, crop_from_image, _CROP_SIZE, borderMode=cv2.BORDER_REPLICATE)


def _mask(old_ink: OldInk | None, turned: bool) -> Matrix:
    """Where old ink lies in a card's end, 0 to 1 [side, side]."""
    if old_ink is None:
        return np.zeros(_CROP_SIZE, np.float32)
    corners = old_ink.outline.points(_crop_corners(old_ink.outline, turned)).astype(np.float32)
    crop_from_window = cv2.getAffineTransform(corners[:3], _CORNERS[:3])
    return cv2.warpAffine(old_ink.mask, crop_from_window, _CROP_SIZE)


def _wiped(end: Image, mask: Matrix) -> Image:
    """The end of a card with old ink painted over, because warped cards show through each other."""
    white = np.full_like(end, bright_level(end.reshape(-1, 3).T))
    return cv2.blendLinear(end, white, 1 - mask, mask)


def _ranked(classes: tuple[str, ...], logs: Matrix, keep: int = _CARDS_KEPT) -> tuple[tuple[Card, float], ...]:
    """Cards by the summed doubt of both ends; `logs` is [ends, looks, classes].

    The looks at one end share its say, and an end that shows no card says nothing.
    """
    looks = np.exp(logs).mean(axis=1)
    known = looks + looks[:, classes.index(NO_CARD), None] / len(classes)
    total = np.log(_TRUST * known + (1 - _TRUST) / len(classes)).sum(axis=0)
    total -= [_JOKER_DOUBT * (name in JOKERS) for name in classes]
    likeliest = [i for i in np.argsort(-total)[: keep + 1].tolist() if classes[i] != NO_CARD]
    return tuple((parse_card(classes[i]), float(total[i])) for i in likeliest[:keep])

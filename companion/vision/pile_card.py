"""Which card lies within an outline: both ends of it are cut out, held upright and given to the card index."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from companion.games.cards import JOKERS, Card, parse_card
from companion.referee.observation import TOLD_APART_NATS
from companion.vision.alignment import ALIKE
from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, NO_CARD, bright_level
from companion.vision.card_outline import Outline
from companion.vision.frame import Image, Matrix, Points
from companion.vision.geometry import BoardGeometry
from companion.vision.pile_window import PileWindow, old_ink

_TRUST = 0.98
"""How far one look at one end is trusted; the rest is spread over all cards, so no end decides alone. From 0.95
to 0.995 one frame of six evenings differs."""
_LIKELY_NATS = -3.0
"""How likely, in nats, the likeliest card must be to be worth telling, and all of them together that there is one. Of
six evenings one frame is read otherwise at -2; at -1 25 are lost, and at -3.5 a drawn thing that is none is a card.
"""
_CERTAIN_NATS = 4 * TOLD_APART_NATS
"""How far the likeliest card must be ahead to need no second look; a face so much less likely is another."""
_JOKER_DOUBT = TOLD_APART_NATS
"""What is held against jokers: there are few, and anything colourful looks like one."""
_CARDS_KEPT = 20
"""So many candidates are kept of a reading. From 3 to 12 as many of 48 small cards in hard light are read; with six a
nine under a lamp's image was none of them, with ten an eight, and their turns were faults."""
_PLAIN_PX = 30.0
"""An end that fills fewer pixels of the picture, wide or high, begins to hide which of the black suits it shows. Of 200
small cards 50 px long two are wrong at 28 and 26 asked about, none and all black ones at 30; at 56 24 of 48 cards 70 px
long are asked about in hard light, and one at 28."""
_OTHER_BLACK = [CARD_CLASSES.index(name.translate(str.maketrans("SC", "CS"))) for name in CARD_CLASSES]
"""By class the same card of the other black suit, or else itself."""
_APART_PX = 12
"""How far apart the same thing may lie in both ends, in pixels of a crop. At 8 and 18 frames of evenings are lost."""

_CROP_SIZE = (CROP_SIDE_PX, CROP_SIDE_PX)
_CORNERS = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], np.float32) * CROP_SIDE_PX - 0.5
"""The corners of a crop, in its own pixels."""


class CornerClassifier(Protocol):
    """What reads a card's corner, such as `card_index.CardIndex`."""

    def log_probabilities(self, crops: Image) -> Matrix:
        """Natural logarithms [n, CARD_CLASSES] for square crops of card corners [n, side, side, 3]."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture [height, width, 3], and where the board lies in it."""

    bgr: Image
    geometry: BoardGeometry
    busy: bool = False
    """Whether players are busy at the board."""

    def shows(self, card: Outline) -> bool:
        """Whether the middle of a card (board coordinates) is in the picture, and not beyond its rim."""
        ((x, y),) = self.geometry.image_from_board(np.array([[card.x, card.y]]))
        return bool(0 <= x < self.bgr.shape[1] and 0 <= y < self.bgr.shape[0])


@dataclass(frozen=True, slots=True, eq=False)
class OldInk:
    """Ink that was there before a card came, so it is none of the card's, as seen in a window of the pile."""

    window: PileWindow
    before: Image
    """What the window showed then."""
    now: Image
    card: Card | None = None
    """The card whose index it may be; None if that does not matter."""
    doubted: bool = False
    """Whether the card is read without it alone: an index of the card below may be in it."""

    def over(self, outline: Outline) -> Iterator[Matrix]:
        """Where old ink lies in either end of a card (board coordinates), 0 to 1 [side, side]."""
        ink, card = old_ink(self.before, self.now), self.window.in_window(outline)
        for turned in (False, True):
            corners = card.points(_crop_corners(outline, turned)).astype(np.float32)
            yield cv2.warpAffine(ink, cv2.getAffineTransform(corners[:3], _CORNERS[:3]), _CROP_SIZE)


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """What lies within an outline (board coordinates): cards with log-likelihoods, likeliest first."""

    outline: Outline
    cards: tuple[tuple[Card, float], ...]
    looks: int = 1
    """In so many frames it was looked at."""

    @property
    def margin(self) -> float:
        """By how much the likeliest card beats the second, in nats; 0 when there is none."""
        return self.cards[0][1] - self.cards[1][1] if self.cards else 0.0

    @property
    def sure(self) -> bool:
        """Whether the likeliest card may be told."""
        return self.useful and self.margin >= TOLD_APART_NATS

    @property
    def useful(self) -> bool:
        """Whether the cards are worth telling, for others to choose from."""
        return bool(self.cards) and self.cards[0][1] >= _LIKELY_NATS

    @property
    def certain(self) -> bool:
        """Whether both ends say the same, and clearly."""
        return self.useful and self.margin >= _CERTAIN_NATS

    @property
    def is_card(self) -> bool:
        """Whether it is some card beyond doubt, though perhaps not told which."""
        return float(np.logaddexp.reduce([-np.inf, *(value for _, value in self.cards)])) >= _LIKELY_NATS

    def contradicts(self, other: "CardReading") -> bool:
        """Whether this card is told, and the other reading, as far as it tells anything, has no place for it."""
        if not (self.sure and other.useful):
            return False
        return dict(other.cards).get(self.cards[0][0], -np.inf) < other.cards[0][1] - _CERTAIN_NATS

    def with_another(self, look: "CardReading") -> "CardReading":
        """What is known after one more look at the same card.

        Looks share their light and their errors, so that their mean is honest, not their sum. A look of no use adds
        nothing.
        """
        if not (self.useful and look.useful):
            return look if look.useful else self
        looks = self.looks + 1
        before, now = (dict(one.cards) for one in (self, look))
        least_before, least_now = (min(one.values()) for one in (before, now))  # what is not named is no likelier
        means = {
            card: _mean(before.get(card, least_before), now.get(card, least_now), looks)
            for card in dict.fromkeys((*before, *now))
        }
        cards = sorted(means.items(), key=lambda one: -one[1])
        better = look if look.cards[0][1] > self.cards[0][1] else self
        return replace(better, cards=tuple(cards[:_CARDS_KEPT]), looks=looks)


def _mean(before: float, now: float, looks: int) -> float:
    return before + (now - before) / looks


def read_outline(index: CornerClassifier, picture: Picture, outline: Outline, ink: OldInk | None = None) -> CardReading:
    """What lies within an outline (board coordinates), which is put right by the card's own symmetry if it is off.

    Where that leaves a doubt, ends with old ink are looked at with it and without; without it alone in a doubted card.
    """
    ends = ends_of(picture, outline)
    shift = _shift(*ends)
    if any(shift):
        outline = _shifted(outline, shift)
        ends = ends_of(picture, outline)
    blur, looks = _suit_blur(picture, outline), []
    if ink is None or not ink.doubted:
        looks.append(np.exp(index.log_probabilities(ends)))
        reading = CardReading(outline, _ranked(looks[0], outline, blur))
        if ink is None or (reading.sure and reading.cards[0][0] != ink.card):
            return reading
    wiped = np.stack([_wiped(end, mask) for end, mask in zip(ends, ink.over(outline), strict=True)])
    looks.append(np.exp(index.log_probabilities(wiped)))
    return CardReading(outline, _ranked(np.mean(looks, axis=0), outline, blur))


def ends_of(picture: Picture, outline: Outline) -> Image:
    """Both ends of a card, upright [2, side, side, 3]."""
    local = np.concatenate([_crop_corners(outline, turned) for turned in (False, True)])
    corners = picture.geometry.image_from_board(outline.points(local)).astype(np.float32)
    return np.stack([_end(picture.bgr, one) for one in np.split(corners, 2)])


def _shift(upper: Image, lower: Image) -> tuple[float, float]:
    """By how many pixels of a crop (x, y) both ends of a card lie beside their places, seen from the upper end.

    A card looks the same when it is turned round, so an outline that is off shows its two ends shifted apart.
    """
    inks = [255 - cv2.cvtColor(end, cv2.COLOR_BGR2GRAY) for end in (upper, lower)]
    middle = inks[1][_APART_PX:-_APART_PX, _APART_PX:-_APART_PX]
    _, alike, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(inks[0], middle, cv2.TM_CCOEFF_NORMED))
    return ((x - _APART_PX) / 2, (y - _APART_PX) / 2) if alike > ALIKE else (0.0, 0.0)


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


def _end(bgr: Image, corners: Points) -> Image:
    """One end of a card, upright, as the classifier wants it, given its corners in the picture [4, 2]."""
    crop_from_image = cv2.getPerspectiveTransform(corners, _CORNERS)
    return cv2.warpPerspective(bgr, crop_from_image, _CROP_SIZE, borderMode=cv2.BORDER_REPLICATE)


def _wiped(end: Image, mask: Matrix) -> Image:
    """The end of a card with old ink painted over, because warped cards show through each other."""
    white = np.full_like(end, bright_level(end.reshape(-1, 3).T))
    return cv2.blendLinear(end, white, 1 - mask, mask)


def _suit_blur(picture: Picture, outline: Outline) -> float:
    """How likely a black suit is taken for the other, 0 to 1/2, by how few pixels of the picture show a card."""
    corners = picture.geometry.image_from_board(outline.points(_crop_corners(outline, turned=False)))
    fewest = float(np.linalg.norm(corners[1:3] - corners[0], axis=1).min())
    return min(max(1 - fewest / _PLAIN_PX, 1e-9), 0.5)


def _ranked(ends: Matrix, outline: Outline, suit_blur: float) -> tuple[tuple[Card, float], ...]:
    """Cards by the summed doubt of both ends [2, classes].

    An end that shows no card says nothing, and speaks against there being one the less the more of it is covered.
    """
    covered = np.clip(1 - np.array(outline.ends), 1 / len(CARD_CLASSES), 1)
    known = ends + (ends[:, CARD_CLASSES.index(NO_CARD)] * covered)[:, None]
    total = np.log(_TRUST * known + (1 - _TRUST) / len(CARD_CLASSES)).sum(axis=0)
    total -= [_JOKER_DOUBT * (name in JOKERS) for name in CARD_CLASSES]
    total = np.logaddexp(total + np.log(1 - suit_blur), total[_OTHER_BLACK] + np.log(suit_blur))
    likeliest = [i for i in np.argsort(-total)[: _CARDS_KEPT + 1].tolist() if CARD_CLASSES[i] != NO_CARD]
    return tuple((parse_card(CARD_CLASSES[i]), float(total[i])) for i in likeliest[:_CARDS_KEPT])

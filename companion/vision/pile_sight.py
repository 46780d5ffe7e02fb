"""The pile's top card as it was last seen at rest, and whether what is seen now is another card, or a card at all."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.card_outline import Outline
from companion.vision.frame import Image, Matrix
from companion.vision.pile_card import CardReading, Picture
from companion.vision.pile_window import PileWindow, kept_part, relief_of, window_around, within

_SAME_PLACE_SQUARES = 0.04
_SAME_TURN_DEG = 1.5
"""A card that moved by less, about 2 mm and this turn, is the same card seen again."""
_CARD_DRAWN = 0.73
"""The score of an outline that is a card's, even if its face cannot be read."""
_OFF_CENTRE_SQUARES = 0.2
"""How far a pile may creep from its window's centre before the window follows."""
_STILL_THERE = 0.6
"""Which part of a card's ink must be where it was for the card to be there still."""
_SOME_INK = 0.5
"""The part that must at least be seen of a card to say that it stayed."""
_TWINS_INK = 0.8
"""The same where the same face is read at another place: its twin from the other pack covers much of it just so."""
_FACE = 0.88
"""The part of a card that is compared: its rim may be taken for ink."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The top card as it was last seen at rest."""

    window: PileWindow
    view: Image
    relief: Matrix
    mask: Matrix
    """Where the card lies, grown a little."""
    reading: CardReading


def with_top(reading: CardReading, now: Sight, picture: Picture) -> Sight:
    """The pile with this card on top, in a window that has it near its middle."""
    x, y = reading.outline.x, reading.outline.y
    if np.hypot(x - now.window.centre[0], y - now.window.centre[1]) > _OFF_CENTRE_SQUARES:
        return sight_of(reading, picture)
    return replace(now, mask=within(now.window.in_window(reading.outline)), reading=reading)


def sight_of(reading: CardReading, picture: Picture) -> Sight:
    """The pile with this card on top, in a window that has it in its middle."""
    window = window_around((reading.outline.x, reading.outline.y), picture.geometry)
    view = window.view(picture.bgr)
    return Sight(window, view, relief_of(view), within(window.in_window(reading.outline)), reading)


def believable(seen: CardReading, sight: Sight, relief: Matrix) -> bool:
    """Whether this is a card on top, and not a hand at rest or the old card under a finger."""
    if seen.sure:
        return True
    return seen.outline.score > _CARD_DRAWN and _kept(sight, relief) < _STILL_THERE


def same_card(seen: CardReading, sight: Sight, relief: Matrix) -> bool:
    """Whether the card seen now is the one seen before: under other light, a finger, or after a knock."""
    old, new = sight.reading.outline, seen.outline
    if _other_face(seen, sight.reading) or (seen.sure and not sight.reading.sure and _gone(sight, relief, new)):
        return False
    turned = abs((new.turn_deg - old.turn_deg + 90) % 180 - 90)
    placed = np.hypot(new.x - old.x, new.y - old.y) < _SAME_PLACE_SQUARES and turned < _SAME_TURN_DEG
    least = _TWINS_INK if seen.sure and sight.reading.sure else _SOME_INK
    return bool(placed) or _stayed(sight, relief, new, least) or _knocked(sight, relief, new)


def _other_face(seen: CardReading, before: CardReading) -> bool:
    """Whether the two are told apart by what is read of them."""
    if seen.sure and before.sure:
        return seen.cards[0][0] != before.cards[0][0]
    return seen.contradicts(before) or before.contradicts(seen)


def _gone(sight: Sight, relief: Matrix, new: Outline) -> bool:
    """Whether the old card's ink shows neither where it was nor where a knock would have carried it."""
    return _kept(sight, relief) < _SOME_INK and not _knocked(sight, relief, new)


def _stayed(sight: Sight, relief: Matrix, new: Outline, least: float) -> bool:
    """Whether the old ink, `least` of it, is rather where it was than where it would be had the card moved to `new`."""
    moved_to = sight.window.in_window(new)
    moved = kept_part(_moved(sight, moved_to), relief, within(moved_to, _FACE))
    return _kept(sight, relief) > max(moved, least)


def _knocked(sight: Sight, relief: Matrix, new: Outline) -> bool:
    """Whether everything around the card moved with it, so that the table was knocked and no card laid."""
    moved_to = sight.window.in_window(new)
    around = 1 - cv2.max(sight.mask, within(moved_to))
    there, here = (kept_part(before, relief, around) for before in (_moved(sight, moved_to), sight.relief))
    return there > max(here, _STILL_THERE)


def _kept(sight: Sight, relief: Matrix) -> float:
    """Which part of the old card's ink is where it was, 0 to 1."""
    return kept_part(sight.relief, relief, within(sight.window.in_window(sight.reading.outline), _FACE))


def _moved(sight: Sight, moved_to: Outline) -> Matrix:
    """The old relief as it would be had the window moved so that the card came to lie at `moved_to`."""
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    old = sight.window.in_window(sight.reading.outline)
    matrix = cv2.getAffineTransform(*(card.points(corners).astype(np.float32) for card in (old, moved_to)))
    return cv2.warpAffine(sight.relief, matrix, sight.relief.shape[::-1])

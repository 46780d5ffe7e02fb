"""The pile as it was last seen at rest: its window, and the card on top."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.referee.observation import CAME
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.pile_card import CardReading, OldInk, Picture
from companion.vision.pile_window import (
    DIFFERENT,
    HALF_SQUARES,
    PX_PER_SQUARE,
    PileWindow,
    different,
    local_contrast,
    squares_of,
    window_around,
    within,
)

SOMETHING = 0.04
"""So many squares of the table look different when something has happened there. At 0.02 three frames of
twelve evenings are read otherwise, at 0.08 twelve."""
_ACROSS_PX = float(np.hypot(*CARD_SQUARES)) * PX_PER_SQUARE
"""From a card's corner to the opposite one, in a window."""
_OFF_CENTRE_SQUARES = HALF_SQUARES - _ACROSS_PX / PX_PER_SQUARE / 2
"""How far the top card may lie from its window's centre, either way, and still be seen whole."""


@dataclass(frozen=True, slots=True, eq=False)
class Keyframe:
    """The pile's surroundings as they look, and the card on top of it."""

    window: PileWindow
    view: Image
    contrast: Matrix
    mask: Matrix
    """Where the card lies, grown a little."""
    reading: CardReading
    ink: OldInk | None = None
    """What was there before the card came."""

    @property
    def pale(self) -> bool:
        """Whether so little of the card's ink shows, in a lamp's image, that another may lie there and look alike."""
        face = within(self.window.in_window(self.reading.outline), 0.9)
        return squares_of((self.contrast < -DIFFERENT) & face) < SOMETHING

    def differs(self, now: "Keyframe") -> Matrix:
        """Where the window looks otherwise now, beside the board."""
        return different(self.contrast, now.contrast) & now.window.beside

    def may_have_a_card(self, now: "Keyframe") -> bool:
        """Whether what looks otherwise now may be a card that came, and not a hand as well."""
        return max(cv2.boundingRect(self.differs(now).astype(np.uint8))[2:]) <= _ACROSS_PX

    def under(self, bgr: Image, geometry: BoardGeometry) -> "Keyframe":
        """The same card in what its window shows now."""
        window = self.window.under(geometry)
        view = window.view(bgr)
        return replace(self, window=window, view=view, contrast=local_contrast(view))

    def on_top(self, reading: CardReading, picture: Picture) -> "Keyframe":
        """The pile with this card on top, in a window that has moved no further than it must to show all of it."""
        centre = np.array(self.window.centre)
        off = np.array([reading.outline.x, reading.outline.y]) - centre
        x, y = centre + (off - np.clip(off, -_OFF_CENTRE_SQUARES, _OFF_CENTRE_SQUARES))
        return replace(_keyframe(reading, picture, (float(x), float(y))), ink=self.ink)


def keyframe_of(reading: CardReading, picture: Picture) -> Keyframe:
    """The pile with this card on top, in a window that has it in its middle."""
    return _keyframe(reading, picture, (reading.outline.x, reading.outline.y))


def _keyframe(reading: CardReading, picture: Picture, centre: tuple[float, float]) -> Keyframe:
    window = window_around(centre, picture.geometry)
    view = window.view(picture.bgr)
    return Keyframe(window, view, local_contrast(view), within(window.in_window(reading.outline)), reading)


def other_face(seen: CardReading, before: CardReading) -> float:
    """How likely it is another card by what is read of the two.

    It was as likely misread where it lies to a pixel where the one before lay: of 530 cards that came, on evenings hard
    to see, none lay so near, and a lens that hunts gives one card two faces.
    """
    if seen.sure and before.sure:
        other = seen.cards[0][0] != before.cards[0][0]
    else:
        other = seen.contradicts(before) or before.contradicts(seen)
    return other * (CAME if apart(seen.outline, before.outline) < 1 / PX_PER_SQUARE else 1.0)


def apart(one: Outline, other: Outline) -> float:
    """How far apart the middles of two rectangles lie."""
    return float(np.hypot(one.x - other.x, one.y - other.y))

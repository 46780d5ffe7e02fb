"""How a camera is held while a game goes on: exposure, colours and focus stay, until the light itself has changed.

A camera that measures light by itself does so anew for every arm over the table, and the whole picture changes each
time. So it measures once, is held, and measures again only when nearly all of the picture became brighter or darker and
stays so: an arm or a shadow covers some of it, a lamp that is switched changes all.

On a table that was empty then, cards that come are whiter than all it saw: it is held darker until they are not blown
out, as their thin print would be.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.ports import Locks
from companion.vision.frame import Frame, Image

MAINS_HZ = (50, 60)
SETTLING_FRAMES = 10
"""So many pictures after it begins to measure, a camera has settled."""
LONGEST_SETTLING_FRAMES = 60
"""A lens that still searches after so many pictures is held where it is."""
IN_EFFECT_FRAMES = 6
"""So many pictures after being told, a camera does what it was told."""
CHANGED_S = 3.0
"""Other light must last so long, with nothing moving meanwhile."""
RESTLESS_S = 20.0
"""Other light that lasts so long is measured even if something moves all the time: a candle, a fan's shadow."""
TRIES = 3
"""A camera that looks other once it is held, so many times over, cannot be held."""
FREE = Locks()
"""Measure all by yourself."""
_CELLS = (16, 12)
_OTHER = float(np.log(1.25))
"""How much brighter or darker, as the logarithm of a ratio, light must be to be other light."""
_MOST = 0.75
"""How much of the picture must show it."""
_DARK = 4.0
"""Grey levels added before ratios are taken: noise in black is no change."""
_WHITE = 250.0
"""From here on a cell may be overexposed by any amount."""
_BLOWN_OUT, _MUCH = 250, 0.002
"""From here on a pixel is blown out, and such a part of the picture is worth it: a fifth of a small card."""
_DARKER, _DARKEST = 0.7, 0.2
"""By which factor it is held darker, and at most: a lamp's mirror image stays blown out."""
_MOVES = 0.1
"""A cell that changes by more, as the logarithm of a ratio, between two pictures shows that something moves."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraPlan:
    """How a camera is opened: the size of its frames (x, y), the mains that lamps hang on, and what is known of it."""

    size_px: tuple[int, int]
    mains_hz: int = MAINS_HZ[0]
    locks: Locks | None = None
    """How it was held when the board was learnt."""
    seen_bgr: Image | None = None
    """What it saw then."""
    cards_come: bool = False
    """Whether light is measured on a table to which cards are yet to come, whiter than all of it."""


def flicker_safe(locks: Locks, mains_hz: int) -> Locks:
    """The same brightness by a whole number of a lamp's flickers, two a period of the mains; the gain evens it out.

    An exposure shorter than a flicker stays: there is so much daylight that lamps do not matter.
    """
    if locks.exposure_us is None or locks.gain is None:
        return locks
    flicker_us = 1e6 / (2 * mains_hz)
    flickers = int(locks.exposure_us // flicker_us)
    if not flickers:
        return locks
    rounded_us = round(flickers * flicker_us)
    return replace(locks, exposure_us=rounded_us, gain=locks.gain * locks.exposure_us / rounded_us)


def darker(locks: Locks) -> Locks:
    """Held darker: less amplified where it is amplified enough, else exposed for a shorter time."""
    if locks.gain is not None and locks.gain * _DARKER >= 1:
        return replace(locks, gain=locks.gain * _DARKER)
    exposure_us = locks.exposure_us
    return locks if exposure_us is None else replace(locks, exposure_us=round(exposure_us * _DARKER))


class LightWatch:
    """Tells when light is other than in a known picture, of any size."""

    def __init__(self, known_bgr: Image, blown_out: float | None = None) -> None:
        """`blown_out` is which part of the picture may be that; as much as is in the known picture if left out."""
        self._known = _cells(known_bgr)
        self.blown_out = _blown_out(known_bgr) if blown_out is None else blown_out
        self._blown_since_s: float | None = None
        self._last: Image | None = None
        self._other_since_s: float | None = None
        self._calm_since_s = 0.0

    def is_other(self, bgr: Image) -> bool:
        """Whether nearly all of this picture is brighter, or nearly all of it darker, than what is known."""
        return _is_other(self._known, _cells(bgr))

    def has_changed(self, frame: Frame) -> bool:
        """Whether light is other now, and has been for long enough; for one frame after the other."""
        cells, now_s = _cells(frame.bgr), frame.taken_at_s
        if self._last is None or float(np.abs(_ratio(self._last, cells)).max()) > _MOVES:
            self._calm_since_s = now_s
        self._last = cells
        if not _is_other(self._known, cells):
            self._other_since_s = None
            return False
        if self._other_since_s is None:
            self._other_since_s = now_s
        other_s = now_s - self._other_since_s
        return other_s > RESTLESS_S or min(other_s, now_s - self._calm_since_s) > CHANGED_S

    def has_blown_out(self, frame: Frame) -> bool:
        """Whether more is blown out now than was, and has been for long enough; for one frame after the other."""
        if _blown_out(frame.bgr) < self.blown_out + _MUCH:
            self._blown_since_s = None
            return False
        if self._blown_since_s is None:
            self._blown_since_s = frame.taken_at_s
        return frame.taken_at_s - self._blown_since_s > CHANGED_S


class Holder:
    """Says, picture by picture, how a camera is to be held; the camera itself does so as far as it can."""

    def __init__(self, plan: CameraPlan) -> None:
        self.told = plan.locks or FREE
        """What the camera is to do from the start, and what it was told last."""
        self._mains_hz = plan.mains_hz
        self._measuring = self.told.exposure_us is None
        self._watch = None if plan.seen_bgr is None or self._measuring else LightWatch(plan.seen_bgr)
        self._frames = 0
        self._proven = True
        self._failed = 0
        self._cards_come, self._share = plan.cards_come, 1.0
        self._blown_out: float | None = None

    @property
    def locks(self) -> Locks | None:
        """How it is held; None while it measures by itself."""
        return None if self._measuring or self.told == FREE else self.told

    def after(self, frame: Frame, measured: Locks, searching: bool = False) -> Locks | None:
        """What to tell the camera after this frame, or None for nothing new.

        `measured` is how the camera took it; it is not to be believed yet while the lens is `searching`.
        """
        self._frames += 1
        if self._failed == TRIES:
            return None
        if self._measuring:
            settled = self._frames >= (LONGEST_SETTLING_FRAMES if searching else SETTLING_FRAMES)
            return self._hold(frame, measured) if settled else None
        if self._frames < IN_EFFECT_FRAMES:
            return None
        if self._watch is None or not self._proven:
            return self._proved(frame)
        if self._watch.has_changed(frame):
            return self._free()
        may_be_darker = self._cards_come and self.told.exposure_us and self._share * _DARKER >= _DARKEST
        return self._darker(self._watch) if may_be_darker and self._watch.has_blown_out(frame) else None

    def _hold(self, frame: Frame, measured: Locks) -> Locks:
        """Hold the camera as it took this frame."""
        self._measuring, self._proven, self._frames = False, False, 0
        self._watch = LightWatch(frame.bgr)
        self.told = flicker_safe(measured, self._mains_hz)
        return self.told

    def _proved(self, frame: Frame) -> Locks | None:
        """Held as it measured, a camera sees what it saw; one that does not is let go, and in the end for good."""
        if self._watch is not None and self._watch.is_other(frame.bgr):
            self._failed += 1
            return self._free()
        self._failed, self._proven, self._watch = 0, True, LightWatch(frame.bgr, self._blown_out)
        return None

    def _darker(self, watch: LightWatch) -> Locks:
        """Hold it darker than it measured."""
        self._share, self._blown_out = self._share * _DARKER, watch.blown_out
        self._proven, self._frames, self._watch = False, 0, None
        self.told = flicker_safe(darker(self.told), self._mains_hz)
        return self.told

    def _free(self) -> Locks:
        """Measure light anew; the lens stays where it is."""
        self._measuring, self._frames, self._watch = True, 0, None
        self._share, self._blown_out = 1.0, None
        self.told = Locks(focus=self.told.focus)
        return self.told


def _cells(bgr: Image) -> Image:
    """The brightness of each part of the picture, [rows, columns]."""
    grey = cv2.cvtColor(cv2.resize(bgr, _CELLS, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return grey.astype(np.float32)


def _blown_out(bgr: Image) -> float:
    """Which part of a picture is blown out, by one pixel of 64."""
    return float((bgr[::8, ::8].max(axis=2) >= _BLOWN_OUT).mean())


def _ratio(before: Image, after: Image) -> Image:
    """How much brighter each cell became, as the logarithm of a ratio."""
    ratio: Image = np.log((after + _DARK) / (before + _DARK))
    return ratio


def _is_other(known: Image, cells: Image) -> bool:
    ratio = _ratio(known, cells)
    brighter = (ratio > _OTHER) | ((cells >= _WHITE) & (known < _WHITE))
    return bool(max(brighter.mean(), (ratio < -_OTHER).mean()) >= _MOST)

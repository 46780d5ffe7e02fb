"""How a camera is held while a game goes on: exposure, colours and focus stay, until the light itself has changed.

A camera that measures light by itself does so anew for every arm over the table, and the whole picture changes each
time. So it measures once, is held, and measures again only when nearly all of the picture became brighter or darker and
stays so: an arm or a shadow covers some of it, a lamp that is switched changes all.
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


class LightWatch:
    """Tells when light is other than in a known picture, of any size."""

    def __init__(self, known_bgr: Image) -> None:
        self._known = _cells(known_bgr)
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
        return self._free() if self._watch.has_changed(frame) else None

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
        self._failed, self._proven, self._watch = 0, True, LightWatch(frame.bgr)
        return None

    def _free(self) -> Locks:
        """Measure light anew; the lens stays where it is."""
        self._measuring, self._frames, self._watch = True, 0, None
        self.told = Locks(focus=self.told.focus)
        return self.told


def _cells(bgr: Image) -> Image:
    """The brightness of each part of the picture, [rows, columns]."""
    grey = cv2.cvtColor(cv2.resize(bgr, _CELLS, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return grey.astype(np.float32)


def _ratio(before: Image, after: Image) -> Image:
    """How much brighter each cell became, as the logarithm of a ratio."""
    ratio: Image = np.log((after + _DARK) / (before + _DARK))
    return ratio


def _is_other(known: Image, cells: Image) -> bool:
    ratio = _ratio(known, cells)
    brighter = (ratio > _OTHER) | ((cells >= _WHITE) & (known < _WHITE))
    return bool(max(brighter.mean(), (ratio < -_OTHER).mean()) >= _MOST)

"""A camera that is watched: unplugged, busy or frozen is noticed within three seconds, said, and put right.

The camera behind it is opened and read by a thread of its own, since a driver may hang for as long as it likes. Whoever
asks for a picture waits for `patience_s` at most and then learns what is wrong; asking again goes on trying.
"""

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np

from companion.errors import CameraError
from companion.ports import Camera, Locks
from companion.vision.frame import Frame, Image
from companion.vision.stall import is_dark

PATIENCE_S = 2.0
"""A camera without a new picture for so long is in trouble; well below the three seconds promised."""
OPENING_S = 12.0
"""A camera that takes longer to open hangs."""
STILL_S = 6.0
"""A still is waited for no longer; at dusk a frame alone takes a fifth of a second."""
FRAMES_PER_S = 5.0
"""More pictures than this tell the referee nothing new."""
LEFT_BEHIND = 3
"""So many threads may hang in a driver; then the newest is waited for, or hours of it would use up all there are."""
_POLL_S = 0.05
_FROZEN = "the camera has frozen; unplug it and plug it in again if it does not come back by itself"
_BLACK = "the camera sees nothing but black; switch on a light, uncover its lens, or unplug it and plug it in again"
_SAMPLED = 16  # every so many pixels are compared to tell a frozen picture: a sensor's noise changes them all


class Vigil:
    """When the last fresh picture came; times are seconds of one growing clock."""

    def __init__(self, patience_s: float, now_s: float) -> None:
        self._patience_s = patience_s
        self._fresh_s = now_s
        self._last: Image | None = None

    def saw(self, bgr: Image, now_s: float) -> bool:
        """Whether this picture is a new one; a lit sensor never gives the very same twice."""
        sample = bgr[::_SAMPLED, ::_SAMPLED].copy()
        fresh = self._last is None or not np.array_equal(sample, self._last)
        self._last = sample
        if fresh:
            self._fresh_s = now_s
        return fresh

    def is_dark(self) -> bool:
        """Whether the last picture was: a sensor may well give the same black twice."""
        return self._last is not None and is_dark(self._last)

    def is_over(self, now_s: float) -> bool:
        """Whether it is time to say that no picture comes."""
        return now_s - self._fresh_s > self._patience_s


class _Eye:
    """A thread that opens a camera and keeps its newest picture, until it is told to stop or the camera ends."""

    def __init__(self, open_camera: Callable[[], Camera], wait_s: float) -> None:
        self._open_camera = open_camera
        self._wait_s = wait_s
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._still: Image | None = None
        self._still_wanted = False
        self.locks: Locks | None = None
        self.error: CameraError | None = None
        self.ended = False
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self.thread.start()

    def take(self, wait_s: float) -> Frame | None:
        """The newest picture that was not taken yet, waiting for it a little."""
        with self._changed:
            self._changed.wait_for(lambda: self._frame is not None or self.ended, wait_s)
            frame, self._frame = self._frame, None
            return frame

    def still(self, patience_s: float) -> Image:
        """The camera's own still, taken by this thread between two frames. Raises CameraError when none comes."""
        with self._changed:
            self._still, self._still_wanted = None, True
            self._changed.wait_for(lambda: self._still is not None or self.ended, patience_s)
            still, self._still_wanted = self._still, False
        if still is None:
            raise CameraError("no camera is open, or it gives no still; wait until it is back")
        return still

    def _run(self) -> None:
        if self.stopped.wait(self._wait_s):
            return
        try:
            camera = self._open_camera()
            try:
                self._look(camera)
            finally:
                camera.close()
        except CameraError as error:
            self.error = error
        except Exception as error:  # noqa: BLE001 (a driver may raise anything, and all of it means no picture)
            self.error = CameraError(f"the camera’s driver failed ({error}); unplug the camera and plug it in again")
        finally:
            with self._changed:
                self.ended = True
                self._changed.notify_all()

    def _look(self, camera: Camera) -> None:
        while not self.stopped.is_set():
            frame = camera.capture()
            if frame is None:
                return
            still = camera.still() if self._still_wanted else None
            self.locks = camera.locks()
            with self._changed:
                self._frame, self._still = frame, self._still if still is None else still
                self._changed.notify_all()


class WatchedCamera:
    """The camera port over any camera, which is opened by `open_camera` as often as needed; `clock` gives seconds."""

    def __init__(
        self, open_camera: Callable[[], Camera], clock: Callable[[], float], patience_s: float = PATIENCE_S
    ) -> None:
        self._open_camera = open_camera
        self._clock = clock
        self._patience_s = patience_s
        self._eye = _Eye(open_camera, 0.0)
        self._opened_s = clock()
        self._first_s: float | None = None
        self._heard_s = -1e9
        self._left_behind: list[threading.Thread] = []
        self._vigil = Vigil(patience_s, self._opened_s)
        self._given_s = self._said_s = -1e9
        self._words = "the camera gives no picture yet; wait, or check its cable"

    def capture(self) -> Frame | None:
        """The next new picture, at most five a second; None after the last one.

        Raises CameraError once none came for `patience_s`: call again to go on waiting.
        """
        while True:
            frame = self._eye.take(_POLL_S)
            now_s = self._clock()
            if frame is not None:
                self._heard_s = now_s
                self._first_s = now_s if self._first_s is None else self._first_s
                if self._vigil.saw(frame.bgr, now_s) and frame.taken_at_s - self._given_s >= 0.9 / FRAMES_PER_S:
                    self._given_s = frame.taken_at_s
                    return frame
            elif self._eye.ended and self._eye.error is None:
                return None
            if (trouble := self._trouble(now_s)) is not None:
                self._reopen(now_s)
                raise self._complain(trouble, now_s)
            if self._vigil.is_over(now_s) and now_s - self._said_s > self._patience_s:
                raise self._complain(self._words, now_s)

    def still(self) -> Image:
        """The camera's still. Raises CameraError when it cannot."""
        return self._eye.still(STILL_S)

    def locks(self) -> Locks | None:
        """How the camera was held when it gave its newest frame."""
        return self._eye.locks

    def close(self) -> None:
        """Let go of the camera, without waiting for a driver that hangs; closing twice does nothing."""
        self._eye.stopped.set()
        self._eye.thread.join(self._patience_s)

    def _trouble(self, now_s: float) -> str | None:
        """Why the camera must be opened anew: it failed, froze, or does not come to opening."""
        if self._eye.error is not None:
            return str(self._eye.error)
        looked_s = 0.0 if self._first_s is None else now_s - self._first_s
        if looked_s > self._patience_s and self._vigil.is_over(now_s):
            return _BLACK if self._vigil.is_dark() else _FROZEN
        if self._first_s is None and now_s - self._opened_s > OPENING_S:
            return "the camera does not open; unplug it and plug it in again"
        return None

    def _complain(self, words: str, now_s: float) -> CameraError:
        """The complaint, remembered: while a camera is being opened anew the old one holds."""
        self._words, self._said_s = words, now_s
        return CameraError(words)

    def _reopen(self, now_s: float) -> None:
        self._opened_s, self._first_s = now_s, None
        self._left_behind = [thread for thread in self._left_behind if thread.is_alive()]
        hangs = self._eye.error is None and now_s - self._heard_s > self._patience_s
        if hangs and len(self._left_behind) >= LEFT_BEHIND:
            return
        self._eye.stopped.set()
        self._left_behind.append(self._eye.thread)
        self._eye = _Eye(self._open_camera, min(1.0, self._patience_s))


def awaited_frames(
    camera: Camera, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
) -> Iterator[Frame]:
    """The frames of a camera that was just opened, which may take `OPENING_S` over it; `say` tells why one waits.

    Raises CameraError for what is wrong after that.
    """
    until_s, said = clock() + OPENING_S, ""
    while True:
        try:
            frame = camera.capture()
        except CameraError as error:
            if clock() >= until_s:
                raise
            if str(error) != said:
                said = str(error)
                say(f"Still waiting: {said}.")
            continue
        if frame is None:
            return
        yield frame

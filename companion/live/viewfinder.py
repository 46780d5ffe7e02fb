"""What calibration looks at: the live camera through the frame loop's own eyes, or the stills of a recording."""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Condition
from types import MappingProxyType

from companion.errors import CameraError, RecordingError
from companion.ports import Camera, Locks
from companion.vision.frame import Frame, Image
from hardware.recordings import Recording

_PATIENCE_S = 4.0
_LOOK_S = 0.2


class LiveViewfinder:
    """A camera that passes on another's frames and remembers the newest, so that calibration may look at it too."""

    ready_chips: Mapping[str, Sequence[int]] = MappingProxyType({})
    live = True
    """Whether it shows the table as it is now."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._camera: Camera | None = None
        self._newest: Frame | None = None
        self._taken = 0

    def turn_to(self, camera: Camera | None) -> None:
        """Look through this camera from now on; through none when it is put away."""
        with self._changed:
            self._camera, self._newest = camera, None

    def capture(self) -> Frame | None:
        """The camera's next frame, for the frame loop alone. Raises CameraError when it cannot."""
        try:
            frame = self._looking().capture()
        except CameraError:
            self._newest = None  # what was seen last is not how the table lies
            raise
        with self._changed:
            self._newest, self._taken = frame, self._taken + 1
            self._changed.notify_all()
        return frame

    def wait(self) -> None:
        """Look on while no game is judged: the next frame is only remembered. Raises CameraError when it cannot."""
        self.capture()

    def still(self) -> Image:
        """The camera's still. Raises CameraError when it cannot."""
        return self._looking().still()

    def locks(self) -> Locks | None:
        """How the camera is held now; None where it is not."""
        camera = self._camera
        return None if camera is None else camera.locks()

    def glance(self, laid: bool) -> Image | None:  # noqa: ARG002 (a live table is always as it is)
        """The newest frame."""
        newest = self._newest
        return None if newest is None else newest.bgr

    def empty(self) -> Image:
        """The next frame to come. Raises CameraError when none does."""
        with self._changed:
            before = self._taken
            came = self._changed.wait_for(lambda: self._taken > before + 1, _PATIENCE_S)
            if not came or self._newest is None:
                raise CameraError("the camera gives no picture; check its cable, then try again")
            return self._newest.bgr

    def laid(self) -> Image:
        """The next frame to come. Raises CameraError when none does."""
        return self.empty()

    def _looking(self) -> Camera:
        camera = self._camera
        if camera is None:
            raise CameraError("no camera is open; wait until it is back")
        return camera


class RecordedViewfinder(LiveViewfinder):
    """The stills of a recording, as calibration would have taken them there; the frames are for the game alone."""

    live = False

    def __init__(self, recording: Recording) -> None:
        super().__init__()
        self._recording = recording
        self.ready_chips = recording.about.enrolment.chips

    def wait(self) -> None:
        """Let time go by; the evening goes on where it was."""
        time.sleep(_LOOK_S)

    def still(self) -> Image:
        """The large still of the empty board. Raises RecordingError when it is missing."""
        return self._recording.still(self._recording.about.calibration_still)

    def locks(self) -> Locks | None:
        """Nothing is held: what was filmed was filmed."""
        return None

    def glance(self, laid: bool) -> Image | None:
        """The still of the empty board, or the one with chips, as large as frames; None when it is missing."""
        with suppress(RecordingError):
            return self.laid() if laid else self.empty()
        return None

    def empty(self) -> Image:
        """The still of the empty board, as large as frames. Raises RecordingError when it is missing or is not."""
        return self._recording.play_still()

    def laid(self) -> Image:
        """The still with chips. Raises RecordingError when it is missing or not as large."""
        return self._recording.play_still(self._recording.about.enrolment.still)

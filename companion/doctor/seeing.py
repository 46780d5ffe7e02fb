"""What the camera sees: whether there is a picture at all, whether it is good, and whether the profile fits it."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from calibration.likeness import BoardPicture
from calibration.profile import Profile, check_same_board
from calibration.quality import Grade, Verdict, still_quality
from calibration.steps import calibrate_layout
from companion.errors import CalibrationError, CameraError, ProfileError
from companion.ports import Camera
from companion.views.words import sentence
from companion.vision.frame import Image
from hardware.watched import awaited_frames

SETTLING_FRAMES = 12
"""So many pictures after opening, exposure and colours have settled."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraPictures:
    """What the camera gave: a frame, and the picture at its best resolution."""

    frame_bgr: Image
    still_bgr: Image


def library(fault: str | None) -> Verdict:
    """Whether libcamera and picamera2 can be seen; `fault` says why not and, behind a semicolon, what to do."""
    if fault is None:
        return Verdict("Library", Grade.GOOD, "libcamera and picamera2 are installed")
    finding, _, remedy = fault.partition("; ")
    return Verdict("Library", Grade.POOR, finding, sentence(remedy))


def look(open_camera: Callable[[], Camera], say: Callable[[str], None]) -> CameraPictures | Verdict:
    """A frame and a still once the camera has settled, or why there are none; `say` tells why one waits."""
    try:
        with closing(open_camera()) as camera:
            *_, frame = islice(awaited_frames(camera, say), SETTLING_FRAMES)
            return CameraPictures(frame.bgr, camera.still())
    except CameraError as error:
        finding, _, remedy = str(error).partition("; ")
        remedy = remedy or "Check its cable; stop the service if that has it: sudo systemctl stop companion"
        return Verdict("Camera", Grade.POOR, finding, sentence(remedy))


def sighted(sight: CameraPictures) -> Verdict:
    """How large the camera's pictures are."""
    frame, still = ("x".join(map(str, picture.shape[1::-1])) for picture in (sight.frame_bgr, sight.still_bgr))
    return Verdict("Camera", Grade.GOOD, f"frames of {frame}, stills of {still}")


def unknown_board(sight: CameraPictures) -> Iterator[Verdict]:
    """Light, focus and height, where no profile says where the board lies."""
    try:
        picture, reading = calibrate_layout(sight.still_bgr, [])
    except CalibrationError as error:
        yield Verdict("Board", Grade.POOR, str(error))  # which says what to do
        return
    yield from still_quality(picture, reading.doubtful, (), reading.cornered)


def known_board(sight: CameraPictures, profile: Profile) -> Iterator[Verdict]:
    """Whether the profile is of the board in sight, and light, focus and height there."""
    if sight.frame_bgr.shape != profile.empty_bgr.shape:
        sizes = ["x".join(map(str, picture.shape[1::-1])) for picture in (sight.frame_bgr, profile.empty_bgr)]
        finding = f"the camera gives {sizes[0]}, but the profile was made with {sizes[1]}"
        yield Verdict("Board", Grade.POOR, finding, "Calibrate again with this camera.")
        return
    try:
        geometry = check_same_board(profile, sight.frame_bgr)
    except ProfileError as error:
        yield Verdict("Board", Grade.POOR, str(error), "Lay this board under the camera, or calibrate again.")
        return
    where = "lies where it did" if geometry is profile.geometry else "lies elsewhere than it did"
    yield Verdict("Board", Grade.GOOD, f"it is the board of the profile, and {where}")
    factor = sight.still_bgr.shape[1] / profile.empty_bgr.shape[1]
    yield from still_quality(BoardPicture(sight.still_bgr, geometry.scaled(factor)), profile.doubtful)

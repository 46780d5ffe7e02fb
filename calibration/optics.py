"""Where to hang which camera: what it sees of a board from a height and at a tilt, by its lens alone.

The field of view of the Pi's cameras is Raspberry Pi's own (raspberrypi.com/documentation/accessories/camera.html,
"Hardware specification"); the HQ Camera's follows from its sensor's 6.287 mm and a 6 mm lens; USB cameras name theirs
from corner to corner on the box, a Logitech C920 78 degrees. Lengths are squares of the board until they are told to
a person; distortion is left out, which is worth a few centimetres with the wide lens.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, hypot, radians, sin, tan

import numpy as np

from calibration.quality import Grade, GradeLimits
from companion.games.squares import SIZE
from companion.vision.card_outline import CARD_SQUARES
from companion.vision.frame import Points
from companion.vision.geometry import BoardGeometry, Lens

SQUARE_MM = 44.0
"""Half the length of a poker card."""
MARGIN = 0.25
"""What the base shows around the squares, in squares."""
_BESIDE = 0.5
"""The gap between the base and the discard pile."""
_SPARE = 0.04
"""The part of the picture on every side that stays free: nobody aims to the millimetre, and boards are knocked."""
_FRAME_SIDE = GradeLimits(good=-48, fair=-37)
"""Pixels to the smallest square of a frame, less is worse. Rendered evenings with 49 were followed without a mistake,
and so were those same evenings with 37; smaller ones were not tried."""
_NEAREST, _FARTHEST, _EXACTLY = 5.5, 200.0, 0.001
"""Between which distances is looked, and how finely, in squares: nearer, a corner may be behind a camera that leans."""


@dataclass(frozen=True, slots=True)
class CameraKind:
    """A camera and its lens: the frames it gives this program (x, y), and the focal length in their pixels."""

    name: str
    frame_px: tuple[int, int]
    focal_px: float

    @property
    def lens(self) -> Lens:
        """Its projection without distortion."""
        width, height = self.frame_px
        return Lens(self.focal_px, ((width - 1) / 2, (height - 1) / 2))


def pi_camera(name: str, sensor_px: tuple[int, int], across_deg: float) -> CameraKind:
    """A camera of the Pi, of whose sensor as much is used as has the shape of a frame; the angle is the sensor's."""
    frame_px = (1280, 960)
    used = min(sensor_px[0], sensor_px[1] * frame_px[0] / frame_px[1])
    return CameraKind(name, frame_px, sensor_px[0] / 2 / tan(radians(across_deg / 2)) * frame_px[0] / used)


def usb_camera(name: str, corners_deg: float) -> CameraKind:
    """A USB camera by the angle from corner to corner that its box names."""
    frame_px = (1280, 720)
    return CameraKind(name, frame_px, hypot(*frame_px) / 2 / tan(radians(corners_deg / 2)))


CAMERAS = (
    pi_camera("Camera Module 3", (4608, 2592), 66),
    pi_camera("Camera Module 3 Wide", (4608, 2592), 102),
    pi_camera("Camera Module 2", (3280, 2464), 62.2),
    pi_camera("HQ Camera, 6 mm lens", (4056, 3040), 55.3),
    usb_camera("USB camera, 78° corner to corner", 78),
    usb_camera("USB camera, 60° corner to corner", 60),
)
"""The usual ones, the handiest first."""


@dataclass(frozen=True, slots=True)
class CameraPlace:
    """Where a camera hangs: it looks at the middle of board and pile, `distance` squares away, so far off vertical."""

    camera: CameraKind
    distance: float
    tilt_deg: float

    @property
    def height(self) -> float:
        """How high above the table, in squares."""
        return self.distance * cos(radians(self.tilt_deg))

    @property
    def aside(self) -> float:
        """How far to the side of the middle, in squares, along the table."""
        return self.distance * sin(radians(self.tilt_deg))

    @property
    def geometry(self) -> BoardGeometry:
        """The board in its frames; the pile lies to the right of it."""
        middle = (needed()[0] + needed()[2]) / 2
        lean = radians(self.tilt_deg)
        turned = np.array([[1, 0, 0], [0, cos(lean), 0], [0, -sin(lean), self.distance]])
        return BoardGeometry(self.camera.lens, turned @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]]))

    @property
    def seen(self) -> tuple[float, float]:
        """How much of the table is in the picture's middle row and middle column, in squares."""
        width, height = self.camera.frame_px
        x, y = self.camera.lens.centre_px
        ends = np.array([[0, y], [width - 1, y], [x, 0], [x, height - 1]])
        left, right, top, bottom = self.geometry.board_from_image(ends)
        return float(right[0] - left[0]), float(abs(bottom[1] - top[1]))

    @property
    def sides_px(self) -> tuple[float, float]:
        """The shortest and the longest side of any square."""
        sides = self.geometry.sides_px()
        return float(sides.min()), float(sides.max())

    @property
    def grade(self) -> Grade:
        """How good the size of the squares is."""
        return _FRAME_SIDE.grade(-self.sides_px[0])

    @property
    def holds_all(self) -> bool:
        """Whether base and pile are in the picture, with some room on every side."""
        corners = self.geometry.image_from_board(needed())
        size = np.array(self.camera.frame_px)
        return bool((corners >= _SPARE * size).all() and (corners <= (1 - _SPARE) * size).all())


def needed() -> Points:
    """The corners [4, 2] of what must be seen: the base, and a card at any turn to the right of it."""
    right = SIZE + MARGIN + _BESIDE + max(CARD_SQUARES)
    return np.array([[-MARGIN, -MARGIN], [right, -MARGIN], [right, SIZE + MARGIN], [-MARGIN, SIZE + MARGIN]])


def lowest(camera: CameraKind, tilt_deg: float) -> CameraPlace:
    """As close as all that is needed stays in the picture."""
    return CameraPlace(camera, _first(lambda distance: CameraPlace(camera, distance, tilt_deg).holds_all), tilt_deg)


def highest(camera: CameraKind, tilt_deg: float) -> CameraPlace:
    """As far as no square is too small to be called good."""
    too_far = _first(lambda distance: CameraPlace(camera, distance, tilt_deg).grade is not Grade.GOOD)
    return CameraPlace(camera, too_far - _EXACTLY, tilt_deg)


def _first(there: Callable[[float], bool]) -> float:
    """The shortest distance from which on something holds, to a thousandth of a square."""
    near, far = _NEAREST, _FARTHEST
    while far - near > _EXACTLY:
        middle = (near + far) / 2
        near, far = (near, middle) if there(middle) else (middle, far)
    return far

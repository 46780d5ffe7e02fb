"""What to know before anything is glued or screwed: which camera goes where, told as tables a person reads.

The build guide shows the very tables that `companion calibrate plan` prints.
"""

from collections.abc import Sequence

from calibration.optics import CAMERAS, MARGIN, CameraKind, CameraPlace, highest, lowest
from calibration.quality import Grade
from companion.games.squares import SIZE
from companion.terminal.tables import Rows

LEANING_DEG = (15.0, 30.0, 40.0)
"""Degrees off vertical for which the plan tells heights."""


def about(square_mm: float) -> str:
    """For which board the tables hold."""
    base_cm = (SIZE + 2 * MARGIN) * square_mm / 10
    return f"For squares of {square_mm:g} mm on a base of {base_cm:.0f} cm, with the discard pile beside it."


def plan_tables(square_mm: float) -> tuple[Rows, Rows]:
    """How high a camera hangs straight above a board of squares with this side, and where one stands that leans."""
    square_cm = square_mm / 10
    headings = ("camera, straight above", "lowest", "highest", "sees, at the lowest", "a square, lowest and highest")
    straight = [headings, *(_straight(camera, square_cm) for camera in CAMERAS)]
    leaning = [("camera, leaning", *(f"{tilt:.0f}°" for tilt in LEANING_DEG))]
    leaning += [(each.name, *(_leaning(lowest(each, tilt), square_cm) for tilt in LEANING_DEG)) for each in CAMERAS]
    return straight, leaning


def _straight(camera: CameraKind, square_cm: float) -> Sequence[str]:
    near, far = lowest(camera, 0), highest(camera, 0)
    width, height = (f"{length * square_cm:.0f}" for length in near.seen)
    heights = (f"{place.height * square_cm:.0f} cm" for place in (near, far))
    sides = " and ".join(f"{place.sides_px[0]:.0f}" for place in (near, far))
    return camera.name, *heights, f"{width} by {height} cm", f"{sides} px"


def _leaning(place: CameraPlace, square_cm: float) -> str:
    if place.grade is Grade.POOR:
        return f"too steep: {place.sides_px[0]:.0f} px"
    where = f"{place.height * square_cm:.0f} cm up, {place.aside * square_cm:.0f} aside"
    return f"{where}: {place.sides_px[0]:.0f} px, {place.grade.value}"

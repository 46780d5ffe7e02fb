"""What to know before anything is glued or screwed: which camera goes where, told as tables a person reads.

The tables are Markdown, so that the build guide shows the very lines that `companion calibrate plan` prints.
"""

from collections.abc import Iterator

from calibration.optics import CAMERAS, MARGIN, CameraKind, Place, highest, lowest
from calibration.quality import Grade
from companion.games.one_eyed_jack.squares import SIZE

LEANING_DEG = (15.0, 30.0, 40.0)


def plan_lines(square_mm: float) -> Iterator[str]:
    """Both tables for a board of squares with this side, and for which board they hold."""
    base_cm, square_cm = (SIZE + 2 * MARGIN) * square_mm / 10, square_mm / 10
    yield f"For squares of {square_mm:g} mm on a base of {base_cm:.0f} cm, with the discard pile beside it."
    yield ""
    yield "| camera, straight above | lowest | highest | sees, at the lowest | a square, lowest and highest |"
    yield "|---|---|---|---|---|"
    for camera in CAMERAS:
        yield _straight(camera, square_cm)
    yield ""
    yield f"| camera, leaning | {' | '.join(f'{tilt:.0f}°' for tilt in LEANING_DEG)} |"
    yield f"|{'---|' * (1 + len(LEANING_DEG))}"
    for camera in CAMERAS:
        cells = (_leaning(lowest(camera, tilt), square_cm) for tilt in LEANING_DEG)
        yield f"| {camera.name} | {' | '.join(cells)} |"


def _straight(camera: CameraKind, square_cm: float) -> str:
    near, far = lowest(camera, 0), highest(camera, 0)
    width, height = (f"{length * square_cm:.0f}" for length in near.seen)
    heights = " | ".join(f"{place.height * square_cm:.0f} cm" for place in (near, far))
    sides = " and ".join(f"{place.sides_px[0]:.0f}" for place in (near, far))
    return f"| {camera.name} | {heights} | {width} by {height} cm | {sides} px |"


def _leaning(place: Place, square_cm: float) -> str:
    if place.grade is Grade.POOR:
        return f"too steep: {place.sides_px[0]:.0f} px"
    where = f"{place.height * square_cm:.0f} cm up, {place.aside * square_cm:.0f} aside"
    return f"{where}: {place.sides_px[0]:.0f} px, {place.grade.value}"

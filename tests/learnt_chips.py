"""Chips learnt from a picture, where it does not matter how alike they are."""

from collections.abc import Mapping, Sequence

from calibration.enrolment import enrolled
from companion.vision.chips import ChipModel
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry


def enrol(
    still_bgr: Image, empty_bgr: Image, geometry: BoardGeometry, chips: Mapping[str, Sequence[int]]
) -> tuple[ChipModel, ...]:
    """A chip model for each team, in the order of `chips`, which names the squares their chips lie on."""
    return tuple(team.model for team in enrolled(still_bgr, empty_bgr, geometry, chips))

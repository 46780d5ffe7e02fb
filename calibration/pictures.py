"""Pictures for people to judge by: what calibration found, drawn over what the camera saw."""

from collections.abc import Iterator, Sequence

from calibration.layout_reader import LayoutReading
from calibration.likeness import BoardPicture
from calibration.measures import measured
from calibration.profile import Profile
from calibration.quality import Verdict, report
from calibration.steps import Calibrated
from calibration.trial import read_with
from companion.games.squares import SQUARES, square_name
from companion.vision.drawing import (
    DOUBT_BGR,
    INK_BGR,
    PAPER_BGR,
    Lettering,
    captioned,
    circle,
    label,
    lattice,
    name_lines,
    square_outline,
    stroke,
    thickness,
    tint,
)
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry
from companion.vision.pictures import draw_reading

_LINE_BGR = (0, 200, 255)
_FIRST_BGR = (255, 0, 255)
_RED_BGR = (40, 30, 190)
_WASHED_OUT_BGR = (255, 255, 0)


def draw_lattice(bgr: Image, geometry: BoardGeometry) -> Image:
    """A copy of the picture [height, width, 3] with the lattice drawn over it, the first square ringed."""
    drawn = bgr.copy()
    stroke(drawn, lattice(geometry), _LINE_BGR, thickness(bgr))
    stroke(drawn, [circle(geometry, (0.5, 0.5), 0.4)], _FIRST_BGR, 2 * thickness(bgr))
    name_lines(drawn, geometry, Lettering(0.15 * float(geometry.sides_px().min()), PAPER_BGR, INK_BGR))
    return drawn


def draw_cards(picture: BoardPicture, reading: LayoutReading) -> Image:
    """A copy of the picture with every card named on its square; doubtful ones are framed and have a question mark."""
    drawn = draw_lattice(picture.bgr, picture.geometry)
    doubtful = set(reading.doubtful)
    centres = picture.geometry.square_centres().reshape(-1, 2)
    height_px = 0.17 * float(picture.geometry.sides_px().min())
    tint(drawn, [square_outline(picture.geometry, square, 0.0) for square in doubtful], DOUBT_BGR, 0.35)
    for square in SQUARES:
        code = reading.layout[square]
        ink = _RED_BGR if code[-1] in "HD" else INK_BGR
        plate = DOUBT_BGR if square in doubtful else PAPER_BGR
        label(drawn, centres[square], f"{code}?" if square in doubtful else code, Lettering(height_px, ink, plate))
    stroke(drawn, [square_outline(picture.geometry, square) for square in doubtful], DOUBT_BGR, 3 * thickness(drawn))
    return drawn


def draw_chips(enrol_bgr: Image, profile: Profile) -> Image:
    """The still with chips as the referee reads it with this profile: each chip ringed, with its team's letter."""
    reading = read_with(profile, enrol_bgr)
    sizes = [f"{letter}: {200 * chip.radius_squares:.0f}% of a square" for letter, chip in profile.chips.items()]
    placed = [f"{list(profile.chips)[disc.team]} on {square_name(disc.square)}" for disc in reading.discs.placed]
    words = [f"Widths of chips: {', '.join(sizes)}.", f"Read with them: {', '.join(sorted(placed))}."]
    return captioned(draw_reading(enrol_bgr, reading, tuple(profile.chips)), words)


def draw_quality(picture: BoardPicture, verdicts: Sequence[Verdict]) -> Image:
    """The still with washed-out squares coloured, and what was found about the set-up in words below."""
    drawn = draw_lattice(picture.bgr, picture.geometry)
    washed_out = measured(picture).washed_out
    tint(drawn, [square_outline(picture.geometry, square) for square in washed_out], _WASHED_OUT_BGR)
    return captioned(drawn, list(report(verdicts)))


def still_pictures(
    picture: BoardPicture, reading: LayoutReading, verdicts: Sequence[Verdict]
) -> Iterator[tuple[str, Image]]:
    """What a still of the empty board told, drawn one after the other, each with its name."""
    yield "lattice", draw_lattice(picture.bgr, picture.geometry)
    yield "cards", draw_cards(picture, reading)
    yield "quality", draw_quality(picture, verdicts)


def calibrated_pictures(made: Calibrated, verdicts: Sequence[Verdict]) -> Iterator[tuple[str, Image]]:
    """What all stills told: those of the large one, and the chips as they are read with the new profile."""
    yield from still_pictures(made.large, made.reading, verdicts)
    yield "chips", draw_chips(made.enrol_bgr, made.profile)

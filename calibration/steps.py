"""The guided walk of calibration, from pictures alone: the board, its cards, its chips; they make a profile."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from calibration.board_finder import BoardNotFound, find_board
from calibration.enrolment import enrol
from calibration.layout_reader import LayoutReading, read_layout
from calibration.likeness import BoardPicture, same_board
from calibration.profile import Profile
from companion.errors import CalibrationError
from companion.vision.card_index import load_card_index
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry

Progress = Callable[[str], None]
Tap = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Stills:
    """The pictures calibration needs, all of the same view, and a tap on the board's own top-left outer corner.

    `empty_bgr` is as large as the camera can; the other two have the size of the frames, in which the tap is given.
    """

    empty_bgr: Image
    empty_play_bgr: Image
    enrol_bgr: Image
    top_left_px: Tap


def calibrate(stills: Stills, chips: Mapping[str, Sequence[int]], progress: Progress) -> Profile:
    """Everything about this table; `chips` says on which squares each team's chips lie in the enrolment still.

    `progress` is called with a few words before each step. Raises CalibrationError when a still lacks something.
    """
    progress("looking for the board")
    geometry = _found(stills.empty_play_bgr, stills.top_left_px, "the still at play size")
    empty = BoardPicture(stills.empty_play_bgr, geometry)
    if not same_board(empty, BoardPicture(stills.enrol_bgr, geometry)):
        raise CalibrationError("the still with chips shows the board elsewhere or not at all; take both from one place")
    large = _in_large_still(stills, empty)
    progress("reading the cards")
    reading = read_layout(stills.empty_bgr, large, load_card_index())
    progress("learning the chips")
    models = enrol(stills.enrol_bgr, stills.empty_play_bgr, geometry, chips)
    return Profile(
        geometry=geometry,
        empty_bgr=stills.empty_play_bgr,
        layout=reading.layout,
        doubtful=reading.doubtful,
        chips=dict(zip(chips, models, strict=True)),
    )


def calibrate_layout(still_bgr: Image, top_left_px: Tap) -> tuple[BoardGeometry, LayoutReading]:
    """The board in one still and the cards on it. Raises CalibrationError when the still shows no board."""
    geometry = _found(still_bgr, top_left_px, "the still")
    return geometry, read_layout(still_bgr, geometry, load_card_index())


def _in_large_still(stills: Stills, play: BoardPicture) -> BoardGeometry:
    """The board in the large still: where it lies at play size, unless the camera was moved in between."""
    factor = stills.empty_bgr.shape[1] / stills.empty_play_bgr.shape[1]
    expected = play.geometry.scaled(factor)
    if same_board(play, BoardPicture(stills.empty_bgr, expected)):
        return expected
    x, y = stills.top_left_px
    return _found(stills.empty_bgr, ((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5), "the large still")


def _found(bgr: Image, top_left_px: Tap, name: str) -> BoardGeometry:
    found = find_board(bgr, top_left_px)
    if isinstance(found, BoardNotFound):
        raise CalibrationError(f"{name} does not show the board: {found.reason}")
    return found

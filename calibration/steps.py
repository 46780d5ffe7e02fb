"""The guided walk of calibration, from pictures alone: the board, its cards, its chips; they make a profile."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from calibration.board_finder import BoardNotFound, Tap, board_at
from calibration.enrolment import enrol
from calibration.layout_reader import LayoutReading, read_layout
from calibration.likeness import BoardPicture, same_board
from calibration.profile import Profile
from companion.errors import CalibrationError
from companion.vision.card_index import load_card_index
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class Stills:
    """The pictures calibration needs, all of the same view, and a tap on the board's own top-left outer corner.

    `empty_bgr` is as large as the camera can; the other two have the size of the frames, in which taps are given.
    """

    empty_bgr: Image
    empty_play_bgr: Image
    enrol_bgr: Image
    top_left_px: Tap
    corners_px: Sequence[Tap] = ()
    """All four outer corners, clockwise from the top left, where a person had to help."""

    def taps(self, factor: float = 1.0) -> Sequence[Tap]:
        """The taps as they are in a picture `factor` times as large."""
        taps = self.corners_px or (self.top_left_px,)
        return tuple(((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in taps)


@dataclass(frozen=True, slots=True, eq=False)
class Calibrated:
    """What calibration made: the profile, and what it saw on the way, for people to look at."""

    profile: Profile
    large: BoardPicture
    """The large still, and where the board lies in it."""
    reading: LayoutReading
    enrol_bgr: Image


def calibrate(stills: Stills, chips: Mapping[str, Sequence[int]], progress: Progress) -> Calibrated:
    """Everything about this table; `chips` says on which squares each team's chips lie in the enrolment still.

    `progress` is called with a few words before each step. Raises CalibrationError when a still lacks something.
    """
    progress("looking for the board")
    geometry = _found(stills.empty_play_bgr, stills.taps(), "the still at play size")
    empty = BoardPicture(stills.empty_play_bgr, geometry)
    if not same_board(empty, BoardPicture(stills.enrol_bgr, geometry)):
        raise CalibrationError("the still with chips shows the board elsewhere or not at all; take both from one place")
    large = BoardPicture(stills.empty_bgr, _in_large_still(stills, empty))
    progress("reading the cards")
    reading = read_layout(large.bgr, large.geometry, load_card_index())
    progress("learning the chips")
    models = enrol(stills.enrol_bgr, stills.empty_play_bgr, geometry, chips)
    profile = Profile(
        geometry=geometry,
        empty_bgr=stills.empty_play_bgr,
        layout=reading.layout,
        doubtful=reading.doubtful,
        chips=dict(zip(chips, models, strict=True)),
    )
    return Calibrated(profile, large, reading, stills.enrol_bgr)


def calibrate_layout(still_bgr: Image, taps: Sequence[Tap]) -> tuple[BoardPicture, LayoutReading]:
    """The board in one still and the cards on it; `taps` are none, one at its own top left, or four (see `board_at`).

    Raises CalibrationError when the still shows no board.
    """
    board = BoardPicture(still_bgr, _found(still_bgr, taps, "the still"))
    return board, read_layout(board.bgr, board.geometry, load_card_index())


def _in_large_still(stills: Stills, play: BoardPicture) -> BoardGeometry:
    """The board in the large still: where it lies at play size, unless the camera was moved in between."""
    factor = stills.empty_bgr.shape[1] / stills.empty_play_bgr.shape[1]
    expected = play.geometry.scaled(factor)
    if same_board(play, BoardPicture(stills.empty_bgr, expected)):
        return expected
    return _found(stills.empty_bgr, stills.taps(factor), "the large still")


def _found(bgr: Image, taps: Sequence[Tap], name: str) -> BoardGeometry:
    found = board_at(bgr, taps)
    if isinstance(found, BoardNotFound):
        raise CalibrationError(f"the board is not found in {name}: {found.reason}")
    return found

"""The guided walk of calibration, from pictures alone: the board, its cards, its chips; they make a profile."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from calibration.board_finder import BoardNotFound, Tap, board_at, turned_alike
from calibration.enrolment import enrolled
from calibration.lattice import NEARLY_ALL
from calibration.layout_reader import LayoutReading, read_embeddings, read_layout
from calibration.likeness import BoardPicture, same_board
from calibration.profile import Profile, kept_pictures
from companion.errors import CalibrationError
from companion.games.squares import SIZE, SQUARES
from companion.vision.card_index import load_card_index
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry, carried_back
from companion.vision.registration import NotRegistered, Portrait
from companion.vision.sampling import sampler_for

Progress = Callable[[str], None]
_FEWEST_SURE = (1 - NEARLY_ALL) * len(SQUARES)
"""With fewer squares that are sure the board lies elsewhere: where it is in place, poor pictures leave 50."""


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

    @property
    def taps(self) -> Sequence[Tap]:
        """What a person pointed at, in pixels of the frames."""
        return self.corners_px or (self.top_left_px,)


@dataclass(frozen=True, slots=True, eq=False)
class Calibrated:
    """What calibration made: the profile, and what it saw on the way, for people to look at."""

    profile: Profile
    large: BoardPicture
    """The large still, and where the board lies in it."""
    reading: LayoutReading
    enrol_bgr: Image
    apart: Mapping[str, float]
    """By how many nats two chips of one team are told apart, by its letter."""


def calibrate(stills: Stills, chips: Mapping[str, Sequence[int]], progress: Progress) -> Calibrated:
    """Everything about this table; `chips` says on which squares each team's chips lie in the enrolment still.

    `progress` is called with a few words before each step. Raises CalibrationError when a still lacks something.
    """
    progress("looking for the board")
    empty = at_play_size(stills.empty_play_bgr, stills.taps)
    laid_bgr = in_place(empty, stills.enrol_bgr)
    large = in_large_still(empty, stills.empty_bgr, stills.taps)
    progress("reading the cards")
    reading = read_cards(large, stills.taps)
    progress("learning the chips")
    teams = dict(zip(chips, enrolled(laid_bgr, empty.bgr, empty.geometry, chips), strict=True))
    known = {letter: team.model for letter, team in teams.items()}
    pictures = kept_pictures(large.bgr, laid_bgr, chips)
    embeddings = read_embeddings(reading.looks, reading.layout)
    profile = Profile(
        empty.geometry, empty.bgr, reading.layout, reading.doubtful, known, learnt_from=pictures, embeddings=embeddings
    )
    return Calibrated(profile, large, reading, laid_bgr, {letter: team.apart for letter, team in teams.items()})


def at_play_size(empty_play_bgr: Image, taps: Sequence[Tap], name: str = "the picture at play size") -> BoardPicture:
    """The board in a picture as large as the frames, found with taps (see `board_at`). Raises CalibrationError."""
    return BoardPicture(empty_play_bgr, _found(empty_play_bgr, taps, name))


def in_large_still(play: BoardPicture, empty_bgr: Image, taps: Sequence[Tap]) -> BoardPicture:
    """The board in the large still: where it lies at play size, unless the camera was moved or turned in between.

    `taps` are those at play size. Raises CalibrationError when the large still does not show this board.
    """
    factor = empty_bgr.shape[1] / play.bgr.shape[1]
    expected = BoardPicture(empty_bgr, play.geometry.scaled(factor))
    if same_board(play, expected):
        return expected
    carried = [((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in taps]
    lies = _found(empty_bgr, carried if len(carried) > 1 else (), "the large picture")
    likely = turned_alike(play, BoardPicture(empty_bgr, lies))
    if likely is None:
        raise CalibrationError("the large picture shows another board than the one at play size; take both again")
    return BoardPicture(empty_bgr, likely)


def in_place(empty: BoardPicture, laid_bgr: Image) -> Image:
    """The picture with chips as it would be had nobody touched the board since the empty one, which hands do.

    `laid_bgr` is [height, width, 3] in 8 bits, as large as the empty picture; so is what is given back.
    Raises CalibrationError when it does not show the board near where the empty one does.
    """
    if same_board(empty, BoardPicture(laid_bgr, empty.geometry)):
        return laid_bgr
    sampler = sampler_for(empty.geometry)
    found = Portrait(sampler.sample(empty.bgr)).nearby(sampler.sample(laid_bgr), empty.geometry)
    back = laid_bgr if isinstance(found, NotRegistered) else carried_back(laid_bgr, found.geometry, empty.geometry)
    if not same_board(empty, BoardPicture(back, empty.geometry)):
        raise CalibrationError(
            "the picture with chips shows the board elsewhere, or not at all; put it back where it was and look again, "
            "or begin again with the empty board"
        )
    return back


def calibrate_layout(still_bgr: Image, taps: Sequence[Tap]) -> tuple[BoardPicture, LayoutReading]:
    """The board in one still and the cards on it; `taps` are none, one at its own top left, or four (see `board_at`).

    Raises CalibrationError when the still shows no board.
    """
    board = BoardPicture(still_bgr, _found(still_bgr, taps, "the picture"))
    return board, read_cards(board, taps)


def read_cards(board: BoardPicture, taps: Sequence[Tap]) -> LayoutReading:
    """The cards on the board in a still that is large enough to read them.

    Raises CalibrationError where hardly any can be read, unless somebody tapped all four corners and knows better: what
    was taken for gaps between the cards may be print.
    """
    index = load_card_index()
    reading = read_layout(board.bgr, board.geometry, index)
    if reading.sure >= _FEWEST_SURE:
        return reading
    if read_layout(board.bgr, board.geometry.mirrored(SIZE), index).sure >= _FEWEST_SURE:
        raise CalibrationError("the picture is mirrored; switch that off where the camera is set, and take it again")
    if len(taps) < 4:
        raise CalibrationError(
            "hardly any card can be read where the board seems to lie: light it from one side, so that the cards’ "
            "edges throw shadows, and take the pictures again, or tap all four corners"
        )
    return reading


def _found(bgr: Image, taps: Sequence[Tap], name: str) -> BoardGeometry:
    found = board_at(bgr, taps)
    if isinstance(found, BoardNotFound):
        raise CalibrationError(f"the board is not found in {name}: {found.reason}")
    return found

"""What the camera sees is judged by the same measures as calibration's, on a board that is known or is not."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from calibration.quality import Grade, Verdict
from companion.doctor.seeing import SETTLING_FRAMES, CameraPictures, known_board, library, look, sighted, unknown_board
from companion.errors import CameraError
from companion.ports import Camera
from companion.vision.geometry import BoardGeometry, Lens
from hardware.drawn_table import frame_from_board
from hardware.virtual_table import STILL_FACTOR, VirtualTable

TOPICS = ["Light", "Shade", "Glare", "Size", "Focus", "Tilt", "Cards"]


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return VirtualTable("RB", lambda: 0.0, lambda _: None)


@pytest.fixture(scope="module")
def pictures(table: VirtualTable) -> CameraPictures:
    """The bare drawn table."""
    return CameraPictures(table.play_still({}), table.play_still({}))


@pytest.fixture(scope="module")
def profile(table: VirtualTable, pictures: CameraPictures) -> Profile:
    """What is known of it, but for chips: a drawn board lies as it is drawn."""
    square = np.float32([[0, 0], [10, 0], [10, 10], [0, 10]])
    height, width = pictures.frame_bgr.shape[:2]
    centre = ((width - 1) / 2, (height - 1) / 2)
    ideal = (frame_from_board(square.astype(float)) - centre) / width
    ideal_from_board = cv2.getPerspectiveTransform(square, ideal.astype(np.float32))
    geometry = BoardGeometry(Lens(float(width), centre, 0.0, 0.0), ideal_from_board)
    return Profile(geometry, pictures.frame_bgr, table.layout, (), {})


def test_a_library_that_can_be_seen_is_good_and_one_that_cannot_has_a_remedy():
    assert library(None).grade is Grade.GOOD
    verdict = library("libcamera cannot be seen from here; install it with apt")
    assert (verdict.grade, verdict.finding, verdict.remedy) == (
        Grade.POOR,
        "libcamera cannot be seen from here",
        "Install it with apt.",
    )


@dataclass
class Watching:
    """A camera that remembers what was done with it."""

    table: VirtualTable
    done: list[str] = field(default_factory=list)

    def capture(self) -> object:
        """The table's next frame."""
        self.done.append("frame")
        return self.table.capture()

    def still(self) -> object:
        """The table's still."""
        self.done.append("still")
        return self.table.still()

    def close(self) -> None:
        """Remember it."""
        self.done.append("closed")


def test_the_camera_is_looked_through_once_it_has_settled_and_then_let_go(table: VirtualTable):
    camera = Watching(table)
    seen = look(lambda: camera, print)
    assert camera.done == ["frame"] * SETTLING_FRAMES + ["still", "closed"]
    assert sighted(seen).finding == "frames of 960x720, stills of 1728x1296"


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        ("no camera is connected; check its ribbon cable", "Check its ribbon cable."),
        ("the camera is busy", "Check its cable; stop the service if that has it: sudo systemctl stop companion."),
    ],
)
def test_a_camera_without_a_picture_is_said_with_what_to_do(error: str, remedy: str):
    def refuse() -> Camera:
        raise CameraError(error)

    assert look(refuse, print) == Verdict("Camera", Grade.POOR, error.partition(";")[0], remedy)


def test_a_camera_that_is_slow_to_open_is_waited_for(table: VirtualTable):
    said, complaints = [], [CameraError("the camera gives no picture yet; wait")] * 2

    class Slow(Watching):
        """It complains twice before its first frame, as a watched camera does every two seconds."""

        def capture(self) -> object:
            """The table's next frame, in the end."""
            if complaints:
                raise complaints.pop()
            return super().capture()

    assert sighted(look(lambda: Slow(table), said.append)).grade is Grade.GOOD
    assert said == ["Still waiting: the camera gives no picture yet; wait."]


def test_a_known_board_in_sight_is_judged_where_it_lies(pictures: CameraPictures, profile: Profile):
    board, *verdicts = known_board(pictures, profile)
    assert (board.grade, board.finding) == (Grade.GOOD, "it is the board of the profile, and lies where it did")
    assert [verdict.topic for verdict in verdicts] == TOPICS
    assert {verdict.grade for verdict in verdicts if verdict.topic in ("Light", "Focus", "Size")} == {Grade.GOOD}


def test_a_larger_still_is_judged_where_the_board_lies_in_it(
    table: VirtualTable, pictures: CameraPictures, profile: Profile
):
    sizes = [
        next(verdict.finding for verdict in known_board(each, profile) if verdict.topic == "Size")
        for each in (pictures, replace(pictures, still_bgr=table.still()))
    ]
    small, large = (int("".join(filter(str.isdigit, size))) for size in sizes)
    assert large == pytest.approx(STILL_FACTOR * small, abs=2)


def test_a_board_that_was_moved_is_still_the_one(pictures: CameraPictures, profile: Profile):
    shift = np.float64([[1, 0, 9], [0, 1, 9]])
    size = pictures.frame_bgr.shape[1::-1]
    shifted = cv2.warpAffine(pictures.frame_bgr, shift, size, borderMode=cv2.BORDER_REPLICATE)
    board, *verdicts = known_board(CameraPictures(shifted, shifted), profile)
    assert (board.grade, board.finding) == (
        Grade.GOOD,
        "it is the board of the profile, and lies elsewhere than it did",
    )
    assert [verdict.topic for verdict in verdicts] == TOPICS


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_board_that_was_turned_is_still_the_one(pictures: CameraPictures, profile: Profile, quarters: int):
    height, width = pictures.frame_bgr.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 90 * quarters, 0.75)
    turned = cv2.warpAffine(pictures.frame_bgr, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    board, *_ = known_board(CameraPictures(turned, turned), profile)
    assert board.finding == "it is the board of the profile, and lies elsewhere than it did"


def test_another_board_does_not_fit_the_profile(pictures: CameraPictures, profile: Profile):
    other = replace(profile, empty_bgr=np.ascontiguousarray(profile.empty_bgr[:, ::-1]))
    (verdict,) = known_board(pictures, other)
    assert (verdict.grade, "belongs to another board" in verdict.finding) == (Grade.POOR, True)


def test_another_size_of_frames_does_not_fit_the_profile(pictures: CameraPictures, profile: Profile):
    small = cv2.resize(pictures.frame_bgr, (640, 480))
    (verdict,) = known_board(CameraPictures(small, small), profile)
    assert verdict.finding == "the camera gives 640x480, but the profile was made with 960x720"


def test_a_dark_table_is_told_to_be_dark(pictures: CameraPictures, profile: Profile):
    dark = CameraPictures(pictures.frame_bgr // 9, pictures.still_bgr // 9)
    light = next(verdict for verdict in known_board(dark, profile) if verdict.topic == "Light")
    assert light.grade is Grade.POOR
    assert "switch on a light" in light.remedy


def test_a_board_that_nobody_knows_yet_is_looked_for(pictures: CameraPictures):
    assert [verdict.topic for verdict in unknown_board(pictures)] == TOPICS
    bare = np.full_like(pictures.still_bgr, 120)
    (verdict,) = unknown_board(CameraPictures(bare, bare))
    assert (verdict.topic, verdict.grade) == ("Board", Grade.POOR)


def test_a_board_that_cannot_be_read_is_told_its_own_remedy_and_no_other(pictures: CameraPictures):
    mirrored = np.ascontiguousarray(pictures.still_bgr[:, ::-1])
    (verdict,) = unknown_board(CameraPictures(mirrored, mirrored))
    assert "the picture is mirrored; switch that off" in str(verdict)
    assert "Clear the board" not in str(verdict)

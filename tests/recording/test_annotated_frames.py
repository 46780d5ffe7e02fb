"""The folder holds the frames in which something was said, or every frame, each with words below it."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.recording.annotated_frames import AnnotatedFrames, annotated
from companion.recording.playback import SeenFrame
from companion.referee.events import Event, NoticeGiven, Setup, TeamLook
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.referee.one_eyed_jack.tracking import begin
from companion.session.loop import Tick
from companion.vision.frame import Frame

SETUP = Setup(
    "my_rules N=2 T=2 hand=6 lines=2 n=5",
    tuple(card.code for card in REFERENCE.cards),
    (TeamLook("R", "red"), TeamLook("B", "blue")),
    ("Ann", "Ben"),
)
SAID = (NoticeGiven("BOARD_LOST", "The board is out of view. " * 6),)


@dataclass(frozen=True)
class Reading:
    """A reading of a frame that does not show the board."""

    observation: TableObservation


def seen(number: int, events: tuple[Event, ...]) -> SeenFrame:
    observation = TableObservation(
        number / 5, False, True, BoardObservation((None,) * 100), PileObservation(), ("BOARD_MOVED",)
    )
    frame = Frame(np.full((300, 400, 3), 90, np.uint8), number / 5)
    return SeenFrame(number, frame, Tick(Reading(observation), begin(SETUP)[0], events), 1.0)


@pytest.mark.parametrize(("every_frame", "kept"), [(False, ["000001.jpg"]), (True, ["000000.jpg", "000001.jpg"])])
def test_a_frame_is_kept_when_something_was_said_or_always(tmp_path: Path, every_frame: bool, kept: list[str]):
    pictures = AnnotatedFrames(tmp_path, every_frame)
    for number, events in enumerate([(), SAID]):
        pictures.keep(seen(number, events))
    assert sorted(path.name for path in tmp_path.iterdir()) == kept
    assert cv2.imread(str(tmp_path / "000001.jpg")).shape[1] == 400


def test_words_stand_below_the_picture_in_as_many_lines_as_they_need():
    quiet, talking = annotated(seen(0, ())), annotated(seen(0, SAID))
    assert 300 < quiet.shape[0] < talking.shape[0]
    assert np.array_equal(quiet[:300], np.full((300, 400, 3), 90, np.uint8))
    assert talking[300:].max() > 200
    assert talking[300:, -3:].max() < 60

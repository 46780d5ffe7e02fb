"""The folder of pictures keeps what the camera saw at each step, for that step alone, and never holds up a game."""

import os
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.journal.event_log import MemoryJournal
from companion.journal.turn_pictures import MOST, TurnPictures
from companion.ports import JournalEntry
from companion.referee.events import FaultFound, NoticeGiven, Setup, TeamLook, TurnPlayed
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.session.loop import Outlets, Session
from companion.vision.frame import Frame
from companion.web import Live
from hardware.lights import FakeLights

FAULT = FaultFound("TWO_CHIPS", (3, 4), "Two chips were put on the board: take one back.")
TURN = TurnPlayed("r 7D@C4")


def frame(at_s: float, grey: int = 90, width: int = 400) -> Frame:
    return Frame(np.full((width * 3 // 4, width, 3), grey, np.uint8), at_s)


def grey(jpeg: bytes | None) -> int:
    assert jpeg is not None
    return int(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).mean().round())


@pytest.fixture
def turn_pictures(tmp_path: Path) -> TurnPictures:
    return TurnPictures(tmp_path / "game.pictures")


def test_each_step_is_shown_as_the_camera_saw_it(turn_pictures: TurnPictures):
    turn_pictures.keep(frame(1.2, 60), [TURN])
    turn_pictures.keep(frame(2.4, 120), [FAULT])
    assert grey(turn_pictures.of(JournalEntry(TURN, 1.2))) == 60
    assert grey(turn_pictures.of(JournalEntry(FAULT, 2.4))) == 120
    assert turn_pictures.holds(JournalEntry(FAULT, 2.4))


def test_another_moment_and_another_event_have_no_picture(turn_pictures: TurnPictures):
    turn_pictures.keep(frame(1.2), [TURN])
    for entry in (JournalEntry(TURN, 1.4), JournalEntry(FAULT, 1.2)):
        assert not turn_pictures.holds(entry)
        assert turn_pictures.of(entry) is None


def test_what_is_no_step_is_not_kept(turn_pictures: TurnPictures, tmp_path: Path):
    turn_pictures.keep(frame(1.2), [NoticeGiven("BOARD_MOVED", "The board was moved.")])
    turn_pictures.keep(frame(1.4), [])
    assert not (tmp_path / "game.pictures").exists()


def test_pictures_are_small(turn_pictures: TurnPictures):
    turn_pictures.keep(frame(1.0, width=2304), [TURN])
    jpeg = turn_pictures.of(JournalEntry(TURN, 1.0))
    assert jpeg is not None
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (720, 960, 3)


def test_a_picture_that_was_cut_off_by_the_power_is_none(turn_pictures: TurnPictures, tmp_path: Path):
    turn_pictures.keep(frame(1.0), [TURN])
    (path,) = (tmp_path / "game.pictures").iterdir()
    path.write_bytes(b"")
    assert turn_pictures.of(JournalEntry(TURN, 1.0)) is None


def test_the_oldest_make_room(tmp_path: Path):
    folder = tmp_path / "game.pictures"
    turn_pictures = TurnPictures(folder, most=60)
    for number in range(120):
        turn_pictures.keep(frame(float(number), width=8), [TURN])
        for path in folder.iterdir():  # made in order, whatever the disk's clock can tell apart
            if path.stat().st_mtime > 1e9:
                os.utime(path, (number, number))
    held = [number for number in range(120) if turn_pictures.holds(JournalEntry(TURN, float(number)))]
    assert held == list(range(120 - len(held), 120))
    assert 10 <= len(held) <= 60 < MOST


def test_pictures_kept_after_the_clock_was_set_back_are_the_newest_all_the_same(tmp_path: Path):
    folder = tmp_path / "game.pictures"
    TurnPictures(folder).keep(frame(0.0, grey=60), [TURN])
    (early,) = folder.glob("*.jpg")
    os.utime(early, (4e9, 4e9))  # kept while the clock said 2096
    later = TurnPictures(folder)
    later.keep(frame(1.0, grey=90), [TURN])
    later.keep(frame(2.0, grey=120), [TURN])
    by_age = sorted(folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime_ns)
    assert [grey(path.read_bytes()) for path in by_age] == [60, 90, 120]


def test_a_disk_that_refuses_is_told_of_once_and_ends_nothing(tmp_path: Path):
    said: list[str] = []
    blocked = tmp_path / "game.pictures"
    blocked.write_text("a file where the folder should be")
    turn_pictures = TurnPictures(blocked, said.append)
    for at_s in (1.0, 2.0):
        turn_pictures.keep(frame(at_s), [TURN])
    assert len(said) == 1
    assert said[0].startswith("No picture was kept of this; the game goes on: ")
    blocked.unlink()
    turn_pictures.keep(frame(3.0), [TURN])
    assert turn_pictures.holds(JournalEntry(TURN, 3.0))


@dataclass(frozen=True)
class Reading:
    """A reading."""

    observation: TableObservation


class WrongChip:
    """A reader that sees a chip nobody laid a card for."""

    def start(self) -> None:
        """Nothing to remember."""

    def read(self, frame: Frame, memory: None) -> tuple[Reading, None]:
        """One red chip, after a quiet start."""
        lies = frame.taken_at_s > 1.0
        rows = [((-20.0, 0.0, -20.0) if square == 44 and lies else (0.0, -20.0, -20.0)) for square in range(100)]
        return Reading(
            TableObservation(frame.taken_at_s, True, False, BoardObservation(tuple(rows)), PileObservation())
        ), memory


def test_a_session_keeps_a_picture_of_what_it_says(turn_pictures: TurnPictures):
    cards = tuple(card.code for card in REFERENCE.cards)
    setup = Setup("classic N=2 T=2", cards, (TeamLook("R", "red"), TeamLook("B", "blue")), ("Ann", "Ben"))
    journal = MemoryJournal()
    outlets = Outlets(journal, FakeLights([]), Live(), pictures=turn_pictures)
    session = Session(WrongChip(), outlets, setup, 0.4)
    for number in range(1, 200):
        session.tick(frame(number / 5))
    told = [entry for entry in journal.entries() if isinstance(entry.event, (FaultFound, TurnPlayed))]
    assert told
    assert all(turn_pictures.holds(entry) for entry in told)

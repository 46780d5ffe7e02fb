"""An evening without a board is recorded with what phones said, and a replay of it tells the same."""

from functools import partial
from pathlib import Path

import cv2
from recorded_table import PATIENCE_S, Clock, opened, replayed, without_frames
from unforgiving import Unforgiving

from companion.journal.event_log import MemoryJournal
from companion.recording import playback
from companion.recording.evening_recorder import EveningRecorder, listened
from companion.recording.phone_commands import load_phone_commands
from companion.referee.events import Setup
from companion.referee.phones import Asker, signed
from companion.registry.games import act, refereed
from companion.session.loop import Outlets, Session
from companion.vision.card_index import load_card_index
from companion.vision.pile_table import PileTableReader
from hardware.archive import Budget, RecordingArchive
from hardware.lights import FakeLights
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable


def test_a_table_without_a_board_is_recorded_and_replays(tmp_path: Path):
    clock = Clock()
    table = VirtualTable("RB", lambda: clock.now_s, clock.pause)
    keeping = EveningRecorder(RecordingArchive(tmp_path, Budget(least_free_mb=0), print), True, print, lambda: "now")
    setup = Setup("base players=3", (), (), (), "black-jack")
    with keeping.recorded_without_board(opened(table), table.play_still({}), setup, PATIENCE_S)(None) as camera:
        for _ in range(4):
            camera.capture()
    about = load_recording(tmp_path / "now").about
    assert (about.board, about.frames, about.game.players) == (False, 4, ("Player 1", "Player 2", "Player 3"))
    assert about.game.setup(()).options == "base players=3"
    assert replayed(tmp_path / "now") == []


def test_a_picture_of_the_empty_table_larger_than_frames_makes_no_recording_unreadable(tmp_path: Path):
    clock = Clock()
    table = VirtualTable("RB", lambda: clock.now_s, clock.pause, seed=137)
    keeping = EveningRecorder(RecordingArchive(tmp_path, Budget(least_free_mb=0), print), True, print, lambda: "now")
    empty, setup = cv2.resize(table.play_still({}), (1920, 1440)), Setup("base players=4", (), (), (), "black-jack")
    with keeping.recorded_without_board(opened(table), empty, setup, 0.4)(None) as camera:
        for step in (lambda: None, lambda: table.deal(4)):
            step()
            for _ in range(8):
                camera.capture()
    assert [event["type"] for event in replayed(tmp_path / "now")] == ["laid"]


def test_what_phones_say_at_a_table_without_a_board_is_said_again_in_its_replay_to_the_last_word(tmp_path: Path):
    clock = Clock()
    table = VirtualTable("RB", lambda: clock.now_s, clock.pause, seed=137)
    keeping = EveningRecorder(RecordingArchive(tmp_path, Budget(least_free_mb=0), print), True, print, lambda: "now")
    setup = Setup("base players=4", (), (), (), "black-jack")
    empty, journal = table.play_still({}), MemoryJournal()
    with keeping.recorded_without_board(opened(table), empty, setup, 0.4)(None) as camera:
        outlets = Outlets(
            listened(journal, lambda: camera), FakeLights(()), playback.Nobody(), internal_errors=Unforgiving()
        )
        session = Session(PileTableReader(empty, load_card_index()), outlets, setup, 0.4)
        for step in (lambda: None, lambda: table.deal(4), *[lambda: said(session, "draw")] * 2):
            step()
            for _ in range(8):
                session.tick(camera.capture())
        said(session, "draw")
        session.blind("The camera was unplugged.")
    folder = tmp_path / "now"
    assert [each.given.command for each in load_phone_commands(folder / "said.jsonl")] == ["draw"] * 3
    told = refereed_rows(journal)
    assert len(told) > 2
    kept = str(tmp_path / "replayed.journal")
    assert [without_frames(replayed(folder, "--journal", kept)) for _ in range(2)] == [told] * 2
    (folder / "said.jsonl").write_text("")
    assert len(replayed(folder)) < len(told)


def said(session: Session, words: str) -> None:
    """A command from the table's phone."""
    table = Asker(table=True)
    session.command(signed(table, words, partial(act, asker=table, name=words, fields={})))


def refereed_rows(journal: MemoryJournal) -> list[dict]:
    return without_frames(refereed("black-jack").rows((0, entry.event) for entry in journal.entries()))

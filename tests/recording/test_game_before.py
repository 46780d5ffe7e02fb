"""An evening that goes on in a recording of its own: after a power cut its replay takes the game up where it stood."""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from recorded_table import PATIENCE_S, Clock, opened, replayed, without_frames
from unforgiving import Unforgiving

from calibration.profile import Profile, load_profile
from companion import wiring
from companion.errors import JournalError, RecordingError
from companion.files.atomic import write_rows
from companion.journal.event_log import MemoryJournal, SqliteJournal
from companion.live.evening import live_setup
from companion.live.eyes import Eyes
from companion.live.viewfinder import LiveViewfinder
from companion.ports import JournalEntry
from companion.recording import playback
from companion.recording.evening_recorder import EveningRecorder, listened
from companion.recording.game_before import load_game_before, rows_before
from companion.referee.events import CommandGiven, GameStarted, Setup
from companion.session.loop import Outlets, Session
from companion.views.one_eyed_jack.rows import event_rows
from hardware.archive import Budget, RecordingArchive
from hardware.lights import FakeLights
from hardware.virtual_table import VirtualTable

SETUP = Setup("base players=2", (), (), ("Ann", "Ben"), "black-jack")


class Standing(VirtualTable):
    """A drawn table that stays as it is when nobody looks."""

    def close(self) -> None:
        """Look away."""


class Table:
    """A drawn table that is recorded, folder after folder, and the game that is played at it."""

    def __init__(self, folder: Path, profile: Profile) -> None:
        clock = Clock()
        self.profile, self.journal = profile, MemoryJournal()
        self.drawn = Standing("RB", lambda: clock.now_s, clock.pause)
        keeping = EveningRecorder(RecordingArchive(folder, Budget(), print), False, print, iter("123").__next__)
        setup = live_setup(profile, None)
        self.opening = keeping.recorded(opened(self.drawn), lambda _: (setup, PATIENCE_S))

    @contextmanager
    def watched(self) -> Iterator[tuple[Eyes, Session]]:
        """Eyes and a session, until the power goes."""
        with closing(Eyes(self.opening, LiveViewfinder())) as eyes:
            eyes.open_for(self.profile)
            heard = listened(self.journal, lambda: eyes.camera)
            outlets = Outlets(heard, FakeLights(()), playback.Nobody(), internal_errors=Unforgiving())
            session = Session(wiring.table_reader(self.profile), outlets, live_setup(self.profile, None), PATIENCE_S)
            eyes.see_the_game_of(self.journal)
            yield eyes, session

    def play(self, eyes: Eyes, session: Session, squares: dict[int, str]) -> None:
        """Turn after turn, each watched for a while."""
        for square, letter in squares.items():
            self.drawn.put(square, letter)
            self.drawn.lay(self.profile.layout[square])
            self.look(eyes, session)

    def look(self, eyes: Eyes, session: Session) -> None:
        """Four seconds in which nobody does anything."""
        for _ in range(20):
            session.tick(eyes.camera.capture())

    def told(self, since: int) -> list[dict]:
        """What was told from this entry of the journal on."""
        entries = enumerate(self.journal.entries())
        return [row for row in event_rows((place, entry.event) for place, entry in entries) if row["i"] >= since]


@pytest.fixture
def table(tmp_path: Path, drawn_profile: Path) -> Table:
    return Table(tmp_path, load_profile(drawn_profile))


def test_a_recording_that_begins_in_mid_game_after_a_power_cut_replays_as_it_was_told(tmp_path: Path, table: Table):
    with table.watched() as (eyes, session):
        table.look(eyes, session)
        table.play(eyes, session, {44: "R", 53: "B"})
    since = len(table.journal.entries())
    with table.watched() as (eyes, session):
        table.play(eyes, session, {12: "R", 75: "B"})
    told = table.told(since)
    assert [row["square"] for row in told if row["type"] == "move"] == [[1, 2], [7, 5]]
    assert without_frames(replayed(tmp_path / "2")) == without_frames(told)
    assert without_frames(replayed(tmp_path / "1") + told) == without_frames(table.told(0))
    write_rows(tmp_path / "2" / "before.jsonl", ())
    assert without_frames(replayed(tmp_path / "2")) != without_frames(told)


def test_a_recording_that_begins_once_more_after_a_calibration_replays_as_it_was_told(tmp_path: Path, table: Table):
    with table.watched() as (eyes, session):
        table.look(eyes, session)
        table.play(eyes, session, {44: "R", 53: "B"})
        eyes.open_for(None)
        since = len(table.journal.entries())
        eyes.open_for(table.profile)
        table.play(eyes, session, {12: "R"})
    told = table.told(since)
    assert [row["square"] for row in told if row["type"] == "move"] == [[1, 2]]
    assert without_frames(replayed(tmp_path / "2")) == without_frames(told)


def test_a_journal_that_cannot_be_read_any_more_as_the_camera_is_opened_again_ends_no_evening(
    tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
):
    def torn() -> Iterator[tuple[JournalEntry, ...]]:
        raise JournalError("the card is gone")

    with table.watched() as (eyes, session):
        table.look(eyes, session)
        monkeypatch.setattr(table.journal, "games", torn)
        eyes.open_for(None)
        eyes.open_for(table.profile)
        table.look(eyes, session)
    assert (tmp_path / "2" / "before.jsonl").read_text() == ""
    assert (tmp_path / "2" / "frames.jsonl").read_text()


def test_a_replay_whose_game_is_kept_takes_it_up_once(tmp_path: Path, table: Table):
    with table.watched() as (eyes, session):
        table.look(eyes, session)
        table.play(eyes, session, {44: "R"})
    with table.watched() as (eyes, session):
        table.play(eyes, session, {53: "B"})
    kept = str(tmp_path / "replayed.journal")
    once = replayed(tmp_path / "2", "--journal", kept)
    assert [row["square"] for row in once if row["type"] == "move"] == [[5, 3]]
    assert replayed(tmp_path / "2", "--journal", kept) == once
    with closing(SqliteJournal(Path(kept))) as journal:
        assert len(list(journal.games())) == 1


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"type": "Dance"}], "no such kind of event: 'Dance'"),
        (rows_before([CommandGiven("seat 1", "draw")]), "the journal does not add up to a game"),
        (rows_before([GameStarted(replace(SETUP, options="poker"))]), "the journal does not add up to a game"),
        ([7], "not an event"),
    ],
)
def test_what_is_no_game_is_refused_in_words(tmp_path: Path, rows: Iterable[dict], words: str):
    write_rows(tmp_path / "before.jsonl", rows)
    with pytest.raises(RecordingError, match=rf"before\.jsonl: not what happened before \({words}.*copy the recording"):
        load_game_before(tmp_path / "before.jsonl")


def test_a_list_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(RecordingError, match=r"before\.jsonl: cannot be read \(No such file"):
        load_game_before(tmp_path / "before.jsonl")

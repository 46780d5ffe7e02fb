"""A recorded evening from its first frame on: its folder is complete at every moment, whatever ends it."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from calibration.profile import Profile, save_profile
from companion.errors import JournalError
from companion.files.atomic import built_file, write_bytes, write_json, write_picture, write_rows
from companion.journal.resuming import last_game
from companion.ports import Camera, Journal, JournalEntry
from companion.recording.game_before import BEFORE, rows_before
from companion.recording.phone_commands import SAID, phone_commands_in
from companion.referee.events import Event, Setup
from companion.registry.games import refereed
from companion.vision.frame import Image
from hardware.archive import EVENING, MARK, RecordingArchive
from hardware.description import Description, Enrolment, RecordedGame, describe
from hardware.recorder import LISTED, VIDEO, RecordedCamera, Recorder
from hardware.recordings import PLAY_STILL
from hardware.watched import FRAMES_PER_S

_PROFILE = "board.profile"
_STILL, _LAID, _EMPTY_TABLE = "empty.jpg", "enrol.jpg", "empty_table.png"
_ABOUT = "recording.json"
Beginning = tuple[Description, Callable[[Path], None]]
"""What a recording says of itself, and what writes into its folder how the table looks."""
OpenCamera = Callable[[Profile | None], AbstractContextManager[Camera | None]]


@dataclass(frozen=True, slots=True)
class EveningRecorder:
    """How evenings are kept: where, which frames, and whom to tell; `now` names an evening by date and time."""

    archive: RecordingArchive
    every_frame: bool
    say: Callable[[str], None]
    now: Callable[[], str]

    def recorded(self, camera: OpenCamera, game: Callable[[Profile], tuple[Setup, float]]) -> OpenCamera:
        """The same camera, its frames kept once a board is known; `game` tells what is played on it, how patiently."""

        def beginning(profile: Profile | None) -> Beginning | None:
            """What is known of the board, if anything is."""
            known = None if profile is None else description_of(profile, *game(profile))
            return None if profile is None or known is None else (known, partial(_keep_board, profile))

        return self._recorded(camera, beginning)

    def recorded_without_board(self, camera: OpenCamera, empty: Image, setup: Setup, patience_s: float) -> OpenCamera:
        """The same camera at a table without a board, `empty` [height, width, 3] being its picture without a card."""
        about = description_without_board(empty, setup, patience_s)
        return self._recorded(camera, lambda _: (about, partial(_keep_empty_table, empty)))

    def _recorded(self, camera: OpenCamera, beginning: "Callable[[Profile | None], Beginning | None]") -> OpenCamera:

        @contextmanager
        def opened(profile: Profile | None) -> Iterator[Camera | None]:
            """The camera, with a recorder behind it."""
            with camera(profile) as bare:
                known = None if bare is None else beginning(profile)
                if known is None:
                    self.say("Nothing is recorded until a board is known.")
                begun = None if known is None else self._begun(*known)
                if bare is None or begun is None:
                    yield bare
                    return
                try:
                    with closing(begun.recorder):  # the camera is let go of by whoever opened it: a drawn table never
                        yield RecordedCamera(bare, begun.recorder)
                finally:
                    begun.end(self.say)

        return opened

    def _begun(self, about: Description, keep: Callable[[Path], None]) -> "_Begun | None":
        """A folder with all but frames, of which `keep` writes the table; None and nothing where that cannot be."""
        now = self.now()
        try:
            folder = self.archive.new(now)
            with ExitStack() as undoing:
                undoing.callback(shutil.rmtree, folder, ignore_errors=True)
                number, named = self.archive.next_evening(), replace(about, name=folder.name)
                recorder = Recorder(folder, self.archive, self.say, self.every_frame)
                undoing.callback(recorder.close)
                begun = _Begun(folder, named, now, number, recorder)
                for listed in (SAID, BEFORE):
                    write_rows(folder / listed, ())
                keep(folder)
                begun.write()
                undoing.pop_all()
        except OSError as error:
            self.say(f"Nothing is being recorded; the game goes on: {error}.")
            return None
        self.say(f"Recording into {folder}.")
        return begun


def _keep_board(profile: Profile, folder: Path) -> None:
    """The profile and what it was learnt from, if known. Raises OutputError without room."""
    save_profile(profile, folder / _PROFILE)
    write_picture(folder / PLAY_STILL, profile.empty_bgr)
    if profile.learnt_from is not None:
        write_bytes(folder / _STILL, profile.learnt_from.still)
        write_bytes(folder / _LAID, profile.learnt_from.laid)


def _keep_empty_table(empty: Image, folder: Path) -> None:
    """The table without a card. Raises OutputError without room."""
    write_picture(folder / _EMPTY_TABLE, empty)


def listened(journal: Journal, camera: Callable[[], Camera | None]) -> Journal:
    """The same journal; while the camera's frames are recorded, what phones say is listed beside them."""
    return _Listening(journal, camera)


def begun_with(camera: Camera | None, journal: Journal) -> None:
    """The camera's recording, where it makes one, begins in the last game of this journal, as far as that has come."""
    if isinstance(camera, RecordedCamera):
        with suppress(JournalError):  # a disk that cannot be read any more costs a replay its beginning, and no evening
            camera.recorder.note(BEFORE, rows_before([entry.event for entry in last_game(journal)]))


@dataclass(frozen=True, slots=True)
class _Listening:
    """The journal port over another journal, whose commands a recorder notes once they are kept."""

    journal: Journal
    camera: Callable[[], Camera | None]

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Into the other journal, and what phones said into the recording. Raises JournalError as the other does."""
        happened = tuple(events)
        self.journal.append(happened, taken_at_s)
        camera = self.camera()
        if not isinstance(camera, RecordedCamera):
            return
        began_s = taken_at_s if camera.recorder.began_s is None else camera.recorder.began_s
        at_s = max(taken_at_s, began_s)  # what was said before the first frame has no moment of its own
        said = phone_commands_in([JournalEntry(event, at_s) for event in happened], began_s)
        camera.recorder.note(SAID, (each.row for each in said))

    def entries(self) -> tuple[JournalEntry, ...]:
        """The other journal's."""
        return self.journal.entries()

    def games(self) -> Iterator[tuple[JournalEntry, ...]]:
        """The other journal's."""
        return self.journal.games()

    def trouble(self) -> str:
        """The other journal's."""
        return self.journal.trouble()

    def lost(self) -> str:
        """The other journal's."""
        return self.journal.lost()

    def began_this_evening(self) -> bool:
        """As the other journal says."""
        return self.journal.began_this_evening()

    def close(self) -> None:
        """Close the other journal."""
        self.journal.close()


@dataclass(frozen=True, slots=True)
class _Begun:
    """A recording that grows, when it began, and its number among the evenings."""

    folder: Path
    about: Description
    recorded_at: str
    evening: int
    recorder: Recorder

    def write(self) -> None:
        """What the recording says of itself, with as many frames as there are. Raises OutputError when it cannot."""
        about = replace(self.about, frames=self.recorder.frames)
        with built_file(self.folder / _ABOUT) as building:
            write_json(building, {**describe(about), MARK: self.recorded_at, EVENING: self.evening})

    def end(self, say: Callable[[str], None]) -> None:
        """Write down how many frames came; a recording that does not say so can be read all the same."""
        self.recorder.close()
        try:
            self.write()
        except OSError as error:
            say(f"{error}; the recording can be read all the same")


def description_of(profile: Profile, setup: Setup, patience_s: float) -> Description:
    """What a recording says of an evening with this game at a table that calibration knows, before its first frame."""
    x, y = profile.geometry.image_from_board(np.zeros((1, 2)))[0]
    learnt_from = profile.learnt_from
    return replace(
        _description(profile.size_px, setup, patience_s),
        calibration_still=PLAY_STILL if learnt_from is None else _STILL,
        top_left_px=(round(float(x), 2), round(float(y), 2)),
        enrolment=Enrolment("", {}) if learnt_from is None else Enrolment(_LAID, learnt_from.chips),
        profile=_PROFILE,
    )


def description_without_board(empty: Image, setup: Setup, patience_s: float) -> Description:
    """What a recording says of an evening at a table without a board."""
    height, width = empty.shape[:2]
    return replace(_description((width, height), setup, patience_s), board=False)


def _description(size_px: tuple[int, int], setup: Setup, patience_s: float) -> Description:
    """What a recording says before its first frame, with or without a board."""
    return Description(
        name="",
        size_px=size_px,
        fps=FRAMES_PER_S,
        frames=0,
        video=VIDEO,
        calibration_still=_EMPTY_TABLE,
        top_left_px=(0.0, 0.0),
        patience_s=patience_s,
        enrolment=Enrolment("", {}),
        game=_game(setup),
        listed=LISTED,
        said=SAID,
        before=BEFORE,
    )


def _game(setup: Setup) -> RecordedGame:
    preset, *changes = setup.options.split()
    options: dict[str, Any] = {}
    for change in changes:
        key, _, value = change.partition("=")
        options[key] = int(value) if value.isdecimal() else value
    letters = [team.letter for team in setup.teams]
    seats = refereed(setup.game).options(setup.options).seats
    if not letters:
        players = setup.players or tuple(f"Player {seat}" for seat in range(1, seats + 1))
        return RecordedGame(setup.game, preset, options, (), (), players)
    return RecordedGame(
        setup.game,
        preset,
        options,
        setup.teams,
        tuple(letters[seat % len(letters)] for seat in range(seats)),
        chips=setup.chips,
    )

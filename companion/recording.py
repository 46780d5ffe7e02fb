"""A recorded evening from its first frame on: its folder is complete at every moment, whatever ends it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.profile import Profile, save_profile
from companion.ports import Camera
from companion.referee.events import Setup
from companion.repertoire import refereed
from companion.results import built_file, write_bytes, write_json, write_picture
from hardware.archive import EVENING, MARK, Archive
from hardware.description import Description, Enrolment, RecordedGame, describe
from hardware.recorder import LISTED, VIDEO, RecordedCamera, Recorder
from hardware.recordings import PLAY_STILL
from hardware.watched import FRAMES_PER_S

_PROFILE = "board.profile"
_STILL, _LAID = "empty.jpg", "enrol.jpg"
_ABOUT = "recording.json"
OpenCamera = Callable[[Profile | None], AbstractContextManager[Camera | None]]


@dataclass(frozen=True, slots=True)
class Keeping:
    """How evenings are kept: where, which frames, and whom to tell; `now` names an evening by date and time."""

    archive: Archive
    every_frame: bool
    say: Callable[[str], None]
    now: Callable[[], str]

    def recorded(self, camera: OpenCamera, game: Callable[[Profile], tuple[Setup, float]]) -> OpenCamera:
        """The same camera, its frames kept once a board is known; `game` tells what is played on it, how patiently."""

        @contextmanager
        def opened(profile: Profile | None) -> Iterator[Camera | None]:
            """The camera, with a recorder behind it."""
            with camera(profile) as bare:
                begun = None if bare is None or profile is None else self._begun(profile, *game(profile))
                if bare is None or begun is None:
                    yield bare
                    return
                try:
                    with closing(RecordedCamera(bare, begun.recorder)) as kept:
                        yield kept
                finally:
                    begun.end(self.say)

        return opened

    def _begun(self, profile: Profile, setup: Setup, patience_s: float) -> "_Begun | None":
        """A folder with everything but frames; None, which is said, where it cannot be made."""
        now = self.now()
        try:
            folder = self.archive.new(now)
            begun = _Begun(
                folder,
                replace(description_of(profile, setup, patience_s), name=folder.name),
                now,
                self.archive.next_evening(),
                Recorder(folder, self.archive, self.say, self.every_frame),
            )
            save_profile(profile, folder / _PROFILE)
            _show(profile, folder)
            begun.write()
        except OSError as error:
            self.say(f"Nothing is recorded, the game goes on: {error}.")
            return None
        self.say(f"Recording into {folder}.")
        return begun


def _show(profile: Profile, folder: Path) -> None:
    """The pictures this board was learnt from, as far as they are known. Raises OutputError when there is no room."""
    write_picture(folder / PLAY_STILL, profile.empty_bgr)
    if profile.learnt_from is not None:
        write_bytes(folder / _STILL, profile.learnt_from.still)
        write_bytes(folder / _LAID, profile.learnt_from.laid)


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
    learnt_from, (width, height) = profile.learnt_from, profile.size_px
    return Description(
        name="",
        size_px=(width, height),
        fps=FRAMES_PER_S,
        frames=0,
        video=VIDEO,
        calibration_still=PLAY_STILL if learnt_from is None else _STILL,
        top_left_px=(round(float(x), 2), round(float(y), 2)),
        patience_s=patience_s,
        enrolment=Enrolment("", {}) if learnt_from is None else Enrolment(_LAID, learnt_from.chips),
        game=_game(setup),
        listed=LISTED,
        profile=_PROFILE,
    )


def _game(setup: Setup) -> RecordedGame:
    preset, *changes = setup.options.split()
    options: dict[str, Any] = {}
    for change in changes:
        key, _, value = change.partition("=")
        options[key] = int(value) if value.isdecimal() else value
    letters = [team.letter for team in setup.teams]
    seats = refereed(setup.game).options(setup.options).seats
    return RecordedGame(
        setup.game, preset, options, setup.teams, tuple(letters[seat % len(letters)] for seat in range(seats))
    )

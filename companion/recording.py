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
from companion.results import built_file, write_json, write_picture
from hardware.archive import MARK, Archive
from hardware.description import Description, Enrolment, RecordedGame, describe
from hardware.recorder import LISTED, VIDEO, RecordedCamera, Recorder
from hardware.recordings import PLAY_STILL
from hardware.watched import FRAMES_PER_S

_PROFILE = "board.profile"
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
                if bare is None or profile is None:
                    yield bare
                    return
                about = description_of(profile, *game(profile))
                with self._begun(about, profile) as recorder, closing(RecordedCamera(bare, recorder)) as kept:
                    yield kept

        return opened

    @contextmanager
    def _begun(self, about: Description, profile: Profile) -> Iterator[Recorder]:
        """A folder with everything but frames; how many came is written down at the end."""
        now = self.now()
        folder = self.archive.new(now)
        about = replace(about, name=folder.name)
        save_profile(profile, folder / _PROFILE)
        write_picture(folder / PLAY_STILL, profile.empty_bgr)
        _write(folder, about, now)
        self.say(f"Recording into {folder}.")
        recorder = Recorder(folder, self.archive, self.say, self.every_frame)
        try:
            yield recorder
        finally:
            recorder.close()
            _write(folder, replace(about, frames=recorder.frames), now)


def description_of(profile: Profile, setup: Setup, patience_s: float) -> Description:
    """What a recording says of an evening with this game at a table that calibration knows, before its first frame."""
    x, y = profile.geometry.image_from_board(np.zeros((1, 2)))[0]
    height, width = profile.empty_bgr.shape[:2]
    return Description(
        name="",
        size_px=(width, height),
        fps=FRAMES_PER_S,
        frames=0,
        video=VIDEO,
        calibration_still=PLAY_STILL,
        top_left_px=(round(float(x), 2), round(float(y), 2)),
        patience_s=patience_s,
        enrolment=Enrolment("", {}),
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


def _write(folder: Path, about: Description, recorded_at: str) -> None:
    with built_file(folder / _ABOUT) as building:
        write_json(building, {**describe(about), MARK: recorded_at})

"""The one place where the house looks outward: cameras, lamps, journals and calibration are joined to the session."""

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.board_finder import Tap
from calibration.profile import Profile, check_same_board, load_profile
from calibration.steps import Calibrated, Stills, calibrate
from companion.chronicle import Chronicle
from companion.errors import ProfileError, RecordingError, SettingsError
from companion.games.one_eyed_jack.squares import SIZE, column_of, row_of
from companion.journal import MemoryJournal, SqliteJournal
from companion.ports import Archive, Audience, Buttons, Camera, Journal, Lights, Mute, Pictures, Sounder
from companion.referee.events import GameStarted, Setup
from companion.repertoire import refereed
from companion.resuming import last_game
from companion.session import Outlets, Reader, Session, Tick
from companion.settings import LightSettings, PageSettings, Settings
from companion.spoken import Said, load_said
from companion.views.looks import seat_looks
from companion.views.rows import observation_row
from companion.views.statement import Statement
from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame
from companion.vision.pile_table import PileTableReader
from companion.vision.table import TableModel, TableReader
from companion.web import Live, Workshop, create_app
from companion.web.drawn_table import TapTable, add_drawn_table
from companion.web.history import add_history
from companion.web.server import Server, serve
from hardware.controls import FakeButtons, FakeSounder, GpioButtons, GpioSounder
from hardware.lights import FakeLights, GpioLights
from hardware.muting import MutedSounder, MuteSwitch
from hardware.recordings import PLAY_STILL, PacedCamera, RecordingCamera
from hardware.recordings import Recording as Recording  # the demo speaks of recordings, but looks no further than here
from hardware.strip import StripLights

Progress = Callable[[str], None]
_ROUNDED_S = 0.002
"""By how much the times of frames and of what was said may be rounded."""


class Nobody:
    """An audience that does not listen."""

    def tell(self, status: Statement) -> None:
        """Hear it and forget it."""


@dataclass(frozen=True, slots=True)
class Stage:
    """For whom an evening is played, and how fast; as fast as it goes when the speed is None."""

    audience: Audience = field(default_factory=Nobody)
    speed: float | None = None
    measured: Callable[[Reader], Reader] = field(default=lambda reader: reader)
    """What stands between the session and what reads its frames."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One frame of an evening, by its number from 0, and how many milliseconds reading and judging it took."""

    number: int
    frame: Frame
    tick: Tick
    ms: float


@dataclass(frozen=True, slots=True)
class Evening:
    """A session, its journal, and the frames that drive it, each judged as it is taken from here."""

    session: Session
    journal: Journal
    frames: Iterator[Seen]


def demo_recording() -> Path:
    """The recording that ships with the program. Raises RecordingError when it was left out."""
    here = Path(__file__).resolve().parent
    places = (here / "demo_recording", here.parent / "tests" / "recordings" / "long-evening")
    for place in places:
        if place.is_dir():
            return place
    raise RecordingError(f"{places[0]}: the demo's recording is missing; install the program again")


def profile_for(recording: Recording, saved: Path | None, progress: Progress) -> Profile:
    """A saved profile, if it fits this recording's board and teams, or else one made from the recording's stills.

    Raises RecordingError when no board lies there, and ProfileError.
    """
    about = recording.about
    if not about.board:
        raise RecordingError(f"{recording.folder}: shows a table without a board, of which calibration learns nothing")
    if saved is None and about.profile is None:
        return calibrated(recording, (), progress).profile
    saved = saved or recording.folder / str(about.profile)
    progress("comparing the profile with the board")
    profile = load_profile(saved)
    teams = [team.letter for team in about.game.teams]
    if list(profile.chips) != teams:
        known = ", ".join(profile.chips)
        raise ProfileError(f"{saved}: knows the chips of {known}, not of {', '.join(teams)}; calibrate again")
    check_same_board(profile, recording.still(PLAY_STILL), about.top_left_px)
    return profile


def calibrated(recording: Recording, corners_px: Sequence[Tap], progress: Progress) -> Calibrated:
    """What calibration makes of a recording's stills; `corners_px` are the board's corners where a person helped."""
    if not recording.about.enrolment.chips:
        raise RecordingError(f"{recording.folder}: shows no chips to be learnt; its own profile knows them")
    return calibrate(_stills(recording, corners_px), recording.about.enrolment.chips, progress)


def reader_of(recording: Recording, profile: Profile | None) -> Reader:
    """What reads a recording's frames; without a board nothing but the pile is known. Raises RecordingError."""
    if profile is not None:
        return table_reader(profile)
    return PileTableReader(recording.still(recording.about.calibration_still), load_card_index())


def table_reader(profile: Profile) -> TableReader:
    """What reads frames of the table this profile was made at."""
    model = TableModel(profile.geometry, profile.empty_bgr, tuple(profile.chips.values()))
    return TableReader(model, load_card_index())


@dataclass(frozen=True, slots=True)
class Rooms:
    """What has pages of its own beside the live page, where it is there."""

    drawn: TapTable | None = None
    workshop: Workshop | None = None
    archive: Archive | None = None
    pictures: Pictures | None = None
    mute: Mute | None = None
    """What silences the buzzer, where there is one; pages find it as `app.extensions["mute"]`."""


def serve_page(live: Live, settings: PageSettings, rooms: Rooms) -> Server:
    """The page and those of the rooms, served until it is closed. Raises SettingsError without the address."""
    app = create_app(live, workshop=rooms.workshop)
    app.extensions["mute"] = rooms.mute
    if rooms.drawn is not None:
        add_drawn_table(app, rooms.drawn)
    if rooms.archive is not None:
        add_history(app, Chronicle(rooms.archive), rooms.pictures)
    try:
        return serve(app, settings.host, settings.port)
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise SettingsError(f"the page cannot be served at {where} ({error.strerror}); choose another port") from error


@contextmanager
def evening(recording: Recording, profile: Profile | None, settings: Settings, stage: Stage) -> Iterator[Evening]:
    """A recorded evening ready to play; camera, lamps and journal are let go when the block ends, however it ends.

    The profile is None where no board lies. What phones said that evening is said again, where the recording knows it.
    Raises RecordingError, JournalError, LightsError or ControlsError when one of them cannot be used.
    """
    with ExitStack() as stack:
        setup = recording.about.game.setup(() if profile is None else profile.layout)
        said = () if recording.about.said is None else load_said(recording.folder / recording.about.said)
        camera = stack.enter_context(closing(_camera(recording, stage.speed)))
        journal = stack.enter_context(closing(_journal(settings.journal)))
        lights = stack.enter_context(closing(lights_for(settings.lights, setup)))
        pins = settings.controls
        sounder = stack.enter_context(closing(sounder_for(pins.buzzer, MuteSwitch(pins.muted))))
        outlets = Outlets(journal, lights, stage.audience, sounder)
        patience_s = recording.about.patience_s if settings.patience_s is None else settings.patience_s
        session = _session(stage.measured(reader_of(recording, profile)), outlets, setup, patience_s)
        yield Evening(session, journal, _seen(camera, session, said))


def layout_document(layout: Sequence[str], doubtful: Sequence[int]) -> Mapping[str, Any]:
    """What `layout.json` holds."""
    rows = [list(layout[start : start + SIZE]) for start in range(0, len(layout), SIZE)]
    return {"layout": rows, "doubtful": [[row_of(square), column_of(square)] for square in doubtful]}


def frame_row(seen: Seen) -> Mapping[str, Any]:
    """A line of `observations.jsonl`."""
    row = observation_row(seen.tick.observation, seen.tick.tracking)
    return {"i": seen.number, **row, "ms": round(seen.ms, 3)}


def told_rows(journal: Journal, recording: Recording) -> list[dict[str, Any]]:
    """The lines of `events.jsonl`, from the last game in a journal."""
    entries = last_game(journal.entries())
    started = entries[0].event
    assert isinstance(started, GameStarted)
    return refereed(started.setup.game).rows((recording.number_at(entry.taken_at_s), entry.event) for entry in entries)


def _camera(recording: Recording, speed: float | None) -> Camera:
    camera = RecordingCamera(recording)
    return camera if speed is None else PacedCamera(camera, speed)


def _journal(path: Path | None) -> Journal:
    return MemoryJournal() if path is None else SqliteJournal(path)


def lights_for(settings: LightSettings, setup: Setup) -> Lights:
    """The lamps at this table. Raises LightsError when they cannot be reached."""
    looks = seat_looks([team.name for team in setup.teams])
    if settings.kind == "strip":
        return StripLights(settings.strip, looks)
    return GpioLights(settings.pins, looks) if settings.kind == "gpio" else FakeLights(looks)


def sounder_for(pin: int | None, mute: Mute) -> Sounder:
    """The buzzer on this pin, heard unless it is muted; where there is none, nothing is. Raises ControlsError."""
    return FakeSounder() if pin is None else MutedSounder(GpioSounder(pin), mute)


def buttons_for(pin: int | None) -> Buttons:
    """The button on this pin; where there is none, nobody presses it. Raises ControlsError."""
    return FakeButtons() if pin is None else GpioButtons(pin)


def _session(reader: Reader, outlets: Outlets, setup: Setup, patience_s: float) -> Session:
    try:
        return Session(reader, outlets, setup, patience_s)
    except ValueError as error:
        raise RecordingError(f"this game cannot be played: {error}") from error


def _seen(camera: Camera, session: Session, said: Sequence[Said]) -> Iterator[Seen]:
    """Every frame; a game gone on with is judged from where it stopped, the frames before are only looked at."""
    known_until_s = -1.0 if session.resumed_at_s is None else session.resumed_at_s
    waiting = deque(each for each in said if each.at_s > known_until_s)
    for number, frame in enumerate(iter(camera.capture, None)):
        while waiting and waiting[0].at_s < frame.taken_at_s - _ROUNDED_S:
            session.command(waiting.popleft().command)
        began_s = time.perf_counter()
        tick = session.tick(frame) if frame.taken_at_s > known_until_s else session.watch(frame)
        yield Seen(number, frame, tick, 1000 * (time.perf_counter() - began_s))


def _stills(recording: Recording, corners_px: Sequence[Tap]) -> Stills:
    about = recording.about
    return Stills(
        empty_bgr=recording.still(about.calibration_still),
        empty_play_bgr=recording.still(PLAY_STILL),
        enrol_bgr=recording.still(about.enrolment.still),
        top_left_px=about.top_left_px,
        corners_px=corners_px,
    )

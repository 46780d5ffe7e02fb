"""A recorded evening played again: its frames, and what phones said between them, go through an ordinary session."""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from calibration.profile import Profile
from companion.errors import RecordingError
from companion.journal.event_log import MemoryJournal, SqliteJournal
from companion.journal.place import refuse_foreign
from companion.journal.resuming import last_game
from companion.ports import Audience, Camera, Journal
from companion.recording.game_before import BEFORE_S, load_game_before
from companion.recording.phone_commands import PhoneCommand, load_phone_commands
from companion.referee.events import Event, GameStarted, Setup
from companion.session.loop import FrameReader, Outlets, Session, Tick
from companion.settings import Settings
from companion.views.statement import Statement
from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame
from companion.vision.pile_table import PileTableReader
from companion.wiring import lights_for, sounder_for, table_reader
from hardware.muting import MuteSwitch
from hardware.recordings import PacedCamera, Recording, RecordingCamera

_ROUNDED_S = 0.002
"""By how much the times of frames and of what was said may be rounded."""


class Nobody:
    """An audience that does not listen."""

    def tell(self, status: Statement) -> None:
        """Hear it and forget it."""


@dataclass(frozen=True, slots=True)
class PlaybackOptions:
    """For whom an evening is played, and how fast; as fast as it goes when the speed is None."""

    audience: Audience = field(default_factory=Nobody)
    speed: float | None = None
    measured: Callable[[FrameReader], FrameReader] = field(default=lambda reader: reader)
    """What stands between the session and what reads its frames."""


@dataclass(frozen=True, slots=True)
class SeenFrame:
    """One frame of an evening, by its number from 0, and how many milliseconds reading and judging it took."""

    number: int
    frame: Frame
    tick: Tick
    ms: float


@dataclass(frozen=True, slots=True)
class Playback:
    """A session, its journal, and the frames that drive it, each judged as it is taken from here."""

    session: Session
    journal: Journal
    frames: Iterator[SeenFrame]


def reader_of(recording: Recording, profile: Profile | None) -> FrameReader:
    """What reads a recording's frames; without a board nothing but the pile is known. Raises RecordingError."""
    if profile is not None:
        return table_reader(profile)
    return PileTableReader(recording.still(recording.about.calibration_still), load_card_index())


@contextmanager
def playing(
    recording: Recording, profile: Profile | None, settings: Settings, stage: PlaybackOptions
) -> Iterator[Playback]:
    """A recorded evening ready to play; camera, lamps and journal are let go when the block ends, however it ends.

    The profile is None where no board lies. A game that had begun before is gone on with, and what phones said that
    evening is said again, where the recording knows it.
    Raises RecordingError, JournalError, LightsError or ControlsError when one of them cannot be used.
    """
    with ExitStack() as stack:
        before = () if recording.about.before is None else load_game_before(recording.folder / recording.about.before)
        said = () if recording.about.said is None else load_phone_commands(recording.folder / recording.about.said)
        camera = stack.enter_context(closing(_camera(recording, stage.speed)))
        journal = stack.enter_context(closing(_journal(settings.journal)))
        setup = _setup(recording, profile, before)
        if before and not last_game(journal):
            journal.append(before, BEFORE_S)
        lights = stack.enter_context(closing(lights_for(settings.lights, setup)))
        pins = settings.controls
        sounder = stack.enter_context(closing(sounder_for(pins.buzzer, MuteSwitch(pins.muted))))
        outlets = Outlets(journal, lights, stage.audience, sounder)
        patience_s = settings.patience_or(recording.about.patience_s)
        session = _session(stage.measured(reader_of(recording, profile)), outlets, setup, patience_s)
        yield Playback(session, journal, _seen_frames(camera, session, said))


def _setup(recording: Recording, profile: Profile | None, before: Sequence[Event]) -> Setup:
    """That of the game that had begun, or the one that the recording says of itself."""
    if not before:
        return recording.about.game.setup(() if profile is None else profile.layout)
    started = before[0]
    assert isinstance(started, GameStarted)
    return started.setup


def _camera(recording: Recording, speed: float | None) -> Camera:
    camera = RecordingCamera(recording)
    return camera if speed is None else PacedCamera(camera, speed)


def _journal(path: Path | None) -> Journal:
    if path is None:
        return MemoryJournal()
    refuse_foreign(path)
    return SqliteJournal(path)


def _session(reader: FrameReader, outlets: Outlets, setup: Setup, patience_s: float) -> Session:
    try:
        return Session(reader, outlets, setup, patience_s)
    except ValueError as error:
        raise RecordingError(f"this game cannot be played: {error}") from error


def _seen_frames(camera: Camera, session: Session, said: Sequence[PhoneCommand]) -> Iterator[SeenFrame]:
    """Every frame, and after the last what was said since; a game gone on with is judged from where it stopped.

    The frames before that are only looked at.
    """
    known_until_s = -1.0 if session.resumed_at_s is None else session.resumed_at_s
    waiting = deque(each for each in said if each.at_s > known_until_s)
    for number, frame in enumerate(iter(camera.capture, None)):
        while waiting and waiting[0].at_s < frame.taken_at_s - _ROUNDED_S:
            session.command(waiting.popleft().command)
        began_s = time.perf_counter()
        tick = session.tick(frame) if frame.taken_at_s > known_until_s else session.watch(frame)
        yield SeenFrame(number, frame, tick, 1000 * (time.perf_counter() - began_s))
    for each in waiting:
        session.command(each.command)
    session.answer_phones()

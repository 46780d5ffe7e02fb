"""The one loop of an evening, and the only place where its state is kept.

A frame goes in; it is read, judged, written to the journal, and only then told to lamps and phones. Phones speak
through an inbox that is emptied between two frames, so that nothing here is ever touched by two threads.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from companion.errors import JournalError
from companion.journal.resuming import BrokenGameError, Retraced, following, gone_on_with, last_game, resumed, told_of
from companion.ports import Audience, Journal, Lights, Pictures, Sounder
from companion.referee.events import Event, GameStarted, NoticeGiven, Setup
from companion.referee.followed import Command, Followed, Step
from companion.referee.observation import TableObservation, nothing_seen
from companion.registry.games import refereed
from companion.session import caveats
from companion.session.internal_errors import InternalError, InternalErrors
from companion.views.scene import Scene
from companion.views.sounds import sound_of
from companion.views.statement import Statement
from companion.vision.frame import Frame
from companion.vision.stall import Pulse

T = TypeVar("T")


class FrameReader(Protocol):
    """Something that reads frames: the table reader, or a test's script."""

    def start(self) -> Any:
        """What is remembered before the first frame."""

    def read(self, frame: Frame, memory: Any) -> tuple[Any, Any]:
        """A reading of this frame with its `observation`, and what to remember for the next."""


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where events, scenes, statements, sounds and pictures go."""

    journal: Journal
    lights: Lights
    audience: Audience
    sounder: Sounder | None = None
    pictures: Pictures | None = None
    internal_errors: InternalErrors = field(default_factory=InternalErrors)
    """Where mistakes of the program's own are noted."""
    makes_room: bool = False
    """Whether a game that cannot be gone on with is left in the journal and a new one begun; else that is an error."""


@dataclass(frozen=True, slots=True)
class Tick:
    """What one frame came to; `reading` is the reader's own, with whatever it tells beside its observation."""

    reading: Any
    tracking: Followed
    """The game as it stands."""
    events: tuple[Event, ...]

    @property
    def observation(self) -> TableObservation:
        """What the frame told the referee."""
        observation: TableObservation = self.reading.observation
        return observation


@dataclass(frozen=True, slots=True)
class Unread:
    """A reading that a mistake of the program's own, or a camera that stalls, kept from being made."""

    observation: TableObservation


class Session:
    """A game at a table, gone on with from the journal or begun anew. Raises JournalError as the journal does.

    Whatever else goes wrong on the way costs itself alone: the look that could not be judged, the command that could
    not be carried out, the view that could not be made. It is kept in the outlets' `internal_errors` and told.
    """

    def __init__(self, reader: FrameReader, outlets: Outlets, setup: Setup, patience_s: float) -> None:
        self._reader = reader
        self._outlets = outlets
        self._patience_s = patience_s
        self._memory = reader.start()
        self._pulse = Pulse()
        self._inbox: SimpleQueue[tuple[Command, Future[tuple[Event, ...]]]] = SimpleQueue()
        self._scene: Scene | None = None
        self._taken_at_s = 0.0
        self._erred = False
        self._owned_up = outlets.internal_errors.latest, 0
        self._resumed_at_s: float | None = None
        self._retraced: Retraced | None = None
        self._told: Statement | None = None
        self._first = True  # the game that this session opened, and none that was begun since
        self._left = ""
        self._tracking = self._open_game(setup)
        self._tell()

    @property
    def resumed_at_s(self) -> float | None:
        """When the last event was seen of a game that was gone on with; None for a game begun anew."""
        return self._resumed_at_s

    @property
    def tracking(self) -> Followed:
        """The game as it stands."""
        return self._tracking

    def tick(self, frame: Frame) -> Tick:
        """Read and judge one frame; what happened is in the journal before anybody is told."""
        self._retraced, retraced = None, self._retraced
        if retraced is not None and retraced.tracking is not None and not retraced.ahead:
            self._tracking = retraced.tracking
        self.answer_phones()
        reading = self._read(frame)
        events = self._take(self._judged(reading.observation))
        if events and (pictures := self._outlets.pictures) is not None:
            self._guarded("keeping a picture", lambda: pictures.keep(frame, events))
        return Tick(reading, self._tracking, events)

    def watch(self, frame: Frame) -> Tick:
        """Read a frame that was judged before the game was gone on with: what it told is known, not what it showed."""
        reading = self._read(frame)
        if self._retraced is not None and (before := self._retraced.tracking) is not None:
            step = self._guarded("judging a look again", lambda: self._observed(before, reading.observation))
            self._retraced = None if step is None else self._retraced.after(*step)
        return Tick(reading, self._tracking, ())

    def words(self, tick: Tick) -> tuple[str, ...]:
        """What is said of what happened in a frame."""
        setup = tick.tracking.setup
        rules = refereed(setup.game)
        said = (self._guarded("putting it into words", partial(rules.words, each, setup)) for each in tick.events)
        return tuple(filter(None, said))

    def command(self, command: Command) -> "Future[tuple[Event, ...]]":
        """Hand in a command, from any thread; the future holds what came of it once a frame has gone by."""
        future: Future[tuple[Event, ...]] = Future()
        self._inbox.put((command, future))
        return future

    def blind(self, words: str) -> None:
        """Tell everybody why no picture of the table comes; phones are answered meanwhile, the next frame ends it."""
        self.wait(NoticeGiven("NO_CAMERA", words), Scene("no_camera"))

    def wait(self, notice: NoticeGiven, scene: Scene) -> None:
        """Tell everybody why nothing is judged now; phones are answered meanwhile, the next frame ends it."""
        self.answer_phones()
        self._tell(lambda status: caveats.waiting(status, notice, scene))

    def answer_phones(self) -> None:
        """Carry out what was handed in; every look does, so that this is for whoever has no more of them."""
        while True:
            try:
                command, future = self._inbox.get_nowait()
            except Empty:
                return
            if future.set_running_or_notify_cancel():
                self._answer(command, future)

    def _read(self, frame: Frame) -> Any:
        """The reader's reading; a frame that it cannot read shows nothing, and it begins anew with the next."""
        self._taken_at_s = frame.taken_at_s
        read = self._guarded("reading a frame", lambda: self._looked_at(frame))
        reading, self._memory = read or (Unread(nothing_seen(frame.taken_at_s)), self._reader.start())
        return reading

    def _looked_at(self, frame: Frame) -> tuple[Any, Any]:
        """The same; a picture that is the one before once more shows nothing of the table as it is by now."""
        self._pulse = self._pulse.after(frame)
        if self._pulse.stalled:
            return Unread(replace(nothing_seen(frame.taken_at_s), notices=self._pulse.notices)), self._memory
        return self._reader.read(frame, self._memory)

    def _observed(self, tracking: Followed, observation: TableObservation) -> Step:
        step: Step = refereed(tracking.setup.game).observe(tracking, observation, self._patience_s)
        return step

    def _judged(self, observation: TableObservation) -> Step:
        """The step from here. Where judging fails, what was seen and never said is forgotten, as after a power cut."""
        step = self._guarded("judging a look", lambda: self._observed(self._tracking, observation))
        if step is None and not self._erred:
            self._guarded("taking up the game again", self._take_up)
        self._erred = step is None
        return step or (self._tracking, ())

    def _take_up(self) -> None:
        self._tracking = resumed([entry.event for entry in last_game(self._outlets.journal)])

    def _answer(self, command: Command, future: "Future[tuple[Event, ...]]") -> None:
        try:
            future.set_result(self._take(self._outcome(command)))
        except ValueError as error:
            future.set_exception(error)
        except BaseException as error:
            future.set_exception(error)
            raise

    def _outcome(self, command: Command) -> Step:
        """What a command comes to, if that can be told. Raises ValueError, in words for people, when it is refused."""
        refusals: tuple[type[Exception], ...] = (ValueError,)
        try:
            step, refusals = command(self._tracking), ()
            told_of(step[0])
        except refusals:
            raise
        except Exception as error:
            internal_error = self._outlets.internal_errors.note("carrying out a command", error)
            raise ValueError(f"Nothing was changed: {internal_error.words}.") from error
        return step

    def _take(self, step: Step) -> tuple[Event, ...]:
        """Keep what happened, then make it the state, then tell it; a journal that fails leaves all as it was."""
        tracking, events = step
        if events:
            self._outlets.journal.append(events, self._taken_at_s)
            self._retraced = None  # where phones were answered before the first frame, they have the last word
            self._first = self._first and not any(isinstance(event, GameStarted) for event in events)
        self._tracking = tracking
        self._tell()
        heard, sounder = self._guarded("choosing a sound", lambda: sound_of(events)), self._outlets.sounder
        if heard is not None and sounder is not None:
            self._guarded("sounding the buzzer", lambda: sounder.sound(heard))
        return events

    def _tell(self, change: Callable[[Statement], Statement] = lambda status: status) -> None:
        """Tell how the game stands; where that cannot be told, what was told last, and that it is behind."""
        status = self._guarded("telling how the game stands", lambda: change(self._statement()))
        if status is not None and self._show(status):
            self._told = status
        elif self._told is not None and (internal_error := self._outlets.internal_errors.latest) is not None:
            self._show(caveats.behind(self._told, internal_error))

    def _statement(self) -> Statement:
        tracking, journal = self._tracking, self._outlets.journal
        status: Statement = refereed(tracking.setup.game).statement(tracking)
        if trouble := journal.trouble():
            return caveats.unkept(status, trouble)
        begun_here = self._first and not tracking.number
        if self._left and begun_here:
            return caveats.game_left(status, self._left)
        if begun_here and (lost := journal.lost()):
            return caveats.bereft(status, lost)
        internal_error = self._unforgotten()
        return status if internal_error is None else caveats.after_internal_error(status, internal_error)

    def _unforgotten(self) -> InternalError | None:
        """The latest mistake, until the game has gone on since it was first told."""
        latest, number = self._outlets.internal_errors.latest, self._tracking.number
        if latest is not self._owned_up[0]:
            self._owned_up = latest, number
        return latest if self._owned_up[1] == number else None

    def _show(self, status: Statement) -> bool:
        """Whether phones were told, whatever became of the lamps."""
        if status.scene != self._scene:
            self._scene = status.scene
            self._guarded("showing it with lamps", lambda: self._outlets.lights.show(status.scene))
        return bool(self._guarded("telling phones", lambda: self._passed_on(status)))

    def _passed_on(self, status: Statement) -> bool:
        self._outlets.audience.tell(status)
        return True

    def _guarded(self, doing: str, act: Callable[[], T]) -> T | None:
        return self._outlets.internal_errors.guarded(doing, act)

    def _open_game(self, setup: Setup) -> Followed:
        """The game that the journal goes on with, or a new one, also where the last cannot be gone on with."""
        outlets = self._outlets
        this_evening = outlets.journal.began_this_evening()
        try:
            if entries := gone_on_with(outlets.journal, setup, this_evening):
                events = tuple(entry.event for entry in entries)
                taken_up, self._retraced = resumed(events), Retraced(resumed(events[:1]), events[1:])
                self._resumed_at_s = entries[-1].taken_at_s
                return taken_up
        except JournalError as error:
            if not outlets.makes_room:
                raise
            broken = isinstance(error, BrokenGameError)
            self._left = (
                outlets.internal_errors.note("taking it up", error).words if broken else str(error).partition(";")[0]
            )
        if this_evening:
            setup = following(outlets.journal, setup)
        begun, happened = refereed(setup.game).begin(setup)
        outlets.journal.append(happened, self._taken_at_s)
        return begun  # type: ignore[no-any-return]

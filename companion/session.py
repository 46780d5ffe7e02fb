"""The one loop of an evening, and the only place where its state is kept.

A frame goes in; it is read, judged, written to the journal, and only then told to lamps and phones. Phones speak
through an inbox that is emptied between two frames, so that nothing here is ever touched by two threads.
"""

import logging
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from companion.errors import JournalError
from companion.ports import Audience, Entry, Journal, Lights, Pictures, Sounder
from companion.referee.events import (
    CommandGiven,
    Event,
    GameStarted,
    NoticeGiven,
    Setup,
)
from companion.referee.followed import Command, Followed, Step, end_of
from companion.referee.observation import TableObservation
from companion.repertoire import refereed
from companion.views.scene import Scene
from companion.views.sounds import sound_of
from companion.views.statement import Statement
from companion.vision.frame import Frame

_LOG = logging.getLogger(__name__)

S = TypeVar("S", bound=Statement)


class Reader(Protocol):
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


@dataclass(frozen=True, slots=True)
class Tick:
    """What one frame came to; `reading` is the reader's own, with whatever it tells beside its observation."""

    reading: Any
    tracking: Any
    """The game as it stands, a `Followed` of its own kind."""
    events: tuple[Event, ...]

    @property
    def observation(self) -> TableObservation:
        """What the frame told the referee."""
        observation: TableObservation = self.reading.observation
        return observation


@dataclass(frozen=True, slots=True)
class _Retraced:
    """A game from the journal judged once more, so that what was seen and never said is remembered too."""

    tracking: Followed | None
    """None once judging came to anything else than the journal says: then the journal alone counts."""
    ahead: tuple[Event, ...]
    """What the journal says will happen."""

    def after(self, tracking: Followed, events: tuple[Event, ...]) -> "_Retraced":
        """One frame further, in which `events` happened."""
        as_told = self.ahead[: len(events)] == events
        return _Retraced(tracking if as_told else None, self.ahead[len(events) :])


class Session:
    """A game at a table, gone on with from the journal or begun anew. Raises JournalError as the journal does."""

    def __init__(self, reader: Reader, outlets: Outlets, setup: Setup, patience_s: float) -> None:
        self._reader = reader
        self._outlets = outlets
        self._patience_s = patience_s
        self._memory = reader.start()
        self._inbox: SimpleQueue[tuple[Command, Future[tuple[Event, ...]]]] = SimpleQueue()
        self._scene: Scene | None = None
        self._taken_at_s = 0.0
        self._stumbled = False
        self._resumed_at_s: float | None = None
        self._retraced: _Retraced | None = None
        self._tracking = self._opened(setup)
        self._tell()

    @property
    def resumed_at_s(self) -> float | None:
        """When the last event was seen of a game that was gone on with; None for a game begun anew."""
        return self._resumed_at_s

    @property
    def tracking(self) -> Any:
        """The game as it stands, a `Followed` of its own kind."""
        return self._tracking

    def tick(self, frame: Frame) -> Tick:
        """Read and judge one frame; what happened is in the journal before anybody is told."""
        self._retraced, retraced = None, self._retraced
        if retraced is not None and retraced.tracking is not None and not retraced.ahead:
            self._tracking = retraced.tracking
        self._answer_phones()
        reading = self._read(frame)
        events = self._take(self._judged(self._tracking, reading.observation))
        if events and self._outlets.pictures is not None:
            self._outlets.pictures.keep(frame, events)
        return Tick(reading, self._tracking, events)

    def watch(self, frame: Frame) -> Tick:
        """Read a frame that was judged before the game was gone on with: what it told is known, not what it showed."""
        reading = self._read(frame)
        if self._retraced is not None and self._retraced.tracking is not None:
            self._retraced = self._retraced.after(*self._judged(self._retraced.tracking, reading.observation))
        return Tick(reading, self._tracking, ())

    def _read(self, frame: Frame) -> Any:
        reading, self._memory = self._reader.read(frame, self._memory)
        self._taken_at_s = frame.taken_at_s
        return reading

    def command(self, command: Command) -> "Future[tuple[Event, ...]]":
        """Hand in a command, from any thread; the future holds what came of it once a frame has gone by."""
        future: Future[tuple[Event, ...]] = Future()
        self._inbox.put((command, future))
        return future

    def _judged(self, tracking: Followed, observation: TableObservation) -> Step:
        """The step from here; a mistake of the program's own is logged and must not end the evening."""
        try:
            step = refereed(tracking.setup.game).observe(tracking, observation, self._patience_s)
        except Exception:  # noqa: BLE001 (whatever it is, the next frame may be judged well)
            if not self._stumbled:
                _LOG.exception(
                    "the frame at %.1f s could not be judged; going on with the next", observation.taken_at_s
                )
            self._stumbled = True
            return tracking, ()
        self._stumbled = False
        return step

    def _answer_phones(self) -> None:
        while True:
            try:
                command, future = self._inbox.get_nowait()
            except Empty:
                return
            if future.set_running_or_notify_cancel():
                self._answer(command, future)

    def _answer(self, command: Command, future: "Future[tuple[Event, ...]]") -> None:
        try:
            future.set_result(self._take(command(self._tracking)))
        except ValueError as error:
            future.set_exception(error)
        except BaseException as error:
            future.set_exception(error)
            raise

    def _take(self, step: Step) -> tuple[Event, ...]:
        """Keep what happened, then make it the state, then tell it; a journal that fails leaves all as it was."""
        tracking, events = step
        if events:
            self._outlets.journal.append(events, self._taken_at_s)
        self._tracking = tracking
        self._tell()
        heard = sound_of(events)
        if heard is not None and self._outlets.sounder is not None:
            self._outlets.sounder.sound(heard)
        return events

    def blind(self, words: str) -> None:
        """Tell everybody why no picture of the table comes; phones are answered meanwhile, the next frame ends it."""
        self.wait(NoticeGiven("NO_CAMERA", words), Scene("no_camera"))

    def wait(self, notice: NoticeGiven, scene: Scene) -> None:
        """Tell everybody why nothing is judged now; phones are answered meanwhile, the next frame ends it."""
        self._answer_phones()
        self._show(_waiting(self._statement(), notice, scene))

    def _tell(self) -> None:
        self._show(self._statement())

    def _statement(self) -> Statement:
        status = refereed(self._tracking.setup.game).statement(self._tracking)
        journal = self._outlets.journal
        if trouble := journal.trouble():
            return _unkept(status, trouble)
        return status if self._tracking.number else _bereft(status, journal.lost())

    def _show(self, status: Statement) -> None:
        if status.scene != self._scene:
            self._scene = status.scene
            self._outlets.lights.show(status.scene)
        self._outlets.audience.tell(status)

    def _opened(self, setup: Setup) -> Followed:
        entries = self._outlets.journal.entries()
        last = last_game(entries)
        if not last or is_over([entry.event for entry in last]):
            begun, events = refereed(setup.game).begin(setup)
            self._outlets.journal.append(events, self._taken_at_s)
            return begun  # type: ignore[no-any-return]
        if last[0].event != GameStarted(setup) and not _begun_from_a_phone(entries, setup):
            raise JournalError(
                "the journal holds an unfinished game on another board or with other teams; "
                "finish it there, or name another journal"
            )
        self._resumed_at_s = last[-1].taken_at_s
        events = tuple(entry.event for entry in last)
        self._retraced = _Retraced(_replayed(events[:1]), events[1:])
        return _replayed(events)


def _waiting(status: S, notice: NoticeGiven, scene: Scene) -> S:
    """The same statement while nothing is judged."""
    return replace(status, notice=notice, settled=False, scene=scene)  # type: ignore[type-var]


def _unkept(status: S, trouble: str) -> S:
    """The same statement while what is told would not survive a power cut, unless there is something worse to tell."""
    words = f"What is told is not kept ({trouble}). The game goes on, and is kept as soon as that can be."
    scene = replace(status.scene, mood="not_kept") if status.scene.mood == "turn" else status.scene
    notice = status.notice or NoticeGiven("NOT_KEPT", words)
    return replace(status, notice=notice, scene=scene)  # type: ignore[type-var]


def _bereft(status: S, lost: str) -> S:
    """The same statement of a game without a turn, where what was told before it is lost."""
    if not lost or status.notice is not None:
        return status
    words = f"What was told before cannot be read any more: {lost}. Games are kept again from now on."
    return replace(status, notice=NoticeGiven("JOURNAL_TORN", words))  # type: ignore[type-var]


def last_game(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries of the last game in a journal, `GameStarted` first; nothing when there is none."""
    starts = [place for place, entry in enumerate(entries) if isinstance(entry.event, GameStarted)]
    return tuple(entries[starts[-1] :]) if starts else ()


def _begun_from_a_phone(entries: Sequence[Entry], setup: Setup) -> bool:
    """Whether the last game was set up by the table itself, on this board and with these chips."""
    events = [entry.event for entry in entries]
    place = max(place for place, event in enumerate(events) if isinstance(event, GameStarted))
    before, started = events[max(place - 1, 0)], events[place]
    same = isinstance(started, GameStarted) and started.setup == replace(
        setup,
        options=started.setup.options,
        players=started.setup.players,
        game=started.setup.game,
        wins=started.setup.wins,
    )
    return same and isinstance(before, CommandGiven)


def is_over(events: Sequence[Event]) -> bool:
    """Whether a game ended, and nobody took that back."""
    return end_of(events) is not None


def _replayed(events: Sequence[Event]) -> Followed:
    """The game these events lead to; the first is `GameStarted`, as `last_game` gives them."""
    try:
        assert isinstance(events[0], GameStarted)
        followed: Followed = refereed(events[0].setup.game).replay(events)
        return followed
    except ValueError as error:
        raise JournalError(f"the journal does not add up to a game ({error}); name another journal") from error

"""The sockets in the wall: what the house expects of a camera, a calibration, lights, a journal and an audience.

Each port has one suite of tests that runs over the real adapter and over its fake.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from companion.referee.events import Event, Setup
from companion.views.scene import Scene
from companion.views.sounds import Sound
from companion.views.statement import Statement
from companion.views.walk import KnownBoard, WalkStatus
from companion.vision.frame import Frame, Image


@dataclass(frozen=True, slots=True)
class Locks:
    """How a camera is held, so that the table looks as it did; None for what it measures by itself or cannot tell."""

    exposure_us: int | None = None
    gain: float | None = None
    """By how much brightness is amplified; None too where a camera counts it in its own way."""
    colour_gains: tuple[float, float] | None = None
    """How much red and blue are amplified."""
    white_balance_k: int | None = None
    """The colour of the light, where a camera tells no gains, in kelvins."""
    focus: float | None = None
    """In the camera's own measure: dioptres for the Pi's, steps for a USB camera's."""


class Camera(Protocol):
    """Something that looks at the table."""

    def capture(self) -> Frame | None:
        """The next frame, or None when there will never be another. Raises CameraError when it cannot."""

    def still(self) -> Image:
        """A picture at the best resolution, for calibration. Raises CameraError when it cannot."""

    def locks(self) -> Locks | None:
        """How it is held now; None while it measures light by itself, or where nothing can be held."""

    def close(self) -> None:
        """Let go of the device; closing twice does nothing."""


class Viewfinder(Protocol):
    """What calibration looks at; every method may be called from any thread. Each raises CameraError when it cannot."""

    ready_chips: Mapping[str, Sequence[int]]
    """Where the picture with chips holds them already, as squares by team letter; nothing at a live table."""

    def glance(self, laid: bool) -> Image | None:
        """The newest picture there is, as large as frames, for people to look at; of the table with chips if `laid`."""

    def empty(self) -> Image:
        """A picture as large as frames, taken from now on, of the empty board."""

    def laid(self) -> Image:
        """A picture as large as frames, taken from now on, of the board with chips."""

    def still(self) -> Image:
        """A picture of the empty board at the best resolution."""

    def locks(self) -> Locks | None:
        """How the camera is held now; None where it is not."""


class CalibrationGuide(Protocol):
    """The walk through calibration, from any thread; ValueError or CompanionError say why something cannot be."""

    def status(self) -> WalkStatus:
        """Where the walk stands."""

    def table_jpeg(self) -> bytes | None:
        """The table as it looks now; None while nobody calibrates, or before the first picture."""

    def board_jpeg(self) -> bytes | None:
        """The board as it was found, seen from straight above, ten equal squares a side; None before it is."""

    def at(self, number: int | None) -> AbstractContextManager[None]:
        """What is asked within answers the step of this number. Raises ValueError when that is over; None is any."""

    def begin(self) -> None:
        """Start anew."""

    def leave(self) -> None:
        """Calibrate no more."""

    def look(self, taps: Sequence[tuple[float, float]]) -> None:
        """Look for the board with one tap at its own top-left corner, or all four clockwise."""

    def name_card(self, square: int, card: str) -> None:
        """Say which card lies on a square."""

    def accept_cards(self, letters: str) -> None:
        """The cards are right; chips with these letters are used."""

    def back(self) -> None:
        """From the chips to the cards again; chips are chosen and laid anew."""

    def chips_lie(self) -> None:
        """The chips that were asked for lie on the board."""

    def keep(self, name: str, replaces: bool = False) -> None:
        """Save under this name, which may be taken if it `replaces`, and play on this board."""


class Boards(Protocol):
    """The boards that were calibrated, by their names; ValueError or CompanionError say why something cannot be."""

    def known(self) -> tuple[KnownBoard, ...]:
        """All of them, in order of their names."""

    @property
    def chosen(self) -> str | None:
        """The one for this evening."""

    def choose(self, name: str) -> None:
        """Play on this one."""

    def rename(self, name: str, new: str) -> None:
        """Call it something else."""

    def delete(self, name: str) -> None:
        """Forget it."""

    def file_of(self, name: str) -> bytes:
        """The profile as a file, to be taken elsewhere."""

    def take_in(self, name: str, file: bytes) -> None:
        """Keep a profile from elsewhere under this name."""


class Lights(Protocol):
    """Lamps at the table."""

    def show(self, scene: Scene) -> None:
        """Show this scene until the next."""

    def close(self) -> None:
        """Switch off and let go; closing twice does nothing."""


class Sounder(Protocol):
    """Something that is heard at the table."""

    def sound(self, sound: Sound) -> None:
        """Sound it now, in place of what sounds; returns at once."""

    def close(self) -> None:
        """Be still and let go; closing twice does nothing."""


class Mute(Protocol):
    """Whether what sounds at the table is silenced, from any thread; it holds until the program ends."""

    @property
    def muted(self) -> bool:
        """Whether nothing is to be heard now."""

    def set(self, muted: bool) -> None:
        """Silence it from now on, or let it be heard again."""


class Buttons(Protocol):
    """The button at the board."""

    def listen(self, press: Callable[[], None], hold: Callable[[], None]) -> None:
        """Call these from now on, from any thread; holding it is no press."""

    def close(self) -> None:
        """Listen no more and let go; closing twice does nothing."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An event and when the camera saw it, in seconds on the camera's own scale; order goes by place, never by time."""

    event: Event
    taken_at_s: float


class Journal(Protocol):
    """The append-only log of events."""

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Keep these events, all or none, on disk before returning. Raises JournalError when it cannot."""

    def entries(self) -> tuple[JournalEntry, ...]:
        """Every event kept, in order. Raises JournalError when one cannot be read."""

    def games(self) -> Iterator[tuple[JournalEntry, ...]]:
        """Game after game, the newest first, each read once asked for, up to one that cannot be; the newest raises."""

    def trouble(self) -> str:
        """Why what was appended is not all on disk, for people; empty when it is."""

    def lost(self) -> str:
        """Why what was told before is not among the entries, for people; empty when it is."""

    def began_this_evening(self) -> bool:
        """Whether the last game began this evening, which ends at six in the morning. Raises JournalError."""

    def close(self) -> None:
        """Let go; closing twice does nothing."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it is kept: its number from 1, what happened in it, `GameStarted` first, and whether it is the last."""

    number: int
    began_at_s: float | None
    """When it began by this machine's clock, in seconds since 1970; None where nobody noted it."""
    entries: tuple[JournalEntry, ...]
    last: bool
    trouble: str = ""
    """Why the entries end before the game does; empty when they do not."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event by its running number in the journal, from 1, with the number and the set-up of the game it is of."""

    number: int
    game: int
    setup: Setup
    event: Event


class Archive(Protocol):
    """The games of a journal, to be read while it grows, from any thread; each method may raise JournalError."""

    def games(self, before: int | None, limit: int) -> tuple[KeptGame, ...]:
        """So many games at most, the newest first, of those numbered below `before`, or of all."""

    def game(self, number: int) -> KeptGame | None:
        """The game of this number, if there is one."""

    def ends(self, limit: int) -> tuple[tuple[Event, ...], ...]:
        """What began and decided those of so many games in which anything was played, the newest first."""

    def after(self, number: int | None, limit: int) -> tuple[Numbered, ...]:
        """So many events at most that come after a running number, or from the last game's beginning on, in order."""


class Pictures(Protocol):
    """The camera's pictures of what was told, where the table wants them kept."""

    def keep(self, frame: Frame, events: Sequence[Event]) -> None:
        """Keep the frame in which this happened; never raises, whatever the disk says."""

    def holds(self, entry: JournalEntry) -> bool:
        """Whether there is a picture of what an entry tells; from any thread."""

    def of(self, entry: JournalEntry) -> bytes | None:
        """The picture of what an entry tells, as JPEG, if it was kept; from any thread."""


class Audience(Protocol):
    """Whoever is told how the game stands."""

    def tell(self, status: Statement) -> None:
        """Take this whole statement in place of the one before; returns at once."""


@dataclass(frozen=True, slots=True)
class Message:
    """What is said to a broker, or heard from one; a `retained` one is kept, or was, for whoever comes later."""

    topic: str
    payload: str
    retained: bool = False


class Broker(Protocol):
    """The line to an MQTT broker, for one thread that has time: each method may wait, and raises BrokerError."""

    @property
    def address(self) -> str:
        """What people call the broker."""

    def connect(self, will: Message | None, topics: Sequence[str], hear: Callable[[Message], None]) -> None:
        """A new line in place of any there was. When it breaks, the broker says `will`; `close` keeps it from that.

        While this thread publishes or listens, `hear`, which must do neither, gets what is said under these filters.
        """

    def publish(self, messages: Sequence[Message]) -> None:
        """Returns once the broker has taken each of them, in this order. After an error some may have been taken."""

    def listen(self, wait_s: float) -> None:
        """Hear what is said, which may take so long to begin; to be called every few seconds, or the line breaks."""

    def close(self) -> None:
        """Let go, without a word of complaint; closing twice does nothing."""

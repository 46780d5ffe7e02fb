"""The sockets in the wall: what the house expects of a camera, lights, a journal and an audience.

Each port has one suite of tests that runs over the real adapter and over its fake.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.referee.events import Event
from companion.views.scene import Scene
from companion.views.statement import Statement
from companion.vision.frame import Frame, Image


class Camera(Protocol):
    """Something that looks at the table."""

    def capture(self) -> Frame | None:
        """The next frame, or None when there will never be another. Raises CameraError when it cannot."""

    def still(self) -> Image:
        """A picture at the best resolution, for calibration. Raises CameraError when it cannot."""

    def close(self) -> None:
        """Let go of the device; closing twice does nothing."""


class Lights(Protocol):
    """Lamps at the table."""

    def show(self, scene: Scene) -> None:
        """Show this scene until the next."""

    def close(self) -> None:
        """Switch off and let go; closing twice does nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event and when the camera saw it, in seconds on the camera's own scale; order goes by place, never by time."""

    event: Event
    taken_at_s: float


class Journal(Protocol):
    """The append-only log of events."""

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Keep these events, all or none, on disk before returning. Raises JournalError when it cannot."""

    def entries(self) -> tuple[Entry, ...]:
        """Every event kept, in order. Raises JournalError when one cannot be read."""

    def close(self) -> None:
        """Let go; closing twice does nothing."""


class Audience(Protocol):
    """Whoever is told how the game stands."""

    def tell(self, status: Statement) -> None:
        """Take this whole statement in place of the one before; returns at once."""

"""Where boards are calibrated and kept, as the page reaches it: for whoever knows the table's PIN, and for no other."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from threading import Lock
from types import MappingProxyType
from typing import Any

from flask import Response, abort, current_app

from companion.errors import CompanionError
from companion.ports import Boards, CalibrationGuide
from companion.web import requests
from companion.web.requests import Read

LARGEST_BYTES = 8 << 20
"""A profile is two megabytes or so."""
_AT_ONCE = 4
"""So many files may be on their way; more would fill a small machine."""


class Upload:
    """Files that come in pieces, each from its own phone; one left unfinished gives way. Safe from any thread.

    Pieces, so that the server need take no large request from anybody, before it knows who sends it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: dict[str, bytes] = {}

    def add(self, owner: str, at: int, piece: bytes) -> int:
        """So many bytes are held with this piece. Raises ValueError for one out of order, or beyond what a file has."""
        with self._lock:
            held = self._held.get(owner, b"") if at else b""
            if at != len(held):
                raise ValueError("the pieces of the file are out of order; send it again from the start")
            if at + len(piece) > LARGEST_BYTES:
                raise ValueError(f"a file of more than {LARGEST_BYTES >> 20} MB is no profile; choose another")
            self._held.pop(owner, None)
            while len(self._held) >= _AT_ONCE:
                del self._held[next(iter(self._held))]  # the one that has waited longest for a piece
            self._held[owner] = held + piece
            return len(held) + len(piece)

    def take(self, owner: str) -> bytes:
        """The whole file, which is held no longer."""
        with self._lock:
            return self._held.pop(owner, b"")


@dataclass(frozen=True, slots=True)
class Workshop:
    """The walk, the shelf, and the files that are on their way to the shelf."""

    guide: CalibrationGuide
    boards: Boards
    upload: Upload = field(default_factory=Upload)


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that may be asked for: the port's method that does it, and its arguments as fields."""

    method: str
    fields: Mapping[str, Read] = field(default_factory=lambda: MappingProxyType({}))
    optional: frozenset[str] = frozenset()


def known_workshop() -> Workshop | None:
    """The workshop of this application, if it has one."""
    found: Workshop | None = current_app.extensions["workshop"]
    return found


def workshop() -> Workshop:
    """The workshop, for whoever knows the PIN; 401 for all others, 503 where nothing is calibrated."""
    requests.for_the_table()
    return known_workshop() or abort(503, "no board can be calibrated here")


def done(port: object, ask: Ask, at: Callable[[int | None], AbstractContextManager[object]] = nullcontext) -> None:
    """Ask a port for what was sent as JSON, `at` the number sent along; 409 in words for people when that cannot be."""
    sent = requests.fields(ask.fields, ask.optional)
    number = sent.pop("number", None)

    def act() -> None:
        with at(number):
            getattr(port, ask.method)(**sent)

    tried(act)


def tried(act: Callable[[], Any]) -> Any:
    """What comes of it; 409 in words for people when nothing can."""
    try:
        return act()
    except (ValueError, CompanionError) as error:
        abort(409, str(error))


def jpeg(picture: bytes | None) -> Response:
    """A picture that no cache keeps; 204 while there is none, as when the camera is opened anew."""
    made = Response(status=204) if picture is None else Response(picture, mimetype="image/jpeg")
    return requests.unkept(made)

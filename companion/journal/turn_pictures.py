"""The camera's picture of each turn, fault and question, kept beside the journal where the table wants that.

A picture is named by the journal's entry that it belongs to, so that neither has to know of the other: what was not
written shows none, and a picture without its entry is never shown. The oldest make room for new ones.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2

from companion.files.atomic import built_file
from companion.journal.event_text import to_json
from companion.journal.past_games import is_step
from companion.ports import JournalEntry
from companion.referee.events import Event
from companion.vision.frame import Frame, Image

MOST = 1000
"""Pictures kept, of some 100 KB each: about ten evenings."""
_WIDTH_PX, _QUALITY = 960, 80
_LOOKED_AFTER_EVERY = 50


class TurnPictures:
    """The pictures in a folder, made with the first of them; kept from one thread, shown from any."""

    def __init__(self, folder: Path, say: Callable[[str], None] = lambda _: None, most: int = MOST) -> None:
        self._folder = folder
        self._say = say
        self._most = most
        self._kept = 0
        self._newest_ns = 0
        self._refused = False

    def keep(self, frame: Frame, events: Sequence[Event]) -> None:
        """Keep the frame in which this happened; a disk that refuses is told of once, and ends no game."""
        steps = [event for event in events if is_step(event)]
        if not steps:
            return
        jpeg = _jpeg(frame.bgr)
        try:
            for event in steps:
                self._write(self._place(JournalEntry(event, float(frame.taken_at_s))), jpeg)
            self._refused = False
        except OSError as error:
            if not self._refused:
                self._say(f"No picture was kept of this; the game goes on: {error}.")
            self._refused = True

    def holds(self, entry: JournalEntry) -> bool:
        """Whether there is a picture of what an entry tells."""
        return self._place(entry).is_file()

    def of(self, entry: JournalEntry) -> bytes | None:
        """The picture of what an entry tells, as JPEG, if it was kept."""
        try:
            return self._place(entry).read_bytes() or None
        except OSError:
            return None

    def _place(self, entry: JournalEntry) -> Path:
        words = f"{entry.taken_at_s!r} {to_json(entry.event)}"
        return self._folder / f"{hashlib.sha256(words.encode()).hexdigest()[:32]}.jpg"

    def _write(self, place: Path, jpeg: bytes) -> None:
        if self._kept % _LOOKED_AFTER_EVERY == 0:
            self._make_room()
        with built_file(place) as building:
            building.write_bytes(jpeg)
        self._newest_ns = max(place.stat().st_mtime_ns, self._newest_ns + 1)
        os.utime(place, ns=(self._newest_ns, self._newest_ns))  # the newest, though the clock was set back
        self._kept += 1

    def _make_room(self) -> None:
        """Remove the oldest, so that with those to come until the next time there are never too many."""
        self._folder.mkdir(parents=True, exist_ok=True)
        oldest_first = sorted(self._folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime_ns)
        self._newest_ns = max((path.stat().st_mtime_ns for path in oldest_first[-1:]), default=self._newest_ns)
        for path in oldest_first[: max(0, len(oldest_first) + _LOOKED_AFTER_EVERY - self._most)]:
            path.unlink(missing_ok=True)


def _jpeg(bgr: Image) -> bytes:
    height, width = bgr.shape[:2]
    share = min(1.0, _WIDTH_PX / width)
    small = cv2.resize(bgr, (round(width * share), round(height * share)), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()

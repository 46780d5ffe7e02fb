"""A table that is recorded, and what its replay tells."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from calibration.profile import Profile
from companion.cli import main
from companion.ports import Camera

PATIENCE_S = 1.0


class Clock:
    """Seconds that pass only while somebody waits."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def pause(self, length_s: float) -> None:
        """Wait."""
        self.now_s += length_s


def opened(camera: Camera) -> Callable[[Profile | None], object]:
    """A camera that is open already, as something to open it by."""

    @contextmanager
    def open_camera(_: Profile | None) -> Iterator[Camera]:
        yield camera

    return open_camera


def replayed(folder: Path, *options: str) -> list[dict]:
    out = folder.parent / f"{folder.name}.replayed"
    assert main(["replay", str(folder), "--out", str(out), *options]) == 0
    return [json.loads(line) for line in (out / "events.jsonl").read_text().splitlines()]


def without_frames(events: list[dict]) -> list[dict]:
    return [{key: value for key, value in event.items() if key != "i"} for event in events]

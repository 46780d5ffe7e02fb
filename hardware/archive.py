"""A folder of recorded evenings that stays within a budget: the oldest go first, or the newest ends, which is said."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CompanionError
from companion.files import untrusted

MARK = "recorded_at"
"""The key in `recording.json` by which the archive knows its own; nothing else in the folder is ever removed."""
EVENING = "evening"
"""The key of an evening's number. The oldest has the lowest: a clock without a battery may be years back."""
_MB = 1_000_000


class ArchiveFullError(CompanionError, OSError):
    """There is no room for more frames."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much recordings may take, and how much of the disk stays free whatever they take; in megabytes."""

    most_mb: int = 4000
    least_free_mb: int = 500
    prune: bool = True
    """Whether the oldest evenings make room for this one."""


def free_bytes(folder: Path) -> int:
    """What the disk under a folder has left for this program."""
    return shutil.disk_usage(folder).free


class RecordingArchive:
    """The recordings in a folder; `say` tells what was removed, `free` how many bytes the disk has left."""

    def __init__(
        self, folder: Path, budget: Budget, say: Callable[[str], None], free: Callable[[Path], int] = free_bytes
    ) -> None:
        self._folder = folder
        self._budget = budget
        self._say = say
        self._free = free

    def new(self, name: str) -> Path:
        """A folder for an evening that begins now, with a number behind its name where that is taken.

        Raises ArchiveFullError, also where none can be made.
        """
        for number in range(1, 1000):
            folder = self._folder / (name if number == 1 else f"{name}-{number}")
            try:
                folder.mkdir(parents=True)
            except FileExistsError:
                continue
            except OSError as error:
                why = f"no folder can be made here ({error.strerror})"
                raise ArchiveFullError(f"{self._folder}: {why}; make room, or name another with --out") from error
            return folder
        raise ArchiveFullError(f"{self._folder}: too many recordings are called {name}; move some away")

    def make_room(self, evening: Path) -> None:
        """Remove older evenings until this one may grow. Raises ArchiveFullError when it may not.

        None is removed where all of them together would not do: a disk that is full of other things stays full.
        """
        while (why := self._why_full(free := self._free(self._folder))) is not None:
            older = [folder for folder in self.evenings() if folder != evening]
            if free + sum(map(_size, older)) < self._budget.least_free_mb * _MB:
                raise ArchiveFullError(f"{self._folder}: {why}; make room on the disk, or let less of it stay free")
            if not older or not self._budget.prune:
                raise ArchiveFullError(f"{self._folder}: {why}; move old recordings away, or allow more")
            shutil.rmtree(older[0])
            self._say(f"The recording {older[0].name} was removed to make room.")

    def evenings(self) -> list[Path]:
        """Its own recordings, the oldest first."""
        return [folder for _, _, folder in self._aged()]

    def next_evening(self) -> int:
        """The number of an evening that begins now."""
        return 1 + max((number for number, _, _ in self._aged()), default=0)

    def _aged(self) -> list[tuple[int, str, Path]]:
        """Number, date and folder of its own recordings, the oldest first; old ones have no number, and 0 instead."""
        said = ((_description(path), path.parent) for path in self._folder.glob("*/recording.json"))
        return sorted(
            (number if isinstance(number := about.get(EVENING), int) else 0, str(about[MARK]), folder)
            for about, folder in said
            if about.get(MARK)
        )

    def _why_full(self, free: int) -> str | None:
        taken_mb = sum(_size(folder) for folder in self.evenings()) / _MB
        if free < self._budget.least_free_mb * _MB:
            return f"{free / _MB:.0f} MB of the disk are free, and {self._budget.least_free_mb} MB are to stay free"
        if taken_mb > self._budget.most_mb:
            return f"recordings take {taken_mb:.0f} MB of the {self._budget.most_mb} MB they may"
        return None


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


def _description(about: Path) -> Mapping[str, object]:
    """What a recording says of itself; nothing, if it cannot be read."""
    try:
        said = untrusted.json_file(about)
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}

"""Counting of readings: how many were judged, and how many of them were wrong or left open."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any


class ReadingOutcome(Enum):
    """What became of one thing that was there to be read."""

    RIGHT = "right"
    WRONG = "wrong"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many readings were judged; those neither wrong nor unsure were right."""

    judged: int = 0
    wrong: int = 0
    unsure: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(self.judged + other.judged, self.wrong + other.wrong, self.unsure + other.unsure)

    @property
    def right(self) -> int:
        """How many were right."""
        return self.judged - self.wrong - self.unsure

    def figures(self) -> dict[str, Any]:
        """As an object for JSON."""
        return {"judged": self.judged, "wrong": self.wrong, "unsure": self.unsure}


def tallied(outcomes: Iterable[tuple[str, ReadingOutcome]]) -> dict[str, Tally]:
    """A tally for each name, from pairs of name and outcome."""
    counts: dict[str, dict[ReadingOutcome, int]] = defaultdict(lambda: dict.fromkeys(ReadingOutcome, 0))
    for name, outcome in outcomes:
        counts[name][outcome] += 1
    return {
        name: Tally(sum(count.values()), count[ReadingOutcome.WRONG], count[ReadingOutcome.UNSURE])
        for name, count in counts.items()
    }


def whole(tallies: Mapping[str, Tally]) -> Tally:
    """All of them together."""
    return sum(tallies.values(), Tally())


def reading_outcome(true: object, read: object, unread: object) -> ReadingOutcome:
    """How a reading compares with the truth; `unread` is what stands for no reading."""
    if read == unread:
        return ReadingOutcome.UNSURE
    return ReadingOutcome.RIGHT if read == true else ReadingOutcome.WRONG

"""A recorded evening as fast as it goes, and what was made of it, as rows and as the three files of a replay."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.profile import Profile
from companion import wiring
from companion.results import write_json, write_rows
from hardware.recordings import Recording

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay came to; the rows are those of `observations.jsonl` and `events.jsonl`."""

    profile: Profile | None
    """What is known of the board; None where none lies."""
    observations: list[Row]
    events: list[Row]

    def write(self, out: Path) -> None:
        """The three files into a folder that is there, or two without a board. Raises OutputError when it cannot."""
        if self.profile is not None:
            write_json(out / "layout.json", wiring.layout_document(self.profile.layout, self.profile.doubtful))
        write_rows(out / "observations.jsonl", self.observations)
        write_rows(out / "events.jsonl", self.events)


def replay_of(
    evening: wiring.Evening, profile: Profile | None, recording: Recording, see: Callable[[wiring.Seen], None]
) -> Replay:
    """All of an evening, frame by frame; `see` is shown each as soon as it is judged."""
    observations = []
    for seen in evening.frames:
        observations.append(wiring.frame_row(seen))
        see(seen)
    return Replay(profile, observations, list(wiring.told_rows(evening.journal, recording)))

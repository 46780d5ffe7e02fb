"""A recorded evening as fast as it goes, and what was made of it, as rows and as the three files of a replay."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.profile import Profile
from companion.files.atomic import write_json, write_rows
from companion.games.squares import SIZE, column_of, row_of
from companion.journal.resuming import last_game
from companion.ports import Journal
from companion.recording import playback
from companion.referee.events import GameStarted
from companion.registry.games import refereed
from companion.views.rows import observation_row
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
            write_json(out / "layout.json", layout_document(self.profile.layout, self.profile.doubtful))
        write_rows(out / "observations.jsonl", self.observations)
        write_rows(out / "events.jsonl", self.events)


def replay_of(
    evening: playback.Playback, profile: Profile | None, recording: Recording, see: Callable[[playback.SeenFrame], None]
) -> Replay:
    """All of an evening, frame by frame; `see` is shown each as soon as it is judged."""
    observations = []
    for seen in evening.frames:
        observations.append(frame_row(seen))
        see(seen)
    return Replay(profile, observations, list(told_rows(evening.journal, recording)))


def layout_document(layout: Sequence[str], doubtful: Sequence[int]) -> Mapping[str, Any]:
    """What `layout.json` holds."""
    rows = [list(layout[start : start + SIZE]) for start in range(0, len(layout), SIZE)]
    return {"layout": rows, "doubtful": [[row_of(square), column_of(square)] for square in doubtful]}


def frame_row(seen: playback.SeenFrame) -> Mapping[str, Any]:
    """A line of `observations.jsonl`."""
    row = observation_row(seen.tick.observation, seen.tick.tracking)
    return {"i": seen.number, **row, "ms": round(seen.ms, 3)}


def told_rows(journal: Journal, recording: Recording) -> list[dict[str, Any]]:
    """The lines of `events.jsonl`, from the last game in a journal; not of what happened before the first frame."""
    entries = last_game(journal)
    started = entries[0].event
    assert isinstance(started, GameStarted)
    numbered = ((recording.number_at(entry.taken_at_s), entry.event) for entry in entries)
    return [row for row in refereed(started.setup.game).rows(numbered) if row["i"] >= 0]

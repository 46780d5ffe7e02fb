"""What had happened in a game before its first frame was recorded: a list of events beside the frames, one a line.

After a power cut, or a new calibration, an evening goes on in a recording of its own, whose first frame shows a board
in mid-game. A replay takes the game up where the table did.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.errors import JournalError, RecordingError
from companion.files import untrusted
from companion.journal.event_text import from_json, to_json
from companion.journal.resuming import resumed
from companion.referee.events import Event

BEFORE = "before.jsonl"
BEFORE_S = -1.0
"""When all of it happened, in seconds since the first frame: nothing goes by this but that it was before."""


def rows_before(events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Their lines in the list."""
    return (json.loads(to_json(event)) for event in events)


def load_game_before(path: Path) -> tuple[Event, ...]:
    """The list in a file, `GameStarted` first; nothing where nothing had begun.

    Raises RecordingError when it cannot be read, or is no game.
    """
    try:
        events = tuple(from_json(json.dumps(row)) for row in untrusted.whole_json_lines(path))
        if events:
            resumed(events)
    except (ValueError, JournalError) as error:
        what = str(error)[:200].partition(";")[0]
        raise RecordingError(f"{path}: not what happened before ({what}); copy the recording again") from error
    except OSError as error:
        raise RecordingError(f"{path}: cannot be read ({error.strerror}); copy the recording again") from error
    return events

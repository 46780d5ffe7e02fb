"""What phones said during a recorded evening: a list beside its frames, said again in a replay at the same moments.

A board shows what happened on it; a pile shows neither who drew, nor which suit an Ace names, nor where a turn ends. A
line is `{"t": seconds since the first frame, "who": "seat 2", "command": "suit suit=S"}`, in the words of the log, with
the `"setup"` of the game where one begins. It is said after the frame taken at that moment, before the next.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.errors import RecordingError
from companion.files import untrusted
from companion.files.checked_json import CheckedObject
from companion.journal.event_text import from_json, to_json
from companion.ports import JournalEntry
from companion.referee.events import CommandGiven, Event, GameStarted, Setup
from companion.referee.followed import Command, Followed, Step
from companion.referee.phones import Asker, named_asker, signed
from companion.registry.games import act, refereed
from companion.web.commands import parse_words

SAID = "said.jsonl"
_NEXT = CommandGiven("", "")


@dataclass(frozen=True, slots=True)
class PhoneCommand:
    """One command, and when it was given, in seconds since the first frame."""

    at_s: float
    given: CommandGiven
    setup: Setup | None = None
    """What was agreed, where the command begins a game."""

    @property
    def row(self) -> dict[str, Any]:
        """Its line in the list."""
        begun = {} if self.setup is None else {"setup": json.loads(to_json(GameStarted(self.setup)))["setup"]}
        return {"t": round(self.at_s, 3), "who": self.given.who, "command": self.given.command, **begun}

    @property
    def command(self) -> Command:
        """The command, to be given once more. Raises ValueError when there is no such command."""
        asker = named_asker(self.given.who)
        if self.setup is not None:
            return signed(asker, self.given.command, partial(_begin, asker=asker, setup=self.setup))
        name, fields = parse_words(self.given.command)
        return signed(asker, self.given.command, partial(act, asker=asker, name=name, fields=fields))


def load_phone_commands(path: Path) -> tuple[PhoneCommand, ...]:
    """The list in a file, in order; a last line without its end was being written when the power went.

    Raises RecordingError when it cannot be read.
    """
    try:
        said = tuple(_phone_command(number, row) for number, row in enumerate(untrusted.whole_json_lines(path), 1))
    except OSError as error:
        raise RecordingError(f"{path}: cannot be read ({error.strerror}); copy the recording again") from error
    except ValueError as error:
        raise RecordingError(
            f"{path}: not a list of what phones said ({str(error)[:200]}); copy the recording again"
        ) from error
    return said


def phone_commands_in(entries: Iterable[JournalEntry], began_s: float) -> Iterator[PhoneCommand]:
    """What phones said in a journal from this moment on, by the camera's own scale."""
    since = [entry for entry in entries if entry.taken_at_s >= began_s]
    for entry, after in pairwise([*since, JournalEntry(_NEXT, began_s)]):
        if isinstance(entry.event, CommandGiven):
            yield PhoneCommand(entry.taken_at_s - began_s, entry.event, _setup_begun(after.event))


def _phone_command(number: int, row: Any) -> PhoneCommand:
    """A line of the list, of which the command is known. Raises ValueError naming line and field."""
    if not isinstance(row, dict):
        raise ValueError(f"line {number} is no object {{…}}")
    line = CheckedObject(f"line {number}", row, RecordingError)
    begun = json.dumps({"type": "GameStarted", "setup": row["setup"]}) if line.has("setup") else None
    given = CommandGiven(line.text("who"), line.text("command"))
    try:
        said = PhoneCommand(line.number("t"), given, None if begun is None else _setup_begun(from_json(begun)))
        _ = said.command
    except RecordingError:
        raise
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from error
    return said


def _setup_begun(event: Event) -> Setup | None:
    return event.setup if isinstance(event, GameStarted) else None


def _begin(followed: Followed, asker: Asker, setup: Setup) -> Step:
    return refereed(setup.game).new_game(followed, asker, setup)

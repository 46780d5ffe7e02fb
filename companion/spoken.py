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
from companion.ports import Entry
from companion.referee.events import CommandGiven, Event, GameStarted, Setup, from_json, to_json
from companion.referee.followed import Command, Followed, Step
from companion.referee.phones import Asker, named_asker, signed
from companion.repertoire import act, refereed
from companion.web.commands import parse_words

SAID = "said.jsonl"
_NEXT = CommandGiven("", "")


@dataclass(frozen=True, slots=True)
class Said:
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


def load_said(path: Path) -> tuple[Said, ...]:
    """The list in a file, in order. Raises RecordingError when it cannot be read."""
    try:
        said = tuple(_said(json.loads(line)) for line in path.read_text("utf-8").splitlines())
        for each in said:
            _ = each.command
    except OSError as error:
        raise RecordingError(f"{path}: cannot be read ({error.strerror}); copy the recording again") from error
    except (ValueError, KeyError, TypeError) as error:
        raise RecordingError(f"{path}: not a list of what phones said ({error}); copy the recording again") from error
    return said


def said_in(entries: Iterable[Entry], began_s: float) -> Iterator[Said]:
    """What phones said in a journal from this moment on, by the camera's own scale."""
    since = [entry for entry in entries if entry.taken_at_s >= began_s]
    for entry, after in pairwise([*since, Entry(_NEXT, began_s)]):
        if isinstance(entry.event, CommandGiven):
            yield Said(entry.taken_at_s - began_s, entry.event, _begun(after.event))


def _said(row: dict[str, Any]) -> Said:
    given = CommandGiven(str(row["who"]), str(row["command"]))
    if "setup" not in row:
        return Said(float(row["t"]), given)
    return Said(float(row["t"]), given, _begun(from_json(json.dumps({"type": "GameStarted", "setup": row["setup"]}))))


def _begun(event: Event) -> Setup | None:
    return event.setup if isinstance(event, GameStarted) else None


def _begin(followed: Followed, asker: Asker, setup: Setup) -> Step:
    return refereed(setup.game).new_game(followed, asker, setup)

"""What every game's record is made of: tags in brackets, then numbered plays, the rest as comments in braces."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, TypeVar

from companion.errors import CompanionError
from companion.games.history import History, Override, Undo

G = TypeVar("G")
"""A game."""
P = TypeVar("P")
T = TypeVar("T")
F = TypeVar("F")

WORD = re.compile(r"\{[^}]*\}|\S+")
"""A comment or a word of a movetext."""

_TAG = re.compile(r'\[(\w+) "([^"]*)"\]\s*')
_QUOTE, _APOSTROPHE = '"', "'"


@dataclass(frozen=True, slots=True)
class Record(Generic[G]):
    """A game with what stands beside it. Broken records end where the fault is, and say so."""

    game: G
    tags: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Names, dates and the like; what the game itself tells is written and read without being asked for."""
    notes: tuple[tuple[int, str], ...] = ()
    """(entries before it, words) for each note, in order."""
    trouble: str = ""
    """Why and where reading stopped; empty when all of it was read."""


def record_body(tags: Mapping[str, str], movetext: Iterator[str]) -> str:
    """The text of a record: tags line by line, an empty line, the plays."""
    header = "\n".join(f'[{name} "{value.replace(_QUOTE, _APOSTROPHE)}"]' for name, value in tags.items())
    return f"{header}\n\n{' '.join(movetext)}\n"


def split_record(text: str) -> tuple[dict[str, str], str]:
    """The tags of a record and its movetext."""
    tags, end = {}, 0
    while found := _TAG.match(text, end):
        tags[found[1]], end = found[2], found.end()
    return tags, text[end:]


def notes_at(notes: tuple[tuple[int, str], ...], number: int, entry: re.Pattern[str]) -> Iterator[str]:
    """The notes after so many entries, in braces; one that would be taken for an `entry` is marked as a note."""
    for words in (words.replace("}", ")") for before, words in notes if before == number):
        yield f"{{note: {words}}}" if entry.fullmatch(f"{{{words}}}") else f"{{{words}}}"


def replay(
    game: History[P, T, F], said: Iterable[tuple[str, str]], read: Callable[[str], T | Undo | Override[P] | None]
) -> tuple[tuple[tuple[int, str], ...], str]:
    """Push what a movetext says, as (where, what), onto the game; the notes on the way, and what stopped it.

    `read` gives the entry that a play or comment stands for, and None for a note; it may raise CompanionError.
    """
    notes: list[tuple[int, str]] = []
    for where, what in said:
        try:
            entry = read(what)
            if entry is None:
                notes.append((len(game.entries), what[1:-1]))
            else:
                game.push(entry)
        except CompanionError as error:
            return tuple(notes), f"{where}: {error}"
    return tuple(notes), ""

"""What is wrong with a journal's disk, in words that say what to do; SQLite tells it in words of its own alone."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from companion.errors import JournalError, TornError, UnwritableError

FULL = "the disk is full; make room"
IN_USE = "the journal is in use; close the other companion first"
TORN = "move it elsewhere to begin a new one, or put back a copy"
_UNWRITABLE = ("unable to open", "readonly", "disk I/O error")
_DAMAGED = (
    "malformed",
    "not a database",
    "no such table",
    "no such column",
    "unsupported file format",
    "Could not decode",
)
_BESIDE_BYTES = 1 << 16


def ours(error: sqlite3.Error, path: Path) -> JournalError:
    """SQLite's error about the journal in this file as one of ours, which says what to do."""
    return _kind(error)(f"{path}: {_explanation(error, path)}")


def _kind(error: sqlite3.Error) -> type[JournalError]:
    said = str(error)
    if any(words in said for words in ("full", *_UNWRITABLE)):
        return UnwritableError
    return TornError if any(words in said for words in _DAMAGED) else JournalError


def _explanation(error: sqlite3.Error, path: Path) -> str:
    said = str(error)
    if "locked" in said:
        return IN_USE
    if "full" in said or ("disk I/O error" in said and _is_full(path.parent)):
        return FULL
    if any(words in said for words in _UNWRITABLE):
        return forbidden(said)
    return f"the journal is damaged ({said}); {TORN}"


def forbidden(said: str | None) -> str:
    """What to say of a place that takes nothing."""
    return f"the journal cannot be written here ({said}); check the folder and who may write to it"


def _is_full(folder: Path) -> bool:
    """Whether the disk has no room for what SQLite keeps beside a journal; it calls that an I/O error, as all else."""
    with suppress(OSError):
        disk = os.statvfs(folder)
        return disk.f_bavail * disk.f_frsize < _BESIDE_BYTES
    return False

"""Where a journal lies: which file that is, the lock beside it, and what is no place for one."""

import errno
import os
import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from urllib.parse import quote

from companion.errors import JournalError, MisplacedError, TornError, UnwritableError
from companion.files import untrusted
from companion.files.lock import lock_file
from companion.journal.disk_words import FULL, IN_USE, TORN, forbidden, ours

APPLICATION_ID = 0x4F454A43  # "OEJC", so that no other program's database is taken for a journal
VERSION = 1
_DATABASE, _PAGE = b"SQLite format 3\0", 4096


def file_at(path: Path) -> tuple[int, int] | None:
    """Which file has this name now, if any has."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def lock_beside(path: Path) -> int:
    """A file beside the journal, open and locked for as long as the program lives; it is left there when it ends.

    Beside it, because closing any other handle on the journal itself would drop SQLite's own locks.
    """
    try:
        return lock_file(path.with_name(f"{path.name}.lock"))
    except BlockingIOError as error:
        raise JournalError(f"{path}: {IN_USE}") from error
    except OSError as error:
        said = FULL if error.errno == errno.ENOSPC else forbidden(error.strerror)
        raise UnwritableError(f"{path}: {said}") from error


def let_be_written(path: Path) -> None:
    """Whoever may write a journal may write what SQLite keeps beside it, which stays as it was made: read-only too."""
    for ending in ("-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + ending).chmod(path.stat().st_mode & 0o777)


def refuse_held(path: Path) -> None:
    """Does nothing where nobody keeps this journal now, or where that cannot be told. Raises JournalError."""
    with suppress(UnwritableError):
        os.close(lock_beside(path))


def refuse_foreign(path: Path) -> None:
    """Does nothing where there is no file, or one that is or was a database. Raises MisplacedError for any other."""
    try:
        with untrusted.opened(path) as file:
            beginning = file.read(_PAGE)
    except OSError:
        return
    except ValueError as error:
        raise MisplacedError(f"{path}: {error}; move it away, or name another") from error
    if beginning.strip(b"\0") and not beginning.startswith(_DATABASE):
        raise MisplacedError(f"{path}: not a journal of this program; name another file")


def refuse_unfit(database: sqlite3.Connection, path: Path) -> bool:
    """Whether nothing is in this database yet. Raises MisplacedError, TornError for what nobody can go on with."""
    schema, application, version = (
        database.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("schema_version", "application_id", "user_version")
    )
    if schema == 0:
        return True
    if application != APPLICATION_ID or version == 0:
        raise MisplacedError(f"{path}: not a journal of this program; name another file")
    if version != VERSION:
        raise MisplacedError(f"{path}: written by a newer version; update the program or name another file")
    if database.execute("PRAGMA quick_check").fetchone()[0] != "ok":
        raise TornError(f"{path}: the journal is damaged; {TORN}")
    return False


def connected_to_read(path: Path) -> sqlite3.Connection:
    """A connection that can only read, and waits a second at most for whoever writes.

    Where SQLite cannot make the files that readers share with a writer, and there is none, it is read without them.
    """
    address = f"file:{quote(str(path))}?mode=ro"
    database = sqlite3.connect(address, uri=True, timeout=1.0)
    try:
        database.execute("PRAGMA schema_version")
    except sqlite3.OperationalError:
        ahead = path.with_name(f"{path.name}-wal")
        if ahead.exists() and ahead.stat().st_size:
            return database
        database.close()
        database = sqlite3.connect(f"{address}&immutable=1", uri=True)
    except sqlite3.Error:
        database.close()
        raise
    return database


def refuse_unfit_at(path: Path) -> None:
    """Does nothing where a journal can be made or gone on with; asking changes nothing. Raises JournalError."""
    if not path.exists():
        return
    try:
        with closing(connected_to_read(path)) as database:
            refuse_unfit(database, path)
    except sqlite3.Error as error:
        raise ours(error, path) from error


def set_aside(path: Path) -> Path:
    """Make room for a new journal: a torn one is called something else, with all that belongs to it, and kept.

    Raises UnwritableError when the disk refuses, MisplacedError for a file that never was a database.
    """
    refuse_foreign(path)
    aside = next(name for number in count(1) if not (name := path.with_name(f"{path.name}.torn-{number}")).exists())
    try:
        for ending in ("-wal", "-shm", ""):
            if (part := path.with_name(path.name + ending)).exists():
                part.rename(aside.with_name(aside.name + ending))
    except OSError as error:
        raise UnwritableError(f"{path}: damaged, and cannot be set aside ({error.strerror}); {TORN}") from error
    return aside

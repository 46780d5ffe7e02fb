"""Where an evening is kept: its journal, what lies beside it, and the folder for what nobody named a place for."""

import os
from pathlib import Path

from companion.errors import SettingsError
from companion.files.atomic import OutputError
from companion.journal.place import refuse_foreign
from companion.settings import Settings

USUAL = "game.db"
"""What a journal is called that nobody named."""
_GIVEN = "STATE_DIRECTORY"
"""Where systemd, or whoever starts the program like it, says that the state is to lie."""
_BESIDE = (".table", ".pictures", ".stumbles", ".mqtt", ".phones", ".lock")


def journal_of(settings: Settings, usual: str = USUAL) -> Path:
    """Where the games are kept. Raises SettingsError, JournalError for what is no place for them."""
    journal = own(settings.journal or state_folder() / usual)
    refuse_foreign(journal)
    return journal


def own(journal: Path) -> Path:
    """The journal, where nothing that is kept beside one is called so. Raises SettingsError."""
    if journal.suffix in _BESIDE:
        raise SettingsError(f"{journal}: {journal.suffix} is what lies beside a journal; give it another ending")
    return journal


def internal_errors_beside(journal: Path) -> Path:
    """Where the mistakes are listed that the program made while it kept this journal."""
    return journal.with_suffix(".stumbles")


def receipts_beside(journal: Path) -> Path:
    """Where it is kept how much of this journal a broker has taken."""
    return journal.with_suffix(".mqtt")


def phones_beside(journal: Path) -> Path:
    """Where the PIN and the trusted phones are kept of the table with this journal."""
    return journal.with_suffix(".phones")


def state_folder() -> Path:
    """Where this program keeps its own files, made when missing. Raises SettingsError, OutputError."""
    folder = state_place()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be made ({error.strerror}); {elsewhere()}") from error
    return folder


def elsewhere() -> str:
    """What helps where the usual place takes nothing."""
    decides = _GIVEN if os.environ.get(_GIVEN) else "XDG_STATE_HOME"
    return f"make room, or let {decides} name a folder on another disk"


def state_place() -> Path:
    """The same, whether it is there or not: what systemd gives, or the user's usual place. Raises SettingsError."""
    given = os.environ.get(_GIVEN, "").split(":")[0]
    try:
        return Path(given) if given else _users_state() / "companion"
    except RuntimeError as error:
        raise SettingsError("this user has no home; let XDG_STATE_HOME name a folder for games") from error


def _users_state() -> Path:
    """Where programs keep their files for this user. Raises RuntimeError for one without a home."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")

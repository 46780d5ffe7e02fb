"""The shelf of profiles: every calibrated board under a name of its own, and which of them is played on this evening.

A board is a file in a folder; the choice stands beside them and outlives the program. The newer word wins: a profile
that is named when the program starts, until a phone chooses another; naming the same one again does not undo that.
"""

import logging
import re
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from calibration.profile import LARGEST_BYTES, Profile, load_profile, read_profile, save_profile
from calibration.trial import check_sound, check_values
from companion.errors import ProfileError
from companion.files import untrusted
from companion.files.atomic import built_file, sync_folder, write_json
from companion.views.walk import KnownBoard

_LOG = logging.getLogger(__name__)
_NAME = re.compile(r"\w(?:[\w '’(),.!-]{0,22}[\w'’)!])?")
_CHOICE = "choice.json"
_ENDING = ".profile"


class ShelfError(ProfileError):
    """A board is not on the shelf, its name is taken or cannot be one, or it may not be touched."""


class Shelf:
    """The boards port over a folder; safe to use from any thread.

    `given` is the profile named when the program was started, which is never changed from here. `fits` says why the
    camera cannot look with a profile, or nothing.
    """

    def __init__(
        self, folder: Path, given: Path | None = None, fits: Callable[[Profile], str | None] = lambda _: None
    ) -> None:
        self._folder = folder
        self._given = given
        self._fits = fits
        self._lock = threading.RLock()
        self._by_phone = False
        self._chosen = self._chosen_before()
        self._loaded: Profile | None = None

    @property
    def chosen(self) -> str | None:
        """The name of the board for this evening, if there is one."""
        return self._chosen

    @property
    def by_phone(self) -> bool:
        """Whether a phone chose it."""
        return self._by_phone

    def profile(self) -> Profile | None:
        """The chosen board's profile, the same object until another is chosen.

        Raises ProfileError when the given one is broken; where one that a phone chose is, the given one is chosen.
        """
        with self._lock:
            if self._loaded is None and self._chosen is not None:
                try:
                    self._loaded = self._fitting(self._chosen)
                except ProfileError as error:
                    if not self._by_phone:
                        raise
                    _LOG.warning("The board %r that was chosen last cannot be used (%s).", self._chosen, error)
                    self._chosen, self._by_phone = self._named_at_start(), False
                    return self.profile()
            return self._loaded

    def is_chosen(self, profile: Profile) -> bool:
        """Whether this very profile is still that of the chosen board; waits for nothing."""
        return self._loaded is profile

    def ends_game(self, profile: Profile) -> bool:
        """Whether the game on the chosen board ends when this one is chosen: other cards, or chips in another order."""
        chosen = self.profile()
        return chosen is not None and (chosen.layout, *chosen.chips) != (profile.layout, *profile.chips)

    def known(self) -> tuple[KnownBoard, ...]:
        """Every board, in order of their names."""
        names = sorted(self._files(), key=str.casefold)
        return tuple(KnownBoard(name, name == self._chosen, not self._is_given(name)) for name in names)

    def choose(self, name: str) -> None:
        """Play on this board. Raises ProfileError when it is not there, broken, or not for this camera."""
        with self._lock:
            profile = self._fitting(name)
            self._remember(name)
            self._loaded, self._chosen, self._by_phone = profile, name, True

    def keep(self, name: str, profile: Profile, replaces: bool = False) -> None:
        """Put a profile on the shelf. Raises ShelfError for a name that is taken, unless it `replaces`."""
        with self._lock:
            self._check_free(name, replaces)
            save_profile(profile, self._folder / (name + _ENDING))

    def rename(self, name: str, new: str) -> None:
        """Call a board something else. Raises ShelfError."""
        with self._lock:
            path = self._own(name)
            self._check_free(new)
            if name == self._chosen:
                self._remember(new)
            with _on_disk(name):
                path.rename(self._folder / (new + _ENDING))
            sync_folder(self._folder)
            if name == self._chosen:
                self._chosen = new

    def delete(self, name: str) -> None:
        """Take a board off the shelf for good. Raises ShelfError for the one that is played on."""
        with self._lock:
            if name == self._chosen:
                raise ShelfError(f"{name!r} is in use this evening; choose another board first")
            with _on_disk(name):
                self._own(name).unlink()

    def file_of(self, name: str) -> bytes:
        """The profile's file. Raises ShelfError."""
        with _on_disk(name):
            return self._path(name).read_bytes()

    def take_in(self, name: str, file: bytes) -> None:
        """Keep a profile that comes from elsewhere, once it was tried. Raises ProfileError when it is not sound.

        Raises ShelfError.
        """
        self._check_free(name)
        if len(file) > LARGEST_BYTES:
            raise ShelfError(f"a file of more than {LARGEST_BYTES >> 20} MB is no profile; choose another")
        profile = read_profile(file)
        check_sound(profile)
        # Written anew, so that nothing but a profile's own parts comes onto the shelf, and no picture nobody looked at;
        # how a camera elsewhere was held says nothing of the one here.
        self.keep(name, replace(profile, learnt_from=None, locks=None))

    def free_name(self) -> str:
        """A name that no board has yet."""
        taken = self._files()
        return next(name for number in range(1, len(taken) + 2) if (name := f"Board {number}") not in taken)

    def _files(self) -> dict[str, Path]:
        own = {path.stem: path for path in self._folder.glob(f"*{_ENDING}") if _is_name(path.stem)}
        return own if self._given is None else {**own, self._given.stem: self._given}

    def _path(self, name: str) -> Path:
        path = self._files().get(name)
        if path is None:
            raise ShelfError(f"there is no board called {name!r}; choose one of those on the shelf")
        return path

    def _own(self, name: str) -> Path:
        if self._is_given(name):
            raise ShelfError(f"{name!r} was given when the program was started, and can only be changed there")
        return self._path(name)

    def _is_given(self, name: str) -> bool:
        return self._given is not None and name == self._given.stem

    def _check_free(self, name: str, replaces: bool = False) -> None:
        if not _is_name(name):
            raise ShelfError(f"{name!r} is not a name for a board; use 1 to 24 letters, digits and spaces")
        if name in self._files() and not (replaces and not self._is_given(name)):
            raise ShelfError(f"there is a board called {name!r} already; choose another name")

    def _fitting(self, name: str) -> Profile:
        path = self._path(name)
        profile = load_profile(path)
        try:
            check_values(profile)
        except ProfileError as error:
            raise ShelfError(f"{path}: {error}") from error
        objection = self._fits(profile)
        if objection:
            raise ShelfError(objection)
        return profile

    def _chosen_before(self) -> str | None:
        """What was chosen last, unless another profile was named since."""
        given = None if self._given is None else str(self._given)
        with suppress(OSError, ValueError, AttributeError, TypeError):
            choice = untrusted.json_file(self._folder / _CHOICE)
            if choice.get("board") in self._files() and choice.get("instead_of") == given:
                self._by_phone = True
                return str(choice["board"])
        return self._named_at_start()

    def _named_at_start(self) -> str | None:
        return None if self._given is None else self._given.stem

    def _remember(self, name: str) -> None:
        """Choose this board at the next start too. Raises OutputError where the disk does not take it."""
        given = None if self._given is None else str(self._given)
        with built_file(self._folder / _CHOICE) as building:
            write_json(building, {"board": name, "instead_of": given})


def _is_name(name: str) -> bool:
    """Whether a board may be called so: it becomes the name of a file."""
    return bool(_NAME.fullmatch(name)) and unicodedata.normalize("NFC", name) == name


@contextmanager
def _on_disk(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ShelfError(f"the file of {name!r} cannot be used ({error.strerror}); check the disk") from error

"""What is kept of trust over a restart: the PIN, and by the digest of its token what each phone may speak for.

Who reads the file learns the PIN, as whoever starts the program does, but no token: a digest cannot be turned round.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from companion.files import untrusted
from companion.files.atomic import built_file, write_json
from companion.referee.phones import Asker


def digest(token: str) -> str:
    """What a token is known by. Tokens are long and random, so that a plain digest cannot be guessed backwards."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Trust:
    """The table's PIN, None before there is one, and the trusted phones, the one heard of longest ago first."""

    pin: str | None = None
    phones: Mapping[str, Asker] = field(default_factory=lambda: MappingProxyType({}))
    """By the digest of their token."""
    since_s: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Since when, in seconds of this machine's clock."""
    known: bool = False
    """Whether any phone has shown the PIN."""
    players: tuple[str, ...] | None = None
    """Who plays the game whose seats these are; None where that was not kept."""


class PhoneBook:
    """Trust in a file, or nowhere at all without one. A disk that takes nothing costs the next start alone."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self.behind = False
        """Whether the disk did not take what was to be kept last."""

    def read(self) -> Trust:
        """What was kept; nothing where nothing was, or where it cannot be read."""
        if self._file is None:
            return Trust()
        try:
            kept = untrusted.json_file(self._file)
            phones = {key: Asker(_seat(one["seat"]), one["table"] is True) for key, one in kept["phones"].items()}
            since_s = {key: _since_s(one["since_s"]) for key, one in kept["phones"].items()}
            known = kept.get("known") is True or any(one.table for one in phones.values())
            players = kept.get("players")
            seated = None if players is None else tuple(map(str, players))
            return Trust(str(kept["pin"]), phones, since_s, known, seated)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError):
            return Trust()

    def write(self, trust: Trust) -> None:
        """Keep this in place of what was kept, each phone since when it was; only the program's user may read it."""
        if self._file is None:
            return
        before = self.read().since_s
        rows = {
            key: {"table": one.table, "seat": one.seat, "since_s": before.get(key, int(time.time()))}
            for key, one in trust.phones.items()
        }
        kept = {"pin": trust.pin, "known": trust.known, "players": trust.players, "phones": rows}
        self.behind = True
        with suppress(OSError):
            with built_file(self._file) as building:
                write_json(building, kept)
                building.chmod(0o600)
            self.behind = False


def _seat(kept: object) -> int | None:
    """The number of a seat, as it was kept. Raises ValueError."""
    if kept is None or type(kept) is int:
        return kept
    raise ValueError(f"{kept!r} is no seat")


def _since_s(kept: int) -> int:
    """A moment, as it was kept. Raises OSError, OverflowError, TypeError or ValueError where no calendar has it."""
    date.fromtimestamp(kept)
    return kept

"""The games this house can referee. A further one is a package of rules, a referee, its views, and an entry here."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.games.one_eyed_jack.options import parse_options
from companion.referee import tracking as one_eyed_jack
from companion.referee.events import Event, Setup
from companion.referee.followed import Step
from companion.referee.observation import TableObservation
from companion.views.announcement import event_words
from companion.views.statement import Statement
from companion.views.status import status_of
from companion.views.status_json import status_json


@dataclass(frozen=True, slots=True)
class Refereed:
    """One game: the functions that referee it and tell of it, each over the game's own `Followed` and `Statement`."""

    begin: Callable[[Setup], Step]
    """A game from its set-up. Raises ValueError when options or board are invalid."""
    observe: Callable[[Any, TableObservation, float], Step]
    """One look at the table; the number is the table's patience in seconds."""
    replay: Callable[[Iterable[Event]], Any]
    """The game that a log of events, `GameStarted` first, leads to. Raises ValueError when it leads to none."""
    statement: Callable[[Any], Statement]
    """How the game stands, for lamps and phones."""
    json: Callable[[Any], dict[str, Any]]
    """The statement as plain JSON values."""
    words: Callable[[Event, Setup], str]
    """What is said when something happens, nothing when it needs no words."""
    options: Callable[[str], Any]
    """Options out of text. Raises OptionsError."""


def refereed(game: str) -> Refereed:
    """The game of this name, as set-ups give it. Raises ValueError when this house does not know it."""
    if game not in REPERTOIRE:
        raise ValueError(f"no such game: {game!r}; this program referees {', '.join(REPERTOIRE)}")
    return REPERTOIRE[game]


def _one_eyed_words(event: Event, setup: Setup) -> str:
    return event_words(event, [team.name for team in setup.teams])


REPERTOIRE: Mapping[str, Refereed] = MappingProxyType(
    {
        "one-eyed-jack": Refereed(
            begin=one_eyed_jack.begin,
            observe=one_eyed_jack.observe,
            replay=one_eyed_jack.replay,
            statement=status_of,
            json=status_json,
            words=_one_eyed_words,
            options=parse_options,
        ),
    }
)
"""Every game, under the name its set-ups carry."""

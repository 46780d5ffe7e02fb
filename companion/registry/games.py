"""The games this house can referee, by the name their set-ups carry. A further one is a module and an entry here."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.games.black_jack.options import Options as BlackJackOptions
from companion.games.one_eyed_jack.options import Options
from companion.referee.black_jack.ledger import Tracking as BlackJackTracking
from companion.referee.followed import Followed, Step
from companion.referee.one_eyed_jack.ledger import Tracking
from companion.referee.phones import Asker
from companion.registry import black_jack, one_eyed_jack
from companion.registry.game import AnyGame, Game
from companion.views.black_jack.status import Status as BlackJackStatus
from companion.views.one_eyed_jack.status import Status
from companion.views.statement import Statement

_ONE_EYED_JACK: Game[Tracking, Status, Options] = one_eyed_jack
_BLACK_JACK: Game[BlackJackTracking, BlackJackStatus, BlackJackOptions] = black_jack
GAMES: Mapping[str, AnyGame] = MappingProxyType({"one-eyed-jack": _ONE_EYED_JACK, "black-jack": _BLACK_JACK})
"""Every game; one that rules do not name is the first."""


def agreed(rules: str) -> tuple[str, str]:
    """Which game is meant, and its options: `black-jack players=4`; rules that name no game are One-Eyed Jack's.

    Raises OptionsError for options that the game named does not know.
    """
    game, _, options = rules.strip().partition(" ")
    return (game, refereed(game).options(options).text) if game in GAMES else (next(iter(GAMES)), rules)


def refereed(game: str) -> AnyGame:
    """The game of this name, as set-ups give it. Raises ValueError when this house does not know it."""
    if game not in GAMES:
        raise ValueError(f"no such game: {game!r}; this program referees {', '.join(GAMES)}")
    return GAMES[game]


def statement_text(status: Statement) -> str:
    """A statement as one line of JSON, as it goes out to phones and to a broker."""
    return json.dumps(refereed(status.game).json(status), allow_nan=False, separators=(",", ":"))


def act(followed: Followed, asker: Asker, name: str, fields: Mapping[str, Any]) -> Step:
    """What a phone asks for, in the game that is played now. Raises NotAllowedError, ValueError."""
    acts = refereed(followed.setup.game).acts
    if name not in acts:
        raise ValueError("The game being played now has nothing like that.")
    return acts[name](followed, asker, **fields)

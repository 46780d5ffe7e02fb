"""What phones may ask of the referee, each at its own address: `POST /api/commands/undo`.

A command is one line in `KINDS`; what it does in the game that is played, who may give it, and whether the rules allow
it, is the referee's to say.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, abort, jsonify

from companion.errors import CompanionError
from companion.games.cards import SUITS, Card, parse_card
from companion.games.one_eyed_jack.squares import parse_square, square_name
from companion.referee.events import Event, GameStarted, to_json
from companion.referee.followed import Command, Followed, Step, wins_of
from companion.referee.phones import Asker, NotAllowedError, at, signed
from companion.repertoire import act, refereed
from companion.web import requests
from companion.web.requests import Read, text, whole

blueprint = Blueprint("commands", __name__, url_prefix="/api/commands")

LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of command: which fields it takes."""

    fields: Mapping[str, Read] = field(default_factory=lambda: MappingProxyType({}))
    optional: frozenset[str] = frozenset({"number"})


def _card(value: object) -> Card:
    return parse_card(text(value))


def _face(value: object) -> str:
    if value not in ("n", "r", "s"):
        raise ValueError("n, r or s is wanted")
    return str(value)


def _square(value: object) -> int:
    return parse_square(text(value))


def _result(value: object) -> str:
    if value not in ("unfinished", "tie", "win"):
        raise ValueError("unfinished, tie or win is wanted")
    return str(value)


def _game(value: object) -> str:
    refereed(text(value))
    return text(value)


def _suit(value: object) -> str:
    if value not in (*SUITS,):
        raise ValueError("S, H, D or C is wanted")
    return str(value)


def _players(value: object) -> tuple[str, ...]:
    names = tuple(map(_player, value)) if isinstance(value, list) and 2 <= len(value) <= 12 else ()
    if not names or len(set(names)) < len(names):
        raise ValueError("2 to 12 different names are wanted")
    return names


def _player(value: object) -> str:
    name = text(value).strip()
    if not 0 < len(name) <= LONGEST_NAME:
        raise ValueError(f"a name has 1 to {LONGEST_NAME} characters")
    return name


def _act(followed: Followed, asker: Asker, name: str, fields: Mapping[str, Any]) -> Step:
    """What a command comes to. Raises NotAllowedError, ValueError."""
    if name == "game":
        return _new_game(followed, asker, fields)
    return act(followed, asker, name, fields)


def _new_game(followed: Followed, asker: Asker, fields: Mapping[str, Any]) -> Step:
    """A game of any kind begins at this table."""
    game = fields.get("game", followed.setup.game)
    agreed, players = refereed(game).options(fields["options"]), fields["players"]
    if len(players) != agreed.seats:
        raise ValueError(f"There are {len(players)} names for {agreed.seats} seats.")
    setup = replace(followed.setup, game=game, options=agreed.text, players=players, wins=wins_of(followed, players))
    return refereed(game).new_game(followed, asker, setup)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "undo": Kind(),
        "override": Kind({"seat": whole}, frozenset({"seat", "number"})),
        "answer": Kind({"candidate": text}),
        "tell": Kind({"card": _card}),
        "pass": Kind(),
        "exchange": Kind({"card": _card}),
        "roll": Kind({"face": _face}),
        "forgot": Kind({"seat": whole}),
        "edit": Kind({"square": _square, "team": whole}, frozenset({"team", "number"})),
        "setup": Kind({"position": text}),
        "hand": Kind({"seat": whole, "cards": whole}),
        "end": Kind({"result": _result, "team": whole}, frozenset({"team", "number"})),
        "score": Kind({"seat": whole, "wins": whole}),
        "done": Kind(),
        "draw": Kind({"seat": whole, "cards": whole}, frozenset({"seat", "cards", "number"})),
        "suit": Kind({"suit": _suit}),
        "joker": Kind({"card": _card}),
        "missed": Kind({"card": _card}),
        "whose": Kind({"seat": whole}),
        "out": Kind({"seat": whole}, frozenset({"seat", "number"})),
        "reshuffle": Kind(),
        "game": Kind({"options": text, "players": _players, "game": _game}, frozenset({"game", "number"})),
    }
)
"""Every command; each also takes `number`, how many entries the game had when the phone was told how it stands."""


def _carry_out(name: str) -> Response:
    kind, asker = KINDS[name], requests.asker()
    if asker == Asker():
        abort(401, "whoever watches may change nothing: enter the table's PIN, or scan the code of your seat")
    values = requests.fields({**kind.fields, "number": whole}, kind.optional)
    number = values.pop("number", None)
    command = at(number, partial(_act, asker=asker, name=name, fields=values))
    return _answered(decided(signed(asker, _words(name, values), command)))


def decided(command: Command) -> tuple[Event, ...]:
    """What came of a command that was handed in at the desk; aborts with the reason when nothing did."""
    try:
        return requests.desk().carry_out(command)
    except NotAllowedError as error:
        abort(403, str(error))
    except ValueError as error:
        abort(409, str(error))
    except CompanionError as error:
        abort(503, str(error))


def _answered(events: tuple[Event, ...]) -> Response:
    if any(isinstance(event, GameStarted) for event in events):
        requests.desk().access.clear_seats()
    return jsonify(events=[json.loads(to_json(event)) for event in events])


def _words(name: str, values: Mapping[str, Any]) -> str:
    """The command as the log keeps it; what a new game is about stands in the event that begins it."""
    told = {key: square_name(value) if key == "square" else value for key, value in values.items() if name != "game"}
    return " ".join([name, *(f"{key}={value}" for key, value in told.items())])


def parse_words(words: str) -> tuple[str, dict[str, Any]]:
    """The command that the log keeps as these words, and its fields. Raises ValueError when there is none."""
    name, _, rest = words.partition(" ")
    if name not in KINDS:
        raise ValueError(f"no such command: {name!r}; known are {', '.join(KINDS)}")
    wanted = KINDS[name].fields
    parts = re.split(rf"(?:^| )({'|'.join(wanted)})=", rest) if wanted else [rest]
    if parts[0]:
        raise ValueError(f"{words!r}: {name} takes nothing called {parts[0]!r}; write {name} key=value")
    return name, {key: _value(wanted[key], value) for key, value in zip(parts[1::2], parts[2::2], strict=True)}


def _value(read: Read, word: str) -> Any:
    """A field out of its word, which may be a number."""
    return read(int(word) if read is whole else word)


for _name in KINDS:
    blueprint.add_url_rule(f"/{_name}", _name, partial(_carry_out, _name), methods=["POST"])

"""What phones may ask of the referee, each at its own address: `POST /api/commands/undo`.

A command is one line in `KINDS`; who may give it, and whether the rules allow it, is the referee's to say.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, abort, jsonify

from companion.errors import CompanionError
from companion.games.cards import Card, parse_card
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.squares import parse_square, square_name
from companion.referee import commands
from companion.referee.commands import Asker, NotAllowedError, at, signed
from companion.referee.decisions import Step
from companion.referee.events import Event, GameStarted, to_json
from companion.referee.followed import Command
from companion.referee.tracking import Tracking
from companion.web import requests
from companion.web.requests import Read, text, whole

blueprint = Blueprint("commands", __name__, url_prefix="/api/commands")

LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of command: what carries it out, and which fields it takes."""

    act: Callable[..., Step]
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


def _options(value: object) -> str:
    return parse_options(text(value)).text


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


def _new_game(tracking: Tracking, asker: Asker, options: str, players: tuple[str, ...]) -> Step:
    agreed = parse_options(options)
    if len(players) != agreed.seats:
        raise ValueError(f"There are {len(players)} names for {agreed.seats} seats.")
    setup = replace(tracking.setup, options=options, players=players)
    if agreed.teams != len(setup.teams):
        raise ValueError(f"This table has chips for {len(setup.teams)} teams; choose as many.")
    return commands.new_game(tracking, asker, setup)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "undo": Kind(commands.take_back),
        "override": Kind(commands.accept_table, {"seat": whole}, frozenset({"seat", "number"})),
        "answer": Kind(commands.reply, {"candidate": text}),
        "tell": Kind(commands.tell_card, {"card": _card}),
        "pass": Kind(commands.pass_turn),
        "exchange": Kind(commands.exchange, {"card": _card}),
        "roll": Kind(commands.roll, {"face": _face}),
        "forgot": Kind(commands.forgot_to_draw, {"seat": whole}),
        "edit": Kind(commands.put_chip, {"square": _square, "team": whole}, frozenset({"team", "number"})),
        "setup": Kind(commands.set_position, {"position": text}),
        "hand": Kind(commands.count_hand, {"seat": whole, "cards": whole}),
        "end": Kind(commands.end_game, {"result": _result, "team": whole}, frozenset({"team", "number"})),
        "game": Kind(_new_game, {"options": _options, "players": _players}),
    }
)
"""Every command; each also takes `number`, how many entries the game had when the phone was told how it stands."""


def _carry_out(name: str) -> Response:
    kind, asker = KINDS[name], requests.asker()
    if asker == Asker():
        abort(401, "whoever watches may change nothing: enter the table's PIN, or scan the code of your seat")
    values = requests.fields({**kind.fields, "number": whole}, kind.optional)
    number = values.pop("number", None)
    command = at(number, partial(kind.act, asker=asker, **values))
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


for _name in KINDS:
    blueprint.add_url_rule(f"/{_name}", _name, partial(_carry_out, _name), methods=["POST"])

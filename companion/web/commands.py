"""What phones may ask of the referee, each at its own address: `POST /api/commands/undo`.

A command is one line in `COMMANDS`; what it does in the game that is played, who may give it, and whether the rules
allow it, is the referee's to say.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, abort, jsonify

from companion.errors import CompanionError
from companion.games.squares import square_name
from companion.journal.event_text import to_json
from companion.referee.events import Event, GameStarted
from companion.referee.followed import Command, Followed, Step, counting_on
from companion.referee.phones import Asker, NotAllowedError, at, signed
from companion.registry.games import act, refereed
from companion.web import requests
from companion.web.fields import FIELDS, Field

_NUMBER = re.compile("[0-9]{1,9}")
blueprint = Blueprint("commands", __name__, url_prefix="/api/commands")


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one command: what it is for, and which fields it takes, by their names in `FIELDS`."""

    summary: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()

    @property
    def fields(self) -> Mapping[str, Field]:
        """What it takes; each also takes `number`, how many entries the game had when the phone was told of it."""
        return {name: FIELDS[name] for name in (*self.required, *self.optional, "number")}

    @property
    def may_be_missing(self) -> frozenset[str]:
        """The names of those that may be left out."""
        return frozenset(self.fields) - set(self.required)


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
    setup = replace(followed.setup, game=game, options=agreed.text, players=players, first=fields.get("first", 1))
    if refereed(game).needs_board:
        setup = setup.played_with(fields["chips"]) if "chips" in fields else setup.played_by(agreed.teams)
    return refereed(game).new_game(followed, asker, counting_on(followed, setup))


COMMANDS: Mapping[str, Form] = MappingProxyType(
    {
        "undo": Form("Take back the last turn. For the table."),
        "override": Form(
            "Accept the table as it lies; `seat` moves next, or who follows from play. For the table.", (), ("seat",)
        ),
        "answer": Form(
            "Answer the open question with one of its candidates. For the team it is about, and the table.",
            ("candidate",),
        ),
        "tell": Form(
            "Say which card it was, of question, half turn or last turn. For the seat on turn, and the table.",
            ("card",),
        ),
        "pass": Form("The seat on turn passes. For that seat, and the table."),
        "exchange": Form("The seat on turn exchanges a dead card. For that seat, and the table.", ("card",)),
        "roll": Form("The die shows a plain face, reverse or skip. For the seat that rolls, and the table.", ("face",)),
        "forgot": Form("A seat did not draw. For that seat, and the table.", ("seat",)),
        "edit": Form(
            "A chip of `team` (its number) stands on `square` (such as C4), or none. For the table.",
            ("square",),
            ("team",),
        ),
        "setup": Form(
            "The game goes on from this position, in notation, with the hands behind it if told. For the table.",
            ("position",),
        ),
        "hand": Form("So many cards are in a seat’s hand. For that seat and the table.", ("seat", "cards")),
        "end": Form(
            "The players end the game: `unfinished`, a `tie`, or a `win` of `team`. For the table.",
            ("result",),
            ("team",),
        ),
        "score": Form("A seat’s player has won so many games this evening. For the table.", ("seat", "wins")),
        "done": Form("The turn of Black Jack ends. For the seat to move, or the table."),
        "draw": Form("A seat draws, which ends its turn; how many cards it took may be said.", (), ("seat", "cards")),
        "suit": Form("The Ace on top names this suit, and the turn ends.", ("suit",)),
        "joker": Form("The joker on top stands for this card.", ("card",)),
        "missed": Form("Under the newest card lies this one, which nobody saw.", ("card",)),
        "whose": Form("The newest card is this seat’s; whoever sat between and laid nothing drew a card.", ("seat",)),
        "out": Form("A seat has no cards left, whatever was counted.", (), ("seat",)),
        "direction": Form("Play of Black Jack goes the other way than was told. For the table."),
        "reshuffle": Form("The pile but for its top card was shuffled into the stock. For the table."),
        "game": Form(
            "Begin another game at this table. For the table; seats go with the players’ names.",
            ("options", "players"),
            ("game", "first", "chips"),
        ),
    }
)
"""Every command. From this table come what is read from a request, what OpenAPI says, and what tests try."""


def _carry_out(name: str) -> Response:
    form, asker = COMMANDS[name], requests.asker()
    if asker == Asker():
        abort(401, "you can only watch: enter the PIN, or scan the code of your seat")
    values = requests.fields({key: each.read for key, each in form.fields.items()}, form.may_be_missing)
    number = values.pop("number", None)
    command = at(number, partial(_act, asker=asker, name=name, fields=values))
    before: list[Followed] = []

    def carried_out(followed: Followed) -> Step:
        """What the command brings about, and the game before it remembered."""
        before.append(followed)
        return command(followed)

    events = decided(signed(asker, _words(name, values), carried_out))
    for event in events:
        if isinstance(event, GameStarted):
            requests.desk().access.reseat(before[0].setup.players, event.setup.players)
    return jsonify(events=[json.loads(to_json(event)) for event in events])


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


def _words(name: str, values: Mapping[str, Any]) -> str:
    """The command as the log keeps it; what a new game is about stands in the event that begins it."""
    told = {key: square_name(value) if key == "square" else value for key, value in values.items() if name != "game"}
    return " ".join([name, *(f"{key}={value}" for key, value in told.items())])


def parse_words(words: str) -> tuple[str, dict[str, Any]]:
    """The command that the log keeps as these words, and its fields. Raises ValueError when there is none."""
    name, _, rest = words.partition(" ")
    if name not in COMMANDS:
        raise ValueError(f"no such command: {name!r}; known are {', '.join(COMMANDS)}")
    wanted = COMMANDS[name].fields
    parts = re.split(rf"(?:^| )({'|'.join(wanted)})=", rest) if wanted else [rest]
    if parts[0]:
        raise ValueError(f"{words!r}: {name} takes nothing called {parts[0]!r}; write {name} key=value")
    return name, {key: _value(wanted[key], value) for key, value in zip(parts[1::2], parts[2::2], strict=True)}


def _value(wanted: Field, word: str) -> Any:
    """A field out of its word; digits alone are a number, for no text that a phone says has nothing else."""
    return wanted.read(int(word) if _NUMBER.fullmatch(word) else word)


for _name in COMMANDS:
    blueprint.add_url_rule(f"/{_name}", _name, partial(_carry_out, _name), methods=["POST"])

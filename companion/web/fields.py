"""The fields that commands take: for each how a JSON value is read, and what OpenAPI says of it, from one place."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from companion.games.cards import SUITS, parse_card
from companion.games.names import as_seen, can_be_shown, trimmed
from companion.games.squares import parse_square
from companion.registry.games import GAMES
from companion.web.requests import LONGEST_TEXT, Read, text, whole

LONGEST_NAME = 24
FEWEST_SEATS, MOST_SEATS = 2, 12
MOST_TEAMS, MOST_CARDS, MOST_WINS = 6, 120, 999
"""No game here has more teams or, with every joker, more cards; nobody wins so many games in an evening."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field."""

    read: Read
    """Makes of a JSON value what the referee wants. Raises ValueError, saying what that is."""
    schema: Mapping[str, Any]
    """The same in JSON Schema, which may allow a little more."""

    @property
    def optional_schema(self) -> dict[str, Any]:
        """The same for a field that may be null."""
        allowed = {**self.schema, "type": [self.schema["type"], "null"]}
        return {**allowed, "enum": [*allowed["enum"], None]} if "enum" in allowed else allowed


def number(least: int, most: int, said: str = "") -> Field:
    """A whole number of this range."""
    described = {"description": said} if said else {}
    schema = {"type": "integer", "minimum": least, "maximum": most, **described}
    return Field(partial(whole, most=most, least=least), MappingProxyType(schema))


def one_of(*words: str, said: str = "") -> Field:
    """One of these words; reading another raises ValueError."""

    def _read(value: object) -> str:
        if value not in words:
            raise ValueError(f"{', '.join(words[:-1])} or {words[-1]} is wanted")
        return str(value)

    described = {"description": said} if said else {}
    return Field(_read, MappingProxyType({"type": "string", "enum": [*words], **described}))


def words_of(read: Read, pattern: str = "", said: str = "") -> Field:
    """A text that `read` makes something of."""
    shape: dict[str, Any] = {"pattern": pattern} if pattern else {"minLength": 1, "maxLength": LONGEST_TEXT}
    described = {"description": said} if said else {}
    return Field(lambda value: read(text(value)), MappingProxyType({"type": "string", **shape, **described}))


def _players(value: object) -> tuple[str, ...]:
    several = value if isinstance(value, list) and FEWEST_SEATS <= len(value) <= MOST_SEATS else []
    names = tuple(_player(seat, name) for seat, name in enumerate(several, 1))
    if not names or len({as_seen(name) for name in names}) < len(names):
        raise ValueError(f"{FEWEST_SEATS} to {MOST_SEATS} different names are needed")
    return names


def _player(seat: int, value: object) -> str:
    name = trimmed(value) if isinstance(value, str) else ""
    if not can_be_shown(name, LONGEST_NAME):
        raise ValueError(f"the name of player {seat} is to have 1 to {LONGEST_NAME} characters that can be printed")
    return name


_NAME = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST_NAME,
    "description": "Printable characters, and joiners.",
}
_NAMES = {"type": "array", "items": _NAME, "minItems": FEWEST_SEATS, "maxItems": MOST_SEATS, "uniqueItems": True}

FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "number": number(
            0, 100_000, "How many entries the game had when the phone was told; refused with 409 once it has gone on."
        ),
        "seat": number(1, MOST_SEATS),
        "first": number(1, MOST_SEATS, "The seat that begins; seat 1 when left out, as always in Black Jack."),
        "team": number(0, MOST_TEAMS - 1),
        "cards": number(0, MOST_CARDS),
        "wins": number(0, MOST_WINS),
        "card": words_of(parse_card, r"^([A2-9TJPQK]|10)[SHDC]$|^JK[BRE]?$", "Rank and suit such as 7D, or JK."),
        "square": words_of(parse_square, "^[A-J]([1-9]|10)$"),
        "candidate": words_of(str),
        "position": words_of(str),
        "face": one_of("n", "r", "s"),
        "result": one_of("unfinished", "tie", "win"),
        "suit": one_of(*SUITS),
        "game": one_of(*GAMES, said=f"{' or '.join(GAMES)}; when left out, the game that is played now."),
        "options": words_of(str, said="Preset and changes, such as `classic N=4 T=2` or `base players=4`."),
        "chips": words_of(str, "^[A-Z]{1,6}$", "The letters of the teams’ chips, seat 1 first, such as RB."),
        "players": Field(_players, MappingProxyType(_NAMES)),
    }
)
"""Every field, by its name: it means the same in every command."""

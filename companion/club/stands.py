"""How a table stands, of what it said over the broker: checked, within bounds, and no more than a small picture needs.

Whoever has the broker's password may say anything. What is no statement is refused here with a word on what is wrong;
what passes are short texts that show, colours that are colours, and squares that are on the board.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from companion.files import untrusted
from companion.games.names import can_be_shown
from companion.views.one_eyed_jack.hints import NO_RESULT

MOST_BYTES = 65_536
"""No statement of a game is a tenth of that."""
_LONGEST, _MOST_SIDES, _MOST_LINES, _MOST_SQUARES = 240, 12, 40, 100
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_SHAPES = ("disc", "square", "diamond", "triangle", "star", "hexagon")
_UNNAMED = re.compile(r"Seat \d+( \(.*\))?")


@dataclass(frozen=True, slots=True)
class Side:
    """One line of the score: a team, or where everybody plays alone a player."""

    name: str
    letter: str
    shape: str
    paint: str
    ink: str
    score: int
    """Lines or points; where cards are shed, those that are left."""
    plays: bool
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """How the game at a table stands; teams are places in `sides`, squares 0 to 99."""

    game: str
    headline: str
    hint: str
    sides: tuple[Side, ...]
    chips: str
    """A character for each square, `.` or the team's number; nothing where there is no board."""
    lines: tuple[tuple[int, tuple[int, ...]], ...]
    marks: tuple[int, ...]
    """The squares of the fault, or of the last turn where there is none."""
    fault: str
    question: str
    notice: str
    turns: tuple[str, ...]
    """The last turns in words, newest first."""
    over: bool
    unfinished: bool
    """Whether it was given up: it is over, and nobody won or shared anything."""
    winner: int | None
    number: int

    @property
    def calls(self) -> str:
        """What waits for help, a fault before a question; nothing where nobody is needed."""
        return self.fault or self.question

    @property
    def ending(self) -> str:
        """What this game is known by once it is over: the same whenever it is told again, and no other game's."""
        players = tuple(side.players for side in self.sides)
        said = repr((self.game, players, self.chips, self.turns, self.winner, self.number))
        return sha256(said.encode()).hexdigest()[:16]

    def goes_on_from(self, ended: "Stand") -> bool:
        """Whether this is still the game that had ended so: most of its chips lie where they did, or its turns follow.

        A correction after the end, or a win that was taken back, leaves it another ending, or none.
        """
        if ended.chips:
            stood = [square for square, chip in enumerate(ended.chips) if chip != "."]
            return 2 * sum(self.chips[square : square + 1] == ended.chips[square] for square in stood) > len(stood)
        told = len(ended.turns)
        return any(ended.turns[back:] == self.turns[: told - back] for back in range(told - 1))


def stand_of(payload: str) -> Stand:
    """How a table stands that said this. Raises ValueError, saying what is wrong."""
    if len(payload) > MOST_BYTES:
        raise ValueError(f"it is longer than {MOST_BYTES >> 10} KB")
    try:
        found = untrusted.json_value(payload)
    except json.JSONDecodeError:
        raise ValueError("it is no JSON") from None
    if not isinstance(found, dict):
        raise ValueError("it is no JSON object")
    return _board(found) if "chips" in found else _pile(found)


def _board(found: dict[str, Any]) -> Stand:
    """One Eyed Jack's statement, and any like it with teams and a board."""
    teams = _list(found, "teams", _MOST_SIDES)
    turn, over = _object(found, "turn"), _yes(found, "over")
    plays = -1 if over else _whole(turn, "team", 0, len(teams) - 1)
    sides = tuple(_side(team, place == plays) for place, team in enumerate(teams))
    winner = None if found.get("winner") is None else _whole(found, "winner", 0, len(teams) - 1)
    notes = _list(found, "last_turns", _MOST_SQUARES)
    chips = _list(found, "chips", _MOST_SQUARES)
    if len(chips) != _MOST_SQUARES or not all(_chip(each, len(teams)) for each in chips):
        raise ValueError("chips are not a hundred squares of these teams")
    return Stand(
        headline=_text(found, "headline"),
        hint=_text(turn, "hint"),
        sides=sides,
        chips="".join("." if each is None else "0123456789AB"[each] for each in chips),
        lines=tuple(_line(line, len(teams)) for line in _list(found, "locked", _MOST_LINES)),
        marks=_marks(found) or _squares(found, "last_squares"),
        turns=tuple(_note_words(sides, note) for note in map(_dict, notes[:8])),
        over=over,
        winner=winner,
        **_shared(found),
    )


def _pile(found: dict[str, Any]) -> Stand:
    """Black Jack's statement: seats instead of teams, and no board."""
    seats, turn, over = _list(found, "seats", _MOST_SIDES), _object(found, "turn"), _yes(found, "over")
    out = [seat.get("out") for seat in map(_dict, seats)]
    return Stand(
        headline=_text(found, "headline"),
        hint=_text(turn, "hint"),
        sides=tuple(_side({**_dict(seat), "lines": _dict(seat).get("cards")}, _yes(seat, "plays")) for seat in seats),
        chips="",
        lines=(),
        marks=(),
        turns=tuple(_text(note, "words") for note in map(_dict, _list(found, "last_turns", _MOST_SQUARES)[:8])),
        over=over,
        winner=out.index(1) if over and 1 in out else None,
        **_shared(found),
    )


def _shared(found: dict[str, Any]) -> dict[str, Any]:
    """What the statements of all games have."""
    return {
        "game": _text(found, "game"),
        "unfinished": found.get("result") == NO_RESULT,
        "number": _whole(found, "number", 0, 10**6),
        "fault": _words(found, "fault", "message"),
        "question": _words(found, "question", "text"),
        "notice": _words(found, "notice", "message"),
    }


def _chip(found: Any, teams: int) -> bool:
    """Whether this is a team's chip on a square, or none."""
    return found is None or (type(found) is int and 0 <= found < teams)


def _side(found: Any, plays: bool) -> Side:
    team = _dict(found)
    players = tuple(_cleaned(each, "a player") for each in _list(team, "players", _MOST_SIDES, missing=True))
    named = bool(players) and not any(_UNNAMED.fullmatch(player) for player in players)
    return Side(
        name=", ".join(players)[:_LONGEST] if named else _text(team, "name"),
        letter=_text(team, "letter")[:2],
        shape=_one(team, "shape", lambda shape: shape in _SHAPES),
        paint=_one(team, "paint", _COLOUR.fullmatch),
        ink=_one(team, "ink", _COLOUR.fullmatch),
        score=_whole(team, "lines", 0, 999),
        plays=plays,
        players=players or (_text(team, "name"),),
    )


def _note_words(sides: Sequence[Side], note: dict[str, Any]) -> str:
    return f"{sides[_whole(note, 'team', 0, len(sides) - 1)].name}: {_text(note, 'note')}"


def _line(found: Any, teams: int) -> tuple[int, tuple[int, ...]]:
    line = _dict(found)
    return _whole(line, "team", 0, teams - 1), _squares(line, "squares")


def _marks(found: dict[str, Any]) -> tuple[int, ...]:
    return () if found.get("fault") is None else _squares(_object(found, "fault"), "squares")


def _squares(found: dict[str, Any], name: str) -> tuple[int, ...]:
    squares = _list(found, name, _MOST_SQUARES)
    return tuple(_whole({name: square}, name, 0, 99) for square in squares)


def _words(found: dict[str, Any], name: str, inside: str) -> str:
    return "" if found.get(name) is None else _text(_object(found, name), inside)


def _text(found: dict[str, Any], name: str) -> str:
    return _cleaned(found.get(name), name)


def _cleaned(value: Any, name: str) -> str:
    """A text as it may be shown: on one line, of bearable length, with no sign that turns or hides others."""
    if not isinstance(value, str):
        raise ValueError(f"{name} is no text")
    shown = " ".join("".join(each if can_be_shown(each, 1) else " " for each in value[: 4 * _LONGEST]).split())
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def _one(found: dict[str, Any], name: str, known: Callable[[str], object]) -> str:
    value = found.get(name)
    if not (isinstance(value, str) and known(value)):
        raise ValueError(f"{name} is none")
    return value


def _whole(found: dict[str, Any], name: str, least: int, most: int) -> int:
    value = found.get(name)
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name} is no number from {least} to {most}")
    return value


def _yes(found: Any, name: str) -> bool:
    value = _dict(found).get(name)
    if not isinstance(value, bool):
        raise ValueError(f"{name} is neither true nor false")
    return value


def _object(found: dict[str, Any], name: str) -> dict[str, Any]:
    value = found.get(name)
    if not isinstance(value, dict):
        raise ValueError(f"{name} is missing")
    return value


def _dict(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("a part of it is no object")
    return value


def _list(found: dict[str, Any], name: str, most: int, missing: bool = False) -> list[Any]:
    value = found.get(name, [] if missing else None)
    if not isinstance(value, list) or len(value) > most:
        raise ValueError(f"{name} is no list of at most {most}")
    return value

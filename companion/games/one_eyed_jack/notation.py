"""Turns and patterns in and out of text: `r 7D@C4`, `b JSxE5`, `r dead 7D`, `g roll s`, `A5-E5`."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.games.cards import parse_card
from companion.games.numbers import parse_number
from companion.games.one_eyed_jack.faults import NotationError
from companion.games.one_eyed_jack.turns import (
    TEAM_LETTERS,
    Declare,
    EndJoker,
    Exchange,
    Forgot,
    Pass,
    Pattern,
    Place,
    Remove,
    Roll,
    Stop,
    Turn,
)
from companion.games.squares import column_of, parse_square, row_of, square_at, square_name

_ACTION = re.compile(r"(\?|[A-Z0-9]{2,3})(@|x)([A-Z]\d+)")


def parse_turn(text: str) -> Turn:
    """The turn written as `text`. Raises NotationError."""
    words = text.split()
    try:
        if words[0] in _REPORTS:
            return _REPORTS[words[0]](words)
        return _parse_play(parse_team(words[0]), words[1:])
    except (ValueError, IndexError, KeyError) as error:
        raise NotationError(f"no turn: {text!r}; write for instance r 7D@C4, r JSxC4, r dead 7D or r pass") from error


def parse_team(letter: str) -> int:
    """The team of a letter, 0 for `r`. Raises NotationError."""
    if len(letter) == 1 and letter in TEAM_LETTERS:
        return TEAM_LETTERS.index(letter)
    raise NotationError(f"no such team: {letter!r}; teams are {', '.join(TEAM_LETTERS)}")


def _parse_forgot(words: list[str]) -> Forgot:
    _, seat, when = words
    return Forgot(parse_number(seat), {"late": True, "early": False}[when])


def _parse_stop(words: list[str]) -> Stop:
    _, result = words
    if result in ("*", "tie"):
        return Stop(agreed=result == "tie")
    return Stop(agreed=True, winner=parse_team(result))


_REPORTS: Mapping[str, Callable[[list[str]], Turn]] = MappingProxyType({"forgot": _parse_forgot, "stop": _parse_stop})
"""What is said of the game rather than played, by its first word."""


def _parse_play(team: int, words: list[str]) -> Turn:
    """A turn from what follows the team letter. Raises ValueError, IndexError or KeyError."""
    verbs: dict[str, Callable[[str], Turn]] = {
        "dead": lambda word: Exchange(team, parse_card(word)),
        "roll": lambda word: Roll(team, _parse_face(word)),
        "line": lambda word: Declare(team, parse_pattern(word)),
    }
    if len(words) == 2:
        return verbs[words[0]](words[1])
    (word,) = words
    if word in ("pass", "JKE"):
        return Pass(team) if word == "pass" else EndJoker(team)
    return _parse_action(team, word)


def _parse_face(word: str) -> str:
    if word in ("n", "r", "s"):
        return word
    raise NotationError(f"no such face: {word!r}; faces are n, r and s")


def _parse_action(team: int, word: str) -> Place | Remove:
    found = _ACTION.fullmatch(word)
    if not found:
        raise NotationError(f"no card and square: {word!r}")
    card = None if found[1] == "?" else parse_card(found[1])
    return (Place if found[2] == "@" else Remove)(team, card, parse_square(found[3]))


def pattern_text(pattern: Pattern) -> str:
    """A straight unwrapped run by its ends, `A5-E5`; anything else square by square, `E5.E4.D5.F5.E6`."""
    if len(pattern) > 1 and _run(pattern[0], pattern[-1]) == pattern:
        return f"{square_name(pattern[0])}-{square_name(pattern[-1])}"
    return ".".join(map(square_name, pattern))


def parse_pattern(text: str) -> Pattern:
    """The squares of `A5-E5` or `E5.E4.D5`, in order. Raises NotationError."""
    try:
        if "-" not in text:
            return tuple(map(parse_square, text.split(".")))
        first, last = map(parse_square, text.split("-"))
    except ValueError as error:
        raise NotationError(f"no squares: {text!r}; write A5-E5 or E5.E4.D5") from error
    run = _run(first, last)
    if not run:
        raise NotationError(f"no straight run: {text!r}; its ends share no row, column or diagonal")
    return run


def _run(first: int, last: int) -> Pattern:
    """The squares from one end to the other, both included; empty when they are not in line."""
    down, across = row_of(last) - row_of(first), column_of(last) - column_of(first)
    steps = max(abs(down), abs(across))
    if 0 in (down, across) or abs(down) == abs(across):
        pace = (down // steps, across // steps) if steps else (0, 0)
        return tuple(square_at(row_of(first) + i * pace[0], column_of(first) + i * pace[1]) for i in range(steps + 1))
    return ()

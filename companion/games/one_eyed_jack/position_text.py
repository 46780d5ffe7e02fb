"""Positions in one line, in the spirit of FEN: rows, seat, direction, locks, stock, captures, ply.

`*8*/X/X/X/rrrrr5/X/X/bb1bb5/X/*8* 2 + r:A5-E5 81 - 9`. Locks are written because they are history and
cannot be told from the chips; hands are not, because nobody sees them. An override may tell them all the same.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from companion.games.cards import parse_card
from companion.games.history import Override
from companion.games.numbers import parse_number
from companion.games.one_eyed_jack.faults import NotationError
from companion.games.one_eyed_jack.notation import parse_pattern, parse_team, pattern_text
from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.position import Accepted, Chips, Position, start
from companion.games.one_eyed_jack.turns import TEAM_LETTERS, Pattern
from companion.games.squares import CORNERS, SIZE

_FREE, _PLAYED = "*", " played "


def position_text(position: Position, options: Options) -> str:
    """The position in one line; `parse_position` reads it back."""
    marks = [_mark(options, square, team) for square, team in enumerate(position.chips)]
    rows = "/".join(_row_text(marks[row : row + SIZE]) for row in range(0, len(marks), SIZE))
    direction = "+" if position.direction == 1 else "-"
    locks, captures = _locks_text(position), _captures_text(position)
    return f"{rows} {position.seat} {direction} {locks} {position.stock} {captures} {position.ply}"


def parse_position(text: str, options: Options) -> Position:
    """The position written as `text`, with full hands. Raises NotationError for what is no position text at all.

    Whether the position could come about is another question: see `position_status`.
    """
    fields = text.split()
    if len(fields) != 7:
        raise NotationError(f"a position of {len(fields)} fields: {text!r}; write rows seat dir locks stock caps ply")
    rows, seat, direction, locks, stock, captures, ply = fields
    if direction not in ("+", "-"):
        raise NotationError(f"no such direction: {direction!r}; write + or -")
    return start(options)._replace(
        chips=_parse_rows(rows, options),
        seat=_parse_seat(seat, options),
        direction=1 if direction == "+" else -1,
        locks=_parse_locks(locks, options),
        stock=_parse_number(stock, "stock"),
        captures=_parse_captures(captures, options),
        ply=_parse_number(ply, "ply"),
    )


def override_text(position: Position, options: Options) -> str:
    """What an override tells: the position, and behind it the hands, if they are told (`7,6`)."""
    hands = ",".join(map(str, position.hands))
    return f"{position_text(position, options)} {hands}".rstrip()


def parse_override(text: str, options: Options) -> Position:
    """What `override_text` wrote; without hands where it tells none. Raises NotationError."""
    fields = text.split()
    if len(fields) != 8:
        return parse_position(text, options)._replace(hands=())
    hands = tuple(_parse_number(cards, "a hand") for cards in fields[7].split(","))
    if len(hands) != options.seats:
        raise NotationError(f"hands of {len(hands)} seats: {fields[7]!r}; {options.seats} seats play")
    return parse_position(" ".join(fields[:7]), options)._replace(hands=hands)


def entry_text(entry: Override[Position], options: Options) -> str:
    """An override, and behind it how a turn was accepted: its card, and who moves next if that was said (`8D 3`)."""
    text = override_text(entry.position, options)
    if not isinstance(entry, Accepted):
        return text
    return f"{text}{_PLAYED}{entry.card} {entry.following or ''}".rstrip()


def parse_entry(text: str, options: Options) -> Override[Position]:
    """What `entry_text` wrote. Raises NotationError."""
    before, played, how = text.partition(_PLAYED)
    position = parse_override(before, options)
    if not played:
        return Override(position)
    card, _, seat = how.partition(" ")
    try:
        return Accepted(position, parse_card(card), _parse_seat(seat, options) if seat else None)
    except ValueError as error:
        raise NotationError(f"no turn was accepted: {how!r}; write after the position played 8D, or 8D 3") from error


def _mark(options: Options, square: int, team: int | None) -> str:
    if team is not None:
        return TEAM_LETTERS[team]
    return _FREE if options.free_corners and square in CORNERS else "."


def _row_text(marks: list[str]) -> str:
    """One row with its empty squares counted; ten are X."""
    runs = ((mark, len(list(run))) for mark, run in groupby(marks))
    return "".join(("X" if length == SIZE else str(length)) if mark == "." else mark * length for mark, length in runs)


def _locks_text(position: Position) -> str:
    teams = (
        f"{letter}:{'+'.join(map(pattern_text, locks))}"
        for letter, locks in zip(TEAM_LETTERS, position.locks, strict=False)
        if locks
    )
    return ",".join(teams) or "-"


def _captures_text(position: Position) -> str:
    counts = zip(TEAM_LETTERS, position.captures, strict=False)
    return "".join(f"{letter}{count}" for letter, count in counts) if any(position.captures) else "-"


def _parse_rows(text: str, options: Options) -> Chips:
    rows = text.split("/")
    widths = [len(list(_marks(row))) for row in rows]
    if widths != [SIZE] * SIZE:
        raise NotationError(f"rows of {widths} squares: {text!r}; write ten rows of ten, separated by /")
    marks = [mark for row in rows for mark in _marks(row)]
    stray = [square for square, mark in enumerate(marks) if mark == _FREE != _mark(options, square, None)]
    if stray:
        raise NotationError(f"a free corner on square {stray[0] + 1} of {text!r}; * stands in free corners alone")
    return tuple(None if mark in (".", _FREE) else _parse_letter(mark, options) for mark in marks)


def _marks(row: str) -> Iterator[str]:
    """The squares of a row one by one, with the counts written out."""
    for mark in row:
        if mark == "X" or mark in "123456789":
            yield from "." * (SIZE if mark == "X" else int(mark))
        else:
            yield mark


def _parse_letter(letter: str, options: Options) -> int:
    team = parse_team(letter)
    if team >= options.teams:
        raise NotationError(f"team {letter} does not play; {options.teams} teams do")
    return team


def _parse_seat(text: str, options: Options) -> int:
    seat = _parse_number(text, "seat")
    if 1 <= seat <= options.seats:
        return seat
    raise NotationError(f"no such seat: {text}; seats run from 1 to {options.seats}")


def _parse_number(text: str, name: str) -> int:
    try:
        return parse_number(text)
    except ValueError as error:
        raise NotationError(f"{name}: {error}") from error


def _parse_locks(text: str, options: Options) -> tuple[tuple[Pattern, ...], ...]:
    locks: list[tuple[Pattern, ...]] = [()] * options.teams
    for part in text.split(",") if text != "-" else ():
        letter, _, patterns = part.partition(":")
        team = _parse_letter(letter, options)
        locks[team] = () if patterns == "-" else tuple(map(parse_pattern, patterns.split("+")))
    return tuple(locks)


def _parse_captures(text: str, options: Options) -> tuple[int, ...]:
    if text != "-" and not re.fullmatch(r"([a-z]\d+)+", text):
        raise NotationError(f"no captures: {text!r}; write r2b0, or -")
    counts = [0] * options.teams
    for letter, count in re.findall(r"([a-z])(\d+)", text):
        counts[_parse_letter(letter, options)] = _parse_number(count, "captures")
    return tuple(counts)

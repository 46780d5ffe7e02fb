"""What `recording.json` says: checked once, value by value, so that nothing later has to doubt it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeGuard

from companion.errors import RecordingError
from companion.games.one_eyed_jack.squares import SIZE, column_of, row_of, square_at
from companion.referee.events import Setup, TeamLook

FORMAT = "companion-recording/1"


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A still with chips of each team on known squares; `chips` holds squares 0 to 99 by team letter."""

    still: str
    chips: Mapping[str, tuple[int, ...]]


_NOT_ENROLLED = Enrolment("", MappingProxyType({}))
_NOWHERE = (0.0, 0.0)
"""The corner of a board that is not there."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """What was agreed before the first card; the teams stand in seating order."""

    name: str
    preset: str
    options: Mapping[str, int | str | bool]
    teams: tuple[TeamLook, ...]
    seats: tuple[str, ...]
    """The team letter of each seat, seat 1 first; none where everybody plays alone."""
    players: tuple[str, ...] = ()
    """A name for each seat, where they were told."""

    def setup(self, layout: tuple[str, ...]) -> Setup:
        """The set-up of this game on a board with this layout: 100 card codes in reading order, or none."""
        changes = [f"{key}={value}" for key, value in self.options.items()]
        names = {look.letter: look.name for look in self.teams}
        seats = tuple(f"Seat {seat} ({names[team]})" for seat, team in enumerate(self.seats, 1))
        return Setup(" ".join([self.preset, *changes]), layout, self.teams, self.players or seats, self.name)


@dataclass(frozen=True, slots=True)
class Description:
    """Everything a recording says of itself; sizes and points in pixels."""

    name: str
    size_px: tuple[int, int]
    fps: float
    frames: int
    video: str
    calibration_still: str
    top_left_px: tuple[float, float]
    patience_s: float
    enrolment: Enrolment
    game: RecordedGame
    listed: str | None = None
    """The list of frames with their times, where they were not taken evenly; `frames` counts what is listed."""
    profile: str | None = None
    """What was known of the table that evening, where the recording holds it; then no chips need be enrolled."""
    board: bool = True
    """Whether a board lies there; without one the calibration still shows the table without a card."""
    said: str | None = None
    """The list of what phones said, where the recording holds it."""


@dataclass(frozen=True, slots=True)
class _Block:
    """One JSON object and where it stands, so that every complaint names the place."""

    where: str
    values: Mapping[str, Any]

    def wrong(self, key: str, wanted: str) -> RecordingError:
        """The complaint about a value that is missing or not what is wanted."""
        if key not in self.values:
            return RecordingError(f"{self.where}: {key!r} is missing; it must be {wanted}")
        return RecordingError(f"{self.where}: {key!r} is {self.values[key]!r}; it must be {wanted}")

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self.values.get(key)
        if not isinstance(value, str) or not value:
            raise self.wrong(key, "a text")
        return value

    def file(self, key: str) -> str:
        """The name of a file inside the recording."""
        value = self.text(key)
        if Path(value).name != value:
            raise self.wrong(key, "the name of a file inside the recording")
        return value

    def number(self, key: str, least: float = 0.0) -> float:
        """A finite number."""
        value = self.values.get(key)
        if not _is_number(value) or not least <= value < 1e6:
            raise self.wrong(key, f"a number of at least {least:g}")
        return float(value)

    def whole(self, key: str, least: int = 0) -> int:
        """A whole number."""
        value = self.values.get(key)
        if not _is_number(value) or value != int(value) or value < least:
            raise self.wrong(key, f"a whole number of at least {least}")
        return int(value)

    def pair(self, key: str) -> tuple[float, float]:
        """Two numbers, (x, y)."""
        value = self.values.get(key)
        if not isinstance(value, list) or len(value) != 2 or not all(map(_is_number, value)):
            raise self.wrong(key, "two numbers [x, y]")
        return float(value[0]), float(value[1])

    def block(self, key: str) -> "_Block":
        """An object inside this one."""
        value = self.values.get(key)
        if not isinstance(value, dict):
            raise self.wrong(key, "an object {…}")
        return _Block(f"{self.where}, {key}", value)

    def squares(self, key: str) -> tuple[int, ...]:
        """Squares 0 to 99 from a list of [row, column]."""
        value = self.values.get(key)
        if not isinstance(value, list) or not value or not all(map(_is_square, value)):
            raise self.wrong(key, "a list of squares [row, column], both from 0 to 9")
        return tuple(square_at(row, column) for row, column in value)


def parse_description(document: object, where: str) -> Description:
    """The description in a decoded `recording.json`. Raises RecordingError naming the first bad value."""
    if not isinstance(document, dict):
        raise RecordingError(f"{where}: not a JSON object; write the description as {{…}}")
    block = _Block(where, document)
    if block.text("format") != FORMAT:
        raise block.wrong("format", f"{FORMAT!r}, the only one this program reads")
    width, height = block.pair("size")
    if min(width, height) < 1:
        raise block.wrong("size", "the width and height of a frame in pixels")
    game = _game(block.block("game"))
    listed, profile, said = (block.file(key) if key in document else None for key in ("list", "profile", "said"))
    board = document.get("board", True)
    if not isinstance(board, bool):
        raise block.wrong("board", "true or false")
    return Description(
        name=block.text("name"),
        size_px=(int(width), int(height)),
        fps=block.number("fps", 0.01),
        frames=0 if listed else block.whole("frames", 1),
        video=block.file("video"),
        calibration_still=block.file("calibration_still"),
        top_left_px=block.pair("top_left_px") if board else _NOWHERE,
        patience_s=block.number("patience_s"),
        enrolment=_enrolment(block, game) if board and ("enrolment" in document or not profile) else _NOT_ENROLLED,
        game=game,
        listed=listed,
        profile=profile,
        board=board,
        said=said,
    )


def describe(about: Description) -> dict[str, Any]:
    """The document that `parse_description` reads this description from."""
    document = {
        "format": FORMAT,
        "name": about.name,
        "size": list(about.size_px),
        "fps": about.fps,
        "frames": about.frames,
        "video": about.video,
        "list": about.listed,
        "calibration_still": about.calibration_still,
        "board": None if about.board else False,
        "top_left_px": list(about.top_left_px) if about.board else None,
        "patience_s": about.patience_s,
        "profile": about.profile,
        "said": about.said,
        "enrolment": _enrolment_document(about.enrolment),
        "game": _game_document(about.game),
    }
    return {key: value for key, value in document.items() if value is not None}


def _enrolment_document(enrolment: Enrolment) -> dict[str, Any] | None:
    chips = {
        letter: [[row_of(square), column_of(square)] for square in squares]
        for letter, squares in enrolment.chips.items()
    }
    return {"still": enrolment.still, "chips": chips} if chips else None


def _game_document(game: RecordedGame) -> dict[str, Any]:
    looks = {
        look.letter: {"name": look.name, "kind": look.kind, "diameter_mm": look.diameter_mm} for look in game.teams
    }
    teams = [{"team": team} for team in game.seats] or [{}] * len(game.players)
    names = [{"name": name} for name in game.players] or [{}] * len(game.seats)
    players = [{"seat": seat, **team, **name} for seat, (team, name) in enumerate(zip(teams, names, strict=True), 1)]
    return {
        "name": game.name,
        "preset": game.preset,
        "options": dict(game.options),
        "teams": looks,
        "players": players,
    }


def _enrolment(block: _Block, game: RecordedGame) -> Enrolment:
    enrolment = block.block("enrolment")
    chips = enrolment.block("chips")
    return Enrolment(enrolment.file("still"), {team.letter: chips.squares(team.letter) for team in game.teams})


def _game(block: _Block) -> RecordedGame:
    players = _players(block)
    seats = tuple(player.text("team") for player in players) if block.values.get("teams") else ()
    letters = tuple(dict.fromkeys(seats))
    if any(letter != letters[index % len(letters)] for index, letter in enumerate(seats)):
        raise block.wrong("players", "players of the teams in turn, such as R B R B")
    teams = block.block("teams")
    looks = tuple(_look(letter, teams.block(letter)) for letter in letters)
    named = bool(players) and "name" in players[0].values
    names = tuple(player.text("name") for player in players) if named else ()
    return RecordedGame(block.text("name"), block.text("preset"), block.block("options").values, looks, seats, names)


def _look(letter: str, block: _Block) -> TeamLook:
    return TeamLook(letter, block.text("name"), block.text("kind"), block.number("diameter_mm", 1.0))


def _players(block: _Block) -> tuple[_Block, ...]:
    """What is said of each seat, seat 1 first."""
    players = block.values.get("players")
    if not isinstance(players, list) or not players or not all(isinstance(player, dict) for player in players):
        raise block.wrong("players", "a list of players with their seats")
    entries = [_Block(f"{block.where}, player {number}", player) for number, player in enumerate(players, 1)]
    by_seat = {entry.whole("seat", 1): entry for entry in entries}
    if sorted(by_seat) != list(range(1, len(entries) + 1)):
        raise block.wrong("players", "one player for each seat from 1 on")
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _is_square(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_number(v) and v in range(SIZE) for v in value)

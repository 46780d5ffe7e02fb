"""What `recording.json` says: checked once, value by value, so that nothing later has to doubt it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.errors import RecordingError
from companion.files.checked_json import CheckedObject, is_pair
from companion.files.untrusted import MOST_PIXELS
from companion.games.squares import SIZE, column_of, row_of, square_at
from companion.referee.events import Setup, TeamLook

FORMAT = "companion-recording/1"


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A still with chips of each team on known squares; `chips` holds squares 0 to 99 by team letter."""

    still: str
    chips: Mapping[str, tuple[int, ...]]


_NOT_ENROLLED = Enrolment("", MappingProxyType({}))
_NOWHERE = (0.0, 0.0)
_LISTS = ("list", "profile", "said", "before")
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
    chips: tuple[TeamLook, ...] = ()
    """All chips that the table knows, where some do not play; empty where all do."""

    @property
    def known(self) -> tuple[TeamLook, ...]:
        """All chips that the table knows."""
        return self.chips or self.teams

    def setup(self, layout: tuple[str, ...]) -> Setup:
        """The set-up of this game on a board with this layout: 100 card codes in reading order, or none."""
        changes = [f"{key}={value}" for key, value in self.options.items()]
        names = {look.letter: look.name for look in self.teams}
        seats = tuple(f"Seat {seat} ({names[team]})" for seat, team in enumerate(self.seats, 1))
        options, players = " ".join([self.preset, *changes]), self.players or seats
        return Setup(options, layout, self.teams, players, self.name, chips=self.chips)


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
    before: str | None = None
    """The list of what had happened in the game before the first frame, where the recording holds it."""


def parse_description(document: object, where: str) -> Description:
    """The description in a decoded `recording.json`. Raises RecordingError naming the first bad value."""
    if not isinstance(document, dict):
        raise RecordingError(f"{where}: not a JSON object; write the description as {{…}}")
    block = CheckedObject(where, document, RecordingError)
    if block.text("format") != FORMAT:
        raise block.wrong("format", f"{FORMAT!r}, the only one this program reads")
    width, height = block.pair("size")
    if min(width, height) < 1 or width * height > MOST_PIXELS:
        raise block.wrong("size", "the width and height of a frame in pixels")
    game = _game(block.block("game"))
    listed, profile, said, before = (block.file(key) if key in document else None for key in _LISTS)
    board = block.yes("board") if "board" in document else True
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
        before=before,
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
        "before": about.before,
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
        look.letter: {"name": look.name, "kind": look.kind, "diameter_mm": look.diameter_mm} for look in game.known
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


def _enrolment(block: CheckedObject, game: RecordedGame) -> Enrolment:
    enrolment = block.block("enrolment")
    chips = enrolment.block("chips")
    return Enrolment(enrolment.file("still"), {chip.letter: _squares(chips, chip.letter) for chip in game.known})


def _game(block: CheckedObject) -> RecordedGame:
    players = _players(block)
    seats = tuple(player.text("team") for player in players) if block.values.get("teams") else ()
    letters = tuple(dict.fromkeys(seats))
    if any(letter != letters[index % len(letters)] for index, letter in enumerate(seats)):
        raise block.wrong("players", "players of the teams in turn, such as R B R B")
    teams = block.block("teams")
    looks = {letter: _look(letter, teams.block(letter)) for letter in (*letters, *teams.values)}
    known = tuple(looks[letter] for letter in teams.values)
    playing = tuple(looks[letter] for letter in letters)
    named = bool(players) and "name" in players[0].values
    names = tuple(player.text("name") for player in players) if named else ()
    return RecordedGame(
        block.text("name"),
        block.text("preset"),
        block.block("options").values,
        playing,
        seats,
        names,
        known if known != playing else (),
    )


def _look(letter: str, block: CheckedObject) -> TeamLook:
    return TeamLook(letter, block.text("name"), block.text("kind"), block.number("diameter_mm", 1.0))


def _players(block: CheckedObject) -> tuple[CheckedObject, ...]:
    """What is said of each seat, seat 1 first."""
    entries = block.blocks("players")
    by_seat = {entry.whole("seat", 1): entry for entry in entries}
    if not entries or sorted(by_seat) != list(range(1, len(entries) + 1)):
        raise block.wrong("players", "one player for each seat from 1 on")
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def _squares(block: CheckedObject, key: str) -> tuple[int, ...]:
    """Squares 0 to 99 from a list of [row, column]."""
    found = block.list_of(key)
    if not found or not all(is_pair(each) and set(each) <= {*range(SIZE)} for each in found):
        raise block.wrong(key, "a list of squares [row, column], both from 0 to 9")
    return tuple(square_at(int(row), int(column)) for row, column in found)

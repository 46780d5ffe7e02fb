"""A scene as lamps: which colour, in which rhythm, at which rows and columns; for wires and for the page alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.squares import column_of, row_of
from companion.views.appearance import Appearance, Blink, Rgb, hex_of
from companion.views.scene import Mood, Scene


@dataclass(frozen=True, slots=True)
class Lamps:
    """What every lamp shows until the next scene."""

    colour: Rgb
    """The team lamp."""
    blink: Blink
    """Seconds on, off, on, off, … and again; a single number means always on; at most three flashes a second."""
    rows: tuple[int, ...]
    """The lit lamps at the board's left edge, 0 at the top, rising."""
    columns: tuple[int, ...]
    """The lit lamps at the board's upper edge, 0 at the left, rising."""


_WHITE: Rgb = (255, 255, 255)
_STEADY: Blink = (1.0,)
# A colour of None is the team's own. No two rhythms here are alike, nor like any team's winks.
_MOODS: dict[Mood, tuple[Rgb | None, Blink]] = {
    "starting": ((255, 180, 90), (1.0, 1.0)),
    "fault": ((255, 90, 0), (0.25, 0.25)),
    "question": (_WHITE, (0.2, 0.2, 0.2, 0.9)),
    "line": (None, (0.5, 0.2)),
    "win": (None, (0.8, 0.2, 0.2, 0.2, 0.2, 0.2)),
    "lost_board": ((120, 0, 255), (0.3, 1.2)),
    "no_camera": ((255, 0, 120), (0.15, 2.0)),
    "not_kept": (None, (1.0, 0.6, 0.2, 0.6)),
    "over": ((255, 180, 90), _STEADY),
}


def lamps(scene: Scene, appearances: Sequence[Appearance]) -> Lamps:
    """The lamps for a scene, given the teams' appearances in seating order."""
    colour, blink = _light(scene, appearances)
    return Lamps(
        colour,
        blink,
        rows=tuple(sorted({row_of(square) for square in scene.squares})),
        columns=tuple(sorted({column_of(square) for square in scene.squares})),
    )


def _light(scene: Scene, appearances: Sequence[Appearance]) -> tuple[Rgb, Blink]:
    own = _WHITE if scene.team is None else appearances[scene.team].lamp
    if scene.mood == "turn":
        return own, _STEADY if scene.team is None else appearances[scene.team].blink
    colour, blink = _MOODS[scene.mood]
    return colour or own, blink


def lights_json(scene: Scene, appearances: tuple[Appearance, ...]) -> dict[str, Any]:
    """What the lamps show, for the page to show it too."""
    lit = lamps(scene, appearances)
    return {
        "mood": scene.mood,
        "colour": hex_of(lit.colour),
        "blink": list(lit.blink),
        "rows": list(lit.rows),
        "columns": list(lit.columns),
    }

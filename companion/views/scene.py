"""What the lights show: a whole statement, never a change, so a light that missed one is right at the next."""

from dataclasses import dataclass
from typing import Literal

Mood = Literal["starting", "turn", "fault", "question", "line", "win", "lost_board", "no_camera", "over", "not_kept"]

LOST = frozenset({"BOARD_LOST", "CAMERA_STALLED", "TOO_DARK"})
"""The notices that mean that the board cannot be read."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A mood, whom it concerns and the squares to point at.

    `team` is the place of a team's chips among those that the table knows, or of a seat where everybody plays alone,
    from 0; None for nobody.
    """

    mood: Mood
    team: int | None = None
    squares: tuple[int, ...] = ()

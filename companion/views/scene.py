"""What the lights show: a whole statement, never a change, so a light that missed one is right at the next."""

from dataclasses import dataclass
from typing import Literal

from companion.referee.tracking import Tracking

Mood = Literal["starting", "turn", "fault", "question", "line", "win", "lost_board", "no_camera", "over"]


@dataclass(frozen=True, slots=True)
class Scene:
    """A mood, the team it concerns (None for nobody) and the squares to point at."""

    mood: Mood
    team: int | None = None
    squares: tuple[int, ...] = ()


def scene_of(tracking: Tracking) -> Scene:
    """What the lights show for this tracking."""
    raise NotImplementedError

"""How the game stands, for phones: one whole statement that a page can draw without knowing what came before."""

from dataclasses import dataclass

from companion.referee.events import FaultFound, NoticeGiven, QuestionAsked
from companion.views.scene import Scene


@dataclass(frozen=True, slots=True)
class TeamStatus:
    """One team's line of the score."""

    letter: str
    name: str
    lines: int
    chips: int
    captured: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """Everything a page shows; teams are numbered by their place in `teams`, squares 0 to 99."""

    teams: tuple[TeamStatus, ...]
    lines_needed: int
    layout: tuple[str, ...]
    chips: tuple[int | None, ...]
    locked: tuple[tuple[int, tuple[int, ...]], ...]
    """Completed patterns: the team and its squares."""
    seat: int
    """The seat to move, counted from 1."""
    team: int
    card: str | None
    """The card on the pile that belongs to the turn being played, if half of it was seen."""
    last_turns: tuple[str, ...]
    """The last turns in notation, newest first."""
    stock: int
    hands: tuple[int, ...]
    fault: FaultFound | None
    question: QuestionAsked | None
    notice: NoticeGiven | None
    winner: int | None
    over: bool
    announcement: str
    scene: Scene

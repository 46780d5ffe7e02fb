"""What the statements of all games have in common: enough for the lamps, the loop and the frame of the page."""

from dataclasses import dataclass
from typing import Protocol

from companion.referee.events import NoticeGiven, QuestionAsked
from companion.views.scene import Scene


@dataclass(frozen=True, slots=True)
class NumberedStatement:
    """One statement as it goes out: its number, counted from 1, and its JSON text on one line."""

    sequence: int
    text: str


class Statement(Protocol):
    """How a game stands, whole; a frozen dataclass, so that a copy may say that the camera is gone."""

    @property
    def game(self) -> str:
        """The game's name, as set-ups give it."""

    @property
    def scene(self) -> Scene:
        """What the lights show."""

    @property
    def notice(self) -> NoticeGiven | None:
        """What is no fault of the players."""

    @property
    def question(self) -> QuestionAsked | None:
        """What the referee cannot tell, and asks."""

    @property
    def settled(self) -> bool:
        """False while a hand or a thing hides part of the table, so that what is told may lag."""

    @property
    def headline(self) -> str:
        """Who plays, or who has won."""

    @property
    def announcement(self) -> str:
        """What is said aloud about the game."""

    @property
    def known(self) -> tuple[tuple[str, str], ...]:
        """Letter and name of the chips that this table knows, whatever is played; none where there is no board."""

    @property
    def hands(self) -> tuple[int, ...]:
        """The number of cards at each seat, seat 1 first."""

    @property
    def players(self) -> tuple[str, ...]:
        """A name for each seat, seat 1 first."""

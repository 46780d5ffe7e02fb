"""Who speaks to the referee, what they may tell it, and how it is signed: the same for every game.

A command is judged where it is carried out, between two frames, so that nobody acts on a table that has gone on.
"""

from dataclasses import dataclass

from companion.errors import CompanionError
from companion.referee.events import CommandGiven, GameStarted, MatchScored, QuestionAsked
from companion.referee.followed import Command, Followed, Step, happen


class NotAllowedError(CompanionError, ValueError):
    """Whoever asked may not; the message says who may."""


class OutdatedError(CompanionError, ValueError):
    """The game has gone on since the phone that asked was told how it stood."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Whoever speaks: the table (it knows the PIN), a seat, both, or a mere onlooker."""

    seat: int | None = None
    table: bool = False
    device: str = ""
    """What speaks in place of a person, as the log calls it."""

    @property
    def name(self) -> str:
        """How the log calls them."""
        words = ["the table"] * self.table + ([] if self.seat is None else [f"seat {self.seat}"])
        return self.device or ", ".join(words) or "an onlooker"


NOT_OPEN = "No question is open any more. Look again how the game stands."
"""What whoever answers too late is told."""
BUTTON, HOME = Asker(table=True, device="the button"), Asker(table=True, device="the smart home")
"""The button at the board, and the smart home where the settings allow it: they may what the table may."""


def named_asker(name: str) -> Asker:
    """Whoever the log calls so. Raises ValueError for a name that it never gives."""
    first, last = name.split(", ")[0], name.split(", ")[-1].removeprefix("seat ")
    spoken = Asker(int(last) if last.isdecimal() else None, first == "the table")
    for asker in (BUTTON, HOME, spoken):
        if asker.name == name:
            return asker
    raise ValueError(f"nobody is called {name!r}; the log knows the table, its seats, the button and the smart home")


def signed(asker: Asker, words: str, command: Command) -> Command:
    """The same command, with who gave it in the log before what came of it; nothing when nothing did.

    What was still to be told of the game before comes of no command that begins another one.
    """

    def signing(tracking: Followed) -> Step:
        after, events = command(tracking)
        told = next((place for place, event in enumerate(events) if isinstance(event, GameStarted)), 0)
        given = (CommandGiven(asker.name, words),) if events else ()
        return after, (*events[:told], *given, *events[told:])

    return signing


def at(number: int | None, command: Command) -> Command:
    """The command, unless the game is no longer where it stood after so many entries. Raises OutdatedError then."""

    def checking(tracking: Followed) -> Step:
        if number is not None and number != tracking.number:
            raise OutdatedError("The game has gone on meanwhile. Look again, and ask once more if you still want it.")
        return command(tracking)

    return checking


def for_the_table(asker: Asker) -> None:
    """Raises NotAllowedError unless the asker knows the table's PIN."""
    if not asker.table:
        raise NotAllowedError("This is for the table: enter its PIN first.")


def speaks_for(tracking: Followed, asker: Asker, seat: int) -> None:
    """Raises NotAllowedError unless the asker may speak for this seat, and ValueError when nobody sits there."""
    if not asker.table and asker.seat != seat:
        raise NotAllowedError(f"This is for {tracking.player(seat)} or the table to say.")
    known_seat(tracking, seat)


def known_seat(tracking: Followed, seat: int | None) -> None:
    """Raises ValueError when a seat is named, and nobody sits there."""
    if seat is not None and not 1 <= seat <= len(tracking.wins):
        raise ValueError(f"There is no seat {seat}; seats run from 1 to {len(tracking.wins)}.")


def score_match(tracking: Followed, asker: Asker, seat: int, wins: int) -> Step:
    """A seat's player has won so many games this evening; said again where that was wrong.

    Raises NotAllowedError, and ValueError when that cannot be.
    """
    for_the_table(asker)
    known_seat(tracking, seat)
    counted, before = tracking.standings[seat - 1], tracking.wins
    if wins == counted:
        raise ValueError("That is the count already.")
    this_game = counted - before[seat - 1]
    if wins < this_game:
        raise ValueError("This game was won as well.")
    return happen(tracking, MatchScored((*before[: seat - 1], wins - this_game, *before[seat:])))


def asked(tracking: Followed, candidate: str) -> QuestionAsked:
    """The open question. Raises ValueError unless this is one of its answers."""
    question = tracking.question
    if question is None:
        raise ValueError(NOT_OPEN)
    if candidate not in question.candidates:
        raise ValueError(f"no such answer: {candidate!r}; choose one of {', '.join(question.candidates)}")
    return question

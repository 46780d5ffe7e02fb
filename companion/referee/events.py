"""What happened, in order: frozen, past tense, append-only. The log of these is the game.

`GameStarted`, `TurnPlayed`, `TurnUndone` and `PositionOverridden` change the game; the others say
what the table was told. Squares are numbers 0 to 99, teams numbers from 0 in seating order.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TeamLook:
    """How a team's chips look at this table."""

    letter: str
    name: str
    kind: str = "plain"
    diameter_mm: float = 30.0


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything agreed before the first card: enough to start the game again from nothing."""

    options: str
    """Preset and changes as text, such as `my_rules N=2 T=2 hand=6 lines=2 n=5`."""
    layout: tuple[str, ...]
    """The hundred card codes in reading order."""
    teams: tuple[TeamLook, ...]
    players: tuple[str, ...]
    """A name for each seat, seat 1 first."""
    game: str = "one-eyed-jack"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began with this set-up."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A turn was accepted; `turn` is its notation, such as `r 7D@C4`."""

    turn: str
    verified: bool = True
    """False when the card was never read and the table said it was right."""


@dataclass(frozen=True, slots=True)
class TurnUndone:
    """The last turn that still stood was taken back."""


@dataclass(frozen=True, slots=True)
class PositionOverridden:
    """The table declared this position right, in position notation."""

    position: str


@dataclass(frozen=True, slots=True)
class FaultFound:
    """Something on the table is against the rules; the message says what and how to put it right."""

    code: str
    squares: tuple[int, ...]
    message: str


@dataclass(frozen=True, slots=True)
class FaultResolved:
    """The table is right again."""

    code: str


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The referee cannot tell and asks; candidates are turns in notation."""

    text: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """The table, or a later look at it, settled the open question."""

    candidate: str


@dataclass(frozen=True, slots=True)
class LineCompleted:
    """A team completed a pattern on these squares."""

    team: int
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameWon:
    """The game ended; no team when it was a tie."""

    team: int | None
    termination: str


@dataclass(frozen=True, slots=True)
class NoticeGiven:
    """Something that is no fault of the players, such as a covered or moved board."""

    code: str
    message: str


Event = (
    GameStarted
    | TurnPlayed
    | TurnUndone
    | PositionOverridden
    | FaultFound
    | FaultResolved
    | QuestionAsked
    | QuestionAnswered
    | LineCompleted
    | GameWon
    | NoticeGiven
)

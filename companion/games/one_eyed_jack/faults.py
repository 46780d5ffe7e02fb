"""Why a turn, a sight of the table or a set of options is refused: one code for each reason, never a sentence."""

from dataclasses import dataclass
from enum import StrEnum, auto

from companion.errors import CompanionError


class Fault(StrEnum):
    """The codes players and the record know faults by; what the players are told is the referee's business."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[str]) -> str:  # noqa: ARG004
        return name

    WRONG_COLOUR = auto()
    OUT_OF_TURN = auto()
    SQUARE_OCCUPIED = auto()
    CARD_MISMATCH = auto()
    CORNER_CLOSED = auto()
    NO_CHIP = auto()
    NO_CARD = auto()
    TWO_CHIPS = auto()
    TWO_CARDS = auto()
    CHIP_MOVED = auto()
    MERGED_TURNS = auto()
    BOARD_DISTURBED = auto()
    REMOVED_WITHOUT_JACK = auto()
    REMOVED_OWN = auto()
    REMOVED_LOCKED = auto()
    REMOVED_TWO = auto()
    NOTHING_REMOVED = auto()
    PLACED_WITH_REMOVER = auto()
    NOT_DEAD = auto()
    DEAD_NOT_ALLOWED = auto()
    DEAD_LIMIT = auto()
    DEAD_NO_STOCK = auto()
    CAPTURE_NOT_CLEARED = auto()
    CARD_OVERCOUNT = auto()
    UNKNOWN_CARD = auto()
    HAND_SHORT = auto()
    DIE_MISSING = auto()
    DIE_TOO_EARLY = auto()
    DIE_TWICE = auto()
    DIE_BAD_FACE = auto()
    DIE_NOT_ALLOWED = auto()
    GAME_OVER = auto()
    NO_DRAW_OWED = auto()
    """A forgotten draw is reported by a seat that had none to take."""
    NO_SUCH_CHOICE = auto()
    """A line is declared that is not on offer."""
    NOTHING_TO_UNDO = auto()
    NO_SUCH_SQUARE = auto()


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to a turn: legal when there is no fault. True when legal."""

    fault: Fault | None = None
    squares: tuple[int, ...] = ()
    """The squares the fault is about."""

    def __bool__(self) -> bool:
        return self.fault is None


LEGAL = Ruling()


class IllegalTurnError(CompanionError, ValueError):
    """A turn was pushed that the rules forbid; `ruling` says why."""

    def __init__(self, message: str, ruling: Ruling) -> None:
        super().__init__(message)
        self.ruling = ruling


class NotationError(CompanionError, ValueError):
    """A text is no turn, position or record at all."""


class AmbiguousTurnError(CompanionError, ValueError):
    """A short text could mean several legal turns."""


class OptionsError(CompanionError, ValueError):
    """A set of options that cannot be played; `code` names the reason, such as `BAD_SEATING`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

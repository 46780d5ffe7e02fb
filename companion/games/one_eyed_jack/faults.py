"""Why a turn, a sight of the table or a set of options is refused: one code for each reason, never a sentence."""

from dataclasses import dataclass
from enum import auto

from companion.games.refusals import Code
from companion.games.refusals import IllegalTurnError as IllegalTurnError
from companion.games.refusals import NotationError as NotationError
from companion.games.refusals import OptionsError as OptionsError
from companion.games.refusals import Ruling as AnyRuling


class Fault(Code):
    """The codes players and the record know faults by; what the players are told is the referee's business."""

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
class Ruling(AnyRuling):
    """The answer to a turn: legal when there is no fault."""

    fault: Fault | None = None
    squares: tuple[int, ...] = ()
    """The squares the fault is about."""


LEGAL = Ruling()

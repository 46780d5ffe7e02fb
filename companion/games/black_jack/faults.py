"""Why a turn, a sight of the pile or a turned-up card is refused: one code for each reason, never a sentence."""

from dataclasses import dataclass
from enum import auto

from companion.games.refusals import Code
from companion.games.refusals import Ruling as AnyRuling


class Fault(Code):
    """The codes players and the record know faults by; what the players are told is the referee's business."""

    BJ_NO_MATCH = auto()
    BJ_BAD_RUN = auto()
    BJ_PENALTY_PENDING = auto()
    BJ_SUIT_NEEDED = auto()
    BJ_JOKER_NEEDED = auto()
    BJ_WRONG_DRAW = auto()
    BJ_OUT_PLAYER = auto()
    BJ_ACTION_FINISH = auto()
    OUT_OF_TURN = auto()
    CARD_OVERCOUNT = auto()
    CARD_NOT_IN_HAND = auto()
    UNKNOWN_CARD = auto()
    GAME_OVER = auto()
    NO_CARD = auto()
    """A play without a card."""
    NOTHING_TO_UNDO = auto()
    NOTHING_TO_SHUFFLE = auto()
    """Only the current card lies on the pile."""
    IMPOSSIBLE_POSITION = auto()
    """An override that no deck or table could show."""
    START_REDRAW = auto()
    """The turned-up card is buried and another turned."""


@dataclass(frozen=True, slots=True)
class Ruling(AnyRuling):
    """The answer to a turn; for a refused play, which of its cards is at fault."""

    fault: Fault | None = None
    step: int = 0
    """The index in the play of the first card that may not lie there."""


LEGAL = Ruling()

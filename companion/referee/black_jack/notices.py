"""What is no fault of the players, and how they are told: a dark room, a covered pile."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.referee.black_jack.ledger import Step, Tracking
from companion.referee.followed import given
from companion.referee.observation import TableObservation

COVERED_S = 20.0
"""A pile that is out of sight for so long is worth a word."""
ABOUT_GAME = ("RESHUFFLED", "CARD_OVERCOUNT")
"""Notices about what was played; they stand until the next turn."""
NOTICES: Mapping[str, str] = MappingProxyType(
    {
        "TOO_DARK": "It is too dark to read the cards. Please switch on a light.",
        "PILE_COVERED": "I cannot see the pile. Leave its top card uncovered.",
    }
)


def noticed(tracking: Tracking, table: TableObservation) -> Step:
    """What is no fault of the players; said once, and over with the first settled look without it."""
    watch = tracking.watch
    covered = watch.hidden_since_s is not None and watch.now_s - watch.hidden_since_s >= COVERED_S
    codes = [code for code in NOTICES if code in table.notices] + ["PILE_COVERED"] * covered
    return given(tracking, NOTICES, codes, ABOUT_GAME)

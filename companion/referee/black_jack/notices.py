"""What is no fault of the players, and how they are told: a dark room, a covered pile."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.referee.black_jack.ledger import Step, Tracking, happen
from companion.referee.events import NoticeGiven
from companion.referee.observation import TableObservation

COVERED_S = 20.0
"""A pile that is out of sight for so long is worth a word."""
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
    if not codes:
        ended = tracking.settled and tracking.notice is not None and tracking.notice.code in NOTICES
        return (replace(tracking, notice=None) if ended else tracking), ()
    if tracking.notice is not None and tracking.notice.code == codes[0]:
        return tracking, ()
    return happen(tracking, NoticeGiven(codes[0], NOTICES[codes[0]]))

"""What is no fault of the players, and how they are told: a covered board, a moved board, a dark room."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.referee.followed import given
from companion.referee.observation import TableObservation
from companion.referee.one_eyed_jack.ledger import ABOUT_COUNTS, Step, Tracking

LOST_S = 3.0
"""A board that is out of view for so long is worth a word."""

NOTICES: Mapping[str, str] = MappingProxyType(
    {
        "BOARD_COVERED": "Part of the board is covered; the rest is still watched.",
        "BOARD_LOST": "The board is out of view. Move the camera or the board until all of it can be seen.",
        "BOARD_MOVED": "The board or the camera was moved. The board was found again, and nothing is lost.",
        "GLARE": "Glare from a lamp or the sun hides part of the board. Move the lamp, or shade the board.",
        "OBJECT_ON_BOARD": "Something lies on the board. Please take it off; the squares under it are not watched.",
        "TOO_DARK": "It is too dark to read the board. Please switch on a light.",
    }
)


def noticed(tracking: Tracking, table: TableObservation) -> Step:
    """A notice when the look brings a new one; an old one ends with the first settled look that lacks it."""
    lost_since_s = None if table.registered else (tracking.watch.lost_since_s or table.taken_at_s)
    tracking = replace(tracking, watch=replace(tracking.watch, lost_since_s=lost_since_s))
    codes = table.notices
    if not codes and lost_since_s is not None and table.taken_at_s - lost_since_s >= LOST_S:
        codes = (*codes, "BOARD_LOST")
    return given(tracking, NOTICES, codes, ABOUT_COUNTS)

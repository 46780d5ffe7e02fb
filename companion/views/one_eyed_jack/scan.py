"""The board as it lies, for people to confirm before a game goes on from it: chips, doubtful squares, lines."""

from dataclasses import dataclass

from companion.games.one_eyed_jack.patterns import accept, chips_of
from companion.games.one_eyed_jack.position import Chips
from companion.games.one_eyed_jack.turns import Pattern
from companion.games.squares import SQUARES
from companion.referee.one_eyed_jack.happening import seen_chips
from companion.referee.one_eyed_jack.tracking import Tracking

UNSURE_NATS = 4.0
"""A square that is read with less lead than this is shown to a person before a game is set up from it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern that stands on a board."""

    team: int
    squares: Pattern
    counts: bool
    """Whether it counts when the board is read from nothing; it may overlap one that does."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The board as it lies, for people to confirm."""

    chips: Chips
    doubtful: tuple[int, ...]
    """Squares that are hidden, or read with little lead."""
    lines: tuple[Line, ...]


def scan(tracking: Tracking, chips: Chips | None = None) -> Scan:
    """The board as the camera sees it now, or as somebody says (`chips`), with every line that stands on it."""
    calm, rules = tracking.watch.calm, tracking.game.rules
    doubtful: tuple[int, ...] = ()
    if chips is None:
        chips = seen_chips(tracking)
        unsure = (s for s in SQUARES if calm is None or calm.weight * calm.board.margin(s) < UNSURE_NATS)
        doubtful = tuple(square for square in unsure if square not in rules.closed)
    lines, free = list[Line](), rules.geometry.free
    for team in range(tracking.game.options.teams):
        own = chips_of(chips, team)
        stands = [one for one in rules.geometry.candidates if one.mask & (own | free) == one.mask and one.mask & own]
        counting = accept(stands, own, free, ())
        lines += (Line(team, one.squares, one.squares in counting) for one in stands)
    return Scan(chips, doubtful, tuple(lines))

"""Whether a position could be played on, with every reason why not at once."""

from enum import StrEnum, auto
from itertools import combinations

from companion.games.one_eyed_jack.count import won
from companion.games.one_eyed_jack.patterns import accept, chips_of, mask_of
from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.rules import Rules


class PositionStatus(StrEnum):
    """What can be wrong with a position."""

    CHIP_ON_FREE_CORNER = auto()
    UNKNOWN_TEAM = auto()
    """A chip of a team that does not play."""
    BAD_SEAT = auto()
    BAD_DIRECTION = auto()
    """Neither 1 nor -1, or -1 without a die that reverses."""
    TOO_MANY_CARDS = auto()
    """Stock and hands together hold more than the deck."""
    BAD_CAPTURES = auto()
    """Captured chips where nothing is captured."""
    LOCKS_NOT_IN_FORCE = auto()
    """Locked patterns where nothing is locked."""
    LOCK_IS_NO_PATTERN = auto()
    """A locked set of squares that never scores under these options."""
    LOCK_WITHOUT_CHIPS = auto()
    """A locked pattern with a square that does not count for its team, or no chip at all."""
    LOCKS_OVERLAP = auto()
    """Two patterns of one team with more than one square in common."""
    PATTERN_NOT_LOCKED = auto()
    """A finished pattern nobody locked."""
    SEVERAL_WINNERS = auto()


def position_status(rules: Rules, position: Position) -> frozenset[PositionStatus]:
    """Every reason why this position cannot come about; empty when it can."""
    teams = range(rules.options.teams)
    if any(team not in teams for team in position.chips if team is not None):
        return frozenset({PositionStatus.UNKNOWN_TEAM})
    locks = frozenset[PositionStatus]().union(*(_lock_status(rules, position, team) for team in teams))
    return _table_status(rules, position) | locks


def _table_status(rules: Rules, position: Position) -> frozenset[PositionStatus]:
    options = rules.options
    reverses = options.die is not None and "r" in options.die.faces
    wrong = {
        PositionStatus.CHIP_ON_FREE_CORNER: any(position.chips[square] is not None for square in rules.closed),
        PositionStatus.BAD_SEAT: not 1 <= position.seat <= options.seats,
        PositionStatus.BAD_DIRECTION: position.direction not in ((1, -1) if reverses else (1,)),
        PositionStatus.TOO_MANY_CARDS: position.stock + sum(position.hands) > options.deck_size,
        PositionStatus.BAD_CAPTURES: any(position.captures) and options.capture_total is None,
        PositionStatus.SEVERAL_WINNERS: sum(1 for team in range(options.teams) if won(rules, position, team)) > 1,
    }
    return frozenset(status for status, is_so in wrong.items() if is_so)


def _lock_status(rules: Rules, position: Position, team: int) -> frozenset[PositionStatus]:
    """What is wrong with one team's locks."""
    locks, chips, free = position.locks[team], chips_of(position.chips, team), rules.geometry.free
    if not rules.options.locks:
        return frozenset({PositionStatus.LOCKS_NOT_IN_FORCE} if locks else ())
    masks = [mask_of(pattern) for pattern in locks]
    known = {candidate.mask for candidate in rules.geometry.candidates}
    wrong = {
        PositionStatus.LOCK_IS_NO_PATTERN: any(mask not in known for mask in masks),
        PositionStatus.LOCK_WITHOUT_CHIPS: any(mask & ~(chips | free) or not mask & chips for mask in masks),
        PositionStatus.LOCKS_OVERLAP: any((one & other).bit_count() > 1 for one, other in combinations(masks, 2)),
        PositionStatus.PATTERN_NOT_LOCKED: bool(accept(rules.geometry.candidates, chips, free, locks)),
    }
    return frozenset(status for status, is_so in wrong.items() if is_so)

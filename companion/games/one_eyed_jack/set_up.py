"""A position put together from what lies on the table: broken locks dropped, finished patterns locked, winners seen."""

from companion.games.one_eyed_jack.count import won
from companion.games.one_eyed_jack.patterns import accept, chips_of, mask_of
from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.rules import Rules
from companion.games.one_eyed_jack.turns import Pattern


def settle(rules: Rules, position: Position) -> Position:
    """The position with its locks as the chips allow, in canonical order after those it has, and its outcome."""
    locks = tuple(_settled_locks(rules, position, team) for team in range(rules.options.teams))
    settled = position._replace(locks=locks, offer=None)
    outcomes = (won(rules, settled, team) for team in range(rules.options.teams))
    return settled._replace(outcome=next(filter(None, outcomes), None))


def _settled_locks(rules: Rules, position: Position, team: int) -> tuple[Pattern, ...]:
    """A team's locks that still stand, written the usual way round, and the patterns nobody has locked yet."""
    if not rules.options.locks:
        return ()
    chips, free = chips_of(position.chips, team), rules.geometry.free
    masks = [(mask_of(pattern), pattern) for pattern in position.locks[team]]
    standing = [(mask, pattern) for mask, pattern in masks if mask & chips and not mask & ~(chips | free)]
    kept = tuple(rules.geometry.written.get(mask, pattern) for mask, pattern in standing)
    return kept + accept(rules.geometry.candidates, chips, free, kept)

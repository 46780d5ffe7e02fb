"""What every act of every game leaves true, whatever the rules in force."""

from collections import Counter
from itertools import combinations

from random_table import Table

from companion.games.one_eyed_jack.patterns import accept, chips_of, mask_of
from companion.games.one_eyed_jack.playing import Effect, chips_after
from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.status import position_status
from companion.games.one_eyed_jack.turns import Declare, EndJoker, Pass, Place, Remove, Roll, Turn


def check_act(game: Game, before: Position, turn: Turn) -> None:
    """No chip, card or lock came or went but by this turn."""
    after, effect = game.position, game.last_effect
    check_chips(before, after, turn, effect)
    assert not isinstance(turn, Place | Remove) or chips_after(game.rules, before, turn) == after.chips
    check_locks(game, before, turn)
    assert after.stock + sum(after.hands) + len(after.pile) == game.options.deck_size
    assert all(now >= then for now, then in zip(after.captures, before.captures, strict=True))
    assert not position_status(game.rules, after)
    assert 1 <= after.seat <= game.options.seats
    assert after.outcome or after.played or after.hands[after.seat - 1], "whoever is to move can play"
    assert not (after.outcome and after.offer)
    ended = before.played if isinstance(turn, Roll) else isinstance(turn, Place | Remove | Pass | EndJoker)
    assert after.ply - before.ply == (ended and not after.played), "a turn is counted when it is over"


def check_chips(before: Position, after: Position, turn: Turn, effect: Effect) -> None:
    """The squares that differ are those of the turn and of its captures."""
    changed = {s for s in range(100) if before.chips[s] != after.chips[s]}
    if isinstance(turn, Place):
        assert changed == {turn.square, *effect.captured}
        assert (before.chips[turn.square], after.chips[turn.square]) == (None, turn.team)
        assert all(before.chips[s] not in (None, turn.team) and after.chips[s] is None for s in effect.captured)
        assert after.captures[turn.team] - before.captures[turn.team] == len(effect.captured)
    else:
        assert changed == ({turn.square} if isinstance(turn, Remove) else set())
        assert after.captures == before.captures


def check_locks(game: Game, before: Position, turn: Turn) -> None:
    """Locks only grow, at their end, but for a line declared instead; they hold their chips and share one square."""
    for team, locks in enumerate(game.position.locks):
        if not isinstance(turn, Declare):
            assert locks[: len(before.locks[team])] == before.locks[team]
        assert all(game.position.chips[s] in (team, None) for pattern in locks for s in pattern)
        if isinstance(turn, Place) and game.options.locks:
            chips, geometry = chips_of(game.position.chips, team), game.rules.geometry
            assert locks == before.locks[team] + accept(geometry.candidates, chips, geometry.free, before.locks[team])
        assert all((mask_of(a) & mask_of(b)).bit_count() < 2 for a, b in combinations(locks, 2))


def check_cards(table: Table) -> None:
    """The engine's counts are those of the real cards, unless somebody has forgotten to draw and not said so."""
    if table.late is None:
        position = table.game.position
        assert position.hands == tuple(map(len, table.hands))
        assert position.stock == len(table.stock)
        assert Counter(position.pile) == Counter(table.pile)

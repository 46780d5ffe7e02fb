"""A seat that by arithmetic has no card left is passed over; when it plays all the same, a count may be wrong.

Hands are never seen: they are counted while draws are as assumed. So such a turn is asked about and never stands in
the way: it counts once somebody says so, or once play has gone on.
"""

from companion.games.one_eyed_jack.faults import Fault
from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.position_text import override_text
from companion.games.one_eyed_jack.state import Game, Override
from companion.games.one_eyed_jack.turns import Turn
from companion.referee import explanations
from companion.referee.clues import Clues
from companion.referee.events import PositionOverridden
from companion.referee.hypotheses import Contents, difference
from companion.referee.positions import after, circumstances, contents_of
from companion.referee.verdicts import Illegal, Legal, Verdict


def explain(game: Game, contents: Contents, clue: Clues) -> Verdict:
    """What happened when the table now holds `contents`, if need be with a hand that was counted too short."""
    verdict = explanations.explain(game, contents, clue)
    if not isinstance(verdict, Illegal):
        return verdict
    for seat in passed_over(game):
        recounted = after(game, Override(with_a_card(game.position, seat)))
        changed = difference(contents_of(game), contents)
        if recounted.team in {team for _, team in changed.appeared}:
            played = explanations.explain(recounted, contents, clue)
            if isinstance(played, Legal) and played.complete and not (played.weak or played.unread):
                about = circumstances(recounted, clue.top, changed)
                return Illegal("HAND_SHORT", about) if len(played.turns) == 1 else played
    return verdict


def recount(game: Game, turn: Turn) -> tuple[PositionOverridden, ...]:
    """What must be declared before a seat that was counted empty plays this turn; nothing before any other."""
    if game.judge(turn).fault is not Fault.HAND_SHORT:
        return ()
    seat = next(seat for seat in passed_over(game) if game.options.team_of(seat) == getattr(turn, "team", None))
    return (PositionOverridden(override_text(with_a_card(game.position, seat), game.options)),)


def passed_over(game: Game) -> tuple[int, ...]:
    """The seats without cards just before the one to move, the nearest first."""
    position, seats, found = game.position, game.options.seats, list[int]()
    for step in range(1, seats):
        seat = (position.seat - 1 - step * position.direction) % seats + 1
        if position.hands[seat - 1]:
            break
        found.append(seat)
    return tuple(found)


def with_a_card(position: Position, seat: int) -> Position:
    """The position in which this seat has a card after all, and is to move."""
    return position._replace(seat=seat, hands=(*position.hands[: seat - 1], 1, *position.hands[seat:]))

"""Between two games: chips of the last one still lie there, and nothing is judged before the board is clear.

Two chips may be the first turns of somebody who could not wait; more of them are what is left of a game.
"""

from dataclasses import replace

from companion.referee.observation import EMPTY
from companion.referee.one_eyed_jack.beliefs import believing
from companion.referee.one_eyed_jack.corrections import seen_contents
from companion.referee.one_eyed_jack.ledger import Tracking, Watch

LEFT_OVER = 3
"""So many chips on the board of a game that has not begun are left over from another."""


def left_over(tracking: Tracking) -> tuple[int, ...]:
    """The squares on which chips are seen that no turn has put there, while the board is being cleared."""
    if not tracking.clearing or tracking.number:
        return ()
    return tuple(square for square, content in enumerate(seen_contents(tracking)) if content != EMPTY)


def cleared(tracking: Tracking) -> Tracking:
    """The tracking after a settled look: whether the board has yet to be cleared is found at the first of a game."""
    if tracking.number or tracking.clearing is False:
        return tracking
    begun = tracking.clearing is None
    left = len(left_over(replace(tracking, clearing=True)))
    calm = tracking.watch.calm
    hides = calm is not None and bool(calm.board.hidden)
    clearing = left >= LEFT_OVER if begun else left > 0 or hides
    tracking = replace(tracking, clearing=clearing)
    return replace(tracking, watch=Watch(believing(tracking.game), calm=calm)) if clearing or not begun else tracking

"""Between two games: the board is cleared, then the discard pile, and the cards are dealt.

Nothing is judged before the board is clear. Two chips may be the first turns of somebody who could not wait; more of
them are what is left of a game. A pile that still lies there and a deal are only spoken of: nobody sees a hand being
dealt, and the first card or chip ends both.
"""

from dataclasses import replace

from companion.referee.observation import EMPTY
from companion.referee.one_eyed_jack.belief import believing
from companion.referee.one_eyed_jack.corrections import seen_contents
from companion.referee.one_eyed_jack.ledger import Tracking, Watch

_A_CARD_S = 1.0
"""How long it takes to deal a card."""
LEFT_OVER = 3
"""So many chips on the board of a game that has not begun are left over from another."""


def left_over(tracking: Tracking) -> tuple[int, ...]:
    """The squares on which chips are seen that no turn has put there, while the board is being cleared."""
    if not tracking.clearing or tracking.number:
        return ()
    return tuple(square for square, content in enumerate(seen_contents(tracking)) if content != EMPTY)


def pile_left(tracking: Tracking) -> bool:
    """Whether the last game's discard pile is still to be taken away, as far as is seen."""
    return tracking.watch.old_pile is not None and not _begun(tracking)


def being_dealt(tracking: Tracking) -> bool:
    """Whether board and pile are cleared, and the cards are being dealt: about a second each."""
    watch = tracking.watch
    dealing = watch.dealt_at_s is not None and watch.calm is not None and watch.calm.now_s < watch.dealt_at_s
    return dealing and not _begun(tracking)


def _begun(tracking: Tracking) -> bool:
    """Whether the game has begun, if only with a card, or with something that is wrong."""
    return bool(tracking.number) or tracking.card is not None or tracking.fault is not None


def between_games(tracking: Tracking) -> Tracking:
    """The tracking after a settled look before the first turn: what is yet to be cleared away, and the deal."""
    calm, old, first = tracking.watch.calm, tracking.watch.old_pile, tracking.clearing is None
    tracking = cleared(tracking)
    assert calm is not None  # it is what settled
    lies = bool(calm.pile.cards) and not calm.pile.hidden
    old = calm.pile.changes if lies and (first or calm.pile.changes == old) else None
    ready, dealt_at_s = not tracking.clearing and old is None, tracking.watch.dealt_at_s
    if ready and dealt_at_s is None:
        dealt_at_s = calm.now_s + _A_CARD_S * sum(tracking.game.position.hands)
    return replace(tracking, watch=replace(tracking.watch, old_pile=old, dealt_at_s=dealt_at_s))


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

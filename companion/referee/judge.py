"""Choosing among explanations: likelihood of what was seen, times how usual such a thing is. A clear winner or none.

The priors are in nats and small on purpose: they decide between readings the camera leaves open, never against what it
clearly saw.
"""

import math

from companion.games.cards import Card
from companion.games.one_eyed_jack.state import Game
from companion.referee.discard import Discard, Freshness
from companion.referee.explanations import clues, explain
from companion.referee.hypotheses import Reading, readings
from companion.referee.positions import contents_of
from companion.referee.settling import Calm
from companion.referee.verdicts import Doubtful, Illegal, Legal, TakenBack, Verdict, Waiting

CLEAR_NATS = 3.0
"""The best explanation must be so much better than the second, about twenty times as likely."""
_CARD_NATS = 8.0
"""A card face this much less likely than the best is no longer thought of."""
_OVERCOUNT_NATS = 3.0
"""How much less likely a face is when all its copies were seen already."""


def judge(game: Game, calm: Calm, discard: Discard) -> Verdict:
    """What the settled table comes to, or `Doubtful` when two explanations are about as good."""
    found: dict[Verdict, float] = {}
    best = -math.inf
    for reading in readings(calm.board, contents_of(game), calm.weight):
        if reading.loss_nats < best - CLEAR_NATS:
            break  # priors are never above 0, and readings come likeliest first
        for card, loss in _faces(game, calm, discard):
            verdict = explain(game, reading.contents, clues(discard, card))
            score = reading.loss_nats + loss + prior(verdict, reading)
            found[verdict] = max(score, found.get(verdict, score))
            best = max(best, score)
    ranked = sorted(found, key=lambda verdict: -found[verdict])
    rivals = tuple(verdict for verdict in ranked if found[ranked[0]] - found[verdict] < CLEAR_NATS)
    return rivals[0] if len(rivals) == 1 else Doubtful(rivals)


def prior(verdict: Verdict, reading: Reading) -> float:
    """How usual such a thing is, in nats; 0 is the most usual."""
    match verdict:
        case Legal(turns=turns):
            return -1.5 * (len(turns) - 1)
        case TakenBack(turns=turns):
            return -1.0 - turns
        case Waiting(code="WAIT_CARD"):
            return -1.0
        case Illegal(code="BOARD_DISTURBED"):
            return -4.0 - reading.difference.size
        case Illegal():
            return -3.0 - 0.5 * reading.difference.size
        case _:
            return 0.0


def _faces(game: Game, calm: Calm, discard: Discard) -> list[tuple[Card | None, float]]:
    """What the top card may be, with its loss in nats."""
    if calm.pile.hidden:
        return [(discard.top.card if discard.top else discard.spent, 0.0)]
    if not calm.pile.cards:
        return [(discard.top.card if discard.top else None, 0.0)]
    best = calm.pile.cards[0][1]
    return [
        (card, loss - _overcount(game, discard, card))
        for card, value in calm.pile.cards
        if (loss := value - best) > -_CARD_NATS
    ]


def _overcount(game: Game, discard: Discard, card: Card) -> float:
    """Doubt about a third copy, or about a face that is not in this deck."""
    new = discard.freshness(card) is Freshness.FRESH
    return _OVERCOUNT_NATS if new and game.position.pile.count(card) >= game.rules.copies(card) else 0.0

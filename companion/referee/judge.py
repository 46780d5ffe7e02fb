"""Choosing among explanations: likelihood of what was seen, times how usual such a thing is. A clear winner or none.

The priors are in nats and small on purpose: they decide between readings the camera leaves open, never against what it
clearly saw.
"""

import math

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Place, Remove, Turn
from companion.referee.clues import clues
from companion.referee.discard import Discard, Freshness
from companion.referee.hypotheses import Reading, readings
from companion.referee.observation import PileObservation
from companion.referee.positions import contents_of
from companion.referee.settling import Calm
from companion.referee.short_hands import explain
from companion.referee.verdicts import Doubtful, Illegal, Legal, TakenBack, Verdict, Waiting

CLEAR_NATS = 3.0
"""The best explanation must be so much better than the second, about twenty times as likely."""
_TWO, _A_CHIP, _ANYWHERE = math.log(2), math.log(12), math.log(90)
"""What it costs to hit one of the squares of a card, one of the chips on the board, any square."""
_OF_CARDS = ("TWO_CARDS", "NO_CHIP", "GAME_OVER", "DEAD_NO_STOCK", "DEAD_LIMIT", "DEAD_NOT_ALLOWED", "DIE_MISSING")
"""Faults that do not depend on which square was hit."""
_MANY_SQUARES, _FEW = 5, 3
"""Where more squares differ only so many readings are thought through: a table swept bare must not stop the clock."""
_CARD_NATS = 8.0
"""A card face this much less likely than the best is no longer thought of."""
_OVERCOUNT_NATS = 3.0
"""How much less likely a face is when all its copies were seen already."""
_UNKNOWN_NATS = 8.0
"""How much less likely a face is that this deck does not hold."""
_MISREAD_NATS = 7.0
"""How unlikely it is that the card is none of those it was read as."""


def judge(game: Game, calm: Calm, discard: Discard) -> Verdict:
    """What the settled table comes to, or `Doubtful` when two explanations are about as good."""
    scores: dict[object, float] = {}
    best: dict[object, Verdict] = {}
    for reading in _worth_a_thought(readings(calm.board, contents_of(game), calm.weight)):
        if scores and reading.loss_nats < max(scores.values()) - CLEAR_NATS:
            break  # priors are never above 0, and readings come likeliest first
        for verdict, loss in _explained(game, reading, calm, discard):
            score, said = reading.loss_nats + loss + prior(game, verdict), _said(verdict)
            if score > scores.get(said, -math.inf):
                scores[said], best[said] = score, verdict
    ranked = sorted(scores, key=lambda said: -scores[said])
    rivals = tuple(best[said] for said in ranked if scores[ranked[0]] - scores[said] < CLEAR_NATS)
    if len(rivals) == 1 or all(isinstance(one, Illegal) for one in rivals):
        return rivals[0]  # of several faults the best is named
    return Doubtful(rivals)


def _worth_a_thought(found: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """All readings, or a few where so much differs that no doubt about one square would make a turn of it."""
    return found[:_FEW] if found[0].difference.size > _MANY_SQUARES else found


def _said(verdict: Verdict) -> object:
    """What players would hear: the same fault on the same squares is one fault, whatever the card."""
    if isinstance(verdict, Illegal | Waiting):
        return type(verdict), verdict.code, verdict.about.squares
    return verdict


def _explained(game: Game, reading: Reading, calm: Calm, discard: Discard) -> list[tuple[Verdict, float]]:
    """What the reading comes to with each face of the top card, and its loss; misread only if nothing else will do."""
    contents, hidden = reading.contents, calm.pile.hidden
    faces = _faces(game, calm, discard)
    found = [(explain(game, contents, clues(discard, card, hidden)), loss) for card, loss in faces]
    if all(isinstance(verdict, Illegal) for verdict, _ in found):
        misread = explain(game, contents, clues(discard, None, hidden))
        found += [(misread, -max(_MISREAD_NATS, _lead(calm.pile)))] if isinstance(misread, Legal) else []
    return found


def _lead(pile: PileObservation) -> float:
    """By how much the likeliest face beats the second, in nats: no other can be likelier than that; 0 for one alone."""
    return pile.cards[0][1] - pile.cards[1][1] if len(pile.cards) > 1 else 0.0


def prior(game: Game, verdict: Verdict) -> float:
    """How usual such a thing is, in nats: how often people do it, and over how many squares that spreads."""
    match verdict:
        case Legal(turns=turns, unread=unread, unseen=unseen):
            return sum(_turn_prior(game, turn, turn in unread + unseen) for turn in turns) - 1.5 * (len(turns) - 1)
        case TakenBack(turns=turns):
            return -2.0 - turns
        case Waiting(code="WAIT_CARD"):
            return -1.0
        case Waiting(code="OVER", about=about):
            return -4.0 * len(about.squares)
        case Illegal(code="BOARD_DISTURBED", about=about):
            return -8.0 - 2 * len(about.squares)
        case Illegal(code="WRONG_COLOUR", about=about):
            return -3.5 - (_TWO if {square for square, _ in about.came} & {*about.printed} else _ANYWHERE)
        case Illegal(code="REMOVED_WITHOUT_JACK"):
            return -3.5 - _A_CHIP
        case Illegal(code=code):
            return -3.0 - (0.0 if code in _OF_CARDS else _ANYWHERE)
    return 0.0


def _turn_prior(game: Game, turn: Turn, unread: bool) -> float:
    """A plain card has two squares, a removal all opponents' chips, a wild jack the whole board."""
    match turn:
        case Place(card=card):
            return -_ANYWHERE if unread or card is None or game.rules.kind(card) is Kind.WILD else -_TWO
        case Remove():
            return -_A_CHIP
    return -1.0


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
    if discard.freshness(card) is not Freshness.FRESH:
        return 0.0
    if not game.rules.kind(card):
        return _UNKNOWN_NATS
    return _OVERCOUNT_NATS if game.position.pile.count(card) >= game.rules.copies(card) else 0.0

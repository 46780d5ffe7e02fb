"""Whose card is it? A new card on the pile continues the run, begins the next player's turn, may be either, or neither.

Nothing here doubts what was seen; weighing doubtful looks against each other is the referee's business.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.black_jack.faults import Fault
from companion.games.black_jack.judging import judge
from companion.games.black_jack.legal_turns import readings
from companion.games.black_jack.matching import continues, starts
from companion.games.black_jack.options import Options
from companion.games.black_jack.playing import Effect
from companion.games.black_jack.position import Position
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Laid, Play, Turn
from companion.games.cards import SUITS, Card
from companion.games.history import Moment

Run = tuple[Laid, ...]
"""The cards of the turn being played, in order."""


def overcounted(game: Game, laid: Run, card: Laid) -> bool:
    """Whether the deck does not hold this card once more: it is a misreading, or there is another pack on the table."""
    seen = [*game.position.pile, *(other.card for other in laid), card.card]
    return seen.count(card.card) > game.options.copies(card.card)


class Way(NamedTuple):
    """A card as the rules let it lie on the pile."""

    card: Card
    run: Run
    """The cards before it, with whatever must be said of them: what a joker stands for, which suit an Ace names."""
    began: Moment[Position, Turn, Effect]
    """Where the card's turn began: where the run began if it goes on, where that ended if it begins the next turn."""


def ways(game: Game, laid: Run, cards: Sequence[Laid], readings: int | None = None) -> Iterator[Way]:
    """How each of these cards may lie there by the rules; a joker below is read in so many ways at the most."""
    for run in _joker_readings(game, laid)[:readings]:
        following = [(ended, (), game.following(Play(game.seat, ended))) for ended in _ends(game, run)]
        for before, lying, began in [(run, run, game.moment), *following]:
            for card in _near(game.options, began.position, lying, cards):
                if _may_lie(game.options, began.position, (*lying, card)):
                    yield Way(card.card, before, began)


def goes_on(game: Game, laid: Run, card: Laid) -> bool:
    """Whether the rules let a card go on with the run."""
    return any(way.began is game.moment for way in ways(game, laid, (card,)))


def begins_next(game: Game, laid: Run, card: Laid) -> bool:
    """Whether they let it begin the turn after."""
    return any(way.began is not game.moment for way in ways(game, laid, (card,)))


def why_not(game: Game, laid: Run, card: Card) -> Fault:
    """Why a card that may not lie there may not go on with the run."""
    return game.judge(Play(game.seat, (*laid, next(readings(card))))).fault or Fault.BJ_NO_MATCH


def joker_faces(game: Game, laid: Run) -> tuple[Card, ...]:
    """What the joker laid last may stand for."""
    *before, joker = laid
    anything = dict.fromkeys(Laid(joker.card, reading.face) for reading in readings(joker.card))
    stands = _near(game.options, game.position, tuple(before), tuple(anything))
    return tuple(laid.face for laid in stands if _may_lie(game.options, game.position, (*before, laid)))


def next_seat(game: Game, laid: Run) -> int:
    """Who moves once the turn being played ends here; whoever moves now if it may not."""
    play = Play(game.seat, laid)
    return game.following(play).position.seat if game.judge(play) else game.seat


def _readings(laid: Laid) -> tuple[Laid, ...]:
    """A joker that stands for nothing yet as everything it can stand for; any other card as it is."""
    return tuple(readings(laid.card)) if laid.face.is_joker else (laid,)


def _joker_readings(game: Game, laid: Run) -> list[Run]:
    """The run, with its last card as everything it may stand for if it is a joker that stands for nothing yet."""
    if not laid or not laid[-1].face.is_joker:
        return [laid]
    return [(*laid[:-1], Laid(laid[-1].card, face)) for face in joker_faces(game, laid)]


def _ends(game: Game, run: Run) -> list[Run]:
    """The run as a whole turn, with every suit that its last Ace may name; none where the turn may not end there."""
    fault = game.judge(Play(game.seat, run)).fault
    if fault is Fault.BJ_SUIT_NEEDED:
        return [(*run[:-1], run[-1]._replace(suit=suit)) for suit in SUITS]
    return [] if fault else [run]


def _near(options: Options, position: Position, laid: Run, cards: Sequence[Laid]) -> Iterator[Laid]:
    """The cards that may follow at all, whatever weighs and whoever holds them: a first sieve, since few do."""
    below = laid[-1].face if laid else position.top.face
    for card in cards:
        face = card.face
        if options.copies(card.card) and (
            face.is_joker or (continues(options, below, face) if laid else starts(options, below, position.suit, face))
        ):
            yield card


def _may_lie(options: Options, position: Position, cards: Run) -> bool:
    """Whether the seat to move may have laid these; the last may still name a suit or, as a joker, be anything."""
    *before, last = cards
    rulings = (judge(options, position, Play(position.seat, (*before, laid))) for laid in _readings(last))
    return any(ruling.fault in (None, Fault.BJ_SUIT_NEEDED) for ruling in rulings)

"""Whose card is it? A new card on the pile continues the run, begins the next player's turn, may be either, or neither.

Nothing here doubts what was seen; weighing doubtful looks against each other is the referee's business.
"""

from dataclasses import dataclass
from enum import StrEnum, auto

from companion.games.black_jack.faults import LEGAL, Fault, Ruling
from companion.games.black_jack.judging import judge
from companion.games.black_jack.legal_turns import readings
from companion.games.black_jack.options import Options
from companion.games.black_jack.playing import play
from companion.games.black_jack.position import Position
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Laid, Play


class Whose(StrEnum):
    """The answers."""

    SAME = auto()
    """It continues the run of the seat to move."""
    NEXT = auto()
    """It begins the turn of the seat after; the turn before it is over."""
    EITHER = auto()
    """Only the phone, or a pause, can tell."""
    NEITHER = auto()
    """It may not lie there."""
    ASK_SUIT = auto()
    """The turn would end on an Ace that has not named a suit yet."""
    ASK_JOKER = auto()
    """A joker below stands for nothing yet."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The meaning of a new card; for one that may not lie there, the faults in both readings."""

    whose: Whose
    in_run: Ruling
    """What the rules say if it continues the run."""
    if_closed: Ruling
    """What they say if the turn before it was over; the seat is the one that moves then."""
    next_seat: int
    """Who moves if the turn ends before the new card."""


def whose_card(game: Game, laid: tuple[Laid, ...], card: Laid) -> Sight:
    """Whose card `card` is after the seat to move has laid `laid` in this turn, perhaps nothing yet."""
    options, position = game.options, game.position
    run = _judge(options, position, (*laid, card))
    if not laid:
        return Sight(Whose.NEITHER if run.fault else Whose.SAME, run, run, position.seat)
    so_far = judge(options, position, Play(position.seat, laid))
    if so_far.fault is not None:
        asks = {Fault.BJ_SUIT_NEEDED: Whose.ASK_SUIT, Fault.BJ_JOKER_NEEDED: Whose.ASK_JOKER}
        return Sight(asks.get(so_far.fault, Whose.NEITHER), run, so_far, position.seat)
    closed, _ = play(options, position, Play(position.seat, laid))
    following = _judge(options, closed, (card,))
    return Sight(_answer(run, following), run, following, closed.seat)


def overcounted(game: Game, laid: tuple[Laid, ...], card: Laid) -> bool:
    """Whether the deck does not hold this card once more: it is a misreading, or there is another pack on the table."""
    seen = [*game.position.pile, *(other.card for other in laid), card.card]
    return seen.count(card.card) > game.options.copies(card.card)


def _answer(run: Ruling, following: Ruling) -> Whose:
    if run:
        return Whose.EITHER if following else Whose.SAME
    return Whose.NEXT if following else Whose.NEITHER


def _judge(options: Options, position: Position, cards: tuple[Laid, ...]) -> Ruling:
    """The ruling on a play whose last card may still name a suit or, as a joker, stand for anything."""
    *before, last = cards
    rulings = [judge(options, position, Play(position.seat, (*before, laid))) for laid in _readings(last)]
    rulings = [LEGAL if ruling.fault is Fault.BJ_SUIT_NEEDED else ruling for ruling in rulings]
    return next((ruling for ruling in rulings if ruling), rulings[0])


def _readings(laid: Laid) -> tuple[Laid, ...]:
    """A joker that stands for nothing yet as everything it can stand for; any other card as it is."""
    return tuple(readings(laid.card)) if laid.face.is_joker else (laid,)

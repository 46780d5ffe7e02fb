"""Whose card is it? A new card on the pile continues the run, begins the next player's turn, may be either, or neither.

Nothing here doubts what was seen; weighing doubtful looks against each other is the referee's business.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import NamedTuple

from companion.games.black_jack.faults import LEGAL, Fault, Ruling
from companion.games.black_jack.judging import judge
from companion.games.black_jack.legal_turns import readings
from companion.games.black_jack.matching import answers, continues, starts
from companion.games.black_jack.options import Options
from companion.games.black_jack.playing import Effect, play
from companion.games.black_jack.position import Position
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Laid, Play, Turn
from companion.games.cards import SUITS, Card
from companion.games.history import Moment

Run = tuple[Laid, ...]
"""The cards of the turn being played, in order."""


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
class NewCard:
    """The meaning of a new card; for one that may not lie there, the faults in both readings."""

    whose: Whose
    in_run: Ruling
    """What the rules say if it continues the run."""
    if_closed: Ruling
    """What they say if the turn before it was over; the seat is the one that moves then."""
    next_seat: int
    """Who moves if the turn ends before the new card."""


def whose_card(game: Game, laid: Run, card: Laid) -> NewCard:
    """Whose card `card` is after the seat to move has laid `laid` in this turn, perhaps nothing yet."""
    options, position = game.options, game.position
    run = _judge(options, position, (*laid, card))
    if not laid:
        return NewCard(Whose.NEITHER if run.fault else Whose.SAME, run, run, position.seat)
    so_far = judge(options, position, Play(position.seat, laid))
    if so_far.fault is not None:
        asks = {Fault.BJ_SUIT_NEEDED: Whose.ASK_SUIT, Fault.BJ_JOKER_NEEDED: Whose.ASK_JOKER}
        return NewCard(asks.get(so_far.fault, Whose.NEITHER), run, so_far, position.seat)
    closed, _ = play(options, position, Play(position.seat, laid))
    following = _judge(options, closed, (card,))
    return NewCard(_answer(run, following), run, following, closed.seat)


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


def ways(game: Game, laid: Run, cards: Sequence[Card], readings: int | None = None) -> Iterator[Way]:
    """How each of these cards may lie there by the rules; a joker below is read in so many ways at the most."""
    for run in _joker_readings(game, laid)[:readings]:
        following = [(ended, (), game.following(Play(game.seat, ended))) for ended in _ends(game, run)]
        for before, lying, began in [(run, run, game.moment), *following]:
            for card in _near(game.options, began.position, lying, cards):
                if _may_lie(game.options, began.position, (*lying, Laid(card))):
                    yield Way(card, before, began)


def may_be(game: Game, laid: Run, card: Card, whose: Whose) -> bool:
    """Whether the rules let a card go on with the run (`SAME`), or begin the next turn (`NEXT`)."""
    return any((way.began is game.moment) is (whose is Whose.SAME) for way in ways(game, laid, (card,)))


def joker_faces(game: Game, laid: Run) -> tuple[Card, ...]:
    """What the joker laid last may stand for."""
    *before, joker = laid
    stands = dict.fromkeys(reading.face for reading in readings(joker.card))
    return tuple(face for face in stands if _may_lie(game.options, game.position, (*before, Laid(joker.card, face))))


def next_seat(game: Game, laid: Run) -> int:
    """Who moves once the turn being played ends here; whoever moves now if it may not."""
    play = Play(game.seat, laid)
    return game.following(play).position.seat if game.judge(play) else game.seat


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


def _joker_readings(game: Game, laid: Run) -> list[Run]:
    """The run, with its last card as everything it may stand for if it is a joker that stands for nothing yet."""
    if not laid or not laid[-1].face.is_joker:
        return [laid]
    return [(*laid[:-1], Laid(laid[-1].card, face)) for face in joker_faces(game, laid)]


def _ends(game: Game, run: Run) -> list[Run]:
    """The run as a whole turn, with every suit that its last Ace may name; none where the turn may not end there."""
    fault = game.judge(Play(game.seat, run)).fault if run else Fault.NO_CARD
    if fault is Fault.BJ_SUIT_NEEDED:
        return [(*run[:-1], run[-1]._replace(suit=suit)) for suit in SUITS]
    return [] if fault else [run]


def _near(options: Options, position: Position, laid: Run, cards: Sequence[Card]) -> Iterator[Card]:
    """The cards that may follow at all, whatever weighs and whoever holds them: a first sieve, since few do."""
    below = laid[-1].face if laid else position.top.face
    for card in filter(options.copies, cards):
        if (
            card.is_joker
            or answers(options, below, card)
            or (continues(options, below, card) if laid else starts(options, below, position.suit, card))
        ):
            yield card


def _may_lie(options: Options, position: Position, cards: Run) -> bool:
    """Whether the seat to move may have laid these; the last may still name a suit or, as a joker, be anything."""
    *before, last = cards
    rulings = (judge(options, position, Play(position.seat, (*before, laid))) for laid in _readings(last))
    return any(ruling.fault in (None, Fault.BJ_SUIT_NEEDED) for ruling in rulings)

"""What a legal turn leads to: the end of what was played acts, penalties fall, the turn passes on."""

from dataclasses import dataclass, replace
from itertools import takewhile

from companion.games.black_jack.matching import Kind, cancels, kind, penalty
from companion.games.black_jack.options import Options
from companion.games.black_jack.position import Position
from companion.games.black_jack.turns import Draw, Laid, Play, Turn
from companion.games.cards import Card


@dataclass(frozen=True, slots=True)
class Effect:
    """What a turn brought about, for telling the table."""

    drawn: tuple[tuple[int, int], ...] = ()
    """(seat, cards) for everybody who drew, in order."""
    missed: tuple[int, ...] = ()
    """The seats that miss their turns, in order."""
    went_out: int | None = None
    """The seat that went out."""
    came_back: int | None = None
    """The seat that was out and is back in the game."""
    cancelled: int = 0
    """Cards nobody has to draw any more, thanks to a red Jack."""
    reshuffled: bool = False
    """Whether the pile was shuffled into the stock."""


NO_EFFECT = Effect()


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a play does."""

    kind: Kind
    count: int
    """Cards of the tail."""
    penalty: int
    """Cards pending for the next player."""


def play(options: Options, position: Position, turn: Turn) -> tuple[Position, Effect]:
    """The position after a legal turn, and its effect."""
    if isinstance(turn, Play):
        return _lay(options, position, turn)
    return _draw(position) if isinstance(turn, Draw) else (_reshuffle(position), Effect(reshuffled=True))


def ending(options: Options, pending: int, faces: tuple[Card, ...]) -> Ending:
    """What acts at the end of a legal play on which `pending` cards weigh."""
    carried = 0 if any(cancels(options, face) for face in faces) else pending
    last = faces[-1]
    tail = tuple(takewhile(lambda face: _acts_with(options, last, face), reversed(faces)))
    return Ending(kind(options, last), len(tail), carried + sum(penalty(options, face) for face in tail))


def opened(options: Options, position: Position) -> tuple[Position, Effect]:
    """The position after the dealer, who sits before the seat to move, is taken to have played the current card."""
    dealer = position._replace(direction=-position.direction).neighbour(position.seat)
    end = ending(options, 0, (position.top.face,))
    after, effect = _passed_on(options, position._replace(seat=dealer), end, NO_EFFECT)
    return after._replace(ply=position.ply), effect


def _acts_with(options: Options, last: Card, face: Card) -> bool:
    """Whether a face belongs to the same tail as the last one."""
    if kind(options, face) is not kind(options, last):
        return False
    return face.rank == last.rank or options.jot != "off"


def _lay(options: Options, position: Position, turn: Play) -> tuple[Position, Effect]:
    """Cards from the hand onto the pile; then their end acts."""
    position = position.counted(turn.seat, len(turn.cards)) if turn.out else position
    end = ending(options, position.pending, tuple(laid.face for laid in turn.cards))
    hand = position.hand(turn.seat)
    for laid in turn.cards:
        left = hand.without(laid.card)
        assert left is not None
        hand = left
    after = position.with_hand(turn.seat, hand)._replace(
        top=_settled(turn.cards[-1]), pile=(*position.pile, *(laid.card for laid in turn.cards))
    )
    spared = position.pending if any(cancels(options, laid.face) for laid in turn.cards) else 0
    return _passed_on(options, after, end, Effect(cancelled=spared))


def _settled(laid: Laid) -> Laid:
    """A card on top of the pile: only Aces name suits, only jokers stand for others."""
    named = laid.suit if laid.face.rank == "A" else None
    return Laid(laid.card, laid.declared if laid.card.is_joker else None, named)


def _passed_on(options: Options, position: Position, end: Ending, effect: Effect) -> tuple[Position, Effect]:
    """The position once the end of a play has acted and the turn has gone to the next seat."""
    mover = position.seat
    if end.kind is Kind.QUEEN:
        position, effect = _take(position, mover, 1, effect)
    if not position.hand(mover):
        position, effect = position._replace(out=(*position.out, mover)), replace(effect, went_out=mover)
    if end.kind is Kind.KING and end.count % 2:
        position = position._replace(direction=-position.direction)
    if end.kind is Kind.EIGHT:
        effect = replace(effect, missed=position.after(mover)[: end.count])
    position = position._replace(ply=position.ply + 1, pending=end.penalty)
    seat, target = _next_seat(options, position, end), position.neighbour(mover)
    if end.penalty and options.bring_backs and target in position.out:
        return _brought_back(position, target, effect)
    return position._replace(seat=seat), effect


def _next_seat(options: Options, position: Position, end: Ending) -> int:
    """The seat that moves after the one to move ended its play like this."""
    mover, others = position.seat, position.after(position.seat)
    again = mover if mover not in position.out else others[0]
    if end.kind is Kind.EIGHT:
        return others[end.count] if end.count < len(others) else again
    if end.kind is Kind.KING:
        keeps = end.count % 2 == 0 or (len(others) == 1 and options.king2 == "again")
        return again if keeps else others[0]
    return others[0]


def _brought_back(position: Position, seat: int, effect: Effect) -> tuple[Position, Effect]:
    """A penalty hits a seat that is out: its player draws, is back in the game, and the turn passes on."""
    position, effect = _take(position, seat, position.pending, effect)
    out = tuple(other for other in position.out if other != seat)
    position = position._replace(out=out, pending=0)
    return position._replace(seat=position.after(seat)[0]), replace(effect, came_back=seat)


def _draw(position: Position) -> tuple[Position, Effect]:
    """The seat to move draws what is due; the current card and the named suit stay."""
    after, effect = _take(position, position.seat, position.due, NO_EFFECT)
    return after._replace(seat=after.after(after.seat)[0], pending=0, ply=after.ply + 1), effect


def _take(position: Position, seat: int, cards: int, effect: Effect) -> tuple[Position, Effect]:
    """A seat draws so many cards, fewer when even the shuffled pile does not hold them."""
    if cards > position.stock and len(position.pile) > 1:
        position, effect = _reshuffle(position), replace(effect, reshuffled=True)
    drawn = min(cards, position.stock)
    after = position.with_hand(seat, position.hand(seat).drawn(drawn))._replace(stock=position.stock - drawn)
    return after, replace(effect, drawn=((seat, drawn),))


def _reshuffle(position: Position) -> Position:
    """Everything but the current card goes back into the stock."""
    return position._replace(stock=position.drawable, pile=position.pile[-1:])

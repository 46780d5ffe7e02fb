"""Positions that a table declares, whatever led to them: so many cards at a seat, the pile as it lies."""

from collections.abc import Sequence

from companion.games.black_jack.pile import Run
from companion.games.black_jack.position import Position
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Laid
from companion.games.cards import Card


def as_it_lies(game: Game, laid: Run, more: Sequence[Card], seat: int | None = None) -> Position:
    """The position in which the pile counts without effects, with `more` cards on the run; `seat` moves, else the next.

    A joker that stands for nothing, and a card of another deck, are nothing to lay a card on.
    """
    mover, position = game.seat, game.position
    cards = [*(one.face for one in laid), *more]
    faces = [face for face in cards if face in game.options.faces and not face.is_joker]
    if cards:
        left = with_cards(game, mover, max(len(position.hand(mover)) - len(cards), 0))
        position = left._replace(stock=position.stock)  # they lie on the pile
    if seat is None:
        seat = position.after(mover)[0] if cards and not position.outcome else position.seat
    return position._replace(top=Laid(faces[-1]) if faces else position.top, seat=seat, pending=0)


def with_cards(game: Game, seat: int, cards: int) -> Position:
    """The position with so many cards at a seat, which is out when they are none; the others are in the stock."""
    position = game.position.counted(seat, cards)
    out = tuple(each for each in position.out if each != seat) + (() if cards else (seat,))
    position = position._replace(out=out)
    moves_on = not cards and position.seat == seat and len(out) < game.options.players
    return position._replace(seat=position.after(seat)[0]) if moves_on else position

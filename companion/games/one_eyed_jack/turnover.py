"""The end of a turn: drawing, the die, whose turn comes next, and whether the period is over."""

from collections import Counter
from typing import TypeVar

from companion.games.cards import Card
from companion.games.one_eyed_jack.count import count
from companion.games.one_eyed_jack.judging import is_dead, is_safe, targets
from companion.games.one_eyed_jack.position import Draws, Position
from companion.games.one_eyed_jack.rules import Kind, Rules
from companion.games.squares import SQUARES

_T = TypeVar("_T")


def end_turn(rules: Rules, position: Position, cards: int) -> Position:
    """The position after the seat to move drew `cards` and what it is owed, and the next seat is due."""
    position = draw_for_turn(rules, position, position.seat, cards)
    if is_over(rules, position):
        return position._replace(ply=position.ply + 1, outcome=count(rules, position), offer=None)
    if rules.options.die is not None and rules.options.die.moment == "after":
        return position._replace(played=True)
    return pass_on(rules, position, position.face)


def pass_on(rules: Rules, position: Position, face: str | None) -> Position:
    """The position once the turn has gone to the next seat with cards; `face` is what the die said."""
    direction = -position.direction if face == "r" else position.direction
    seat = _seat_after(rules, position.seat, direction * (2 if face == "s" else 1))
    after = position._replace(
        seat=seat, direction=direction, ply=position.ply + 1, played=False, exchanges=0, face=None
    )
    return pass_over(rules, after)


def pass_over(rules: Rules, position: Position) -> Position:
    """The position at the first seat with cards from the seat to move on; where nobody has any, the period is over.

    Those without draw what they are owed, so that one of them may have a card the second time round.
    """
    for _ in position.hands * 2:
        if position.hands[position.seat - 1]:
            return position
        after = draw_for_turn(rules, position, position.seat, 0)
        position = after._replace(seat=_seat_after(rules, position.seat, position.direction), exchanges=0, face=None)
    return position._replace(outcome=count(rules, position), offer=None)


def draw_for_turn(rules: Rules, position: Position, seat: int, cards: int) -> Position:
    """The position after `seat` drew `cards` for its play and then what it was owed."""
    before = position.draws[seat - 1]
    after = draw(rules, position, seat, cards + before.owed)
    drawn = after.hands[seat - 1] - position.hands[seat - 1]
    draws = Draws(before.taken + min(drawn, cards), 0, max(0, drawn - cards))
    return after._replace(draws=changed(after.draws, seat - 1, draws))


def draw(rules: Rules, position: Position, seat: int, cards: int) -> Position:
    """The position after `seat` drew so many cards, fewer when they run out; the discards are shuffled if need be."""
    hands, stock, pile = position.hands, position.stock, position.pile
    if cards > stock and rules.options.stock_end == "reshuffle":
        stock, pile = rules.options.deck_size - sum(hands), ()
    drawn = min(cards, stock)
    hands = changed(hands, seat - 1, hands[seat - 1] + drawn)
    return position._replace(stock=stock - drawn, hands=hands, pile=pile)


def changed(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    """`values` with another value at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def is_over(rules: Rules, position: Position) -> bool:
    """Whether nobody can or will go on: no cards in any hand, everybody passed, or nothing useful is left to play.

    The rules end a period by passes when the stock is empty. While cards are left to draw, a round of
    passes ends nothing; after a second one nobody's hand can change any more, and waiting would never end.
    """
    cards_run_out = not position.stock and rules.options.stock_end == "play_out"
    rounds = 1 if cards_run_out else 2
    if all(not cards or position.passed.count(seat) >= rounds for seat, cards in enumerate(position.hands, 1)):
        return True
    return cards_run_out and _is_exhausted(rules, position)


def _is_exhausted(rules: Rules, position: Position) -> bool:
    """Whether none of the cards that nobody has seen can be played; those in the hands are among them."""
    unseen = Counter({rules.alike(card): rules.copies(card) for card in rules.cards.values()})
    unseen.subtract(rules.alike(card) for card in position.pile if card)
    left = +unseen
    return left.total() >= sum(position.hands) and not any(_is_useful(rules, position, card) for card in left)


def _is_useful(rules: Rules, position: Position, card: Card) -> bool:
    """Whether some team could play this card now."""
    match rules.kind(card):
        case Kind.PLAIN:
            return not is_dead(rules, position, card)
        case Kind.WILD:
            return bool(targets(rules, position, card))
        case Kind.REMOVAL:
            return any(position.chips[s] is not None and not is_safe(rules, position, s) for s in SQUARES)
    return True


def _seat_after(rules: Rules, seat: int, steps: int) -> int:
    return (seat - 1 + steps) % rules.options.seats + 1

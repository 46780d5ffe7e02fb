"""The turns the rules allow in a position, worked out only as far as somebody asks."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.cards import Card
from companion.games.one_eyed_jack.judging import judge, needs_roll, targets
from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.rules import Kind, Rules
from companion.games.one_eyed_jack.turns import (
    Declare,
    EndJoker,
    Exchange,
    Forgot,
    Pass,
    Place,
    Remove,
    Roll,
    Stop,
    Turn,
)


@dataclass(frozen=True, slots=True)
class LegalTurns:
    """The legal turns of a position: iterate, ask `in`, count.

    What only the table can tell is not among them, legal though it may be: unread cards,
    declared lines, forgotten draws, an early end.
    """

    rules: Rules
    position: Position

    def __iter__(self) -> Iterator[Turn]:
        if self.position.outcome:
            return
        team = self.rules.options.team_of(self.position.seat)
        if needs_roll(self.rules, self.position):
            die = self.rules.options.die
            yield from (Roll(team, face) for face in (die.faces if die else ()))
            return
        if self.position.hands[self.position.seat - 1]:
            for card in self.rules.cards.values():
                yield from self.of(card)
        yield Pass(team)

    def of(self, card: Card) -> Iterator[Turn]:
        """The legal turns that play or exchange this card."""
        team, kind = self.rules.options.team_of(self.position.seat), self.rules.kind(card)
        if kind is Kind.END:
            yield EndJoker(team)
        action, squares = Remove if kind is Kind.REMOVAL else Place, targets(self.rules, self.position, card)
        for square in squares:
            yield action(team, card, square)
        if not squares and Exchange(team, card) in self:
            yield Exchange(team, card)

    def __contains__(self, turn: Turn) -> bool:
        told = isinstance(turn, Forgot | Declare | Stop) or (isinstance(turn, Place | Remove) and turn.card is None)
        return not told and bool(judge(self.rules, self.position, turn))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

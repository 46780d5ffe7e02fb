"""The table before a turn at which something may go wrong: what lies where, and what hands may do to it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from simulated_table import SimulatedTable

from companion.games.cards import Card
from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Place, Remove
from companion.games.squares import CORNERS, square_name

Act = Callable[[], None]


class Careless(Protocol):
    """What a mishap needs of the contest it happens in."""

    options: Options
    random: Random
    table: SimulatedTable

    def lay(self, card: Card, number: int | None = None) -> None:
        """A card comes to lie on the pile."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that goes wrong."""

    code: str
    """What it must be called."""
    spoil: tuple[Act, ...]
    mend: tuple[Act, ...]
    before: tuple[Act, ...] = ()
    """What an earlier hand does."""
    laid: bool = True
    """Whether the card of the turn lies on the pile afterwards."""
    unread: tuple[str, ...] = ()
    """Names that are as true while the card cannot be read."""
    of_card: bool = False
    """Whether the fault lies in the card, so that nobody can name it when the card cannot be read."""
    frames: int = 0
    """For how much longer than usual it is left alone."""


@dataclass(frozen=True)
class Scene:
    """The table before a turn, and the turn that is meant."""

    contest: Careless
    game: Game
    turn: Place | Remove | None

    @property
    def random(self) -> Random:
        """The chance of this game."""
        return self.contest.random

    @property
    def mover(self) -> int:
        """The team to move."""
        return self.game.team

    @property
    def other(self) -> int:
        """Another team."""
        teams = self.contest.options.teams
        return (self.mover + self.random.randint(1, teams - 1)) % teams

    def lay(self) -> None:
        """The card of the turn comes to lie on the pile."""
        assert self.turn
        self.contest.lay(self.turn.card, len(self.game.turns))

    def laying(self, card: Card) -> Act:
        """Another card comes to lie on the pile."""
        return lambda: self.contest.lay(card)

    def putting(self, square: int, team: int) -> Act:
        """A chip comes to a square."""
        return lambda: self.contest.table.put(square_name(square), team)

    def taking(self, *squares: int) -> Act:
        """Squares are emptied."""
        return lambda: [self.contest.table.take(square_name(square)) for square in squares] and None

    def restoring(self, *squares: int) -> Act:
        """Squares are made what they were before."""
        chips = self.game.position.chips

        def restore() -> None:
            for square in squares:
                self.taking(square)() if chips[square] is None else self.putting(square, chips[square])()

        return restore

    @property
    def pick_up(self) -> Act:
        """The top card goes back into a hand."""
        return self.contest.table.pick_up

    def chips(self, *, own: bool = True, others: bool = True, safe: bool = False) -> list[int]:
        """The squares with chips, of the mover or of others; protected ones only if asked for."""
        found = ((square, team) for square, team in enumerate(self.game.position.chips) if team is not None)
        wanted = (square for square, team in found if (own if team == self.mover else others))
        return [square for square in wanted if self.game.is_safe(square) == safe]

    @property
    def open(self) -> list[int]:
        """The squares a chip may come to."""
        return [square for square, team in enumerate(self.game.position.chips) if team is None if square not in CORNERS]

    def one(self, squares: Iterable[int]) -> int | None:
        """One of them, or None when there is none."""
        found = sorted(squares)
        return self.random.choice(found) if found else None

    @property
    def newest(self) -> set[int]:
        """Where the newest chip lies: moved or gone, that may be the last turn, played elsewhere or taken back."""
        acts = [turn for turn in self.game.turns if isinstance(turn, Place | Remove)]
        return {acts[-1].square} if acts and isinstance(acts[-1], Place) else set()

    @property
    def same_again(self) -> bool:
        """Whether the card of the turn looks like the one on the pile, so that until its chip comes it may be none."""
        return self.turn is not None and self.turn.card == self.contest.table.top

    @property
    def card_before_last(self) -> bool:
        """Whether the card of the turn looks like that under the top one, as if the last turn were taken back."""
        below = self.contest.table.below
        return self.turn is not None and bool(below) and self.turn.card == below[-1][0]

    @property
    def shown(self) -> tuple[Card | None, ...]:
        """The card of the turn and the one on the pile: over the one, the other seems to be taken up again."""
        return (self.turn.card if self.turn else None, self.contest.table.top)

    @property
    def again(self) -> tuple[int, ...]:
        """The squares that show the card on top of the pile: a chip there may be that of its second copy."""
        top = self.contest.table.top
        return self.game.layout.squares_of(top) if top and self.kind(top) is Kind.PLAIN else ()

    def kind(self, card: Card | None) -> Kind | None:
        """What a card does in this game."""
        return self.game.rules.kind(card) if card else None

    def unseen(self, fits: Callable[[Card], bool]) -> Card | None:
        """A card that somebody may still hold and that fits; None when there is none."""
        pile, rules = self.game.position.pile, self.game.rules
        found = [card for card in self.game.options.faces if pile.count(card) < rules.copies(card) and fits(card)]
        return self.random.choice(found) if found else None

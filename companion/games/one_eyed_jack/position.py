"""A position: everything that can be said about a game between two acts, without its history."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.games.cards import Card
from companion.games.history import Override
from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.turns import Pattern
from companion.games.squares import SQUARES

Chips = tuple[int | None, ...]
"""For each square the team whose chip lies there."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a period ended: the winning team, or None for a tie."""

    winner: int | None
    termination: str
    """`patterns`, `captures`, or for the end of the cards `count`; `end_joker` when that card was played.

    Ended by the players themselves: `agreed` on a result, or left `unfinished`.
    """


@dataclass(frozen=True, slots=True)
class Draws:
    """One seat's draws, as far as a forgotten one matters."""

    taken: int = 0
    """Ordinary draws assumed so far and not confessed as forgotten."""
    owed: int = 0
    """Missing cards to be made up for at the end of the seat's next turn."""
    made_up: int = 0
    """Missing cards made up for at the end of its last turn."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Several lines came about in one run, and only one of them can be had."""

    team: int
    before: tuple[Pattern, ...]
    """What the team had locked before."""
    patterns: tuple[Pattern, ...]
    """The patterns to choose among, in canonical order."""


class Position(NamedTuple):
    """Chips, locks, whose turn it is and every count. Compared by content; teams from 0, seats from 1.

    A named tuple because several are made in every turn, and it is made far faster than a dataclass.
    """

    chips: Chips
    locks: tuple[tuple[Pattern, ...], ...]
    """For each team its locked patterns, in the order of locking."""
    seat: int
    """The seat to move."""
    direction: int
    """1 clockwise, -1 after a reverse."""
    stock: int
    hands: tuple[int, ...]
    """Cards held by each seat, seat 1 first."""
    captures: tuple[int, ...]
    """Chips captured by each team."""
    ply: int = 0
    """Turns completed."""
    exchanges: int = 0
    """Dead cards exchanged in this turn so far."""
    played: bool = False
    """The turn is played and waits for the die."""
    face: str | None = None
    """What the die says about the end of this turn, when it is rolled first."""
    roller: int | None = None
    """The team that rolled the die just now."""
    passed: tuple[int, ...] = ()
    """The seats that passed since a chip last moved, each as often as it did."""
    pile: tuple[Card | None, ...] = ()
    """Cards discarded since the last shuffle as far as they are known; None for one never read."""
    draws: tuple[Draws, ...] = ()
    """For each seat, what it drew and what it owes."""
    offer: Offer | None = None
    """Open while the owner of a new line may still declare another; for `line_choice=declare` only."""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Accepted(Override[Position]):
    """What the seat to move did with a card stands, whatever the rules say of it, and its turn is over."""

    card: Card
    following: int | None = None
    """The seat that moves next; when None, the rules and the die say."""


def occupied(chips: Chips) -> tuple[int, ...]:
    """The squares on which a chip lies, in reading order."""
    return tuple(square for square, chip in enumerate(chips) if chip is not None)


def start(options: Options) -> Position:
    """The position after the deal: an empty board, seat 1 to move."""
    return Position(
        chips=(None,) * len(SQUARES),
        locks=((),) * options.teams,
        seat=1,
        direction=1,
        stock=options.deck_size - options.seats * options.hand,
        hands=(options.hand,) * options.seats,
        captures=(0,) * options.teams,
        draws=(Draws(),) * options.seats,
    )

"""What was seen of the table at one moment: likelihoods, not decisions.

Teams are numbered from 0 in seating order; a likelihood row has one entry for the empty
square and then one for each team, so entry `team + 1` belongs to `team`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.cards import Card

EMPTY = 0

DOUBT_NATS = 1.0
"""A square read with less lead than this is in doubt: it is not told, and agrees with any other look."""

SPARE_NATS = 4.0
"""A chip that no team plays lies on a square so much more seldom than none."""

TOLD_APART_NATS = 1.5
"""By how much the likeliest card must beat the second to be called the card seen."""

CAME, MAY_HAVE_COME = 0.5, 0.05
"""As likely as this a card came rather than not, and may have come all the same."""

Likelihoods = tuple[float, ...]
"""Natural-log likelihoods of one square: empty, then each team's chip."""


@dataclass(frozen=True, slots=True)
class BoardObservation:
    """One row of likelihoods per square in reading order; None where the square is hidden or shows neither."""

    squares: tuple[Likelihoods | None, ...]

    def best(self, square: int) -> int | None:
        """The likeliest content of a square (`EMPTY` or team + 1); None when it is hidden, or two are as likely."""
        likelihoods = self.squares[square]
        if likelihoods is None or likelihoods.count(most := max(likelihoods)) > 1:
            return None
        return likelihoods.index(most)

    def margin(self, square: int) -> float:
        """By how much the likeliest content of a square beats the second, in nats; 0 when it is hidden."""
        likelihoods = self.squares[square]
        if likelihoods is None:
            return 0.0
        first, second = sorted(likelihoods, reverse=True)[:2]
        return first - second

    def of_teams(self, places: Sequence[int]) -> "BoardObservation":
        """The same where the chips in these places are the teams': a square that shows another has none of theirs."""
        return BoardObservation(tuple(row and _of_teams(row, places) for row in self.squares))

    @property
    def hidden(self) -> tuple[int, ...]:
        """The squares nothing is known of."""
        return tuple(square for square, seen in enumerate(self.squares) if seen is None)

    @property
    def undecided(self) -> tuple[int, ...]:
        """The hidden squares, and those that show two things nearly alike."""
        return tuple([square for square in range(len(self.squares)) if self.margin(square) < DOUBT_NATS])


def _of_teams(row: Likelihoods, places: Sequence[int]) -> Likelihoods:
    """What a square shows of these chips, and of none of them: bare, or with another, which is rarer."""
    others = [seen - SPARE_NATS for place, seen in enumerate(row[1:]) if place not in places]
    return max([row[EMPTY], *others]), *(row[place + 1] for place in places)


@dataclass(frozen=True, slots=True)
class PileObservation:
    """The discard pile: what its top card looks like, and how likely it came in this very frame."""

    cards: tuple[tuple[Card, float], ...] = ()
    """Candidates for the top card, likeliest first, with natural-log likelihoods; empty when it cannot be read."""
    hidden: bool = False
    """True while a hand or a thing covers the pile, so that nothing is known of it."""
    new: float = 0.0
    """How likely another card came to lie on top since the frame before, 0 to 1: else one was moved, or lit."""

    @property
    def came(self) -> bool:
        """Whether another card came rather than not."""
        return self.new >= CAME

    @property
    def card(self) -> Card | None:
        """The top card, or None when it cannot be read or told from the second likeliest."""
        doubtful = len(self.cards) > 1 and self.cards[0][1] - self.cards[1][1] < TOLD_APART_NATS
        return self.cards[0][0] if self.cards and not doubtful else None


@dataclass(frozen=True, slots=True)
class TableObservation:
    """Everything one frame says about the table."""

    taken_at_s: float
    registered: bool
    """Whether the board was found in the frame; when not, board and pile say nothing."""
    moving: bool
    """Whether something moved since the frame before, a hand for instance."""
    board: BoardObservation
    pile: PileObservation
    notices: tuple[str, ...] = ()
    """Codes of what is no fault of the players, such as `BOARD_MOVED`, `GLARE`, `OBJECT_ON_BOARD`."""

    def of_teams(self, places: Sequence[int]) -> "TableObservation":
        """The same where the chips in these places are the teams'; that others lie on the board is noticed."""
        board = self.board.of_teams(places)
        pairs = zip(self.board.squares, board.squares, strict=True)
        strange = any(row and theirs and row[EMPTY] < theirs[EMPTY] == max(theirs) for row, theirs in pairs)
        told = self.notices or ("SPARE_CHIP",) * (strange and not self.moving)
        return replace(self, board=board, notices=told)


def nothing_seen(taken_at_s: float) -> TableObservation:
    """What a frame tells that nobody could read."""
    return TableObservation(taken_at_s, False, False, BoardObservation((None,) * 100), PileObservation(hidden=True))

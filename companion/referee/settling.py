"""Believing the table: only once it is uncovered and has stopped changing.

Looks that agree are averaged: log-likelihoods of neighbouring frames share their light and their errors, so their
mean, not their sum, is honest. A few agreeing looks are still worth more than one, which `weight` grants up to twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import sqrt

from companion.referee.observation import (
    DOUBT_NATS,
    EMPTY,
    BoardObservation,
    Likelihoods,
    PileObservation,
    TableObservation,
)

LOOKS_TO_SETTLE = 2
FLICKERING_SQUARES = 3
"""So many squares may contradict the look before without ending the calm; each is unknown until it is seen again. Where
a chip lay and is not seen again, that ends it: it was pushed, and no hand was seen. One that came was overlooked."""
_LOOKS_AT_MOST = 4


@dataclass(frozen=True, slots=True)
class Calm:
    """A run of looks that agree; the first of them may be the frame in which the hand just left."""

    board: BoardObservation
    """The mean log-likelihoods over the run."""
    pile: PileObservation
    since_s: float
    now_s: float
    looks: int
    flickered: Mapping[int, Likelihoods] = field(default_factory=dict)
    """What the squares showed whose chips were contradicted by the last look."""

    @property
    def settled(self) -> bool:
        """Whether enough looks agree; at one while something moves the count begins anew."""
        return self.looks >= LOOKS_TO_SETTLE

    @property
    def weight(self) -> float:
        """How much more the mean of these looks says than one look, 1 to 2."""
        return sqrt(min(self.looks, _LOOKS_AT_MOST))


def settle(before: Calm | None, table: TableObservation) -> Calm | None:
    """The run of agreeing looks after this one; None when the board was not found in the frame."""
    if not table.registered:
        return None
    first = Calm(table.board, table.pile, table.taken_at_s, table.taken_at_s, 1)
    if before is None or table.moving or table.pile.came:
        return first
    pairs = list(zip(before.board.squares, table.board.squares, strict=True))
    contradicted = {square: old for square, (old, new) in enumerate(pairs) if old and _contradict(old, new)}
    changed = any(_contradict(old, table.board.squares[square]) for square, old in before.flickered.items())
    if changed or len(contradicted) > FLICKERING_SQUARES:
        return first
    share = 1 / min(before.looks + 1, _LOOKS_AT_MOST)
    mean = (None if square in contradicted else _blend(*pair, share) for square, pair in enumerate(pairs))
    board, looks = BoardObservation(tuple(mean)), before.looks + 1
    chips = {square: old for square, old in contradicted.items() if max(old) > old[EMPTY]}
    return replace(first, board=board, since_s=before.since_s, looks=looks, flickered=chips)


def _contradict(before: Likelihoods, now: Likelihoods | None) -> bool:
    if now is None:
        return False
    was, is_now = before.index(max(before)), now.index(max(now))
    return max(before) - before[is_now] > DOUBT_NATS and max(now) - now[was] > DOUBT_NATS


def _blend(old: Likelihoods | None, new: Likelihoods | None, share: float) -> Likelihoods | None:
    """A square that was seen since the table came to rest is known, even if a look misses it."""
    if old is None or new is None:
        return new or old
    return tuple(was + share * (is_now - was) for was, is_now in zip(old, new, strict=True))

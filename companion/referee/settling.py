"""Believing the table: only once it is uncovered and has stopped changing.

Looks that agree are averaged: log-likelihoods of neighbouring frames share their light and their errors, so their
mean, not their sum, is honest. A few agreeing looks are still worth more than one, which `weight` grants up to twice.
"""

from dataclasses import dataclass, replace
from math import sqrt

from companion.referee.observation import BoardObservation, Likelihoods, PileObservation, TableObservation

DOUBT_NATS = 1.0
"""A square read with less lead than this neither agrees nor disagrees with the look before."""
LOOKS_TO_SETTLE = 2
FLICKERING_SQUARES = 3
"""So many squares may contradict the look before without ending the calm; each is unknown until it is seen again."""
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
    moving: bool

    @property
    def settled(self) -> bool:
        """Whether enough looks agree and nothing moves any more."""
        return self.looks >= LOOKS_TO_SETTLE and not self.moving

    @property
    def calm_s(self) -> float:
        """For how long the table has shown the same, in seconds."""
        return self.now_s - self.since_s

    @property
    def weight(self) -> float:
        """How much more the mean of these looks says than one look, 1 to 2."""
        return sqrt(min(self.looks, _LOOKS_AT_MOST))


def settle(before: Calm | None, table: TableObservation) -> Calm | None:
    """The run of agreeing looks after this one; None when the board was not found in the frame."""
    if not table.registered:
        return None
    first = Calm(table.board, table.pile, table.taken_at_s, table.taken_at_s, 1, table.moving)
    if before is None or table.moving or not _same_pile(before.pile, table.pile):
        return first
    pairs = list(zip(before.board.squares, table.board.squares, strict=True))
    contradicted = {square for square, pair in enumerate(pairs) if _contradict(*pair)}
    if len(contradicted) > FLICKERING_SQUARES:
        return first
    share = 1 / min(before.looks + 1, _LOOKS_AT_MOST)
    mean = (None if square in contradicted else _blend(*pair, share) for square, pair in enumerate(pairs))
    return replace(first, board=BoardObservation(tuple(mean)), since_s=before.since_s, looks=before.looks + 1)


def _same_pile(before: PileObservation, now: PileObservation) -> bool:
    """A card that becomes readable, or is covered, is no other card."""
    if now.new:
        return False
    return before.card is None or now.card is None or before.card == now.card


def _contradict(before: Likelihoods | None, now: Likelihoods | None) -> bool:
    if before is None or now is None:
        return False
    was, is_now = before.index(max(before)), now.index(max(now))
    return was != is_now and max(before) - before[is_now] > DOUBT_NATS and max(now) - now[was] > DOUBT_NATS


def _blend(old: Likelihoods | None, new: Likelihoods | None, share: float) -> Likelihoods | None:
    """A square that was seen since the table came to rest is known, even if a look misses it."""
    if old is None or new is None:
        return new or old
    return tuple(was + share * (is_now - was) for was, is_now in zip(old, new, strict=True))

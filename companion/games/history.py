"""A game as a stack of entries, whichever game it is: turns, undos and overrides are pushed, popped and looked at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from companion.games.refusals import IllegalTurnError, Ruling

P = TypeVar("P")
"""A game's position: everything between two acts, frozen."""
T = TypeVar("T")
"""A game's turns."""
F = TypeVar("F")
"""What a turn brought about."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The last entry that still stood is taken back; an undo can itself be popped."""


@dataclass(frozen=True, slots=True)
class Override(Generic[P]):
    """The table declares this position right, whatever led to it; of the position only what its text tells counts."""

    position: P


@dataclass(frozen=True, slots=True)
class Moment(Generic[P, T, F]):
    """A position and what led to it; moments share their past."""

    position: P
    effect: F
    entry: T | Override[P] | None = None
    before: Moment[P, T, F] | None = None


class History(ABC, Generic[P, T, F]):
    """The stack. A game says what is legal, what follows, and which part of an override counts."""

    def __init__(self, first: P, effect: F) -> None:
        self._moments: list[Moment[P, T, F]] = [Moment(first, effect)]
        self._entries: list[T | Undo | Override[P]] = []
        self._known: dict[tuple[int, T | Override[P]], Moment[P, T, F]] | None = None

    @abstractmethod
    def judge(self, entry: T | Undo | Override[P]) -> Ruling:
        """Whether an entry may be pushed now. Changes nothing, raises nothing."""

    @abstractmethod
    def _played(self, turn: T) -> tuple[P, F]:
        """The position after a legal turn, and its effect."""

    @abstractmethod
    def _overridden(self, entry: Override[P]) -> tuple[P, F]:
        """The position after an override, and no effect."""

    @abstractmethod
    def _text_part(self, given: P) -> P:
        """The part of a position that its text tells."""

    @property
    def position(self) -> P:
        """Where the game stands."""
        return self._moments[-1].position

    @property
    def first_position(self) -> P:
        """Where the game stood before its first entry."""
        return self._moments[0].position

    @property
    def last_effect(self) -> F:
        """What the last entry that stands brought about."""
        return self._moments[-1].effect

    @property
    def entries(self) -> tuple[T | Undo | Override[P], ...]:
        """Everything pushed and not popped, undos and overrides too, in order."""
        return tuple(self._entries)

    @property
    def standing_moments(self) -> tuple[Moment[P, T, F], ...]:
        """The moments that stand, without those taken back; the first is the one before any entry."""
        found, moment = [self._moments[-1]], self._moments[-1]
        while moment.before is not None:
            moment = moment.before
            found.append(moment)
        return tuple(reversed(found))

    @property
    def turns(self) -> tuple[T | Override[P], ...]:
        """The entries that stand, without those taken back."""
        return tuple(moment.entry for moment in self.standing_moments if moment.entry is not None)

    @property
    def can_undo(self) -> bool:
        """Whether an entry stands that an undo could take back."""
        return self._moments[-1].before is not None

    @property
    def undone(self) -> T | Override[P] | None:
        """What the last entry took back, if it is an undo."""
        return self._moments[-2].entry if self._entries and isinstance(self._entries[-1], Undo) else None

    def push(self, entry: T | Undo | Override[P]) -> None:
        """Carry out a turn, undo or override. Raises IllegalTurnError, and then nothing has changed."""
        ruling = self.judge(entry)
        if not ruling:
            raise IllegalTurnError(f"{entry} is refused: {ruling.fault}; nothing was pushed", ruling)
        if isinstance(entry, Override):
            entry = replace(entry, position=self._text_part(entry.position))
        self._moments.append(self._after(entry))
        self._entries.append(entry)

    def pop(self) -> T | Undo | Override[P]:
        """Take the last entry off as if it had never been, and return it. Raises IndexError when there is none."""
        entry = self._entries.pop()
        self._moments.pop()
        return entry

    def peek(self) -> T | Undo | Override[P]:
        """The last entry. Raises IndexError when there is none."""
        return self._entries[-1]

    @property
    def moment(self) -> Moment[P, T, F]:
        """Where the game stands, with the moments that led there."""
        return self._moments[-1]

    def at(self, moment: Moment[P, T, F]) -> Self:
        """A game under the same rules that stands at `moment`; it has that moment's past and no entries of its own."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, _moments=[moment], _entries=[])
        return twin

    def following(self, entry: T | Override[P]) -> Moment[P, T, F]:
        """The moment after a legal entry, which is not pushed. What an illegal one leads to is not defined."""
        if self._known is None:
            return self._after(entry)
        told = id(self._moments[-1]), entry
        found = self._known.get(told)
        if found is None:  # what is kept holds the moment before it, so that no other gets that one's number
            found = self._known[told] = self._after(entry)
        return found

    def remembering(self) -> Self:
        """The same game, which works out what follows a moment only once: for whoever follows many courses of it."""
        twin = self.at(self.moment)
        twin._known = {}
        return twin

    def copy(self) -> Self:
        """A game of its own with the same past; pushing onto one leaves the other alone."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, _moments=list(self._moments), _entries=list(self._entries))
        return twin

    def _after(self, entry: T | Undo | Override[P]) -> Moment[P, T, F]:
        now = self._moments[-1]
        if isinstance(entry, Undo):
            assert now.before is not None
            return now.before
        position, effect = self._overridden(entry) if isinstance(entry, Override) else self._played(entry)
        return Moment(position, effect, entry, now)

"""A club's evening: who plays, who met whom at which table, and how it came out. Events are all there is of it.

Entrants are players or teams, known by their number in the order they came; two of them meet at a table. What the
tables report and what people correct are the same kind of event, and the later one holds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from companion.games.names import as_seen, can_be_shown, trimmed

WIN, TIE, LOSS = 2, 1, 0
"""Points for a meeting: half of what a win gives is what a tie gives, in whole numbers."""
MOST_ENTRANTS, MOST_TABLES, LONGEST_NAME = 200, 500, 40


@dataclass(frozen=True, slots=True)
class EveningBegan:
    """People came together; `lot` has each entrant's number once, in the order that was drawn."""

    entrants: tuple[str, ...]
    lot: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EntrantCame:
    """Somebody came later, or came back."""

    name: str


@dataclass(frozen=True, slots=True)
class EntrantLeft:
    """Somebody plays no further round."""

    name: str


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """Who meets whom next: pairs of entrants, the one who begins first, and for each pair its table's name."""

    pairs: tuple[tuple[int, int], ...]
    tables: tuple[str, ...]
    bye: int | None = None
    before: tuple[str, ...] = ()
    """For each pair how the last game at its table had ended, which does not count; nothing where none had."""


@dataclass(frozen=True, slots=True)
class ResultCame:
    """How a meeting of the newest round ended, as its table said or as somebody put it right."""

    meeting: int
    winner: int | None
    """0 or 1, the place in the pair; None for a tie."""
    lines: tuple[int, int]
    game: str
    """What that ending of a game is known by; nothing when it was said by hand."""


@dataclass(frozen=True, slots=True)
class ResultWithdrawn:
    """What had ended a meeting of the newest round was taken back at its table."""

    meeting: int


ClubEvent = EveningBegan | EntrantCame | EntrantLeft | RoundDrawn | ResultCame | ResultWithdrawn


@dataclass(frozen=True, slots=True)
class Result:
    """How a meeting ended; both values in the order of its pair."""

    points: tuple[int, int]
    lines: tuple[int, int]
    game: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entrants at a table, the one who begins first. Several of one round at the same table play in their order."""

    pair: tuple[int, int]
    table: str
    before: str = ""
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """The meetings of a round, and who sits it out."""

    meetings: tuple[Meeting, ...]
    bye: int | None = None

    @property
    def open(self) -> tuple[Meeting, ...]:
        """The meetings without a result."""
        return tuple(meeting for meeting in self.meetings if meeting.result is None)


@dataclass(frozen=True, slots=True)
class Evening:
    """How far an evening has come."""

    entrants: tuple[str, ...] = ()
    lot: tuple[int, ...] = ()
    gone: frozenset[int] = frozenset()
    rounds: tuple[Round, ...] = ()
    steady: bool = True
    """Whether nobody came or left since it began."""
    meetings: tuple[Meeting, ...] = field(default=(), compare=False)
    """All of all rounds, in order."""

    @property
    def present(self) -> tuple[int, ...]:
        """Who plays the next round, in the order of the lot."""
        return tuple(entrant for entrant in self.lot if entrant not in self.gone)

    def byes(self, entrant: int) -> int:
        """How many rounds somebody sat out."""
        return sum(each.bye == entrant for each in self.rounds)

    def met(self, one: int, other: int) -> int:
        """How often two have met."""
        return sum(set(meeting.pair) == {one, other} for meeting in self.meetings)

    def due(self, table: str) -> int | None:
        """The number, within the newest round, of the meeting that this table plays now; None when it plays none."""
        meetings = self.rounds[-1].meetings if self.rounds else ()
        return next((n for n, each in enumerate(meetings) if each.table == table and each.result is None), None)


def replay(events: Iterable[ClubEvent]) -> Evening:
    """The evening that these events lead to. Raises ValueError, in words for people, where one cannot be."""
    return reduce(after, events, Evening())


def after(evening: Evening, event: ClubEvent) -> Evening:
    """The evening once this has happened. Raises ValueError, in words for people, when it cannot."""
    if isinstance(event, EveningBegan):
        return _begin_evening(event)
    if not evening.entrants:
        raise ValueError("no evening has begun; enter who plays first")
    if isinstance(event, RoundDrawn):
        return _start_round(evening, event)
    if isinstance(event, ResultCame):
        return _with_result(evening, event.meeting, _result(event))
    if isinstance(event, ResultWithdrawn):
        return _with_result(evening, event.meeting, None)
    return _come(evening, event.name) if isinstance(event, EntrantCame) else _leave(evening, event.name)


def as_kept(name: str) -> str:
    """A name as it is kept: one space between its words, nothing about them."""
    return trimmed(" ".join(name.split()))


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names as they are kept. Raises ValueError for ones that cannot be told apart, are too long, or too many."""
    kept = tuple(map(as_kept, names))
    if not 2 <= len(kept) <= MOST_ENTRANTS:
        raise ValueError(f"{len(kept)} are entered; an evening has 2 to {MOST_ENTRANTS} players or teams")
    for name in kept:
        if not can_be_shown(name, LONGEST_NAME):
            raise ValueError(f"{name[:LONGEST_NAME]!r} is no name; write 1 to {LONGEST_NAME} characters that show")
    folded = [as_seen(name).casefold() for name in kept]
    if double := [name for name, fold in zip(kept, folded, strict=True) if folded.count(fold) > 1]:
        raise ValueError(f"{double[0]} is entered twice; tell them apart")
    return kept


def _begin_evening(event: EveningBegan) -> Evening:
    if sorted(event.lot) != [*range(len(event.entrants))]:
        raise ValueError("a lot has every entrant once")
    return Evening(checked_names(event.entrants), event.lot)


def _come(evening: Evening, name: str) -> Evening:
    if name in evening.entrants:
        back = evening.entrants.index(name)
        if back not in evening.gone:
            raise ValueError(f"{name} plays already")
        return replace(evening, gone=evening.gone - {back}, steady=False)
    entrants = checked_names((*evening.entrants, name))
    return replace(evening, entrants=entrants, lot=(*evening.lot, len(evening.entrants)), steady=False)


def _leave(evening: Evening, name: str) -> Evening:
    if name not in evening.entrants or evening.entrants.index(name) in evening.gone:
        raise ValueError(f"nobody here is called {name}")
    return replace(evening, gone=evening.gone | {evening.entrants.index(name)}, steady=False)


def _start_round(evening: Evening, event: RoundDrawn) -> Evening:
    refuse_unfinished(evening)
    seated = [entrant for pair in event.pairs for entrant in pair] + [e for e in (event.bye,) if e is not None]
    if sorted(seated) != sorted(evening.present) or not len(event.pairs) == len(event.tables) == len(event.before):
        raise ValueError("a round has everybody who is here once")
    rows = zip(event.pairs, event.tables, event.before, strict=True)
    meetings = tuple(Meeting((pair[0], pair[1]), table, before) for pair, table, before in rows)
    return _with_rounds(evening, (*evening.rounds, Round(meetings, event.bye)))


def refuse_unfinished(evening: Evening) -> None:
    """Raises ValueError, in words for people, while a meeting of the newest round has no result."""
    for meeting in evening.rounds[-1].open if evening.rounds else ():
        names = " and ".join(evening.entrants[each] for each in meeting.pair)
        raise ValueError(f"{names} at {meeting.table} have no result yet; wait for them, or enter it by hand")


def _result(event: ResultCame) -> Result:
    if event.winner not in (None, 0, 1) or len(event.lines) != 2 or min(event.lines) < 0:
        raise ValueError("a meeting has one winner of two, or is a tie")
    points = (TIE, TIE) if event.winner is None else (WIN, LOSS) if event.winner == 0 else (LOSS, WIN)
    return Result(points, (event.lines[0], event.lines[1]), event.game)


def _with_result(evening: Evening, meeting: int, result: Result | None) -> Evening:
    newest = evening.rounds[-1].meetings if evening.rounds else ()
    if not 0 <= meeting < len(newest):
        raise ValueError("there is no such meeting in this round")
    meetings = tuple(replace(each, result=result) if n == meeting else each for n, each in enumerate(newest))
    return _with_rounds(evening, (*evening.rounds[:-1], replace(evening.rounds[-1], meetings=meetings)))


def _with_rounds(evening: Evening, rounds: tuple[Round, ...]) -> Evening:
    return replace(evening, rounds=rounds, meetings=tuple(meeting for each in rounds for meeting in each.meetings))

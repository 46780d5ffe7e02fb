"""What one look says of the board and the pile, made ready to be held against many hypotheses."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from operator import is_not

from companion.games.one_eyed_jack.position import Chips
from companion.games.squares import NEIGHBOURS, SQUARES
from companion.referee.observation import EMPTY, Likelihoods
from companion.referee.one_eyed_jack.hypotheses import REMEMBERED, Hypothesis, Residual
from companion.referee.settling import Calm
from companion.referee.tracks import Tracks

CERTAIN_NATS = 14.0
"""No square is believed to be seen more surely than this: a lamp's image or a sleeve may look like anything."""
PARTLY_NATS = 9.0
"""Nor more surely than this while part of the board is covered: something is above it."""
STANDS_NATS = 3.0
"""A square that looks otherwise by so much stands otherwise; by less it is a doubtful look at the same. It is never
more if half of the squares around it are covered: at a head's edge its hair may pass for a chip."""
COVERED_AT_MOST = 2
"""So few squares go out of sight for a lamp's image or a chip's shadow; where more do, something is above the board."""
LOST_AT_MOST = 6
"""So few squares fall into doubt for what lies on them; where more do, the picture is out of focus. In 8,894 looks at
evenings, most of them spoilt, up to four do in 440 and seven or more in 53."""
NOTICED_NATS = 0.5
"""A square that would be likelier otherwise by so much may have changed."""

UNDOUBTED_NATS = 8
"""A square read with more lead than this says the same at every look."""

HIDDEN = -1
"""What a square shows that cannot be read."""
Shown = tuple[int | None, ...]
"""The team whose chip each square seems to bear; None for no chip, `HIDDEN` where it cannot be read."""
Changed = Mapping[int, float]
"""Squares that a hypothesis leaves unexplained, in reading order, with how much less likely it makes what they show."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a settled look shows, held against many hypotheses, since the belief was last brought up to date."""

    losses: tuple[Likelihoods | None, ...]
    """How much less likely each content of a square is than its likeliest, in nats (0 or below); None where hidden."""
    best: Shown
    tracks: Tracks
    lost: tuple[Residual, ...] = ()
    """The few squares that could be read in the calm before and cannot now, each with what it showed."""
    covered: bool = False
    """Whether something is above the board."""
    digest: Hashable = None
    """What it shows, as far as it matters: the squares with their doubt."""
    hidden: tuple[int, ...] = ()
    """The squares that show nothing, or as likely a chip as none."""

    @property
    def shown(self) -> Shown:
        """What each square shows, as far as it can be read."""
        return tuple([HIDDEN if square in self.hidden else chip for square, chip in enumerate(self.best)])

    def changed(self, hypothesis: Hypothesis, chips: Chips) -> Changed:
        """What looks otherwise than the hypothesis has it, with these chips on the board but for what deviates."""
        stands, found = hypothesis.stands(chips), dict[int, float]()
        for square in compress(SQUARES, map(is_not, stands, self.best)):
            loss = self.loss(square, stands[square])
            if loss < -NOTICED_NATS and square not in hypothesis.misread:
                found[square] = loss
        return found

    def faded(self, square: int, chip: int | None) -> bool:
        """Whether this, which stood on a square, cannot be made out any more, though nothing has come above it."""
        return (square, chip) in self.lost and self.losses[square] is not None

    def loss(self, square: int, chip: int | None) -> float:
        """How much less likely this chip, or none, is than the likeliest, in nats; 0 where nothing is seen."""
        losses = self.losses[square]
        return 0.0 if losses is None else losses[EMPTY if chip is None else chip + 1]


NOTHING = Evidence((), (), Tracks())


def evidence_of(calm: Calm, tracks: Tracks, before: Shown = ()) -> Evidence:
    """The look that a calm table gives after one in which it showed what was `before`; nothing before the first."""
    squares, hidden, rows = calm.board.squares, calm.board.undecided, list[Likelihoods | None]()
    was = before or (None,) * len(squares)
    lost = tuple([(square, was[square]) for square in hidden if was[square] != HIDDEN])
    covered = sum(squares[square] is None for square, _ in lost) > COVERED_AT_MOST
    weight, least = calm.weight, -PARTLY_NATS if covered else -CERTAIN_NATS
    surrounded = _surrounded(calm.board.hidden)
    for square, seen in enumerate(squares):
        most, capped = max(seen) if seen else 0.0, -STANDS_NATS if square in surrounded else least
        rows.append(tuple([max(weight * (value - most), capped) for value in seen]) if seen else None)
    best = [HIDDEN if row is None else row.index(0.0) - 1 if row[EMPTY] else None for row in rows]
    doubts = [None if losses is None else max(round(sorted(losses)[-2]), -UNDOUBTED_NATS) for losses in rows]
    digest, tracks = (best, tracks, doubts), replace(tracks, births=tracks.births[-REMEMBERED:])
    lost = () if covered or not before or len(lost) > LOST_AT_MOST else lost
    return Evidence(tuple(rows), tuple(best), tracks, lost, covered, digest, hidden)


def _surrounded(hidden: Sequence[int]) -> set[int]:
    """The squares of whose neighbours at least half are hidden."""
    beside = Counter(neighbour for square in hidden for neighbour in NEIGHBOURS[square])
    return {square for square, count in beside.items() if 2 * count >= len(NEIGHBOURS[square])}

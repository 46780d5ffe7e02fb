"""What one look says of the board and the pile, made ready to be held against many hypotheses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import compress
from operator import is_not

from companion.games.squares import SIZE, SQUARES
from companion.referee.observation import EMPTY, Likelihoods
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.settling import Calm
from companion.referee.tracks import Tracks

CERTAIN_NATS = 14.0
"""No square is believed to be seen more surely than this: a lamp's image or a sleeve may look like anything."""
PARTLY_NATS = 9.0
"""Nor more surely than this while part of the board is covered: something is above it."""
BESIDE_NATS = 6.0
"""Nor more surely than this beside a square that has been covered: what covers that one throws a shadow on this."""
COVERED_AT_MOST = 2
"""So few squares go out of sight for a lamp's image or a chip's shadow; where more do, something is above the board."""
NOTICED_NATS = 0.5
"""A square that would be likelier otherwise by so much may have changed."""

Shown = tuple[int | None, ...]
"""The likeliest content of each square, `EMPTY` or team + 1; None where it cannot be read."""
Changed = Mapping[int, float]
"""Squares that a hypothesis leaves unexplained, in reading order, with how much less likely it makes what they show."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a settled look shows, held against many hypotheses, since the belief was last brought up to date."""

    losses: tuple[Likelihoods | None, ...]
    """How much less likely each content of a square is than its likeliest, in nats (0 or below); None where hidden."""
    best: Shown
    chips: tuple[int | None, ...]
    """The team whose chip each square seems to bear; None as well where it is hidden."""
    tracks: Tracks
    lost: tuple[tuple[int, int], ...] = ()
    """The few squares that could be read before and cannot now, each with what it showed; none by a lamp's image."""
    covered: bool = False
    """Whether something is above the board: what seems to have gone beside it may lie in its shadow."""

    def changed(self, hypothesis: Hypothesis) -> Changed:
        """What looks otherwise than the hypothesis has it."""
        chips, residuals, misread = hypothesis.position.chips, hypothesis.residuals, hypothesis.misread
        best, losses = self.best, self.losses
        found: Iterable[int] = compress(SQUARES, map(is_not, chips, self.chips))
        if residuals:
            found = sorted({*found, *residuals})
        changed = dict[int, float]()
        for square in found:
            seen, chip, row = best[square], chips[square], losses[square]
            stands = residuals[square] if square in residuals else EMPTY if chip is None else chip + 1
            if row is not None and seen != stands and row[stands] < -NOTICED_NATS and square not in misread:
                changed[square] = row[stands]
        return changed

    def loss(self, square: int, content: int) -> float:
        """How much less likely this content is than the likeliest, in nats; 0 where nothing is seen."""
        losses = self.losses[square]
        return 0.0 if losses is None else losses[content]


@dataclass(frozen=True, slots=True)
class Memory:
    """What the board showed before a calm; nothing before the first."""

    shown: Shown = ()
    """What each square showed when something could last be read there; None where nothing has been for two calms."""
    last: Shown = ()
    """What each square showed in the last calm."""

    def after(self, evidence: Evidence) -> "Memory":
        """The memory after another calm. What a hand lay over is remembered, what lies under a lamp's image is not."""
        if not self.shown or not evidence.covered:
            return Memory(evidence.best, evidence.best)
        squares = zip(evidence.best, self.last, self.shown, strict=True)
        shown = tuple([was if now is None and last is not None else now for now, last, was in squares])
        return Memory(shown, evidence.best)


NO_MEMORY = Memory()


def evidence_of(calm: Calm, tracks: Tracks, before: Memory = NO_MEMORY) -> Evidence:
    """The look that a calm table gives after what was seen before."""
    rows: list[Likelihoods | None] = []
    best: list[int | None] = []
    weight, hidden, shown = calm.weight, calm.board.hidden, before.shown
    was = {square: shown[square] if shown else EMPTY for square in hidden}
    dazzled = _beside(square for square, content in was.items() if content is None)  # a lamp's image, which wanders
    lost = [(square, content) for square, content in was.items() if content is not None]
    covered = len(lost) > COVERED_AT_MOST
    shaded, certain = _beside(square for square, _ in lost), PARTLY_NATS if covered else CERTAIN_NATS
    for square, likelihoods in enumerate(calm.board.squares):
        if likelihoods is None:
            rows.append(None)
            best.append(None)
        else:
            most, least = max(likelihoods), -BESIDE_NATS if square in shaded else -certain
            rows.append(tuple([max(weight * (value - most), least) for value in likelihoods]))
            best.append(likelihoods.index(most))
    chips = tuple([one - 1 if one else None for one in best])
    few = () if covered or not shown else tuple([one for one in lost if one[0] not in dazzled])
    return Evidence(tuple(rows), tuple(best), chips, tracks, few, covered)


def _beside(squares: Iterable[int]) -> frozenset[int]:
    """These squares and those around them."""
    found = set[int]()
    for square in squares:
        row, column = divmod(square, SIZE)
        rows, columns = (range(max(0, at - 1), min(SIZE, at + 2)) for at in (row, column))
        found.update(SIZE * other + beside for other in rows for beside in columns)
    return frozenset(found)

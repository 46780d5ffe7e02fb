"""What a look at the table comes to: one of these, never a guess."""

from dataclasses import dataclass

from companion.games.one_eyed_jack.turns import Turn
from companion.referee.remedies import Circumstances


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table is as it last stood, and no card came."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Half a turn: `WAIT_CHIP` for the board, `WAIT_CARD` for the pile, `OVER` once nothing is judged any more."""

    code: str
    about: Circumstances


@dataclass(frozen=True, slots=True)
class Legal:
    """These turns, in order, explain the table."""

    turns: tuple[Turn, ...]
    unread: tuple[Turn, ...] = ()
    """Those of the turns whose card was never read."""
    unseen: tuple[Turn, ...] = ()
    """Those of the turns whose chip is covered."""
    others: tuple[Turn, ...] = ()
    """What the last turn may have been as well."""
    left: int = 0
    """How many of the cards laid on the pile are left for later turns."""
    complete: bool = True
    """False when what comes after these turns is a fault."""
    weak: bool = False
    """Whether the card may be the one of the turn before, so that the true one may still come."""
    back: int = 0
    """So many turns may have been taken back instead, or none."""
    again: tuple[Turn, ...] = ()
    """Turns that seemed to be taken back, and were not if these were played."""
    told: bool = False
    """Whether somebody said which cards the unread ones were."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last turns were undone on the table; `instead` is a turn that took the place of the last."""

    turns: int
    instead: Turn | None = None


@dataclass(frozen=True, slots=True)
class Illegal:
    """A fault by its code in the rules, and what it is about."""

    code: str
    about: Circumstances


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Several explanations are about equally good, the best first."""

    explanations: "tuple[Verdict, ...]"
    pressing: bool = False
    """Whether play has gone on, so that nothing that comes later is likely to tell."""


Verdict = Unchanged | Waiting | Legal | TakenBack | Illegal | Doubtful

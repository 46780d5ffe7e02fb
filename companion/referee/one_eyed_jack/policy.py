"""When what is believed is told: thresholds are probabilities, waiting times multiples of the table's patience."""

from collections.abc import Hashable

from companion.referee.one_eyed_jack.hypotheses import Hypothesis, acts
from companion.referee.one_eyed_jack.ledger import Tracking
from companion.referee.settling import Calm

CARD_AGREED = 0.7
"""A card is told as seen when, given its turn, it is as likely as this."""

CREDIT = 0.75
"""What comes late on a calm table is taken to have stood for this share of the patience."""
LATE_PATIENCE = 3.0
"""A card that was not laid yet is waited for so long, and so is doubt that a further look may settle; what seems wrong
or taken back while something is above the board as well."""
BACK_PATIENCE = 8.0
"""Whether a turn was taken back is only asked after so long: what is played anew tells it as well."""
NO_CARD_PATIENCE = 10.0
"""A chip without a card is nobody's fault for so long, nor is a card that seems to be of another game."""
LATE_FAULTS = ("NO_CARD", "UNKNOWN_CARD")
REGRET_S = 1.0
"""Whoever takes a chip back mostly does so within a second: until then no line and no win is told."""
ROUNDING_S = 1e-6

TOLD_AT_ONCE = 24
"""So many turns are told after one look; whatever is left is told after the next."""
PLAYED_ON = 2
"""Once so many turns were played after one in doubt, the likeliest hypothesis is told, and the others overruled."""

BACK = "taken back"
NOTHING = "nothing more"
Said = Hashable
"""What a hypothesis says happens next: `BACK`, `NOTHING`, or what a turn does, whatever its card."""


def said_next(hypothesis: Hypothesis, told: int) -> Said:
    """What happens next in a hypothesis after so many turns were told."""
    if hypothesis.kept < told:
        return BACK
    return acts(hypothesis.turns[0]) if hypothesis.turns else NOTHING


def calm_of(tracking: Tracking) -> Calm:
    """The calm that a settled look belongs to."""
    assert tracking.watch.calm is not None
    return tracking.watch.calm

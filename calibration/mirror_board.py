"""Boards on which cards face each other across the table: what one square shows, the one that faces it tells as well.

Many families glue the two halves of a card opposite each other. Whether a board is one of these is weighed as any two
explanations are, by how likely each makes what the hundred squares say alone.
"""

import numpy as np

from companion.games.one_eyed_jack.layout import MIRRORS, Mirror
from companion.games.squares import CORNERS, SQUARES
from companion.vision.frame import Matrix

DOUBTFUL_BELOW = 5.0
"""Nats by which the second-best board must fall behind; of 270 misread squares one reached 4."""
_STRAY = np.exp(-DOUBTFUL_BELOW)
"""So likely a single square shows another card than the one that faces it, whatever both are read as."""
_SHOWN = np.array([square for square in SQUARES if square not in CORNERS])


def mirror_of(log_probabilities: Matrix) -> Mirror | None:
    """How the board is mirrored, by what each square says alone, [100, cards]; None where it hardly is."""
    evidence = {
        facing: _evidence(log_probabilities[_SHOWN], log_probabilities[facing, :][_SHOWN]) for facing in MIRRORS
    }
    best = max(evidence, key=evidence.__getitem__)
    return best if evidence[best] > DOUBTFUL_BELOW else None


def told_by_both(log_probabilities: Matrix, mirror: Mirror) -> Matrix:
    """What each square and the one that faces it say together of its card, [100, cards], given what each says alone."""
    cards = log_probabilities.shape[1]
    both = log_probabilities + np.logaddexp(log_probabilities[mirror, :] + np.log1p(-_STRAY), np.log(_STRAY / cards))
    told: Matrix = both - np.logaddexp.reduce(both, axis=1, keepdims=True)
    return told


def _evidence(squares: Matrix, facing: Matrix) -> float:
    """By how many nats it is likelier that squares show the cards of those that face them than that they show any."""
    alike = squares.shape[1] * np.exp(squares + facing).sum(axis=1)
    return float(np.log((1 - _STRAY) * alike + _STRAY).sum()) / 2  # each pair was counted twice

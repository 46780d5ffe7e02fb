"""Boards on which cards face each other across the table: what one square shows, its image tells as well.

Many families glue the two halves of a card opposite each other. Whether a board is one of these is weighed as any two
explanations are, by how likely each makes what the hundred squares say alone.
"""

import numpy as np

from companion.games.one_eyed_jack.layout import MIRRORS
from companion.games.squares import CORNERS, SQUARES
from companion.vision.frame import Matrix

Image = tuple[int, ...]
"""For each square the one that shows the same card."""
DOUBTFUL_BELOW = 5.0
"""Nats by which the second-best board must fall behind; of 270 misread squares one reached 4."""
_STRAY = np.exp(-DOUBTFUL_BELOW)
"""So likely a single square shows another card than its image, whatever both are read as."""
_SHOWN = np.array([square for square in SQUARES if square not in CORNERS])


def image_of(log_probabilities: Matrix) -> Image | None:
    """How the board is mirrored, by what each square says alone, [100, cards]; None where it hardly is."""
    evidence = {image: _evidence(log_probabilities[_SHOWN], log_probabilities[image, :][_SHOWN]) for image in MIRRORS}
    best = max(evidence, key=evidence.__getitem__)
    return best if evidence[best] > DOUBTFUL_BELOW else None


def told_by_both(log_probabilities: Matrix, image: Image) -> Matrix:
    """What each square and its image say together of its card, [100, cards], given what each says alone."""
    cards = log_probabilities.shape[1]
    both = log_probabilities + np.logaddexp(log_probabilities[image, :] + np.log1p(-_STRAY), np.log(_STRAY / cards))
    told: Matrix = both - np.logaddexp.reduce(both, axis=1, keepdims=True)
    return told


def _evidence(squares: Matrix, images: Matrix) -> float:
    """By how many nats it is likelier that squares show the cards of their images than that they show any."""
    alike = squares.shape[1] * np.exp(squares + images).sum(axis=1)
    return float(np.log((1 - _STRAY) * alike + _STRAY).sum()) / 2  # each pair was counted twice

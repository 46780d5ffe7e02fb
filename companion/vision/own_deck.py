"""The deck a board was glued from: a card on the pile looks like that card on the board, whatever the deck is like.

The network was trained on many decks, but some family's has letters it has never seen. The board shows nearly every
card of it twice, named by calibration, so that a corner can be held against those: not as pictures, but by what the
network's last layer but one makes of them. (Prototypes in an embedding: Snell and others, *Prototypical networks for
few-shot learning*, 2017; here the nearer one of two.) How much that counts is how many of the board's cards the network
could not read by itself. Jacks are on no board, and the pile may be of another deck: then the network is believed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.games.cards import STANDARD
from companion.vision.card_index import CARD_CLASSES, CardIndex, log_softmax
from companion.vision.frame import Image, Matrix

_NATS = 40.0
"""What it says for a card that a corner has all in common with one of its own instead of nothing, in nats. Of 3,744
looks at eighteen decks 498 are misread at 20, 334 at 40 and 297 at 60, where 47 of 31,824 at common cards beside
strange boards are misread as well, none at 40."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardEmbeddings:
    """What the cards on a board look like to the network that reads corners, square by square."""

    embeddings: Matrix
    """[100, EMBEDDING_SIZE], float32; corners have none."""
    read: Matrix
    """Whether the network tells the square's card by itself [100], 0 or 1."""


@dataclass(frozen=True, slots=True, eq=False)
class OwnDeck:
    """Tells cards by their corners, as `index` does, and by how much they resemble the cards on the board."""

    index: CardIndex
    read: float
    """Which part of the board's cards the index tells by itself: so likely it knows the deck."""
    middle: Matrix
    """The mean of the board's embeddings [EMBEDDING_SIZE], from which embeddings are told apart."""
    embeddings: Matrix
    """The board's embeddings [squares, EMBEDDING_SIZE] as seen from there, each of length 1."""
    cards: Matrix
    """The number of the class of each [squares]."""
    neutral: float
    """The resemblance that speaks for no card, nor against it: above what other cards have, below that of twins."""

    def log_probabilities(self, crops: Image) -> Matrix:
        """Natural logarithms [n, classes] for crops [n, CROP_SIDE_PX, CROP_SIDE_PX, 3] (bgr, 8 bits)."""
        told, embeddings = self.index.looks(crops)
        alike = _from_there(embeddings, self.middle) @ self.embeddings.T
        best = np.full(told.shape, -np.inf)
        np.maximum.at(best.T, self.cards, alike.T)
        gain = np.where(np.isfinite(best), np.exp(_NATS * (best - self.neutral)), 1.0)
        return log_softmax(told + np.log(self.read + (1 - self.read) * gain))


def own_deck(index: CardIndex, board: BoardEmbeddings | None, layout: Sequence[str]) -> OwnDeck | CardIndex:
    """What tells cards of the deck on a board with this layout, in codes.

    It is the index itself where that reads the whole board, and where the two squares of most cards resemble each other
    no more than those of others do.
    """
    twice = {card.code for card in STANDARD if list(layout).count(card.code) == 2}
    squares = [square for square, code in enumerate(layout) if code in twice]
    if board is None or board.read[squares].all():
        return index
    cards = np.array([CARD_CLASSES.index(layout[square]) for square in squares])
    middle = board.embeddings[squares].mean(axis=0)
    own = _from_there(board.embeddings[squares], middle)
    alike, same = own @ own.T, cards[:, None] == cards
    twin = float(np.median(np.where(same & ~np.eye(len(squares), dtype=bool), alike, -1).max(axis=1)))
    other = float(np.median(np.where(same, -1, alike).max(axis=1)))
    if not twin > other:
        return index
    neutral = other + (twin - other) / 3  # on the pile a card is seen smaller, and resembles itself less
    return OwnDeck(index, float(board.read[squares].mean()), middle, own, cards, neutral)


def _from_there(embeddings: Matrix, middle: Matrix) -> Matrix:
    """Embeddings [n, EMBEDDING_SIZE] as directions from a point."""
    apart = embeddings - middle
    directions: Matrix = apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), 1e-9)
    return directions

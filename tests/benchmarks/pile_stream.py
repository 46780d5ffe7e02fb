"""How well a stream of cards on the pile is read: 200 drawn cards at a camera's size, one on the other, with grain.

    python tests/benchmarks/pile_stream.py [SEED]

prints how many were read wrong, could not be told apart (the referee would ask), or were not noticed.
"""

import random
import sys

import cv2
import numpy as np

from companion.games.cards import STANDARD
from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame, Image
from companion.vision.pile_table import PileTableReader
from hardware.drawn_table import bare_canvas, laid_canvas, seen

CARDS, LOOKS, FACTOR, SHOWN = 200, 6, 4 / 3, 4


def stream(seed: int) -> list[str]:
    """So many cards, pack after pack."""
    chance, cards = random.Random(seed), []
    while len(cards) < CARDS:
        cards += chance.sample([card.code for card in STANDARD], len(STANDARD))
    return cards[:CARDS]


def measure(seed: int) -> tuple[int, int, int]:
    """How many cards were read wrong, not told apart, and not noticed."""
    bare, cards = bare_canvas(()), stream(seed)
    reader, noise = PileTableReader(seen(bare, FACTOR), load_card_index()), np.random.default_rng(seed)
    memory, wrong, asked, missed = reader.start(), 0, 0, 0
    for number, code in enumerate(cards):
        first = max(0, number + 1 - SHOWN)
        picture = seen(laid_canvas(bare, {}, cards[first : number + 1], first), FACTOR)
        before, read = memory.pile.changes, None
        for _ in range(LOOKS):
            reading, memory = reader.read(Frame(grainy(picture, noise), 0.0), memory)
            pile = reading.observation.pile
            if not pile.hidden and pile.changes == before + 1 and (read := pile.card):
                break
        missed += memory.pile.changes != before + 1
        asked += read is None
        wrong += read is not None and read.code != code
    return wrong, asked, missed


def grainy(picture: Image, noise: np.random.Generator) -> Image:
    """The picture as a sensor gives it."""
    return cv2.add(picture, np.round(noise.normal(0, 1.6, picture.shape)).astype(np.int8), dtype=cv2.CV_8U)


if __name__ == "__main__":
    found = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    print("of {} cards: {} wrong, {} asked, {} not noticed".format(CARDS, *found))  # noqa: T201

"""Makes both networks from nothing: fetches card art, draws a deck, trains what reads corners and what spots cards.

`python -m calibration.training ART MODELS [--seed N] [--corner-steps N] [--pile-steps N]` needs torch and pillow, and
what `calibration.training.card_art` needs; some hours of one core. Art that is there already is not fetched again.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from calibration.training import card_art, train_corners, train_piles


def main() -> None:
    """Reads the command line and makes card_index.onnx and pile_cards.onnx in the folder MODELS."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("art", type=Path)
    parser.add_argument("models", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corner-steps", type=int, default=train_corners.STEPS)
    parser.add_argument("--pile-steps", type=int, default=train_piles.STEPS)
    given = parser.parse_args()
    if not (given.art / "faces").is_dir():
        sys.stdout.write(f"fetching card art to {given.art}\n")
        card_art.download(given.art)
        card_art.gather(given.art)
    # calibration and hardware do not know each other: the drawn deck is made by a command of its own
    card_art.run(sys.executable, "-m", "hardware.drawn_cards", str(given.art / "own"))
    given.models.mkdir(parents=True, exist_ok=True)
    corners = replace(train_corners.COURSE, steps=given.corner_steps, seed=given.seed)
    train_corners.train(given.art, given.models / "card_index.onnx", corners)
    piles = replace(train_piles.COURSE, steps=given.pile_steps, seed=given.seed)
    train_piles.train(given.art, given.models / "pile_cards.onnx", piles)


if __name__ == "__main__":
    main()

"""Trains the classifier of card corners and writes it as ONNX.

`python -m calibration.training.train FOLDER MODEL.onnx [--minutes 45] [--leave-out DECK,…]`, after
`calibration.training.card_art` has filled FOLDER. Needs torch and pillow; one core is enough.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from calibration.training.corners import CornerPainter, Faces
from calibration.training.drawn_decks import DrawnDeck, has_ranks, has_suits, random_style
from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, network_input
from companion.vision.frame import Image

DRAWN_DECKS = 120
REAL_WEIGHT = 2
BATCH = 64
FRESH = 24
POOL = 24_000
PEAK_RATE = 3e-3


def real_decks(folder: Path, left_out: set[str]) -> dict[str, dict[str, Image]]:
    """Faces by deck and code, upright."""
    decks: dict[str, dict[str, Image]] = {}
    for deck in sorted((folder / "faces").iterdir()):
        if deck.name not in left_out:
            decks[deck.name] = {file.stem: np.asarray(cv2.imread(str(file))) for file in sorted(deck.glob("*.png"))}
    return decks


def usable_fonts(folder: Path) -> tuple[list[Path], list[Path]]:
    """Fonts with the ranks' letters, and fonts with the four suits."""
    files = sorted(file for ending in ("ttf", "otf") for file in (folder / "fonts").rglob(f"*.{ending}"))
    there = [file for file in files if file.is_file()]  # some packages link to others that are not fetched
    plain = next(file for file in there if file.name == "DejaVuSans.ttf")
    return [file for file in there if has_ranks(file, plain)], [file for file in there if has_suits(file)]


def drawn_decks(folder: Path, real: dict[str, dict[str, Image]], rng: np.random.Generator) -> Iterator[Faces]:
    """Drawn decks, each with the middles of one real deck's courts and jokers."""
    fonts, suit_fonts = usable_fonts(folder)
    names = list(real)
    for _ in range(DRAWN_DECKS):
        donor = real[names[int(rng.integers(len(names)))]]
        borrowed = {code: face for code, face in donor.items() if code[0] in "JQK"}
        deck = DrawnDeck(random_style(rng, fonts, suit_fonts), borrowed)
        codes = [*CARD_CLASSES[:52], "JKB", "JKR"]
        yield {code: deck.face(code) for code in codes}


def network() -> nn.Module:
    """[n, 3, 80, 80] to [n, 54]; the last layer adds a rank's and a suit's share, so unseen pairs are understood."""
    widths = (
        (3, 16, 5, 2),
        (16, 24, 3, 1),
        (24, 48, 3, 2),
        (48, 48, 3, 1),
        (48, 80, 3, 2),
        (80, 80, 3, 1),
        (80, 112, 3, 2),
    )
    layers: list[nn.Module] = []
    for before, after, size, stride in widths:
        layers += [nn.Conv2d(before, after, size, stride, size // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
    layers += [nn.Flatten(), nn.Dropout(0.2), nn.Linear(112 * 25, 128), nn.ReLU(), nn.Linear(128, 13 + 4 + 2)]
    return nn.Sequential(*layers, rank_and_suit())


def rank_and_suit() -> nn.Module:
    """A fixed sum: 13 ranks, 4 suits, joker and none to the classes' 54 logits."""
    share = torch.zeros(len(CARD_CLASSES), 13 + 4 + 2)
    for number in range(52):
        share[number, number // 4] = 1
        share[number, 13 + number % 4] = 1
    share[52, 17] = 1
    share[53, 18] = 1
    layer = nn.Linear(13 + 4 + 2, len(CARD_CLASSES), bias=False)
    layer.weight = nn.Parameter(share, requires_grad=False)
    return layer


class Pool:
    """Painted crops; each is used a few times before a fresh one takes its place."""

    def __init__(self, painter: CornerPainter) -> None:
        self.painter = painter
        self.crops = np.empty((POOL, CROP_SIDE_PX, CROP_SIDE_PX, 3), np.uint8)
        self.labels = np.empty(POOL, np.int64)
        self.filled = 0

    def batch(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Some fresh crops, the others seen before."""
        size = min(self.filled, POOL)
        fresh = [(self.filled + number) % POOL for number in range(FRESH)]
        for place in fresh:
            self.crops[place], self.labels[place] = self.painter.labelled()
        self.filled += len(fresh)
        old = self.painter.rng.integers(0, max(size, 1), BATCH - len(fresh))
        chosen = np.concatenate([fresh, old]) if size else np.array(fresh)
        return torch.from_numpy(network_input(self.crops[chosen])), torch.from_numpy(self.labels[chosen])


def train(net: nn.Module, painter: CornerPainter, minutes: float, file: Path) -> None:
    """Adam with one warm-up and a cosine decline, for so many minutes; `file` is written now and then."""
    pool = Pool(painter)
    optimiser = torch.optim.AdamW([part for part in net.parameters() if part.requires_grad], weight_decay=1e-3)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    start, step, running = time.monotonic(), 0, np.zeros(2)
    while (share := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * min(1, step / 300) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-6
        crops, labels = pool.batch()
        logits = net(crops)
        loss = loss_of(logits, labels)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        right = (logits.argmax(1) == labels).float().mean()
        running = 0.99 * running + 0.01 * np.array([float(loss.detach()), float(right)])
        step += 1
        if step % 200 == 0:
            sys.stdout.write(f"{share:.3f} step {step} loss {running[0]:.3f} right {running[1]:.4f}\n")
            sys.stdout.flush()
        if step % 1000 == 0:
            export(net, file)
    export(net, file)


def export(net: nn.Module, file: Path) -> None:
    """Writes the network as ONNX with plain operators, for any number of crops."""
    net.eval()
    crops = torch.zeros(1, 3, CROP_SIDE_PX, CROP_SIDE_PX)
    axes = {"crops": {0: "n"}, "logits": {0: "n"}}
    torch.onnx.export(
        net, (crops,), str(file), input_names=["crops"], output_names=["logits"], dynamic_axes=axes,
        opset_version=13, dynamo=False,
    )  # fmt: skip
    net.train()


def seeded(seed: int) -> np.random.Generator:
    """Where all chance of a training comes from; one thread, so that the same seed makes the same steps."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    return np.random.default_rng(seed)


def main() -> None:
    """Reads the command line, trains, writes the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--minutes", type=float, default=45.0)
    parser.add_argument("--leave-out", default="", help="decks not to train on, to measure with later")
    parser.add_argument("--start-from", type=Path, help="weights (.pt) of an earlier run to go on from")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = seeded(given.seed)
    real = real_decks(given.folder, set(given.leave_out.split(",")))
    drawn = list(drawn_decks(given.folder, real, rng))
    sys.stdout.write(f"{len(real)} real decks, {len(drawn)} drawn\n")
    painter = CornerPainter([*real.values()] * REAL_WEIGHT + drawn, rng)
    net = network().to(memory_format=torch.channels_last)
    if given.start_from:
        net.load_state_dict(torch.load(given.start_from))
    train(net, painter, given.minutes, given.model)
    torch.save(net.state_dict(), given.model.with_suffix(".pt"))


if __name__ == "__main__":
    main()

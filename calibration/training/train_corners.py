"""Trains the classifier of card corners and writes it as ONNX.

`python -m calibration.training.train_corners FOLDER MODEL.onnx [--steps N] [--leave-out DECK,…]`, after
`calibration.training.card_art` has filled FOLDER. Needs torch and pillow; one core is enough.
"""

import argparse
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from calibration.training.corners import CornerPainter, Faces
from calibration.training.descent import Course, course_from_arguments, descend, go_on, seeded
from calibration.training.drawn_decks import DrawnDeck, has_ranks, has_suits, random_style
from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, network_input
from companion.vision.frame import Image

DRAWN_DECKS = 180
REAL_WEIGHT = 2
INDEX_PART = 0.2
"""An index lies within this part of a card's width."""
INDEX_HIGH = 0.28
"""And within this part of its height."""
FIGURES = 0.6
"""So many of the drawn decks have figures on their courts."""
BATCH = 64
FRESH = 24
POOL = 24_000
STEPS = 8_150
"""As many as the second of the models whose mean ships, from nothing on."""
COURSE = Course(STEPS, warm_up=300, peak_rate=3e-3)


def real_decks(folder: Path, left_out: frozenset[str]) -> dict[str, dict[str, Image]]:
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
        deck = DrawnDeck(random_style(rng, fonts, suit_fonts), figures_of(donor, rng))
        codes = [*CARD_CLASSES[:52], "JKB", "JKR"]
        yield {code: deck.face(code) for code in codes}


def figures_of(donor: Faces, rng: np.random.Generator) -> Faces:
    """The faces whose middles a drawn deck's courts borrow; none for courts without figures."""
    return {code: face for code, face in donor.items() if code[0] in "JQK"} if rng.random() < FIGURES else {}


def mixed_decks(real: dict[str, dict[str, Image]], rng: np.random.Generator) -> Iterator[Faces]:
    """Each real deck with its corners alone: what stands beside them is any other card's, of any deck."""
    decks = list(real.values())
    for deck in decks:
        faces = (list(decks[int(place)].values()) for place in rng.integers(len(decks), size=len(deck)))
        others = (some[int(rng.integers(len(some)))] for some in faces)
        yield {code: _with_corners(other, face) for (code, face), other in zip(deck.items(), others, strict=True)}


def bare_decks(real: dict[str, dict[str, Image]], rng: np.random.Generator) -> Iterator[Faces]:
    """Each real deck without its indices, painted over as old ink is, or hidden by a card below that curls up there.

    Such a card lies a little turned and aside, and so does its index; what is told is what the middle shows.
    """
    for deck in real.values():
        faces = list(deck.values())
        yield {code: _without_index(face, None, rng) for code, face in deck.items()}
        below = (faces[int(place)] for place in rng.integers(len(faces), size=len(faces)))
        yield {code: _without_index(face, other, rng) for (code, face), other in zip(deck.items(), below, strict=True)}


def _without_index(face: Image, below: Image | None, rng: np.random.Generator) -> Image:
    """A face with paper, or what lies below, where its indices were, and a little more or less."""
    height, width = face.shape[:2]
    shown = np.empty_like(face)
    shown[:] = np.percentile(face.reshape(-1, 3), 90, axis=0)
    if below is not None:
        aside = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.choice((-1, 1)) * rng.uniform(3, 14)), 1)
        aside[:, 2] += rng.uniform(-0.08, 0.08, 2) * width
        shown = cv2.warpAffine(cv2.resize(below, (width, height)), aside, (width, height), borderValue=(240,) * 3)
    bare = face.copy()
    for turned in (False, True):
        strip, high = (round(part * rng.uniform(0.8, 1.3)) for part in (INDEX_PART * width, INDEX_HIGH * height))
        slope = rng.uniform(-0.3, 0.3)
        corner = np.array([[0, 0], [strip * (1 + slope), 0], [strip, high], [0, high * (1 + slope)]])
        corner = np.array([width, height]) - corner if turned else corner
        mask = cv2.fillConvexPoly(np.zeros((height, width), np.uint8), np.round(corner).astype(np.int32), 255)
        cv2.copyTo(shown, mask, bare)
    return bare


def _with_corners(other: Image, face: Image) -> Image:
    """A face with the strips of another that hold its indices."""
    height, width = face.shape[:2]
    mixed, strip = cv2.resize(other, (width, height), interpolation=cv2.INTER_AREA), round(INDEX_PART * width)
    mixed[: height // 2, :strip] = face[: height // 2, :strip]
    mixed[-(height // 2) :, -strip:] = face[-(height // 2) :, -strip:]
    return mixed


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


def train(folder: Path, model: Path, course: Course, left_out: frozenset[str] = frozenset()) -> None:
    """The network that reads corners, from the art in `folder`, as `model` (ONNX) and its weights beside it (.pt)."""
    rng = seeded(course.seed)
    real = real_decks(folder, left_out)
    odd = (drawn_decks(folder, real, rng), mixed_decks(real, rng), bare_decks(real, rng))
    decks = [*real.values()] * REAL_WEIGHT + [*chain(*odd)]
    pool = Pool(CornerPainter(decks, rng))
    net = network().to(memory_format=torch.channels_last)
    go_on(net, course, lambda: pool.batch()[0])
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)

    def losses() -> dict[str, torch.Tensor]:
        """The loss of a batch of crops."""
        crops, labels = pool.batch()
        return {"card": loss_of(net(crops), labels)}

    descend(net, course, losses, lambda: export(net, model))


def export(net: nn.Module, file: Path) -> None:
    """Writes the network as ONNX with plain operators, for any number of crops, and its weights beside it (.pt)."""
    net.eval()
    crops = torch.zeros(1, 3, CROP_SIDE_PX, CROP_SIDE_PX)
    axes = {"crops": {0: "n"}, "logits": {0: "n"}}
    torch.onnx.export(
        net, (crops,), str(file), input_names=["crops"], output_names=["logits"], dynamic_axes=axes,
        opset_version=13, dynamo=False,
    )  # fmt: skip
    torch.save(net.state_dict(), file.with_suffix(".pt"))
    net.train()


def main() -> None:
    """Reads the command line, trains, writes the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leave-out", default="", help="decks not to train on, to measure with later")
    given, course = course_from_arguments(parser, COURSE)
    train(given.folder, given.model, course, frozenset(given.leave_out.split(",")))


if __name__ == "__main__":
    main()

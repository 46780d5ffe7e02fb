"""Trains what spots the uppermost cards of a pile and writes it as ONNX.

`python -m calibration.training.train_piles FOLDER MODEL.onnx [--steps N]`, after `calibration.training.card_art`
has filled FOLDER and `hardware.drawn_cards` FOLDER/own. Needs torch, onnx and pillow; one core is enough.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from calibration.training.descent import Course, course_from_arguments, descend, go_on, seeded
from calibration.training.piles import PilePainter, Sample, turned_by
from calibration.training.train_corners import REAL_WEIGHT, drawn_decks, real_decks
from companion.vision.card_spotter import VIEW_PX, spotter_input

FACE_PX = (86, 120)
BATCH, FRESH, POOL = 32, 10, 12_000
STEPS = 19_600
"""As many as the weights that ship were trained for, in nine goes."""
COURSE = Course(STEPS, warm_up=100, peak_rate=2e-3)
NEAR = 0.1
"""Errors below this part of a unit count by their square."""
PLACED, NEWS = 3.0, 1.5
"""What errors of places and turns, and of what is new, count beside those of what is a card."""


class PileNetwork(nn.Module):  # type: ignore[misc]  # torch is no dependency, so its types are not known
    """[n, 6, side, side] to [n, 6, side / 4, side / 4], for views as they are and as they were before.

    A cell's six: a logit, the offset to the card's middle, cosine and sine of twice its turn, and a logit that it is
    new. What is seen coarsely, of all the view, is added to what is seen finely, and so is what differs from before.
    """

    def __init__(self) -> None:
        super().__init__()
        self.differs = nn.Sequential(_layer(6, 12, 5, 2), _layer(12, 32, 3, 2))
        self.fine = nn.Sequential(_layer(3, 16, 5, 2), _layer(16, 24), _layer(24, 32, 3, 2), _layer(32, 32))
        self.middle = nn.Sequential(_layer(32, 64, 3, 2), _layer(64, 64))
        self.coarse = nn.Sequential(_layer(64, 96, 3, 2), _layer(96, 96), _layer(96, 96))
        self.to_middle, self.to_fine = _layer(96, 64, 1), _layer(64, 32, 1)
        self.after = _layer(64, 64)
        self.head = nn.Sequential(_layer(32, 48), _layer(48, 48), nn.Conv2d(48, 6, 1))
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        """What the cells of these views say."""
        now, before = views[:, :3], views[:, 3:]
        off = now - before
        fine = self.fine(now) + self.differs(torch.cat([off, off.abs()], 1))
        middle = self.middle(fine)
        middle = self.after(middle + self.larger(self.to_middle(self.coarse(middle))))
        return self.head(fine + self.larger(self.to_fine(middle)))


def _layer(before: int, after: int, size: int = 3, stride: int = 1) -> nn.Module:
    convolution = nn.Conv2d(before, after, size, stride, size // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.ReLU())


class Pool:
    """Painted samples; each is used a few times, turned by quarters, before a fresh one takes its place."""

    def __init__(self, painter: PilePainter) -> None:
        self.painter = painter
        self.samples: list[Sample] = []

    def batch(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Some fresh samples, the others seen before."""
        rng, fresh = self.painter.rng, [self.painter.sample() for _ in range(FRESH)]
        self.samples = [*fresh, *self.samples[: POOL - FRESH]]
        others = rng.integers(0, len(self.samples), BATCH - FRESH)
        chosen = [*fresh, *(self.samples[one] for one in others)]
        turned = [turned_by(one, int(rng.integers(4))) for one in chosen]
        views, cells = (np.stack(part) for part in zip(*turned, strict=True))
        seen = np.concatenate([spotter_input(now, before) for before, now in views])
        return torch.from_numpy(seen), torch.from_numpy(cells)


def losses_of(said: torch.Tensor, true: torch.Tensor) -> list[torch.Tensor]:
    """How wrong the cells are about being a card, and those on cards about their places and turns, and about news."""
    known, on_card = true[:, 0] >= 0, true[:, 0] > 0
    on_known = on_card & (true[:, 5] >= 0)
    is_card, is_new = (
        nn.functional.binary_cross_entropy_with_logits(said[:, at][which], true[:, at][which])
        for at, which in ((0, known), (5, on_known))
    )
    off = (said[:, 1:5] - true[:, 1:5]).permute(0, 2, 3, 1)[on_card]
    parts = (off[:, :2], off[:, 2:])
    placed = [nn.functional.smooth_l1_loss(part, torch.zeros_like(part), beta=NEAR) for part in parts]
    return [is_card, *(PLACED * one for one in placed), NEWS * is_new]


def train(folder: Path, model: Path, course: Course) -> None:
    """The network that spots cards, from the art in `folder`, as `model` (ONNX) and its weights beside it (.pt)."""
    rng = seeded(course.seed)
    real = real_decks(folder, frozenset())
    own = {file.stem: np.asarray(cv2.imread(str(file))) for file in sorted((folder / "own").glob("*.png"))}
    large = [*real.values(), own] * REAL_WEIGHT + list(drawn_decks(folder, real, rng))
    decks = [
        {code: cv2.resize(face, FACE_PX, interpolation=cv2.INTER_AREA) for code, face in deck.items()} for deck in large
    ]
    pool, net = Pool(PilePainter(decks, rng)), PileNetwork().to(memory_format=torch.channels_last)
    go_on(net, course, lambda: pool.batch()[0])

    def losses() -> dict[str, torch.Tensor]:
        """The losses of a batch of views."""
        views, cells = pool.batch()
        found = losses_of(net(views.contiguous(memory_format=torch.channels_last)), cells)
        return dict(zip(("is a card", "middle", "turn", "is new"), found, strict=True))

    descend(net, course, losses, lambda: export(net, model))


def export(net: nn.Module, file: Path) -> None:
    """Writes the network as ONNX with plain operators, for one view at a time, and its weights beside it (.pt)."""
    net.eval()
    torch.onnx.export(
        net, (torch.zeros(1, 6, VIEW_PX, VIEW_PX),), str(file), input_names=["views"], output_names=["cells"],
        opset_version=13, dynamo=False,
    )  # fmt: skip
    torch.save(net.state_dict(), file.with_suffix(".pt"))
    net.train()


def main() -> None:
    """Reads the command line, trains, writes the model."""
    given, course = course_from_arguments(argparse.ArgumentParser(description=__doc__), COURSE)
    train(given.folder, given.model, course)


if __name__ == "__main__":
    main()

"""How both networks learn: Adam over so many steps, a warm-up and a cosine decline, and what came of it on disk.

Steps are counted, not minutes, and one thread computes them: the same seed makes the same network on any machine.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

_DECAY = 1e-3
_LAST_RATE = 1e-6
_OF_OLD = 0.98
"""How much of a running mean the steps before make up."""
_TOLD_EVERY, _SAVED_EVERY = 50, 500


@dataclass(frozen=True)
class Course:
    """How far and how fast a network learns, from which chance, and from which weights on."""

    steps: int
    warm_up: int
    """For so many steps the rate grows to its peak."""
    peak_rate: float
    seed: int = 1
    start_from: Path | None = None
    """Weights (.pt) of an earlier run, or a model (.onnx); from random weights if there is neither."""


def course_from_arguments(parser: ArgumentParser, usual: Course) -> tuple[Namespace, Course]:
    """What a training's command line says: `folder`, `model`, what else the parser takes, and the course it wants."""
    parser.add_argument("folder", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--steps", type=int, default=usual.steps)
    parser.add_argument("--start-from", type=Path, help="weights (.pt) or a model (.onnx) to go on from")
    parser.add_argument("--peak-rate", type=float, default=usual.peak_rate, help="less to go on with")
    parser.add_argument("--seed", type=int, default=usual.seed)
    said = parser.parse_args()
    there = {name: getattr(said, name) for name in ("steps", "start_from", "peak_rate", "seed")}
    return said, replace(usual, **there)


def seeded(seed: int) -> np.random.Generator:
    """Where all chance of a training comes from; one thread, so that the same seed makes the same steps."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    return np.random.default_rng(seed)


def go_on(net: nn.Module, course: Course, pictures: Callable[[], torch.Tensor]) -> None:
    """Give a network the weights that its course starts from, if any; a model's unfold over a batch of pictures."""
    if course.start_from and course.start_from.suffix == ".onnx":
        _unfold(net, course.start_from, pictures())
    elif course.start_from:
        net.load_state_dict(torch.load(course.start_from))


def _unfold(net: nn.Module, model: Path, pictures: torch.Tensor) -> None:
    """Give a network the weights of a model that ships (.onnx).

    A model has its normalisations folded into its convolutions; these pictures [n, channels, side, side] unfold them.
    """
    graph = onnx.load(str(model)).graph
    kept = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in graph.initializer}
    layers = iter([node.input for node in graph.node if node.op_type in ("Conv", "Gemm")])  # in the order of `forward`
    shifts: list[torch.Tensor] = []

    def fill(one: nn.Conv2d | nn.Linear, _: object) -> None:
        """The next kept weights go into a layer; its folded shift waits for the normalisation after it."""
        _, weights, shift = next(layers)
        one.weight.data = kept[weights].clone()
        shifts.append(kept[shift])
        if one.bias is not None:
            one.bias.data = kept[shift]

    def unfold(one: nn.BatchNorm2d, given: tuple[torch.Tensor], _: object) -> torch.Tensor:
        """A normalisation becomes one that gives just what comes in, with the shift that was folded away."""
        spread, mean = torch.var_mean(given[0], (0, 2, 3))
        one.running_mean, one.running_var = mean, spread
        one.weight.data, one.bias.data = torch.sqrt(spread + one.eps), mean + shifts[-1]
        return given[0] + shifts[-1][:, None, None]

    learnt = (one for one in net.modules() if isinstance(one, nn.Conv2d | nn.Linear) and one.weight.requires_grad)
    hooks = [one.register_forward_pre_hook(fill) for one in learnt]
    hooks += [one.register_forward_hook(unfold) for one in net.modules() if isinstance(one, nn.BatchNorm2d)]
    net.eval()
    with torch.no_grad():
        net(pictures)
    for hook in hooks:
        hook.remove()
    net.train()


def descend(
    net: nn.Module, course: Course, losses: Callable[[], dict[str, torch.Tensor]], save: Callable[[], None]
) -> None:
    """Take every step of a course down the sum of the losses that a fresh batch has, telling how far it is."""
    optimiser = torch.optim.AdamW([part for part in net.parameters() if part.requires_grad], weight_decay=_DECAY)
    running: dict[str, float] = {}
    for step in range(course.steps):
        decline = 0.5 + 0.5 * np.cos(np.pi * step / course.steps)
        for group in optimiser.param_groups:
            group["lr"] = course.peak_rate * min(1, step / course.warm_up) * decline + _LAST_RATE
        now = losses()
        optimiser.zero_grad()
        sum(now.values()).backward()
        optimiser.step()
        for name, loss in now.items():
            value = float(loss.detach())
            running[name] = _OF_OLD * running.get(name, value) + (1 - _OF_OLD) * value
        if (step + 1) % _TOLD_EVERY == 0:
            told = ", ".join(f"{name} {value:.4f}" for name, value in running.items())
            sys.stdout.write(f"step {step + 1} of {course.steps}: {told}\n")
            sys.stdout.flush()
        if (step + 1) % _SAVED_EVERY == 0:
            save()
    save()

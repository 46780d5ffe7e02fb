"""How well chips are told apart: from each other, and from bare cards."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from companion.vision.chips import COLOURS, NOISE_NATS, RINGS, ChipModel, EmptyModel, colours_of_bins, empty_log_density
from companion.vision.disc_search import ENOUGH, ERRING_TOGETHER
from companion.vision.frame import Matrix
from companion.vision.sampling import HALF_PX, PX


def alike_teams(models: Sequence[ChipModel]) -> tuple[tuple[int, int], ...]:
    """The pairs of teams, by number, whose chips this light can hardly tell apart."""
    pairs = combinations(range(len(models)), 2)
    return tuple((a, b) for a, b in pairs if told_apart(models[a], models[b]) < ENOUGH)


def told_apart(chip: ChipModel, other: ChipModel) -> float:
    """Nats that a chip's own colours say for it and against the other, or the other's if less (Kullback-Leibler)."""
    return min(_told(chip, other), _told(other, chip))


def elusive_teams(models: Sequence[ChipModel]) -> tuple[int, ...]:
    """The teams, by number, whose chips can be taken for bare cards: white ones on paper, and nearly clear glass.

    Most of such a chip looks like the card below, or its colours say little, in nats, for it against plain paper.
    """
    return tuple(n for n, chip in enumerate(models) if chip.elusive or against_paper(chip) < NOISE_NATS)


def for_chip(chip: ChipModel) -> Matrix:
    """Nats that a spot says for a chip and against plain paper, by ring and colour [RINGS, COLOURS]."""
    paper, lit = (np.tile(np.array([white, 0, 0], np.float32), (COLOURS, 1, 1)) for white in (1, 2))  # by a lamp
    nats: Matrix = chip.log_density - empty_log_density(colours_of_bins()[:, None], EmptyModel(paper, lit))[:, 0]
    return nats


def against_paper(chip: ChipModel) -> float:
    """Nats a typical spot of a chip says for it and against plain paper."""
    per_spot = np.sum(np.exp(chip.log_density) / COLOURS * for_chip(chip), axis=1)
    return float(np.average(per_spot, weights=_ring_areas(chip)))


def _ring_areas(chip: ChipModel) -> Matrix:
    """How many spots of the rectified board each ring of a chip has."""
    areas: Matrix = np.diff(np.linspace(0, chip.radius_squares * PX, RINGS + 1) ** 2) * np.pi
    return areas


def _told(chip: ChipModel, other: ChipModel) -> float:
    """Nats a typical picture of `chip` says for it and against `other`, by the log densities of both."""
    bins = chip.log_density.shape[1]
    per_spot = np.sum(np.exp(chip.log_density) / bins * (chip.log_density - other.log_density), axis=1)
    return float(per_spot @ _ring_areas(chip)) / (ERRING_TOGETHER * (PX / HALF_PX) ** 2)

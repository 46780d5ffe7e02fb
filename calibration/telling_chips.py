"""How well chips are told apart: from each other, from bare cards, and by what they are called."""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations, product

import numpy as np

from companion.views.appearance import CHIP_COLOURS, appearances_of
from companion.vision.chips import (
    COLOURS,
    NOISE_NATS,
    RINGS,
    SIGMA,
    ChipModel,
    EmptyModel,
    colours_of_bins,
    empty_log_density,
    opponent,
)
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


def exchanged_names(chips: Mapping[str, ChipModel]) -> Mapping[str, str]:
    """By the letter of each team whose chips look as others are called, the letter of those others.

    Colours are off what they are called in nats, by how far cards deviate. Of 10,000 pairs of drawn chips 0.2 % would
    be exchanged by mistake, most of them alike; of those that were 98 % are told.
    """
    letters = [letter for letter in chips if letter in CHIP_COLOURS]
    paints = {letter: appearances_of([CHIP_COLOURS[letter]])[0].paint[::-1] for letter in letters}
    named = {letter: opponent(np.array([[paint]], np.float32) / 255).ravel() for letter, paint in paints.items()}
    seen = {letter: _typical_colour(chips[letter]) for letter in letters}
    pairs = product(letters, repeat=2)
    off = {(one, name): float(np.square((seen[one] - named[name]) / SIGMA).sum() / 2) for one, name in pairs}

    def apart(names: Sequence[str]) -> float:
        return sum(off[pair] for pair in zip(letters, names, strict=True))

    likeliest = min(permutations(letters), key=apart)
    if apart(letters) - apart(likeliest) < ENOUGH:
        return {}
    return {letter: name for letter, name in zip(letters, likeliest, strict=True) if letter != name}


def for_chip(chip: ChipModel) -> Matrix:
    """Nats that a spot says for a chip and against plain paper, by ring and colour [RINGS, COLOURS]."""
    paper, lit = (np.tile(np.array([white, 0, 0], np.float32), (COLOURS, 1, 1)) for white in (1, 2))  # by a lamp
    nats: Matrix = chip.log_density - empty_log_density(colours_of_bins()[:, None], EmptyModel(paper, lit))[:, 0]
    return nats


def against_paper(chip: ChipModel) -> float:
    """Nats a typical spot of a chip says for it and against plain paper."""
    per_spot = np.sum(np.exp(chip.log_density) / COLOURS * for_chip(chip), axis=1)
    return float(np.average(per_spot, weights=_ring_areas(chip)))


def _typical_colour(chip: ChipModel) -> Matrix:
    """The mean of a chip's opponent colours [3]."""
    mean: Matrix = np.average(np.exp(chip.log_density) / COLOURS @ colours_of_bins(), axis=0, weights=_ring_areas(chip))
    return mean


def _ring_areas(chip: ChipModel) -> Matrix:
    """How many spots of the rectified board each ring of a chip has."""
    areas: Matrix = np.diff(np.linspace(0, chip.radius_squares * PX, RINGS + 1) ** 2) * np.pi
    return areas


def _told(chip: ChipModel, other: ChipModel) -> float:
    """Nats a typical picture of `chip` says for it and against `other`, by the log densities of both."""
    bins = chip.log_density.shape[1]
    per_spot = np.sum(np.exp(chip.log_density) / bins * (chip.log_density - other.log_density), axis=1)
    return float(per_spot @ _ring_areas(chip)) / (ERRING_TOGETHER * (PX / HALF_PX) ** 2)

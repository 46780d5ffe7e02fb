"""The teams whose chips are looked for: each one's chip, made ready to be laid over a board at half size."""

from dataclasses import dataclass

import numpy as np

from companion.vision.chips import ChipModel, colours_of_bins, foot_kernel, ring_kernels
from companion.vision.correlation import Kernels
from companion.vision.frame import Matrix
from companion.vision.paper import EVEN
from companion.vision.sampling import HALF_PX

_TINT = 2 * EVEN
"""A chip whose red less green, or blue less yellow, is further from nothing has a hue, white being 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Teams:
    """Each team's chip, as kernels at half size its rings, and last all of it with its foot, and the rings as one.

    `tinted` says which chips have a hue; the others are black, grey or white.
    """

    chips: tuple[ChipModel, ...]
    kernels: tuple[Kernels, ...]
    wholes: tuple[Matrix, ...]
    tinted: tuple[bool, ...]


def teams_of(chips: tuple[ChipModel, ...]) -> Teams:
    """The teams with these chips."""
    rings = [ring_kernels(chip.radius_squares, HALF_PX) for chip in chips]
    feet = (foot_kernel(chip.radius_squares, HALF_PX) for chip in chips)
    kernels = tuple(Kernels((*parts, foot)) for parts, foot in zip(rings, feet, strict=True))
    return Teams(chips, kernels, tuple(sum(parts[1:], parts[0]) for parts in rings), tuple(map(_tinted, chips)))


def _tinted(chip: ChipModel) -> bool:
    """Whether the chip's mean colour has a hue."""
    mean = np.average(colours_of_bins(), axis=0, weights=np.exp(chip.log_density).sum(axis=0))
    return bool(np.abs(mean[1:]).max() > _TINT)

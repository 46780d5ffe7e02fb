"""The teams whose chips are looked for: each one's chip, made ready to be laid over a board at half size."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from companion.vision.chips import FOOT, RINGS, VEILS, ChipModel, veiled
from companion.vision.correlation import Kernels
from companion.vision.frame import Matrix
from companion.vision.sampling import HALF_PX


@dataclass(frozen=True, slots=True, eq=False)
class Teams:
    """Each team's chip, as kernels at half size its rings, and last all of it with its foot, and the rings as one.

    `veiled` are the chips as they look under each of the lamp's images looked for, from the faintest on, each time
    followed by the same where it is only asked whose a chip is.
    """

    chips: tuple[ChipModel, ...]
    kernels: tuple[Kernels, ...]
    wholes: tuple[Matrix, ...]
    veiled: tuple[tuple[tuple[ChipModel, ...], tuple[ChipModel, ...]], ...]


def teams_of(chips: tuple[ChipModel, ...]) -> Teams:
    """The teams with these chips."""
    rings = [ring_kernels(chip.radius_squares * HALF_PX) for chip in chips]
    feet = (_kernels(FOOT * chip.radius_squares * HALF_PX, [0.0, 1.0])[0] for chip in chips)
    kernels = tuple(Kernels((*parts, foot)) for parts, foot in zip(rings, feet, strict=True))
    wholes = tuple(sum(parts[1:], parts[0]) for parts in rings)
    looks = ([veiled(chip, white) for chip in chips] for white in VEILS)
    both = tuple((tuple(loosely for loosely, _ in look), tuple(closely for _, closely in look)) for look in looks)
    return Teams(chips, kernels, wholes, both)


def ring_kernels(radius_px: float) -> list[Matrix]:
    """A kernel [side, side] for each ring of a chip, float32, that sums up to the area of the ring in pixels."""
    return _kernels(radius_px, np.linspace(0, 1, RINGS + 1).tolist())


def _kernels(radius_px: float, edges: Sequence[float]) -> list[Matrix]:
    """The same between edges that are parts of the radius; weights are the parts of pixels inside."""
    reach = int(np.ceil(radius_px))
    fine = (np.arange((2 * reach + 1) * 4) + 0.5) / 4 - reach - 0.5
    distance = np.hypot(*np.meshgrid(fine, fine)) / radius_px
    side = 2 * reach + 1
    inside = [(distance >= a) & (distance < b) for a, b in pairwise(edges)]
    return [part.reshape(side, 4, side, 4).mean(axis=(1, 3)).astype(np.float32) for part in inside]

"""What may have made each spot of the board look as it does: the bare card, each team's chip, a chip upon a chip."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.chips import ChipModel, bins_of
from companion.vision.frame import Matrix, highest
from companion.vision.paper import EVEN
from companion.vision.sampling import HALF_PX, PX, Block

PlacedChip = tuple[int, tuple[float, float]]
"""A team's number, and where (x, y) a chip of it lies on the halved rectified board."""


@dataclass(frozen=True, slots=True, eq=False)
class BareBoard:
    """How a rectified board, or a block of one, looks against the bare board, spot by spot.

    `log_density` is that of the bare card, `sigma` how far cards deviate there today, `texture` what the texture
    residual is worth to a chip, in nats. `leniency` is how much too kind the card's density is where print is busy, at
    half size for each team [rows, columns, teams]. By square [squares] `contrast` is as which part of itself ink still
    shows, 0 to 1, under a lamp's mirror image, and `bleached` whether its own may lie under one.
    """

    log_density: Matrix
    leniency: Matrix
    sigma: Matrix
    texture: Matrix
    contrast: Matrix
    bleached: Matrix

    def part(self, block: Block, squares: Matrix) -> "BareBoard":
        """A block of this one, given the numbers of its squares."""
        density, leniency = block.of(self.log_density, PX), block.of(self.leniency, HALF_PX)
        sigma, texture = block.of(self.sigma, PX), block.of(self.texture, PX)
        return BareBoard(density, leniency, sigma, texture, self.contrast[squares], self.bleached[squares])


@dataclass(frozen=True, slots=True, eq=False)
class SpotLikelihoods:
    """At half size, for each team what its chips lie upon: log density, and by how much its rings exceed it.

    `texture` is what detail is worth to any chip.
    """

    below: tuple[Matrix, ...]
    ratios: tuple[tuple[Matrix, ...], ...]
    texture: Matrix

    def franker(self, leniency: Matrix) -> "SpotLikelihoods":
        """The same where the bare card gets no leniency [rows, columns, teams], in nats."""
        kind = [leniency[..., team] for team in range(leniency.shape[2])]
        below = tuple(bare - less for bare, less in zip(self.below, kind, strict=True))
        ratios = tuple(tuple(ring + less for ring in rings) for rings, less in zip(self.ratios, kind, strict=True))
        return replace(self, below=below, ratios=ratios)

    def upon(
        self, lying: Iterable[PlacedChip], kernels: Sequence[Sequence[Matrix]]
    ) -> tuple["SpotLikelihoods", Matrix]:
        """The likelihoods of chips upon these chips, and which spots these cover [rows, columns] at half size, 0 to 1.

        `kernels` are each team's rings.
        """
        told, covered = np.zeros_like(self.texture), np.zeros_like(self.texture)
        for team, (x, y) in lying:
            reach = len(kernels[team][0]) // 2
            at = np.s_[int(y) - reach : int(y) + reach + 1, int(x) - reach : int(x) + reach + 1]
            told[at] += sum(ring[at] * kernel for ring, kernel in zip(self.ratios[team], kernels[team], strict=True))
            covered[at] = np.maximum(covered[at], sum(kernels[team]))
        ratios = tuple(tuple(ring - told for ring in rings) for rings in self.ratios)
        return SpotLikelihoods(tuple(bare + told for bare in self.below), ratios, np.zeros_like(told)), covered


def halved(board: Matrix) -> Matrix:
    """A map of the rectified board, or a block of it [rows, columns, ...], at half size, by area."""
    return cv2.resize(board, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The bins of a block's colours as they are [rows, columns], and where they look otherwise by another view.

    Such spots are told by number, with the bins of their colours there: both are [spots].
    """

    as_seen: Matrix
    otherwise: tuple[tuple[Matrix, Matrix], ...]


def colours_of(seen: Sequence[Matrix]) -> Colours:
    """The bins of opponent colours [rows, columns, 3]: as they are, less a lamp's white and maybe as on paper."""
    return Colours(bins_of(seen[0]), tuple(_where_other(seen[0], view) for view in seen[1:]))


def spot_likelihoods(colours: Colours, bare: BareBoard, chips: tuple[ChipModel, ...]) -> SpotLikelihoods:
    """The likelihoods of chips on bare cards, given the colours seen; all maps given back are at half size.

    A spot of a chip may look as any view has it, but what has a pattern or looks like the card is not seen through.
    """
    small, ratios = halved(bare.log_density), []
    for chip in chips:
        views = colours.otherwise if chip.told_frankly else colours.otherwise[:1]
        densities = (_density(table, colours.as_seen, views) for table in chip.log_density)
        ratios.append(tuple(_partly_bare(density - small, chip) for density in densities))
    return SpotLikelihoods((small,) * len(chips), tuple(ratios), halved(bare.texture))


def _where_other(seen: Matrix, view: Matrix) -> tuple[Matrix, Matrix]:
    """The spots, by number, at which another view of a board differs, and the bins of their colours there."""
    spots = np.flatnonzero(highest(cv2.absdiff(seen, view)) > EVEN)
    return spots, bins_of(view.reshape(-1, 3).take(spots, axis=0)) if spots.size else spots


def _partly_bare(ratio: Matrix, chip: ChipModel) -> Matrix:
    """Log density ratios chip : empty, where part of the chip's spots look like the bare card."""
    if not chip.elusive:
        return ratio
    either: Matrix = np.log((1 - chip.bare) * np.exp(ratio) + chip.bare)
    return either


def _density(table: Matrix, as_seen: Matrix, otherwise: Iterable[tuple[Matrix, Matrix]]) -> Matrix:
    """Log density at half size; spots that may be seen otherwise count as what explains them best."""
    density = table.take(as_seen)
    flat = density.reshape(-1)
    for spots, colours in otherwise:
        flat[spots] = np.maximum(flat.take(spots), table.take(colours))
    return halved(density)

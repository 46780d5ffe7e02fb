"""The camera's lens, learnt from the board's own lattice: straight rows of cards that look bent tell how it bends.

A picture of one flat board fixes a homography and how strongly the lens bends lines. Its focal length is only fixed by
a tilted view, and has no say in where squares land: `with_focal_length` chooses the likeliest one afterwards.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.frame import Matrix, Points
from companion.vision.geometry import BoardGeometry, Lens

_PRIOR_SIGMA = np.array([0.6, 0.4])
"""How far k1 and k2 stray from 0, the focal length taken as the picture's width; wide lenses reach -0.6 and 0.2."""
_FLAT_FOCAL = 0.77
"""Focal length, in picture widths, of a 66 degree lens: the likeliest where the view does not tell."""


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """Where lattice lines were seen: board points [n, 2] on them, pixels [n, 2], unit normals [n, 2], weights [n]."""

    board: Points
    pixels: Points
    normals: Points
    weights: Matrix


def plain_lens(width: int, height: int) -> Lens:
    """A lens without distortion for a picture of this size; its focal length is the picture's width."""
    return Lens(float(width), ((width - 1) / 2, (height - 1) / 2))


def spanned(corners_px: Points, size_px: tuple[int, int]) -> BoardGeometry:
    """A lattice that ends at four pixels [4, 2], through a plain lens for a picture of this width and height."""
    lens = plain_lens(*size_px)
    board = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
    ideal = lens.undistort(np.asarray(corners_px, float)).astype(np.float32)
    return BoardGeometry(lens, cv2.getPerspectiveTransform(board, ideal))


def fit_geometry(start: BoardGeometry, seen: Sightings, loss_px: float, rounds: int = 12) -> BoardGeometry:
    """The geometry that brings the lattice onto its sightings, robust to sightings off by more than `loss_px`.

    Levenberg-Marquardt (Marquardt 1963) over the homography's eight numbers, k1 and k2, with Cauchy weights renewed
    each round. The lens must be measured in picture widths, as `plain_lens` gives it.
    """
    problem = _Problem(start, seen, loss_px)
    numbers, damping = _numbers(start), 1e-3
    cost = problem.cost(numbers)
    for _ in range(rounds):
        trial = numbers + problem.step(numbers, damping)
        trial_cost = problem.cost(trial)
        if trial_cost < cost:
            numbers, cost, damping = trial, trial_cost, damping / 5
        else:
            damping *= 10
    return _geometry(start, numbers)


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """Least squares over ten numbers: how far the lattice misses its sightings."""

    start: BoardGeometry
    seen: Sightings
    loss_px: float

    def errors(self, numbers: Matrix) -> Matrix:
        """Pixels between sighting and lattice, [n], across the line."""
        gaps = _geometry(self.start, numbers).image_from_board(self.seen.board) - self.seen.pixels
        errors: Matrix = np.sum(gaps * self.seen.normals, axis=1)
        return errors

    def cost(self, numbers: Matrix) -> float:
        """What is made small: Cauchy loss of the errors, and the lens's prior."""
        loss = np.sum(self.seen.weights * np.log1p((self.errors(numbers) / self.loss_px) ** 2))
        return float(loss + np.sum((numbers[8:] / _PRIOR_SIGMA) ** 2))

    def step(self, numbers: Matrix, damping: float) -> Matrix:
        """The damped Gauss-Newton step from `numbers`."""
        errors = self.errors(numbers)
        slopes = np.stack([(self.errors(numbers + nudge) - errors) / 1e-6 for nudge in 1e-6 * np.eye(10)], axis=1)
        robust = self.seen.weights / (self.loss_px**2 + errors**2)
        prior = np.append(np.zeros(8), 1 / _PRIOR_SIGMA**2)
        normal = slopes.T @ (slopes * robust[:, None]) + np.diag(prior)
        pull = slopes.T @ (errors * robust) + prior * numbers
        step: Matrix = -np.linalg.solve(normal + np.diag(damping * np.diag(normal) + 1e-12), pull)
        return step


def _centred() -> Matrix:
    """Board coordinates, centred and scaled to -1..1, so that the eight numbers are of one size."""
    return np.array([[2 / SIZE, 0, -1], [0, 2 / SIZE, -1], [0, 0, 1.0]])


def _numbers(geometry: BoardGeometry) -> Matrix:
    shape = geometry.ideal_from_board @ np.linalg.inv(_centred())
    return np.concatenate([(shape / shape[2, 2]).ravel()[:8], [geometry.lens.k1, geometry.lens.k2]])


def _geometry(start: BoardGeometry, numbers: Matrix) -> BoardGeometry:
    shape = np.append(numbers[:8], 1.0).reshape(3, 3) @ _centred()
    lens = Lens(start.lens.focal_px, start.lens.centre_px, float(numbers[8]), float(numbers[9]))
    return BoardGeometry(lens, shape)


def with_focal_length(geometry: BoardGeometry) -> BoardGeometry:
    """The same mapping told with the likeliest focal length: squares are square, and lenses near 66 degrees are common.

    The board's two edge directions must come out at right angles and of equal length (Zhang 2000); a view from straight
    above says nothing about that, then the common lens wins.
    """
    logs = np.log(np.linspace(0.3, 1.6, 261))
    likely = ((logs - np.log(_FLAT_FOCAL)) / 0.35) ** 2
    costs = [_skew(geometry, float(np.exp(log))) / 0.004**2 for log in logs] + likely
    return _with_focal(geometry, float(np.exp(logs[int(np.argmin(costs))])))


def _skew(geometry: BoardGeometry, widths: float) -> float:
    """How far from square the squares are, were the focal length `widths` picture widths."""
    shape = np.diag([1 / widths, 1 / widths, 1]) @ geometry.ideal_from_board
    across, down = shape[:, 0], shape[:, 1]
    size = (across @ across + down @ down) / 2
    return float(((across @ down) ** 2 + ((across @ across - down @ down) / 2) ** 2) / size**2)


def _with_focal(geometry: BoardGeometry, widths: float) -> BoardGeometry:
    lens = geometry.lens
    told = Lens(lens.focal_px * widths, lens.centre_px, lens.k1 * widths**2, lens.k2 * widths**4)
    return BoardGeometry(told, np.diag([1 / widths, 1 / widths, 1]) @ geometry.ideal_from_board)

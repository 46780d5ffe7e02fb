"""The camera's lens, learnt from the board's own lattice: straight rows of cards that look bent tell how it bends.

A picture of one flat board fixes a homography and how strongly the lens bends lines. Its focal length is only fixed by
a tilted view, and has no say in where squares land: `with_focal_length` chooses the likeliest one afterwards.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lattice import CUT
from companion.games.squares import SIZE
from companion.vision.frame import Matrix, Points
from companion.vision.geometry import BoardGeometry, Lens

_FLAT_FOCAL = 0.5 / np.tan(np.radians(66 / 2))
"""Focal length, in picture widths, of a 66 degree lens: the likeliest where the view does not tell."""
_FOCAL_SIGMA = 0.35
"""How far the log of a focal length strays from that. Flat from half to twice on twelve drawn boards."""
_PRIOR_MEAN = np.array([0.0, 0.0, np.log(_FLAT_FOCAL)])
_BENT = 0.6
"""How far k1 strays from zero, were the focal length the picture's width; k2 strays by its square, as terms of a series
do. At half and twice of it twelve drawn boards are found as well, 1.27 and 1.24 px off at most instead of 1.22."""
_PRIOR_SIGMA = np.array([_BENT, _BENT**2, _FOCAL_SIGMA])
_FIXED = 11
"""Numbers of homography, lens and focal length; behind them come the shifts."""
SKEW_SIGMA = CUT / SIZE
"""How far from square the squares of a whole board are: whoever glues ten pieces in a row lays them along a ruler."""
_SKEW_WEIGHT = SIZE
"""Its say against that of one gap: a whole line's. Pieces of another shape are believed all the same, since the loss is
robust."""


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """Where lines were seen: board points [n, 2] on them, pixels [n, 2], normals [n, 2] across them, weights [n].

    An error is a gap along a normal: told in pixels with normals of length 1, with others in their unit.
    """

    board: Points
    pixels: Points
    normals: Points
    weights: Matrix
    shifts: Matrix
    """What is common to several sightings, [n, m]: how far each is off, in the unit of errors, were a whole line off by
    as much as is likely. The fit takes out as much of each as it must."""

    def and_also(self, other: "Sightings") -> "Sightings":
        """Both together; nothing is common to the one and the other."""
        own, others = self.shifts, other.shifts
        apart = [[own, np.zeros((len(own), others.shape[1]))], [np.zeros((len(others), own.shape[1])), others]]
        return Sightings(
            np.vstack([self.board, other.board]),
            np.vstack([self.pixels, other.pixels]),
            np.vstack([self.normals, other.normals]),
            np.concatenate([self.weights, other.weights]),
            np.block(apart),
        )


def nothing_common(sightings: int) -> Matrix:
    """The shifts [sightings, 0] of so many sightings that have nothing in common."""
    return np.zeros((sightings, 0))


def squares_across(geometry: BoardGeometry, board: Points, flat: Matrix) -> Points:
    """Normals [n, 2] at board points [n, 2] that tell gaps in squares, across rows where `flat` [n]."""
    step = 0.01
    at = geometry.image_from_board(board)
    right = (geometry.image_from_board(board + np.array([step, 0])) - at) / step
    down = (geometry.image_from_board(board + np.array([0, step])) - at) / step
    area = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    normals: Points = np.where(flat[:, None], right * [1, -1], down * [-1, 1])[:, ::-1] / area[:, None]
    return normals


def plain_lens(width: int, height: int) -> Lens:
    """A lens without distortion for a picture of this size; its focal length is the picture's width."""
    return Lens(float(width), ((width - 1) / 2, (height - 1) / 2))


def spanned(corners_px: Points, size_px: tuple[int, int]) -> BoardGeometry:
    """A lattice that ends at four pixels [4, 2], through a plain lens for a picture of this width and height."""
    lens = plain_lens(*size_px)
    board = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
    ideal = lens.undistort(np.asarray(corners_px, float)).astype(np.float32)
    return BoardGeometry(lens, cv2.getPerspectiveTransform(board, ideal))


def fit_geometry(start: BoardGeometry, seen: Sightings, loss: float, rounds: int = 12) -> BoardGeometry:
    """The geometry that brings the lattice onto its sightings, robust to sightings with errors beyond `loss`.

    Levenberg-Marquardt (Marquardt 1963) over the homography's eight numbers, k1 and k2, and the log of the focal length
    under which the squares come out square, and over what sightings have in common, with Cauchy weights renewed each
    round. The lens must be measured in picture widths, as `plain_lens` gives it.
    """
    common = np.zeros(seen.shifts.shape[1])
    problem = _Problem(
        start,
        seen,
        loss,
        centred=np.column_stack([seen.board, np.ones(len(seen.board))]) @ _centred().T,
        likeliest=np.concatenate([np.zeros(8), _PRIOR_MEAN, common]),
        held=np.concatenate([np.zeros(8), 1 / _PRIOR_SIGMA**2, common + 1]),
    )
    at, damping = problem.at(np.append(_numbers(start), common)), 1e-3
    for _ in range(rounds):
        trial = problem.at(at.numbers + problem.step(at, damping))
        if trial.cost < at.cost:
            at, damping = trial, damping / 5
        else:
            damping *= 10
    return _geometry(start, at.numbers)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """So many numbers [m] of a problem, the errors [n] and the skew [2] there, and what is to be made small."""

    numbers: Matrix
    errors: Matrix
    skew: Matrix
    cost: float


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """Least squares over eleven numbers and the shifts: how far the lattice is off what was seen, and not square."""

    start: BoardGeometry
    seen: Sightings
    loss: float
    centred: Matrix
    """The sightings' board points, centred and homogeneous [n, 3]."""
    likeliest: Matrix
    """What all numbers [m] are likeliest beforehand."""
    held: Matrix
    """How firmly all numbers [m] are held there; the homography's not at all."""

    def at(self, numbers: Matrix) -> _Place:
        """What is to be made small at some numbers: Cauchy loss of the errors and of the skew, and the lens's prior.

        `numbers` are [m]: eight of the homography, then the lens's, then the shifts.
        """
        errors, skew = self.errors(numbers), _skew_at(numbers)
        loss = np.sum(self.seen.weights * np.log1p((errors / self.loss) ** 2))
        skewed = _SKEW_WEIGHT * np.log1p(np.sum((skew / SKEW_SIGMA) ** 2))
        cost = float(loss + skewed + np.sum(self.held * (numbers - self.likeliest) ** 2))
        return _Place(numbers, errors, skew, cost)

    def errors(self, numbers: Matrix) -> Matrix:
        """The gaps between sightings and lattice, [n], across the lines."""
        gaps = _geometry(self.start, numbers).image_from_board(self.seen.board) - self.seen.pixels
        errors: Matrix = _sum_of_two(gaps * self.seen.normals) - self.seen.shifts @ numbers[_FIXED:]
        return errors

    def slopes(self, numbers: Matrix) -> Matrix:
        """How the errors [n] grow with each of the numbers [m], [n, m]: their derivatives by the chain rule."""
        focal_px, (k1, k2) = self.start.lens.focal_px, numbers[8:10]
        carried = self.centred @ _shape(numbers).T
        at, ideal = self.centred / carried[:, 2:], carried[:, :2] / carried[:, 2:]
        r2, outwards = _sum_of_two(ideal**2), focal_px * _sum_of_two(ideal * self.seen.normals)
        straight = focal_px * (1 + r2 * (k1 + r2 * k2))
        pull = straight[:, None] * self.seen.normals + (2 * (k1 + 2 * k2 * r2) * outwards)[:, None] * ideal
        slopes = np.zeros((len(r2), len(numbers)))
        slopes[:, :3], slopes[:, 3:6] = pull[:, [0]] * at, pull[:, [1]] * at
        slopes[:, 6:8] = -_sum_of_two(pull * ideal)[:, None] * at[:, :2]
        slopes[:, 8], slopes[:, 9], slopes[:, _FIXED:] = outwards * r2, outwards * r2**2, -self.seen.shifts
        return slopes

    def step(self, at: _Place, damping: float) -> Matrix:
        """The damped Gauss-Newton step [m] from a place."""
        numbers, slopes, skews = at.numbers, self.slopes(at.numbers), np.zeros((len(at.numbers), 2)).T
        skews[:, :_FIXED] = (_skew_at(numbers[:_FIXED] + 1e-6 * np.eye(_FIXED)) - at.skew).T / 1e-6
        robust = self.seen.weights / (self.loss**2 + at.errors**2)
        square = _SKEW_WEIGHT / (SKEW_SIGMA**2 + at.skew @ at.skew)
        normal = slopes.T @ (slopes * robust[:, None]) + square * skews.T @ skews
        pull = slopes.T @ (at.errors * robust) + square * skews.T @ at.skew + self.held * (numbers - self.likeliest)
        diagonal = np.diag_indices_from(normal)
        normal[diagonal] += self.held
        normal[diagonal] += damping * normal[diagonal] + 1e-12
        step: Matrix = -np.linalg.solve(normal, pull)
        return step


def _sum_of_two(columns: Matrix) -> Matrix:
    """The sums [n] of two columns [n, 2]; numpy goes row by row along so short an axis, ten times as long."""
    total: Matrix = columns[:, 0] + columns[:, 1]
    return total


def _centred() -> Matrix:
    """Board coordinates, centred and scaled to -1..1, so that the eight numbers are of one size."""
    return np.array([[2 / SIZE, 0, -1], [0, 2 / SIZE, -1], [0, 0, 1.0]])


def _numbers(geometry: BoardGeometry) -> Matrix:
    shape = geometry.ideal_from_board @ np.linalg.inv(_centred())
    lens = geometry.lens
    return np.concatenate([(shape / shape[2, 2]).ravel()[:8], [lens.k1, lens.k2, np.log(_FLAT_FOCAL)]])


def _shape(numbers: Matrix) -> Matrix:
    """The homographies [..., 3, 3], from centred board coordinates, of so many numbers [..., n]."""
    first = numbers[..., :8]
    return np.concatenate([first, np.ones_like(first[..., :1])], axis=-1).reshape(*first.shape[:-1], 3, 3)


def _skew_at(numbers: Matrix) -> Matrix:
    return _skew_of(*(numbers[..., at] for at in (0, 3, 6, 1, 4, 7)), np.exp(numbers[..., 10]))


def _geometry(start: BoardGeometry, numbers: Matrix) -> BoardGeometry:
    shape = _shape(numbers) @ _centred()
    lens = Lens(start.lens.focal_px, start.lens.centre_px, float(numbers[8]), float(numbers[9]))
    return BoardGeometry(lens, shape)


def with_focal_length(geometry: BoardGeometry) -> BoardGeometry:
    """The same mapping told with the likeliest focal length: squares are square, and lenses near 66 degrees are common.

    The board's two edge directions must come out at right angles and of equal length (Zhang 2000); a view from straight
    above says nothing about that, then the common lens wins.
    """
    logs = np.log(np.linspace(0.3, 1.6, 261))
    likely = ((logs - np.log(_FLAT_FOCAL)) / _FOCAL_SIGMA) ** 2
    skews = _skew(geometry.ideal_from_board, np.exp(logs))
    costs = np.sum((skews / 0.004) ** 2, axis=1) + likely
    return _with_focal(geometry, float(np.exp(logs[int(np.argmin(costs))])))


def _skew(shape: Matrix, widths: Matrix) -> Matrix:
    """How far from square the squares are, were the focal length `widths` [...] picture widths, [..., 2].

    The first number is how far they are off the right angle, the second how much longer than wide. `shape` is a
    homography [3, 3], or one for each width.
    """
    return _skew_of(*shape[:, 0], *shape[:, 1], widths)


def _skew_of(*of: Matrix) -> Matrix:
    """The same, given the homography's first column, its second, and the widths, [...] each."""
    *columns, narrow = *of[:6], 1 / of[6]
    (x, y, z), (u, v, w) = ((narrow * one, narrow * other, last) for one, other, last in (columns[:3], columns[3:]))
    wide, long = x * x + y * y + z * z, u * u + v * v + w * w
    skew: Matrix = np.stack([2 * (x * u + y * v + z * w), wide - long], axis=-1) / (wide + long)[..., None]
    return skew


def _with_focal(geometry: BoardGeometry, widths: float) -> BoardGeometry:
    lens = geometry.lens
    told = Lens(lens.focal_px * widths, lens.centre_px, lens.k1 * widths**2, lens.k2 * widths**4)
    return BoardGeometry(told, np.diag([1 / widths, 1 / widths, 1]) @ geometry.ideal_from_board)

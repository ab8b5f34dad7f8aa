"""Least squares of markers: parameters together with the unknowns of the recording.

With x the parameters' coordinates, R, t and s the recording's frame and time shift, and d_m the offset of
marker m from its place in the scene,

    r = (p_m(t_k - s; x) + d_m - (R q_mk + t)) / sigma

over all frames k in which marker m was seen. Between steps p_m is a cubic Hermite spline, before the scene's
time it is at its start. sigma is a robust measure of the residuals (1.48 times the median of their size, or
the scale of those markers that do half of the motion, if that is larger). The loss is soft L1, linear beyond
`LOSS` sigma (`scipy.optimize.least_squares`), so that outliers count little. d_m has the prior standard
deviation `placed`, x one of `PRIOR` about the scene's own values, which decides only what the data do not.

The covariance is White's, H^-1 J^T W r r^T W J H^-1 with H = J^T W^3 J, as d(W r)/dr = W^3; its middle is
multiplied by 1 + 2 (the sum of the residuals' autocorrelations, as far as these are positive): a model's
error is no independent noise, but similar in neighbouring frames. With independent noise that factor is about
1. Errors of mesh and time step that parameters can compensate are not in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.interpolate import CubicHermiteSpline
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

from offline.identification.markers import Frame, rigid
from offline.identification.motion import Paths
from offline.identification.recording import Recording
from softrein.errors import SceneError, SimulationError

Array = np.ndarray
Model = Callable[[Array], Paths]

LOSS = 3.0  # residuals beyond this many standard deviations have reduced weight
TRUSTED = 1.0  # largest change of a coordinate in a fit, a factor of e: a model is not valid farther off
PRIOR = 3.0  # standard deviation of the prior on logarithms of parameters, a factor of twenty
# standard deviations beyond which a recorded place is far off, where a fit weighs it by less than a third
FAR_OFF = 10.0
# a marker's scale is the quantile of its residuals above which this fraction of them is, in units of that of
# a standard normal distribution; so few may be errors of the recording
RARE, RARELY = 0.2, 1.2816
MAD = 1.4826  # ratio of a standard deviation to the median absolute deviation
DIFFERENCE = 1e-3  # step of difference quotients by parameters' logarithms; runs are exact to 1e-9
MOST_ROWS = 30_000  # most rows of residuals; longer recordings are thinned out
FEWEST_KEPT = 20  # least number of frames of a motion in a recording that is thinned out
FEWEST_FRAMES = 4  # least number of frames in the time of the scene's motion
LEAST_SIGMA = 1e-9  # m, smallest noise, below the rounding of any recording
MOST_FRAMES = 600  # most frames of a recording that are used to find time shifts
ALIGNED, MOST_SHIFTS = 40, 500  # time shifts tried at first, and around the best one again
# Exponent of the recorded fraction of the model's motion in the penalty on time shifts. Of 120 synthetic
# recordings of the whole motion with wrong moduli and damping all are fitted correctly, and 74 of those that
# begin in the middle; with exponent 1 one in 8.
PARTLY = 0.15
FAILED = 10.0  # m, distance assumed for markers if a run of the model fails


@dataclass
class Fit:
    """The result of a fit: coordinates, frame, the markers' own offsets, and the coordinates' covariance."""

    x: Array  # (p,) parameters, as logarithms or in their own unit
    frame: Frame
    offsets: Array  # (m, 3) m, offset of each marker on the body
    covariance: Array  # (p, p) covariance of x
    sigma: float  # m, standard deviation of the noise
    residuals: Array  # (T, m, 3) m, NaN where nothing was recorded
    curvature: Array  # (p, p) J^T J of x, after elimination of the recording's own unknowns


@dataclass
class Problem:
    """One recording, `points` (T, m, 3) m, to be fitted by a model of `steps` steps of `dt` s."""

    times: Array
    points: Array
    dt: float
    steps: int
    placed: float  # m, standard deviation of the markers' positions on the body
    moves_time: bool = True  # whether the time shift is estimated

    def __post_init__(self) -> None:
        every = _thinning(self.points)
        self.times, self.points = self.times[::every], self.points[::every]

    @cached_property
    def seen(self) -> Array:
        """A mask of the markers that were seen (T, m)."""
        return np.isfinite(self.points).all(axis=2)

    @property
    def spanned(self) -> tuple[float, float]:
        """The times (s) of the first and last frame in which any marker was seen."""
        told = self.times[self.seen.any(axis=1)]
        return float(told[0]), float(told[-1])

    def late(self, shift: float) -> Array:
        """Return which frames (T,) come after the scene's end, where there is no model."""
        return np.asarray(self.times - shift > self.dt * (self.steps - 1))

    def at(self, paths: Paths, shift: float) -> tuple[Array, Array]:
        """Return positions and velocities (T, m, 3) at all times; at rest outside of the scene's time."""
        grid, since = self.dt * np.arange(self.steps + 1), self.times - shift
        inside = np.clip(since, 0.0, grid[-1])
        spline = CubicHermiteSpline(grid, paths.positions, paths.velocities)
        moving = ((since > 0) & (since < grid[-1]))[:, None, None]
        return spline(inside), np.where(moving, spline(inside, 1), 0.0)

    def aligned(self, paths: Paths) -> tuple[Frame, float]:
        """Return the frame that brings the recording nearest to the paths, by trying shifts, and the rest.

        The rest is the share of motion, 0 to 1, which is not explained. With p and q the simulated and
        recorded places about each marker's mean, in all frames but those after the scene's end, it is

            1 - (1 - sum |p - q| / sum (|p| + |q|)) c^PARTLY,

        where c is the share of the model's motion that lies within the recording's time. Shifts are as far
        apart as the model takes for a radian of its swing.
        """
        if not self.moves_time:
            return self.framed(paths, 0.0)
        first, high = self.spanned
        low = first - self.dt * self.steps
        way = max(float(np.linalg.norm(swing(paths.positions))), LEAST_SIGMA)
        radians = (high - low) * float(np.linalg.norm(paths.velocities)) / way
        count = int(np.clip(radians, ALIGNED, MOST_SHIFTS))
        best, shifts, apart = 0.0, np.linspace(low, high, count + 1), (high - low) / count
        every = -(-len(self.times) // MOST_FRAMES)
        some = replace(self, times=self.times[::every], points=self.points[::every])
        for _ in range(2):
            best = min([best, *shifts], key=lambda each: some.framed(paths, each)[1])
            shifts = np.linspace(best - apart, best + apart, ALIGNED + 1)
        return self.framed(paths, best)

    def framed(self, paths: Paths, shift: float) -> tuple[Frame, float]:
        """Return the frame at a time shift, and the rest: see `aligned`."""
        used = self.seen & ~self.late(shift)[:, None]
        if not used.any():
            return Frame(np.eye(3), np.zeros(3), float(shift)), 1.0
        places, _ = self.at(paths, shift)
        R, t = rigid(self.points[used], places[used])
        both = (np.where(used[..., None], each, np.nan) for each in (places, self.points @ R.T + t))
        p, q = map(swing, both)
        left = lengths(p - q).sum() / max(lengths(p).sum() + lengths(q).sum(), LEAST_SIGMA)
        moving, since = lengths(swing(paths.positions)), self.dt * np.arange(self.steps + 1) + shift
        first, last = self.spanned
        recorded = (since >= first) & (since <= last)
        covered = moving[recorded].sum() / max(moving.sum(), LEAST_SIGMA)
        return Frame(R, t, float(shift)), float(1 - (1 - left) * covered**PARTLY)

    def solve(self, model: Model, x: Array, around: Array, frame: Frame, offsets: Array | None = None) -> Fit:
        """Return the least squares fit from coordinates `x`, whose prior is about `around`, and a frame.

        A coordinate changes by `TRUSTED` at most, since the model was made at x. If `offsets` (m, 3) are
        given, only x and the frame are found.
        """
        work = _Work(self, model, frame, around, offsets is None)
        start = np.concatenate([x, np.zeros(7), np.zeros(3 * self.points.shape[1])])
        if offsets is not None:
            work.known = offsets
        work.weigh(start)
        bounds = np.full((2, start.size), [[-np.inf], [np.inf]])
        bounds[:, : x.size] = x - TRUSTED, x + TRUSTED
        for _ in range(2):  # first with an estimated sigma, then with that of the first fit
            found = least_squares(
                work.residuals,
                start,
                work.jacobian,
                loss="soft_l1",
                f_scale=LOSS,
                x_scale="jac",
                bounds=(bounds[0], bounds[1]),
                xtol=1e-5,
                ftol=1e-6,
                gtol=None,
                max_nfev=15,
            )
            start = found.x
            work.weigh(start)
        return work.fit(start)


def check_frames(recording: Recording, lasts: float) -> None:
    """Raise SceneError where next to no frames are of a motion that lasts so many seconds.

    So it is with times in milliseconds, or where a long recording is thinned out.
    """
    between, every = float(np.median(np.diff(recording.times))), _thinning(recording.points)
    if FEWEST_FRAMES * between > lasts:
        raise SceneError(
            f"{recording.name}: its frames are {between:g} s apart, and the scene's motion lasts {lasts:g} s;"
            " give times in seconds, or a recording with more frames"
        )
    if every > 1 and FEWEST_KEPT * every * between > lasts:
        raise SceneError(
            f"{recording.name}: it is so long that one frame in {every} is used, too few of the scene's"
            f" {lasts:g} s: cut it to the motion, and a little before"
        )


def check_moves(recording: Recording) -> None:
    """Raise SceneError where no marker moves."""
    if not lengths(swing(recording.points)).max() > LEAST_SIGMA:
        raise SceneError(
            f"{recording.name}: no marker moves in it, and nothing follows from a body at rest: record a "
            "motion of the body"
        )


def _thinning(points: Array) -> int:
    """Return how many frames there are for each one of `points` (T, m, 3) that is used."""
    return -(-points.size // MOST_ROWS)


class _Work:
    """Residuals and Jacobian over (x, shift, turn, translation, offsets)."""

    def __init__(self, problem: Problem, model: Model, frame: Frame, around: Array, placing: bool) -> None:
        self.problem, self.model, self.frame, self.around = problem, model, frame, around
        self.placing = placing
        self.known = np.zeros((problem.points.shape[1], 3))
        self.sigma = 1.0
        self.kept: dict[bytes, Paths | None] = {}
        self.used = problem.seen & ~problem.late(frame.shift)[:, None]
        if not self.used.any():
            raise SceneError("the recording has no frame within the scene's time")

    def paths(self, x: Array) -> Paths | None:
        """Return the model's paths, which are cached; None where it fails."""
        key = x.tobytes()
        if key not in self.kept:
            try:
                self.kept[key] = self.model(x)
            except SimulationError:
                self.kept[key] = None
        return self.kept[key]

    def split(self, y: Array) -> tuple[Array, Frame, Array]:
        """Split the unknowns (p + 7 + 3 m,) into parameters, frame and offsets."""
        p = len(self.around)
        x, shift, turn, moved, offsets = np.split(y, [p, p + 1, p + 4, p + 7])
        rotation = Rotation.from_rotvec(turn).as_matrix() @ self.frame.rotation
        about = self.frame.translation  # rotated together, so that small rotations do not move the centre
        # a fixed shift stays exactly as given
        shifted = float(self.frame.shift + (shift[0] if self.problem.moves_time else 0.0))
        frame = Frame(rotation, Rotation.from_rotvec(turn).apply(about) + moved, shifted)
        return x, frame, self.known + offsets.reshape(-1, 3)

    def apart(self, y: Array) -> Array:
        """Return p + d - (R q + t), (T, m, 3) m."""
        x, frame, offsets = self.split(y)
        paths = self.paths(x)
        if paths is None:
            return np.full(self.problem.points.shape, FAILED)
        places, _ = self.problem.at(paths, frame.shift)
        return places + offsets - frame.places(self.problem.points)

    def weigh(self, y: Array) -> None:
        """Set sigma by the residuals' median, or by the scale of half of all motion if that is larger.

        Where a model does not follow the recording, the markers that hardly move have small residuals, and
        the others are no outliers. A single bad marker is one.
        """
        every, seen = np.abs(self.apart(y)), self.used
        moved = swing(np.where(seen[..., None], self.problem.points, np.nan))
        scales = np.array(
            [
                np.quantile(each[one], 1 - RARE) / RARELY if one.any() else 0.0
                for each, one in zip(every.swapaxes(0, 1), seen.T, strict=True)
            ]
        )
        order = np.argsort(scales)
        shares = np.sqrt(np.nansum(moved**2, axis=(0, 2)))[order].cumsum()
        half = scales[order][np.searchsorted(shares, 0.5 * shares[-1])]
        self.sigma = max(MAD * float(np.median(every[seen])), float(half), LEAST_SIGMA)

    def residuals(self, y: Array) -> Array:
        """Return the residuals (rows,) over sigma, priors last."""
        prior = (y[: len(self.around)] - self.around) / PRIOR
        placed = y[len(self.around) + 7 :] / self.problem.placed
        return np.concatenate([self.apart(y)[self.used].ravel() / self.sigma, prior, placed])

    def jacobian(self, y: Array) -> Array:
        """Return the Jacobian (rows, unknowns)."""
        p, m = len(self.around), self.problem.points.shape[1]
        x, frame, _ = self.split(y)
        base = self.paths(x)
        columns = np.zeros((*self.problem.points.shape, y.size))
        if base is not None:
            places, speeds = self.problem.at(base, frame.shift)
            for i in range(p):
                step = np.zeros(p)
                step[i] = DIFFERENCE
                other = self.paths(x + step)
                if other is not None:
                    columns[..., i] = (self.problem.at(other, frame.shift)[0] - places) / DIFFERENCE
            if self.problem.moves_time:
                columns[..., p] = -speeds
        turned = frame.places(self.problem.points)
        turning = self.turns(y)
        for axis in range(3):
            columns[..., p + 1 + axis] = -np.einsum("ij,tmj->tmi", turning[axis], turned - y[p + 4 : p + 7])
            columns[..., axis, p + 4 + axis] = -1.0
        if self.placing:
            for k in range(3 * m):
                columns[:, k // 3, k % 3, p + 7 + k] = 1.0
        rows = columns[self.used].reshape(-1, y.size) / self.sigma
        priors = np.zeros((p + 3 * m, y.size))
        priors[np.arange(p), np.arange(p)] = 1 / PRIOR
        priors[p + np.arange(3 * m), p + 7 + np.arange(3 * m)] = 1 / self.problem.placed
        return np.vstack([rows, priors])

    def turns(self, y: Array) -> Array:
        """Return central differences (3, 3, 3) of R by the entries of its rotation vector, each times R^T.

        They are skew; where the rotation vector is zero they are the cross matrices of the axes.
        """
        p = len(self.around)
        turn = y[p + 1 : p + 4]
        R = Rotation.from_rotvec(turn).as_matrix()
        found = [
            (Rotation.from_rotvec(turn + d).as_matrix() - Rotation.from_rotvec(turn - d).as_matrix()) / 2e-6
            for d in 1e-6 * np.eye(3)
        ]
        return np.array([each @ R.T for each in found])

    def fit(self, y: Array) -> Fit:
        """Return the result of the fit at the unknowns `y`."""
        x, frame, offsets = self.split(y)
        J, r = self.jacobian(y), self.residuals(y)
        rows = 3 * int(self.used.sum())
        weights, slopes, squares = np.ones((3, r.size))
        weights[:rows] = 1 / np.sqrt(1 + (r[:rows] / LOSS) ** 2)
        slopes[:rows] = weights[:rows] ** 3  # derivative of the weighted residual W r by r
        apart = np.where(self.used[..., None], self.apart(y), np.nan)
        squares[:rows] = (weights[:rows] * r[:rows]) ** 2 * correlated(apart)
        free = np.abs(J[:rows]).max(axis=0) > 0
        free[: x.size] = True
        J = J[:, free]
        bread = np.linalg.pinv(J.T @ (slopes[:, None] * J), hermitian=True)
        covariance = bread @ (J.T @ (squares[:, None] * J)) @ bread
        scaled = np.sqrt(weights)[:, None] * J
        own, others = scaled[:rows, : x.size], scaled[:, x.size :]
        own = np.vstack([own, np.zeros((r.size - rows, x.size))])
        own = own - others @ np.linalg.lstsq(others, own, rcond=None)[0]
        p = x.size
        return Fit(x, frame, offsets, covariance[:p, :p], self.sigma, apart, own.T @ own)


def swing(places: Array) -> Array:
    """Return places (T, m, 3) m minus each marker's mean over the frames in which it is seen."""
    count = np.isfinite(places).all(axis=2).sum(axis=0)[:, None]
    return np.asarray(places - np.nansum(places, axis=0) / np.maximum(count, 1))


def lengths(swings: Array) -> Array:
    """Return the sum (T,) m over all seen markers of their distances from their means."""
    return np.asarray(np.nansum(np.linalg.norm(swings, axis=2), axis=1))


def correlated(apart: Array) -> float:
    """Return 1 + 2 (the sum of autocorrelations while positive) of residuals (T, m, 3), at least 1."""
    apart = apart[:, np.isfinite(apart).any(axis=(0, 2))]
    values = apart - np.nanmedian(apart, axis=0)  # the median is not affected by outliers
    limit = np.nanpercentile(np.abs(values), 99)  # outliers are not noise
    values = np.clip(values, -limit, limit)
    whole, total = np.nanmean(values**2), 1.0
    for lag in range(1, len(values) // 2):
        products = values[lag:] * values[:-lag]
        known = np.isfinite(products)
        share = float(products[known].mean() / whole) if whole > 0 and known.any() else 0.0
        if not share > 2 / np.sqrt(np.isfinite(values).sum()):
            break
        total += 2 * share
    return total

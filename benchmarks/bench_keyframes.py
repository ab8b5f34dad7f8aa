"""A motion through five key-frames: found from nothing, and again after one of them was moved.

The T of `out/`, all of whose coordinates are driven, moves for 300 steps. Its bar goes through five places 6
to 16 cm off its rest, each of which is to be met to a millimetre, and the cost's slope falls to 1e-4 of what
it is without control. The edit moves the third place by 2 cm, and starts from the previous motion. The rows
also tell how far the motions are from their key-frames. Without `out/tshape.softrein` there are no rows.

Crocoddyl's solver (FDDP, Mastalli et al. 2020) solves the same problem for comparison: with the same compiled
step and Jacobians, the key-frames' weights as they were found, and the same start. The times are those that
each takes to a cost within 1e-6 of the one that ours reaches.
"""

from __future__ import annotations

import math
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.harness import NO_CROCODDYL, Row, compare_times, unmeasured
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import load
from runtime.control.base.costs import Costs
from runtime.control.paths import path_of_region
from runtime.control.planning.frames import Frame
from runtime.control.planning.motion import Motion, find_motion
from runtime.plant.actuation import make_actuation
from runtime.plant.stepping import LINEARISE, linearise_plant, step_plant

Array = np.ndarray
OUT = Path(__file__).resolve().parent.parent / "out" / "tshape.softrein"
STEPS, REGION, NEAR = 300, "bar", 1e-3
AT = (60, 110, 170, 230, 290)
PLACES = ((6, 4, 0), (-8, 6, 4), (10, -6, 8), (-10, 4, -6), (4, 2, 0))  # cm, from where the bar rests
MOVED = (2, np.array([0.0, 0.02, 0.0]))  # which, and by how much in m
COLD, EDIT = 1.5, 0.4  # s
CONTROL_COST = 1e-4
SAME = 1e-6  # of a cost: what counts as no difference
MOST_ITERATIONS = 500


def rows() -> list[Row]:
    """The bars: a motion from nothing, an edit, and the comparison with crocoddyl."""
    if not OUT.is_file():
        return []
    bundle = load(OUT)
    assert isinstance(bundle, BodyBundle)
    frames = _frames(bundle)
    edited = list(frames)
    edited[MOVED[0]] = edited[MOVED[0]]._replace(goal=edited[MOVED[0]].goal + MOVED[1])
    first = _find(bundle, frames, None)
    cold, again = compare_times(
        lambda: _find(bundle, frames, None), lambda: _find(bundle, edited, first), repeats=7
    )
    what = f"{STEPS} steps, r = {bundle.rank}, {bundle.rank} controls, {len(frames)} key-frames"
    return [
        Row(f"a motion from nothing: {what}", cold, COLD, "at most", "s", _search_words(first)),
        Row(
            "one key-frame moved by 2 cm",
            again,
            EDIT,
            "at most",
            "s",
            _search_words(_find(bundle, edited, first)),
        ),
        _beside_crocoddyl(bundle, frames, first),
    ]


def _beside_crocoddyl(bundle: BodyBundle, frames: list[Frame], found: Motion) -> Row:
    """Compare the times of both solvers on one problem, with the weights of a motion that was found."""
    what = "weights given, to the same cost, against crocoddyl's FDDP"
    try:
        import crocoddyl
    except ImportError:
        return unmeasured(what, 1.0, "x", NO_CROCODDYL)
    given = [frame._replace(weight=w) for frame, w in zip(frames, found.weights, strict=True)]
    ours: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    least = _find(bundle, given, None)
    for _ in range(3):
        start = perf_counter()
        cost = _find(bundle, given, None).cost
        ours.append((perf_counter() - start, cost))
        theirs.append(_by_crocoddyl(crocoddyl, bundle, given, _whole_cost(bundle, given, least)))
    a, b = (median(seconds for seconds, _ in each) for each in (ours, theirs))
    costs = _whole_cost(bundle, given, least), theirs[0][1]
    detail = f"{a:.2f} s, crocoddyl {b:.2f} s, to a cost of {costs[0]:.8g}, crocoddyl {costs[1]:.8g}"
    return Row(what, a / b, 1.0, "at most", "x", detail)


def _whole_cost(bundle: BodyBundle, frames: list[Frame], motion: Motion) -> float:
    """The cost of the control and of all key-frames."""
    control = 0.5 * bundle.dt * CONTROL_COST * float(np.sum(motion.controls**2))
    return control + sum(0.5 * (frame.weight or 0.0) * frame.distance(motion.states) ** 2 for frame in frames)


def _by_crocoddyl(
    crocoddyl: Any, bundle: BodyBundle, frames: list[Frame], wanted: float
) -> tuple[float, float]:
    """Seconds until crocoddyl's cost is as low as `wanted`, or until it ends, and its final cost."""
    plant, n, s = bundle.plant(), 2 * bundle.rank, bundle.rank
    calls = plant.calls(LINEARISE)
    control = bundle.dt * CONTROL_COST

    class Model(crocoddyl.ActionModelAbstract):
        """One of our steps, and the cost of a key-frame at its beginning."""

        def __init__(self, frame: Frame | None) -> None:
            super().__init__(crocoddyl.StateVector(n), s, 0)
            self.frame, self.after = frame, np.empty(n)
            self.F, self.G = np.empty((n, n)), np.empty((n, s))
            self.w = 0.0 if frame is None else frame.weight or 0.0
            self.weight = None if frame is None else self.w * frame.places.T @ frame.places

        def calc(self, data: Any, x: Array, u: Array | None = None) -> None:
            data.cost = 0.0
            if u is not None and len(u):
                if step_plant(calls, np.array(x), np.array(u), self.after) < 0:
                    self.after[:] = np.nan  # for which it looks: an exception would end the process
                data.xnext, data.cost = self.after, 0.5 * control * float(u @ u)
            if self.frame is not None:
                off = self.frame.places @ x - self.frame.goal
                data.cost += 0.5 * self.w * float(off @ off)

        def calcDiff(self, data: Any, x: Array, u: Array | None = None) -> None:
            if u is not None and len(u):
                linearise_plant(calls, np.array(x), np.array(u), self.after, self.F, self.G, True)
                data.Fx, data.Fu = self.F, self.G
                data.Lu, data.Luu = control * u, control * np.eye(s)
            if self.frame is not None:
                off = self.frame.places @ x - self.frame.goal
                data.Lx, data.Lxx = self.w * self.frame.places.T @ off, self.weight

    class Watch(crocoddyl.CallbackAbstract):
        """Record when the cost was as low as wanted, and end the search then."""

        def __init__(self) -> None:
            super().__init__()
            self.reached: list[float] = []

        def __call__(self, solver: Any) -> None:
            if solver.cost <= wanted * (1 + SAME) and not self.reached:
                self.reached.append(perf_counter())
                solver.th_stop = math.inf

    at = {frame.step: frame for frame in frames}
    models = [Model(at.get(k)) for k in range(STEPS)]
    problem = crocoddyl.ShootingProblem(np.zeros(n), models, Model(at.get(STEPS)))
    problem.nthreads = 1
    solver = crocoddyl.SolverFDDP(problem)
    watch = Watch()
    solver.setCallbacks([watch])
    start = perf_counter()
    solver.solve([np.zeros(n)] * (STEPS + 1), [np.zeros(s)] * STEPS, MOST_ITERATIONS, True)
    return min([*watch.reached, perf_counter()]) - start, float(solver.cost)


def _frames(bundle: BodyBundle) -> list[Frame]:
    moves, _ = path_of_region(bundle.shape, REGION, range(3))
    places = np.hstack([moves, np.zeros_like(moves)])
    return [Frame(k, places, np.array(to) / 100, NEAR) for k, to in zip(AT, PLACES, strict=True)]


def _find(bundle: BodyBundle, frames: list[Frame], begin: Motion | None) -> Motion:
    n, r = 2 * bundle.rank, bundle.rank
    costs = Costs(
        np.zeros((n, n)), np.ones(STEPS), np.zeros(0, np.int64), np.zeros((0, n, n)), CONTROL_COST * np.eye(r)
    )
    return find_motion(bundle.plant(), make_actuation(np.eye(r)), np.zeros(n), costs, frames, begin=begin)


def _search_words(motion: Motion) -> str:
    off = ", ".join(f"{1e3 * each:.2f}" for each in motion.distances)
    return f"{motion.iterations} iterations, slope {motion.slope:.1e}; off by {off} mm"

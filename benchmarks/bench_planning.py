"""Re-planning: its time, the same in matrix products, against crocoddyl, and against the wall clock.

A plan is all that a control step computes: its start, the linearisation, the backward and the forward pass,
along a T that is pushed another way every tenth of a second, so that each plan has something to improve. The
bar on its time scales with that of a product of 48 x 48 x 48 on this machine: fast kernels make a plan's own
products cheap, but not the evaluations of its model (about two a step, and one of its second derivatives).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from benchmarks.bench_gains import RANK, reduced
from benchmarks.harness import NO_CROCODDYL, Row, compare_times, unmeasured
from offline.scenes.reading import read_scene
from runtime import loop
from runtime.base.kernels import aligned, quadratic
from runtime.bundle.file import load
from runtime.control.base.costs import Costs
from runtime.control.base.policy import system_for
from runtime.control.mpc import Replanner
from runtime.control.planning.options import Replanning
from runtime.control.planning.planner import Trajectory, add_feedback
from runtime.control.planning.stage import stage_work, step_back
from runtime.control.setting import Setting
from runtime.plant.actuation import make_actuation
from runtime.plant.track import Events, Track, linearised
from runtime.realtime import pace
from runtime.simulator import Simulator
from softrein.api import shipped

Array = np.ndarray

SIZE = 2 * RANK
CONTROL_COST = 1e-4
LIMIT = 4.0  # N
PUSH, HELD = 3.0, 10  # N on each coordinate, and for how many steps
FAR = 1e6  # N, a limit that nothing meets
NO_MORE = 1e-9  # of crocoddyl's regularisation than it begins with by itself
SLOW = 8e-6  # s that the product takes on the machine for which the bars were set
PRODUCTS = 200  # in one call
HURRY = 0.01  # s between two steps
OUT = Path(__file__).resolve().parent.parent / "out"


def rows(seconds: float = 10.0) -> list[Row]:
    """The bars of a plan, of its backward pass against crocoddyl's, and of plans a hundred times a second."""
    plant, track = reduced(read_scene("tshape", ["enrichment.runs=0"]), RANK)
    six, all_of_them = (_setting(plant, track, controls) for controls in (6, RANK))
    return [
        _time_row(six, 20, 1.5e-3),
        _time_row(six, 50, 4e-3),
        _products_row(six, 50, 10.0),
        _products_row(all_of_them, 50, 16.0),
        *beside_crocoddyl(six, 50),
        *(_paced_row(name, file, seconds) for name, file in _bundles().items()),
    ]


def _setting(plant: Any, track: Track, controls: int) -> Setting:
    """The T under `controls` forces within limits, with costs at the middle of its motion and at the end.

    Its reference is the reduced model's own run, as in the bundle that ships.
    """
    states = [track.states[0]]
    for force in track.feedforward:
        states.append(plant.step(states[-1], force))
    track = Track(np.array(states), track.feedforward)
    along = np.linalg.qr(np.random.default_rng(0).standard_normal((RANK, controls)))[0]
    steps = len(track.feedforward)
    at = np.array([steps // 2, steps])
    costs = Costs(
        np.zeros((SIZE, SIZE)), np.ones(steps), at, np.array([np.eye(SIZE)] * len(at)),
        CONTROL_COST * np.eye(controls),
    )  # fmt: skip
    actuation = make_actuation(along, np.full(controls, LIMIT))
    return Setting(lambda: plant, track, costs, actuation, plant.dt, None)  # type: ignore[arg-type]


def _plans(setting: Setting, horizon: int) -> tuple[Callable[[], None], int]:
    """A function that makes a pushed run with a plan of the whole horizon at each step, and their number."""
    plant, track, actuation = setting.plant(), setting.track, setting.actuation
    policy = Replanner(setting, Replanning(horizon=horizon)).policy(plant, track, actuation)
    plans, n, s = setting.steps - horizon, plant.size, len(actuation.limits)
    first = np.arange(0, plans, HELD)
    pushes = PUSH * np.random.default_rng(1).standard_normal((len(first), plant.forces))
    events, system = Events(first, first + HELD, pushes), system_for(policy, plant, actuation, track)
    record, decider = loop.Record(np.zeros((plans + 1, n)), np.zeros((plans, s))), loop.decider_of(policy)

    def run() -> None:
        policy.memory.status[:] = 0
        state = track.states[0].copy()
        taken = loop.loops_of(decider).run(system, decider, events, state, loop.tally(), record)
        if taken < plans or any(policy.counts().values()):
            raise RuntimeError(f"of {plans} plans {taken} were made; {policy.counts()}")

    return run, plans


def _compared(setting: Setting, horizon: int) -> tuple[float, float]:
    """Seconds of a plan, and of a product of 48 x 48 x 48."""
    run, plans = _plans(setting, horizon)
    run()
    one, two, product = (aligned(SIZE, SIZE) for _ in range(3))
    one[:], two[:] = np.random.default_rng(2).standard_normal((2, SIZE, SIZE))
    ours, theirs = compare_times(run, lambda: _multiply(one, two, product, PRODUCTS), repeats=15)
    return ours / plans, theirs / PRODUCTS


@njit(cache=True)
def _multiply(one: Array, two: Array, product: Array, count: int) -> None:
    for _ in range(count):
        np.dot(one, two, product)


def _what(setting: Setting, horizon: int) -> str:
    return f"{SIZE} states, {len(setting.actuation.limits)} controls, {horizon} steps"


def _time_row(setting: Setting, horizon: int, bar: float) -> Row:
    """The time of a plan; the bar is scaled to this machine's product."""
    plan, product = _compared(setting, horizon)
    detail = (
        f"a product of 48 x 48 x 48 takes {1e6 * product:.2f} us; bar {1e3 * bar:g} ms where it takes 8 us"
    )
    scaled = round(1e3 * bar * product / SLOW, 3)
    return Row(f"a plan: {_what(setting, horizon)}", 1e3 * plan, scaled, "at most", "ms", detail)


def _products_row(setting: Setting, horizon: int, bar: float) -> Row:
    """The time of one step of a plan, counted in matrix products."""
    plan, product = _compared(setting, horizon)
    detail = f"{1e6 * plan / horizon:.1f} us, a product {1e6 * product:.2f} us"
    what = f"a plan's step, in products of 48 x 48 x 48: {_what(setting, horizon)}"
    return Row(what, plan / horizon / product, bar, "at most", "x", detail)


class Programme(NamedTuple):
    """A quadratic programme in a box, of linear steps."""

    F: Array  # (N, n, n)
    G: Array  # (N, n, s)
    Q: Array  # (n, n) in each step
    end: Array  # (n, n)
    R: Array  # (s, s)
    limits: Array  # (s,) of magnitudes


class Stages:
    """The T's steps, linearised, as a quadratic programme in a box, and an initial plan."""

    def __init__(self, setting: Setting, count: int, limit: float = LIMIT) -> None:
        F, G, _ = linearised(setting.plant(), setting.actuation, setting.track)
        first = setting.steps // 2 - count  # the middle is the end
        self.F, self.G = (np.ascontiguousarray(each[first : first + count]) for each in (F, G))
        self.Q, self.end = 1e-3 * np.eye(SIZE), np.eye(SIZE)
        self.R = setting.dt * setting.costs.control
        self.limits = np.full(len(self.R), limit)
        rng = np.random.default_rng(3)
        self.controls = 0.5 * LIMIT * rng.uniform(-1, 1, (count, len(self.R)))
        self.states = np.zeros((count + 1, SIZE))
        self.states[0] = 0.1 * rng.standard_normal(SIZE)
        for k in range(count):
            self.states[k + 1] = self.F[k] @ self.states[k] + self.G[k] @ self.controls[k]
        self.changes, self.gains = np.zeros_like(self.controls), np.zeros((count, len(self.R), SIZE))
        self.found = Trajectory(np.zeros_like(self.states), np.zeros_like(self.controls))
        self.plan = Trajectory(self.states, self.controls)
        self.programme = Programme(self.F, self.G, self.Q, self.end, self.R, self.limits)
        self.work = stage_work(SIZE, len(self.R))

    def back(self) -> None:
        """Run our backward pass."""
        if not _back(self.work, self.programme, self.plan, self.changes, self.gains):
            raise RuntimeError("a step back failed")

    def iterate(self) -> float:
        """Run our backward and forward pass, and return the cost of the plan that results."""
        self.back()
        return _forth(self.programme, self.plan, self.changes, self.gains, self.found)

    def solver(self, crocoddyl: Any) -> tuple[Any, list[Array], list[Array]]:
        """Crocoddyl's solver of the same programme, its states and its controls."""
        s = len(self.R)
        none, models = (np.zeros((SIZE, s)), np.zeros(SIZE), np.zeros(SIZE), np.zeros(s)), []
        for F, G in zip(self.F, self.G, strict=True):
            model = crocoddyl.ActionModelLQR(F, G, self.Q, self.R, *none)
            model.u_lb, model.u_ub = -self.limits, self.limits
            models.append(model)
        last = crocoddyl.ActionModelLQR(np.eye(SIZE), none[0], self.end, self.R, *none)
        problem = crocoddyl.ShootingProblem(self.states[0], models, last)
        problem.nthreads = 1
        states, controls = list(self.states), list(self.controls)
        solver = crocoddyl.SolverBoxDDP(problem)
        solver.setCandidate(states, controls, True)
        problem.calc(states, controls)
        problem.calcDiff(states, controls)
        return solver, states, controls


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz", "arcp"})
def _back(work: Any, programme: Programme, plan: Trajectory, changes: Array, gains: Array) -> bool:
    """The backward pass through all stages; false if a step of it failed."""
    F, G, Q, end, R, limits = programme
    states, controls = plan
    work.value[:] = end
    np.dot(end, states[-1], work.slope)
    for k in range(len(F) - 1, -1, -1):
        for i in range(limits.size):
            work.low[i], work.high[i] = -limits[i] - controls[k, i], limits[i] - controls[k, i]
        if not step_back(work, F[k], G[k], R, controls[k], changes[k], gains[k]):
            return False
        np.dot(Q, states[k], work.state_slope)
        for i in range(work.slope.size):
            work.slope[i] += work.state_slope[i]
            for j in range(work.slope.size):
                work.value[i, j] += Q[i, j]
    return True


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz", "arcp"})
def _forth(programme: Programme, plan: Trajectory, changes: Array, gains: Array, run: Trajectory) -> float:
    """The forward pass, with the full step; returns the cost of the run."""
    F, G, Q, end, R, limits = programme
    states, found = run
    states[0], total = plan.states[0], 0.0
    for k in range(len(F)):
        found[k] = plan.controls[k] + changes[k]
        add_feedback(gains[k], states[k], plan.states[k], found[k])
        for i in range(limits.size):
            found[k, i] = min(max(found[k, i], -limits[i]), limits[i])
        total += 0.5 * (quadratic(Q, states[k]) + quadratic(R, found[k]))
        np.dot(F[k], states[k], states[k + 1])
        states[k + 1] += np.dot(G[k], found[k])
    return total + 0.5 * quadratic(end, states[-1])


def beside_crocoddyl(setting: Setting, count: int) -> list[Row]:
    """Compare with crocoddyl on the same linearised steps: the backward pass, and a whole iteration."""
    parts = "way back", "iteration"
    whats = [f"{part}, against crocoddyl's box solver: {_what(setting, count)}" for part in parts]
    try:
        import crocoddyl
    except ImportError:
        return [unmeasured(what, 1.0, "x", NO_CROCODDYL) for what in whats]
    _check_the_same(Stages(setting, count, FAR), crocoddyl)
    ours = Stages(setting, count)
    solver, states, controls = ours.solver(crocoddyl)
    back = compare_times(ours.back, solver.backwardPass, repeats=100)
    whole = compare_times(
        ours.iterate, lambda: solver.solve(states, controls, 1, True, NO_MORE), repeats=100
    )  # fmt: skip
    return [
        Row(what, a / b, 1.0, "at most", "x", f"{1e3 * a:.3f} ms, crocoddyl {1e3 * b:.3f} ms")
        for what, (a, b) in zip(whats, (back, whole), strict=True)
    ]


def _check_the_same(stages: Stages, crocoddyl: Any) -> None:
    """Check that both find the same without limits; within limits crocoddyl's often end elsewhere."""
    solver, states, controls = stages.solver(crocoddyl)
    cost = stages.iterate()
    solver.backwardPass()
    np.testing.assert_allclose(-np.array(solver.k), stages.changes, rtol=1e-5, atol=1e-6 * LIMIT)
    solver.solve(states, controls, 1, True, NO_MORE)
    np.testing.assert_allclose(solver.cost, cost, rtol=1e-6)


def _bundles() -> dict[str, Path]:
    """The T, of this checkout or as it ships, and the dinosaur."""
    own, dinosaur = (OUT / f"{name}.softrein" for name in ("tshape", "dinosaur"))
    found = own if own.is_file() else shipped.find() or shipped.make(shipped.cached_file())
    return {"tshape": found, "dinosaur": dinosaur}


def _paced_row(name: str, file: Path, seconds: float) -> Row:
    """Time plans of 20 steps against the wall clock, round after round, with the same pushes in each."""
    what = f"{name} re-planned at 100 Hz, 20 steps ahead: deadlines missed"
    if not file.is_file():
        why = f"no out/{file.name}: softrein precompute {name} -o out/{file.name}"
        return unmeasured(what, 0.0, "steps", why)
    bundle = load(file)
    simulator = bundle.simulator("mpc", rewind=True, horizon=20)

    def push(running: Simulator) -> None:
        running.play(bundle.pushes, running.index % bundle.steps)

    kept = pace(simulator, HURRY, push, round(seconds / HURRY))
    said = ", ".join(f"{name} {1e3 * late:.2f} ms" for name, late in kept.latency.items())
    alone = ", ".join(f"{name} {1e3 * late:.2f} ms" for name, late in kept.compute.items())
    detail = f"{kept.steps} steps; late {said}; a step alone {alone}"
    return Row(what, float(kept.missed), 0.0, "at most", "steps", detail)

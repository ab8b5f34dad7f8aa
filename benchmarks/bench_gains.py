"""Gains of a whole motion: their time, and that of a straightforward SciPy version of the same."""

from __future__ import annotations

import tempfile

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm

from benchmarks.harness import Row, compare_times
from offline.campaign.campaign import run_campaign
from offline.gains.lqr import lqr_gains
from offline.gains.quadratic_cost import half
from offline.gains.riccati import Steps, finite_horizon
from offline.gains.tvlqr import Gains, tvlqr
from offline.pipeline.base.reference import reduced_states
from offline.pipeline.kinds import kind_of
from offline.scenes.base.scene import Scene
from offline.scenes.reading import read_scene
from runtime.control.base.costs import Costs
from runtime.plant.actuation import make_actuation
from runtime.plant.plant import Plant
from runtime.plant.track import Track, linearised

Array = NDArray[np.float64]

RANK, FLUID_RANK = 24, 64
# Of smoke: gains do not see the grid, so that a coarse one and a few perturbed runs will do.
QUICK = ["box.cells=[64, 64]", "enrichment.runs=12", "enrichment.tolerance=1e-5"]
CONTROL_COST = 1e-4
SIMPSON = np.array([1, 4, 2, 4, 2, 4, 2, 4, 2, 4, 1]) / 30  # 10 intervals


def rows() -> list[Row]:
    """The bars that the gains have to reach."""
    body = reduced(read_scene("tshape", ["enrichment.runs=0"]), RANK)
    return [
        row("the T-shape", *body, 0.25),
        row("smoke, scene fluid", *reduced(read_scene("fluid", QUICK), FLUID_RANK), 0.4),
        row("smoke, scene leaves", *reduced(read_scene("leaves", QUICK), FLUID_RANK), 0.4),
        step_row("the T-shape", *body, 0.12),
    ]


def row(what: str, plant: Plant, track: Track, bar: float) -> Row:
    """The time of the gains of one motion, on its own tangents."""
    found, dt = [plant.tangent(state) for state in track.states[:-1]], plant.dt
    A, B = np.array([tangent[0] for tangent in found]), found[0][1]
    ours, scipy = compare_times(
        lambda: gains(A, B, dt), lambda: gains_by_scipy(A, B, dt), repeats=5, budget_s=10.0
    )
    detail = f"exact: {ours:.3g} s; SciPy, expm at 10 nodes a step: {scipy:.3g} s"
    states, controls = B.shape
    what = f"gains on its own A(t): {what}, {states} states, {controls} controls, {len(A)} steps"
    return Row(what, ours / scipy, bar, "at most", "x", detail)


def step_row(what: str, plant: Plant, projected: Track, bar: float) -> Row:
    """The time of the gains by the step map, of the plant's own motion: a viewer's slider waits for it."""
    forces, r, n, steps = projected.feedforward, plant.forces, plant.size, len(projected.feedforward)
    track = Track(reduced_states(plant, projected.states[0], forces), forces)
    controls = make_actuation(np.eye(r))
    at = np.array([steps // 2, steps])
    costs = Costs(
        np.zeros((n, n)), np.ones(steps), at, np.array([np.eye(n)] * len(at)), CONTROL_COST * np.eye(r)
    )
    ours, map_only = compare_times(
        lambda: lqr_gains(plant, track, costs, controls, "step"),
        lambda: linearised(plant, controls, track),
        repeats=9,
        budget_s=5.0,
    )
    what = f"LQR's gains from the step map, linearisations included: {what}, {n} states, {steps} steps"
    return Row(what, ours, bar, "at most", "s", f"of which {map_only:.3g} s are the linearisations")


def reduced(scene: Scene, rank: int) -> tuple[Plant, Track]:
    """A scene's plant, and its projected nominal run."""
    scene = scene.model_copy(update={"basis": type(scene.basis)(rank=rank)})
    kind = kind_of(scene)
    full = kind.full_model(scene)
    with tempfile.TemporaryDirectory() as folder:
        run = run_campaign(kind.nominal_run(full, lambda *_: None), folder, workers=0)[0]
        nominal = kind.read_nominal(full, run)
        training = run_campaign(kind.training_runs(nominal), f"{folder}/more", workers=0)
        basis = kind.basis(nominal, training)
        return kind.plant(nominal, training, basis)[0], kind.projected(nominal, basis)


def gains(A: Array, B: Array, dt: float) -> Gains:
    """The gains by softrein, with exact integrals: the side of the comparison that is judged."""
    return tvlqr(A, B, 1.0, CONTROL_COST, 1.0, dt, integrals="exact")


def gains_by_scipy(A: Array, B: Array, dt: float) -> Gains:
    """The gains by SciPy: an exponential at each of Simpson's 10 further nodes, and the same recursion."""
    n, s = B.shape
    F, G, costs = np.empty_like(A), np.empty((len(A), n, s)), []
    control = np.hstack([np.sqrt(CONTROL_COST * dt) * np.eye(s), np.zeros((s, n))])
    augmented = np.zeros((s + n, s + n))
    augmented[s:, :s] = B
    for i, a in enumerate(A):
        augmented[s:, s:] = a
        phi = [np.eye(n, s + n, s), *(expm(augmented * (k / 10 * dt))[s:] for k in range(1, 11))]
        G[i], F[i] = phi[-1][:, :s], phi[-1][:, s:]
        J = dt * sum(weight * p.T @ p for weight, p in zip(SIMPSON, phi, strict=True))
        costs.append(np.concatenate([half(J), control]))
    return finite_horizon(Steps(F, G, costs, {}), np.eye(n), cost_to_go=False)

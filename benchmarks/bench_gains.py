"""Gains of a whole motion, against a straightforward SciPy version of the same computation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm

from benchmarks.harness import Row, compare_times
from offline.full_body import build_full_body, simulate
from offline.gains import Gains, tvlqr
from offline.quadratic_cost import half
from offline.reference import reduced_reference
from offline.riccati import Steps, finite_horizon
from offline.scene import read_scene
from reduce.deformable import reduce_deformable
from reduce.pod import pod
from runtime.body import DeformablePlant

Array = NDArray[np.float64]

RANK, DT = 24, 0.01  # the scene's time step, s
CONTROL_COST = 1e-4
SIMPSON = np.array([1, 4, 2, 4, 2, 4, 2, 4, 2, 4, 1]) / 30  # 10 intervals


def rows() -> list[Row]:
    """The bar that the gains have to reach."""
    A, B = tshape_tangents()
    ours, scipy = compare_times(lambda: gains(A, B), lambda: gains_by_scipy(A, B), repeats=5, budget_s=10.0)
    detail = f"exact: {ours:.3g} s; SciPy, expm at 10 nodes a step: {scipy:.3g} s"
    states, controls = B.shape
    what = f"gains on the T-shape's own A(t), {states} states, {controls} controls, {len(A)} steps"
    return [Row(what, ours / scipy, 0.25, "at most", "x", detail)]


def tshape_tangents() -> tuple[Array, Array]:
    """A (T, n, n) and B (n, s) along the reference motion of the scene, on the basis of its centre line."""
    scene = read_scene("tshape")
    full = build_full_body(scene)
    states = np.array([u for u, _ in simulate(full)]).T
    basis = pod(states, RANK, mass=full.body.mass)
    model = reduce_deformable(full.body, basis, (scene.damping.mass, scene.damping.stiffness))
    plant = DeformablePlant(model, DT)
    track = reduced_reference(plant, full.loads, basis, full.start())
    tangents = [plant.tangent(state) for state in track.states[:-1]]
    return np.array([tangent[0] for tangent in tangents]), tangents[0][1]


def gains(A: Array, B: Array) -> Gains:
    """What is measured."""
    return tvlqr(A, B, 1.0, CONTROL_COST, 1.0, DT, integrals="exact")


def gains_by_scipy(A: Array, B: Array) -> Gains:
    """An exponential at each of Simpson's 10 nodes behind the first, then the same recursion."""
    n, s = B.shape
    F, G, costs = np.empty_like(A), np.empty((len(A), n, s)), []
    control = np.hstack([np.sqrt(CONTROL_COST * DT) * np.eye(s), np.zeros((s, n))])
    augmented = np.zeros((s + n, s + n))
    augmented[s:, :s] = B
    for i, a in enumerate(A):
        augmented[s:, s:] = a
        phi = [np.eye(n, s + n, s), *(expm(augmented * (k / 10 * DT))[s:] for k in range(1, 11))]
        G[i], F[i] = phi[-1][:, :s], phi[-1][:, s:]
        J = DT * sum(weight * p.T @ p for weight, p in zip(SIMPSON, phi, strict=True))
        costs.append(np.concatenate([half(J), control]))
    return finite_horizon(Steps(F, G, costs, {}), np.eye(n), cost_to_go=False)

"""Gains of a whole motion, against a straightforward SciPy version of the same computation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm

from benchmarks.harness import Row, compare_times
from offline.gains import Gains, tvlqr
from offline.quadratic_cost import half
from offline.riccati import Steps, finite_horizon

Array = NDArray[np.float64]

MODES, STEPS, DT = 24, 501, 0.01  # 48 states, 24 controls
CONTROL_COST = 1e-4
SIMPSON = np.array([1, 4, 2, 4, 2, 4, 2, 4, 2, 4, 1]) / 30  # 10 intervals


def rows() -> list[Row]:
    """The bar that the gains have to reach."""
    A, B = moving_spectrum()
    ours, scipy = compare_times(lambda: gains(A, B), lambda: gains_by_scipy(A, B), repeats=5, budget_s=10.0)
    detail = f"exact: {ours:.3g} s; SciPy, expm at 10 nodes a step: {scipy:.3g} s"
    return [Row("gains, 48 states, 24 controls, 501 steps", ours / scipy, 0.25, "at most", "x", detail)]


def moving_spectrum() -> tuple[Array, Array]:
    """A (T, n, n) and B (n, s) like a bending body's: omega dt 0.06 to 24, modes that turn and stiffen."""
    random = np.random.default_rng(1)
    turn = random.standard_normal((MODES, MODES))
    small_turn = expm(0.002 * (turn - turn.T))
    modes = np.linalg.qr(random.standard_normal((MODES, MODES)))[0]
    frequency = np.geomspace(0.06, 24, MODES) / DT
    A = np.zeros((STEPS, 2 * MODES, 2 * MODES))
    A[:, :MODES, MODES:] = np.eye(MODES)
    for i in range(STEPS):
        modes = small_turn @ modes
        stiffness = (modes * (frequency * (1 + 0.2 * np.sin(i / 30))) ** 2) @ modes.T
        A[i, MODES:, :MODES] = -stiffness
        A[i, MODES:, MODES:] = -0.1 * np.eye(MODES) - 2e-4 * stiffness
    return A, np.vstack([np.zeros((MODES, MODES)), np.eye(MODES)])


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

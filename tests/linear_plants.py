"""Small linear plants with a chosen spectrum, and weights, for tests of the gains and of plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from runtime import stepping
from runtime.plant import Plant
from softrein.errors import SimulationError


def oscillators(
    omega_dt: Sequence[float], damping_ratio: Sequence[float], dt: float, random: np.random.Generator
) -> np.ndarray:
    """A (2r, 2r) of r modes, d2p/dt2 = -K p - D dp/dt and z = [p, dp/dt], in coordinates turned at random."""
    omega, ratio = np.array(omega_dt) / dt, np.array(damping_ratio)
    turn = rotation(len(omega), random)
    stiffness, damping = (turn * omega**2) @ turn.T, (turn * (2 * ratio * omega)) @ turn.T
    zero = np.zeros_like(stiffness)
    return np.block([[zero, np.eye(len(omega))], [-stiffness, -damping]])


def on_velocities(r: int, s: int, random: np.random.Generator) -> np.ndarray:
    """B (2r, s): s random forces on r modes."""
    return np.vstack([np.zeros((r, s)), random.standard_normal((r, s))])


def rotation(n: int, random: np.random.Generator) -> np.ndarray:
    """A random orthogonal (n, n)."""
    return np.linalg.qr(random.standard_normal((n, n)))[0]


def semi_definite(n: int, rank: int, random: np.random.Generator) -> np.ndarray:
    """A random positive semi-definite (n, n) of this rank."""
    factor = random.standard_normal((rank, n))
    return factor.T @ factor / n


def relative_error(K: np.ndarray, expected: np.ndarray) -> float:
    """The largest error of any step's matrix, relative to that matrix's largest entry."""
    axes = (1, 2)
    return float((np.abs(K - expected).max(axis=axes) / np.abs(expected).max(axis=axes)).max())


class LinearData(NamedTuple):
    """What the kernels take of a plant z' = F z + G w + c (1 - cos z), entry by entry."""

    F: np.ndarray  # (n, n)
    G: np.ndarray  # (n, forces)
    curvature: np.ndarray  # (1,) c
    beyond: np.ndarray  # (1,) a step that starts with an entry above it fails


@njit
def step_linear(data: LinearData, state: np.ndarray, force: np.ndarray, following: np.ndarray) -> int:
    """The step, into `following`, which may be `state`."""
    end = data.F @ state + data.G @ force + data.curvature[0] * (1 - np.cos(state))
    failed = np.abs(state).max() > data.beyond[0] or not np.isfinite(end).all()
    following[:] = end
    return -1 if failed else 0


@njit
def linearise_linear(
    data: LinearData,
    state: np.ndarray,
    force: np.ndarray,
    following: np.ndarray,
    F: np.ndarray,
    G: np.ndarray,
) -> int:
    """The step and its Jacobians."""
    F[:] = data.F + np.diag(data.curvature[0] * np.sin(state))
    G[:] = data.G
    return step_linear(data, state, force, following)


stepping._STEPS[LinearData] = step_linear
stepping._LINEARISED[LinearData] = linearise_linear


class LinearPlant(Plant):
    """A linear plant, or one with so much `curvature`, that steps like any other."""

    def __init__(
        self, F: np.ndarray, G: np.ndarray, dt: float, curvature: float = 0.0, beyond: float = np.inf
    ) -> None:
        self.size, self.forces, self.dt, self.model = len(F), G.shape[1], dt, None
        self.positions = self.coordinates = slice(0, self.size)
        self.data = LinearData(F.copy(), G.copy(), np.array([curvature]), np.array([beyond]))

    def step(self, z: np.ndarray, w: np.ndarray) -> np.ndarray:
        following = np.empty(self.size)
        if step_linear(self.data, z, w, following) < 0:
            raise SimulationError("the step fails")
        return following

    def linearise(self, z: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        F, G = np.empty_like(self.data.F), np.empty_like(self.data.G)
        linearise_linear(self.data, z, w, np.empty(self.size), F, G)
        return F, G

    def tangent(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        raise NotImplementedError

    def step_batch(self, states: np.ndarray, forces: np.ndarray, out: np.ndarray) -> np.ndarray:
        raise NotImplementedError

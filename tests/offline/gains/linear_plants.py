"""Small linear plants with a chosen spectrum, and weights, for tests of the gains."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


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

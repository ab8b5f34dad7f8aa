"""Compiled kernels for F, G and J of `offline.gains.step_integrals`, step after step.

NumPy's stacked products took 1.4 times as long: a stack of steps does not stay in the cache as one step does.

Memory layout: C order; each matrix of a step is contiguous in the workspace, as BLAS wants it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from runtime.base.kernels import njit

Array = NDArray[np.float64]

# Largest |A h| of a block that is integrated directly. The first neglected term of the exponential is then
# 0.6^16 / 16! = 1e-17, and the error of Gauss quadrature 2e-16 (2 * 0.6)^12 = 2e-15, both relative.
SHORT = 0.6
TAYLOR_DEGREE = 15
GAUSS_POINTS = 6


class Plant(NamedTuple):
    """The plant to be integrated, with dt as the unit of time and every step's state scaled by its own d."""

    A: Array  # (T, n, n)  continuous system matrices, balanced
    B: Array  # (n, s)  input matrix, not scaled
    scale: Array  # (T, n)  d, balancing: z = d * (balanced z)
    root: Array  # (1 or T, m, n)  L with L' L = Q, not scaled; without rows if the state has no cost
    doublings: NDArray[np.int64]  # (T,)  number of halvings of h after which |A h| is short


class Result(NamedTuple):
    """F, G and J of every step; J is zero at first."""

    F: Array  # (T, n, n)  discrete system matrices
    G: Array  # (T, n, s)  discrete input matrices
    J: Array  # (T, s + n, s + n)  integrated costs over [w, z]


class Workspace(NamedTuple):
    """One step's matrices. Phi is without its identity, so that slow modes beside fast ones keep digits."""

    series: Array  # (q + 1, degree)  t^k / k! at the q Gauss points and at 1, k = 1, 2, ...
    weight: Array  # (q,)  square roots of the Gauss weights
    A: Array  # (n, n)
    powers: Array  # (degree, n, n + s)  [A^k, A^(k-1) B]
    powers_flat: Array  # (degree, n (n + s))  view of the same memory
    phi: Array  # (q + 1, n, n + s)  [F - I, G] at the Gauss points and at 1
    phi_flat: Array  # (q + 1, n (n + s))  view of the same memory
    root: Array  # (m, n)  L
    weighted: Array  # (q, m, n + s)  L times phi at the Gauss points, times weight
    weighted_flat: Array  # (q m, n + s)  view of the same memory
    gram: Array  # (n + s, n + s)  Gram matrix of `weighted`
    E: Array  # (n, n)  F - I
    G: Array  # (n, s)
    zz: Array  # (n, n)  J_zz
    zw: Array  # (n, s)  J_zw
    ww: Array  # (s, s)  J_ww
    cost_e: Array  # (n, n)  J_zz E
    cost_g: Array  # (n, s)  J_zz G + J_zw
    state: Array  # (n, n)  scratch
    mixed: Array  # (n, s)  scratch
    control: Array  # (s, s)  scratch
    mirror: Array  # (s, s)  scratch: transpose


def workspace(n: int, s: int, m: int) -> Workspace:
    """Make a workspace for n states, s controls and a cost of rank m."""
    node, weight = np.polynomial.legendre.leggauss(GAUSS_POINTS)
    degrees = np.arange(1, TAYLOR_DEGREE + 1)
    series = np.append((node + 1) / 2, 1.0)[:, None] ** degrees / [math.factorial(k) for k in degrees]
    powers = np.empty((TAYLOR_DEGREE, n, n + s))
    phi = np.empty((GAUSS_POINTS + 1, n, n + s))
    weighted = np.empty((GAUSS_POINTS, m, n + s))
    shapes = [(n, n), (n, s), (n, n), (n, s), (s, s), (n, n), (n, s), (n, n), (n, s), (s, s), (s, s)]
    return Workspace(
        series, np.sqrt(weight / 2), np.empty((n, n)), powers, powers.reshape(TAYLOR_DEGREE, -1), phi,
        phi.reshape(GAUSS_POINTS + 1, -1), np.empty((m, n)), weighted,
        weighted.reshape(GAUSS_POINTS * m, n + s), np.empty((n + s, n + s)),
        *(np.empty(shape) for shape in shapes),
    )  # fmt: skip


@njit(cache=True)
def bound_powers(A, work, bound):
    """Set `bound` (T,) to the larger of |A^3|^(1/3) and |A^4|^(1/4) in the 1-norm; `work` is (3, n, n)."""
    square, cube, fourth = work[0], work[1], work[2]
    for i in range(len(A)):
        np.dot(A[i], A[i], square)
        np.dot(square, A[i], cube)
        np.dot(square, square, fourth)
        bound[i] = max(_norm(cube) ** (1 / 3), _norm(fourth) ** (1 / 4))


@njit(cache=True)
def _norm(a):
    """Return the 1-norm; infinite where an entry is not finite."""
    largest = 0.0
    for column in range(a.shape[1]):
        total = 0.0
        for row in range(a.shape[0]):
            total += abs(a[row, column])
        if not math.isfinite(total):
            return math.inf
        largest = max(largest, total)
    return largest


@njit(cache=True)
def integrate_steps(plant, work, out):
    """Fill `out` (Result) for `plant` (Plant), using `work` (Workspace)."""
    costly = plant.root.shape[1] > 0
    for i in range(len(plant.A)):
        _short_motion(plant, i, work)
        if costly:
            _short_cost(plant, i, work)
        for _ in range(plant.doublings[i]):
            if costly:
                _double_cost(work)
            _double_motion(work)
        _store_motion(plant.scale[i], work, out.F[i], out.G[i])
        if costly:
            _store_cost(plant.scale[i], work, out.J[i])


@njit(cache=True, inline="always")
def _short_motion(plant, i, work):
    """Compute Phi over the short block of step i, by its Taylor series, at the Gauss points as well."""
    n, s = plant.B.shape
    share = 0.5 ** plant.doublings[i]
    for row in range(n):
        for column in range(n):
            work.A[row, column] = work.powers[0, row, column] = plant.A[i, row, column] * share
        for column in range(s):
            work.powers[0, row, n + column] = plant.B[row, column] * share / plant.scale[i, row]
    for k in range(1, len(work.powers)):
        np.dot(work.A, work.powers[k - 1], work.powers[k])
    np.dot(work.series, work.powers_flat, work.phi_flat)
    end = work.phi[len(work.phi) - 1]
    for row in range(n):
        for column in range(n):
            work.E[row, column] = end[row, column]
        for column in range(s):
            work.G[row, column] = end[row, n + column]


@njit(cache=True, inline="always")
def _short_cost(plant, i, work):
    """Compute J over the short block of step i, by Gauss points."""
    n, s = work.G.shape
    share = math.sqrt(0.5 ** plant.doublings[i])
    which = i if len(plant.root) > 1 else 0
    for row in range(len(work.root)):
        for column in range(n):
            work.root[row, column] = plant.root[which, row, column] * share * plant.scale[i, column]
    for node in range(len(work.weight)):
        for row in range(n):
            work.phi[node, row, row] += 1.0
            for column in range(n + s):
                work.phi[node, row, column] *= work.weight[node]
        np.dot(work.root, work.phi[node], work.weighted[node])
    np.dot(work.weighted_flat.T, work.weighted_flat, work.gram)
    work.zz[:] = work.gram[:n, :n]
    work.zw[:] = work.gram[:n, n:]
    work.ww[:] = work.gram[n:, n:]


@njit(cache=True, inline="always")
def _double_motion(work):
    """Square Phi, which doubles its time."""
    np.dot(work.E, work.G, work.mixed)
    np.dot(work.E, work.E, work.state)
    _add_twice(work.E, work.state)
    _add_twice(work.G, work.mixed)


@njit(cache=True)
def _add_twice(out, change):
    """Set out += out + change; `change` is overwritten."""
    np.add(out, change, change)
    np.add(out, change, out)


@njit(cache=True, inline="always")
def _double_cost(work):
    """Set J to J + Phi' J Phi, with F = I + E."""
    n = len(work.G)
    np.dot(work.zz, work.G, work.cost_g)
    np.add(work.cost_g, work.zw, work.cost_g)
    np.dot(work.G.T, work.cost_g, work.control)
    np.dot(work.zw.T, work.G, work.mirror)
    np.add(work.control, work.mirror, work.control)
    _add_twice(work.ww, work.control)
    np.dot(work.zz, work.E, work.cost_e)
    np.dot(work.E.T, work.cost_e, work.state)
    for row in range(n):
        for column in range(n):
            change = work.cost_e[row, column] + work.cost_e[column, row] + work.state[row, column]
            work.zz[row, column] += work.zz[row, column] + change
    np.dot(work.E.T, work.cost_g, work.mixed)
    np.add(work.cost_g, work.mixed, work.mixed)
    np.add(work.zw, work.mixed, work.zw)


@njit(cache=True)
def _store_motion(scale, work, F, G):
    n, s = work.G.shape
    for row in range(n):
        for column in range(n):
            F[row, column] = work.E[row, column] * scale[row] / scale[column]
        F[row, row] += 1.0
        for column in range(s):
            G[row, column] = work.G[row, column] * scale[row]


@njit(cache=True)
def _store_cost(scale, work, J):
    n, s = work.G.shape
    for row in range(s):
        for column in range(s):
            J[row, column] = (work.ww[row, column] + work.ww[column, row]) / 2
    for row in range(n):
        for column in range(s):
            J[s + row, column] = J[column, s + row] = work.zw[row, column] / scale[row]
        for column in range(n):
            mean = (work.zz[row, column] + work.zz[column, row]) / 2
            J[s + row, s + column] = mean / (scale[row] * scale[column])

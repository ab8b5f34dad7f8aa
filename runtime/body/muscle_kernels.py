"""The compiled half of `runtime.body.muscles`, whose formulas these are: kernels, and what they work on.

The midpoint scheme calls what stands at the end, by address (`runtime.base.addresses.Behind`): of a body
without any each is nothing at all. Limits: shapes are not checked; working memory is for one thread.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import boolean, float64, njit

from runtime.base.addresses import MATRIX, VECTOR, Hooks
from runtime.base.kernels import FASTMATH, Array

SLACK = 1e-9  # of a cable's length: what it may hang through and counts as taut, which is round-off


class MuscleWork(NamedTuple):
    """Working memory: what `add_pull` found."""

    control: Array  # (a,)
    tension: Array  # (a,)
    by_measure: Array  # (a,) dt/dm
    by_control: Array  # (a,) dt/dc
    measure: Array  # (a,)
    gradient: Array  # (a, r) dm/dp
    pull: Array  # (r,) the force
    edges: Array  # (3 s,) e
    blocks: Array  # (s, 3, 3) of each segment: what stands between E^T and E
    products: Array  # (3 s, r) those times E
    cables: Array  # (r, r) stiffness of cables, all of it
    bulges: Array  # (chambers, r, r) C + T p
    square: Array  # (r r,)
    turned: Array  # (3 s,) unit vectors of the segments
    along: Array  # (3 s,) E times a velocity
    curved: Array  # (a, r) d^2m/dp^2 times a velocity
    columns: Array  # (a, r) what a unit of each control adds to the equation of a step


class MuscleData(NamedTuple):
    """Muscles as kernels take them: with s segments, and working memory."""

    rest: Array  # (3 s,) e at rest
    modes: Array  # (3 s, r) E
    starts: Array  # (cables + 1,) where in the segments each cable begins
    springs: Array  # (cables,)
    lengths: Array  # (cables,) at rest
    volumes: Array  # (chambers,)
    slopes: Array  # (chambers, r)
    curvatures: Array  # (chambers, r, r)
    cubics: Array  # (chambers, r r, r)
    work: MuscleWork


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _measure(data: MuscleData, p: Array) -> None:
    """Measures and their gradients at p; the unit vector of each segment stays in `turned`."""
    work, cables, r = data.work, data.springs.size, p.size
    np.dot(data.modes, p, work.edges)
    for at in range(work.edges.size):
        work.edges[at] += data.rest[at]
    for j in range(cables):
        row, total = work.gradient[j], 0.0
        row[:] = 0.0
        for s in range(data.starts[j], data.starts[j + 1]):
            x, y, z = work.edges[3 * s], work.edges[3 * s + 1], work.edges[3 * s + 2]
            length = np.sqrt(x * x + y * y + z * z)
            total += length
            x, y, z = x / length, y / length, z / length
            work.turned[3 * s], work.turned[3 * s + 1], work.turned[3 * s + 2] = x, y, z
            one, two, three = data.modes[3 * s], data.modes[3 * s + 1], data.modes[3 * s + 2]
            for i in range(r):
                row[i] += x * one[i] + y * two[i] + z * three[i]
        work.measure[j] = total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _measure_chambers(data: MuscleData, p: Array) -> None:
    """Those of chambers; d^2V/dp^2 of each stays in `bulges`."""
    work, cables, r = data.work, data.springs.size, p.size
    for k in range(data.volumes.size):
        row, bulge, volume = work.gradient[cables + k], work.bulges[k], data.volumes[k]
        np.dot(data.cubics[k], p, bulge.reshape(-1))
        for i in range(r):
            slope = data.slopes[k, i]
            volume += slope * p[i]
            for j in range(r):
                curvature = data.curvatures[k, i, j]
                bulge[i, j] += curvature
                slope += 0.5 * (curvature + bulge[i, j]) * p[j]
                volume += (curvature / 3.0 + bulge[i, j] / 6.0) * p[i] * p[j]
            row[i] = -slope
        work.measure[cables + k] = -volume


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _set_tensions(data: MuscleData) -> None:
    """t, dt/dm and dt/dc of every muscle."""
    work = data.work
    for j in range(work.control.size):
        work.tension[j], work.by_measure[j], work.by_control[j] = work.control[j], 0.0, 1.0
        if j < data.springs.size and data.springs[j] > 0.0:
            stretch = work.measure[j] - data.lengths[j] + work.control[j]
            taut = data.springs[j] if stretch >= -SLACK * data.lengths[j] else 0.0
            work.tension[j], work.by_measure[j], work.by_control[j] = taut * max(stretch, 0.0), taut, taut


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def evaluate(data: MuscleData, p: Array) -> None:
    """Measures, gradients and tensions at p, under the controls that are there."""
    if data.springs.size > 0:
        _measure(data, p)
    _measure_chambers(data, p)
    _set_tensions(data)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _fold(data: MuscleData, target: Array) -> None:
    """target (r, r) = sum of E^T block E."""
    work, r = data.work, target.shape[0]
    for s in range(work.blocks.shape[0]):
        one, two, three = data.modes[3 * s], data.modes[3 * s + 1], data.modes[3 * s + 2]
        for a in range(3):
            x, y, z = work.blocks[s, a, 0], work.blocks[s, a, 1], work.blocks[s, a, 2]
            row = work.products[3 * s + a]
            for i in range(r):
                row[i] = x * one[i] + y * two[i] + z * three[i]
    np.dot(data.modes.T, work.products, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _set_blocks(data: MuscleData, along: Array, third: bool) -> None:
    """What stands between E^T and E: t W, or the derivative of t W a, and of dt/dm m' W, for a = E v."""
    work = data.work
    for j in range(data.springs.size):
        speed = 0.0  # m'
        if third:
            for at in range(3 * data.starts[j], 3 * data.starts[j + 1]):
                speed += work.turned[at] * along[at]
        for s in range(data.starts[j], data.starts[j + 1]):
            x, y, z = work.edges[3 * s], work.edges[3 * s + 1], work.edges[3 * s + 2]
            n, a = work.turned[3 * s : 3 * s + 3], along[3 * s : 3 * s + 3]
            length = np.sqrt(x * x + y * y + z * z)
            inner = n[0] * a[0] + n[1] * a[1] + n[2] * a[2] if third else 0.0
            turning = work.tension[j] / (length * length)
            scale = work.by_measure[j] * speed / length - turning * inner if third else turning * length
            for c in range(3):
                for d in range(3):
                    entry = scale * ((1.0 if c == d else 0.0) - n[c] * n[d])
                    if third:
                        entry -= turning * (n[c] * (a[d] - inner * n[d]) + (a[c] - inner * n[c]) * n[d])
                    work.blocks[s, c, d] = entry


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def stiffen(data: MuscleData) -> None:
    """The stiffness of cables."""
    work, r = data.work, data.work.pull.size
    if data.springs.size > 0:
        _set_blocks(data, work.edges, False)
        _fold(data, work.cables)
        for j in range(data.springs.size):
            if work.by_measure[j] > 0.0:
                row = work.gradient[j]
                for i in range(r):
                    for k in range(r):
                        work.cables[i, k] += work.by_measure[j] * row[i] * row[k]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _pull(data: MuscleData, p: Array, w: Array, half: float, residual: Array) -> float:
    work, r = data.work, p.size
    for j in range(work.control.size):
        work.control[j] = w[r + j]
    evaluate(data, p)
    stiffen(data)
    work.pull[:] = 0.0
    for j in range(work.control.size):
        for i in range(r):
            work.pull[i] -= work.tension[j] * work.gradient[j, i]
    total = 0.0
    for i in range(r):
        residual[i] -= half * work.pull[i]
        total += work.pull[i] * work.pull[i]
    return np.sqrt(total)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_held_stiffness(data: MuscleData, scale: float, whole: bool, target: Array) -> None:
    """The stiffness there, as `add_muscle_stiffness` has it."""
    work, r = data.work, data.work.pull.size
    if data.springs.size > 0:
        for i in range(r):
            for j in range(i, r):
                target[i, j] += scale * work.cables[i, j]
    for k in range(data.volumes.size):
        pressure = work.control[data.springs.size + k]
        if whole and pressure != 0.0:
            for i in range(r):
                for j in range(i, r):
                    target[i, j] -= scale * pressure * work.bulges[k, i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def held_energy(data: MuscleData) -> float:
    """That of what `evaluate` found."""
    work, total = data.work, 0.0
    for j in range(work.control.size):
        if j < data.springs.size and data.springs[j] > 0.0:
            total += 0.5 * work.tension[j] ** 2 / data.springs[j]
        else:
            total += work.tension[j] * work.measure[j]
    return total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _energy(data: MuscleData, p: Array) -> float:
    evaluate(data, p)
    return float(held_energy(data))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _power(data: MuscleData, direction: Array) -> float:
    total = 0.0
    for i in range(direction.size):
        total += direction[i] * data.work.pull[i]
    return total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _curve(data: MuscleData, velocity: Array, along: Array) -> None:
    """d^2m/dp^2 times a velocity, of every muscle; E times it into `along`."""
    work, cables, r = data.work, data.springs.size, velocity.size
    work.curved[:] = 0.0
    if cables > 0:
        np.dot(data.modes, velocity, along)
    for j in range(cables):
        row = work.curved[j]
        for s in range(data.starts[j], data.starts[j + 1]):
            e, n, a = work.edges[3 * s : 3 * s + 3], work.turned[3 * s : 3 * s + 3], along[3 * s : 3 * s + 3]
            length = np.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2])
            inner = n[0] * a[0] + n[1] * a[1] + n[2] * a[2]
            for c in range(3):
                factor, modes = (a[c] - n[c] * inner) / length, data.modes[3 * s + c]
                for i in range(r):
                    row[i] += factor * modes[i]
    for k in range(data.volumes.size):
        row, bulge = work.curved[cables + k], work.bulges[k]
        for i in range(r):
            for j in range(r):
                row[i] -= bulge[i, j] * velocity[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_hessian(
    data: MuscleData, scale: float, whole: bool, velocity: Array, along: Array, target: Array
) -> None:
    """target += scale d(stiffness v)/dp, upper triangle, after `_curve`."""
    work, cables, r = data.work, data.springs.size, velocity.size
    third = work.square.reshape(r, r)
    if cables > 0:
        _set_blocks(data, along, True)
        _fold(data, third)
        for j in range(cables):
            if work.by_measure[j] > 0.0:
                one, other = work.gradient[j], work.curved[j]
                for i in range(r):
                    for k in range(r):
                        third[i, k] += work.by_measure[j] * (one[i] * other[k] + other[i] * one[k])
        for i in range(r):
            for k in range(i, r):
                target[i, k] += scale * third[i, k]
    for k in range(data.volumes.size):
        if whole:
            np.dot(data.cubics[k], velocity, work.square)
            for i in range(r):
                for j in range(i, r):
                    target[i, j] -= scale * work.control[cables + k] * third[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _vary(data: MuscleData, half: float, once: bool, projected: bool, velocity: Array, target: Array) -> None:
    work, cables = data.work, data.springs.size
    add_held_stiffness(data, -half, True, target)
    for j in range(work.control.size):
        for i in range(velocity.size):
            work.columns[j, i] = -half * work.by_control[j] * work.gradient[j, i]
    if once:
        _curve(data, velocity, work.along)
        _add_hessian(data, -half * half, not projected, velocity, work.along, target)
        for j in range(work.control.size):
            if j < cables or not projected:
                for i in range(velocity.size):
                    work.columns[j, i] -= half * half * work.by_control[j] * work.curved[j, i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_columns(data: MuscleData, X: Array, h: float, jacobian: Array) -> None:
    r, columns = jacobian.shape[0] // 2, data.work.columns
    for i in range(r):
        for j in range(columns.shape[0]):
            moved = 0.0
            for k in range(r):
                moved += X[i, k] * columns[j, k]
            jacobian[i, r + j] += h * moved
            jacobian[r + i, r + j] += 2.0 * moved


HOOKS = Hooks()

# (muscles, p, w, half, residual): the force at p, under the controls that follow r forces in w, times -half
# onto the residual; its norm
add_pull = HOOKS.number(_pull, VECTOR, VECTOR, float64, VECTOR)
# (muscles, scale, whole, target): target (r, r or wider) += scale times the stiffness there, upper triangle;
# that of cables alone unless `whole`
add_muscle_stiffness = HOOKS.called(add_held_stiffness, float64, boolean, MATRIX)
# (muscles, p): the energy at p under the same controls
muscle_energy = HOOKS.number(_energy, VECTOR)
# (muscles, direction): the force times a direction
muscle_power = HOOKS.number(_power, VECTOR)
# (muscles, half, once, projected, velocity, target): what they add to N of `runtime.body.linearisation`,
# upper triangle, and to the right side by their controls, which stays in `columns`
vary_muscles = HOOKS.called(_vary, float64, boolean, boolean, VECTOR, MATRIX)
# (muscles, X, h, G): what a part of a step adds to the Jacobian G (2r, r + a) by their controls, which move
# its mean velocity by X columns^T
add_columns = HOOKS.called(_add_columns, MATRIX, float64, MATRIX)

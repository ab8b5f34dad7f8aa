"""Placement of markers: a greedy choice by the cost of the estimate's error to the controller.

Where a controller w = K z acts on an estimate whose error has the covariance P, the motion costs

    1/2 tr(W P),    W_k = K_k^T (R + G_k^T P_k+1 G_k) K_k

more in each step than where it acts on the truth (the separation principle: Astrom, Introduction to
Stochastic Control Theory, 8.7). One marker after the other is put where one measurement of it
lowers tr(W P) most, P being the observer's covariance with the markers chosen so
far; W is the mean along the motion. No other single marker does more than the one chosen, but several
together may.

P is that of a steady state of the step linearised in the middle of the motion, after at least as many steps
as the motion has. The covariance k = 2^i steps ahead follows by structure-preserving doubling from k =
2^(i-1) (Chu, Fan and Lin 2005, algorithm 3.1), from no error at the start. In an unstable direction that no
marker measures yet the error grows without bound: fewer steps are taken then, enough to put the next marker
where it measures it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from runtime.bundle.body import BodyBundle
from runtime.observing.kinds import MARKER
from runtime.observing.sensors import Sensor, measured_by, steps_along
from runtime.plant.track import Track
from softrein.errors import ControllerError

Array = np.ndarray

NOISE = 1e-3  # m, marker noise if none is given
# Largest covariance, as a multiple of the noise added in a step. It is unbounded for unstable directions that
# no marker sees, and larger values would hide all other directions. Stable motions reach some tens.
GROWTH = 1e10


class Placement(NamedTuple):
    """Markers in the order of their choice, and the cost with each."""

    vertices: list[int]
    # tr(W P), expected cost, without markers, then with the first, the first two and so on
    costs: list[float]


def place_markers(
    bundle: BodyBundle, count: int, noise: float = NOISE, every: int = 1, present: Sequence[Sensor] = ()
) -> Placement:
    """Choose `count` more markers on the skin of a body, beside those among the sensors `present`.

    Raises ControllerError where the skin has fewer vertices that can move.
    """
    shape, steps = bundle.shape, bundle.steps
    taken = {vertex for sensor in present for vertex in sensor.vertices}
    skin = [v for v in movable_skin(bundle.surface, bundle.free).tolist() if v not in taken]
    if count > len(skin):
        raise ControllerError(f"{count} markers: the skin has {len(skin)} vertices that can move")
    A, Q = _model(bundle)
    weight = _weight(bundle)
    chosen = [sensor for sensor in present if sensor.kind == MARKER]
    found = Placement([], [])
    candidates = shape.modes[skin]
    unseen = bundle.unmodelled.get("places", np.zeros_like(bundle.vertices))[skin]
    for number in range(count + 1):
        seen = _information(bundle, chosen, len(A))
        corrected = _after(_covariance(A, Q, seen, steps), seen)
        found.costs.append(float(np.sum(weight * corrected[: len(weight), : len(weight)])))
        if number == count:
            break
        gain = _gains(corrected, weight, candidates, (noise**2 + unseen**2) * every)
        gain[[skin.index(vertex) for vertex in found.vertices]] = -np.inf
        best = skin[int(np.argmax(gain))]
        found.vertices.append(best)
        chosen.append(Sensor([best], noise, every))
    return found


def movable_skin(surface: Array, free: Array) -> Array:
    """Return where markers may be: the vertices of a surface (k, 3) that can move, by `free` coordinates."""
    return np.intersect1d(np.unique(surface), free // 3)


def with_markers(bundle: BodyBundle, count: int) -> BodyBundle:
    """Return the bundle with the `count` most useful markers instead of its own, as exact as its first."""
    like = next((sensor for sensor in bundle.sensors if sensor.kind == MARKER), Sensor([], NOISE))
    found = place_markers(bundle, count, like.noise, like.every)
    others = [sensor for sensor in bundle.sensors if sensor.kind != MARKER]
    return replace(bundle, sensors=[replace(like, vertices=found.vertices), *others])


def _model(bundle: BodyBundle) -> tuple[Array, Array]:
    """Return A (N, N) of the step in the middle of the motion, and the covariance Q of its noise."""
    plant, middle = bundle.plant(), bundle.steps // 2
    track = Track(bundle.track.states[middle : middle + 2], bundle.track.feedforward[middle : middle + 1])
    F, G = steps_along(plant, track, bundle.rank)
    S, decay, lacking = bundle.unknown
    n, size = plant.size, plant.size + bundle.rank
    A, Q = decay * np.eye(size), np.zeros((size, size))
    A[:n, :n], A[:n, n:] = F[0], G[0]
    lacked = lacking @ G[0].T
    Q[:n, :n], Q[n:, n:] = lacked.T @ lacked, (1 - decay**2) * S.T @ S
    return A, Q


def _weight(bundle: BodyBundle) -> Array:
    """Return the mean of W along the motion (n, n)."""
    gains, after, total = bundle.setting.cost_to_go.gains, bundle.setting.value_after, 0.0
    _, along, _ = bundle.setting.jacobians
    for k, G in enumerate(along):
        K = gains[k]
        total = total + K.T @ (bundle.dt * bundle.costs.control + G.T @ after[k] @ G) @ K
    return np.asarray(total / len(along))


def _information(bundle: BodyBundle, sensors: Sequence[Sensor], size: int) -> Array:
    """Return H^T N^-2 H (N, N) of a step; sensors that measure in some steps only count less."""
    found = np.zeros((size, size))
    if sensors:
        model = measured_by(sensors, bundle.shape, bundle.dt, bundle.unmodelled)
        r = model.places.shape[1]
        found[:r, :r] = model.places.T @ (model.places / (model.noise**2 * model.every)[:, None])
    return found


def _covariance(A: Array, Q: Array, information: Array, steps: int) -> Array:
    """Return P (N, N) before a measurement, after at least `steps` steps, or as many as `GROWTH` allows."""
    a, g, h, one = A.T.copy(), information, Q, np.eye(len(A))
    for _ in range(int(np.ceil(np.log2(max(steps, 2))))):
        both = np.linalg.solve(one + g @ h, np.hstack([a, g]))
        a_next, g_part = both[:, : len(A)], both[:, len(A) :]
        longer = h + a.T @ h @ a_next
        if not np.trace(longer) <= GROWTH * np.trace(Q):
            break
        g, h, a = g + a @ g_part @ a.T, 0.5 * (longer + longer.T), a @ a_next
    return np.asarray(h)


def _after(P: Array, information: Array) -> Array:
    """Return the covariance after a measurement."""
    found = P @ np.linalg.inv(np.eye(len(P)) + information @ P)
    return np.asarray(0.5 * (found + found.T))


def _gains(P: Array, weight: Array, candidates: Array, variance: Array) -> Array:
    """Return by how much tr(W P) falls with a measurement of each of the `candidates` (k, 3, r).

    The noise of each of their coordinates has the `variance` (k, 3).
    """
    r, n = candidates.shape[2], len(weight)
    seen = candidates @ P[:r]  # H P (k, 3, N) of each candidate
    inner = seen[:, :, :r] @ candidates.transpose(0, 2, 1) + variance[:, :, None] * np.eye(3)
    worth = seen[:, :, :n] @ weight @ seen[:, :, :n].transpose(0, 2, 1)
    # pseudo-inverse, as the covariance may be large in one direction only
    inverse = np.linalg.pinv(inner, hermitian=True)
    return np.asarray(np.trace(inverse @ worth, axis1=1, axis2=2))

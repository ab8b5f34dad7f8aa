"""The costs by which a motion is judged: the state's part of [002], equation 5, and the effort.

    error = sqrt( integral of dz^T Q dz + sum of q (C dz - g)^2 dt  +  sum over instants of dz_i^T Q_i dz_i )

with the scene's own weights; the final cost is the instant at the last step. The error has the unit of the
weights' root, and at equal weights it is a root of summed squares of deviations, comparable between
controllers. The middle sum is over places that are to follow paths, if there are any: the deviation's places
C dz against goals g, both measured from the places in the reference.

Effort is the integral of `w_fb^T w_fb`. The cost that a controller minimises is
`1/2 (error^2 + rho effort)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np

NOWHERE, NO_WEIGHTS = np.zeros((0, 0)), np.zeros(0)


class Costs(NamedTuple):
    """Weights on the deviation of the state, and on the distances of `places`, its rows, from paths."""

    running: np.ndarray  # (n, n) Q, weight of state deviations, a density in time
    schedule: np.ndarray  # (T,)   factor of `running` in each step
    steps: np.ndarray  # (i,)    steps at which single instants are weighted, 0 ... T
    instants: np.ndarray  # (i, n, n) weights at these instants
    control: np.ndarray  # (s, s) R of the shipped gains, a density in time
    # (m, n) C: coordinates in space of the places that follow paths, by the deviation of the state
    places: np.ndarray = NOWHERE
    goals: np.ndarray = NOWHERE  # (T + 1, m) m, deviations that these places should have at each instant
    weights: np.ndarray = NO_WEIGHTS  # (m,) q: weights of the places, densities in time


def follows(costs: Costs) -> bool:
    """Whether anything is to follow a path."""
    return bool(costs.weights.size)


def instants_of(costs: Costs, more: Iterable[tuple[int, np.ndarray]] = ()) -> dict[int, np.ndarray]:
    """Return the weights (n, n) at single instants, and `more`, by step; several at one step are added."""
    found: dict[int, np.ndarray] = {}
    for step, weight in chain(zip(costs.steps.tolist(), costs.instants, strict=True), more):
        found[step] = found[step] + weight if step in found else weight
    return found


def with_instants(costs: Costs, more: Iterable[tuple[int, np.ndarray]]) -> Costs:
    """Return the costs with further weights (n, n) at steps, added to those that are there."""
    found = instants_of(costs, more)
    steps = sorted(found)
    return costs._replace(
        steps=np.array(steps, dtype=np.int64),
        instants=np.reshape([found[step] for step in steps], (len(steps), *costs.running.shape)),
    )


def along_other_states(costs: Costs, before: np.ndarray, after: np.ndarray) -> Costs:
    """Return the costs of a motion whose reference states are `after` instead of `before`, (T + 1, n) each.

    Goals of places are measured from the places in the reference, so that these stay where they are in space.
    """
    if not follows(costs):
        return costs
    return costs._replace(goals=costs.goals + (before - after) @ costs.places.T)


def misses(costs: Costs, index: int | slice, deviation: np.ndarray) -> np.ndarray:
    """The distances (m, count) of places from goals, for deviations (n, count) at one instant, or at each."""
    goals = np.atleast_2d(costs.goals[index])
    return np.asarray(costs.places @ deviation - goals.T)


ROUND_OFF = 1e-9  # fraction of a weight's largest entry that counts as round-off


def is_weight(weights: np.ndarray) -> bool:
    """Whether matrices (..., k, k) are symmetric and positive semi-definite, but for round-off."""
    scale = np.abs(weights).max(axis=(-2, -1), initial=0.0)[..., None]
    turned = np.swapaxes(weights, -2, -1)
    if not (np.abs(weights - turned) <= ROUND_OFF * scale[..., None]).all():
        return False
    return bool((np.linalg.eigvalsh((weights + turned) / 2) >= -ROUND_OFF * scale).all())


def error_at(costs: Costs, index: int, deviation: np.ndarray, dt: float) -> np.ndarray:
    """The squared error (count,) that state `index` of 0 ... T adds, for deviations (n, count)."""
    total = np.zeros(deviation.shape[1])
    share = dt / 2 * costs.schedule[max(index - 1, 0) : index + 1].sum()  # trapezoidal rule
    if share and costs.running.any():
        total += share * np.einsum("ib,ib->b", deviation, costs.running @ deviation)
    if share and follows(costs):
        total += share * (costs.weights @ misses(costs, index, deviation) ** 2)
    for step, weight in zip(costs.steps, costs.instants, strict=True):
        if step == index:
            total += np.einsum("ib,ib->b", deviation, weight @ deviation)
    return total


def error_of(costs: Costs, states: np.ndarray, reference: np.ndarray, dt: float) -> float:
    """The error of one run with `states` and `reference` (T + 1, n)."""
    deviation = (states - reference).T
    terms = [error_at(costs, k, deviation[:, k : k + 1], dt)[0] for k in range(len(reference))]
    return float(np.sqrt(np.sum(terms)))


def squared_between(costs: Costs, first: int, deviations: np.ndarray, dt: float) -> float:
    """The squared error of a stretch of the motion, of the deviations (k, n) from state `first` on.

    Consecutive stretches add up to the whole: a single instant counts in the stretch that arrives at it, and
    the one at state 0 in the stretch that begins with it. A stretch without a step has no error.
    """
    last = first + len(deviations) - 1
    if last <= first:
        return 0.0
    taken, steps = np.arange(len(costs.schedule)), np.asarray(costs.steps)
    arrived = ((steps > first) & (steps <= last)) | ((steps == 0) & (first == 0))
    part = costs._replace(
        schedule=np.where((taken >= first) & (taken < last), costs.schedule, 0.0),
        steps=steps[arrived],
        instants=costs.instants[arrived],
    )
    terms = [error_at(part, first + k, each[:, None], dt)[0] for k, each in enumerate(deviations)]
    return float(np.sum(terms))

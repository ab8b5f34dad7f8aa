"""The motion that follows an animation: the fit to the basis becomes goals over time, as paths have them.

The mean squared distance of the body's points from it has the cost

    1/2 w |R p - g_k|^2     (`offline.animation.bound`)

and the motion minimises its sum with the control's own cost. A weight w that is not given begins
where it hardly moves the slowest mode, of K p = lambda p, from the start p_0,

    w = rho lambda^2 sum |p_k - p_0|^2 / sum |R p_0 - g_k|^2 / EARLIER,

and is raised by factors of ten until the motion is near enough. An animation that asks for what a body cannot
do (to stretch where it would bend, to jump) is followed ever more closely by ever larger forces, under which
a full body does not move alike; so among weights that bring the motion at least half of the way, that one is
taken for which

    (distance from the fit)^2 x effort

is least: beyond it a raise costs more than it gains. Where limits or the actuators
do not allow half of the way, it is the smallest weight that brings the motion as near as any.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from offline.animation.bound import Fit
from offline.keyframes.request import ACCURACY, Request, find
from offline.keyframes.waypoints import NEAR
from runtime.body.plant import BodyPlant
from runtime.control.base.costs import Costs
from runtime.control.planning.motion import NEARER, ROUGH, Motion
from runtime.plant.actuation import Actuation

Array = np.ndarray

EARLIER, RAISE, MOST_RAISES = 100.0, 10.0, 14
HALF = 0.5  # fraction of the distance between standing still and the fit that a candidate must cover
# m rms: distance at which raising the weight ends; for small motions a fraction of their extent
CLOSE = NEARER * NEAR
SHARE = 0.01
WASTED = 10.0  # ratio of the product (distance^2 x effort) to its minimum at which raising the weight ends
AS_NEAR = 1.05  # ratio to the least distance up to which a motion counts as equally near


class _Try(NamedTuple):
    weight: float
    motion: Motion
    far: float  # m rms, distance from the fit

    @property
    def product(self) -> float:
        return self.far**2 * float(np.sum(self.motion.controls**2))


def find_following(
    request: Request, plant: BodyPlant, actuation: Actuation, start: Array, repeats: bool
) -> tuple[Request, Motion]:
    """Return the goals with the weight that was chosen, and the motion; as `find` without an animation."""
    fit = request.fit
    if fit is None:
        return request, find(request, plant, actuation, start, repeats)

    def search(weight: float, begin: Motion | None, accuracy: float) -> _Try:
        pulled = request._replace(costs=with_fit(request.costs, fit, weight, start))
        motion = find(pulled, plant, actuation, start, repeats, begin, accuracy)
        return _Try(weight, motion, fit.distance(motion.states[:, : plant.model.rank]))

    still = fit.distance(np.tile(start[: plant.model.rank], (len(fit.goals), 1)))
    enough = max(min(CLOSE, SHARE * still), fit.lost.rms)
    given, first = request.weight, _first_weight(request, plant, start, still)
    tries = [search(first if given is None else min(first, given), None, ROUGH)]
    while given is not None and tries[-1].weight < given:
        tries.append(search(min(RAISE * tries[-1].weight, given), tries[-1].motion, ROUGH))
    while given is None and tries[-1].far > enough and len(tries) <= MOST_RAISES:
        tries.append(search(RAISE * tries[-1].weight, tries[-1].motion, ROUGH))
        on_the_way = [each.product for each in tries if each.far <= HALF * still]
        if on_the_way and on_the_way[-1] > WASTED * min(on_the_way):
            break
    best = tries[-1] if given is not None else _chosen(tries, still, enough)
    return request._replace(weight=best.weight), search(best.weight, best.motion, ACCURACY).motion


def _chosen(tries: list[_Try], still: float, enough: float) -> _Try:
    if tries[-1].far <= enough:
        return tries[-1]
    near = [each for each in tries if each.far <= HALF * still]
    if near:
        return min(near, key=lambda each: each.product)
    least = min(each.far for each in tries)
    return next(each for each in tries if each.far <= AS_NEAR * least)


def with_fit(costs: Costs, fit: Fit, weight: float, start: Array) -> Costs:
    """Add the squared distance from the fit, by `weight`, to costs of deviations from `start` (2r,)."""
    rows = np.pad(fit.rows, ((0, 0), (0, len(start) - fit.rows.shape[1])))
    return costs._replace(
        places=np.concatenate([costs.places, rows]),
        goals=np.hstack([costs.goals, fit.goals - rows @ start]),
        weights=np.append(costs.weights, np.full(len(rows), weight)),
    )


def _first_weight(request: Request, plant: BodyPlant, start: Array, still: float) -> float:
    """Return the first weight, by the module's formula."""
    assert request.fit is not None
    rank, control = plant.model.rank, request.costs.control
    slowest = float(np.abs(np.linalg.eigvalsh(plant.model.stiffness(start[:rank]))).min())
    way = np.mean(np.sum((request.fit.coordinates - start[:rank]) ** 2, axis=1))
    return float(np.trace(control)) / len(control) * slowest**2 * float(way) / still**2 / EARLIER

"""Costs of a scene's forces of contact, which shall be the same as in the reference.

About the reference p_k the force f of an obstacle is f_k + J_k (p - p_k). So q |f - f_k|^2, a density in
time, is a weight of each instant,

    h/2 (s_k-1 + s_k) q (p - p_k)^T J_k^T J_k (p - p_k)

with the schedule s, as for paths. J_k is by central differences of the force at rest at p_k; so friction and
damping, which vanish at rest, are not weighed.

Limits: where the reference does not touch, J_k is zero and so is the cost; where it never touches, a
warning says so. Beyond the point where contact is lost the cost still grows. There are at most `MOST` such
instants, spread evenly over those in contact, and each stands for its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from offline.scenes.body.contact import ForcePart
from runtime.body.handle.tool import standing
from runtime.body.terms.contact import Feeler
from runtime.bundle.body import BodyBundle
from runtime.control.base.costs import Costs, with_instants
from softrein.errors import warn

Array = np.ndarray

MOST = 200  # most instants at which derivatives are computed
# step of difference quotients by coordinates, relative to the step that moves a sample by the layer thickness
APART = 1e-6


def with_forces(bundle: BodyBundle, parts: Sequence[ForcePart]) -> Costs:
    """Return a bundle's costs with those of a scene's forces; warn of one that the reference never feels."""
    costs, touching = bundle.costs, bundle.touching
    if not parts or touching is None:
        return costs
    known = bundle.track.feedforward[:, bundle.inputs["tools"]]
    known = np.concatenate([known, standing(known[-1], bundle.dt)[None]])
    feeler, r = Feeler(touching), bundle.rank
    around = np.pad(costs.schedule, 1)
    shares = 0.5 * bundle.dt * (around[1:] + around[:-1])
    found: dict[int, Array] = {}
    for i, part in enumerate(parts):
        which = bundle.obstacles.index(part.obstacle)
        touched = [
            k
            for k, state in enumerate(bundle.track.states)
            if shares[k] and feeler.pressing(state[:r], known[k], which).any()
        ]
        if not touched:
            warn(
                f"control.forces.{i}.obstacle: the reference never touches {part.obstacle!r} while costs "
                "are weighted, so this weight has no effect; leave it out, or move the reference there"
            )
        for group in np.array_split(touched, min(len(touched), MOST) or 1):
            if not len(group):
                continue
            k = int(group[len(group) // 2])
            slopes = _slopes(feeler, bundle.track.states[k, :r], known[k], which)
            own = found.setdefault(k, np.zeros_like(costs.running))
            own[:r, :r] += part.weight * shares[group].sum() * slopes.T @ slopes
    return with_instants(costs, found.items())


def _slopes(feeler: Feeler, p: Array, known: Array, which: int) -> Array:
    """Return J (3, r) by central differences."""
    apart = APART * feeler.data.law[0] / feeler.data.reach.max()
    ways = apart * np.eye(len(p))
    ends = [[feeler.pressing(p + sign * way, known, which) for way in ways] for sign in (1, -1)]
    return np.asarray((np.array(ends[0]) - ends[1]).T / (2 * apart))

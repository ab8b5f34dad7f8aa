"""Controls that hold places on their paths: a static inverse, for controllers that do not plan for goals.

    a_k = S_k h_k,     S_k = (1 - F_k)^-1 G_k,     h_k = (C S_k)^+ g_k

To first order h_k are the least controls that bring places C to their goals g_k
(`runtime.control.base.costs`) once the plant has settled; a_k is the deviation at which it settles, with the
rates of its places from step to step. Feedback about a instead of about the reference is w_fb = K (dz - a) +
h: the same gains, and an offset.

Limits: forces of acceleration, defects, and the controls' limits are left out. Where not all goals can be met
they weigh as in the costs; a direction in which controls have hardly any effect is not held.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.control.base.costs import Costs
from softrein.errors import ControllerError

Array = np.ndarray
# cut-off of singular values, relative to the largest: below it, holding a place would cost a million times
# the effort
HARDLY = 1e-3


class SteadyState(NamedTuple):
    """The static deviation of a motion of T steps on its paths, and the controls that hold it there."""

    controls: Array  # (T, s) h, static controls
    aside: Array  # (T + 1, n) a, static deviation of the state

    def offset(self, gains: Array, at_end: bool) -> Array:
        """The offset (T, s) with which gains (T or 1, s, n) act about these places.

        `at_end` says that the gains act on the deviation at the end of each step.
        """
        aside = self.aside[1:] if at_end else self.aside[:-1]
        return self.controls - np.matmul(gains, aside[..., None])[..., 0]


def steady_on_paths(
    F: Array, G: Array, costs: Costs, positions: slice, dt: float, repeats: bool
) -> SteadyState:
    """Compute h and a from the Jacobians of each step by state (T, n, n) and by control (T, n, s).

    Raises ControllerError where the plant does not settle.
    """
    try:
        settled = np.linalg.solve(np.eye(F.shape[1]) - F, G)
    except np.linalg.LinAlgError as error:
        raise ControllerError(
            f"no control holds places on paths, as the plant does not settle: {error}"
        ) from error
    instants = np.append(np.arange(len(F)), 0 if repeats else len(F) - 1)
    root = np.sqrt(costs.weights)[:, None]
    inverse = np.linalg.pinv(root * costs.places @ settled, rcond=HARDLY)[instants]
    controls = np.matmul(inverse, (root.T * costs.goals)[..., None])
    aside = np.matmul(settled[instants], controls)[..., 0]
    aside[:, positions.stop :] = _rates(aside[:, positions], dt, repeats)
    return SteadyState(controls[:-1, :, 0], aside)


def _rates(places: Array, dt: float, repeats: bool) -> Array:
    """The rates of places (T + 1, k) at each instant; if the motion repeats, the last is the first one."""
    if not repeats:
        return np.gradient(places, dt, axis=0)
    around = np.concatenate([places[-2:-1], places, places[1:2]])
    return (around[2:] - around[:-2]) / (2 * dt)

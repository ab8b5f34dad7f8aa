"""A body that a few actuators within limits move, for tests of files and of controllers in C."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from runtime.bundle.body import BodyBundle


def few_actuators(bundle: BodyBundle) -> BodyBundle:
    """Three actuators, with limits that are met, a standing load, offsets, and gains that need no Riccati."""
    r, rng = bundle.rank, np.random.default_rng(4)
    actuators = rng.normal(size=(r, 3))
    pull = np.linalg.lstsq(actuators, np.eye(r), rcond=None)[0]
    pd = -np.hstack([20 * pull, 4 * pull])[None]
    stable = -np.hstack([500 * actuators.T, 20 * actuators.T])[None]
    costs = bundle.costs._replace(control=np.eye(3))
    model = bundle.model._replace(standing=0.05 * rng.normal(size=r))
    limits = np.array([[-0.01, 0.02], [-np.inf, np.inf], [0, 0.01]])
    return replace(
        bundle, actuators=actuators, limits=limits, costs=costs, model=model,
        gains={"pd": pd, "lqr": np.repeat(pd, bundle.steps, axis=0), "spd": stable},
        offsets={name: 0.05 * rng.normal(size=(bundle.steps, 3)) for name in ("lqr", "spd")},
    )  # fmt: skip

"""A bundle of a body with actuators of its own: two cables, a chamber, and a force."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np

from offline.gains.lqr import remade_lqr
from runtime.bundle.body import BodyBundle

HELD = np.array([0.02, 2e-4, 20.0])  # N, m and Pa, by the reference


def with_actuators(bundle: BodyBundle) -> BodyBundle:
    """The bundle with a cable of given tension, one of given length, and limits that LQR meets if pushed."""
    r, random = bundle.rank, np.random.default_rng(3)
    far = np.argsort(bundle.vertices[:, 0])
    route = far[[0, len(far) // 2, -1, 1, -2]]
    curvature, cubic = random.normal(size=(r, r)), random.normal(size=(r, r, r))
    muscles = {
        "points": bundle.vertices[route],
        "point_modes": bundle.shape.modes[route],
        "cables": np.array([0, 3, 5]),
        "springs": np.array([0.0, 50.0]),
        "volumes": np.array([1e-4]),
        "volume_slopes": 1e-4 * random.normal(size=(1, r)),
        "volume_curvatures": 1e-4 * (curvature + curvature.T)[None],
        "volume_cubics": 1e-4
        * sum(cubic.transpose(order) for order in permutations(range(3))).reshape(1, r, -1),
    }
    actuators = np.zeros((r + 3, 4))
    actuators[r:, :3] = np.diag([1.0, 1e-3, 1e3])  # N, mm and kPa
    actuators[:r, 3] = 0.1 * random.normal(size=r)
    skin, triangles = np.unique(bundle.surface, return_inverse=True)
    walls = {  # as if the chamber filled the body
        "corners": np.repeat(skin[:, None], 4, axis=1),
        "weights": np.tile([1.0, 0.0, 0.0, 0.0], (len(skin), 1)),
        "triangles": triangles.reshape(-1, 3),
        "chambers": np.array([0, len(bundle.surface)]),
    }
    found = replace(
        bundle, muscles=muscles, walls=walls, actuators=actuators,
        limits=np.array([[0.0, 0.03], [0.0, 0.3], [-0.02, 0.03], [-0.05, 0.1]]),
        costs=bundle.costs._replace(control=1e-4 * np.eye(4)),
        track=bundle.track._replace(feedforward=_with(bundle.track.feedforward, HELD)),
        uncontrolled=_with(bundle.uncontrolled, HELD),
        correction=_with(bundle.correction, 0 * HELD) if len(bundle.correction) else bundle.correction,
        gains={}, offsets={}, parts={}, discretisation="step",
    )  # fmt: skip
    return found.with_controllers({"lqr": remade_lqr(found)})


def _with(force: np.ndarray, held: np.ndarray) -> np.ndarray:
    """Forces (T, r) followed by the inputs of cables and chambers."""
    return np.hstack([force, np.tile(held, (len(force), 1))])

"""Bundles of a few numbers each, made by code: complete, quick to load, and with every field in use."""

from __future__ import annotations

from typing import Any

import numpy as np

from meshes import block
from runtime.body.model import BodyModel
from runtime.body.polynomial import Polynomial, monomial_length, pack_panels
from runtime.bundle.body import BodyBundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.costs import Costs
from runtime.control.paths import Path
from runtime.observing.sensors import Observing, Sensor
from runtime.plant.push import Ensemble, Push
from runtime.plant.track import Track
from runtime.smoke.model import SmokeModel
from runtime.target import Target

STEPS, DT, RANK = 12, 0.02, 2


def tiny_body() -> BodyBundle:
    """A block whose lower end is held, in two modes, with a ball, a path, a skin, two actuators."""
    mesh = block((1, 2, 1), (0.1, 0.2, 0.1))
    free = np.flatnonzero(np.repeat(mesh.vertices[:, 1] > 1e-9, 3))
    rng = np.random.default_rng(0)
    states = _motion(2 * RANK, RANK)
    ball = Target("ball", "top", (0.0, 0.3, 0.1), 0.03, 0.2, 8, 2, ((0.0, 0.5, 0.1), (0.0, 0.4, 0.1)))
    shared = _shared(RANK, 2 * RANK, states)
    turns = 2 * np.pi * np.arange(STEPS + 1)[:, None] / STEPS
    shared["costs"] = shared["costs"]._replace(
        places=np.array([[0.2, 0.0, 0, 0], [0.1, 0.3, 0, 0]]),
        goals=0.05 * np.hstack([np.cos(turns), np.sin(turns)]), weights=np.array([2.0, 3.0]),
    )  # fmt: skip
    bundle = BodyBundle(
        **shared,
        paths=[Path("top", "xz", STEPS * DT)],
        newton_iterations=1,
        densities={"body": 1000.0},
        watch="top",
        vertices=mesh.vertices,
        tets=mesh.tets,
        surface=mesh.surface,
        free=free,
        vectors=rng.normal(size=(len(free), RANK)),
        regions={
            "top": np.flatnonzero(mesh.vertices[:, 1] > 0.15), "all of it": np.arange(len(mesh.vertices)),
        },
        model=BodyModel(_springs(RANK), np.array([0.5, 1e-3]), np.array([0.1, 0.0]), np.eye(RANK)),
        skin={
            "triangles": np.array([[0, 1, 2]]),
            "corners": np.tile(mesh.tets[0], (3, 1)),
            "weights": np.array([[0.25, 0.25, 0.25, 0.25], [1.0, 0, 0, 0], [0.5, 0.75, -0.25, 0]]),
        },
        pushes=[
            Push(5, (0.0, 0.0, 1.0), DT, 3 * DT, 0.05),
            Push((0.0, 0.2, 0.0), (1.0, 0.0, 0.0), 2 * DT, 4 * DT, 0.0, DT, 7),
        ],
        targets=[ball],
        sensors=[Sensor([5, 8], 1e-3), Sensor([11], 2e-3, 3)],
        observing=Observing(0.3, 2.0, 0.05),
        unmodelled={"forces": 0.01 * np.eye(RANK), "places": np.full_like(mesh.vertices, 1e-4)},
        handle={
            "pivot": np.array([0.05, 0.0, 0.05]), "gravity": np.array([0.0, -9.81, 0.0]),
            "along": 0.1 * np.ones((3, RANK)), "about": 0.02 * np.ones((9, RANK)),
            "between": np.tile(np.eye(RANK) / 3, (9, 1, 1)),
        },
    )  # fmt: skip
    return bundle.with_controllers({name: _pd(bundle, name) for name in ("p", "pd", "spd", "timed")})


def tiny_smoke() -> SmokeBundle:
    """A box of 4 x 3 cells, one of them solid, with two modes and two particles."""
    nx, ny, size = 4, 3, 4 + RANK
    rng = np.random.default_rng(1)
    faces = (nx + 1) * ny + nx * (ny + 1)
    solid = np.zeros((nx, ny), dtype=bool)
    solid[2, 2] = True
    states = _motion(size, RANK)
    states[:, :4] = np.array([0.4, 0.3, 1.0, 0.5]) + 0.05 * states[:, :4]
    bundle = SmokeBundle(
        **_shared(RANK, size, states),
        extent=[1.6, 1.2],
        scheme="runge-kutta",
        particles=2,
        vectors=0.1 * rng.normal(size=(faces, RANK)),
        solid=solid,
        open_faces=rng.random(faces) > 0.2,
        model=SmokeModel(rng.normal(size=(RANK, 3)), -np.eye(RANK), np.array([0.1])),
        density=rng.random((nx, ny)),
        carried=np.array([[0.1, 0.2]]),
        full_paths=states[:, :4].reshape(STEPS + 1, 2, 2),
        full_density=rng.random((nx, ny)),
        perturbed_paths=np.zeros((1, STEPS + 1, 2, 2)),
        pushes=[
            Push(1, (1.0, 0.0), DT, 3 * DT, 0.2),
            Push((0.4, 0.4), (0.0, 1.0), 0.0, 2 * DT, 0.3, DT, 3),
        ],
    )  # fmt: skip
    return bundle.with_controllers({name: _pd(bundle, name) for name in ("p", "pd", "spd", "timed")})


def _shared(rank: int, size: int, states: np.ndarray) -> dict[str, Any]:
    """The fields of both kinds of bundles, with two actuators, one of them without a limit."""
    forces = 0.1 * np.sin(np.arange(STEPS * rank).reshape(STEPS, rank))
    gains = np.zeros((STEPS, 2, size))
    gains[:, [0, 1], [size - rank, size - rank + 1]] = -1.0
    return {
        "name": "tiny", "description": "Made by code.", "seed": 3, "dt": DT, "discretisation": "step",
        "scene": {"name": "tiny", "description": "Made by code.", "control": {"integrals": "exact"}},
        "stages": [
            {"stage": "mesh", "seconds": 0.5, "result": "12 vertices", "memory": 10**8},
            {"stage": "gains", "seconds": 1.0, "result": "lqr", "bytes": 400, "figures": {"steps T": STEPS},
             "tuned": {"p, effort over LQR's": 0.5}},
        ],
        "actuator_names": ["left", "right"], "track": Track(states, forces), "uncontrolled": 0.9 * forces,
        "costs": Costs(
            np.eye(size), np.ones(STEPS), np.array([STEPS // 2, STEPS]), np.stack(2 * [np.eye(size)]),
            np.eye(2),
        ),
        "actuators": np.array([[1.0, 0.2], [0.0, 1.0]]), "limits": np.array([[-2.0, 2.0], [0.0, np.inf]]),
        "gains": {"lqr": gains}, "offsets": {"lqr": 0.01 * np.ones((STEPS, 2))},
        "ensemble": Ensemble((0.1, 1.0), 3 * DT, 0.2, (0.0, 4 * DT), 5, 3),
    }  # fmt: skip


def _motion(size: int, rank: int) -> np.ndarray:
    """States (T + 1, size)."""
    time = DT * np.arange(STEPS + 1)[:, None]
    return np.asarray(0.1 * np.sin((1 + np.arange(size)) * 3 * time))


def _springs(rank: int) -> Polynomial:
    """St. Venant-Kirchhoff's polynomial with linear stiffness alone."""
    matrix = np.zeros((monomial_length(rank),) * 2)
    rows = np.triu_indices(rank)
    for row, (i, j) in enumerate(zip(*rows, strict=True), 1 + rank):
        matrix[row, 0] = matrix[0, row] = 50.0 * (i == j)
    for i in range(rank):
        matrix[1 + i, 1 + i] = 4 * 50.0
    return Polynomial(pack_panels(matrix))


def _pd(bundle: BodyBundle | SmokeBundle, name: str) -> Any:
    """One of the comparators, with parameters in the middle of their ranges."""
    ranges = bundle.parameter_ranges(name)
    return bundle.comparator(name, {key: float(np.sqrt(low * high)) for key, (low, high) in ranges.items()})

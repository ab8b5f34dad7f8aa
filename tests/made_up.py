"""An invented bundle, runs and a comparison: enough for drawing, without any computation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from meshes import tshape
from offline.gains.lqr import remade_lqr
from offline.targets import gaps, skin_positions
from runtime.base.fields import nothing
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.costs import Costs
from runtime.control.registry import LQR
from runtime.plant.push import Push
from runtime.plant.track import Track
from runtime.run import Run
from runtime.target import Target

STEPS, DT = 40, 0.02
HEIGHT = 0.39  # m, of the T
B = TypeVar("B", bound=Bundle)


def uncorrected(bundle: B) -> B:
    """The bundle without its correction, so that the plant leaves the motion by its own forces."""
    track = bundle.track._replace(feedforward=bundle.driving)
    uncontrolled = bundle.uncontrolled - bundle.correction
    return replace(bundle, track=track, uncontrolled=uncontrolled, correction=nothing())


def made_up_bundle() -> BodyBundle:
    """A T that leans towards +z, with two balls in its way and a push from the front."""
    mesh = tshape()
    held = mesh.regions["foot"]
    free = np.setdiff1d(np.arange(mesh.vertices.size), (3 * held[:, None] + np.arange(3)).ravel())
    lean, twist = np.zeros_like(mesh.vertices), np.zeros_like(mesh.vertices)
    rise = (mesh.vertices[:, 1] / HEIGHT) ** 2
    lean[:, 2] = rise
    twist[:, 2] = rise * mesh.vertices[:, 0]
    vectors = np.stack([lean.ravel(), twist.ravel()], axis=1)[free]
    bundle = BodyBundle(
        name="made-up", scene={}, description="A T that nobody computed.", stages=made_up_stages(),
        vertices=mesh.vertices, tets=mesh.tets, surface=mesh.surface, regions=dict(mesh.regions), free=free,
        vectors=vectors, model=None, dt=DT, newton_iterations=1,  # type: ignore[arg-type]
        track=Track(motion(1.0), np.zeros((STEPS, 2))),
        uncontrolled=np.zeros((STEPS, 2)),
        costs=Costs(np.zeros((4, 4)), np.ones(STEPS), np.zeros(0, int), np.zeros((0, 4, 4)), np.eye(2)),
        actuators=np.eye(2), limits=np.tile([-np.inf, np.inf], (2, 1)), gains={}, discretisation="step",
        pushes=[Push((0.0, HEIGHT, 0.045), (0.0, 0.0, -12.0), 8 * DT, 4 * DT)],
    )  # fmt: skip
    return replace(bundle, targets=[_in_the_way(bundle, "left", 20), _in_the_way(bundle, "right", 24)])


def made_up_stages() -> list[dict[str, Any]]:
    """Two stages, one of which measured something."""
    return [
        {"stage": "mesh", "seconds": 0.5, "result": "344 vertices"},
        {"stage": "gains", "seconds": 1.25, "result": "lqr", "bytes": 4_600_000, "figures": {"steps T": 40}},
    ]


def motion(strength: float) -> np.ndarray:
    """States (T + 1, 4) of a lean that goes `strength` times as far as the reference."""
    time = np.arange(STEPS + 1) * DT
    p = strength * np.stack([0.4 * np.sin(3 * time), 0.6 * np.sin(5 * time)], axis=1)
    return np.hstack([p, np.gradient(p, DT, axis=0)])


def made_up_run(bundle: BodyBundle, strength: float, spent: float = 0.0) -> Run:
    """A run that goes `strength` times as far as the reference, with an effort that grows evenly."""
    states = motion(strength)
    deviation = np.linalg.norm((states - bundle.track.states)[:, :2], axis=1)
    effort = spent * np.linspace(0, 1, STEPS + 1)
    return Run(
        states, np.zeros((STEPS, 2)), deviation, effort, float(deviation[-1]), {"clamped": 0, "halved": 0}
    )


def made_up_runs(bundle: BodyBundle) -> dict[str, Run]:
    """One run of each controller: without control the T stays behind, and misses."""
    strengths = {"none": (0.1, 0.0), "lqr": (0.98, 4.0), "p": (0.5, 9.0), "pd": (0.95, 12.0)}
    return {name: made_up_run(bundle, *numbers) for name, numbers in strengths.items()}


def made_up_comparison() -> dict[str, Any]:
    """The output of `softrein compare --json`, with PD at twice the effort of LQR except at one place."""
    effort = np.logspace(-2, 2, 9)
    error = 1 / (1 + effort)
    reading = {
        "error": 0.5, "effort_lqr": 1.0, "effort_other": 2.0, "effort_ratio": 2.0,
        "effort": 3.0, "error_lqr": 0.25, "error_other": 0.3, "error_ratio": 1.2,
    }  # fmt: skip

    def front(shift: float, quartiles: bool) -> dict[str, Any]:
        data: dict[str, Any] = {
            "parameters": [{}] * 9,
            "effort": (shift * effort).tolist(),
            "error": error.tolist(),
        }
        if quartiles:
            data["effort_quartiles"] = np.outer(shift * effort, [0.7, 1.4]).tolist()
            data["error_quartiles"] = np.outer(error, [0.7, 1.4]).tolist()
        return data

    return {
        "one_push": {name: front(shift, False) for name, shift in (("lqr", 1), ("p", 5), ("pd", 2))},
        "ensemble": {name: front(shift, True) for name, shift in (("lqr", 1), ("p", 5), ("pd", 2))},
        "searched": {name: front(3 * shift, False) for name, shift in (("lqr", 1), ("p", 5), ("pd", 2))},
        "uncontrolled": {"one_push": 1.0, "ensemble": 1.0},
        "readings": {
            "one_push p": [],
            "one_push pd": [reading, reading | {"error_ratio": 0.83}],
            "ensemble p": [reading],
            "ensemble pd": [reading],
        },
        "grid": {
            "tuning_pushes": 32,
            "fresh_pushes": 200,
            "pd": {"members": 400, "kp": {"values": 20, "least": 0.0, "largest": 4e4}},
        },
        "hits": {
            "lqr": {"left": {"hit": True, "gap": -0.01}},
            "none": {"left": {"hit": False, "gap": 0.034}},
        },
        "runs": {"lqr": {"error": 0.12345, "effort": 5.6789, "largest deviation": 0.2}},
        "machine": {"processor": "an abacus"},
    }


def _in_the_way(bundle: BodyBundle, region: str, step: int) -> Target:
    """A ball that the reference has entered by half at `step`, having hit it a little before."""
    p = bundle.track.states[step, :2]
    skin = bundle.shape.positions(p, bundle.regions[region])
    x, y, z = skin[np.argmax(skin[:, 2])]
    target = Target(region, region, (float(x), float(y), float(z) + 0.015), 0.03, 0.2, step, 3)
    reach = gaps(target, skin_positions(bundle.shape, target, bundle.track.states))
    return replace(target, step=int(np.flatnonzero(reach <= 0)[0]))


def at_rest(bundle: SmokeBundle) -> SmokeBundle:
    """Smoke whose motion is to stay where it begins, which closes; with gains made for that."""
    states = np.tile(bundle.track.states[0], (len(bundle.track.states), 1))
    states[:, 2 * bundle.particles :] = 0.0
    nothing = np.zeros_like(bundle.uncontrolled)
    resting = replace(bundle, track=Track(states, nothing), uncontrolled=nothing, offsets={}, gains={})
    found: dict[str, Any] = {
        name: resting.comparator(name, {each: float(np.sqrt(a * b)) for each, (a, b) in ranges.items()})
        for name in resting.comparators
        if (ranges := resting.parameter_ranges(name))
    }
    return resting.with_controllers({LQR.name: remade_lqr(resting), **found})


def without(bundle: Bundle, *names: str) -> Bundle:
    """The bundle without some of its comparators, and without traces of their tuning."""

    def less(tuned: dict[str, float]) -> dict[str, float]:
        return {name: value for name, value in tuned.items() if name.split(",")[0] not in names}

    stages = [row | {"tuned": less(row["tuned"])} if "tuned" in row else row for row in bundle.stages]
    return replace(
        bundle,
        gains={name: each for name, each in bundle.gains.items() if name not in names},
        offsets={name: each for name, each in bundle.offsets.items() if name not in names},
        parts={name: each for name, each in bundle.parts.items() if name.rpartition(".")[0] not in names},
        stages=stages,
    )

"""Check whether identified parameters are right, and how often their intervals hold (docs/identify.md).

    python -m benchmarks.coverage --trials 100

Recordings are made of softened bodies by their full models: of the T under its first kicks, of the trunk
pulled by two of its cables, and of the finger under its chambers' pressure, on meshes and over times that
let a full run take seconds. A camera sees eight markers from another frame, with noise of 0.1 or 1 mm,
begins before the motion does, misses a tenth of all places, and has two markers exchanged for ten frames;
markers sit 1 mm off (rms, along each axis) where the scene has them, which is as far as a fit expects.
One recording of each kind is fitted by `softrein.identify` from beginning to end. All others are fitted by
what ends such a fit, which decides about values and intervals: least squares with the full model's Jacobian,
here about the truth.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

from softrein.base.kernel_cache import use_checkout_cache

use_checkout_cache()  # before anything imports numba

import numpy as np  # noqa: E402
from scipy.spatial.transform import Rotation  # noqa: E402

from offline.full.body.full_body import build_full_body  # noqa: E402
from offline.identification.fitting import Problem  # noqa: E402
from offline.identification.identify import Options, identify  # noqa: E402
from offline.identification.markers import known_markers, matched, tracked  # noqa: E402
from offline.identification.motion import Motion, Paths, motion_of  # noqa: E402
from offline.identification.parameters import parameters_of  # noqa: E402
from offline.identification.recording import Recording  # noqa: E402
from offline.scenes.body.scene import BodyScene  # noqa: E402
from offline.scenes.reading import scene_entries, scene_of  # noqa: E402

Array = np.ndarray

PULLS = [
    {"actuator": name, "tension": tension, "start": start, "duration": "0.3 s", "shape": "half-sine"}
    for name, tension, start in (("tip 1", "0.6 N", "0 s"), ("tip 2", "0.5 N", "0.3 s"))
]
STEPS = {"tshape": 160, "trunk": 120, "finger": 100}  # of 10 ms
KEPT = ("name", "up", "gravity", "start", "mesh", "materials", "damping", "loads", "enrichment", "basis")
FIT = ("young", "damping")
FACTORS = {"young": 0.7, "damping.mass": 1.5, "damping.stiffness": 1.3}  # of the scene's: the truth
NOISES = (1e-4, 1e-3)  # m
MARKERS, EARLY, MISSING = 8, 20, 0.1  # EARLY frames of rest
EXCHANGED = slice(60, 70)  # frames in which two markers are
STEP, PLACED, CERTAIN = 2e-4, 1e-3, 1.96  # of coordinates; m; standard deviations of 95 %
LABELS = [f"m{k}" for k in range(MARKERS)]


class Fitted(NamedTuple):
    """Parameters over their true values (p,), and how far they are off in standard deviations (p,)."""

    shares: Array
    off: Array


class Case:
    """A scene, its full motion at the true parameters, and the motion's derivatives by parameters."""

    def __init__(self, name: str) -> None:
        self.scene = scene(name)
        scene_run, mesh = motion_of(self.scene, STEPS[name])
        self.parameters = parameters_of(FIT, self.scene)
        known = known_markers(self.scene, mesh, Recording("", np.zeros(1), [], np.zeros((1, 0, 3))))
        resting = Recording("rest", np.zeros(1), LABELS, known[1][None])
        self.motion = Motion(scene_run, self.parameters, mesh, matched(known, mesh, resting)[0])
        self.given = np.array([each.inside(each.value) for each in self.parameters])
        values = [FACTORS[each.name] * each.value for each in self.parameters]
        self.true = np.array([each.inside(v) for each, v in zip(self.parameters, values, strict=True)])
        self.paths = self.motion.full(self.true).paths
        ends = [self.motion.full(self.true + STEP * own).paths for own in np.eye(len(values))]
        self.slopes = [end.plus(self.paths, -1.0) for end in ends]

    def linear(self, x: Array) -> Paths:
        """The markers' paths at coordinates x (p,), to first order about the truth."""
        found = self.paths
        for slope, apart in zip(self.slopes, (x - self.true) / STEP, strict=True):
            found = found.plus(slope, float(apart))
        return found

    def recorded(self, noise: float, seed: int) -> Recording:
        """A camera's recording of the true motion, with `noise` in m."""
        rng, true = np.random.default_rng(seed), self.paths.positions
        frames = np.arange(len(true) + EARLY)
        points = true[np.clip(frames - EARLY, 0, None)] + PLACED * rng.standard_normal((MARKERS, 3))
        points = points @ Rotation.from_rotvec(rng.uniform(-2, 2, 3)).as_matrix().T + rng.uniform(-1, 1, 3)
        points += noise * rng.standard_normal(points.shape)
        one, other = rng.choice(MARKERS, 2, replace=False)
        points[EXCHANGED, one], points[EXCHANGED, other] = (
            points[EXCHANGED, other].copy(),
            points[EXCHANGED, one].copy(),
        )
        points[rng.random(points.shape[:2]) < MISSING] = np.nan
        return Recording("made", self.scene.time.step * frames, LABELS, points)

    def fitted(self, noise: float, seed: int) -> Fitted:
        """Fit a recording by the last stage of a fit alone, linearised about the truth."""
        own, time_ = self.recorded(noise, seed), self.motion.scene.time
        problem = Problem(own.times, tracked(own.points)[0], time_.step, time_.steps, PLACED)
        frame, _ = problem.aligned(self.paths)
        fit = problem.solve(self.linear, self.true, self.given, frame)
        apart = fit.x - self.true
        return Fitted(np.exp(apart), np.abs(apart) / np.sqrt(np.diag(fit.covariance)))

    def identified(self, noise: float) -> tuple[float, float]:
        """Run a whole fit: the relative error of the first parameter, and the time it took, s."""
        begin = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that markers were exchanged
            found = identify(self.scene, self.recorded(noise, 0), FIT, Options())
        first = self.parameters[0]
        return abs(found[first.name] / (FACTORS[first.name] * first.value) - 1), time.perf_counter() - begin


def scene(name: str) -> BodyScene:
    """The scene that is fitted, with markers far from each other, also on the part that is held."""
    whole = scene_entries(name)
    entries: dict[str, Any] = {key: whole[key] for key in KEPT if key in whole}
    actuators = whole["control"].get("actuators", [])
    entries["time"] = {"step": "10 ms", "steps": STEPS[name]}
    entries["control"] = {"control_cost": 1.0, "final": 1.0, "actuators": actuators}
    if name == "tshape":
        entries["loads"] = [load for load in entries["loads"] if "start" not in load]  # the first kicks
    elif name == "trunk":
        entries["loads"] = PULLS
        entries["mesh"] |= {"cells": [3, 3, 18]}
    bare = scene_of(entries, name)
    assert isinstance(bare, BodyScene)
    vertices = build_full_body(bare).mesh.vertices
    apart, places = np.full(len(vertices), np.inf), [vertices[0]]
    while len(places) < MARKERS:
        apart = np.minimum(apart, np.linalg.norm(vertices - places[-1], axis=1))
        places.append(vertices[int(apart.argmax())])
    sensors = [{"at": np.array(places).tolist(), "labels": LABELS, "noise": "1 mm"}]
    found = scene_of(entries | {"sensors": sensors}, name)
    assert isinstance(found, BodyScene)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=100, help="of each body and noise")
    parser.add_argument("--only", choices=STEPS, help="one of the bodies")
    options = parser.parse_args(arguments)
    print("| body | noise | modulus off | others: median | most | intervals that hold the truth |")
    print("|---|---|---|---|---|---|")
    for name in [options.only] if options.only else STEPS:
        case = Case(name)
        for number, noise in enumerate(NOISES):
            whole, seconds = case.identified(noise)
            fits = [case.fitted(noise, 1 + number + 2 * k) for k in range(options.trials)]
            off = np.abs([fit.shares[0] - 1 for fit in fits])
            holds = np.array([fit.off < CERTAIN for fit in fits]).mean(axis=0)
            words = ", ".join(
                f"{each.name} {share:.0%}" for each, share in zip(case.parameters, holds, strict=True)
            )
            print(
                f"| {name} | {1e3 * noise:g} mm | {100 * whole:.2g} % in {seconds:.0f} s "
                f"| {100 * np.median(off):.2g} % | {100 * off.max():.2g} % | {words} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())

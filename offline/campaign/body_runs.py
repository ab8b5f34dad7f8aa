"""The full runs of a soft body as campaign jobs: centre line and random perturbations ([002], 5.2)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from offline.campaign.campaign import random_of_run
from offline.campaign.enrichment import Perturbation, force_impulse, initial_velocity, stratified_times
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint
from offline.full.body.full_body import FullBody, build_full_body, simulate
from offline.scenes.body import BodyScene
from reduce.pod import compress
from runtime.clock import steps_within
from softrein.errors import SceneError

VELOCITIES, HALVED = "velocities", "halved steps"  # records beside the states
FORMAT = 2  # of what a run computes: a change of the scheme makes older files outdated


class _FullRuns:
    """What the jobs share: the scene, and the full model, built where it is used."""

    def __init__(self, scene: BodyScene) -> None:
        self.scene = scene

    @cached_property
    def full(self) -> FullBody:
        """The full model of the scene; its warnings were given where the scene was read first."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return build_full_body(self.scene)

    def __getstate__(self) -> dict[str, Any]:
        """All but the full model, which each worker builds for itself."""
        return {name: value for name, value in self.__dict__.items() if name != "full"}

    @cached_property
    def inputs(self) -> str:
        """The fingerprint of all that the full model computes with, regions and files resolved."""
        full, body = self.full, self.full.body
        scene = self.scene.model_dump(mode="json")
        settings = [scene[name] for name in ("seed", "start", "backend", "damping", "time")]
        arrays = [full.mesh.vertices, full.mesh.tets, body.free, body.mass, body.lame]
        forces = [full.loads.patterns, full.loads.factors, full.standing]
        return fingerprint(FORMAT, settings, arrays, forces)


class CentreLine(_FullRuns):
    """The one run under the scene's own loads; keeps every state, and the velocities.

    `progress` is called with the number of steps done; the job is computed where it is made.
    """

    count = 1

    def __init__(self, scene: BodyScene, progress: Callable[[int], None] = lambda done: None) -> None:
        super().__init__(scene)
        self.progress = progress

    def fingerprint(self, index: int) -> str:
        """What the run is made from."""
        return fingerprint("centre line", self.inputs)

    def run(self, index: int, write: SnapshotWriter) -> None:
        """Simulate and write."""
        stepper = self.full.stepper()
        for step, (u, v) in enumerate(simulate(self.full, stepper)):
            self.progress(step)
            write.append(u)
            write.append(v, VELOCITIES)
        write.record(HALVED, stepper.counts["halved"])


class EnrichmentRuns(_FullRuns):
    """Perturbed runs, each with one random perturbation at a moment of its own stratum of the time axis.

    `peak_speed` is the largest norm of the centre line's velocities, the measure of velocity perturbations.
    """

    def __init__(self, scene: BodyScene, peak_speed: float) -> None:
        super().__init__(scene)
        self.count = scene.enrichment.runs
        self.peak_speed = peak_speed

    def fingerprint(self, index: int) -> str:
        """What the run is made from."""
        part = self.scene.enrichment.model_dump(mode="json")
        return fingerprint("enrichment", index, part, self.peak_speed, self.inputs)

    def run(self, index: int, write: SnapshotWriter) -> None:
        """Simulate and write every so manyeth state, or what stands for them."""
        part, stepper = self.scene.enrichment, self.full.stepper()
        states = simulate(self.full, stepper, self.perturbation(index))
        kept = (u for step, (u, _) in enumerate(states) if step % part.keep_every == 0)
        if part.tolerance > 0:
            write.append(compress(np.column_stack(list(kept)), part.tolerance, self.full.body.mass))
        else:
            for u in kept:
                write.append(u)
        write.record(HALVED, stepper.counts["halved"])

    def perturbation(self, index: int) -> Perturbation:
        """The perturbation of a run: a force, or a kick, of a share of what moves the centre line."""
        scene, part, full = self.scene, self.scene.enrichment, self.full
        times = stratified_times(self.count, scene.time.steps, random_of_run(scene.seed, self.count))
        rng = random_of_run(scene.seed, index)
        common: dict[str, Any] = {
            "step": int(times[index]), "radius": part.radius, "strength": part.strength,
        }  # fmt: skip
        if part.kind == "velocity":
            return initial_velocity(
                full.mesh, full.body.free, full.body.mass, rng, speed=self.peak_speed, **common
            )
        steps = steps_within(part.duration, scene.time.step)
        impulse = control_scale(full) * steps * scene.time.step
        return force_impulse(
            full.mesh, full.body.free, rng, dt=scene.time.step, control=impulse,
            duration=(steps, steps), **common,
        )  # fmt: skip


def peak_speed(full: FullBody, v: np.ndarray) -> float:
    """The largest `sqrt(v^T M v)` (kg^1/2 m/s) of velocities (n_free, count)."""
    return float(np.sqrt((full.body.mass @ v**2).max()))


def halved_steps(paths: Sequence[Path]) -> str:
    """How many steps of full runs had to be halved, in words; nothing where none had."""
    snapshots = Snapshots(paths) if paths else None
    counts = [int(snapshots.record(i, HALVED)) for i in range(len(paths))] if snapshots else []
    halved = [count for count in counts if count]
    return f"; {sum(halved)} steps halved in {len(halved)} runs (large compression)" if halved else ""


def read_centre_line(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Displacements and velocities (n_free, T + 1) of the centre line."""
    snapshots = Snapshots([path])
    return snapshots.run(0), snapshots.record(0, VELOCITIES)


def control_scale(full: FullBody) -> float:
    """The centre line's control in N: its largest total force, or the body's weight where it has none."""
    scale = full.loads.largest_force() or float(np.linalg.norm(full.standing.reshape(-1, 3).sum(axis=0)))
    if scale == 0:
        raise SceneError(
            "the scene has neither loads nor gravity: nothing moves; add a [[loads]] table, or set "
            "enrichment.kind = 'velocity'"
        )
    return scale

"""The full runs of a soft body: the nominal run and its random perturbations ([002], 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from offline.campaign.enrichment import Perturbation, force_impulse, initial_velocity
from offline.campaign.runs import Runs, draw_moment
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint
from offline.full.body.full_body import FullBody, simulate
from reduce.pod import compress
from runtime.clock import steps_within
from softrein.errors import SceneError

VELOCITIES, HALVED = "velocities", "halved steps"  # records beside the states
FORMAT = 2  # of what a run computes: a change of the scheme makes older files outdated


class BodyNominal(NamedTuple):
    """The run under the scene's own loads."""

    full: FullBody
    u: np.ndarray  # (n_free, T + 1) m
    v: np.ndarray  # (n_free, T + 1) m/s
    words: str  # what there is to say about it, or nothing

    @property
    def peak_speed(self) -> float:
        """The largest `sqrt(v^T M v)` (kg^1/2 m/s): what perturbations of velocities are measured by."""
        return float(np.sqrt((self.full.body.mass @ self.v**2).max()))


def nominal_run(full: FullBody, progress: Callable[[str, int, int], None]) -> Runs:
    """The one run under the scene's own loads; keeps every state, and the velocities."""
    return Runs([fingerprint("centre line", inputs_of(full))], partial(_write_nominal, full, progress))


def read_nominal(full: FullBody, path: Path) -> BodyNominal:
    """What the nominal run's file holds."""
    snapshots = Snapshots([path])
    return BodyNominal(full, snapshots.run(0), snapshots.record(0, VELOCITIES), halved_steps([path]))


def training_runs(nominal: BodyNominal) -> Runs:
    """Perturbed runs, each with one random perturbation at a moment of its own stratum of the time axis."""
    full, speed, inputs = nominal.full, nominal.peak_speed, inputs_of(nominal.full)
    part = full.scene.enrichment.model_dump(mode="json")
    count = full.scene.enrichment.runs
    prints = [fingerprint("enrichment", index, part, speed, inputs) for index in range(count)]
    return Runs(prints, partial(_write_training, full, speed))


def inputs_of(full: FullBody) -> str:
    """The fingerprint of all that the full model computes with, regions and files resolved."""
    body, scene = full.body, full.scene.model_dump(mode="json")
    settings = [scene[name] for name in ("seed", "start", "backend", "damping", "time")]
    arrays = [full.mesh.vertices, full.mesh.tets, body.free, body.mass, body.lame]
    forces = [full.loads.patterns, full.loads.factors, full.standing]
    return fingerprint(FORMAT, settings, arrays, forces)


def perturbation(full: FullBody, peak_speed: float, index: int) -> Perturbation:
    """The perturbation of a training run: a force, or a kick, of a share of what moves the nominal run."""
    part, dt = full.scene.enrichment, full.scene.time.step
    rng, step = draw_moment(full.scene, index)
    common: dict[str, Any] = {"step": step, "radius": part.radius, "strength": part.strength}
    mesh, body = full.mesh, full.body
    if part.kind == "velocity":
        return initial_velocity(mesh, body.free, body.mass, rng, speed=peak_speed, **common)
    steps = steps_within(part.duration, dt)
    impulse = control_scale(full) * steps * dt
    return force_impulse(mesh, body.free, rng, dt=dt, control=impulse, duration=(steps, steps), **common)


def halved_steps(paths: Sequence[Path]) -> str:
    """How many steps of full runs had to be halved, in words; nothing where none had."""
    snapshots = Snapshots(paths) if paths else None
    counts = [int(snapshots.record(i, HALVED)) for i in range(len(paths))] if snapshots else []
    halved = [count for count in counts if count]
    return f"; {sum(halved)} steps halved in {len(halved)} runs (large compression)" if halved else ""


def control_scale(full: FullBody) -> float:
    """The nominal run's control in N: its largest total force, or the body's weight where it has none."""
    scale = full.loads.largest_force() or float(np.linalg.norm(full.standing.reshape(-1, 3).sum(axis=0)))
    if scale == 0:
        raise SceneError(
            "the scene has neither loads nor gravity: nothing moves; add a [[loads]] table, or set "
            "enrichment.kind = 'velocity'"
        )
    return scale


def _write_nominal(
    full: FullBody, progress: Callable[[str, int, int], None], index: int, write: SnapshotWriter
) -> None:
    stepper = full.stepper()
    for step, (u, v) in enumerate(simulate(full, stepper)):
        progress("centre line", step, full.scene.time.steps)
        write.append(u)
        write.append(v, VELOCITIES)
    write.record(HALVED, stepper.counts["halved"])


def _write_training(full: FullBody, peak_speed: float, index: int, write: SnapshotWriter) -> None:
    """Simulate and write every so manyeth state, or what stands for them."""
    part, stepper = full.scene.enrichment, full.stepper()
    states = simulate(full, stepper, perturbation(full, peak_speed, index))
    kept = (u for step, (u, _) in enumerate(states) if step % part.keep_every == 0)
    if part.tolerance > 0:
        write.append(compress(np.column_stack(list(kept)), part.tolerance, full.body.mass))
    else:
        for u in kept:
            write.append(u)
    write.record(HALVED, stepper.counts["halved"])

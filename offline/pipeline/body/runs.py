"""The full runs of a soft body: the nominal one, and random perturbations of it ([002], 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from offline.campaign.enrichment import (
    Excitation,
    Perturbation,
    Scale,
    force_impulse,
    initial_velocity,
    random_controls,
)
from offline.campaign.runs import Runs, draw_moment
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint
from offline.full.body.free_things import thrown
from offline.full.body.full_body import FullBody, simulate
from offline.pipeline.body.causes import carrying, own_cause, pressing_cause, total, training_cause
from offline.pipeline.body.plausible import Plausible
from offline.pipeline.body.presses import pressed
from offline.pipeline.body.statics import inputs_of_paths, own_strength, pulls_of, speed_along
from reduce.pod import compress
from runtime.base.clock import steps_within
from runtime.base.progress import Progress
from softrein.errors import SceneError

Array = np.ndarray
# Names of the records stored with the states.
VELOCITIES, HALVED, INDEFINITE = "velocities", "halved steps", "indefinite tangents"
GAINING = "steps that make energy"
FORMAT = 4  # version of the computation: files of older versions are recomputed


class BodyNominal(NamedTuple):
    """The run under the scene's own loads."""

    full: FullBody
    u: Array  # (n_free, T + 1) m, displacements
    v: Array  # (n_free, T + 1) m/s, velocities
    words: str  # text for the table, or empty
    found: Sequence[Array] = ()  # (n_free, k) m each, displacements of runs under controls found later
    # nominal runs of the other motions, each with the files of its training runs
    others: Sequence[tuple[BodyNominal, Sequence[Path]]] = ()

    @property
    def reach(self) -> float:
        """The largest `sqrt(u^T M u)` (m kg^1/2) of the displacement from its start."""
        return float(np.sqrt((self.full.measure @ (self.u - self.u[:, :1]) ** 2).max()))

    @property
    def peak_speed(self) -> float:
        """The largest `sqrt(v^T M v)` (kg^1/2 m/s), by which perturbations of velocities are scaled."""
        return float(np.sqrt((self.full.measure @ self.v**2).max()))


def nominal_run(full: FullBody, progress: Progress) -> Runs:
    """Return the job of the run under the scene's own loads; it keeps every state, and the velocities."""
    return Runs([fingerprint("centre line", inputs_of(full))], partial(_write_nominal, full, progress))


def read_nominal(full: FullBody, path: Path) -> BodyNominal:
    """Read the nominal run from its file."""
    size, count = full.body.mass.size, full.scene.time.steps + 1
    snapshots = Snapshots([path], size=size, count=count)
    u, v = snapshots.run(0), snapshots.record(0, VELOCITIES, (size, count))
    return BodyNominal(full, u, v, step_words(full, [path]))


def training_runs(nominal: BodyNominal) -> Runs:
    """Return the job of perturbed runs, each with one perturbation in its own stratum of the time axis."""
    full, inputs = nominal.full, inputs_of(nominal.full)
    speed, paths = scale(nominal).speed or full.others.speed, inputs_of_paths(full)
    part = full.scene.enrichment.model_dump(mode="json", exclude={"statics", "presses"})
    count = full.scene.enrichment.runs
    driven = [
        [each.range, full.actuator_force(i, each) if each.region and not each.is_internal else each.name]
        for i, each in enumerate(full.scene.control.actuators)
        if full.scene.enrichment.kind == "actuation"
    ]
    more = [*paths, *([driven] if driven else [])]
    # for pushes, whose strength it is, its error comes before anything runs
    expected = control_scale(full) if part["kind"] == "force" and count else full.others.control
    if expected and not _own_scale(full):
        more.append(expected)
    prints = [fingerprint("enrichment", index, part, speed, inputs, *more) for index in range(count)]
    presses, strength = range(full.scene.enrichment.presses), own_strength(full.scene)
    touch = full.scene.contact
    law = [] if touch is None else [touch.model_dump(mode="json"), "where it is felt"]
    law += [part["keep_every"], part["tolerance"]]  # which say what is kept of a run
    prints += [fingerprint("press", each, part["radius"], strength, inputs, *law) for each in presses]
    return Runs(prints, partial(_write_training, full, speed))


def step_words(full: FullBody, training: Sequence[Path]) -> str:
    """Say how many steps were halved, projected or taken by backward Euler; empty where none were."""
    words = ""
    compressed = "large compression" if full.contact is None else "large compression, or fast contact"
    why = {INDEFINITE: ("tangents projected", compressed), HALVED: ("steps halved", compressed)}
    why[GAINING] = "steps by backward Euler", "they make energy: time.step is long for so stiff a body"
    for record, (happened, cause) in why.items():
        snapshots = Snapshots(training) if training else None
        counts = [int(snapshots.at_least_0(i, record)) for i in range(len(training))] if snapshots else []
        found = [count for count in counts if count]
        words += f"; {sum(found)} {happened} in {len(found)} runs ({cause})" if found else ""
    return words


def inputs_of(full: FullBody) -> str:
    """Return the fingerprint of all inputs of the full model, with regions and files resolved."""
    body, scene = full.body, full.scene.model_dump(mode="json")
    settings = [scene[name] for name in ("seed", "start", "backend", "damping", "time")]
    arrays = [
        full.mesh.vertices,
        full.mesh.tets,
        body.free,
        body.mass,
        body.lame,
        body.laws,
        body.patches.elements,
        body.patches.starts,
    ]
    forces = [full.loads.patterns, full.loads.factors, full.standing]
    forces += [] if full.moving is None else [full.moving]
    forces += [] if full.carried is None else [full.carried.inputs, full.pivot]
    if full.carried is not None and (body.weighing != body.mass).any():
        forces.append(body.weighing)
    forces += [full.tools] if full.tools.size else []
    forces += [thrown(full.scene.things)] if full.scene.things else []
    if not full.terms.by_kind:
        return fingerprint(FORMAT, settings, arrays, forces)
    more = [] if full.contact is None else ["halved where samples are fast"]
    return fingerprint(FORMAT, settings, arrays, forces, [*full.terms.arrays(), full.loads.driving], *more)


def perturbation(full: FullBody, peak_speed: float, index: int) -> Perturbation | Excitation:
    """Draw the perturbation of a training run: a force, a kick, or random controls of all actuators.

    Force and kick are a share of what moves the nominal run.
    """
    full = full.alone
    part, dt = full.scene.enrichment, full.scene.time.step
    if part.kind == "actuation":
        return excitation(full, index)
    rng, step = draw_moment(full.scene, index)
    mesh, body, radius, strength = full.mesh, full.body, part.radius, part.strength
    if part.kind == "velocity":
        return initial_velocity(
            mesh, body.free, body.mass, rng, step=step, speed=peak_speed, radius=radius, strength=strength
        )
    steps = steps_within(part.duration, dt)
    impulse = control_scale(full) * steps * dt
    return force_impulse(
        mesh,
        body.free,
        rng,
        step=step,
        dt=dt,
        control=impulse,
        radius=radius,
        duration=(steps, steps),
        strength=strength,
    )


def excitation(full: FullBody, index: int) -> Excitation:
    """Draw random controls of actuators; with those of the nominal run muscles keep their limits."""
    scene, part = full.scene, full.scene.enrichment
    actuators = [each for each in scene.control.actuators if not each.is_internal] + scene.internal_actuators
    limits, steps = np.array([each.range for each in actuators]), scene.time.steps
    hold = steps_within(part.duration, scene.time.step)
    drawn = random_controls(draw_moment(scene, index)[0], limits, steps, hold)
    forces = len(actuators) - len(scene.internal_actuators)
    nominal = full.loads.controls
    driven = np.clip(nominal + drawn[:, forces:], *limits[forces:].T) - nominal
    acting = enumerate(scene.control.actuators)
    patterns = [full.actuator_force(i, each) for i, each in acting if not each.is_internal]
    return Excitation(drawn[:, :forces], np.reshape(patterns, (forces, full.body.mass.size)), driven)


def scale(nominal: BodyNominal) -> Scale:
    """Return the scales of a motion's perturbations; they are zero for one that rests."""
    return Scale(_own_scale(nominal.full), max(nominal.peak_speed, speed_along(nominal.full.alone)))


def _own_scale(full: FullBody) -> float:
    """Return the nominal run's control in N: its largest total force, or that which brings regions to goals.

    Where there is neither, it is the force that brings the body's mass to a key-frame's velocity in time, or
    its weight, or the forces of inertia of a moving handle.
    """
    full = full.alone
    mass, frames = full.body.total_mass, full.scene.keyframes
    fast = [float(np.linalg.norm(each.velocity or 0.0)) / each.time for each in frames]
    scale = full.loads.largest_force() or max((total(pull.force) for pull in pulls_of(full)), default=0.0)
    scale = scale or mass * max(fast, default=0.0)
    scale = scale or float(np.linalg.norm(full.standing.reshape(-1, 3).sum(axis=0)))
    return scale or carrying(full)


def control_scale(full: FullBody) -> float:
    """Return the nominal run's control in N, or, where none moves its surface, what else is expected.

    Raises SceneError if all of them are zero.
    """
    scale = _own_scale(full) or full.alone.others.control
    if scale == 0 and full.scene.keyframes:
        raise SceneError(
            "keyframes: they only ask for the body's rest position: nothing moves; give one of them "
            "another position, or a velocity"
        )
    scale = scale or full.scene.expected_strength
    if scale == 0:
        raise SceneError(
            "the scene has neither loads on a region nor gravity, nor paths, key-frames, a handle that "
            "moves, things that are thrown or pushes, to say how hard to push in training; add [[pushes]] as "
            "they are expected, or set enrichment.kind = 'actuation' or 'velocity'"
        )
    return scale


def _write_nominal(full: FullBody, progress: Progress, index: int, write: SnapshotWriter) -> None:
    stepper = full.stepper()
    states = Plausible(full, own_cause(full), stepper=stepper).watched(simulate(full, stepper))
    for step, (u, v) in enumerate(states):
        progress("nominal motion", step, full.scene.time.steps)
        write.append(u)
        write.append(v, VELOCITIES)
    write.record(HALVED, stepper.counts["halved"])
    write.record(INDEFINITE, stepper.counts["indefinite"])
    write.record(GAINING, stepper.counts["gaining"])


def _write_training(full: FullBody, peak_speed: float, index: int, write: SnapshotWriter) -> None:
    """Simulate and write every `keep_every`-th state, or compressed columns of them."""
    part, given, nominal = full.scene.enrichment, None, full
    if index < part.runs:
        given = perturbation(full, peak_speed, index)
        cause = training_cause(full, index, given)
    else:
        full = pressed(full.alone, index - part.runs).full
        cause = pressing_cause(index)
    stepper = full.stepper()
    watch = Plausible(full, cause, given, stepper)
    states = watch.watched(simulate(full, stepper, given))
    kept = (
        nominal.with_still_things(u[: nominal.bodys])
        for step, (u, _) in enumerate(states)
        if step % part.keep_every == 0
    )
    if part.tolerance > 0:
        write.append(compress((u[:, None] for u in kept), part.tolerance, nominal.body.mass))
    else:
        for u in kept:
            write.append(u)
    write.record(HALVED, stepper.counts["halved"])
    write.record(INDEFINITE, stepper.counts["indefinite"])
    write.record(GAINING, stepper.counts["gaining"])

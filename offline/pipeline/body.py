"""A soft body on its way to a bundle: the functions of `offline.pipeline.kinds.Kind`.

Its full runs are the nominal one and random perturbations of it ([002], 5.2).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from meshes.tetmesh import TetMesh
from offline.campaign.enrichment import (
    Excitation,
    Perturbation,
    force_impulse,
    initial_velocity,
    random_controls,
)
from offline.campaign.runs import Progress, Runs, draw_moment, silent
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint
from offline.full.body.full_body import FullBody, build_full_body, build_mesh, simulate
from offline.full.body.loads import region_of
from offline.full.body.size import warn_of_size
from offline.full.body.step_solver import DIRECT, ITERATIVE, ITERATIVE_UNKNOWNS
from offline.full.factorisation import default_backend
from offline.gains.lqr import region_weight
from offline.gains.paths import followed, with_paths
from offline.pipeline.elements import Chosen, choose_elements, is_sampled, sampling_bytes
from offline.pipeline.needs import NUMBER, Outline, count
from offline.pipeline.reference import Reference
from offline.pipeline.shared_fields import shared_fields
from offline.pipeline.statics import (
    ALONG,
    Response,
    actuator_force,
    inputs_of_paths,
    pulls_of,
    read_responses,
    speed_along,
    static_run,
    words,
)
from offline.pipeline.stillness import TRIED, State, Stillness, describe
from offline.pipeline.targets import build_target, warn_of_miss
from offline.scenes.body import BodyActuatorPart, BodyPushPart, BodyScene
from reduce.body import BLOCK_BYTES, reduce_deformable
from reduce.muscles import reduce_muscles
from reduce.pod import BLOCK_TOLERANCE, Basis, compress, pod
from reduce.sampling import Sampling
from runtime.body.plant import BodyPlant
from runtime.body.shape import Shape
from runtime.bundle.body import BodyBundle
from runtime.clock import steps_within
from runtime.loop import Track
from runtime.upright import AXES, upward
from softrein.errors import SceneError

Array = np.ndarray
CLOSER = "a larger basis.rank, or more enrichment.runs, brings them closer"
VELOCITIES, HALVED, INDEFINITE = (
    "velocities",
    "halved steps",
    "indefinite tangents",
)  # records beside the states
FORMAT = 2  # of what a run computes: a change of the scheme makes older files outdated
CELL_TETS = 5  # of a block
HELD_RUNS = 4  # training runs of which one state each is looked at
TET_BYTES = 2000  # of mesh, body and solver by iterations: 1,300 measured, 820 more with three threads
FILL_BYTES = {"cholmod": (150.0, 4 / 3), "splu": (250.0, 3 / 2)}  # of factors: times n to a power, cubes


class BodyNominal(NamedTuple):
    """The run under the scene's own loads."""

    full: FullBody
    u: Array  # (n_free, T + 1) m
    v: Array  # (n_free, T + 1) m/s
    words: str  # what there is to say about it, or nothing

    @property
    def reach(self) -> float:
        """The largest `sqrt(u^T M u)` (m kg^1/2) of the way from its start."""
        return float(np.sqrt((self.full.body.mass @ (self.u - self.u[:, :1]) ** 2).max()))

    @property
    def peak_speed(self) -> float:
        """The largest `sqrt(v^T M v)` (kg^1/2 m/s): what perturbations of velocities are measured by."""
        return float(np.sqrt((self.full.body.mass @ self.v**2).max()))


def outline(scene: BodyScene) -> Outline:
    """What a body takes: a block by its cells, and any other by its mesh, which is read for that."""
    part, mesh = scene.mesh, None
    if part.cells is not None:
        x, y, z = map(count, part.cells)
        vertices, tets, source = (x + 1) * (y + 1) * (z + 1), CELL_TETS * x * y * z, "mesh.cells"
    else:
        mesh = build_mesh(part, scene.up)
        vertices, tets = float(len(mesh.vertices)), float(len(mesh.tets))
        source = "mesh.body" if part.file is None else "mesh.file"
    n, loads, actuators = 3 * vertices, len(scene.loads), len(scene.control.actuators)
    pulls = ALONG * len(scene.control.paths)
    statics = count(scene.static_places + 2 * actuators + pulls + any(scene.gravity))

    def reduced(rank: float) -> float:
        if is_sampled(scene, rank):
            return sampling_bytes(n, tets, rank)
        features = rank * (rank + 3) / 2
        return NUMBER * 12 * features**2 + 7 * min(BLOCK_BYTES, 6 * NUMBER * tets * features)

    return Outline(
        source=(source,), unknowns=n, model=TET_BYTES * tets + fill(scene.backend, n) + NUMBER * n * loads,
        held=3, written=2, a_step=NUMBER * (2 * loads + 12), compressed=scene.enrichment.tolerance > 0,
        particles=0.0, velocities=True, actuators=actuators, reduced=reduced, made=mesh, statics=statics,
        settling=fill(DIRECT, n) if statics else 0.0, tried=TRIED,
    )  # fmt: skip


def fill(backend: str | None, n: float) -> float:
    """Bytes of the factors of a stiffness matrix (n, n), if it is factorised."""
    if backend == ITERATIVE or (backend is None and n >= ITERATIVE_UNKNOWNS):
        return 0.0
    factor, power = FILL_BYTES[backend if backend in FILL_BYTES else default_backend()]
    return float(factor * n**power)


def full_model(scene: BodyScene, mesh: TetMesh | None = None) -> FullBody:
    """Mesh, body and loads; with places that are there, and warnings of an odd size or direction.

    `mesh` is the scene's, where it is there already.
    """
    full = build_full_body(scene, mesh)
    check_places(scene, full)
    warn_of_up(scene)
    name, extent = scene.mesh.file, np.ptp(full.mesh.vertices, axis=0)
    warn_of_size(name.name if name else "mesh.size", extent, any(scene.gravity), made=name is None)
    return full


def size(full: FullBody) -> str:
    """Vertices, elements and the solver."""
    vertices, tets = full.mesh.vertices, full.mesh.tets
    counts = f"{len(vertices)} vertices, {len(tets)} tetrahedra, n = {len(full.body.free)}"
    sides = " x ".join(f"{side:.3g}" for side in np.ptp(vertices, axis=0))
    skin = f"; skin of {len(full.skin['weights'])} vertices" if full.skin else ""
    return f"{counts}, {sides} m{skin}; solver {full.stepper().backend}"


def nominal_run(full: FullBody, progress: Progress) -> Runs:
    """The one run under the scene's own loads; keeps every state, and the velocities."""
    return Runs([fingerprint("centre line", inputs_of(full))], partial(_write_nominal, full, progress))


def read_nominal(full: FullBody, path: Path) -> BodyNominal:
    """What the nominal run's file holds."""
    snapshots = Snapshots([path])
    u, v = snapshots.run(0), snapshots.record(0, VELOCITIES)
    return BodyNominal(full, u, v, step_words(full, [path]))


def training_runs(nominal: BodyNominal) -> Runs:
    """Perturbed runs, each with one random perturbation at a moment of its own stratum of the time axis."""
    full, inputs = nominal.full, inputs_of(nominal.full)
    speed, paths = max(nominal.peak_speed, speed_along(full)), inputs_of_paths(full.scene)
    part = full.scene.enrichment.model_dump(mode="json", exclude={"statics"})
    count = full.scene.enrichment.runs
    driven = [
        [each.range, actuator_force(full, i, each) if each.region and not each.is_muscle else each.name]
        for i, each in enumerate(full.scene.control.actuators)
        if full.scene.enrichment.kind == "actuation"
    ]
    more = [*paths, *([driven] if driven else [])]
    prints = [fingerprint("enrichment", index, part, speed, inputs, *more) for index in range(count)]
    return Runs(prints, partial(_write_training, full, speed))


def static_runs(nominal: BodyNominal, progress: Progress = silent) -> Runs:
    """The shapes under loads that stay."""
    return static_run(nominal.full, nominal.reach, inputs_of(nominal.full), progress)


def training_words(full: FullBody, training: Sequence[Path]) -> str:
    """How many static responses there are, and what steps had to be done in another way."""
    perturbed, responses = _read(full, training)
    return words(responses) + step_words(full, perturbed)


def step_words(full: FullBody, training: Sequence[Path]) -> str:
    """How many steps had to be halved, or took the projected stiffness; nothing where none did."""
    words = ""
    for record, happened in ((INDEFINITE, "tangents projected"), (HALVED, "steps halved")):
        if record == HALVED or full.body.projects:
            snapshots = Snapshots(training) if training else None
            counts = [int(snapshots.record(i, record)) for i in range(len(training))] if snapshots else []
            found = [count for count in counts if count]
            words += f"; {sum(found)} {happened} in {len(found)} runs (large compression)" if found else ""
    return words


def basis(nominal: BodyNominal, training: Sequence[Path]) -> Basis:
    """POD of the displacements of all runs, weighted by mass.

    A static response counts as a run does that stays there.
    """
    scene, mass = nominal.full.scene, nominal.full.body.mass
    kept = nominal.u[:, :: scene.enrichment.keep_every]
    perturbed, responses = _read(nominal.full, training)
    still = _still(nominal.full, responses)
    stays = [np.sqrt(kept.shape[1]) * still] if scene.enrichment.statics != 0 and still.size else []
    blocks = chain([kept], Snapshots(perturbed) if perturbed else [], stays)
    tolerance = max(BLOCK_TOLERANCE, scene.enrichment.tolerance)
    return pod(blocks, scene.basis.wanted, mass=mass, tolerance=tolerance, spare=TRIED)


def basis_words(nominal: BodyNominal, training: Sequence[Path], basis: Basis) -> str:
    """How still projected states of the full model hold; warns where they do not."""
    modes = basis.vectors if basis.spare is None else np.hstack([basis.vectors, basis.spare])
    return describe(Stillness(nominal.full.body, modes, _held_states(nominal, training)), basis.rank)


def elements(nominal: BodyNominal, training: Sequence[Path], basis: Basis) -> Chosen:
    """Which elements stand for all, by the states of all runs and what stays."""
    perturbed, responses = _read(nominal.full, training)
    return choose_elements(nominal.full, nominal.u, perturbed, basis, _still(nominal.full, responses))


def plant(nominal: BodyNominal, training: Sequence[Path], basis: Basis) -> tuple[BodyPlant, str]:
    """The reduced body, by its polynomial or by sampled elements."""
    chosen = elements(nominal, training, basis)
    return plant_of(nominal.full, basis, chosen.sampling), chosen.words


def plant_of(full: FullBody, basis: Basis, sampling: Sampling | None) -> BodyPlant:
    """The reduced body with some elements, or with its polynomial or all of them; and its muscles."""
    damping, time = full.scene.damping, full.scene.time
    rates = (damping.mass, damping.stiffness)
    model = reduce_deformable(full.body, basis, rates, full.standing, sampling)
    muscles = None if full.muscles is None else reduce_muscles(full.muscles, full.body, basis.vectors)
    return BodyPlant(model, time.step, time.newton_iterations, muscles)


def projected(nominal: BodyNominal, basis: Basis) -> Track:
    """(U^T M u, U^T M v), and the loads."""
    states = np.hstack([basis.project(nominal.u).T, basis.project(nominal.v).T])
    return Track(states, nominal.full.loads.reduced(basis.vectors))


def bundle(
    nominal: BodyNominal, training: Sequence[Path], basis: Basis, plant: BodyPlant, reference: Reference
) -> BodyBundle:
    """Mesh, model, costs, pushes and targets."""
    full, scene = nominal.full, nominal.full.scene
    mesh, free, track, dt = full.mesh, full.body.free, reference.track, scene.time.step
    regions = {name: np.asarray(region) for name, region in mesh.regions.items()}
    shape = Shape(mesh.vertices, mesh.surface, free, basis.vectors, regions)
    targets = [build_target(part, shape, track, dt, scene.up) for part in scene.targets]
    for target in targets:
        warn_of_miss(target, shape, track, dt)
    shared = shared_fields(
        scene, plant, reference, shape, actuator_pattern(full, basis),
        lambda part: pushed_vertex(part, shape), lambda region: region_weight(shape, region),
    )  # fmt: skip
    shared["costs"] = with_paths(shared["costs"], scene.control.paths, shape, track, dt)
    return BodyBundle(
        **shared,
        paths=followed(scene.control.paths),
        vertices=mesh.vertices,
        tets=mesh.tets,
        surface=mesh.surface,
        regions=regions,
        skin=full.skin,
        free=free,
        vectors=basis.vectors,
        newton_iterations=scene.time.newton_iterations,
        muscles={} if plant.muscles is None else plant.muscles._asdict(),
        targets=targets,
        up=scene.up,
        densities={name: part.density for name, part in scene.materials.items()},
        watch=scene.watch,
    )  # fmt: skip


def full_step(nominal: BodyNominal) -> Callable[[], object]:
    """A step from the middle of the nominal run: from rest, iterations would have little to do."""
    full, stepper, middle = nominal.full, nominal.full.stepper(), nominal.full.scene.time.steps // 2
    load = full.loads.at(middle)
    u, v = nominal.u[:, middle].copy(), nominal.v[:, middle].copy()
    return lambda: stepper.step(u, v, load, full.loads.control_at(middle))


def actuator_pattern(full: FullBody, basis: Basis) -> Callable[[int, BodyActuatorPart], Array]:
    """What a control of 1 of an actuator of the scene does to the plant's inputs, (r + a,)."""
    muscles = full.scene.muscles

    def pattern(index: int, part: BodyActuatorPart) -> Array:
        driven = np.array([part.size * (each is part) for each in muscles])
        if part.is_muscle:
            return np.concatenate([np.zeros(basis.rank), driven])
        force = np.asarray(basis.vectors.T @ actuator_force(full, index, part)) * part.size
        return np.concatenate([force, driven]) if muscles else force

    return pattern


def pushed_vertex(part: BodyPushPart, shape: Shape) -> int:
    """The vertex that a scene's push means: the one nearest, at rest, to the point or the region's middle."""
    at = part.at
    if isinstance(at, str):
        at = tuple(shape.vertices[shape.regions[at]].mean(axis=0).tolist())
    return at if isinstance(at, int) else shape.nearest(np.array(at))


def check_places(scene: BodyScene, full: FullBody) -> None:
    """Raise SceneError for a region or a vertex that the mesh does not have, before anything expensive."""
    named: dict[str, str | None] = {
        f"targets.{i}.region": part.region for i, part in enumerate(scene.targets)
    }
    named |= {f"control.instants.{i}.region": part.region for i, part in enumerate(scene.control.instants)}
    named |= {f"control.actuators.{i}.region": part.region for i, part in enumerate(scene.control.actuators)}
    named |= {f"control.paths.{i}.region": part.region for i, part in enumerate(scene.control.paths)}
    named |= {f"pushes.{i}.at": part.at for i, part in enumerate(scene.pushes) if isinstance(part.at, str)}
    named["watch"] = scene.watch
    for name, region in named.items():
        if region is not None:
            region_of(full.mesh, region, name)
    for i, path in enumerate(scene.control.paths):
        if not np.isin(full.mesh.regions[path.region], full.body.free // 3).any():
            raise SceneError(f"control.paths.{i}.region: nothing of {path.region!r} is free to move")
    for i, push in enumerate(scene.pushes):
        if isinstance(push.at, int) and not 0 <= push.at < len(full.mesh.vertices):
            raise SceneError(f"pushes.{i}.at: no vertex {push.at}; the mesh has {len(full.mesh.vertices)}")


def warn_of_up(scene: BodyScene) -> None:
    """Warn where gravity does not pull down."""
    gravity, size = np.array(scene.gravity), float(np.linalg.norm(scene.gravity))
    if size == 0 or -gravity @ upward(scene.up) >= size / 2:
        return
    axis = int(np.argmax(np.abs(gravity)))
    remedy = f'set up = "{AXES[axis]}"' if gravity[axis] < 0 else "turn the body and its gravity round"
    warnings.warn(
        f"gravity pulls along {'+-'[int(gravity[axis] < 0)]}{AXES[axis]}, but pictures are turned and balls "
        f'hang by up = "{scene.up}": {remedy}',
        stacklevel=3,
    )


def inputs_of(full: FullBody) -> str:
    """The fingerprint of all that the full model computes with, regions and files resolved."""
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
    if full.muscles is None:
        return fingerprint(FORMAT, settings, arrays, forces)
    muscles = full.muscles
    own = [*muscles.cables, muscles.starts, muscles.springs, full.loads.driving]
    own += [array for each in muscles.chambers for array in (*each.points, each.triangles)]
    return fingerprint(FORMAT, settings, arrays, forces, own)


def perturbation(full: FullBody, peak_speed: float, index: int) -> Perturbation | Excitation:
    """The perturbation of a training run: a force, or a kick, of a share of what moves the nominal run.

    Or all actuators at random.
    """
    part, dt = full.scene.enrichment, full.scene.time.step
    if part.kind == "actuation":
        return excitation(full, index)
    rng, step = draw_moment(full.scene, index)
    common: dict[str, Any] = {"step": step, "radius": part.radius, "strength": part.strength}
    mesh, body = full.mesh, full.body
    if part.kind == "velocity":
        return initial_velocity(mesh, body.free, body.mass, rng, speed=peak_speed, **common)
    steps = steps_within(part.duration, dt)
    impulse = control_scale(full) * steps * dt
    return force_impulse(mesh, body.free, rng, dt=dt, control=impulse, duration=(steps, steps), **common)


def excitation(full: FullBody, index: int) -> Excitation:
    """Random controls of all actuators; of muscles such that with the nominal run's they keep the limits."""
    scene, part = full.scene, full.scene.enrichment
    actuators = [each for each in scene.control.actuators if not each.is_muscle] + scene.muscles
    limits, steps = np.array([each.range for each in actuators]), scene.time.steps
    hold = steps_within(part.duration, scene.time.step)
    drawn = random_controls(draw_moment(scene, index)[0], limits, steps, hold)
    forces = len(actuators) - len(scene.muscles)
    nominal = np.array([full.loads.control_at(step) for step in range(steps)]).reshape(steps, -1)
    driven = np.clip(nominal + drawn[:, forces:], *limits[forces:].T) - nominal
    acting = enumerate(scene.control.actuators)
    patterns = [actuator_force(full, i, each) for i, each in acting if not each.is_muscle]
    return Excitation(drawn[:, :forces], np.reshape(patterns, (forces, full.body.mass.size)), driven)


def control_scale(full: FullBody) -> float:
    """The nominal run's control in N: its largest total force, or what brings regions to their paths.

    Or where there is neither, the body's weight.
    """
    scale = full.loads.largest_force() or max((_total(pull.force) for pull in pulls_of(full)), default=0.0)
    scale = scale or float(np.linalg.norm(full.standing.reshape(-1, 3).sum(axis=0)))
    if scale == 0:
        raise SceneError(
            "the scene has neither loads nor gravity, nor paths: nothing moves; add a [[loads]] table, or "
            "set enrichment.kind = 'velocity'"
        )
    return scale


def _total(force: Array) -> float:
    """The magnitude in N of a force (n,) as a whole."""
    return float(np.linalg.norm(force.reshape(-1, 3), axis=1).sum())


def _read(full: FullBody, training: Sequence[Path]) -> tuple[Sequence[Path], list[Response]]:
    """The files of perturbed runs, and the static responses of what comes after them."""
    runs = full.scene.enrichment.runs
    return training[:runs], [each for path in training[runs:] for each in read_responses(path)]


def _still(full: FullBody, responses: Sequence[Response]) -> Array:
    """The shapes (n, count) of those responses that there are."""
    found = [each.u for each in responses if each.share > 0]
    return np.reshape(found, (len(found), full.body.mass.size)).T


def _held_states(nominal: BodyNominal, training: Sequence[Path]) -> list[State]:
    """Static responses, and states far from rest: of the nominal run's thirds, and of some runs.

    Runs that were compressed have no states any more.
    """
    full, dt = nominal.full, nominal.full.scene.time.step
    perturbed, responses = _read(full, training)
    states = [State(f"under {name}", u) for name, u, share in responses if share > 0]
    for third in np.array_split(np.arange(nominal.u.shape[1]), 3):
        step = third[_farthest(full, nominal.u[:, third])]
        states.append(State(f"at {step * dt:.4g} s of the motion", nominal.u[:, step]))
    if full.scene.enrichment.tolerance == 0:
        for index in np.unique(
            np.linspace(0, len(perturbed) - 1, min(HELD_RUNS, len(perturbed))).astype(int)
        ):
            run = Snapshots([perturbed[index]]).run(0)
            kept = _farthest(full, run)
            time = kept * full.scene.enrichment.keep_every * dt
            states.append(State(f"at {time:.4g} s of training run {index}", run[:, kept]))
    return states


def _farthest(full: FullBody, u: Array) -> int:
    return int(np.argmax(full.body.mass @ u**2))


def _write_nominal(full: FullBody, progress: Progress, index: int, write: SnapshotWriter) -> None:
    stepper = full.stepper()
    for step, (u, v) in enumerate(simulate(full, stepper)):
        progress("centre line", step, full.scene.time.steps)
        write.append(u)
        write.append(v, VELOCITIES)
    write.record(HALVED, stepper.counts["halved"])
    write.record(INDEFINITE, stepper.counts["indefinite"])


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
    write.record(INDEFINITE, stepper.counts["indefinite"])

"""The pipeline's functions for a soft body, see `offline.pipeline.kinds.Kind`.

Its full runs are in `offline.pipeline.body.runs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np

from meshes.tetmesh import PARTS, TetMesh
from offline.campaign.runs import Runs
from offline.campaign.snapshots import Snapshots
from offline.full.body.full_body import FullBody, build_full_body, build_mesh
from offline.full.body.loads import region_of
from offline.full.body.size import warn_of_size
from offline.full.body.step_solver import DIRECT, ITERATIVE, ITERATIVE_UNKNOWNS
from offline.full.body.terms.chamber import walls_of
from offline.full.factorisation import default_backend
from offline.gains.forces import with_forces
from offline.gains.lqr import region_weight
from offline.gains.paths import followed, with_paths
from offline.pipeline.base.needs import NUMBER, Outline, count
from offline.pipeline.base.reference import Reference
from offline.pipeline.base.shared_fields import shared_fields
from offline.pipeline.body.elements import Chosen, choose_elements, is_sampled, sampling_bytes
from offline.pipeline.body.local import with_local
from offline.pipeline.body.presses import held_out
from offline.pipeline.body.runs import (
    BodyNominal,
    inputs_of,
    nominal_run,
    read_nominal,
    scale,
    step_words,
    training_runs,
)
from offline.pipeline.body.sensors import told_markers, with_sensors
from offline.pipeline.body.statics import ALONG, Response, read_responses, static_run, words
from offline.pipeline.body.stillness import MOVES, TRIED, State, Stillness, describe
from offline.pipeline.body.targets import build_target, warn_of_miss
from offline.scenes.base.keyframes import ANIMATION, KEYFRAMES
from offline.scenes.body.actuators import BodyActuatorPart
from offline.scenes.body.scene import BodyScene
from offline.steering.body import steer_full
from offline.targets import skin_of
from reduce.body import BLOCK_BYTES, reduce_deformable
from reduce.pod import BLOCK_TOLERANCE, Basis, pod
from reduce.sampling import Sampling
from reduce.terms.base_motion import reduce_handle
from reduce.terms.kinds import reduce_terms
from runtime.base.progress import Progress, silent
from runtime.body.contact.data import BODYS
from runtime.body.plant import BodyPlant
from runtime.body.pushed import PushedShape
from runtime.body.shape import Shape
from runtime.body.terms.base_motion import Handle
from runtime.body.terms.kinds import arrays_of, contact_arrays
from runtime.bundle.body import BodyBundle
from runtime.plant.track import Track
from runtime.plant.up_axis import AXES, upward
from runtime.rollouts import Rollouts
from softrein.errors import ControllerError, SceneError, shown, warn

__all__ = [
    "basis",
    "basis_words",
    "bundle",
    "full_model",
    "full_step",
    "left_alone",
    "nominal_run",
    "outline",
    "plant",
    "projected",
    "read_nominal",
    "scale",
    "sensed",
    "size",
    "static_runs",
    "training_runs",
    "training_words",
]

Array = np.ndarray
# Factor on the reference's states in a basis. What the basis lacks of the reference becomes the model's
# correction, a force that also acts far from the reference, where it is wrong.
REFERENCE = 10.0
FOUND = 4.0  # the same factor for runs under a control that was found for key-frames
CELL_TETS = 5  # tetrahedra per cell of a block
HELD_RUNS = 4  # training runs from each of which one state is judged
# arrays of full runs held in rounds of a motion: four of each of three runs, and two of the current one
FOUND_ARRAYS = 14
# bytes of mesh, body and iterative solver per tetrahedron: 1,300 measured, 820 more with three threads
TET_BYTES = 2000
# bytes of a factor: a n^b with (a, b) by library, for cubes with n unknowns
FILL_BYTES = {"cholmod": (150.0, 4 / 3), "splu": (250.0, 3 / 2)}


def outline(scene: BodyScene) -> Outline:
    """Return a body's sizes: a block's by its cells, any other's by its mesh, which is read for that."""
    part, mesh = scene.mesh, None
    if part.cells is not None:
        x, y, z = map(count, part.cells)
        x, y, z = (part.order * each for each in (x, y, z))
        vertices, tets, source = (x + 1) * (y + 1) * (z + 1), CELL_TETS * x * y * z, "mesh.cells"
    else:
        mesh = build_mesh(part, scene.up)
        vertices, tets = float(len(mesh.vertices)), float(len(mesh.tets))
        source = "mesh.body" if part.file is None else "mesh.file"
    # integration points: a quadratic element has four, and counts as eight tetrahedra
    points = tets / 2 if part.order == 2 else tets
    n, loads, actuators = 3 * vertices, len(scene.loads), len(scene.control.actuators)
    followed = scene.reference.animation is not None
    pulls = ALONG * (len(scene.control.paths) + followed) + len(scene.keyframes)
    statics = count(scene.static_places + 2 * actuators + pulls + any(scene.gravity))

    def reduced(rank: float) -> float:
        if is_sampled(scene, rank):
            return sampling_bytes(n, points, rank)
        features = rank * (rank + 3) / 2
        return NUMBER * 12 * features**2 + 7 * min(BLOCK_BYTES, 6 * NUMBER * points * features)

    return Outline(
        source=(source,),
        unknowns=n,
        model=TET_BYTES * tets + fill(scene.backend, n) + NUMBER * n * loads,
        held=3 + 2 * followed,
        written=2,
        a_step=NUMBER * (2 * loads + 12),
        compressed=scene.enrichment.tolerance > 0,
        particles=0.0,
        velocities=True,
        actuators=actuators,
        reduced=reduced,
        made=mesh,
        statics=statics,
        settling=fill(DIRECT, n) if statics else 0.0,
        tried=TRIED,
        found=FOUND_ARRAYS if scene.reference.source in (KEYFRAMES, ANIMATION) else 0,
    )


def fill(backend: str | None, n: float) -> float:
    """Return the bytes of the factors of a stiffness matrix (n, n), if it is factorised."""
    if backend == ITERATIVE or (backend is None and n >= ITERATIVE_UNKNOWNS):
        return 0.0
    factor, power = FILL_BYTES[backend if backend in FILL_BYTES else default_backend()]
    return float(factor * n**power)


def full_model(scene: BodyScene, mesh: TetMesh | None = None) -> FullBody:
    """Build mesh, body and loads; check places, and warn of an implausible size or direction.

    `mesh` is the scene's, if it was read already.
    """
    full = build_full_body(scene, mesh)
    check_places(scene, full)
    _ = full.animated, full.poses  # raises errors about them
    warn_of_up(scene)
    name, extent = scene.mesh.file, full.mesh.sides
    warn_of_size(name.name if name else "mesh.size", extent, any(scene.gravity), made=name is None)
    return full


def size(full: FullBody) -> str:
    """Describe vertices, elements and the solver."""
    vertices, tets = full.mesh.vertices, len(full.mesh.tets)
    elements = f"{tets // len(PARTS)} quadratic tetrahedra" if full.mesh.quadratic else f"{tets} tetrahedra"
    counts = f"{len(vertices) - full.mesh.loose} vertices, {elements}, n = {full.bodys}"
    sides = " x ".join(f"{side:.3g}" for side in full.mesh.sides)
    things = f"; free: {', '.join(part.name for part in full.scene.things)}" if full.scene.things else ""
    followed = f"; {full.animated.words}" if full.animated is not None else ""
    skin = f"; skin of {len(full.skin['weights'])} vertices" if full.skin else ""
    return f"{counts}, {sides} m{skin}{followed}{things}; solver {full.stepper().backend}"


def static_runs(nominal: BodyNominal, progress: Progress = silent) -> Runs:
    """Return the job for the shapes under constant loads."""
    return static_run(nominal.full.alone, nominal.reach, inputs_of(nominal.full), progress)


def training_words(full: FullBody, training: Sequence[Path]) -> str:
    """Say how many static responses there are, and how many steps had to be repeated in another way."""
    perturbed, responses = _read(full, training)
    return words(responses) + step_words(full, perturbed)


def basis(nominal: BodyNominal, training: Sequence[Path], columns: int | None = None) -> Basis:
    """Return the POD of the displacements of all runs, also of other motions, weighted by mass.

    A static response counts as a run that stays there.
    """
    scene, mass = nominal.full.scene, nominal.full.body.mass
    blocks = chain.from_iterable(_snapshots(*each) for each in _motions(nominal, training))
    tolerance = max(BLOCK_TOLERANCE, scene.enrichment.tolerance)
    wanted = scene.basis.wanted
    found = pod(blocks, wanted, mass=mass, tolerance=tolerance, spare=TRIED, columns=columns)
    return with_things(nominal.full, with_local(nominal.full, found))


def with_things(full: FullBody, basis: Basis) -> Basis:
    """Append the coordinates of free things, which are exact, to the basis after its local functions."""
    count = len(full.body.free) - full.bodys
    if not count:
        return basis
    own = np.zeros((len(basis.vectors), count))
    own[full.bodys :] = np.diag(full.body.mass[full.bodys :] ** -0.5)
    return replace(basis, vectors=np.hstack([basis.vectors, own]), free=count)


def _motions(nominal: BodyNominal, training: Sequence[Path]) -> list[tuple[BodyNominal, Sequence[Path]]]:
    """Return the nominal run and training runs of a motion, and then those of its model's other motions."""
    return [(nominal, training), *nominal.others]


def _snapshots(nominal: BodyNominal, training: Sequence[Path]) -> Iterator[Array]:
    """Yield the states (n, count) of one motion for the basis."""
    every, size = nominal.full.scene.enrichment.keep_every, nominal.full.body.mass.size
    full = nominal.full
    kept = full.without_things(nominal.u[:, ::every])
    yield REFERENCE * kept
    for run in nominal.found:
        yield FOUND * full.without_things(run[:, ::every])
    perturbed, responses = _read(nominal.full, training)
    if perturbed:
        yield from Snapshots(perturbed, size=size)
    still = _still(nominal.full, responses)
    if nominal.full.scene.enrichment.statics != 0 and still.size:
        yield np.sqrt(kept.shape[1]) * still


def basis_words(nominal: BodyNominal, training: Sequence[Path], basis: Basis) -> str:
    """Say how well the reduced model keeps projected states of the full one, and presses; warn if badly."""
    full, basis = nominal.full.alone, _of_body(nominal.full, basis)
    modes = basis.vectors if basis.spare is None else np.hstack([basis.vectors, basis.spare])
    motions = _motions(nominal, training)
    states = [each._replace(u=each.u[: full.bodys]) for pair in motions for each in _held_states(*pair)]
    words = describe(Stillness(full.body, modes, states), basis.rank, basis.local)
    return words + held_out(full, basis).words if full.scene.enrichment.presses else words


def _of_body(full: FullBody, basis: Basis) -> Basis:
    """Return the part of a basis for the body alone."""
    spare = None if basis.spare is None else basis.spare[: full.bodys]
    vectors = basis.vectors[: full.bodys, : basis.rank - basis.free]
    return replace(basis, vectors=vectors, mass=basis.mass[: full.bodys], spare=spare, free=0)


def elements(nominal: BodyNominal, training: Sequence[Path], basis: Basis) -> Chosen:
    """Choose the sampled elements, or none where the polynomial serves better: see `Chosen`.

    They are trained on the states of the runs, except for those held out, and on the static responses.
    """
    motions = _motions(nominal, training)
    read = [_read(each.full, paths) for each, paths in motions]
    still = [_still(each.full, responses) for (each, _), (_, responses) in zip(motions, read, strict=True)]
    runs = [run for each, _ in motions for run in (each.u, *each.found)]
    perturbed = [path for paths, _ in read for path in paths]
    return choose_elements(nominal.full, runs, perturbed, basis, np.hstack(still))


def plant(nominal: BodyNominal, training: Sequence[Path], basis: Basis) -> tuple[BodyPlant, str]:
    """Build the reduced body, by its polynomial or by sampled elements."""
    chosen = elements(nominal, training, basis)
    return plant_of(nominal.full, basis, chosen.sampling), chosen.words + contact_words(nominal.full)


def contact_words(full: FullBody) -> str:
    """Say how many samples contact has, and the layer's thickness and stiffness, which scenes may omit."""
    if full.contact is None:
        return ""
    law = full.contact.law
    samples = np.count_nonzero(law.data(0).own == BODYS)
    stiffness = " to ".join(f"{k:.3g}" for k in np.unique([law.stiffness.min(), law.stiffness.max()]))
    return f"; contact: {samples} samples, layer {1e3 * law.law[0]:.3g} mm thick, {stiffness} Pa/m"


def plant_of(full: FullBody, basis: Basis, sampling: Sampling | None) -> BodyPlant:
    """Return the reduced body with its terms of force, the handle's last if the scene moves it.

    The elastic force is that of the elements in `sampling`; without one it is the polynomial where the
    material has one, or else the sum over all elements.
    """
    damping, time = full.scene.damping, full.scene.time
    rates = (damping.mass, damping.stiffness)
    model = reduce_deformable(full.body, basis, rates, full.standing, sampling)
    driven = reduce_terms(full.terms.by_kind, full.body, basis.vectors)
    base = () if full.carried is None else (handle_of(full, basis),)
    return BodyPlant(model, time.step, time.newton_iterations, (*driven, *base), time.scheme)


def handle_of(full: FullBody, basis: Basis) -> Handle:
    """Return the reduced body's term for a moving handle."""
    return reduce_handle(full.body, basis.vectors, full.pivot, np.array(full.scene.gravity))


def projected(nominal: BodyNominal, basis: Basis) -> Track:
    """Return the projected states (U^T M u, U^T M v), and the projected loads."""
    states = np.hstack([basis.project(nominal.u).T, basis.project(nominal.v).T])
    return Track(states, np.hstack([nominal.full.loads.reduced(basis.vectors), nominal.full.known]))


def bundle(
    nominal: BodyNominal, training: Sequence[Path], basis: Basis, plant: BodyPlant, reference: Reference
) -> BodyBundle:
    """Build the bundle from mesh, model, costs, pushes and targets."""
    full, scene = nominal.full, nominal.full.scene
    mesh, free, track, dt = full.mesh, full.body.free, reference.track, scene.time.step
    regions = {name: np.asarray(region) for name, region in mesh.regions.items()}
    shape = Shape(mesh.vertices, mesh.surface, free, basis.vectors, regions, loose=mesh.loose)
    targets = [build_target(part, shape, track, dt, scene.up) for part in scene.targets]
    for target in targets:
        warn_of_miss(target, shape, track, dt)
    shared = shared_fields(
        scene,
        plant,
        reference,
        shape,
        actuator_pattern(full, basis),
        lambda part: shape.vertex_of(part.at),
        lambda region: region_weight(shape, region),
        basis.free,
    )
    shared["costs"] = with_paths(shared["costs"], scene.control.paths, shape, track, dt)
    made = BodyBundle(
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
        scheme=scene.time.scheme,
        muscles=arrays_of(plant.acting.terms, plant.model.rank),
        walls=walls_of(full.terms.by_kind.get("pressure")),
        contact=contact_arrays(plant.acting.terms),
        obstacles=[] if full.contact is None else full.contact.names,
        handle=handle_of(full, basis)._asdict(),
        way={} if full.carried is None else full.carried.way,
        targets=targets,
        up=scene.up,
        densities={name: part.density for name, part in scene.materials.items()},
        watch=scene.watch,
    )
    return replace(made, costs=with_forces(made, scene.control.forces))


def sensed(nominal: BodyNominal, bundle: BodyBundle) -> BodyBundle:
    """Add markers, the observer's settings, and the reduced model's errors against the full one."""
    return with_sensors(bundle, nominal.full.scene, nominal.full)


def left_alone(nominal: BodyNominal, bundle: BodyBundle) -> Rollouts:
    """Run the full body under the bundle's LQR, without pushes."""
    return steer_full(nominal.full, bundle)


def full_step(nominal: BodyNominal) -> Callable[[], object]:
    """Return a step from the middle of the nominal run, as a function; from rest it would be too easy."""
    full, stepper, middle = nominal.full, nominal.full.stepper(), nominal.full.scene.time.steps // 2
    load = full.loads.at(middle)
    u, v = nominal.u[:, middle].copy(), nominal.v[:, middle].copy()
    return lambda: stepper.step(u, v, load, full.loads.control_at(middle), full.known_at(middle))


def actuator_pattern(full: FullBody, basis: Basis) -> Callable[[int, BodyActuatorPart], Array]:
    """Return a function for the plant's inputs (forces,) under a control of 1 of an actuator of the scene."""
    internal, known = full.scene.internal_actuators, np.zeros(full.known.shape[1])

    def pattern(index: int, part: BodyActuatorPart) -> Array:
        driven = np.array([part.size * (each is part) for each in internal])
        if part.is_internal:
            return np.concatenate([np.zeros(basis.rank), driven, known])
        force = np.asarray(basis.vectors.T @ full.actuator_force(index, part)) * part.size
        return np.concatenate([force, driven, known])

    return pattern


def check_places(scene: BodyScene, full: FullBody) -> None:
    """Raise SceneError for a region or a vertex that the mesh does not have, before anything expensive."""
    named: dict[str, str | None] = {
        f"targets.{i}.region": part.region for i, part in enumerate(scene.targets)
    }
    named |= {f"control.instants.{i}.region": part.region for i, part in enumerate(scene.control.instants)}
    named |= {f"control.actuators.{i}.region": part.region for i, part in enumerate(scene.control.actuators)}
    named |= {f"control.paths.{i}.region": part.region for i, part in enumerate(scene.control.paths)}
    named |= {f"keyframes.{i}.region": part.region for i, part in enumerate(scene.keyframes)}
    named |= {f"sensors.{i}.region": part.region for i, part in enumerate(scene.sensors)}
    named |= {f"pushes.{i}.at": part.at for i, part in enumerate(scene.pushes) if isinstance(part.at, str)}
    named["watch"] = scene.watch
    for name, region in named.items():
        if region is not None:
            region_of(full.mesh, region, name)
    for i, tool in enumerate(scene.tools):
        if tool.mass is None and (tool.name in full.mesh.regions or tool.name in full.mesh.element_regions):
            raise SceneError(f"tools.{i}.name: the mesh has a region {tool.name!r}: rename the tool")
    moving = {f"control.paths.{i}.region": part.region for i, part in enumerate(scene.control.paths)}
    moving |= {f"keyframes.{i}.region": part.region for i, part in enumerate(scene.keyframes) if part.region}
    moving |= {f"sensors.{i}.region": part.region for i, part in enumerate(scene.sensors) if part.region}
    moving |= {
        f"control.instants.{i}.region": part.region
        for i, part in enumerate(scene.control.instants)
        if part.region
    }
    moving |= {
        f"control.actuators.{i}.region": part.region
        for i, part in enumerate(scene.control.actuators)
        if part.kind == "force" and part.region
    }
    for name, region in moving.items():
        if not np.isin(full.mesh.regions[region], full.body.free // 3).any():
            raise SceneError(f"{name}: nothing of {region!r} is free to move")
    for i, load in enumerate(scene.loads):
        if load.region and not np.isin(full.mesh.regions[load.region], full.body.free // 3).any():
            warn(
                f"loads.{i}.region: nothing of {load.region!r} is free to move, so that the load does "
                "nothing: take another region"
            )
    for i, part in enumerate(scene.targets):
        if part.string is not None and not len(skin_of(full.mesh.surface, full.mesh.regions[part.region])):
            raise SceneError(
                f"targets.{i}.region: no triangle of the surface is in {part.region!r}, and a ball on a "
                "string is hit by the skin: take a region that reaches it"
            )
    mesh, free = full.mesh, full.body.free
    vectors, regions = np.zeros((len(free), 0)), dict(mesh.regions)
    shape = PushedShape(mesh.vertices, mesh.surface, free, vectors, regions, loose=mesh.loose)
    told_markers(scene, shape)
    for i, push in enumerate(scene.pushes):
        count = len(mesh.vertices) - mesh.loose
        if isinstance(push.at, int) and not 0 <= push.at < count:
            raise SceneError(f"pushes.{i}.at: no vertex {push.at}; the mesh has {count}")
        try:
            patch, _ = shape.patch(shape.vertex_of(push.at), push.radius)
        except ControllerError as error:
            raise SceneError(f"pushes.{i}.at: {error}") from error
        if not np.isin(patch, free // 3).any():
            warn(
                f"pushes.{i}.at: nothing of the body is free to move at {shown(push.at)}, so that the push "
                "does nothing: push elsewhere, or give a larger radius"
            )


def warn_of_up(scene: BodyScene) -> None:
    """Warn where gravity does not pull down."""
    gravity, size = np.array(scene.gravity), float(np.linalg.norm(scene.gravity))
    if size == 0 or -gravity @ upward(scene.up) >= size / 2:
        return
    axis = int(np.argmax(np.abs(gravity)))
    remedy = f'set up = "{AXES[axis]}"' if gravity[axis] < 0 else "turn the body and its gravity round"
    warn(
        f"gravity pulls along {'+-'[int(gravity[axis] < 0)]}{AXES[axis]}, but pictures are turned and balls "
        f'hang by up = "{scene.up}": {remedy}'
    )


def _read(full: FullBody, training: Sequence[Path]) -> tuple[Sequence[Path], list[Response]]:
    """Return the files of perturbed runs, and the static responses in the file after them."""
    runs = full.scene.enrichment.all_runs
    found = [each for path in training[runs:] for each in read_responses(path, full.bodys)]
    return training[:runs], [each._replace(u=full.with_still_things(each.u)) for each in found]


def _still(full: FullBody, responses: Sequence[Response]) -> Array:
    """Return the shapes (n, count) of those responses that were found."""
    found = [each.u for each in responses if each.share > 0]
    return np.reshape(found, (len(found), full.body.mass.size)).T


def _held_states(nominal: BodyNominal, training: Sequence[Path]) -> list[State]:
    """Return static responses, and states far from rest: of thirds of the newest motion, and of some runs.

    Compressed runs no longer have states.
    """
    full, dt = nominal.full, nominal.full.scene.time.step
    perturbed, responses = _read(full, training)
    states = [State(f"under {name}", u) for name, u, share in responses if share > 0]
    motion = [nominal.u, *nominal.found][-1]
    thirds = np.array_split(np.arange(motion.shape[1]), 3)
    for third in filter(len, thirds):  # of a run that failed at once some are empty
        step = third[_farthest(full, motion[:, third])]
        states.append(_passed(full, f"at {step * dt:.4g} s of the motion", motion, step, dt))
    if full.scene.enrichment.tolerance == 0:
        for index in np.unique(
            np.linspace(0, len(perturbed) - 1, min(HELD_RUNS, len(perturbed))).astype(int)
        ):
            run = Snapshots([perturbed[index]], size=full.body.mass.size).run(0)
            kept, every = _farthest(full, run), full.scene.enrichment.keep_every * dt
            name = f"at {kept * every:.4g} s of training run {index}"
            states.append(_passed(full, name, run, kept, every))
    return states


def _passed(full: FullBody, name: str, run: Array, step: int, dt: float) -> State:
    """Return a state of a run (n, T + 1), and for how long the run is near it."""
    away = full.measure @ (run - run[:, step : step + 1]) ** 2
    near = away <= MOVES**2 * (full.measure @ run[:, step] ** 2)
    return State(name, run[:, step], float(near.sum()) * dt)


def _farthest(full: FullBody, u: Array) -> int:
    return int(np.argmax(full.measure @ u**2))

"""A soft body on its way to a bundle: the functions of `offline.pipeline.kinds.Kind`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from offline.campaign.body_runs import (
    BodyNominal,
    halved_steps,
    nominal_run,
    read_nominal,
    training_runs,
)
from offline.campaign.snapshots import Snapshots
from offline.full.body.full_body import FullBody, build_full_body
from offline.full.body.loads import region_of, spread
from offline.full.body.size import warn_of_size
from offline.gains.lqr import region_weight
from offline.pipeline.reference import Reference
from offline.pipeline.shared_fields import shared_fields
from offline.scenes.body import BodyPushPart, BodyScene, RegionActuatorPart, TargetPart
from offline.targets import gaps, hit, skin_of, skin_positions
from reduce.body import reduce_deformable
from reduce.pod import BLOCK_TOLERANCE, Basis, pod
from runtime.body.plant import BodyPlant
from runtime.body.shape import Shape
from runtime.bundle.body import BodyBundle
from runtime.bundle.target import Target
from runtime.clock import step_at, steps_within
from runtime.loop import Track
from runtime.upright import AXES, UP, level, upward
from softrein.errors import SceneError

Array = np.ndarray
__all__ = [  # the kind's functions, wherever they stand
    "CLOSER", "basis", "bundle", "full_model", "full_step", "nominal_run", "plant", "projected",
    "read_nominal", "size", "training_runs", "training_words",
]  # fmt: skip
CLOSER = "a larger basis.rank, or more enrichment.runs, brings them closer"


def full_model(scene: BodyScene) -> FullBody:
    """Mesh, body and loads; with places that are there, and warnings of an odd size or direction."""
    full = build_full_body(scene)
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


def training_words(nominal: BodyNominal, training: Sequence[Path]) -> str:
    """Steps that had to be halved."""
    return halved_steps(training)


def basis(nominal: BodyNominal, training: Sequence[Path]) -> Basis:
    """POD of the displacements of all runs, weighted by mass."""
    scene, mass = nominal.full.scene, nominal.full.body.mass
    kept = nominal.u[:, :: scene.enrichment.keep_every]
    blocks = chain([kept], Snapshots(training) if training else [])
    tolerance = max(BLOCK_TOLERANCE, scene.enrichment.tolerance)
    return pod(blocks, scene.basis.wanted, mass=mass, tolerance=tolerance)


def plant(nominal: BodyNominal, basis: Basis) -> BodyPlant:
    """The reduced body."""
    full = nominal.full
    damping, time = full.scene.damping, full.scene.time
    rates = (damping.mass, damping.stiffness)
    model = reduce_deformable(full.body, basis, damping=rates, standing=full.standing)
    return BodyPlant(model, time.step, time.newton_iterations)


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
    return BodyBundle(
        **shared_fields(
            scene, plant, reference, shape, actuator_pattern(full, basis),
            lambda part: pushed_vertex(part, shape), lambda region: region_weight(shape, region),
        ),
        vertices=mesh.vertices,
        tets=mesh.tets,
        surface=mesh.surface,
        regions=regions,
        skin=full.skin,
        free=free,
        vectors=basis.vectors,
        newton_iterations=scene.time.newton_iterations,
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
    return lambda: stepper.step(u, v, load)


def actuator_pattern(full: FullBody, basis: Basis) -> Callable[[int, RegionActuatorPart], Array]:
    """What an actuator of the scene does to the reduced coordinates, (r,)."""

    def pattern(index: int, part: RegionActuatorPart) -> Array:
        vertices = region_of(full.mesh, part.region, f"control.actuators.{index}.region")
        along = np.array(part.direction) / float(np.linalg.norm(part.direction))
        force = spread(full.mesh, full.body.free, vertices, along)
        return np.asarray(basis.vectors.T @ force)

    return pattern


def check_places(scene: BodyScene, full: FullBody) -> None:
    """Raise SceneError for a region or a vertex that the mesh does not have, before anything expensive."""
    named: dict[str, str | None] = {
        f"targets.{i}.region": part.region for i, part in enumerate(scene.targets)
    }
    named |= {f"control.instants.{i}.region": part.region for i, part in enumerate(scene.control.instants)}
    named |= {f"control.actuators.{i}.region": part.region for i, part in enumerate(scene.control.actuators)}
    named |= {f"pushes.{i}.at": part.at for i, part in enumerate(scene.pushes) if isinstance(part.at, str)}
    named["watch"] = scene.watch
    for name, region in named.items():
        if region is not None:
            region_of(full.mesh, region, name)
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


def pushed_vertex(part: BodyPushPart, shape: Shape) -> int:
    """The vertex that a scene's push means: the one nearest, at rest, to the point or the region's middle."""
    at = part.at
    if isinstance(at, str):
        at = tuple(shape.vertices[shape.regions[at]].mean(axis=0).tolist())
    return at if isinstance(at, int) else shape.nearest(np.array(at))


def build_target(part: TargetPart, shape: Shape, track: Track, dt: float, up: str = UP) -> Target:
    """A ball where the reference motion's skin reaches it at the wanted moment.

    A ball on a string gives way sideways only, so it hangs at the region's height, ahead of the skin point
    that leads in the horizontal direction in which the region moves.
    """
    step = step_at(part.time, dt)
    if part.flight:
        spot = shape.positions(track.states[step], shape.regions[part.region]).mean(axis=0)
        flight = tuple((float(x), float(y), float(z)) for x, y, z in spot + np.array(part.flight))
        x, y, z = spot.tolist()
        steps = max(1, step_at(part.approach, dt, step))
        return Target(part.name, part.region, (x, y, z), part.radius, 0.0, step, steps, flight, up)
    rank = shape.modes.shape[2]
    around = track.states[[max(step - 1, 0), step], :rank]
    skin = skin_of(shape.surface, shape.regions[part.region])
    before, now = shape.positions(around, np.unique(skin))
    direction = (now - before).mean(axis=0) * level(up)
    if not direction.any():
        raise SceneError(f"targets: {part.name!r}: the reference does not move sideways at {part.time:g} s")
    direction /= np.linalg.norm(direction)
    leading = now[np.argmax(now @ direction)]
    centre = now.mean(axis=0)
    centre += direction * (np.dot(leading - centre, direction) + part.radius - part.bite)
    window = steps_within(part.tolerance, dt)
    return Target(
        part.name, part.region, tuple(centre.tolist()), part.radius, part.string or 0.0, step, window, up=up
    )


def warn_of_miss(target: Target, shape: Shape, track: Track, dt: float) -> None:
    """Warn where the reference itself misses a ball: nobody who keeps to it could hit that.

    Who comes flying lands where the reference is, by its making.
    """
    if target.flight or hit(target, skin := skin_positions(shape, target, track.states)):
        return
    away = gaps(target, skin)
    touched = np.flatnonzero(away[: target.step] <= 0)
    if touched.size:
        what = f"touches it at {touched[0] * dt:.3g} s already: raise its tolerance, or ask for that time"
    else:
        near = away[max(target.step - target.window, 0) : target.step + target.window + 1].min()
        what = f"passes {near * 1e3:.2g} mm from it: raise its bite or radius, or take a smaller region"
    warnings.warn(
        f"targets: the reference misses {target.name!r}, which is due at {target.step * dt:.3g} s; it {what}",
        stacklevel=3,
    )

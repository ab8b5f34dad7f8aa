"""A soft body on its way to a bundle."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from meshes.embedding import embed
from meshes.formats.surfaces import read_surface
from offline.campaign.body_runs import CentreLine, EnrichmentRuns, halved_steps, peak_speed, read_centre_line
from offline.campaign.snapshots import Snapshots
from offline.full.body.full_body import FullBody, build_full_body
from offline.full.body.loads import region_of, spread
from offline.full.body.size import warn_of_size
from offline.gains.lqr import build_actuators, build_costs, region_weight
from offline.pipeline.way import Progress
from offline.scenes.body import BodyPushPart, BodyScene, TargetPart
from offline.targets import gaps, hit, skin_of, skin_positions
from reduce.body import reduce_deformable
from reduce.pod import BLOCK_TOLERANCE, Basis, pod
from runtime.body.plant import BodyPlant
from runtime.body.shape import Shape
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.target import Target
from runtime.clock import step_at, steps_within
from runtime.loop import Track
from runtime.push import Push
from runtime.upright import AXES, UP, level, upward
from softrein.errors import MeshError, SceneError

Array = np.ndarray


class BodyWay:
    """See `offline.pipeline.way.Way`."""

    closer = "a larger basis.rank, or more enrichment.runs, brings them closer"

    def __init__(self, scene: BodyScene) -> None:
        self.scene = scene

    @cached_property
    def full(self) -> FullBody:
        """The full model."""
        return build_full_body(self.scene)

    @cached_property
    def skin(self) -> dict[str, Array]:
        """The fine surface that is shown, as `BodyBundle.skin` holds it. Raises MeshError."""
        part = self.scene.mesh
        if part.skin is None:
            return {}
        surface = read_surface(part.skin, part.skin_scale or part.scale)
        try:
            corners, weights = embed(surface.vertices, self.full.mesh)
        except MeshError as error:
            raise MeshError(f"{part.skin}: {error} (mesh.skin_scale is its unit in metres)") from error
        return {"triangles": surface.triangles, "corners": corners, "weights": weights}

    def describe(self) -> str:
        """Vertices, elements and the solver."""
        full = self.full
        check_places(self.scene, full)
        warn_of_up(self.scene)
        name, extent = self.scene.mesh.file, np.ptp(full.mesh.vertices, axis=0)
        warn_of_size(name.name if name else "mesh.size", extent, any(self.scene.gravity), made=name is None)
        size = (
            f"{len(full.mesh.vertices)} vertices, {len(full.mesh.tets)} tetrahedra, n = {len(full.body.free)}"
        )
        sides = " x ".join(f"{side:.3g}" for side in np.ptp(full.mesh.vertices, axis=0))
        skin = f"; skin of {len(self.skin['weights'])} vertices" if self.skin else ""
        return f"{size}, {sides} m{skin}; solver {full.stepper().backend}"

    def centre_line(self, progress: Progress) -> CentreLine:
        """The run under the scene's loads."""
        return CentreLine(self.scene, lambda done: progress("centre line", done, self.scene.time.steps))

    def take_centre_line(self, path: Path) -> str:
        """Read displacements and velocities."""
        self.u, self.v = read_centre_line(path)
        return halved_steps([path])

    def enrichment(self) -> EnrichmentRuns:
        """Pushed or kicked runs."""
        return EnrichmentRuns(self.scene, peak_speed(self.full, self.v))

    def describe_runs(self, paths: list[Path]) -> str:
        """Steps that had to be halved."""
        return halved_steps(paths)

    def basis(self, paths: list[Path]) -> Basis:
        """POD of the displacements of all runs, weighted by mass."""
        blocks = chain([self.u[:, :: self.scene.enrichment.keep_every]], Snapshots(paths) if paths else [])
        tolerance = max(BLOCK_TOLERANCE, self.scene.enrichment.tolerance)
        return pod(blocks, self.scene.basis.wanted, mass=self.full.body.mass, tolerance=tolerance)

    def plant(self, basis: Basis) -> BodyPlant:
        """The reduced body."""
        damping, time = self.scene.damping, self.scene.time
        model = reduce_deformable(
            self.full.body, basis, damping=(damping.mass, damping.stiffness), standing=self.full.standing
        )
        return BodyPlant(model, time.step, time.newton_iterations)

    def feedforward(self, basis: Basis) -> Array:
        """The projected loads."""
        return self.full.loads.reduced(basis.vectors)

    def projected_states(self, basis: Basis) -> Array:
        """(U^T M u, U^T M v)."""
        return np.hstack([basis.project(self.u).T, basis.project(self.v).T])

    def bundle(self, basis: Basis, plant: BodyPlant, track: Track, uncontrolled: Array) -> Bundle:
        """Mesh, model, costs, pushes and targets."""
        scene, mesh, free = self.scene, self.full.mesh, self.full.body.free
        regions = {name: np.asarray(region) for name, region in mesh.regions.items()}
        shape = Shape(mesh.vertices, mesh.surface, free, basis.vectors, regions)
        actuators, limits = build_actuators(scene.control, basis.rank, self._pattern(basis))
        rank, controls = actuators.shape
        targets = [build_target(part, shape, track, scene.time.step, scene.up) for part in scene.targets]
        for target in targets:
            warn_of_miss(target, shape, track, scene.time.step)
        return BodyBundle(
            **scene.bundle_fields(),
            stages=[],
            vertices=mesh.vertices,
            tets=mesh.tets,
            surface=mesh.surface,
            regions=regions,
            skin=self.skin,
            free=free,
            vectors=basis.vectors,
            model=plant.model,
            newton_iterations=scene.time.newton_iterations,
            track=track,
            uncontrolled=uncontrolled,
            costs=build_costs(
                scene.control, scene.time, rank, rank, controls, lambda region: region_weight(shape, region)
            ),
            actuators=actuators,
            limits=limits,
            gains={},
            discretisation="",
            pushes=[build_push(part, shape) for part in scene.pushes],
            targets=targets,
            up=scene.up,
            densities={name: part.density for name, part in scene.materials.items()},
            watch=scene.watch,
        )

    def full_step(self) -> Callable[[], Any]:
        """A step from the middle of the centre line: from rest, iterations would have little to do."""
        full, stepper, middle = self.full, self.full.stepper(), self.scene.time.steps // 2
        load = full.loads.at(middle)
        u, v = self.u[:, middle].copy(), self.v[:, middle].copy()
        return lambda: stepper.step(u, v, load)

    def _pattern(self, basis: Basis) -> Callable[[int, Any], Array]:
        """What an actuator of the scene does to the reduced coordinates, (r,)."""

        def pattern(index: int, part: Any) -> Array:
            length = float(np.linalg.norm(part.direction))
            if length == 0:
                raise SceneError(f"control.actuators.{index}.direction: must not be zero")
            full = self.full
            vertices = region_of(full.mesh, part.region, f"control.actuators.{index}.region")
            force = spread(full.mesh, full.body.free, vertices, np.array(part.direction) / length)
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


def build_push(part: BodyPushPart, shape: Shape) -> Push:
    """A scene's push at a vertex: the one nearest, at rest, to the point or to the region's middle."""
    at = part.at
    if isinstance(at, str):
        at = tuple(shape.vertices[shape.regions[at]].mean(axis=0).tolist())
    vertex = at if isinstance(at, int) else shape.nearest(np.array(at))
    push = Push(vertex, part.force, part.time, part.duration, part.radius, part.noise, part.seed)
    shape.patterns(push)
    return push


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

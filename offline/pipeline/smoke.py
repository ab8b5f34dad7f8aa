"""Smoke on its way to a bundle."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from meshes.mac_operators import continued, face_extension
from offline.campaign.smoke_runs import (
    SmokeCentreLine,
    SmokeEnrichment,
    read_perturbed_paths,
    read_smoke_centre_line,
)
from offline.campaign.snapshots import Snapshots
from offline.full.smoke.full_smoke import FullSmoke, build_full_smoke
from offline.full.smoke.guide import distance_from_curve
from offline.full.smoke.pressure import Projection
from offline.gains.lqr import build_actuators, build_costs
from offline.pipeline.way import Progress
from offline.scenes.smoke import SmokePushPart, SmokeScene
from reduce.pod import Basis, compress, pod
from reduce.smoke import reduce_fluid
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.clock import step_at
from runtime.loop import Track
from runtime.push import Push
from runtime.smoke.flow_field import FlowField
from runtime.smoke.plant import SmokePlant
from runtime.smoke.velocity_modes import VelocityModes, velocity_modes
from softrein.errors import SceneError

Array = np.ndarray
FORCES_AT_ONCE = 32  # full force fields held together


class SmokeWay:
    """See `offline.pipeline.way.Way`."""

    closer = (
        "its grid damps the full flow and nothing the reduced one: finer box.cells, or a box.viscosity "
        "for both, brings them closer"
    )

    def __init__(self, scene: SmokeScene) -> None:
        self.scene = scene

    @cached_property
    def full(self) -> FullSmoke:
        """The full model; with the guide's wind once the centre line has been read."""
        return build_full_smoke(self.scene)

    def describe(self) -> str:
        """Cells, faces and the pressure solver."""
        (nx, ny), grid = self.full.grid.cells, self.full.grid
        solid = f", {int(grid.solid.sum())} solid" if not grid.is_box else ""
        return f"{nx} x {ny} cells{solid}, n = {grid.size}; pressure by {self.full.simulation().backend}"

    def centre_line(self, progress: Progress) -> SmokeCentreLine:
        """The run under the scene's winds, and the search for the guide's."""
        return SmokeCentreLine(self.scene, progress)

    def take_centre_line(self, path: Path) -> str:
        """Read the flow, the particles and the guide's wind."""
        self.centre = read_smoke_centre_line(path, self.scene)
        full = self.full
        self.full = FullSmoke(full.scene, full.grid, full.wind, self.centre.guided)
        crossed = np.abs(self.centre.q).max() * self.scene.time.step / min(full.grid.spacing)
        words = f"; at most {crossed:.1f} cells a step"
        if self.scene.guide is not None:
            off = distance_from_curve(self.full, self.centre.particles)
            words += f"; guided to {off.root_mean_square * 1e3:.2g} mm of its curve (rms)"
        return words

    def enrichment(self) -> SmokeEnrichment:
        """Runs with a gust each."""
        return SmokeEnrichment(self.scene, self.centre)

    def describe_runs(self, paths: list[Path]) -> str:
        """How far they were compressed."""
        self.perturbed = read_perturbed_paths(paths)
        if not paths:
            return ""
        states = len(paths) * len(range(0, self.scene.time.steps + 1, self.scene.enrichment.keep_every))
        return f", {states} states compressed to {Snapshots(paths).count}"

    def basis(self, paths: list[Path]) -> Basis:
        """POD of the velocities of all runs, under the cell's area, and free of divergence."""
        grid, part = self.full.grid, self.scene.enrichment
        mass = np.full(grid.size, grid.cell_area)
        centre = compress(self.centre.q[:, :: part.keep_every], part.tolerance)
        blocks = chain([centre], Snapshots(paths) if paths else [])
        found = pod(blocks, self.scene.basis.wanted, mass=mass, tolerance=part.tolerance)
        return divergence_free(found, Projection(grid, self.scene.backend))

    def plant(self, basis: Basis) -> SmokePlant:
        """The reduced fluid with its particles."""
        scene = self.scene
        model = reduce_fluid(self.full.grid, basis, scene.box.viscosity)
        return SmokePlant(model, self._modes(basis), scene.time.step, len(scene.particles), scene.time.scheme)

    def feedforward(self, basis: Basis) -> Array:
        """The projected winds."""
        steps, rows = range(self.scene.time.steps), []
        for start in range(0, len(steps), FORCES_AT_ONCE):
            forces = [self.full.force(step) for step in steps[start : start + FORCES_AT_ONCE]]
            rows.append(basis.project(np.array(forces).T).T)
        return np.ascontiguousarray(np.concatenate(rows))  # as kernels are compiled for it

    def projected_states(self, basis: Basis) -> Array:
        """The full run's particles, and its flow projected."""
        particles = self.centre.particles
        return np.hstack([particles.reshape(len(particles), -1), basis.project(self.centre.q).T])

    def bundle(self, basis: Basis, plant: SmokePlant, track: Track, uncontrolled: Array) -> Bundle:
        """Box, model, costs and pushes."""
        scene, grid = self.scene, self.full.grid
        field = FlowField(plant.modes, grid.open, plant.particles)
        actuators, limits = build_actuators(scene.control, basis.rank, _wind_pattern(field))
        places, controls = 2 * plant.particles, actuators.shape[1]
        start = self.full.start()
        return SmokeBundle(
            **scene.bundle_fields(),
            stages=[],
            extent=list(grid.extent),
            scheme=scene.time.scheme,
            particles=plant.particles,
            solid=grid.solid,
            open_faces=grid.open,
            density=np.asarray(start.density),
            carried=start.carried,
            full_paths=self.centre.particles,
            full_density=self.centre.density,
            perturbed_paths=self.perturbed,
            vectors=self._continued(basis),
            model=plant.model,
            track=track,
            uncontrolled=uncontrolled,
            costs=build_costs(scene.control, scene.time, places, basis.rank, controls),
            actuators=actuators,
            limits=limits,
            gains={},
            discretisation="",
            pushes=[_build_push(part, field, track, scene) for part in scene.pushes],
        )

    def full_step(self) -> Callable[[], Any]:
        """A step from the middle of the centre line, smoke included."""
        simulation, middle = self.full.simulation(), self.scene.time.steps // 2
        q, density, force = self.centre.q[:, middle], self.centre.density, self.full.force(middle)
        return lambda: simulation.step(q, density, force)

    def _modes(self, basis: Basis) -> VelocityModes:
        grid = self.full.grid
        return velocity_modes(self._continued(basis), grid.cells, grid.extent, grid.solid)

    def _continued(self, basis: Basis) -> Array:
        """The basis's vectors, continued into solid cells, where interpolation asks for them."""
        return continued(basis.vectors, face_extension(self.full.grid))


def divergence_free(basis: Basis, projection: Projection) -> Basis:
    """The basis made free of divergence to round-off, and orthonormal again.

    Snapshots are so to round-off, relative to their own size: a mode that is weak in them need not be.
    """
    root = np.sqrt(basis.mass)[:, None]
    fields = np.column_stack([projection.project(field) for field in basis.vectors.T])
    modes, triangle = np.linalg.qr(fields * root)
    modes[~fields.any(axis=1)] = 0.0  # closed faces, where the factorisation leaves round-off
    return Basis(modes * np.sign(np.diag(triangle)) / root, basis.singular_values, basis.mass)


def _wind_pattern(field: FlowField) -> Callable[[int, Any], Array]:
    """What an actuator of the scene does to the reduced velocities, (r,)."""

    def pattern(index: int, part: Any) -> Array:
        length = float(np.linalg.norm(part.direction))
        if length == 0:
            raise SceneError(f"control.actuators.{index}.direction: must not be zero")
        return np.asarray(np.array(part.direction) / length @ field.wind(part.at, part.radius))

    return pattern


def _build_push(part: SmokePushPart, field: FlowField, track: Track, scene: SmokeScene) -> Push:
    """A scene's push; one at a particle is where the reference has the particle then."""
    at = part.at
    if isinstance(at, int):
        step = step_at(part.time, scene.time.step, scene.time.steps)
        x, y = field.positions(track.states[step])[at]
        at = (float(x), float(y))
    push = Push(at, part.force, part.time, part.duration, part.radius, part.noise, part.seed)
    field.patterns(push)
    return push

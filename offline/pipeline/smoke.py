"""Smoke on its way to a bundle: the functions of `offline.pipeline.kinds.Kind`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from meshes.mac_operators import continued, face_extension
from offline.campaign.smoke_runs import (
    SmokeNominal,
    nominal_run,
    read_nominal,
    read_perturbed_paths,
    training_runs,
)
from offline.campaign.snapshots import Snapshots
from offline.full.smoke.full_smoke import FullSmoke, build_full_smoke
from offline.full.smoke.pressure import Projection
from offline.pipeline.reference import Reference
from offline.pipeline.shared_fields import shared_fields
from offline.scenes.smoke import SmokePushPart, SmokeScene, WindActuatorPart
from reduce.pod import Basis, compress, pod
from reduce.smoke import reduce_fluid
from runtime.bundle.smoke import SmokeBundle
from runtime.clock import step_at
from runtime.loop import Track
from runtime.smoke.flow_field import FlowField
from runtime.smoke.plant import SmokePlant
from runtime.smoke.velocity_modes import velocity_modes

Array = np.ndarray
__all__ = [  # the kind's functions, wherever they stand
    "CLOSER", "basis", "bundle", "full_model", "full_step", "nominal_run", "plant", "projected",
    "read_nominal", "size", "training_runs", "training_words",
]  # fmt: skip
CLOSER = (
    "its grid damps the full flow and nothing the reduced one: finer box.cells, or a box.viscosity "
    "for both, brings them closer"
)
FORCES_AT_ONCE = 32  # full force fields held together


def full_model(scene: SmokeScene) -> FullSmoke:
    """Grid and winds."""
    return build_full_smoke(scene)


def size(full: FullSmoke) -> str:
    """Cells, faces and the pressure solver."""
    (nx, ny), grid = full.grid.cells, full.grid
    solid = f", {int(grid.solid.sum())} solid" if not grid.is_box else ""
    return f"{nx} x {ny} cells{solid}, n = {grid.size}; pressure by {full.simulation().backend}"


def training_words(nominal: SmokeNominal, training: Sequence[Path]) -> str:
    """How far they were compressed."""
    if not training:
        return ""
    scene = nominal.full.scene
    states = len(training) * len(range(0, scene.time.steps + 1, scene.enrichment.keep_every))
    return f", {states} states compressed to {Snapshots(training).count}"


def basis(nominal: SmokeNominal, training: Sequence[Path]) -> Basis:
    """POD of the velocities of all runs, under the cell's area, and free of divergence."""
    grid, scene = nominal.full.grid, nominal.full.scene
    tolerance = scene.enrichment.tolerance
    kept = compress(nominal.q[:, :: scene.enrichment.keep_every], tolerance)
    blocks = chain([kept], Snapshots(training) if training else [])
    mass = np.full(grid.size, grid.cell_area)
    found = pod(blocks, scene.basis.wanted, mass=mass, tolerance=tolerance)
    return divergence_free(found, Projection(grid, scene.backend))


def plant(nominal: SmokeNominal, basis: Basis) -> SmokePlant:
    """The reduced fluid with its particles."""
    scene, grid = nominal.full.scene, nominal.full.grid
    model = reduce_fluid(grid, basis, scene.box.viscosity)
    modes = velocity_modes(
        continued(basis.vectors, face_extension(grid)), grid.cells, grid.extent, grid.solid
    )
    return SmokePlant(model, modes, scene.time.step, len(scene.particles), scene.time.scheme)


def projected(nominal: SmokeNominal, basis: Basis) -> Track:
    """The full run's particles, its flow projected, and the winds."""
    particles, steps, rows = nominal.particles, range(nominal.full.scene.time.steps), []
    for start in range(0, len(steps), FORCES_AT_ONCE):
        forces = [nominal.full.force(step) for step in steps[start : start + FORCES_AT_ONCE]]
        rows.append(basis.project(np.array(forces).T).T)
    control = np.ascontiguousarray(np.concatenate(rows))  # as kernels are compiled for it
    return Track(np.hstack([particles.reshape(len(particles), -1), basis.project(nominal.q).T]), control)


def bundle(
    nominal: SmokeNominal, training: Sequence[Path], basis: Basis, plant: SmokePlant, reference: Reference
) -> SmokeBundle:
    """Box, model, costs and pushes."""
    full, scene, grid = nominal.full, nominal.full.scene, nominal.full.grid
    field, start = FlowField(plant.modes, grid.open, plant.particles), full.start()
    return SmokeBundle(
        **shared_fields(
            scene, plant, reference, field, wind_pattern(field),
            lambda part: pushed_place(part, field, reference.track, scene),
        ),
        extent=list(grid.extent),
        scheme=scene.time.scheme,
        particles=plant.particles,
        solid=grid.solid,
        open_faces=grid.open,
        density=np.asarray(start.density),
        carried=start.carried,
        full_paths=nominal.particles,
        full_density=nominal.density,
        perturbed_paths=read_perturbed_paths(training),
        vectors=continued(basis.vectors, face_extension(grid)),
    )  # fmt: skip


def full_step(nominal: SmokeNominal) -> Callable[[], object]:
    """A step from the middle of the nominal run, smoke included."""
    full, middle = nominal.full, nominal.full.scene.time.steps // 2
    simulation, q, force = full.simulation(), nominal.q[:, middle], full.force(middle)
    return lambda: simulation.step(q, nominal.density, force)


def divergence_free(basis: Basis, projection: Projection) -> Basis:
    """The basis made free of divergence to round-off, and orthonormal again.

    Snapshots are so to round-off, relative to their own size: a mode that is weak in them need not be.
    """
    root = np.sqrt(basis.mass)[:, None]
    fields = np.column_stack([projection.project(field) for field in basis.vectors.T])
    modes, triangle = np.linalg.qr(fields * root)
    modes[~fields.any(axis=1)] = 0.0  # closed faces, where the factorisation leaves round-off
    return Basis(modes * np.sign(np.diag(triangle)) / root, basis.singular_values, basis.mass)


def wind_pattern(field: FlowField) -> Callable[[int, WindActuatorPart], Array]:
    """What an actuator of the scene does to the reduced velocities, (r,)."""

    def pattern(index: int, part: WindActuatorPart) -> Array:
        along = np.array(part.direction) / float(np.linalg.norm(part.direction))
        return np.asarray(along @ field.wind(part.at, part.radius))

    return pattern


def pushed_place(
    part: SmokePushPart, field: FlowField, track: Track, scene: SmokeScene
) -> tuple[float, float]:
    """Where a scene's push blows; one at a particle is where the reference has the particle then."""
    if not isinstance(part.at, int):
        return part.at
    step = step_at(part.time, scene.time.step, scene.time.steps)
    x, y = field.positions(track.states[step])[part.at]
    return float(x), float(y)

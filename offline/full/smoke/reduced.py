"""The reduced plant of a full smoke simulation and a basis of its flows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from meshes.mac_operators import continued, face_extension
from offline.full.smoke.full_smoke import FullSmoke
from offline.full.smoke.pressure import Projection
from reduce.compression import orthonormal
from reduce.pod import Basis
from reduce.smoke import reduce_fluid
from runtime.smoke.plant import SmokePlant
from runtime.smoke.velocity_modes import velocity_modes


def divergence_free(basis: Basis, projection: Projection) -> Basis:
    """Make the basis free of divergence to round-off, and orthonormal again.

    Snapshots are free of divergence relative to their own size; a mode that is weak in them need not be.
    """
    root = np.sqrt(basis.mass)[:, None]
    fields = np.column_stack([projection.project(field) for field in basis.vectors.T])
    modes = orthonormal(fields * root)
    modes[~fields.any(axis=1)] = 0.0  # closed faces, which otherwise keep the factorisation's round-off
    return replace(basis, vectors=modes / root, spare=None)


def reduced_plant(full: FullSmoke, basis: Basis, particles: int, carried: bool = False) -> SmokePlant:
    """Return the plant of the flow in a basis without divergence, with a number of `particles`.

    `carried` is the plant's.
    """
    scene, grid = full.scene, full.grid
    model = reduce_fluid(grid, basis, scene.box.viscosity)
    vectors = continued(basis.vectors, face_extension(grid))
    modes = velocity_modes(vectors, grid.cells, grid.extent, grid.solid)
    return SmokePlant(model, modes, scene.time.step, particles, scene.time.scheme, carried)

"""Projection of the forces of inertia in a handle's frame onto a basis, u = U p: exact and linear."""

from __future__ import annotations

import numpy as np

from reduce.protocols import Body
from runtime.body.terms.base_motion import Handle

Array = np.ndarray


def reduce_handle(body: Body, vectors: Array, pivot: Array, gravity: Array) -> Handle:
    """Return the term `runtime.body.terms.base_motion` on the span of `vectors` (n_free, r).

    The handle turns about `pivot` (3,) m. `gravity` (3,) m/s^2 is the one that the standing load contains.
    """
    modes = vectors.reshape(-1, 3, vectors.shape[1])  # (vertices, 3, r)
    mass, weighing = body.mass.reshape(-1, 3)[:, 0], body.weighing.reshape(-1, 3)[:, 0]
    arms = body.mesh.vertices[body.free[::3] // 3] - pivot
    return Handle(
        pivot=np.array(pivot, dtype=float),
        gravity=np.array(gravity, dtype=float),
        along=np.einsum("v,var->ar", weighing, modes),
        about=np.einsum("v,var,vb->abr", mass, modes, arms).reshape(9, -1),
        between=np.einsum("v,var,vbs->abrs", mass, modes, modes, optimize=True).reshape(
            9, vectors.shape[1], -1
        ),
    )

"""Projection of a full body's chambers onto a basis, u = U p: exact, as volumes are cubic in u."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from meshes import chamber
from reduce.protocols import Body, Embedded
from runtime.body.terms.chamber import Chambers

Array = np.ndarray


class FullChamber(Protocol):
    """One chamber of a full body."""

    @property
    def points(self) -> Embedded: ...  # noqa: D102
    @property
    def triangles(self) -> Array: ...  # noqa: D102


class FullChambers(Protocol):
    """The chambers of a full body."""

    @property
    def chambers(self) -> Sequence[FullChamber]: ...  # noqa: D102


def reduce_chambers(chambers: FullChambers, body: Body, vectors: Array) -> Chambers:
    """Return the reduced form of `offline.full.body.terms.chamber` on the span of `vectors` (n_free, r)."""
    r, each = vectors.shape[1], chambers.chambers
    found = [_cubic(one, one.points.matrix(body) @ vectors) for one in each]
    volumes, slopes, curvatures, cubics = zip(*found, strict=True) if found else ((), (), (), ())
    return Chambers(
        volumes=np.array(volumes, dtype=float),
        volume_slopes=np.reshape(slopes, (len(found), r)).astype(float),
        volume_curvatures=np.reshape(curvatures, (len(found), r, r)).astype(float),
        volume_cubics=np.reshape(cubics, (len(found), r, r * r)).astype(float),
    )


def _cubic(one: FullChamber, modes: Array) -> tuple[float, Array, Array, Array]:
    """Return the volume at rest and its derivatives by p there, for vertices that `modes` (3 m, r) move.

    The second derivative by the vertices is linear in them; evaluated at a mode it is that mode's part of the
    third.
    """
    rest, triangles, r = one.points.rest, one.triangles, modes.shape[1]

    def curvature(vertices: Array) -> Array:
        rows, columns, blocks = chamber.volume_hessian(vertices, triangles)
        left = modes.reshape(-1, 3, r)
        turned = np.zeros_like(left)
        np.add.at(turned, rows, blocks @ left[columns])
        return np.asarray(modes.T @ turned.reshape(-1, r))

    slope = modes.T @ chamber.volume_gradient(rest, triangles).ravel()
    cubic = np.stack([curvature(modes[:, k].reshape(-1, 3)) for k in range(r)], axis=2)
    return chamber.volume(rest, triangles), slope, curvature(rest), cubic

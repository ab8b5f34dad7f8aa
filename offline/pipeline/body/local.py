"""Local functions: shapes of a dent at fixed places of the skin, beside modes of the whole body.

Global modes are too stiff under a finger: few of them can make a dent, and they deform other places as well.
As in [Harmon, Zorin, Subspace integration with local deformations, ACM TOG 32 (2013) 4] a basis may have
additional functions for it,

    K(0) u_i = -n_i on a smooth patch about the place x_i

the responses, to first order from rest, to a press along the inward normal. Places are spread evenly over
the surface that may touch, and unlike those of the paper they do not change with contact: the basis is
constant. The component of the responses in the span of the modes is subtracted.

Limits: the functions are of first order from rest, and along the normal only.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from offline.full.body.full_body import FullBody
from offline.full.body.terms.contact import samples_of
from offline.pipeline.body.statics import solver_of
from offline.scenes.body.contact import ContactPart
from reduce.pod import Basis
from runtime.body.shape import smooth_patch
from softrein.errors import SceneError

Array = np.ndarray
NEW = 1e-6  # fraction of a response that must remain after projection for it to count as independent


def with_local(full: FullBody, basis: Basis) -> Basis:
    """Add the local functions that the scene asks for behind the basis's modes; spare modes follow them.

    Raises SceneError where no held body can be pressed.
    """
    count = full.scene.basis.local
    return basis if count == 0 else joined(basis, full.with_still_things(responses(full.alone, count).T).T)


def responses(full: FullBody, count: int) -> Array:
    """Return the shapes (n, count), m for 1 N. Raises SceneError, see `with_local`."""
    body, mesh, solve = full.body, full.mesh, solver_of(full.body)
    if solve is None:
        raise SceneError(
            "basis.local: the body is free to move, so that no press has an equilibrium: hold a part of it"
        )
    region = None if full.scene.contact is None else full.scene.contact.region
    places, _ = samples_of(ContactPart(region=region, samples=count), body)
    skin, radius = np.intersect1d(mesh.surface, body.free // 3), float(np.mean(full.scene.enrichment.radius))
    found = []
    for place, corners in zip(places.rest, places.corners, strict=True):
        one, two, three = mesh.vertices[corners[:3]]
        normal = np.cross(two - one, three - one)
        inside, weights = smooth_patch(mesh.vertices[skin], place, radius)
        if not inside.size:
            nearest = int(np.argmin(np.linalg.norm(mesh.vertices[skin] - place, axis=1)))
            inside, weights = np.array([nearest]), np.ones(1)
        press = np.zeros_like(mesh.vertices)
        press[skin[inside]] = -np.outer(weights / weights.sum(), normal / np.linalg.norm(normal))
        found.append(solve(press.ravel()[body.free]))
    return np.array(found).T


def joined(basis: Basis, shapes: Array) -> Basis:
    """Return a basis with shapes (n, count) behind its modes, orthonormal in its inner product."""
    root = np.sqrt(basis.mass)[:, None]
    own = root * shapes
    own /= np.linalg.norm(own, axis=0)
    modes = root * basis.vectors
    local = _beside(modes, own)
    spare = None
    if basis.spare is not None:
        spare = _beside(np.hstack([modes, local]), root * basis.spare) / root
    vectors = np.hstack([basis.vectors, local / root])
    return replace(basis, vectors=vectors, spare=spare, local=local.shape[1])


def _beside(others: Array, columns: Array) -> Array:
    """Orthonormalise columns against orthonormal others and each other; one that adds nothing is left out."""
    own = others.shape[1]
    kept, count = np.hstack([others, np.empty_like(columns)]), own
    for column in columns.T:
        rest, there = column, kept[:, :count]
        for _ in range(2):  # twice, against rounding
            rest = rest - there @ (there.T @ rest)
        size = float(np.linalg.norm(rest))
        if size > NEW:
            kept[:, count], count = rest / size, count + 1
    return kept[:, own:count]

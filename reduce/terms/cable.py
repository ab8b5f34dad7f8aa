"""Projection of a full body's cables onto a basis, u = U p: exact, as their points are linear in u."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from reduce.protocols import Body, Embedded
from runtime.body.terms.cable import Cables

Array = np.ndarray


class FullCables(Protocol):
    """The cables of a full body."""

    points: Embedded
    starts: Array
    springs: Array


def reduce_cables(cables: FullCables, body: Body, vectors: Array) -> Cables:
    """Return the reduced form of `offline.full.body.terms.cable` on the span of `vectors` (n_free, r)."""
    points = cables.points
    return Cables(
        points=np.array(points.rest, dtype=float).reshape(-1, 3),
        point_modes=(points.matrix(body) @ vectors).reshape(-1, 3, vectors.shape[1]),
        cables=np.array(cables.starts, dtype=np.int64),
        springs=np.array(cables.springs, dtype=float),
    )

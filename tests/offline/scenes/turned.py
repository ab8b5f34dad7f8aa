"""A body turned so that another axis is up; its motion must be the same, turned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from runtime.bundle.body import BodyBundle
from runtime.plant.push import Push
from runtime.plant.up_axis import upright_axes


def turned(bundle: BodyBundle, up: str) -> BodyBundle:
    """A bundle whose y is up, turned so that `up` is up: its points are rotated, its states unchanged."""
    turn = upright_axes(up)
    vectors = np.zeros((bundle.vertices.size, bundle.rank))
    vectors[bundle.free] = bundle.vectors
    vectors = np.einsum("vxr,xy->vyr", vectors.reshape(-1, 3, bundle.rank), turn).reshape(-1, bundle.rank)
    moving = np.zeros(bundle.vertices.size)
    moving[bundle.free] = 1
    free = np.flatnonzero(np.abs(moving.reshape(-1, 3) @ turn).ravel())

    def place(push: Push) -> Push:
        at = push.at if isinstance(push.at, int | np.integer) else tuple(np.array(push.at) @ turn)
        return replace(push, at=at, force=tuple(np.array(push.force) @ turn))

    return replace(
        bundle, up=up, vertices=bundle.vertices @ turn, vectors=vectors[free], free=free,
        pushes=[place(push) for push in bundle.pushes],
        targets=[
            replace(
                target, centre=tuple(np.array(target.centre) @ turn), up=up,
                flight=tuple(tuple(point) for point in np.reshape(target.flight, (-1, 3)) @ turn),
            )
            for target in bundle.targets
        ],
    )  # fmt: skip

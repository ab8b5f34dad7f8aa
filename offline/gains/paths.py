"""Costs of a scene's paths: the places that follow them, and their goals at each instant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from offline.scenes.body.paths import PathPart
from runtime.body.shape import Shape
from runtime.control.base.costs import Costs
from runtime.control.paths import Path, axes_of, goals_of, path_of_region
from runtime.plant.track import Track
from softrein.errors import SceneError

Array = np.ndarray


def with_paths(costs: Costs, parts: Sequence[PathPart], shape: Shape, track: Track, dt: float) -> Costs:
    """Return the costs with those of a scene's paths, for a body of some `shape` about a motion.

    Raises SceneError where a region that is to follow a path cannot move.
    """
    if not parts:
        return costs
    size, steps = track.states.shape[1], len(track.feedforward)
    rows, goals, weights = [], [], []
    for i, part in enumerate(parts):
        axes = axes_of("axes", part.axes)
        places, rest = path_of_region(shape, part.region, axes)
        if not places.any(axis=1).all():
            raise SceneError(
                f"control.paths.{i}: nothing of the region {part.region!r} is free to move along {part.axes}"
            )
        rows.append(np.pad(places, ((0, 0), (0, size - places.shape[1]))))
        from_rest = goals_of(part.curve(), dt, steps) - rest * part.absolute
        goals.append(from_rest - track.states @ rows[-1].T)
        weights.append(np.full(len(axes), part.weight))
    return costs._replace(
        places=np.concatenate(rows), goals=np.hstack(goals), weights=np.concatenate(weights)
    )


def followed(parts: Sequence[PathPart]) -> list[Path]:
    """Return the scene's paths, as a bundle keeps them."""
    return [Path(part.region, part.axes, part.period) for part in parts]

"""Paths that pages show, and those that they draw in place of a scene's own.

A stroke becomes the smooth closed curve through its points, gone round at the mean speed of the path that
it replaces, but never in less than `SHORTEST` steps. Along axes that do not count for the path it lies where
that path does in the mean. Pages have y up (`Scene.turn`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.bundle.body import BodyBundle
from runtime.control.paths import AXES, axes_of, curve_of, places_along
from runtime.simulator import Simulator
from softrein.errors import ControllerError

SHOWN = 100  # most points of a path that are sent to pages
MOST = 12  # most points of a stroke: a message has at most 512 bytes
SHORTEST = 20  # fewest steps of a closed path
FARTHEST = 3.0  # largest distance of a stroke from the body at rest, in body sizes

Place = tuple[float, ...]


class Strokes:
    """The paths of a body, as pages see and draw them."""

    def __init__(self, bundle: BodyBundle, turn: np.ndarray) -> None:
        self._bundle, self._turn = bundle, turn
        self._own = places_along(bundle.shape, bundle.track, bundle.costs, bundle.paths)

    def described(self) -> list[dict[str, object]]:
        """Return the scene's own paths: places, and the normal of the plane in which they act, or null."""
        found = []
        for path, places in zip(self._bundle.paths, self._own, strict=True):
            others = [axis for axis in range(len(AXES)) if axis not in axes_of("axes", path.axes)]
            normal = self._turn[:, others[0]].tolist() if len(others) == 1 else None
            found.append({"places": self._shown(places), "normal": normal})
        return found

    def draw(self, simulator: Simulator, which: int, points: Sequence[Place]) -> list[list[float]]:
        """Let a simulation follow a stroke (k, 3) m from now on, or without points its own path again.

        Returns the places (k, 3) m that pages show. Raises ControllerError for a stroke without length, or
        far from the body, and where the controller in charge follows no path that changes; the simulation
        then goes on as before.
        """
        own, vertices = self._own[which], self._bundle.own_vertices
        if not len(points):
            simulator.path(None, which=which)
            return self._shown(own)
        low, high = vertices.min(axis=0), vertices.max(axis=0)
        off = np.abs(np.array(points) @ self._turn - (low + high) / 2).max()
        if off > FARTHEST * np.linalg.norm(high - low):
            raise ControllerError("a path was drawn too far from the body; draw it where the body can go")
        axes = axes_of("axes", self._bundle.paths[which].axes)
        drawn = (np.array(points) @ self._turn)[:, axes]
        around = np.vstack([drawn, drawn[:1]])
        speed = _length(own[:, axes]) / (self._bundle.dt * self._bundle.steps)
        shortest = SHORTEST * self._bundle.dt
        period = max(_length(around) / speed, shortest) if speed > 0 else self._bundle.dt * self._bundle.steps
        simulator.path(drawn, period=period, which=which)
        places = np.tile(own.mean(axis=0), (SHOWN, 1))
        places[:, axes] = curve_of(drawn, len(axes), period).at(np.linspace(0, period, SHOWN))
        return self._shown(places)

    def _shown(self, places: np.ndarray) -> list[list[float]]:
        chosen = np.unique(np.linspace(0, len(places) - 1, SHOWN).astype(int))
        return (places[chosen] @ self._turn.T).tolist()


def _length(places: np.ndarray) -> float:
    """Return the length of a way through places (k, a) m."""
    return float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())

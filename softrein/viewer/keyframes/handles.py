"""The places of a body that key-frames may hold: the middles of its regions, and single vertices.

Pages refer to them by number: regions first, then points. A point is a vertex of the mesh that can move, and
for pages the drawn vertex nearest to it at rest. Goals are displacements from rest, and pages have y up
(`Scene.turn`).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from runtime.bundle.body import BodyBundle
from softrein.errors import ControllerError, printable
from softrein.viewer.keyframes.editor import Vector

MOST_REGIONS = 32
LONGEST_NAME = 40  # most characters


class Handles:
    """The places of a body; none for a body with a handle, whose motion is not found by key-frames."""

    def __init__(
        self, bundle: BodyBundle, rest: np.ndarray, drawn: np.ndarray, turn: np.ndarray, any_: bool = True
    ) -> None:
        """Choose the places; none without `any_`.

        `rest` (d, 3) m are the drawn vertices at rest in pages' axes, into which `turn` (3, 3) turns those of
        the bundle. `drawn` (v,) is the index of the drawn vertex that shows each vertex of the mesh.
        """
        from scipy.spatial import cKDTree

        self._bundle, self._turn = bundle, turn
        moving = np.unique(bundle.free // 3)[: None if any_ and not bundle.way else 0]
        self.regions = _regions(bundle, moving)
        near = cKDTree(bundle.vertices[moving] @ turn.T).query(rest)[1] if moving.size else moving
        self.vertices = moving[np.unique(near)]
        self._drawn = drawn[self.vertices]

    @property
    def count(self) -> int:
        """The number of places."""
        return len(self.regions) + len(self.vertices)

    def place(self, number: int) -> str | int:
        """Return the place of a page's number: a region's name, or a vertex of the mesh."""
        regions = len(self.regions)
        return self.regions[number] if number < regions else int(self.vertices[number - regions])

    def number(self, place: str | int) -> int:
        """Return the pages' number of a place. Raises ControllerError where there is none."""
        if isinstance(place, str):
            if place not in self.regions:
                raise ControllerError("a key-frame names a region that cannot move or does not exist")
            return self.regions.index(place)
        at = int(np.searchsorted(self.vertices, place))
        if at == len(self.vertices) or self.vertices[at] != place:
            raise ControllerError("a key-frame names a vertex that cannot move or is not visible")
        return len(self.regions) + at

    def ours(self, way: Vector) -> Vector:
        """Turn a displacement that a page sends, whose y points up, into the bundle's axes."""
        x, y, z = (np.array(way) @ self._turn).tolist()
        return x, y, z

    def theirs(self, way: np.ndarray | Vector) -> list[float]:
        """Turn a displacement (3,) of the bundle into a page's axes, rounded to six digits."""
        return [float(f"{each:.6g}") for each in self._turn @ np.asarray(way)]

    def described(self) -> list[str]:
        """The regions' names for scene.json."""
        return [printable(name)[:LONGEST_NAME] for name in self.regions]

    def arrays(self) -> dict[str, np.ndarray]:
        """The regions' middles at rest (k, 3), how they move (k, r, 3), and the points' drawn vertices."""
        shape = self._bundle.shape
        chosen = [self._bundle.regions[name] for name in self.regions]
        rest = [shape.vertices[region].mean(axis=0) for region in chosen]
        modes = [shape.modes[region].mean(axis=0).T for region in chosen]
        r = self._bundle.rank
        return {
            "region_rest": np.reshape(rest, (-1, 3)) @ self._turn.T,
            "region_basis": np.reshape(modes, (-1, r, 3)) @ self._turn.T,
            "points": self._drawn.astype(np.uint32),
        }


def _regions(bundle: BodyBundle, moving: np.ndarray) -> list[str]:
    """Return the regions that can move, as many as pages can show.

    Those that the scene uses come first: in key-frames, paths and targets, and the one that is watched.
    """
    first = {*_spoken_of(bundle), bundle.watch}
    first |= {path.region for path in bundle.paths} | {target.region for target in bundle.targets}
    found: list[str] = []
    seen: set[bytes] = set()  # vertex sets that already have a name
    for name in sorted(bundle.regions, key=lambda name: (name not in first, name)):
        vertices = np.unique(bundle.regions[name])
        if np.isin(vertices, moving).any() and (name in first or vertices.tobytes() not in seen):
            seen.add(vertices.tobytes())
            found.append(name)
    return sorted(found[:MOST_REGIONS])


def _spoken_of(bundle: BodyBundle) -> Iterator[str]:
    """The regions of the scene's key-frames."""
    frames = bundle.scene.get("keyframes")
    for frame in frames if isinstance(frames, list) else ():
        if isinstance(frame, dict) and isinstance(frame.get("region"), str):
            yield frame["region"]

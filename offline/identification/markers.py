"""Which recorded marker is which of the scene's, and from which frame the recording sees the body."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.spatial.transform import Rotation

from meshes.embedding import barycentric
from meshes.tetmesh import TetMesh
from offline.full.body.loads import region_of
from offline.identification.recording import Recording
from offline.scenes.body import BodyScene, SensorPart
from offline.scenes.parts import Point
from runtime.observing.kinds import MARKER
from softrein.errors import SceneError, warn

Array = np.ndarray

FAR = 0.15  # of the body's diagonal: a marker so far from it is none of the body's
SWAPPED = 0.5  # of what is left over, which exchanging two labels must leave or less
FLAT = 0.02  # of the markers' spread: those on a line do not say how they are turned
OTHER_SIZE = 3.0  # times as large as the scene has them: markers in another unit


class Markers(NamedTuple):
    """Markers on the body, as points of its elements."""

    labels: list[str]
    places: Array  # (m, 3) m, of the body at rest
    corners: Array  # (m, 4) vertices
    weights: Array  # (m, 4), which sum to 1
    numbers: list[int]  # (m,) which of the known markers each is


class Frame(NamedTuple):
    """What brings a recorded point into the scene: `R x + t`; `shift` s is when the scene's time begins."""

    rotation: Array  # (3, 3)
    translation: Array  # (3,) m
    shift: float

    def places(self, points: Array) -> Array:
        """Recorded points (..., 3) in the scene."""
        return np.asarray(points @ self.rotation.T + self.translation)


def attached(labels: list[str], places: Array, mesh: TetMesh, numbers: list[int]) -> Markers:
    """Markers that go along with the nearest element, extended where they stand off the body.

    `numbers` are as in `Markers`. Raises SceneError for a marker that is far from it.
    """
    import pyvista

    cells = np.insert(mesh.tets, 0, 4, axis=1).ravel()
    grid = pyvista.UnstructuredGrid(cells, np.full(len(mesh.tets), pyvista.CellType.TETRA), mesh.vertices)
    nearest, points = grid.find_closest_cell(places, return_closest_point=True)
    holders = np.atleast_1d(nearest).astype(np.int64)
    away = np.linalg.norm(places - np.reshape(points, (-1, 3)), axis=1)
    limit = FAR * float(np.linalg.norm(mesh.sides))
    if (away > limit).any():
        k = int(np.argmax(away))
        raise SceneError(
            f"marker {labels[k]!r} is {away[k]:.3g} m from the body, {limit:.3g} m at most: say in "
            "[[sensors]] where markers are, with their `labels`, or check the recording's unit"
        )
    return Markers(labels, places, mesh.tets[holders], barycentric(places, mesh, holders), numbers)


def scene_markers(scene: BodyScene, mesh: TetMesh) -> tuple[list[str], Array]:
    """Labels, "" of those without, and places (m, 3) m at rest of the scene's markers.

    Raises SceneError for places that are not there, or not told.
    """
    labels: list[str] = []
    places: list[Array] = []
    for k, part in enumerate(scene.sensors):
        if part.kind != MARKER:
            continue
        found = _places(part, k, mesh)
        if part.labels is not None and len(part.labels) != len(found):
            raise SceneError(f"sensors.{k}.labels: {len(part.labels)} labels for {len(found)} markers")
        labels += part.labels or [""] * len(found)
        places += list(found)
    return labels, np.reshape(places, (-1, 3))


def _places(part: SensorPart, k: int, mesh: TetMesh) -> Array:
    if part.count is not None:
        raise SceneError(
            f"sensors.{k}.count: says nothing of where recorded markers are: give their places by `at`, or "
            "leave these sensors out"
        )
    if part.region is not None:
        return np.asarray(mesh.vertices[region_of(mesh, part.region, f"sensors.{k}.region")])
    if part.vertices is not None:
        return np.array([_place(each, f"sensors.{k}.vertices", mesh) for each in part.vertices])
    places = part.at if isinstance(part.at, list) else [] if part.at is None else [part.at]
    return np.array([_place(each, f"sensors.{k}.at", mesh) for each in places])


def _place(place: int | Point, entry: str, mesh: TetMesh) -> Array:
    if not isinstance(place, int):
        return np.array(place)
    if not 0 <= place < len(mesh.vertices):
        raise SceneError(f"{entry}: no vertex {place}; the mesh has {len(mesh.vertices)}, from 0")
    return np.asarray(mesh.vertices[place])


def known_markers(scene: BodyScene, mesh: TetMesh, recording: Recording) -> tuple[list[str], Array]:
    """Labels and places (m, 3) m at rest of the scene's markers.

    A scene without any has those of the recording, where it shows them first. Raises SceneError, see
    `scene_markers`.
    """
    labels, places = scene_markers(scene, mesh)
    if labels:
        return labels, places
    first, seen = _firsts(recording)
    return [recording.labels[i] for i in seen], first[seen]


def matched(known: tuple[list[str], Array], mesh: TetMesh, recording: Recording) -> tuple[Markers, Recording]:
    """The known markers that are recorded, in one order: by label, or by nearest at rest in the same frame.

    Raises SceneError where nothing matches, or the recording is of another size.
    """
    labels, places = known
    first, seen = _firsts(recording)
    keys, others = _keys(labels, recording.labels)
    own = {key: i for i, key in enumerate(keys) if key}
    pairs = [(own[others[i]], int(i)) for i in seen if others[i] in own]
    if not pairs:
        apart = np.linalg.norm(places[:, None] - first[seen], axis=2)
        pairs = [(int(a), int(seen[b])) for a, b in zip(*linear_sum_assignment(apart), strict=True)]
        warn(f"{recording.name}: no label is one of the scene's: markers are matched by where they are")
    if left := [recording.labels[i] for i in seen if i not in {b for _, b in pairs}]:
        warn(f"{recording.name}: not used, for the scene has no such labels: {', '.join(left[:5])}")
    chosen, columns = [a for a, _ in pairs], [b for _, b in pairs]
    names = [recording.labels[b] for b in columns]
    _check_size(recording.name, first[columns], places[chosen])
    return (
        attached(names, places[chosen], mesh, chosen),
        recording._replace(labels=names, points=recording.points[:, columns]),
    )


def _check_size(name: str, first: Array, places: Array) -> None:
    """Raise SceneError where markers (m, 3) m are recorded much farther apart, or nearer, than at rest."""
    seen, own = (float(np.linalg.norm(each[:, None] - each, axis=2).max()) for each in (first, places))
    if not own / OTHER_SIZE <= seen <= own * OTHER_SIZE:
        raise SceneError(
            f"{name}: its markers are up to {seen:.3g} m apart, and at rest {own:.3g} m: say the recording's "
            "unit, such as --unit mm, or correct their places in [[sensors]]"
        )


def _keys(*sides: Sequence[str]) -> list[list[str]]:
    """What labels are compared by: letters and digits, or all of it where two of a side share these."""
    plain = [[_plain(label) for label in side] for side in sides]
    shared = {key for keys in plain for key, count in Counter(keys).items() if count > 1}
    return [
        [label if key in shared else key for label, key in zip(side, keys, strict=True)]
        for side, keys in zip(sides, plain, strict=True)
    ]


def _plain(label: str) -> str:
    return "".join(letter for letter in label.casefold() if letter.isalnum()) or label


def _firsts(recording: Recording) -> tuple[Array, Array]:
    """Where markers are first (m, 3) m, and the numbers of those that are seen; SceneError for none."""
    first = np.array([_first(recording.points[:, i]) for i in range(len(recording.labels))]).reshape(-1, 3)
    seen = np.flatnonzero(np.isfinite(first).all(axis=1))
    if not seen.size:
        raise SceneError(f"{recording.name}: shows no marker at all")
    return first, seen


def _first(points: Array) -> Array:
    """Where a marker was seen first: the median of some frames."""
    seen = points[np.isfinite(points).all(axis=1)][:5]
    return np.median(seen, axis=0) if len(seen) else np.full(3, np.nan)


def rigid(points: Array, places: Array) -> tuple[Array, Array]:
    """R and t that bring `points` (k, 3) nearest to `places`; without a turn where these do not say one."""
    middle, centre = points.mean(axis=0), places.mean(axis=0)
    spread = np.linalg.svd(places - centre, compute_uv=False)
    if len(np.unique(places.round(9), axis=0)) < 3 or spread[1] < FLAT * spread[0]:
        return np.eye(3), centre - middle
    rotation = Rotation.align_vectors(places - centre, points - middle)[0].as_matrix()
    return rotation, centre - rotation @ middle


def labels_in_order(markers: Markers, recording: Recording) -> Recording:
    """The recording with those labels exchanged that were exchanged all along, by its first frames."""
    first = np.array([_first(recording.points[:, i]) for i in range(len(recording.labels))])
    order = np.arange(len(first))

    def left_over(order: Array) -> float:
        R, t = rigid(first[order], markers.places)
        return float(np.square(first[order] @ R.T + t - markers.places).sum())

    while len(order) > 3:
        pairs = [_exchanged(order, i, j) for i in range(len(order)) for j in range(i)]
        best = min(pairs, key=left_over)
        if left_over(best) > SWAPPED**2 * left_over(order):
            break
        order = best
    if (order != np.arange(len(order))).any():
        words = ", ".join(markers.labels[i] for i in np.flatnonzero(order != np.arange(len(order))))
        warn(f"{recording.name}: labels were exchanged, by where the markers are at rest: {words}")
    return recording._replace(points=recording.points[:, order])


def _exchanged(order: Array, i: int, j: int) -> Array:
    found = order.copy()
    found[[i, j]] = found[[j, i]]
    return found


def exchanged_back(points: Array, expected: Array, least: float) -> tuple[Array, int]:
    """Points (T, m, 3) with markers that were exchanged in single frames back in place, and in how many.

    Squared distances from the `expected` (NaN: nothing is), each `2 least` m^2 at most so that an outlier
    moves no others, must come down by `least` or more. A point moves only to within half of that of a
    place; the place that it leaves has none then, unless another one moves there.
    """
    found, count = points.copy(), 0
    own = np.square(points - expected).sum(axis=2)
    for k in np.flatnonzero(np.nan_to_num(own).max(axis=1) > least / 2):
        apart = np.fmin(np.square(points[k] - expected[k][:, None]).sum(axis=2), 2 * least)
        places, order = linear_sum_assignment(apart)
        moved = (order != places) & (apart[places, order] < least / 2)
        if (np.diagonal(apart) - apart[places, order])[moved].sum() > least:
            found[k, order[moved]] = np.nan
            found[k, moved] = points[k, order[moved]]
            count += 1
    return found, count

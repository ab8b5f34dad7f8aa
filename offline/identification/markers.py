"""The assignment of recorded markers to those of the scene, and the recording's frame."""

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
from offline.scenes.base.values import Point
from offline.scenes.body.measuring import SensorPart
from offline.scenes.body.scene import BodyScene
from runtime.observing.kinds import MARKER
from softrein.errors import SceneError, shown, warn

Array = np.ndarray

FAR = 0.15  # fraction of the body's diagonal: markers farther away are not on the body
SWAPPED = 0.5  # largest fraction of the residual that may remain after two labels are exchanged
FLAT = 0.02  # fraction of the markers' extent: if they are closer to a line, their rotation is undetermined
ALLOWED = 5.0  # tolerated distance, in units of `placed`: three standard deviations in space
# fraction of the markers' extent: farther off, they belong elsewhere rather than to a body that begins bent
ELSEWHERE = 0.25
SAGS = (0.0, 0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 4.0)  # multiples of the scene's sag that a body may begin with
LOST = 20  # frames after which a marker that has jumped is accepted at its new position
OTHER_SIZE = 3.0  # ratio of sizes that suggests another unit


class Markers(NamedTuple):
    """Markers on the body, as points of its elements."""

    labels: list[str]
    places: Array  # (m, 3) m, positions on the body at rest
    corners: Array  # (m, 4) vertex indices of the element that contains each
    weights: Array  # (m, 4) barycentric coordinates, rows sum to 1
    numbers: list[int]  # (m,) index of each among the known markers


class Frame(NamedTuple):
    """The map `R x + t` from recorded points to the scene; the scene's time begins at `shift` s."""

    rotation: Array  # (3, 3) rotation matrix
    translation: Array  # (3,) m
    shift: float

    def places(self, points: Array) -> Array:
        """Return recorded points (..., 3) in the scene."""
        return np.asarray(points @ self.rotation.T + self.translation)


def attached(labels: list[str], places: Array, mesh: TetMesh, numbers: list[int]) -> Markers:
    """Bind markers to the nearest element, extrapolating where they stand off the body.

    `numbers` are those of `Markers`. Raises SceneError for a marker that is far from the body.
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
    """Return labels, "" where there is none, and places (m, 3) m at rest of the scene's markers.

    Raises SceneError for places that do not exist or are missing.
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
            f"sensors.{k}.count: does not say where recorded markers are: give their places by `at`, or "
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
    """Return labels and places (m, 3) m at rest of the scene's markers.

    For a scene without any they are those of the recording, where it first shows them. Raises SceneError as
    `scene_markers`.
    """
    labels, places = scene_markers(scene, mesh)
    if labels:
        return labels, places
    first, seen = _firsts(recording)
    return [recording.labels[i] for i in seen], first[seen]


def matched(known: tuple[list[str], Array], mesh: TetMesh, recording: Recording) -> tuple[Markers, Recording]:
    """Match known and recorded markers: by label, or by the nearest place at rest in the same frame.

    Raises SceneError where nothing matches, or the recording has another size.
    """
    labels, places = known
    first, seen = _firsts(recording)
    keys, others = _keys(labels, recording.labels)
    own = {key: i for i, key in enumerate(keys) if key}
    pairs = [(own[others[i]], int(i)) for i in seen if others[i] in own]
    by_place = not pairs
    if by_place:
        apart = np.linalg.norm(places[:, None] - first[seen], axis=2)
        pairs = [(int(a), int(seen[b])) for a, b in zip(*linear_sum_assignment(apart), strict=True)]
        warn(f"{recording.name}: no label is one of the scene's: markers are matched by where they are")
    if left := [recording.labels[i] for i in seen if i not in {b for _, b in pairs}]:
        warn(f"{recording.name}: not used, for the scene has no such labels: {', '.join(left[:5])}")
    chosen, columns = [a for a, _ in pairs], [b for _, b in pairs]
    names = [recording.labels[b] for b in columns]
    _check_size(recording.name, first[columns], places[chosen])
    if by_place:
        _check_near(recording.name, names, np.linalg.norm(first[columns] - places[chosen], axis=1), mesh)
    if in_line(places[chosen]):
        warn(
            f"{recording.name}: fewer than three markers, or all in a line, do not determine its "
            "orientation: it is found from the motion alone; give three or more that are not in a line"
        )
    return (
        attached(names, places[chosen], mesh, chosen),
        recording._replace(labels=names, points=recording.points[:, columns]),
    )


def matched_among(
    fitted: Markers, known: tuple[list[str], Array], mesh: TetMesh, other: Recording
) -> tuple[Markers, Recording, list[int]]:
    """Match another recording's markers, as `matched`, and return which of the `fitted` ones they are.

    Raises SceneError as `matched` does, and where it has others.
    """
    markers, own = matched(known, mesh, other)
    if not set(markers.numbers) <= set(fitted.numbers):
        raise SceneError(f"{other.name}: has markers that the fitted recording does not have; leave them out")
    return markers, own, [fitted.numbers.index(each) for each in markers.numbers]


def _check_size(name: str, first: Array, places: Array) -> None:
    """Raise SceneError where recorded markers (m, 3) m are much farther apart, or nearer, than at rest."""
    seen, own = (float(np.linalg.norm(each[:, None] - each, axis=2).max()) for each in (first, places))
    if not own / OTHER_SIZE <= seen <= own * OTHER_SIZE:
        raise SceneError(
            f"{name}: its markers are up to {seen:.3g} m apart, and at rest {own:.3g} m: say the recording's "
            "unit, such as --unit mm, or correct their places in [[sensors]]"
        )


def _check_near(name: str, labels: Sequence[str], away: Array, mesh: TetMesh) -> None:
    """Raise SceneError where a marker matched by place is too far from it; `away` (m,) m are distances."""
    k, limit = int(np.argmax(away)), FAR * float(np.linalg.norm(mesh.sides))
    if away[k] > limit:
        raise SceneError(
            f"{name}: marker {shown(labels[k])} is {away[k]:.3g} m from its place in [[sensors]], and "
            f"{limit:.3g} m at most without labels: give the recording's `labels` in [[sensors]]"
        )


def _keys(*sides: Sequence[str]) -> list[list[str]]:
    """Return keys by which labels are compared: letters and digits, or the label if these are ambiguous."""
    plain = [[_plain(label) for label in side] for side in sides]
    shared = {key for keys in plain for key, count in Counter(keys).items() if count > 1}
    return [
        [label if key in shared else key for label, key in zip(side, keys, strict=True)]
        for side, keys in zip(sides, plain, strict=True)
    ]


def _plain(label: str) -> str:
    return "".join(letter for letter in label.casefold() if letter.isalnum()) or label


def _firsts(recording: Recording) -> tuple[Array, Array]:
    """Return first places of markers (m, 3) m, and the numbers of those seen. Raises SceneError for none."""
    first = np.array([_first(recording.points[:, i]) for i in range(len(recording.labels))]).reshape(-1, 3)
    seen = np.flatnonzero(np.isfinite(first).all(axis=1))
    if not seen.size:
        raise SceneError(f"{recording.name}: shows no marker at all")
    return first, seen


def _first(points: Array) -> Array:
    """Return where a marker was first seen: the median of some frames."""
    seen = points[np.isfinite(points).all(axis=1)][:5]
    return np.median(seen, axis=0) if len(seen) else np.full(3, np.nan)


def rigid(points: Array, places: Array) -> tuple[Array, Array]:
    """Return R and t that bring `points` (k, 3) nearest to `places`; R is 1 where it is not determined."""
    middle, centre = points.mean(axis=0), places.mean(axis=0)
    if in_line(places):
        return np.eye(3), centre - middle
    rotation = Rotation.align_vectors(places - centre, points - middle)[0].as_matrix()
    return rotation, centre - rotation @ middle


def in_line(places: Array) -> bool:
    """Whether there are fewer than three different places (k, 3), or all lie on a line."""
    spread = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    return bool(len(np.unique(places.round(9), axis=0)) < 3 or spread[1] < FLAT * spread[0])


def off_places(points: Array, places: Array) -> float:
    """Return the root mean square distance of points (m, 3) from places, m, after the rigid fit."""
    R, t = rigid(points, places)
    return float(np.sqrt(np.square(points @ R.T + t - places).sum(axis=1).mean()))


def labels_in_order(
    markers: Markers, recording: Recording, placed: float, begun: Array | None = None
) -> Recording:
    """Correct labels that are exchanged throughout the recording, judged by its first frames.

    `begun` (m, 3) m are the markers when the scene begins, at rest if not given.

    Raises SceneError where the markers are then still far from their places in the scene, of which `placed`
    is the standard deviation, m; warns of smaller distances.
    """
    first = np.array([_first(recording.points[:, i]) for i in range(len(recording.labels))])
    order = np.arange(len(first))
    places = markers.places if begun is None else _sagged(first, markers.places, begun)

    def left_over(order: Array) -> float:
        return off_places(first[order], places)

    while len(order) > 3:
        pairs = [_exchanged(order, i, j) for i in range(len(order)) for j in range(i)]
        best = min(pairs, key=left_over)
        if left_over(best) > SWAPPED * left_over(order):
            break
        order = best
    moved = np.flatnonzero(order != np.arange(len(order)))
    _check_places(recording.name, first, first[order], places, placed)
    if moved.size:
        words = ", ".join(markers.labels[i] for i in moved)
        warn(f"{recording.name}: labels were exchanged, by where the markers are at rest: {words}")
    return recording._replace(points=recording.points[:, order])


def _sagged(first: Array, rest: Array, begun: Array) -> Array:
    """Return places (m, 3) m at rest plus that multiple of the sag which is nearest to the first frames.

    The sag is as uncertain as the stiffness that is to be found.
    """
    shapes = [rest + share * (begun - rest) for share in SAGS]
    return min(shapes, key=lambda places: off_places(first, places))


def _check_places(name: str, first: Array, ordered: Array, places: Array, placed: float) -> None:
    """Raise SceneError, or warn, where markers (m, 3), as recorded and in order, are not at their places.

    A mirror image that fits no better than the exchange of two labels is not assumed; with more exchanges it
    is.
    """
    own, off = off_places(first, places), off_places(ordered, places)
    mirrored = off_places(first * [1, 1, -1], places)
    exchanged = int((first != ordered).any(axis=1).sum())
    if mirrored < SWAPPED * own > ALLOWED * placed and (mirrored < SWAPPED * off or exchanged > 2):
        words = f"{1e3 * mirrored:.3g} mm: two of its axes are exchanged, or one has the other sign"
        raise SceneError(f"{_distance_words(name, own)}, and a mirror image of it {words}")
    spread = float(np.sqrt(np.square(places - places.mean(axis=0)).sum(axis=1).mean()))
    if off > max(2 * ALLOWED * placed, ELSEWHERE * spread):
        raise SceneError(f"{_distance_words(name, off)}: check its labels, unit and axes, and these places")
    if off > ALLOWED * placed:
        why = f"{1e3 * placed:.3g} mm is their standard deviation (--placed): check labels and places"
        warn(f"{_distance_words(name, off)}, and {why}, unless the body begins bent")


def _distance_words(name: str, off: float) -> str:
    return f"{name}: at first its markers are {1e3 * off:.3g} mm (rms) from their places in the scene"


def tracked(points: Array) -> tuple[Array, int]:
    """Put markers back that change places between frames; return points (T, m, 3) m and how many frames.

    A marker has taken another one's place if it jumps to within a quarter of the least distance between two
    markers of the other's last place, see `_is_exchange`. A point that jumps elsewhere is an outlier for up
    to `LOST` frames, and then a new place.
    """
    found, count = points.copy(), 0
    last = np.array([_first(points[:, i]) for i in range(points.shape[1])])
    apart = np.linalg.norm(last[:, None] - last, axis=2)
    least = float(np.nanmin(apart[np.triu_indices(len(last), 1)], initial=np.inf))
    jumped = np.zeros(len(last), dtype=int)
    for k in range(len(points)) if 0 < least < np.inf else ():
        here, exchanged = exchanged_back(found[k : k + 1], last[None], least**2 / 8)
        if exchanged and _is_exchange(found[k], here[0], last, least):
            found[k], count = here[0], count + 1
        away = np.linalg.norm(found[k] - last, axis=1)
        jumped = np.where(away > least / 2, jumped + 1, np.where(np.isfinite(away), 0, jumped))
        here_now = np.isfinite(away) & ((jumped == 0) | (jumped > LOST))
        last[here_now], jumped[here_now] = found[k, here_now], 0
    return found, count


def _is_exchange(before: Array, after: Array, last: Array, least: float) -> bool:
    """Whether the change of a frame (m, 3) m is an exchange, and no body that moves along a row of markers.

    Each changed marker has taken the place of another changed one, or of one that is not seen
    while most markers stay where they were `last`.
    """
    had, has = np.isfinite(before).all(axis=1), np.isfinite(after).all(axis=1)
    stays = float(np.nanmedian(np.linalg.norm(before - last, axis=1))) < least / 4
    return bool((had == has).all() or (stays and had.sum() == has.sum()))


def _exchanged(order: Array, i: int, j: int) -> Array:
    found = order.copy()
    found[[i, j]] = found[[j, i]]
    return found


def exchanged_back(points: Array, expected: Array, least: float) -> tuple[Array, int]:
    """Put markers back that were exchanged in single frames; return points (T, m, 3) and how many frames.

    The squared distances from the `expected` places (NaN: unknown), each `2 least` m^2 at most so that an
    outlier moves no others, must decrease by more than `least`. A point is moved only if its squared distance
    is then less than half of `least`; the marker that it leaves has no point then, unless another one is
    moved there.
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

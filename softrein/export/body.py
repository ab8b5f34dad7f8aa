"""Runs of bodies in each format; the modules of the formats describe their content."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.base.progress import Progress
from runtime.bundle.file import stored_name
from softrein.base import theme
from softrein.export import touches
from softrein.export.frames import Frames, told
from softrein.export.obj import FORMAT, MANIFEST, whole_folder
from softrein.export.usd import (
    Names,
    prim,
    stage,
    write_normals,
    write_places,
    write_sphere,
    write_triangles,
)
from softrein.export.vtkhdf import data_set, moving, still, still_mesh
from softrein.pictures.offscreen import FEATURE_ANGLE
from softrein.pictures.panels import swinging

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.run import Run

TETRAHEDRON = 10  # VTK's number of this cell type


class Shown:
    """The surface of a body that pictures show, without unused vertices.

    A vertex has one normal, or several where edges meet that are sharp at rest, as in pictures.
    """

    def __init__(self, bundle: BodyBundle) -> None:
        """Take the body's skin, or its mesh's surface."""
        self._bundle = bundle
        self.used, numbers = np.unique(bundle.drawn_triangles, return_inverse=True)
        self.triangles = numbers.reshape(-1, 3)  # (k, 3) indices of the used vertices
        self.shades = _smooth(
            bundle.drawn(bundle.vertices)[self.used], self.triangles
        )  # (k, 3) indices of normals

    def positions(self, state: np.ndarray) -> np.ndarray:
        """Return positions (s, 3) m in a state (n,)."""
        return self._bundle.drawn(self._bundle.shape.positions(state))[self.used]

    def normals(self, positions: np.ndarray) -> np.ndarray:
        """Return outward unit normals (m, 3) for vertices at `positions` (s, 3) m."""
        faces = np.repeat(_facing(positions[self.triangles]), 3, axis=0)
        sums = np.stack([np.bincount(self.shades.ravel(), axis) for axis in faces.T], axis=1)
        return np.asarray(sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-300))


def files_of(bundle: BodyBundle, path: Path) -> list[Path]:
    """Return the files that an export to `path` writes."""
    return [path, *touches.beside(bundle, path)]


def write_vtkhdf(
    bundle: BodyBundle, run: Run, frames: Frames, path: Path, controller: str, progress: Progress
) -> list[Path]:
    """Write the moving tetrahedra of a body."""
    tets, count, shape = bundle.tets, len(bundle.own_vertices), bundle.shape
    with data_set(path, "UnstructuredGrid", frames, bundle.up) as root:
        for name, number in (("Points", count), ("Cells", len(tets)), ("ConnectivityIds", tets.size)):
            root[f"NumberOf{name}"] = np.array([number])
        root["Connectivity"] = tets.ravel().astype(np.int64)
        root["Offsets"] = 4 * np.arange(len(tets) + 1)
        root["Types"] = np.full(len(tets), TETRAHEDRON, dtype=np.uint8)
        still_mesh(root, frames, count, kinds=1)
        for name, region in bundle.regions.items():
            if name in bundle.things:  # they are beside it, among what it touches
                continue
            inside = np.zeros(count, dtype=np.uint8)
            inside[region] = 1
            still(root, frames, "PointData", f"region {stored_name(name)}", inside)
        points = root.create_dataset("Points", (len(frames) * count, 3), np.float32)
        moved = moving(root, frames, "PointData", "displacement", (count, 3))
        off = moving(root, frames, "PointData", "deviation", (count, 3))
        stream = zip(run.states, bundle.in_space(bundle.track.states), strict=True)
        for frame, (state, reference) in enumerate(frames.blended(stream)):
            progress("frames", frame, len(frames))
            here, rows = shape.positions(state)[:count], slice(frame * count, (frame + 1) * count)
            points[rows] = here
            moved[rows] = here - bundle.own_vertices
            off[rows] = here - shape.positions(reference)[:count]
    return [path, *touches.write_vtkhdf(bundle, run, frames, path)]


def write_usd(
    bundle: BodyBundle, run: Run, frames: Frames, path: Path, controller: str, progress: Progress
) -> list[Path]:
    """Write the surface of a body as in pictures, and its targets."""
    shown, names = Shown(bundle), Names()
    states = frames.states(run.states)
    with stage(path, bundle.name, frames, names, bundle.up) as out:
        with prim(out, "Mesh", "body", theme.body_of(controller), names):
            write_triangles(out, shown.triangles)
            places = (shown.positions(state) for state in states)
            write_places(out, told(places, len(frames), progress), margin=0.0)
            write_normals(out, (shown.normals(shown.positions(state)) for state in states), shown.shades)
        for target in bundle.targets:
            swung = frames.states(swinging(bundle, target, run.states))
            write_sphere(out, target.name, swung, target.radius, names)
        touches.write_usd(bundle, run, frames, out, names)
    return [path]


def write_objs(
    bundle: BodyBundle, run: Run, frames: Frames, path: Path, controller: str, progress: Progress
) -> list[Path]:
    """Write a folder of OBJ files, one a frame, and a manifest with the time of each."""
    shown = Shown(bundle)
    corners = np.stack([shown.triangles, shown.shades], axis=2) + 1
    faces = "f %d//%d %d//%d %d//%d\n" * len(corners) % tuple(corners.ravel())
    digits = max(4, len(str(len(frames))))
    names = [f"{number:0{digits}d}.obj" for number in range(1, len(frames) + 1)]
    with whole_folder(path) as folder:
        for number, state in enumerate(frames.states(run.states)):
            progress("frames", number, len(frames))
            places = shown.positions(state)
            normals = shown.normals(places)
            text = [
                f"# metres, {bundle.up} up\no {bundle.name}\n",
                "v %.9g %.9g %.9g\n" * len(places) % tuple(places.ravel()),
                "vn %.4f %.4f %.4f\n" * len(normals) % tuple(normals.ravel()),
                "s 1\n",
                faces,
            ]
            (folder / names[number]).write_text("".join(text), encoding="utf-8")
        manifest = {
            "format": FORMAT,
            "name": bundle.name,
            "unit": "m",
            "up": bundle.up,
            "frames a second": frames.rate,
            "frames": [
                {"file": name, "time": time, **more}
                for name, time, more in zip(
                    names, frames.times.tolist(), touches.plain(bundle, run, frames), strict=True
                )
            ],
        }
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return [path]


def _facing(corners: np.ndarray) -> np.ndarray:
    """Return normals (k, 3) of triangles with corners (k, 3, 3), twice as long as their areas."""
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])


def _smooth(vertices: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Number the corners of triangles (k, 3); two have the same number if no sharp edge is between them."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    facing = _facing(vertices[triangles])
    facing /= np.maximum(np.linalg.norm(facing, axis=1, keepdims=True), 1e-300)
    numbers = np.arange(triangles.size).reshape(-1, 3)  # number of each triangle corner
    ends, corners = (np.stack([each, np.roll(each, -1, axis=1)], axis=2) for each in (triangles, numbers))
    # the two ends of each edge, as each of its two triangles lists them
    ends, corners = ends.reshape(-1, 2), corners.reshape(-1, 2)
    order = np.argsort(ends, axis=1)
    ends, corners = (np.take_along_axis(each, order, axis=1) for each in (ends, corners))
    order = np.lexsort(ends.T)
    ends, corners = ends[order], corners[order]
    one, other = corners[:-1], corners[1:]
    bend = np.einsum("ij,ij->i", facing[one[:, 0] // 3], facing[other[:, 0] // 3])
    joined = (ends[:-1] == ends[1:]).all(axis=1) & (bend >= np.cos(np.radians(FEATURE_ANGLE)))
    links = one[joined].ravel(), other[joined].ravel()
    graph = coo_array((np.ones(len(links[0])), links), shape=(triangles.size,) * 2)
    return np.asarray(connected_components(graph, directed=False)[1].reshape(-1, 3))


WRITERS = {".vtkhdf": write_vtkhdf, ".usda": write_usd, ".obj-sequence": write_objs}

"""Contact of a body in exports: obstacles and tools in their poses, and contacts with their forces.

    .vtkhdf         beside the body NAME.obstacles.vtkhdf, PolyData: their surfaces, and the number of each;
                    and NAME.contacts.vtkhdf, PolyData: a point for each contact of a frame, with the force on
                    the body in N, the normal out of the obstacle, and the obstacle's number
    .usda           a Mesh for each, and Points "contacts" with the primvar `force`
    .obj-sequence   in frames.json, for each frame: contacts with their points and forces, and poses of tools

The contacts of a frame are those of the step in which it lies: forces are held over a step.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import numpy as np

from softrein.base import theme
from softrein.base.obstacles import placed, surfaces
from softrein.export.frames import Frames
from softrein.export.usd import Names, prim, triples, write_places, write_triangles, write_width
from softrein.export.vtkhdf import POLYDATA_CELLS, data_set, still, still_mesh, write_cells

if TYPE_CHECKING:
    from runtime.body.contact.contacts import Contacts
    from runtime.bundle.body import BodyBundle
    from runtime.run import Run

WIDE = 0.02  # diameter of contact points in .usda files as a fraction of the body's size


def beside(bundle: BodyBundle, path: Path) -> list[Path]:
    """Return the files of obstacles and contacts beside a .vtkhdf; none for a body without contact."""
    if path.suffix != ".vtkhdf" or not bundle.obstacles:
        return []
    return [path.with_name(f"{path.stem}.{what}{path.suffix}") for what in ("obstacles", "contacts")]


def contacts_of(bundle: BodyBundle, run: Run, frames: Frames) -> Iterator[Contacts]:
    """Return the contacts of each frame."""
    found = bundle.contacts(run.states)
    return (found.at(int(step)) for step in frames.before)


def poses_of(bundle: BodyBundle, run: Run, frames: Frames) -> np.ndarray:
    """Return poses of obstacles, tools and free things in each frame (frames, o, 12)."""
    poses = (bundle.obstacle_poses(step, run.states[step]) for step in range(bundle.steps + 1))
    found = np.array([each for (each,) in frames.blended([pose] for pose in poses)])
    left, _, right = np.linalg.svd(found[..., 3:].reshape(*found.shape[:2], 3, 3))
    found[..., 3:] = (left @ right).reshape(*found.shape[:2], 9)  # the rotations nearest to what was blended
    return found


def write_vtkhdf(bundle: BodyBundle, run: Run, frames: Frames, path: Path) -> list[Path]:
    """Write the two files beside a body's."""
    files = beside(bundle, path)
    if files:
        _write_surfaces(bundle, run, frames, files[0])
        _write_points(list(contacts_of(bundle, run, frames)), frames, files[1], bundle.up)
    return files


def _write_surfaces(bundle: BodyBundle, run: Run, frames: Frames, path: Path) -> None:
    shapes = surfaces(bundle)
    firsts = np.cumsum([0, *(len(each.vertices) for each in shapes)])
    triangles = np.concatenate([each.triangles + first for each, first in zip(shapes, firsts, strict=False)])
    count = int(firsts[-1])
    with data_set(path, "PolyData", frames, bundle.up) as root:
        root["NumberOfPoints"] = np.array([count])
        for kind in POLYDATA_CELLS:
            own = triangles if kind == "Polygons" else triangles[:0]
            write_cells(root, kind, [own])
        still_mesh(root, frames, count, kinds=len(POLYDATA_CELLS))
        numbers = np.repeat(np.arange(len(shapes)), [len(each.triangles) for each in shapes])
        still(root, frames, "CellData", "obstacle", numbers)
        points = root.create_dataset("Points", (len(frames) * count, 3), np.float32)
        for frame, poses in enumerate(poses_of(bundle, run, frames)):
            here = [placed(*each) for each in zip(shapes, poses, strict=True)]
            points[frame * count : (frame + 1) * count] = np.concatenate(here)


def _write_points(told: list[Contacts], frames: Frames, path: Path, up: str) -> None:
    """Write a part for each frame, with as many points as contacts."""
    counts = np.array([len(each.steps) for each in told])
    firsts = np.cumsum([0, *counts])[:-1]
    with data_set(path, "PolyData", frames, up) as root:
        root["NumberOfPoints"] = counts
        for kind in POLYDATA_CELLS:
            own = [np.arange(count if kind == "Vertices" else 0)[:, None] for count in counts]
            write_cells(root, kind, own)
        steps, cells = root["Steps"], np.zeros((len(frames), len(POLYDATA_CELLS)), dtype=np.int64)
        cells[:, POLYDATA_CELLS.index("Vertices")] = firsts
        steps["PartOffsets"] = np.arange(len(frames))
        steps["NumberOfParts"] = np.ones(len(frames), dtype=np.int64)
        steps["PointOffsets"] = firsts
        steps["CellOffsets"] = steps["ConnectivityIdOffsets"] = cells
        arrays = {
            "force": [each.forces for each in told],
            "normal": [each.normals for each in told],
            "obstacle": [each.obstacles for each in told],
        }
        for name, values in arrays.items():
            root.require_group("PointData")[name] = np.concatenate(values)
            root.require_group("Steps/PointDataOffsets")[name] = firsts
        root["Points"] = np.concatenate([each.points for each in told]).astype(np.float32)


def write_usd(bundle: BodyBundle, run: Run, frames: Frames, out: TextIO, names: Names) -> None:
    """Write shapes and contacts into an open stage."""
    if not bundle.obstacles:
        return
    tools, poses = [*bundle.tools, *bundle.things], poses_of(bundle, run, frames)
    for number, (name, surface) in enumerate(zip(bundle.obstacles, surfaces(bundle), strict=True)):
        colour = theme.TOOL if name in tools else theme.OBSTACLE
        with prim(out, "Mesh", name, colour, names):
            write_triangles(out, surface.triangles)
            own = poses[:, number] if name in tools else poses[:1, number]
            write_places(out, (placed(surface, pose) for pose in own), margin=0.0)
    told = list(contacts_of(bundle, run, frames))
    width = WIDE * float(np.linalg.norm(bundle.sides))
    with prim(out, "Points", "contacts", theme.TOUCH, names):
        write_width(out, width)
        out.write('        vector3f[] primvars:force (\n            interpolation = "vertex"\n        )\n')
        for what, values in (
            ("point3f[] points", [each.points for each in told]),
            ("vector3f[] primvars:force", [each.forces for each in told]),
        ):
            out.write(f"        {what}.timeSamples = {{\n")
            out.writelines(f"            {frame}: {triples(each)},\n" for frame, each in enumerate(values))
            out.write("        }\n")


def plain(bundle: BodyBundle, run: Run, frames: Frames) -> list[dict[str, object]]:
    """Return the entries of frames.json for each frame; they are empty without obstacles."""
    if not bundle.obstacles:
        return [{} for _ in frames.before]
    poses = poses_of(bundle, run, frames)
    tools = [bundle.obstacles.index(name) for name in (*bundle.tools, *bundle.things)]
    return [
        {
            "contacts": [
                {"obstacle": bundle.obstacles[which], "point": point.tolist(), "force": force.tolist()}
                for which, point, force in zip(each.obstacles, each.points, each.forces, strict=True)
            ],
            "tools": {
                bundle.obstacles[tool]: {
                    "position": pose[tool, :3].tolist(),
                    "rotation": pose[tool, 3:].reshape(3, 3).tolist(),
                }
                for tool in tools
            },
        }
        for each, pose in zip(contacts_of(bundle, run, frames), poses, strict=True)
    ]

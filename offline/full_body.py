"""A scene's full model: its mesh, body, loads and stepper, and a run of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from meshes import block, read_bou, read_mesh, tshape, vega_materials
from meshes.kept import kept_mesh
from meshes.tetmesh import TetMesh
from offline.deformable_scene import DeformableScene, MeshPart, RegionPart
from offline.enrichment import Perturbation
from offline.equilibrium import equilibrium
from offline.loads import Loads, build_loads, region_of
from offline.material import Material
from offline.newmark import FullStepper
from offline.stvk import StVK
from runtime.upright import UP, axis_of
from softrein.errors import MeshError, SceneError

Array = np.ndarray
WHOLE = "body"  # the region of all vertices, there for every mesh
BODIES: dict[str, Callable[[MeshPart], TetMesh]] = {  # by what a scene calls them
    "tshape": lambda part: tshape(),
    "block": lambda part: block(part.cells, part.size),
    "flower": lambda part: kept_mesh("flower"),
    "dinosaur": lambda part: kept_mesh("dinosaur"),
}
ON_THE_EDGE = 1e-9  # m: a vertex on the edge of a box belongs to it, whatever the last digit


@dataclass(frozen=True)
class FullBody:
    """The full model of a scene; arrays over its free degrees of freedom."""

    scene: DeformableScene
    mesh: TetMesh
    body: StVK
    loads: Loads
    standing: Array  # (n_free,) N, gravity

    def start(self) -> Array:
        """The displacement (n_free,) m at time zero: at rest, or sagged under gravity."""
        if self.scene.start == "rest":
            return np.zeros(len(self.body.free))
        return equilibrium(self.body, self.standing)

    def stepper(self) -> FullStepper:
        """A stepper for one run."""
        time, damping = self.scene.time, self.scene.damping
        return FullStepper(
            self.body, (damping.mass, damping.stiffness), time.step, time.newton_iterations,
            backend=self.scene.backend,
        )  # fmt: skip


def build_full_body(scene: DeformableScene) -> FullBody:
    """Mesh, body and loads of a scene. Raises MeshError, MaterialError or SceneError."""
    mesh = build_mesh(scene.mesh, scene.up)
    materials = build_materials(scene)
    held = [region_of(mesh, name, "mesh.fixed") for name in scene.mesh.fixed]
    for name, region in zip(scene.mesh.fixed, held, strict=True):
        if not region.size:
            raise SceneError(f"mesh.fixed: the region {name!r} is empty: nothing holds the body")
    fixed = np.unique(np.concatenate(held))
    check_parts(mesh, fixed)
    body = StVK(mesh, materials, fixed)
    standing = body.gravity(scene.gravity)
    return FullBody(scene, mesh, body, build_loads(scene.loads, mesh, body.free, scene.time), standing)


def check_parts(mesh: TetMesh, fixed: Array) -> None:
    """Raise MeshError where the mesh falls into parts and one of them is held nowhere."""
    count, labels = mesh.parts
    loose = np.setdiff1d(np.arange(count), labels[fixed])
    if loose.size:
        members = np.flatnonzero(labels == loose[0])
        middle = ", ".join(f"{x:.3g}" for x in mesh.vertices[members].mean(axis=0))
        raise MeshError(
            f"mesh.fixed: of the mesh's {count} unconnected parts {loose.size} are held nowhere, the first "
            f"with {members.size} vertices around ({middle}) m: hold a region of each, or join them"
        )


def build_materials(scene: DeformableScene) -> dict[str, Material]:
    """The materials by region: the scene's, or where it names none, those in its .veg file (SI units)."""
    if scene.materials or scene.mesh.file is None:
        return {
            name: Material(part.young, part.poisson, part.density) for name, part in scene.materials.items()
        }
    return file_materials(scene.mesh.file)


def file_materials(path: Path) -> dict[str, Material]:
    """The materials by region in a .veg file. Raises MeshError."""
    found = vega_materials(path)
    return {name: Material(young, poisson, density) for name, (density, young, poisson) in found.items()}


def build_mesh(part: MeshPart, up: str = UP) -> TetMesh:
    """The mesh that a scene names, in metres, with its own regions and those that the scene adds.

    `up` is the axis of ends whose own is not told.
    """
    mesh = BODIES[part.body](part) if part.body is not None else read_mesh(part.file, part.scale)
    regions: dict[str, Array] = {WHOLE: np.arange(len(mesh.vertices)), **mesh.regions}
    if part.fixed_list is not None:
        regions["fixed"] = read_bou(part.fixed_list)
    for name, region in part.regions.items():
        regions[name] = _chosen(region.along(up), mesh.vertices, name)
    return TetMesh(mesh.vertices, mesh.tets, regions)


def _chosen(part: RegionPart, vertices: Array, name: str) -> Array:
    """The vertices (k,) that a region of the scene means. Raises SceneError where there are none."""
    if part.vertices is not None:
        return np.array(part.vertices)
    if part.box is not None:
        low, high = np.sort(np.array(part.box), axis=0)
        inside = ((vertices >= low - ON_THE_EDGE) & (vertices <= high + ON_THE_EDGE)).all(axis=1)
    elif part.at is None:
        inside = _at_end(part, vertices[:, axis_of(part.axis or UP)])
    else:
        inside = np.linalg.norm(vertices - np.array(part.at), axis=1) <= (part.radius or 0.0) + ON_THE_EDGE
    if not inside.any():
        least, largest = vertices.min(axis=0).round(4).tolist(), vertices.max(axis=0).round(4).tolist()
        raise SceneError(
            f"mesh.regions.{name}: holds no vertex; the body lies between {least} and {largest} (m)"
        )
    return np.flatnonzero(inside)


def _at_end(part: RegionPart, along: Array) -> Array:
    """Whether each coordinate (v,) lies within the lowest or highest share of their range."""
    low, high = along.min(), along.max()
    if part.lowest is not None:
        return np.asarray(along <= low + part.lowest * (high - low) + ON_THE_EDGE)
    return np.asarray(along >= high - (part.highest or 0.0) * (high - low) - ON_THE_EDGE)


def simulate(
    full: FullBody, stepper: FullStepper | None = None, perturbation: Perturbation | None = None
) -> Iterator[tuple[Array, Array]]:
    """The T + 1 states (u, v) of a full run, each (n_free,) in m and m/s, from the scene's start.

    `stepper`, a fresh one of the body's, keeps the counts; it is made here where none is given.
    """
    stepper = stepper or full.stepper()
    u = full.start()
    v = np.zeros_like(u)
    for step in range(full.scene.time.steps):
        if perturbation is not None:
            v = v + perturbation.velocity_change(step)
        yield u, v
        load = full.loads.at(step) + full.standing
        if perturbation is not None:
            load = load + perturbation.load(step)
        u, v = stepper.step(u, v, load)
    yield u, v

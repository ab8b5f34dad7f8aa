"""A scene's full model: its mesh, body, loads and stepper, and a run of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from meshes import block, read_mesh, tshape
from meshes.tetmesh import TetMesh
from offline.enrichment import Perturbation
from offline.equilibrium import equilibrium
from offline.loads import Loads, build_loads, region_of
from offline.material import Material
from offline.newmark import FullStepper
from offline.scene import MeshPart, Scene
from offline.stvk import StVK

Array = np.ndarray


@dataclass(frozen=True)
class FullBody:
    """The full model of a scene; arrays over its free degrees of freedom."""

    scene: Scene
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


def build_full_body(scene: Scene) -> FullBody:
    """Mesh, body and loads of a scene. Raises MeshError, MaterialError or SceneError."""
    mesh = build_mesh(scene.mesh)
    materials = {
        region: Material(part.young, part.poisson, part.density) for region, part in scene.materials.items()
    }
    fixed = np.unique(np.concatenate([region_of(mesh, name, "mesh.fixed") for name in scene.mesh.fixed]))
    body = StVK(mesh, materials, fixed)
    standing = body.gravity(scene.gravity)
    return FullBody(scene, mesh, body, build_loads(scene.loads, mesh, body.free, scene.time), standing)


def build_mesh(part: MeshPart) -> TetMesh:
    """The mesh that a scene names, in metres."""
    if part.file is not None:
        return read_mesh(part.file, part.scale)
    if part.body == "block":
        return block(part.cells, part.size)
    return tshape()


def simulate(full: FullBody, perturbation: Perturbation | None = None) -> Iterator[tuple[Array, Array]]:
    """The T + 1 states (u, v) of a full run, each (n_free,) in m and m/s, from the scene's start."""
    stepper = full.stepper()
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

"""The motion of a scene's markers in space for given parameters, by the full and by the reduced model.

Both are built anew for each set of parameters, from the scene with these values; the mesh is kept. The
reduced model has all elements of small bodies, and sampled ones of large ones, on a basis of the last full
run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np

from meshes.tetmesh import TetMesh
from offline.full.body.full_body import FullBody, build_full_body, build_mesh, simulate
from offline.full.body.step_solver import DIRECT
from offline.identification.markers import Markers
from offline.identification.parameters import Parameter
from offline.pipeline.body.kind import plant_of
from offline.scenes.body.scene import BodyScene
from reduce.pod import Basis, pod
from reduce.sampling import Sampling, sample_elements
from runtime.body.handle.hand import Way
from runtime.body.handle.pose import matrices
from softrein.errors import SceneError, SimulationError

Array = np.ndarray

# rank of the basis for a motion and its derivatives by parameters; the full model corrects the rest
RANK = 10
NOTHING = 1e-6  # relative singular value below which directions are dropped
# most elements that are all evaluated; larger meshes are sampled, which takes seconds once
MOST_ELEMENTS = 300
SAMPLED = 0.01  # tolerance of that sampling
STATES = 60  # states used for a basis and for sampling


class Paths(NamedTuple):
    """Markers in space over the scene's steps."""

    positions: Array  # (T + 1, m, 3) m, positions of the markers
    velocities: Array  # (T + 1, m, 3) m/s

    def plus(self, other: Paths, factor: float = 1.0) -> Paths:
        """Return their sum, the other one times a factor."""
        return Paths(self.positions + factor * other.positions, self.velocities + factor * other.velocities)


class Run(NamedTuple):
    """A full run: its body, states (n, T + 1) and markers."""

    full: FullBody
    states: Array
    paths: Paths


@dataclass
class Motion:
    """A scene whose `parameters` vary."""

    scene: BodyScene
    parameters: Sequence[Parameter]
    mesh: TetMesh
    markers: Markers
    full_runs: int = 0

    def body(self, x: Array) -> FullBody:
        """Return the full body at parameters with the coordinates `x` (p,)."""
        scene = self.scene
        for parameter, each in zip(self.parameters, x, strict=True):
            scene = parameter.put(scene, parameter.outside(float(each)))
        with catch_warnings():
            simplefilter("ignore")  # these warnings were given when the scene was built
            return build_full_body(scene, self.mesh)

    def begun(self, x: Array) -> Array:
        """Return where the markers (m, 3) m are when the scene begins, in the frame of a handle if any."""
        if self.scene.start == "rest":
            return self.markers.places
        full = self.body(x)
        rows = marker_rows(self.markers, full.body.free, len(self.mesh.vertices))
        return np.asarray(self.markers.places + (rows @ full.start()).reshape(-1, 3))

    def full(self, x: Array) -> Run:
        """Make a full run at the coordinates `x`."""
        self.full_runs += 1
        full = self.body(x)
        states = list(simulate(full))
        u, v = np.array([each[0] for each in states]).T, np.array([each[1] for each in states]).T
        rows = marker_rows(self.markers, full.body.free, len(self.mesh.vertices))
        return Run(full, u, _paths(full, self.markers, rows @ u, rows @ v))

    def reduced(self, run: Run) -> Callable[[Array], Paths]:
        """Return a function for the markers' paths by a reduced model on a basis of a full run."""
        basis = basis_of(run)
        sampling = sampling_of(run, basis)

        def paths(x: Array) -> Paths:
            full = self.body(x)
            mass = full.body.mass
            own = replace(basis, vectors=orthonormal(basis.vectors, mass), mass=mass, spare=None)
            return reduced_paths(full, own, sampling, self.markers)

        return paths


def motion_of(scene: BodyScene, steps: int) -> tuple[BodyScene, TetMesh]:
    """Return the scene for runs of at most `steps` steps with a direct solver, and its mesh.

    Actuators have no limits in it. Raises SceneError for scenes of several motions, or with free things.
    """
    if scene.motions:
        raise SceneError("identification takes scenes of one motion: leave [motions] out")
    if scene.things:
        names = ", ".join(str(each.name or each.shape) for each in scene.things)
        raise SceneError(f"identification does not follow what moves freely: leave out its `mass` ({names})")
    time = scene.time.model_copy(update={"steps": min(scene.time.steps, steps)})
    # without limits, as the actuators did move the body as recorded
    free = [part.model_copy(update={"limit": None}) for part in scene.control.actuators]
    control = scene.control.model_copy(update={"actuators": free})
    changed = {"backend": scene.backend or DIRECT, "time": time, "control": control}
    return scene.model_copy(update=changed), build_mesh(scene.mesh, scene.up)


def marker_rows(markers: Markers, free: Array, vertices: int) -> Array:
    """Return the matrix from displacements (n,) to those of the markers (3 m,)."""
    slots = np.full(3 * vertices, -1)
    slots[free] = np.arange(len(free))
    rows = np.zeros((3 * len(markers.labels), len(free)))
    for m, (corners, weights) in enumerate(zip(markers.corners, markers.weights, strict=True)):
        for corner, weight in zip(corners, weights, strict=True):
            for axis in range(3):
                if (slot := slots[3 * corner + axis]) >= 0:
                    rows[3 * m + axis, slot] = weight
    return rows


def _paths(full: FullBody, markers: Markers, moved: Array, speeds: Array) -> Paths:
    """Return paths of markers moved by (3 m, T + 1) m, and with the handle that carries them, if any."""
    shape = (-1, len(markers.labels), 3)
    positions, velocities = markers.places + moved.T.reshape(shape), speeds.T.reshape(shape)
    if full.carried is None:
        return Paths(positions, velocities)
    way, pivot = Way(**full.carried.way), full.pivot
    turns, arms = matrices(way.rotation), positions - pivot
    carried = velocities + np.cross(way.spin[:, None], arms)
    return Paths(
        np.einsum("tij,tmj->tmi", turns, arms) + pivot + way.translation[:, None],
        np.einsum("tij,tmj->tmi", turns, carried) + way.velocity[:, None],
    )


def basis_of(run: Run) -> Basis:
    """Return the basis of a full run, with as many modes as directions. Raises SceneError for none."""
    states, mass = run.states[:, :: -(-run.states.shape[1] // STATES)], run.full.body.mass
    values = np.linalg.svd(np.sqrt(mass)[:, None] * states, compute_uv=False)
    rank = min(RANK, int((values > NOTHING * values[0]).sum())) if values[0] > 0 else 0
    if not rank:
        raise SceneError("the scene's body does not move: nothing could be learnt from a recording of it")
    return pod(states, rank, mass=mass)


def orthonormal(vectors: Array, mass: Array) -> Array:
    """Return vectors (n, r) of the same span that are orthonormal by another mass (n,)."""
    lower = np.linalg.cholesky(vectors.T @ (mass[:, None] * vectors))
    return np.asarray(np.linalg.solve(lower, vectors.T).T)


def sampling_of(run: Run, basis: Basis) -> Sampling | None:
    """Sample elements of a large body whose force is no polynomial."""
    body = run.full.body
    if len(body.lame) <= MOST_ELEMENTS or not body.projects:
        return None
    return sample_elements(body, basis, run.states[:, :: -(-run.states.shape[1] // STATES)], SAMPLED)


def reduced_paths(full: FullBody, basis: Basis, sampling: Sampling | None, markers: Markers) -> Paths:
    """Return the markers' paths by the reduced model. Raises SimulationError where a step fails."""
    plant = plant_of(full, basis, sampling)
    inputs = np.hstack([full.loads.reduced(basis.vectors), full.known])
    r = basis.rank
    states = np.zeros((len(inputs) + 1, plant.size))
    states[0, :r] = basis.project(full.start())
    for k, w in enumerate(inputs):
        states[k + 1] = plant.step(states[k], w)
    rows = marker_rows(markers, full.body.free, len(full.mesh.vertices)) @ basis.vectors
    if not np.isfinite(states).all():
        raise SimulationError("the reduced run is not finite")
    return _paths(full, markers, rows @ states[:, :r].T, rows @ states[:, r:].T)

"""An invented bundle of smoke in space, for tests of pictures and exports."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from meshes import MacGrid
from meshes.mac_operators import face_extension
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.costs import Costs
from runtime.plant.push import Push
from runtime.plant.track import Track
from runtime.run import Run
from runtime.smoke.model import SmokeModel
from softrein.pictures import smoke_panels

CELLS, EXTENT = (8, 12, 8), (0.8, 1.2, 0.8)
STEPS, DT = 8, 0.05
SWIRL = 0.2  # m^5/2 / s, of the only mode that moves
PUSHES = [Push(0, (3.0, 0.0, 0.0), 0.1, 0.1, 0.1), Push((0.4, 0.2, 0.4), (0.0, 0.0, -1.5), 0.2, 0.1, 0.1)]


def made_up_space(block: bool = True) -> SmokeBundle:
    """A box in which smoke rotates about the z-axis, with invented numbers."""
    solid = np.zeros(CELLS, dtype=bool)
    solid[5:7, 9:11, 2:4] = block
    grid = MacGrid(CELLS, EXTENT, solid)
    vectors = _mode(grid)
    centres = grid.cell_centres.reshape(*CELLS, 3)
    ball = np.linalg.norm(centres - [0.4, 0.4, 0.4], axis=-1) < 0.2
    density = (ball & ~solid).astype(float)
    start, z = np.array([[0.4, 0.25, 0.4], [0.4, 0.4, 0.5]]), np.array([SWIRL])
    bundle = SmokeBundle(
        name="made-up", scene={}, stages=[], description="Smoke that nobody computed.",
        extent=list(EXTENT), scheme="runge-kutta", particles=2, solid=grid.solid, open_faces=grid.open,
        density=density, carried=np.array([[0.6, 0.4, 0.4]]), full_paths=np.zeros((STEPS + 1, 2, 3)),
        full_density=density[:, ::-1] * ~solid, perturbed_paths=np.zeros((0, 0, 0, 3)), vectors=vectors,
        model=SmokeModel(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros(1)), dt=DT,
        track=Track(np.tile(np.append(start.ravel(), z), (STEPS + 1, 1)), np.zeros((STEPS, 1))),
        uncontrolled=np.zeros((STEPS, 1)),
        costs=Costs(
            running=np.eye(7), control=np.eye(1), schedule=np.ones(STEPS),
            steps=np.zeros(0, dtype=np.int64), instants=np.zeros((0, 7, 7)),
        ),
        actuators=np.eye(1), gains={}, discretisation="step", limits=np.array([[-np.inf, np.inf]]),
        pushes=PUSHES,
    )  # fmt: skip
    states = run_of(bundle, 1.0).states
    found = replace(bundle, track=Track(states, bundle.track.feedforward))
    return replace(found, full_paths=found.shape.positions(states))


def _mode(grid: MacGrid) -> np.ndarray:
    """A vortex about the z-axis (faces, 1), of norm 1 and continued into solids."""
    turning = [np.pi / length for length in EXTENT]

    def field(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, ...]:
        a, b = turning[:2]
        return b * np.sin(a * x) * np.cos(b * y), -a * np.cos(a * x) * np.sin(b * y), 0 * z

    vectors = grid.sample(field)[:, None]
    vectors /= np.linalg.norm(vectors) * np.sqrt(grid.cell_area)
    targets, weights = face_extension(grid)
    vectors[targets] = weights @ vectors
    return np.asarray(vectors)


def run_of(bundle: SmokeBundle, strength: float) -> Run:
    """A run of particles carried by a vortex of `strength` times the usual strength."""
    leafy = replace(bundle, carried=bundle.shape.positions(bundle.track.states[0]), particles=0)
    flow = np.full((STEPS + 1, 1), strength * SWIRL)
    paths = [points for _, points in smoke_panels.carried(leafy, flow)]
    states = np.hstack([np.reshape(paths, (STEPS + 1, -1)), flow])
    deviation = np.linalg.norm(states - bundle.track.states, axis=1)
    counts = {"clamped": 0, "halved": 0}
    return Run(states, np.zeros((STEPS, 1)), deviation, 0 * deviation, float(deviation[-1]), counts)

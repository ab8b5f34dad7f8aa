"""The reduced flow on which a wind is searched, and the full one on which it is tried.

The basis is made of the immediate acceleration by each wind, which is its force without the part that
pressure balances, and of the flow of the scene's own winds, if it has any.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from offline.full.smoke.full_smoke import FullSmoke
from offline.full.smoke.pressure import Projection
from offline.full.smoke.reduced import divergence_free, reduced_plant
from offline.keyframes.smoke.winds import Winds
from reduce.pod import compress, pod
from runtime.control.planning.motion import Motion
from runtime.plant.actuation import ConstantActuation, make_actuation
from runtime.smoke.plant import SmokePlant

Array = np.ndarray

MODES = 64  # most modes
TOLERANCE = 1e-3  # fraction of the norm that compressing a run's states may drop
RESOLVED = 1e-4  # relative singular value below which modes are dropped


class Run(NamedTuple):
    """The full flow under a wind, as its particles and its coordinates in a basis."""

    states: Array  # (T + 1, d N + r) states of the reduced flow with the N particles that have goals
    controls: Array  # (T, s)
    particles: Array  # (T + 1, all, d) m, positions of all particles


class Flow:
    """A scene's full smoke and a reduced flow of it, with the particles that have goals.

    `own` (faces, k) are states under the scene's winds alone; k may be 0.
    """

    def __init__(self, full: FullSmoke, winds: Winds, particles: list[int], own: Array | None) -> None:
        scene, grid = full.scene, full.grid
        self.full, self.particles, self.limits = full, particles, winds.limits
        self.acting = winds.acting.on(grid)
        projection = Projection(grid, scene.backend)
        forces = [each.on(grid).fields for each in {id(each): each for each in winds[::2]}.values()]
        fields = np.column_stack([projection.project(force) for part in forces for force in part.T])
        sizes = np.linalg.norm(fields, axis=0)
        snapshots = fields[:, sizes > 0] / sizes[sizes > 0]
        if own is not None and own.any():
            kept = compress(own, TOLERANCE)
            snapshots = np.hstack([snapshots, kept / np.linalg.norm(kept[:, 0])])
        values = np.linalg.svd(snapshots, compute_uv=False)
        rank = min(MODES, int(np.sum(values > RESOLVED * values[0])))  # winds may depend on each other
        found = pod(snapshots, rank, mass=np.full(grid.size, grid.cell_area))
        self.basis = divergence_free(found, projection)
        self.plant: SmokePlant = reduced_plant(full, self.basis, len(particles))
        self.actuation: ConstantActuation = make_actuation(self.basis.project(forces[0]), winds.limits)
        self.cost = winds.cost(fields[:, : len(winds.limits)], grid.cell_area, scene.control.control_cost)
        self._weighed = np.ascontiguousarray(grid.cell_area * self.basis.vectors.T)

    @property
    def start(self) -> Array:
        """Return still air, and the particles in their places (d N + r,)."""
        return self._seen(self.full.start().q, self.full.start().particles)

    def follow(self, motion: Motion | None) -> Run:
        """Run the full flow under a motion's control and feedback, within the limits, or without control."""
        full, simulation, frame = self.full, self.full.simulation(), self.full.start()
        q, particles, steps = frame.q, frame.particles, full.scene.time.steps
        states, controls, places = [self._seen(q, particles)], [], [particles]
        for step in range(steps):
            control, force = np.zeros(len(self.limits)), full.force(step)
            if motion is not None:
                wanted = motion.controls[step] + motion.gains[step] @ (states[-1] - motion.states[step])
                control = np.clip(wanted, *self.limits.T)
            after, _ = simulation.step(q, force=force + self.acting.force(control))
            particles = simulation.advect(particles, 0.5 * (q + after))
            q = after
            states.append(self._seen(q, particles))
            controls.append(control)
            places.append(particles)
        return Run(np.array(states), np.array(controls), np.array(places))

    def residuals(self, run: Run) -> Array:
        """Return the run's states minus those after steps of the reduced flow from it (T, d N + r)."""
        forces = run.controls @ self.actuation.matrix.T
        ends = [self.plant.step(*each) for each in zip(run.states[:-1], forces, strict=True)]
        return np.asarray(run.states[1:] - np.array(ends))

    def _seen(self, q: Array, particles: Array) -> Array:
        return np.concatenate([particles[self.particles].ravel(), self._weighed @ q])

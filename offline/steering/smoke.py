"""A bundle's controller on the full smoke that the bundle was made from (`offline.steering.closed_loop`).

Forces are per mass at the faces of the grid, states are (q, particles, density), the last where smoke is
buoyant. A controller gets

    (p, z),     z = a U^T q

with the particles p carried by the full flow, and a reduced force w acts as U w. As in the
nominal run particles move with the mean of the velocities before and after a step.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from offline.full.smoke.full_smoke import FullSmoke
from offline.full.smoke.stepper import Smoke
from offline.full.smoke.wind import blown, patch
from offline.steering.closed_loop import check_clock
from offline.steering.mismatch import AS_MADE, Mismatch
from runtime.base.clock import step_at
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Push, events_of
from runtime.plant.track import Events
from softrein.errors import BundleError

Array = np.ndarray
# face velocities (faces,) m/s, particles (N, d) m and density (cells)
State = tuple[Array, Array, Array | None]


class ControlledSmoke:
    """Full smoke for `offline.steering.closed_loop`."""

    differs = ("delay", "noise")  # the supported fields of `Mismatch`; smoke has no material

    def __init__(self, full: FullSmoke, bundle: SmokeBundle, mismatch: Mismatch = AS_MADE) -> None:
        """Begin. Raises BundleError where box or time step are not the bundle's; SceneError for factors."""
        mismatch.check_within(self.differs, full.scene.name, full.scene.time.steps)
        _check(full, bundle)
        open_faces, actuators = full.grid.open, full.scene.control.actuators
        self.spread = np.where(open_faces[:, None], bundle.vectors, 0.0)
        self.scale = np.repeat([1.0, 0.0], [bundle.flow_start, bundle.rank])
        self._full, self._bundle, self._substeps = full, bundle, mismatch.substeps
        winds = [
            np.array(part.direction) / np.linalg.norm(part.direction) @ self._blown(part.at, part.radius)
            for part in actuators
        ]
        # (faces, s) face accelerations per unit of each control
        self._acting = np.array(winds).T if winds else self.spread
        self._smoke: Smoke

    @staticmethod
    def followed(bundle: SmokeBundle) -> tuple[int, int]:
        """Return the shape (k, axes) of its `places`."""
        return bundle.particles, bundle.axes

    def start(self) -> State:
        """Return still air, with particles in their places."""
        self._smoke, frame = self._full.finer(self._substeps).simulation(), self._full.start()
        return frame.q, frame.particles, frame.density if self._full.is_buoyant else None

    def project(self, state: State) -> Array:
        """Return (p, z), see above."""
        q, particles, _ = state
        return np.concatenate([particles.ravel(), self._full.grid.cell_area * (q @ self.spread)])

    def places(self, state: State) -> Array:
        """Return the particles (N, d) m."""
        return state[1]

    def places_in(self, states: Array) -> Array:
        """Return the particles (..., N, d) m in states of the bundle's model."""
        return self._bundle.shape.positions(states)

    def events(self, pushes: Sequence[Push]) -> Events:
        """Return pushes as winds at the faces, m/s^2."""
        patterns = [self._blown(self._place(push), push.radius) for push in pushes]
        return events_of(pushes, patterns, self._bundle.dt, self._bundle.steps, self._full.grid.size)

    def seen(self, state: State) -> Array:
        """Return an empty array (0,): a scene of smoke has no sensors."""
        return np.zeros(0)

    def reduced(self, force: Array) -> Array:
        """Project a force at the faces: a U^T f, a being the cell's area; inputs of particles stay zero."""
        found = self._full.grid.cell_area * (force @ self.spread)
        return np.pad(found, (0, self._bundle.forces - len(found)))

    def acting(self, state: Array, control: Array) -> Array:
        """Return the winds of actuators in their places, or of reduced forces."""
        return np.asarray(self._acting @ control)

    def own(self, index: int) -> Array:
        """Return the scene's winds, m/s^2."""
        return self._full.force(index)

    def advance(self, state: State, force: Array) -> State:
        """Take a step of the flow and its particles, or several shorter ones under the same force."""
        q, particles, density = state
        for _ in range(self._substeps):
            before, (q, density) = q, self._smoke.step(q, density, force)
            if len(particles):
                particles = self._smoke.advect(particles, 0.5 * (before + q))
        return q, particles, density

    def _blown(self, centre: Sequence[float], width: float) -> Array:
        """Return winds of unit strength along each axis, (d, faces)."""
        grid = self._full.grid
        shape = patch(grid, centre, width)
        return np.array([blown(grid, strength, shape) for strength in np.eye(grid.axes)])

    def _place(self, push: Push) -> Sequence[float]:
        """Return the place of a push; for one at a particle it is where the reference has it then."""
        bundle = self._bundle
        if not isinstance(push.at, int | np.integer):
            return np.asarray(push.at, dtype=float).tolist()
        step = step_at(push.time, bundle.dt, bundle.steps)
        return bundle.shape.positions(bundle.track.states[step])[push.at].tolist()


def _check(full: FullSmoke, bundle: SmokeBundle) -> None:
    """Raise BundleError unless a bundle is of this box, and has its time step."""
    time, grid = full.scene.time, full.grid
    if not np.array_equal(bundle.solid, grid.solid) or not np.allclose(bundle.extent, grid.extent):
        raise BundleError(
            f"the bundle {bundle.name} is of another box than the full smoke: precompute it again"
        )
    check_clock(bundle, time.step, time.steps)

"""A plant to first order about a controlled run, on which controllers are searched at a fraction of the cost.

A controller that is worth shipping keeps the plant near the run that LQR makes with nobody pushing: the
reference, or where there are goals away from it, as on a path, the way to these. There a step is

    z' = e_k + F_k (z - z_k) + G_k (w - w_k),     e_k the end of the step from z_k under w_k,

a product, while the plant itself solves equations in each step. A weak controller, which does not hold the
motion, is judged wrongly by it: members found here are judged again on the plant
(`offline.tuning.comparators`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from runtime.bundle.record import Bundle
from runtime.control.registry import LQR
from runtime.plant.plant import Plant
from runtime.plant.stepping import Calls
from runtime.plant.track import Track, jacobians_along
from softrein.errors import SimulationError

Array = np.ndarray
# end states of steps along the run (T, n), and their Jacobians F and G
Jacobians = tuple[Array, Array, Array]


def linear_plants(bundle: Bundle) -> Callable[[], LinearPlant]:
    """Return a maker of linear plants about LQR's run, each with its own workspace, for one thread.

    Raises SimulationError where a step of the motion fails.
    """
    held = held_motion(bundle)
    try:
        known = LinearPlant(bundle.plant(), held).known
    except SimulationError:  # where LQR goes, a step may fail
        held, known = bundle.track, LinearPlant(bundle.plant(), bundle.track).known
    return lambda: LinearPlant(bundle.plant(), held, known)


def held_motion(bundle: Bundle) -> Track:
    """Return the run that LQR makes with nobody pushing, with all forces in it; the reference if it fails."""
    try:
        run = bundle.run([], LQR.name)
    except SimulationError:
        return bundle.track
    forces = bundle.track.feedforward.T.copy()
    bundle.actuation.add_forces(run.states[:-1].T, run.controls.T, forces)
    return Track(run.states, np.ascontiguousarray(forces.T))


class LinearPlant(Plant):
    """The steps of a plant along a run, to first order; `begin` sets which of them comes.

    Steps by kernels, from `data`, are those of the plant itself: policies that decide
    one state at a time use these.
    """

    def __init__(self, plant: Plant, track: Track, known: Jacobians | None = None) -> None:
        """Linearise all steps of `track`, unless they are `known`. Raises SimulationError where one fails."""
        self._plant, self._track, self._index = plant, track, 0
        self.known = jacobians_along(plant, track.states, track.feedforward) if known is None else known
        self._ends, self._F, self._G = self.known
        names = ("joins_gains", "model", "dt", "size", "forces", "positions", "coordinates", "data")
        for name in names:
            setattr(self, name, getattr(plant, name))

    def calls(self, *which: int) -> Calls:
        """See `Plant.calls`; the kernels step the plant itself, not its linearisation."""
        return self._plant.calls(*which)

    def failure(self, z: Array, w: Array) -> str:
        """Say why the plant's own step fails; see `Plant.failure`."""
        return self._plant.failure(z, w)

    def begin(self, index: int) -> None:
        """Let the next steps be linearised about this index of the motion."""
        self._index = index

    def step(self, z: Array, w: Array) -> Array:
        """Return the state after a step from z under w, to first order about the motion's present index."""
        return self._stepped(z[:, None], w[:, None])[:, 0]

    def linearise(self, z: Array, w: Array) -> tuple[Array, Array]:
        """Return the Jacobians F and G at the motion's present index, for any z and w."""
        return self._F[self._index], self._G[self._index]

    def tangent(self, z: Array, w: Array | None = None) -> tuple[Array, Array]:
        """Return the plant's own tangent at z, not linearised about the motion."""
        return self._plant.tangent(z, w)

    def at_step(self, dt: float) -> Plant:
        """Return the plant itself at another time step: this linearisation holds for one step length only."""
        return self._plant.at_step(dt)

    def joining(self, acting: Array) -> Array:
        """Return the joining of gains with the plant's own steps; see `Plant.joining`."""
        return self._plant.joining(acting)

    def step_batch(self, states: Array, forces: Array, out: Array) -> Array:
        """Step all columns of `states` at once, in three matrix products."""
        states, forces, count = self.check_batch(states, forces, out)
        out[:] = self._stepped(states, forces)
        return np.zeros(count, dtype=int)

    def step_batch_with_gains(
        self, acting: Array, states: Array, forces: Array, around: Array, ends: Array, mean: Array
    ) -> Array:
        """Step with forces A (z' - z_ref') of the end: (1 - G A) (z' - z_ref') is the deviation without."""
        states, forces, count = self.check_batch(states, forces, ends)
        last, G = around[1][:, None], self._G[self._index]
        alone = (self._stepped(states, forces) - last).reshape(self.size, len(acting), -1).transpose(1, 0, 2)
        answer = np.linalg.solve(np.eye(self.forces) - acting @ G, acting @ alone)
        mean[:] = (alone + G @ answer).transpose(1, 0, 2).reshape(self.size, count)
        ends[:] = last + mean
        return np.zeros(count, dtype=int)

    def _stepped(self, states: Array, forces: Array) -> Array:
        k, track = self._index, self._track
        moved: Array = self._F[k] @ (states - track.states[k][:, None])
        moved += self._G[k] @ (forces - track.feedforward[k][:, None])
        moved += self._ends[k][:, None]
        return moved

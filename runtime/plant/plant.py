"""The base class of reduced plants: a state, a time step, and their linearisations.

`BodyPlant` and `SmokePlant` differ in their physics only: gains, loops, rollouts and bundles use the
interface of this class alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

import numpy as np

from runtime.base.arguments import numbers, refused
from runtime.base.kernels import Kernel, bound
from runtime.plant.stepping import LINEARISE, STEP, Calls, Entries, linearise_plant, step_plant
from softrein.errors import SimulationError

Array = np.ndarray

REACHED = 1e-14  # fraction of a state's size: an end state this close counts as reached
MOST_REACHES = 8  # most iterations to find the inputs that reach a state


class Plant(ABC):
    """A reduced plant that steps in time. It has working memory of its own, and is for one thread.

    Attributes:
        joins_gains: Whether gains that act on the end of a step can be part of its equation: the plant then
        has
            `joining`, `step_batch_with_gains`, and the compiled function `with_gains` in `entries`.
        model: The reduced dynamics, a NamedTuple of arrays.
        dt: Time step, s.
        size: n, the length of a state.
        forces: r, the length of a reduced force w; w is held over a step.
        positions: The entries of a state that are positions; a run's deviation is measured by these.
        coordinates: The entries of a state that are the r coordinates of the basis.
        data: The data of its kernels, a NamedTuple of arrays of a class of its own.
        entries: Its compiled functions.
        tiles: Whether a batch takes many steps together, much faster than one by one, whatever controls act.
        midpoint: h of a step from p, v by a mean velocity m to p + h m, 2 m - v; 0 for other kinds of steps.

    """

    joins_gains: bool = False
    tiles: bool = True
    midpoint: float = 0.0
    entries: Entries
    model: Any
    dt: float
    size: int
    forces: int
    positions: slice
    coordinates: slice
    data: Any

    def calls(self, *which: int) -> Calls:
        """The plant in the form of compiled loops, which may call `which` of its entries besides a step."""
        for each in (STEP, *which):
            self._calls.ready(each, self.entries)
        return self._calls

    @cached_property
    def _calls(self) -> Calls:
        return Calls.of(self.data, self.midpoint)

    @property
    def uncurved(self) -> list[str]:
        """The names of its parts that lack second derivatives, although plants of its kind have them."""
        return []

    def begin(self, index: int) -> None:
        """Set the index of the motion for the coming steps, for plants that change along it."""
        del index  # most plants have the same inputs at all steps

    def step(self, z: Array, w: Array) -> Array:
        """The state (n,) one step after `z`, under the inputs `w` (forces,) held over it.

        Raises SimulationError when the new state is not finite, or the step fails.
        """
        z, w = state_vector(z, self.size, "z"), state_vector(w, self.forces, "w")
        following = np.empty(self.size)
        if self._take_step(self._calls, z, w, following) < 0:
            raise SimulationError(self.failure(z, w))
        return following

    def linearise(self, z: Array, w: Array) -> tuple[Array, Array]:
        """The step's Jacobians F = dz'/dz (n, n) and G = dz'/dw (n, forces) at (z, w).

        Raises SimulationError as `step` does, and where a Jacobian is not finite.
        """
        z, w = state_vector(z, self.size, "z"), state_vector(w, self.forces, "w")
        F, G = np.empty((self.size, self.size)), np.empty((self.size, self.forces))
        if linearise_plant(self.calls(LINEARISE), z, w, np.empty(self.size), F, G, True) < 0:
            raise SimulationError(self.failure(z, w))
        return F, G

    @cached_property
    def _take_step(self) -> Kernel:
        room = np.zeros(self.size), np.zeros(self.forces), np.zeros(self.size)
        return bound(step_plant, self.calls(), *room)

    @abstractmethod
    def failure(self, z: Array, w: Array) -> str:
        """The message about a step from `z` under `w` that failed."""

    @abstractmethod
    def tangent(self, z: Array, w: Array | None = None) -> tuple[Array, Array]:
        """The continuous plant's tangents A (n, n) and B (n, r) at the state z, under w or zero."""

    @abstractmethod
    def at_step(self, dt: float) -> Plant:
        """The same plant with time steps of `dt` s, and working memory of its own."""

    @property
    def correctable(self) -> slice:
        """The inputs that a model's correction may change: the reduced force, and others where they exist."""
        return slice(0, len(range(self.size)[self.coordinates]))

    @property
    def by_themselves(self) -> Array:
        """The indices among the coordinates of what nothing drives, such as things that move freely."""
        return np.zeros(0, dtype=np.int64)

    def correcting(self, z: Array) -> Array:
        """The directions (forces, k) in which a correction at z may change the `correctable` inputs."""
        return np.eye(self.forces)[:, self.correctable]

    @property
    def steered(self) -> slice:
        """The inputs that are forces and controls; inputs behind them are known beforehand."""
        return slice(0, self.forces)

    @property
    def poses(self) -> list[int]:
        """The inputs that say where something is when a step begins; the others hold over the step."""
        return []

    def reachable(self, z: Array, following: Array) -> Array:
        """The state near `following` (n,) that a step from `z` (n,) can reach by `correctable` inputs."""
        return following

    def reaching(self, z: Array, following: Array, w: Array, alone: bool = False) -> Array:
        """The inputs (forces,) whose step from `z` (n,) leads to `following` (n,), or as near as possible.

        They are `w` (forces,) but for a change along `correcting`, which is found by Newton's method on the
        step itself; with `alone` what goes `by_themselves` is neither changed nor looked at. Raises
        SimulationError where a step fails.
        """
        found, least, ways = self._reaching_guess(z, following, w), np.inf, self.correcting(z)
        best, weights = found, np.ones(self.size)
        if alone and self.by_themselves.size:
            found[self.by_themselves] = w[self.by_themselves]
            ways = ways[:, ~ways[self.by_themselves].any(axis=0)]
            rank = len(range(self.size)[self.coordinates])
            weights[self.by_themselves] = weights[rank + self.by_themselves] = 0.0
        for _ in range(MOST_REACHES):
            defect = weights * (following - self.step(z, found))
            size = float(np.linalg.norm(defect))
            if not size < least:
                break
            best, least = found.copy(), size
            if size <= REACHED * float(np.linalg.norm(following)):
                break
            effects = weights[:, None] * (self.linearise(z, found)[1] @ ways)
            found += ways @ np.linalg.lstsq(effects, defect, rcond=None)[0]
        return best

    def _reaching_guess(self, z: Array, following: Array, w: Array) -> Array:
        """The inputs (forces,) from which `reaching` starts; a new array."""
        return np.array(w)

    def responses(self, states: Array, forces: Array) -> Array:
        """The derivatives (T, n, forces) of steps' ends by inputs that are held over them.

        The steps begin in `states` (T, n), under `forces` (T, forces).
        """
        return np.array([self.linearise(z, w)[1] for z, w in zip(states, forces, strict=True)])

    def reduced_force(self, z: Array, w: Array) -> Array:
        """The force (r,) on the coordinates by inputs `w` (forces,) at z; by default these inputs."""
        return w

    @abstractmethod
    def step_batch(self, states: Array, forces: Array, out: Array) -> Array:
        """Step columns of `states` (n, count) under those of `forces` (r, count), into `out` (n, count).

        `out` must not overlap `states`. Returns a status for each (count,), -1 where its step failed; its
        column is then NaN.
        """

    def joining(self, acting: Array) -> Array:
        """The matrix that gains `acting` (..., r, n) on the end of a step add to the step's matrix."""
        raise NotImplementedError("gains do not join this plant's step")

    def step_batch_with_gains(
        self, acting: Array, states: Array, forces: Array, around: Array, ends: Array, mean: Array
    ) -> Array:
        """Step states with gains on the steps' ends, into `ends` (n, count).

        The columns belong to the gains `acting` (k, r, n) in turn, equally many to each, and `around` (2, n)
        is the reference before and after the step. The deviations on which gains act go into `mean` (n,
        count). Returns a status as `step_batch` does. Raises SimulationError where shapes do not fit.
        """
        raise NotImplementedError("gains do not join this plant's step")

    def check_batch(self, states: Array, forces: Array, out: Array) -> tuple[Array, Array, int]:
        """The batch in C-ordered arrays, and its size. Raises SimulationError where shapes do not fit."""
        states = np.ascontiguousarray(states, dtype=np.float64)
        forces = np.ascontiguousarray(forces, dtype=np.float64)
        count = states.shape[-1]
        if states.shape != (self.size, count) or forces.shape != (self.forces, count):
            raise SimulationError(
                f"states {states.shape} and forces {forces.shape} do not fit: "
                f"expected ({self.size}, count) and ({self.forces}, count)"
            )
        if out.shape != states.shape or out.dtype != np.float64 or not out.flags.c_contiguous:
            raise SimulationError(f"out must be a C-ordered float64 array of the shape {states.shape}")
        if np.may_share_memory(out, states) or np.may_share_memory(out, forces):
            raise SimulationError("out must not overlap states or forces")
        return states, forces, count


def state_vector(values: object, size: int, name: str) -> Array:
    """The `values` (size,) for kernels, contiguous and writable. Raises SimulationError for other values."""
    found = numbers(values)
    if found is None:
        raise refused(name, values, f"numbers of shape ({size},)", SimulationError)
    if found.shape != (size,):
        raise SimulationError(f"{name} has the shape {found.shape}, but this model takes ({size},)")
    vector = np.ascontiguousarray(found)
    return vector if vector.flags.writeable else vector.copy()

"""The choice of the step at which a state enters a motion ([002], section 7).

The distance of a state z from step k of a motion that repeats is LQR's cost-to-go over all time
(`runtime.control.planning.problem`),

    1/2 dz^T P_k dz + p_k^T dz,     dz = z - z_ref,k

So a state is close to a step from which it returns to the motion at little cost, even if another step's state
looks more alike. It is the cost for a plant that is linearised about the motion, and is not reliable far from
it. So from the steps where it is least, from some all along the motion, and from the one whose state is
nearest in the norm

    |z|^2 = |places|^2 + s^2 |rest|^2,     s = spread of the motion's places / spread of its rest

LQR is tried, on the plant itself and within its limits, for `AHEAD` steps, after which the cost-to-go is
added; the step with the least cost is chosen.

For a motion that ends, the cost-to-go becomes smaller towards the end, by which every state would enter
there. So the distance is then 1/2 dz^T P dz with the mean P of the motion's steps, which weighs a deviation
alike at all steps.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from runtime import loop
from runtime.control.base.law import Law, make_law
from runtime.control.planning.problem import ControlProblem, one_round
from runtime.control.registry import LQR
from runtime.plant.plant import Plant
from runtime.plant.system import System, system_of
from runtime.plant.track import Track, no_events
from runtime.steered import Steered

Array = np.ndarray

AHEAD = 30  # steps of each trial run
SPREAD = 8  # additional trial starts, spread evenly over the motion
TRIED = 2  # trial starts among the local minima of the cost-to-go


class Trial(NamedTuple):
    """Memory for a trial of `AHEAD` steps of LQR from any step of a motion; its arrays are overwritten."""

    track: Track
    law: Law
    own: Array  # (AHEAD, s) c_ff, the reference's own controls
    system: System
    decider: loop.Decider
    record: loop.Record


class Entrance:
    """Finds the step at which states enter one motion. It has a plant of its own, and is for one thread."""

    def __init__(self, bundle: Steered) -> None:
        """Use a bundle's motion; costly data are computed at the first use."""
        self._bundle = bundle

    def costs_from(self, state: Array) -> Array:
        """The distances (T,) of a state (n,) from each of the motion's steps, as the module defines them.

        Raises ControllerError where the cost-to-go does not settle, as for an endless motion with weak
        actuators.
        """
        to_go, apart = self._bundle.setting.cost_to_go, self._apart(state)
        if not self._bundle.rewind:
            return np.asarray(0.5 * np.sum((apart @ self._mean_value) * apart, axis=1))
        squares = np.sum((to_go.value[:-1] @ apart[:, :, None])[:, :, 0] * apart, axis=1)
        return np.asarray(0.5 * squares + np.sum(to_go.slope[:-1] * apart, axis=1))

    def best(self, state: Array) -> tuple[int, float]:
        """The best step for a state (n,) to enter, and the cost from there. Raises as `costs_from`.

        The cost is that of `costs_from` for a motion that ends, of `trial_cost` for one that repeats.
        """
        costs = self.costs_from(state)
        if not self._bundle.rewind:
            return int(np.argmin(costs)), float(costs.min())
        steps = self._candidates(costs, state)
        trials = [self.trial_cost(state, step) for step in steps]
        if not np.isfinite(trials).any():
            return int(np.argmin(costs)), np.inf
        return steps[int(np.argmin(trials))], float(min(trials))

    def _candidates(self, costs: Array, state: Array) -> list[int]:
        valleys = np.flatnonzero((costs <= np.roll(costs, 1)) & (costs <= np.roll(costs, -1)))
        found = valleys[np.argsort(costs[valleys], kind="stable")[:TRIED]].tolist()
        nearest = int(np.argmin(np.linalg.norm(self._apart(state) * self._scale, axis=1)))
        spread = np.linspace(0, costs.size, SPREAD, endpoint=False).astype(int).tolist()
        return list(dict.fromkeys([*found, nearest, *spread]))

    def trial_cost(self, state: Array, step: int) -> float:
        """The cost of LQR on the plant from a step of the motion and a state (n,); inf where a step fails.

        The motion must be one that repeats.
        """
        bundle, problem, trial, record = self._bundle, self._problem, self._trial, self._trial.record
        track, to_go, at = bundle.track, problem.to_go, (step + np.arange(AHEAD)) % bundle.steps
        trial.track.states[:-1], trial.track.feedforward[:] = track.states[at], track.feedforward[at]
        gains, offset = self._gains
        trial.law.gains[:], trial.law.offset[:] = gains[at], offset[at]
        own = bundle.actuation.own
        trial.own[:] = own[at] if len(own) > 1 else own
        given = trial.system, trial.decider, no_events(self._plant.forces), state.copy(), loop.tally(), record
        if loop.loops_of(trial.decider).run(*given) < AHEAD:
            return np.inf
        here, there = record.states[:-1] - track.states[at], record.states[1:] - track.states[at + 1]
        with np.errstate(over="ignore", invalid="ignore"):
            total = np.sum(problem.share[at] * (self._running(here, at) + self._running(there, at + 1)))
            total += 0.5 * np.sum((record.controls @ problem.control) * record.controls)
            for k in np.flatnonzero(problem.instant[at] >= 0):
                total += 0.5 * here[k] @ problem.instants[problem.instant[at[k]]] @ here[k]
            end, last = there[-1], at[-1] + 1
            total += 0.5 * end @ to_go.value[last] @ end + to_go.slope[last] @ end
        return float(total) if np.isfinite(total) else np.inf

    def _running(self, apart: Array, at: Array) -> Array:
        """1/2 dz^T Q dz - l^T dz of deviations (count, n) at instants (count,) of the motion."""
        problem = self._problem
        found = 0.5 * np.sum((apart @ problem.running) * apart, axis=1)
        return found - np.sum(problem.linear[at] * apart, axis=1) if len(problem.linear) else found

    def _apart(self, state: Array) -> Array:
        return np.asarray(state - self._bundle.track.states[:-1])

    @cached_property
    def _trial(self) -> Trial:
        plant, actuation = self._plant, self._bundle.actuation
        s, n = len(actuation.limits), plant.size
        law = make_law(np.zeros((AHEAD, s, n)), (AHEAD, s, n), np.zeros((AHEAD, s)))
        track, own = Track(np.zeros((AHEAD + 1, n)), np.zeros((AHEAD, plant.forces))), np.zeros((AHEAD, s))
        system = system_of(plant, actuation._replace(own=own), track)
        record = loop.Record(np.zeros((AHEAD + 1, n)), np.zeros((AHEAD, s)))
        decider = loop.decider_of(law)
        assert isinstance(decider, loop.Decider)
        return Trial(track, law, own, system, decider, record)

    @cached_property
    def _plant(self) -> Plant:
        return self._bundle.plant()

    @cached_property
    def _gains(self) -> tuple[Array, Array]:
        """LQR's gains (T, s, n) and offsets (T, s): the bundle's own, or those that follow from its costs."""
        bundle, to_go = self._bundle, self._bundle.setting.cost_to_go
        if LQR.name not in bundle.controllers:
            return to_go.gains, to_go.offset
        law = bundle.law(LQR.name)
        offset = law.offset if len(law.offset) else np.zeros_like(to_go.offset)
        return law.gains[law.schedule], offset

    @cached_property
    def _mean_value(self) -> Array:
        """The mean (n, n) of P over the motion."""
        return np.asarray(self._bundle.setting.cost_to_go.value[:-1].mean(axis=0))

    @cached_property
    def _problem(self) -> ControlProblem:
        bundle = self._bundle
        return one_round(bundle.track, bundle.costs, bundle.dt, bundle.setting.cost_to_go, bundle.rewind)

    @cached_property
    def _scale(self) -> Array:
        """The weight of each entry of a state, by which places and the rest count alike."""
        states, places = self._bundle.track.states, self._plant.positions
        about = states - states.mean(axis=0)
        rest = np.delete(np.arange(states.shape[1]), np.r_[places])
        spread = [float(np.linalg.norm(about[:, which])) for which in (places, rest)]
        found = np.ones(states.shape[1])
        if all(spread):
            found[rest] = spread[0] / spread[1]
        return found

"""Many controlled runs at once: an ensemble of pushes under one controller, a batch a step.

Each step of the loop becomes a few matrix products over all runs, and the plant's batched step one large
one ([002] has no such thing; it is what makes a systematic comparison quick).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.costs import Costs, error_at
from runtime.law import Law
from runtime.loop import Events, Track


@dataclass(frozen=True)
class Rollouts:
    """What an ensemble did; one entry a run."""

    error: np.ndarray  # (runs,) see runtime.costs; inf where a run left the finite numbers
    effort: np.ndarray  # (runs,) integral of w_fb^T w_fb; inf likewise
    final: np.ndarray  # (runs, n) last states
    clamped: int  # entries of the control that met a limit, over all runs
    states: np.ndarray | None  # (T + 1, runs, n) where asked for


def roll(
    plant: Any,
    law: Law,
    track: Track,
    costs: Costs,
    events: Events,
    owners: np.ndarray,
    runs: int,
    record: bool = False,
) -> Rollouts:
    """Run `runs` copies of the controlled plant from the reference's first state.

    `events` are the disturbances of all runs, `owners` (events,) says to which run each belongs.
    """
    steps, forces = track.feedforward.shape
    state = np.repeat(track.states[0][:, None], runs, axis=1)
    following = np.empty_like(state)
    squared_error = np.zeros(runs)
    effort = np.zeros(runs)
    broken = np.zeros(runs, dtype=bool)
    clamped = 0
    kept = np.empty((steps + 1, runs, plant.size)) if record else None
    force = np.empty((forces, runs))
    with np.errstate(over="ignore", invalid="ignore"):
        for index in range(steps):
            deviation = state - track.states[index][:, None]
            squared_error += error_at(costs, index, deviation, plant.dt)
            if kept is not None:
                kept[index] = state.T
            control = law.gains[law.schedule[index]] @ deviation
            wanted = np.abs(control) > law.limits[:, None]
            if wanted.any():
                clamped += int(wanted.sum())
                np.clip(control, -law.limits[:, None], law.limits[:, None], out=control)
            effort += plant.dt * np.einsum("ib,ib->b", control, control)
            np.matmul(law.actuators, control, out=force)
            force += track.feedforward[index][:, None]
            for event in np.flatnonzero((events.first <= index) & (index < events.last)):
                force[:, owners[event]] += events.force[event]
            broken |= plant.step_batch(state, force, following) < 0
            following[:, broken] = track.states[index + 1][:, None]  # parked: a broken run costs no halvings
            state, following = following, state
        squared_error += error_at(costs, steps, state - track.states[steps][:, None], plant.dt)
    if kept is not None:
        kept[steps] = state.T
        kept[:, broken] = np.nan
    squared_error[broken] = effort[broken] = np.inf
    return Rollouts(np.sqrt(squared_error), effort, state.T.copy(), clamped, kept)

"""What happened in one run: states, controls, effort and error over time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime import loop
from runtime.control.actuation import Actuation
from runtime.control.costs import Costs, error_of
from runtime.control.policy import counts_of, forget
from runtime.plant import Plant
from softrein.errors import SimulationError


@dataclass(frozen=True)
class Run:
    """A recorded run of T steps."""

    states: np.ndarray  # (T + 1, n)
    controls: np.ndarray  # (T, s)
    deviation: np.ndarray  # (T + 1,) distance of the places p from the reference's; see `Bundle.units`
    effort: np.ndarray  # (T + 1,) integral of w_fb^T w_fb up to each step
    error: float  # see runtime.control.costs
    counts: dict[str, int]


def recorded_run(
    plant: Plant, policy: Any, actuation: Actuation, track: loop.Track, costs: Costs, events: loop.Events
) -> Run:
    """Run the whole motion from its first state; raises SimulationError naming the step where it fails.

    So it does where error or effort leave the finite numbers.
    """
    steps = len(track.feedforward)
    record = loop.Record(np.zeros((steps + 1, plant.size)), np.zeros((steps, len(actuation.limits))))
    sums, work = loop.tally(), loop.scratch(plant, actuation)
    forget(policy)
    taken = loop.loops_of(policy).run(
        plant.data, plant.dt, policy, actuation, track, events, track.states[0].copy(), work, sums, record
    )
    if taken < steps:
        raise SimulationError(
            f"step {taken} of {steps} did not give a finite state: the push or the gains are too large for a "
            f"time step of {plant.dt:g} s"
        )
    with np.errstate(over="ignore", invalid="ignore"):
        error = error_of(costs, record.states, track.states, plant.dt)
    if not (np.isfinite(error) and np.isfinite(sums.effort[0])):
        raise SimulationError(
            f"after {steps} steps error or effort are beyond the finite numbers: the push or the gains are "
            f"too large for a time step of {plant.dt:g} s"
        )
    places = plant.positions if plant.positions.stop else slice(None)
    squares = np.concatenate([[0.0], np.cumsum((record.controls**2).sum(axis=1))])
    return Run(
        states=record.states,
        controls=record.controls,
        deviation=np.linalg.norm((record.states - track.states)[:, places], axis=1),
        effort=plant.dt * squares,
        error=error,
        counts={"clamped": int(sums.clamped[0]), "halved": int(sums.halved[0])} | counts_of(policy),
    )

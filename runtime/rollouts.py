"""Many controlled runs at once: an ensemble of pushes under one controller or several, a batch a step.

Each step of the loop becomes a few matrix products over all runs, and the plant's batched step one large
one ([002] has no such thing; it is what makes a systematic comparison quick). Runs are columns: all pushes
under the first controller, then all under the second, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.control.costs import Costs, error_at
from runtime.control.law import Law, answer_batch, feedback_batch
from runtime.loop import Events, Track


@dataclass(frozen=True)
class Rollouts:
    """What an ensemble did under one controller; one entry a run."""

    error: np.ndarray  # (runs,) see runtime.control.costs; inf where a run left the finite numbers
    effort: np.ndarray  # (runs,) integral of w_fb^T w_fb; inf likewise
    final: np.ndarray  # (runs, n) last states
    clamped: np.ndarray  # (runs,) entries of the control that met a limit
    states: np.ndarray | None  # (T + 1, runs, n) where asked for; NaN where a run left the finite numbers


def roll(
    plant: Any,
    laws: Sequence[Law],
    tracks: Sequence[Track],
    costs: Costs,
    events: Events,
    owners: np.ndarray,
    runs: int,
    record: bool = False,
) -> list[Rollouts]:
    """Run `runs` copies of the plant under each law and track from the reference's first state.

    The tracks, one a law, differ in their feed-forward alone. `events` are the disturbances of all runs,
    `owners` (events,) says to which run each belongs. The laws share actuators and limits, and all or none
    look ahead, and foresee.
    """
    track = tracks[0]
    steps, forces = track.feedforward.shape
    feedforward = np.stack([each.feedforward for each in tracks], axis=2)[..., None]  # (T, forces, laws, 1)
    count, actuators, limits = len(laws), laws[0].actuators, laws[0].limits[:, None]
    columns = count * runs
    state = np.repeat(track.states[0][:, None], columns, axis=1)
    following, force = np.empty_like(state), np.empty((forces, columns))
    squared_error, effort, clamped = np.zeros(columns), np.zeros(columns), np.zeros(columns, dtype=np.int64)
    broken = np.zeros(columns, dtype=bool)
    kept = np.empty((steps + 1, columns, plant.size)) if record else None
    with np.errstate(over="ignore", invalid="ignore"):
        for index in range(steps):
            deviation = state - track.states[index][:, None]
            squared_error += error_at(costs, index, deviation, plant.dt)
            if kept is not None:
                kept[index] = state.T
            force.reshape(forces, count, runs)[:] = feedforward[index]
            acting = np.flatnonzero((events.first <= index) & (index < events.last))
            disturbance = _disturbance(events, owners, acting, count, runs) if acting.size else None
            control, foreseen, done = _control(plant, laws, track, index, state, force, disturbance)
            clamped += np.count_nonzero(np.abs(control) > limits, axis=0)
            np.clip(control, -limits, limits, out=control)
            effort += plant.dt * np.einsum("ib,ib->b", control, control)
            if done.all():
                following[:] = foreseen
            else:
                if disturbance is not None:
                    force += disturbance
                force += actuators @ control
                broken |= ~done & (plant.step_batch(state, force, following) < 0)
                following[:, done] = foreseen[:, done]
            following[:, broken] = track.states[index + 1][:, None]  # parked: it costs no halvings
            state, following = following, state
        squared_error += error_at(costs, steps, state - track.states[steps][:, None], plant.dt)
    if kept is not None:
        kept[steps] = state.T
        kept[:, broken] = np.nan
    squared_error[broken] = effort[broken] = np.inf
    error, final = np.sqrt(squared_error), state.T.copy()
    parts = [slice(law * runs, (law + 1) * runs) for law in range(count)]
    return [
        Rollouts(
            error[part], effort[part], final[part], clamped[part], None if kept is None else kept[:, part]
        )
        for part in parts
    ]


def _control(
    plant: Any,
    laws: Sequence[Law],
    track: Track,
    index: int,
    state: np.ndarray,
    force: np.ndarray,
    disturbance: np.ndarray | None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The feedback (s, columns) on `state` beside `force`; where it looks ahead, the ends of the steps.

    With these (n, columns) comes which are the steps' own ends. Where none can be foreseen feedback is zero.
    Only laws that foresee take the disturbance into account.
    """
    columns, told = state.shape[1], disturbance if laws[0].foresees else None
    if not laws[0].ahead:
        control = feedback_batch(laws, index, state - track.states[index][:, None])
        if told is not None:
            control = control + answer_batch(laws, index, told)
        return control, state, np.zeros(columns, dtype=bool)
    foreseen, mean = np.empty_like(state), np.empty_like(state)
    around = track.states[index : index + 2]
    known = force if told is None else force + told
    failed = plant.foresee_batch(laws, index, state, known, around, foreseen, mean) < 0
    control = feedback_batch(laws, index, mean)
    control[:, failed] = 0.0
    within = (np.abs(control) <= laws[0].limits[:, None]).all(axis=0)
    if disturbance is not None and told is None:
        within &= ~disturbance.any(axis=0)
    return control, foreseen, within & ~failed & plant.joins_gains


def _disturbance(events: Events, owners: np.ndarray, acting: np.ndarray, count: int, runs: int) -> np.ndarray:
    """What the events `acting` do at a step (forces, count x runs), the same under each of `count` laws."""
    total = np.zeros((events.force.shape[1], runs))
    for event in acting:
        total[:, owners[event]] += events.force[event]
    return np.tile(total, count)

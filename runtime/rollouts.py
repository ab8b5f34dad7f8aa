"""Many controlled runs at once: an ensemble of pushes under one or several controllers, step by step.

Each step of the loop becomes a few matrix products over all runs, and the plant's batched step one large
product ([002] does not do this; it makes a systematic comparison quick). Runs are columns: all pushes under
the first controller, then all under the second, and so on.

This holds for plants whose batches pay (`Plant.tiles`) and policies with a batched form
(`runtime.control.base.policy.decides_batch`),

    decide_batch(policies, plant, actuation, track, index, disturbance, states, forces)
        -> controls, ends or None, found or None

with equally many columns for each policy: `forces` (forces, columns) act besides the controls and the
`disturbance`, which is for policies that preview it (None without one). Where `found` (columns,) is true,
`ends` (n, columns) are the ends of the step unless a control meets its limit. Runs under any other policy are
done one by one in the loop. Compiled policies use as many threads as there are cores, with a few runs at a
time in each, since such a run is a single call that releases Python's lock.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from runtime.base.progress import Progress
from runtime.control.base.costs import Costs, error_at
from runtime.control.base.policy import Policy, batch_of, fresh, is_compiled, manner_of
from runtime.plant.actuation import Actuation, left
from runtime.plant.plant import Plant
from runtime.plant.track import Events, Track
from runtime.run import recorded_run
from softrein.errors import SimulationError

CHUNK = 4  # runs that a thread takes at a time, a few seconds of work for a large body


@dataclass(frozen=True)
class Rollouts:
    """The results of an ensemble under one controller, with one entry for each run."""

    error: np.ndarray  # (runs,) see runtime.control.base.costs; inf: the run diverged
    effort: np.ndarray  # (runs,) integral of w_fb^T w_fb; inf: the run diverged
    final: np.ndarray  # (runs, n) last states; the reference's last state for diverged runs
    clamped: np.ndarray  # (runs,) number of control entries that were clamped to a limit
    states: np.ndarray | None  # (T + 1, runs, n) if requested; NaN for diverged runs

    @property
    def diverged(self) -> np.ndarray:
        """Whether each run (runs,) left the finite numbers; `diverged.sum()` is how many did."""
        return ~np.isfinite(self.error)

    def part(self, runs: slice) -> Rollouts:
        """Some of the runs."""
        states = None if self.states is None else self.states[:, runs]
        return Rollouts(self.error[runs], self.effort[runs], self.final[runs], self.clamped[runs], states)


def joined(parts: Sequence[Rollouts]) -> Rollouts:
    """Join the runs of all parts, in their order; with states if all parts have them."""
    states = [each.states for each in parts if each.states is not None]
    return Rollouts(
        np.concatenate([each.error for each in parts]),
        np.concatenate([each.effort for each in parts]),
        np.concatenate([each.final for each in parts]),
        np.concatenate([each.clamped for each in parts]),
        np.concatenate(states, axis=1) if len(states) == len(parts) else None,
    )


class Pushed(NamedTuple):
    """The disturbances of several runs."""

    events: Events  # pushes of all runs
    owners: np.ndarray  # (events,) run to which each push belongs
    runs: int  # number of runs

    def of_run(self, run: int) -> Events:
        """The disturbances of one run."""
        return Events(*(part[self.owners == run] for part in self.events))


def roll(
    plant: Callable[[], Plant],
    policies: Sequence[Policy],
    tracks: Sequence[Track],
    actuation: Actuation,
    costs: Costs,
    pushed: Pushed,
    record: bool = False,
    progress: Progress | None = None,
) -> list[Rollouts]:
    """Do all runs of `pushed` under each policy and its track, from the first state.

    `plant` makes a plant with working memory of its own. `progress` is told how many runs are done, of those
    that are not done as a batch. The tracks, one for each policy, differ in their feed-forward alone. Either
    all policies preview, or none.
    """
    outcomes: dict[int, Rollouts] = {}
    for kind in dict.fromkeys(map(type, policies)):
        alike, decide = [i for i, policy in enumerate(policies) if type(policy) is kind], batch_of(kind)
        own, followed = [policies[i] for i in alike], [tracks[i] for i in alike]
        stepped = plant()
        if decide is not None and (stepped.tiles or not all(map(is_compiled, own))):
            rolled = _batch(decide, stepped, own, followed, actuation, costs, pushed, record)
        else:
            rolled = _singly(plant, own, followed, actuation, costs, pushed, record, progress)
        outcomes.update(zip(alike, rolled, strict=True))
    return [outcomes[number] for number in range(len(policies))]


def _singly(
    plant: Callable[[], Plant],
    policies: Sequence[Policy],
    tracks: Sequence[Track],
    actuation: Actuation,
    costs: Costs,
    pushed: Pushed,
    record: bool,
    progress: Progress | None,
) -> list[Rollouts]:
    """Do each run by itself, under its own events; those of compiled policies in several threads."""
    runs = [pushed.of_run(run) for run in range(pushed.runs)]
    # runs share the processor, which would spoil their time budgets
    threaded = all(is_compiled(each) and not manner_of(each).has_budget(each) for each in policies)
    size = CHUNK if threaded else max(1, len(runs))
    chunks = [runs[start : start + size] for start in range(0, len(runs), size)] or [runs]
    jobs = list(itertools.product(zip(policies, tracks, strict=True), chunks))

    def run_some(job: tuple[tuple[Policy, Track], Sequence[Events]]) -> Rollouts:
        (policy, track), some = job
        return _in_turn(plant, policy, actuation, track, costs, record, some)

    parts: list[Rollouts] = []
    pool = ThreadPoolExecutor(min(len(jobs), os.cpu_count() or 1))
    try:
        for part in pool.map(run_some, jobs) if threaded and len(jobs) > 1 else map(run_some, jobs):
            parts.append(part)
            if progress is not None:
                progress("runs", sum(len(each.error) for each in parts), len(runs) * len(policies))
    finally:
        pool.shutdown(cancel_futures=True)
    count = len(chunks)
    return [joined(parts[start : start + count]) for start in range(0, len(parts), count)]


def _in_turn(
    make: Callable[[], Plant],
    policy: Policy,
    actuation: Actuation,
    track: Track,
    costs: Costs,
    record: bool,
    pushed: Sequence[Events],
) -> Rollouts:
    """Do one run after the other."""
    plant, own = make(), fresh(policy) if is_compiled(policy) else policy
    lost = track.states[-1], 0, np.full_like(track.states, np.nan)
    rows: list[tuple[float, float, np.ndarray, int, np.ndarray]] = []
    if not pushed:
        none, nobody = np.zeros(0), np.zeros((len(track.states), 0, plant.size))
        return Rollouts(none, none, nobody[0], none.astype(np.int64), nobody if record else None)
    for events in pushed:
        try:
            run = recorded_run(plant, own, actuation, track, costs, events)
            rows.append((run.error, run.effort, run.states[-1], run.counts["clamped"], run.states))
        except SimulationError:
            rows.append((np.inf, np.inf, *lost))
    error, effort, final, clamped, states = zip(*rows, strict=True)
    kept = np.stack(states, axis=1) if record else None
    return Rollouts(np.array(error), np.array(effort), np.array(final), np.array(clamped), kept)


def _batch(
    decide: Callable[..., tuple[np.ndarray, np.ndarray, np.ndarray | None]],
    plant: Plant,
    policies: Sequence[Policy],
    tracks: Sequence[Track],
    actuation: Actuation,
    costs: Costs,
    pushed: Pushed,
    record: bool,
) -> list[Rollouts]:
    """Do all runs under policies of one type, as a batch in each step."""
    track, (events, _, runs) = tracks[0], pushed
    steps, forces = track.feedforward.shape
    feedforward = np.stack([each.feedforward for each in tracks], axis=2)[..., None]  # (T, forces, laws, 1)
    count = len(policies)
    columns = count * runs
    state = np.repeat(track.states[0][:, None], columns, axis=1)
    following, force = np.empty_like(state), np.empty((forces, columns))
    squared_error, effort, clamped = np.zeros(columns), np.zeros(columns), np.zeros(columns, dtype=np.int64)
    broken, limited = np.zeros(columns, dtype=bool), np.isfinite(actuation.limits).any()
    kept = np.empty((steps + 1, columns, plant.size)) if record else None
    with np.errstate(over="ignore", invalid="ignore"):
        for index in range(steps):
            plant.begin(index)
            deviation = state - track.states[index][:, None]
            squared_error += error_at(costs, index, deviation, plant.dt)
            if kept is not None:
                kept[index] = state.T
            force.reshape(forces, count, runs)[:] = feedforward[index]
            acting = np.flatnonzero((events.first <= index) & (index < events.last))
            disturbance = _disturbance(pushed, acting, count) if acting.size else None
            control, ends, found = decide(policies, plant, actuation, track, index, disturbance, state, force)
            if limited or found is not None:
                low, high = left(actuation, index)[..., None]
                clamped += np.count_nonzero((control < low) | (control > high), axis=0)
                found = None if found is None else found & ((low <= control) & (control <= high)).all(axis=0)
                np.clip(control, low, high, out=control)
            effort += plant.dt * np.einsum("ib,ib->b", control, control)
            if found is not None and found.all():
                following[:] = ends
            else:
                if disturbance is not None:
                    force += disturbance
                actuation.add_forces(state, control, force)
                failed = plant.step_batch(state, force, following) < 0
                if found is not None:
                    failed &= ~found
                    following[:, found] = ends[:, found]
                broken |= failed
            # diverged runs follow the reference from here on, so that they need no halvings
            following[:, broken] = track.states[index + 1][:, None]
            state, following = following, state
        squared_error += error_at(costs, steps, state - track.states[steps][:, None], plant.dt)
        broken |= ~(np.isfinite(squared_error) & np.isfinite(effort))
    state[:, broken] = track.states[steps][:, None]
    if kept is not None:
        kept[steps] = state.T
        kept[:, broken] = np.nan
    squared_error[broken] = effort[broken] = np.inf
    error, final = np.sqrt(squared_error), state.T.copy()
    parts = [slice(each * runs, (each + 1) * runs) for each in range(count)]
    return [
        Rollouts(
            error[part], effort[part], final[part], clamped[part], None if kept is None else kept[:, part]
        )
        for part in parts
    ]


def _disturbance(pushed: Pushed, acting: np.ndarray, count: int) -> np.ndarray:
    """The force of the events `acting` in a step (forces, count x runs), alike for each of `count` laws."""
    force = pushed.events.force
    total = np.zeros((force.shape[1], pushed.runs))
    for event in acting:
        total[:, pushed.owners[event]] += force[event]
    return np.tile(total, count)

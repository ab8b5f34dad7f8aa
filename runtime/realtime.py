"""Pace a simulator on the wall clock, and report how well it kept up."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from runtime.simulator import Simulator

SLEEP_MARGIN = 2e-4  # s: the operating system wakes a sleeper about this late, so the rest is waited out


@dataclass(frozen=True)
class Pacing:
    """How a paced run went: times in seconds."""

    steps: int
    period: float
    missed: int  # steps that ended after the next was due
    latency: dict[str, float]  # from when a step was due to when its state was there
    compute: dict[str, float]  # the step alone


def pace(
    simulator: Simulator, period: float | None = None, each_step: Callable[[Simulator], None] | None = None
) -> Pacing:
    """Step to the end of the motion, one step each `period` s (by default the plant's own time step).

    `each_step` is called before each step, for pushes.
    """
    simulator.warm_up()
    period = simulator.bundle.dt if period is None else period
    due_times, ends, spans = [], [], []
    due = time.perf_counter()
    while not simulator.finished and simulator.steps_taken < simulator.bundle.steps:
        _wait_until(due)
        if each_step is not None:
            each_step(simulator)
        start = time.perf_counter()
        simulator.step()
        end = time.perf_counter()
        due_times.append(due)
        ends.append(end)
        spans.append(end - start)
        due += period
    latency = np.array(ends) - np.array(due_times)
    return Pacing(
        len(spans), period, int((latency > period).sum()), percentiles(latency), percentiles(np.array(spans))
    )


def percentiles(seconds: np.ndarray) -> dict[str, float]:
    """The median, the 99 % and the 99.9 % point and the maximum."""
    names = {"median": 50, "99 %": 99, "99.9 %": 99.9, "maximum": 100}
    return {name: float(np.percentile(seconds, share)) for name, share in names.items()}


def _wait_until(due: float) -> None:
    while (left := due - time.perf_counter()) > 0:
        if left > SLEEP_MARGIN:
            time.sleep(left - SLEEP_MARGIN)

"""How long one step takes, full and reduced, as table 2 of [002] has it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from runtime import loop
from runtime.bundle.record import Bundle
from runtime.control.actuation import make_actuation
from runtime.control.law import Law, feedback, make_law

REPEATS = 5


def step_figures(bundle: Bundle, full_step: Callable[[], Any]) -> dict[str, float]:
    """Milliseconds for one reduced step, for the control of one, and for one full step; medians."""
    size = bundle.track.states.shape[1]
    free = make_law(np.zeros((1, 0, size)), (bundle.steps, 0, size))
    return {
        "reduced step without control [ms]": 1e3 * _run_seconds(bundle, free),
        "control [ms]": 1e3 * _feedback_seconds(bundle.law("lqr"), bundle.track.states),
        "full step [ms]": 1e3 * median_seconds(full_step),
    }


def median_seconds(action: Callable[[], Any]) -> float:
    """The median time of an action, after one call that warms up."""
    action()
    spans = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        action()
        spans.append(time.perf_counter() - start)
    return float(np.median(spans))


@njit(cache=True)
def _feedbacks(law: Law, deviations: np.ndarray, control: np.ndarray) -> None:
    for step in range(law.schedule.size):
        feedback(law, step, deviations[step], control)


def _feedback_seconds(law: Law, states: np.ndarray) -> float:
    """Seconds for the feedback of one step, in compiled code."""
    control = np.zeros(law.gains.shape[1])
    return median_seconds(lambda: _feedbacks(law, states, control)) / law.schedule.size


def _run_seconds(bundle: Bundle, law: Law) -> float:
    """Seconds a step of the compiled loop."""
    plant, steps = bundle.plant(), bundle.steps
    actuation = make_actuation(np.zeros((bundle.rank, 0)))
    record = loop.Record(np.zeros((steps + 1, plant.size)), np.zeros((steps, 0)))
    work, events = loop.scratch(plant, actuation), loop.no_events(plant.forces)

    def run() -> None:
        state = bundle.track.states[0].copy()
        loop.run(
            plant.data, plant.dt, law, actuation, bundle.track, events, state, work, loop.tally(), record
        )

    return median_seconds(run) / steps

"""How long one step takes, full and reduced, as table 2 of [002] has it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from offline.full_body import FullBody
from runtime import loop
from runtime.bundle import Bundle
from runtime.law import Law, feedback, make_law

REPEATS = 5
FULL_STEPS = 3


def step_figures(bundle: Bundle, full: FullBody) -> dict[str, float]:
    """Milliseconds for one reduced step, for the control of one, and for one full step; medians."""
    free = make_law(
        np.zeros((1, 0, bundle.track.states.shape[1])), bundle.steps, np.zeros((bundle.model.rank, 0))
    )
    return {
        "reduced step without control [ms]": 1e3 * _run_seconds(bundle, free),
        "control [ms]": 1e3 * _feedback_seconds(bundle.law("lqr"), bundle.track.states),
        "full step [ms]": 1e3 * _full_seconds(full),
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
    control = np.zeros(law.actuators.shape[1])
    return median_seconds(lambda: _feedbacks(law, states, control)) / law.schedule.size


def _run_seconds(bundle: Bundle, law: Law) -> float:
    """Seconds a step of the compiled loop."""
    plant, steps = bundle.plant(), bundle.steps
    record = loop.Record(np.zeros((steps + 1, plant.size)), np.zeros((steps, law.actuators.shape[1])))
    work, events = loop.scratch(law, plant.size), loop.no_events(plant.forces)

    def run() -> None:
        state = bundle.track.states[0].copy()
        loop.run(plant.data, plant.dt, law, bundle.track, events, state, work, loop.tally(), record)

    return median_seconds(run) / steps


def _full_seconds(full: FullBody) -> float:
    """Seconds a step of the full model, from rest."""
    stepper = full.stepper()
    load = full.loads.at(0) + full.standing

    def run() -> None:
        u: np.ndarray = np.zeros(len(full.body.free))
        v: np.ndarray = np.zeros_like(u)
        for _ in range(FULL_STEPS):
            u, v = stepper.step(u, v, load)

    return median_seconds(run) / FULL_STEPS

"""Times of one step, full and reduced, as in table 2 of [002]."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from offline.pipeline.base.table import Made
from runtime import loop
from runtime.base.kernels import njit
from runtime.bundle.record import Bundle
from runtime.control.base.law import Law, feedback, make_law
from runtime.control.registry import LQR
from runtime.plant.actuation import make_actuation
from runtime.plant.system import system_of
from runtime.plant.track import no_events

REPEATS = 5


def measure_steps(bundle: Bundle, full_step: Callable[[], object], figures: dict[str, float]) -> Made[None]:
    """Return median milliseconds of one reduced step, of its control, and of one full step.

    Where steps iterate until they converge, the time of a reduced step with one iteration, as in the paper,
    is added. The `figures` of the gains come first, so that those of the paper's tables are in one place.
    """
    reduced = 1e3 * step_seconds(bundle)
    control = 1e3 * _feedback_seconds(bundle.law(LQR.name), bundle.track.states)
    full = 1e3 * median_seconds(full_step)
    found = {"reduced step without control [ms]": reduced, "control [ms]": control, "full step [ms]": full}
    words = f"one step: {full:.3g} ms full, {reduced:.3g} ms reduced, {control:.3g} ms control"
    once = bundle.iterated(1, 1)
    if once is not bundle:
        single = 1e3 * step_seconds(once)
        found["reduced step of one iteration [ms]"] = single
        words += f", {single:.3g} ms reduced with one iteration"
    return Made(None, words, {"figures": figures | found})


def median_seconds(action: Callable[[], object]) -> float:
    """Return the median time of an action, after one call to warm up."""
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
    """Return the seconds for the feedback of one step, in compiled code."""
    control = np.zeros(law.gains.shape[1])
    return median_seconds(lambda: _feedbacks(law, states, control)) / law.schedule.size


def step_seconds(bundle: Bundle) -> float:
    """Return the seconds of a step of the compiled loop without control; the median of several runs."""
    plant, steps = bundle.plant(), bundle.steps
    nobody = loop.decider_of(make_law(np.zeros((1, 0, plant.size)), (steps, 0, plant.size)))
    actuation = make_actuation(np.zeros((bundle.forces, 0)))
    record = loop.Record(np.zeros((steps + 1, plant.size)), np.zeros((steps, 0)))
    system, events = system_of(plant, actuation, bundle.track), no_events(plant.forces)

    def run() -> None:
        loop.run(system, nobody, events, bundle.track.states[0].copy(), loop.tally(), record)

    return median_seconds(run) / steps

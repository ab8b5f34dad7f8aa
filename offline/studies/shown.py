"""Data of runs and pushes that studies of both kinds show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from offline.figures import plain, ratio
from runtime.base.clock import step_at
from runtime.bundle.record import Bundle
from runtime.plant.push import Push
from runtime.rollouts import Rollouts

Measure = Callable[[np.ndarray], Mapping[str, object]]


class Rival(NamedTuple):
    """A controller that is compared with LQR, and its role."""

    controller: str
    role: str
    parameters: dict[str, float]


def recorded(rolled: Rollouts, run: int, names: Sequence[str], measure: Measure) -> dict[str, Any]:
    """Return error and effort of one run, and the results of `measure` for its states (T + 1, n), by `names`.

    Each is None where the run diverged.
    """
    if not np.isfinite(rolled.error[run]):
        return dict.fromkeys(("error", "effort", *names))
    assert rolled.states is not None  # they were requested
    found = {"error": rolled.error[run], "effort": rolled.effort[run], **measure(rolled.states[:, run])}
    return {name: plain(found[name]) for name in ("error", "effort", *names)}


def run_rivals(
    bundle: Bundle, rivals: Sequence[Rival], record: Callable[[Rollouts], dict[str, object]]
) -> list[dict[str, object]]:
    """Run the rivals on the scene's own pushes."""
    choices = [bundle.comparator(each.controller, each.parameters) for each in rivals]
    rolled = bundle.rollouts_under(choices, [bundle.pushes], record=True)
    return [each._asdict() | record(run) for each, run in zip(rivals, rolled, strict=True)]


def beside(runs: Sequence[dict[str, Any]], error: float | None, effort: float | None) -> None:
    """Give each run the ratios of its error and its effort to these."""
    for run in runs:
        run["error_ratio"], run["effort_ratio"] = ratio(run["error"], error), ratio(run["effort"], effort)


def pushed(bundle: Bundle, push: Push) -> tuple[int, dict[str, object]]:
    """Return the step in which a push begins, and when and how strongly it acts."""
    step = step_at(push.time, bundle.dt, bundle.steps)
    lasts = min(push.duration, bundle.dt * bundle.steps - push.time)
    return step, {"time": push.time, "duration": lasts, "force": plain(push.force)}

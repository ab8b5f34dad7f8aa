"""What studies of both kinds show of runs and pushes, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from runtime.bundle.record import Bundle
from runtime.clock import step_at
from runtime.push import Push
from runtime.rollouts import Rollouts

Measure = Callable[[np.ndarray], Mapping[str, Any]]


class Rival(NamedTuple):
    """A controller beside LQR, and what for."""

    controller: str
    role: str
    parameters: dict[str, float]


def recorded(rolled: Rollouts, run: int, names: Sequence[str], measure: Measure) -> dict[str, Any]:
    """Error and effort of one run, and what `measure` says of its states (T + 1, n), by these names.

    None for each, where it left the finite numbers.
    """
    if not np.isfinite(rolled.error[run]):
        return dict.fromkeys(("error", "effort", *names))
    assert rolled.states is not None  # they were asked for
    found = {"error": rolled.error[run], "effort": rolled.effort[run], **measure(rolled.states[:, run])}
    return {name: plain(found[name]) for name in ("error", "effort", *names)}


def run_rivals(
    bundle: Bundle, rivals: Sequence[Rival], record: Callable[[Rollouts], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Their runs on the scene's own pushes."""
    choices = [bundle.comparator(each.controller, each.parameters) for each in rivals]
    rolled = bundle.rollouts_under(choices, [bundle.pushes], record=True)
    return [each._asdict() | record(run) for each, run in zip(rivals, rolled, strict=True)]


def beside(runs: Sequence[dict[str, Any]], error: float | None, effort: float | None) -> None:
    """Give each run the ratios of its error and its effort to these."""
    for run in runs:
        run["error_ratio"], run["effort_ratio"] = ratio(run["error"], error), ratio(run["effort"], effort)


def pushed(bundle: Bundle, push: Push) -> tuple[int, dict[str, Any]]:
    """The step in which a push begins, and when it acts and how strongly."""
    step = step_at(push.time, bundle.dt, bundle.steps)
    lasts = min(push.duration, bundle.dt * bundle.steps - push.time)
    return step, {"time": push.time, "duration": lasts, "force": plain(push.force)}


def control_cost(bundle: Bundle) -> float:
    """The scene's own control cost."""
    return float(bundle.costs.control[0, 0])


def ratio(value: float | None, base: float | None) -> float | None:
    """One over the other; None where there is neither, or nothing to divide by."""
    return value / base if value is not None and base is not None and base > 0 else None


def quartiles(values: np.ndarray) -> np.ndarray:
    """At 25, 50 and 75 % of numbers (k,) of which some may be inf, interpolated: (3,).

    inf where one of the two that a quartile lies between is, and has a weight.
    """
    ordered, place = np.sort(values), np.array([0.25, 0.5, 0.75]) * (len(values) - 1)
    below, above = (ordered[whole(place).astype(int)] for whole in (np.floor, np.ceil))
    share = place % 1
    with np.errstate(invalid="ignore"):
        return np.where(share == 0, below, (1 - share) * below + share * above)


def median(values: np.ndarray) -> float | None:
    """The median of numbers of which some may be inf; None where it is not finite, or there are none."""
    return known(quartiles(values)[1]) if values.size else None


def known(value: float) -> float | None:
    """A number with six digits, or None for what is not finite."""
    return plain(value) if np.isfinite(value) else None


def plain(values: Any) -> Any:
    """A number, or nested lists of numbers, with six digits."""
    return [plain(each) for each in values] if np.ndim(values) else float(f"{values:.6g}")

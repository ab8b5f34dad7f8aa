"""What a steered body shows beyond its fronts ([002], figure 6, and section 6), as plain data.

equal     LQR as the bundle ships it beside two PD controllers of all that were searched, all on the scene's
          own pushes: of those that come as close as LQR the one that spends least, and of those that spend no
          more than LQR the one that comes closest. With it, the paths of one point of the body, and where on
          LQR's own front the scene's control cost lies

The point is the middle of the region that the scene's `watch` names, or else the vertex that moves most in
the reference. Without control means: what the reduced model does by itself under the loads of the full run.

About the two that the search leads to, it goes on (`offline.studies.search`). It is finite all the same, so
the equalities hold only nearly: error and effort of each stand beside LQR's. PD is searched on the very
pushes that it is shown on. For ratios along the fronts see `offline.studies.fronts`.

Paths are (T + 1, 3) m, nested lists. What left the finite numbers has None for its figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from offline.studies.families import find_within
from offline.studies.fronts import Front
from offline.studies.search import Within
from runtime.bundle.body import BodyBundle
from runtime.clock import step_at
from runtime.push import Push
from runtime.rollouts import Rollouts

Array = np.ndarray
Progress = Callable[[str, int, int], None]

RIVAL = "pd"


def study(
    bundle: BodyBundle,
    searched: Mapping[str, Front],
    progress: Progress = lambda what, done, total: None,
) -> dict[str, Any]:
    """All of it, by name; nothing for a body without pushes or LQR.

    `searched` are the members of each family with effort and error on the scene's own pushes.
    """
    if not bundle.pushes or "lqr" not in bundle.gains:
        return {}
    with threadpool_limits(1):  # threads would wait for each other between many short calls
        return {"equal": equal(bundle, searched, progress)}


def equal(
    bundle: BodyBundle,
    searched: Mapping[str, Front],
    progress: Progress = lambda what, done, total: None,
) -> dict[str, Any]:
    """Figure 6: without control, LQR, and PD at LQR's error and at LQR's effort.

    Where no member comes as close as LQR ("reaching" is 0), the one that comes closest stands in; where all
    spend more ("affordable" is 0), the one that spends least. Then the run's "matched" is false.
    """
    free = bundle.rollouts([bundle.pushes], "none", record=True)
    lqr = bundle.rollouts([bundle.pushes], "lqr", record=True)
    cost = {"control_cost": float(bundle.costs.control[0, 0])}
    runs = [
        {"controller": "none", "role": None, "parameters": {}, "matched": True} | _recorded(bundle, free),
        {"controller": "lqr", "role": None, "parameters": cost, "matched": True} | _recorded(bundle, lqr),
    ]
    counts = {"members": 0, "reaching": 0, "affordable": 0}
    error, budget, front = runs[1]["error"], runs[1]["effort"], searched.get(RIVAL)
    if front is not None and len(front.error) and error is not None:
        aims = [Within(budget), Within(error)]
        front = find_within(bundle, RIVAL, front, aims, "refine equals", progress)
        chosen, counts = _rivals(front, error, budget)
        runs += _run_again(bundle, front, chosen)
    for run in runs:
        run["error_ratio"], run["effort_ratio"] = _ratio(run["error"], error), _ratio(run["effort"], budget)
    return {
        **_scenery(bundle),
        "runs": runs,
        "searched": counts,
        "own_cost": _own_cost(searched.get("lqr"), error, runs[0]["error"]) | cost,
    }


def path_of(bundle: BodyBundle, states: Array) -> Array:
    """The watched point's path (T + 1, 3) m while the body goes through `states` (T + 1, n)."""
    return np.asarray(bundle.shape.positions(states, bundle.watched()).mean(axis=1))


def _rivals(front: Front, error: float, budget: float) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Which members have LQR's error and LQR's effort, and of how many they are the best."""
    reaching = np.flatnonzero(front.error <= error)
    affordable = np.flatnonzero(front.effort <= budget)
    cheapest = reaching[np.argmin(front.effort[reaching])] if reaching.size else np.argmin(front.error)
    closest = affordable[np.argmin(front.error[affordable])] if affordable.size else np.argmin(front.effort)
    chosen = [
        {"role": "equal_error", "index": int(cheapest), "matched": reaching.size > 0},
        {"role": "equal_effort", "index": int(closest), "matched": affordable.size > 0},
    ]
    return chosen, {
        "members": len(front.error),
        "reaching": reaching.size,
        "affordable": affordable.size,
    }


def _run_again(bundle: BodyBundle, front: Front, chosen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The chosen members' runs, whose gains follow from their parameters."""
    members = [front.parameters[each["index"]] for each in chosen]
    rolled = bundle.rollouts_under(
        [bundle.comparator(RIVAL, parameters) for parameters in members], [bundle.pushes], record=True
    )
    return [
        {"controller": RIVAL, "role": each["role"], "parameters": parameters, "matched": each["matched"]}
        | _recorded(bundle, run)
        for each, parameters, run in zip(chosen, members, rolled, strict=True)
    ]


def _own_cost(front: Front | None, error: float | None, free: float | None) -> dict[str, Any]:
    """How much of the error without control LQR leaves, at the scene's own cost and along its whole front."""
    ends = (front.error.max(), front.error.min()) if front is not None and len(front.error) else (None, None)
    least, most = (_ratio(None if end is None else float(end), free) for end in ends)
    return {"left": _ratio(error, free), "left_by_gentlest": least, "left_by_strongest": most}


def _recorded(bundle: BodyBundle, rolled: Rollouts) -> dict[str, Any]:
    """The figures and the point's path of the one run, or None for each."""
    names = ("error", "effort", "final_distance", "largest_distance", "path")
    if not np.isfinite(rolled.error[0]):
        return dict.fromkeys(names)
    assert rolled.states is not None  # they were asked for
    path = path_of(bundle, rolled.states[:, 0])
    away = np.linalg.norm(path - path_of(bundle, bundle.track.states), axis=1)
    found = (rolled.error[0], rolled.effort[0], away[-1], away.max(), path)
    return {name: _plain(value) for name, value in zip(names, found, strict=True)}


def _scenery(bundle: BodyBundle) -> dict[str, Any]:
    """What a picture of the paths needs."""
    region, vertices = bundle.watch, bundle.watched()
    reference = path_of(bundle, bundle.track.states)
    return {
        "time_step": bundle.dt,
        "region": region,
        "vertex": int(vertices[0]) if region is None else None,
        "reference": _plain(reference),
        "pushes": [_shown_push(bundle, push, reference) for push in bundle.pushes],
    }


def _shown_push(bundle: BodyBundle, push: Push, reference: Array) -> dict[str, Any]:
    """When a push acts, how strongly, and where the reference has the point when it begins."""
    step = step_at(push.time, bundle.dt, bundle.steps)
    return {
        "time": push.time,
        "duration": min(push.duration, bundle.dt * bundle.steps - push.time),
        "force": _plain(push.force),
        "reference": _plain(reference[step]),
    }


def _ratio(value: float | None, base: float | None) -> float | None:
    return value / base if value is not None and base else None


def _plain(values: Any) -> Any:
    """A number, or nested lists of numbers, with six digits."""
    return [_plain(each) for each in values] if np.ndim(values) else float(f"{values:.6g}")

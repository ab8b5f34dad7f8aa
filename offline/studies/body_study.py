"""Results for a controlled body beyond its fronts ([002], figure 6, and section 6), as plain data.

equal     LQR as the bundle ships it, compared with two PD controllers of all that were searched, on the
          scene's own pushes: among those with at most LQR's error the one of least effort, and among those
          with at most LQR's effort the one of least error; and the paths of one point of the body, and the
          place of the scene's control cost on LQR's own front

The point is the middle of the region that the scene's `watch` names, or else the vertex that moves most in
the reference. "Without control" is the reduced model by itself under the loads of the full run.

The search (`offline.tuning.search`) continues about these two. As it is finite, error and effort are equal
only approximately, and those of each are given relative to LQR's. PD is searched on the same pushes on which
it is shown. For ratios along the fronts see `offline.tuning.fronts`.

Paths are (T + 1, 3) m, nested lists. Runs that diverged have None for their figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from offline.campaign.threads import one_blas_thread
from offline.figures import plain, ratio
from offline.studies.shown import Rival, beside, pushed, recorded, run_rivals
from offline.tuning.families import control_cost, find_within
from offline.tuning.fronts import Front
from offline.tuning.search import Within
from runtime.base.progress import Progress, silent
from runtime.bundle.body import BodyBundle
from runtime.control.registry import LQR, NONE, PD
from runtime.plant.push import Push
from runtime.rollouts import Rollouts

Array = np.ndarray
RIVAL = PD.name


def study(
    bundle: BodyBundle, searched: Mapping[str, Front], progress: Progress = silent
) -> dict[str, object]:
    """Return all results by name; none for a body without pushes or LQR.

    `searched` are the members of each family with effort and error on the scene's own pushes.
    """
    if not bundle.pushes or LQR.name not in bundle.gains:
        return {}
    with one_blas_thread():  # with more threads many short calls would wait for each other
        return {"equal": equal(bundle, searched, progress)}


def equal(
    bundle: BodyBundle, searched: Mapping[str, Front], progress: Progress = silent
) -> dict[str, object]:
    """Return figure 6: without control, LQR, and PD at LQR's error and at LQR's effort.

    Where no member reaches LQR's error ("reaching" is 0), the one of least error is taken; where all
    have a larger effort ("affordable" is 0), the one of least effort. Then the run's "matched" is false.
    """
    cost = {"control_cost": control_cost(bundle)}
    runs = []
    for name, parameters in ((NONE.name, {}), (LQR.name, cost)):
        rolled = bundle.rollouts([bundle.pushes], name, record=True)
        given = {"controller": name, "role": None, "parameters": parameters, "matched": True}
        runs.append(given | _recorded(bundle, rolled))
    counts = {"members": 0, "reaching": 0, "affordable": 0}
    error, budget, front = runs[1]["error"], runs[1]["effort"], searched.get(RIVAL)
    if front is not None and len(front.error) and error is not None:
        aims = [Within(budget), Within(error)]
        front = find_within(bundle, RIVAL, front, aims, "refine equals", progress)
        chosen, counts = _rivals(front, error, budget)
        rivals = [Rival(RIVAL, role, front.parameters[index]) for role, index, _ in chosen]
        found = run_rivals(bundle, rivals, partial(_recorded, bundle))
        runs += [run | {"matched": matched} for run, (*_, matched) in zip(found, chosen, strict=True)]
    beside(runs, error, budget)
    return {
        **_scenery(bundle),
        "runs": runs,
        "searched": counts,
        "own_cost": _own_cost(searched.get(LQR.name), error, runs[0]["error"]) | cost,
    }


def path_of(bundle: BodyBundle, states: Array) -> Array:
    """Return the watched point's path (T + 1, 3) m in space for the body's `states` (T + 1, n)."""
    return np.asarray(bundle.shape.positions(bundle.in_space(states), bundle.watched()).mean(axis=1))


def _rivals(front: Front, error: float, budget: float) -> tuple[list[tuple[str, int, bool]], dict[str, int]]:
    """Return the members at LQR's error and LQR's effort, whether they match, and among how many."""
    chosen, counts = [], {"members": len(front.error)}
    for role, count, near, bound, best in (
        ("equal_error", "reaching", front.error, error, front.effort),
        ("equal_effort", "affordable", front.effort, budget, front.error),
    ):
        there = np.flatnonzero(near <= bound)
        index = there[np.argmin(best[there])] if there.size else np.argmin(near)
        chosen.append((role, int(index), there.size > 0))
        counts[count] = there.size
    return chosen, counts


def _own_cost(front: Front | None, error: float | None, free: float | None) -> dict[str, object]:
    """Return LQR's share of the error without control, at the scene's cost and along its whole front."""
    ends = (front.error.max(), front.error.min()) if front is not None and len(front.error) else (None, None)
    least, most = (ratio(None if end is None else float(end), free) for end in ends)
    return {"left": ratio(error, free), "left_by_gentlest": least, "left_by_strongest": most}


def _recorded(bundle: BodyBundle, rolled: Rollouts) -> dict[str, Any]:
    """Return the figures and the point's path of one run, or None for each."""

    def measure(states: Array) -> dict[str, object]:
        path = path_of(bundle, states)
        away = np.linalg.norm(path - path_of(bundle, bundle.track.states), axis=1)
        return {"final_distance": away[-1], "largest_distance": away.max(), "path": path}

    return recorded(rolled, 0, ("final_distance", "largest_distance", "path"), measure)


def _scenery(bundle: BodyBundle) -> dict[str, object]:
    """Return the data for a picture of the paths."""
    region, vertices = bundle.watched_region, bundle.watched()
    reference = path_of(bundle, bundle.track.states)
    return {
        "time_step": bundle.dt,
        "region": region,
        "vertex": int(vertices[0]) if region is None else None,
        "reference": plain(reference),
        "pushes": [_shown_push(bundle, push, reference) for push in bundle.pushes],
    }


def _shown_push(bundle: BodyBundle, push: Push, reference: Array) -> dict[str, object]:
    """Return a push, and the point's place in the reference when it begins."""
    step, shown = pushed(bundle, push)
    return shown | {"reference": plain(reference[step])}

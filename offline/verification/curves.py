"""Error against each way in which the full model may differ, as plain data: the curves of `softrein verify`.

One entry of a `Mismatch` at a time goes through its values, the others stay as they are given. At each value
controllers meet the same random pushes; "error" and "effort" are medians over them, "low" and "high" the
errors' quartiles, "lost" counts as `offline.verification.study` says. None stands for what is not finite: as
many runs were given up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from offline.campaign.pool import Map
from offline.campaign.runs import Progress, silent
from offline.studies.comparison import ensemble_of
from offline.verification.mismatch import AS_MADE, Mismatch
from offline.verification.study import DRIVEN, Case, Full, Outcome, known, lost, median, pushes_for, run_cases
from runtime.bundle.record import Bundle
from runtime.control.registry import LQR, MPC, NONE

VALUES: Mapping[str, Sequence[float]] = {
    "young": (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.25, 1.5, 2.0),
    "density": (0.8, 0.9, 1.0, 1.1, 1.2),
    "delay": (0, 1, 2, 3, 4, 5),
    "noise": (0.0, 0.5e-3, 1e-3, 2e-3, 3e-3, 5e-3),
}
CONTROLLERS = (LQR.name, MPC.name)


def curves(
    full: Full, bundle: Bundle, controllers: Sequence[str] = CONTROLLERS, mismatch: Mismatch = AS_MADE,
    runs: int = 20, each: Map = map, progress: Progress = silent, values: Mapping[str, Any] = VALUES,
) -> dict[str, Any]:  # fmt: skip
    """The curves of controllers, and of none, over each entry that a full model of this kind has.

    Raises SceneError for a scene without random pushes.
    """
    ensemble_of(bundle)
    pushes, entries = pushes_for(bundle, runs), DRIVEN[type(full.scene)].differs
    names = list(dict.fromkeys([*controllers, NONE.name]))
    points = [(entry, value) for entry in entries for value in values[entry]]
    cases = [Case(name, mismatch._replace(**{entry: value})) for entry, value in points for name in names] + [
        Case(name, None) for name in controllers
    ]
    outcomes = run_cases(full, bundle, cases, pushes, each, "curves", progress)
    reduced, found = outcomes[len(points) * len(names) :], iter(outcomes)
    at: dict[str, dict[str, list[dict[str, Any]]]] = {
        entry: {name: [] for name in names} for entry in entries
    }
    for entry, _ in points:
        there = {name: next(found) for name in names}
        for name, outcome in there.items():
            at[entry][name].append(_point(outcome, there[NONE.name]))
    return {
        "runs": runs,
        "given": mismatch._asdict(),
        "reduced": {name: median(one.error) for name, one in zip(controllers, reduced, strict=True)},
        "curves": {
            entry: {"values": list(values[entry])} | {name: _columns(at[entry][name]) for name in names}
            for entry in entries
        },
    }


def _point(outcome: Outcome, free: Outcome) -> dict[str, Any]:
    with np.errstate(invalid="ignore"):
        low, high = np.percentile(outcome.error, [25, 75])
    return {
        "error": median(outcome.error), "low": known(low), "high": known(high),
        "effort": median(outcome.effort), "lost": lost(outcome.error, free.error),
    }  # fmt: skip


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}

"""The controllers that a bundle ships: LQR by the better discretisation, and PD at its effort.

Other comparators are tuned like PD, on request (`softrein.api.tuning`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from offline.gains.lqr import remade_lqr
from offline.pipeline.base.table import Made, Table, of_motion
from offline.scenes.base.parts import ControlPart
from offline.tuning.comparators import tune_comparators
from offline.tuning.families import tuned_entry
from offline.tuning.pushes import tuning_pushes
from runtime.base.progress import Progress
from runtime.bundle.record import Bundle
from runtime.control.registry import LQR, NONE, PD
from runtime.run import NOTHING
from softrein.errors import ControllerError, warn

STEP = "step"
DISCRETISATIONS = (STEP, "exponential")
HARM = 1.1  # ratio of errors with and without control above which control does harm
IDLE = 0.95  # the same ratio above which control has no noticeable effect


def add_gains(bundle: Bundle, part: ControlPart, progress: Progress) -> Made[tuple[Bundle, dict[str, float]]]:
    """Return the bundle with LQR gains by the better discretisation, and the paper's figures of them.

    The better one has the lower mean cost `1/2 (error^2 + rho effort)` over the scene's push and the tuning
    pushes.
    """
    tried: tuple[str, ...] = DISCRETISATIONS
    # other gains neither know goals nor account for forces that change within a step
    if bundle.paths or bundle.bends_within_steps:
        tried = (STEP,)
    wanted = tried if part.discretisation == "best" else (part.discretisation,)
    pushes = tuning_pushes(bundle)
    gains, cost, error, seconds = {}, {}, {}, {}
    for done, name in enumerate(wanted):
        progress("gains", done, len(wanted))
        start = time.perf_counter()
        gains[name] = remade_lqr(bundle, discretisation=name)
        seconds[name] = time.perf_counter() - start
        outcome = bundle.rollouts(pushes, gains[name])
        cost[name] = float(np.mean(0.5 * (outcome.error**2 + part.control_cost * outcome.effort)))
        error[name] = float(np.mean(outcome.error))
    progress("gains", len(wanted), len(wanted))
    best = min(wanted, key=lambda name: cost[name])
    if not np.isfinite(cost[best]):
        warn(
            "LQR diverges on the scene's pushes: weaken them, or take a smaller time step, more Newton "
            "iterations or more enrichment",
            RuntimeWarning,
        )
    result = f"{best}; mean cost achieved: " + ", ".join(f"{name} {cost[name]:.4g}" for name in wanted)
    without = float(np.mean(bundle.rollouts(pushes, NONE.name).error))
    if np.isfinite([without, error[best]]).all() and error[best] > IDLE * without > NOTHING:
        left = f"{error[best] / without:.0%} is left of the error that pushes cause without control"
        words = f"control: under LQR {left}"
        now = f"control.control_cost, now {part.control_cost:g}"
        if error[best] > HARM * without:
            warn(f"{words}: its gains are too large for what actuators may do: take a larger {now}")
        else:
            warn(f"{words}: take a smaller {now}, or actuators that reach what the pushes move")
    chosen = replace(bundle.with_controllers({LQR.name: gains[best]}), discretisation=best)
    size = gains[best].gains.nbytes
    figures = {
        "reduced coordinates r": bundle.rank,
        "steps T": bundle.steps,
        "degrees of freedom n": len(bundle.vectors),
        "gains, computation [s]": seconds[best],
        "gains, size [MB]": size / 2**20,
    }
    return Made((chosen, figures), result, {"bytes": size})


def add_comparators(
    bundle: Bundle, progress: Progress, names: Iterable[str] = (PD.name,), processes: int | None = None
) -> Made[Bundle]:
    """Return the bundle with comparators tuned to LQR's effort: those of `names`, or PD."""
    found = tune_comparators(bundle, names, progress, processes)
    chosen = bundle.with_controllers({name: tuned.member.choice(bundle) for name, tuned in found.items()})
    beside: dict[str, object] = {
        tuned_entry(name, what): value
        for name, tuned in found.items()
        for what, value in (
            ("effort over LQR's", tuned.effort),
            ("error over LQR's", tuned.error),
            *tuned.member.parameters.items(),
        )
        if np.isfinite(value)
    }
    words = "; ".join(tuned.words() for tuned in found.values())
    return Made(chosen, f"within LQR's effort: {words}", {"tuned": beside})


def with_comparators(bundle: Bundle, names: Iterable[str], progress: Progress) -> Bundle:
    """Tune comparators that a finished bundle lacks; the row of their stage then describes all.

    Raises ControllerError for a name that no comparator has, and where there is no LQR to compare with.
    """
    for name in (names := list(names)):
        bundle.parameter_ranges(name)
    if LQR.name not in bundle.gains:
        raise ControllerError("this bundle has no LQR, beside which others are tuned")
    table = Table()
    found = table.stage("comparators", add_comparators, bundle, progress, names)
    return replace(found, stages=_joined(bundle, table.rows[0]))


def tuned_too(bundle: Bundle, found: Bundle, names: Sequence[str], since: Bundle) -> Bundle:
    """Return a bundle with comparators that were tuned in another one of the same motion.

    `found` is that one, and `since` what it was before they were tuned in it.
    """
    chosen = bundle.with_controllers({name: found.choice(name) for name in names})
    *_, row = (each for each in found.stages if _of_own(found, each))
    own = {key: value for key, value in row["tuned"].items() if key.partition(",")[0] in names}
    seconds = row["seconds"] - sum(each["seconds"] for each in since.stages if _of_own(since, each))
    more = dict(row, tuned=own, seconds=seconds, result=row["result"].rpartition("; later ")[2])
    return replace(chosen, stages=_joined(bundle, more))


def _of_own(bundle: Bundle, row: Mapping[str, object]) -> bool:
    """Whether a row is that of the comparators of a bundle's own motion; those of others may be beside it."""
    name = str(row["stage"])
    return "tuned" in row and (", " not in name or name.endswith(of_motion(bundle.motion_name)))


def _joined(bundle: Bundle, tuned: dict[str, object]) -> list[dict[str, object]]:
    """Return a bundle's stages with the row of comparators that were tuned later; the row describes all."""
    new, others = dict(tuned), list[dict[str, object]]()
    for row in bundle.stages:
        if own := _of_own(bundle, row):
            more = new["tuned"]
            assert isinstance(more, dict)  # guaranteed by `add_comparators`
            new |= {"tuned": {**row["tuned"], **more}, "stage": row["stage"]}
            new["result"] = f"{row['result']}; later {new['result']}"
            new["seconds"] += row["seconds"]
        others.append(new if own else row)
    return others if new in others else [*others, new]

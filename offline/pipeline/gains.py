"""The controllers that a bundle ships: LQR by the better discretisation, and comparators at its effort."""

from __future__ import annotations

import time
import warnings
from dataclasses import replace
from typing import Any

import numpy as np

from offline.campaign.runs import Progress
from offline.gains.lqr import remade_lqr
from offline.pipeline.table import Made
from offline.scenes.parts import ControlPart
from offline.studies.comparison import tuning_pushes
from offline.studies.families import tuned_entry
from offline.studies.tuning import tune_comparators
from runtime.bundle.record import Bundle
from runtime.control.registry import LQR

STEP = "step"
DISCRETISATIONS = (STEP, "exponential")


def add_gains(bundle: Bundle, part: ControlPart, progress: Progress) -> Made[tuple[Bundle, dict[str, float]]]:
    """The bundle with LQR gains by the better discretisation, and the paper's figures of them.

    What counts is the mean cost `1/2 (error^2 + rho effort)` over the scene's push and the tuning pushes.
    """
    tried: tuple[str, ...] = DISCRETISATIONS
    if bundle.paths or getattr(
        bundle, "muscles", None
    ):  # the other knows no goals, and of muscles one state's
        tried = (STEP,)
    wanted = tried if part.discretisation == "best" else (part.discretisation,)
    pushes = tuning_pushes(bundle)
    gains, cost, seconds = {}, {}, {}
    for done, name in enumerate(wanted):
        progress("gains", done, len(wanted))
        start = time.perf_counter()
        gains[name] = remade_lqr(bundle, discretisation=name)
        seconds[name] = time.perf_counter() - start
        outcome = bundle.rollouts(pushes, gains[name])
        cost[name] = float(np.mean(0.5 * (outcome.error**2 + part.control_cost * outcome.effort)))
    progress("gains", len(wanted), len(wanted))
    best = min(wanted, key=lambda name: cost[name])
    if not np.isfinite(cost[best]):
        warnings.warn(
            "LQR leaves the finite numbers on the scene's pushes: weaken them, or take a smaller time step,"
            " more Newton iterations or more enrichment",
            RuntimeWarning,
            stacklevel=2,
        )
    result = f"{best}; mean cost achieved: " + ", ".join(f"{name} {cost[name]:.4g}" for name in wanted)
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


def add_comparators(bundle: Bundle, progress: Progress) -> Made[Bundle]:
    """The bundle with the other controllers, tuned to LQR's effort."""
    found = tune_comparators(bundle, progress)
    chosen = bundle.with_controllers({name: tuned.member.choice(bundle) for name, tuned in found.items()})
    beside: dict[str, Any] = {
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

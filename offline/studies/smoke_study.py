"""Results for controlled smoke beyond its fronts ([002], figures 3, 5 and 7, and section 7), as plain data.

tunnel        paths of the shown particle in the perturbed full runs, from which the basis is made
paths         paths of every steered particle: in the full simulation, without control, and under LQR at
              three control costs, with and without the scene's pushes; and the flow's deviation meanwhile,

                  |z - z_ref| / max over the motion of |z_ref|

              (as the air may be at rest at first, the present |z_ref| is no suitable scale)
equal_effort  LQR at the scene's own control cost compared with those P and PD controllers, of all that were
              searched, that have its effort on the scene's pushes; the search continues about the best
survival      the share of runs that bring all particles back, over the strength of random pushes

"Without control" is the reduced model by itself under the projected winds of the full run.

Paths are (T + 1, N, d) m, d the grid's number of axes, nested lists. Runs that diverged have
None for their figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from offline.campaign.threads import one_blas_thread
from offline.figures import plain
from offline.studies.shown import Rival, beside, pushed, recorded, run_rivals
from offline.tuning.families import control_cost, find_within, lqr_member
from offline.tuning.fronts import Front
from offline.tuning.pushes import random_pushes
from offline.tuning.search import Within
from runtime.base.progress import Progress, silent
from runtime.bundle.smoke import SmokeBundle
from runtime.control.registry import LQR, NONE, PD, P
from runtime.plant.push import Ensemble, Push
from runtime.plant.track import Events
from runtime.rollouts import Pushed, Rollouts, roll

Array = np.ndarray
COSTS = (100.0, 1.0, 1e-3)  # factors on the scene's control cost for figure 5: c, c / 100 and c / 100,000
RIVALS = (P.name, PD.name)  # controllers of figure 7
BELOW = 0.05  # relative effort by which a rival may stay below LQR's to count as equal; it may not be above
# fraction of the box's shorter side: particles that end closer to their reference have returned
RETURNED = 0.05
RUNS = 200  # runs at each strength
PER_DECADE = 4  # strengths per decade
SPAN = (-4, 6)  # range of the strengths in these steps about the scene's largest: a tenth to 32 times it
WIDEST = (-12, 12)  # widest range: a thousandth to a thousand times
SURE = 1.96  # standard deviations of a 95 % interval


def study(
    bundle: SmokeBundle, searched: Mapping[str, Front], ensemble: Ensemble, progress: Progress = silent
) -> dict[str, object]:
    """Return all results by name; none for smoke without steered particles.

    `searched` are the members of each family with effort and error on the scene's own pushes.
    """
    if not bundle.particles:
        return {}
    with one_blas_thread():  # with more threads many short calls would wait for each other
        followed = paths(bundle, progress)
        return {
            "tunnel": tunnel(bundle, followed["shown"]),
            "paths": followed,
            "equal_effort": equal_effort(bundle, searched, followed["shown"], progress),
            "survival": survival(bundle, ensemble, RUNS, progress),
        }


def paths(bundle: SmokeBundle, progress: Progress = silent) -> dict[str, Any]:
    """Return figure 5, and the shown particle: the one farthest away in the pushed run without control."""
    gains = []
    for done, factor in enumerate(COSTS):
        progress("LQR gains", done, len(COSTS))
        gains.append(bundle.choice(LQR.name) if factor == 1 else lqr_member(bundle, factor).choice(bundle))
    progress("LQR gains", len(COSTS), len(COSTS))
    free = bundle.rollouts([[], bundle.pushes], NONE.name, record=True)
    steered = bundle.rollouts_under(gains, [[], bundle.pushes], record=True)
    costs = [control_cost(bundle) * factor for factor in COSTS]
    panels = {}
    for run, panel in enumerate(("undisturbed", "pushed")):
        panels[panel] = [{"controller": NONE.name, "control_cost": None} | _recorded(bundle, free, run)]
        for cost, rolled in zip(costs, steered, strict=True):
            panels[panel].append(
                {"controller": LQR.name, "control_cost": cost} | _recorded(bundle, rolled, run)
            )
    flow = np.linalg.norm(bundle.track.states[:, bundle.flow_start :], axis=1)
    farthest = panels["pushed"][0]["final_distance"]
    return {
        **_scenery(bundle),
        "shown": int(np.argmax(farthest)) if farthest else 0,
        "full": plain(bundle.full_paths),
        "reference_velocity": plain(flow / _fastest(bundle)),
        "driven": bool(bundle.track.feedforward.any()),
        "own_control_cost": control_cost(bundle),
        "panels": panels,
    }


def tunnel(bundle: SmokeBundle, shown: int = 0) -> dict[str, object]:
    """Return figure 3: the nominal path and the perturbed ones of one particle."""
    return {
        **_scenery(bundle),
        "shown": shown,
        "full": plain(bundle.full_paths),
        "perturbed": plain(bundle.perturbed_paths[:, :, shown] if len(bundle.perturbed_paths) else []),
    }


def equal_effort(
    bundle: SmokeBundle, searched: Mapping[str, Front], shown: int = 0, progress: Progress = silent
) -> dict[str, object]:
    """Return figure 7: the best P, the best PD and a typical PD at LQR's effort, on the scene's own pushes.

    The best is the member with the least error of all with at most LQR's effort; where all have more
    ("affordable" is 0), it is the one with the least effort. The typical one has the median error of those
    that were searched and have an effort at most `BELOW` less; there is none where "equal" is 0. P
    controllers count as PD with kd = 0, so the best PD may be one, but none is a typical PD.
    """
    lqr = bundle.rollouts([bundle.pushes], LQR.name, record=True)
    budget, error = float(lqr.effort[0]), float(lqr.error[0])
    families, chosen = {}, []
    for name in (name for name in RIVALS if name in searched and len(searched[name].error)):
        best, typical, families[name] = _at_effort(bundle, name, searched[name], budget, progress)
        chosen.append(Rival(name, "best", best))
        if typical is not None and name == PD.name:
            chosen.append(Rival(name, "typical", typical))
    rivals = run_rivals(bundle, chosen, lambda rolled: _recorded(bundle, rolled, 0))
    beside(rivals, error, budget)
    return {
        **_scenery(bundle),
        "shown": shown,
        "within": BELOW,
        LQR.name: {"control_cost": control_cost(bundle), **_recorded(bundle, lqr, 0)},
        "families": families,
        "rivals": rivals,
    }


def survival(
    bundle: SmokeBundle, ensemble: Ensemble, runs: int = RUNS, progress: Progress = silent
) -> dict[str, object]:
    """Return the share of randomly pushed runs that bring all particles back to their reference by the end.

    At each strength the same `runs` pushes act, only more strongly, under LQR and without control. The
    range of strengths is widened, up to `WIDEST`, until LQR loses no run at the least and most runs at the
    largest.
    """
    unit = replace(ensemble, force=(1.0, 1.0))
    seed = np.random.SeedSequence(bundle.seed, spawn_key=(2,))  # streams 0 and 1 are those of the comparison
    events = bundle.events([run[0] for run in random_pushes(bundle, unit, runs, seed)])
    returned: dict[int, dict[str, int]] = {}
    low, high = SPAN

    def measure(index: int) -> int:
        progress("survival", len(returned), high - low + 1)
        blown = events._replace(force=_strength(ensemble, index) * events.force)
        returned[index] = {
            name: int(_returns(bundle, _pushed(bundle, name, blown)).sum()) for name in (LQR.name, NONE.name)
        }
        return returned[index][LQR.name]

    for index in range(low, high + 1):
        measure(index)
    while returned[low][LQR.name] < runs and low > WIDEST[0]:
        low -= 1
        measure(low)
    while returned[high][LQR.name] >= runs / 2 and high < WIDEST[1]:
        high += 1
        measure(high)
    progress("survival", len(returned), len(returned))
    strengths = [_strength(ensemble, index) for index in sorted(returned)]
    return {
        "runs": runs,
        "tolerance": RETURNED * min(bundle.extent),
        "tolerance_share": RETURNED,
        "unit": bundle.units.push,
        "duration": ensemble.duration,
        "scene_force": list(ensemble.force),
        "strengths": strengths,
        **{
            name: _shares([returned[index][name] for index in sorted(returned)], runs, strengths)
            | {"undisturbed": bool(_returns(bundle, bundle.rollouts([[]], name)).all())}
            for name in (LQR.name, NONE.name)
        },
    }


def wilson(successes: int, runs: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, after Wilson (1927)."""
    share, more = successes / runs, SURE**2 / runs
    middle = (share + more / 2) / (1 + more)
    half = SURE * np.sqrt(share * (1 - share) / runs + more / (4 * runs)) / (1 + more)
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))


def half_strength(strengths: Sequence[float], shares: Sequence[float]) -> float | None:
    """Return the strength at which shares first fall below a half, interpolated in logarithms, or None."""
    for i in range(len(shares) - 1):
        if shares[i] >= 0.5 > shares[i + 1]:
            part = (shares[i] - 0.5) / (shares[i] - shares[i + 1])
            return float(strengths[i] * (strengths[i + 1] / strengths[i]) ** part)
    return None


def _at_effort(
    bundle: SmokeBundle, name: str, front: Front, budget: float, progress: Progress
) -> tuple[dict[str, float], dict[str, float] | None, dict[str, int]]:
    """Return the best and the typical member at an effort, and how many there are."""
    own = np.array([parameters.get("kd", 1.0) > 0 for parameters in front.parameters])
    equal = np.flatnonzero(own & (front.effort <= budget) & (front.effort >= (1 - BELOW) * budget))
    ranked = equal[np.argsort(front.error[equal], kind="stable")]
    aim = Within(budget)
    finer = find_within(bundle, name, front, [aim], f"refine {name}, own pushes", progress)
    best = aim.best(np.column_stack([finer.effort, finer.error]))
    counts = {
        "members": len(finer.effort),
        "affordable": int(np.count_nonzero(finer.effort <= budget)),
        "equal": equal.size,
    }
    typical = front.parameters[ranked[(len(ranked) - 1) // 2]] if ranked.size else None
    return finer.parameters[best], typical, counts


def _recorded(bundle: SmokeBundle, rolled: Rollouts, run: int) -> dict[str, Any]:
    """Return the figures and paths of one run, or None for each."""

    def measure(states: Array) -> dict[str, object]:
        track, split = bundle.track.states, bundle.flow_start
        places, wanted = bundle.shape.positions(states), bundle.shape.positions(track)
        return {
            "final_distance": np.linalg.norm(places[-1] - wanted[-1], axis=1),
            "paths": places,
            "velocity_error": np.linalg.norm((states - track)[:, split:], axis=1) / _fastest(bundle),
        }

    return recorded(rolled, run, ("final_distance", "paths", "velocity_error"), measure)


def _scenery(bundle: SmokeBundle) -> dict[str, object]:
    """Return the data for any picture of paths."""
    return {
        "time_step": bundle.dt,
        "extent": list(bundle.extent),
        "cells": list(bundle.solid.shape),
        "solid": np.argwhere(bundle.solid).tolist(),
        "reference": plain(bundle.shape.positions(bundle.track.states)),
        "pushes": [_shown_push(bundle, push) for push in bundle.pushes],
    }


def _shown_push(bundle: SmokeBundle, push: Push) -> dict[str, object]:
    """Return when and where a push acts, and the particles' places in the reference then."""
    step, shown = pushed(bundle, push)
    particles = bundle.shape.positions(bundle.track.states[step])
    place = particles[push.at] if isinstance(push.at, int | np.integer) else np.asarray(push.at)
    return shown | {"place": plain(place), "noise": push.noise > 0, "reference": plain(particles)}


def _fastest(bundle: SmokeBundle) -> float:
    """Return the largest |z_ref|; 1 where nothing flows."""
    return float(np.linalg.norm(bundle.track.states[:, bundle.flow_start :], axis=1).max()) or 1.0


def _strength(ensemble: Ensemble, index: int) -> float:
    return float(ensemble.force[1] * 10 ** (index / PER_DECADE))


def _pushed(bundle: SmokeBundle, controller: str, events: Events) -> Rollouts:
    """Make one run for each event, as `Bundle.rollouts`, without computing the pushes anew."""
    count = len(events.first)
    policies, tracks = [bundle.law(controller)], [bundle.track_of(controller)]
    pushed = Pushed(events, np.arange(count), count)
    return roll(bundle.plant, policies, tracks, bundle.actuation, bundle.costs, pushed)[0]


def _returns(bundle: SmokeBundle, rolled: Rollouts) -> Array:
    """Return which runs (runs,) end with every particle near its reference."""
    ends = bundle.shape.positions(rolled.final) - bundle.shape.positions(bundle.track.states[-1])
    near = np.linalg.norm(ends, axis=2).max(axis=1) <= RETURNED * min(bundle.extent)
    return np.asarray(near & np.isfinite(rolled.error))  # a diverged run is kept on the reference


def _shares(returned: Sequence[int], runs: int, strengths: Sequence[float]) -> dict[str, object]:
    shares = [count / runs for count in returned]
    intervals = [wilson(count, runs) for count in returned]
    return {
        "returned": shares,
        "least": [low for low, _ in intervals],
        "largest": [high for _, high in intervals],
        "half": half_strength(strengths, shares),
    }

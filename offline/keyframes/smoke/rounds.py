"""The wind that meets a scene's goals for its particles, found on a reduced flow and tried on the full one.

    plan    the least wind on the reduced flow (`plan`), to whose steps from the second round on the defect
            is added, by which they differ from the last full run
    run     the full flow under that wind and the motion's feedback, which keeps particles to the plan: the
            feedback's addition is part of the wind

until the full particles are within a tolerance of all goals that must be met, or come no nearer; the round is
taken in which they came nearest. A grid damps the full flow while the reduced one keeps its energy, so that a
plan alone is centimetres off. With the residuals the reduced flow reproduces exactly the full run: where
feedback had nothing left to add to a plan, it is a motion of the full flow.

The basis is kept: a new one with the last run's states came no nearer on scene `leaves`, and took longer
than all else.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from offline.animation.bound import length
from offline.full.smoke.full_smoke import FullSmoke, simulate
from offline.full.smoke.wind import Found
from offline.keyframes.smoke.flow import Flow, Run
from offline.keyframes.smoke.plan import Plan, plan, renewed
from offline.keyframes.smoke.request import Request, ask
from offline.keyframes.smoke.winds import winds_of
from offline.keyframes.waypoints import NEAR
from softrein.errors import ControllerError, SimulationError, warn

Array = np.ndarray

MOST_ROUNDS = 6
PATIENCE = 2  # consecutive rounds without improvement after which the search ends
NEWS = 0.9  # a distance below this fraction of the least counts as an improvement
FAR = 3.0  # in tolerances: a goal farther off counts as missed
FARTHEST = 0.1  # fraction of the curve's extent: a guided particle farther off is an error


class Outcome(NamedTuple):
    """The wind that was found, and figures of its rounds."""

    found: Found
    told: Array  # (rounds, 2) m, largest distances of reduced and full particles from their goals
    # (frames,) 1/m^2, weights of the key-frames of `offline.keyframes.smoke.request.frames_of`
    weights: Array
    limited: bool  # whether a limit was active anywhere


class _Round(NamedTuple):
    plan: Plan
    run: Run
    off: float  # largest distance of full particles from goals that must be met, in tolerances


def find_winds(full: FullSmoke, progress: Callable[[int, int], None] = lambda done, total: None) -> Outcome:
    """Find the wind that meets a scene's goals, besides the scene's own winds.

    `progress` is called with the rounds done, and how many there may be. Raises SceneError for senseless
    goals, and SimulationError where a guided particle cannot be brought along its curve.
    """
    with warnings.catch_warnings():
        # of trial runs; the run with the final wind gives its own warnings
        warnings.simplefilter("ignore", RuntimeWarning)
        return _found(replace(full, found=None), progress)


def _warn_of_guide(request: Request) -> None:
    if request.path is not None and request.path.steps < request.steps:
        ends, last = (f"{steps * request.dt:g} s" for steps in (request.path.steps, request.steps))
        warn(
            f"the guide ends at {ends}, before the last key-frame at {last}: its particle is held at the "
            "guide's end until then"
        )


def _found(full: FullSmoke, progress: Callable[[int, int], None]) -> Outcome:
    request, start = ask(full), full.start().particles
    _warn_of_guide(request)
    winds = winds_of(full, request)
    own = np.array([frame.q for frame in simulate(full, full.simulation())]).T if full.scene.winds else None
    flow = Flow(full, winds, list(request.ways), own)
    run = None if own is None else flow.follow(None)
    trials: list[_Round] = []
    told = []
    while len(trials) < MOST_ROUNDS and not _done(trials):
        progress(len(trials), MOST_ROUNDS)
        residuals = None if run is None else flow.residuals(run)
        if not trials or run is None:
            planned = plan(flow, request, residuals)
        else:
            begin = trials[-1].plan.motion._replace(states=run.states, controls=run.controls)
            try:
                planned = renewed(trials[-1].plan, flow, request, begin, residuals)
            except (ControllerError, SimulationError):
                break  # so far off that no reduced flow follows it
        try:
            run = flow.follow(planned.motion)
        except SimulationError as error:
            if not trials:
                raise
            warn(f"keyframes: round {len(trials) + 1} fails, so the flow of an earlier one is taken: {error}")
            break
        meant = planned.particles(request, start)
        trials.append(_Round(planned, run, request.off(run.particles, meant)))
        told.append((request.distance(meant), request.distance(run.particles)))
    progress(MOST_ROUNDS, MOST_ROUNDS)
    best = min(trials, key=lambda each: each.off)
    _require_near(full, request, best.run)
    limited = bool((best.run.controls[..., None] == winds.limits).any())
    weights = np.asarray(best.plan.motion.weights)
    return Outcome(Found(winds.acting, best.run.controls), np.array(told), weights, limited)


def _done(trials: list[_Round]) -> bool:
    """Whether all goals are met, or the last rounds came no nearer."""
    off = [each.off for each in trials]
    if not off or min(off) <= 1.0:
        return bool(off)
    return len(off) > PATIENCE and min(off[-PATIENCE:]) > NEWS * min(off[:-PATIENCE])


def unmet(request: Request, particles: Array, limited: bool) -> Iterator[str]:
    """Say which goals a full run's particles (T + 1, N, d) miss, and why, as far as that is known."""
    why = "limits prevent a closer motion" if limited else "the search came no nearer"
    for point in request.waypoints:
        if point.weight is None and point.off(particles, request.dt) > FAR:
            yield f"{point.name} is missed by {point.words(particles, request.dt)}: {why}"
    if request.path is not None and (far := request.path.distance(particles)) > FAR * NEAR:
        yield f"guide: the particle is up to {length(far)} off its path: {why}"


def _require_near(full: FullSmoke, request: Request, run: Run) -> None:
    if request.path is None:
        return
    size = float(np.linalg.norm(np.ptp(request.path.places, axis=0)))
    if (far := request.path.distance(run.particles)) > FARTHEST * size:
        raise SimulationError(
            f"guide: no wind was found that keeps the particle on its path: it is up to {far:.3g} m off, "
            f"more than {FARTHEST:g} of the path's size, {size:.3g} m; give more time, a smoother path or a "
            "larger radius"
        )

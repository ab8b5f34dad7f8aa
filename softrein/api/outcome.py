"""The outcome of a run, as `softrein run` reports it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from runtime.base.arguments import array, instance

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.run import Run
    from softrein.facts.plans import Facts


def outcome(bundle: Bundle, run: Run | np.ndarray) -> Facts:
    """Return the outcome of a run: which targets were hit, what was touched, error and effort.

    Args:
        bundle: The bundle that made the run.
        run: The result of `bundle.run`; or the states (T + 1, n) of a whole pass of the motion, recorded by a
            program that steps a simulator by itself, for which there is no effort. Tools and the handle are
            taken to move as in the motion: what a hand moved is not known.

    Returns:
        `error`; for a run also `effort`, `final deviation` and `largest deviation`, and the controller's
        counts. `targets`: for each, by its name, whether it is a `hit`, and the `gap` (m) to it, negative
        inside. `particles`: distances of each steered particle of smoke, `end` and `largest` (m).
        `touches`: for each obstacle and tool that was touched the `seconds`, and the `mean` and `largest`
        force (N). Where something follows a path, `path rms` and `path max` (m), from half a second on or
        from the middle of a shorter motion.

    Raises:
        SoftreinError: The bundle is none, or the run is not its own.

    """
    from runtime.bundle.record import Bundle
    from runtime.control.base.costs import error_of
    from runtime.run import Run
    from softrein.facts.runs import along_paths, met, run_facts

    instance("bundle", bundle, Bundle, "a bundle, of softrein.load or softrein.precompute")
    wanted = "what bundle.run returned, or the states of a whole pass"
    states = run.states if isinstance(run, Run) else run
    states = array("run", states, (bundle.steps + 1, bundle.track.states.shape[1]), wanted)
    if isinstance(run, Run):
        facts = run_facts(bundle, run, "")
        return {name: value for name, value in facts.items() if name not in {"motion", "controller"}}
    error = error_of(bundle.costs, states, bundle.track.states, bundle.dt)
    return {"error": float(error), **along_paths(bundle, states), **met(bundle, states)}

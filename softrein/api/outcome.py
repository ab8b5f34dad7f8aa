"""What came of a run, as `softrein run` tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from runtime.base.arguments import array, instance

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.run import Run
    from softrein.facts.plans import Facts


def outcome(bundle: Bundle, run: Run | np.ndarray) -> Facts:
    """What came of a run: which targets were hit, what was pressed on, error and effort.

    Args:
        bundle: Whose run it was.
        run: What `bundle.run` returned; or the states (T + 1, n) of a whole pass of the motion, as a program
            has kept them that steps a simulator by itself, of which there is no effort.

    Returns:
        `error`; of a run also `effort`, `final deviation` and `largest deviation`, and what the controller
        counts. `targets`: of each, by its name, whether it is a `hit`, and the `gap` (m) to it, negative
        inside. `particles`: how far each steered particle of smoke is off, `end` and `largest` (m).
        `touches`: of each obstacle and tool that was pressed on the `seconds`, and the `mean` and `largest`
        force (N). Where something follows a path, `path rms` and `path max` (m).

    Raises:
        SoftreinError: It is no bundle, or no run of it.

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
        del facts["controller"]
        return facts
    error = error_of(bundle.costs, states, bundle.track.states, bundle.dt)
    return {"error": float(error), **along_paths(bundle, states), **met(bundle, states)}

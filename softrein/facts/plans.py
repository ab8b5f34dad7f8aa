"""Re-planning of a bundle, for `softrein inspect`: its horizon, its interval, and its cost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from runtime.control.base.policy import OVER_BUDGET
from runtime.control.registry import LQR, MPC
from softrein.errors import SimulationError

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.simulator import Simulator

Facts = dict[str, object]  # figures and words by name
STEPS = 500  # most steps that are timed


def plan_facts(bundle: Bundle) -> Facts:
    """Return the scene's settings of re-planning."""
    options, name = bundle.replanning, MPC.words
    budget = "as long as it takes" if options.budget is None else f"{options.budget:g}"
    return {
        f"{name}, horizon [steps]": options.ahead * options.block,
        f"{name}, horizon [s]": options.ahead * options.block * bundle.dt,
        f"{name}, iterations of a plan": options.iterations,
        f"{name}, steps from plan to plan": options.between,
        f"{name}, steps that it takes at once": options.block,
        f"{name}, time for a plan [s]": budget,
    }


def measured_plans(bundle: Bundle) -> Facts:
    """Measure its time for steps of the motion with its pushes on this machine, and its closed-loop cost.

    Both are compared with LQR's. This shows when it costs more than LQR, for example with a block that is
    too long for the plant's fast modes.
    """
    from offline.figures import ratio
    from runtime.realtime import no_collections, percentiles

    begun = time.perf_counter()
    bundle.simulator(MPC.name).warm_up()
    facts: Facts = {f"{MPC.words}, until it is ready [s]": time.perf_counter() - begun}
    for controller in (MPC, LQR):
        simulator = bundle.simulator(controller.name, rewind=False)
        simulator.warm_up()
        with no_collections():
            spans = np.array(list(_spans(bundle, simulator)))
        facts |= {
            f"step under {controller.words}, {share} [us]": 1e6 * span
            for share, span in (percentiles(spans) if spans.size else {}).items()
        }
        if controller is MPC:
            cut = {f"{MPC.words}, plans cut short": simulator.counts[OVER_BUDGET]}
    brings = {}
    if bundle.pushes:
        costs = {each.words: _cost(bundle, each.name) for each in (MPC, LQR)}
        lost = " and ".join(name for name, cost in costs.items() if cost is None)
        over = f"{lost} lost the plant" if lost else ratio(*costs.values())
        brings = {f"{MPC.words}, cost over {LQR.words}'s": over}
    plan = bundle.law(MPC.name)
    return facts | brings | cut | {f"{MPC.words}, memory [MB]": 1e-6 * _bytes_in(plan)}


def _cost(bundle: Bundle, controller: str) -> float | None:
    """Return a controller's closed-loop cost under the motion's own pushes; None where it loses the plant."""
    from offline.tuning.families import control_cost

    try:
        run = bundle.run(controller=controller)
    except SimulationError:
        return None
    return 0.5 * (run.error**2 + control_cost(bundle) * float(run.effort))


def _spans(bundle: Bundle, simulator: Simulator) -> Iterator[float]:
    """Return the time of each step, s."""
    for step in range(min(bundle.steps, STEPS)):
        simulator.play(bundle.pushes, step)
        begun = time.perf_counter()
        try:
            simulator.step()
        except SimulationError:  # it has lost the plant
            return
        yield time.perf_counter() - begun


def _bytes_in(part: object) -> int:
    """Return the bytes of all arrays of a policy, in nested tuples."""
    if isinstance(part, np.ndarray):
        return part.nbytes
    return sum(map(_bytes_in, part)) if isinstance(part, tuple) else 0

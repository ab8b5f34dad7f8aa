"""Re-planning as a controller: its options, how it is made, and what it does in a step.

It is made on request, from a bundle's motion and costs; a bundle stores only its options.
`runtime.control.planning.replan` describes what it minimises, and how. It is not told a disturbance before
that has acted, unless it `previews`: then the force of the coming step is in the plan's first step. With
sensors it is told the observer's estimated force, which is in all of its steps with the share that is
expected to be left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from runtime.base.kernels import Array, njit
from runtime.base.renamed import current_names
from runtime.control.base.policy import UNDECIDED, decides
from runtime.control.planning.blocks import in_blocks
from runtime.control.planning.box import FAST
from runtime.control.planning.options import Replanning
from runtime.control.planning.planner import DUE, Planner, act, drop_outdated, plan_memory, steps_since
from runtime.control.planning.problem import beside_own, problem_of
from runtime.control.planning.replan import replan
from runtime.control.setting import Setting
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.stepping import LINEARISE
from runtime.plant.system import System
from runtime.plant.track import Track
from softrein.errors import ControllerError, shown


@dataclass(frozen=True)
class Replanner:
    """Re-planning along a bundle's motion, with its options."""

    setting: Setting
    options: Replanning
    once: bool = False  # whether the run ends with the motion, even if that repeats

    @property
    def gains(self) -> np.ndarray:
        """The gains (T, s, n) to which it reduces on a linear plant without limits: LQR's."""
        return self.setting.cost_to_go.gains

    def for_one_run(self) -> Replanner:
        """The same re-planning for a run that ends with the motion."""
        return replace(self, once=True)

    def policy(self, plant: Plant, track: Track, actuation: Actuation) -> Planner:
        """Make the policy, with a memory of its own; the plant is used for plans alone."""
        setting, options = self.setting, self.options
        problem = problem_of(
            plant, track, setting.costs, setting.cost_to_go, setting.rewind, options.horizon, self.once
        )
        problem = beside_own(problem, actuation)
        if options.block > 1:
            step, plant = plant, plant.at_step(options.block * plant.dt)
            # a round ends near its beginning, not exactly there
            has_defects = (setting.rewind and not self.once) or bool(setting.jacobians.defects.any())
            problem = in_blocks(problem, step, plant, actuation, has_defects)
        ahead = min(options.ahead, len(problem.share) // options.block)
        work, memory = plan_memory(plant, actuation, ahead, options.block)
        budget = np.inf if options.budget is None else float(options.budget)
        calls, every = plant.calls(LINEARISE), options.between
        return Planner(problem, calls, ahead, options.iterations, every, budget, False, work, memory)


def make_mpc(setting: Setting, parameters: Mapping[str, Any]) -> Replanner:
    """Make re-planning with the scene's options, or given ones. Raises ControllerError for bad options."""
    known = [each.name for each in fields(Replanning)]
    given = current_names(parameters, stride="block")
    for name in given:
        if name not in known:
            raise ControllerError(f"re-planning has no option {shown(name)}; there are {', '.join(known)}")
    return Replanner(setting, replace(setting.replanning, **given))


@decides(Planner)
@njit(cache=True, **FAST)
def decide_planned(planner: Planner, system: System, index: int, disturbance: Array, state: Array) -> int:
    """Make a new plan when one is due, and write the plan's control for the present state."""
    drop_outdated(planner, index)
    age = steps_since(planner, index)
    due = planner.memory.status[DUE] > 0 or age >= planner.every
    if due or age < 0:
        known = disturbance if planner.previews else planner.work.none
        replan(planner, system.actuation, index, known, state)
    act(planner, index, state, system.work.control)
    return UNDECIDED

"""Re-planning as a controller: its options, how it is made, and what it does in a step.

It is made on request, from a bundle's motion and costs; a bundle stores only its options.
`runtime.control.planning.replan` describes what it minimises, and how. It is not told a disturbance before
that has acted, unless it `foresees`: then the force of the coming step is in the plan's first step. With
sensors it is told the observer's estimated force, which is in all of its steps with the share that is
expected to be left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from runtime.base.kernels import Array, njit
from runtime.control.base.policy import UNDECIDED, decides
from runtime.control.planning.box import FAST
from runtime.control.planning.course import beside_own, course_of
from runtime.control.planning.options import Replanning
from runtime.control.planning.planner import DUE, Planner, act, drop_outdated, plan_memory, steps_since
from runtime.control.planning.replan import replan
from runtime.control.planning.strides import in_strides
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
    once: bool = False  # whether the run ends with the motion, also with one that repeats

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
        course = course_of(
            plant, track, setting.costs, setting.cost_to_go, setting.rewind, options.horizon, self.once
        )
        course = beside_own(course, actuation)
        if options.stride > 1:
            step, plant = plant, plant.at_step(options.stride * plant.dt)
            # a round ends near its beginning, not there
            defects = (setting.rewind and not self.once) or bool(setting.jacobians.missed.any())
            course = in_strides(course, step, plant, actuation, defects)
        ahead = min(options.ahead, len(course.share) // options.stride)
        work, memory = plan_memory(plant, actuation, ahead, options.stride)
        budget = np.inf if options.budget is None else float(options.budget)
        return Planner(
            course,
            plant.calls(LINEARISE),
            ahead,
            options.iterations,
            options.between,
            budget,
            False,
            work,
            memory,
        )


def make_mpc(setting: Setting, parameters: Mapping[str, Any]) -> Replanner:
    """Make re-planning with the scene's options, or given ones. Raises ControllerError for bad options."""
    known = [each.name for each in fields(Replanning)]
    for name in parameters:
        if name not in known:
            raise ControllerError(f"re-planning has no option {shown(name)}; there are {', '.join(known)}")
    return Replanner(setting, replace(setting.replanning, **parameters))


@decides(Planner)
@njit(cache=True, **FAST)
def decide_planned(planner: Planner, system: System, index: int, disturbance: Array, state: Array) -> int:
    """Make a new plan when one is due, and write the plan's control for the present state."""
    drop_outdated(planner, index)
    age = steps_since(planner, index)
    due = planner.memory.marks[DUE] > 0 or age >= planner.every
    if due or age < 0:
        known = disturbance if planner.foresees else planner.work.none
        replan(planner, system.actuation, index, known, state)
    act(planner, index, state, system.work.control)
    return UNDECIDED

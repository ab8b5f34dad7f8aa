"""Re-planning for C: with as many iterations a plan as the options say, whatever time that takes."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from runtime.bundle.record import Bundle
from runtime.control.mpc import Replanner
from runtime.control.planning import box, passes, replan
from runtime.control.planning.options import Replanning
from runtime.control.planning.problem import ControlProblem, one_round
from softrein.base.kinds import of_kind
from softrein.errors import ControllerError, shown
from softrein.export.c.text import Array, Constant, template


class Plan(NamedTuple):
    """The data from which an exported controller that re-plans (MPC) computes its plans in C."""

    options: Replanning
    problem: ControlProblem
    # (T + 1, n, r) Pi, by which the cost-to-go's slope changes with the force that an observer estimates;
    # None: plans do not use such a force
    behind: Array | None

    @property
    def ahead(self) -> int:
        """The number of steps of a plan."""
        most = self.options.ahead
        return most if self.problem.period else min(most, len(self.problem.share))

    @property
    def instants(self) -> slice:
        """The instants of the motion; for one that repeats, without the last, which is the first."""
        return slice(len(self.problem.share)) if self.problem.period else slice(None)


def plan_of(bundle: Bundle, choice: Replanner) -> Plan:
    """Return the data from which the exported C code plans: the controller's options, costs and cost-to-go.

    `choice` is the re-planning controller (MPC) as it is set up for the bundle. Raises ControllerError where
    C does not support it, such as for plans in blocks of several steps.
    """
    of_kind(bundle, "export.c").check_plans(bundle)
    if choice.options.block > 1:
        blocks = f"plans in blocks of {choice.options.block} steps"
        raise ControllerError(f"{shown(bundle.name)}: {blocks} cannot be exported to C yet")
    setting, behind = choice.setting, None
    problem = one_round(setting.track, setting.costs, setting.dt, setting.cost_to_go, setting.rewind)
    if getattr(bundle, "sensors", ()):
        with suppress(ControllerError):  # on an endless motion the cost of a constant force may be infinite
            behind = setting.fading(bundle.knowledge.unknown.decay).slope[:, :, : bundle.rank]
    return Plan(choice.options, problem, behind)


def flags_of(plan: Plan, others: set[str]) -> set[str]:
    """Return the flags for plans; `others` are those without them."""
    found = {
        "plans": True,
        "follows": len(plan.problem.linear) > 0,
        "instants": len(plan.problem.instants) > 0,
        "repeats": plan.problem.period > 0,
        "hessian": True,
        "curves": "sampled" in others,
        "projects": {"sampled", "minimises"} <= others,
        "carried_plans": "carried" in others,
        "expects": plan.behind is not None,
        "muscles": bool(others & {"cables", "chambers"}),
    }
    return {name for name, holds in found.items() if holds}


def sizes_of(plan: Plan, flags: set[str]) -> dict[str, object]:
    """Return the words of the header and of the functions."""
    repeats = plan.problem.period > 0
    return {
        "ahead_steps": plan.ahead,
        "plan_types": template("plan.h", flags, {}) + "\n",
        "wraps": " % MODEL_STEPS" if repeats else "",
        "round": "MODEL_STEPS" if repeats else "0",
        "bounds": "1" if plan.problem.bounds else "0",
    }


def defined(plan: Plan, single: bool) -> dict[str, tuple[object, str]]:
    """Return single numbers by name."""
    return {
        "PLAN_ITERATIONS": (plan.options.iterations, "iterations of each plan"),
        "EVERY": (plan.options.between, "steps from one plan to the next"),
        "TRIALS": (
            passes.TRIALS,
            ("number of step lengths that an iteration tries, each half of the one before"),
        ),
        "MOST_ROUNDS": (box.MOST_ROUNDS, "largest number of projected Newton steps"),
        "HARD": (
            replan.HARD,
            ("above this multiple of the last plan's predicted cost LQR's run is tried, too"),
        ),
        "SUFFICIENT_DECREASE": (
            passes.SUFFICIENT,
            ("sufficient share of the decrease that an iteration's slope predicts"),
        ),
        "ROUND_OFF": (1e-5 if single else passes.ROUND_OFF, "relative change of the cost that is round-off"),
        "BOX_SUFFICIENT": (box.SUFFICIENT, "sufficient share of the predicted decrease, within limits"),
        "SHORTEST": (1e-6 if single else box.SHORTEST, "shortest length of a Newton step within limits"),
    }


def constants(plan: Plan) -> list[Constant]:
    """Return the arrays of costs and of the cost-to-go behind a plan."""
    problem, instants = plan.problem, plan.instants
    found = [
        Constant("state_weight", problem.running, "Q, weight of the state"),
        Constant("schedule", problem.share, "h/2 times the factor on Q, at both ends of a step"),
        Constant("control_weight", problem.control, "h R"),
        Constant("to_go", problem.to_go.value[instants], "P, of LQR's cost-to-go from each instant on"),
        Constant("to_go_slope", problem.to_go.slope[instants], "p, its linear term"),
    ]
    if len(problem.linear):
        found.append(Constant("pull", problem.linear[instants], "l, towards the goals of what follows paths"))
    if plan.behind is not None:
        found.append(Constant("by_force", plan.behind[instants], "Pi, of a force that is known and fades"))
    if len(problem.instants):
        found += [
            Constant("instant_of", problem.instant[instants], "index of each instant's own weight; -1: none"),
            Constant("instant_weights", problem.instants, "Q_i, weights of single instants"),
        ]
    return found

"""Re-planning as C has it: with as many iterations a plan as the options say, whatever time that takes."""

from __future__ import annotations

from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.control.mpc import Replanner
from runtime.control.planning import box, replan, rides
from runtime.control.planning.course import Course, one_round
from softrein.errors import ControllerError, shown
from softrein.export.c.text import Constant, template


def check(bundle: Bundle, choice: Replanner) -> None:
    """Raise ControllerError where a plan is not for C."""
    body = bundle if isinstance(bundle, BodyBundle) else None
    refused = {
        "it plans for smoke": body is None,
        "it plans through contact": body is not None and bool(body.contact),
        "newton_iterations = 1 has other Jacobians": body is not None and body.newton_iterations == 1,
        f"it takes strides of {choice.options.stride} steps": choice.options.stride > 1,
    }
    for why, holds in refused.items():
        if holds:
            raise ControllerError(f"{shown(bundle.name)}: mpc in C: {why}; that cannot be exported yet")


def course_of(bundle: Bundle, choice: Replanner) -> Course:
    """What plans know of the motion."""
    setting = choice.setting
    return one_round(setting.track, setting.costs, setting.dt, setting.cost_to_go, setting.rewind)


def ahead(bundle: Bundle, choice: Replanner) -> int:
    """How many steps a plan has."""
    most = choice.options.ahead
    return most if bundle.rewind else min(most, bundle.steps)


def flags_of(bundle: Bundle, choice: Replanner, without: set[str]) -> set[str]:
    """Which lines of the templates hold besides those that do without plans."""
    course = course_of(bundle, choice)
    found = {
        "plans": True,
        "follows": len(course.pull) > 0,
        "instants": len(course.instants) > 0,
        "repeats": bundle.rewind,
        "hessian": True,
        "curves": "sampled" in without,
        "expects": "observer" in without,
        "muscles": bool(without & {"cables", "chambers"}),
    }
    return {name for name, holds in found.items() if holds}


def sizes_of(bundle: Bundle, choice: Replanner, flags: set[str]) -> dict[str, object]:
    """The words of the header and of the functions."""
    return {
        "ahead_steps": ahead(bundle, choice),
        "plan_types": template("plan.h", flags, {}) + "\n",
        "wraps": " % MODEL_STEPS" if bundle.rewind else "",
        "round": "MODEL_STEPS" if bundle.rewind else "0",
        "bounds": "1" if course_of(bundle, choice).bounds else "0",
    }


def defined(choice: Replanner, single: bool) -> dict[str, tuple[object, str]]:
    """Names of single numbers, and what each is."""
    options = choice.options
    return {
        "PLAN_ITERATIONS": (options.iterations, "of each plan"),
        "EVERY": (options.between, "steps from one plan to the next"),
        "TRIALS": (rides.TRIALS, "lengths of an iteration, each half of the one before"),
        "MOST_ROUNDS": (box.MOST_ROUNDS, "of projected Newton steps"),
        "HARD": (replan.HARD, "times a plan's cost that it comes to after a hard push"),
        "SUFFICIENT_DECREASE": (rides.SUFFICIENT, "of what an iteration's slope promises"),
        "ROUND_OFF": (1e-5 if single else rides.ROUND_OFF, "of the cost: no less is to be gained"),
        "BOX_SUFFICIENT": (box.SUFFICIENT, "of what the slope promises, within limits"),
        "SHORTEST": (1e-6 if single else box.SHORTEST, "of a Newton step there"),
    }


def constants(bundle: Bundle, choice: Replanner) -> list[Constant]:
    """The arrays of costs and of what comes behind a plan."""
    course = course_of(bundle, choice)
    instants = slice(bundle.steps) if bundle.rewind else slice(None)
    found = [
        Constant("state_weight", course.running, "Q, of the state"),
        Constant("schedule", course.share, "h/2 times its factor, of both ends of a step"),
        Constant("control_weight", course.control, "h R"),
        Constant("to_go", course.to_go.value[instants], "P, of LQR's cost-to-go from each instant on"),
        Constant("to_go_slope", course.to_go.slope[instants], "and p"),
    ]
    if len(course.pull):
        found.append(Constant("pull", course.pull[instants], "l, towards the goals of what follows a path"))
    if isinstance(bundle, BodyBundle) and bundle.sensors:
        fading = choice.setting.fading(bundle.knowledge.unknown.decay)
        slopes = fading.slope[instants, :, : bundle.rank]
        found.append(Constant("by_force", slopes, "Pi, of a force that is known and fades"))
    if len(course.instants):
        found += [
            Constant("instant_of", course.instant[instants], "which weight is an instant's own; -1: none"),
            Constant("instant_weights", course.instants, "Q_i, of single instants"),
        ]
    return found

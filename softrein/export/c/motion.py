"""The parts of the C of a motion and its control, for bodies and smoke."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.bundle.record import Bundle
from softrein.export.c import planning
from softrein.export.c.gains import Gains
from softrein.export.c.text import Constant, plain

FEEDBACK = "controlled"  # name of the variable that switches feedback on


class Variable(NamedTuple):
    """A number, or, if it `switches`, a truth value; with a start value it is an input."""

    name: str
    size: int
    meaning: str
    unit: str = ""
    start: float | None = None
    switches: bool = False


def given(controls: int) -> list[Variable]:
    """Return the input variables of the control of a unit for co-simulation."""
    return [
        Variable("control", controls, "added to the feedback, or in its place", "", 0.0),
        Variable(FEEDBACK, 1, "whether feedback acts", "", 1.0, True),
    ]


def told(controls: int) -> list[Variable]:
    """Return the output variables of that control."""
    return [
        Variable(
            "acting", controls, "control of the last step, beside the motion's own part; limits are on both"
        ),
        Variable("effort", 1, "integral of the squared control that acted"),
    ]


def flags_of(bundle: Bundle, gains: Gains) -> set[str]:
    """Return the flags that select lines of the templates."""
    found = {
        "offset": gains.offset is not None,
        "idle": not np.array_equal(bundle.uncontrolled, bundle.track.feedforward),
        "limited": bool(np.isfinite(bundle.limits).any()),
        "keyed": gains.keys is not None,
        "stepwise": gains.keys is None and len(gains.values) > 1,
    }
    return {name for name, holds in found.items() if holds}


def sizes_of(bundle: Bundle, flags: set[str], gains: Gains) -> dict[str, object]:
    """Return the words of the header, and those of the look-up of gains."""
    planned = {"ahead_steps": 0, "plan_types": ""}
    return (planned if gains.plan is None else planning.sizes_of(gains.plan, flags)) | {
        "rank": bundle.rank,
        "inputs": bundle.forces,
        "controls": len(bundle.limits),
        "steps": bundle.steps,
        "units": plain(", ".join(bundle.actuator_names)) or "reduced forces",
        "gain": "k" if "stepwise" in flags else "at",
        "owned": "k" if len(bundle.actuation.own) > 1 else "0",
        "following": "(k + 1) % MODEL_STEPS" if bundle.rewind else "k + 1",
    }


def constants(bundle: Bundle, gains: Gains, wide: bool = False) -> list[Constant]:
    """Return the arrays of the motion and its control, and keep its inputs `wide` in single precision."""
    found = [
        Constant("states", bundle.track.states, "z_ref: the motion that is followed"),
        Constant("feedforward", bundle.track.feedforward, "w_ff: inputs that produce this motion", wide=wide),
        Constant("actuators", bundle.actuators, "B: from controls to inputs"),
        Constant("model_limits", bundle.limits, "low and high of each control", public=True),
        Constant("gains", gains.values, "K"),
    ]
    if not np.array_equal(bundle.uncontrolled, bundle.track.feedforward):
        found.append(Constant("uncontrolled", bundle.uncontrolled, "inputs without control", wide=wide))
    if np.isfinite(bundle.limits).any():
        found.append(Constant("own", bundle.actuation.own, "c_ff: the motion's own part of each control"))
    if gains.keys is not None:
        found.append(
            Constant("key_steps", gains.keys, ("steps of the matrices K, which are interpolated in between"))
        )
    if gains.offset is not None:
        found.append(Constant("offset", gains.offset, "k: offset that is added to the feedback"))
    if gains.plan is not None:
        found += planning.constants(gains.plan)
    return found

"""The parts of the C of a moving handle."""

from __future__ import annotations

from runtime.body.handle.hand import Way
from runtime.body.terms.base_motion import INPUTS
from runtime.bundle.body import BodyBundle
from softrein.export.c.text import Constant


def flags_of(bundle: BodyBundle) -> set[str]:
    """Return the flags that select lines of the templates."""
    return {"handle", "turning"} if bundle.way else set()


def defined(bundle: BodyBundle) -> dict[str, tuple[object, str]]:
    """Return single numbers by name."""
    if not bundle.way:
        return {}
    return {"FIRST_HANDLE": (bundle.forces - INPUTS - bundle.rank, "index among the driven inputs")}


def constants(bundle: BodyBundle) -> list[Constant]:
    """Return the arrays of its load, and of its pose."""
    if not bundle.way:
        return []
    way, arrays = Way(**bundle.way), bundle.handle
    found = [
        Constant("handle_along", arrays["along"], "S, kg^1/2"),
        Constant("handle_about", arrays["about"], "y, kg^1/2 m"),
        Constant("handle_between", arrays["between"], "Y"),
        Constant(
            "model_poses", way.poses(arrays["pivot"]), "m and 1, at each step and at the end", public=True
        ),
    ]
    if bundle.regions:
        found.append(
            Constant("handle_turns", way.turns.reshape(-1, 9), ("R, rotation in the middle of each step"))
        )
    return found

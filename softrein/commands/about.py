"""What is particular to a kind of bundle, for people: names and values."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle


@singledispatch
def about(bundle: Bundle) -> dict[str, Any]:
    """Of any kind that is not told more of: nothing."""
    return {}


@about.register
def _about_body(bundle: BodyBundle) -> dict[str, Any]:
    return {
        "vertices": len(bundle.vertices),
        "tetrahedra": len(bundle.tets),
        "skin": f"{len(bundle.skin['weights'])} vertices" if bundle.skin else "none",
        "degrees of freedom n": len(bundle.free),
        "Newton iterations": bundle.newton_iterations,
        "up": bundle.up,
        "regions": ", ".join(sorted(bundle.regions)),
        "targets": ", ".join(target.name for target in bundle.targets) or "none",
    }


@about.register
def _about_smoke(bundle: SmokeBundle) -> dict[str, Any]:
    nx, ny = bundle.solid.shape
    return {
        "cells": f"{nx} x {ny}",
        "box [m]": f"{bundle.extent[0]:g} x {bundle.extent[1]:g}",
        "degrees of freedom n": len(bundle.vectors),
        "solid cells": int(bundle.solid.sum()),
        "steered particles": bundle.particles,
        "particles only carried": len(bundle.carried),
        "viscosity [m^2/s]": float(bundle.model.viscosity[0]),
        "time step's scheme": bundle.scheme,
    }

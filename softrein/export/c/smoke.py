"""The parts of the C of smoke: constants, and templates."""

from __future__ import annotations

import math

import numpy as np

from runtime.bundle.smoke import PLANE, SmokeBundle
from runtime.control.base.law import AffineGains
from runtime.smoke.flow_field import REACH
from runtime.smoke.velocity_modes import face_shapes
from softrein.export.c import motion
from softrein.export.c.motion import Variable
from softrein.export.c.text import Constant, template

HEADER = "flow/smoke.h"


def left_out(bundle: SmokeBundle) -> str | None:
    """Return None: C has all of smoke."""
    return None


def check_plans(bundle: SmokeBundle) -> None:
    """Accept any plan: C supports all of them for smoke."""


def flags_of(bundle: SmokeBundle) -> set[str]:
    """Return the flags that select lines of the templates."""
    found = {
        "midpoint": bundle.scheme == "midpoint",
        "solids": bool(bundle.solid.any()),
        "carried": bundle.forces > bundle.rank,
    }
    return {name for name, holds in found.items() if holds}


def needs_double(bundle: SmokeBundle, law: AffineGains) -> bool:
    """Whether a part of the model stays in double precision where all else is single: of smoke none does."""
    del bundle, law
    return False


def sizes_of(bundle: SmokeBundle, flags: set[str]) -> dict[str, object]:
    """Return the words of the header."""
    r = bundle.rank
    return {
        "kind": "smoke",
        "advance": "model_advance",
        "wide": "double",
        "axes": bundle.axes,
        "particles": bundle.particles,
        "monomials": -(-(r * (r + 1) // 2 + r) // 8) * 8,
        "unit": "m^2" if bundle.axes == PLANE else "m^(5/2)",
    }


def code_of(bundle: SmokeBundle, flags: set[str], words: dict[str, object]) -> list[str]:
    """Return the functions, in the order of the file."""
    jacobian = ["flow/jacobian"] if flags & {"midpoint", "plans"} else []
    solving = ["eliminate"] if flags >= {"midpoint", "plans"} else []
    slopes, plan = (["flow/slopes"], ["plan"]) if "plans" in flags else ([], [])
    before = ["square", "lanes", "flow/modes", *jacobian, *solving, *slopes]
    parts = [*before, "flow/smoke", *plan, "control", "flow/winds"]
    return [template(f"{part}.c", flags, words) for part in parts]


def defined(bundle: SmokeBundle, flags: set[str], single: bool) -> dict[str, tuple[object, str]]:
    """Return single numbers by name."""
    return {
        "RANK": ("MODEL_RANK", "r"),
        "FIRST": (bundle.flow_start, "index of z in a state"),
        "STEP": (bundle.dt, "h, s"),
        "REACH": (REACH, "reach of a wind, in its widths"),
    }


def variables(bundle: SmokeBundle) -> list[Variable]:
    """Return inputs and outputs of a unit for co-simulation, in the order of the template's values."""
    count, places = (
        len(bundle.limits),
        Variable("particles", bundle.flow_start, ("positions of the particles"), "m"),
    )
    return [
        Variable("wind.place", bundle.axes, "position of a disturbing wind", "m", 0.0),
        Variable("wind.width", 1, "width of this wind; 0: no wind", "m", 0.0),
        Variable("wind.acceleration", bundle.axes, "acceleration by this wind", "m/s2", 0.0),
        *motion.given(count),
        *([places] if bundle.particles else []),
        *motion.told(count),
    ]


def constants(bundle: SmokeBundle, flags: set[str]) -> list[Constant]:
    """Return the flow's arrays, without those of the motion."""
    model, r, cells = bundle.model, bundle.rank, bundle.solid.shape
    rows = np.hstack([model.advection, model.viscosity[0] * model.diffusion])
    rows = np.pad(rows, ((0, -r % 8), (0, -rows.shape[1] % 8)))
    first_faces = np.cumsum([0, *map(math.prod, face_shapes(cells)[:-1])])
    unit = "1/m" if bundle.axes == PLANE else "m^(-3/2)"
    found = [
        Constant(
            "panels",
            rows.reshape(-1, 8, rows.shape[1]).transpose(0, 2, 1),
            "coefficients of z_j z_k in A(z) z, and nu D: eight rows side by side",
            aligned=True,
        ),
        Constant("cells", np.array(cells), "cells of the grid along each axis"),
        Constant("spacing", np.array(bundle.modes.spacing), "m, the size of a cell"),
        Constant("first_faces", first_faces, "the number of the first face across each axis"),
        Constant("faces", bundle.vectors, f"modes at the grid's faces ({unit}), the last axis fastest"),
        Constant("open_faces", bundle.open_faces, "whether wind acts on each face"),
    ]
    solid = Constant("solid", bundle.solid.ravel(), "whether each cell is solid, the last axis fastest")
    return [*found, solid] if "solids" in flags else found

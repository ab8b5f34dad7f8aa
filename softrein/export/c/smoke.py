"""What the C of smoke is made of: constants, and which templates."""

from __future__ import annotations

import numpy as np

from runtime.bundle.smoke import SmokeBundle
from runtime.smoke.flow_field import REACH
from runtime.smoke.velocity_modes import split_faces
from softrein.export.c import motion
from softrein.export.c.motion import Variable
from softrein.export.c.text import Constant, template

HEADER = "flow/smoke.h"


def check(bundle: SmokeBundle) -> None:
    """All smoke can be exported."""


def check_plans(bundle: SmokeBundle) -> None:
    """All of them are for C."""


def flags_of(bundle: SmokeBundle) -> set[str]:
    """Which lines of the templates hold."""
    found = {
        "midpoint": bundle.scheme == "midpoint",
        "solids": bool(bundle.solid.any()),
        "carried": bundle.forces > bundle.rank,
    }
    return {name for name, holds in found.items() if holds}


def sizes_of(bundle: SmokeBundle, flags: set[str]) -> dict[str, object]:
    """The words of the header."""
    r, (nx, ny) = bundle.rank, bundle.solid.shape
    return {
        "kind": "smoke",
        "particles": bundle.particles,
        "monomials": -(-(r * (r + 1) // 2 + r) // 8) * 8,
        "nx": nx,
        "ny": ny,
    }


def code_of(bundle: SmokeBundle, flags: set[str], words: dict[str, object]) -> list[str]:
    """The functions, in the order of the file."""
    jacobian = ["flow/jacobian"] if flags & {"midpoint", "plans"} else []
    solving = ["eliminate"] if flags >= {"midpoint", "plans"} else []
    slopes, plan = (["flow/slopes"], ["plan"]) if "plans" in flags else ([], [])
    parts = ["square", "lanes", *jacobian, *solving, *slopes, "flow/smoke", *plan, "control", "flow/winds"]
    return [template(f"{part}.c", flags, words) for part in parts]


def defined(bundle: SmokeBundle, flags: set[str], single: bool) -> dict[str, tuple[object, str]]:
    """Names of single numbers, and what each is."""
    return {
        "RANK": ("MODEL_RANK", "r"),
        "FIRST": (2 * bundle.particles, "where z begins in a state"),
        "STEP": (bundle.dt, "h, s"),
        "CELL_X": (bundle.modes.spacing[0], "m"),
        "CELL_Y": (bundle.modes.spacing[1], ""),
        "WIDTH": (float(bundle.solid.shape[0] * bundle.modes.spacing[0]), "m, of the box"),
        "HEIGHT": (float(bundle.solid.shape[1] * bundle.modes.spacing[1]), ""),
        "REACH": (REACH, "of a wind, in its widths"),
    }


def variables(bundle: SmokeBundle) -> list[Variable]:
    """Inputs and outputs of a unit for co-simulation, in the order of the template's values."""
    count, places = len(bundle.limits), Variable("particles", 2 * bundle.particles, "where they are", "m")
    return [
        Variable("wind.place", 2, "of a wind that disturbs", "m", 0.0),
        Variable("wind.width", 1, "its width; 0: there is none", "m", 0.0),
        Variable("wind.acceleration", 2, "its strength", "m/s2", 0.0),
        *motion.given(count),
        *([places] if bundle.particles else []),
        *motion.told(count),
    ]


def constants(bundle: SmokeBundle, flags: set[str]) -> list[Constant]:
    """The flow's arrays, without those of the motion."""
    modes, model, r = bundle.modes, bundle.model, bundle.rank
    rows = np.hstack([model.advection, model.viscosity[0] * model.diffusion])
    rows = np.pad(rows, ((0, -r % 8), (0, -rows.shape[1] % 8)))
    x_faces, y_faces = modes.faces
    open_x, open_y = split_faces(bundle.open_faces, bundle.solid.shape)
    found = [
        Constant(
            "panels",
            rows.reshape(-1, 8, rows.shape[1]).transpose(0, 2, 1),
            "of z_j z_k in A(z) z, and nu D: eight rows side by side",
        ),
        Constant("x_faces", x_faces, "modes at the faces that cross x, 1/m"),
        Constant("y_faces", y_faces, "and at those that cross y"),
        Constant("open_x", open_x, "whether wind blows there"),
        Constant("open_y", open_y, ""),
    ]
    return found + ([Constant("solid", bundle.solid, "whether a cell is")] if "solids" in flags else [])

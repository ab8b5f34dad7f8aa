"""The parts of the C of contact."""

from __future__ import annotations

import numpy as np

from runtime.body.contact.law import NEAR, POINTS, WEIGHTS
from runtime.body.contact.prepared import has_axes, loose_coordinates
from runtime.body.contact.rigid import OFF_MIDDLE, ROUNDING
from runtime.body.contact.shapes import BOX, CAPSULE, CYLINDER, GRID, KINDS, PLANE, SPHERE
from runtime.body.plant import FALL
from runtime.body.terms.contact import AHEAD, BESIDE, MOST_FRUITLESS, MOST_TURNED
from runtime.bundle.body import BodyBundle
from softrein.export.c.text import Constant, identifiers

# In single precision, SINGLE_ROUNDING times kappa is the scale by which the residual of rigidity forces is
# judged. Of this scale and of the size of the other terms, UNSEARCHED is round-off (18 units in the last
# place of 1), below which a line search is useless.
SINGLE_ROUNDING, UNSEARCHED = 2e-3, 1e-3
NUMBERS = {
    "PLANE": PLANE,
    "SPHERE": SPHERE,
    "CAPSULE": CAPSULE,
    "CYLINDER": CYLINDER,
    "BOX": BOX,
    "GRID": GRID,
}


def flags_of(bundle: BodyBundle) -> set[str]:
    """Return the flags that select lines of the templates."""
    if bundle.touching is None:
        return set()
    kinds = {int(kind) for kind in bundle.touching.kinds}
    found = {f"{name.lower()}s".replace("xs", "xes"): kind in kinds for name, kind in NUMBERS.items()}
    found |= {
        "contact": True,
        "turning": True,
        "rounds": bool(kinds & {SPHERE, CAPSULE, CYLINDER}),
        "tools": bool(bundle.tools),
        "things": bool(bundle.things),
        "balls": bool((bundle.touching.kinds[bundle.touching.moving <= -2] == SPHERE).any()),
        "axes": bool(has_axes(bundle.touching).any()),
        "moves": bool(bundle.tools or bundle.things),
    }
    return {name for name, holds in found.items() if holds}


def boxes_of(bundle: BodyBundle) -> list[str]:
    """The names of free things that have axes."""
    shapes = [] if bundle.touching is None else np.flatnonzero(has_axes(bundle.touching)).tolist()
    return [bundle.obstacles[shape] for shape in shapes]


def sizes_of(bundle: BodyBundle) -> dict[str, object]:
    """Return the words of the header."""
    touching, tools = bundle.touching, identifiers(bundle.tools)
    return {
        "shapes": 0 if touching is None else len(touching.kinds),
        "samples": 0 if touching is None else len(touching.areas),
        "tools": ",\n    ".join(f"MODEL_TOOL_{name.upper()}" for name in tools),
        "things": ",\n    ".join(f"MODEL_THING_{name.upper()}" for name in identifiers(boxes_of(bundle))),
    }


def defined(bundle: BodyBundle, flags: set[str], single: bool) -> dict[str, tuple[object, str]]:
    """Return single numbers by name."""
    if bundle.touching is None:
        return {}
    layer, slip, closing, damped = bundle.touching.law.tolist()
    used = {int(kind) for kind in bundle.touching.kinds} | {PLANE}
    if "axes" in flags:
        used |= {SPHERE, BOX}
    kinds: dict[str, tuple[object, str]] = {
        name: (kind, KINDS[kind]) for name, kind in NUMBERS.items() if kind in used
    }
    if "rounds" in flags:
        kinds["SMALLEST"] = (1e-30 if single else 1e-300, "m, no division by a shorter length")
    reach = bundle.touching.data(0).reach
    return (
        kinds
        | {
            "SHAPES": ("MODEL_SHAPES", ""),
            "SAMPLES": ("MODEL_SAMPLES", ""),
            "FIRST_TOOL": (bundle.inputs["tools"].start - bundle.rank, "index among the driven inputs"),
            "LAYER": (layer, "m, thickness of the contact layer"),
            "SLIP": (slip, "m/s"),
            "CLOSING": (closing, "s/m, damping by the contact force"),
            "DAMPED": (damped, "s, damping by the contact stiffness"),
            "NEAR": (1e-3 if single else NEAR, "share of the layer within which two ends of a path coincide"),
            "AHEAD": (AHEAD, "largest distance in a step, over that by the velocity at its start"),
            "MOST_FRUITLESS": (
                int(MOST_FRUITLESS * len(bundle.touching.areas)),
                "number of fruitless searches of a sample after which all are looked at anew",
            ),
            "LARGEST_REACH": (float(reach.max(initial=0.0)), "largest reach of a sample"),
        }
        | ({"BESIDE": (BESIDE, "of its size, from where it is reached")} if "things" in flags else {})
        | (_rigid(single) if "axes" in flags else {})
        | (
            {"FALL": (FALL, ("share to which an iteration must reduce the residual"))}
            if "minimises" in flags
            else {}
        )
    )


def _rigid(single: bool) -> dict[str, tuple[object, str]]:
    """Of what has axes."""
    return {
        "RIGID": (1, "something that moves freely has axes"),
        "ROUNDING": (
            SINGLE_ROUNDING if single else ROUNDING,
            ("share of kappa that is round-off, over TOLERANCE"),
        ),
        "UNSEARCHED": (UNSEARCHED if single else 0.0, "round-off of a residual and of velocities"),
        "OFF_MIDDLE": (OFF_MIDDLE, "offset of Gauss's two points between 0 and 1"),
        "MOST_TURNED": (MOST_TURNED, "largest rotation in a part of a step, in sqrt(2) rad"),
    }


def constants(bundle: BodyBundle) -> list[Constant]:
    """Return the arrays of contact."""
    if bundle.touching is None:
        return []
    data, touching = bundle.touching.data(0), bundle.touching
    found = [
        Constant("samples", touching.points, "m, X of each sample at rest"),
        Constant("sample_modes", touching.point_modes, "D: displacement of each sample by each coordinate"),
        Constant("areas", data.areas, "m^2, a: area of each sample"),
        Constant("reach", data.reach, "the largest singular value of D"),
        Constant("owners", data.own, "owner of each sample: a free thing; -1: the body, -2: none"),
        Constant("radii", data.radii, "m, radius of the ball around each sample, or 0"),
        Constant("shape_kinds", touching.kinds, ""),
        Constant("shape_sizes", touching.sizes, "m, sizes of each shape, or the number of its grid"),
        Constant(
            "shape_poses",
            touching.poses,
            ("m, position of each shape's middle at rest, and its rotation row by row"),
        ),
        Constant(
            "moving",
            touching.moving,
            ("number of each shape's tool; -1: none; -2 - i: free, and sample i its middle"),
        ),
        Constant("steep", data.steep, "largest slope of each shape's distance"),
        Constant("strides", data.stride, "m, that it, or what it meets, may go at most in a part of a step"),
        Constant("friction", touching.friction, "mu"),
        Constant("stiffness_of", touching.stiffness, "Pa/m, k"),
        Constant("gauss_points", np.array(POINTS), "Gauss's four points between 0 and 1"),
        Constant("gauss_weights", np.array(WEIGHTS), ""),
    ]
    if bundle.tools or bundle.things:
        found.append(
            Constant("extents", data.extent, ("m, largest distance of a shape's points from its middle"))
        )
    if bundle.things:
        found += [
            Constant("rigidity", data.rigidity, "J, kappa of what is free and has axes, or 0"),
            Constant("loose", loose_coordinates(touching), "free thing of each coordinate; -1: the body's"),
        ]
    if boxes_of(bundle):
        middles = -2 - touching.moving[has_axes(touching)]
        found.append(Constant("things", middles, "the samples at their middles, which their axes follow"))
    if (touching.kinds == GRID).any():
        found += [
            Constant(
                "grid_frames", touching.grid_frames, "m: first node, spacing, phi at the nearest border"
            ),
            Constant("grid_shapes", touching.grid_shapes, "nodes along each axis, and its first coefficient"),
            Constant("coefficients", touching.coefficients, "m, coefficients of the B-splines"),
        ]
    return found

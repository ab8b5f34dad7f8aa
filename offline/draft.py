"""A first scene for any mesh: held at one end, tapped at the other, with numbers that suit its size.

Somebody who has a mesh and nothing else can neither know how hard to push nor how fine time steps must be.
Both follow from the lowest natural frequency omega and its mode: a step is a fortieth of the period. With g
[kg^-1/2] the mode's mean over the pushed end, an impulse J there swings it by J g^2 / omega to first order;
J is such that this is `SWING` of the body's length. The scene says so in its comments, and is meant to be
changed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from meshes.tetmesh import TetMesh
from offline.body_size import warn_of_size
from offline.deformable_scene import MeshPart, RegionPart
from offline.full_body import build_mesh, check_parts, file_materials
from offline.material import Material
from offline.modes import natural_modes
from offline.stvk import StVK
from runtime.upright import UP, axis_of, upward

Array = np.ndarray
RUBBER = Material(2e5, 0.4, 1000.0)
END = 0.1  # share of the length that is held, and that is pushed
FLAT = 1 / 3  # a body less high than this share of its longest side lies; it is held at an end of that side
SWING = 0.15  # of the length
PERIODS, STEPS_A_PERIOD = 4, 40
TAP = 0.1  # periods
RANK = 16
MODES = 6
GENTLE = 1e-3  # of the cubed period: the cost of effort against that of the final place (beam.toml has it)


def draft_scene(path: Path, scale: float = 1.0, up: str | None = None) -> str:
    """The text of a scene for the mesh in a file, whose unit is `scale` metres.

    A mesh does not say which way is up: unless told it is y, and the scene says that this is a guess.

    Raises MeshError as `meshes.read_mesh` does, and where a part of the body would not be held. Warns where
    the body's size is odd.
    """
    mesh = build_mesh(MeshPart(file=path, scale=scale, fixed=["body"]))
    sides = np.ptp(mesh.vertices, axis=0)
    warn_of_size(path.name, sides)
    materials = file_materials(path) if path.suffix.lower() == ".veg" else {}
    listed = mesh.regions.get("fixed", np.empty(0))  # VegaFEM's list, which may be empty
    regions = _ends(mesh.vertices, sides, listed if listed.size else None, axis_of(up or UP))
    part = MeshPart(file=path, scale=scale, fixed=["fixed"], regions=_parts(regions))
    mesh = build_mesh(part)
    check_parts(mesh, mesh.regions["fixed"])
    body = StVK(mesh, materials or RUBBER, mesh.regions["fixed"])
    omega, axis, swing = _softest(mesh, body)
    length = float(sides.max())
    return _text(path, scale, regions, bool(materials), {
        "axis": axis, "period": 2 * np.pi / omega, "sides": sides,
        "impulse": SWING * length * omega / swing**2,
        "size": float(np.linalg.norm(sides)), "rank": min(RANK, len(body.free) // 4),
        "vertices": len(mesh.vertices), "tets": len(mesh.tets), "up": up,
    })  # fmt: skip


def _softest(mesh: TetMesh, body: StVK) -> tuple[float, int, float]:
    """Of the lowest modes, the one that an impulse on the tip excites most.

    Its frequency [rad/s], the axis in which the tip swings, and how far [kg^-1/2] (the lowest mode of all may
    be a twist, which leaves the tip's mean where it is).
    """
    frequencies, shapes = natural_modes(body, min(MODES, len(body.free) - 1))
    modes = np.zeros((mesh.vertices.size, len(frequencies)))
    modes[body.free] = shapes
    swings = modes.reshape(-1, 3, len(frequencies))[mesh.regions["tip"]].mean(axis=0)
    axis, mode = np.unravel_index(np.argmax(swings**2 / frequencies), swings.shape)
    return float(frequencies[mode]), int(axis), float(swings[axis, mode])


def scene_name(path: Path) -> str:
    """A scene's name from a file's: what it may not hold becomes a hyphen."""
    return re.sub(r"[^\w.-]+", "-", path.stem) or "body"


def _ends(vertices: Array, sides: Array, held: Array | None, up: int) -> dict[str, dict[str, Any]]:
    """How to say which vertices are "fixed", unless the file does, and which the "tip"."""
    axis = up if sides[up] >= FLAT * sides.max() else int(np.argmax(sides))
    side = "highest"
    if held is not None:
        away = vertices.mean(axis=0) - vertices[held].mean(axis=0)
        axis = int(np.argmax(np.abs(away)))
        side = "highest" if away[axis] >= 0 else "lowest"
    name = "xyz"[axis]
    ends: dict[str, dict[str, Any]] = {"tip": {side: END, "axis": name}}
    return ends if held is not None else {"fixed": {"lowest": END, "axis": name}, **ends}


def _parts(regions: dict[str, dict[str, Any]]) -> dict[str, RegionPart]:
    return {name: RegionPart.model_validate(region) for name, region in regions.items()}


def _text(
    path: Path, scale: float, regions: dict[str, dict[str, Any]], materials: bool, found: dict[str, Any]
) -> str:
    period, impulse, size = found["period"], found["impulse"], found["size"]
    tap = TAP * period
    force = impulse / tap
    sides = " x ".join(f"{side:.3g}" for side in found["sides"])
    up = found["up"] or UP
    guessed = "" if found["up"] else "; a guess, for the mesh does not say: z in much CAD"
    weight = ", ".join(f"{0.0 - 9.81 * along:g}" for along in upward(up))

    def along(amount: float) -> str:
        return json.dumps([float(f"{amount:.3g}") if axis == found["axis"] else 0 for axis in range(3)])

    def region(name: str, given: dict[str, Any]) -> str:
        return f"{name} = {{ " + ", ".join(f"{key} = {json.dumps(given[key])}" for key in given) + " }"

    rubber = (
        "# Materials are those of the file. Other ones: [materials.body] with young, poisson and density."
        if materials
        else f'[materials.body]  # rubber\nyoung = "{RUBBER.young / 1e3:g} kPa"\npoisson = {RUBBER.poisson}  '
        f'# above 0.45 linear tetrahedra lock\ndensity = "{RUBBER.density:g} kg/m^3"'
    )
    lines = [region(name, given) for name, given in regions.items()]
    return f'''# A first scene for {path.name}, drafted by softrein:
# {found["vertices"]} vertices, {found["tets"]} tetrahedra, {sides} m;
# held at one end, tapped at the other. Times and forces suit the mesh and the material as they were;
# `softrein scenes --schema` lists all that a scene may say.
name = "{scene_name(path)}"
description = "{scene_name(path)}, held at one end and tapped at the other."
up = "{up}"  # of pictures, of strings that balls hang on, of regions' ends{guessed}
# gravity = [{weight}]  # m/s^2; with start = "equilibrium" the body has sagged before the motion begins

[mesh]
file = {json.dumps(str(path))}
scale = {scale:g}  # metres per unit of the file; 0.001 for millimetres
fixed = ["fixed"]
# skin = "fine.obj"  # a finer surface that pictures show instead of the tetrahedra's

# Regions, beside those of the file: a share at an end along an axis (up, unless told); a box of two
# corners, {{ box = [[0, 0, 0], [0.1, 0.1, 0.1]] }}; a ball, {{ at = [0, 0, 0], radius = 0.1 }}; or
# {{ vertices = [1, 2] }}.
[mesh.regions]
{chr(10).join(lines)}

{rubber}

[damping]
mass = {0.2 / period:.3g}  # 1/s
stiffness = {0.003 * period:.3g}  # s

# The tip swings at {1 / period:.3g} Hz.
[time]
step = {period / STEPS_A_PERIOD:.3g}  # s
steps = {PERIODS * STEPS_A_PERIOD}

# The motion that is tracked: an impulse (N s) that swings the tip by about {100 * SWING:.0f} % of the
# body's length.
[[loads]]
region = "tip"
impulse = {along(impulse)}
duration = {tap:.3g}

# What disturbs it.
[[pushes]]
at = "tip"
force = {along(-force / 2)}
time = {1.25 * period:.3g}
duration = {tap:.3g}
radius = {0.1 * size:.3g}

[enrichment]
runs = 10
radius = [{0.05 * size:.3g}, {0.2 * size:.3g}]
duration = {tap:.3g}
keep_every = 2

[basis]
rank = {found["rank"]}

[control]
final = 1
final_velocity = {(period / (2 * np.pi)) ** 2:.3g}
effort = {GENTLE * period**3:.3g}  # smaller: closer to the motion, with more force

[ensemble]
runs = 100
tuning_runs = 16
force = [{force / 8:.3g}, {force / 2:.3g}]
duration = {tap:.3g}
radius = {0.1 * size:.3g}
time = [{0.5 * period:.3g}, {1.5 * period:.3g}]
'''

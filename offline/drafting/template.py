"""A first scene for any mesh: held at one end, pushed at the other, with numbers that suit its size.

From a mesh alone one cannot know how hard to push or how small time steps must be.
Both follow from the lowest natural frequency omega and its mode: a step is a fortieth of the period. With g
[kg^-1/2] the mode's mean over the pushed end, an impulse J there swings it by J g^2 / omega to first order;
J is such that this is `SWING` of the body's length. The scene says so in its comments, and is meant to be
changed. The file's names of regions are kept: `offline.drafting.ends` chooses what is held and pushed,
and regions of elements get materials of their own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pydantic import ValidationError

from meshes.quadratic import layers, quadratic
from meshes.tetmesh import TetMesh
from offline.drafting.ends import Ends, find_ends, with_regions
from offline.full.body.elastic_body import ElasticBody
from offline.full.body.element_materials import WHOLE_BODY
from offline.full.body.full_body import build_mesh, check_parts
from offline.full.body.material import Material
from offline.full.body.modes import natural_modes
from offline.full.body.size import SIZES, warn_of_size
from offline.scenes.base.names import as_plain_name
from offline.scenes.base.scene import Scene
from offline.scenes.body.mesh import MeshPart
from offline.scenes.plain_words import in_words
from offline.scenes.reading import parse_scene
from offline.scenes.toml_text import key, quoted, remark
from runtime.body.laws.names import NAMES
from runtime.plant.up_axis import UP, axis_of, upward
from softrein.errors import MeshError, SceneError, warn

Array = np.ndarray
RUBBER = Material(2e5, 0.4, 1000.0)
SWING = 0.15  # amplitude of the drafted motion, as a fraction of the length
PERIODS, STEPS_A_PERIOD = 4, 40
TAP = 0.1  # duration of the impulse, in periods
RANK = 16
MODES = 6
# Smallest squared angular frequency that counts as vibration, in units of E / (rho length^2): sheets thirty
# thousand times as long as thick swing that slowly. Round-off is less, and slower modes belong to bodies that
# are not held but hang on a vertex or an edge.
SLOWEST = 1e-9
# elements across a block of linear elements: with this many bending is 13 to 20 % too stiff, with two 49 to
# 66 %
ENOUGH_ACROSS = 4
# most vertices for which quadratic elements are proposed: 0.2 s a step of the full model
MOST_QUADRATIC = 5000
MOST_NAMED = 12  # most regions listed in the text; a file may have thousands
# times the cubed period: weight of effort relative to that of the final position (as in beam.toml)
GENTLE = 1e-3


class _Draft(NamedTuple):
    """The tip's swing in the body's softest mode, and the other numbers of a first scene."""

    axis: int  # index of the axis along which it swings
    period: float  # s, period of the lowest mode
    sides: Array  # (3,) m, sides of the bounding box
    impulse: float  # N s, impulse of the drafted load
    rank: int
    up: str | None  # up axis as stated by the mesh or the user
    order: str  # line of the scene that sets the element order, or empty


def scene_template(path: Path, scale: float = 1.0, up: str | None = None) -> str:
    """Return the text of a scene for the mesh in a file, whose unit is `scale` metres.

    A mesh does not say which way is up: without `up` it is y, and the scene says that this is a guess.

    Raises SceneError for a wrong path or scale, MeshError as `meshes.read_mesh` does, and where a
    part of the body would not be held or nothing could move. Warns where the body's size is implausible.
    """
    mesh, materials, ends, body = _drafted(path, scale, up or UP)
    sides = np.ptp(mesh.vertices, axis=0)
    warn_of_size(path.name, sides)
    try:
        omega, axis, swing = _softest(body, ends.pushed)
    except MeshError as error:
        raise MeshError(f"{path}: {error}") from error
    found = _Draft(
        axis=axis,
        period=2 * np.pi / omega,
        sides=sides,
        impulse=SWING * float(sides.max()) * omega / swing**2,
        rank=min(RANK, max(1, len(body.free) // 4)),
        up=up,
        order=_order_text(mesh, body.mesh),
    )
    return _text(path, scale, ends, mesh, materials, found)


def scene_of_mesh(
    mesh: Path, settings: Sequence[str] = (), scale: float | None = None, up: str | None = None
) -> Scene:
    """Return the scene that `scene_template` drafts, with settings. Raises SceneError and MeshError."""
    text = scene_template(mesh, 1.0 if scale is None else scale, up)
    return parse_scene("the drafted scene", text, Path.cwd(), settings)


def check_template(path: Path) -> None:
    """Raise the error that a draft for this mesh, in metres, would raise; its modes are not computed."""
    _drafted(path, 1.0, UP)


def _drafted(
    path: Path, scale: float, up: str
) -> tuple[TetMesh, dict[str, Material] | None, Ends, ElasticBody]:
    """Return the mesh, its materials, the held and pushed regions, and the body with these regions added."""
    try:
        part = MeshPart(file=path, scale=scale, fixed=[WHOLE_BODY])
    except ValidationError as error:
        raise SceneError(f"{path}: {in_words(error, MeshPart, {})}") from error
    mesh = build_mesh(part)
    materials = _materials(path, mesh)
    try:
        ends = find_ends(part, mesh, axis_of(up))
        whole = with_regions(part, ends.added)
        if _few_across(mesh) and _small(mesh):
            whole = quadratic(whole)
        fixed = whole.regions[ends.held]
        check_parts(whole, fixed)
        return mesh, materials, ends, ElasticBody(whole, materials, fixed)
    except MeshError as error:
        raise MeshError(f"{path}: {error}") from error


def _few_across(mesh: TetMesh) -> bool:
    """Whether linear elements would make the body far too stiff in bending."""
    return layers(mesh) < ENOUGH_ACROSS


def _small(mesh: TetMesh) -> bool:
    """Whether the body is small enough for quadratic elements, and its size plausible."""
    in_range = SIZES[0] <= mesh.sides.max() <= SIZES[1]
    return bool(in_range and len(mesh.vertices) + len(mesh.edges) <= MOST_QUADRATIC)


def _order_text(mesh: TetMesh, drafted: TetMesh) -> str:
    """Write the scene's line for quadratic elements; empty where linear ones suffice."""
    if not _few_across(mesh):
        return ""
    why = f"with linear ones, of which about {layers(mesh)} lie across it, it would be too stiff in bending"
    if drafted.quadratic:
        return f"order = 2  # quadratic elements: {why}\n"
    return f"# order = 2  # quadratic elements, {len(mesh.vertices) + len(mesh.edges)} vertices: {why}\n"


def _materials(path: Path, mesh: TetMesh) -> dict[str, Material] | None:
    """Make a material for each of up to `MOST_NAMED` disjoint element regions of the file.

    If these leave elements out, there is one for the whole body besides. None where the file gives every
    element a material already.
    """
    count = len(mesh.tets)
    given = {name: np.asarray(material.elements) for name, material in mesh.materials.items()}
    if sum(map(len, given.values())) == count:
        return None
    taken = np.zeros(count, dtype=bool)
    found: dict[str, Material] = {}
    for region, elements in mesh.element_regions.items():
        if len(elements) and not taken[elements].any() and len(found) < MOST_NAMED:
            taken[elements] = True
            own = next((name for name, members in given.items() if np.array_equal(members, elements)), None)
            found[region] = RUBBER if own is None else _material(mesh, own)
            given.pop(own or "", None)
    if given:
        warn(
            f"{path}: the draft leaves out its materials {', '.join(given)}, which are not of a single region"
        )
    return found if taken.all() else {WHOLE_BODY: RUBBER} | found


def _material(mesh: TetMesh, name: str) -> Material:
    density, young, poisson, _, law = mesh.materials[name]
    return Material(young, poisson, density, law)


def _softest(body: ElasticBody, pushed: str) -> tuple[float, int, float]:
    """Find, among the lowest modes, the one that an impulse on a region, the tip, excites most.

    Returns its frequency [rad/s], the axis along which the tip swings, and its mean there [kg^-1/2]. (The
    lowest mode of all may be a twist, in which the tip's mean does not move.)
    """
    mesh = body.mesh
    frequencies, shapes = natural_modes(body, min(MODES, len(body.free) - 1))
    lame, mu = body.lame.mean(axis=0)
    # Young's modulus over density, m^2/s^2
    stretch = mu * (3 * lame + 2 * mu) / (lame + mu) / body.density.mean()
    springs = frequencies**2 > SLOWEST * stretch / np.ptp(mesh.vertices, axis=0).max() ** 2
    if not springs.any():
        raise MeshError(
            "no motion of it has a restoring force: its parts hang on single vertices or edges; join them"
        )
    frequencies, shapes = frequencies[springs], shapes[:, springs]
    modes = np.zeros((mesh.vertices.size, len(frequencies)))
    modes[body.free] = shapes
    swings = modes.reshape(-1, 3, len(frequencies))[mesh.regions[pushed]].mean(axis=0)
    axis, mode = np.unravel_index(np.argmax(swings**2 / frequencies), swings.shape)
    return float(frequencies[mode]), int(axis), float(swings[axis, mode])


def _text(
    path: Path,
    scale: float,
    ends: Ends,
    mesh: TetMesh,
    materials: dict[str, Material] | None,
    found: _Draft,
) -> str:
    period, impulse, size = found.period, found.impulse, float(np.linalg.norm(found.sides))
    tap = TAP * period
    force = impulse / tap
    sides = " x ".join(f"{side:.3g}" for side in found.sides)
    up = found.up or UP
    guessed = "" if found.up else "; a guess, as the mesh does not say: often z in CAD"
    weight = ", ".join(f"{0.0 - 9.81 * along:g}" for along in upward(up))
    held, pushed = quoted(ends.held), quoted(ends.pushed)

    def along(amount: float) -> str:
        return json.dumps([float(f"{amount:.3g}") if axis == found.axis else 0 for axis in range(3)])

    return f'''# A first scene for {remark(path.name)}, drafted by softrein:
# {len(mesh.vertices)} vertices, {len(mesh.tets)} tetrahedra, {sides} m;
# held at one end, tapped at the other. Times and forces suit the mesh and the material as they were;
# `softrein scenes --schema` lists all that a scene may say.
name = "{as_plain_name(path.stem)}"
description = "{as_plain_name(path.stem)}, held at one end and tapped at the other."
up = "{up}"  # of pictures, of strings that balls hang on, of regions' ends{guessed}
# gravity = [{weight}]  # m/s^2; with start = "equilibrium" the body has sagged before the motion begins

[mesh]
file = {quoted(str(path))}
scale = {float(scale)!r}  # metres per unit of the file; 0.001 for millimetres
{found.order}fixed = [{held}]
# skin = "fine.obj"  # a finer surface that pictures show instead of the tetrahedra's

{_file_regions(mesh)}# Regions, beside those of the file: a share at an end along an axis (up, unless told); a
# box of two corners, {{ box = [[0, 0, 0], [0.1, 0.1, 0.1]] }}; a ball, {{ at = [0, 0, 0], radius = 0.1 }}; or
# {{ vertices = [1, 2] }}.
[mesh.regions]
{_added_regions(ends)}
{_material_text(mesh, materials)}

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
region = {pushed}
impulse = {along(impulse)}
duration = {tap:.3g}

# What disturbs it.
[[pushes]]
at = {pushed}
force = {along(-force / 2)}
time = {1.25 * period:.3g}
duration = {tap:.3g}
radius = {0.1 * size:.3g}

[enrichment]
runs = 10
radius = [{0.05 * size:.3g}, {0.2 * size:.3g}]
duration = {tap:.3g}
keep_every = 2
# statics = 4  # random places where a push stays; with gravity or actuators, whose shapes count as well

[basis]
rank = {found.rank}

[control]
final = 1
final_velocity = {(period / (2 * np.pi)) ** 2:.3g}
control_cost = {GENTLE * period**3:.3g}  # smaller: closer to the motion, with more force

[ensemble]
runs = 100
tuning_runs = 16
force = [{force / 8:.3g}, {force / 2:.3g}]
duration = {tap:.3g}
radius = {0.1 * size:.3g}
time = [{0.5 * period:.3g}, {1.5 * period:.3g}]
'''


def _file_regions(mesh: TetMesh) -> str:
    """Write the comment that lists the regions of the mesh's file; empty if it has none."""
    solid = [f"{name} ({len(elements)} elements)" for name, elements in mesh.element_regions.items()]
    names = [name for name in mesh.regions if name != WHOLE_BODY and name not in mesh.element_regions]
    flat = [f"{name} ({len(mesh.regions[name])} vertices)" for name in names]
    listed = [remark(each) for each in solid + flat]
    more = f"# and {len(listed) - MOST_NAMED} more\n" if len(listed) > MOST_NAMED else ""
    lines = "".join(f"#   {each}\n" for each in listed[:MOST_NAMED])
    return f"# The file has these regions:\n{lines}{more}\n" if listed else ""


def _added_regions(ends: Ends) -> str:
    def entries(region: dict[str, object]) -> str:
        return ", ".join(f"{name} = {json.dumps(value)}" for name, value in region.items())

    return "".join(f"{key(name)} = {{ {entries(region)} }}\n" for name, region in ends.added.items())


def _material_text(mesh: TetMesh, materials: dict[str, Material] | None) -> str:
    if materials is None:
        return (
            "# Materials are those of the file. Other ones: [materials.body], or by another region's name,\n"
            "# with young, poisson and density."
        )
    return "\n\n".join(
        f"[materials.{key(name)}]{'  # rubber' if material == RUBBER else ''}\n"
        f"young = {_young(material)}\npoisson = {material.poisson!r}\n"
        f'density = "{material.density:.12g} kg/m^3"\n'
        f'law = "{material.law}"  # of {", ".join(NAMES)}'
        for name, material in materials.items()
    )


def _young(material: Material) -> str:
    return f'"{RUBBER.young / 1e3:g} kPa"' if material == RUBBER else f'"{material.young:.12g} Pa"'

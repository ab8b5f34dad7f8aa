"""A scene's full model: its mesh, body, loads and stepper, and a run of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from warnings import catch_warnings, simplefilter

import numpy as np

from meshes import block, finger, read_bou, read_mesh, trunk, tshape
from meshes.embedding import check_extent, embed
from meshes.formats.surfaces import read_surface
from meshes.quadratic import quadratic
from meshes.shapes.stored import stored_mesh
from meshes.shapes.trunk import CELLS as TRUNK_CELLS
from meshes.tetmesh import TetMesh
from offline.animation.animated import Animated, read_animated
from offline.animation.poses import Pose, read_pose
from offline.campaign.enrichment import NOTHING, Excitation, Perturbation, Scale
from offline.full.body.elastic_body import ElasticBody
from offline.full.body.element_materials import WHOLE_BODY
from offline.full.body.equilibrium import equilibrium
from offline.full.body.free_things import (
    masses_of,
    thrown,
    unknowns_of,
    weights_of,
    with_things,
    without_things,
)
from offline.full.body.handle.way import Carried, carried_by, tools_by
from offline.full.body.loads import Loads, build_loads, region_of, spread
from offline.full.body.material import Material
from offline.full.body.newmark import FullStepper
from offline.full.body.size import check_reach
from offline.full.body.terms.base_motion import inertia_of
from offline.full.body.terms.beginning import (
    check_apart,
    check_layers,
    check_pace,
    check_spacing,
    check_swallowed,
)
from offline.full.body.terms.contact import CONTACT, Contact
from offline.full.body.terms.kinds import build_terms
from offline.full.body.terms.sum import Sum, Terms
from offline.scenes.base.names import as_names
from offline.scenes.body.actuators import BodyActuatorPart
from offline.scenes.body.mesh import MeshPart, RegionPart
from offline.scenes.body.scene import BodyScene
from runtime.body.handle.tool import standing
from runtime.plant.up_axis import UP, axis_of
from softrein.errors import MeshError, SceneError, shown, warn

Array = np.ndarray
BODIES: dict[str, Callable[[MeshPart], TetMesh]] = {  # element type by its name in scenes
    "tshape": lambda part: tshape(),
    "block": lambda part: block(part.cells, part.size),
    "flower": lambda part: stored_mesh("flower"),
    "trunk": lambda part: trunk(cells=part.cells or TRUNK_CELLS),
    "finger": lambda part: finger(),
    "dinosaur": lambda part: stored_mesh("dinosaur"),
}
# Fraction of the body's longest side by which boxes are enlarged, so that vertices on their edge are inside.
ON_THE_EDGE = 1e-9
MOST_REGIONS = 5000  # half as many as a bundle has arrays
MOST_TOLD = 5  # most names in a warning
ROUND_OFF = 1e-9  # fraction of a load below which it does not drive a cable or chamber


@dataclass(frozen=True)
class FullBody:
    """The full model of a scene; arrays are over its free degrees of freedom.

    It is pickled as the scene, loads and initial state, and built again from them.
    """

    scene: BodyScene
    mesh: TetMesh
    body: ElasticBody
    loads: Loads
    standing: Array  # (n_free,) N, gravity's force
    terms: Terms  # cables and chambers of the scene, and contact
    # (2, n_free) displacement [m] and velocity [m/s] at which runs start, if not the scene's start
    moving: Array | None = None
    carried: Carried | None = None  # motion of the handle, if the scene has one
    ways: Array | None = None  # (T, 12 each) inputs of the tools, if the scene has any, see `tools`
    others: Scale = NOTHING  # what the model's other motions are driven by, if this one rests

    def __reduce__(self) -> tuple[object, ...]:
        return _built_quietly, (self.scene, self.loads, self.moving, self.others)

    @cached_property
    def skin(self) -> dict[str, Array]:
        """The fine surface for display, as `BodyBundle.skin` holds it; empty: none. Raises MeshError."""
        part = self.scene.mesh
        if part.skin is None:
            return {}
        surface = read_surface(part.skin, part.skin_scale or part.scale)
        try:
            check_extent(surface.vertices, self.mesh)
            corners, weights = embed(surface.vertices, self.mesh)
        except MeshError as error:
            raise MeshError(f"{part.skin}: {error} (mesh.skin_scale is its unit in metres)") from error
        return {"triangles": surface.triangles, "corners": corners, "weights": weights}

    @cached_property
    def animated(self) -> Animated | None:
        """The animation that the body is to follow, bound to it; None: there is none. Raises SceneError."""
        if self.scene.reference.animation is None:
            return None
        return read_animated(self.scene, self.mesh, self.body.free, lambda: self.body.positions(self.start()))

    @cached_property
    def poses(self) -> list[Pose | None]:
        """The whole shape that each key-frame asks for; None where it asks for none. Raises SceneError."""
        count = len(self.scene.keyframes)
        return [read_pose(self.scene, i, self.mesh, self.body.free) for i in range(count)]

    @cached_property
    def alone(self) -> FullBody:
        """The same full body without free things."""
        if not self.scene.things:
            return self
        names, control = [part.name for part in self.scene.things], self.scene.control
        paths = [part for part in control.paths if part.region not in names]
        update = {
            "tools": self.scene.moved,
            "loads": [],
            "control": control.model_copy(update={"paths": paths}),
        }
        scene = self.scene.model_copy(update=update)
        loads = replace(self.loads, patterns=self.loads.patterns[:, : self.bodys])
        momentum = sum(part.momentum for part in self.scene.things)
        others = self.others._replace(control=self.others.control or momentum / scene.enrichment.duration)
        return _built_quietly(scene, loads, None, others, without_things(self.mesh))

    @property
    def bodys(self) -> int:
        """The number of degrees of freedom of the body itself; those of free things follow."""
        return len(self.body.free) - unknowns_of(self.scene.things)

    @cached_property
    def measure(self) -> Array:
        """Weights (n_free,) kg of squares of the body's motion: its mass, and zero for free things."""
        found = self.body.mass.copy()
        found[self.bodys :] = 0.0
        return found

    def without_things(self, u: Array) -> Array:
        """Return displacements (n_free, ...) with those of free things set to zero."""
        found = np.array(u)
        found[self.bodys :] = 0.0
        return found

    def with_still_things(self, u: Array) -> Array:
        """Extend displacements of the body alone (..., bodys) to (..., n_free), with things at rest."""
        rest = np.zeros((*u.shape[:-1], len(self.body.free) - self.bodys))
        return np.concatenate([u, rest], axis=-1)

    def start(self) -> Array:
        """Return the displacement (n_free,) m at time zero: at rest, or sagged under gravity."""
        if self.scene.things:
            u = self.with_still_things(self.alone.start())
            assert self.contact is not None
            check_apart(self.contact, self.scene, u, self.known_at(0), self.scene.start != "rest")
            return u
        if self.scene.start == "rest":
            return np.zeros(len(self.body.free))
        standing, first = self.standing, None
        if self.carried is not None:
            first = inertia_of(self.body, self.pivot, self.carried.at_first)
        if first is not None:  # transformed into the turned frame, like gravity
            standing = standing + first.load(np.zeros_like(standing), np.zeros_like(standing))
        begun = np.concatenate([np.zeros(self.terms.actuated), self.tools[0]])
        return equilibrium(self.moved, standing, begun if begun.size == self.terms.count else None)

    def actuator_force(self, index: int, part: BodyActuatorPart) -> Array:
        """Return the force of actuator `index` at 1 N, on the free degrees of freedom (n_free,)."""
        assert part.region is not None
        assert part.direction is not None
        vertices = region_of(self.mesh, part.region, f"control.actuators.{index}.region")
        along = np.array(part.direction) / float(np.linalg.norm(part.direction))
        return spread(self.mesh, self.body.free, vertices, along)

    @property
    def actuator_patterns(self) -> Array:
        """The force on the full body by each actuator under a control of 1, (actuators, n_free) N.

        Rows of cables and chambers (`is_internal`) are zero: their forces depend on the shape.
        """
        found = np.zeros((len(self.scene.control.actuators), len(self.body.free)))
        for i, part in enumerate(self.scene.control.actuators):
            if not part.is_internal:
                found[i] = part.size * self.actuator_force(i, part)
        return found

    @property
    def pivot(self) -> Array:
        """The point (3,) m about which the handle turns: the scene's, or the mean of the held vertices."""
        part = self.scene.handle
        if part is not None and part.pivot is not None:
            return np.array(part.pivot)
        return np.asarray(self.mesh.vertices[self.body.fixed].mean(axis=0))

    @cached_property
    def known(self) -> Array:
        """The inputs (T, k) of tools and of the handle over each step: given motions, not controls."""
        return self.tools if self.carried is None else np.hstack([self.tools, self.carried.inputs])

    @property
    def tools(self) -> Array:
        """The tools' motions (T, 12 each) over each step, as `runtime.body.terms.contact` takes them."""
        return np.zeros((self.scene.time.steps, 0)) if self.ways is None else self.ways

    def known_at(self, step: int) -> Array:
        """Return the inputs of a step for the stepper; after the last step tools and handle are at rest."""
        if step < len(self.known):
            return self.known[step]
        at_end = standing(self.known[-1, : self.tools.shape[1]], self.scene.time.step)
        return at_end if self.carried is None else np.concatenate([at_end, self.carried.at_last])

    @property
    def contact(self) -> Contact | None:
        """The contact term, or None where there is nothing to touch."""
        found = self.terms.by_kind.get(CONTACT)
        return found if isinstance(found, Contact) else None

    def begin(self) -> tuple[Array, Array]:
        """Return displacement and velocity (n_free,), m and m/s, of a run at time zero."""
        if self.moving is None:
            u = self.start()
            return u, np.concatenate([np.zeros(self.bodys), thrown(self.scene.things)])
        return self.moving[0].copy(), self.moving[1].copy()

    @property
    def moved(self) -> ElasticBody | Sum:
        """Return the body with its terms, which do nothing until they are driven; a new one for each call."""
        return Sum(self.body, self.terms) if self.terms.by_kind else self.body

    def finer(self, substeps: int, newton: int = 0) -> FullBody:
        """Return the body with `substeps` steps for one, and `newton` iterations a step unless that is 0.

        Its loads and its handle keep the steps of the scene.
        """
        time = self.scene.time
        given = {"step": time.step / substeps, "newton_iterations": newton or time.newton_iterations}
        scene = self.scene.model_copy(update={"time": time.model_copy(update=given)})
        return replace(self, scene=scene)

    def stepper(self) -> FullStepper:
        """Make a stepper for one run."""
        time, damping = self.scene.time, self.scene.damping
        return FullStepper(
            self.moved,
            (damping.mass, damping.stiffness),
            time.step,
            time.newton_iterations,
            backend=self.scene.backend,
            standing=self.standing,
            pivot=self.pivot,
            scheme=time.scheme,
        )


def build_full_body(scene: BodyScene, mesh: TetMesh | None = None) -> FullBody:
    """Build a scene's full body: its mesh, unless that is given, body and loads.

    Raises MeshError, MaterialError or SceneError.
    """
    mesh = build_mesh(scene.mesh, scene.up) if mesh is None else mesh
    mesh = mesh if mesh.loose else with_things(mesh, scene.things)
    materials = build_materials(scene, mesh)
    held = [region_of(mesh, name, "mesh.fixed") for name in scene.mesh.fixed]
    for name, region in zip(scene.mesh.fixed, held, strict=True):
        if not region.size:
            raise SceneError(f"mesh.fixed: the region {name!r} is empty: nothing holds the body")
    fixed = np.unique(np.concatenate(held))
    check_reach(scene, mesh)
    check_parts(mesh, fixed)
    body = ElasticBody(mesh, materials, fixed, masses_of(scene.things), scene.mesh.masses == "equal")
    standing = body.gravity(scene.gravity)
    weights = weights_of(scene.things, scene.gravity)
    standing[len(standing) - len(weights) :] = weights
    names = [part.name for part in scene.internal_actuators]
    loads = build_loads(scene.loads, mesh, body.free, scene.time, names)
    check_driven(scene, loads)
    full = FullBody(scene, mesh, body, loads, standing, build_terms(scene, mesh, body))
    full = replace(
        full,
        carried=carried_by(scene.handle, full.pivot, scene.gravity, scene.time),
        ways=tools_by(scene.moved, scene.time),
    )
    if full.contact is not None:
        check_pace(full.known, full.contact, scene)
        check_spacing(full.contact, scene)
        rest = np.zeros(len(body.free))
        check_apart(full.contact, scene, rest, full.known_at(0))
        check_swallowed(full.contact, mesh, scene, rest, full.known_at(0))
        check_layers(full.contact, scene, rest, full.known_at(0))
    return full


def check_driven(scene: BodyScene, loads: Loads) -> None:
    """Raise SceneError where the loads' sum drives a cable or a chamber beyond its limit."""
    for part, control in zip(scene.internal_actuators, loads.controls.T, strict=True):
        low, high = part.range or (-np.inf, np.inf)
        least, most = control.min(), control.max()
        off = ROUND_OFF * max(-least, most)
        if least < low - off or most > high + off:
            why = "" if part.limit else "; a cable pulls and never pushes"
            raise SceneError(
                f"loads: they drive {part.name!r} from {least:g} to {most:g} {part.unit}, and its limit is "
                f"{low:g} to {high:g} {part.unit}{why}: weaken them, or widen `limit` of the actuator"
            )


def _built_quietly(
    scene: BodyScene, loads: Loads, moving: Array | None, others: Scale, mesh: TetMesh | None = None
) -> FullBody:
    """Build the full body again without warnings, which were given when it was first built."""
    with catch_warnings():
        simplefilter("ignore")
        return replace(build_full_body(scene, mesh), loads=loads, moving=moving, others=others)


def check_parts(mesh: TetMesh, fixed: Array) -> None:
    """Raise MeshError where the mesh has unconnected parts and one of them is not held."""
    count, labels = mesh.parts
    loose = np.setdiff1d(np.arange(count), labels[fixed])
    if loose.size:
        members = np.flatnonzero(labels == loose[0])
        middle = ", ".join(f"{x:.3g}" for x in mesh.vertices[members].mean(axis=0))
        raise MeshError(
            f"mesh.fixed: of the mesh's {count} unconnected parts {loose.size} are held nowhere, the first "
            f"with {members.size} vertices around ({middle}) m: hold a region of each, join them, or keep "
            "one: softrein mesh FILE --largest -o NEW"
        )


def build_materials(scene: BodyScene, mesh: TetMesh) -> dict[str, Material] | None:
    """Return the scene's materials by region, or None where those of the mesh's file are used (SI units)."""
    if not scene.materials and not mesh.materials:
        raise SceneError(
            f"materials: missing, and {scene.mesh.file} brings none that can be used; add [materials.body] "
            "with young, poisson and density"
        )
    found = {
        name: Material(part.young, part.poisson, part.density, part.law, part.mean_volume)
        for name, part in scene.materials.items()
    }
    return found or None


def build_mesh(part: MeshPart, up: str = UP) -> TetMesh:
    """Build the mesh that a scene names, in metres, with its own regions and those that the scene adds.

    Where vertices are needed, a region of elements stands for its vertices. A region of the scene
    replaces the file's. As a region of elements, one by box, ball or share has those whose centre is inside.
    `up` is the axis of ends that state no axis.
    """
    mesh = BODIES[part.body](part) if part.body is not None else _file_mesh(part)
    solid = dict(mesh.element_regions)
    regions = {name: mesh.vertices_of(elements) for name, elements in solid.items()}
    regions |= {WHOLE_BODY: np.arange(len(mesh.vertices)), **mesh.regions}
    if part.fixed_list is not None and part.file is None:
        regions["fixed"] = read_bou(part.fixed_list)
    for name, given in part.regions.items():
        region = given.along(up)
        if name == WHOLE_BODY:
            raise SceneError(
                f"mesh.regions.{name}: that is always all of the body; give the region another name"
            )
        solid.pop(name, None)
        regions[name] = _chosen(region, mesh.vertices, name)
        if region.vertices is None:
            middles = mesh.vertices[mesh.tets].mean(axis=1)
            solid[name] = np.flatnonzero(_inside(region, mesh.vertices, middles))
    if len(regions) > MOST_REGIONS:
        raise SceneError(
            f"mesh: {len(regions)} regions, and a bundle keeps {MOST_REGIONS} at most; give the file one tag "
            "for each region that the scene needs, not one for each vertex or element"
        )
    materials = {name: each._replace(law=part.law or each.law) for name, each in mesh.materials.items()}
    made = TetMesh(mesh.vertices, mesh.tets, regions, solid, materials)
    return quadratic(made) if part.order == 2 else made


def _file_mesh(part: MeshPart) -> TetMesh:
    """Read a file's mesh, with names that a scene may use; a partial region may not be called "body"."""
    path, held = part.file, part.fixed_list
    assert path is not None
    mesh = _renamed(read_mesh(path, part.scale, fixed=None if held is None else read_bou(held)), path)
    renamed = f"{WHOLE_BODY}_in_file"

    def tidy(regions: Mapping[str, Array], count: int, what: str) -> dict[str, Array]:
        found = dict(regions)
        if WHOLE_BODY in found and len(own := found.pop(WHOLE_BODY)) < count:
            warn(
                f"{path}: its region {WHOLE_BODY!r} has {len(own)} of {count} {what}, but in a scene this "
                f"name means the whole body: the file's region is {renamed!r} there"
            )
            found.setdefault(renamed, own)
        return found

    return TetMesh(
        mesh.vertices,
        mesh.tets,
        tidy(mesh.regions, len(mesh.vertices), "vertices"),
        tidy(mesh.element_regions, len(mesh.tets), "elements"),
        mesh.materials,
    )


def _renamed(mesh: TetMesh, path: Path) -> TetMesh:
    """Rename a file's regions and materials to names that scenes may use, and warn of changed ones."""
    own = dict.fromkeys((*mesh.regions, *mesh.element_regions, *mesh.materials))
    names = as_names(own)
    others = [f"{shown(own, 40)} is {name!r}" for own, name in names.items() if own != name]
    if not others:
        return mesh
    more = f", and so on with {len(others) - MOST_TOLD} more" if len(others) > MOST_TOLD else ""
    warn(f"{path}: names that scenes may not have are changed there: {', '.join(others[:MOST_TOLD])}{more}")
    return TetMesh(
        mesh.vertices,
        mesh.tets,
        {names[name]: vertices for name, vertices in mesh.regions.items()},
        {names[name]: elements for name, elements in mesh.element_regions.items()},
        {names[name]: material for name, material in mesh.materials.items()},
    )


def _chosen(part: RegionPart, vertices: Array, name: str) -> Array:
    """Return the vertices (k,) of a region of the scene. Raises SceneError where there are none."""
    if part.vertices is not None:
        return np.array(part.vertices)
    inside = _inside(part, vertices, vertices)
    if not inside.any():
        least, largest = vertices.min(axis=0).round(4).tolist(), vertices.max(axis=0).round(4).tolist()
        raise SceneError(
            f"mesh.regions.{name}: holds no vertex; the body lies between {least} and {largest} (m)"
        )
    return np.flatnonzero(inside)


def _inside(part: RegionPart, vertices: Array, points: Array) -> Array:
    """Whether each of the points (k, 3) lies in a box, ball or end of the body with these vertices."""
    edge = ON_THE_EDGE * float(np.ptp(vertices, axis=0).max())
    if part.box is not None:
        low, high = np.sort(np.array(part.box), axis=0)
        return np.asarray(((points >= low - edge) & (points <= high + edge)).all(axis=1))
    if part.at is not None:
        return np.asarray(np.linalg.norm(points - np.array(part.at), axis=1) <= (part.radius or 0.0) + edge)
    axis = axis_of(part.axis or UP)
    low, high = vertices[:, axis].min(), vertices[:, axis].max()
    if part.lowest is not None:
        return np.asarray(points[:, axis] <= low + part.lowest * (high - low) + edge)
    return np.asarray(points[:, axis] >= high - (part.highest or 0.0) * (high - low) - edge)


def simulate(
    full: FullBody, stepper: FullStepper | None = None, perturbation: Perturbation | Excitation | None = None
) -> Iterator[tuple[Array, Array]]:
    """Yield the T + 1 states (u, v) of a full run, each (n_free,) in m and m/s, from the scene's start.

    `stepper`, a new one of the body's, keeps the counts; it is made here where none is given.
    """
    stepper = stepper or full.stepper()
    u, v = full.begin()
    for step in range(full.scene.time.steps):
        if perturbation is not None:
            v = v + full.with_still_things(perturbation.velocity_change(step))
        yield u, v
        load, control = full.loads.at(step), full.loads.control_at(step)
        if perturbation is not None:
            load = load + full.with_still_things(perturbation.load(step))
            control = control + perturbation.control(step)
        u, v = stepper.step(u, v, load, control, full.known_at(step))
    yield u, v

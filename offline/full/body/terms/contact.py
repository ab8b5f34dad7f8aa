"""Contact of a full body: the law of `runtime.body.terms.contact`, on its own surface.

Samples are embedded in the surface's triangles, x = X + D u; forces and stiffness are those of the samples,
transformed by D.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

import numpy as np
from pydantic import ValidationError

from meshes.formats.surfaces import read_surface
from meshes.signed_distance import SignedDistance
from meshes.tetmesh import TetMesh
from offline.full.body.terms.free_things import ByAxes, Coupled, met, points_of, turned, vertices_of
from offline.full.body.terms.placing import region_of, turn_of
from offline.full.body.terms.sum import Sum, Terms
from offline.full.body.terms.term import Part, Piece, Points, Start
from offline.scenes.body.contact import ContactPart, ObstaclePart, ShapePart, ToolPart, default_names
from offline.scenes.body.scene import BodyScene
from reduce.protocols import Body
from runtime.base.addresses import InMemory
from runtime.body.contact.data import BODYS, CARRIERS, Data, touching_places
from runtime.body.contact.shapes import BOX, KINDS, distances
from runtime.body.terms.contact import Contact as Reduced
from runtime.body.terms.contact import add_force, begin, energy_at
from runtime.plant.up_axis import UP
from softrein.errors import MeshError, SceneError, shown, warn

Array = np.ndarray
# defaults as fractions of the body's size: layer thickness in m, slip speed in m/s
DISTANCE, SLIP = 1 / 200, 1 / 100
HARDNESS = 10.0  # default stiffness of the layer, in units of Young's modulus over the body's size
BORNE = 8.0  # least load, in body weights, that the layer over the whole surface must bear
CONTACT = "contact"  # name of this kind of term
LOST = 0.05  # fraction of its surface behind which a shape from a file may have no volume without a warning
CANDIDATES = 20  # candidate points for each sample, from which evenly spread ones are chosen


class Contact:
    """Contact of a body with shapes, o of them.

    Args:
        points: The samples (m).
        areas: (m,) m^2, the area of the surface that each sample represents.
        shapes: The fields of `runtime.body.terms.contact.ContactArrays` for shapes and law, by name.
        body: The full body.

    Attributes:
        points: The samples.
        law: The same law on the samples themselves, three coordinates each.
        names: Names of the shapes.

    """

    def __init__(
        self,
        points: Points,
        areas: Array,
        shapes: dict[str, Array],
        body: Body,
        names: Sequence[str],
        layer: Layer,
    ) -> None:
        self.points, self.names, self.layer = points, list(names), layer
        m = len(points.rest)
        self.law = Reduced(points=points.rest, point_modes=np.zeros((m, 3, 0)), areas=areas, **shapes)
        self._map = points.matrix(body)
        self._coupled = Coupled(m, carriers_of(self.law))
        self.pieces: list[Piece] = [self._coupled.piece(self._map)]
        self.data: Data = self.law.data(0)
        self._there = InMemory(self.data)
        self._by_axes = ByAxes(self.data, self._there)
        self._nowhere = np.zeros(3 * m), np.zeros(3 * m)
        self.begin(None, np.zeros(self.count))

    @classmethod
    def of(
        cls,
        body: Body,
        obstacles: Sequence[ShapePart | Mapping[str, object]],
        tools: Sequence[ToolPart | Mapping[str, object]] = (),
        gravity: tuple[float, float, float] = (0.0, 0.0, 0.0),
        up: str = UP,
        stiffness_damping: float = 0.0,
        **contact: object,
    ) -> Self:
        """Make the contact of a body with shapes as in scenes; `contact` are entries of a scene's [contact].

        `stiffness_damping` [s] is that of the layer; a scene's [damping] sets it for body and layer alike.

        Raises SceneError for invalid entries.
        """
        try:
            shapes: list[ShapePart] = [ObstaclePart.model_validate(each) for each in obstacles]
            shapes += [ToolPart.model_validate(each) for each in tools]
            part = ContactPart.model_validate(contact)
        except ValidationError as error:
            raise SceneError(f"contact: {error}") from error
        fields = [f"obstacles.{i}" for i in range(len(obstacles))] + [f"tools.{i}" for i in range(len(tools))]
        return cls(*made_of(body, shapes, fields, Surroundings(part, gravity, up, stiffness_damping)))

    def on(self, body: Body) -> Sum:
        """Return the body with its contact, as a `FullStepper` takes it."""
        return Sum(body, Terms({CONTACT: self}, body))

    @property
    def count(self) -> int:
        """How many inputs it has, twelve for each tool."""
        return int(self.law.inputs)

    @property
    def rigid(self) -> bool:
        """See `Rubbing`."""
        return bool(self.law.manner.rigid)

    @property
    def rounding(self) -> float:
        """See `Rubbing`."""
        return self._by_axes.rounding(self._map)

    def acts(self, control: Array) -> bool:
        """See `FullTerm`."""
        return True

    def begin(self, start: Start | None, control: Array) -> bool:
        """See `Rubbing`; a shape at rest has no friction. A part is too long if motion in it is too large."""
        u, since, half, v = Start(np.zeros(self._map.shape[1]), 0.0, np.inf) if start is None else start
        speeds = np.zeros(self._map.shape[0]) if v is None else self._map @ v
        inputs = np.ascontiguousarray(control, dtype=float)
        return bool(begin(self._there, np.concatenate([self._at(u), speeds]), inputs, since, half) < np.inf)

    def energy(self, u: Array, control: Array) -> float:
        """See `FullTerm`; friction is that of the contacts that were computed last."""
        return float(energy_at(self._there, self._at(u)))

    def force_and_stiffness(self, u: Array, control: Array, whole: bool) -> tuple[Array, Array]:
        """See `FullTerm`; the part that is not semidefinite comes from curved shapes."""
        pulls, values = np.zeros((len(self.points.rest), 3)), np.zeros((self._coupled.count, 9))
        add_force(self._there, self._at(u), self._nowhere[0], 1.0, self._nowhere[1])
        work = self.data.work
        count = int(work.active[0])
        blocks, points = work.blocks[:count], work.points[:count]
        stiff = blocks[:, :9] + blocks[:, 18:27] / work.half[0] + (blocks[:, 9:18] if whole else 0.0)
        there, alone = points >= 0, (points[:, 1::2] < 0).all(axis=1)
        np.add.at(pulls, points[there], work.acting[:count][there])
        self._by_axes.add_force(pulls)
        np.add.at(values, points[alone, 0], stiff[alone])
        of_balls = stiff[~alone & (points[:, 4] < 0)].reshape(-1, 3, 3)
        for contact, block in zip(met(work), of_balls, strict=True):
            self._coupled.add(contact, block, values)
        for places, matrix in self._by_axes.symmetric(whole):
            self._coupled.add_matrix(places, matrix, values)
        return self._map.T @ pulls.ravel(), values.ravel()

    def turned(self, change: Array) -> Array | None:
        """See `Rubbing`."""
        work, found = self.data.work, np.zeros((len(self.points.rest), 3))
        count = int(work.active[0])
        alone = (work.points[:count, 1::2] < 0).all(axis=1)
        blocks, samples = work.blocks[:count, 27:36].reshape(-1, 3, 3)[alone], work.at[:count, 1][alone]
        if alone.all() and not blocks.any() and not self._by_axes.things.size:
            return None
        along = (self._map @ change).reshape(-1, 3)
        np.add.at(found, samples, np.einsum("kab,kb->ka", blocks, along[samples]))
        for contact in met(work):
            np.add.at(found, contact.points, turned(contact, along[contact.points]))
        self._by_axes.turned(along, found)
        return np.asarray(self._map.T @ found.ravel())

    def unit_forces(self) -> Array:
        """See `FullTerm`; tools are no controls."""
        return np.zeros((self.count, self._map.shape[1]))

    def arrays(self) -> list[Array]:
        """See `FullTerm`."""
        return [*self.points, *self.law._asdict().values()]

    def wrenches(self, u: Array) -> Array:
        """Return force [N] and torque [N m] on each shape about its middle (o, 6), posed as in `begin`."""
        self.force_and_stiffness(u, np.zeros(0), True)
        work, found = self.data.work, np.zeros((len(self.law.kinds), 6))
        x = self._at(u).reshape(-1, 3)
        for (o, i), pull in zip(work.at[: int(work.active[0])], work.pulls, strict=False):
            if self.data.own[i] != BODYS:
                continue
            found[o] -= np.concatenate([pull, np.cross(x[i] - work.poses[1, o, :3], pull)])
        return found

    def mean_wrenches(self, parts: Sequence[Part], tools: Array) -> Array:
        """Return the average of `wrenches` (o, 6) over a step that was taken in parts, under its tools."""
        found, whole = np.zeros((len(self.law.kinds), 6)), 0.0
        for start, end, theta in parts:
            self.begin(start, tools)
            length = start.half / theta
            found += length * self.wrenches((1.0 - theta) * start.u + theta * end)
            whole += length
        return found / whole if whole else found

    def gaps(self, u: Array, control: Array | None = None) -> Array:
        """Return the distances of samples from shapes (o, m) m, negative inside; inf for excluded pairs.

        `control` (12 each) has the tools' poses at the beginning of a step; None: at rest.
        """
        self.begin(Start(u, 0.0, np.inf), np.zeros(self.count) if control is None else control)
        x, radii = self._at(u).reshape(-1, 3), self.data.radii
        shapes, poses, moves = self.data.shapes, self.data.work.poses[0], np.diff(self._map.indptr)[::3] > 0
        found = np.array([distances(shapes, o, pose, x)[:, 0] - radii for o, pose in enumerate(poses)])
        return np.where(moves & (self.data.meets > 0), found, np.inf)

    def _at(self, u: Array) -> Array:
        """Return the samples' places (3 m,)."""
        return np.asarray(self.points.rest.ravel() + self._map @ u)


class Layer(NamedTuple):
    """Parameters of the contact layer of a body."""

    stiffness: float  # Pa/m, stiffness of the layer
    distance: float  # m, thickness of the layer
    slip: float  # m/s, slip speed


def build_contact(scene: BodyScene, mesh: TetMesh, body: Body, extra: Sequence[ToolPart] = ()) -> Contact:
    """Build the contact of a scene, with `extra` tools after its own. Raises SceneError naming the entry."""
    shapes = [*scene.obstacles, *scene.things, *scene.moved, *extra]
    part = scene.contact or ContactPart()
    around = Surroundings(part, scene.gravity, scene.up, scene.damping.stiffness, scene.mesh.scale)
    return Contact(*made_of(body, shapes, fields_of(scene, extra), around))


class Surroundings(NamedTuple):
    """The settings of a scene on which a body's contact depends."""

    part: ContactPart
    gravity: tuple[float, float, float] = (0.0, 0.0, 0.0)  # m/s^2, gravity
    up: str = UP
    damping: float = 0.0  # s, stiffness-proportional damping of the layer, as of the body
    unit: float = 1.0  # m, unit of files that have none of their own


def made_of(
    body: Body, shapes: Sequence[ShapePart], fields: Sequence[str], around: Surroundings
) -> tuple[Points, Array, dict[str, Array], Body, list[str], Layer]:
    """Make the arguments of `Contact` for shapes, of which tools come last.

    `fields` names each shape's entry of the scene for errors. Returns the samples of the surface and their
    areas (m^2), the arrays of the shapes, the body with the free rigid ones added, names, and the layer in
    which contact acts. Of `moving`, -1 is a shape at rest, k >= 0 the tool whose poses are the k-th inputs,
    and -2 - m a free one whose middle is the sample m.
    """
    part = around.part
    points, areas = samples_of(part, body)
    layer = layer_of(around, body, float(areas.sum()))
    things = [each for each in shapes if isinstance(each, ToolPart) and each.mass is not None]
    weakest = min([layer.stiffness, *(p.stiffness for p in shapes if p.stiffness is not None)])
    borne = layer._replace(stiffness=weakest)  # by whichever of them it lies on
    points, areas, middles = _with_things(points, areas, things, borne, around.gravity, body.mesh)
    poses, sizes, grids = [], [], list[SignedDistance]()
    largest = max((each.radius or 0.0 for each in things), default=0.0)
    for field, each in zip(fields, shapes, strict=True):
        poses.append(np.concatenate([each.position, turn_of(each, around.up).ravel()]))
        sizes.append(_size_of(each, field, 2 * layer.distance + largest, grids, around.unit))
    moves = np.array([isinstance(each, ToolPart) and each.mass is None for each in shapes])
    moving = np.where(moves, np.cumsum(moves) - 1, -1).astype(np.int64)
    moving[[k for k, each in enumerate(shapes) if each in things]] = -2 - middles
    starts = np.cumsum([0, *(each.values.size for each in grids)])
    arrays = {
        "kinds": np.array([KINDS.index(each.shape) for each in shapes], dtype=np.int64),
        "sizes": np.array(sizes, dtype=float),
        "poses": np.array(poses),
        "moving": moving,
        "friction": np.array([part.friction if p.friction is None else p.friction for p in shapes]),
        "stiffness": np.array([layer.stiffness if p.stiffness is None else p.stiffness for p in shapes]),
        "law": np.array([layer.distance, layer.slip, part.damping, around.damping]),
        "grid_shapes": np.array(
            [[*g.values.shape, s] for g, s in zip(grids, starts, strict=False)], dtype=np.int64
        ).reshape(-1, 4),
        "grid_frames": np.array([[*g.origin, g.spacing, g.border] for g in grids]).reshape(-1, 5),
        "grid_slopes": np.array([g.steepest for g in grids]),
        "coefficients": np.concatenate([np.zeros(0), *(g.coefficients.ravel() for g in grids)]),
    }
    return points, areas, arrays, body, default_names(shapes), layer


def carriers_of(law: Reduced) -> Array:
    """Return the samples that carry the free things."""
    free = np.flatnonzero(law.moving <= -2)
    found = [-2 - law.moving[k] + np.arange(CARRIERS[int(law.kinds[k])]) for k in free]
    return np.concatenate([np.zeros(0, dtype=int), *found])


def _with_things(
    points: Points,
    areas: Array,
    things: Sequence[ToolPart],
    layer: Layer,
    gravity: Sequence[float],
    mesh: TetMesh,
) -> tuple[Points, Array, Array]:
    """Append the samples of free things, whose vertices are the last ones; return which are middles as well.

    A ball has an area for contact with flat shapes, and so has each place with which a box or a capsule
    touches: that of its cap within the layer, or a box's share of its surface, or more where this could not
    bear the thing's weight.
    """
    count = sum(vertices_of(part) for part in things)
    if things and mesh.loose != count:
        raise SceneError(
            f"tools: {shown(things[0].name or things[0].shape)} moves freely, for which the mesh has no "
            "vertices: only the body of a scene has them"
        )
    vertex = len(mesh.vertices) - count
    all_points, shares, middles = [points], [areas], list[int]()
    for part in things:
        middles.append(sum(map(len, shares)))
        all_points.append(points_of(part, vertex))
        weight = (part.mass or 0.0) * float(np.linalg.norm(gravity))
        own, carriers = len(all_points[-1].rest), vertices_of(part)
        share = max(_own_area(part, layer), BORNE * weight / (layer.stiffness * layer.distance))
        touching = np.arange(own) >= carriers if own > carriers else np.arange(own) == 0
        shares.append(np.where(touching, share, 0.0))
        vertex += carriers
    return (
        Points(*map(np.concatenate, zip(*all_points, strict=True))),
        np.concatenate(shares),
        np.array(middles),
    )


def _own_area(part: ToolPart, layer: Layer) -> float:
    """Return the area, m^2, that a touching place of a free thing represents, if it bears the weight."""
    if part.shape != "box":
        return 2 * np.pi * (part.radius or 0.0) * layer.distance / 3
    x, y, z = part.halves
    return 8 * (x * y + y * z + z * x) / len(touching_places(BOX, np.array(part.halves)))


def fields_of(scene: BodyScene, extra: Sequence[ToolPart] = ()) -> list[str]:
    """Return the entries of the scene for its shapes, in their order."""
    tools = [scene.tools.index(each) for each in (*scene.things, *scene.moved)]
    own = [f"obstacles.{i}" for i in range(len(scene.obstacles))] + [f"tools.{i}" for i in tools]
    return own + [f"presses.{i}" for i in range(len(extra))]


def layer_of(around: Surroundings, body: Body, area: float) -> Layer:
    """Return the contact layer: the scene's given values, and for the others ones that suit the body.

    `area`, m^2, is that of the body's surface.
    """
    part = around.part
    size = float(body.mesh.sides.max())
    distance = part.distance or DISTANCE * size
    lam, mu = np.median(body.lame, axis=0)
    young = mu * (3 * lam + 2 * mu) / (lam + mu)
    weight = float(np.linalg.norm(around.gravity)) * body.total_mass
    own = max(HARDNESS * young / size, BORNE * weight / (area * distance))
    return Layer(part.stiffness or own, distance, part.slip or SLIP * size)


def samples_of(part: ContactPart, body: Body) -> tuple[Points, Array]:
    """Return the points of the surface at which contact acts, and the area that each represents (m,) m^2.

    They are the vertices that can move, of a region or of all the surface, or as many points as the scene
    asks for. Raises SceneError where no surface there can move.
    """
    mesh = body.mesh
    triangles = mesh.surface
    if part.region is not None:
        chosen = region_of(mesh, part.region, "contact.region")
        triangles = triangles[np.isin(triangles, chosen).all(axis=1)]
    moves = np.isin(triangles, body.free // 3).any(axis=1)
    if not moves.any():
        where = "the body's surface" if part.region is None else f"the surface of {part.region!r}"
        raise SceneError(
            f"contact.region: nothing of {where} can move; give a region with triangles of the surface in it"
        )
    corners = mesh.vertices[triangles]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    if part.samples is None:
        shares = np.bincount(triangles.ravel(), np.repeat(areas / 3, 3), len(mesh.vertices))
        chosen = np.intersect1d(np.unique(triangles), body.free // 3)
        weights = np.tile([1.0, 0.0, 0.0, 0.0], (len(chosen), 1))
        return Points(mesh.vertices[chosen], np.repeat(chosen[:, None], 4, axis=1), weights), shares[chosen]
    return _spread(part.samples, mesh, triangles[moves], areas[moves])


def _spread(count: int, mesh: TetMesh, triangles: Array, areas: Array) -> tuple[Points, Array]:
    """Choose `count` points of triangles, each as far as possible from those before, and their areas."""
    rng, tried = np.random.default_rng(0), CANDIDATES * count
    which = np.searchsorted(np.cumsum(areas), areas.sum() * (np.arange(tried) + 0.5) / tried)
    which = np.minimum(which, len(areas) - 1)
    one, two = rng.random((2, tried))
    root = np.sqrt(one)
    weights = np.column_stack([1 - root, root * (1 - two), root * two, np.zeros(tried)])
    corners = np.column_stack([triangles[which], triangles[which, :1]])
    places = np.einsum("kc,kcx->kx", weights, mesh.vertices[corners])
    nearest, owner, chosen = np.full(tried, np.inf), np.zeros(tried, dtype=int), []
    following = int(np.argmin(np.linalg.norm(places - places.mean(axis=0), axis=1)))
    for k in range(count):
        chosen.append(following)
        away = np.linalg.norm(places - places[following], axis=1)
        owner[away < nearest] = k
        nearest = np.minimum(nearest, away)
        following = int(np.argmax(nearest))
    shares = np.bincount(owner, minlength=count) * areas.sum() / tried
    return Points(places[chosen], corners[chosen], weights[chosen]), shares


def _size_of(
    part: ShapePart, field: str, margin: float, grids: list[SignedDistance], unit: float
) -> tuple[float, float, float]:
    """Return the size of a shape for `runtime.body.contact.shapes`; a surface's grid is added to `grids`."""
    if part.shape != "mesh":
        return part.halves
    assert part.file is not None
    try:
        surface = read_surface(part.file, part.scale or unit)
        grids.append(SignedDistance.of(*surface, margin=margin, cells=part.cells))
    except MeshError as error:
        raise SceneError(f"{field}.file: {part.file.name}: {error}") from error
    if (lost := grids[-1].lost(*surface)) > LOST:
        warn(
            f"{field}.cells: {lost:.0%} of the surface of {part.file.name} is too thin for {part.cells} "
            "cells along its longest side, and lets bodies through; give more cells"
        )
    return float(len(grids) - 1), 0.0, 0.0

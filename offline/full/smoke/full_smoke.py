"""A scene's full smoke simulation: its grid, winds and particles, and a run of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from meshes.formats.surfaces import read_surface
from meshes.macgrid import MacGrid
from meshes.signed_distance import exact_distances
from offline.campaign.enrichment import NOTHING, Scale
from offline.full.smoke.stepper import Smoke
from offline.full.smoke.wind import Found, GustField, Wind, patch
from offline.scenes.smoke import BoxPart, Place, PuffPart, SmokeScene, SolidPart, WindPart
from runtime.plant.push import Push
from runtime.smoke.velocity_modes import times
from softrein.errors import MeshError, SceneError

Array = np.ndarray
SPACE = 3  # number of axes
EDGE = 0.25  # width of a puff's soft edge as a fraction of its radius
LEAST_FELT = 1e-6  # fraction of its strength: a wind weaker than this at all open faces is refused


class Frame(NamedTuple):
    """The full state at one moment."""

    q: Array  # (faces,) m/s, face velocities
    particles: Array  # (N, d) m, steered particles
    carried: Array  # (k, d) m, particles that are only carried along
    density: Array | None  # (cells) density, if any


@dataclass(frozen=True)
class FullSmoke:
    """The full model of a scene. It is pickled as the scene.

    `found` is the wind found for the scene's key-frames or guide of particles, if it has any.
    """

    scene: SmokeScene
    grid: MacGrid
    wind: Wind
    found: Found | None = None
    others: Scale = NOTHING  # what the model's other motions are driven by, if this one rests

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (self.scene, self.found, self.others)

    def finer(self, substeps: int) -> FullSmoke:
        """Return the same smoke with `substeps` steps for one; its winds keep the scene's steps."""
        time = self.scene.time
        given = time.model_copy(update={"step": time.step / substeps})
        return replace(self, scene=self.scene.model_copy(update={"time": given}))

    def simulation(self) -> Smoke:
        """Make a simulation for one run."""
        scene, box = self.scene, self.scene.box
        return Smoke(
            self.grid, scene.time.step, box.viscosity, scene.backend, scene.advection, box.buoyancy or ()
        )

    @property
    def is_buoyant(self) -> bool:
        """Whether the density acts on the flow, so that it must be computed."""
        return self.scene.box.buoyancy is not None

    def force(self, step: int) -> Array:
        """Return the winds' force per mass (faces,) m/s^2 held over a step, taken at its middle."""
        total = self.wind.force((step + 0.5) * self.scene.time.step)
        return total if self.found is None else total + self._gusts.force(self.found.strengths[step])

    def largest_acceleration(self) -> float:
        """Return the strongest wind or lift in m/s^2, by which perturbations are scaled."""
        found = [float(np.linalg.norm(part.acceleration)) for part in self.scene.winds]
        found.append(float(np.linalg.norm(self.scene.box.buoyancy or ())))
        if self.found is not None:
            found.append(self.found.strongest)
        return float(max(found, default=0.0))

    @cached_property
    def _gusts(self) -> GustField:
        assert self.found is not None
        return self.found.gusts.on(self.grid)

    def start(self) -> Frame:
        """Return still air, with particles and smoke in their places."""
        points = [
            np.reshape(np.array(part, dtype=float), (-1, self.grid.axes))
            for part in (self.scene.particles, self.scene.carried)
        ]
        return Frame(np.zeros(self.grid.size), points[0], points[1], puffs(self.grid, self.scene.smoke))


def build_full_smoke(scene: SmokeScene) -> FullSmoke:
    """Build grid and winds of a scene. Raises MeshError or SceneError."""
    grid = build_grid(scene.box)
    for name, points in (("particles", scene.particles), ("carried", scene.carried)):
        _check_inside(grid, points, name)
    if scene.guide is not None:
        _check_inside(grid, scene.guide.path, "guide.path")
    for i, part in enumerate(scene.keyframes):
        _check_fluid(grid, part.place(scene.particles), f"keyframes.{i}.position")
    for i, puff in enumerate(scene.smoke):
        _check_middle(grid, puff.at, f"smoke.{i}.at")
    winds: dict[str, list[tuple[Place | int, float, tuple[float, ...]]]] = {
        "pushes": [(part.at, part.radius, part.acceleration) for part in scene.pushes],
        "winds": [(part.at, part.radius, part.acceleration) for part in scene.winds],
        "control.actuators": [(part.at, part.radius, part.direction) for part in scene.control.actuators],
    }
    for name, several in winds.items():
        for i, (at, radius, along) in enumerate(several):
            if not isinstance(at, int):  # if it is a particle's number, its future position is unknown
                _check_middle(grid, at, f"{name}.{i}.at")
                _check_felt(grid, at, radius, along, f"{name}.{i}")
    return FullSmoke(scene, grid, Wind(grid, [_push(part) for part in scene.winds]))


def _rebuilt(scene: SmokeScene, found: Found | None, others: Scale) -> FullSmoke:
    return replace(build_full_smoke(scene), found=found, others=others)


def build_grid(part: BoxPart) -> MacGrid:
    """Build the grid of a box, with its solid cells."""
    open_box = MacGrid(part.cells, part.size)
    solid = np.zeros(open_box.solid.size, dtype=bool)
    for i, piece in enumerate(part.solids):
        inside = _inside(piece, open_box, f"box.solids.{i}")
        if not inside.any():
            raise SceneError(f"box.solids.{i}: holds no cell's centre; make it larger, or leave it out")
        solid |= inside
    return MacGrid(part.cells, part.size, solid.reshape(part.cells)) if solid.any() else open_box


def _inside(piece: SolidPart, grid: MacGrid, name: str) -> Array:
    """Return which cells' centres (count,) lie in a solid. Raises SceneError for an unsuitable file."""
    centres = grid.cell_centres
    if piece.box is not None:
        low, high = np.sort(np.array(piece.box), axis=0)
        return np.asarray(((centres >= low) & (centres <= high)).all(axis=1))
    apart = centres if piece.at is None else centres - np.array(piece.at)
    if piece.file is None:
        return np.asarray(np.linalg.norm(apart, axis=1) <= (piece.radius or 0.0))
    if apart.shape[1] < SPACE:
        raise SceneError(f"{name}.file: a surface is for smoke in space; give box.cells three numbers")
    try:
        surface = read_surface(piece.file, piece.scale)
        low, high = surface.vertices.min(axis=0), surface.vertices.max(axis=0)
        inside = ((apart > low) & (apart < high)).all(axis=1)
        if inside.any():
            inside[inside] = exact_distances(*surface, apart[inside]) < 0
        return inside
    except MeshError as error:
        raise SceneError(f"{name}.file: {piece.file.name}: {error}") from error


def simulate(
    full: FullSmoke, simulation: Smoke, gust: Push | None = None, with_density: bool = False
) -> Iterator[Frame]:
    """Yield the T + 1 frames of a full run from still air; `gust` is a further wind.

    The density is computed if asked for, or buoyant.
    """
    frame, with_density = full.start(), with_density or full.is_buoyant
    extra = None if gust is None else Wind(full.grid, [gust])
    dt = full.scene.time.step
    for step in range(full.scene.time.steps):
        yield frame
        force = full.force(step)
        if extra is not None:
            force = force + extra.force((step + 0.5) * dt)
        q, density = simulation.step(frame.q, frame.density if with_density else None, force)
        middle = 0.5 * (frame.q + q)
        moved = [simulation.advect(points, middle) if len(points) else points for points in frame[1:3]]
        frame = Frame(q, moved[0], moved[1], density)
    yield frame


def puffs(grid: MacGrid, parts: list[PuffPart]) -> Array:
    """Return the density (cells) of discs or balls of smoke, 1 inside, with a smooth edge."""
    density = np.zeros(grid.cells)
    for part in parts:
        distance = np.linalg.norm(grid.cell_centres - part.at, axis=1).reshape(grid.cells) / part.radius
        edge = np.clip((1 - distance) / EDGE + 0.5, 0, 1)
        density = np.maximum(density, edge * edge * (3 - 2 * edge))
    return np.where(grid.fluid, density, 0.0)


def _push(part: WindPart) -> Push:
    lasts = math.inf if part.duration is None else part.duration
    return Push(part.at, part.acceleration, part.start, lasts, part.radius, part.period or 0.0, part.seed)


def _check_inside(grid: MacGrid, points: list[Place], name: str) -> None:
    """Raise SceneError where a point lies outside the box, or in a solid cell."""
    for i, point in enumerate(points):
        _check_fluid(grid, point, f"{name}.{i}")


def _check_fluid(grid: MacGrid, point: Place, name: str) -> None:
    """Raise SceneError where the point lies outside the box, or in a solid cell."""
    _check_middle(grid, point, name)
    cell = grid.cell_of(np.array([point]))[0]
    if grid.solid[tuple(cell)]:
        raise SceneError(f"{name}: {_words(point)} m is in a solid cell")


def _check_felt(grid: MacGrid, at: Place, radius: float, along: tuple[float, ...], name: str) -> None:
    """Raise SceneError where no open face feels a wind that blows `along` (d,)."""
    shapes = grid.split(patch(grid, at, radius))
    felt = max(abs(each) * shape.max() for each, shape in zip(along, shapes, strict=True))
    if felt < LEAST_FELT * max(map(abs, along)):
        raise SceneError(
            f"{name}: wind {radius:g} m wide at {_words(at)} m moves nothing: no open face of the grid feels "
            "it; take a larger radius, another place or another direction"
        )


def _check_middle(grid: MacGrid, at: Place, name: str) -> None:
    """Raise SceneError where a point lies outside the box."""
    if len(at) != grid.axes or not all(0 <= x <= length for x, length in zip(at, grid.extent, strict=True)):
        raise SceneError(f"{name}: {_words(at)} m is outside the box of {times(grid.extent)} m")


def _words(point: Place) -> str:
    return f"({', '.join(f'{x:g}' for x in point)})"

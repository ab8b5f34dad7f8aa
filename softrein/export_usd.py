"""Runs as USD in plain text (.usda), which Blender, Houdini, Omniverse and usdview open.

One transform named as the bundle holds what moves, each with a time sample a frame; time codes are frames,
from 0 up, and `timeCodesPerSecond` their rate. Metres, y up.

    body        Mesh "body": what pictures show, its skin or its mesh's surface
                Sphere for each target, swinging or flying as in movies
    smoke       Points "steered" and "carried": the bundle's particles
                Points "smoke": so many points where the smoke is at the start, carried by the run's own field

A .usda holds no grids: the density of smoke goes into .vtkhdf. Numbers have nine digits, which single
precision needs to come back as it was: about 36 bytes a vertex and frame.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from runtime.tracers import FrameField, Tracers
from softrein import look
from softrein.acts import swinging
from softrein.export import Shown
from softrein.smoke_acts import FULL
from softrein.whole_file import whole_file

if TYPE_CHECKING:
    from runtime.bundle import Bundle
    from runtime.deformable_bundle import DeformableBundle
    from runtime.fluid_bundle import FluidBundle
    from runtime.run import Run
    from softrein.export import Frames, Progress

SMOKE_POINTS = 4000  # so many show where smoke is: 140 kB a frame
PARTICLE, SPECK = 0.02, 0.006  # diameters, of the box's longer side


def write(bundle: Bundle, run: Run, frames: Frames, path: Path, controller: str, progress: Progress) -> None:
    """A run of any kind of bundle, in the colours of its controller."""
    if bundle.kind == "fluid":
        write_smoke(cast("FluidBundle", bundle), run, frames, path, controller, progress)
    else:
        write_body(cast("DeformableBundle", bundle), run, frames, path, controller, progress)


def write_body(
    bundle: DeformableBundle,
    run: Run,
    frames: Frames,
    path: Path,
    controller: str,
    progress: Progress,
) -> None:
    """What pictures show of a body, and its targets."""
    shown, names = Shown(bundle), _Names()
    states = frames.states(run.states)
    with _stage(path, bundle.name, frames, names) as out:
        out.write(f'    def Mesh "{names.of("body")}"\n    {{\n')
        out.write('        uniform token subdivisionScheme = "none"\n')
        out.write(f"        int[] faceVertexCounts = [{', '.join(['3'] * len(shown.triangles))}]\n")
        out.write(f"        int[] faceVertexIndices = {_integers(shown.triangles)}\n")
        _write_colour(out, look.body_of(controller))
        places = (shown.positions(state) for state in states)
        _write_places(out, _told(places, len(frames), progress), margin=0.0)
        out.write("    }\n")
        for target in bundle.targets:
            swung = frames.states(swinging(bundle, target, run.states))
            _write_sphere(out, names.of(target.name), swung, target.radius)


def write_smoke(
    bundle: FluidBundle,
    run: Run,
    frames: Frames,
    path: Path,
    controller: str,
    progress: Progress,
) -> None:
    """Particles that are steered and carried, and points that stand for smoke."""
    field, names, side = FrameField(bundle.modes), _Names(), max(bundle.extent)
    colour = look.body_of(controller)
    with _stage(path, bundle.name, frames, names) as out:
        clouds = (
            ("steered", bundle.shape.positions(run.states), PARTICLE, look.colour_of(controller)),
            ("carried", _carried(bundle, run, bundle.carried, field), PARTICLE, look.BALL),
            ("smoke", _carried(bundle, run, smoke_points(bundle), field), SPECK,
             FULL if colour == look.REFERENCE else colour),
        )  # fmt: skip
        for name, places, size, shade in clouds:
            if places.shape[1]:
                blended = (flat for (flat,) in frames.blended([each] for each in places))
                _write_cloud(out, names.of(name), _told(blended, len(frames), progress), size * side, shade)


def smoke_points(bundle: FluidBundle, count: int = SMOKE_POINTS) -> np.ndarray:
    """Places (count, 2) m at the start, as dense as the smoke is; none where there is no smoke.

    Even spread over the smoke's mass, cell after cell, each at random in its cell: the same each time.
    """
    mass = np.where(bundle.solid, 0.0, np.maximum(bundle.density, 0.0)).ravel()
    if not mass.any():
        return np.zeros((0, 2))
    upto = np.cumsum(mass) / mass.sum()
    cells = np.searchsorted(upto, (np.arange(count) + 0.5) / count)
    corners = np.stack(np.unravel_index(cells, bundle.solid.shape), axis=1)
    within = np.random.default_rng(0).random((count, 2))
    return np.asarray((corners + within) * (bundle.modes.hx, bundle.modes.hy))


def _carried(bundle: FluidBundle, run: Run, start: np.ndarray, field: FrameField) -> np.ndarray:
    """Paths (T + 1, count, 2) m on which a run's field carries points from their start."""
    tracers, paths = Tracers(bundle.modes, start, bundle.dt, field), [start]
    for state in run.states[:-1]:
        tracers.advance(state[2 * bundle.particles :])
        paths.append(tracers.points.copy())
    return np.array(paths)


class _Names:
    """Names as USD allows them, none of them twice."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        """Letters, digits and underscores, not a digit first."""
        plain = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
        plain = f"_{plain}" if plain[0].isdigit() else plain
        free, number = plain, 2
        while free in self._taken:
            free, number = f"{plain}_{number}", number + 1
        self._taken.add(free)
        return free


@contextmanager
def _stage(path: Path, name: str, frames: Frames, names: _Names) -> Iterator[Any]:
    """A file that is open inside its one transform."""
    top = names.of(name)
    with whole_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        out.write(f'#usda 1.0\n(\n    defaultPrim = "{top}"\n    doc = "A run, exported by softrein"\n')
        out.write(f"    endTimeCode = {len(frames) - 1}\n    framesPerSecond = {frames.rate:.17g}\n")
        out.write("    metersPerUnit = 1\n    startTimeCode = 0\n")
        out.write(f'    timeCodesPerSecond = {frames.rate:.17g}\n    upAxis = "Y"\n)\n\n')
        out.write(f'def Xform "{top}" (\n    kind = "component"\n)\n{{\n')
        yield out
        out.write("}\n")


def _write_places(out: Any, places: Iterable[np.ndarray], margin: float) -> None:
    """Points (count, 3) m of every frame, and the box around them, `margin` m wider each way."""
    boxes = []
    out.write("        point3f[] points.timeSamples = {\n")
    for frame, here in enumerate(places):
        out.write(f"            {frame}: {_triples(here)},\n")
        boxes.append(np.stack([here.min(axis=0) - margin, here.max(axis=0) + margin]))
    out.write("        }\n        float3[] extent.timeSamples = {\n")
    for frame, box in enumerate(boxes):
        out.write(f"            {frame}: {_triples(box)},\n")
    out.write("        }\n")


def _write_sphere(out: Any, name: str, path: np.ndarray, radius: float) -> None:
    """A ball whose middle goes along `path` (frames, 3) m."""
    out.write(f'    def Sphere "{name}"\n    {{\n        double radius = {radius:.9g}\n')
    out.write(f"        float3[] extent = {_triples(np.array([[-radius] * 3, [radius] * 3]))}\n")
    _write_colour(out, look.BALL)
    out.write("        double3 xformOp:translate.timeSamples = {\n")
    for frame, centre in enumerate(path):
        out.write(f"            {frame}: {_triples(centre[None])[1:-1]},\n")
    out.write('        }\n        uniform token[] xformOpOrder = ["xformOp:translate"]\n    }\n')


def _write_cloud(out: Any, name: str, places: Iterable[np.ndarray], size: float, colour: str) -> None:
    """Particles in a plane, (count, 2) m in every frame, each `size` m wide."""
    out.write(f'    def Points "{name}"\n    {{\n')
    out.write(f'        float[] widths = [{size:.9g}] (\n            interpolation = "constant"\n        )\n')
    _write_colour(out, colour)
    in_space = (np.column_stack([flat, np.zeros(len(flat))]) for flat in places)
    _write_places(out, in_space, margin=size / 2)
    out.write("    }\n")


def _write_colour(out: Any, colour: str) -> None:
    """A colour of ours; those of USD are linear in light."""
    parts = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    out.write(f"        color3f[] primvars:displayColor = {_triples(linear[None].round(4))}\n")


def _triples(points: np.ndarray) -> str:
    """Points (count, 3) as USD writes them."""
    return "[" + ", ".join(["(%.9g, %.9g, %.9g)"] * len(points)) % tuple(points.ravel()) + "]"


def _integers(values: np.ndarray) -> str:
    return "[" + ", ".join(map(str, values.ravel().tolist())) + "]"


def _told(places: Iterable[np.ndarray], total: int, progress: Progress) -> Iterator[np.ndarray]:
    """The same, while progress is told."""
    for done, here in enumerate(places):
        progress("frames", done, total)
        yield here

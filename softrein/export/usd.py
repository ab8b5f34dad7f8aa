"""Runs as USD in plain text (.usda), which Blender, Houdini, Omniverse and usdview open.

One transform named as the bundle holds what moves, each with a time sample a frame; time codes are frames,
from 0 up, and `timeCodesPerSecond` their rate. Metres; y or z up, which is all that USD knows: where x is up
the transform turns it to y.

    body        Mesh "body": what pictures show, its skin or its mesh's surface, with normals
                Sphere for each target, swinging or flying as in movies
    smoke       Points "steered" and "carried": the bundle's particles
                Points "smoke": so many points where the smoke is at the start, carried by the run's own field

Colours are there twice: as display colours, which Houdini and usdview show, and as preview materials, of
which Blender takes a body's. A .usda holds no grids: the density of smoke goes into .vtkhdf. Positions have
nine digits, which single precision needs to come back as it was, and normals four: about 70 bytes a vertex
and frame, or 36 a particle and frame.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from runtime.smoke.tracers import FrameField, Tracers
from runtime.upright import UP
from softrein import look
from softrein.export.run import Shown
from softrein.pictures.acts import swinging
from softrein.pictures.smoke_acts import FULL
from softrein.whole_file import whole_file

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.bundle.record import Bundle
    from runtime.bundle.smoke import SmokeBundle
    from runtime.run import Run
    from softrein.export.run import Frames, Progress

SMOKE_POINTS = 4000  # so many show where smoke is: 140 kB a frame
PARTICLE, SPECK = 0.02, 0.006  # diameters, of the box's longer side


def write(bundle: Bundle, run: Run, frames: Frames, path: Path, controller: str, progress: Progress) -> None:
    """A run of any kind of bundle, in the colours of its controller."""
    if bundle.kind == "fluid":
        write_smoke(cast("SmokeBundle", bundle), run, frames, path, controller, progress)
    else:
        write_body(cast("BodyBundle", bundle), run, frames, path, controller, progress)


def write_body(
    bundle: BodyBundle,
    run: Run,
    frames: Frames,
    path: Path,
    controller: str,
    progress: Progress,
) -> None:
    """What pictures show of a body, and its targets."""
    shown, names = Shown(bundle), _Names()
    states = frames.states(run.states)
    with _stage(path, bundle.name, frames, names, bundle.up) as out:
        with _prim(out, "Mesh", "body", look.body_of(controller), names):
            out.write('        uniform token subdivisionScheme = "none"\n')
            out.write(f"        int[] faceVertexCounts = [{', '.join(['3'] * len(shown.triangles))}]\n")
            out.write(f"        int[] faceVertexIndices = {_integers(shown.triangles)}\n")
            places = (shown.positions(state) for state in states)
            _write_places(out, _told(places, len(frames), progress), margin=0.0)
            _write_normals(out, shown, states)
        for target in bundle.targets:
            swung = frames.states(swinging(bundle, target, run.states))
            _write_sphere(out, target.name, swung, target.radius, names)


def write_smoke(
    bundle: SmokeBundle,
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
                told = _told(blended, len(frames), progress)
                _write_cloud(out, name, told, size * side, shade, names)


def smoke_points(bundle: SmokeBundle, count: int = SMOKE_POINTS) -> np.ndarray:
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


def _carried(bundle: SmokeBundle, run: Run, start: np.ndarray, field: FrameField) -> np.ndarray:
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
def _stage(path: Path, name: str, frames: Frames, names: _Names, up: str = UP) -> Iterator[Any]:
    """A file that is open inside its one transform."""
    top = names.of(name)
    with whole_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        out.write(f'#usda 1.0\n(\n    defaultPrim = "{top}"\n    doc = "A run, exported by softrein"\n')
        out.write(f"    endTimeCode = {len(frames) - 1}\n    framesPerSecond = {frames.rate:.17g}\n")
        out.write("    metersPerUnit = 1\n    startTimeCode = 0\n")
        out.write(
            f'    timeCodesPerSecond = {frames.rate:.17g}\n    upAxis = "{"Z" if up == "z" else "Y"}"\n)\n\n'
        )
        out.write(f'def Xform "{top}" (\n    kind = "component"\n)\n{{\n')
        if up == "x":
            out.write(
                '    float xformOp:rotateZ = 90\n    uniform token[] xformOpOrder = ["xformOp:rotateZ"]\n'
            )
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


def _write_normals(out: Any, shown: Shown, states: np.ndarray) -> None:
    """Those of every frame, and which of them each corner has."""
    out.write('        normal3f[] primvars:normals (\n            interpolation = "faceVarying"\n        )\n')
    out.write("        normal3f[] primvars:normals.timeSamples = {\n")
    for frame, state in enumerate(states):
        normals = shown.normals(shown.positions(state))
        out.write(f"            {frame}: {_triples(normals, '%.4f')},\n")
    out.write(f"        }}\n        int[] primvars:normals:indices = {_integers(shown.shades)}\n")


def _write_sphere(out: Any, name: str, path: np.ndarray, radius: float, names: _Names) -> None:
    """A ball whose middle goes along `path` (frames, 3) m."""
    with _prim(out, "Sphere", name, look.BALL, names):
        out.write(f"        double radius = {radius:.9g}\n")
        out.write(f"        float3[] extent = {_triples(np.array([[-radius] * 3, [radius] * 3]))}\n")
        out.write("        double3 xformOp:translate.timeSamples = {\n")
        for frame, centre in enumerate(path):
            out.write(f"            {frame}: {_triples(centre[None])[1:-1]},\n")
        out.write('        }\n        uniform token[] xformOpOrder = ["xformOp:translate"]\n')


def _write_cloud(
    out: Any, name: str, places: Iterable[np.ndarray], size: float, colour: str, names: _Names
) -> None:
    """Particles in a plane, (count, 2) m in every frame, each `size` m wide."""
    with _prim(out, "Points", name, colour, names):
        out.write(f"        float[] widths = [{size:.9g}] (\n")
        out.write('            interpolation = "constant"\n        )\n')
        in_space = (np.column_stack([flat, np.zeros(len(flat))]) for flat in places)
        _write_places(out, in_space, margin=size / 2)


@contextmanager
def _prim(out: Any, kind: str, name: str, colour: str, names: _Names) -> Iterator[None]:
    """A shape of a kind, open, with a colour and, behind it, a material of that colour."""
    own = names.of(name)
    material = names.of(f"{own}_material")
    out.write(
        f'    def {kind} "{own}" (\n        prepend apiSchemas = ["MaterialBindingAPI"]\n    )\n    {{\n'
    )
    out.write(f"        color3f[] primvars:displayColor = [{_linear(colour)}]\n")
    out.write(f"        rel material:binding = <../{material}>\n")
    yield
    out.write(f'    }}\n    def Material "{material}"\n    {{\n')
    out.write("        token outputs:surface.connect = <surface.outputs:surface>\n")
    out.write('        def Shader "surface"\n        {\n')
    out.write('            uniform token info:id = "UsdPreviewSurface"\n')
    out.write(f"            color3f inputs:diffuseColor = {_linear(colour)}\n")
    out.write("            token outputs:surface\n        }\n    }\n")


def _linear(colour: str) -> str:
    """A colour of ours as USD writes it; those of USD are linear in light."""
    parts = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return _triples(linear[None].round(4))[1:-1]


def _triples(points: np.ndarray, number: str = "%.9g") -> str:
    """Points (count, 3) as USD writes them."""
    one = f"({number}, {number}, {number})"
    return "[" + ", ".join([one] * len(points)) % tuple(points.ravel()) + "]"


def _integers(values: np.ndarray) -> str:
    return "[" + ", ".join(map(str, values.ravel().tolist())) + "]"


def _told(places: Iterable[np.ndarray], total: int, progress: Progress) -> Iterator[np.ndarray]:
    """The same, while progress is told."""
    for done, here in enumerate(places):
        progress("frames", done, total)
        yield here

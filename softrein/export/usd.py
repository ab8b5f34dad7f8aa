"""Runs as USD in plain text (.usda), which Blender, Houdini, Omniverse and usdview open.

One transform with the bundle's name holds all that moves, with a time sample for each frame; time codes are
frames, from 0 up, and `timeCodesPerSecond` their rate. Lengths are in metres; up is y or z, as USD allows no
other: where x is up the transform rotates it to y.

    body        Mesh "body": the surface of pictures, its skin or its mesh's surface, with normals
                Sphere for each target, swinging or flying as in movies
                contact: see `softrein.export.touches`
    smoke       Points "steered" and "carried": the bundle's particles
                Points "smoke": points where the smoke is at the start, carried by the run's own field

Colours are written twice: as display colours, which Houdini and usdview show, and as preview materials, of
which Blender reads a body's. A .usda holds no grids: the density of smoke is exported to .vtkhdf. Positions
have nine digits, which restore single precision exactly, and normals four: about 70 bytes a vertex and frame,
or 36 a particle and frame.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import numpy as np

from runtime.plant.up_axis import UP
from softrein.base import theme
from softrein.base.whole_file import whole_file

if TYPE_CHECKING:
    from softrein.export.frames import Frames


class Names:
    """Names as USD allows them, none of them twice."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        """Return a name for USD that is not taken yet: letters, digits and underscores, not a digit first."""
        plain = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
        plain = f"_{plain}" if plain[0].isdigit() else plain
        free, number = plain, 2
        while free in self._taken:
            free, number = f"{plain}_{number}", number + 1
        self._taken.add(free)
        return free


@contextmanager
def stage(path: Path, name: str, frames: Frames, names: Names, up: str = UP) -> Iterator[TextIO]:
    """Yield an open file, inside its one transform."""
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


def write_places(out: TextIO, places: Iterable[np.ndarray], margin: float) -> None:
    """Write points (count, 3) m of every frame, and the box around them, `margin` m wider each way."""
    boxes = []
    out.write("        point3f[] points.timeSamples = {\n")
    for frame, here in enumerate(places):
        out.write(f"            {frame}: {triples(here)},\n")
        boxes.append(np.stack([here.min(axis=0) - margin, here.max(axis=0) + margin]))
    out.write("        }\n        float3[] extent.timeSamples = {\n")
    for frame, box in enumerate(boxes):
        out.write(f"            {frame}: {triples(box)},\n")
    out.write("        }\n")


def write_triangles(out: TextIO, triangles: np.ndarray) -> None:
    """Write a mesh of triangles (k, 3) over its points."""
    out.write('        uniform token subdivisionScheme = "none"\n')
    out.write(f"        int[] faceVertexCounts = [{', '.join(['3'] * len(triangles))}]\n")
    out.write(f"        int[] faceVertexIndices = {integers(triangles)}\n")


def write_width(out: TextIO, width: float) -> None:
    """Write the width, in m, of all points of a cloud."""
    out.write(f"        float[] widths = [{width:.9g}] (\n")
    out.write('            interpolation = "constant"\n        )\n')


def write_normals(out: TextIO, normals: Iterable[np.ndarray], corners: np.ndarray) -> None:
    """Write the normals (m, 3) of every frame, and the normal of each corner (k, 3)."""
    out.write('        normal3f[] primvars:normals (\n            interpolation = "faceVarying"\n        )\n')
    out.write("        normal3f[] primvars:normals.timeSamples = {\n")
    for frame, here in enumerate(normals):
        out.write(f"            {frame}: {triples(here, '%.4f')},\n")
    out.write(f"        }}\n        int[] primvars:normals:indices = {integers(corners)}\n")


def write_sphere(out: TextIO, name: str, path: np.ndarray, radius: float, names: Names) -> None:
    """Write a ball whose middle goes along `path` (frames, 3) m."""
    with prim(out, "Sphere", name, theme.BALL, names):
        out.write(f"        double radius = {radius:.9g}\n")
        out.write(f"        float3[] extent = {triples(np.array([[-radius] * 3, [radius] * 3]))}\n")
        out.write("        double3 xformOp:translate.timeSamples = {\n")
        for frame, centre in enumerate(path):
            out.write(f"            {frame}: {triples(centre[None])[1:-1]},\n")
        out.write('        }\n        uniform token[] xformOpOrder = ["xformOp:translate"]\n')


def write_cloud(
    out: TextIO, name: str, places: Iterable[np.ndarray], size: float, colour: str, names: Names
) -> None:
    """Write particles, (count, 3) m in every frame, each `size` m wide."""
    with prim(out, "Points", name, colour, names):
        write_width(out, size)
        write_places(out, places, margin=size / 2)


@contextmanager
def prim(out: TextIO, kind: str, name: str, colour: str, names: Names) -> Iterator[None]:
    """Open a shape of a kind, with a colour and, behind it, a material of that colour."""
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
    """Convert a colour for USD, whose colours are linear in light."""
    parts = np.array([*bytes.fromhex(colour[1:])]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return triples(linear[None].round(4))[1:-1]


def triples(points: np.ndarray, number: str = "%.9g") -> str:
    """Write points (count, 3) in USD's form."""
    one = f"({number}, {number}, {number})"
    return "[" + ", ".join([one] * len(points)) % tuple(points.ravel()) + "]"


def integers(values: np.ndarray) -> str:
    """Write whole numbers in USD's form."""
    return "[" + ", ".join(map(str, values.ravel().tolist())) + "]"

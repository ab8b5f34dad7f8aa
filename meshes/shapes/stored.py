"""Bodies whose meshes are stored in the package, because making them takes a minute and a separate program.

Each is a .vtu file in the folder `built`, read like any other mesh; `meshes.shapes.flower` and
`meshes.shapes.dinosaur` describe it, and `python -m meshes.shapes.stored NAME` makes it anew. The mesher
never makes the same mesh twice (see `meshes.shapes.surfaces`), so one is stored whose number of vertices and
smallest angle the tests accept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter

from meshes.formats.files import read_mesh, write_mesh
from meshes.tetmesh import TetMesh

FOLDER = Path(__file__).parent.parent / "built"
STORED = ("dinosaur", "flower")


def stored_mesh(name: str) -> TetMesh:
    """Return one of the meshes of `STORED`, with its regions. Raises MeshError for any other name."""
    return read_mesh(FOLDER / f"{name}.vtu")


def rebuild(name: str, build: Callable[[], TetMesh]) -> None:
    """Make a mesh anew, store it, and print its figures and how long it took."""
    start = perf_counter()
    mesh = build()
    path = FOLDER / f"{name}.vtu"
    write_mesh(path, mesh)
    print(f"{path}: {mesh!r}, {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    rebuild(sys.argv[1], import_module(f"meshes.shapes.{sys.argv[1]}").build)

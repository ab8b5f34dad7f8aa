"""Tetrahedral meshes and MAC grids: checked geometry, readers and writers, procedural bodies."""

from importlib import import_module
from typing import Any

_EXPORTS = {
    "MacGrid": "meshes.macgrid",
    "SignedDistance": "meshes.signed_distance",
    "TetMesh": "meshes.tetmesh",
    "block": "meshes.shapes.procedural",
    "finger": "meshes.shapes.finger",
    "read_bou": "meshes.formats.vega",
    "read_mesh": "meshes.formats.files",
    "trunk": "meshes.shapes.trunk",
    "tshape": "meshes.shapes.procedural",
    "write_mesh": "meshes.formats.files",
}
__all__ = sorted(_EXPORTS)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""TetGen's pair of files: vertices in .node, tetrahedra in .ele, numbered from 0 or from 1.

    stem.node    count 3 attributes markers,   then lines `number x y z attributes... marker`
    stem.ele     count 4 attributes,           then lines `number a b c d attributes...`

The marker of a vertex becomes a region of vertices, the attribute of an element one of elements
(`meshes.formats.tags`). Source: the TetGen manual, "File formats". meshio is not used: its reader never
returns from a file without a first line.

Limits: of elements with ten nodes the four corners are taken, of several attributes of an element the first.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from meshes.formats.parsing import (
    CORNERS_ONLY,
    Line,
    RawMesh,
    check_range,
    counted_table,
    integers,
    read_lines,
    words,
)
from meshes.formats.tags import element_regions, tags_of, vertex_regions
from meshes.tetmesh import TetMesh
from softrein.errors import warn


def read_tetgen(path: Path) -> RawMesh:
    """Read `stem.node` and `stem.ele`, whichever of the two `path` is."""
    node_path, path = path.with_suffix(".node"), path.with_suffix(".ele")
    node_lines, lines = read_lines(node_path), read_lines(path)
    base, nodes = counted_table(node_path, node_lines, "vertices", widths=[3])
    _, elements = counted_table(path, lines, "elements", widths=[4, 10])
    width = int(words(lines[0])[1])
    if width > 4:
        warn(f"{path}: {CORNERS_ONLY}")
    numbers = integers(path, lines[1:], "vertex numbers", elements[:, :width])
    tets = check_range(path, lines[1:], "vertex", numbers, base, base + len(nodes) - 1)[:, :4] - base
    regions = vertex_regions(nodes[:, -1]) if nodes.shape[1] > 3 and _has_markers(node_lines[0]) else {}
    volumes = element_regions(elements[:, width]) if elements.shape[1] > width else {}
    return RawMesh(nodes[:, :3], tets, regions, volumes)


def tetgen_files(path: Path, mesh: TetMesh) -> dict[Path, str]:
    """Return the text of both files, numbered from 1; markers and attributes hold disjoint regions."""
    tags, attributes, lost = tags_of(path, mesh)
    if lost:
        warn(lost)
    rows = zip(mesh.vertices.tolist(), tags.tolist(), strict=True)
    nodes = [f"{k} {x!r} {y!r} {z!r} {tag}" for k, ((x, y, z), tag) in enumerate(rows, start=1)]
    table = np.column_stack([np.arange(len(mesh.tets)), mesh.tets]) + 1
    if attributes.any():
        table = np.column_stack([table, attributes])
    tets = [" ".join(map(str, row)) for row in table.tolist()]
    return {
        path.with_suffix(".node"): "\n".join([f"{len(nodes)} 3 0 1", *nodes, ""]),
        path.with_suffix(".ele"): "\n".join([f"{len(tets)} 4 {int(attributes.any())}", *tets, ""]),
    }


def _has_markers(count_line: Line) -> bool:
    numbers = words(count_line)
    return len(numbers) == 4 and int(numbers[3]) > 0

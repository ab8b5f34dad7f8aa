"""VegaFEM's ASCII volumetric meshes (.veg), the lists of vertices beside them (.bou), and their materials.

The format, by sections that each begin with a line of a star and a keyword; # begins a comment:

    *VERTICES           count 3 0 0,     then lines `number x y z`
    *ELEMENTS           TET, count 4 0,  then lines `number a b c d`
    *SET name           numbers of elements, separated by commas, over any number of lines
    *MATERIAL name      ENU, density [kg/m^3], Young's modulus [Pa], Poisson's ratio
    *REGION             set name, material name

Rows are numbered from 0 or from 1; vertices and elements each decide for themselves. The set "allElements"
always exists. A set of elements becomes the region of their vertices. A .bou list counts its vertices from 1.
The format is described by the sources of VegaFEM's volumetricMesh library.

Limits: tetrahedra only, no *INCLUDE, materials of the kind ENU only. A region of vertices is written as a
*SET where it is exactly the vertices of some elements, "fixed" as a .bou list, and others are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from warnings import warn

import numpy as np

from meshes.parsing import (
    Line,
    RawMesh,
    check_range,
    counted_table,
    integers,
    line_error,
    read_lines,
    whole_number,
    words,
)
from meshes.tetmesh import Indices, TetMesh
from softrein.errors import MeshError

FIXED = "fixed"  # the region that a .bou list beside the mesh gives
ALL_ELEMENTS = "allElements"  # VegaFEM's name for the whole body
BODY = "body"  # and this project's

_KEYWORDS = ("VERTICES", "ELEMENTS", "SET", "MATERIAL", "REGION")
_SET_NAME = re.compile(r"[^\s,#*]+")
_PER_LINE = 16  # numbers in a line of a list


class VegaMaterial(NamedTuple):
    """An isotropic material as a .veg file gives it."""

    density: float  # [kg/m^3]
    young: float  # [Pa]
    poisson: float


class _Section(NamedTuple):
    head: Line
    keyword: str
    argument: str  # what follows the keyword, without blanks, as VegaFEM reads it
    body: list[Line]


def read_veg(path: Path) -> RawMesh:
    """Vertices, tetrahedra, and a region for every *SET; from `stem.bou` beside it the region "fixed"."""
    sections = _sections(path)
    vertices = _only(path, sections, "VERTICES")
    base, positions = counted_table(path, vertices.body, "vertices", widths=[3])
    first_element, tets = _elements(path, _only(path, sections, "ELEMENTS"), base, len(positions))
    regions = _set_regions(path, sections, first_element, tets)
    return RawMesh(positions[:, :3], tets, regions | _listed_beside(path, regions, len(positions)))


def read_bou(path: str | Path) -> Indices:
    """Vertex indices from 0 of a .bou list, whose numbers, separated by commas or blanks, count from 1.

    An empty list is an empty array. Raises `MeshError` for anything but whole numbers above 0.
    """
    path = Path(path)
    if path.is_file() and path.stat().st_size == 0:  # that is how VegaFEM writes a list of nothing
        return np.empty(0, dtype=np.int64)
    numbers = [(line, whole_number(path, line, token)) for line in read_lines(path) for token in words(line)]
    for line, number in numbers:
        if not 1 <= number < 2**63:
            raise line_error(path, line, "vertices in a .bou list are numbered from 1")
    return np.unique(np.array([number - 1 for _, number in numbers], dtype=np.int64))


def vega_materials(path: str | Path) -> dict[str, VegaMaterial]:
    """Materials of a .veg file, region by region in the file's order: {region: (density, young, poisson)}.

    VegaFEM's "allElements" is called "body" here, so the keys are those that a full model takes. Where
    regions overlap, VegaFEM lets the later one win. Raises `MeshError` for a material that is not of the kind
    ENU or out of its physical range, and for a *REGION that names a set or material that is not there.
    """
    path = Path(path)
    sections = _sections(path)
    materials = {section.argument: section for section in sections if section.keyword == "MATERIAL"}
    sets = {section.argument for section in sections if section.keyword == "SET"} | {ALL_ELEMENTS}
    found = {}
    for section in sections:
        if section.keyword == "REGION":
            name, material = _region(path, section, sets, materials)
            found[BODY if name == ALL_ELEMENTS else name] = _enu(path, materials[material])
    return found


def veg_files(path: Path, mesh: TetMesh) -> dict[Path, str]:
    """The text of the .veg file and, where the mesh has the region "fixed", of the .bou list beside it."""
    sets = {name: _exact_elements(mesh, indices) for name, indices in mesh.regions.items() if name != FIXED}
    kept = {name: elements for name, elements in sets.items() if len(elements) and _writable(name)}
    lost = [name for name in sets if name not in kept]
    if lost:
        warn(
            f"{path}: left out the regions {', '.join(lost)}: .veg has sets of elements only, and a list of "
            f"vertices for a region called {FIXED!r}",
            stacklevel=3,
        )
    files = {path: _veg_text(mesh, kept)}
    beside = path.with_suffix(".bou")
    if FIXED in mesh.regions:
        files[beside] = _number_list(mesh.regions[FIXED] + 1) + "\n"
    elif beside.exists():
        warn(f"{beside} is from an earlier mesh, and would be read as this one's {FIXED!r}", stacklevel=3)
    return files


def _sections(path: Path) -> list[_Section]:
    sections: list[_Section] = []
    for line in read_lines(path):
        if line.text.startswith("*"):
            sections.append(_section_head(path, line))
        elif sections:
            sections[-1].body.append(line)
        else:
            raise line_error(path, line, "a .veg file begins with a section such as *VERTICES")
    return sections


def _section_head(path: Path, line: Line) -> _Section:
    keyword, *rest = line.text[1:].split() or [""]
    if keyword.upper() == "INCLUDE":
        raise line_error(path, line, "*INCLUDE is not supported: put the other file's content in its place")
    if keyword.upper() not in _KEYWORDS:
        raise line_error(path, line, f"unknown section, known are *{', *'.join(_KEYWORDS)}")
    return _Section(line, keyword.upper(), "".join(rest), [])


def _only(path: Path, sections: Sequence[_Section], keyword: str) -> _Section:
    found = [section for section in sections if section.keyword == keyword]
    if not found:
        raise MeshError(f"{path}: no *{keyword} section: not a .veg mesh, or truncated")
    if len(found) > 1:
        raise line_error(path, found[1].head, f"a second *{keyword} section")
    if not found[0].body:
        raise line_error(path, found[0].head, "nothing follows: the file is truncated")
    return found[0]


def _elements(path: Path, section: _Section, base: int, vertices: int) -> tuple[int, Indices]:
    """Number of the first element, and tets (m, 4) from 0; `base` is the number of the first vertex."""
    kind, *rows = section.body
    if kind.text.upper().replace(" ", "") == "CUBIC":
        raise line_error(path, kind, "cubic (hexahedral) elements are not supported, only TET")
    if not kind.text.upper().startswith("TET"):
        raise line_error(path, kind, "expected the kind of elements, TET")
    if not rows:
        raise line_error(path, kind, "no elements follow: the file is truncated")
    first, values = counted_table(path, rows, "elements", widths=[4])
    numbers = integers(path, rows[1:], "vertex numbers", values[:, :4])
    return first, check_range(path, rows[1:], "vertex", numbers, base, base + vertices - 1) - base


def _set_regions(path: Path, sections: Sequence[_Section], first: int, tets: Indices) -> dict[str, Indices]:
    regions: dict[str, Indices] = {}
    for section in sections:
        if section.keyword != "SET":
            continue
        if not section.argument or section.argument in regions:
            raise line_error(path, section.head, "a *SET needs a name of its own")
        regions[section.argument] = np.unique(tets[_set_elements(path, section, first, len(tets))])
    return regions


def _set_elements(path: Path, section: _Section, first: int, count: int) -> Indices:
    numbers, last = [], first + count - 1
    for line in section.body:
        for token in words(line):
            number = whole_number(path, line, token)
            if not first <= number <= last:
                raise line_error(path, line, f"no element {number}: they are numbered {first} to {last}")
            numbers.append(number - first)
    return np.array(numbers, dtype=np.int64)


def _listed_beside(path: Path, regions: Mapping[str, Indices], vertices: int) -> dict[str, Indices]:
    beside = path.with_suffix(".bou")
    if not beside.is_file():
        return {}
    if FIXED in regions:
        warn(f"{path}: {beside.name} takes the place of the *SET {FIXED}", stacklevel=4)
    indices = read_bou(beside)
    if len(indices) and indices[-1] >= vertices:
        raise MeshError(f"{beside}: no vertex {indices[-1] + 1}, {path.name} has {vertices}")
    return {FIXED: indices}


def _region(
    path: Path, section: _Section, sets: set[str], materials: Mapping[str, _Section]
) -> tuple[str, str]:
    names = "".join(section.body[0].text.split()).split(",") if section.body else []
    if len(names) != 2:
        raise line_error(path, section.head, "expected `set name, material name` in the next line")
    name, material = names
    if name not in sets:
        raise line_error(path, section.body[0], f"no *SET {name}")
    if material not in materials:
        raise line_error(path, section.body[0], f"no *MATERIAL {material}")
    return name, material


def _enu(path: Path, section: _Section) -> VegaMaterial:
    line = section.body[0] if section.body else section.head
    kind, *constants = words(line)
    if kind.upper() != "ENU" or len(constants) != 3:
        raise line_error(path, line, "expected `ENU, density, Young's modulus, Poisson's ratio`")
    try:
        material = VegaMaterial(*map(float, constants))
    except ValueError:
        raise line_error(path, line, "the constants of a material must be numbers") from None
    if not (0 < material.density < np.inf and 0 < material.young < np.inf and -1 < material.poisson < 0.5):
        raise line_error(path, line, "needs density > 0, Young's modulus > 0, -1 < Poisson's ratio < 0.5")
    return material


def _writable(name: str) -> bool:
    return bool(_SET_NAME.fullmatch(name)) and name != ALL_ELEMENTS


def _exact_elements(mesh: TetMesh, region: Indices) -> Indices:
    """The elements whose vertices are exactly the region, none if there is no such set."""
    inside = np.zeros(len(mesh.vertices), dtype=bool)
    inside[region] = True
    elements = np.flatnonzero(inside[mesh.tets].all(axis=1))
    return elements if np.array_equal(np.unique(mesh.tets[elements]), region) else elements[:0]


def _veg_text(mesh: TetMesh, sets: Mapping[str, Indices]) -> str:
    rows = [f"{k} {x!r} {y!r} {z!r}" for k, (x, y, z) in enumerate(mesh.vertices.tolist(), start=1)]
    tets = [f"{k} {a} {b} {c} {d}" for k, (a, b, c, d) in enumerate((mesh.tets + 1).tolist(), start=1)]
    lines = ["# Vega mesh file", f"# {len(rows)} vertices, {len(tets)} elements", ""]
    lines += ["*VERTICES", f"{len(rows)} 3 0 0", *rows, ""]
    lines += ["*ELEMENTS", "TET", f"{len(tets)} 4 0", *tets, ""]
    for name, elements in sets.items():
        lines += [f"*SET {name}", _number_list(elements + 1), ""]
    return "\n".join(lines)


def _number_list(numbers: Indices) -> str:
    """Numbers with a comma after each, some to a line."""
    items = [f"{number}," for number in numbers.tolist()]
    return "\n".join("".join(items[k : k + _PER_LINE]) for k in range(0, len(items), _PER_LINE))

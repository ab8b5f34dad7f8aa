"""VegaFEM's ASCII volumetric meshes (.veg), the lists of vertices beside them (.bou), and their materials.

A file has sections, each of which begins with a line of a star and a keyword; # begins a comment:

    *VERTICES           count 3 0 0,     then lines `number x y z`
    *ELEMENTS           TET, count 4 0,  then lines `number a b c d`
    *SET name           numbers of elements, separated by commas, over any number of lines
    *MATERIAL name      ENU, density [kg/m^3], Young's modulus [Pa], Poisson's ratio
    *REGION             set name, material name
    *INCLUDE file       the lines of another file, beside the mesh, in this one's place
    (`meshes.formats.included`)

Rows are numbered from 0 or from 1; vertices and elements each decide for themselves. The set "allElements"
always exists. A *REGION gives a material to every element of a set; where two of them overlap, the later one
has the elements, as in VegaFEM. A .bou list counts its vertices from 1. The format is described by the
sources of VegaFEM's volumetricMesh library (`loadFromAscii`, `propagateRegionsToElements`).

A set becomes a region of elements, and is written from one. Regions of vertices are written as sets where
they are exactly the vertices of some elements, and "fixed" as a .bou list; others are left out.

Limits: tetrahedra only, materials of the kind ENU only. Elements in no *REGION have no material here, while
VegaFEM gives them the file's last.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meshes.formats.included import read_all_lines
from meshes.formats.parsing import (
    LONGEST_TOKEN,
    Line,
    RawMesh,
    check_range,
    counted_table,
    head_of,
    integers,
    line_error,
    read_lines,
    whole_number,
    words,
)
from meshes.tetmesh import MATERIAL_RANGE, Indices, MeshMaterial, TetMesh, listed
from softrein.errors import MeshError, shown, warn

FIXED = "fixed"  # name of the region given by a .bou list beside the mesh
ALL_ELEMENTS = "allElements"  # VegaFEM's name for the whole body

_KEYWORDS = ("VERTICES", "ELEMENTS", "SET", "MATERIAL", "REGION")
_NOT_IN_A_NAME = re.compile(r"[\s,#*]+")
_PER_LINE = 16  # numbers on a line of a list


class _Section(NamedTuple):
    head: Line
    keyword: str
    argument: str  # text after the keyword, without blanks, as VegaFEM reads it
    body: list[Line]


def read_veg(path: Path) -> RawMesh:
    """Read vertices, tetrahedra, a region of elements for every *SET, and the materials of the *REGIONs.

    The region "fixed" of vertices comes from `stem.bou` beside the file. Materials that cannot be read cause
    one warning and are left out, so that the mesh can be used with others.
    """
    sections = _sections(path)
    vertices = _only(path, sections, "VERTICES")
    base, positions = counted_table(path, vertices.body, "vertices", widths=[3])
    first_element, tets = _elements(path, _only(path, sections, "ELEMENTS"), base, len(positions))
    sets = _sets(path, sections, first_element, len(tets))
    try:
        materials = _materials(path, sections, sets | {ALL_ELEMENTS: np.arange(len(tets))}, len(tets))
    except MeshError as error:
        warn(f"{error}: the materials of the file are left out")
        materials = {}
    return RawMesh(positions[:, :3], tets, _listed_beside(path, len(positions)), sets, materials)


def read_bou(path: str | Path) -> Indices:
    """Read a .bou list as vertex indices from 0; its numbers, separated by commas or blanks, count from 1.

    An empty list is an empty array. Raises `MeshError` for anything but whole numbers above 0.
    """
    path = Path(path)
    if path.is_file() and not head_of(path).strip():  # VegaFEM writes empty lists like this
        return np.empty(0, dtype=np.int64)
    numbers = [(line, whole_number(path, line, token)) for line in read_lines(path) for token in words(line)]
    for line, number in numbers:
        if not 1 <= number < 2**63:
            raise line_error(path, line, "vertices in a .bou list are numbered from 1")
    return np.unique(np.array([number - 1 for _, number in numbers], dtype=np.int64))


def veg_files(path: Path, mesh: TetMesh) -> dict[Path, str]:
    """Return the text of the .veg file and, if the mesh has a region "fixed", of the .bou list beside it."""
    sets, lost = _set_names(path, mesh)
    if lost:
        warn(
            f"{path}: left out the regions {listed(lost)}: .veg has sets of elements only, and a list of "
            f"vertices for a region called {FIXED!r}"
        )
    files = {path: _veg_text(mesh, sets)}
    beside = path.with_suffix(".bou")
    if FIXED in mesh.regions:
        files[beside] = _number_list(mesh.regions[FIXED] + 1) + "\n"
    elif beside.exists():
        warn(f"{beside} is from an earlier mesh, and would be read as this one's {FIXED!r}")
    return files


def _sections(path: Path) -> list[_Section]:
    sections: list[_Section] = []
    for line in read_all_lines(path):
        if line.text.startswith("*"):
            sections.append(_section_head(path, line))
        elif sections:
            sections[-1].body.append(line)
        else:
            raise line_error(path, line, "a .veg file begins with a section such as *VERTICES")
    return sections


def _section_head(path: Path, line: Line) -> _Section:
    keyword, *rest = line.text[1:].split() or [""]
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
    """Return the first element's number, and tets (m, 4) from 0; `base` is the number of the first vertex."""
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


def _sets(path: Path, sections: Sequence[_Section], first: int, count: int) -> dict[str, Indices]:
    """Return the elements of each *SET by its name; the file has `count` elements, numbered from `first`."""
    sets: dict[str, Indices] = {}
    for section in sections:
        if section.keyword != "SET":
            continue
        if not section.argument or section.argument in sets:
            raise line_error(path, section.head, "a *SET needs a name of its own")
        sets[section.argument] = _set_elements(path, section, first, count)
    return sets


def _set_elements(path: Path, section: _Section, first: int, count: int) -> Indices:
    numbers, last = [], first + count - 1
    for line in section.body:
        for token in words(line):
            number = whole_number(path, line, token)
            if not first <= number <= last:
                raise line_error(path, line, f"no element {number}: they are numbered {first} to {last}")
            numbers.append(number - first)
    return np.array(numbers, dtype=np.int64)


def _listed_beside(path: Path, vertices: int) -> dict[str, Indices]:
    beside = path.with_suffix(".bou")
    if not beside.is_file():
        return {}
    indices = read_bou(beside)
    if len(indices) and indices[-1] >= vertices:
        raise MeshError(f"{beside}: no vertex {indices[-1] + 1}, {path.name} has {vertices}")
    return {FIXED: indices}


def _materials(
    path: Path, sections: Sequence[_Section], sets: Mapping[str, Indices], count: int
) -> dict[str, MeshMaterial]:
    """Return the materials of the *REGIONs with their elements; a *MATERIAL of no *REGION is left out."""
    given: dict[str, _Section] = {}
    for section in sections:
        if section.keyword == "MATERIAL":
            name = section.argument
            if not name or not name.isprintable() or given.setdefault(name, section) is not section:
                raise line_error(path, section.head, "a *MATERIAL needs a name of its own")
    order, found = list(given), {}
    made_of, by_set = np.full(count, -1), np.zeros(count, dtype=bool)
    for section in sections:
        if section.keyword == "REGION":
            name, material = _region(path, section, sets, given)
            found[material] = _enu(path, given[material])
            elements, number = sets[name], order.index(material)
            _warn_of_order(path, section, name, elements[by_set[elements] & (made_of[elements] != number)])
            made_of[elements] = number
            by_set[elements] = name != ALL_ELEMENTS
    return {
        name: MeshMaterial(*constants, np.flatnonzero(made_of == order.index(name)))
        for name, constants in found.items()
    }


def _warn_of_order(path: Path, section: _Section, name: str, taken: Indices) -> None:
    """Warn where a *REGION takes elements from another set's; taking them from "allElements" is usual."""
    if len(taken):
        line = section.body[0]
        warn(
            f"{line.included or path}, line {line.number}: the *REGION of {shown(name)} takes {len(taken)} "
            "elements from earlier ones, as in VegaFEM: here the order of *REGIONs matters"
        )


def _region(
    path: Path, section: _Section, sets: Mapping[str, Indices], materials: Mapping[str, _Section]
) -> tuple[str, str]:
    names = "".join(section.body[0].text.split()).split(",") if section.body else []
    if len(names) != 2:
        raise line_error(path, section.head, "expected `set name, material name` in the next line")
    name, material = names
    if name not in sets:
        raise line_error(path, section.body[0], f"no *SET {shown(name, LONGEST_TOKEN)[1:-1]}")
    if material not in materials:
        raise line_error(path, section.body[0], f"no *MATERIAL {shown(material, LONGEST_TOKEN)[1:-1]}")
    return name, material


def _enu(path: Path, section: _Section) -> tuple[float, float, float]:
    """Read density, Young's modulus and Poisson's ratio."""
    line = section.body[0] if section.body else section.head
    kind, *constants = words(line)
    if kind.upper() != "ENU" or len(constants) != 3:
        raise line_error(path, line, "expected `ENU, density, Young's modulus, Poisson's ratio`")
    try:
        density, young, poisson = map(float, constants)
    except ValueError:
        raise line_error(path, line, "the constants of a material must be numbers") from None
    if not (0 < density < np.inf and 0 < young < np.inf and -1 < poisson < 0.5):
        raise line_error(path, line, MATERIAL_RANGE)
    return density, young, poisson


def _set_names(path: Path, mesh: TetMesh) -> tuple[dict[str, Indices], list[str]]:
    """Return sets for the mesh's regions, by names that .veg allows, and the regions that no set can hold."""
    sets: dict[str, Indices] = {}
    for name, elements in mesh.element_regions.items():
        if (said := _free_name(name, sets)) != name:
            warn(f"{path}: {shown(said)} replaces the region name {shown(name)}, which .veg cannot hold")
        sets[said] = elements
    lost = []
    for name, indices in mesh.regions.items():
        if name == FIXED or (name in sets and np.array_equal(mesh.vertices_of(sets[name]), indices)):
            continue
        elements = _exact_elements(mesh, indices)
        if len(elements) and _free_name(name, sets) == name:
            sets[name] = elements
        else:
            lost.append(name)
    return sets, lost


def _free_name(name: str, taken: Mapping[str, Indices]) -> str:
    """Return a name for a set, as close to this one as the format and the names that are taken allow."""
    said = "_".join(filter(None, _NOT_IN_A_NAME.split(name))) or "set"
    copies = (f"{said}_{k}" for k in itertools.count(2))
    return next(
        each for each in itertools.chain([said], copies) if each not in taken and each != ALL_ELEMENTS
    )


def _exact_elements(mesh: TetMesh, region: Indices) -> Indices:
    """The elements whose vertices are exactly the region, none if there is no such set."""
    inside = np.zeros(len(mesh.vertices), dtype=bool)
    inside[region] = True
    elements = np.flatnonzero(inside[mesh.tets].all(axis=1))
    return elements if np.array_equal(mesh.vertices_of(elements), region) else elements[:0]


def _veg_text(mesh: TetMesh, sets: dict[str, Indices]) -> str:
    rows = [f"{k} {x!r} {y!r} {z!r}" for k, (x, y, z) in enumerate(mesh.vertices.tolist(), start=1)]
    tets = [f"{k} {a} {b} {c} {d}" for k, (a, b, c, d) in enumerate((mesh.tets + 1).tolist(), start=1)]
    lines = ["# Vega mesh file", f"# {len(rows)} vertices, {len(tets)} elements", ""]
    lines += ["*VERTICES", f"{len(rows)} 3 0 0", *rows, ""]
    lines += ["*ELEMENTS", "TET", f"{len(tets)} 4 0", *tets, ""]
    materials: list[str] = []
    used: dict[str, Indices] = {}
    for name, (density, young, poisson, elements, _) in mesh.materials.items():
        said = _free_name(name, used)
        used[said] = elements
        place = _set_of(elements, len(tets), sets) or _free_name(name, sets)
        if place != ALL_ELEMENTS:
            sets.setdefault(place, elements)
        materials += [f"*MATERIAL {said}", f"ENU, {density!r}, {young!r}, {poisson!r}", ""]
        materials += ["*REGION", f"{place}, {said}", ""]
    for name, elements in sets.items():
        lines += [f"*SET {name}", _number_list(elements + 1), ""]
    return "\n".join(lines + materials)


def _set_of(elements: Indices, count: int, sets: Mapping[str, Indices]) -> str | None:
    """The set that consists of exactly these elements."""
    if len(elements) == count:
        return ALL_ELEMENTS
    return next((name for name, members in sets.items() if np.array_equal(members, elements)), None)


def _number_list(numbers: Indices) -> str:
    """Numbers with a comma after each, some to a line."""
    items = [f"{number}," for number in numbers.tolist()]
    return "\n".join("".join(items[k : k + _PER_LINE]) for k in range(0, len(items), _PER_LINE))

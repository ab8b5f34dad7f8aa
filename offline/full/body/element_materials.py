"""The material of each element of a mesh, from materials by region.

A material's name is looked up, in this order, as

1. a region of elements: it is the material of exactly these elements;
2. a region of vertices: it is that of the elements that have all four vertices in it. Vertices on a border
   belong to both sides; elements that lie across it, with vertices on either side, belong to neither. Borders
   are exact only where the region is one of elements;
3. "body": it is that of all elements that none of the above names.

The order of the names does not matter. An element that two regions of one kind claim is an error, as is one
without any material.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meshes.tetmesh import TetMesh
from offline.full.body.material import Material
from runtime.body.laws.law import law_number
from softrein.errors import MaterialError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

WHOLE_BODY = "body"  # name of the material that covers every element


class Constants(NamedTuple):
    """Material constants of a mesh's elements."""

    lame: Floats  # (m, 2) Lamé's constants [Pa]
    density: Floats  # (m,) [kg/m^3]
    laws: Integers  # (m,) index of each element's law
    sharing: Integers  # (m,) index of the material whose elements share their mean volume; -1: it does not


def element_constants(mesh: TetMesh, material: Material | Mapping[str, Material] | None) -> Constants:
    """Return the constants of a mesh's elements.

    `material` is one material, materials by region as the module says, or None for the mesh's own. Raises
    MaterialError, naming region and element.
    """
    count = len(mesh.tets)
    places = _places(mesh, {WHOLE_BODY: material} if isinstance(material, Material) else material)
    lame, density = np.empty((count, 2)), np.full(count, np.nan)
    laws, sharing = np.zeros(count, dtype=np.int64), np.full(count, -1)
    for number, (constants, elements) in enumerate(places.values()):
        lame[elements], density[elements] = constants.lame, constants.density
        laws[elements] = law_number(constants.law)
        sharing[elements] = number if constants.shares_volume else -1
    if np.isnan(density).any():
        bare = np.flatnonzero(np.isnan(density))
        raise MaterialError(
            f"{_named(mesh, bare)} no material; name one {WHOLE_BODY!r}: it covers every element that no "
            "other does, also those that lie across the border of two regions of vertices"
        )
    return Constants(lame, density, laws, sharing)


def _places(mesh: TetMesh, materials: Mapping[str, Material] | None) -> dict[str, tuple[Material, Integers]]:
    """Return material and elements (count,) of each name; "body" comes first, the others override it."""
    if materials is None:
        return {
            name: (Material(each.young, each.poisson, each.density, each.law), each.elements)
            for name, each in mesh.materials.items()
        }
    places, rest = {}, np.arange(len(mesh.tets))
    if WHOLE_BODY in materials:
        places[WHOLE_BODY] = materials[WHOLE_BODY], rest
    named = [name for name in materials if name != WHOLE_BODY]
    solid = [name for name in named if name in mesh.element_regions]
    for ranked, kind in ((solid, "elements"), ([name for name in named if name not in solid], "vertices")):
        owner = np.full(len(mesh.tets), -1)
        for number, name in enumerate(ranked):
            elements = np.intersect1d(_elements_of(mesh, name), rest)
            both = elements[owner[elements] >= 0]
            if both.size:
                raise _claimed_twice(mesh, both, ranked[owner[both[0]]], name, kind)
            owner[elements] = number
            places[name] = materials[name], elements
        rest = rest[owner[rest] < 0]
    return places


def _elements_of(mesh: TetMesh, region: str) -> Integers:
    """Return the elements (count,) of a region. Raises MaterialError where there are none."""
    if region in mesh.element_regions:
        inside = np.asarray(mesh.element_regions[region])
        reason = "no element is in the region (of a box, ball or end: none has its centre there)"
    elif region in mesh.regions:
        marked = np.zeros(len(mesh.vertices), dtype=bool)
        marked[mesh.regions[region]] = True
        inside = np.flatnonzero(np.all(marked[mesh.tets], axis=1))
        reason = "no element has all its vertices in the region"
    else:
        known = ", ".join(sorted({*mesh.element_regions, *mesh.regions})) or "none"
        raise MaterialError(f"material for region {region!r}: the mesh has no such region; it has {known}")
    if not inside.size:
        raise MaterialError(f"material for region {region!r}: {reason}")
    return inside


def _claimed_twice(mesh: TetMesh, both: Integers, one: str, other: str, kind: str) -> MaterialError:
    remedy = "take them out of one" if kind == "elements" else "give the regions by elements, or by `box`"
    return MaterialError(
        f"materials {one!r} and {other!r}: {_named(mesh, both)} a place in both regions, each one of {kind}: "
        f"{remedy}"
    )


def _named(mesh: TetMesh, elements: Integers) -> str:
    """Describe elements in a message: how many, and the first and its place."""
    middle = ", ".join(f"{x:.3g}" for x in mesh.vertices[mesh.tets[elements[0]]].mean(axis=0))
    return f"{elements.size} elements, the first {elements[0]} at ({middle}) m, have"

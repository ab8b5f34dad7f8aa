"""Corrections of what meshio reads: names of Gmsh's groups, and Abaqus' sets of elements."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from meshes.formats.parsing import read_bytes
from softrein.errors import MeshError, shown

if TYPE_CHECKING:
    from meshio import Mesh

GroupNames = dict[tuple[int, int], str]  # names of groups by tag and dimension
NAMES = re.compile(rb"\$PhysicalNames\s(.*?)\$EndPhysicalNames", re.DOTALL)
NAME = re.compile(rb'^\s*([0-3])\s+(\d{1,9})\s+"([^"\n]*)"', re.MULTILINE)


def read_by(module: ModuleType, path: Path) -> Mesh:
    """Read a file by a module of meshio. Raises MeshError where Gmsh saved what meshio cannot read."""
    try:
        return module.read(str(path))
    except ValueError as error:
        if path.suffix.lower() == ".msh" and "Incompatible cell data" in str(error):
            raise MeshError(
                f"{path}: only some of its entities are in physical groups, which cannot be read: put all "
                "that is saved into groups, or save version 2.2"
            ) from None
        raise


def sets_of_blocks(path: Path) -> list[str | None]:
    """Return the set that each of Abaqus' lists of elements names; None: none.

    Raises MeshError for what meshio gets wrong: several lists of nodes, a set that both lists of elements
    and *ELSET name, and sets that consist of others.
    """
    owners, nodes, sets, within = list[str | None](), 0, set[str](), False
    for line in read_bytes(path).decode(errors="replace").splitlines():
        keyword, *words = [word.strip() for word in line.split(",")]
        nodes += keyword.upper() == "*NODE"
        if within and keyword and not keyword.startswith("*") and not keyword.isdigit():
            raise MeshError(
                f"{path}: its sets of elements consist of others (*ELSET): list the elements of each"
            )
        if keyword.startswith("*") and not keyword.startswith("**"):
            within = keyword.upper() == "*ELSET"
            pairs = [word.partition("=") for word in words]
            named = {name.strip().upper(): value.strip() for name, _, value in pairs}
            if within:
                sets.add(named.get("ELSET", "").upper())
            elif keyword.upper() == "*ELEMENT":
                owners.append(named.get("ELSET"))
    if nodes > 1:
        raise MeshError(
            f"{path}: its nodes are in {nodes} lists (*NODE), and only one can be read; join them"
        )
    if twice := sorted(sets & {owner.upper() for owner in owners if owner is not None}):
        raise MeshError(
            f"{path}: both a list of elements and *ELSET name the set {shown(twice[0], 30)}; rename one"
        )
    return owners


def mend_sets(found: Mesh, owners: list[str | None]) -> None:
    """Correct sets of elements by the lists that name them: meshio takes the n-th name for the n-th list."""
    counts = [len(block.data) for block in found.cells]
    if len(owners) != len(counts):
        return
    for name in {owner for owner in owners if owner is not None} & found.cell_sets.keys():
        found.cell_sets[name] = [
            np.arange(count if owner == name else 0) for count, owner in zip(counts, owners, strict=True)
        ]


def group_names(path: Path, found: Mesh) -> GroupNames:
    """Return Gmsh's names of groups by tag and dimension; meshio keeps one of those that are called alike."""
    names = {
        (int(value[0]), int(value[1])): name
        for name, value in found.field_data.items()
        if np.size(value) == 2
    }
    if path.suffix.lower() == ".msh" and (part := NAMES.search(read_bytes(path))):
        for dimension, tag, name in NAME.findall(part[1]):
            names[int(tag), int(dimension)] = name.decode(errors="replace")
    return names

"""A flower: a stem rooted in the ground, two leaves, and a head with petals that looks up and forward.

It stands in for the flower of Barbic and Popovic (2008, figure 4 and table 2), on whose head a bee lands, and
has as many vertices, 4,235, to a few per cent. y is up, x runs from leaf to leaf, the head looks towards
positive z, and the stem rises from the origin; the flower is 53 cm tall.

Petals and leaves are two elements thick, the stem three to four: the twelve lowest natural frequencies lie 5
to 10 % above those of a mesh with 15,474 vertices (Poisson's ratio 0.35).

`python -m meshes.shapes.stored flower` makes the stored mesh anew.
"""

from __future__ import annotations

import numpy as np

from meshes.shapes.implicit import Floats, Shape, ellipsoid, limb
from meshes.shapes.surfaces import Fineness, skin_near, standing_body
from meshes.tetmesh import TetMesh

FINENESS = Fineness(grid=0.005, skin=0.0098, envelope=0.001)
# m; chosen so that no plane of the grid coincides with the ground
BOX = np.array([[-0.25, -0.0237, -0.15], [0.25, 0.60, 0.25]])
CREASE = 0.008  # m, blending radius of the parts

LOOK = np.array([0.0, 0.72, 0.69]) / np.hypot(0.72, 0.69)  # unit vector, direction in which the head faces
CENTRE = np.array([0.0, 0.435, 0.055])  # m, centre of the head
TOP = CENTRE + 0.031 * LOOK  # m, centre of the head's face
LANDING = 0.03  # m, radius of the landing place around it

PETALS = 6
# m, points along a petal: outward, and along LOOK
PETAL = np.array([[26, -8], [56, 0], [90, 8], [118, 5], [136, -4]]) / 1000
PETAL_WIDTH = np.array([13, 21, 32, 28, 14]) / 1000  # m, half widths at these points
PETAL_THICKNESS = np.array([9.5, 9.2, 8.8, 8.4, 7.5]) / 1000

# m, points along a leaf: outward and up
LEAF = np.array([[0, -10], [35, 30], [88, 66], [145, 70], [185, 42]]) / 1000
LEAF_WIDTH = np.array([10, 15, 30, 26, 9]) / 1000
LEAF_THICKNESS = np.array([9.5, 9.5, 9.0, 8.5, 7.0]) / 1000
LEAF_TILT = np.radians(40)  # tilted towards the viewer

STEM = np.array([[0, -20, 0], [6, 60, 0], [16, 170, 0], [12, 280, -4], [2, 368, 6]]) / 1000
STEM_THICKNESS = np.array([18, 16.5, 15, 14.5, 14.5, 14.5]) / 1000  # m, the last one at the head


def build(fineness: Fineness = FINENESS) -> TetMesh:
    """Make the flower's mesh anew, in about a minute.

    Regions: "root" (the sole of the stem, at y = 0), "stem", "leaf_left" (at negative x), "leaf_right",
    "leaves" (both), "petals", "head", and "landing", the skin amid the head's face. Raises what
    `solid_mesh` does.
    """
    shapes = parts()
    mesh, regions, root = standing_body(shapes, CREASE, BOX, fineness)
    petals = [regions.pop(name) for name in shapes if name.startswith("petal")]
    regions["petals"] = np.concatenate(petals)
    regions["leaves"] = np.concatenate([regions["leaf_left"], regions["leaf_right"]])
    regions |= {"root": root, "landing": skin_near(mesh, TOP, LANDING)}
    return TetMesh(mesh.vertices, mesh.tets, regions)


def parts() -> dict[str, Shape]:
    """Return the shapes that the flower is blended from, by name."""
    petals = {f"petal_{k}": _petal(2 * np.pi * (k + 0.5) / PETALS) for k in range(PETALS)}
    return {
        "stem": limb([*STEM, CENTRE - 0.005 * LOOK], STEM_THICKNESS),
        "leaf_left": _leaf(np.array([0.012, 0.105, 0.0]), -1.0, 1.0),
        "leaf_right": _leaf(np.array([0.012, 0.170, 0.0]), 1.0, 0.9),
        "head": ellipsoid(CENTRE + 0.008 * LOOK, [0.042, 0.042, 0.023], _axes()),
        **petals,
    }


def _axes() -> Floats:
    """Return, as rows, two directions in the plane of the petals and the one in which the head looks."""
    right = np.array([1.0, 0.0, 0.0])
    return np.array([right, np.cross(LOOK, right), LOOK])


def _petal(angle: float) -> Shape:
    right, up, _ = _axes()
    outward = np.cos(angle) * right + np.sin(angle) * up
    curve = CENTRE + PETAL @ np.array([outward, LOOK])
    return limb(curve, PETAL_THICKNESS, PETAL_WIDTH, np.cross(LOOK, outward))


def _leaf(start: Floats, direction: float, size: float) -> Shape:
    """A leaf that leaves the stem along x in the given direction, +1 or -1; as thick whatever its size."""
    outward = np.array([direction, 0.0, 0.0])
    up = np.array([0.0, np.cos(LEAF_TILT), np.sin(LEAF_TILT)])
    curve = start + size * LEAF @ np.array([outward, up])
    return limb(curve, LEAF_THICKNESS, size * LEAF_WIDTH, np.cross(outward, up))

"""A dinosaur: a sauropod on four legs with a long neck and a long tail, rooted at its feet.

It stands in for the dinosaur of Barbic and Popovic (2008, figure 6 and table 2), of which a vertex on top of
the head is tracked, and has as many vertices, 17,726, to a few per cent. y is up, the head looks towards
positive x and the feet stand at y = 0; it is 1.3 m long from the tip of the tail to the snout, and 0.9 m
tall. The shape is symmetric in the plane z = 0, the mesh only to the length of an element. The twelve lowest
natural frequencies lie within 1.5 % of those of a mesh with 37,395 vertices (Poisson's ratio 0.35).

`python -m meshes.shapes.stored dinosaur` makes the stored mesh anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from meshes.shapes.implicit import Floats, Shape, blend, ellipsoid, limb, mirrored
from meshes.shapes.surfaces import Fineness, skin_near, standing_body
from meshes.tetmesh import TetMesh

FINENESS = Fineness(grid=0.006, skin=0.0121, envelope=0.0017, growth=0.2)
# m; chosen so that no plane of the grid coincides with the ground
BOX = np.array([[-0.76, -0.0237, -0.20], [0.66, 0.95, 0.20]])
CREASE = 0.05  # m, blending radius of the parts
SMALL_CREASE = 0.02  # m, blending radius of a foot and a brow

# Centre lines in the plane z = 0, and half thicknesses along them, in mm.
TORSO = [[-150, 345], [-60, 360], [30, 362], [130, 360]]
TORSO_HEIGHT, TORSO_WIDTH = [100, 128, 130, 100], [95, 135, 130, 92]
TAIL = [[-120, 360], [-240, 325], [-360, 265], [-480, 215], [-590, 205], [-680, 235]]
TAIL_THICKNESS = [95, 70, 48, 34, 24, 16]
NECK = [[100, 385], [200, 455], [270, 560], [315, 675], [365, 775], [430, 830]]
NECK_THICKNESS = [90, 72, 54, 45, 40, 36]
HEAD = [[425, 830], [475, 838], [530, 822], [568, 806]]
HEAD_HEIGHT, HEAD_WIDTH = [36, 44, 34, 28], [32, 40, 34, 30]
BROW, BROW_AXES = [485, 868, 0], [30, 22, 17]

# Legs on the side of positive z, in mm; the lines end in the ground, which cuts the soles flat.
HIND_LEG = [[-145, 330, 65], [-105, 200, 95], [-140, 90, 98], [-130, -30, 100]]
HIND_THICKNESS, HIND_FOOT = [92, 62, 44, 50], [-105, 12, 100]
FORE_LEG = [[115, 340, 65], [130, 200, 88], [120, 90, 92], [125, -30, 95]]
FORE_THICKNESS, FORE_FOOT = [75, 54, 41, 46], [150, 12, 95]
FOOT_AXES = [58, 42, 50]

# m, ends of the tail and of the head
TIP, CROWN = np.array([-0.696, 0.240, 0.0]), np.array([0.487, 0.891, 0.0])
PATCH = 0.025  # m, radius of the regions about these ends


def build(fineness: Fineness = FINENESS) -> TetMesh:
    """Make the dinosaur's mesh anew, in one to two minutes.

    Regions: "feet" (the soles, at y = 0), "torso", "tail", "neck", "head", "hind_legs", "fore_legs", and the
    skin about the end of the tail, "tail_tip", and on top of the head, "head_top". Raises what `solid_mesh`
    does.
    """
    mesh, regions, feet = standing_body(parts(), CREASE, BOX, fineness)
    regions |= {
        "feet": feet,
        "tail_tip": skin_near(mesh, TIP, PATCH),
        "head_top": skin_near(mesh, CROWN, PATCH),
    }
    return TetMesh(mesh.vertices, mesh.tets, regions)


def parts() -> dict[str, Shape]:
    """Return the shapes that the dinosaur is blended from, by name."""
    skull = limb(_in_plane(HEAD), _metres(HEAD_HEIGHT), _metres(HEAD_WIDTH))
    return {
        "torso": limb(_in_plane(TORSO), _metres(TORSO_HEIGHT), _metres(TORSO_WIDTH)),
        "tail": limb(_in_plane(TAIL), _metres(TAIL_THICKNESS)),
        "neck": limb(_in_plane(NECK), _metres(NECK_THICKNESS)),
        "head": blend([skull, ellipsoid(_metres(BROW), _metres(BROW_AXES))], SMALL_CREASE),
        "hind_legs": _legs(HIND_LEG, HIND_THICKNESS, HIND_FOOT),
        "fore_legs": _legs(FORE_LEG, FORE_THICKNESS, FORE_FOOT),
    }


def _legs(curve: npt.ArrayLike, thickness: Sequence[float], foot: Sequence[float]) -> Shape:
    toes = ellipsoid(_metres(foot), _metres(FOOT_AXES))
    return mirrored(blend([limb(_metres(curve), _metres(thickness)), toes], SMALL_CREASE))


def _in_plane(curve: npt.ArrayLike) -> Floats:
    """Return a curve (k, 2) in mm as (k, 3) in m, with z = 0."""
    return np.pad(_metres(curve), [(0, 0), (0, 1)])


def _metres(millimetres: npt.ArrayLike) -> Floats:
    return np.asarray(millimetres, dtype=np.float64) / 1000.0

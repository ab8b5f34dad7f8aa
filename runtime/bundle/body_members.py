"""Declarations of the arrays in bundles of bodies: material, skin, cables, chambers, contact, a handle."""

from __future__ import annotations

from runtime.base.fields import Stored
from runtime.body.contact.shapes import KINDS
from runtime.body.laws.names import NAMES
from runtime.body.sampled import ITS_OWN, NOT_COUNTED
from runtime.body.terms.kinds import stored_arrays
from runtime.observing.kinds import MARKER, SENSOR_KINDS

UNMODELLED = {
    "forces": Stored(
        ("rank", "rank"),
        unit="reduced force √s",
        meaning="S: what the reduced model lacks when the full one is steered; of each step's force "
        "S^T S / h is the covariance",
    ),
    **{
        kind.lacking: Stored(
            ("vertices", 3),
            least=0,
            unit=kind.unit.replace("^2", "²"),
            optional=name != MARKER,
            meaning=f"{kind.lacking} of vertices, less what any reduced state shows of them, root of the "
            f"mean square, for {name}s",
        )
        for name, kind in SENSOR_KINDS.items()
    },
}
ELASTIC = {
    "panels": Stored(
        ("panels",),
        optional=True,
        meaning="of `polynomial` alone: the elastic force and stiffness; see below",
    ),
    "gradients": Stored(
        ("", "", ""),
        optional=True,
        unit="kg^-1/2 m^-1",
        meaning="of `sampled` alone, as are the next seven: B, the modes' gradients; see below",
    ),
    "weights": Stored(
        ("evaluated",),
        optional=True,
        least=0,
        unit="m³",
        meaning="w_e: how much volume an element stands for",
    ),
    "lame": Stored(("evaluated", 2), optional=True, unit="Pa", meaning="λ and μ"),
    "laws": Stored(
        ("evaluated",),
        "i8",
        optional=True,
        least=0,
        most=len(NAMES) - 1,
        meaning=", ".join(f"{number} {name}" for number, name in enumerate(NAMES)),
    ),
    "patches": Stored(
        ("evaluated",),
        "i8",
        optional=True,
        least=NOT_COUNTED,
        meaning=f"the patch with which it shares its volume; {ITS_OWN}: its volume is its own; "
        f"{NOT_COUNTED}: its volume does not count",
    ),
    "shares": Stored(
        ("evaluated",),
        optional=True,
        least=0,
        most=1,
        unit="1",
        meaning="its part of the patch's volume, 0 without one",
    ),
    "patch_weights": Stored(
        ("patches",), optional=True, least=0, unit="m³", meaning="W_q: how much volume a patch stands for"
    ),
    "elements": Stored(
        ("evaluated",),
        "i8",
        optional=True,
        below="tetrahedra",
        unit="tetrahedron",
        meaning="which of `tets` it is, or which point of quadratic ones, of which an element has four, and "
        "its eight parts follow each other in `tets`; a step does not need it",
    ),
    "standing": Stored(("rank",), unit="N kg^-1/2", meaning="a load that always acts, gravity for one"),
    "damping": Stored((2,), least=0, unit="1/s, s", meaning="α and β: damping matrix α 1 + β K(p)"),
    "mass": Stored(
        ("rank", "rank"),
        unit="1",
        meaning="the reduced mass: the identity, but for round-off; a step does not need it",
    ),
}
SKIN = {
    "triangles": Stored(
        ("drawn", 3), "i8", below="skin", unit="vertex of the skin", meaning="a finer surface to be drawn"
    ),
    "corners": Stored(
        ("skin", 4),
        "i8",
        below="vertices",
        unit="vertex",
        meaning="the corners of the tetrahedron that each of its vertices goes along with",
    ),
    "weights": Stored(
        ("skin", 4), unit="1", meaning="and how much of each; they sum to one, and may be negative"
    ),
}
MUSCLES = stored_arrays()
WALLS = {
    "corners": Stored(
        ("walls", 4),
        "i8",
        below="vertices",
        unit="vertex",
        meaning="of chambers' surfaces, to be drawn: the tetrahedron that each vertex goes along with",
    ),
    "weights": Stored(("walls", 4), unit="1", meaning="and how much of each corner; they sum to one"),
    "triangles": Stored(
        ("wall triangles", 3),
        "i8",
        below="walls",
        unit="vertex of the walls",
        meaning="chamber by chamber, counter-clockwise seen from outside of it",
    ),
    "chambers": Stored(
        ("chambers + 1",), "i8", least=0, meaning="where in `triangles` each chamber begins, and ends"
    ),
}
CONTACT = {
    "points": Stored(("samples", 3), unit="m", meaning="X: samples of the surface, at rest; see below"),
    "point_modes": Stored(
        ("samples", 3, "rank"), unit="kg^-1/2", meaning="D: what each coordinate moves them by"
    ),
    "areas": Stored(("samples",), least=0, unit="m²", meaning="a: how much surface each stands for"),
    "kinds": Stored(
        ("shapes",),
        "i8",
        least=0,
        most=len(KINDS) - 1,
        meaning=", ".join(f"{number} {name}" for number, name in enumerate(KINDS)),
    ),
    "sizes": Stored(
        ("shapes", 3),
        least=0,
        unit="m",
        meaning="radius; radius and half the length; half the sides; of a mesh the number of its grid",
    ),
    "poses": Stored(
        ("shapes", 12),
        unit="m, 1",
        meaning="where each shape's middle is, of a tool at rest, and its rotation into space row by row",
    ),
    "moving": Stored(
        ("shapes",),
        "i8",
        meaning="which tool it is; -1: an obstacle, which does not move; -2 - i: a free thing, whose middle "
        "is the sample i; of a sphere the next one is how far it has turned about each axis, rad, of a "
        "capsule or a box the next three are its axes, and then come those with which it touches",
    ),
    "friction": Stored(("shapes",), least=0, unit="1", meaning="μ"),
    "stiffness": Stored(("shapes",), above=0, unit="Pa/m", meaning="k"),
    "law": Stored((4,), least=0, unit="m, m/s, s/m, s", meaning="δ, v_s, c and b"),
    "grid_shapes": Stored(
        ("grids", 4),
        "i8",
        least=0,
        meaning="how many nodes a grid has along each axis, and where in `coefficients` it begins",
    ),
    "grid_frames": Stored(
        ("grids", 5),
        unit="m",
        meaning="its first node, the distance between nodes, and the shape's at the nearest border",
    ),
    "grid_slopes": Stored(("grids",), above=0, unit="1", meaning="the largest slope of its distance"),
    "coefficients": Stored(
        ("nodes",), unit="m", meaning="of the cubic B-splines that are the distance, z fastest"
    ),
}
HANDLE = {
    "pivot": Stored((3,), unit="m", meaning="o: the point that the held region turns about"),
    "gravity": Stored((3,), unit="m/s²", meaning="g: what the standing load is made of"),
    "along": Stored((3, "rank"), unit="kg^1/2", meaning="S = Σ m U_a: of each axis; see below"),
    "about": Stored((9, "rank"), unit="kg^1/2 m", meaning="y_ab = Σ m U_a (X - o)_b, row by row"),
    "between": Stored((9, "rank", "rank"), unit="1", meaning="Y_ab = Σ m U_a^T U_b, likewise"),
}
WAY = {
    "translation": Stored(
        ("states", 3), unit="m", meaning="of the pivot, of a body whose handle moves; see below"
    ),
    "velocity": Stored(("states", 3), unit="m/s", meaning="its rate"),
    "rotation": Stored(
        ("states", 4),
        least=-1,
        most=1,
        unit="1",
        meaning="from the handle's frame into space, as a unit quaternion w, x, y, z",
    ),
    "spin": Stored(("states", 3), unit="rad/s", meaning="angular velocity, in the handle's frame"),
}

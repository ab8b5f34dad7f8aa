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
        meaning="S: error of the reduced model when the full one is steered; S^T S / h is the covariance "
        "of each step's force",
    ),
    **{
        kind.lacking: Stored(
            ("vertices", 3),
            least=0,
            unit=kind.unit.replace("^2", "²"),
            optional=name != MARKER,
            meaning=f"{kind.lacking} of vertices without the part that reduced states represent, root "
            f"mean square, for {name}s",
        )
        for name, kind in SENSOR_KINDS.items()
    },
}
ELASTIC = {
    "panels": Stored(
        ("panels",),
        optional=True,
        meaning="only for `polynomial`: the elastic force and stiffness; see below",
    ),
    "gradients": Stored(
        ("", "", ""),
        optional=True,
        unit="kg^-1/2 m^-1",
        meaning="only for `sampled`, as are the next seven: B, the modes' gradients; see below",
    ),
    "weights": Stored(
        ("evaluated",),
        optional=True,
        least=0,
        unit="m³",
        meaning="w_e: volume that an element stands for",
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
        meaning="its share of the patch's volume, 0 without a patch",
    ),
    "patch_weights": Stored(
        ("patches",), optional=True, least=0, unit="m³", meaning="W_q: volume that a patch stands for"
    ),
    "elements": Stored(
        ("evaluated",),
        "i8",
        optional=True,
        below="tetrahedra",
        unit="tetrahedron",
        meaning="index in `tets`; of quadratic elements the number of a point, four for each element, "
        "whose eight parts follow each other in `tets`; a step does not need it",
    ),
    "standing": Stored(("rank",), unit="N kg^-1/2", meaning="the constant load, such as gravity"),
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
        meaning="the corners of the tetrahedron to which each of its vertices is bound",
    ),
    "weights": Stored(
        ("skin", 4), unit="1", meaning="the weights of these corners; they sum to one, and may be negative"
    ),
}
MUSCLES = stored_arrays()
WALLS = {
    "corners": Stored(
        ("walls", 4),
        "i8",
        below="vertices",
        unit="vertex",
        meaning=(
            "for drawing chambers' surfaces: the corners of the tetrahedron to which each vertex is bound"
        ),
    ),
    "weights": Stored(("walls", 4), unit="1", meaning="the weights of these corners; they sum to one"),
    "triangles": Stored(
        ("wall triangles", 3),
        "i8",
        below="walls",
        unit="vertex of the walls",
        meaning="chamber by chamber, counter-clockwise seen from outside of it",
    ),
    "chambers": Stored(
        ("chambers + 1",),
        "i8",
        least=0,
        meaning=("index in `triangles` at which each chamber begins, and ends"),
    ),
}
CONTACT = {
    "points": Stored(("samples", 3), unit="m", meaning="X: samples of the surface, at rest; see below"),
    "point_modes": Stored(
        ("samples", 3, "rank"), unit="kg^-1/2", meaning="D: displacement of these samples by each coordinate"
    ),
    "areas": Stored(("samples",), least=0, unit="m²", meaning="a: area that each sample stands for"),
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
        meaning="radius; radius and half the length; half the sides; for a mesh, the number of its grid",
    ),
    "poses": Stored(
        ("shapes", 12),
        unit="m, 1",
        meaning="position of each shape's middle, for a tool at rest, and its rotation into space row by row",
    ),
    "moving": Stored(
        ("shapes",),
        "i8",
        meaning="number of the tool; -1: an obstacle, which does not move; -2 - i: a free thing, whose "
        "middle is the sample i; for a sphere the next sample is its rotation about each axis, "
        "rad; for a capsule or a box the next three are its axes, before those with which it "
        "touches",
    ),
    "friction": Stored(("shapes",), least=0, unit="1", meaning="μ"),
    "stiffness": Stored(("shapes",), above=0, unit="Pa/m", meaning="k"),
    "law": Stored((4,), least=0, unit="m, m/s, s/m, s", meaning="δ, v_s, c and b"),
    "grid_shapes": Stored(
        ("grids", 4),
        "i8",
        least=0,
        meaning="number of a grid's nodes along each axis, and its first entry in `coefficients`",
    ),
    "grid_frames": Stored(
        ("grids", 5),
        unit="m",
        meaning=(
            "first node of each grid, the distance between nodes, and the shape's distance at the "
            "nearest border"
        ),
    ),
    "grid_slopes": Stored(("grids",), above=0, unit="1", meaning="largest slope of each grid's distance"),
    "coefficients": Stored(
        ("nodes",), unit="m", meaning="coefficients of the distance in cubic B-splines, z fastest"
    ),
}
HANDLE = {
    "pivot": Stored((3,), unit="m", meaning="o: the point that the held region turns about"),
    "gravity": Stored((3,), unit="m/s²", meaning="g: gravitational acceleration in the standing load"),
    "along": Stored((3, "rank"), unit="kg^1/2", meaning="S = Σ m U_a, for each axis; see below"),
    "about": Stored((9, "rank"), unit="kg^1/2 m", meaning="y_ab = Σ m U_a (X - o)_b, row by row"),
    "between": Stored((9, "rank", "rank"), unit="1", meaning="Y_ab = Σ m U_a^T U_b, likewise"),
}
WAY = {
    "translation": Stored(
        ("states", 3), unit="m", meaning="translation of the pivot, for a body whose handle moves; see below"
    ),
    "velocity": Stored(("states", 3), unit="m/s", meaning="rate of the translation"),
    "rotation": Stored(
        ("states", 4),
        least=-1,
        most=1,
        unit="1",
        meaning="from the handle's frame into space, as a unit quaternion w, x, y, z",
    ),
    "spin": Stored(("states", 3), unit="rad/s", meaning="angular velocity, in the handle's frame"),
}

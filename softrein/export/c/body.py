"""The parts of the C of a soft body: constants, and templates."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple, cast

import numpy as np

from runtime.body.laws.corotated import FLAT, ROUNDS, SETTLED, SMALLEST
from runtime.body.laws.names import NAMES
from runtime.body.midpoint import FINEST, MOST_CUTS, SCHEMES, SQUARING, SUFFICIENT, TOLERANCE
from runtime.body.model import BodyModel
from runtime.body.polynomial import monomial_length
from runtime.body.sampled import ITS_OWN, NOT_COUNTED, STEP, Sampled
from runtime.body.terms.cable import SLACK, Cables
from runtime.body.terms.chamber import Chambers
from runtime.bundle.body import BodyBundle
from runtime.control.base.law import AffineGains
from softrein.errors import ControllerError, shown
from softrein.export.c import contact, handle, motion, observer, precision
from softrein.export.c.motion import Variable
from softrein.export.c.text import Array, Constant, identifiers, kept_double, template

HEADER = "body.h"
# relative residual of a converged step in single precision, where residuals round at 1e-7 of their terms; and
# where these are double
SINGLE_TOLERANCE, WIDE_TOLERANCE = 3e-7, 1e-8
# In single precision, a residual that an iteration does not halve counts as round-off if it is below NOISE of
# its terms, or below a hundred times that if the iteration changes the velocities by less than SAME.
NOISE, SAME = 1e-5, 1e-4
_WIDER = re.compile(r"\b(lanes|LANES)\b")  # types whose wide ones may stand beside them
LAW_CALLS = {  # C functions of an elastic law: result type, parameters, arguments of their call
    "volume": ("double", "const double G[9]", "G"),
    "volume_gradient": ("void", "const double G[9], double scale, double out[9]", "G, scale, out"),
    "energy": ("double", "const double G[9], double mu", "G, mu"),
    "stress": ("void", "const double G[9], double mu, double pressure, double P[9]", "G, mu, pressure, P"),
    "tangent": (
        "void",
        "const double G[9], double mu, double pressure, double modulus, int projected, double D[9][9]",
        "G, mu, pressure, modulus, projected, D",
    ),
}


def left_out(bundle: BodyBundle) -> str | None:
    """Return the function that C has not, and why; None where it has all."""
    hindrance = observer.hindrance(bundle)
    return None if hindrance is None else f"NAME_observe is left out: {hindrance}"


def check_plans(bundle: BodyBundle) -> None:
    """Raise ControllerError where C does not support the body's re-planning."""
    if bundle.newton_iterations == 1:
        once = "plans with newton_iterations = 1"
        raise ControllerError(f"{shown(bundle.name)}: {once} cannot be exported to C yet")


def flags_of(bundle: BodyBundle) -> set[str]:
    """Return the flags that select lines of the templates."""
    data = bundle.plant().data.scheme
    cables, chambers = (
        any(isinstance(term, kind) and term.inputs for term in bundle.actuated.terms)
        for kind in (Cables, Chambers)
    )
    elastic = bundle.model.elastic
    sampled = isinstance(elastic, Sampled)
    found = {
        "sampled": sampled,
        "polynomial": not sampled,
        "minimises": data.minimises,
        "hessian": not data.minimises,
        "cables": cables,
        "chambers": chambers,
        "driven": bundle.forces > bundle.rank,
        "loads": cables or chambers or bool(bundle.contact),
        "squares": not data.minimises or bool(bundle.contact),
        "points": bool(bundle.regions),
        "observer": bool(bundle.sensors) and observer.hindrance(bundle) is None,
        "patches": isinstance(elastic, Sampled) and elastic.patch_weights.size > 0,
        "curves": sampled and not data.minimises,
    }
    own = {name for name, holds in found.items() if holds}
    return own | contact.flags_of(bundle) | handle.flags_of(bundle)


def needs_double(bundle: BodyBundle, law: AffineGains) -> bool:
    """Whether elastic forces stay in double precision where all else is single, for runs under gains.

    Forces of a stiff body that bends easily, and of one that keeps its volume, all but cancel: where their
    numbers are rounded to single precision, what is left bends the body.
    """
    elastic = bundle.model.elastic
    numbers = {
        name: each.astype(np.float32).astype(np.float64)
        for name, each in cast(NamedTuple, elastic)._asdict().items()
        if isinstance(each, np.ndarray) and each.dtype.kind == "f"
    }
    rounded = type(elastic)(**{**cast(NamedTuple, elastic)._asdict(), **numbers})
    return precision.too_coarse(bundle, replace(bundle, model=bundle.model._replace(elastic=rounded)), law)


def sizes_of(bundle: BodyBundle, flags: set[str]) -> dict[str, object]:
    """Return the words of the header and of the time step."""
    r, terms = bundle.rank, bundle.actuated.terms
    elastic, counts = (
        bundle.model.elastic,
        [sum(t.inputs for t in terms if isinstance(t, kind)) for kind in (Cables, Chambers)],
    )
    vertices, triangles = drawn_vertices(bundle)
    names = identifiers(list(bundle.regions))
    return {
        "kind": "body",
        "padded": -(-r // 8) * 8,
        "monomials": monomial_length(r),
        "cables": counts[0],
        "chambers": counts[1],
        "patches": elastic.patch_weights.size if isinstance(elastic, Sampled) else 0,
        "vertices": len(vertices),
        "triangles": len(triangles),
        "markers": 3 * sum(len(sensor.vertices) for sensor in bundle.sensors),
        "points": ",\n    ".join(f"MODEL_AT_{name.upper()}" for name in names),
        "advance": "advance",
        "wide": "wide_double" if "wide" in flags else "double",
        "midpoint": "exact" if "wide" in flags else "position",
        "narrow": "narrow_double" if "wide" in flags else "double",
        "damping": "start" if "minimises" in flags else "stiffness",
        "or_moving": " || going" if "minimises" in flags else "",
        "ahead": "ITERATIONS > 1" if "minimises" not in flags else "0",
        "fall": "FALL" if "contact" in flags else "1.0",
    } | contact.sizes_of(bundle)


def drawn_vertices(bundle: BodyBundle) -> tuple[Array, Array]:
    """Return the drawn vertices that are corners of triangles, and the triangles (k, 3) over these."""
    used, corners = np.unique(bundle.drawn_triangles, return_inverse=True)
    return used, corners.reshape(-1, 3)


def code_of(bundle: BodyBundle, flags: set[str], words: dict[str, object]) -> list[str]:
    """Return the functions, in the order of the file."""
    elastic = bundle.model.elastic
    laws = set(elastic.laws.tolist()) if isinstance(elastic, Sampled) else set()
    sensing = ["observer"] if "observer" in flags else []
    found = [*step_of(flags, words, laws), *(template(f"{name}.c", flags, words) for name in sensing)]
    return [*found, template("places.c", flags, words)]


def step_of(flags: set[str], words: dict[str, object], laws: set[int]) -> list[str]:
    """Return the functions of the step and its control; `laws` are the numbers of a sampled body's laws."""
    elastic = ["lanes", "polynomial"]
    if "sampled" in flags:
        own = [f"laws/{NAMES[law].replace('-', '_')}" for law in sorted(laws)]
        elastic = ["laws/spectral", *own, "", "sampled"]
    lanes = ["lanes"] * ("plans" in flags and ("wide" in flags or "sampled" in flags))
    terms = [term for term in ("cables", "chambers") if term in flags]
    touching = ["shapes", *["rigid"] * ("axes" in flags), "contact"] if "contact" in flags else []
    turning = [name for name in ("handle", "turning") if name in flags]
    planned = ["eliminate", "slopes", "plan"] if "plans" in flags else []
    names = [*elastic, *terms, *touching, *turning, "step", *planned, "control"]
    calls = law_calls(sorted(laws), flags) if laws else ""
    found = [template(f"{name}.c", flags, words) if name else calls for name in names]
    if "wide" in flags:
        found[: len(elastic)] = [kept_double(_WIDER.sub(r"wide_\1", each)) for each in found[: len(elastic)]]
    first = ["square", *lanes]
    return [*(template(f"{name}.c", flags - {"polynomial"}, words) for name in first), *found]


def law_calls(laws: list[int], flags: set[str]) -> str:
    """Return the dispatch of each function of the laws by a law's number."""
    lines = ["/* What an element of any of the laws answers, by the law's number. */"]
    for call, (kind, parameters, arguments) in LAW_CALLS.items():
        wanted = {"volume_gradient": "patches", "energy": "minimises"}.get(call)
        if wanted and wanted not in flags:
            continue
        lines += [f"static {kind} law_{call}(int law, {parameters}) {{"]
        for law in laws[:-1]:
            own = f"{NAMES[law].replace('-', '_')}_{call}({arguments})"
            lines += [
                f"    if (law == {law}) {{ {own}; return; }}"
                if kind == "void"
                else f"    if (law == {law}) return {own};"
            ]
        last = f"{NAMES[laws[-1]].replace('-', '_')}_{call}({arguments})"
        lines += ["    (void)law;", f"    {last};" if kind == "void" else f"    return {last};", "}", ""]
    return "\n".join(lines)


def defined(bundle: BodyBundle, flags: set[str], single: bool) -> dict[str, tuple[object, str]]:
    """Return single numbers by name."""
    narrow = single and "wide" not in flags  # elastic forces
    alpha, beta = bundle.model.damping.tolist()
    found: dict[str, tuple[object, str]] = {
        "RANK": ("MODEL_RANK", "r"),
        "PADDED": ("MODEL_PADDED", "padded length of a matrix row"),
        "FINEST": (FINEST, "largest number of parts of a step, which is halved repeatedly"),
        "ITERATIONS": (bundle.newton_iterations, "largest number of Newton iterations"),
        "DONE": (1, "outcome of a part of a step"),
        "FAILED": (0, ""),
        "NOT_FINITE": (-1, ""),
        "STEP": (bundle.dt, "h, s"),
        "ALPHA": (alpha, "damping by mass, 1/s"),
        "THETA": (SCHEMES[bundle.scheme], "time in a step at which its equation holds"),
        "BETA": (beta, "damping by stiffness, s"),
        "TOLERANCE": (
            SINGLE_TOLERANCE if narrow else WIDE_TOLERANCE if single else TOLERANCE,
            ("tolerance of a step's residual, relative to its terms"),
        ),
    }
    if "wide" in flags:
        found["AT_LAST"] = (SINGLE_TOLERANCE, "the same after the last iteration")
    if single:
        found["NOISE"] = (NOISE, "round-off of a residual, relative to its terms")
        found["SAME"] = (SAME, "relative change of velocities that is round-off")
    if "minimises" in flags:
        found["MOST_CUTS"] = (MOST_CUTS, "largest number of halvings of an iteration's length")
        found["SUFFICIENT"] = (SUFFICIENT, "sufficient share of the decrease that the slope predicts")
    if "squares" in flags:
        found["SQUARING"] = (SQUARING, "ratio of residuals below which iterations converge quadratically")
    if isinstance(bundle.model.elastic, Sampled):
        found["ELEMENTS"] = (len(bundle.model.elastic.weights), "number of evaluated elements")
        found["ITS_OWN"] = (ITS_OWN, "an element whose volume belongs to no patch")
        found |= {
            "SWEEPS": (12, "largest number of Jacobi sweeps"),
            "EIGEN": (1e-9 if narrow else 1e-17, "tolerance of off-diagonal entries of a matrix"),
            "ORTHOGONAL": (2e-7 if narrow else 2e-15, "cosine of two columns that is round-off"),
            "SMALLEST_LENGTH": (1e-30 if single else 1e-280, "no division by a shorter length"),
        }
        if NAMES.index("corotated") in bundle.model.elastic.laws:
            found["SMALLEST_SUM"] = (SMALLEST, "smallest sum of two singular values")
            found["FLAT"] = (FLAT, "below this det F, singular values give an element's rotation")
            found["ROUNDS"] = (ROUNDS, "largest number of Newton iterations for the rotation")
            found["SETTLED"] = (
                1e-7 if narrow else SETTLED,
                ("squared change of the rotation in the last iteration"),
            )
        if "curves" in flags:
            found["DIFFERENCE"] = (1e-3 if narrow else STEP, "strain for finite differences of the stiffness")
    if "cables" in flags:
        found["SLACK"] = (SLACK, "share of a cable's length; a cable that is slack by less counts as taut")
    if "chambers" in flags:
        found["FIRST_CHAMBER"] = ("MODEL_CABLES" if "cables" in flags else 0, "index among the driven inputs")
    found |= contact.defined(bundle, flags, single) | handle.defined(bundle)
    return found | (observer.defined(bundle) if flags & {"observer", "expects"} else {})


def variables(bundle: BodyBundle) -> list[Variable]:
    """Return inputs and outputs of a body's FMU, in the order in which templates/fmu.c numbers its values."""
    count, way = len(bundle.limits), "translation, rotation vector, velocity and angular velocity"
    regions, tools = identifiers(list(bundle.regions)), identifiers(bundle.tools)
    turning = "position of its middle, m, and the matrix of its axes, row by row"
    return [
        *(Variable(f"push.{name}", 3, "force", "N", 0.0) for name in regions),
        *motion.given(count),
        *(
            Variable(f"tool.{name}", 12, f"its {way} when a communication step begins", "", 0.0)
            for name in tools
        ),
        *(
            Variable(f"point.{name}", 3, "position of the region's vertex nearest to its middle", "m")
            for name in regions
        ),
        *(Variable(f"pose.{name}", 12, turning) for name in identifiers(contact.boxes_of(bundle))),
        *motion.told(count),
        *(Variable(f"moved.{name}", 1, f"whether tool.{name} moves it", "", 0.0, True) for name in tools),
    ]


def constants(bundle: BodyBundle, flags: set[str]) -> list[Constant]:
    """Return the body's arrays, without those of its motion."""
    wide = "wide" in flags
    found = [Constant("standing", bundle.model.standing, "constant load, such as gravity", wide=wide)]
    found += [each._replace(wide=wide) for each in _elastic(bundle.model, flags)]
    for term in bundle.actuated.terms:
        found += _cables(term, bundle.rank) if isinstance(term, Cables) and term.inputs else []
        found += _chambers(term, bundle.rank) if isinstance(term, Chambers) and term.inputs else []
    found += contact.constants(bundle) + handle.constants(bundle)
    found += observer.constants(bundle) if "observer" in flags else []
    shape = bundle.shape
    if bundle.regions:
        free = set(bundle.things)
        at = np.array(
            [own[0] if name in free else shape.vertex_of(name) for name, own in bundle.regions.items()]
        )
        found += [
            Constant("points", bundle.vertices[at], "m, rest positions of the named points"),
            Constant("point_modes", shape.modes[at], "displacement of these points by each coordinate"),
        ]
    used, triangles = drawn_vertices(bundle)
    modes = np.moveaxis(bundle.drawn(np.moveaxis(shape.modes, 2, 0)), 0, 2)
    return [
        *found,
        Constant("model_triangles", triangles, "corners of the surface's triangles", public=True),
        Constant("vertices", bundle.drawn(bundle.vertices)[used], "m, the surface at rest"),
        Constant("vertex_modes", modes[used], "displacement of the surface by each coordinate"),
    ]


def _elastic(model: BodyModel, flags: set[str]) -> list[Constant]:
    elastic, r = model.elastic, model.rank
    if not isinstance(elastic, Sampled):
        panels = model.arrays()["panels"]
        return [Constant("panels", panels, "M: the lower triangle, in panels of eight rows", aligned=True)]
    width = elastic.gradients.shape[2]
    flat = elastic.gradients.reshape(-1, len(elastic.weights), 9, width).transpose(1, 2, 0, 3)
    gradients = flat.reshape(len(elastic.weights), 9, -1)[:, :, :r]
    lame = elastic.lame * elastic.weights[:, None]
    found = [
        Constant("gradients", gradients, "B: the modes' displacement gradients in each element"),
        Constant("lame", lame, "Lame's constants of each element, Pa, times its weight, m^3"),
        Constant("laws", elastic.laws, "number of each element's law"),
        Constant(
            "patches",
            elastic.patches,
            f"patch of each element; {ITS_OWN}: its volume is its own; {NOT_COUNTED}: it does not count",
        ),
    ]
    if "patches" in flags:
        moduli, sharing = np.zeros(elastic.patch_weights.size), elastic.patches >= 0
        moduli[elastic.patches[sharing]] = elastic.lame[sharing, 0]
        found += [
            Constant("shares", elastic.shares, "share of each element in the patch's volume"),
            Constant("patch_moduli", moduli * elastic.patch_weights, "lambda times the weight"),
        ]
    return found


def _cables(term: Cables, rank: int) -> list[Constant]:
    data = term.data(rank)
    return [
        Constant("segments", data.rest.reshape(-1, 3), "e of cables' segments at rest, m"),
        Constant("segment_modes", data.modes.reshape(-1, 3, rank), "E: change of these by each coordinate"),
        Constant("cable_starts", data.starts, "first segment of each cable"),
        Constant("cable_springs", data.springs, "N/m, of cables driven by their length; 0: by tension"),
        Constant("cable_lengths", data.lengths, "m, at rest"),
    ]


def _chambers(term: Chambers, rank: int) -> list[Constant]:
    arrays, size = term._asdict(), (term.inputs, rank, rank, rank)
    return [
        Constant("chamber_volumes", arrays["volumes"], "V, m^3, at rest"),
        Constant("chamber_slopes", arrays["volume_slopes"], "s = dV/dp there"),
        Constant("chamber_curvatures", arrays["volume_curvatures"], "C = d2V/dp2 there"),
        Constant("chamber_cubics", arrays["volume_cubics"].reshape(size), "T = d3V/dp3"),
    ]

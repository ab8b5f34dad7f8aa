"""The C of bodies whose sizes and constants are read from a block of memory, for WebAssembly.

An export of a page needs no compiler: its code is compiled ahead, once for bodies of each of VARIANTS, from
the templates that `export --c` fills in. A template's C is unchanged, but its sizes are variables, and its
constants and the parts of its struct are arrays of variable length (C99's) in memory:

    states[k][j]       (*(const double (*)[states_0][states_1])states_at)[k][j]
    b->tangent[i][j]   (*(double (*)[MODEL_RANK][MODEL_PADDED])((char *)b + at_tangent))[i][j]

so that indices, decay to pointers and `sizeof` mean the same as in the C with constants. A part that a
body lacks, cables for example, has the size 0. A block has 32-bit integers (sizes, then for each constant
its offset from the beginning, and its axes), doubles, and the constants, aligned to 16 bytes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from runtime.body.laws.names import NAMES
from softrein.export.c import body
from softrein.export.c.contact import NUMBERS
from softrein.export.c.text import Array, template

VARIANTS = ("polynomial", "polynomial-searched", "sampled", "sampled-searched")
PARTS = {"cables", "chambers", "driven", "loads", "squares", "offset", "idle", "limited", "keyed"}
HANDHELD = {"handle", "turning", "handheld"}
TOUCHING = {
    "contact", "planes", "spheres", "capsules", "cylinders", "boxes", "grids", "rounds", "tools", "things",
    "balls", "axes",    "moves",
}  # fmt: skip
WHOLE = [
    "FINEST", "ITERATIONS", "ELEMENTS", "ITS_OWN", "SWEEPS", "MOST_CUTS", "FIRST_TOOL", "MOST_FRUITLESS",
    "KEYS", "MODEL_TOOLS", "ROUNDS", "RIGID", "FIRST_HANDLE", "HANDLED",
]  # fmt: skip
REAL = [
    "STEP", "THETA", "ALPHA", "BETA", "TOLERANCE", "SUFFICIENT", "SQUARING", "FALL", "EIGEN", "ORTHOGONAL",
    "SMALLEST_LENGTH", "SMALLEST_SUM", "DIFFERENCE", "SLACK", "SMALLEST", "LAYER", "SLIP", "CLOSING",
    "DAMPED", "NEAR", "AHEAD", "LARGEST_REACH", "FLAT", "SETTLED", "ROUNDING", "OFF_MIDDLE", "MOST_TURNED",
    "UNSEARCHED", "BESIDE",
]  # fmt: skip
ALWAYS = {"DONE": 1, "FAILED": 0, "NOT_FINITE": -1, **NUMBERS}
SAME = {name: f"MODEL_{name}" for name in ("RANK", "PADDED", "SHAPES", "SAMPLES")}
SAME["FIRST_CHAMBER"] = "MODEL_CABLES"
AXES = {  # constants: type and number of axes -> C declaration
    ("double", 1): (
        "standing panels shares patch_moduli cable_springs cable_lengths chamber_volumes areas reach "
        "radii steep friction stiffness_of gauss_points gauss_weights strides extents coefficients "
        "rigidity"
    ),
    ("double", 2): (
        "lame segments chamber_slopes samples shape_sizes shape_poses grid_frames states feedforward "
        "uncontrolled actuators model_limits own offset handle_along handle_about"
    ),
    ("double", 3): "gradients segment_modes chamber_curvatures sample_modes gains handle_between",
    ("double", 4): "chamber_cubics",
    ("int", 1): "laws patches cable_starts owners shape_kinds moving key_steps loose",
    ("int", 2): "grid_shapes",
}
CONSTANTS = {name: kind for kind, names in AXES.items() for name in names.split()}
TYPES = {"double": "<f8", "int": "<i4"}
ALIGNED = 16  # alignment in bytes

_SIZE = re.compile(r"^    (MODEL_\w+) = (.+?),? *(?:/\*|$)", re.MULTILINE)
_STRUCT = re.compile(r"^typedef struct \{\n.*?^\} \w+;\n", re.MULTILINE | re.DOTALL)
_MEMBER = re.compile(r"(\w+)((?:\[[^\]]+\])+)")
_COMMENT = re.compile(r"/\*.*?\*/")
# members of the struct whose size depends on the model: name -> type and axes
Members = dict[str, tuple[str, str]]


def flags_of(variant: str) -> set[str]:
    """Return the flags that select lines of the templates."""
    elastic, _, searched = variant.partition("-")
    own = {"minimises", *TOUCHING} if searched else {"hessian"}
    if elastic == "sampled":
        own |= {"patches"} if searched else {"patches", "curves"}
    return {elastic, *PARTS, *HANDHELD, *own}


def code_of(variant: str) -> str:
    """Return the C of a variant, as one file."""
    flags, searched = flags_of(variant), variant.endswith("searched")
    words: dict[str, object] = {
        "kind": "body",
        "advance": "advance",
        "wide": "double",
        "narrow": "double",
        "midpoint": "position",
        "damping": "start" if searched else "stiffness",
        "or_moving": " || going" if searched else "",
        "ahead": "0" if searched else "ITERATIONS > 1",
        "fall": "FALL",
        "gain": "at",
        "owned": "(own_0 > 1 ? k : 0)",
        "following": "k + 1",
    }
    laws = set(range(len(NAMES))) if "sampled" in flags else set()
    functions = [*body.step_of(flags, words, laws), template("page.c", flags, words)]
    structs, members = _structs()
    head = [f"/* Bodies, {variant}. */\n\n#include <math.h>\n#include <string.h>\n", _variables(), structs]
    return "\n".join([*head, _beginning(members), *(_placed(each, members) for each in functions)])


class _Words(dict[str, object]):
    """A mapping of each unknown word to itself, so that it stays in the template."""

    def __missing__(self, key: str) -> str:
        return f"${key}"


def _header() -> str:
    """Return the header with the lines of all parts, and its words unchanged."""
    return template(body.HEADER, set.union(*map(flags_of, VARIANTS)), _Words(plan_types="", wide="double"))


def _variables() -> str:
    """Return declarations of sizes, of single numbers, and of the constants' addresses."""
    sizes = [name for name, _ in _SIZE.findall(_header())]
    lines = [f"static int {', '.join([*sizes, *WHOLE])};", f"static double {', '.join(REAL)};"]
    lines += [f"enum {{ {', '.join(f'{name} = {value}' for name, value in ALWAYS.items())} }};"]
    lines += ["enum { MODEL_DONE = 1, MODEL_ENDED = 0, MODEL_FAILED = -1 };"]
    lines += [f"#define {name} {of}" for name, of in SAME.items()]
    for name, (kind, axes) in CONSTANTS.items():
        sides = [f"{name}_{axis}" for axis in range(axes)]
        lines += [f"static int {', '.join(sides)};", f"static const {kind} *{name}_at;"]
        lines += [f"#define {name} (*(const {kind} (*)[{']['.join(sides)}]){name}_at)"]
    return "\n".join(lines) + "\n"


def _structs() -> tuple[str, Members]:
    """Return the header's structs without their arrays, and these: their types and axes by name."""
    touch, whole = _STRUCT.findall(_header())
    members, kept = Members(), list[str]()
    for line in whole.splitlines():
        bare = _COMMENT.sub("", line)
        kind = re.match(r"\s+((?:unsigned )?\w+) \w+\[", bare)
        if kind is None:
            kept.append(line)
        else:
            members |= {name: (kind[1], axes) for name, axes in _MEMBER.findall(bare)}
    return "\n".join([touch, *kept]) + "\n", members


def _beginning(members: Members) -> str:
    """Return the functions that read a block, return the bytes of a body, and take other gains."""
    lines = [
        f"{name} = {'*whole++' if value.startswith('$') else value};"
        for name, value in _SIZE.findall(_header())
    ]
    lines += [f"{name} = *whole++;" for name in WHOLE]
    for name, (kind, axes) in CONSTANTS.items():
        lines += [f"{name}_at = (const {kind} *)(block + *whole++);"]
        lines += [f"{name}_{axis} = *whole++;" for axis in range(axes)]
    lines += ["real = (const double *)(block + *whole);", *(f"{name} = *real++;" for name in REAL)]
    for name, (kind, sides) in members.items():
        count = sides[1:-1].replace("][", ") * (")
        lines += [f"at_{name} = at, at += ((int)sizeof({kind}) * ({count}) + 15) / 16 * 16;"]
    return "\n".join([
        f"static int {', '.join(f'at_{name}' for name in members)}, body_bytes;\n",
        "int model_begin(const char *block) {",
        "    const int *whole = (const int *)block;", "    const double *real;",
        "    int at = ((int)sizeof(model_body) + 15) / 16 * 16;",
        *(f"    {line}" for line in lines), "    return body_bytes = at;", "}\n",
        "void model_steer(const double *by, const int *at, int count, const double *added) {",
        "    gains_at = by, gains_0 = KEYS = count, key_steps_at = at, offset_at = added;", "}\n",
    ])  # fmt: skip


def _placed(code: str, members: Members) -> str:
    """Replace the members of a body in functions by their places in memory."""

    def place(found: re.Match[str]) -> str:
        if found[1] not in members:
            return found[0]
        kind, axes = members[found[1]]
        return f"(*({kind} (*){axes})((char *)b + at_{found[1]}))"

    return re.sub(r"\bb->(\w+)", place, code).replace("sizeof *b)", "(size_t)body_bytes)")


class Block(NamedTuple):
    """The block that C reads, and the places of further arrays in it that JavaScript reads."""

    data: bytes
    places: dict[str, int]  # offsets of the other members


def block_of(
    sizes: Mapping[str, object],
    numbers: Mapping[str, object],
    constants: Mapping[str, Array],
    others: Mapping[str, Array],
) -> Block:
    """Make a block of sizes (by words of the header), single numbers, constants, and further arrays."""
    whole = [int(str(sizes[value[1:]])) for _, value in _SIZE.findall(_header()) if value.startswith("$")]
    whole += [int(str(numbers.get(name, 0))) for name in WHOLE]
    first = -(-4 * (len(whole) + sum(1 + axes for _, axes in CONSTANTS.values()) + 1) // ALIGNED) * ALIGNED
    pieces, at = list[bytes](), dict[bytes, int]()

    def put(values: Array, kind: str) -> int:
        data = np.ascontiguousarray(values, TYPES[kind]).tobytes()
        if data not in at:
            at[data] = first + sum(map(len, pieces))
            pieces.append(data + bytes(-len(data) % ALIGNED))
        return at[data]

    for name, (kind, axes) in CONSTANTS.items():
        values = constants.get(name, np.zeros((0,) * axes))
        whole += [put(values, kind), *values.shape]
    whole.append(put(np.array([float(str(numbers.get(name, 0.0))) for name in REAL]), "double"))
    places = {
        name: put(values, "int" if values.dtype.kind in "iu" else "double") for name, values in others.items()
    }
    head = np.array(whole, "<i4").tobytes()
    return Block(head + bytes(first - len(head)) + b"".join(pieces), places)


if __name__ == "__main__":  # writes the C code of all variants into a folder
    for each in VARIANTS:
        Path(sys.argv[1], f"{each}.c").write_text(code_of(each), "utf-8")

"""`softrein export FILE --c FOLDER`: a bundle's body and one of its controllers as NAME.c and NAME.h."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, cast

import numpy as np

from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.control.registry import LQR
from softrein.base.kinds import of_kind
from softrein.base.whole_file import whole_files
from softrein.errors import BundleError, shown
from softrein.export.c import body
from softrein.export.c.gains import Gains, gains_for, loss_of
from softrein.export.c.text import Constant, constant, declarations, finished, identifier, plain, template

MOST_NUMBERS = 4_000_000  # in constants: compilers take a minute, and 2 GB, for so many


class Exported(NamedTuple):
    """What was written."""

    files: list[Path]
    constants: int  # bytes
    keys: int  # matrices of gains
    loss: float | None  # of closed-loop cost, where gains are not those of every step


def export_c(
    bundle: Bundle, folder: Path, controller: str = LQR.name, single: bool = False, gains: str | None = None
) -> Exported:
    """Write them, whole or not at all; `gains` is "keyed", "stationary" or None: those of every step.

    Raises BundleError for a bundle that cannot be written in C, ControllerError for such a controller.
    """
    of_kind(bundle, "export.c").check(bundle)
    made = cast(BodyBundle, bundle)
    found = gains_for(bundle, controller, gains)
    flags = body.flags_of(made, found)
    arrays = [*body.constants(made, flags), *_motion(made, found)]
    count = sum(each.values.size for each in arrays)
    if count > MOST_NUMBERS:
        largest = max(arrays, key=lambda each: each.values.size)
        raise BundleError(
            f"{shown(bundle.name)}: {largest.name}: constants would be {count / 1e6:.0f} million numbers, "
            f"and C compilers bear {MOST_NUMBERS / 1e6:.0f}; take a smaller basis.rank, or --gains keyed"
        )
    loss = None if found.whole is bundle.gains.get(controller) else loss_of(bundle, controller, found)
    name = identifier(bundle.name)
    head, code = _text(made, flags, arrays, found, single)
    with whole_files(folder) as temporary:
        (temporary / f"{name}.h").write_text(finished(head, name, single), "utf-8")
        code = finished(code.replace(_OWN, f'"{name}.h"'), name, single)
        (temporary / f"{name}.c").write_text(code, "utf-8")
    sizes = [each.values.size * (4 if single or each.values.dtype.kind in "iub" else 8) for each in arrays]
    return Exported([folder / f"{name}.c", folder / f"{name}.h"], sum(sizes), len(found.values), loss)


def _text(
    bundle: BodyBundle, flags: set[str], arrays: list[Constant], gains: Gains, single: bool
) -> tuple[str, str]:
    """The header and the code, of a body called model, in double."""
    words = body.sizes_of(bundle, flags, gains)
    numbers = body.defined(bundle, flags, single)
    if gains.keys is not None:
        numbers["KEYS"] = (len(gains.keys), "matrices of gains")
    parts = [
        template(f"{part}.c", flags, words) if part else body.law_calls(bundle, flags)
        for part in body.templates_of(bundle, flags)
    ]
    functions = "\n".join(parts)
    title = {
        "title": plain(f"{bundle.name}: {bundle.description}".rstrip(": ")),
        "name": identifier(bundle.name),
        "declarations": declarations(functions),
    }
    head = template("body.h", flags, words | title)
    top = [f"/* See the header. */\n\n{_INCLUDES}", _numbers(numbers), *map(constant, arrays)]
    return head, "\n".join([*top, functions])


_OWN = '"model.h"'
_INCLUDES = f"#include <math.h>\n#include <string.h>\n\n#include {_OWN}\n"


def _numbers(found: dict[str, tuple[object, str]]) -> str:
    """Whole numbers as an enumeration, others as constants."""
    whole = {name: each for name, each in found.items() if not isinstance(each[0], float)}
    lines = [
        "enum {",
        *(f"    {name} = {value},{_comment(why)}" for name, (value, why) in whole.items()),
        "};",
    ]
    lines += [
        f"static const double {name} = {value!r};{_comment(why)}"
        for name, (value, why) in found.items()
        if name not in whole
    ]
    return "\n".join(lines) + "\n"


def _comment(why: str) -> str:
    return f" /* {why} */" if why else ""


def _motion(bundle: BodyBundle, gains: Gains) -> list[Constant]:
    """The arrays of the motion and its control."""
    found = [
        Constant("states", bundle.track.states, "z_ref: the motion that is followed"),
        Constant("feedforward", bundle.track.feedforward, "w_ff: the inputs that make it"),
        Constant("uncontrolled", bundle.uncontrolled, "what acts in their place without control"),
        Constant("actuators", bundle.actuators, "B: from controls to inputs"),
        Constant("model_limits", bundle.limits, "low and high of each control", public=True),
        Constant("gains", gains.values, "K"),
    ]
    if np.isfinite(bundle.limits).any():
        found.append(Constant("own", bundle.actuation.own, "c_ff: what the motion has of each control"))
    if gains.keys is not None:
        found.append(Constant("key_steps", gains.keys, "the steps of K, between which it is interpolated"))
    if gains.offset is not None:
        found.append(Constant("offset", gains.offset, "k: what is added to the feedback"))
    return found

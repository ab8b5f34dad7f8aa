"""`softrein export FILE --c FOLDER`: a bundle's model and one of its controllers as NAME.c and NAME.h."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from runtime.bundle.record import Bundle
from runtime.control.base.law import AffineGains
from runtime.control.registry import LQR, NONE
from softrein.base.kinds import of_kind
from softrein.base.whole_file import whole_files
from softrein.errors import BundleError, shown, warn
from softrein.export.c import motion, planning
from softrein.export.c.gains import Gains, Loss, gains_for, loss_of
from softrein.export.c.text import Constant, constant, declarations, finished, identifiers, plain, template

# model names whose prefixed functions would collide with those of the templates, or the file with a program
OURS = {"begin", "main", "make", "take", "try"}
MOST_NUMBERS = 10_000_000  # most numbers in constants: compilers then take half a minute and 3 GB


class Exported(NamedTuple):
    """The files that were written."""

    files: list[Path]
    constants: int  # size of the constants in bytes
    keys: int  # number of stored gain matrices
    loss: Loss | None  # loss of closed-loop cost; None if the gains of every step are stored
    ahead: int | None  # steps of a plan; None unless the controller re-plans
    wide: bool  # whether single precision leaves elastic forces in double


class Made(NamedTuple):
    """The C text before it is written."""

    name: str  # an identifier in C
    flags: set[str]  # names of the conditional template lines that are included
    words: dict[str, object]  # values of the template's placeholders
    header: str
    code: str
    constants: int  # size of the constants in bytes
    keys: int
    loss: Loss | None
    ahead: int | None
    wide: bool


def export_c(
    bundle: Bundle, folder: Path, controller: str = LQR.name, single: bool = False, gains: str | None = None
) -> Exported:
    """Write both files or none; `gains` is "keyed", "stationary" or None for those of every step.

    C's observer has one gain: where the sensors need more, it is left out, with a warning.

    Raises BundleError for a bundle that C does not support, ControllerError for such a controller.
    """
    missing = of_kind(bundle, "export.c").left_out(bundle)
    made = make_c(bundle, controller, single, gains)
    if missing is not None:
        warn(f"{shown(bundle.name)}: {missing.replace('NAME', made.name)}")
    with whole_files(folder) as temporary:
        (temporary / f"{made.name}.h").write_text(made.header, "utf-8")
        (temporary / f"{made.name}.c").write_text(made.code, "utf-8")
    files = [folder / f"{made.name}.c", folder / f"{made.name}.h"]
    return Exported(files, made.constants, made.keys, made.loss, made.ahead, made.wide)


def make_c(bundle: Bundle, controller: str, single: bool, gains: str | None, observed: bool = True) -> Made:
    """Make the C of a bundle; with an observer where it is `observed`. Raises what `export_c` does."""
    kind = of_kind(bundle, "export.c")
    found = gains_for(bundle, controller, gains)
    if not observed and found.plan is not None:
        found = found._replace(plan=found.plan._replace(behind=None))
    flags = kind.flags_of(bundle) | motion.flags_of(bundle, found)
    if not observed:
        flags.discard("observer")
    if controller == NONE.name:
        flags.add("released")
    if single:
        flags.add("single")
    if found.plan is not None:
        flags |= planning.flags_of(found.plan, flags)
    arrays = [*kind.constants(bundle, flags), *motion.constants(bundle, found)]
    count = sum(each.values.size for each in arrays)
    if count > MOST_NUMBERS:
        largest = max(arrays, key=lambda each: each.values.size)
        raise BundleError(
            f"{shown(bundle.name)}: {largest.name}: constants would be {count / 1e6:.0f} million numbers, "
            f"and C compilers accept {MOST_NUMBERS / 1e6:.0f}; take a smaller basis.rank"
            + (", or --gains keyed" if found.plan is None else "")
        )
    if single and kind.needs_double(bundle, AffineGains(found.whole, found.offset)):
        flags.add("wide")
        arrays = [*kind.constants(bundle, flags), *motion.constants(bundle, found, True)]
    whole = found.plan is not None or controller == NONE.name or found.whole is bundle.gains.get(controller)
    loss = None if whole else loss_of(bundle, controller, found)
    name = symbol(bundle)
    words = kind.sizes_of(bundle, flags) | motion.sizes_of(bundle, flags, found)
    head, code = _text(bundle, flags, words, arrays, found, single)
    code = finished(code.replace(_OWN, f'"{name}.h"'), name, single)
    sizes = [
        each.values.size * (4 if each.values.dtype.kind in "iub" or (single and not each.wide) else 8)
        for each in arrays
    ]
    header = finished(head, name, single)
    ahead = None if found.plan is None else found.plan.ahead
    return Made(name, flags, words, header, code, sum(sizes), len(found.values), loss, ahead, "wide" in flags)


def symbol(bundle: Bundle) -> str:
    """Return the prefix of its functions, types and files; each of several motions has its own."""
    motions = sorted(bundle.motions) if bundle.motion_name else [""]
    names = identifiers([f"{bundle.name} {each}".rstrip() for each in motions])
    name = names[motions.index(bundle.motion_name)]
    return f"{name}_model" if name in OURS else name


def _text(
    bundle: Bundle,
    flags: set[str],
    words: dict[str, object],
    arrays: list[Constant],
    gains: Gains,
    single: bool,
) -> tuple[str, str]:
    """Return the header and the code, for a model called `model`, in double precision."""
    kind = of_kind(bundle, "export.c")
    numbers = kind.defined(bundle, flags, single)
    if gains.keys is not None:
        numbers["KEYS"] = (len(gains.keys), "matrices of gains")
    if gains.plan is not None:
        numbers |= planning.defined(gains.plan, single)
    functions = "\n".join(kind.code_of(bundle, flags, words))
    title = {
        "title": plain(f"{bundle.name}: {bundle.description}".rstrip(": ")),
        "name": symbol(bundle),
        "declarations": declarations(functions),
    }
    head = template(kind.HEADER, flags, words | title)
    aligned = _ALIGNED if any(each.aligned for each in arrays) else ""
    top = [f"/* See the header. */\n\n{_INCLUDES}{aligned}", _numbers(numbers), *map(constant, arrays)]
    return head, "\n".join([*top, functions])


_OWN = '"model.h"'
_ALIGNED = """
#ifdef __GNUC__
#define ALIGNED __attribute__((aligned(64))) /* to a cache line */
#else
#define ALIGNED
#endif
"""
_INCLUDES = f"#include <math.h>\n#include <string.h>\n\n#include {_OWN}\n"


def _numbers(found: dict[str, tuple[object, str]]) -> str:
    """Write whole numbers as an enumeration, others as constants."""
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

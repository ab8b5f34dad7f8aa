"""Every error that a user of softrein can cause, in one place, and how all packages warn.

This module imports nothing of the project, so that every other package may import it. Each message names
the file, the field or the element at fault and says what to do about it. The command line turns any
`SoftreinError` into one line on standard error and exit code 2.
"""

import sys
import warnings

LONGEST = 2000  # most characters of a message
OURS = frozenset({"softrein", "offline", "reduce", "runtime", "meshes", "characters"})
# libraries through which functions of this package call one another
BETWEEN = frozenset({"pydantic", "contextlib", "functools"})


class SoftreinError(Exception):
    """An error that the caller can correct; the message says how, on one printable line."""

    def __str__(self) -> str:
        return one_line(super().__str__(), LONGEST)


class MeshError(SoftreinError):
    """A mesh, or a file that should hold one, cannot be used."""


class MaterialError(SoftreinError):
    """A material constant lies outside its physical range, or a region has no material."""


class SceneError(SoftreinError):
    """A scene file, or a setting that overrides it, is not valid."""


class BasisError(SoftreinError):
    """Snapshots cannot give the basis that was asked for."""


class CostError(SoftreinError):
    """Cost matrices or gains do not fit the system that they are meant for."""


class SimulationError(SoftreinError):
    """A simulation did not converge or left the range of finite numbers; the message names the step."""


class CampaignError(SoftreinError):
    """Enrichment runs failed or cannot be resumed."""


class BundleError(SoftreinError):
    """A bundle file is truncated, tampered with, of a newer version, or lacks what was asked of it."""


class ControllerError(SoftreinError):
    """A controller, or a push, does not fit the plant that it is meant for."""


class MissingPackageError(SoftreinError):
    """An optional package or system library is needed; the message says how to install it."""


def install(extra: str) -> str:
    """Say how to add an extra to the installed softrein, also to a checkout; only this function says so."""
    return f"pip install 'softrein[{extra}]'"


def missing(what: str, purpose: str, cure: str) -> MissingPackageError:
    """Make the error for a missing package or library: what it is, what it is for, how to install it."""
    return MissingPackageError(f"{what} is missing, which is needed for {purpose}: {cure}")


def missing_extra(extra: str, purpose: str, *packages: str) -> MissingPackageError:
    """Make the error for an extra of softrein, naming the packages in it that are missing."""
    named = f" ({', '.join(packages)})" if packages else ""
    return missing(f"the extra {extra!r}{named}", purpose, install(extra))


def printable(text: str) -> str:
    """Return text in which control characters and invisible ones are escaped."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def one_line(text: str, most: int) -> str:
    """Return text in one printable line of at most `most` characters; if longer, its middle is left out."""
    if len(text) > 2 * most:
        text = f"{text[:most]} ... {text[-most:]}"
    line = " ".join(printable(part.strip()) for part in text.splitlines() if part.strip())
    if len(line) <= most:
        return line
    return f"{line[: most * 3 // 4]} ... {line[len(line) - most // 4 + 5 :]}"


def shown(text: object, most: int = 100) -> str:
    """Quote foreign text in a message: one line of at most `most` characters, in quotes.

    Control characters and invisible ones are escaped, so that the text is shown as it is
    and cannot move the cursor.
    """
    line = printable(str(text)[: most + 1])
    return f"'{line if len(line) <= most else line[: most - 3] + '...'}'"


def warn(message: str, kind: type[Warning] = UserWarning) -> None:
    """Warn; the place shown is the nearest line that is not of this project."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and _package(frame.f_globals.get("__name__")) in OURS | BETWEEN:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, kind, stacklevel=level)


def _package(module: object) -> str:
    return str(module).partition(".")[0]

"""What softrein does in another way with bodies than with smoke: in each package a module of that name.

Files and scenes have older words for the two kinds; here alone they are translated, and nobody else asks of
which kind a bundle is. Where smoke in space differs from smoke in a plane, it has a module of its own.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from softrein.errors import BundleError, shown

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle

WORDS = {"deformable": "body", "fluid": "smoke"}
PLANE = 2  # axes
IN_SPACE = {  # the modules for smoke in space, by package
    "pictures": "space",
    "export": "smoke",
    "export.c": "smoke",
    "charts": "smoke",
    "reports": "smoke",
    "viewer": "smoke",
}


def of_kind(bundle: Bundle, package: str, part: str = "") -> ModuleType:
    """A package's module for bundles of this kind, or the `part` of its folder for them.

    Raises BundleError where it knows nothing of such a bundle.
    """
    words = WORDS[bundle.kind]
    if words == "smoke" and bundle.axes > PLANE:
        if package not in IN_SPACE:
            raise BundleError(
                f"{shown(bundle.name)}: there is no {package} for smoke in space yet; see it with `softrein "
                "view` or `softrein run --picture`, or `softrein export -o RUN.vtkhdf`"
            )
        words = IN_SPACE[package]
    names = ("softrein", package, words, part)
    return import_module(".".join(name for name in names if name))

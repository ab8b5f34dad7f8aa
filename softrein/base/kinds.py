"""Dispatch between bodies and smoke: in each package they have modules named by the kind.

Files and scenes have older words for the two kinds; they are translated only here, and no other code asks
for a bundle's kind. Where smoke in space differs from smoke in a plane, it has a module of its own.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle

WORDS = {"deformable": "body", "fluid": "smoke"}
PLANE = 2  # number of axes
# package -> its module for smoke in space, where that is not the one for smoke in a plane
IN_SPACE = {"pictures": "space"}


def of_kind(bundle: Bundle, package: str, part: str = "") -> ModuleType:
    """Return a package's module for bundles of this kind, or the `part` of its folder for them."""
    words = WORDS[bundle.kind]
    if words == "smoke" and bundle.axes > PLANE:
        words = IN_SPACE.get(package, words)
    names = ("softrein", package, words, part)
    return import_module(".".join(name for name in names if name))

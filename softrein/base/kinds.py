"""What softrein does in another way with bodies than with smoke: in each package a module of that name.

Files and scenes have older words for the two kinds; here alone they are translated, and nobody else asks of
which kind a bundle is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from softrein.errors import BundleError, shown

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle

WORDS = {"deformable": "body", "fluid": "smoke"}
DRAWN = 2  # axes of smoke that pictures, pages and exports are made of


def of_kind(bundle: Bundle, package: str, part: str = "") -> Any:
    """A package's module for bundles of this kind, or the `part` of its folder for them.

    Raises BundleError where it knows nothing of such a bundle.
    """
    words = WORDS[bundle.kind]
    if words == "smoke" and bundle.axes > DRAWN:
        raise BundleError(
            f"{shown(bundle.name)}: smoke in space can be run, steered and verified, and no more yet"
        )
    names = ("softrein", package, words, part)
    return import_module(".".join(name for name in names if name))

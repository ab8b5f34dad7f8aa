"""What softrein does in another way with bodies than with smoke: in each package a module of that name.

Files and scenes have older words for the two kinds; here alone they are translated, and nobody else asks of
which kind a bundle is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle

WORDS = {"deformable": "body", "fluid": "smoke"}


def of_kind(bundle: Bundle, package: str, part: str = "") -> Any:
    """A package's module for bundles of this kind, or the `part` of its folder for them."""
    names = ("softrein", package, WORDS[bundle.kind], part)
    return import_module(".".join(name for name in names if name))

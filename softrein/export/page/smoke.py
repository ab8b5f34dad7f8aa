"""The page of smoke, which is not supported yet."""

from __future__ import annotations

from runtime.bundle.smoke import SmokeBundle
from softrein.errors import BundleError, shown


def check(bundle: SmokeBundle) -> None:
    """Raise BundleError: only Python can compute what the flow carries."""
    raise BundleError(
        f"{shown(bundle.name)}: a page cannot run smoke by itself yet; show it with `softrein view`, "
        "or take its C (--c)"
    )

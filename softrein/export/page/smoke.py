"""What a page of smoke would hold: not yet."""

from __future__ import annotations

from runtime.bundle.smoke import SmokeBundle
from softrein.errors import BundleError, shown


def check(bundle: SmokeBundle) -> None:
    """Raise BundleError: what the flow carries is drawn by Python."""
    raise BundleError(
        f"{shown(bundle.name)}: a page cannot run smoke by itself yet; show it with `softrein view`, "
        "or take its C (--c)"
    )

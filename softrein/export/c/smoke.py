"""Smoke in C: there is none yet."""

from __future__ import annotations

from runtime.bundle.record import Bundle
from softrein.errors import BundleError, shown


def check(bundle: Bundle) -> None:
    """Raise BundleError: only soft bodies can be written."""
    raise BundleError(f"{shown(bundle.name)}: only soft bodies can be exported to C yet, and this is smoke")

"""A soft body all of St. Venant-Kirchhoff's material."""

from __future__ import annotations

from offline.full.body.elastic_body import StVK

__all__ = ["StVK"]

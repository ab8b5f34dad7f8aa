"""A soft body of St. Venant-Kirchhoff's law only."""

from __future__ import annotations

from offline.full.body.elastic_body import StVK

__all__ = ["StVK"]

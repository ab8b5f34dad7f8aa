"""What `softrein verify --curves` finds, by the names that it has in `curves.json`.

It is made by `offline.verification.curves`, which says what each means.
"""

from __future__ import annotations

from typing import Any, TypedDict


class Column(TypedDict):
    """What becomes of a controller at each value; errors and efforts are None where runs were given up."""

    error: list[float | None]
    low: list[float | None]
    high: list[float | None]
    effort: list[float | None]
    lost: list[int]


class Curves(TypedDict):
    """The curves: of each entry its "values", and a `Column` for each controller."""

    runs: int  # at each value
    given: dict[str, float | None]  # in what the full model differs throughout
    base: dict[str, float]  # what each entry is while others differ
    reduced: dict[str, float | None]  # errors on the bundle's own model, by controller
    curves: dict[str, dict[str, Any]]

"""The types of the results of `softrein verify --curves`, by their names in `curves.json`.

They are made by `offline.verification.curves`, which says what each means.
"""

from __future__ import annotations

from typing import Any, TypedDict


class Column(TypedDict):
    """A controller's results at each value; errors and efforts are None where runs failed."""

    error: list[float | None]
    low: list[float | None]
    high: list[float | None]
    effort: list[float | None]
    lost: list[int]


class Curves(TypedDict):
    """The curves: for each entry its "values", and a `Column` for each controller."""

    runs: int  # number of runs at each value
    given: dict[str, float | None]  # differences of the full model that apply throughout
    base: dict[str, float]  # value of each entry while others vary
    reduced: dict[str, float | None]  # errors on the reduced model, by controller
    curves: dict[str, dict[str, Any]]

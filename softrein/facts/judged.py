"""The types of the results of `softrein judge` on sampled elements, by their names in `elements.json`.

They are made by `offline.studies.elements`, which says what each means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict


class Excess(TypedDict):
    """The relative excess of costs over others, over some pushes; None where infinite or unknown."""

    pushes: int
    lost: int
    median: float | None
    worst: float | None


class OnFull(Excess):
    """The excess on the full model, and the cost there over that on the reduced one."""

    over_reduced: float | None


class Microseconds(TypedDict):
    """The time of a step with sampled elements and with all."""

    sampled: float
    all: float


class _Row(TypedDict):
    rank: int
    asked: list[int]
    made_of: str
    elements: int
    of: int
    training_error: float
    force_error: float
    tangent_error: float
    own_plant: Excess
    gains_alone: Excess
    full_model: OnFull
    microseconds: Microseconds


class Row(_Row, total=False):
    """The results at one rank, and in a file their checksum."""

    sum: str


class Judged(TypedDict, total=False):
    """All rows of a scene, by rank."""

    scene: str
    bundle: str  # `motion_print` of the bundle whose scene was judged, if it was that of one
    machine: Mapping[str, object]
    rows: list[Row]

"""What `softrein judge` finds of sampled elements, by the names that it has in `elements.json`.

It is made by `offline.studies.elements`, which says what each means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict


class Excess(TypedDict):
    """By how much costs are above others, over some pushes; None where that is infinite or not known."""

    pushes: int
    lost: int
    median: float | None
    worst: float | None


class OnFull(Excess):
    """That on the full model, and its cost over that on the reduced one."""

    over_reduced: float | None


class Microseconds(TypedDict):
    """What a step takes with sampled elements and with all."""

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
    """What is found at one rank, and in a file a checksum of it."""

    sum: str


class Judged(TypedDict, total=False):
    """All rows of a scene, by rank."""

    scene: str
    machine: Mapping[str, object]
    rows: list[Row]

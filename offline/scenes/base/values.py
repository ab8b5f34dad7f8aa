"""Types of entries of scenes: quantities with units, whole numbers, points and files."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
)

from offline.scenes.base.quantity import Unit
from softrein.errors import shown

SHORTEST = 1e-9  # smallest length of a direction vector; the largest is its inverse
LARGEST = 2**31 - 1  # largest integer: enough for seeds, far too many for steps, cells and runs


def _whole(value: object) -> object:
    """Pass a value on to pydantic, but refuse true and false, which Python takes for numbers."""
    if isinstance(value, bool):
        raise ValueError(f"expected a whole number, got {str(value).lower()}")
    return value


WHOLE = BeforeValidator(_whole)
Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST), WHOLE]  # the general bound of integers
Index = Annotated[int, Field(ge=0, le=LARGEST), WHOLE]
Count = Annotated[int, Field(ge=1, le=LARGEST), WHOLE]
Seconds = Annotated[float, Field(ge=0), Unit("s")]
PositiveSeconds = Annotated[float, Field(gt=0), Unit("s")]
Metres = Annotated[float, Field(ge=0), Unit("m")]
Patch = Annotated[
    Metres,
    Field(
        description="radius of the patch around the pushed vertex that shares the force, less towards its "
        "edge; 0: that vertex alone"
    ),
]
PositiveMetres = Annotated[float, Field(gt=0), Unit("m", "size")]
Weight = Annotated[float, Field(ge=0), Unit("", "weight")]
Share = Annotated[float, Field(gt=0, le=1), Unit("")]
Number = Annotated[float, Unit("", "number")]
PositiveNumber = Annotated[float, Field(gt=0), Unit("", "weight")]
Metre = Annotated[float, Unit("m")]
Acceleration = Annotated[float, Unit("m/s^2")]
Pair = tuple[float, float]
T = TypeVar("T")
# coordinates of a point in a plane or in space
Coordinates = Annotated[tuple[T, ...], Field(min_length=2, max_length=3)]
Newton = Annotated[float, Unit("N")]
PositiveNewton = Annotated[float, Field(gt=0), Unit("N")]
Point = tuple[Metre, Metre, Metre]
Axis = Literal["x", "y", "z"]
LONGEST_PATH, LONGEST_PART = 4000, 255  # bytes, of a file's path and of each name in it


def _a_path(path: Path) -> Path:
    """Return the path. Raises ValueError where no file can be there, or no scene can hold it."""
    text = str(path)
    if "\0" in text or text.encode(errors="replace").decode() != text:
        raise ValueError(f"{shown(text)} is not valid text, so a scene cannot contain it; rename it")
    if len(text.encode()) > LONGEST_PATH or any(len(part.encode()) > LONGEST_PART for part in path.parts):
        raise ValueError(f"{shown(text, 40)} is longer than a file's path can be")
    return path


FilePath = Annotated[Path, AfterValidator(_a_path)]


def _in_order(pairs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    if not pairs:
        raise ValueError("expected one [time, factor] pair or more")
    if any(one > other for (one, _), (other, _) in pairwise(pairs)):
        raise ValueError("times: they must not decrease")
    return pairs


Factors = Annotated[list[tuple[Seconds, Number]], AfterValidator(_in_order)]
Weights = Annotated[list[tuple[Seconds, Weight]], AfterValidator(_in_order)]

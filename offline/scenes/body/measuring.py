"""Sensors on a body, and the observer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator, model_validator

from offline.scenes.base.names import Name
from offline.scenes.base.parts import (
    Part,
)
from offline.scenes.base.quantity import Unit
from offline.scenes.base.values import (
    WHOLE,
    Count,
    Index,
    Metres,
    Point,
    PositiveNewton,
    PositiveSeconds,
    Whole,
)
from offline.scenes.body.actuators import (
    KindName,
)
from runtime.observing.kinds import MARKER, SENSOR_KINDS
from runtime.observing.sensors import MOST_MARKERS
from softrein.errors import warn

# largest noise of a marker's position [m] or of an acceleration [m/s^2]; more is no measurement
MOST_NOISE = 1e3
NOISE_UNITS = {name: Unit(kind.unit) for name, kind in SENSOR_KINDS.items()}


class SensorPart(Part):
    """Markers or accelerometers on vertices, which measure with noise.

    Give their places by one of `region`, `at`, `vertices` and, of markers, `count`.
    """

    kind: Annotated[str, KindName(SENSOR_KINDS)] = Field(
        MARKER,
        description="measured quantity, along three axes of space: the position of a point, or its "
        "acceleration, averaged over a time step and without gravity",
    )

    region: Name | None = Field(None, description="region with a marker on each vertex that can move")
    at: Whole | Point | list[Whole | Point] | None = Field(
        None,
        description="one point or several, each standing for the vertex nearest to it; for vertex numbers "
        "use `vertices`",
    )
    vertices: list[Index] | None = Field(
        None, min_length=1, description="vertex numbers, from 0, of those that an element uses"
    )
    count: Annotated[int, Field(ge=1, le=MOST_MARKERS), WHOLE] | None = Field(
        None, description="number of markers, in the places that `softrein inspect` proposes"
    )
    labels: list[str] | None = Field(
        None, min_length=1, description="names that recordings give its markers, in the order of their places"
    )
    noise: Annotated[float, Field(gt=0, le=MOST_NOISE), Unit("", told="m, m/s^2")] = Field(
        description="standard deviation of the noise in each coordinate"
    )
    every: Count = Field(1, description="number of time steps from one measurement to the next")

    @field_validator("noise", mode="before")
    @classmethod
    def _in_the_kinds_unit(cls, value: object, info: ValidationInfo) -> object:
        return NOISE_UNITS[info.data.get("kind", MARKER)].convert(value)

    @model_validator(mode="before")
    @classmethod
    def _three_numbers_are_a_point(cls, data: object) -> object:
        """Read three numbers as a point, whole ones as well; other lists of whole numbers are vertices."""
        if not isinstance(data, Mapping):
            return data
        at = data.get("at")
        if not isinstance(at, list | tuple) or not at:
            return data
        if len(at) == 3 and all(isinstance(each, int | float | str) for each in at):
            return {**data, "at": [at]}
        if all(type(each) is int for each in at):
            warn("sensors.at: numbers of vertices are given as `vertices = [...]`")
        return data

    @model_validator(mode="after")
    def _one_place(self) -> SensorPart:
        if [self.region, self.at, self.vertices, self.count].count(None) != 3:
            raise ValueError("give one of `region`, `at`, `vertices` or `count`, for example count = 8")
        if isinstance(self.at, list) and not self.at:
            raise ValueError("at: expected one place or more")
        for name in ("count", "labels") if self.kind != MARKER else ():
            if getattr(self, name) is not None:
                raise ValueError(f"`{name}` belongs to kind = '{MARKER}', and this one is '{self.kind}'")
        return self


class ObserverPart(Part):
    """The observer (a Kalman filter), which estimates state and unknown forces from the sensors."""

    time_constant: PositiveSeconds = Field(
        0.5, description="time constant with which an unknown force is expected to decay"
    )
    force: PositiveNewton | None = Field(
        None,
        description="expected size (rms) of unknown pushes; none: 1 % of the [ensemble]'s, or else of the "
        "strongest of [[pushes]]; without either 0.01 N",
    )
    radius: Metres | None = Field(
        None,
        description="expected radius of such pushes; none: that of the [ensemble], or else the largest of "
        "[[pushes]]; without either 0",
    )
    extended: bool = Field(
        True,
        description="true: extended Kalman filter, with gains computed at run time; false: gains computed "
        "beforehand along the motion, which is faster per step, but slower to notice a push",
    )

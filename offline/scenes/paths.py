"""What a scene says of a path that a region of a body follows."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from offline.scenes.names import Name
from offline.scenes.parts import Metre, Part, PositiveSeconds, Seconds, Weight
from runtime.control.paths import MOST, Curve, axes_of, curve_of
from softrein.errors import ControllerError


def _letters(text: str) -> str:
    try:
        axes_of("axes", text)
    except ControllerError as error:
        raise ValueError(str(error)) from error
    return text


class PathPart(Part):
    """A path that the middle of a region follows: a smooth curve through points.

    It is closed and gone round in `period`, for ever; or gone along once, with each point at its own of
    `times`, and then stays.
    """

    region: Name
    axes: Annotated[str, AfterValidator(_letters)] = Field("xyz", description="of space, those that count")
    points: list[list[Metre]] = Field(
        min_length=2, max_length=MOST, description="a coordinate for each of the axes"
    )
    absolute: bool = Field(True, description="points are places in space; else ways from the place at rest")
    period: PositiveSeconds | None = Field(None, description="of a round; the motion is whole rounds long")
    times: list[Seconds] | None = Field(None, min_length=2, max_length=MOST, description="one a point")
    weight: Weight = Field(description="on the squared distance (m^2) from it, a density in time")

    @model_validator(mode="after")
    def _is_a_curve(self) -> PathPart:
        try:
            self.curve()
        except ControllerError as error:
            raise ValueError(str(error)) from error
        return self

    def curve(self) -> Curve:
        """The curve through its points."""
        return curve_of([*self.points], len(self.axes), self.period, self.times)

"""The entries of a scene for paths: those that regions of a body follow, and that of its handle."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Self

import numpy as np
from pydantic import AfterValidator, Field, model_validator

from offline.scenes.base.names import Name
from offline.scenes.base.parts import Part
from offline.scenes.base.quantity import Unit
from offline.scenes.base.values import Metre, Point, PositiveSeconds, Seconds, Weight
from runtime.body.handle.pose import exponential
from runtime.control.paths import MOST, Curve, axes_of, curve_of
from softrein.errors import ControllerError

Angle = Annotated[float, Unit("rad")]
Turn = tuple[Angle, Angle, Angle]  # a rotation vector
ALIKE = 1e-9  # largest difference of entries of two matrices that count as the same rotation


def _letters(text: str) -> str:
    try:
        axes_of("axes", text)
    except ControllerError as error:
        raise ValueError(str(error)) from error
    return text


class PathPart(Part):
    """A path that the centre of a region should follow: a cubic spline through points.

    With `period` it is closed, and followed round and round. With `times`, one for each point, it is open and
    followed once; the region should rest at its ends before the first time and after the last.
    """

    region: Name = Field(description="region whose centre, the mean of its vertices, follows the path")
    axes: Annotated[str, AfterValidator(_letters)] = Field(
        "xyz", description="axes of space along which the region follows, such as 'xy'"
    )
    points: list[list[Metre]] = Field(
        min_length=2,
        max_length=MOST,
        description="points of the path, each with a coordinate for each of `axes`",
    )
    absolute: bool = Field(
        True,
        description="true: points are places in space; false: displacements from the region's place at rest",
    )
    period: PositiveSeconds | None = Field(
        None, description="duration of one round; the motion must last a whole number of rounds"
    )
    times: list[Seconds] | None = Field(None, min_length=2, max_length=MOST, description="time of each point")
    weight: Weight = Field(description="weight on the squared distance (m^2), integrated over time")

    @model_validator(mode="after")
    def _is_a_curve(self) -> PathPart:
        try:
            self.curve()
        except ControllerError as error:
            raise ValueError(str(error)) from error
        return self

    def curve(self) -> Curve:
        """Return the curve through its points."""
        return curve_of([*self.points], len(self.axes), self.period, self.times)


class PosesPart(Part):
    """A rigid motion, smoothly through poses: once at `times`, or round and round in `period`.

    A pose is a translation and a rotation vector, whose direction is the axis and whose length is the angle;
    each of the six numbers follows a cubic spline. With `times`, it stays in the first pose until the first
    time, and in the last one from the last time on. With `period`, the poses are evenly spaced in time from 0
    on, and the first need not be repeated at the end. Without poses it rests, and can be moved while a
    simulator runs.
    """

    times: list[Seconds] | None = Field(None, min_length=2, max_length=MOST, description="time of each pose")
    period: PositiveSeconds | None = Field(
        None,
        description=(
            "duration of one round through all poses; the motion must last a whole number of rounds"
        ),
    )
    translation: list[Point] | None = Field(
        None,
        min_length=2,
        max_length=MOST,
        description="displacements from its place at rest, one for each pose; none: no translation",
    )

    @property
    def turns(self) -> list[Turn] | None:
        """Its rotation vectors, one for each pose; None: it does not turn."""
        return None

    @model_validator(mode="after")
    def _is_a_motion(self) -> Self:
        poses = [len(each) for each in (self.translation, self.turns) if each is not None]
        if not poses:
            if self.times is not None or self.period is not None:
                raise ValueError("give poses: `translation`, `rotation` or both, as many as there are times")
            return self
        if (self.times is None) == (self.period is None):
            raise ValueError(
                "poses need either `times` or the `period` of a round through them: give one of the two"
            )
        if len(set(poses)) > 1 or (self.times is not None and len(self.times) != poses[0]):
            counts = [*([] if self.times is None else [len(self.times)]), *poses]
            raise ValueError(
                f"times, translation and rotation must have one entry per pose, but there are {counts} of "
                "them"
            )
        if self.times is not None and any(a >= b for a, b in pairwise(self.times)):
            raise ValueError("times: they must increase")
        return self

    @property
    def moves(self) -> bool:
        """Whether there are poses."""
        return self.translation is not None or self.turns is not None

    @property
    def closed(self) -> bool:
        """Whether it ends as it began."""
        return self.times is None or self.closes

    @property
    def closes(self) -> bool:
        """Whether its last pose is the first, as it is after whole turns."""
        if self.translation is not None and self.translation[0] != self.translation[-1]:
            return False
        if self.turns is None:
            return True
        first, last = (exponential(np.array(each)) for each in (self.turns[0], self.turns[-1]))
        return bool(np.abs(first - last).max() <= ALIKE)


class HandlePart(PosesPart):
    """How the region that holds the body moves: its pivot is translated, and it turns about that."""

    rotation: list[Turn] | None = Field(
        None,
        min_length=2,
        max_length=MOST,
        description="rotation vectors in space, one for each pose; none: no rotation",
    )
    pivot: Point | None = Field(
        None,
        description="point of the body at rest about which it turns; none: the centre of the held vertices",
    )

    @property
    def turns(self) -> list[Turn] | None:
        """See `PosesPart`."""
        return self.rotation

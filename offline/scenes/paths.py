"""What a scene says of paths: those that regions of a body follow, and that of the handle that holds it."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Self

import numpy as np
from pydantic import AfterValidator, Field, model_validator

from offline.scenes.names import Name
from offline.scenes.parts import Metre, Part, Point, PositiveSeconds, Seconds, Weight
from offline.scenes.quantity import Unit
from runtime.body.handle.pose import exponential
from runtime.control.paths import MOST, Curve, axes_of, curve_of
from softrein.errors import ControllerError

Angle = Annotated[float, Unit("rad")]
Turn = tuple[Angle, Angle, Angle]  # a rotation vector
ALIKE = 1e-9  # entries of two matrices that are the same turn


def _letters(text: str) -> str:
    try:
        axes_of("axes", text)
    except ControllerError as error:
        raise ValueError(str(error)) from error
    return text


class PathPart(Part):
    """A path that the middle of a region follows: a smooth curve through points.

    It is closed, and gone round once a `period`; or open, and gone along once, each point at its own of
    `times`: before the first and after the last of these the region is to stay.
    """

    region: Name = Field(description="whose middle, the mean of its vertices, follows the path")
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


class PosesPart(Part):
    """How something rigid moves: smoothly through poses, once or round and round.

    A pose is a translation and a rotation vector, whose direction is the axis and whose length the angle;
    each of their six numbers goes along a cubic spline of its own. Along `times` it rests at the first pose
    until its time, and at the last one from its time on; gone round in `period`, the poses are evenly apart
    in time, and the first one, which is where it begins, need not be repeated. Without poses it is at rest,
    and can be moved while a simulator runs.
    """

    times: list[Seconds] | None = Field(None, min_length=2, max_length=MOST, description="one a pose")
    period: PositiveSeconds | None = Field(None, description="of a round; the motion is whole rounds long")
    translation: list[Point] | None = Field(
        None, min_length=2, max_length=MOST, description="from its place at rest; none: none"
    )

    @property
    def turns(self) -> list[Turn] | None:
        """Its rotation vectors, one a pose; None: it does not turn."""
        return None

    @model_validator(mode="after")
    def _is_a_motion(self) -> Self:
        poses = [len(each) for each in (self.translation, self.turns) if each is not None]
        if not poses:
            if self.times is not None or self.period is not None:
                raise ValueError("give poses: `translation`, `rotation` or both, as many as there are times")
            return self
        if (self.times is None) == (self.period is None):
            raise ValueError("poses are gone through at `times`, or round in `period`: give one of the two")
        if len(set(poses)) > 1 or (self.times is not None and len(self.times) != poses[0]):
            counts = [*([] if self.times is None else [len(self.times)]), *poses]
            raise ValueError(
                f"times, translation and rotation have one entry a pose, but there are {counts} of them"
            )
        if self.times is not None and any(a >= b for a, b in pairwise(self.times)):
            raise ValueError("times: each must be after the one before")
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
    """How the region that holds a body moves: translations are of its pivot, and rotations about that."""

    rotation: list[Turn] | None = Field(
        None, min_length=2, max_length=MOST, description="rotation vectors, in space; none: it does not turn"
    )
    pivot: Point | None = Field(
        None, description="the point, of the body at rest, that it turns about; none: amid the held vertices"
    )

    @property
    def turns(self) -> list[Turn] | None:
        """See `PosesPart`."""
        return self.rotation

"""The entries of a scene for goals of a motion: places of regions or particles at times, or an animation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field, model_validator

from offline.scenes.base.names import Name
from offline.scenes.base.parts import Part, ReferencePart, TimePart
from offline.scenes.base.quantity import Unit
from offline.scenes.base.values import (
    Axis,
    Coordinates,
    FilePath,
    Index,
    Metre,
    PositiveNumber,
    PositiveSeconds,
    Seconds,
    Weight,
)
from runtime.base.clock import step_at

KEYFRAMES, ANIMATION = "keyframes", "animation"  # values of `reference.source`
MOST = 1000  # most key-frames of a scene
_SOURCES = {KEYFRAMES: "key-frames", ANIMATION: "animation"}
_OF_IT = ("rest", "scale", "up", "rate", "object", "weight")  # entries that belong to an animation

Speed = Annotated[float, Unit("m/s")]
Given = object  # a value from a scene file before validation


class KeyframePart(Part):
    """Where the centre of a region is to be at a moment, and how fast if wanted; or a `pose` of the body.

    Where there are key-frames, `reference.source` is 'keyframes' unless an animation is followed. The weight,
    given or found, is also among the costs of controllers, on deviations from the motion at that time, and so
    in the `error` that is printed.
    """

    region: Name | None = Field(
        None, description="region whose centre, the mean of its vertices, should reach `position`"
    )
    time: PositiveSeconds = Field(description="when; rounded to the nearest step")
    position: tuple[Metre, Metre, Metre] | None = Field(
        None, description="displacement of the centre from its place at rest; with `absolute`, its position"
    )
    absolute: bool = Field(False, description="whether `position` is a place in space")
    velocity: tuple[Speed, Speed, Speed] | None = Field(None, description="velocity of the centre; none: any")
    weight: Weight | None = Field(
        None,
        description="weight on the squared distance (m^2; for a pose, its mean over the points); a "
        "hundredth of it weights the squared error of the velocity (m^2/s^2); none: raised "
        "until the motion is within 1 mm (rms for a pose) and 1 cm/s",
    )
    pose: FilePath | None = Field(
        None,
        description="file with the wanted positions of the body's vertices, in their order, or of any "
        "points that `rest` locates; or a bundle, for its reference at the time `at`; path "
        "relative to the scene file",
    )
    rest: FilePath | None = Field(
        None,
        description="file with the pose's points in their positions on the body at rest; path relative to "
        "the scene file",
    )
    at: Seconds | None = Field(None, description="time in the motion of the pose's bundle")

    @model_validator(mode="after")
    def _asks_for_one_thing(self) -> KeyframePart:
        if self.pose is None and (self.region is None or self.position is None):
            raise ValueError("give `region` and `position`, or a `pose`")
        if self.pose is not None:
            of_region = (self.region, self.position, self.velocity, self.absolute or None)
            if any(each is not None for each in of_region):
                raise ValueError("a `pose` is for the whole body: leave out the entries for a region")
            is_bundle = self.pose.suffix == ".softrein"
            if is_bundle and self.at is None:
                raise ValueError("`at` is missing: give a time in the motion of the pose's bundle")
            if self.at is not None and not is_bundle:
                raise ValueError("`at` belongs to a `pose` that is a bundle: leave it out")
            if self.rest is not None and self.at is not None:
                raise ValueError("rest: a bundle contains its own rest shape; leave `rest` out")
        elif self.rest is not None or self.at is not None:
            raise ValueError("`rest` and `at` belong to a `pose`")
        return self

    @property
    def who(self) -> str | None:
        """The region that the key-frame places; None where its pose places the whole body."""
        return self.region


class SmokeKeyframePart(Part):
    """Where a steered particle is to be at a moment, and how fast if wanted.

    Where there are key-frames, `reference.source` is 'keyframes'. The weight, given or found, is also among
    the costs of controllers, on deviations from the motion at that time, and so in the `error` that is
    printed.
    """

    particle: Index = Field(0, description="index in `particles`, from 0")
    time: PositiveSeconds = Field(description="when; rounded to the nearest step")
    position: Coordinates[Metre] = Field(
        description="displacement from where the particle starts; with `absolute`, its position"
    )
    absolute: bool = Field(False, description="whether `position` is a place in the box")
    velocity: Coordinates[Speed] | None = Field(None, description="velocity of the particle; none: any")
    weight: Weight | None = Field(
        None,
        description="weight on the squared distance (m^2); a hundredth of it weights the squared error of "
        "the velocity (m^2/s^2); none: raised until the particle is within 1 mm and 1 cm/s",
    )

    @property
    def who(self) -> int:
        """The number of the particle that the key-frame places."""
        return self.particle

    def place(self, particles: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
        """Return the place, m; the particles' starts resolve a relative one."""
        if self.absolute:
            return self.position
        return tuple(x + start for x, start in zip(self.position, particles[self.particle], strict=True))


class BodyReferencePart(ReferencePart):
    """The motion to track: from loads, key-frames, or an `animation`, which sets `source` by itself.

    With 'keyframes' or 'animation' it is the run of the full model with the least control that goes through
    the [[keyframes]], or follows the animation.
    """

    animation: FilePath | None = Field(
        None,
        description="file of moving points that the body should follow, its own vertices or any points "
        "near it: .npz, .csv, .usd, .usda, .usdc, .vtkhdf, one file per frame by a pattern "
        "such as 'frames/*.obj', or a folder .obj-sequence; path relative to the scene file",
    )
    rest: FilePath | None = Field(
        None,
        description="mesh or surface with the animation's points where they lie on the body at rest; "
        "none: the first frame is taken to lie on the body as the motion begins; in the "
        "unit and with the axis given by `scale` and `up`; path relative to the scene file",
    )
    scale: PositiveNumber | None = Field(
        None,
        description="metres per unit of the animation's file; none: as the file says, or else `mesh.scale`",
    )
    up: Axis | None = Field(
        None, description="axis that points up in that file; none: as the file says, or else the scene's"
    )
    rate: Annotated[float, Field(gt=0), Unit("1/s")] | None = Field(
        None, description="frames per second; none: by the file's own times"
    )
    object: str | None = Field(
        None, description="name of the object in the file, where several have points; none: the only one"
    )
    weight: Weight | None = Field(
        None,
        description="weight on the squared distance (m^2) from the animation, its mean over the points, "
        "integrated over time; none: raised until the motion is within 1 mm (rms) of the "
        "nearest one in the basis, or until effort grows more than the distance falls",
    )

    @model_validator(mode="before")
    @classmethod
    def _told_by_the_file(cls, data: Given) -> Given:
        if isinstance(data, Mapping) and data.get("animation") is not None and "source" not in data:
            return {**data, "source": ANIMATION}
        return data

    @model_validator(mode="after")
    def _goes_together(self) -> BodyReferencePart:
        if self.source == ANIMATION and self.animation is None:
            raise ValueError('source = "animation" needs `animation`, the file with the motion')
        if self.source != ANIMATION and self.animation is not None:
            raise ValueError(
                f'animation: it needs source = "animation", not {self.source!r}; leave out one of them'
            )
        idle = [name for name in _OF_IT if self.animation is None and getattr(self, name) is not None]
        if idle:
            raise ValueError(f"{idle[0]}: belongs to an `animation`, but there is none; leave it out")
        return self


def check_keyframes(
    frames: Sequence[KeyframePart | SmokeKeyframePart],
    reference: ReferencePart,
    time: TimePart,
    loads: int = 0,
) -> None:
    """Raise ValueError where key-frames and other entries for the motion contradict each other."""
    if reference.source == KEYFRAMES and not frames:
        raise ValueError(
            'reference.source = "keyframes" needs [[keyframes]]: region or particle, time and position'
        )
    if frames and not reference.is_found:
        raise ValueError(
            f"keyframes: with reference.source = {reference.source!r} the motion does not go through them; "
            "leave source out, or leave out the key-frames"
        )
    if reference.is_found and loads:
        raise ValueError(
            f"loads: the forces on the body are found from the {_SOURCES[reference.source]}; leave loads out"
        )
    if reference.is_found and reference.feedforward == "zero":
        raise ValueError(
            'reference.feedforward: the motion is found together with its feed-forward; leave out "zero"'
        )
    for i, frame in enumerate(frames):
        if step_at(frame.time, time.step) == 0:
            raise ValueError(f"keyframes.{i}.time: {frame.time:g} s is less than half a step after the start")
    seen: dict[tuple[str | int | None, int], int] = {}
    for i, frame in enumerate(frames):
        what = (frame.who, step_at(frame.time, time.step))
        if seen.setdefault(what, i) != i:
            raise ValueError(
                f"keyframes.{i}: keyframes.{seen[what]} already gives a goal for the same step and region "
                "or particle; leave one of them out"
            )

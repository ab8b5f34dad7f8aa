"""What a scene says of what its body may touch: obstacles, tools, and how hard and how rough they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from offline.scenes.names import Name
from offline.scenes.parts import (
    SHORTEST,
    WHOLE,
    Axis,
    FilePath,
    Number,
    Part,
    Point,
    PositiveMetres,
    PositiveNumber,
    Weight,
)
from offline.scenes.paths import PosesPart, Turn
from offline.scenes.quantity import Unit
from runtime.control.paths import MOST

MOST_SHAPES = 64  # obstacles and tools: each is looked at by every sample
MOST_SAMPLES = 20_000

PressureGradient = Annotated[float, Field(gt=0), Unit("Pa/m")]
Friction = Annotated[float, Field(ge=0, le=10), Unit("")]

ENTRIES = {  # of each shape: what it must have, and what it may have
    "plane": (set(), {"normal"}),
    "sphere": ({"radius"}, set()),
    "capsule": ({"radius", "length"}, {"axis"}),
    "cylinder": ({"radius", "length"}, {"axis"}),
    "box": ({"size"}, set()),
    "mesh": ({"file"}, {"scale", "cells"}),
}
OF_SHAPES = {name for needed, allowed in ENTRIES.values() for name in needed | allowed}


class ContactPart(Part):
    """Contact with obstacles and tools: where the body may touch, and how hard and how rough it is there."""

    region: Name | None = Field(None, description="of the surface, that may touch; none: all of it")
    friction: Friction = Field(0.3, description="Coulomb's, of shapes that say none of their own")
    stiffness: PressureGradient | None = Field(
        None,
        description="of the layer in which pressure grows; none: by Young's modulus, and so that the body's "
        "weight is borne within it",
    )
    distance: PositiveMetres | None = Field(
        None, description="the layer's thickness, at which shapes are felt; none: 1/200 of the body's size"
    )
    slip: Annotated[float, Field(gt=0), Unit("m/s")] | None = Field(
        None, description="speed at which friction is near its full; none: 1/100 of the body's size a second"
    )
    damping: Annotated[float, Field(ge=0), Unit("s/m")] = Field(
        0.0,
        description="Hunt and Crossley's: of what approaches, a share of the force for each m/s; the scene's "
        "damping.stiffness is the layer's as well",
    )
    samples: Annotated[int, Field(ge=1, le=MOST_SAMPLES), WHOLE] | None = Field(
        None, description="points of the surface that touch, evenly spread; none: its vertices"
    )


class ForcePart(Part):
    """A cost on how far the force of contact with an obstacle is from the reference's."""

    obstacle: Name = Field(description="or tool that is pressed on, by its name")
    weight: Weight = Field(description="on the squared distance (N^2) from it, a density in time")


class ShapePart(Part):
    """A rigid shape, and where its middle is."""

    name: Name | None = Field(None, description="by which it is told of; none: its shape, and a number")
    shape: Literal["plane", "sphere", "capsule", "cylinder", "box", "mesh"] = Field(
        description="a plane is solid below; a capsule is a cylinder with round caps"
    )
    position: Point = Field((0.0, 0.0, 0.0), description="of its middle; of a plane any point")
    normal: tuple[Number, Number, Number] | None = Field(
        None, description="of a plane, out of what is solid; none: the scene's `up`"
    )
    radius: PositiveMetres | None = Field(None, description="of a sphere, a capsule or a cylinder")
    length: PositiveMetres | None = Field(None, description="of the cylinder, of a capsule without its caps")
    axis: Axis = Field("z", description="along which that is")
    size: tuple[PositiveMetres, PositiveMetres, PositiveMetres] | None = Field(
        None, description="of a box, its sides"
    )
    file: FilePath | None = Field(None, description="a closed surface, .stl, .obj or .ply")
    scale: PositiveNumber = Field(1.0, description="length of the file's unit in metres")
    cells: Annotated[int, Field(ge=8, le=256), WHOLE] = Field(
        48, description="of the grid on which a surface's distance is kept, along its longest side"
    )
    friction: Friction | None = Field(None, description="none: [contact]'s")
    stiffness: PressureGradient | None = Field(None, description="none: [contact]'s")

    @model_validator(mode="after")
    def _is_a_shape(self) -> Self:
        needed, allowed = ENTRIES[self.shape]
        missing = sorted(name for name in needed if getattr(self, name) is None)
        if missing:
            raise ValueError(f"{missing[0]}: missing; a {self.shape} has {', '.join(sorted(needed))}")
        for name in sorted(OF_SHAPES - needed - allowed):
            if getattr(self, name) != type(self).model_fields[name].default:
                have = ", ".join(sorted(needed | allowed)) or "nothing of the kind"
                raise ValueError(f"{name}: a {self.shape} has no such entry; it has {have}")
        if self.normal is not None and not any(abs(each) >= SHORTEST for each in self.normal):
            raise ValueError("normal: must not be zero")
        return self

    @property
    def thinnest(self) -> float:
        """Half of its least thickness, m, that nothing may pass in a step; endless of a plane or a file's."""
        if self.size is not None:
            return min(self.size) / 2
        return min(self.radius or float("inf"), (self.length or float("inf")) / 2)

    @property
    def at_rest(self) -> Turn:
        """Its rotation vector where it rests."""
        return 0.0, 0.0, 0.0


class ObstaclePart(ShapePart):
    """A rigid shape that stays where it is."""

    rotation: Turn = Field(
        (0.0, 0.0, 0.0), description="a rotation vector about its middle, of what its other entries say"
    )

    @property
    def at_rest(self) -> Turn:
        """See `ShapePart`."""
        return self.rotation


class ToolPart(ShapePart, PosesPart):
    """A rigid shape that moves: along poses, or by hand while a simulator runs."""

    name: Name = Field(description="by which it is told of, and moved")
    rotation: Annotated[list[Turn], Field(min_length=2, max_length=MOST)] | Turn | None = Field(
        None, description="a rotation vector for each pose; or one, where it does not turn; none: none"
    )

    @property
    def at_rest(self) -> Turn:
        """See `ShapePart`."""
        return self.rotation if isinstance(self.rotation, tuple) else (0.0, 0.0, 0.0)

    @property
    def turns(self) -> list[Turn] | None:
        """See `PosesPart`."""
        return self.rotation if isinstance(self.rotation, list) else None


def default_names(parts: Sequence[ShapePart]) -> list[str]:
    """Those of shapes: their own, or the shape with a number where that is not the only one so called."""
    found: list[str] = []
    for part in parts:
        name, number = part.name or part.shape, 1
        while part.name is None and name in {*found, *(each.name for each in parts)}:
            number += 1
            name = f"{part.shape} {number}"
        found.append(name)
    return found

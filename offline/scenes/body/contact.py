"""The entries of a scene for contact: obstacles, tools, their stiffness and friction."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from offline.scenes.base.keyframes import Speed
from offline.scenes.base.names import Name
from offline.scenes.base.parts import Part
from offline.scenes.base.quantity import Unit
from offline.scenes.base.values import (
    SHORTEST,
    WHOLE,
    Axis,
    FilePath,
    Number,
    Point,
    PositiveMetres,
    PositiveNumber,
    Weight,
)
from offline.scenes.body.paths import PosesPart, Turn
from runtime.body.contact.data import CARRIERS
from runtime.body.contact.shapes import KINDS
from runtime.control.paths import MOST

MOST_SHAPES = 64  # most obstacles and tools: each sample is compared with all of them
MOST_SAMPLES = 20_000

PressureGradient = Annotated[float, Field(gt=0), Unit("Pa/m")]
Turning = Annotated[float, Unit("rad/s")]
Friction = Annotated[float, Field(ge=0, le=10), Unit("")]

ENTRIES = {  # required and optional entries of each shape
    "plane": (set(), {"normal"}),
    "sphere": ({"radius"}, set()),
    "capsule": ({"radius", "length"}, {"axis"}),
    "cylinder": ({"radius", "length"}, {"axis"}),
    "box": ({"size"}, set()),
    "mesh": ({"file"}, {"scale", "cells"}),
}
OF_SHAPES = {name for needed, allowed in ENTRIES.values() for name in needed | allowed}


class ContactPart(Part):
    """Contact with obstacles and tools: which surface may touch, how stiff it is, and its friction."""

    region: Name | None = Field(None, description="region whose surface may touch; none: the whole surface")
    friction: Friction = Field(
        0.3, description="Coulomb's friction coefficient, for shapes without their own"
    )
    stiffness: PressureGradient | None = Field(
        None,
        description="stiffness of the contact layer: pressure per depth; none: from Young's modulus, or "
        "more where the weight needs it",
    )
    distance: PositiveMetres | None = Field(
        None,
        description="thickness of the contact layer: distance at which contact begins; none: 1/200 of the "
        "body's longest side",
    )
    slip: Annotated[float, Field(gt=0), Unit("m/s")] | None = Field(
        None,
        description="speed below which friction is regularised; none: 1/100 of the body's longest side "
        "per second",
    )
    damping: Annotated[float, Field(ge=0), Unit("s/m")] = Field(
        0.0,
        description="Hunt and Crossley's coefficient: relative increase of the normal force per m/s of "
        "approach; the scene's `damping.stiffness` damps the layer as well",
    )
    samples: Annotated[int, Field(ge=1, le=MOST_SAMPLES), WHOLE] | None = Field(
        None, description="number of contact points, evenly spread over the surface; none: its vertices"
    )


class ForcePart(Part):
    """A cost on the deviation of an obstacle's contact force from that in the reference."""

    obstacle: Name = Field(description="name of the obstacle or tool")
    weight: Weight = Field(description="weight on the squared deviation (N^2), integrated over time")


class ShapePart(Part):
    """Which of its entries it needs depends on its `shape`."""

    name: Name | None = Field(
        None, description="name in results; none: its shape, with a number where that is needed"
    )
    shape: Literal["plane", "sphere", "capsule", "cylinder", "box", "mesh"] = Field(
        description="a plane is solid below; a capsule is a cylinder with round caps"
    )
    position: Point = Field((0.0, 0.0, 0.0), description="centre; for a plane, any point on it")
    normal: tuple[Number, Number, Number] | None = Field(
        None, description="normal of a plane, out of the solid; none: the scene's `up`"
    )
    radius: PositiveMetres | None = Field(None, description="radius of a sphere, a capsule or a cylinder")
    length: PositiveMetres | None = Field(
        None, description=("length of a cylinder, or of a capsule without its caps")
    )
    axis: Axis = Field("z", description="axis along the length of a cylinder or capsule")
    size: tuple[PositiveMetres, PositiveMetres, PositiveMetres] | None = Field(
        None, description="side lengths of a box along x, y and z"
    )
    file: FilePath | None = Field(
        None, description="closed surface of a mesh (.stl, .obj, .ply); path relative to the scene file"
    )
    scale: PositiveNumber | None = Field(None, description="metres per unit of the file; none: mesh.scale")
    cells: Annotated[int, Field(ge=8, le=256), WHOLE] = Field(
        48, description="number of grid cells for the distance field of a mesh, along its longest side"
    )
    friction: Friction | None = Field(
        None, description="Coulomb's friction coefficient; none: that of [contact]"
    )
    stiffness: PressureGradient | None = Field(
        None, description="stiffness of the contact layer; none: that of [contact]"
    )

    @model_validator(mode="after")
    def _is_a_shape(self) -> Self:
        needed, allowed = ENTRIES[self.shape]
        missing = sorted(name for name in needed if getattr(self, name) is None)
        if missing:
            raise ValueError(f"{missing[0]}: missing; a {self.shape} has {', '.join(sorted(needed))}")
        for name in sorted(OF_SHAPES - needed - allowed):
            if name == "scale" and self.scale == 1.0:  # as scenes in older bundles say of every shape
                continue
            if getattr(self, name) != type(self).model_fields[name].default:
                have = ", ".join(sorted(needed | allowed)) or "no such entries"
                raise ValueError(f"{name}: a {self.shape} has no such entry; it has {have}")
        if self.normal is not None and not any(abs(each) >= SHORTEST for each in self.normal):
            raise ValueError("normal: must not be zero")
        return self

    @property
    def at_rest(self) -> Turn:
        """Its rotation vector at rest."""
        return 0.0, 0.0, 0.0

    @property
    def halves(self) -> tuple[float, float, float]:
        """Half the sides of a box, or radius and half the length of a round shape, m."""
        if self.size is not None:
            x, y, z = self.size
            return x / 2, y / 2, z / 2
        return self.radius or 0.0, (self.length or 0.0) / 2, 0.0


class ObstaclePart(ShapePart):
    """A rigid shape that stays where it is."""

    rotation: Turn = Field(
        (0.0, 0.0, 0.0), description="rotation vector about `position`, after `axis` and `normal` are applied"
    )

    @property
    def at_rest(self) -> Turn:
        """See `ShapePart`."""
        return self.rotation


class ToolPart(ShapePart, PosesPart):
    """A rigid shape that moves: along poses, or by hand while a simulator runs; or, with a mass, freely.

    A free one is a sphere, a capsule or a box. It has degrees of freedom of its own: the body pushes it, and
    gravity pulls it. Its centre is a region by its name, for costs (`control.instants`). The
    scene's `damping.mass` slows it as it slows the body.
    """

    name: Name = Field(description="name in results, and for moving it from a program")
    rotation: Annotated[list[Turn], Field(min_length=2, max_length=MOST)] | Turn | None = Field(
        None,
        description="rotation vectors, one for each pose; or a single one, if it does not turn; none: no "
        "rotation",
    )
    mass: Annotated[float, Field(gt=0), Unit("kg")] | None = Field(
        None, description="mass of a tool that moves freely; none: its motion is given"
    )
    velocity: tuple[Speed, Speed, Speed] = Field(
        (0.0, 0.0, 0.0), description="velocity at time zero of a tool with a mass"
    )
    spin: tuple[Turning, Turning, Turning] = Field(
        (0.0, 0.0, 0.0), description="angular velocity at time zero of a tool with a mass"
    )

    @model_validator(mode="after")
    def _is_free_or_told(self) -> Self:
        if self.mass is None:
            if any((*self.velocity, *self.spin)):
                raise ValueError(
                    "velocity, spin: only tools that move freely have them; give a `mass`, or leave them out"
                )
            return self
        if KINDS.index(self.shape) not in CARRIERS:
            can = ", ".join(KINDS[kind] for kind in CARRIERS)
            raise ValueError(f"mass: a {self.shape} cannot move freely; these can: {can}")
        if self.moves:
            raise ValueError("mass: a tool that moves freely cannot follow poses; leave out one of the two")
        return self

    @property
    def at_rest(self) -> Turn:
        """See `ShapePart`."""
        return self.rotation if isinstance(self.rotation, tuple) else (0.0, 0.0, 0.0)

    @property
    def turns(self) -> list[Turn] | None:
        """See `PosesPart`."""
        return self.rotation if isinstance(self.rotation, list) else None

    @property
    def momentum(self) -> float:
        """The size of its momentum at time zero, N s; 0 unless it moves freely."""
        return (self.mass or 0.0) * hypot(*self.velocity)


def default_names(parts: Sequence[ShapePart]) -> list[str]:
    """Return the names of shapes: their own, or the kind of shape, with a number where that is not unique."""
    found: list[str] = []
    for part in parts:
        name, number = part.name or part.shape, 1
        while part.name is None and name in {*found, *(each.name for each in parts)}:
            number += 1
            name = f"{part.shape} {number}"
        found.append(name)
    return found

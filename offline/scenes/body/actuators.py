"""The entries of a scene for forces, cables and chambers that move a body, and for loads on it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticKnownError, core_schema

from offline.scenes.base.names import Name
from offline.scenes.base.parts import ActuatorPart, Part
from offline.scenes.base.quantity import Limits, Unit
from offline.scenes.base.values import (
    Factors,
    FilePath,
    Index,
    Metre,
    Newton,
    Number,
    Pair,
    Point,
    PositiveNumber,
    PositiveSeconds,
    Seconds,
)

MOST_POINTS = 1000  # most points of a cable, as of a path
# most points of all cables of a scene, which take seconds to be located in the body
MOST_CABLE_POINTS = 20_000
MOST_ACTUATORS = 256  # most actuators of a scene: each costs static responses, and rows of every gain

NewtonSecond = Annotated[float, Unit("N s")]


class LoadPart(Part):
    """A load in the nominal motion, which is the full simulation that the motion comes from.

    It is a `force` or an `impulse` on a `region`, or the `tension`, `pressure` or length `wound` up of an
    `actuator`.
    """

    name: Name | None = Field(
        None, description="name of a column of recorded inputs that may replace its course in time"
    )
    region: Name | None = Field(None, description="region whose vertices share the force equally")
    actuator: Name | None = Field(
        None, description="name of a cable or chamber to drive, instead of a region"
    )
    tension: Newton | None = Field(None, description="tension of a cable")
    pressure: Annotated[float, Unit("Pa")] | None = Field(None, description="pressure in a chamber")
    wound: Metre | None = Field(None, description="length by which a cable with drive = 'length' is wound up")
    force: tuple[Newton, Newton, Newton] | None = Field(None, description="total force on the region")
    impulse: tuple[NewtonSecond, NewtonSecond, NewtonSecond] | None = Field(
        None, description="total impulse on the region: a constant force of impulse / duration"
    )
    start: Seconds = Field(0.0, description="start time")
    duration: PositiveSeconds = Field(description="duration")
    shape: Literal["constant", "half-sine", "sine", "noise"] = Field(
        "constant",
        description="shape over time, a factor on the load; 'noise' is smooth (Perlin) noise between -1 "
        "and 1",
    )
    frequency: Annotated[float, Field(ge=0), Unit("Hz")] = Field(
        0.0, description="frequency for shape = 'sine', which requires it"
    )
    period: PositiveSeconds | None = Field(
        None, description="time between the knots of shape = 'noise', which requires it"
    )
    seed: Index = Field(0, description="random seed for shape = 'noise'")
    factors: Factors | None = Field(
        None,
        description="[time, factor] pairs that also multiply the load, interpolated linearly; times count "
        "from the motion's start; none: factor 1",
    )

    def idle(self) -> Mapping[str, str]:
        """See `Part`."""
        words = "`seed` belongs to shape = 'noise': leave it out"
        return {"seed": words} if self.shape != "noise" else {}

    @model_validator(mode="after")
    def _one_strength(self) -> LoadPart:
        driven = [self.tension, self.pressure, self.wound]
        if (self.region is None) == (self.actuator is None):
            raise ValueError("give either `region` or `actuator`")
        if self.actuator is not None and (
            [*driven, self.force, self.impulse].count(None) != 4 or self.drives is None
        ):
            raise ValueError("a load on an actuator is one of `tension`, `pressure` or `wound`")
        if self.region is not None and driven.count(None) < 3:
            raise ValueError("`tension`, `pressure` and `wound` belong to an `actuator`")
        if self.region is not None and (self.force is None) == (self.impulse is None):
            raise ValueError("give either `force` or `impulse`")
        if (self.shape == "sine") != (self.frequency > 0):
            raise ValueError("`frequency` belongs to shape = 'sine', which needs it")
        if (self.shape == "noise") != (self.period is not None):
            raise ValueError("`period` belongs to shape = 'noise', which needs it")
        if self.impulse is not None and self.shape != "constant":
            raise ValueError("an `impulse` is spread evenly over its duration: leave `shape` out")
        return self

    @property
    def drives(self) -> tuple[str, float] | None:
        """The unit and value by which it drives an actuator; None where it is a force on a region."""
        found = {"N": self.tension, "Pa": self.pressure, "m": self.wound}
        return next(((unit, amount) for unit, amount in found.items() if amount is not None), None)


UNITS = "N, m or Pa"  # units of a control; its actuator's kind selects one
OF_KIND = {  # fields that only some kinds of actuators have
    "force": ("region", "direction"),
    "cable": ("anchor", "points", "drive", "stiffness"),
    "pressure": ("region", "surface", "surface_scale"),
}


@dataclass(frozen=True)
class KindName:
    """The type of a kind's name: one of the `known`, which may grow."""

    known: Mapping[str, object]

    def checked(self, value: object) -> str:
        """Return the name; errors are like those of a literal."""
        if not isinstance(value, str) or value not in self.known:
            *most, last = map(repr, self.known)
            raise PydanticKnownError("literal_error", {"expected": f"{', '.join(most)} or {last}"})
        return value

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Return the schema of a text that is one of them."""
        return core_schema.no_info_plain_validator_function(self.checked)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Return the JSON schema, which lists them."""
        return {"type": "string", "enum": list(self.known)}


class BodyActuatorPart(ActuatorPart):
    """A force on a region, a cable that pulls, or a chamber under pressure.

    A force acts along `direction`, spread evenly over the region. A cable runs straight from its anchor
    through points of the body and pulls. With drive = 'length' it is wound up by its control, from its length
    at rest, and pulls with `stiffness` times its stretch. A chamber is what a closed surface encloses.
    """

    kind: Annotated[str, KindName(OF_KIND)] = Field(
        "force", description="a force on a region, a cable that pulls, or the pressure in a chamber"
    )
    region: Name | None = Field(
        None,
        description="for a force, the region on which it acts; for a chamber, the vertices whose part of "
        "the mesh's surface encloses it",
    )
    direction: tuple[Number, Number, Number] | None = Field(  # type: ignore[assignment]  # cables have none
        None, description="direction of a force; its length does not matter"
    )
    anchor: Point | None = Field(
        None,
        description="fixed point in space where a cable begins; none: it begins at the first of `points`",
    )
    points: list[Point] = Field(
        [],
        max_length=MOST_POINTS,
        description="points of the body at rest through which a cable runs, in order",
    )
    surface: FilePath | None = Field(
        None,
        description="closed surface of a chamber inside the body (.stl, .obj, .ply), or give `region`; "
        "path relative to the scene file",
    )
    surface_scale: PositiveNumber | None = Field(
        None, description="metres per unit of the surface's file; none: as `mesh.scale`"
    )
    drive: Literal["tension", "length"] = Field(
        "tension",
        description="control of a cable: its tension, or the length by which it is wound up",
    )
    stiffness: Annotated[float, Field(gt=0), Unit("N/m")] | None = Field(
        None, description="stiffness of a cable with drive = 'length', which requires it"
    )
    limit: Annotated[Pair, Limits("N", UNITS)] | None = Field(
        None,
        description="limits of the control, in N, in m for drive = 'length', or in Pa for a chamber; "
        "none: unlimited, but a tension is at least 0",
    )
    scale: Annotated[float, Field(gt=0), Unit("N", "scale", UNITS)] | None = Field(
        None,
        description="value of the actuator at a control of 1, in the unit of `limit`; it sets the cost of "
        "effort; none: 1 N, 1 mm or 1 kPa",
    )

    @model_validator(mode="before")
    @classmethod
    def _in_its_unit(cls, data: object) -> object:
        """Read limit and scale in the unit of the control, which the kind determines."""
        if not isinstance(data, Mapping):
            return data
        unit, found = _unit_of(data.get("kind"), data.get("drive")), dict(data)
        if unit == "N":  # as in the scene's fields
            return found
        for name, read in (("limit", Limits(unit).convert), ("scale", Unit(unit, "scale").convert)):
            if found.get(name) is not None:
                try:
                    found[name] = read(found[name])
                except ValueError as error:
                    raise ValueError(f"{name}: {error}") from error
        return found

    @model_validator(mode="after")
    def _of_one_kind(self) -> BodyActuatorPart:
        for other, names in OF_KIND.items():
            for name in names:
                strange = name not in OF_KIND[self.kind]
                if strange and getattr(self, name) != type(self).model_fields[name].default:
                    raise ValueError(
                        f"`{name}` belongs to kind = {other!r}, but this actuator has kind = "
                        f"{self.kind!r}: leave it out"
                    )
        if self.kind == "force" and (self.region is None or self.direction is None):
            raise ValueError("a force needs `region` and `direction`")
        if self.kind == "pressure" and (self.region is None) == (self.surface is None):
            both = "has both; leave one out" if self.region else "needs one of them"
            raise ValueError(f"a chamber is defined by either `surface` or `region`, and this one {both}")
        if self.kind == "cable":
            self._check_cable()
        return self

    def _check_cable(self) -> None:
        if len(self.points) + (self.anchor is not None) < 2 or not self.points:
            raise ValueError("a cable needs an `anchor` and a point in `points`, or two points")
        if (self.drive == "length") != (self.stiffness is not None):
            raise ValueError("`stiffness` belongs to drive = 'length', which needs it")
        if self.limit is not None and self.limit[0] < 0 and self.drive == "tension":
            raise ValueError(
                "limit: a cable pulls and never pushes: give limits from 0 up, such as ['0 N', '5 N']"
            )

    @property
    def unit(self) -> str:
        """The unit of its control: N, m or Pa."""
        return _unit_of(self.kind, self.drive)

    @property
    def is_internal(self) -> bool:
        """Whether its force depends on the body's shape."""
        return self.kind != "force"

    @property
    def size(self) -> float:
        """The size of a control of 1, in SI units."""
        return self.scale or {"N": 1.0, "m": 1e-3, "Pa": 1e3}[self.unit]

    @property
    def range(self) -> Pair | None:
        """Its limit in SI units; a cable without one has 0 as its lower limit."""
        if self.limit is None and self.kind == "cable" and self.drive == "tension":
            return 0.0, math.inf
        return self.limit


def _unit_of(kind: object, drive: object) -> str:
    if kind == "pressure":
        return "Pa"
    return "m" if kind == "cable" and drive == "length" else "N"

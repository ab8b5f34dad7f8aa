"""Physical quantities in scene files: a plain number in SI units, or text with a unit such as "0.2 MPa".

`Annotated[float, Field(gt=0), Unit("Pa")]` is the type of a positive pressure.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import overload

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

from offline.scenes.base.units import amount

# an example of a value in another unit, by SI unit
EXAMPLES = {"m": "3 cm", "s": "5 ms", "Pa": "0.2 MPa", "rad": "20 deg"}


# Smallest nonzero and largest magnitude, by SI unit or by kind of number.
BOUNDS = {
    **dict.fromkeys(("m", "m/s", "rad", "rad/s"), (0.0, 1e6)),
    **dict.fromkeys(("m/s^2", "s", "1/s", "Hz"), (0.0, 1e9)),
    **dict.fromkeys(("N", "N s"), (0.0, 1e25)),  # the largest modulus times the area of the largest body
    "Pa": (0.0, 1e13),
    "kg": (1e-9, 1e9),
    "kg/m^3": (1e-6, 1e9),
    "N/m": (1e-9, 1e12),
    "size": (1e-12, 1e6),  # of a body, a patch, a ball
    "step": (1e-15, 1e6),  # time step, down to the smallest bodies
    "modulus": (1e-3, 1e13),  # the modulus of diamond is 1e12
    "number": (0.0, 1e20),
    "weight": (1e-40, 1e20),  # and other factors: costs of shipped scenes go down to 1e-11
    "scale": (1e-12, 1e12),  # scale of a control
}


@dataclass(frozen=True)
class Unit:
    """The SI unit of a field; "" is a plain number. A `kind` has bounds of its own.

    `told` is the schema's text for a field whose unit depends on other entries.
    """

    name: str
    kind: str = ""
    told: str = ""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Convert first, then validate as the field's plain number."""
        return core_schema.no_info_before_validator_function(self.convert, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Return the plain number's schema, or text, with the unit named."""
        return {"anyOf": [handler(schema), {"type": "string"}], "unit": self.told or self.name or "1"}

    @overload
    def convert(self, value: str) -> float: ...

    @overload
    def convert(self, value: object) -> object: ...

    def convert(self, value: object) -> object:
        """Return `value` as a finite number in this unit; pydantic treats what is neither number nor text."""
        if isinstance(value, str):
            return self._bounded(self._parse(value))
        if isinstance(value, bool):
            raise ValueError(f"expected a number, got {str(value).lower()}")
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError("must be finite")
        if isinstance(value, int) and abs(value) > sys.float_info.max:
            raise ValueError("is out of range")
        return self._bounded(value) if isinstance(value, int | float) else value

    def _bounded(self, value: float) -> float:
        """Return the value. Raises ValueError for an impossible length, time, ..."""
        least, most = BOUNDS.get(self.kind or self.name, (0.0, math.inf))
        said = f"{value:.3g} {self.name}".strip()
        if abs(value) > most:
            raise ValueError(f"{said} is out of range: give at most {most:g}")
        if 0 < abs(value) < least:
            raise ValueError(f"{said} is out of range: give at least {least:g}")
        return value

    def _parse(self, text: str) -> float:
        try:
            return amount(text, self.name)
        except ValueError as error:
            raise ValueError(f"{error}; {self._advice}") from error

    @property
    def _advice(self) -> str:
        if not self.name:
            return "write a number"
        example = EXAMPLES.get(self.name, f"2 {self.name}")
        return f"write a number in {self.name}, or number and unit, as in '{example}'"


@dataclass(frozen=True)
class Limits:
    """The SI unit of a quantity's lower and upper limit, around zero; one number is the magnitude of both.

    `Annotated[tuple[float, float], Limits("N")]` reads "5 N" as (-5, 5) and ["0 N", "5 N"] as (0, 5). `told`
    is as that of `Unit`.
    """

    name: str
    told: str = ""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Convert first, then validate as the field's pair."""
        return core_schema.no_info_before_validator_function(self.convert, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Return the schema of a number or text, or two of them, with the unit named."""
        one = [{"type": "number"}, {"type": "string"}]
        both = {"type": "array", "items": {"anyOf": one}, "minItems": 2, "maxItems": 2}
        return {"anyOf": [*one, both], "unit": self.told or self.name or "1"}

    def convert(self, value: object) -> tuple[float, float]:
        """Return lower and upper limit in this unit. Raises ValueError where zero is not between them."""
        both = isinstance(value, list | tuple)
        given = value if isinstance(value, list | tuple) else [value]
        converted = [Unit(self.name).convert(each) for each in given]
        found = [each for each in converted if isinstance(each, int | float)]
        if len(found) < len(given) or (both and len(found) != 2):
            raise ValueError(f"expected [low, high] or a magnitude, {self._example}")
        low, high = found if both else (0.0 - found[0], found[0])
        if not both and found[0] < 0:
            raise ValueError(f"a magnitude is not negative; low and high are two numbers, {self._example}")
        if low > high:
            raise ValueError(f"low, {low:g}, is above high, {high:g}; give them the other way round")
        if not low <= 0 <= high:
            raise ValueError("low must be at most 0 and high at least 0: without control it is 0")
        return float(low), float(high)

    @property
    def _example(self) -> str:
        return f"as in ['0 {self.name}', '5 {self.name}']" if self.name else "as in [0, 5]"

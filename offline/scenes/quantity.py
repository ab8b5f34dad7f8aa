"""Physical quantities in scene files: a plain number in SI units, or text with a unit such as "0.2 MPa".

`Annotated[float, Field(gt=0), Unit("Pa")]` is the type of a positive pressure.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic_core import core_schema


@dataclass(frozen=True)
class Unit:
    """The SI unit in which a field is kept; "" is a plain number."""

    name: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        """Convert first, then validate as the plain number that the field says."""
        return core_schema.no_info_before_validator_function(self.convert, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        """The plain number's schema, or text, with the unit named."""
        return {"anyOf": [handler(schema), {"type": "string"}], "unit": self.name or "1"}

    def convert(self, value: Any) -> Any:
        """`value` as a finite number of this unit; what is neither number nor text is left for pydantic."""
        if isinstance(value, str):
            value = self._parse(value)
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError("must be finite")
        return value

    def _parse(self, text: str) -> float:
        import pint

        unit = self.name or "dimensionless"
        try:
            return float(_registry().Quantity(text).to(unit).magnitude)
        except pint.DimensionalityError as error:
            wanted = f"in {self.name}" if self.name else "a plain number"
            raise ValueError(f"{text!r} is not {wanted}; {self._advice}") from error
        except Exception as error:  # pint's parser raises whatever its tokeniser stumbles over
            raise ValueError(f"{text!r} is not a quantity; {self._advice}") from error

    @property
    def _advice(self) -> str:
        return f"write a number in {self.name}, or number and unit" if self.name else "write a number"


@lru_cache
def _registry() -> Any:
    import pint  # a quarter of a second to import, needed only where a scene gives a unit

    return pint.UnitRegistry()

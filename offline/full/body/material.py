"""Isotropic elastic material, given by the constants that tables list."""

from __future__ import annotations

import math
from dataclasses import dataclass

from softrein.errors import MaterialError


@dataclass(frozen=True)
class Material:
    """Linear isotropic elastic material.

    Raises MaterialError where a constant is not a finite number or lies outside its range.
    """

    young: float  # Young's modulus [Pa], above 0
    poisson: float  # Poisson's ratio [-], above -1 and below 0.5
    density: float  # mass per rest volume [kg/m^3], above 0

    def __post_init__(self) -> None:
        _require_number("young", self.young)
        _require_number("poisson", self.poisson)
        _require_number("density", self.density)
        if self.young <= 0:
            raise MaterialError(f"young = {self.young!r}: Young's modulus must be above 0 Pa")
        if not -1 < self.poisson < 0.5:
            raise MaterialError(f"poisson = {self.poisson!r}: Poisson's ratio must lie between -1 and 0.5")
        if self.density <= 0:
            raise MaterialError(f"density = {self.density!r}: the density must be above 0 kg/m^3")

    @property
    def lame(self) -> tuple[float, float]:
        """Lamé's constants (lambda, mu) [Pa]."""
        first = self.young * self.poisson / ((1 + self.poisson) * (1 - 2 * self.poisson))
        return first, self.young / (2 * (1 + self.poisson))


def _require_number(name: str, value: object) -> None:
    try:
        finite = math.isfinite(value)  # type: ignore[arg-type]
    except TypeError:
        finite = False
    if not finite:
        raise MaterialError(f"{name} = {value!r} is not a finite number")

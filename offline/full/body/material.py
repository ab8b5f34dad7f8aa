"""Isotropic elastic material, given by the constants that tables list."""

from __future__ import annotations

import math
from dataclasses import dataclass

from runtime.body.laws.names import NAMES
from softrein.errors import MaterialError, shown

# Poisson's ratio (lambda = 9 mu) above which the volume hardly changes and linear tetrahedra lock. The lowest
# frequency of a clamped beam, ten times as long as thick and four elements thick, was too high by 5.6 % at
# Poisson's ratio 0.3, 7.5 % at 0.45, 9.7 % at 0.49, 12.3 % at 0.499; two elements thick by 21, 25, 30 and 33
# %.
LOCKING_POISSON = 0.45


@dataclass(frozen=True)
class Material:
    """Isotropic elastic material; for small strain all laws are Hooke's law with these constants.

    `mean_volume`: whether elements share their mean volume in patches, without which linear tetrahedra of
    nearly incompressible materials lock (`offline.full.body.elements.patches`); None: they do where Poisson's
    ratio is above LOCKING_POISSON.

    Raises MaterialError where a constant is not a finite number or lies outside its range, or for an unknown
    law.
    """

    young: float  # Young's modulus [Pa], above 0
    poisson: float  # Poisson's ratio [-], above -1 and below 0.5
    density: float  # mass per rest volume [kg/m^3], above 0
    law: str = "stvk"  # one of `runtime.body.laws.names.NAMES`
    mean_volume: bool | None = None

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
        if self.law not in NAMES:
            raise MaterialError(f"law = {shown(str(self.law))}: there is {', '.join(NAMES)}")

        if self.mean_volume and self.poisson <= 0:
            raise MaterialError("mean_volume: volume is only shared where Poisson's ratio is above 0")

    @property
    def shares_volume(self) -> bool:
        """Whether its elements share their mean volume."""
        return self.poisson > LOCKING_POISSON if self.mean_volume is None else self.mean_volume

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

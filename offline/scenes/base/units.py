"""Physical quantities as text, such as "0.2 MPa", "1000 kg/m^3" or "0.3 1/s": one number and one unit.

Nothing is evaluated as code. A unit is a product of names from a list, `UNITS`, each with a whole power:
names are separated by a blank, "*" or "·", or by a "/", which divides by the one name that follows ("N s/m",
"m/s/s"); a power follows its name ("m^3", "m**3", "m³" or "m3"). There are no parentheses. The arithmetic
uses fractions, so that the number is the double nearest to what is written: "30 cm" is 0.3.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import pi
from typing import NamedTuple

from softrein.errors import shown

LONGEST = 80  # most characters of a quantity
LARGEST_EXPONENT = 400  # largest exponent of ten; a double ends at 308


class Measure(NamedTuple):
    """A multiple of m^metres kg^kilograms s^seconds rad^radians."""

    size: Fraction = Fraction(1)
    metres: int = 0
    kilograms: int = 0
    seconds: int = 0
    radians: int = 0

    @property
    def dimension(self) -> tuple[int, int, int]:
        """The powers of metre, kilogram and second, without the size."""
        return self.metres, self.kilograms, self.seconds

    def measures_like(self, other: Measure) -> bool:
        """Return whether both are of one dimension, and not one a rate of turns and one of radians.

        The number of "rad/s" is that of "Hz" times 2 pi.
        """
        alike = self.radians == other.radians or self.dimension != (0, 0, -1)
        return self.dimension == other.dimension and alike

    def times(self, other: Measure, power: int = 1) -> Measure:
        """Return this measure times a power of another."""
        powers = (mine + power * theirs for mine, theirs in zip(self[1:], other[1:], strict=True))
        return Measure(self.size * other.size**power, *powers)


def _all_units() -> dict[str, Measure]:
    """Return all units by name: symbols with prefix symbols, words with prefix words, and those without."""
    prefixes = {
        "": ("", 0), "n": ("nano", -9), "u": ("micro", -6), "µ": ("micro", -6), "μ": ("micro", -6),
        "m": ("milli", -3), "c": ("centi", -2), "d": ("deci", -1), "k": ("kilo", 3), "M": ("mega", 6),
        "G": ("giga", 9),
    }  # fmt: skip
    gram, litre, inch, pound = (
        Fraction(1, 1000),
        Fraction(1, 1000),
        Fraction(254, 10_000),
        Fraction(45_359_237, 10**8),
    )
    weight = Fraction(980_665, 10**5)  # standard gravity, m/s^2
    prefixed = {
        ("m", "metre", "meter"): Measure(metres=1),
        ("g", "gram"): Measure(gram, kilograms=1),
        ("s", "second"): Measure(seconds=1),
        ("Hz", "hertz"): Measure(seconds=-1),
        ("N", "newton"): Measure(Fraction(1), 1, 1, -2),
        ("Pa", "pascal"): Measure(Fraction(1), -1, 1, -2),
        ("bar",): Measure(Fraction(10**5), -1, 1, -2),
        ("J", "joule"): Measure(Fraction(1), 2, 1, -2),
        ("W", "watt"): Measure(Fraction(1), 2, 1, -3),
        ("L", "litre", "liter"): Measure(litre, metres=3),
        ("l",): Measure(litre, metres=3),
        ("St",): Measure(Fraction(1, 10**4), metres=2, seconds=-1),
    }
    alone = {
        ("%", "percent"): Measure(Fraction(1, 100)),
        ("rad", "radian", "radians"): Measure(radians=1),
        ("deg", "degree", "degrees"): Measure(Fraction(pi / 180), radians=1),
        ("min", "minute", "minutes"): Measure(Fraction(60), seconds=1),
        ("h", "hr", "hour", "hours"): Measure(Fraction(3600), seconds=1),
        ("t", "tonne", "tonnes"): Measure(Fraction(1000), kilograms=1),
        ("in", "inch", "inches"): Measure(inch, metres=1),
        ("ft", "foot", "feet"): Measure(12 * inch, metres=1),
        ("lb", "pound", "pounds"): Measure(pound, kilograms=1),
        ("hPa",): Measure(Fraction(100), -1, 1, -2),
        ("kgf",): Measure(weight, 1, 1, -2),
        ("lbf",): Measure(pound * weight, 1, 1, -2),
        ("psi",): Measure(pound * weight / inch**2, -1, 1, -2),
        ("ksi",): Measure(1000 * pound * weight / inch**2, -1, 1, -2),
        ("atm",): Measure(Fraction(101_325), -1, 1, -2),
    }
    found = {}
    for (symbol, *words), unit in prefixed.items():
        for prefix, (word, power) in prefixes.items():
            scaled = unit._replace(size=unit.size * Fraction(10) ** power)
            found[prefix + symbol] = scaled
            for each in words:
                found[word + each] = found[f"{word}{each}s"] = scaled
    return found | {name: unit for names, unit in alone.items() for name in names}


UNITS = _all_units()

_NUMBER = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?)\s*(.*)", re.DOTALL)
_FACTOR = re.compile(r"(?:\s*([*·/])\s*|\s+|\A)([^\W\d_]+|%)(?:\s*(?:\^|\*\*)\s*)?([+-]?[0-9])?(?![0-9])")
_RAISED = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹⋅", "-+0123456789·")


def amount(text: str, unit: str) -> float:
    """Return the text's amount in a unit ("": a plain number); a number alone is in that unit.

    Raises ValueError for text that is no quantity, or of another dimension.
    """
    match = _NUMBER.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if match is None:
        raise ValueError(f"{shown(text)} is not a quantity")
    number, exponent, name = match.groups()
    wanted = measure(unit)
    try:
        given = measure(name) if name else wanted
    except ValueError as error:
        raise ValueError(f"{shown(text)} is not a quantity: {error}") from error
    if not given.measures_like(wanted):
        raise ValueError(f"{shown(text)} is not {f'in {unit}' if unit else 'a plain number'}")
    try:
        if abs(int(exponent or 0)) > LARGEST_EXPONENT:
            raise OverflowError
        return float(Fraction(number) * given.size / wanted.size)
    except OverflowError:
        raise ValueError(f"{shown(text)} is out of range") from None


def measure(name: str) -> Measure:
    """Return the measure of a product of units such as "kg/m^3". Raises ValueError for anything else."""
    rest = re.sub(r"\A1?\s*/", "/", name.translate(_RAISED))  # for example "1/s"
    found, end = Measure(), 0
    while end < len(rest):
        factor = _FACTOR.match(rest, end)
        if factor is None:
            raise ValueError(f"{shown(name)} is no unit")
        sign, unit, power = factor.groups()
        if unit not in UNITS:
            raise ValueError(f"{shown(unit)} is no unit that is known{_meant(unit)}")
        found = found.times(UNITS[unit], (-1 if sign == "/" else 1) * int(power or 1))
        end = factor.end()
    return found


def _meant(unit: str) -> str:
    """Suggest, as a question, units that differ only in capital letters."""
    alike = [repr(each) for each in UNITS if each.casefold() == unit.casefold()]
    return f" (is {' or '.join(alike)} meant?)" if alike else ""

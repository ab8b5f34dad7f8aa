"""Quantities in text: one number, one unit of a list, nothing evaluated; and the list against pint's."""

from __future__ import annotations

import math
import random
import re
import sys
from collections.abc import Iterator
from typing import Any

import pint
import pytest

from offline.scenes.base.quantity import Unit
from offline.scenes.base.units import LONGEST, UNITS, amount, measure
from offline.scenes.reading import scene_names, scene_text

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FIELDS = ("", "s", "m", "Pa", "N", "N s", "kg", "kg/m^3", "m/s", "m/s^2", "m^2/s", "1/s")  # of scenes


@pytest.fixture(scope="module")
def registry() -> Any:
    return pint.UnitRegistry()


def dimension(quantity: Any) -> tuple[float, float, float]:
    found = quantity.dimensionality
    assert set(found) <= {"[length]", "[mass]", "[time]"}
    return found.get("[length]", 0), found.get("[mass]", 0), found.get("[time]", 0)


def test_every_unit_is_pints(registry: Any) -> None:
    for name, unit in UNITS.items():
        theirs = registry.Quantity(f"1 {name}")
        assert unit.dimension == dimension(theirs), name
        assert float(unit.size) == pytest.approx(theirs.to_base_units().magnitude, rel=1e-12), name


def test_products_of_units_are_pints(registry: Any) -> None:
    draw = random.Random(1)
    for _ in range(300):
        names = draw.choices(list(UNITS.keys() - {"%"}), k=draw.randint(1, 4))  # pint reads %m as a remainder
        text = names[0] + "".join(
            f"{draw.choice((' ', '*', '/', ' / '))}{name}{draw.choice(('', '^2', '**-1', '^+3'))}"
            for name in names[1:]
        )
        text = draw.choice(("", "1/")) + text
        theirs = registry.Quantity(f"1 {text}")
        assert measure(text).dimension == dimension(theirs), text
        assert float(measure(text).size) == pytest.approx(theirs.to_base_units().magnitude, rel=1e-9), text


def texts(entry: Any) -> Iterator[str]:
    if isinstance(entry, dict | list):
        for part in entry.values() if isinstance(entry, dict) else entry:
            yield from texts(part)
    elif isinstance(entry, str) and re.match(r"-?\d", entry):
        yield entry


def test_what_shipped_scenes_say_is_what_pint_reads(registry: Any) -> None:
    told = {text for name in scene_names() for text in texts(tomllib.loads(scene_text(name)))}
    assert len(told) > 50
    for text in told:
        theirs = registry.Quantity(text)
        unit = next(unit for unit in FIELDS if measure(unit).dimension == dimension(theirs))
        wanted = theirs.to(unit or "dimensionless").magnitude
        assert amount(text, unit) == pytest.approx(wanted, rel=1e-15), text


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("30 cm", "m", 0.3),
        ("700 ms", "s", 0.7),
        ("5ms", "s", 0.005),
        ("0.005", "s", 0.005),
        (" +.5e-3 kPa ", "Pa", 0.5),
        ("-3. N", "N", -3.0),
        ("0.3 1/s", "1/s", 0.3),
        ("0.3/s", "1/s", 0.3),
        ("3 m/s²", "m/s^2", 3.0),
        ("3 m/s/s", "m/s^2", 3.0),
        ("3 m s⁻²", "m/s^2", 3.0),
        ("3 m/s2", "m/s^2", 3.0),
        ("1.1 g/cm³", "kg/m^3", 1100.0),
        ("1 kg/L", "kg/m^3", 1000.0),
        ("2 N·s", "N s", 2.0),
        ("5 %", "", 0.05),
        ("1 GPa", "Pa", 1e9),
        ("1e-6 megapascals", "Pa", 1.0),
        ("2 inches", "m", 0.0508),
        ("2 minutes", "s", 120),
        ("10 mm^2/s", "m^2/s", 1e-5),
        ("3 Hz", "1/s", 3.0),
        ("1e-400 m", "m", 0.0),
        ("1e300 km", "m", 1e303),
    ],
)
def test_a_quantity_is_the_number_that_is_written(text: str, unit: str, value: float) -> None:
    assert amount(text, unit) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "9**9**9 s",
            r"'9\*\*9\*\*9 s' is not a quantity: '\*\*9\*\*9 s' is no unit; write a number in s, or",
        ),
        ("9^9^9 s", "is not a quantity"),
        ("2*3 s", "no unit"),
        ("1 s + 1 s", "no unit"),
        ("(1) s", "not a quan"),
        ("s", "'s' is not a quantity"),
        ("", "'' is not a quantity"),
        ("nan s", "quantity"),
        ("inf s", "quantity"),
        ("1e999 s", "'1e999 s' is out of range"),
        ("1e99999999999999999999 s", "out of range"),
        ("1_0 s", "no unit"),
        ("٣ s", "quantity"),
        ("3 kg", r"'3 kg' is not in s; write a number in s, or number and unit, as in '5 ms'"),
        ("3 mpa", "'mpa' is no unit that is known .is 'mPa' or 'MPa' meant"),
        ("3 s^99", "no unit"),
        ("3 s**-99999999", "no unit"),
        ("3 s 3", "no unit"),
        ("3 s*", "no unit"),
        ("3 //s", "no unit"),
        ("3 \x1b[31mred", r"\\x1b\[31mred"),
        ("1" * 200 + " s", "quantity"),
        ("3 rpm", "'rpm' is no unit that is"),
        ("3 s\n", None),
        ("3 degC", "no unit"),
        ("__import__('os')", "quantity"),
        ("3 s.real", "no unit"),
    ],
)
def test_what_is_no_quantity_is_refused(text: str, words: str | None) -> None:
    if words is None:
        assert Unit("s").convert(text) == 3
        return
    with pytest.raises(ValueError, match=words) as caught:
        Unit("s").convert(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "unit"),
    [("360 deg/s", "Hz"), ("1 Hz", "rad/s"), ("6 rad/s", "1/s"), ("2 kHz", "rad/s")],
)
def test_turns_and_radians_are_not_taken_for_each_other(text: str, unit: str) -> None:
    with pytest.raises(ValueError, match=f"'{text}' is not in {unit}"):
        Unit(unit).convert(text)


def test_any_text_is_read_or_refused(rounds: Iterator[random.Random]) -> None:
    """Pieces of quantities in any order: a finite number, or a short line of refusal."""
    pieces = [*UNITS, *"0123456789.eE+-*/^ ·²³⁻%()[]\n\x1b\u202e٣é", "**", "1e308", "1/", "9" * 30]
    for draw in rounds:
        for _ in range(200):
            text = "".join(draw.choices(pieces, k=draw.randrange(12)))
            try:
                assert math.isfinite(amount(text, draw.choice(FIELDS)))
                assert len(text) <= LONGEST
            except ValueError as error:
                said = str(error)
            else:
                said = ""
            assert said.isprintable(), text
            assert len(said) < 400, text


@pytest.mark.parametrize(
    ("value", "words"),
    [(True, "expected a number, got true"), (math.nan, "finite"), (10**400, "out of range")],
)
def test_numbers_that_are_none_are_refused(value: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Unit("s").convert(value)

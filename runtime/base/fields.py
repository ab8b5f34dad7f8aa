"""Declarations of the fields that a bundle stores: their types, their ranges, and their places in a file.

Each field that a bundle stores is declared once, in its class, by `stored`; its annotation says whether it
is an array, a group of arrays (a NamedTuple, or a dictionary), or plain data for the file's header. Fields of
records in the header (pushes, targets and the like) are declared in the same way. The checks
(`runtime.bundle.checks`), the file and the tables of docs/bundle.md are made from these declarations.

A shape consists of numbers and of names of sizes, such as ("steps", "controls"). `SIZES` has the names that
the document explains; a bundle's `sizes` gives the sizes that are known beforehand. Any other name takes the
size that the first array has at its place. "" stands for any size; ... alone stands for any shape, and at
the end of a shape for any further sizes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import cache
from types import EllipsisType
from typing import Any, NamedTuple, Protocol, get_type_hints

import numpy as np

from softrein.errors import shown

LARGEST = (
    # largest magnitude of a number in a bundle: products of three stay finite, and no physical value comes
    # near
    1e100
)
LONGEST = 200  # largest length of a name, in characters
PROSE = 100_000  # largest length of a text that is not a name, in characters
ENTRIES = 1000  # most entries of a list or a table in the header


class Size(NamedTuple):
    """A named size of arrays: its symbol, its meaning, and the smallest value that it may have."""

    symbol: str
    meaning: str = ""  # what the size means; empty for sizes that follow from others
    least: int = 1


SIZES = {
    "rank": Size("r", "reduced coordinates"),
    "forces": Size(
        "f",
        "what acts on the plant: r reduced forces, a control for each cable and chamber, twelve numbers of "
        "how each of its tools moves, and nine of its handle, where that does; in smoke since version 13 dN "
        "velocities of its particles",
    ),
    "size": Size("n", "entries of a state: 2r of a body, dN + r of smoke"),
    "controls": Size("s", "controls; unless the scene names actuators, one of each coordinate of the body"),
    "steps": Size("T", "time steps of the motion; it has T + 1 states"),
    "states": Size("T + 1"),
    "matrices": Size("g", "matrices of a controller: T, one a step, or 1, the same in all"),
    "followed": Size("y", "coordinates in space that follow paths", 0),
    "instants": Size("i", "single instants that the motion is judged at", 0),
    "vertices": Size("v", "vertices of a body"),
    "coordinates": Size("3v"),
    "tetrahedra": Size("m", "tetrahedra of a body"),
    "triangles": Size("k", "triangles of a body's surface"),
    "free": Size("d", "free coordinates of vertices: d <= 3v"),
    "skin": Size("a", "vertices of a body's skin"),
    "drawn": Size("q", "triangles of a body's skin"),
    "length": Size("L", "1 + r + r (r + 1) / 2, rounded up to a multiple of 8"),
    "panels": Size("L (L + 8) / 2"),
    "evaluated": Size("m_e", "sampled elements, those that are evaluated"),
    "patches": Size("m_p", "patches of elements whose common volume is evaluated", 0),
    "route": Size("k_c", "points that cables run through", 0),
    "cables": Size("cables", "cables of a body", 0),
    "begins": Size("cables + 1"),
    "squares": Size("r r"),
    "chambers": Size("chambers", "chambers of a body", 0),
    "chambers + 1": Size("chambers + 1"),
    "walls": Size("a_w", "vertices of chambers' surfaces"),
    "wall triangles": Size("q_w", "triangles of chambers' surfaces"),
    "samples": Size("m_c", "samples of a body's surface by which it touches"),
    "shapes": Size("o", "rigid shapes that it may touch"),
    "grids": Size("o_g", "of these, those that are given by a grid", 0),
    "nodes": Size("k_g", "nodes of these grids", 0),
    "particles": Size("N", "steered particles in smoke", 0),
    "nx": Size("nx", "cells of smoke's grid along x"),
    "ny": Size("ny", "and along y; in space nz follows, along z"),
    "axes": Size("d", "axes of smoke's grid: two, or three in space", 2),
    "faces": Size("F", "faces across x, then y: (nx + 1) ny + nx (ny + 1); in space times nz, then across z"),
    "pairs": Size("r (r + 1) / 2"),
    "carried": Size("c", "particles that smoke carries and nobody steers", 0),
    "runs": Size("e", "perturbed runs of the full simulation", 0),
}


@dataclass(frozen=True)
class Stored:
    """The declaration of a stored field, for an array, each array of a group, or each number of plain data.

    Files older than version `since` may lack the field. Its value is then read from where `older` says,
    another array of the file or a place in its scene, such as "control.integrals" or "materials.*.density";
    without `older` it is the field's default.
    """

    shape: tuple[int | str | EllipsisType, ...] = ()
    dtype: str = "f8"
    below: str = ""  # for integer indices: the name of the size that they stay below; the least is 0
    least: float | None = None  # least allowed value
    above: float | None = None  # exclusive lower bound
    most: float | None = None  # largest allowed value
    infinite: bool = False  # whether infinity is a value; NaN never is
    choices: tuple[str, ...] = ()  # for texts: the allowed values; empty: any
    prose: bool = False  # for texts: prose for people, not a name
    unit: str = ""
    meaning: str = ""
    may_be_empty: bool = False  # whether axes with a named size may have length zero
    # for a group or a table with fixed names: its members. Either all are stored or none, except those that
    # are `optional`
    members: Mapping[str, Stored] | None = None
    # for a group whose operator class declares its arrays: the header entry that names the operator
    operator: str = ""
    since: int = 1
    older: str = ""
    called: str = ""  # name in the file, if it differs from the field's name
    shared: bool = False  # whether all references (motions) of one model have the same value
    # function (value, clock) that converts the value to another time step, see `runtime.bundle.resample`
    resampled: Callable[..., Any] | None = None
    optional: bool = False  # whether it may be left out: a field with a default
    type: Any = None  # the field's annotation

    @property
    def place(self) -> str:
        """Where a file keeps the field: as an "array", in a "group" of its own, or in the "header"."""
        if self.type is np.ndarray:
            return "array"
        is_group = self.type == dict[str, np.ndarray] or hasattr(self.type, "_fields")
        return "group" if is_group else "header"

    @property
    def range(self) -> str:
        """The range of its values, in words; empty text where any number is allowed."""
        if self.choices:
            return ", ".join(each or "nothing" for each in self.choices)
        if self.below:
            return f"0 up to below {SIZES[self.below].symbol}"
        if self.least is not None and self.most is not None:
            words = f"{_short(self.least)} to {_short(self.most)}"
        else:
            bounds = {"at least": self.least, "above": self.above, "at most": self.most}
            words = ", ".join(
                f"{word} {_short(bound)}" for word, bound in bounds.items() if bound is not None
            )
        return f"{words or 'any number'}, or infinite" if self.infinite else words

    def holds(self, value: float) -> bool:
        """Whether a number is in range, and finite if it must be."""
        most = math.inf if self.infinite else LARGEST if self.most is None else self.most
        least = -most if self.least is None else self.least
        return least <= value <= most and (self.above is None or value > self.above)

    def refusal(self, value: float) -> str:
        """The part of a message that names a number out of range, and the range."""
        expected = self.range or f"at most {LARGEST:g} in magnitude"
        if isinstance(value, int):
            return f"{shown(value)[1:-1]}, expected {expected}"
        if math.isnan(value):
            return f"NaN, expected {expected}"
        finite = self.infinite or not math.isinf(value)
        return f"{value:.6g}, {'' if finite else 'which is not finite; '}expected {expected}"


def _short(bound: float) -> str:
    """A bound in a short notation, such as 2^31 - 1."""
    power = int(bound).bit_length() - 1
    if power >= 31 and int(bound) == 2**power:
        return f"2^{power}"
    if power >= 31 and int(bound) == 2 ** (power + 1) - 1:
        return f"2^{power + 1} - 1"
    return f"{bound:g}".replace("e-0", "e-").replace("e+0", "e")


def stored(*shape: int | str | EllipsisType, default: object = MISSING, **how: Any) -> Any:
    """Declare a field; `how` are the fields of `Stored`.

    A `default` that can be called, such as `list` or `dict`, is called to make each default value.
    """
    metadata = {"stored": Stored(shape, **how)}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def nothing() -> np.ndarray:
    """An empty array of two axes, as a default."""
    return np.zeros((0, 0))


def declared(kind: type) -> Mapping[str, Stored]:
    """The stored fields of a class of bundles or records, by name: its own first, then those of its bases."""
    return _declared(kind)


@cache
def _declared(kind: type) -> Mapping[str, Stored]:
    types, own = get_type_hints(kind), vars(kind)["__annotations__"]
    found = [each for each in fields(kind) if "stored" in each.metadata]
    found.sort(key=lambda each: each.name not in own)
    return {
        each.name: replace(
            each.metadata["stored"],
            type=types[each.name],
            optional=each.default is not MISSING or each.default_factory is not MISSING,
            called=each.metadata["stored"].called or each.name,
        )
        for each in found
    }


def stored_arrays(bundle: object) -> Iterator[tuple[str, Stored, np.ndarray]]:
    """Each stored array: its name as "field" or "field/member", its declaration, and the array."""
    for name, each in declared(type(bundle)).items():
        value = getattr(bundle, name)
        if each.place == "array":
            yield name, each, value
        elif each.place == "group":
            for member, array in _group(value).items():
                yield f"{name}/{member}", _member_of(each, member, array), array


def _member_of(group: Stored, name: str, array: object) -> Stored:
    """The declaration of an array of a group; a user's own operator may have arrays that have none."""
    numbers = "i8" if getattr(array, "dtype", np.dtype(float)).kind in "iu" else "f8"
    return (group.members or {}).get(name, Stored((...,), numbers) if group.operator else group)


def header_of(bundle: object) -> dict[str, object]:
    """The plain data that a bundle stores in its header, besides its arrays."""
    found = declared(type(bundle)).items()
    operators = {each.operator: getattr(bundle, name).operator for name, each in found if each.operator}
    return operators | {name: _plain(getattr(bundle, name)) for name, each in found if each.place == "header"}


class Grouped(Protocol):
    """An object that gives its own arrays: an operator, or terms."""

    def arrays(self) -> Mapping[str, np.ndarray]:
        """The arrays by their names."""


class NamedArrays(Protocol):
    """A NamedTuple of arrays."""

    def _asdict(self) -> dict[str, np.ndarray]:
        """The arrays by their names."""


def _group(value: Mapping[str, np.ndarray] | Grouped | NamedArrays) -> Mapping[str, np.ndarray]:
    """The arrays of a group by name."""
    if isinstance(value, Mapping):
        return value
    return value.arrays() if hasattr(value, "arrays") else value._asdict()


def _plain(value: object) -> object:
    """A value as JSON can hold it: records become dictionaries, NumPy's numbers and arrays plain ones."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.called: _plain(getattr(value, name)) for name, each in declared(type(value)).items()}
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value

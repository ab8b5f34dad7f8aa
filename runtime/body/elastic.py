"""Elastic operators: the functions that a time scheme calls for a reduced material, and the known operators.

An operator is a NamedTuple of arrays of a class of its own, by which compiled code finds its kernels; a
bundle stores these arrays. A scheme calls `force_and_stiffness` and `add_hessian` at p (r,), and
`Elastic.batch` for many states at once. A new operator is a file with such a class and its two kernels, and
an entry in `OPERATORS`. If it has a projected, positive semidefinite stiffness as well, a step never fails
because its stiffness is indefinite, and its iterations use a line search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numba import float64

from runtime.base.addresses import (
    MATRIX,
    VECTOR,
    Arrays,
    Behind,
    by_address,
    number_by_address,
    put_behind,
)
from runtime.base.kernels import Array, Kernel, by_type, mirror, njit
from runtime.body import polynomial, sampled
from runtime.body.polynomial import Polynomial
from runtime.body.sampled import Sampled
from runtime.body.tile import Tile


class Elastic(Protocol):
    """An elastic operator in r reduced coordinates p, a NamedTuple of arrays."""

    def __init__(self, *arrays: Array) -> None: ...

    def __iter__(self) -> Iterator[Array]: ...

    def _asdict(self) -> dict[str, Array]: ...

    def shapes(self, rank: int) -> dict[str, tuple[int, ...]]:
        """The shape that each array must have for `rank` coordinates."""

    def work_size(self, rank: int) -> int:
        """How many numbers of working memory its kernels need."""

    def stiffness_at_rest(self, rank: int) -> Array:
        """K(0) (r, r), computed without a kernel, so that no compilation is needed."""

    def batch(self, rank: int) -> Callable[[Tile, int], None]:
        """A function that fills the first lanes of a tile's `system` with [K | f]: `runtime.body.tile`."""


def sound(elastic: Elastic) -> None:
    """Check nothing: for operators whose arrays may be any finite ones of the right shapes."""


class Operator(NamedTuple):
    """A kind of elastic operator: its class, and the kernels that compiled code calls.

    A class that has `project` has its derivative `add_projected_hessian`, too, and a property `minimises`:
    whether steps of several iterations minimise their potential. Otherwise they damp by K(p_mid), as those of
    polynomials do unless a term wants otherwise.
    """

    arrays: type[Any]  # class of its arrays, an `Elastic`
    force_and_stiffness: Kernel
    add_hessian: Kernel
    project: Kernel | None = None
    add_projected_hessian: Kernel | None = None
    energy: Kernel | None = None
    # whether batched (tiled) evaluation is faster than single states even with force terms
    tiles: bool = True
    check: Callable[[Any], None] = sound  # raises ValueError if its arrays describe no valid operator


OPERATORS: dict[str, Operator] = {  # by the name stored in bundles
    "polynomial": Operator(
        Polynomial, polynomial.force_and_stiffness, polynomial.add_hessian, energy=polynomial.energy
    ),
    "sampled": Operator(
        Sampled,
        sampled.force_and_stiffness,
        sampled.add_hessian,
        sampled.project,
        sampled.add_projected_hessian,
        sampled.energy,
        tiles=False,
        check=sampled.check,
    ),
}


def operator_name(elastic: Elastic) -> str:
    """The name of an operator's kind in `OPERATORS`."""
    return next(name for name, operator in OPERATORS.items() if operator.arrays is type(elastic))


_ARGUMENTS = {  # arguments of each kernel in `Operator`, after the operator itself
    "force_and_stiffness": (VECTOR, VECTOR, VECTOR, MATRIX),
    "add_hessian": (VECTOR, VECTOR, float64, VECTOR, MATRIX),
    "project": (VECTOR, VECTOR, MATRIX),
    "add_projected_hessian": (VECTOR, VECTOR, float64, VECTOR, MATRIX, MATRIX),
    "energy": (VECTOR, VECTOR),
}


MOST_KEPT = 4  # most operators whose C addresses are kept
_KEPT: dict[int, tuple[Elastic, Behind]] = {}  # by id() of the operator, valid while the operator is alive


def elastic_behind(elastic: Elastic) -> Behind:
    """An operator in the form that the time scheme calls, which is compiled once for all operators."""
    operator = OPERATORS[operator_name(elastic)]
    hooks = [(getattr(operator, name), arguments) for name, arguments in _ARGUMENTS.items()]
    return put_behind(cast(Arrays, elastic), hooks)


def kept_behind(elastic: Elastic) -> Behind:
    """As `elastic_behind`, but kept for the last few operators, for callers in Python."""
    found = _KEPT.get(id(elastic))
    if found is None:
        _KEPT[id(elastic)] = found = elastic, elastic_behind(elastic)
        while len(_KEPT) > MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)), None)
    return found[1]


def _kernel(name: str, by_address: Callable[[int], Kernel] = by_address) -> Kernel:
    """A function that calls the named kernel of `Operator` for its first argument's class, or by address."""
    behind = by_address(list(_ARGUMENTS).index(name))

    def choose(kind: type) -> Kernel | None:
        if kind is Behind:
            return behind
        return next((getattr(each, name) for each in OPERATORS.values() if each.arrays is kind), None)

    return by_type(choose)


# (elastic, p, work, force, stiffness): force f(p) (r,) and the upper triangle of stiffness K(p), an array (r,
# r or wider)
force_and_stiffness = _kernel("force_and_stiffness")
# (elastic, p, v, scale, work, target): target += scale d(K(p) v)/dp, upper triangle
add_hessian = _kernel("add_hessian")
# (elastic, p, work, stiffness): the upper triangle of K(p) projected to positive semidefinite element
# matrices; returns False if the operator cannot do that
project = _kernel("project")
# (elastic, p, v, scale, work, stiffness, target): target += scale d(K(p) v)/dp of the projected K; the whole
# matrix, as it is not symmetric; `stiffness` (r, r or wider) is overwritten
add_projected_hessian = _kernel("add_projected_hessian")
# (elastic, p, work): the strain energy E(p), J
energy = _kernel("energy", number_by_address)


def minimises(elastic: Elastic) -> bool:
    """Whether an operator's steps are to minimise their potential; see `runtime.body.midpoint`."""
    return bool(getattr(elastic, "minimises", False))


@njit(cache=True)
def evaluate(elastic: Behind | Elastic, p: Array, work_size: int) -> tuple[Array, Array]:
    """f (r,) and K (r, r) at p, for callers outside a loop."""
    force, stiffness = np.empty(p.size), np.zeros((p.size, p.size))
    force_and_stiffness(elastic, p, np.zeros(work_size), force, stiffness)
    mirror(stiffness)
    return force, stiffness


@njit(cache=True)
def evaluate_projected(elastic: Behind | Elastic, p: Array, work_size: int) -> Array:
    """The projected K (r, r) at p, for callers outside a loop."""
    stiffness = np.zeros((p.size, p.size))
    project(elastic, p, np.zeros(work_size), stiffness)
    mirror(stiffness)
    return stiffness


@njit(cache=True)
def evaluate_hessian(elastic: Behind | Elastic, p: Array, v: Array, work_size: int) -> Array:
    """d(K(p) v)/dp (r, r), for callers outside a loop."""
    hessian = np.zeros((p.size, p.size))
    add_hessian(elastic, p, v, 1.0, np.zeros(work_size), hessian)
    mirror(hessian)
    return hessian

"""Terms of a body's step: the interface of everything that acts on the body besides its material.

A term has some numbers of its own in the plant's input, held over a step, and adds a force to the equation of
`runtime.body.midpoint`. A step, its Jacobians and its second derivatives call a term's `Kernels`; the scheme
calls those of all terms one after the other, by address, and is compiled once for all terms. A term may keep
anything in its working memory: the results of `begin` or `add_force` are there for the kernels that follow.
Callers outside a loop use a term's methods, which need no compiled step.

Limits: kernels check no shapes; a term's working memory is for one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numba import boolean, float64

from runtime.base.addresses import MATRIX, VECTOR, Arrays, Several, any_of, put_several, total_of
from runtime.base.fields import Stored
from runtime.base.kernels import FASTMATH, Array, Internal, Kernel, njit
from runtime.body.terms.drawn import Drawn, Surface


class Kernels(NamedTuple):
    """A term's compiled functions; the first argument of each is the term's data. Unneeded ones are None."""

    # (z, w, since, half): prepares a part of a step. It begins in state z (2r,), `since` seconds after the
    # step does, and is 2 `half` long; the term takes its inputs from the plant's inputs w (forces,), which
    # are constant over the step. Returns 0.0; 1.0 if the term's matrix is not symmetric in this part; or
    # infinity if that is so and the part should be halved, which the scheme does down to its smallest part.
    begin: Kernel
    # (p, v, half, residual): adds -half times the force at p, v to the residual (r,); returns the force's
    # norm
    add_force: Kernel
    # (scale, whole, target): adds scale times the stiffness of the last force evaluation to the upper
    # triangle of `target` (r, r or wider); unless `whole`, only its positive semidefinite part
    add_stiffness: Kernel | None = None
    # (half, tangent): adds the part of a step's matrix that is not symmetric to the whole of `tangent` (r, r
    # or wider)
    add_turning: Kernel | None = None
    # (p): the potential energy of the last force evaluation's force, evaluated at p; None for forces that
    # have none
    energy: Kernel | None = None
    # (direction): the force that belongs to `energy`, as last evaluated by `add_force`, times a direction
    # (r,)
    power: Kernel | None = None
    # (half, once, projected, v, target): adds to the upper triangle of the matrix N of
    # `runtime.body.linearisation`
    vary: Kernel | None = None
    # (half, target): adds to the whole of N
    vary_turning: Kernel | None = None
    # (w, end, v, X, h, theta, G): adds the derivative by the term's own inputs to the Jacobian G (2r, forces)
    # of a part of a step of length h that ends at p = `end`
    add_columns: Kernel | None = None
    # (p, mu, scale, target, by_input): adds scale times d(K mu)/dp of the stiffness K at p to the upper
    # triangle of `target` (r, r), and to the rows of `by_input` (inputs of all terms, r) -scale times d(mu^T
    # f)/dp of the force f of a unit of each input
    curve: Kernel | None = None


_ARGUMENTS: Mapping[str, tuple[Internal, ...]] = {
    "begin": (VECTOR, VECTOR, float64, float64),
    "add_force": (VECTOR, VECTOR, float64, VECTOR),
    "add_stiffness": (float64, boolean, MATRIX),
    "add_turning": (float64, MATRIX),
    "energy": (VECTOR,),
    "power": (VECTOR,),
    "vary": (float64, boolean, boolean, VECTOR, MATRIX),
    "vary_turning": (float64, MATRIX),
    "add_columns": (VECTOR, VECTOR, VECTOR, MATRIX, float64, float64, MATRIX),
    "curve": (VECTOR, VECTOR, float64, MATRIX, MATRIX),
}
_PLACE = {name: place for place, name in enumerate(_ARGUMENTS)}
_CURVE = _PLACE["curve"]


class Slopes(NamedTuple):
    """The derivatives of a term's force."""

    by_place: Array  # (r, r) derivative by p
    by_speed: Array  # (r, r) derivative by v
    by_input: Array  # (r, inputs) derivative by the term's inputs


class Manner(NamedTuple):
    """Properties of a term; the defaults hold for most terms, others have an attribute `manner`."""

    always: bool = True  # whether it may exert a force even if all its inputs are zero
    tiled: bool = True  # whether batched (tiled) steps support it
    searched: bool = False  # whether it requires line searches in a step's iterations
    # coordinates that it keeps rigid; residuals are then not predicted, and pivots may be negative
    rigid: tuple[int, ...] = ()
    # coordinates of free things; the plant's forces on them act only where the body could reach the thing
    loose: tuple[int, ...] = ()
    # function from p (r,) to the directions (k, r) in which these coordinates may turn
    turns: Callable[[Array], Array] | None = None
    poses: tuple[int, ...] = ()  # those of its inputs that say where something is when a step begins


def manner_of(term: object) -> Manner:
    """The `Manner` of a term."""
    found: Manner = getattr(term, "manner", Manner())
    return found


class Term(Protocol):
    """A term, for callers outside a loop; its methods may be called from any thread."""

    kernels: ClassVar[Kernels]
    actuated: ClassVar[bool]  # whether its inputs are controls, rather than prescribed motion

    @property
    def inputs(self) -> int:
        """The number of its own inputs among the plant's."""

    def data(self, first: int) -> Arrays:
        """The data of its kernels, with working memory of its own; its inputs are those from `first` on."""

    def force(self, p: Array, v: Array, inputs: Array) -> Array:
        """The force (r,) at p, v (r,) under its inputs."""

    def slopes(self, p: Array, v: Array, inputs: Array) -> Slopes:
        """The derivatives of that force."""


T = TypeVar("T", bound=Term)


def put_terms(terms: Iterable[Term], rank: int) -> Several:
    """Put terms into the form that the scheme calls; their inputs follow the force (r,) in their order."""
    found, first = [], rank
    for term in terms:
        hooks = [(getattr(term.kernels, name), arguments) for name, arguments in _ARGUMENTS.items()]
        found.append((term.data(first), hooks))
        first += term.inputs
    return put_several(found, len(_ARGUMENTS))


# Sums over all terms, each given as (terms, *arguments of the kernel in `Kernels`); kernels that return
# numbers return their sum.
begin_terms = total_of(_PLACE["begin"])
add_forces = total_of(_PLACE["add_force"])
add_stiffnesses = any_of(_PLACE["add_stiffness"])
add_turnings = any_of(_PLACE["add_turning"])
energies = total_of(_PLACE["energy"])
powers = total_of(_PLACE["power"])
vary_terms = any_of(_PLACE["vary"])
vary_turnings = any_of(_PLACE["vary_turning"])
add_all_columns = any_of(_PLACE["add_columns"])
curve_terms = any_of(_PLACE["curve"])


@njit(cache=True)
def all_curve(terms: Several) -> bool:
    """Whether every term gives its second derivatives."""
    return bool(terms.addresses[:, _CURVE].all())


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def through_inputs(columns: Array, first: int, X: Array, h: float, theta: float, jacobian: Array) -> None:
    """Add a part of a step's derivatives by the inputs from `first` on to the Jacobian G (2r, forces).

    A unit of each input adds a row of `columns` (inputs, r) to the right side of the equation: the mean
    velocity changes by X columns^T.
    """
    r = jacobian.shape[0] // 2
    for i in range(r):
        for j in range(columns.shape[0]):
            moved = 0.0
            for k in range(r):
                moved += X[i, k] * columns[j, k]
            jacobian[i, first + j] += h * moved
            jacobian[r + i, first + j] += moved / theta


class ActuatorTerm(Term, Protocol):
    """A term whose inputs are controls, and which bundles store: its arrays are its fields."""

    stored: ClassVar[dict[str, Stored]]  # its arrays as stored in a bundle

    def __init__(self, *arrays: Array) -> None: ...

    def _asdict(self) -> dict[str, Array]: ...

    @classmethod
    def none(cls, rank: int) -> Self:
        """A term that does nothing, for a body with `rank` coordinates."""

    @property
    def in_newtons(self) -> bool:
        """Whether all its controls are forces."""

    def drawn(self, surfaces: Sequence[Surface]) -> list[Drawn]:
        """The drawing of each input; `surfaces` are those of chambers that the bundle stores."""

    def check(self, rank: int) -> None:
        """Raise ValueError where its arrays make no valid term of a body with `rank` coordinates."""


class Acting(NamedTuple, Generic[T]):
    """A plant's terms, and the inputs of each, for callers outside a loop."""

    rank: int
    terms: tuple[T, ...]

    @property
    def slices(self) -> list[slice]:
        """The places of each term's inputs among the plant's."""
        ends = self.rank + np.cumsum([0, *(term.inputs for term in self.terms)])
        return [slice(int(first), int(end)) for first, end in pairwise(ends)]

    def inputs_of(self, term: T) -> slice:
        """The places of one term's inputs among the plant's."""
        return next(own for each, own in zip(self.terms, self.slices, strict=True) if each is term)

    @property
    def forces(self) -> int:
        """The number of the plant's inputs."""
        return self.rank + sum(term.inputs for term in self.terms)

    def force(self, p: Array, v: Array, w: Array) -> Array:
        """The force (r,) of all terms under the plant's inputs (forces,)."""
        found = np.zeros(self.rank)
        for term, own in zip(self.terms, self.slices, strict=True):
            found += term.force(p, v, w[own])
        return found

    def slopes(self, p: Array, v: Array, w: Array) -> Slopes:
        """The derivatives of that force; those by inputs (r, forces) include the reduced force itself."""
        square = self.rank, self.rank
        found = Slopes(np.zeros(square), np.zeros(square), np.eye(self.rank, self.forces))
        for term, own in zip(self.terms, self.slices, strict=True):
            each = term.slopes(p, v, w[own])
            found.by_place[:] += each.by_place
            found.by_speed[:] += each.by_speed
            found.by_input[:, own] = each.by_input
        return found

    def busy(self, inputs: Array) -> bool:
        """Whether any term may act under any of the inputs (forces, count); a base at rest does not."""
        pairs = zip(self.terms, self.slices, strict=True)
        return any(manner_of(term).always or inputs[own].any() for term, own in pairs)

    @property
    def searched(self) -> bool:
        """Whether any term needs a line search in the iterations of a step."""
        return any(manner_of(term).searched for term in self.terms)

    @property
    def rigid(self) -> list[int]:
        """The coordinates that terms keep rigid."""
        return [each for term in self.terms for each in manner_of(term).rigid]

    @property
    def poses(self) -> list[int]:
        """The plant's inputs that say where something is when a step begins."""
        pairs = zip(self.terms, self.slices, strict=True)
        return [own.start + each for term, own in pairs for each in manner_of(term).poses]

    @property
    def loose(self) -> list[int]:
        """The coordinates of free things."""
        return [each for term in self.terms for each in manner_of(term).loose]

    def turns(self, p: Array) -> Array:
        """The directions (k, r) in which what is kept rigid may turn at p (r,)."""
        found = [np.zeros((0, self.rank))]
        for term in self.terms:
            turning = manner_of(term).turns
            if turning is not None:
                found.append(turning(p))
        return np.concatenate(found)

    def untiled(self, inputs: Array) -> bool:
        """Whether states must be stepped one by one under any of the inputs (forces, count)."""
        pairs = zip(self.terms, self.slices, strict=True)
        manners = ((manner_of(term), inputs[own].any()) for term, own in pairs)
        return any(not manner.tiled and (manner.always or acts) for manner, acts in manners)

"""Calls of a plant's compiled functions by address, so that loops are compiled once for all plants.

A plant has up to four compiled functions, its `Entries`: a step, a step with gains in it, a step with its
Jacobians, and the second derivatives of a step. For each kind of plant only these are compiled, each at the
first request (`Plant.calls`). Loops, rollouts, plans and observers use `Calls`, whose type is the same for
all plants.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Final, NamedTuple

import numpy as np
from numba import types

from runtime.base.addresses import MATRIX, VECTOR, Arrays, call, entered, laid, laid_out
from runtime.base.kernels import Array, Kernel, njit, plain

Pair = tuple[Array, Array]

STEP: Final = 0
WITH_GAINS: Final = 1
LINEARISE: Final = 2
CURVE: Final = 3


class Entries(NamedTuple):
    """The kernels of a kind of plant, or None; their arguments are those of the functions below, in order."""

    step: Kernel
    with_gains: Kernel | None
    linearise: Kernel
    curve: Kernel | None


_ARGUMENTS = (
    3 * (VECTOR,),
    (MATRIX, *6 * (VECTOR,)),
    (*3 * (VECTOR,), MATRIX, MATRIX, types.boolean),
    (*2 * (types.UniTuple(VECTOR, 2),), types.Tuple((VECTOR, MATRIX)), *2 * (types.UniTuple(MATRIX, 2),)),
)


class Calls(NamedTuple):
    """A plant in the form of compiled loops. It keeps the plant's arrays alive."""

    # (4,) int64, addresses of C functions; 0: the plant lacks it, or nobody has asked for it yet
    addresses: Array
    data: Array  # (k,) int64, the plant's data, laid out for compiled code
    # h of a step from (p, v) through the middle velocity m to (p + h m, 2 m - v); 0: other schemes
    midpoint: float

    @classmethod
    def of(cls, data: Arrays, midpoint: float) -> Calls:
        """Make the calls for a plant's data, before any function is compiled."""
        return cls(np.zeros(len(_ARGUMENTS), dtype=np.int64), laid_out(data), midpoint)

    def ready(self, which: int, entries: Entries) -> None:
        """Compile one of a plant's functions, if the plant has it and it is not compiled yet."""
        kernel = entries[which]
        if kernel is not None and not self.addresses[which]:
            self.addresses[which] = entered(kernel, laid(self.data), *_ARGUMENTS[which])

    def __deepcopy__(self, memo: dict[int, object]) -> Calls:
        """The same functions, with a copy of the arrays."""
        return self._replace(addresses=self.addresses.copy(), data=laid_out(deepcopy(laid(self.data), memo)))

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a plant's addresses are of this process: pickle what it was made of")


@njit(cache=True)
def _address(plant: Calls, which: int) -> int:
    """The address of a function. Raises RuntimeError if it was not requested beforehand."""
    found = plant.addresses[which]
    if found == 0:
        raise RuntimeError("this plant has no such step, or `Plant.calls` was not asked for it")
    return int(found)


@njit(cache=True)
def step_plant(plant: Calls, state: Array, force: Array, following: Array) -> int:
    """Step `state` (n,) under `force` (m,) into `following` (n,); a negative status is a failure."""
    return call(_address(plant, plain(STEP)), plant.data, (state, force, following))


@njit(cache=True)
def step_with_gains(
    plant: Calls,
    acting: Array,
    first: Array,
    last: Array,
    state: Array,
    force: Array,
    following: Array,
    mean: Array,
) -> int:
    """As `step_plant`, with gains `acting` (k, n) on the step's end in the equation of the step.

    They act on the deviation from the reference, whose states before and after the step are `first` and
    `last`; the deviation is written into `mean` (n,).
    """
    given = acting, first, last, state, force, following, mean
    return call(_address(plant, plain(WITH_GAINS)), plant.data, given)


@njit(cache=True)
def linearise_plant(
    plant: Calls, state: Array, force: Array, following: Array, F: Array, G: Array, whole: bool
) -> int:
    """As `step_plant`, with the step's Jacobians by state and force in F (n, n) and G (n, m).

    `following` may not be `state`. It allocates nothing. Unless `whole`, only the lower halves of F and G are
    written for a step by a mean velocity (`Calls.midpoint`) that is not halved.
    """
    return call(_address(plant, plain(LINEARISE)), plant.data, (state, force, following, F, G, plain(whole)))


@njit(cache=True)
def curve_plant(plant: Calls, ends: Pair, slopes: Pair, inputs: Pair, jacobians: Pair, found: Pair) -> bool:
    """Compute the second derivatives of y^T z' for a step from z to z', the `ends`; False if there are none.

    Those by the state are written into the first (n, n) of `found`, those by control and state into the
    second, (s, n). `slopes` are y and F^T y, `inputs` are those of the step (m,) and those of a unit of each
    control (s, m), `jacobians` are F and G (n, s), by the control.
    """
    if plant.addresses[CURVE] == 0:
        return False
    return call(plant.addresses[CURVE], plant.data, (ends, slopes, inputs, jacobians, found)) != 0


@njit(cache=True, nogil=True)
def linearise_steps(plant: Calls, states: Array, forces: Array, ends: Array, F: Array, G: Array) -> int:
    """Take steps from `states` (T or more, n) under `forces` (T, m) into `ends` (T, n), with Jacobians.

    These are written into F (T, n, n) and G (T, n, m). Returns the number of steps, fewer where one failed.
    """
    for k in range(len(forces)):
        if linearise_plant(plant, states[k], forces[k], ends[k], F[k], G[k], plain(True)) < 0:
            return k
    return len(forces)

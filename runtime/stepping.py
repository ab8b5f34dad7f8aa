"""A plant's steps as loops call them: by address, so that a loop is compiled once for all plants.

A plant has up to four compiled functions, its `Entries`: a step, one with gains in it, one with its
Jacobians, and the second derivatives of one. For a kind of plant these alone are compiled, each when somebody
first asks for it (`Plant.calls`). Loops, rollouts, plans and observers take `Calls`, of one type whatever the
plant is.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from runtime.base.addresses import NUMBERS, WHOLE, call, entered, laid, laid_out
from runtime.base.kernels import Array

Entry = Callable[..., int]  # a C function's, see `runtime.base.addresses`

STEP: Final = 0
WITH_GAINS: Final = 1
LINEARISE: Final = 2
CURVE: Final = 3


class Entries(NamedTuple):
    """A kind of plant's functions in C, of the data, pointers to arrays, and sizes.

    Their arguments are those of the functions below, in that order.
    """

    step: Entry  # sizes n, m
    linearise: Entry  # sizes n, m, and `whole`
    with_gains: Entry | None = None  # sizes k, n, m
    curve: Entry | None = None  # sizes n, s


_ARGUMENTS = {  # their numbers of pointers, and of sizes
    STEP: (3, 2),
    WITH_GAINS: (7, 3),
    LINEARISE: (5, 3),
    CURVE: (8, 2),
}


class Calls(NamedTuple):
    """A plant as compiled loops take it. It holds the plant's arrays."""

    addresses: Array  # (4,) int64 C functions; 0 of what the plant has not, or nobody asked for yet
    data: Array  # (k,) int64 the plant's data, laid out
    midpoint: float  # h of a whole step from p, v through m to p + h m, 2 m - v; 0 of one that goes otherwise

    def __deepcopy__(self, memo: dict[int, Any]) -> Calls:
        """The same functions on arrays of its own."""
        return self._replace(addresses=self.addresses.copy(), data=laid_out(deepcopy(laid(self.data), memo)))

    def __reduce__(self) -> Any:
        raise TypeError("a plant's addresses are of this process: pickle what it was made of")


def calls_of(data: tuple[Any, ...], midpoint: float) -> Calls:
    """Those of a plant's data, with nothing compiled yet."""
    return Calls(np.zeros(len(_ARGUMENTS), dtype=np.int64), laid_out(data), midpoint)


def compiled(calls: Calls, entries: Entries, data: tuple[Any, ...], which: int) -> None:
    """See to it that one of a plant's functions is there, if the plant has it."""
    functions = {
        STEP: entries.step, WITH_GAINS: entries.with_gains, LINEARISE: entries.linearise, CURVE: entries.curve
    }  # fmt: skip
    function, (pointers, sizes) = functions[which], _ARGUMENTS[which]
    if function is not None and not calls.addresses[which]:
        calls.addresses[which] = entered(function, data, *[NUMBERS] * pointers, *[WHOLE] * sizes)


@njit(cache=True)
def _address(plant: Calls, which: int) -> int:
    """Where a function is; RuntimeError where nobody asked for it beforehand."""
    found = plant.addresses[which]
    if found == 0:
        raise RuntimeError("this plant has no such step, or `Plant.calls` was not asked for it")
    return int(found)


@njit(cache=True)
def step_plant(plant: Calls, state: Array, force: Array, following: Array) -> int:
    """Step `state` (n,) under `force` (m,) into `following` (n,); a negative status is a failure."""
    given = state, force, following, state.size, force.size
    return call(_address(plant, STEP), plant.data, given)


@njit(cache=True)
def step_with_gains(
    plant: Calls, acting: Array, first: Array, last: Array, state: Array, force: Array, following: Array,
    mean: Array,
) -> int:  # fmt: skip
    """The same step with forces `acting` (k, n), one a unit of state, on its end in it.

    They act on the deviation from the reference, whose states before and after the step are `first` and
    `last`; it goes into `mean` (n,).
    """
    sizes = acting.shape[0], state.size, force.size
    given = acting, first, last, state, force, following, mean, sizes[0], sizes[1], sizes[2]
    return call(_address(plant, WITH_GAINS), plant.data, given)


@njit(cache=True)
def linearise_plant(
    plant: Calls, state: Array, force: Array, following: Array, F: Array, G: Array, whole: bool
) -> int:
    """The same step as `step_plant`, and its Jacobians by state and force into F (n, n) and G (n, m).

    `following` may not be `state`. It allocates nothing. Of a step through its middle (`Calls.midpoint`) that
    is not halved, unless `whole`, the lower halves of F and G alone.
    """
    given = state, force, following, F, G, state.size, force.size, whole
    return call(_address(plant, LINEARISE), plant.data, given)


@njit(cache=True)
def curve_plant(
    plant: Calls, state: Array, end: Array, y: Array, drawn: Array, F: Array, G: Array, states: Array,
    cross: Array,
) -> bool:  # fmt: skip
    """The second derivatives of y^T z', z' the step's end, into `states` (n, n) and `cross` (s, n).

    They are by the state, and by control and state; `drawn` is F^T y, and G (n, s) is by the control. False
    where nobody knows them.
    """
    if plant.addresses[CURVE] == 0:
        return False
    given = state, end, y, drawn, F, G, states, cross, state.size, G.shape[1]
    return call(plant.addresses[CURVE], plant.data, given) != 0


@njit(cache=True, nogil=True)
def linearise_steps(plant: Calls, states: Array, forces: Array, ends: Array, F: Array, G: Array) -> int:
    """The steps from `states` (T or more, n) under `forces` (T, m) into `ends` (T, n), with Jacobians.

    Those go into F (T, n, n) and G (T, n, m). Returns how many steps were taken, fewer where one failed.
    """
    for k in range(len(forces)):
        if linearise_plant(plant, states[k], forces[k], ends[k], F[k], G[k], True) < 0:
            return k
    return len(forces)

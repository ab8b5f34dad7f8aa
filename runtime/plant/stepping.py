"""A plant's steps as loops call them: by address, so that a loop is compiled once for all plants.

A plant has up to four compiled functions, its `Entries`: a step, one with gains in it, one with its
Jacobians, and the second derivatives of one. For a kind of plant these alone are compiled, each when somebody
first asks for it (`Plant.calls`). Loops, rollouts, plans and observers take `Calls`, of one type whatever the
plant is.
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
    """A kind of plant's kernels, None of what it has not; they take what those below hand on, in order."""

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
    """A plant as compiled loops take it. It holds the plant's arrays."""

    addresses: Array  # (4,) int64 C functions; 0 of what the plant has not, or nobody asked for yet
    data: Array  # (k,) int64 the plant's data, laid out
    midpoint: float  # h of a whole step from p, v through m to p + h m, 2 m - v; 0 of one that goes otherwise

    @classmethod
    def of(cls, data: Arrays, midpoint: float) -> Calls:
        """Those of a plant's data, with nothing compiled yet."""
        return cls(np.zeros(len(_ARGUMENTS), dtype=np.int64), laid_out(data), midpoint)

    def ready(self, which: int, entries: Entries) -> None:
        """See to it that one of a plant's functions is there, if the plant has it."""
        kernel = entries[which]
        if kernel is not None and not self.addresses[which]:
            self.addresses[which] = entered(kernel, laid(self.data), *_ARGUMENTS[which])

    def __deepcopy__(self, memo: dict[int, object]) -> Calls:
        """The same functions on arrays of its own."""
        return self._replace(addresses=self.addresses.copy(), data=laid_out(deepcopy(laid(self.data), memo)))

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a plant's addresses are of this process: pickle what it was made of")


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
    """The same step with forces `acting` (k, n), one a unit of state, on its end in it.

    They act on the deviation from the reference, whose states before and after the step are `first` and
    `last`; it goes into `mean` (n,).
    """
    given = acting, first, last, state, force, following, mean
    return call(_address(plant, plain(WITH_GAINS)), plant.data, given)


@njit(cache=True)
def linearise_plant(
    plant: Calls, state: Array, force: Array, following: Array, F: Array, G: Array, whole: bool
) -> int:
    """The same step as `step_plant`, and its Jacobians by state and force into F (n, n) and G (n, m).

    `following` may not be `state`. It allocates nothing. Of a step through its middle (`Calls.midpoint`) that
    is not halved, unless `whole`, the lower halves of F and G alone.
    """
    return call(_address(plant, plain(LINEARISE)), plant.data, (state, force, following, F, G, plain(whole)))


@njit(cache=True)
def curve_plant(plant: Calls, ends: Pair, slopes: Pair, inputs: Pair, jacobians: Pair, found: Pair) -> bool:
    """The second derivatives of y^T z', of a step from z to z', the `ends`; False where nobody knows them.

    By the state they go into the first (n, n) of what is `found`, by control and state into the second,
    (s, n). `slopes` are y and F^T y, `inputs` what the step is under (m,) and what a unit of each control
    makes of that (s, m), `jacobians` F and G (n, s), by the control.
    """
    if plant.addresses[CURVE] == 0:
        return False
    return call(plant.addresses[CURVE], plant.data, (ends, slopes, inputs, jacobians, found)) != 0


@njit(cache=True, nogil=True)
def linearise_steps(plant: Calls, states: Array, forces: Array, ends: Array, F: Array, G: Array) -> int:
    """The steps from `states` (T or more, n) under `forces` (T, m) into `ends` (T, n), with Jacobians.

    Those go into F (T, n, n) and G (T, n, m). Returns how many steps were taken, fewer where one failed.
    """
    for k in range(len(forces)):
        if linearise_plant(plant, states[k], forces[k], ends[k], F[k], G[k], plain(True)) < 0:
            return k
    return len(forces)

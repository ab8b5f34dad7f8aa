"""From controls to reduced forces: w = B(z) c, whoever decides the controls c.

An actuation is a NamedTuple of arrays with its controls' `limits`. Which compiled function adds its force is
chosen by its type when a loop is compiled, as the plant's step is (`runtime.stepping`). c is held over a
step, B is where the state is: so a step z' = step(z, w + B(z) c) has the Jacobians

    dz'/dz = F + G d(B(z) c)/dz,     dz'/dc = G B(z)

with F and G those of the plant's own step by its state and by a force (`controlled`).

Each control c lies within its limits, low <= c <= high; one is often one-sided: a cable pulls and never
pushes. Of no control at all that must be true too, low <= 0 <= high, since that is what acts where nobody
steers. Limits are of the whole c, c_ff + feedback, with c_ff what a reference's feed-forward w_ff has of each
control already: c_ff = B^+ w_ff where the controls themselves made the motion, so that w_ff = B c_ff. Of
other motions w_ff is loads that no control has to bear, but at inputs of the plant that one control alone
drives, as those of cables and chambers are. `owned` has the matrix; feedback lies within low - c_ff and
high - c_ff.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numba import njit

from runtime.kernels import Kernel, by_type
from softrein.errors import ControllerError

Array = np.ndarray

CLOSE = 1e-9  # of a limit: a motion's own part so near lies on it


class Actuation(Protocol):
    """What every actuation offers; its compiled force is `add_force`."""

    @property
    def limits(self) -> Array:
        """Low and high of each control (s, 2); infinite where there is none."""

    def at(self, state: Array) -> Array:
        """B (forces, s) at a state."""

    def slope(self, state: Array, control: Array) -> Array | None:
        """d(B(z) c)/dz (forces, n) at a state, under a control; None where B is the same everywhere."""

    def own(self, feedforward: Array) -> Array:
        """c_ff (s, ...) of a feed-forward (forces, ...): what it has of each control."""

    def add_forces(self, states: Array, controls: Array, forces: Array) -> None:
        """Add to `forces` (forces, count) those of `controls` (s, count) in `states` (n, count)."""


class ConstantActuation(NamedTuple):
    """The same B everywhere."""

    matrix: Array  # (forces, s)
    limits: Array  # (s, 2) low, high
    owned: Array  # (s, forces) c_ff of w_ff

    def at(self, state: Array) -> Array:
        """B."""
        return self.matrix

    def slope(self, state: Array, control: Array) -> None:
        """None: B does not depend on the state."""

    def add_forces(self, states: Array, controls: Array, forces: Array) -> None:
        """`forces += B controls`."""
        forces += self.matrix @ controls

    def own(self, feedforward: Array) -> Array:
        """c_ff (s, ...) of a feed-forward (forces, ...): what it has of each control."""
        found = self.owned @ feedforward
        for limit in self.limits.T.reshape(2, -1, *(1,) * (found.ndim - 1)):
            near = CLOSE * np.where(np.isfinite(limit), np.abs(limit), 0.0)
            found = np.where(np.abs(found - limit) < near, limit, found)
        return np.asarray(found)


def make_actuation(
    matrix: Array, limits: Array | None = None, rank: int | None = None, steered: bool = False
) -> ConstantActuation:
    """B (forces, s), with limits (s, 2), none by default; ControllerError where they do not fit.

    Limits (s,) are those of magnitudes. Inputs from `rank` on are driven by one control each; of a motion
    that is `steered` the controls make all of the feed-forward, where they are independent.
    """
    matrix = np.ascontiguousarray(matrix, dtype=float)
    steered = steered and independent(matrix)
    owned = np.linalg.pinv(matrix) if steered else _of_muscles(matrix, len(matrix) if rank is None else rank)
    return ConstantActuation(matrix, _checked(limits, matrix.shape[1]), np.ascontiguousarray(owned))


def independent(matrix: Array) -> bool:
    """Whether a force tells the controls that made it, by B (forces, s)."""
    return bool(np.linalg.matrix_rank(matrix) == matrix.shape[1])


def _of_muscles(matrix: Array, rank: int) -> Array:
    """What of a feed-forward (forces,) is a control's own (s, forces), by the inputs from `rank` on."""
    owned = np.zeros(matrix.T.shape)
    for row in range(rank, len(matrix)):
        for control in np.flatnonzero(matrix[row]):
            owned[control, row] = 1.0 / matrix[row, control]
    return owned


def symmetric(most: Array) -> Array:
    """Limits (s, 2) of controls whose magnitudes have limits (s,)."""
    return np.column_stack([0.0 - most, most])


def _checked(limits: Array | None, controls: int) -> Array:
    found = np.full(controls, np.inf) if limits is None else np.asarray(limits, dtype=float)
    found = symmetric(found) if found.ndim == 1 else found
    if found.shape != (controls, 2):
        raise ControllerError(
            f"limits have shape {found.shape}, expected ({controls}, 2): low and high of each control"
        )
    for i, (low, high) in enumerate(found):
        if not low <= 0 <= high:
            raise ControllerError(
                f"limits of control {i} are {low:g} to {high:g}: expected low <= 0 <= high, since without "
                "control it is 0"
            )
    return np.ascontiguousarray(found)


def left(actuation: Actuation, feedforward: Array) -> Array:
    """What limits leave of feedback, low and high (2, s, ...), beside a feed-forward (forces, ...)."""
    own = actuation.own(feedforward)
    return np.stack([limit.reshape(-1, *(1,) * (own.ndim - 1)) - own for limit in actuation.limits.T])


def controlled(actuation: Actuation, state: Array, control: Array, F: Array, G: Array) -> tuple[Array, Array]:
    """A step's Jacobians (n, n) and (n, s) by state and control, from the plant's own F and G."""
    slope, by_control = actuation.slope(state, control), G @ actuation.at(state)
    return F if slope is None else F + G @ slope, by_control


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def _add_constant(actuation: Any, state: Array, control: Array, force: Array) -> None:
    for i in range(force.size):
        total = force[i]
        for j in range(control.size):
            total += actuation.matrix[i, j] * control[j]
        force[i] = total


_ADDED: dict[type, Kernel] = {ConstantActuation: _add_constant}
# (actuation, state, control, force): add to `force` (forces,) that of `control` (s,) in `state` (n,)
add_force = by_type(_ADDED.get)


@njit(cache=True, error_model="numpy")
def _by_constant(
    actuation: Any, state: Array, control: Array, by_force: Array, by_state: Array, by_control: Array
) -> None:
    np.dot(by_force, actuation.matrix, by_control)


_BY_CONTROL: dict[type, Kernel] = {ConstantActuation: _by_constant}
# (actuation, state, control, by_force, by_state, by_control): from a step's Jacobian G (n, forces) by a force
# put that by the control, G B(z), into `by_control` (n, s), and add G d(B(z) c)/dz to F, `by_state` (n, n)
put_by_control = by_type(_BY_CONTROL.get)


@njit(cache=True, error_model="numpy")
def _own_constant(actuation: Any, feedforward: Array, i: int) -> float:
    owned, total = actuation.owned[i], 0.0
    for j in range(feedforward.size):
        total += owned[j] * feedforward[j]
    for limit in actuation.limits[i]:
        if abs(limit) < np.inf and abs(total - limit) < CLOSE * abs(limit):
            return limit
    return total


_OWN: dict[type, Kernel] = {ConstantActuation: _own_constant}
# (actuation, feedforward, i): c_ff of control i, of a step's feed-forward (forces,)
own_part = by_type(_OWN.get)


@njit(cache=True, error_model="numpy")
def clamp(actuation: Any, feedforward: Array, control: Array) -> int:
    """Hold `control` (s,) within what limits leave of it, in place; return how many entries met one.

    `feedforward` (forces,) is the step's own.
    """
    clamped, limits = 0, actuation.limits
    for i in range(control.size):
        if limits[i, 0] == -np.inf and limits[i, 1] == np.inf:
            continue
        own = own_part(actuation, feedforward, i)
        if control[i] < limits[i, 0] - own:
            control[i] = limits[i, 0] - own
            clamped += 1
        elif control[i] > limits[i, 1] - own:
            control[i] = limits[i, 1] - own
            clamped += 1
    return clamped


@njit(cache=True, error_model="numpy")
def within(actuation: Any, feedforward: Array, control: Array) -> bool:
    """Whether no entry of `control` (s,) is beyond what its limits leave."""
    beyond, limits = 0, actuation.limits
    for i in range(control.size):
        own = own_part(actuation, feedforward, i)
        beyond += control[i] < limits[i, 0] - own or control[i] > limits[i, 1] - own
    return beyond == 0

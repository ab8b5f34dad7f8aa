"""From controls to reduced forces: w = B(z) c, whoever decides the controls c.

An actuation is a NamedTuple of arrays with its controls' `limits`. Which compiled function adds its force is
chosen by its type when a loop is compiled, as the plant's step is (`runtime.plant.stepping`). c is held over
a step, B is where the state is: so a step z' = step(z, w + B(z) c) has the Jacobians

    dz'/dz = F + G d(B(z) c)/dz,     dz'/dc = G B(z)

with F and G those of the plant's own step by its state and by a force (`controlled`).

Each control c lies within its limits, low <= c <= high; one is often one-sided: a cable pulls and never
pushes. Of no control at all that must be true too, low <= 0 <= high, since that is what acts where nobody
steers. Limits are of the whole c, c_ff + feedback, with c_ff what a motion has of each control already, its
`own`: feedback lies within low - c_ff and high - c_ff. `own_controls` draws them from the force that drives a
motion: c_ff = B^+ w_ff where the controls themselves made it, so that w_ff = B c_ff. Of other motions w_ff is
loads that no control has to bear, but at inputs of the plant that one control alone drives, as those of
cables and chambers are.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, Self

import numpy as np

from runtime.base.kernels import Kernel, by_type, njit
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

    @property
    def own(self) -> Array:
        """c_ff (T, s) in each step of a motion, or (1, s), the same in all: what it has of each control."""

    def _replace(self, *, own: Array) -> Self:
        """With another c_ff, as a NamedTuple has it."""

    def add_forces(self, states: Array, controls: Array, forces: Array) -> None:
        """Add to `forces` (forces, count) those of `controls` (s, count) in `states` (n, count)."""


class ConstantActuation(NamedTuple):
    """The same B everywhere."""

    matrix: Array  # (forces, s)
    limits: Array  # (s, 2) low, high
    own: Array  # (T or 1, s) c_ff

    def at(self, state: Array) -> Array:
        """B."""
        return self.matrix

    def slope(self, state: Array, control: Array) -> None:
        """None: B does not depend on the state."""

    def add_forces(self, states: Array, controls: Array, forces: Array) -> None:
        """`forces += B controls`."""
        forces += self.matrix @ controls


def make_actuation(matrix: Array, limits: Array | None = None, own: Array | None = None) -> ConstantActuation:
    """B (forces, s), with limits (s, 2), none by default; ControllerError where they do not fit.

    Limits (s,) are those of magnitudes. `own` (T or 1, s) is what a motion has of each control, nothing by
    default; what is all but at a limit is taken to be there.
    """
    matrix = np.ascontiguousarray(matrix, dtype=float)
    checked = _checked(limits, matrix.shape[1])
    found = np.zeros((1, matrix.shape[1])) if own is None else np.asarray(own, dtype=float)
    for limit in checked.T:
        near = CLOSE * np.where(np.isfinite(limit), np.abs(limit), 0.0)
        found = np.where(np.abs(found - limit) < near, limit, found)
    return ConstantActuation(matrix, checked, np.ascontiguousarray(found))


def own_controls(matrix: Array, driving: Array, rank: int, steered: bool = False) -> Array:
    """c_ff (T, s) of the inputs (T, forces) that drive a motion, by B (forces, s).

    Inputs from `rank` on are driven by one control each; of a motion that is `steered` the controls make all
    of them, where they are independent.
    """
    owned = np.linalg.pinv(matrix) if steered and independent(matrix) else of_muscles(matrix, rank)
    return np.asarray(driving @ owned.T)


def independent(matrix: Array) -> bool:
    """Whether a force tells the controls that made it, by B (forces, s)."""
    return bool(np.linalg.matrix_rank(matrix) == matrix.shape[1])


def of_muscles(matrix: Array, rank: int) -> Array:
    """How much of each control (s, forces) an input is, by those from `rank` on that controls drive."""
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


def left(actuation: Actuation, steps: int | Array) -> Array:
    """What limits leave of feedback, low and high (2, s, ...), in `steps` (...) of a motion."""
    own = actuation.own[np.minimum(steps, len(actuation.own) - 1)].T
    return np.stack([limit.reshape(-1, *(1,) * (own.ndim - 1)) - own for limit in actuation.limits.T])


def controlled(actuation: Actuation, state: Array, control: Array, F: Array, G: Array) -> tuple[Array, Array]:
    """A step's Jacobians (n, n) and (n, s) by state and control, from the plant's own F and G."""
    slope, by_control = actuation.slope(state, control), G @ actuation.at(state)
    return F if slope is None else F + G @ slope, by_control


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def _add_constant(actuation: ConstantActuation, state: Array, control: Array, force: Array) -> None:
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
    actuation: ConstantActuation,
    state: Array,
    control: Array,
    by_force: Array,
    by_state: Array,
    by_control: Array,
) -> None:
    np.dot(by_force, actuation.matrix, by_control)


_BY_CONTROL: dict[type, Kernel] = {ConstantActuation: _by_constant}
# (actuation, state, control, by_force, by_state, by_control): from a step's Jacobian G (n, forces) by a force
# put that by the control, G B(z), into `by_control` (n, s), and add G d(B(z) c)/dz to F, `by_state` (n, n)
put_by_control = by_type(_BY_CONTROL.get)


@njit(cache=True, error_model="numpy")
def own_at(actuation: Actuation, index: int) -> Array:
    """c_ff (s,) in a step of the motion."""
    return actuation.own[min(index, len(actuation.own) - 1)]


@njit(cache=True, error_model="numpy")
def clamp(limits: Array, own: Array, control: Array) -> int:
    """Hold `control` (s,) within what limits (s, 2) leave of it beside a motion's `own` (s,), in place.

    Returns how many entries met one.
    """
    clamped = 0
    for i in range(control.size):
        if control[i] < limits[i, 0] - own[i]:
            control[i] = limits[i, 0] - own[i]
            clamped += 1
        elif control[i] > limits[i, 1] - own[i]:
            control[i] = limits[i, 1] - own[i]
            clamped += 1
    return clamped


@njit(cache=True, error_model="numpy")
def within(limits: Array, own: Array, control: Array) -> bool:
    """Whether no entry of `control` (s,) is beyond what its limits leave."""
    beyond = 0
    for i in range(control.size):
        beyond += control[i] < limits[i, 0] - own[i] or control[i] > limits[i, 1] - own[i]
    return beyond == 0

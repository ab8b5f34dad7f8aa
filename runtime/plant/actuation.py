"""The map from controls c to reduced forces, w = B(z) c, and the limits of controls.

An actuation is a NamedTuple of arrays with its controls' `limits`. The compiled function that adds its force
is chosen by its type when a loop is compiled. c is held over a step, and B is evaluated at its start: so a
step z' = step(z, w + B(z) c) has the Jacobians

    dz'/dz = F + G d(B(z) c)/dz,     dz'/dc = G B(z)

with F and G those of the plant's own step by its state and by a force (`controlled`).

Each control c lies within its limits, low <= c <= high, which are often one-sided: a cable pulls and never
pushes. Zero must be allowed, low <= 0 <= high, since that is the control where no controller acts. Limits
hold for the whole c, c_ff + feedback, with c_ff the part of each control that the motion itself needs, its
`own`: feedback lies within low - c_ff and high - c_ff. `own_controls` computes c_ff from the force that
drives a motion: c_ff = B^+ w_ff where the controls themselves made it, so that w_ff = B c_ff. For other
motions w_ff consists of loads that are no part of controls, except at inputs of the plant that one control
alone drives, as those of cables and chambers are.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, Self

import numpy as np

from runtime.base.kernels import Kernel, by_type, njit
from softrein.errors import ControllerError

Array = np.ndarray

CLOSE = 1e-9  # fraction of a limit: reference controls this close are at the limit


class Actuation(Protocol):
    """The interface of an actuation; its compiled force is `add_force`."""

    @property
    def limits(self) -> Array:
        """The low and high limit of each control (s, 2); infinite where there is none."""

    def at(self, state: Array) -> Array:
        """The matrix B (forces, s) at a state."""

    def slope(self, state: Array, control: Array) -> Array | None:
        """d(B(z) c)/dz (forces, n) at a state, under a control; None where B is the same everywhere."""

    @property
    def own(self) -> Array:
        """The motion's own part c_ff of each control, (T, s) for each step, or (1, s) for all steps."""

    def _replace(self, *, own: Array) -> Self:
        """The actuation with another c_ff; a NamedTuple has this method."""

    def add_forces(self, states: Array, controls: Array, forces: Array) -> None:
        """Add to `forces` (forces, count) those of `controls` (s, count) in `states` (n, count)."""


class ConstantActuation(NamedTuple):
    """An actuation with a constant B."""

    matrix: Array  # (forces, s) inputs per unit of each control
    limits: Array  # (s, 2) lower and upper limit of each control
    own: Array  # (T or 1, s) c_ff, the reference's own controls, which count towards the limits

    def at(self, state: Array) -> Array:
        """The matrix B (forces, s)."""
        return self.matrix

    def slope(self, state: Array, control: Array) -> None:
        """Return None, as B does not depend on the state."""

    def add_forces(self, states: Array, controls: Array, forces: Array) -> None:
        """Add B times `controls` to `forces`."""
        forces += self.matrix @ controls


def make_actuation(matrix: Array, limits: Array | None = None, own: Array | None = None) -> ConstantActuation:
    """Make an actuation of B (forces, s) and limits (s, 2), by default none.

    Limits (s,) are limits of magnitudes. `own` (T or 1, s) is the motion's own part of each control, by
    default zero; a value within round-off of a limit is set to the limit. Raises ControllerError where shapes
    do not fit, or limits exclude zero.
    """
    matrix = np.ascontiguousarray(matrix, dtype=float)
    checked = _checked(limits, matrix.shape[1])
    found = np.zeros((1, matrix.shape[1])) if own is None else np.asarray(own, dtype=float)
    for limit in checked.T:
        near = CLOSE * np.where(np.isfinite(limit), np.abs(limit), 0.0)
        found = np.where(np.abs(found - limit) < near, limit, found)
    return ConstantActuation(matrix, checked, np.ascontiguousarray(found))


def own_controls(matrix: Array, driving: Array, rank: int, steered: bool = False) -> Array:
    """Compute c_ff (T, s) from the inputs (T, forces) that drive a motion, with B (forces, s).

    Inputs from `rank` on are driven by one control each; for a motion that is `steered` the controls make all
    inputs, if the columns of B are independent.
    """
    owned = np.linalg.pinv(matrix) if steered and independent(matrix) else of_internal(matrix, rank)
    return np.asarray(driving @ owned.T)


def independent(matrix: Array) -> bool:
    """Whether the columns of B (forces, s) are independent, so that a force determines the controls."""
    return bool(np.linalg.matrix_rank(matrix) == matrix.shape[1])


def of_internal(matrix: Array, rank: int) -> Array:
    """The matrix (s, forces) from inputs to controls that uses only the inputs from `rank` on."""
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
    """The limits of feedback beside the motion's own part, low and high (2, s, ...), in `steps` (...)."""
    own = actuation.own[np.minimum(steps, len(actuation.own) - 1)].T
    return np.stack([limit.reshape(-1, *(1,) * (own.ndim - 1)) - own for limit in actuation.limits.T])


def controlled(actuation: Actuation, state: Array, control: Array, F: Array, G: Array) -> tuple[Array, Array]:
    """A step's Jacobians (n, n) and (n, s) by state and control, from the plant's own F and G."""
    slope, GB = actuation.slope(state, control), G @ actuation.at(state)
    return F if slope is None else F + G @ slope, GB


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def _add_constant(actuation: ConstantActuation, state: Array, control: Array, force: Array) -> None:
    for i in range(force.size):
        total = force[i]
        for j in range(control.size):
            total += actuation.matrix[i, j] * control[j]
        force[i] = total


_ADDED: dict[type, Kernel] = {ConstantActuation: _add_constant}
# (actuation, state, control, force): adds the inputs of `control` (s,) in `state` (n,) to `force` (forces,)
add_force = by_type(_ADDED.get)


@njit(cache=True, error_model="numpy")
def _by_constant(
    actuation: ConstantActuation,
    state: Array,
    control: Array,
    by_force: Array,
    F: Array,
    GB: Array,
) -> None:
    np.dot(by_force, actuation.matrix, GB)


_BY_CONTROL: dict[type, Kernel] = {ConstantActuation: _by_constant}
# (actuation, state, control, by_force, F, GB): from a step's Jacobian G = `by_force` (n, forces), writes the
# Jacobian by the control, G B(z), into `GB` (n, s), and adds G d(B(z) c)/dz to `F` (n, n)
put_by_control = by_type(_BY_CONTROL.get)


@njit(cache=True, error_model="numpy")
def own_at(actuation: Actuation, index: int) -> Array:
    """The motion's own part c_ff (s,) of controls in a step."""
    return actuation.own[min(index, len(actuation.own) - 1)]


@njit(cache=True, error_model="numpy")
def clamp(limits: Array, own: Array, control: Array) -> int:
    """Clip `control` (s,) in place, so that its sum with a motion's `own` (s,) is within limits (s, 2).

    Returns how many entries met a limit.
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
    """Whether the sum of `control` (s,) and a motion's `own` (s,) is within limits."""
    beyond = 0
    for i in range(control.size):
        beyond += control[i] < limits[i, 0] - own[i] or control[i] > limits[i, 1] - own[i]
    return beyond == 0

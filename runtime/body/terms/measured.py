"""The common part of terms whose force is -t dm/dp, with a measure m(p) and a tension t.

Each has a control c, held over a step, and t is a function of m and c. From these follow

    the force     -t dm/dp
    its stiffness  t d^2m/dp^2 + dt/dm dm dm^T    (minus the force's derivative, symmetric)

The data of such a term have `first`, and its working memory has `control`, `force` and `columns`, which these
kernels use.

Limits: shapes are not checked. The kernels are compiled for each term's own class of data, which may be a
user's; so they are kept on disk only with the compiled code that calls them.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, Internal, Kernel, njit
from runtime.body.terms.term import Kernels, through_inputs


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def pull(tension: Array, gradient: Array, half: float, force: Array, residual: Array) -> float:
    """Write the force (r,) of tensions (a,) along gradients (a, r), and add it times -half to the residual.

    Returns the norm of the force.
    """
    total = 0.0
    force[:] = 0.0
    for j in range(tension.size):
        for i in range(force.size):
            force[i] -= tension[j] * gradient[j, i]
    for i in range(force.size):
        residual[i] -= half * force[i]
        total += force[i] * force[i]
    return np.sqrt(total)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def along(force: Array, direction: Array) -> float:
    """The scalar product of a force and a direction."""
    total = 0.0
    for i in range(direction.size):
        total += direction[i] * force[i]
    return total


@njit
def begin(data: Internal, z: Array, w: Array, since: float, half: float) -> float:
    """See `runtime.body.terms.term.Kernels`."""
    for j in range(data.work.control.size):
        data.work.control[j] = w[data.first + j]
    return 0.0


@njit
def power(data: Internal, direction: Array) -> float:
    """See `runtime.body.terms.term.Kernels`."""
    return float(along(data.work.force, direction))


@njit
def add_columns(
    data: Internal, w: Array, end: Array, v: Array, X: Array, h: float, theta: float, jacobian: Array
) -> None:
    """See `runtime.body.terms.term.Kernels`."""
    through_inputs(data.work.columns, data.first, X, h, theta, jacobian)


def kernels(
    add_force: Kernel, add_stiffness: Kernel, energy: Kernel, vary: Kernel, curve: Kernel | None = None
) -> Kernels:
    """The kernels of such a term: the given ones, and those that all such terms share."""
    return Kernels(
        begin, add_force, add_stiffness, energy=energy, power=power, vary=vary, add_columns=add_columns,
        curve=curve,
    )  # fmt: skip

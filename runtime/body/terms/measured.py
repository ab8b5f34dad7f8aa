"""What terms have in common whose force is -t dm/dp, of a measure m(p) and a tension t that drives it.

With the control c of each, held over a step, and what t makes of m and c, come

    the force     -t dm/dp
    its stiffness  t d^2m/dp^2 + dt/dm dm dm^T    (minus the force's derivative, symmetric)

The kernels of such a term find in its data `first`, and in its working memory `control`, `force` and
`columns`.

Limits: shapes are not checked. Those kernels are compiled for each term's own class of data, which may be
somebody else's, and so are kept on disk with what calls them alone.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, Internal, Kernel, njit
from runtime.body.terms.term import Kernels, through_inputs


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def pull(tension: Array, gradient: Array, half: float, force: Array, residual: Array) -> float:
    """The force (r,) of tensions (a,) along gradients (a, r) of measures, times -half onto the residual."""
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
    """The force times a direction."""
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
    """Likewise."""
    return float(along(data.work.force, direction))


@njit
def add_columns(
    data: Internal, w: Array, end: Array, v: Array, X: Array, h: float, theta: float, jacobian: Array
) -> None:
    """Likewise."""
    through_inputs(data.work.columns, data.first, X, h, theta, jacobian)


def kernels(
    add_force: Kernel, add_stiffness: Kernel, energy: Kernel, vary: Kernel, curve: Kernel | None = None
) -> Kernels:
    """Those of such a term, with its own among them."""
    return Kernels(
        begin, add_force, add_stiffness, energy=energy, power=power, vary=vary, add_columns=add_columns,
        curve=curve,
    )  # fmt: skip

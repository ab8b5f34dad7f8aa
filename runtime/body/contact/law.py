"""The law of contact between a sample of a body's surface and a rigid shape.

With s = delta - phi, how far the sample is inside of the distance delta at which a shape is felt, the
pressure on its rest area a is

    k/delta s^2  for 0 <= s <= delta,     k (2 s - delta)  for s > delta,     0 for s < 0

which is continuously differentiable, and the force of an energy: of a psi(s), along the gradient of phi.

Friction and damping are by the same pressure and by the velocity u beside the shape's, of which u_t is along
the surface and u_n = n u along its unit normal. They are minus the gradient, by u, of

    R = mu F (sqrt(|u_t|^2 + v_s^2) - v_s) + 1/2 c F min(u_n, 0)^2

Coulomb's law with the slip speed v_s, and Hunt and Crossley's damping of what approaches. A step has x, and
so F and n, and u in its middle. Its matrix has the Hessian of R by u, which is positive semidefinite, and the
derivative by x, which is not symmetric. A contact that sticks under the tangential load rho mu F creeps by
v_s rho / sqrt(1 - rho^2).

With F of the step's start instead, the matrix would be symmetric. But in a stiff contact the starts of steps
alternate about their middles, and a block then slid down a slope at a quarter of the acceleration that it
has.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, njit


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def press(s: float, delta: float, stiffness: float) -> tuple[float, float, float]:
    """psi [J/m^2], its derivative, the pressure [Pa], and that of the pressure [Pa/m], at s > 0."""
    if s <= delta:
        return stiffness * s * s * s / (3.0 * delta), stiffness * s * s / delta, 2.0 * stiffness * s / delta
    energy = stiffness * (delta * delta / 3.0 + s * s - delta * s)
    return energy, stiffness * (2.0 * s - delta), 2.0 * stiffness


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def rub(
    u: Array, n: Array, friction: float, damping: float, slip: float, by_x: Array, slope: Array, turn: Array,
    force: Array,
) -> float:  # fmt: skip
    """The gradient by u of R / F, into `force` (3,), with its derivatives by u (9,) and by x (9,).

    `by_x` (9,) is dn / dx, row by row. What damping has of the gradient is along n, and is returned.
    """
    along, speed = u[0] * n[0] + u[1] * n[1] + u[2] * n[2], slip * slip
    for a in range(3):
        tangential = u[a] - along * n[a]
        speed += tangential * tangential
    speed = np.sqrt(speed)
    closing, sliding = damping if along < 0.0 else 0.0, friction / speed
    for a in range(3):
        ta = (u[a] - along * n[a]) / speed
        force[a] = friction * ta + closing * along * n[a]
        for b in range(3):
            tb, both = (u[b] - along * n[b]) / speed, n[a] * n[b]
            slope[3 * a + b] = sliding * ((1.0 if a == b else 0.0) - both - ta * tb) + closing * both
    for b in range(3):
        approach = slowing = 0.0  # of u_n, and of the length of u_t
        for a in range(3):
            approach += by_x[3 * a + b] * u[a]
            slowing -= (u[a] - along * n[a]) / speed * along * by_x[3 * a + b]
        for a in range(3):
            ta, bent = (u[a] - along * n[a]) / speed, along * by_x[3 * a + b]
            turn[3 * a + b] = sliding * (-approach * n[a] - bent - ta * slowing)
            turn[3 * a + b] += closing * (approach * n[a] + bent)
    return closing * along

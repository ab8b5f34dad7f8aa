"""The law of contact between a sample of a body's surface and a rigid shape.

With s = delta - phi, how far the sample is inside of the distance delta at which a shape is felt, the
pressure on its rest area a is

    k/delta s^2  for 0 <= s <= delta,     k (2 s - delta)  for s > delta,     0 for s < 0

which is continuously differentiable, and the force of an energy: of a psi(s), along the gradient of phi.

Friction and damping are by the same pressure and by the velocity u beside the shape's, of which u_t is along
the surface and u_n = n u along its unit normal. They are minus the gradient, by u, of

    R = mu F (sqrt(|u_t|^2 + v_s^2) - v_s) + 1/2 C min(u_n, 0)^2,     C = c F + b a p'(s)

Coulomb's law with the slip speed v_s, and the damping of what approaches: Hunt and Crossley's c, and b by the
layer's stiffness, as a material has it. A step has x, and
so F and n, and u in its middle. Its matrix has the Hessian of R by u, which is positive semidefinite, and the
derivative by x, which is not symmetric. A contact that sticks under the tangential load rho mu F creeps by
v_s rho / sqrt(1 - rho^2).

A search along a line takes F, C and n for constants, of where the line begins: then h/2 R, h being the step,
is an energy of its middle.

With F of the step's start instead, the matrix would be symmetric. But in a stiff contact the starts of steps
alternate about their middles, and a block then slid down a slope at a quarter of the acceleration that it
has.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, njit


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def press(s: float, delta: float, k: float) -> tuple[float, float, float, float]:
    """psi [J/m^2] at s > 0, and its derivatives: the pressure p [Pa], p' [Pa/m] and p'' [Pa/m^2]."""
    if s <= delta:
        return k * s * s * s / (3.0 * delta), k * s * s / delta, 2.0 * k * s / delta, 2.0 * k / delta
    return k * (delta * delta / 3.0 + s * s - delta * s), k * (2.0 * s - delta), 2.0 * k, 0.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def rubbed(u: Array, n: Array, sliding: float, closing: float, slip: float) -> float:
    """R [W] of sliding = mu F and closing = C."""
    along, square = u[0] * n[0] + u[1] * n[1] + u[2] * n[2], 0.0
    for a in range(3):
        tangential = u[a] - along * n[a]
        square += tangential * tangential
    closing = closing if along < 0.0 else 0.0
    return sliding * (np.sqrt(square + slip * slip) - slip) + 0.5 * closing * along * along


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def rub(u: Array, n: Array, law: Array, by_x: Array, found: Array) -> float:
    """The gradient by u of R, into `found` (21,) with its derivatives by u (9,) and, through n, by x (9,).

    `law` is mu F, C and v_s, `by_x` (9,) dn / dx, row by row. What damping has of the gradient is along n,
    and is returned.
    """
    sliding, closing, slip, slope, turn = law[0], law[1], law[2], found[3:12], found[12:]
    along, speed = u[0] * n[0] + u[1] * n[1] + u[2] * n[2], slip * slip
    for a in range(3):
        tangential = u[a] - along * n[a]
        speed += tangential * tangential
    speed = np.sqrt(speed)
    closing, share = closing if along < 0.0 else 0.0, sliding / speed
    for a in range(3):
        ta = (u[a] - along * n[a]) / speed
        found[a] = sliding * ta + closing * along * n[a]
        for b in range(3):
            tb, both = (u[b] - along * n[b]) / speed, n[a] * n[b]
            slope[3 * a + b] = share * ((1.0 if a == b else 0.0) - both - ta * tb) + closing * both
    for b in range(3):
        approach = slowing = 0.0  # of u_n, and of the length of u_t
        for a in range(3):
            approach += by_x[3 * a + b] * u[a]
            slowing -= (u[a] - along * n[a]) / speed * along * by_x[3 * a + b]
        for a in range(3):
            ta, bent = (u[a] - along * n[a]) / speed, along * by_x[3 * a + b]
            turn[3 * a + b] = share * (-approach * n[a] - bent - ta * slowing)
            turn[3 * a + b] += closing * (approach * n[a] + bent)
    return closing * along

"""The law of contact between a sample of a body's surface and a rigid shape.

A layer of thickness delta is around the shape. With s = delta - phi, the depth of the sample in the layer,
the pressure on the sample's rest area a is

    k/delta s^2  for 0 <= s <= delta,     k (2 s - delta)  for s > delta,     0 for s < 0

which is continuously differentiable. The force is that of the energy a psi(s), along the gradient of phi.

Friction and damping depend on the same pressure and on the velocity u relative to the shape, of which u_t is
along the surface and u_n = n u along its unit normal. They are minus the gradient by u of

    R = mu F (sqrt(|u_t|^2 + v_s^2) - v_s) + 1/2 C min(u_n, 0)^2,     C = c F + b a p'(s)

which is Coulomb's law, F the normal force, with the slip speed v_s, and damping of the approach: c is Hunt
and Crossley's, and b is by the layer's stiffness, as in a material. A step takes x, and so F and n, and u in
its middle. Its matrix has the Hessian of R by u, which is positive semidefinite, and the derivative by x,
which is not symmetric. A contact that sticks under the tangential load rho mu F creeps by
v_s rho / sqrt(1 - rho^2).

A step from s_0 to s_1 uses for p its mean over the way, P = (psi(s_1) - psi(s_0)) / (s_1 - s_0), and for p'
the mean of p', so that the layer gives back the energy that was put into it: with the force in the step's
middle, a body that falls through the layer in one step left it with three times its energy.

A line search takes F, C and n as constants, from where the line begins: then h/2 R, h being the step, is an
energy of the step's middle.

With F of the step's start instead, the matrix would be symmetric. But in a stiff contact the starts of steps
alternate about their middles, and a block then slid down a slope at a quarter of its true acceleration.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, njit

NEAR = 1e-6  # fraction of the layer: ends s_0 and s_1 closer than this count as equal
POINTS = (
    0.06943184420297371,
    0.33000947820757187,
    0.6699905217924281,
    0.9305681557970263,
)  # Gauss-Legendre points on [0, 1]
WEIGHTS = (0.17392742256872692, 0.32607257743127307, 0.32607257743127307, 0.17392742256872692)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def press(s: float, delta: float, k: float) -> tuple[float, float, float, float]:
    """psi [J/m^2] at s > 0, and its derivatives: the pressure p [Pa], p' [Pa/m] and p'' [Pa/m^2]."""
    if s <= delta:
        return k * s * s * s / (3.0 * delta), k * s * s / delta, 2.0 * k * s / delta, 2.0 * k / delta
    return k * (delta * delta / 3.0 + s * s - delta * s), k * (2.0 * s - delta), 2.0 * k, 0.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def mean(s: float, t: float, delta: float, k: float, found: Array) -> None:
    """Write the means of p and p' over the way from s to t, and their derivatives, into `found` (6,).

    The order is: the mean of p and its derivatives by s and by t, then the mean of p' and its derivatives.
    """
    apart = t - s
    if s >= 0.0 and t >= 0.0 and s <= delta and t <= delta:
        third = k / (3.0 * delta)
        found[0], found[1], found[2] = (
            third * (s * s + s * t + t * t),
            third * (2.0 * s + t),
            third * (s + 2.0 * t),
        )
        found[3], found[4], found[5] = 3.0 * third * (s + t), 3.0 * third, 3.0 * third
    elif s >= delta and t >= delta:
        found[0], found[1], found[2], found[3], found[4], found[5] = (
            k * (s + t - delta),
            k,
            k,
            2.0 * k,
            0.0,
            0.0,
        )
    elif abs(apart) < NEAR * delta:
        _, pressure, hardness, harder = press(max(0.5 * (s + t), 0.0), delta, k)
        found[0], found[1], found[2] = pressure, 0.5 * hardness, 0.5 * hardness
        found[3], found[4], found[5] = hardness, 0.5 * harder, 0.5 * harder
    else:
        before, after = press(max(s, 0.0), delta, k), press(max(t, 0.0), delta, k)
        softer = 0.0 if s <= 0.0 else before[2]
        found[0] = (after[0] - before[0]) / apart
        found[3] = (after[1] - before[1]) / apart
        found[1], found[2] = (found[0] - before[1]) / apart, (after[1] - found[0]) / apart
        found[4], found[5] = (found[3] - softer) / apart, (after[2] - found[3]) / apart


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def stored(s: float, t: float, delta: float, k: float, found: Array) -> float:
    """The energy of contact, J/m^2, of a step in which a sample's depth goes from s to t, m.

    Its derivative by the depth in the middle is the step's pressure P, which `mean` finds, so that a step can
    be found by minimisation. It is integrated by four points, for a layer of `delta` m and a stiffness k,
    Pa/m; `found` (6,) is overwritten.
    """
    total = 0.0
    for i in range(4):
        mean(s, s + POINTS[i] * (t - s), delta, k, found)
        total += WEIGHTS[i] * found[0]
    return 0.5 * (t - s) * total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def rubbed(u: Array, n: Array, sliding: float, closing: float, slip: float) -> float:
    """The dissipation function R [W], with sliding = mu F and closing = C."""
    along, square = u[0] * n[0] + u[1] * n[1] + u[2] * n[2], 0.0
    for a in range(3):
        tangential = u[a] - along * n[a]
        square += tangential * tangential
    closing = closing if along < 0.0 else 0.0
    return sliding * (np.sqrt(square + slip * slip) - slip) + 0.5 * closing * along * along


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def rub(u: Array, n: Array, law: Array, by_x: Array, found: Array) -> float:
    """Write the gradient of R by u, and its derivatives, into `found` (21,).

    The derivatives are by u (9,) and, through n, by x (9,). `law` is mu F, C and v_s; `by_x` (9,) is dn / dx,
    row by row. Returns the part of the gradient that is damping, which is along n.
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
        approach = slowing = 0.0  # derivatives of the normal velocity u_n and of the tangential speed |u_t|
        for a in range(3):
            approach += by_x[3 * a + b] * u[a]
            slowing -= (u[a] - along * n[a]) / speed * along * by_x[3 * a + b]
        for a in range(3):
            ta, bent = (u[a] - along * n[a]) / speed, along * by_x[3 * a + b]
            turn[3 * a + b] = share * (-approach * n[a] - bent - ta * slowing)
            turn[3 * a + b] += closing * (approach * n[a] + bent)
    return closing * along

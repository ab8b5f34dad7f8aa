"""One time step of a linear plant under a held control, and the quadratic cost over this step.

While dz/dt = A z + B w holds with w constant over a step of length h, the augmented state [w, z] moves by
Phi(t) = expm([[0, 0], [B, A]] t) = [[I, 0], [G(t), F(t)]], so that

    z(h) = F(h) z + G(h) w,        integral_0^h z' Q z dt = [w, z]' J [w, z],
    J = integral_0^h [G F]' Q [G F] dt = [[J_ww, J_zw'], [J_zw, J_zz]].

F and G are Phi_i and Gamma_i of [002, eq. 16]; J_zz, J_zw and J_ww are Q_i, M_i and R_i of [002, eqs. 17
and 18], but for the control's own cost R h, which is left to the caller: it may be smaller than the rounding
of J_ww. A^-1 is never formed: particles and rigid modes have none.

`exact_integrals` works by doubling. Over a short block a Taylor series gives Phi, and Gauss points give J;
then

    Phi(2h) = Phi(h)^2,        J(2h) = J(h) + Phi(h)' J(h) Phi(h),

as often as needed. The sum has only positive semi-definite terms, so nothing cancels, however stiff or
damped the modes are. (Van Loan's exponential over the whole step holds expm(-A' h), and loses every digit to
overdamped modes.) A is balanced first, by a diagonal scaling with powers of two, which saves doublings and
digits. `simpson_integrals` is the paper's rule; it says when it is poor.

Limits: A is constant within a step. Errors grow with the number of doublings: about 1e-13 at |A| h = 100.

Memory layout: steps first, C order. The compiled kernels are in `offline.full.body.step_kernels`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack

from offline.full.body.step_kernels import SHORT, Plant, Result, bound_powers, integrate_steps, workspace
from offline.gains.quadratic_cost import half
from softrein.errors import CostError, warn

Array = NDArray[np.float64]

SIMPSON_INTERVALS = 10  # intervals of Simpson's rule in a step [002, appendix A]
# Simpson's rule is warned of if an entry of J is wrong by more than this, relative to the diagonal entries of
# its row and column. Modes with damping ratio 0 / 0.3 / 1 / 3 reach that at omega h = 22 / 9 / 4 / 1.
SIMPSON_POOR = 0.01


def exact_integrals(A: Array, B: Array, Q: Array, dt: float) -> Result:
    """Return F, G and J of every step, exact to rounding, by doubling from a short block.

    A (T, n, n) [1/s] and B (n, s) of the plant, Q (T, n, n) or (n, n) the cost's density in time, dt [s].
    Raises `CostError` when the plant grows beyond all numbers within a step.
    """
    steps, n, s = len(A), *B.shape
    scale, balanced = _balance(A * dt)
    root = _halves(Q * dt)
    plant = Plant(balanced, B * dt, scale, root, _doublings(balanced))
    out = Result(np.empty((steps, n, n)), np.empty((steps, n, s)), np.zeros((steps, n + s, n + s)))
    integrate_steps(plant, workspace(n, s, root.shape[1]), out)
    _check_finite(out)
    return out


def simpson_integrals(A: Array, B: Array, Q: Array, dt: float) -> Result:
    """Return F, G and J of every step by Simpson's rule with 10 intervals ([002, appendix A]: "10 points").

    Phi at the nodes is a power of one exponential a step. The exact integrals cost less than these, so
    the error is measured against them, and a warning tells when it is large. Arguments are those of
    `exact_integrals`.
    """
    exact = exact_integrals(A, B, Q, dt)
    tenth = exact_integrals(A, B, np.zeros_like(A[0]), dt / SIMPSON_INTERVALS)
    n, s = B.shape
    Q = np.broadcast_to(Q, A.shape)
    phi: Array = np.zeros((len(A), n, s + n))  # [G F] at the node
    phi[:, :, s:] = np.eye(n)
    J = np.zeros_like(exact.J)
    for weight in _simpson_weights(dt):
        J += weight * (_turn(phi) @ (Q @ phi))
        last, phi = phi, tenth.F @ phi
        phi[:, :, :s] += tenth.G
    J = (J + _turn(J)) / 2
    _warn_if_poor(J, exact.J)
    return Result(last[:, :, s:].copy(), last[:, :, :s].copy(), J)


def _turn(a: Array) -> Array:
    """Return the transpose of every matrix in a stack."""
    return a.swapaxes(-1, -2)


def _halves(Q: Array) -> Array:
    """Return factors L (1 or T, m, n) with L' L = Q, with as many rows as the highest rank needs."""
    halves = [half(q) for q in (Q if Q.ndim == 3 else Q[None])]
    rows = max(len(h) for h in halves)
    padded = np.zeros((len(halves), rows, Q.shape[-1]))
    for target, h in zip(padded, halves, strict=True):
        target[: len(h)] = h
    return padded


def _balance(A: Array) -> tuple[Array, Array]:
    """Return powers of two d (T, n), and every A with row i divided and column i multiplied by d_i."""
    scale, balanced = np.empty(A.shape[:2]), np.empty_like(A)
    for i, a in enumerate(A):
        balanced[i], _, _, scale[i], _ = lapack.dgebal(a, scale=1, permute=0)
    return scale, balanced


def _doublings(A: Array) -> NDArray[np.int64]:
    """Return how often each A has to be halved for the series (T,).

    Every power from the sixth on is a product of cubes and fourth powers, so their norms bound the
    remainder of the series. The norm of A itself would require one more doubling, and many where A is far
    from normal.
    """
    norm = np.empty(len(A))
    bound_powers(A, np.empty((3, *A.shape[1:])), norm)
    if not np.isfinite(norm).all():
        raise CostError(f"A dt at step {int(np.argmin(np.isfinite(norm)))} is too large for any time step")
    return np.ceil(np.log2(np.maximum(norm / SHORT, 1.0))).astype(np.int64)


def _check_finite(out: Result) -> None:
    finite = np.ones(len(out.F), dtype=bool)
    for array in out:
        finite &= np.isfinite(array).all(axis=(1, 2))
    if not finite.all():
        raise CostError(
            f"the plant of step {int(np.argmin(finite))} overflows within dt: check its A, or take a "
            "smaller dt"
        )


def _simpson_weights(dt: float) -> Array:
    weights = np.full(SIMPSON_INTERVALS + 1, 2.0)
    weights[1::2] = 4.0
    weights[[0, -1]] = 1.0
    return weights * dt / (3 * SIMPSON_INTERVALS)


def _warn_if_poor(J: Array, exact: Array) -> None:
    """Warn when an entry of J is off by more than `SIMPSON_POOR`, relative to its diagonal entries."""
    diagonal = np.sqrt(np.diagonal(exact, axis1=1, axis2=2))
    unit = np.where(diagonal > 0, diagonal, 1.0)
    error = (np.abs(J - exact) / (unit[:, :, None] * unit[:, None, :])).max(axis=(1, 2))
    worst = int(error.argmax())
    if error[worst] > SIMPSON_POOR:
        warn(
            f"Simpson's rule with {SIMPSON_INTERVALS} intervals is off by {error[worst]:.1e} at step {worst}:"
            " the modes are too fast or too strongly damped for this time step; use integrals='exact'"
        )

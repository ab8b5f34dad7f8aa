"""Kalman gains along a motion, computed beforehand from the steps' own Jacobians, in square-root form.

The filter's state is x = (z, d): that of the plant, and a disturbance, a reduced force of which only the
expected size and duration are known. In addition the error of the model acts as a force q of known size that
is independent in each step:

    z' = step(z, w + d + q),    d' = phi d + e,    phi = exp(-dt / time constant),    y = C z + noise

Along a reference both are linear in the deviation, with F and G of `runtime.plant.track.linearised`:

    A = [[F, G], [0, phi 1]],    K = P H^T (H P H^T + N^2)^-1,    P+ = (1 - K H) P,    P' = A P+ A^T + E^T E

(Kalman 1960; Anderson and Moore, Optimal Filtering, 6.5, for the square roots.) With S^T S = P a correction
and a step ahead are one QR factorisation each:

    [ N      0 ]       [ X  Y  ]                       [ S+ A^T ]
    [ S H^T  S ]  =  q [ 0  S+ ],     K = Y^T X^-T,    [ E      ]  =  q S'

and X^T X is the innovation's covariance. P is symmetric and positive semidefinite by construction. e is such
that the covariance of d stays the same, S_d^T S_d; that of q is S_q^T S_q, so that
E = [[S_q G^T, 0], [0, (1 - phi^2)^1/2 S_d]].

Sensors of changes of velocity need the velocities of the step before, too. These are in x between z and d, as
in filters with past states (Anderson and Moore, 7.3): v_before' = v.

A motion begins in the reference's first state, which is known, under an unknown disturbance. For a motion
that repeats, rounds are computed until P is the same at their beginning. A value is measured at the instants
that are multiples of its sensor's `every`, counted from the motion's beginning in each round; at others its
columns of K are zero.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from softrein.errors import ControllerError

Array = np.ndarray

# for motions that repeat: change of P in a round, relative to its diagonal, at which iteration ends
SETTLED = 1e-9
MOST_ROUNDS = 1000


class MeasurementModel(NamedTuple):
    """The measurement model: measured = rest + C (z, v of the step before) + noise, in each sensor's unit."""

    places: Array  # (m, c) measurement matrix C; c is n + b, or less if only positions are measured
    rest: Array  # (m,) value measured in the zero state, in each sensor's unit
    # (m,) standard deviations, above zero: of the sensors' noise and of what the reduced model does not show
    noise: Array
    own: Array  # (m,) standard deviations of the sensors' noise alone
    every: Array  # (m,) int, number of instants from one measurement of each value to its next
    before: int = 0  # b: how many velocities of the previous step are measured, all or none

    def measured(self, state: Array, before: Array | None = None) -> Array:
        """The measurement (m,) without noise in a state (n,); `before` is the state a step ago."""
        known = state
        if self.before:
            velocity = (state if before is None else before)[-self.before :]
            known = np.concatenate([state, velocity])
        return np.asarray(self.rest + self.places @ known[: self.places.shape[1]])

    @property
    def of_places(self) -> Array:
        """Whether each measured value (m,) is a place, in m."""
        return np.asarray(self.places[:, : self.before or None].any(axis=1) | (self.before == 0))


class Unknown(NamedTuple):
    """The unknown forces on the r coordinates: a lasting disturbance, and the model's error."""

    disturbance: Array  # (r, r) S_d: S_d^T S_d is the covariance of the noise of the persistent disturbance
    decay: float  # phi, factor by which that disturbance shrinks in a step
    lacking: Array  # (k, r) S_q: S_q^T S_q is the covariance of the model's error in each step


class KalmanGains(NamedTuple):
    """Gains at instants 0 to T, or to T - 1 for a motion that repeats."""

    gains: Array  # (T + 1 or T, N, m) Kalman gains K: x += K (y - C x), with x = (z, v_before, d)
    # (T + 1 or T, m, m) upper triangular X: X^T X is the covariance of the innovation y - C z
    expected: Array


def kalman_gains(
    F: Array, G: Array, measurement: MeasurementModel, unknown: Unknown, repeats: bool = False
) -> KalmanGains:
    """Compute the filter's gains along a motion of T steps with Jacobians F (T, n, n) and G (T, n, r).

    Raises ControllerError where the covariance for a motion that repeats does not settle, or is not finite.
    """
    (steps, n, r), rows, decay = G.shape, len(unknown.lacking), unknown.decay
    # index of d in x, and of the remembered velocities
    first, velocities = n + measurement.before, np.arange(measurement.before)
    N = first + r
    S, E = np.zeros((N, N)), np.zeros((steps, rows + r, N))
    S[first:, first:] = unknown.disturbance
    E[:, :rows, :n] = unknown.lacking @ G.transpose(0, 2, 1)
    E[:, rows:] = np.sqrt(1 - decay**2) * S[first:]
    A = np.zeros((steps, N, N))
    A[:, :n, :n], A[:, :n, first:] = F, G
    A[:, n + velocities, n - measurement.before + velocities] = 1.0
    A[:, np.arange(first, N), np.arange(first, N)] = decay
    for _ in range(MOST_ROUNDS if repeats else 1):
        before = S
        found, S = _round(A, E, S, measurement, repeats)
        if not (np.isfinite(found.gains).all() and np.isfinite(S).all()):
            raise ControllerError("the estimate's covariance is not finite; is the plant unstable?")
        if not repeats or _is_settled(S, before):
            return found
    raise ControllerError(
        "the estimate of the endless motion does not settle: a part of the state is neither damped nor "
        "measured; add sensors"
    )


def _round(A: Array, E: Array, S: Array, model: MeasurementModel, repeats: bool) -> tuple[KalmanGains, Array]:
    """Compute the gains at all instants from the factor S before the first, and S after the last step."""
    instants, size, m = len(A) + (not repeats), A.shape[1], len(model.noise)
    found = KalmanGains(np.zeros((instants, size, m)), np.zeros((instants, m, m)))
    for k in range(instants):
        rows = np.flatnonzero(k % model.every == 0)
        K, X, S = corrected(S, model.places[rows], model.noise[rows])
        found.gains[k][:, rows], found.expected[k][np.ix_(rows, rows)] = K, X
        if k < len(A):
            S = _upper(np.vstack([S @ A[k].T, E[k]]))
    return found, S


def corrected(S: Array, places: Array, noise: Array) -> tuple[Array, Array, Array]:
    """K (N, m), X (m, m) and the factor after a measurement by `places` (m, c), from the factor before it."""
    m = len(noise)
    if not m:
        return np.zeros((len(S), 0)), np.zeros((0, 0)), S
    projected = S[:, : places.shape[1]] @ places.T
    both = np.vstack([np.hstack([projected, S]), np.hstack([np.diag(noise), np.zeros((m, len(S)))])])
    factored = _upper(both)
    X, Y = factored[:m, :m], factored[:m, m:]
    return np.linalg.solve(X, Y).T, X, factored[m:, m:]


def _upper(rows: Array) -> Array:
    """The upper factor R of q R = rows."""
    found = np.asarray(np.linalg.qr(rows, mode="r"))
    return np.asarray(found)


def _is_settled(S: Array, before: Array) -> bool:
    P, other = S.T @ S, before.T @ before
    size = np.sqrt(np.diagonal(P))
    return bool((np.abs(P - other) <= SETTLED * np.outer(size, size)).all())

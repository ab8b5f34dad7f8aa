"""LQR gains in 60-digit arithmetic, by formulas that differ from ours.

They are Van Loan's exponential over the whole step, which needs many digits, and the Riccati recursion as
the paper prints it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import mpmath as mp
import numpy as np

DIGITS = 60  # that are left


def gains(
    A: np.ndarray,
    B: np.ndarray,
    Q: np.ndarray,
    R: np.ndarray,
    Q_final: np.ndarray,
    dt: float,
    instants: Mapping[int, np.ndarray] | None = None,
    defects: np.ndarray | None = None,
) -> tuple[np.ndarray, ...]:
    """K (T, s, n) and P (T + 1, n, n) for A (T, n, n), B (n, s), Q (T, n, n), R (T, s, s) and Q_final.

    For defects (T, n) it returns k (T, s) and p (T + 1, n) as well: offsets, and the cost-to-go's linear
    part.
    """
    # expm(-A' h) beside expm(A h) loses exp(2 |lambda| h): a hundred digits at omega h = 20, ratio 3.
    lost = 2 * np.abs(np.linalg.eigvals(A)).max() * dt / np.log(10)
    with mp.workdps(DIGITS + int(lost)):
        different = {a.tobytes() + q.tobytes(): (a, q) for a, q in zip(A, Q, strict=True)}
        step = {key: _step(a, B, q, dt) for key, (a, q) in different.items()}
        steps = [step[a.tobytes() + q.tobytes()] for a, q in zip(A, Q, strict=True)]
        controls = [mp.matrix(r.tolist()) * mp.mpf(dt) for r in R]
        at = {step: mp.matrix(weight.tolist()) for step, weight in (instants or {}).items()}
        drift = [mp.matrix(row) for row in (np.zeros(A.shape[:2]) if defects is None else defects).tolist()]
        return _recursion(steps, controls, mp.matrix(Q_final.tolist()), at, drift)


def _step(A: np.ndarray, B: np.ndarray, Q: np.ndarray, dt: float) -> tuple[mp.matrix, ...]:
    """F, G and the blocks of J, from expm([[-C', Q], [0, C]] h) = [[., Phi'^-1 J], [0, Phi]]."""
    n, s = B.shape
    C = np.zeros((n + s, n + s))
    C[:n, :n], C[:n, n:] = A, B
    weight = np.zeros((n + s, n + s))
    weight[:n, :n] = Q
    block = np.block([[-C.T, weight], [np.zeros_like(C), C]])
    both = mp.expm(mp.matrix(block.tolist()) * mp.mpf(dt))
    phi = both[n + s :, n + s :]
    J = phi.T * both[: n + s, n + s :]
    return phi[:n, :n], phi[:n, n:], J[:n, :n], J[:n, n:], J[n:, n:]


def _recursion(
    steps: Sequence[tuple[mp.matrix, ...]],
    controls: Sequence[mp.matrix],
    final: mp.matrix,
    instants: Mapping[int, mp.matrix],
    drift: Sequence[mp.matrix],
) -> tuple[np.ndarray, ...]:
    """The recursion [002, eqs. 19 and 20], with the terms that d_i adds in z_{i+1} = F z_i + G w_i + d_i.

    With the cost-to-go 1/2 z' P z + p' z after a step, the gradient in w at w = 0, z = 0 is G' (P d + p).
    """
    P, p = final + instants.get(len(steps), final * 0), final[:, 0] * 0
    every = [(None, P, None, p)]
    for i in reversed(range(len(steps))):
        F, G, zz, zw, ww = steps[i]
        inverse = mp.inverse(ww + controls[i] + G.T * P * G)
        K, k = -inverse * (zw.T + G.T * P * F), -inverse * G.T * (P * drift[i] + p)
        p = F.T * (P * drift[i] + p) + (zw + F.T * P * G) * k
        P = zz + F.T * P * F + (zw + F.T * P * G) * K + instants.get(i, final * 0)
        every.append((K, P, k, p))
    K, P, k, p = ([one for one in column if one is not None] for column in zip(*every[::-1], strict=True))
    return _doubles(K), _doubles(P), _doubles(k)[:, :, 0], _doubles(p)[:, :, 0]


def _doubles(matrices: Sequence[mp.matrix]) -> np.ndarray:
    return np.array([[[float(x) for x in row] for row in matrix.tolist()] for matrix in matrices])

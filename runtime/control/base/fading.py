"""The effect of a known, fading force on LQR and on the cost behind a plan.

An observer takes a reduced force d as known at step k, of which phi^j d is left j steps later. LQR's problem
stays quadratic under it: from instant k on the motion costs

    1/2 dz^T P_k dz + (p_k + Pi_k d)^T dz + what no control changes

and with V_k+1 = P_k+1 + share_k Q, H_k = R + G_k^T V_k+1 G_k, and G^f_k the step's Jacobian by a reduced
force,

    Y = V_k+1 G^f_k + phi Pi_k+1,     w_fb = K_k dz + k_k + L_k d

    L_k = -H_k^-1 G_k^T Y,     Pi_k = (F_k + G_k K_k)^T Y.

Behind the last step Pi is zero; for a motion that repeats, the backward pass goes over rounds until earlier
rounds change Pi no more.

Plans use Pi d for the cost behind their ends. LQR from sensors does not use L d (docs/theory.md gives the
results of it); to use it, put L into `Law.answer`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.plant.track import Jacobians
from softrein.errors import ControllerError

Array = np.ndarray

FADED = 1e-12  # relative size of Pi in earlier rounds below which iteration ends
ROUNDED = 1e-8  # relative change that counts as rounding, if it grows from one round to the next
MOST_ROUNDS = 1000  # most backward rounds of a motion that repeats


class FadingForce(NamedTuple):
    """The change of costs and controls by a unit of a force in the plant's m inputs, along T steps."""

    decay: float  # phi, factor by which the force shrinks in a step
    slope: Array  # (T + 1, n, m) Pi, slope of the cost-to-go per unit of the force
    answer: Array  # (T, s, m)    L, change of the optimal control per unit of the force


def fading_force(
    jacobians: Jacobians,
    by_force: Array,
    weights: Array,
    control: Array,
    gains: Array,
    decay: float,
    repeats: bool,
) -> FadingForce:
    """Compute the effect of a fading force along a motion.

    `by_force` (T, n, m) is G^f, `weights` (T, n, n) V, `control` R, `gains` (T, s, n) K. Raises
    ControllerError where the motion repeats and the cost of the force does not settle.
    """
    F, G, _ = jacobians
    across, pushed = G.transpose(0, 2, 1), weights @ by_force
    answering = -np.linalg.solve(control + across @ weights @ G, across)
    closed = (F + G @ gains).transpose(0, 2, 1)
    slope, answer = np.zeros((len(F) + 1, *by_force.shape[1:])), np.empty((*G.shape[::2], by_force.shape[2]))
    last = np.inf
    for _ in range(MOST_ROUNDS):
        before = slope[0].copy()
        for k in range(len(F) - 1, -1, -1):
            Y = pushed[k] + decay * slope[k + 1]
            answer[k], slope[k] = answering[k] @ Y, closed[k] @ Y
        changed, most = float(np.abs(slope[0] - before).max()), float(np.abs(slope).max())
        if not repeats or changed <= FADED * most or (last <= ROUNDED * most and changed >= last):
            return FadingForce(decay, slope, answer)
        slope[-1], last = slope[0], changed
    raise ControllerError(
        "the cost of a force on this endless motion does not settle: controls hardly act on the plant"
    )

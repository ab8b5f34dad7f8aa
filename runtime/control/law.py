"""The one control law: feedback on the deviation from a reference, `w_fb = clip(K_k (z - z_ref,k))`.

LQR, P, PD and no control at all are the same law with different arrays ([002], sections 4.2 and 6):

    LQR    K_k from the Riccati recursion, one matrix a step; where the plant does not follow the reference
           by itself, an offset a step besides: w_fb = K_k (z - z_ref,k) + k_k
    P      K = -kp [1, 0]             one matrix for all steps (for a body with states (p, v))
    PD     K = -[kp 1, kd 1]
    timed  K = -[1 / l^2, 2 / l]      with l from the time that is left ([004], equation 4)
    none   K = 0

Stable PD ([000], equation 5) has PD's arrays, but its deviation is that of the state at the *end* of the
step, which the control itself moves: `ahead` says so, and each plant says in `stable_law` what it solves.

No law is told a disturbance before it has acted, unless it `foresees`. Stable PD's end of the step is then
that with the disturbance d of this very step; any other law meets the deviation at the step's start that
would lead to the same end,

    w_fb = K_k (z - z_ref,k + F_k^-1 G_k d)

with the step's Jacobians F and G on the reference, which for LQR is the optimal answer to a known d.

A `Law` gives feedback only. Feed-forward and disturbances are added by the loop, so that effort, the
integral of `w_fb^T w_fb`, counts what the controller does and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numba import njit

from softrein.errors import ControllerError


class Law(NamedTuple):
    """Feedback gains and the actuators that they drive, as arrays that compiled loops take whole."""

    gains: np.ndarray  # (g, s, n)  the distinct gain matrices
    schedule: np.ndarray  # (T,)     which of them acts at each step
    actuators: np.ndarray  # (forces, s) B: from controls to reduced forces
    limits: np.ndarray  # (s,)      largest magnitude of each control; inf where there is none
    offset: np.ndarray  # (T or 0, s) what is added to the feedback at each step
    ahead: bool  # whether the deviation is that of the end of the step
    acting: np.ndarray  # (g or 0, forces, n) actuators times gains, for an implicit step that they join
    foresees: bool  # whether it is told the disturbance of the step that comes
    answer: np.ndarray  # (T or 0, s, forces) what it then adds to the feedback, a unit of disturbance


class AffineGains(NamedTuple):
    """Gains for `Bundle.law` with what is added to the feedback: w_fb = K_k (z - z_ref,k) + k_k."""

    gains: np.ndarray  # (T or 1, s, n)
    offset: np.ndarray | None = None  # (T, s)


class StablePD(NamedTuple):
    """PD gains for `Bundle.law` that shall act on the state at the end of each step ([000], equation 5)."""

    gains: np.ndarray  # (T or 1, s, n)
    reference_velocity: bool = True  # without it velocities are damped, as in [000], equation 3
    offset: np.ndarray | None = None  # (T, s) what is added to the feedback at each step


Choice = str | np.ndarray | AffineGains | StablePD  # a controller: by its name in a bundle, or by its gains


class Controller(Protocol):
    """A controller written in Python, which a simulator asks once a step; gains are the quick way."""

    def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
        """The feedback (s,) at a step of the reference, for the deviation (n,) of the state from it."""


@njit(cache=True, fastmath={"reassoc", "contract", "nsz"})
def feedback(law: Law, step: int, deviation: np.ndarray, control: np.ndarray) -> None:
    """Write the feedback of one state into `control` (s,)."""
    gain = law.gains[law.schedule[step]]
    for i in range(gain.shape[0]):
        total = law.offset[step, i] if law.offset.shape[0] else 0.0
        for j in range(gain.shape[1]):
            total += gain[i, j] * deviation[j]
        control[i] = total


@njit(cache=True, fastmath={"reassoc", "contract", "nsz"})
def add_answer(law: Law, step: int, disturbance: np.ndarray, control: np.ndarray) -> None:
    """Add to `control` (s,) what a law that foresees answers to the `disturbance` (forces,) of a step."""
    answer = law.answer[step]
    for i in range(answer.shape[0]):
        for j in range(answer.shape[1]):
            control[i] += answer[i, j] * disturbance[j]


@njit(cache=True)
def clamp(limits: np.ndarray, control: np.ndarray) -> int:
    """Hold `control` (s,) within its limits, in place; return how many entries met one."""
    clamped = 0
    for i in range(control.size):
        if abs(control[i]) > limits[i]:
            control[i] = limits[i] if control[i] > 0 else -limits[i]
            clamped += 1
    return clamped


@njit(cache=True)
def within(limits: np.ndarray, control: np.ndarray) -> bool:
    """Whether no entry of `control` (s,) is beyond its limit."""
    beyond = 0
    for i in range(control.size):
        beyond += abs(control[i]) > limits[i]
    return beyond == 0


def feedback_batch(laws: Sequence[Law], step: int, deviation: np.ndarray) -> np.ndarray:
    """The feedback (s, columns) of each law on its own columns of deviations (n, columns)."""
    control = _each_times([law.gains[law.schedule[step]] for law in laws], deviation)
    columns = deviation.shape[1]
    return control + offset_batch(laws, step, columns) if any(len(law.offset) for law in laws) else control


def answer_batch(laws: Sequence[Law], step: int, disturbance: np.ndarray) -> np.ndarray:
    """What laws that foresee answer (s, columns) to the disturbances (forces, columns) of a step."""
    return _each_times([law.answer[step] for law in laws], disturbance)


def _each_times(matrices: Sequence[np.ndarray], values: np.ndarray) -> np.ndarray:
    """Each matrix (s, n) times its own, equally many, columns of `values` (n, columns)."""
    if len(matrices) == 1:
        return np.asarray(matrices[0] @ values)
    size, columns = values.shape
    apart = values.reshape(size, len(matrices), -1).transpose(1, 0, 2)
    return np.matmul(np.stack(matrices), apart).transpose(1, 0, 2).reshape(-1, columns)


def offset_batch(laws: Sequence[Law], step: int, columns: int) -> np.ndarray:
    """The laws' offsets (s, columns) at a step, each for its own columns."""
    none = np.zeros(laws[0].actuators.shape[1])
    each = [law.offset[step] if len(law.offset) else none for law in laws]
    return np.repeat(np.column_stack(each), columns // len(laws), axis=1)


def make_law(
    gains: np.ndarray,
    steps: int,
    actuators: np.ndarray,
    limits: np.ndarray | None = None,
    offset: np.ndarray | None = None,
    ahead: bool = False,
    acting: np.ndarray | None = None,
) -> Law:
    """The law of `gains` (T, s, n), one a step, or (1, s, n), the same at each of T = `steps` steps.

    `actuators` (forces, s); `limits` (s,), none by default; the rest as in `Law`, nothing by default. Raises
    ControllerError where shapes do not fit.
    """
    gains = np.asarray(gains, dtype=float)
    controls = actuators.shape[1]
    limits = np.full(controls, np.inf) if limits is None else np.asarray(limits, dtype=float)
    if gains.ndim != 3 or gains.shape[1] != controls or len(gains) not in (1, steps):
        raise ControllerError(
            f"gains of shape {gains.shape} do not fit: expected (1 or {steps}, {controls}, n)"
        )
    if not np.isfinite(gains).all():
        raise ControllerError("gains must be finite numbers")
    if limits.shape != (controls,) or np.isnan(limits).any() or (limits < 0).any():
        raise ControllerError(f"limits must be {controls} numbers, none negative")
    if offset is not None and (np.shape(offset) != (steps, controls) or not np.isfinite(offset).all()):
        raise ControllerError(f"an offset wants ({steps}, {controls}) finite numbers, not {np.shape(offset)}")
    schedule = np.arange(steps) if len(gains) == steps else np.zeros(steps, dtype=np.int64)
    forces = len(actuators)
    return Law(
        np.ascontiguousarray(gains),
        schedule,
        np.ascontiguousarray(actuators, dtype=float),
        limits,
        np.zeros((0, controls)) if offset is None else np.ascontiguousarray(offset),
        ahead,
        np.zeros((0, forces, gains.shape[2])) if acting is None else np.ascontiguousarray(acting),
        False,
        np.zeros((0, controls, forces)),
    )


def foreseeing(law: Law, linearise: Callable[[int], tuple[np.ndarray, np.ndarray]]) -> Law:
    """The law that is told each step's disturbance; see above.

    `linearise` gives the Jacobians F (n, n) and G (n, forces) of a step on the reference. Raises
    ControllerError where an F is singular, so that no start would lead to the disturbance's end.
    """
    if law.ahead:
        return law._replace(foresees=True)
    answer = np.empty((law.schedule.size, *law.actuators.T.shape))
    for step, which in enumerate(law.schedule):
        F, G = linearise(step)
        try:
            answer[step] = law.gains[which] @ np.linalg.solve(F, G)
        except np.linalg.LinAlgError as error:
            raise ControllerError(f"a disturbance of step {step} cannot be foreseen: {error}") from error
    return law._replace(foresees=True, answer=answer)

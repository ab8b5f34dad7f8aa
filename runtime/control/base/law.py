"""The law of gains: linear feedback on the deviation, `w_fb = K_k (z - z_ref,k) + k_k`.

LQR, P, PD and no control at all are the same law with different arrays ([002], sections 4.2 and 6):

    LQR    K_k from the Riccati recursion, one matrix a step; where the plant does not follow the reference
           by itself, also an offset a step: w_fb = K_k (z - z_ref,k) + k_k
    P      K = -kp [1, 0]             one matrix for all steps (for a body with states (p, v))
    PD     K = -[kp 1, kd 1]
    timed  K = -[1 / l^2, 2 / l]      with l from the time that is left ([004], equation 4)
    none   K = 0

A law is not told a disturbance before it has acted, unless it `previews`: then it also acts on the deviation
at the step's start that would lead to the same end as the disturbance d of this very step,

    w_fb = K_k (z - z_ref,k + F_k^-1 G_k d)

with the step's Jacobians F and G on the reference, which for LQR is the optimal answer to a known d.

A law gives feedback only. The loop adds feed-forward and disturbances, so that effort, the integral of
`w_fb^T w_fb`, counts the controller's part alone; limits belong to the actuation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from runtime.base.arguments import array
from runtime.base.kernels import Array, njit
from runtime.control.base.policy import UNDECIDED, decides, decides_batch
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.system import System
from runtime.plant.track import Track
from softrein.errors import ControllerError, SimulationError

ALIKE = 1e-3  # fraction of the largest gain: LQR gains of a step computed in two ways agree within this


class Law(NamedTuple):
    """Feedback gains as arrays for compiled loops."""

    gains: np.ndarray  # (g, s, n)  distinct gain matrices K
    schedule: np.ndarray  # (T,)     index in `gains` of the matrix that acts at each step
    offset: np.ndarray  # (T or 0, s) control added to the feedback at each step
    # (T or 0, s, forces) for controllers that know the next disturbance: control added per unit of it
    answer: np.ndarray

    @property
    def previews(self) -> bool:
        """Whether it is told the disturbance of the coming step."""
        return len(self.answer) > 0

    def previewing(self, plant: Plant, track: Track) -> Law:
        """The law that is told each step's disturbance d, and adds K F^-1 G d to its feedback.

        F^-1 G d is the change of the state at the step's start that leads to the same end as d. Raises
        ControllerError where a step of the reference cannot be linearised, or its F is singular.
        """
        answer = np.empty((self.schedule.size, self.gains.shape[1], plant.forces))
        for step, which in enumerate(self.schedule):
            try:
                F, G = plant.linearise(track.states[step], track.feedforward[step])
                answer[step] = self.gains[which] @ np.linalg.solve(F, G)
            except (np.linalg.LinAlgError, SimulationError) as error:
                raise ControllerError(f"a disturbance of step {step} cannot be previewed: {error}") from error
        return self._replace(answer=answer)

    def redirected(self, lay: Callable[[int], Any]) -> Law:
        """The law of LQR along other paths; `lay` computes its offset (`runtime.control.planning.redirect`).

        Raises ControllerError for gains that are not LQR's, as their offset for other paths is not known.
        """
        laid = lay(self.schedule.size)
        size = np.abs(laid.gains).max()
        alike = self.gains.shape == laid.gains.shape and np.abs(self.gains - laid.gains).max() <= ALIKE * size
        if not alike:
            raise ControllerError("these gains are not LQR's of this motion, and cannot follow other paths")
        return self._replace(offset=laid.offset)


class AffineGains(NamedTuple):
    """Gains with an offset of the feedback: w_fb = K_k (z - z_ref,k) + k_k."""

    gains: np.ndarray  # (T or 1, s, n) gain matrix of each step
    offset: np.ndarray | None = None  # (T, s) control added to the feedback at each step

    def policy(self, plant: Plant, track: Track, actuation: Actuation) -> Law:
        """The law of these gains along a motion."""
        return make_law(self.gains, (len(track.feedforward), len(actuation.limits), plant.size), self.offset)


def make_law(gains: np.ndarray, shape: tuple[int, int, int], offset: np.ndarray | None = None) -> Law:
    """The law of gains (T, s, n), one matrix a step, or (1, s, n), the same at each step.

    `shape` is (T, s, n). `offset` is (T, s) or None. Raises ControllerError where shapes do not fit.
    """
    gains, (steps, controls, size) = array("gains", gains, finite=False), shape
    if gains.shape not in ((steps, controls, size), (1, controls, size)):
        raise ControllerError(
            f"gains of shape {gains.shape} do not fit: expected (1 or {steps}, {controls}, {size}): "
            "steps, controls, state entries"
        )
    if not np.isfinite(gains).all():
        raise ControllerError("gains must be finite numbers")
    offset = np.zeros((0, controls)) if offset is None else array("offset", offset, (steps, controls))
    schedule = np.arange(steps) if len(gains) == steps else np.zeros(steps, dtype=np.int64)
    return Law(
        np.ascontiguousarray(gains),
        schedule,
        np.ascontiguousarray(offset),
        np.zeros((0, controls, 0)),
    )


@njit(cache=True, fastmath={"reassoc", "contract", "nsz"})
def feedback(law: Any, step: int, deviation: np.ndarray, control: np.ndarray) -> None:
    """Write the feedback of one state into `control` (s,)."""
    gain = law.gains[law.schedule[step]]
    for i in range(gain.shape[0]):
        total = law.offset[step, i] if law.offset.shape[0] else 0.0
        for j in range(gain.shape[1]):
            total += gain[i, j] * deviation[j]
        control[i] = total


@njit(cache=True, fastmath={"reassoc", "contract", "nsz"})
def add_answer(law: Law, step: int, disturbance: np.ndarray, control: np.ndarray) -> None:
    """Add the response of a law that previews to the `disturbance` (forces,) of a step to `control` (s,)."""
    answer = law.answer[step]
    for i in range(answer.shape[0]):
        for j in range(answer.shape[1]):
            control[i] += answer[i, j] * disturbance[j]


@decides(Law)
@njit(cache=True, inline="always", error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def decide_law(law: Law, system: System, index: int, disturbance: Array, state: Array) -> int:
    """Write the feedback on the deviation at the step's start, and the response of a law that previews."""
    work = system.work
    for j in range(state.size):
        work.deviation[j] = state[j] - system.track.states[index, j]
    feedback(law, index, work.deviation, work.control)
    if law.answer.shape[0]:
        add_answer(law, index, disturbance, work.control)
    return UNDECIDED


@decides_batch(Law)
def decide_laws(
    laws: Sequence[Law], plant: Plant, actuation: Actuation, track: Track, index: int,
    disturbance: np.ndarray | None, states: np.ndarray, forces: np.ndarray,
) -> tuple[np.ndarray, None, None]:  # fmt: skip
    """Compute the feedback of `decide_law` for many runs under several laws."""
    control = feedback_batch(laws, index, states - track.states[index][:, None])
    if disturbance is not None and laws[0].previews:
        control = control + _each_times([law.answer[index] for law in laws], disturbance)
    return control, None, None


def feedback_batch(laws: Sequence[Any], step: int, deviation: np.ndarray) -> np.ndarray:
    """The feedback (s, columns) of each law on its own columns of deviations (n, columns)."""
    control = _each_times([law.gains[law.schedule[step]] for law in laws], deviation)
    columns = deviation.shape[1]
    return control + offset_batch(laws, step, columns) if any(len(law.offset) for law in laws) else control


def offset_batch(laws: Sequence[Any], step: int, columns: int) -> np.ndarray:
    """The laws' offsets (s, columns) at a step, each for its own columns."""
    none = np.zeros(laws[0].gains.shape[1])
    each = [law.offset[step] if len(law.offset) else none for law in laws]
    return np.repeat(np.column_stack(each), columns // len(laws), axis=1)


def _each_times(matrices: Sequence[np.ndarray], values: np.ndarray) -> np.ndarray:
    """Each matrix (s, n) times its own, equally many, columns of `values` (n, columns)."""
    if len(matrices) == 1:
        return np.asarray(matrices[0] @ values)
    size, columns = values.shape
    apart = values.reshape(size, len(matrices), -1).transpose(1, 0, 2)
    return np.matmul(np.stack(matrices), apart).transpose(1, 0, 2).reshape(-1, columns)

"""Stable PD: PD gains that act on the deviation at the *end* of the step ([000], eq. 5).

    w_fb = K (z' - z_ref,k+1) + k,     z' the end of the step under w_ff,k + B w_fb

    An implicit step is taken with the gains in its matrix (`Plant.joins_gains`); it is then the step itself,
    unless a control meets its limit. For any other plant the step's end without feedback is predicted, and
    the gains are adapted:

    w_fb = (1 - K G)^-1 (K (z'_0 - z_ref,k+1) + k),     z' = z'_0 + G w_fb,     G = `Plant.responses` B

on the reference; for an explicit step that is [000], equation 11.

The predicted end does not include the step's disturbance, unless the policy `previews`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from runtime.base.kernels import njit
from runtime.control.base.law import Law, feedback, feedback_batch, make_law, offset_batch
from runtime.control.base.policy import UNDECIDED, decides, decides_batch
from runtime.control.proportional import weighted_gains
from runtime.control.setting import Ranges, Setting
from runtime.plant.actuation import Actuation, add_force
from runtime.plant.plant import Plant
from runtime.plant.stepping import WITH_GAINS, step_plant, step_with_gains
from runtime.plant.system import System
from runtime.plant.track import Track
from softrein.errors import ControllerError

# factors by which the ranges of stable PD's gains exceed those of PD
STRONGER = {"kz": 1e2, "kp": 1e4, "kd": 1e2}
SYMMETRIC = 1e-9  # relative asymmetry of a gain matrix that counts as round-off

Array = np.ndarray


class JoinedLaw(NamedTuple):
    """Stable PD whose gains are in the matrix of the step."""

    gains: Array  # (g, s, n) distinct gain matrices
    schedule: Array  # (T,) index of the matrix at each step
    offset: Array  # (T or 0, s) control added to the feedback at each step
    acting: Array  # (g, forces, n) gains times the actuators' forces
    previews: bool  # whether it is told the disturbance of the next step

    def previewing(self, plant: Plant, track: Track) -> JoinedLaw:
        """The policy that is told each step's disturbance."""
        return self._replace(previews=True)


class AheadLaw(NamedTuple):
    """Stable PD that acts on the predicted end of a step without feedback."""

    gains: Array  # (g, s, n)
    schedule: Array  # (T,)
    offset: Array  # (T or 0, s) control added to the feedback at each step
    previews: bool  # as above

    def previewing(self, plant: Plant, track: Track) -> AheadLaw:
        """The policy that is told each step's disturbance."""
        return self._replace(previews=True)


class StablePD(NamedTuple):
    """PD gains that act on the deviation at the end of each step."""

    gains: Array  # (T or 1, s, n) gain matrix of each step
    reference_velocity: bool = True  # false: velocities are damped towards zero, as in [000], equation 3
    offset: Array | None = None  # (T, s) control added to the feedback at each step

    def policy(self, plant: Plant, track: Track, actuation: Actuation) -> JoinedLaw | AheadLaw:
        """Make stable PD along a motion. Raises ControllerError for gains that do not fit, or not PD's."""
        steps, rest = len(track.feedforward), slice(plant.positions.stop, None)
        law = make_law(self.gains, (steps, len(actuation.limits), plant.size), self.offset)
        if not self.reference_velocity:
            still = np.matmul(law.gains[law.schedule][:, :, rest], track.states[1:, rest, None])[:, :, 0]
            law = law._replace(offset=law.offset + still if len(law.offset) else still)
        return (_joined if plant.joins_gains else _ahead)(law, plant, track, actuation)


def make_stable_pd(setting: Setting, parameters: Mapping[str, float]) -> StablePD:
    """Make stable PD of the given gains of PD. Raises ControllerError for unknown or negative gains."""
    return StablePD(weighted_gains(setting.proportional_terms, parameters))


def stable_pd_ranges(setting: Setting) -> Ranges:
    """The ranges of stable PD's parameters: those of PD, with much larger upper ends."""
    ranges = setting.units.proportional_ranges()
    return {name: (least, STRONGER[name] * largest) for name, (least, largest) in ranges.items()}


def _joined(law: Law, plant: Plant, track: Track, actuation: Actuation) -> JoinedLaw:
    """Make a `JoinedLaw`; the gains' forces must be a symmetric, positive semidefinite spring and damper."""
    acting = np.matmul(actuation.at(track.states[0]), law.gains)
    added = plant.joining(acting)
    scale = np.abs(added).max(initial=0.0)
    if not np.allclose(added, added.transpose(0, 2, 1), rtol=0, atol=SYMMETRIC * scale):
        raise ControllerError("stable PD needs gains whose forces are a symmetric spring and damper")
    if np.linalg.eigvalsh(added).min(initial=0.0) < -SYMMETRIC * scale:
        raise ControllerError("stable PD wants gains that pull back; these push away")
    return JoinedLaw(law.gains, law.schedule, law.offset, np.ascontiguousarray(acting), False)


def _ahead(law: Law, plant: Plant, track: Track, actuation: Actuation) -> AheadLaw:
    gains, begun = law.gains[law.schedule], track.states[:-1]
    acting = plant.responses(begun, track.feedforward) @ np.array([actuation.at(state) for state in begun])
    matrices = np.eye(gains.shape[1]) - gains @ acting
    if not _pull_back(matrices):
        raise ControllerError("stable PD wants gains that pull back; these push away")
    gains, offset = np.linalg.solve(matrices, gains), None
    if law.offset.any():
        offset = np.linalg.solve(matrices, law.offset[:, :, None])[:, :, 0]
    found = make_law(gains, gains.shape, offset)
    return AheadLaw(found.gains, found.schedule, found.offset, False)


def _pull_back(matrices: Array) -> bool:
    """Whether all eigenvalues have positive real parts; that is so if the symmetric parts' are positive."""
    least = np.linalg.eigvalsh(matrices + matrices.swapaxes(1, 2)).min(axis=1, initial=1.0)
    unsure = matrices[~(least > 0)]
    return bool((np.linalg.eigvals(unsure).real > 0).all())


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def _put_known_force(previews: bool, track: Track, index: int, disturbance: Array, force: Array) -> None:
    """Write the known force on the step without feedback."""
    for i in range(force.size):
        force[i] = track.feedforward[index, i] + (disturbance[i] if previews else 0.0)


@decides(JoinedLaw, WITH_GAINS)
@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def decide_joined(law: JoinedLaw, system: System, index: int, disturbance: Array, state: Array) -> int:
    """Take the step with the gains in it; it is the step itself unless an unknown disturbance acts."""
    track, work = system.track, system.work
    _put_known_force(law.previews, track, index, disturbance, work.force)
    if law.offset.shape[0]:
        add_force(system.actuation, state, law.offset[index], work.force)
    first, last = np.ascontiguousarray(track.states[index]), np.ascontiguousarray(track.states[index + 1])
    outcome = step_with_gains(
        system.plant, law.acting[law.schedule[index]], first, last, state, work.force, work.next_state,
        work.deviation,
    )  # fmt: skip
    if outcome < 0:
        work.control[:] = 0.0
        return UNDECIDED
    feedback(law, index, work.deviation, work.control)
    return outcome if law.previews or not disturbance.any() else UNDECIDED


@decides(AheadLaw)
@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def decide_ahead(law: AheadLaw, system: System, index: int, disturbance: Array, state: Array) -> int:
    """Write the feedback on the predicted end of the step; zero where the prediction fails."""
    track, work = system.track, system.work
    _put_known_force(law.previews, track, index, disturbance, work.force)
    if step_plant(system.plant, state, work.force, work.next_state) < 0:
        work.control[:] = 0.0
    else:
        for j in range(state.size):
            work.deviation[j] = work.next_state[j] - track.states[index + 1, j]
        feedback(law, index, work.deviation, work.control)
    return UNDECIDED


@decides_batch(JoinedLaw)
def decide_joined_batch(
    laws: Sequence[JoinedLaw], plant: Plant, actuation: Actuation, track: Track, index: int,
    disturbance: Array | None, states: Array, forces: Array,
) -> tuple[Array, Array, Array]:  # fmt: skip
    """Do as `decide_joined`, for many runs under several laws."""
    told = disturbance if laws[0].previews else None
    loads = forces.copy() if told is None else forces + told
    actuation.add_forces(states, offset_batch(laws, index, states.shape[1]), loads)
    ends, mean = np.empty_like(states), np.empty_like(states)
    acting = np.stack([law.acting[law.schedule[index]] for law in laws])
    around = track.states[index : index + 2]
    found = plant.step_batch_with_gains(acting, states, loads, around, ends, mean) >= 0
    control = feedback_batch(laws, index, mean)
    control[:, ~found] = 0.0
    if disturbance is not None and told is None:
        found &= ~disturbance.any(axis=0)
    return control, ends, found


@decides_batch(AheadLaw)
def decide_ahead_batch(
    laws: Sequence[AheadLaw], plant: Plant, actuation: Actuation, track: Track, index: int,
    disturbance: Array | None, states: Array, forces: Array,
) -> tuple[Array, None, None]:  # fmt: skip
    """Do as `decide_ahead`, for many runs under several laws."""
    known = forces + disturbance if laws[0].previews and disturbance is not None else forces
    ends = np.empty_like(states)
    failed = plant.step_batch(states, known, ends) < 0
    control = feedback_batch(laws, index, ends - track.states[index + 1][:, None])
    control[:, failed] = 0.0
    return control, None, None

"""The estimate of an observer: its data, its step ahead, and the force that it expects."""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

import numpy as np

from runtime.base.kernels import FAST, njit
from runtime.observing.kalman import MeasurementModel
from runtime.plant.actuation import add_force
from runtime.plant.plant import Plant
from runtime.plant.system import System

Array = np.ndarray


class Estimate(NamedTuple):
    """The estimated state and disturbance, their measurement model, and working memory.

    f is the number of the plant's inputs, m that of measured values.
    """

    # (n + b,) the state estimate, followed by b velocities of the previous step if accelerometers need them
    known: Array
    state: Array  # (n,) view of the state in `known`
    before: Array  # (b,) view of the previous velocities in `known`
    # (f,) d, estimated disturbance in the plant's inputs: a reduced force (r,), then zeros
    disturbance: Array
    innovation: Array  # (m,) innovation y - C z of the last correction, in each sensor's unit
    white: Array  # (m,) innovation transformed to unit covariance
    nis: Array  # (1,) normalised innovation squared, the sum of squares of `white`
    measurement: MeasurementModel
    decay: float  # phi, factor by which the disturbance shrinks in a step

    def __deepcopy__(self, memo: dict[int, object]) -> Estimate:
        """Return a copy whose views are of its own `known`."""
        found, n = deepcopy(self._asdict(), memo), self.state.size
        return Estimate(**found | {"state": found["known"][:n], "before": found["known"][n:]})


def new_estimate(plant: Plant, measurement: MeasurementModel, decay: float) -> Estimate:
    """Make an estimate of zeros for a plant."""
    n, f, m = plant.size, plant.forces, len(measurement.noise)
    known = np.zeros(n + measurement.before)
    return Estimate(
        known, known[:n], known[n:], np.zeros(f), np.zeros(m), np.zeros(m), np.zeros(1), measurement, decay
    )


@njit(cache=True, **FAST)
def move_on(estimate: Estimate, following: Array) -> None:
    """Replace the state by the following one; its velocities are kept if measurements need them."""
    state, before = estimate.state, estimate.before
    first = state.size - before.size
    for i in range(before.size):
        before[i] = state[first + i]
    for i in range(state.size):
        state[i] = following[i]


@njit(cache=True, **FAST)
def put_expected_force(system: System, estimate: Estimate, index: int, control: Array) -> None:
    """Write the force that is expected in a step into `system.work.force`."""
    force = system.work.force
    for i in range(force.size):
        force[i] = system.track.feedforward[index, i] + estimate.disturbance[i]
    add_force(system.actuation, estimate.state, control, force)

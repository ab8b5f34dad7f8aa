"""The running filter, which estimates the state and the disturbance from measurements.

    z <- step(z, w_ff,k + B(z) c + d),    d <- phi d,    (z, d) += K_k+1 (y_k+1 - C z)

The estimate is stepped by the plant itself, not by its linearisation. The gains are those of the reference
(`runtime.observing.kalman`), so that a call is one plant step and some 3,000 multiplications, or are computed
online (`runtime.observing.extended`). Neither allocates anything.

Measurements may come a known number of steps late: the filter then stays as many steps behind, and the
estimate of the present is stepped ahead from there under the controls that were given since.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from runtime.base.arguments import array, instance, whole
from runtime.base.kernels import FAST, Kernel, bound, njit
from runtime.observing.estimate import Estimate, move_on, new_estimate, put_expected_force
from runtime.observing.extended import covariance, start_known, update_extended
from runtime.observing.kalman import KalmanGains
from runtime.observing.sensors import Knowledge
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.stepping import LINEARISE, step_plant
from runtime.plant.system import System, system_of
from runtime.plant.track import Track
from softrein.errors import SimulationError

Array = np.ndarray


@njit(cache=True, **FAST)
def ahead(system: System, estimate: Estimate, index: int, control: Array) -> int:
    """Step the estimate ahead; returns the plant's status, and changes nothing if it failed."""
    state, force, following = estimate.state, system.work.force, system.work.next_state
    put_expected_force(system, estimate, index, control)
    status = step_plant(system.plant, state, force, following)
    if status >= 0:
        move_on(estimate, following)
        for i in range(force.size):
            estimate.disturbance[i] *= estimate.decay
    return status


@njit(cache=True, **FAST)
def correct(estimate: Estimate, gain: Array, expected: Array, measured: Array) -> None:
    """Correct the estimate by a measurement (m,) with a gain (n + b + r, m).

    X = `expected` (m, m) has a zero on its diagonal for each value that is not measured now. The normalised
    innovation X^-T (y - C z) has entries of unit variance.
    """
    known, disturbance, measurement = estimate.known, estimate.disturbance, estimate.measurement
    innovation, white = estimate.innovation, estimate.white
    estimate.nis[0] = 0.0
    for i in range(innovation.size):
        innovation[i] = white[i] = 0.0
        if expected[i, i] != 0.0:
            total = measured[i] - measurement.rest[i]
            for j in range(measurement.places.shape[1]):
                total -= measurement.places[i, j] * known[j]
            innovation[i] = total
            for j in range(i):
                total -= expected[j, i] * white[j]
            white[i] = total / expected[i, i]
            estimate.nis[0] += white[i] * white[i]
    for i in range(gain.shape[0]):
        total = 0.0
        for j in range(innovation.size):
            total += gain[i, j] * innovation[j]
        if i < known.size:
            known[i] += total
        else:
            disturbance[i - known.size] += total


@njit(cache=True, **FAST)
def update(
    system: System, estimate: Estimate, index: int, control: Array, gain: Array, expected: Array,
    measured: Array,
) -> int:  # fmt: skip
    """Do `ahead`, and then `correct`."""
    status = ahead(system, estimate, index, control)
    if status >= 0:
        correct(estimate, gain, expected, measured)
    return status


class Observer:
    """The filter along a motion. It has working memory of its own, and is for one thread.

    Attributes:
        measurement: The measurement model of the sensors.
        delay: The steps from a measurement until it is known.

    """

    def __init__(
        self, plant: Plant, actuation: Actuation, track: Track, knowledge: Knowledge,
        gains: KalmanGains | None, delay: int = 0,
    ) -> None:  # fmt: skip
        """`gains` are those of `gains_along`; `plant` must be for this filter alone."""
        self.measurement, self.delay = knowledge.measurement, delay
        self._knowledge, wants = knowledge, (LINEARISE,) if knowledge.extended else ()
        self._system = system_of(plant, actuation, track, *wants)
        decay = knowledge.unknown.decay
        self._known = new_estimate(plant, self.measurement, decay)
        self._now = new_estimate(plant, self.measurement, decay) if delay else self._known
        extended = covariance(plant, actuation, self.measurement, knowledge.unknown)
        self._covariance = extended if knowledge.extended else None
        self._kernel: Kernel | None = None
        self._given: deque[tuple[int, Array]] = deque()  # steps whose measurements are still to come
        self.follow(track, gains, knowledge.repeats)
        self.start(track.states[0])

    def follow(self, track: Track, gains: KalmanGains | None, repeats: bool = False) -> None:
        """Go on along another motion, with gains for it; `repeats` says whether it begins anew at its end.

        Raises SimulationError with a delay: late measurements would be of the motion before.
        """
        followed = instance("track", track, Track, "a motion, as a bundle's `track` is one")
        if self._given:
            raise SimulationError(
                "an observer with a delay cannot go on along another motion: measurements of the one before "
                "are still to come; call start() first"
            )
        # compiled code is bound to arrays of this kind, and to one kind of gains
        followed = Track(*(np.ascontiguousarray(part, dtype=float) for part in followed))
        self._system = self._system._replace(track=followed)
        self._gains, self._kernel = gains, None
        self._instants = len(track.feedforward) + (not repeats)

    def start(self, state: Array) -> None:
        """Begin anew in a known state (n,), without disturbance."""
        state = array("state", state, self._known.state.shape)
        self._given.clear()
        for each in (self._known, self._now):
            each.state[:], each.disturbance[:], each.innovation[:], each.nis[:] = state, 0.0, 0.0, 0.0
            each.before[:] = state[state.size - each.before.size :]
        if self._covariance is not None:
            start_known(self._covariance)

    @property
    def state(self) -> Array:
        """The present estimate of the state (n,), not to be changed."""
        return self._now.state

    @property
    def expected(self) -> Array:
        """The measurement (m,) without noise that the estimate predicts, of the time of the last one."""
        measurement, known = self.measurement, self._known.known
        return np.asarray(measurement.rest + measurement.places @ known[: measurement.places.shape[1]])

    @property
    def disturbance(self) -> Array:
        """The estimated disturbance (forces,): a reduced force, zero for other inputs; not to be changed."""
        return self._now.disturbance

    @property
    def memory(self) -> tuple[Array, ...]:
        """All arrays of the filter's memory if it has no delay."""
        own = () if self._covariance is None else (self._covariance.P,)
        return self._known.known, self._known.disturbance, self._known.innovation, self._known.nis, *own

    @property
    def innovation(self) -> Array:
        """The innovation (m,) of the last measurement, zero for values not measured; not to be changed."""
        return self._known.innovation

    @property
    def nis(self) -> float:
        """The normalised innovation squared; its mean is the number of measured values."""
        return float(self._known.nis[0])

    def update(self, index: int, control: Array, measured: Array) -> None:
        """Update the estimate after step `index` under a clipped `control` (s,), by `measured` (m,).

        The measurement is of `delay` steps ago; those of times before the motion began are not used. Raises
        SimulationError where the plant's step from the estimate fails.
        """
        index = whole("index", index, most=len(self._system.track.feedforward) - 1)
        # compiled code that was bound to contiguous arrays would read others wrongly
        controls = (self._system.actuation.limits.shape[0],)
        control = np.ascontiguousarray(array("control", control, controls, finite=False))
        measured = np.ascontiguousarray(array("measured", measured, self._known.innovation.shape))
        self._given.append((index, control.copy() if self.delay else control))
        if len(self._given) > self.delay:
            self._correct(*self._given.popleft(), measured)
        if not self.delay:
            return
        self._now.known[:], self._now.disturbance[:] = self._known.known, self._known.disturbance
        for step, given in self._given:
            self._check(ahead(self._system, self._now, step, given), step)

    def _correct(self, step: int, control: Array, measured: Array) -> None:
        instant, begun = (step + 1) % self._instants, (self._system, self._known, step, control)
        arguments: tuple[Any, ...]
        if self._gains is not None:
            arguments = *begun, self._gains.gains[instant], self._gains.expected[instant], measured
        else:
            arguments = *begun, self._covariance, measured, instant
        if self._kernel is None:
            self._kernel = bound(update if self._gains is not None else update_extended, *arguments)
        self._check(self._kernel(*arguments), step)

    def _check(self, status: int, step: int) -> None:
        if status < 0:
            raise SimulationError(
                f"step {step} from the estimate did not give a finite state: the sensors see too little, or a"
                " push or the gains are too large"
            )

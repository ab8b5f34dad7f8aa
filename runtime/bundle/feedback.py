"""Feedback from measured markers, for a body that the program does not simulate: a robot, for example.

    feedback = softrein.MarkerFeedback(bundle)
    while not feedback.finished:
        robot.hold(feedback.command, bundle.dt)
        feedback.measured(robot.markers())

A bundle's observer estimates the state from the measurements of its sensors (`runtime.observing`), the
controller computes its control from the estimate, and the observer is told the control. A simulator with
sensors does the same, except that here no true state is computed.

Cameras deliver late. With `delay=2` the call of `measured` that ends step k gives the places of markers at
the end of step k - 2. The first two calls, for times before the motion began, have no measurement to give:
their places are not used, but have to be finite numbers, such as those of markers at rest. Until the third
call the estimate is the motion's first state, stepped ahead under the controls that were given; from then on
it is the corrected one of two steps ago, stepped ahead likewise. At the seam of an endless motion the
estimate goes on; only `reset()` starts it anew.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from runtime import loop
from runtime.base.arguments import array, refused
from runtime.control.base.choice import Choice, unshared
from runtime.control.base.policy import forget, manner_of, system_for
from runtime.control.registry import LQR
from runtime.plant.actuation import clamp, own_at
from runtime.steered import rewinds
from softrein.errors import SimulationError

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle

Array = np.ndarray


class MarkerFeedback:
    """A controller of a bundle that gets measurements of markers, and not the state. It is for one thread.

    Attributes:
        vertices: (k,) the vertices at which the markers are, in the order of measurements.
        expected_noise: (k, 3) m, for accelerometers m/s^2, the standard deviations that the observer assumes.
        names: (s,) those of the actuators; empty where all reduced coordinates are driven.

    """

    def __init__(
        self,
        bundle: BodyBundle,
        controller: Choice = LQR.name,
        rewind: bool | None = None,
        delay: int = 0,
        **options: object,
    ) -> None:
        """`controller` is one of the bundle's, or gains; `options` are its own, as those of `Bundle.law`.

        Measurements arrive `delay` steps after they were made; the module describes the first calls with a
        delay. `rewind` says whether the motion begins anew at its end, by default as in the scene. Raises
        ControllerError where the bundle has no sensors, or where things move freely and it is to begin anew.
        """
        if not callable(getattr(bundle, "observer", None)):
            raise refused("bundle", bundle, "a body's bundle, as softrein.load returns it")
        controller = unshared(controller)
        self._observer = bundle.observer(controller, delay)
        self._rewind = rewinds(bundle, rewind)
        policy = bundle.law(bundle.choice(controller, **options), once=not self._rewind)
        decay = bundle.knowledge.unknown.decay
        self._policy = manner_of(policy).expecting(policy, partial(bundle.setting.fading, decay))
        self._system = system_for(self._policy, bundle.plant(), bundle.actuation, bundle.track_of(controller))
        self._decider, self._steps = loop.decider_of(self._policy), bundle.steps
        measurement = self._observer.measurement
        self.vertices = np.concatenate([sensor.vertices for sensor in bundle.sensors]).astype(np.int64)
        self.expected_noise, self.names = measurement.noise.reshape(-1, 3).copy(), list(bundle.actuator_names)
        self.reset()

    def reset(self) -> None:
        """Begin anew in the motion's first state, which is assumed to be the true one."""
        forget(self._policy)
        self._observer.start(self._system.track.states[0])
        self._index = 0
        self._decide()

    @property
    def index(self) -> int:
        """The step of the motion that begins now, from 0 to T."""
        return self._index

    @property
    def finished(self) -> bool:
        """Whether the motion has ended, and does not begin anew."""
        return self._index == self._steps

    @property
    def control(self) -> Array:
        """The feedback (s,) over the step that begins now, clipped to the limits."""
        return self._system.work.control.copy()

    @property
    def command(self) -> Array:
        """The command (s,) for each actuator over that step: the feedback plus its own part of the motion.

        Each is in its actuator's `scale` (1 N, 1 mm or 1 kPa, unless the scene says otherwise). Where the
        scene's loads make the motion, they act in addition, and are not part of the command.
        """
        own = self._system.actuation.own
        return np.asarray(self._system.work.control + own[min(self._index, len(own) - 1)])

    @property
    def estimate(self) -> Array:
        """The present estimate of the state (n,)."""
        return self._observer.state.copy()

    @property
    def expected(self) -> Array:
        """The measurement (k, 3) that the estimate predicts: places in m, accelerations in m/s^2.

        It is of the instant of the last measurement, and so as late as that is with a delay.
        """
        return self._observer.expected.reshape(-1, 3)

    def measured(self, places: Array) -> None:
        """End a step with the markers' `places` (k, 3) m, now or `delay` steps ago, and decide the next.

        The rows of accelerometers hold accelerations, m/s^2, in space and without gravity. Where a handle
        moves, places are in its frame, as `bundle.shape.positions` has them, not in space.

        The places in the first `delay` calls, before there is a measurement, are not used. A marker that is
        measured only at every n-th instant is not used in between. For a marker that was lost, its row of
        `expected`, a step old, lets the observer go on nearly by the model and the other markers. Raises
        ControllerError if `places` has another shape or holds no finite numbers, SimulationError where the
        motion has ended, or the estimate is not finite.
        """
        if self.finished:
            raise SimulationError(
                f"the motion ended after {self._steps} steps: call reset() to begin it again"
            )
        found = array("places", places, (len(self.vertices), 3))
        self._observer.update(self._index, self._system.work.control, found.reshape(-1))
        ends = self._index + 1 == self._steps
        self._index = 0 if ends and self._rewind else self._index + 1
        self._decide()

    def _decide(self) -> None:
        self._system.work.control[:] = 0.0
        if self.finished:
            return
        index, known = self._index, self._observer
        loop.decide(self._decider, self._system, index, known.disturbance, known.state)
        actuation = self._system.actuation
        clamp(actuation.limits, own_at(actuation, index), self._system.work.control)

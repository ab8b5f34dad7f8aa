"""Feedback from markers alone, for whoever has a body that moves by itself: a robot, or another simulation.

    feedback = softrein.MarkerFeedback(bundle)
    while not feedback.finished:
        robot.hold(feedback.command, bundle.dt)
        feedback.measured(robot.markers())

A bundle's observer makes an estimate of the state out of what its sensors measure (`runtime.observing`), the
controller decides by that, and the observer is told what was decided. It is what a simulator with sensors
does, but that the truth is not computed.

Cameras take their time. With `delay=2` the call of `measured` that ends step k brings where markers were at
the end of step k - 2. The first two calls, of before the motion began, have no measurement to bring: their
places are not looked at, but have to be finite numbers, such as those of markers at rest. Until the third
call the estimate is the motion's first state, stepped ahead under the controls that were given; from then on
it is the corrected one of two steps ago, stepped ahead likewise. A motion that goes round does not begin
anew there; `reset()` does.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from runtime import loop
from runtime.base.arguments import array, flag, refused
from runtime.control.base.choice import Choice
from runtime.control.base.policy import forget, manner_of, system_for
from runtime.control.registry import LQR
from runtime.plant.actuation import clamp, own_at
from softrein.errors import SimulationError

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle

Array = np.ndarray


class MarkerFeedback:
    """A controller of a bundle that knows where markers are, and nothing else. One thread to each.

    Attributes:
        vertices: (k,) where the markers sit, in the order in which they are measured.
        expected_noise: (k, 3) m, of accelerometers m/s^2, standard deviations that the observer reckons with.
        names: (s,) of the actuators; empty where all reduced coordinates are driven.

    """

    def __init__(
        self,
        bundle: BodyBundle,
        controller: Choice = LQR.name,
        rewind: bool | None = None,
        delay: int = 0,
        **options: object,
    ) -> None:
        """One of the bundle's controllers, or gains; `options` are its own, as `Bundle.law` has them.

        Measurements are known `delay` steps after they were made; the module says what the first calls are
        then. It goes round if the scene does, unless `rewind` says so. Raises ControllerError where the
        bundle has no sensors.
        """
        if not callable(getattr(bundle, "observer", None)):
            raise refused("bundle", bundle, "a body's bundle, as softrein.load returns it")
        self._observer = bundle.observer(controller, delay)
        self._rewind = bundle.rewind if rewind is None else flag("rewind", rewind)
        policy = bundle.law(bundle.choice(controller, **options), once=not self._rewind)
        decay = bundle.knowledge.unknown.decay
        self._policy = manner_of(policy).expecting(policy, partial(bundle.setting.fading, decay))
        self._system = system_for(self._policy, bundle.plant(), bundle.actuation, bundle.track_of(controller))
        self._decider, self._steps = loop.decider_of(self._policy), bundle.steps
        sight = self._observer.sight
        self.vertices = np.concatenate([sensor.vertices for sensor in bundle.sensors]).astype(np.int64)
        self.expected_noise, self.names = sight.noise.reshape(-1, 3).copy(), list(bundle.actuator_names)
        self.reset()

    def reset(self) -> None:
        """Begin anew, in the motion's first state, which is taken for known."""
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
        """Whether the motion has ended, and does not go round."""
        return self._index == self._steps

    @property
    def control(self) -> Array:
        """The feedback (s,) over the step that begins now, within what limits leave of it."""
        return self._system.work.control.copy()

    @property
    def command(self) -> Array:
        """What each actuator is to do (s,) over that step: the feedback, and its own part of the motion.

        Each is in its actuator's `scale` (1 N, 1 mm or 1 kPa, unless the scene says otherwise). Where the
        scene's loads make the motion, they act besides, and are no actuator's.
        """
        own = self._system.actuation.own
        return np.asarray(self._system.work.control + own[min(self._index, len(own) - 1)])

    @property
    def estimate(self) -> Array:
        """What is taken for the state (n,) now."""
        return self._observer.state.copy()

    @property
    def expected(self) -> Array:
        """What should be measured now (k, 3), by that estimate: places in m, accelerations in m/s^2."""
        return self._observer.expected.reshape(-1, 3)

    def measured(self, places: Array) -> None:
        """End a step: the markers are at `places` (k, 3) m now, or were `delay` steps ago; decide the next.

        In the rows of accelerometers it is their accelerations, m/s^2, in space and without gravity.

        The first `delay` calls come before there is a measurement, and their places are not looked at. Nor
        is, in between, a marker that is measured at every so manyeth instant only. Raises ControllerError for
        what are no places, SimulationError where the motion has ended, or the estimate leaves the finite
        numbers.
        """
        if self.finished:
            raise SimulationError(f"the motion ended after {self._steps} steps: reset() begins it anew")
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

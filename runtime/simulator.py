"""The simulator that a program embeds: it steps, takes pushes, and gives positions.

    simulator = softrein.load("tshape.softrein").simulator()
    simulator.warm_up()
    while not simulator.finished:
        simulator.step()
        draw(simulator.positions())

A step is one compiled call. Time runs along the reference motion; at its end the simulator stops, or,
with `rewind=True`, goes on from its beginning ([002], section 7: endless motion). A model may have further
motions, in its own bundle or added; then the simulator can `enter` another one at any time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np

from runtime import loop
from runtime.base.arguments import array, flag, indices, whole
from runtime.base.clock import LAST, step_at
from runtime.base.kernels import Kernel, bound
from runtime.control.base.choice import Choice, unshared
from runtime.control.base.policy import Policy, forget, is_compiled, manner_of, memory_of
from runtime.control.paths import (
    SHARE_OF_STEP,
    Detour,
    axes_of,
    curve_of,
    goals_with,
    path_of_region,
    rows_of,
)
from runtime.control.planning.redirect import lay
from runtime.control.registry import LQR
from runtime.plant.push import ActivePush, Push, pushes_in, start_of
from runtime.plant.system import system_of
from runtime.plant.track import Track
from runtime.references import Reference, References, check_alike
from runtime.run import ErrorSoFar, Watch
from runtime.sensed import Sensed
from runtime.steered import Steered, rewinds
from softrein.errors import ControllerError, SimulationError


class Simulator:
    """A reduced plant under feedback control, in real time."""

    _begins_anew = False  # whether it is put at the motion's first state when that begins again
    # attributes that warm_up restores
    _RESTORED: tuple[str, ...] = (
        "_index",
        "steps_taken",
        "_tally",
        "_gone",
        "_pushes",
        "_rewind",
        "_detours",
    )
    _policy: Policy  # policy for the current reference; the next two belong to it as well
    _step: Kernel | None  # compiled function of one step of the loop; None before the first step
    # the same with sensors: the decision, and the step that follows it
    _sensed_step: tuple[Kernel, Kernel] | None
    _steps: int
    _index: int
    steps_taken: int  # number of steps since the start or the last reset
    _watch: Watch | None  # reports explosions under a controller written in Python
    # how many steps the clock was ahead of the motion when paths were last sent to the policy; None: never
    _laid: int | None

    def __init__(
        self, bundle: Steered, policy: Policy, track: Track, rewind: bool | None, sensors: bool = False
    ) -> None:
        """Use `Bundle.simulator` to make one."""
        self.bundle, self._rewind_wanted = bundle, rewind  # None: as each motion's scene says
        self._sensed = Sensed(bundle) if sensors else None
        self._plant, first = bundle.plant(), Reference.of(bundle, self._told(bundle, policy), track)
        self._system = system_of(self._plant, first.actuation, track)
        self._references = References(first)
        self._disturbance = np.zeros(self._plant.forces)
        self._state = track.states[0].copy()
        self._detours: dict[int, Detour] = {}  # replaced paths, by number
        self.frame, self._gone = bundle.frame(), ErrorSoFar()
        self.reset()

    def reset(self) -> None:
        """Return to the first state of the first reference, at time zero, without pushes, and zero counts."""
        self._take_up(0, 0)
        self.frame.reset()
        forget(self._policy)
        self._state[:] = self._track.states[0]
        if self._sensed is not None:
            self._sensed.reset(self._state)
        self._system.work.control[:] = 0.0
        self._tally, self._gone = loop.tally(), ErrorSoFar()
        self._pushes: list[ActivePush] = []
        self._disturbance[:] = 0.0
        self.steps_taken = 0
        self._detours = {which: each._replace(began=0) for which, each in self._detours.items()}
        self._left = Counter[str]()

    def step(self) -> None:
        """Advance by one time step. Warns at the end of a motion that a controller in Python makes explode.

        Raises SimulationError where the motion has ended, or where the step gives no finite state (the
        message names the step; the state is unchanged). If the estimate is not finite, only `reset()` or
        another `estimate` helps.
        """
        if self._index == self._steps:
            if not self._rewind:
                raise SimulationError(
                    f"the reference motion ended after {self._steps} steps: call reset(), or make the "
                    "simulator with rewind=True for endless motion"
                )
            self._begin_again()
        self.frame.seek(self._index)
        if self._pushes:
            self._gather_pushes()
        self.frame.drive(self._disturbance)
        if self._detours:
            self._keep_to_detours()
        if self._watch is not None:
            self._watch.begin(self._index, self._state)
        if self._gone.at != self._index:
            bundle = self._references[self._reference].bundle
            self._gone.begin(bundle, self._track, self._index, self._state)
        status = -1
        try:
            status = self._take_step() if self._sensed is None else self._take_sensed_step(self._sensed)
        finally:
            for push in self._pushes if status < 0 else ():
                push.give_back()
        if status < 0:
            self._system.work.control[:] = 0.0
            raise SimulationError(
                f"step {self._index} did not give a finite state: the push or the gains are too large for a "
                f"time step of {self._plant.dt:g} s"
            )
        self._index += 1
        self.steps_taken += 1
        self._gone.stepped(self._state)
        self.frame.stepped()
        if self._watch is not None:
            self._watch.stepped(self._index - 1, self._disturbance, self._system.work.control, self._state)

    def _begin_again(self) -> None:
        """Go on at the motion's beginning; a frame or a tool on an open way goes there, and does not leap."""
        self._index = 0
        self.frame.follow(self._references[self._reference].bundle.frame_way, self._track, 0)

    def _take_step(self) -> int:
        """Take one step of the loop. Returns the plant's status, which is negative if the step failed."""
        arguments = (self._system, self._decider, self._index, self._disturbance, self._state, self._tally)
        if self._step is None:
            self._step = bound(loop.loops_of(self._decider).step, *arguments)
        return int(self._step(*arguments))

    def _take_sensed_step(self, sensed: Sensed) -> int:
        """Take a step in which the policy gets the estimate alone; the true state is measured at its end."""
        known, before, tally = sensed.observer, self._state.copy(), [each.copy() for each in self._tally]
        system, index = self._system, self._index
        deciding = self._decider, system, index, known.disturbance, known.state
        advancing = system, index, self._disturbance, self._state, self._tally
        if self._sensed_step is None:
            self._sensed_step = bound(loop.decide, *deciding), bound(loop.advance, *advancing)
        choose, advance = self._sensed_step
        choose(*deciding)
        status = advance(*advancing)
        if status >= 0:
            try:
                sensed.measure(index, self._system.work.control, self._state, before)
            except SimulationError:
                self._state[:], self._system.work.control[:] = before, 0.0
                for each, kept in zip(self._tally, tally, strict=True):
                    each[:] = kept
                raise
        return int(status)

    def push(
        self,
        at: int | str | Sequence[float],
        force: Sequence[float],
        duration: float = np.inf,
        radius: float = 0.0,
        noise: float = 0.0,
        seed: int = 0,
    ) -> ActivePush:
        """Push a body with `force` (3,) N at a vertex, a point in space, or a region, by its name.

        At a point the push acts on the vertex that is nearest to it now, at a region on the vertex nearest to
        its middle. Smoke with d axes, two or three, gets a wind of `force` (d,) at a particle or a point,
        `radius` m wide: a force per mass in m/s^2, which scenes call an `acceleration` (`runtime.plant.push`
        says why). A push acts from the next step on, for `duration` seconds or until `release()` of the
        returned object; on a body it acts on the vertices within `radius` metres. With `noise` its strength
        is coherent noise with a knot each `noise` seconds. Raises ControllerError for bad arguments.
        """
        wanted = Push(at, force, self.time, duration, radius, noise, seed)
        found = replace(wanted, at=self.frame.seen(at))
        pattern = self.bundle.shape.patterns(found, self._state)
        self._pushes.append(ActivePush(wanted, pattern, self._plant.dt))
        return self._pushes[-1]

    def path(
        self,
        points: Sequence[Sequence[float]] | None,
        period: float | None = None,
        times: Sequence[float] | None = None,
        absolute: bool = True,
        which: int = 0,
    ) -> None:
        """Let the region of one of the bundle's paths, given by its number, follow another path from now on.

        `points` (k, axes) m are places in space or, if not `absolute`, displacements from the place at rest.
        The smooth curve through them is closed, with rounds of `period` s, or open, with a time in `times`
        (k,) s from now for each point, and at rest after the last. Controllers that plan use the path at
        once, and so does LQR, by new offsets. None instead of points is the bundle's own path again. Raises
        ControllerError where the bundle has no such path, the points make no curve, or the controller cannot
        follow other paths.
        """
        paths = self.bundle.paths
        if not paths:
            raise ControllerError("the bundle's scene has no [[control.paths]]: nothing in it follows a path")
        if self._reference and points is not None:
            raise ControllerError(
                f"path: it is one of the motion {self._references[0].name!r}, and the simulator follows "
                f"{self.motion!r}; make a simulator of that motion's bundle"
            )
        which = whole("which", which, f"the number of a path, 0 to {len(paths) - 1}", most=len(paths) - 1)
        detours = {number: each for number, each in self._detours.items() if number != which}
        if points is not None:
            axes = axes_of("axes", paths[which].axes)
            curve = curve_of(points, len(axes), period, times, SHARE_OF_STEP * self._plant.dt)
            _, rest = path_of_region(self.bundle.shape, paths[which].region, axes)
            rest = rest * flag("absolute", absolute)
            detours[which] = Detour(curve, rows_of(paths)[which], rest, self.steps_taken)
        try:
            self._ask(self._along(detours))
            self._laid = self.steps_taken - self._index
        except ControllerError:
            if points is not None:  # controllers without paths have none to restore
                raise
        self._detours = detours

    def _along(self, detours: Mapping[int, Detour]) -> Policy:
        """The present policy for other paths. Raises ControllerError for one that cannot follow them."""
        bundle, shift = self.bundle, self.steps_taken - self._index
        setting = bundle.setting

        def goals(count: int) -> np.ndarray:
            return goals_with(detours.values(), bundle.costs, setting, shift, count)

        own = manner_of(self._policy)
        found: Policy = None
        if not self._reference:
            found = own.redirected(self._policy, lambda steps: lay(setting.redirection, goals, steps))
        if found is None:
            raise ControllerError("this controller cannot follow a path that changes; take LQR or MPC")
        return found

    def _keep_to_detours(self) -> None:
        """Tell the policy the goals of other paths where these have changed; some policies use none."""
        shift, setting = self.steps_taken - self._index, self.bundle.setting
        kept = (each.stays(shift, self._laid, setting) for each in self._detours.values())
        if not all(kept):
            self._laid = shift
            with suppress(ControllerError):
                self._ask(self._along(self._detours))

    def play(self, pushes: Push | Sequence[Push], step: int) -> list[ActivePush]:
        """Begin those of a motion's pushes that start at a given step of it, where `Bundle.run` has them.

        The end of a motion that begins again is its first step. Raises ControllerError for anything that is
        not a push, or not one for this plant.
        """
        step = whole("step", step, most=LAST)
        step = 0 if step == self._steps and self._rewind else step
        bundle, dt = self._references[self._reference].bundle, self._plant.dt
        begun = [each for each in pushes_in(pushes) if step_at(start_of(each), dt) == step]
        found = [ActivePush(each, bundle.pattern_of(each), dt) for each in begun]
        self._pushes += found
        return found

    def add_reference(self, bundle: Steered, controller: Choice = LQR.name, preview: bool = False) -> int:
        """Add another motion of the same model, with its controller; returns its number, from 1 up.

        The simulator goes on along the reference that it follows. A controller in Python is used for all
        motions. With `preview` the controller is told the pushes of the coming step there. Raises
        ControllerError where model, time step or actuators differ.
        """
        if self.bundle.frame_way and isinstance(bundle, type(self.bundle)):
            bundle = bundle.in_moving_frame()
        check_alike(self.bundle, bundle)
        first, controller = self._references[0].policy, unshared(controller)
        once = not rewinds(bundle, self._rewind_wanted)
        policy = bundle.law(controller, preview, once) if is_compiled(first) else first
        reference = Reference.of(bundle, self._told(bundle, policy), bundle.track_of(controller))
        if self._sensed is not None:
            self._sensed.add(bundle)
        return self._references.add(reference)

    def follow(self, reference: int, step: int | None = None) -> int:
        """Enter a motion, as `enter` does, by its number."""
        return self.enter(whole("reference", reference), step)

    def enter(self, motion: int | str, at: int | None = None) -> int:
        """Go on along a motion, by its name or its number, from one of its steps; returns the step.

        By default it is the step from which LQR returns the state to the motion at the least cost
        (`runtime.entering`: to first order, and for a motion that ends by the mean of the cost over its
        steps); with sensors the state is the estimate. The state and the counts are unchanged.
        Raises ControllerError where there is no such motion or step.
        """
        number = self._references.number_of(motion)
        if at is None:
            at = self._references.closest(self._known_state, number)[1]
        steps = self._references[number].steps
        step = whole(f"step of motion {self._references[number].name}", at, most=steps - 1)
        before, index = self._references[self._reference].policy, self._index
        self._take_up(number, int(step))
        if self._references[self._reference].policy is not before:
            self._left.update(manner_of(before).counts(before))
            forget(self._policy)
        elif self._index != index:
            manner_of(self._policy).jumped(self._policy)
        return self.index

    def jump_to_closest(self) -> int:
        """Enter the motion and the step that are nearest by LQR's cost, among all motions; returns the step.

        [002] (section 7) does so after a strong push, with another distance. `reference` is then the number
        of the motion.
        """
        return self.enter(*self._references.closest(self._known_state))

    def warm_up(self) -> None:
        """Compile and run all that a step needs on every reference; the simulator's state is unchanged."""
        kept = self._state.copy(), self._system.work.control.copy()
        way = self.frame.kept
        self.frame.reset()
        memory = [(each, each.copy()) for one in self._references for each in memory_of(one.policy)]
        if self._sensed is not None:
            memory += [(each, each.copy()) for each in self._sensed.observer.memory]
            drawn = self._sensed.random.bit_generator.state
        nothing, reference = np.zeros_like(self._system.work.control), self.reference
        # stands in for policies written in Python
        idle = SimpleNamespace(control=lambda step, deviation: nothing)
        state = {name: getattr(self, name) for name in self._RESTORED}
        self._tally, self._gone, self._pushes = loop.tally(), ErrorSoFar(), []
        self._detours = {}
        self._disturbance[:] = 0.0
        try:
            if len(self._references) > 1:
                with suppress(ControllerError):  # it is reported when somebody switches to that motion
                    self._references.closest(self._known_state)
            for number in range(len(self._references)):
                self._take_up(number, 0)
                self.frame.reset()
                self._rewind = True
                self._state[:] = self._track.states[0]
                if self._sensed is not None:
                    self._sensed.observer.start(self._state)
                if not is_compiled(self._policy):
                    self._steer(idle, self._track)
                    self._watch = None
                for _ in range(20):
                    self.step()
            self.positions()
            self._take_up(0, 0)
            if self.bundle.paths:
                with suppress(ControllerError):  # the controller follows no paths
                    self._along({})
        finally:
            self._take_up(reference, 0)
            self._state[:], self._system.work.control[:] = kept
            for each, before in memory:
                each[...] = before
            if self._sensed is not None:
                self._sensed.random.bit_generator.state = drawn
            self.frame.restore(way)
            for name, value in state.items():
                setattr(self, name, value)

    def positions(self, vertices: Sequence[int] | np.ndarray | None = None) -> np.ndarray:
        """Positions in m of the chosen vertices of a body (k, 3), or particles in smoke (k, d), or of all.

        d is the smoke's number of axes. Positions of a body are in space, also if its handle moves. Behind
        the rows of the body's own vertices (`BodyBundle.own_vertices`) are those of things that move freely:
        two of each ball, four of each box or capsule, of which the first is its centre.
        """
        chosen = None if vertices is None else indices("vertices", vertices, self.bundle.shape.count)
        return self.frame.placed(self.bundle.shape.positions(self._state, chosen))

    @property
    def reference_positions(self) -> np.ndarray:
        """The present positions of vertices, or particles, in the reference, likewise in space."""
        return self.frame.placed(self.bundle.shape.positions(self._track.states[self._index]))

    @property
    def state(self) -> np.ndarray:
        """The state (n,), a copy; may be set. It is `(p, v)` for a body, and `(particles, z)` for smoke.

        With sensors it is the true state; the controller gets `estimate`, which is set separately.
        """
        return self._state.copy()

    @state.setter
    def state(self, value: np.ndarray) -> None:
        self._state[:] = array("state", value, self._state.shape)
        self._gone.leave()
        if self._watch is not None:
            self._watch.leave()

    @property
    def estimate(self) -> np.ndarray:
        """The state (n,) that the controller gets, a copy; may be set. Without sensors it is the state."""
        return self._known_state.copy()

    @estimate.setter
    def estimate(self, value: np.ndarray) -> None:
        if self._sensed is None:
            self.state = value
        else:
            known, observer = array("estimate", value, self._state.shape), self._sensed.observer
            if not np.isfinite(observer.disturbance).all():
                observer.start(known)
            self._known_state[:] = known

    @property
    def estimated_disturbance(self) -> np.ndarray:
        """The observer's estimate of the present unknown force (forces,); zero without sensors."""
        return (
            np.zeros(self._plant.forces) if self._sensed is None else self._sensed.observer.disturbance.copy()
        )

    @property
    def index(self) -> int:
        """The step of the reference that comes next, from 0 to T; may be set."""
        return self._index

    @index.setter
    def index(self, value: int) -> None:
        before, self._index = self._index, whole("index", value, most=self._steps)
        if self._index != before:
            manner_of(self._policy).jumped(self._policy)
        self.frame.seek(self._index)

    @property
    def rewind(self) -> bool:
        """Whether the motion begins again at its end: as its scene says, unless said or set for all motions.

        It may be set, but not where things move freely. A controller that plans goes on as it was made: with
        plans into the next round, or only to the motion's end.
        """
        return self._rewind

    @rewind.setter
    def rewind(self, value: bool) -> None:
        value = flag("rewind", value)
        self._rewind = value if self._begins_anew else rewinds(self.bundle, value)
        self._rewind_wanted = value

    @property
    def reference(self) -> int:
        """The number of the motion that is followed; 0 is that of the bundle which made this simulator."""
        return self._reference

    @property
    def motions(self) -> list[str]:
        """The names of the motions that it may `enter`, in the order of their numbers."""
        return self._references.names

    @property
    def motion(self) -> str:
        """The name of the motion that is followed."""
        return self._references.names[self._reference]

    @property
    def reference_state(self) -> np.ndarray:
        """The present reference state (n,)."""
        return self._track.states[self._index].copy()

    @property
    def control(self) -> np.ndarray:
        """The feedback (s,) of the last step; zero where that failed."""
        return self._system.work.control.copy()

    @property
    def time(self) -> float:
        """Seconds of simulated time since the start or the last reset."""
        return self.steps_taken * self._plant.dt

    @property
    def effort(self) -> float:
        """The integral of the squared feedback so far."""
        return float(self._tally.effort[0])

    @property
    def error(self) -> float:
        """The error so far: the distance from the motions that were followed, as their costs measure it.

        After a whole pass it is the `error` of `Bundle.run` and `softrein run`: the root of the squared
        deviations, weighted by the scene's `[control]` and summed over time (`runtime.control.base.costs`).
        Like `effort` it continues where a motion begins again or another one is entered, and is zero after
        `reset()`. If `path` has changed paths, distances are still measured from the scene's own.
        """
        return self._gone.error

    @property
    def counts(self) -> dict[str, int]:
        """Counts of controls at their limits, of halvings of steps and their parts, and the policy's own."""
        counted = {"clamped": int(self._tally.clamped[0]), "halved": int(self._tally.halved[0])}
        own = manner_of(self._policy).counts(self._policy)
        return counted | {name: own.get(name, 0) + self._left[name] for name in {**self._left, **own}}

    @property
    def planned(self) -> np.ndarray:
        """The states (k, n) of the controller's present plan from now on; k is 0 for one without plan.

        The first is the planned present state; the others are a block of the plan apart, which is one step
        unless its options say otherwise.
        """
        found = manner_of(self._policy).planned(self._policy, self._index)
        return np.zeros((0, self._plant.size)) if found is None else found

    @property
    def steps_left(self) -> int:
        """The number of steps to the end of the motion; at its end those of the next round, if it repeats."""
        return self._steps - (0 if self._index == self._steps and self._rewind else self._index)

    @property
    def finished(self) -> bool:
        """Whether the reference motion has ended and is not rewound."""
        return self._index == self._steps and not self._rewind

    @property
    def _track(self) -> Track:
        return self._system.track

    @property
    def _known_state(self) -> np.ndarray:
        return self._state if self._sensed is None else self._sensed.observer.state

    def _take_up(self, reference: int, step: int) -> None:
        bundle, policy, track, actuation = self._references[reference]
        self._system = self._system._replace(actuation=actuation)
        self._steer(policy, track)
        self._watch = None if is_compiled(policy) else Watch(bundle, track)
        if self._sensed is not None:
            self._sensed.follow(reference, track)
        self._steps = self._references[reference].steps
        self._reference, self._index = reference, step
        wanted = self._rewind_wanted
        self._rewind = bool(wanted) if self._begins_anew else rewinds(bundle, wanted)
        self.frame.follow(self._references[reference].bundle.frame_way, track, step)

    def _steer(self, policy: Policy, track: Track) -> None:
        self._step, self._sensed_step, self._laid = None, None, None
        self._gone.leave()
        calls = self._plant.calls(*manner_of(policy).wants)
        self._system = self._system._replace(plant=calls, track=track)
        self._ask(policy)

    def _told(self, bundle: Steered, policy: Policy) -> Policy:
        """The policy along a bundle's motion; with sensors it uses the observer's estimated force."""
        if self._sensed is None:
            return policy
        return manner_of(policy).expecting(policy, partial(bundle.setting.fading, self._sensed.decay))

    def _ask(self, policy: Policy) -> None:
        """Set the policy that decides from now on."""
        self._policy, self._decider = policy, loop.decider_of(policy)

    def _gather_pushes(self) -> None:
        self._disturbance[:] = 0.0
        self._pushes = [push for push in self._pushes if push.steps_left > 0]
        turn = self.frame.turn
        for push in self._pushes:
            self._disturbance += push.take_force(turn)

"""The interactive simulation: it obeys commands between its steps, and survives their failures.

A step that fails, or goes beyond the bounds of a motion of this size, resets the state to the reference at
the same step; hands let go, and pages are informed. This module is independent of processes, clocks and
networks.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from runtime.bundle.record import Bundle
from runtime.control.base.choice import Choice
from runtime.control.base.costs import error_at
from runtime.control.base.law import AffineGains, Law
from runtime.control.base.policy import forget, manner_of
from runtime.control.registry import CONTROLLERS, LQR
from runtime.entering import Entrance
from runtime.plant.actuation import add_force
from runtime.plant.track import Track
from runtime.references import Reference, References
from runtime.simulator import Simulator
from softrein.api.tuning import missing
from softrein.errors import ControllerError, SoftreinError
from softrein.viewer.base import messages
from softrein.viewer.base.messages import Command
from softrein.viewer.base.runs import BY_HAND, COST, PATH, PUSHED, Runs
from softrein.viewer.interaction import Interaction, interaction_on
from softrein.viewer.keyframes.motion_buffers import MotionBuffer, along
from softrein.viewer.laws import Laws
from softrein.viewer.scene import Scene
from softrein.viewer.shown.drives import Drives
from softrein.viewer.shown.encounters import Encounter
from softrein.viewer.shown.plans import put_plan

LARGEST_SHORT = 3e38
ACTS = {"grab", "blow", "push"}


class Steered(Simulator):
    """A simulator whose controller may change while it runs, and on which hands act."""

    # `Live` puts it there where the motion does not end about where it began, or something moves freely
    _begins_anew = True
    _chosen: tuple[object, Track] | None = None  # a controller and track that replace the reference's own
    _last: tuple[np.ndarray, np.ndarray] | None = None  # the states at the two ends of the last step

    def __init__(self, scene: Scene, acting: Interaction, policy: object, track: Track) -> None:
        self._acting, self._limits = acting, scene.bundle.actuation.limits.copy()
        super().__init__(scene.bundle, policy, track, scene.bundle.rewind, scene.sensed)

    def choose(self, policy: object, track: Track, anew: bool = True) -> None:
        """Continue under another policy from the same state. Unless `anew` it keeps its memory."""
        policy = self._told(self.bundle, policy)
        self._chosen = policy, track
        self._steer(policy, track)
        if anew:
            forget(policy)

    def replace_motion(self, bundle: Bundle, policy: object, track: Track, at: int | None = None) -> None:
        """Follow another motion of the same model.

        It continues at one of its steps, by default at the same.
        """
        self.bundle, index = bundle, self.index if at is None else at
        if self._sensed is not None:
            self._sensed.renew(bundle)
        policy = self._told(bundle, policy)
        self._references = References(Reference.of(bundle, policy, track))
        self._chosen = policy, track
        self._take_up(0, index)
        forget(policy)

    def step(self) -> None:
        """Advance by one time step, with all hands on it."""
        self._acting.act(self._state, self._disturbance, self.index % self._steps)
        before = self._state.copy()
        super().step()
        self._last = before, self._state.copy()

    def put_on_reference(self, effort: float) -> None:
        """Set the state to the reference's at this step; `effort` is the effort so far."""
        self._state[:] = self._track.states[self.index]
        self._gone.leave()
        self._last = None
        self._system.work.control[:] = 0.0
        self._tally.effort[0] = effort
        if self._sensed is not None:
            self._sensed.observer.start(self._state)

    def go_round(self) -> None:
        """Go on from the present state at the beginning of the motion that has ended."""
        manner_of(self._policy).jumped(self._policy)
        self._begin_again()

    @property
    def last_step(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The states (n,) between which the last step went, and the plant's inputs in it.

        Before any step, or after a leap, they are the present state and the motion's inputs.
        """
        if self._last is None:
            return self._state, self._state, self._track.feedforward[max(self.index - 1, 0)]
        return *self._last, self._system.work.force

    @property
    def state_now(self) -> np.ndarray:
        """The state (n,), not a copy."""
        return self._state

    @property
    def deviation(self) -> np.ndarray:
        """The state less the reference's (n,)."""
        return self._state - self._track.states[self.index]

    @property
    def limits(self) -> np.ndarray:
        """The limits of the controls (s, 2), not a copy: hands on cables and chambers change them."""
        return self._system.actuation.limits

    @property
    def feedback(self) -> np.ndarray:
        """The reduced force (r,) of the last step's feedback: what it adds to that of the feed-forward."""
        known = self._track.feedforward[(self.index - 1) % self._steps]
        force = known.copy()
        add_force(self._system.actuation, self._state, self._system.work.control, force)
        of = self._plant.reduced_force
        return of(self._state, force) - of(self._state, known)

    def told(self, drives: Drives) -> np.ndarray:
        """Return a frame's entries of cables and chambers (a, 2), as they were in the last step."""
        step = (self.index - 1) % self._steps if self.bundle.rewind else max(self.index - 1, 0)
        known = self._track.feedforward[step]
        return drives.told(known, self._system.work.control)

    def _take_up(self, reference: int, step: int) -> None:
        super()._take_up(reference, step)
        self._last = None
        own = self._system.actuation._replace(limits=self._limits)
        self._system = self._system._replace(actuation=own)
        if self._chosen is not None:
            self._steer(*self._chosen)


class Live:
    """One motion at a time, stepped and commanded."""

    def __init__(
        self,
        scene: Scene,
        gain_buffers: Sequence[AffineGains] = (),
        whole_drift: bool = False,
        motions: Sequence[MotionBuffer] = (),
    ) -> None:
        """`gain_buffers` and `motions` are filled by others, for `swap`; `whole_drift` is `Scene.drift`'s."""
        bundle = self._shipped = self._first = scene.bundle
        # log10 of the control cost factor of the gains that come with the first motion
        self._first_decades = 0.0
        self.scene, self._spare, self._motions = scene, gain_buffers, motions
        self._others = {name: bundle.motion(name) for name in bundle.others}
        self._entrances = {name: Entrance(each) for name, each in {**bundle.motions, **self._others}.items()}
        # motions that became active, their steps, pushes, control costs and where they lead; not sent yet
        self.moved: list[tuple[str, int, int, float, list[object]]] = []
        self.paused, self.waits = False, False  # paused by a page; waiting for the command `start`
        self.factor, self.cost_decades, self.echo = 1.0, 0.0, 0
        self._laws, self.controller = Laws(scene), scene.begins
        self.interaction = interaction_on(scene)
        self.simulator = Steered(scene, self.interaction, *self._laws.of(scene.begins, self.period))
        self.errors: list[str] = []  # error messages for the pages, not sent yet
        # number of a path -> whether a page drew it, and its points; not sent yet
        self.drawn: dict[int, tuple[bool, list[list[float]]]] = {}
        self._strokes: set[int] = set()  # paths that differ from the scene's
        self._carried = False  # whether the handle was moved by a page, or is on its way back
        plant = bundle.plant()
        self._places = plant.positions
        self._squared = np.zeros(1)  # squared error so far
        self._starts_over, self._bounds = scene.starts_over, scene.bounds
        self._frame = np.zeros(messages.frame_size(*scene.counts), np.uint8)
        arrays = self._frame[messages.HEADER.size :].view("<f4")
        self._arrays, self._plan = np.split(arrays, [-scene.plan.numbers])
        self.encounters, self.drift = scene.encounters(), scene.drift(whole_drift)
        self.runs = Runs(bundle.steps)
        self._meet_anew(0)

    def prepare(self) -> None:
        """Compile what a step and a hand need, so that the first ones are as quick as the rest."""
        untuned = missing(self.scene.bundle, self.scene.controllers)
        for name in (*self.scene.controllers, self.controller):
            with suppress(SoftreinError):  # a controller that cannot be made reports it when it is chosen
                (self._rehearse if name in untuned else self._choose)(name)
                self.simulator.warm_up()
        self.interaction.prepare()
        for encounter in self.encounters:
            encounter.prepare()
        for entrance in self._entrances.values():  # compute their costs now rather than during a jump
            with suppress(SoftreinError):  # it is reported when somebody switches to that motion
                entrance.best(self.simulator.state)

    @property
    def moving(self) -> bool:
        """Whether a step can be taken."""
        return not (self.paused or self.waits or self.simulator.finished)

    @property
    def deviation(self) -> float:
        """The size of the measured deviation from the reference now."""
        return self._size(self.simulator.deviation)

    @property
    def period(self) -> float:
        """Seconds of the clock from one step to the next."""
        return self.scene.bundle.dt / self.factor

    def obey(self, page: int, command: Command) -> bool:
        """Execute a page's command; return whether that was possible, of which pages are informed if not.

        It acts from the next step on. A hand on an ended motion rewinds it.
        """
        obeyed = True
        try:
            if command.do in ACTS and self.simulator.finished:
                self._rewind()
            if command.do in ("grab", "blow", "release"):
                getattr(self.interaction, command.do)(page, **command.values)
            elif command.do == "push":
                self.scene.see(self.simulator)  # the force is given in space
                self.interaction.push(**command.values)
            elif command.do != "cost":  # new gains arrive with the command "swap"
                getattr(self, f"_{command.do}")(**command.values)
        except SoftreinError as error:
            self.errors.append(str(error))
            obeyed = False
        if command.id:
            self.echo = command.id
        return obeyed

    def step(self) -> None:
        """Take one step; where it fails, the state goes back onto the reference.

        At its end an endless motion goes on from where it is; but one that ends far from where it began
        starts over.
        """
        simulator = self.simulator
        if simulator.index == self.scene.bundle.steps and simulator.rewind:
            self._go_round()
        effort = simulator.effort
        self.scene.see(simulator)
        try:
            simulator.step()
        except SoftreinError as error:  # from the step, or from a controller in Python
            self._recover(str(error), effort)
        if (np.abs(simulator.state_now) > self._bounds).any():
            self._recover("the motion went farther, or faster, than its box or its own size allows", effort)
        deviation, bundle = simulator.deviation, self.scene.bundle
        self._squared += error_at(bundle.costs, simulator.index, deviation[:, None], bundle.dt)
        for encounter in self._met:
            encounter.follow(simulator.index, simulator.state_now[: bundle.rank])
        self._carried = self._carried and simulator.frame.moving
        self.runs.now.met = tuple(each.outcome for each in self._met)
        self.runs.add(simulator.index, self._size(deviation), self._effort, self._error, self._marks)

    def carry(self) -> None:
        """Let the flow carry what it carries, after a step."""
        if self.drift is not None:
            self.drift.advance(self.simulator.state_now)

    def frame(self, number: int, step_us: float, p99_us: float, rate: float) -> np.ndarray:
        """The frame (u8) of now; the same memory at each call."""
        held = self.interaction.strongest()
        force, at = [0.0] * 3, [0.0] * 3
        self.scene.see(self.simulator)
        if held is not None:
            applied, there = self.scene.turned(held.applied), self.scene.placed(held.at)
            force[: held.applied.size], at[: held.at.size] = applied.tolist(), there.tolist()
        planned = put_plan(self.scene, self.simulator, self._plan)
        flags = (
            messages.PLANNED * planned
            | messages.PAUSED * self.paused
            | messages.FINISHED * self.simulator.finished
            | messages.ENDLESS * self.simulator.rewind
            | messages.GRABBED * self.interaction.holding
        )
        messages.HEADER.pack_into(
            self._frame.data,
            0,
            messages.FRAME,
            self.scene.controllers.index(self.controller),
            flags,
            messages.pace_of(self.factor),
            number & messages.LARGEST_ID,
            self.simulator.index,
            self.echo,
            self.runs.now.number & messages.LARGEST_ID,
            self.runs.now.marks,
            self.simulator.time,
            _short(self._effort),
            _short(self.deviation),
            _short(self._error),
            step_us,
            p99_us,
            rate,
            self.cost_decades,
            *force,
            *at,
        )
        shown, simulator = slice(self.scene.shown), self.simulator
        targets = [(met.outcome, met.time, *(self.scene.turn @ met.place)) for met in self.encounters]
        driven = [] if self.scene.drives is None else [simulator.told(self.scene.drives).ravel()]
        self._arrays[:] = np.concatenate(
            [
                simulator.state_now[shown],
                simulator.reference_state[shown],
                simulator.feedback,
                *targets,
                *driven,
                *self.scene.pose(),
                *self.scene.touched(*simulator.last_step),
                *([simulator.estimate[shown]] if self.scene.sensed else []),
            ]
        )
        return self._frame

    def _drive(self, which: int, value: float) -> None:
        """Hold a cable or chamber at a value."""
        if self.scene.drives is not None:
            self.scene.drives.hold(self.simulator.limits, which, value)

    def _loosen(self, which: int) -> None:
        if self.scene.drives is not None:
            self.scene.drives.let_go(self.simulator.limits, which)

    def _carry(self, to: tuple[float, ...], turn: tuple[float, ...] | None = None, which: int = 0) -> None:
        """A page carries the plant's frame, or a tool."""
        self.scene.carry(self.simulator, to, turn, which)
        self._carried = True

    def _leave(self) -> None:
        """Release the handle or tool to its own motion."""
        self.scene.leave(self.simulator)

    def _swap(self, slot: int, decades: float, moved: bool = False) -> None:
        """LQR goes on with the spare gains of a slot, made for the shipped control cost times 10^decades.

        If it has `moved`, the motion beside them is followed from now on.
        """
        if self._is_elsewhere and not moved:
            raise ControllerError(
                f"gains for another control cost are possible for {self._name_of(self._shipped)} only"
            )
        for which in () if self._is_elsewhere else tuple(self._strokes):
            self._path(which, ())
            what = "through other key-frames" if moved else "with another control cost"
            self.errors.append(f"{what} LQR follows the scene's own path again")
        gains, offset = self._spare[slot]
        assert offset is not None
        if moved:
            self._lead(
                along(self._motions[slot], self._shipped), AffineGains(gains.copy(), offset.copy()), decades
            )
            return
        policy = self._laws.of(LQR.name, self.period)[0]
        assert isinstance(policy, Law)
        self._take_gains(policy._replace(gains=gains, offset=offset), decades)

    def _motion(self, name: str) -> None:
        """Continue along another motion of the model, at the step to which LQR brings the state best."""
        at, _ = self._entrances[name].best(self.simulator.estimate)
        self.interaction.play_script(False)  # the script of another motion was not asked for
        for which in tuple(self._strokes):
            self._path(which, ())
        if not self._is_elsewhere:
            self._first = self.scene.bundle
        self.cost_decades = 0.0 if name in self._others else self._first_decades
        self._follow(self._others.get(name, self._first), at)

    @property
    def _is_elsewhere(self) -> bool:
        """Whether another motion is followed than the one that the model begins with."""
        return self.scene.bundle.motion_name != self._shipped.motion_name

    def _name_of(self, bundle: Bundle) -> str:
        return bundle.motion_name or bundle.name

    @property
    def _met(self) -> Sequence[Encounter]:
        """Return the encounters with the targets, which are the first motion's."""
        return () if self._is_elsewhere else self.encounters

    def _lead(self, bundle: Bundle, gains: AffineGains, decades: float = 0.0) -> None:
        """Follow a first motion that was made meanwhile, at the same step, or later from another."""
        bundle = bundle.with_controllers({LQR.name: gains})
        self._entrances[self._name_of(bundle)] = Entrance(bundle)
        self._first_decades = decades
        if self._is_elsewhere:
            self._first = bundle
            return
        self.cost_decades = decades
        self._follow(bundle)

    def _follow(self, bundle: Bundle, at: int | None = None) -> None:
        """Follow another motion at a step, or at the same; if paused on the reference, stay on the new one.

        Controllers are made anew; where the active one cannot be made, LQR is used.
        """
        simulator, effort = self.simulator, self.simulator.effort
        stood = self.paused and not simulator.deviation.any()
        before = self.scene.bundle
        self.scene.follow(bundle)
        if all(before is not each for each in (self._shipped, self._first, *self._others.values())):
            # it refers to the bundle in a cycle, and garbage collection is off
            before.__dict__.pop("setting", None)
        self._laws = Laws(self.scene)
        try:
            law = self._laws.of(self.controller, self.period)
        except SoftreinError as error:
            self.errors.append(str(error))
            self.controller = LQR.name
            law = self._laws.of(self.controller, self.period)
        steps = bundle.steps
        simulator.replace_motion(bundle, *law, min(simulator.index, steps) if at is None else at)
        self.interaction.learn_script()
        self._starts_over, self._bounds = self.scene.starts_over, self.scene.bounds
        if stood:
            simulator.put_on_reference(effort)
        self.runs.forget(steps)
        self.drawn.clear()  # where the motion leads is told with it
        told = len(bundle.pushes), self.cost_decades, self.scene.led()
        self.moved.append((self._name_of(bundle), steps, *told))
        marks = 0 if stood else BY_HAND  # after a hand moved the body, it is off the motion
        (self._start_counting if before.motion_name == bundle.motion_name else self._meet_anew)(marks)

    def _seek(self, step: int) -> None:
        """Put the state on the reference at a step; hands let go."""
        self.interaction.release_all()
        self.simulator.index = min(step, self.scene.bundle.steps)
        self.simulator.put_on_reference(self.simulator.effort)
        self._meet_anew(0)

    def _take_gains(self, policy: object, decades: float) -> None:
        """Change to other LQR gains; other controllers keep their plans and counts."""
        self._laws.change(LQR.name, policy)
        self.cost_decades = decades
        if self.controller == LQR.name:
            self._choose(LQR.name)

    def _path(self, which: int, points: Sequence[tuple[float, ...]]) -> None:
        """Follow a stroke, or without points the scene's own path; report controllers that follow none.

        LQR then has the shipped cost.
        """
        if which >= len(self.scene.bundle.paths):
            raise ControllerError("nothing of this motion follows that path")
        decades = self.cost_decades
        if points and decades:  # gains for another control cost do not support drawn paths
            before = self._laws.of(LQR.name, self.period)[0]
            self._take_gains(self._laws.renewed(LQR.name), 0.0)
        try:
            self.drawn[which] = bool(points), self.scene.draw(self.simulator, which, points)
        except SoftreinError as error:
            self.errors.append(str(error))
            if points and decades:
                self._take_gains(before, decades)
            return
        (self._strokes.add if points else self._strokes.discard)(which)

    @property
    def _effort(self) -> float:
        """Return the effort of the run."""
        return self.simulator.effort - self._effort_before

    @property
    def _marks(self) -> int:
        """Return the marks of the last step for its run: what acted, and under which controller."""
        return (
            PUSHED * self.interaction.script_acts
            | BY_HAND * self._touched
            | COST * (self.controller == LQR.name and self.cost_decades != 0)
            | PATH * bool(self._strokes)
        )

    @property
    def _touched(self) -> bool:
        """Whether a hand acted in the last step, on the body, its handle or what drives it."""
        drives = self.scene.drives
        return self.interaction.touched or self._carried or (drives is not None and bool(drives.held))

    @property
    def _error(self) -> float:
        """The run's error so far, as the cost weighs it."""
        return float(np.sqrt(self._squared[0]))

    def _size(self, deviation: np.ndarray) -> float:
        """The length of what is measured of a deviation (n,)."""
        measured = deviation[self._measured]
        return float(np.sqrt(measured @ measured))

    @property
    def _measured(self) -> slice:
        """Entries of a state that a deviation is of; see `runtime.run`."""
        return self._places if self._places.stop else slice(None)

    def _recover(self, why: str, effort: float) -> None:
        self.interaction.release_all()
        self.simulator.frame.reset()
        if self.scene.drives is not None:
            self.scene.drives.let_all_go(self.simulator.limits)
        self.simulator.put_on_reference(effort)
        self.errors.append(f"{why}; the motion goes on from its reference")

    def _start_counting(self, marks: int) -> None:
        """A run begins, with effort and error at zero, and the marks of what it finds."""
        self._squared[:] = 0.0
        self._effort_before = self.simulator.effort
        self.runs.begin(self.controller, self.simulator.index, self.deviation, marks)

    def _meet_anew(self, marks: int) -> None:
        """Begin another run from a step: later targets are met again."""
        self._start_counting(marks)
        index = self.simulator.index
        for encounter in self._met:
            encounter.begin(index)
            encounter.follow(index, self.simulator.state_now[: self.scene.bundle.rank])

    def _go_round(self) -> None:
        self.interaction.play_script(False)
        if self._starts_over:
            self.simulator.index = 0
            self.simulator.put_on_reference(self.simulator.effort)
        else:
            self.simulator.go_round()
        self._meet_anew(0 if self._starts_over else self.runs.now.left)
        if self.drift is not None:
            (self.drift.reset if self._starts_over else self.drift.renew)(self.simulator.state_now)

    def _start(self) -> None:
        self.waits = False

    def _controller(self, name: str) -> None:
        """Change to another controller, with effort and error at zero; report why one cannot be made."""
        changes = name != self.controller
        try:
            self._choose(name)
        except SoftreinError as error:
            self.errors.append(str(error))
            return
        if changes:
            self._start_counting(self.runs.now.left)

    def _rehearse(self, name: str) -> None:
        """Choose some member of a family that is not tuned yet, so that a warm-up compiles its kernels."""
        bundle = self.scene.bundle
        some = {of: least for of, (least, _) in bundle.parameter_ranges(name).items()}
        self.simulator.choose(bundle.law(bundle.comparator(name, some)), bundle.track)

    def _take(self, name: str, choice: Choice) -> None:
        """Add a controller that was tuned meanwhile to the motion that it was tuned for.

        If that motion is the followed one, change to the controller; otherwise report which it is for.
        """
        self._shipped = self._shipped.with_controllers({name: choice})
        self._laws.forget(name)
        if self._is_elsewhere:
            self._first = self._first.with_controllers({name: choice})
            words = CONTROLLERS[name].words
            self.errors.append(f"{words} was tuned for {self._name_of(self._shipped)}: choose it there")
            return
        self.scene.follow(self.scene.bundle.with_controllers({name: choice}))
        self._controller(name)

    def _choose(self, name: str) -> None:
        self.simulator.choose(*self._laws.of(name, self.period))
        self.controller = name

    def _pause(self, on: bool) -> None:
        self.paused = on

    def _rewind(self) -> None:
        """Go back to the motion's first state: hands let go, and what was scheduled happens again."""
        self.interaction.release_all()
        self.simulator.reset()
        self._meet_anew(0)
        if self.drift is not None:
            self.drift.reset(self.simulator.state_now)

    def _try(self) -> None:
        """Restart the motion, with the scene's own pushes."""
        self.paused = False
        self._rewind()
        self.interaction.play_script(True)

    def _jump(self) -> None:
        self.simulator.jump_to_closest()
        self._meet_anew(self.runs.now.left)

    def _scale(self, factor: float) -> None:
        self.factor = factor
        self.simulator.choose(*self._laws.of(self.controller, self.period), anew=False)

    def _endless(self, on: bool) -> None:
        self.simulator.rewind = on


def _short(value: float) -> float:
    """A number, not negative, that 32 bits can hold."""
    return min(float(value), LARGEST_SHORT)

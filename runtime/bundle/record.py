"""The bundle: all that the runtime and a viewer need, in one checked file.

A bundle holds the reduced model, the reference motion, the gains of every controller, the costs that the
gains were made for, and the shape. What is the same for every kind of plant is here; a soft body's own part
is in `runtime.bundle.body`, that of smoke in `runtime.bundle.smoke`. `runtime.bundle.file` reads and
writes them; nothing here touches disk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import numpy as np

from runtime.body.target import Target
from runtime.bundle.resample import at_step
from runtime.control.costs import Costs
from runtime.control.law import (
    AffineGains,
    Choice,
    Controller,
    Law,
    StablePD,
    foreseeing,
    make_law,
    weighted_gains,
)
from runtime.control.timed import SHORTEST, TIME_CONSTANTS, timed_gains
from runtime.loop import Events, Track, defects, no_events
from runtime.push import Push, check_push, events_of
from runtime.rollouts import Rollouts, roll
from runtime.run import Run, recorded_run
from runtime.simulator import Simulator
from softrein.errors import ControllerError

B = TypeVar("B", bound="Bundle")
AHEAD = {"spd"}  # controllers whose gains act on the state at the end of a step
STRONGER = {"kz": 1e2, "kp": 1e4, "kd": 1e2}  # stable PD is tried with gains so much beyond those of PD
CONSTANTS = (0.1, 20.0)  # time constants that timed PD is tried with
DRIFT = (0.1, 0.4)  # shares of the reference's known defect that comparators are tried with, beside none
LONGEST = 10.0  # recovery time that is tried, in durations of the motion


@dataclass(frozen=True, kw_only=True)
class Bundle(ABC):
    """One steered plant. Shapes: r reduced coordinates, n state entries, s controls, T steps."""

    kind: ClassVar[str]
    axes: ClassVar[int]  # of space: the components of a push
    units: ClassVar[
        dict[str, str]
    ]  # of a run's "effort", with and without "actuators", and "deviation"; of a "push"
    comparators: ClassVar[dict[str, tuple[str, ...]]]  # controllers beside LQR -> their parameters
    arrays: ClassVar[tuple[str, ...]] = (
        "vectors",
        "uncontrolled",
        "actuators",
        "limits",
    )  # stored as they are
    sampled: ClassVar[dict[str, int]] = {}  # arrays with an entry a state -> along which axis
    shared: ClassVar[tuple[str, ...]] = ("vectors", "model", "actuators")  # by references of one model
    records: ClassVar[dict[str, type]] = {"track": Track, "costs": Costs}  # NamedTuples of arrays
    settings: ClassVar[dict[str, type]] = {  # plain data
        "name": str, "dt": float, "rewind": bool, "discretisation": str, "scene": dict, "stages": list,
    }  # fmt: skip
    later: ClassVar[dict[str, Any]] = {}  # settings that older files lack -> what holds for them

    name: str
    scene: dict[str, Any]  # the scene it was made from, as plain data
    stages: list[dict[str, Any]]  # how long each stage of its making took and what it made
    vectors: np.ndarray  # (dofs, r)
    dt: float  # s
    track: Track
    uncontrolled: np.ndarray  # (T, r) the projected control of the full run, which "none" is left to
    costs: Costs
    actuators: np.ndarray  # (r, s)
    limits: np.ndarray  # (s,)
    gains: dict[str, np.ndarray]  # controller -> (T or 1, s, n)
    offsets: dict[str, np.ndarray] = field(default_factory=dict)  # controller -> (T, s), beside its gains
    discretisation: str  # of the LQR gains: "step" or "exponential"
    rewind: bool = False  # whether the motion is meant to be endless
    pushes: list[Push] = field(default_factory=list)  # the scene's own
    targets: list[Target] = field(default_factory=list)
    foresees: bool = False  # whether all controllers are told pushes as they begin; a file does not keep it

    @property
    @abstractmethod
    def shape(self) -> Any:
        """The geometry: `count`, `positions(state, chosen)` and `patterns(push, state)`."""

    @abstractmethod
    def plant(self) -> Any:
        """A plant with working memory of its own, for one thread."""

    @abstractmethod
    def proportional_terms(self) -> dict[str, np.ndarray]:
        """The gains (T or 1, s, n) that one unit of each P or PD gain stands for ([002], equation 14)."""

    @abstractmethod
    def timed_terms(self) -> dict[str, np.ndarray]:
        """What a unit of kp, kd and kz stands for in timed PD: with each place of unit mass."""

    @abstractmethod
    def proportional_ranges(self) -> dict[str, tuple[float, float]]:
        """The least and the largest value of each P or PD gain that is worth a search."""

    @abstractmethod
    def places(self, rng: np.random.Generator, times: np.ndarray) -> list[int | tuple[float, ...]]:
        """Where random pushes at the given `times` (count,) s act."""

    @abstractmethod
    def about(self) -> dict[str, Any]:
        """What is particular to the kind, for people: names and values."""

    def check(self) -> None:
        """Raise ValueError or a SoftreinError where parts do not fit each other."""
        rank, steps, controls = self.rank, self.steps, self.actuators.shape[1]
        size = self.plant().size
        expected = {
            "track/states": (self.track.states.shape, (steps + 1, size)),
            "track/feedforward": (self.track.feedforward.shape, (steps, rank)),
            "uncontrolled": (self.uncontrolled.shape, (steps, rank)),
            "actuators": (self.actuators.shape, (rank, controls)),
            "limits": (self.limits.shape, (controls,)),
            "costs/running": (self.costs.running.shape, (size, size)),
            "costs/schedule": (self.costs.schedule.shape, (steps,)),
            "costs/instants": (self.costs.instants.shape, (len(self.costs.steps), size, size)),
        }
        for name, gain in self.gains.items():
            expected[f"gains/{name}"] = (gain.shape, (len(gain), controls, size))
        for name, offset in self.offsets.items():
            expected[f"offsets/{name}"] = (offset.shape, (steps, controls))
            if name not in self.gains:
                raise ValueError(f"offsets/{name} belongs to no gains")
        for name, (actual, wanted) in expected.items():
            if actual != wanted:
                raise ValueError(f"{name} has shape {actual}, expected {wanted}")
        self.events(self.pushes)
        for name in self.gains:
            self.law(name)

    @property
    def effort_unit(self) -> str:
        """The unit of effort: of actuators, which a scene names, or of reduced forces."""
        named = self.scene.get("control", {}).get("actuators")
        return self.units["effort of actuators" if named else "effort"]

    @property
    def deviation_unit(self) -> str:
        """The unit of a run's deviation."""
        return self.units["deviation"]

    @property
    def rank(self) -> int:
        """r, the number of reduced coordinates."""
        return self.vectors.shape[1]

    @property
    def steps(self) -> int:
        """T, the number of steps of the reference motion."""
        return len(self.track.feedforward)

    @property
    def controllers(self) -> list[str]:
        """The controllers that this bundle has gains for."""
        return [*self.gains, "none"]

    def law(self, controller: Choice = "lqr", foresees: bool = False) -> Law:
        """The law of a controller of this bundle, of gains (T or 1, s, n), or of gains that look ahead.

        With `foresees`, here or of the bundle, it is told each step's disturbance when the step begins
        (`runtime.control.law`).
        """
        choice = self.choice(controller)
        gains, size = choice.gains, self.track.states.shape[1]
        if np.ndim(gains) == 3 and np.shape(gains)[2] != size:
            raise ControllerError(f"gains for {np.shape(gains)[2]} state entries, {size} wanted")
        plant = self.plant()
        if isinstance(choice, StablePD):
            law = plant.stable_law(choice, self.track.states, self.actuators, self.limits)
        else:
            law = make_law(gains, self.steps, self.actuators, self.limits, choice.offset)
        if not (foresees or self.foresees):
            return law
        return foreseeing(
            law, lambda step: plant.linearise(self.track.states[step], self.track.feedforward[step])
        )

    def choice(self, controller: Choice) -> AffineGains | StablePD:
        """The gains of a controller, given by its name or as they are."""
        if isinstance(controller, AffineGains | StablePD):
            return controller
        if not isinstance(controller, str):
            return AffineGains(controller, None)
        gains, offset = self._gains_of(controller), self.offsets.get(controller)
        return StablePD(gains, offset=offset) if controller in AHEAD else AffineGains(gains, offset)

    def with_controllers(self: B, found: Mapping[str, Choice]) -> B:
        """The bundle with the gains and offsets of controllers by name, beside those that it has."""
        choices = {name: self.choice(choice) for name, choice in found.items()}
        kept = {name: offset for name, offset in self.offsets.items() if name not in found}
        added = {name: choice.offset for name, choice in choices.items() if choice.offset is not None}
        gains = {name: np.asarray(choice.gains) for name, choice in choices.items()}
        return replace(self, gains=self.gains | gains, offsets=kept | added)

    def comparator(self, controller: str, parameters: Mapping[str, float]) -> Choice:
        """One of `comparators` with some parameters; ControllerError where they are not its own."""
        if controller not in self.comparators:
            raise ControllerError(
                f"there is no comparator {controller!r}; there are {', '.join(self.comparators)}"
            )
        own = {name: value for name, value in parameters.items() if name != "drift"}
        offset = self._against_drift(parameters.get("drift", 0.0))
        if controller == "timed":
            if "recovery" not in own or not set(own) <= set(self.comparators[controller]):
                given = ", ".join(own) or "nothing"
                raise ControllerError(f"timed PD has parameters recovery and constants, not {given}")
            gains = timed_gains(self._terms["timed"], self.costs, self.steps, self.dt, **own)
            return AffineGains(gains, offset)
        terms = self._terms["proportional"]
        gains = weighted_gains({name: terms[name] for name in self.comparators[controller]}, own)
        return StablePD(gains, offset=offset) if controller in AHEAD else AffineGains(gains, offset)

    def parameter_ranges(self, controller: str) -> dict[str, tuple[float, float]]:
        """The least and the largest value of each of a comparator's parameters that is worth a search."""
        drift = {"drift": DRIFT} if self._countering is not None else {}
        if controller == "timed":
            shortest = TIME_CONSTANTS * SHORTEST * self.dt
            return drift | {"constants": CONSTANTS, "recovery": (shortest, LONGEST * self.dt * self.steps)}
        ranges = self.proportional_ranges()
        stronger = STRONGER if controller in AHEAD else dict.fromkeys(STRONGER, 1.0)
        return drift | {
            name: (ranges[name][0], stronger[name] * ranges[name][1])
            for name in self.comparators[controller]
            if name in ranges
        }

    def _against_drift(self, share: float) -> np.ndarray | None:
        """The offset (T, s) that meets so large a share of what keeps the plant off its reference."""
        if not (share >= 0 and np.isfinite(share)):
            raise ControllerError(f"drift is a share, finite and not negative, but it is {share:g}")
        return None if self._countering is None or share == 0 else share * self._countering

    @cached_property
    def _countering(self) -> np.ndarray | None:
        """Controls (T, s) that come closest to undoing each step's defect; None where there is none.

        It is all that LQR is told of the reference beforehand, and so comparators may have of it what they
        want.
        """
        plant = self.plant()
        missed = defects(plant, self.track)
        if not missed.any():
            return None
        found = np.empty((self.steps, self.actuators.shape[1]))
        for step in range(self.steps):
            _, G = plant.linearise(self.track.states[step], self.track.feedforward[step])
            found[step] = -np.linalg.lstsq(G @ self.actuators, missed[step], rcond=None)[0]
        return found

    @cached_property
    def _terms(self) -> dict[str, dict[str, np.ndarray]]:
        """Both kinds of terms, which cost smoke a linearisation a step."""
        return {"proportional": self.proportional_terms(), "timed": self.timed_terms()}

    def stable_pd(self, reference_velocity: bool = True, **gains: float) -> StablePD:
        """Stable PD of some gains, those of PD, for `simulator`, `run` and `rollouts`.

        Raises ControllerError for a gain that this plant has not, or that is negative.
        """
        return StablePD(weighted_gains(self._terms["proportional"], gains), reference_velocity)

    def simulator(
        self, controller: Choice | Controller = "lqr", rewind: bool | None = None, foresees: bool = False
    ) -> Simulator:
        """A simulator under "lqr", "p", "pd", "spd", "timed" or "none", gains, or a controller in Python.

        It rewinds if the scene does, unless told. `Simulator.add_reference` gives it further motions. With
        `foresees` the law is told the pushes of the step that comes (`runtime.control.law`); a controller in
        Python never is.
        """
        rewind = self.rewind if rewind is None else rewind
        if isinstance(controller, str | np.ndarray | AffineGains | StablePD):
            return Simulator(self, self.law(controller, foresees), self.track_of(controller), rewind)
        if not callable(getattr(controller, "control", None)):
            raise ControllerError(
                "a controller is a name, an array of gains, or an object with control(step, deviation)"
            )
        if foresees:
            raise ControllerError("a controller in Python is not told disturbances: leave out foresees")
        return Simulator(self, self.law("none"), self.track, rewind, controller)

    def at_step(self: B, dt: float) -> B:
        """The same plant, motion and controllers at another time step, in s: resampled, not made anew.

        See `runtime.bundle.resample`. The gains stay those that were optimal for the old step; making new
        ones is `softrein precompute`'s. Raises SimulationError for a step that is not positive and finite, or
        longer than the motion.
        """
        return at_step(self, dt)

    def iterated(self: B, most: int) -> B:
        """The same with at least so many Newton iterations allowed in a step, if its plant takes any."""
        return self

    def rollouts(
        self,
        pushes: Sequence[Push | Sequence[Push]],
        controller: Choice = "lqr",
        record: bool = False,
        foresees: bool = False,
    ) -> Rollouts:
        """Runs of the whole motion, one for each entry of `pushes`, all at once.

        An entry is a push or a sequence of pushes; an empty sequence is an undisturbed run. With `foresees`
        the controller is told the pushes of the step that comes (`runtime.control.law`).
        """
        return self.rollouts_under([controller], pushes, record, foresees)[0]

    def rollouts_under(
        self,
        controllers: Sequence[Choice],
        pushes: Sequence[Push | Sequence[Push]],
        record: bool = False,
        foresees: bool = False,
    ) -> list[Rollouts]:
        """`rollouts` under each of several controllers, in one batch."""
        runs: list[Sequence[Push]] = [[entry] if isinstance(entry, Push) else entry for entry in pushes]
        each = [self.events(run) for run in runs]
        owners = np.repeat(np.arange(len(runs)), [len(events.first) for events in each])
        events = Events(*(np.concatenate(part) for part in zip(no_events(self.rank), *each, strict=True)))
        laws = [self.law(controller, foresees) for controller in controllers]
        tracks = [self.track_of(controller) for controller in controllers]
        plant = self.plant()
        outcomes: dict[int, Rollouts] = {}
        for ahead in (False, True):
            alike = [number for number, law in enumerate(laws) if law.ahead == ahead]
            if alike:
                rolled = roll(
                    plant, [laws[i] for i in alike], [tracks[i] for i in alike], self.costs, events, owners,
                    len(runs), record,
                )  # fmt: skip
                outcomes.update(zip(alike, rolled, strict=True))
        return [outcomes[number] for number in range(len(laws))]

    def run(
        self, pushes: Sequence[Push] | None = None, controller: Choice = "lqr", foresees: bool = False
    ) -> Run:
        """One recorded run of the whole motion, with the scene's own pushes unless others are given.

        With `foresees` the controller is told the pushes of the step that comes (`runtime.control.law`).
        """
        events = self.events(self.pushes if pushes is None else pushes)
        law = self.law(controller, foresees)
        return recorded_run(self.plant(), law, self.track_of(controller), self.costs, events)

    def track_of(self, controller: Choice) -> Track:
        """The motion that a controller follows; with "none", the control of the full run is all that acts."""
        without = isinstance(controller, str) and controller == "none"
        return self.track._replace(feedforward=self.uncontrolled) if without else self.track

    def events(self, pushes: Sequence[Push]) -> Events:
        """Pushes as reduced forces over steps."""
        for push in pushes:
            check_push(push, self.axes)
        patterns = [self.shape.patterns(push, self._state_at(push)) for push in pushes]
        return events_of(pushes, patterns, self.dt, self.steps, self.rank)

    def _state_at(self, push: Push) -> np.ndarray | None:
        """The state in which a planned push finds its place; None: where nothing has moved."""
        return None

    def _gains_of(self, controller: str) -> np.ndarray:
        if controller == "none":
            return np.zeros((1, self.actuators.shape[1], self.track.states.shape[1]))
        if controller not in self.gains:
            older = "; it was made before there were such: precompute it again, or give gains"
            raise ControllerError(
                f"this bundle has no controller {controller!r}; it has {', '.join(self.controllers)}"
                f"{older if controller in self.comparators else ''}"
            )
        return self.gains[controller]

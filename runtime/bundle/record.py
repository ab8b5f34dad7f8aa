"""The bundle: all data that the runtime and a viewer need, in one checked file.

A bundle holds the reduced model, the reference motion, the gains of every controller, the costs that the
gains were made for, and the shape. This module has the part that is the same for every kind of plant; a soft
body's own part is in `runtime.bundle.body`, that of smoke in `runtime.bundle.smoke`. `runtime.bundle.file`
reads and writes bundles; nothing here uses the disk.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar, cast

import numpy as np

from runtime.base.arguments import array as number_array
from runtime.base.arguments import flag, function, instance, mapping, refused, said, several, whole
from runtime.base.fields import nothing, stored
from runtime.base.progress import Progress
from runtime.base.renamed import renamed, renamed_property
from runtime.bundle.checks import about, check_fields
from runtime.bundle.members import COSTS, STAGE, TRACK
from runtime.bundle.resample import (
    at_step,
    corrections,
    costs_between,
    held_forces,
    mean_gains,
    mean_offsets,
    mean_parts,
    replanning_at,
    targets_at,
)
from runtime.control.base.choice import Choice, Gains, checked_choice, policy_of, unshared
from runtime.control.base.costs import Costs, is_weight
from runtime.control.base.law import AffineGains
from runtime.control.base.policy import Policy, is_compiled
from runtime.control.controller import Controller
from runtime.control.paths import Path, path_misses
from runtime.control.planning.options import Replanning
from runtime.control.registry import CONTROLLERS, LQR, NONE, STABLE_PD, always_there, comparators
from runtime.control.setting import Ranges, Setting, UnitGains
from runtime.control.stable_pd import StablePD
from runtime.observing.kalman import KalmanGains
from runtime.observing.observer import Observer
from runtime.observing.sensors import Knowledge, gains_along
from runtime.plant.actuation import Actuation, make_actuation, own_controls
from runtime.plant.frame import Frame
from runtime.plant.geometry import Geometry
from runtime.plant.inputs import Inputs
from runtime.plant.plant import Plant
from runtime.plant.push import Ensemble, Push, check_push, events_of, pushes_in, runs_in, warn_of_late
from runtime.plant.track import Events, Track, no_events
from runtime.references import check_alike
from runtime.rollouts import Pushed, Rollouts, roll
from runtime.run import Run, motion_size, recorded_run, warn_of_explosions
from runtime.simulator import Simulator
from runtime.steered import rewinds
from runtime.target import Target
from softrein.errors import ControllerError, shown

B = TypeVar("B", bound="Bundle")

MOST_MOTIONS = 32  # most motions of one model


def is_name(name: str) -> bool:
    """Whether a text can be the name of a motion; names in a file contain it, so that it has no slash."""
    return bool(name) and "/" not in name


class Units(NamedTuple):
    """The units of a run's effort and deviation, and of a push's force."""

    effort: str
    deviation: str
    push: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Bundle(UnitGains):
    """A plant under control. Shapes: r reduced coordinates, n state entries, s controls, T steps.

    `runtime.base.fields` describes how fields are declared.
    """

    kind: ClassVar[str]
    _simulated: ClassVar[type[Simulator]] = Simulator  # class of the simulator that steps it

    name: str = stored(meaning="of the scene")
    description: str = stored(
        default="", since=6, older="description", prose=True, meaning="the scene's, for people"
    )
    scene: dict[str, Any] = stored(meaning="the scene that the bundle was made from; for people")
    stages: list[dict[str, Any]] = stored(members=STAGE, meaning="what its making took; for people")
    seed: int = stored(default=0, since=6, older="seed", least=0, most=2**128 - 1, meaning="of random pushes")
    dt: float = stored(
        least=1e-12, most=1e9, unit="s", meaning="h: the time step, which is fixed: gains were made for it"
    )
    rewind: bool = stored(default=False, meaning="whether the motion begins anew at its end")
    discretisation: str = stored(
        choices=("step", "exponential", ""),
        meaning="which of two LQR gains were the better; for people",
    )
    integrals: Literal["exact", "simpson"] = stored(
        default="exact",
        since=6,
        older="control.integrals",
        meaning="how the costs of the exponential ones are integrated",
    )
    actuator_names: list[str] = stored(
        default=list,
        since=6,
        older="control.actuators.*.name",
        meaning="of the controls; empty: the body's reduced coordinates themselves are driven",
    )
    vectors: np.ndarray  # (d or faces, r) basis vectors, declared by each kind
    track: Track = stored(members=TRACK)
    uncontrolled: np.ndarray = stored(
        "steps",
        "forces",
        since=2,
        older="track/feedforward",
        resampled=held_forces,
        unit="reduced force",
        meaning="acts in its place when there is no control: what the full simulation was driven by",
    )
    correction: np.ndarray = stored(
        "steps",
        "forces",
        default=nothing,
        since=13,
        may_be_empty=True,
        resampled=corrections,
        unit="reduced force",
        meaning="w_model: what of `track/feedforward` and `uncontrolled` is the model's own, by which it "
        "goes through the full motion; nobody applies it to the full model. Empty where there is none",
    )
    costs: Costs = stored(resampled=costs_between, members=COSTS)
    actuators: np.ndarray = stored(
        "forces",
        "controls",
        shared=True,
        unit="reduced force / control",
        meaning="B: from controls to reduced forces, and to inputs behind them; without named actuators the "
        "first s columns of the identity",
    )
    limits: np.ndarray = stored(
        "controls",
        2,
        infinite=True,
        unit="control",
        meaning="low and high of each control, low <= 0 <= high; infinite where there is none. Of "
        "files before version 7 (s): largest magnitudes",
    )
    steered: bool = stored(
        default=False,
        since=10,
        meaning="whether the controls made the motion, so that limits hold for c_ff = B⁺ (w_ff - w_model) "
        "and feedback together; else they do so only for what drives the body from within",
    )
    gains: dict[str, np.ndarray] = stored(
        "matrices",
        "controls",
        "size",
        resampled=mean_gains,
        unit="control / state",
        meaning="K: of the controller NAME, such as `lqr`, `p`, `pd`, `spd` and `timed`",
    )
    offsets: dict[str, np.ndarray] = stored(
        "steps",
        "controls",
        default=dict,
        resampled=mean_offsets,
        unit="control",
        meaning="k: what the controller NAME adds to its feedback",
    )
    parts: dict[str, np.ndarray] = stored(
        ...,
        default=dict,
        since=6,
        resampled=mean_parts,
        meaning="other arrays of a controller that is not among those below: NAME is CONTROLLER.FIELD",
    )
    paths: list[Path] = stored(
        default=list, since=8, meaning="what follows paths, with its rows of `costs` one after the other"
    )
    pushes: list[Push] = stored(default=list, meaning="the scene's own disturbances")
    targets: list[Target] = stored(
        default=list, resampled=targets_at, meaning="what a body is meant to meet; empty for smoke"
    )
    ensemble: Ensemble | None = stored(
        default=None, since=6, older="ensemble", meaning="the random pushes that controllers are compared on"
    )
    replanning: Replanning = stored(
        default=Replanning(),
        since=7,
        resampled=replanning_at,
        meaning="how controllers that plan ahead do so, unless they are told otherwise",
    )
    motion_name: str = stored(
        default="", since=14, meaning="its own among several motions of its model; nothing of an only one"
    )
    preview: bool = False  # whether all controllers know pushes when they begin; not stored in files
    others: Mapping[str, Bundle] = field(
        default_factory=dict
    )  # bundles of the model's other motions, by name

    foresees = renamed_property("foresees", "preview")

    def __post_init__(self) -> None:
        """Make the motion's arrays C-ordered, as compiled loops need them."""
        object.__setattr__(self, "track", Track(*map(np.ascontiguousarray, self.track)))
        object.__setattr__(self, "uncontrolled", np.ascontiguousarray(self.uncontrolled))

    def __repr__(self) -> str:
        """Its class, what it is called, and its size: not its arrays."""
        size = f"r = {self.rank}, {self.steps} steps of {self.dt:g} s"
        return f"<{type(self).__name__} {self.title}: {size}>"

    @property
    def title(self) -> str:
        """The scene's name, and that of the motion where it has one of its own."""
        return f"{self.name}, {self.motion_name}" if self.motion_name else self.name

    @property
    def motions(self: B) -> Mapping[str, B]:
        """The motions of its model by their names, each as a bundle; its own is the first.

        A motion that is the only one has the name of the scene.
        """
        return {self.motion_name or self.name: self, **self._others}

    @property
    def _others(self: B) -> Mapping[str, B]:
        """The other motions, as bundles of its own kind."""
        return cast("Mapping[str, B]", self.others)

    def motion(self: B, name: str) -> B:
        """The bundle of one of `motions`, with the others in it. Raises ControllerError for another name."""
        found = self.motions
        if not isinstance(name, str) or name not in found:
            raise ControllerError(f"there is no motion {said(name)}; there are {', '.join(found)}")
        if found[name] is self:
            return self
        rest = {each: bundle for each, bundle in found.items() if each != name}
        others = {each: replace(one, others={}) for each, one in rest.items()}
        return replace(found[name], others=others, preview=self.preview or found[name].preview)

    def with_motion(self: B, found: B) -> B:
        """This bundle with another one's motion, in place of its own of that name, or added to its own."""
        instance("found", found, type(self), "a bundle of the same kind")
        check_alike(self, found)
        if found.motion_name == self.motion_name:
            return replace(found, others=self.others)
        return replace(self, others={**self.others, found.motion_name: replace(found, others={})})

    def with_motions(self: B, others: Sequence[B]) -> B:
        """This bundle with further motions of its model, besides those that it has.

        Raises ControllerError for motions of another model, or without a name of their own.
        """
        if not is_name(self.motion_name):
            raise ControllerError(
                f"{shown(self.name)} needs a name of its motion: set motion_name by dataclasses.replace"
            )
        found = {self.motion_name: self, **self._others}
        for other in several("others", others, "a sequence of bundles"):
            instance("others", other, type(self), "bundles of the same kind")
            check_alike(self, other)
            if not is_name(other.motion_name) or other.motion_name in found:
                raise ControllerError(f"motions need names of their own, not {shown(other.motion_name)}")
            found[other.motion_name] = replace(other, others={})
        del found[self.motion_name]
        return replace(self, others=found)

    def each_motion(self: B, change: Callable[[B], B]) -> B:
        """This bundle with a change made to each of its motions, including its own."""
        function("change", change, "a function from a bundle to a bundle")
        others = {name: change(other) for name, other in self._others.items()}
        return replace(change(self), others=others) if others else change(self)

    @property
    @abstractmethod
    def axes(self) -> int:
        """The number of axes of space, which is that of the components of a push."""

    @property
    @abstractmethod
    def units(self) -> Units:
        """The units of its figures."""

    @property
    @abstractmethod
    def shape(self) -> Geometry:
        """The geometry: `count`, `positions(state, chosen)`, `patterns(push, state)` and `random_places`."""

    @abstractmethod
    def plant(self) -> Plant:
        """A plant with working memory of its own, for one thread."""

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes that are named in the declared shapes of its arrays."""
        return {
            "rank": self.rank,
            "forces": self.forces,
            "steps": self.steps,
            "states": self.steps + 1,
            "controls": self.actuators.shape[1],
        }

    def check(self) -> None:
        """Raise ValueError or a SoftreinError where a field is not as declared, or does not fit others."""
        with np.errstate(all="ignore"):
            check_fields(self)
            self._check_names()
            self._check_costs()
            self._check_kind()
            plant, actuation = self.plant(), self.actuation
            for k, push in enumerate(self.pushes):
                with about(f"pushes.{k}"):
                    self.events([push])
            for name in self.gains:
                with about(f"gains/{name}"):
                    policy_of(self.choice(name), plant, self.track, actuation)
        self._check_motions()

    def _check_motions(self) -> None:
        """Raise ValueError unless other motions are of the same model, and have their names."""
        if len(self.others) >= MOST_MOTIONS:
            raise ValueError(f"motions: {len(self.others) + 1}, expected {MOST_MOTIONS} at most")
        if self.others and not is_name(self.motion_name):
            raise ValueError("motion_name: one of several motions has a name, without a slash")
        for name, other in self.others.items():
            with about(f"motions/{name}"):
                if name != other.motion_name or name == self.motion_name or other.others or not is_name(name):
                    raise ValueError("it is no motion of that name, or has motions of its own")
                check_alike(self, other)
                other.check()

    def _check_names(self) -> None:
        """Check that offsets and parts belong to gains, and that either all controls have names or none."""
        for name in self.offsets.keys() - self.gains.keys():
            raise ValueError(f"offsets/{name} belongs to no gains")
        for (owner, part), _ in self._owned_parts():
            if owner not in self.gains:
                raise ValueError(f"parts/{owner}.{part} belongs to no gains")
        for name in self.gains.keys() & set(always_there()):
            raise ValueError(f"gains/{name}: {CONTROLLERS[name].words} has no gains")
        if self.actuator_names and len(self.actuator_names) != len(self.limits):
            raise ValueError(
                f"actuator_names has {len(self.actuator_names)} entries for {len(self.limits)} controls"
            )

    def _check_costs(self) -> None:
        """Check that weights are symmetric and positive semidefinite, as a run's error is NaN otherwise."""
        for name in ("running", "instants", "control"):
            if not is_weight(getattr(self.costs, name)):
                raise ValueError(
                    f"costs/{name} is no weight: expected symmetric, with no negative eigenvalue"
                )
        rows = sum(len(path.axes) for path in self.paths)
        given = {"places": len(self.costs.places), "weights": len(self.costs.weights)}
        given["goals"] = self.costs.goals.shape[1] if len(self.costs.goals) else 0
        for name, count in given.items():
            if count != rows:
                raise ValueError(f"costs/{name} has {count} places on paths, but paths have {rows} axes")

    @abstractmethod
    def _check_kind(self) -> None:
        """Check what is particular to this kind of bundle; part of `check`."""

    def places(self, rng: np.random.Generator, times: np.ndarray) -> list[int | tuple[float, ...]]:
        """The places of random pushes at the given `times` (count,) s; each time is rounded to a step."""
        instance("rng", rng, np.random.Generator, "a numpy.random.Generator")
        times = number_array("times", times, (None,), "finite numbers of seconds, one a push")
        steps = np.rint(np.clip(times / self.dt, 0, self.steps)).astype(int)
        return self.shape.random_places(rng, self.track.states[steps])

    @property
    def rank(self) -> int:
        """r, the number of reduced coordinates."""
        return self.vectors.shape[1]

    @property
    def inputs(self) -> Inputs:
        """The plant's inputs by name: "force", the reduced forces, and behind them inputs of its terms."""
        return Inputs({"force": self.rank})

    @property
    def forces(self) -> int:
        """The number of the plant's inputs."""
        return self.inputs.count

    @property
    def steps(self) -> int:
        """T, the number of steps of the reference motion."""
        return len(self.track.feedforward)

    @property
    def controllers(self) -> list[str]:
        """The names of controllers that this bundle has gains for, and of those that need none."""
        return [*self.gains, *always_there()]

    @property
    def driving(self) -> np.ndarray:
        """The inputs (T, forces) that drive the motion, also in the full model: w_ff less w_model."""
        forward = self.track.feedforward
        return forward - self.correction if len(self.correction) else forward

    def steered_along(self: B, track: Track, costs: Costs) -> B:
        """A copy about another motion, at these costs, that its own controls make: nothing is corrected.

        Raises ControllerError for what is no motion and for what are no costs.
        """
        instance("track", track, Track, "a motion of the bundle's model, like bundle.track")
        instance("costs", costs, Costs, "costs of it, like bundle.costs")
        return replace(
            self,
            track=track,
            uncontrolled=track.feedforward,
            correction=nothing(),
            costs=costs,
            offsets={},
            steered=True,
        )

    @cached_property
    def actuation(self) -> Actuation:
        """The map from controls to reduced forces, with the controls' limits and their part in the motion."""
        own = own_controls(self.actuators, self.driving, self.rank, self.steered)
        return make_actuation(self.actuators, self.limits, own)

    @renamed(foresees="preview")
    def law(
        self, controller: Choice = LQR.name, preview: bool = False, once: bool = False, **options: object
    ) -> Policy:
        """The policy of a controller along the motion; it is given by its name, by gains, or as a policy.

        With `preview`, here or in the bundle, it is told each step's disturbance when the step begins
        (`runtime.control.base.law`). With `once` it is for a run that ends with the motion, even if the
        motion repeats: re-planning, unless it is a policy already, then does not plan across the seam.
        `options` are those of a controller that has some, such as re-planning
        (`runtime.control.planning.options`).
        """
        preview = flag("preview", preview) or self.preview
        choice = self.choice(controller, **options)
        return policy_of(choice, self.plant(), self.track, self.actuation, preview, flag("once", once))

    def choice(self, controller: Choice, **options: object) -> Any:
        """The gains of a controller, given by its name or as gains; `options` are those of `law`."""
        if isinstance(controller, str) and controller in always_there():
            return CONTROLLERS[controller].made(self.setting, options)
        if options:
            raise ControllerError(
                f"this controller has no option {shown(', '.join(options))}: its gains are made already; "
                f"only {', '.join(name for name in always_there() if name != NONE.name)} has options"
            )
        if isinstance(controller, np.ndarray):
            return AffineGains(number_array("gains", controller))
        if not isinstance(controller, str):
            return checked_choice(controller)
        if controller not in self.gains:
            how = f"; softrein.tune(bundle, {controller!r}) finds its gains"
            raise ControllerError(
                f"this bundle has no controller {shown(controller)}; it has {', '.join(self.controllers)}"
                f"{how if controller in self.comparators else ''}"
            )
        parts = {part: array for (owner, part), array in self._owned_parts() if owner == controller}
        if controller not in CONTROLLERS and parts:
            raise ControllerError(f"this softrein does not know what kind of controller {controller!r} is")
        return _kind_of(controller)(
            gains=self.gains[controller], offset=self.offsets.get(controller), **parts
        )

    def _owned_parts(self) -> Iterator[tuple[tuple[str, str], np.ndarray]]:
        """The owner's name and the part's name of each of `parts`, and its array."""
        for name, array in self.parts.items():
            owner, _, part = name.rpartition(".")
            yield (owner, part), array

    def with_controllers(self: B, found: Mapping[str, Choice]) -> B:
        """The bundle with further controllers, or others of the same names; `found` has gains by name.

        Raises ControllerError for gains of a kind that their name does not tell: those of a known kind of
        controller are stored under its name, plain gains under a name that is none of these.
        """
        wanted = "gains of controllers by their names"
        found = {name: unshared(choice) for name, choice in mapping("found", found, wanted).items()}
        offsets = {name: offset for name, offset in self.offsets.items() if name not in found}
        parts = {f"{owner}.{part}": each for (owner, part), each in self._owned_parts() if owner not in found}
        gains = dict(self.gains)
        for name, choice in found.items():
            if not (isinstance(name, str) and name and hasattr(self.choice(choice), "_asdict")):
                raise refused("found", {name: choice}, wanted)
            arrays = {
                part: array
                for part, array in self.choice(choice)._asdict().items()
                if isinstance(array, np.ndarray)
            }
            gains[name] = arrays.pop("gains")
            if "offset" in arrays:
                offsets[name] = arrays.pop("offset")
            parts |= {f"{name}.{part}": array for part, array in arrays.items()}
        made = replace(self, gains=gains, offsets=offsets, parts=parts)
        for name, choice in found.items():
            given, kind = self.choice(choice), _kind_of(name)
            settings = _settings_of(given)
            if not isinstance(given, kind) or settings != _settings_of(made.choice(name)):
                raise ControllerError(
                    f"found: gains called {shown(name)} would be read as {kind.__name__} without further "
                    f"settings, and these are {_called(given)}: give another name, or pass them to "
                    "`simulator` and `run` as they are"
                )
        return made

    @cached_property
    def setting(self) -> Setting:
        """The plant, motion and costs that controllers are made for; costly results are kept in it."""
        return Setting(
            self.plant, self.track, self.costs, self.actuation, self.dt, self, self.rewind, self.replanning
        )

    @property
    def never_returns(self) -> str:
        """What cannot return to where it began, as an endless motion must, by its name; '' if all can."""
        return ""

    @property
    def comparators(self) -> list[str]:
        """The names of controllers that are tuned and compared with LQR."""
        return [each.name for each in comparators()]

    def comparator(self, controller: str, parameters: Mapping[str, float]) -> Gains:
        """The gains of one of `comparators` with some parameters; ControllerError for unknown parameters."""
        made: Gains = self._comparator(controller).made(self.setting, parameters)
        return made

    def parameter_ranges(self, controller: str) -> Ranges:
        """The range of each parameter of a comparator in which a search makes sense."""
        return self._comparator(controller).parameter_ranges(self.setting)

    def _comparator(self, name: str) -> Controller:
        if not (isinstance(name, str) and name in self.comparators):
            known = ", ".join(self.comparators)
            raise ControllerError(f"there is no comparator {shown(name)}; there are {known}")
        return CONTROLLERS[name]

    def stable_pd(self, reference_velocity: bool = True, **gains: float) -> StablePD:
        """Stable PD control with the given gains of PD, for `simulator`, `run` and `rollouts`.

        Raises ControllerError for a gain that is unknown for this plant, or negative.
        """
        reference_velocity = flag("reference_velocity", reference_velocity)
        made: StablePD = STABLE_PD.made(self.setting, gains)
        return made._replace(reference_velocity=reference_velocity)

    @renamed(foresees="preview")
    def simulator(
        self,
        controller: Choice = LQR.name,
        rewind: bool | None = None,
        preview: bool = False,
        sensors: bool = False,
        **options: Any,
    ) -> Simulator:
        """Make a simulator under one of `controllers`, gains, or a policy, compiled or in Python.

        `rewind` says whether the motion begins anew at its end, by default as in the scene. Raises
        ControllerError for that with free things, as they do not return to where they began. The simulator
        may change to any further motion of the model if the controller is given by its name or is in Python;
        `Simulator.add_reference` adds more motions. With `preview` the controller is told the pushes of the
        coming step (`runtime.control.base.law`); one in Python never is. Plans of a controller that plans
        take account of `rewind`. With `sensors` the controller gets only an observer's estimate of the state
        by their measurements, and the force that it previews is the estimated one; a controller that plans
        then always uses that force, along its horizon and beyond. `options` are those of a controller that
        has some, as in `law`.
        """
        controller = unshared(controller)
        policy = self.law(self.choice(controller, **options), preview, not rewinds(self, rewind))
        found = self._simulated(self, policy, self.track_of(controller), rewind, flag("sensors", sensors))
        for other in self.others.values():
            if controller in other.controllers if isinstance(controller, str) else not is_compiled(policy):
                told = preview or self.preview
                own = other if other.preview == told else replace(other, preview=told)
                # by its name where it can be, as without control the motion's own forces may be others
                found.add_reference(own, own.choice(controller, **options) if options else controller)
        return found

    def in_moving_frame(self: B) -> B:
        """The same plant in a frame that can be moved.

        Raises ControllerError where nothing could carry it.
        """
        raise ControllerError(f"{shown(self.name)} cannot be carried along: only soft bodies can")

    def frame(self) -> Frame:
        """The frame in which its states are given, for one simulator."""
        return Frame()

    @property
    def frame_way(self) -> Mapping[str, np.ndarray]:
        """The motion of that frame, as arrays with time along the first axis; empty if the frame rests."""
        return {}

    @property
    def bends_within_steps(self) -> bool:
        """Whether forces change so much within a step that gains must be made for the step itself."""
        return False

    def _known_inputs(self, moments: np.ndarray, dt: float) -> tuple[slice, np.ndarray]:
        """The plant's inputs that are poses and not forces, and their values (T', k) on another clock.

        The states of that clock are at `moments` (T' + 1,), in steps of this bundle, and `dt` s apart.
        """
        return slice(0, 0), np.zeros((len(moments) - 1, 0))

    def in_space(self, states: np.ndarray) -> np.ndarray:
        """States (T + 1, n) of a motion, with the handle's pose behind each state if the handle moves.

        The shape's positions for these states are places in space.
        """
        return number_array("states", states, self.track.states.shape)

    @property
    def turns(self) -> np.ndarray | None:
        """The handle's rotations (T, 3, 3) in the middle of each step; None if it does not move."""
        return None

    @property
    def knowledge(self) -> Knowledge:
        """An observer's model of sensors and noise. Raises ControllerError where the scene has no sensors."""
        raise ControllerError(f"{shown(self.name)} has no sensors: add a [[sensors]] table to its scene")

    @cached_property
    def filter(self) -> KalmanGains | None:
        """The observer's gains along the motion, made at the first access; None for an extended observer."""
        return gains_along(self.plant(), self.track, self.knowledge)

    def observer(self, controller: Choice = LQR.name, delay: int = 0) -> Observer:
        """Make an observer along the motion that a controller follows; measurements are `delay` steps late.

        Raises ControllerError where the scene has no sensors.
        """
        delay = whole("delay", delay, "a whole number of steps from 0 up", least=0)
        return Observer(
            self.plant(), self.actuation, self.track_of(controller), self.knowledge, self.filter, delay
        )

    def at_step(self: B, dt: float) -> B:
        """The same plant, motion and controllers at another time step, in s, by resampling.

        See `runtime.bundle.resample`. The gains are those that were optimal for the old step; `softrein
        precompute` makes new ones. Raises SimulationError for a step that is not positive and finite, or
        longer than the motion.
        """
        return self.each_motion(lambda bundle: at_step(bundle, dt))

    def iterated(self: B, least: int, most: int | None = None) -> B:
        """This bundle with from `least` to `most` Newton iterations in a step, if its steps have iterations.

        `iterated(1, 1)` has steps of a single iteration, as in [002].
        """
        least = whole("least", least, least=0)
        if most is not None:
            whole("most", most, least=max(1, least))
        return self

    @renamed(foresees="preview")
    def rollouts(
        self,
        pushes: Sequence[Push | Sequence[Push]],
        controller: Choice = LQR.name,
        record: bool = False,
        preview: bool = False,
        progress: Progress | None = None,
        **options: object,
    ) -> Rollouts:
        """Runs of the whole motion, one for each entry of `pushes`, all at once.

        An entry is a push or a sequence of pushes; an empty sequence is an undisturbed run. A push that
        begins after the end of the motion has no effect, with a warning. With `preview` the controller is
        told the pushes of the coming step (`runtime.control.base.law`); `options` are its own. Under a
        controller that plans, or on a plant whose steps are not taken together, runs take long, and are done
        in threads, one for each core: give BLAS one thread then. `progress`, if given, is called with "runs",
        the number of runs that are done, and the number of all.
        """
        one = self.choice(controller, **options) if options else controller
        return self.rollouts_under([one], pushes, record, preview, progress)[0]

    @renamed(foresees="preview")
    def rollouts_under(
        self,
        controllers: Sequence[Choice],
        pushes: Sequence[Push | Sequence[Push]],
        record: bool = False,
        preview: bool = False,
        progress: Progress | None = None,
        plant: Callable[[], Plant] | None = None,
    ) -> list[Rollouts]:
        """Runs as of `rollouts` under each of several controllers, in one batch.

        `plant` is a function that makes the plant that takes the steps; its states and inputs must be those
        of the bundle's own, which is the default.
        """
        if progress is not None:
            function("progress", progress, "a function (what, done, total) that reports progress")
        if plant is not None:
            function("plant", plant, "a function that makes a plant")
            instance("plant", plant(), Plant, "a function that makes a plant")
        runs, record, preview = runs_in(pushes), flag("record", record), flag("preview", preview)
        controllers = several("controllers", controllers, "a sequence of controllers")
        each = [self.events(run) for run in runs]
        warn_of_late(runs, self.dt, self.steps)
        owners = np.repeat(np.arange(len(runs)), [len(events.first) for events in each])
        events = Events(*(np.concatenate(part) for part in zip(no_events(self.forces), *each, strict=True)))
        policies = [self.law(controller, preview, once=True) for controller in controllers]
        tracks = [self.track_of(controller) for controller in controllers]
        pushed, make = Pushed(events, owners, len(runs)), plant or self.plant
        found = roll(make, policies, tracks, self.actuation, self.costs, pushed, record, progress)
        for policy, own in zip(policies, found, strict=True):
            self._tell_of_explosions(policy, own, runs)
        return found

    @renamed(foresees="preview")
    def run(
        self,
        pushes: Push | Sequence[Push] | None = None,
        controller: Choice = LQR.name,
        preview: bool = False,
        **options: object,
    ) -> Run:
        """One recorded run of the whole motion, with the scene's own pushes unless others are given.

        A push that begins after the end of the motion, also of one that repeats, has no effect, with a
        warning. With `preview` the controller is told the pushes of the coming step
        (`runtime.control.base.law`); `options` are its own.
        """
        met = self.pushes if pushes is None else pushes_in(pushes)
        policy, events = self.law(self.choice(controller, **options), preview, once=True), self.events(met)
        warn_of_late([met], self.dt, self.steps)
        track = self.track_of(controller)
        found = recorded_run(self.plant(), policy, self.actuation, track, self.costs, events)
        self._tell_of_explosions(policy, found, [met])
        return found

    def _tell_of_explosions(
        self, policy: Policy, found: Run | Rollouts, runs: Sequence[Sequence[Push]]
    ) -> None:
        """Warn of a controller in Python that makes runs diverge, as a simulator does; not of gains."""
        if runs and not is_compiled(policy):
            size = motion_size(self.costs, self.track.states, self.dt)
            warn_of_explosions(found.error, found.effort, lambda: self.rollouts(runs, NONE.name).error, size)

    def path_misses(self, states: np.ndarray) -> np.ndarray:
        """The distances (T + 1, paths) m from each of `paths` in a motion's states (T + 1, n)."""
        states = number_array("states", states, self.track.states.shape)
        return path_misses(self.costs, self.paths, states - self.track.states)

    def track_of(self, controller: Choice) -> Track:
        """The motion that a controller follows; for "none" its feed-forward is the inputs without control."""
        without = isinstance(controller, str) and controller == NONE.name
        return self.track._replace(feedforward=self.uncontrolled) if without else self.track

    def events(self, pushes: Push | Sequence[Push]) -> Events:
        """Pushes as reduced forces over steps; ControllerError unless they are pushes on this plant."""
        pushes = pushes_in(pushes)
        patterns = [self.pattern_of(push) for push in pushes]
        return events_of(pushes, patterns, self.dt, self.steps, self.forces, self.turns)

    def pattern_of(self, push: Push) -> np.ndarray:
        """The reduced forces (axes, r) of a unit push along each axis, where a planned push finds its place.

        Raises ControllerError for anything that is not a push on this plant.
        """
        check_push(push, self.axes)
        return self.shape.patterns(push, self._state_at(push))

    def _state_at(self, push: Push) -> np.ndarray | None:
        """The state in which a planned push finds its place; None means the plant at rest."""
        return None


def _kind_of(controller: str) -> type:
    """The class of the gains that a bundle holds under a name."""
    known = CONTROLLERS.get(controller)
    return AffineGains if known is None else known.gains


def _settings_of(gains: NamedTuple) -> list[object]:
    """The entries of a controller's gains that are no arrays, and that a bundle does not hold."""
    return [each for each in gains if not isinstance(each, np.ndarray)]


def _called(gains: NamedTuple) -> str:
    """Gains in words: their class, and the entries that are no arrays."""
    settings = {name: each for name, each in gains._asdict().items() if isinstance(each, bool | int | float)}
    return type(gains).__name__ + "".join(f", {name} = {each}" for name, each in settings.items())

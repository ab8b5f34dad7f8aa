"""Entries of scenes of every kind: quantities with units, costs, the basis, random pushes, and `Scene`.

A scene is everything that a run depends on. Soft bodies and smoke add their own parts to it, in
`offline.scenes.body` and `offline.scenes.smoke`; `offline.scenes.reading` reads files. Quantities are numbers
in SI units or text such as "0.2 MPa".
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from offline.scenes.names import Name, PlainName
from offline.scenes.quantity import Limits, Unit
from runtime.control.paths import SHARE_OF_STEP
from softrein.errors import shown

MOST_PARTS = 1000  # most loads, winds, pushes, targets, sensors or instants of a scene
MOST_MOTIONS = 32  # most motions of a model: each has its own full runs, gains and comparators
SHORTEST = 1e-9  # smallest length of a direction vector; the largest is its inverse
LARGEST = 2**31 - 1  # largest integer: enough for seeds, far too many for steps, cells and runs


def _whole(value: object) -> object:
    """Pass a value on to pydantic, but refuse true and false, which Python takes for numbers."""
    if isinstance(value, bool):
        raise ValueError(f"expected a whole number, got {str(value).lower()}")
    return value


WHOLE = BeforeValidator(_whole)
Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST), WHOLE]  # the general bound of integers
Index = Annotated[int, Field(ge=0, le=LARGEST), WHOLE]
Count = Annotated[int, Field(ge=1, le=LARGEST), WHOLE]
Seconds = Annotated[float, Field(ge=0), Unit("s")]
PositiveSeconds = Annotated[float, Field(gt=0), Unit("s")]
Metres = Annotated[float, Field(ge=0), Unit("m")]
Patch = Annotated[
    Metres,
    Field(
        description="radius of the patch around the pushed vertex that shares the force, less towards its "
        "edge; 0: that vertex alone"
    ),
]
PositiveMetres = Annotated[float, Field(gt=0), Unit("m", "size")]
Weight = Annotated[float, Field(ge=0), Unit("", "weight")]
Share = Annotated[float, Field(gt=0, le=1), Unit("")]
Number = Annotated[float, Unit("", "number")]
PositiveNumber = Annotated[float, Field(gt=0), Unit("", "weight")]
Metre = Annotated[float, Unit("m")]
Acceleration = Annotated[float, Unit("m/s^2")]
Pair = tuple[float, float]
T = TypeVar("T")
# coordinates of a point in a plane or in space
Coordinates = Annotated[tuple[T, ...], Field(min_length=2, max_length=3)]
Newton = Annotated[float, Unit("N")]
Point = tuple[Metre, Metre, Metre]
Axis = Literal["x", "y", "z"]
LONGEST_PATH, LONGEST_PART = 4000, 255  # bytes, of a file's path and of each name in it


def _a_path(path: Path) -> Path:
    """Return the path. Raises ValueError where no file can be there, or no scene can hold it."""
    text = str(path)
    if "\0" in text or text.encode(errors="replace").decode() != text:
        raise ValueError(f"{shown(text)} is not valid text, so a scene cannot contain it; rename it")
    if len(text.encode()) > LONGEST_PATH or any(len(part.encode()) > LONGEST_PART for part in path.parts):
        raise ValueError(f"{shown(text, 40)} is longer than a file's path can be")
    return path


FilePath = Annotated[Path, AfterValidator(_a_path)]


def _in_order(pairs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    if not pairs:
        raise ValueError("expected one [time, factor] pair or more")
    if any(one > other for (one, _), (other, _) in pairwise(pairs)):
        raise ValueError("times: they must not decrease")
    return pairs


Factors = Annotated[list[tuple[Seconds, Number]], AfterValidator(_in_order)]
Weights = Annotated[list[tuple[Seconds, Weight]], AfterValidator(_in_order)]


def share_of(number: int, count: int, which: int) -> int:
    """Return a share of a number for one of `count`: the first have one more if it is no multiple."""
    return (number + count - 1 - which) // count


STORED = {"stored": True}  # validation context for scenes stored in bundles


class Part(BaseModel):
    """A table of the scene file; a key that it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    def idle(self) -> Mapping[str, str]:
        """Return entries that have no effect beside the others, with a message for each.

        An entry of a table within this one has its name behind a dot.
        """
        return {}

    @model_validator(mode="after")
    def _all_has_effect(self, info: ValidationInfo) -> Self:
        """Refuse idle entries that differ from their defaults; in a bundle's scene they are dropped."""
        found = self
        for entry, words in self.idle().items():
            *tables, name = entry.split(".")
            part: Part = reduce(getattr, tables, self)
            if getattr(part, name) == type(part).model_fields[name].default:
                continue
            if info.context != STORED:
                raise ValueError(words)
            found = _by_default(found, entry)
        return found


def twice(names: Sequence[str]) -> str:
    """Return the first of some names that occurs more than once."""
    return next(name for name in names if names.count(name) > 1)


P = TypeVar("P", bound=Part)


def _by_default(part: P, entry: str) -> P:
    """Return a table with one of its entries, or one of a table within it, set to its default."""
    name, _, rest = entry.partition(".")
    value = _by_default(getattr(part, name), rest) if rest else type(part).model_fields[name].default
    return part.model_copy(update={name: value})


class TimePart(Part):
    """Full and reduced simulation take the same time steps."""

    step: Annotated[float, Field(gt=0), Unit("s", "step")] = Field(description="length of a time step")
    steps: Count = Field(description="number of time steps of the motion")


class EnrichmentPart(Part):
    """Perturbations are random; the states of these runs widen the basis ([002], section 5.2)."""

    runs: Annotated[int, Field(ge=0, le=10_000), WHOLE] = Field(
        50,
        description="number of training runs: full simulations of the motion, each with one random "
        "perturbation; several motions share them",
    )
    strength: tuple[Share, Share] = Field(
        (0.05, 0.2),
        description="least and largest strength of a perturbation, as shares of the largest force, speed "
        "or wind of the nominal motion",
    )
    radius: tuple[PositiveMetres, PositiveMetres] = Field(
        description="least and largest radius of the patch that a perturbation acts on; in smoke, width "
        "of the wind"
    )
    duration: PositiveSeconds = Field(description="duration of a random force or wind")
    keep_every: Count = Field(1, description="every n-th state of a run is kept as a snapshot; 1: all")
    tolerance: Annotated[float, Field(ge=0, lt=1), Unit("")] = Field(
        0.0, description="share of a run's norm that compressing its snapshots may drop; 0: no compression"
    )

    @property
    def all_runs(self) -> int:
        """The number of training runs; for a body, those in which a ball presses on it are counted, too."""
        return self.runs

    def shared(self, count: int, which: int) -> Self:
        """Return one of `count` motions' share of the runs; the first motions have one more."""
        return self.model_copy(update={"runs": share_of(self.runs, count, which)})


class BasisPart(Part):
    """The number of modes: give either `rank` or `energy`.

    They are the leading POD modes (left singular vectors) of the full runs' states.
    """

    rank: Count | None = Field(None, description="number of modes; or give `energy`")
    energy: Annotated[float, Field(gt=0, lt=1), Unit("")] | None = Field(
        None,
        description="share of the sum of squared singular values to keep, with as few modes as possible; "
        "or give `rank`",
    )

    @model_validator(mode="after")
    def _one_rule(self) -> BasisPart:
        if (self.rank is None) == (self.energy is None):
            raise ValueError("give either `rank` or `energy`")
        return self

    @property
    def further(self) -> int:
        """The number of vectors that a basis has besides modes."""
        return 0

    @property
    def wanted(self) -> int | float:
        """The rank or energy for `reduce.pod`."""
        return self.rank if self.rank is not None else self.energy or 0.0


class ActuatorPart(Part):
    """Each actuator has one control, which stays within `limit`."""

    name: Name = Field(description="name in results and in programs")
    direction: tuple[Number, ...]
    limit: Annotated[Pair, Limits("")] | None = None

    @field_validator("direction")
    @classmethod
    def _points_somewhere(cls, direction: tuple[float, ...] | None) -> tuple[float, ...] | None:
        if direction is None:
            return direction
        if not any(direction):
            raise ValueError("must not be zero")
        if not SHORTEST <= (length := math.hypot(*direction)) <= 1 / SHORTEST:
            raise ValueError(f"is {length:.3g} long: give it a length from {SHORTEST:g} to {1 / SHORTEST:g}")
        return direction


class InstantPart(Part):
    """A cost at one moment, on the deviation of all positions, or of a region, from the reference."""

    time: Seconds = Field(description="when; rounded to the nearest step")
    weight: Weight = Field(
        description="weight on the squared deviation of displacements, or of particles' positions"
    )
    region: Name | None = Field(
        None,
        description="region whose vertices' mean squared deviation (m^2) is weighted; none: all "
        "positions, in the norm of `running`; not for smoke",
    )


class ReplanningPart(Part):
    """Settings of MPC, which plans ahead; other controllers ignore them."""

    horizon: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(
        20, description="number of steps that a plan looks ahead"
    )
    iterations: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(
        1, description="Gauss-Newton iterations per plan"
    )
    every: Count = Field(
        1,
        description="number of steps from one plan to the next, at most `horizon`; in between the plan's "
        "feedback acts",
    )
    block: Count = Field(
        1,
        description="number of steps for which a plan holds each control, at most `horizon`; `horizon` "
        "and `every` become whole blocks",
    )
    budget: PositiveSeconds | None = Field(
        None,
        description="time allowed for a plan, after which the best so far is used; none: no limit, but in "
        "`softrein view` half the time between two steps",
    )

    @model_validator(mode="after")
    def _within_the_plan(self) -> ReplanningPart:
        for name, steps in (("every", self.every), ("block", self.block)):
            if steps > self.horizon:
                raise ValueError(f"{name}: {steps} steps are more than the horizon of {self.horizon}")
        return self


class ControlPart(Part):
    """Costs of [002], equations 5 and 6: weights on squared deviations from the reference, and on effort.

    For a body the squares are `u^T M u` (kg m^2) of displacements u, and twice the kinetic energy of
    velocities. For smoke they are the sum of particles' squared distances (m^2), and the squared velocity
    integrated over the box (m^4/s^2).
    """

    running: Weight = Field(
        0.0, description="alpha_Q: weight on positions (displacements, or particles), integrated over time"
    )
    running_velocity: Weight = Field(0.0, description="the same for velocities")
    running_schedule: Weights | None = Field(
        None,
        description="[time, factor] pairs, linear in between, that multiply both running weights; none: "
        "constant weights",
    )
    final: Weight = Field(0.0, description="alpha_Q,final: weight on positions at the end of the motion")
    final_velocity: Weight = Field(0.0, description="the same for velocities")
    control_cost: PositiveNumber = Field(
        description="alpha_R: weight on effort, the squared feedback control integrated over time"
    )
    instants: list[InstantPart] = Field([], max_length=MOST_PARTS)
    limit: Annotated[Pair, Limits("")] | None = Field(
        None, description="limits of every reduced control, where there are no `actuators`; none: unlimited"
    )
    discretisation: Literal["best", "step", "exponential"] = Field(
        "best",
        description="discrete model for LQR: 'step', Jacobians of the integrator; 'exponential', matrix "
        "exponentials of the continuous tangent; 'best', whichever costs less in simulated "
        "pushes",
    )
    integrals: Literal["exact", "simpson"] = Field(
        "exact",
        description="how 'exponential' integrates costs over a step: exactly, or by Simpson's rule as in "
        "[002], with a warning where that is inaccurate",
    )
    mpc: ReplanningPart = ReplanningPart()

    def idle(self) -> Mapping[str, str]:
        """See `Part`."""
        if not getattr(self, "actuators", ()):
            return {}
        return {
            "limit": "`limit` applies to reduced controls, which `actuators` replace here: leave it out, "
            "and give each actuator a `limit`"
        }

    @property
    def something_weighs(self) -> bool:
        """Whether any weight on the state is not zero."""
        return any(self._weights())

    def _weights(self) -> list[float]:
        """Return all weights on the state."""
        own = [self.running, self.running_velocity, self.final, self.final_velocity]
        return [*own, *(instant.weight for instant in self.instants)]


class ReferencePart(Part):
    """`source` says where it comes from, `feedforward` what control goes with it ([002], section 5.3)."""

    source: Literal["reduced", "projected", "keyframes", "animation"] = Field(
        "projected",
        description="'projected': the nominal motion, projected on the basis; 'reduced': the reduced model's "
        "run under the same control, as in [002], from which the full model drifts; "
        "'keyframes', 'animation': found by optimisation",
    )
    feedforward: Literal["projected", "zero"] = Field(
        "projected",
        description="'projected': the control of the nominal motion, projected; 'zero': none, feedback alone "
        "(figure 5 of [002])",
    )
    rewind: bool = Field(False, description="repeats the motion endlessly, with periodic gains")

    @property
    def is_found(self) -> bool:
        """Whether the reference is found by optimisation, from key-frames or an animation.

        Otherwise it is the nominal motion, a simulation under given loads.
        """
        return self.source not in ("reduced", "projected")


class PushPart(Part):
    """A disturbance while the motion is controlled: a force on a body, or wind in smoke."""

    measure: ClassVar[str]  # name of the entry that holds its strength
    at: object
    time: Seconds = Field(0.0, description="start time; rounded to the nearest step")
    duration: PositiveSeconds = Field(description="duration; rounded to whole steps, at least one")
    radius: Patch = 0.0
    noise: Seconds = Field(
        0.0,
        description="0: constant strength; above 0: smooth (Perlin) noise with this time between its knots",
    )
    seed: Index = Field(0, description="random seed of the noise")

    def idle(self) -> Mapping[str, str]:
        """See `Part`."""
        return {} if self.noise else {"seed": "`seed` belongs to `noise`: give both, or leave it out"}

    @property
    def strength(self) -> tuple[float, ...]:
        """The push's force in N on a body, or its acceleration in m/s^2 as a wind."""
        found: tuple[float, ...] = getattr(self, self.measure)
        return found


class EnsemblePart(Part):
    """Each run has one push, of random time, strength and direction."""

    measure: ClassVar[str]  # name of the entry that holds its strength
    runs: Annotated[int, Field(ge=1, le=100_000), WHOLE] = Field(
        200, description="number of pushes on which controllers are compared; tuning does not see them"
    )
    tuning_runs: Annotated[int, Field(ge=1, le=10_000), WHOLE] = Field(
        32, description="number of other pushes, on which controllers are tuned"
    )
    duration: PositiveSeconds = Field(description="duration of each push")
    radius: Patch
    time: tuple[Seconds, Seconds] = Field(description="earliest and latest time at which a push begins")

    @property
    def strengths(self) -> tuple[float, float]:
        """The least and the largest magnitude: N on a body, m/s^2 of wind."""
        least, largest = getattr(self, self.measure)
        return least, largest


class MotionPart(Part):
    """One of several motions of the same model: its name, and what differs from the rest of the scene.

    In a table, the entries given here replace the scene's, and the others stay; a list replaces the scene's
    whole list.
    """

    # `offline.scenes.motions` checks which entries are allowed, together with the scene.
    model_config = ConfigDict(extra="allow", frozen=True, allow_inf_nan=False)

    name: PlainName = Field(description="name by which the motion is chosen, as in `--motion NAME`")
    description: str = Field("", description="description of the motion for readers; none: the scene's")

    @property
    def own(self) -> dict[str, object]:
        """Its own entries of a scene, as they are written."""
        return dict(self.model_extra or {})


class Scene(Part):
    """A scene, with the entries of every kind.

    For each kind, `absent` says why it lacks an entry, and `of_motions` which entries each of
    `[[motions]]` may have.
    """

    absent: ClassVar[Mapping[str, str]] = {}
    of_motions: ClassVar[frozenset[str]] = frozenset(
        {"time", "keyframes", "reference", "control", "pushes", "ensemble"}
    )

    name: PlainName = Field(description="name of the scene, and of the files made from it")
    description: str = Field("", description="description of the scene for readers, in a sentence")
    kind: str
    seed: Index = Field(0, description="random seed for training runs, random pushes and measurement noise")
    backend: str | None = None
    time: TimePart
    enrichment: EnrichmentPart
    basis: BasisPart
    reference: ReferencePart = ReferencePart()
    control: ControlPart
    pushes: Sequence[PushPart] = Field([])
    ensemble: EnsemblePart | None = None
    motions: list[MotionPart] = Field(
        [],
        max_length=MOST_MOTIONS,
        description="several motions of one model, the first by default; each has a `name` and the "
        "entries that differ from the scene's, such as loads or key-frames; none: one motion",
    )

    @model_validator(mode="before")
    @classmethod
    def _told_by_keyframes(cls, data: object) -> object:
        """Set the reference to that of key-frames, where there are any, unless the scene sets its source."""
        if not isinstance(data, Mapping) or not data.get("keyframes"):
            return data
        reference = data.get("reference", {})
        says = not isinstance(reference, Mapping) or "source" in reference or reference.get("animation")
        return data if says else {**data, "reference": {**reference, "source": "keyframes"}}

    @model_validator(mode="after")
    def _names_differ(self, info: ValidationInfo) -> Self:
        names = [part.name for part in getattr(self.control, "actuators", ())]
        if len(set(names)) < len(names) and info.context != STORED:
            raise ValueError(f"control.actuators: two are called {shown(twice(names))}; rename one")
        return self

    @property
    def something_weighs(self) -> bool:
        """Whether any weight on the state is not zero; otherwise gains would be zero."""
        return self.control.something_weighs

    @model_validator(mode="after")
    def _keeps_what_moves(self, info: ValidationInfo) -> Self:
        """Refuse to keep only the states with which runs begin, mostly those at rest: they give no basis."""
        every, steps = self.enrichment.keep_every, self.time.steps
        if every > steps and info.context != STORED:
            raise ValueError(
                f"enrichment.keep_every: {every} is above time.steps, {steps}: each run would keep only "
                f"the state at its beginning; take {steps} at most"
            )
        return self

    @model_validator(mode="after")
    def _something_to_gain(self) -> Scene:
        if not self.something_weighs:
            raise ValueError(
                "control: all weights on the state are zero, so all gains would be zero; set `final`, for "
                "example"
            )
        return self

    @model_validator(mode="after")
    def _ranges_in_order(self) -> Scene:
        ranges = {
            "enrichment.strength": self.enrichment.strength,
            "enrichment.radius": self.enrichment.radius,
        }
        if self.ensemble is not None:
            part = self.ensemble
            ranges |= {f"ensemble.{part.measure}": part.strengths, "ensemble.time": part.time}
        for name, (least, largest) in ranges.items():
            if least > largest:
                raise ValueError(f"{name}: the least, {least:g}, is above the largest, {largest:g}")
        return self

    @model_validator(mode="after")
    def _times_inside(self) -> Scene:
        end = self.time.step * self.time.steps
        latest = {f"control.instants.{i}.time": part.time for i, part in enumerate(self.control.instants)}
        starts = {f"pushes.{i}.time": part.time for i, part in enumerate(self.pushes)}
        if self.ensemble is not None:
            starts["ensemble.time"] = self.ensemble.time[1]
        self._add_times(latest, starts)
        late = [(name, time, "after") for name, time in latest.items() if time > end * (1 + 1e-12)]
        late += [(name, time, "at or after") for name, time in starts.items() if time >= end * (1 - 1e-12)]
        for name, time, where in late:
            raise ValueError(f"{name}: {time:g} s lies {where} the end of the motion, {end:g} s")
        return self

    @model_validator(mode="after")
    def _long_beside_a_step(self) -> Scene:
        least = SHARE_OF_STEP * self.time.step
        spans = {f"pushes.{i}.noise": part.noise or None for i, part in enumerate(self.pushes)}
        for name, seconds in (spans | self._spans()).items():
            if seconds is not None and seconds < least:
                raise ValueError(
                    f"{name}: {seconds:.3g} s is less than a hundredth of a step of {self.time.step:g} s: "
                    f"give {least:g} s at least"
                )
        return self

    @property
    def at_rest(self) -> str:
        """Say why nothing can move by itself, as far as the scene alone tells; empty where something may."""
        return ""

    @property
    def implied_source(self) -> str:
        """The source of the reference that the other entries imply where the scene gives none."""
        if getattr(self.reference, "animation", None) is not None:
            return "animation"
        if getattr(self, "keyframes", ()):
            return "keyframes"
        source: str = ReferencePart.model_fields["source"].default
        return source

    @property
    def endless(self) -> bool:
        """Whether the motion begins again at its end."""
        return self.reference.rewind

    @property
    def useless(self) -> str:
        """What is wrong with an entry that has no effect in a scene, unless it has one in another motion."""
        return ""

    @property
    def numbered(self) -> list[str]:
        """Its entries that name vertices by their numbers, which another mesh has for others."""
        return []

    def _spans(self) -> dict[str, float | None]:
        """Return the kind's own periods and durations, in s, which must be at least a hundredth of a step."""
        return {}

    def _add_times(self, latest: dict[str, float], starts: dict[str, float]) -> None:
        """Add the kind's own times: those at which the motion must still last, and those of starts."""

    def in_folder(self, folder: Path) -> Scene:
        """Return the same scene with absolute paths of the files that it names."""
        return self


def placed(part: P, folder: Path, *names: str) -> P:
    """Return a part of a scene in a folder, with absolute paths of the files that it names."""
    given = {name: getattr(part, name) for name in names}
    found = {name: Path(os.path.realpath(folder / path)) for name, path in given.items() if path is not None}
    return part.model_copy(update=found) if found else part

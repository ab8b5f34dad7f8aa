"""Scenes of soft bodies: the body, its material, where it is held and pushed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from offline.scenes.actuators import (
    MOST_ACTUATORS,
    MOST_CABLE_POINTS,
    OF_KIND,
    BodyActuatorPart,
    KindName,
    LoadPart,
)
from offline.scenes.body_mesh import DampingPart, MaterialPart, MeshPart
from offline.scenes.contact import MOST_SHAPES, ContactPart, ForcePart, ObstaclePart, ToolPart, default_names
from offline.scenes.keyframes import (
    ANIMATION,
    KEYFRAMES,
    MOST,
    BodyReferencePart,
    KeyframePart,
    check_keyframes,
)
from offline.scenes.names import Name
from offline.scenes.parts import (
    MOST_PARTS,
    STORED,
    WHOLE,
    Acceleration,
    Axis,
    BasisPart,
    ControlPart,
    Count,
    EnrichmentPart,
    EnsemblePart,
    Index,
    Metre,
    Metres,
    Newton,
    Part,
    Point,
    PositiveMetres,
    PositiveSeconds,
    PushPart,
    Scene,
    Seconds,
    TimePart,
    Whole,
    placed,
    share_of,
    twice,
)
from offline.scenes.paths import HandlePart, PathPart, PosesPart
from offline.scenes.quantity import Unit
from runtime.control.paths import SHARE_OF_STEP, whole_rounds
from runtime.observing.kinds import ACCELEROMETER, MARKER, SENSOR_KINDS
from runtime.observing.sensors import MOST_MARKERS
from runtime.plant.up_axis import UP
from softrein.errors import shown, warn

PositiveNewton = Annotated[float, Field(gt=0), Unit("N")]

MOST_LOCAL = 400  # most local modes, twice the rank that simulation in real time allows
MOST_PATHS = 256  # most paths of a scene: each adds rows to every cost
PLACES = 4  # places of constant pushes, if the scene has other constant loads


class TargetPart(Part):
    """Something that a region should meet: a ball on a `string` that it hits, or a bee that lands on it.

    Targets are for pictures and counts, and do not act on the body. A ball hangs where the reference passes
    at `time`. A bee comes along `flight`, whose points are relative to the region's centre in the reference
    at `time`, and lands if the region's centre is within `radius` of there.
    """

    name: Name = Field(description="name in results")
    region: Name = Field(description="region that should meet it")
    time: Seconds = Field(description="time at which they meet; rounded to the nearest step")
    tolerance: Seconds = Field(
        0.0, description=("tolerance of `time`, before and after it, for hitting a ball")
    )
    radius: PositiveMetres = Field(
        description="radius of the ball; or how near the region's centre has to be for a bee to land"
    )
    string: PositiveMetres | None = Field(
        None, description="length of the string on which a ball hangs; or give `flight`"
    )
    bite: Metres = Field(0.0, description="how far the reference motion would penetrate the ball")
    flight: list[Point] = Field(
        [],
        description="points of a bee's path, the farthest first, without the landing place; or give `string`",
    )
    approach: PositiveSeconds = Field(1.0, description="duration of a bee's flight")

    def idle(self) -> Mapping[str, str]:
        """See `Part`."""
        if self.string is not None:
            return {
                "approach": "`approach` belongs to a `flight`, and this target has a `string`: leave it out"
            }
        if not self.flight:
            return {}
        words = "`{}` belongs to a ball on a `string`, and this target has a `flight`: leave it out"
        return {name: words.format(name) for name in ("tolerance", "bite")}

    @model_validator(mode="after")
    def _one_way_to_meet(self) -> TargetPart:
        if (self.string is None) == (not self.flight):
            raise ValueError("give either `string` (a hanging ball) or `flight` (a bee that comes flying)")
        return self


# largest noise of a marker's position [m] or of an acceleration [m/s^2]; more is no measurement
MOST_NOISE = 1e3
NOISE_UNITS = {name: Unit(kind.unit) for name, kind in SENSOR_KINDS.items()}


class SensorPart(Part):
    """Markers or accelerometers on vertices, which measure with noise.

    Give their places by one of `region`, `at`, `vertices` and, of markers, `count`.
    """

    kind: Annotated[str, KindName(SENSOR_KINDS)] = Field(
        MARKER,
        description="measured quantity, along three axes of space: the position of a point, or its "
        "acceleration, averaged over a time step and without gravity",
    )

    region: Name | None = Field(None, description="region with a marker on each vertex that can move")
    at: Whole | Point | list[Whole | Point] | None = Field(
        None,
        description="one point or several, each standing for the vertex nearest to it; for vertex numbers "
        "use `vertices`",
    )
    vertices: list[Index] | None = Field(
        None, min_length=1, description="vertex numbers, from 0, of those that an element uses"
    )
    count: Annotated[int, Field(ge=1, le=MOST_MARKERS), WHOLE] | None = Field(
        None, description="number of markers, in the places that `softrein inspect` proposes"
    )
    labels: list[str] | None = Field(
        None, min_length=1, description="names that recordings give its markers, in the order of their places"
    )
    noise: Annotated[float, Field(gt=0, le=MOST_NOISE), Unit("", told="m, m/s^2")] = Field(
        description="standard deviation of the noise in each coordinate"
    )
    every: Count = Field(1, description="number of time steps from one measurement to the next")

    @field_validator("noise", mode="before")
    @classmethod
    def _in_the_kinds_unit(cls, value: object, info: ValidationInfo) -> object:
        return NOISE_UNITS[info.data.get("kind", MARKER)].convert(value)

    @model_validator(mode="before")
    @classmethod
    def _three_numbers_are_a_point(cls, data: object) -> object:
        """Read three numbers as a point, whole ones as well; other lists of whole numbers are vertices."""
        if not isinstance(data, Mapping):
            return data
        at = data.get("at")
        if not isinstance(at, list | tuple) or not at:
            return data
        if len(at) == 3 and all(isinstance(each, int | float | str) for each in at):
            return {**data, "at": [at]}
        if all(type(each) is int for each in at):
            warn("sensors.at: numbers of vertices are given as `vertices = [...]`")
        return data

    @model_validator(mode="after")
    def _one_place(self) -> SensorPart:
        if [self.region, self.at, self.vertices, self.count].count(None) != 3:
            raise ValueError("give one of `region`, `at`, `vertices` or `count`, for example count = 8")
        if isinstance(self.at, list) and not self.at:
            raise ValueError("at: expected one place or more")
        for name in ("count", "labels") if self.kind != MARKER else ():
            if getattr(self, name) is not None:
                raise ValueError(f"`{name}` belongs to kind = '{MARKER}', and this one is '{self.kind}'")
        return self


class ObserverPart(Part):
    """The observer (a Kalman filter), which estimates state and unknown forces from the sensors."""

    time_constant: PositiveSeconds = Field(
        0.5, description="time constant with which an unknown force is expected to decay"
    )
    force: PositiveNewton | None = Field(
        None,
        description="expected size (rms) of unknown pushes; none: 1 % of the [ensemble]'s, or else of the "
        "strongest of [[pushes]]; without either 0.01 N",
    )
    radius: Metres | None = Field(
        None,
        description="expected radius of such pushes; none: that of the [ensemble], or else the largest of "
        "[[pushes]]; without either 0",
    )
    extended: bool = Field(
        True,
        description="true: extended Kalman filter, with gains computed at run time; false: gains computed "
        "beforehand along the motion, which is faster per step, but slower to notice a push",
    )


class BodyTimePart(TimePart):
    """Time steps, and the number of Newton iterations in each."""

    newton_iterations: Annotated[int, Field(ge=1, le=50), WHOLE] = Field(
        20,
        description="largest number of Newton iterations per step; 1: a single one, without a convergence "
        "test, as in [002]",
    )
    scheme: Literal["midpoint", "euler"] = Field(
        "midpoint",
        description="time integration: the implicit midpoint rule, of second order, or backward Euler, of "
        "first order, which damps fast motion, as many simulators do",
    )


class BodyEnrichmentPart(EnrichmentPart):
    """Training runs for the basis: the nominal motion with perturbations, and static shapes."""

    kind: Literal["force", "velocity", "actuation"] = Field(
        "force",
        description="'force': pushes; 'velocity': kicks, sudden changes of velocity; 'actuation': random "
        "controls of the actuators within their limits, with new values about every `duration`",
    )
    presses: Annotated[int, Field(ge=0, le=1000), WHOLE] = Field(
        0,
        description="number of further training runs, in each of which a ball presses on a random place "
        "of the surface, under the contact law of [contact]; several motions share them",
    )
    statics: Annotated[int, Field(ge=0, le=1000), WHOLE] | None = Field(
        None,
        description="number of random static pushes, whose equilibrium shapes widen the basis, as do "
        "those under gravity and each actuator; none: 4 with gravity, actuators, paths, "
        "key-frames or an animation, else 0; 0: no equilibrium shapes at all",
    )

    @property
    def all_runs(self) -> int:
        """The number of training runs and presses."""
        return self.runs + self.presses

    def shared(self, count: int, which: int) -> Self:
        """See `EnrichmentPart`."""
        return (
            super().shared(count, which).model_copy(update={"presses": share_of(self.presses, count, which)})
        )


class ElementsPart(Part):
    """Hyper-reduction: how many sampled, weighted elements stand for all of them at run time."""

    tolerance: Annotated[float, Field(gt=0, lt=1), Unit("")] = Field(
        0.01,
        description="sampling stops at this relative error of forces and stiffness on the training states",
    )
    most: Count | None = Field(
        None, description="largest number of elements, at which sampling also stops; none: no limit"
    )


class BodyBasisPart(BasisPart):
    """The basis, and the elements that are evaluated at run time."""

    elements: ElementsPart | None = Field(
        None,
        description="hyper-reduction; none: the exact polynomial where every law is 'stvk' and there are "
        "at most 64 modes, else sampled elements with the default tolerance",
    )
    local: Annotated[int, Field(ge=0, le=MOST_LOCAL), WHOLE] = Field(
        0,
        description="number of local basis vectors: static displacements under presses at as many places, "
        "spread evenly over the contact surface ([contact] region), on patches of the mean "
        "enrichment.radius; for bodies in contact, where modes alone are too stiff",
    )

    @property
    def further(self) -> int:
        """See `BasisPart`."""
        return self.local


class BodyControlPart(ControlPart):
    """Costs, and the actuators that the controller drives."""

    actuators: list[BodyActuatorPart] = Field(
        [],
        max_length=MOST_ACTUATORS,
        description="what the controller drives; none: a force on every reduced coordinate",
    )
    paths: list[PathPart] = Field([], max_length=MOST_PATHS, description="paths that regions should follow")
    forces: list[ForcePart] = Field(
        [], max_length=MOST_PATHS, description="contact forces that should be as in the reference"
    )

    @model_validator(mode="after")
    def _few_points(self) -> BodyControlPart:
        count = sum(len(part.points) for part in self.actuators)
        if count > MOST_CABLE_POINTS:
            raise ValueError(
                f"actuators: their cables have {count} points in all, at most {MOST_CABLE_POINTS} are "
                "possible"
            )
        return self

    @model_validator(mode="after")
    def _by_the_step(self) -> BodyControlPart:
        if self.discretisation == "exponential":
            if self.paths:
                raise ValueError("paths need gains of the step: leave `discretisation` out")
            if any(part.is_internal for part in self.actuators):
                raise ValueError("cables and chambers need gains of the step: leave `discretisation` out")
        return self

    def _weights(self) -> list[float]:
        own = [path.weight for path in self.paths] + [force.weight for force in self.forces]
        return [*super()._weights(), *own]


class BodyPushPart(PushPart):
    """A push at a vertex of the body."""

    measure: ClassVar[str] = "force"
    at: Whole | tuple[Metre, Metre, Metre] | Name = Field(
        description="a vertex number; or a point, for the vertex nearest to it; or a region, for the "
        "vertex nearest to its centre"
    )
    force: tuple[Newton, Newton, Newton] = Field(description="total force on the patch")
    time: Seconds = Field(description="when it begins; rounded to the nearest step")


class BodyEnsemblePart(EnsemblePart):
    """Random pushes at vertices of the surface, on which controllers are tuned and compared."""

    measure: ClassVar[str] = "force"
    force: tuple[PositiveNewton, PositiveNewton] = Field(description="least and largest force of a push")


class BodyScene(Scene):
    """A soft body."""

    of_motions: ClassVar[frozenset[str]] = Scene.of_motions | {"loads", "handle", "targets"}
    kind: Literal["deformable"] = Field("deformable", description="what is simulated: a soft body")
    up: Axis = Field(
        UP,
        description="axis that points up, for pictures, hanging balls, planes and regions `lowest` or "
        "`highest`",
    )
    gravity: tuple[Acceleration, Acceleration, Acceleration] = Field(
        (0.0, 0.0, 0.0), description="gravitational acceleration along x, y and z; not affected by `up`"
    )
    start: Literal["rest", "equilibrium"] = Field(
        "rest", description="shape at time zero: undeformed, or in static equilibrium under gravity"
    )
    backend: Literal["cg", "direct", "cholmod", "splu"] | None = Field(
        None,
        description="linear solver of a step: conjugate gradients ('cg'), CHOLMOD, SuperLU ('splu'), or "
        "the better of these two that is installed ('direct'); none: chosen by size",
    )
    mesh: MeshPart
    materials: dict[Name, MaterialPart] = Field(
        {},
        description="materials by region, where a region of vertices means the elements with all four "
        "vertices in it; 'body' is all elements that no other entry names; none: those of a "
        ".veg file",
    )
    damping: DampingPart = DampingPart()
    time: BodyTimePart
    loads: list[LoadPart] = Field([], max_length=MOST_PARTS)
    enrichment: BodyEnrichmentPart
    basis: BodyBasisPart
    keyframes: list[KeyframePart] = Field([], max_length=MOST)
    reference: BodyReferencePart = BodyReferencePart()
    handle: HandlePart | None = Field(None, description="how the held region moves; none: it does not move")
    contact: ContactPart | None = Field(
        None, description="contact of the body with obstacles and tools; none: the defaults"
    )
    obstacles: list[ObstaclePart] = Field(
        [], max_length=MOST_SHAPES, description="rigid shapes at rest that the body may touch"
    )
    tools: list[ToolPart] = Field(
        [],
        max_length=MOST_SHAPES,
        description=("moving rigid shapes that the body may touch, on given poses or free"),
    )
    control: BodyControlPart
    pushes: list[BodyPushPart] = Field([], max_length=MOST_PARTS)
    targets: list[TargetPart] = Field([], max_length=MOST_PARTS)
    ensemble: BodyEnsemblePart | None = None
    sensors: list[SensorPart] = Field([], max_length=MOST_PARTS)
    observer: ObserverPart = ObserverPart()
    watch: Name | None = Field(
        None,
        description="region whose centre is drawn in charts of paths; none: the first path's region, or "
        "else the vertex that moves farthest",
    )

    def idle(self) -> Mapping[str, str]:
        """See `Part`; for sensors what the model lacks may be measured under pushes of `strength`."""
        found = {}
        if self.enrichment.kind == "actuation" and not self.sensors:
            found["enrichment.strength"] = (
                "enrichment.strength: with kind = 'actuation' controls are random within the actuators' "
                "limits: leave it out"
            )
        return found

    @property
    def useless(self) -> str:
        """See `Scene`."""
        files = [self.mesh.file, self.mesh.skin, self.reference.animation]
        files += [part.pose for part in self.keyframes] + [part.surface for part in self.control.actuators]
        if self.mesh.scale == 1.0 or any(file is not None for file in files):
            return ""
        return "mesh.scale: the unit of files, and the scene names none: leave it out"

    @model_validator(mode="after")
    def _loads_drive_internal_actuators(self) -> BodyScene:
        internal = {part.name: part for part in self.internal_actuators}
        names = [load.name for load in self.loads if load.name is not None]
        if len(set(names)) < len(names):
            raise ValueError(f"loads: two are called {shown(twice(names))}; rename one")
        for i, load in enumerate(self.loads):
            if load.actuator is None:
                continue
            if load.actuator not in internal:
                raise ValueError(f"loads.{i}.actuator: no cable or chamber is called {shown(load.actuator)}")
            unit = internal[load.actuator].unit
            assert load.drives is not None
            if unit != load.drives[0]:
                raise ValueError(f"loads.{i}: the load on {shown(load.actuator)} must be in {unit}")
        return self

    @model_validator(mode="after")
    def _targets_differ(self, info: ValidationInfo) -> BodyScene:
        names = [part.name for part in self.targets]
        if len(set(names)) < len(names) and info.context != STORED:
            raise ValueError(f"targets: two are called {shown(twice(names))}; rename one")
        return self

    @model_validator(mode="after")
    def _is_measured(self, info: ValidationInfo) -> BodyScene:
        labels: list[str] = []
        for i, part in enumerate(self.sensors):
            labels += part.labels or []
            if len(set(labels)) < len(labels) and info.context != STORED:
                raise ValueError(
                    f"sensors.{i}.labels: two markers are called {shown(twice(labels))}; rename one"
                )
            if part.every > self.time.steps:
                raise ValueError(
                    f"sensors.{i}.every: {part.every}, but the motion has {self.time.steps} steps"
                )
            if part.kind == ACCELEROMETER and self.handle is not None:
                raise ValueError(
                    f"sensors.{i}.kind: on a body with a handle only markers measure, in the handle's "
                    "frame; leave out the accelerometer or the handle"
                )
        return self

    @model_validator(mode="after")
    def _can_be_excited(self) -> BodyScene:
        if self.enrichment.kind != "actuation":
            return self
        if not self.control.actuators:
            raise ValueError("enrichment.kind = 'actuation' needs control.actuators")
        for i, part in enumerate(self.control.actuators):
            if part.range is None or not all(map(math.isfinite, part.range)):
                raise ValueError(
                    f"enrichment.kind = 'actuation' needs limits: set control.actuators.{i}.limit"
                )
        return self

    @property
    def internal_actuators(self) -> list[BodyActuatorPart]:
        """Its actuators that are no forces: cables, and then chambers."""
        parts = self.control.actuators
        return [part for kind in OF_KIND for part in parts if part.is_internal and part.kind == kind]

    @model_validator(mode="after")
    def _made_of_something(self) -> BodyScene:
        file = self.mesh.file
        if not self.materials and (file is None or file.suffix.lower() != ".veg"):
            raise ValueError("materials: missing; add [materials.body] with young, poisson and density")
        if self.materials and self.mesh.law is not None:
            raise ValueError("mesh.law is for a file's own materials; with [materials.NAME] give `law` there")
        return self

    @property
    def numbered(self) -> list[str]:
        """See `Scene`."""
        regions = self.mesh.regions.items()
        found = [f"mesh.regions.{name}.vertices" for name, part in regions if part.vertices is not None]
        found += ["mesh.fixed_list"] if self.mesh.fixed_list is not None else []
        found += [f"pushes.{i}.at" for i, part in enumerate(self.pushes) if isinstance(part.at, int)]
        for i, part in enumerate(self.sensors):
            places = part.at if isinstance(part.at, list) else [part.at]
            found += [f"sensors.{i}.vertices"] if part.vertices is not None else []
            found += [f"sensors.{i}.at"] if any(isinstance(place, int) for place in places) else []
        return found

    @property
    def laws(self) -> set[str]:
        """The laws of elasticity of its materials."""
        return {part.law for part in self.materials.values()} or {self.mesh.law or "stvk"}

    @property
    def static_places(self) -> int:
        """The number of random places with a constant push, see `enrichment.statics`.

        Without other constant loads it is zero unless the scene gives it: on scenes `tshape` and `beam` four
        places take modes from the motion, and make LQR's error on the full model 15 to 30 % larger. On a
        trunk with gravity and actuators they change no figure of control.
        """
        if self.enrichment.statics is not None:
            return self.enrichment.statics
        stays = any(self.gravity) or self.control.actuators or self.control.paths or self.reference.is_found
        return PLACES if stays else 0

    @property
    def endless(self) -> bool:
        """Whether the motion repeats: `reference.rewind` says so, or a path is periodic."""
        return self.reference.rewind or any(path.period for path in self.control.paths)

    @model_validator(mode="after")
    def _through_keyframes(self) -> BodyScene:
        check_keyframes(self.keyframes, self.reference, self.time, len(self.loads))
        return self

    @model_validator(mode="after")
    def _carried(self) -> BodyScene:
        if self.handle is None:
            return self
        if self.control.discretisation == "exponential":
            raise ValueError(
                "handle: a body with a handle needs gains of the step: leave `discretisation` out"
            )
        if not self.handle.moves:
            return self
        for name, found in (
            ("keyframes", self.keyframes),
            ("control.paths", self.control.paths),
            ("targets", self.targets),
            ("reference.animation", self.reference.animation),
        ):
            if found:
                raise ValueError(
                    f"{name}: a body whose handle moves cannot have goals in space; leave out one of the two"
                )
        if self.endless and not self.handle.closed:
            raise ValueError(
                "handle: an endless motion begins where it ends: give the first pose once more at its end, "
                "or `period` instead of `times`"
            )
        return self

    @model_validator(mode="after")
    def _touches(self, info: ValidationInfo) -> BodyScene:
        """Refuse entries that exclude contact with obstacles and tools; ValueError says what to change."""
        shapes = [*self.obstacles, *self.tools]
        names = default_names(shapes)
        for i, force in enumerate(self.control.forces):
            if force.obstacle not in names:
                known = ", ".join(map(shown, names)) or "none: add [[obstacles]] or [[tools]]"
                raise ValueError(
                    f"control.forces.{i}.obstacle: unknown {shown(force.obstacle)}; there are {known}"
                )
        if shapes or (self.enrichment.presses and info.context != STORED):
            self._check_steps("contact" if shapes else "contact, which enrichment.presses makes,")
        elif self.contact is not None and not self.enrichment.presses:
            raise ValueError("contact: there is nothing to touch; add [[obstacles]] or [[tools]]")
        if not shapes:
            return self
        if len(set(names)) < len(names):
            raise ValueError(f"obstacles, tools: two are called {shown(twice(names))}; rename one")
        if self.handle is not None:
            raise ValueError(
                "handle: a body with a handle cannot have contact, as obstacles would move in its frame; "
                "leave out one of the two, or move the obstacles instead of the handle, as [[tools]]"
            )
        if self.control.discretisation == "exponential":
            raise ValueError("obstacles: contact needs gains of the step: leave `discretisation` out")
        self._check_free()
        for i, tool in enumerate(self.tools):
            if self.endless and tool.moves and not tool.closed:
                raise ValueError(
                    f"tools.{i}: an endless motion begins where it ends: give the first pose once more at "
                    "its end, or `period` instead of `times`"
                )
        return self

    def _check_steps(self, contact: str) -> None:
        if self.time.scheme == "euler":
            raise ValueError(f"time.scheme = 'euler': {contact} needs the midpoint rule: leave `scheme` out")
        if self.time.newton_iterations == 1:
            raise ValueError(f"time.newton_iterations: {contact} needs steps that converge; leave it out")

    def _check_free(self) -> None:
        """Refuse what a tool that moves freely cannot do."""
        free = [part.name for part in self.things]
        if not free:
            return
        if self.endless:
            raise ValueError(
                f"tools: {shown(free[0])} moves freely and does not return to its initial "
                "state, which an endless motion requires; leave out `mass`, or `reference.rewind`"
            )
        for field, name in self._acted_on():
            if name in free:
                raise ValueError(
                    f"{field}: {shown(name)} moves freely, so that only contact can hold or drive it; "
                    "give another region"
                )
        for i, path in enumerate(self.control.paths):
            if path.region in free:
                raise ValueError(
                    f"control.paths.{i}.region: {shown(path.region)} moves freely, and no control holds it "
                    "on a path; weigh where it is at a time by [[control.instants]]"
                )
        if self.reference.is_found:
            raise ValueError(
                f"tools: {shown(free[0])} moves freely, and a motion for key-frames or an "
                "animation cannot be optimised with free bodies: move the body by [[loads]], or leave "
                "`mass` out"
            )

    def _acted_on(self) -> Iterator[tuple[str, str | None]]:
        """Yield regions that are held, driven, pushed or hit, each with its entry."""
        yield from ((f"mesh.fixed.{i}", name) for i, name in enumerate(self.mesh.fixed))
        yield from ((f"loads.{i}.region", part.region) for i, part in enumerate(self.loads))
        acting = enumerate(self.control.actuators)
        yield from ((f"control.actuators.{i}.region", part.region) for i, part in acting)
        yield from ((f"targets.{i}.region", part.region) for i, part in enumerate(self.targets))
        for i, part in enumerate(self.pushes):
            yield f"pushes.{i}.at", part.at if isinstance(part.at, str) else None

    @property
    def things(self) -> list[ToolPart]:
        """Those of its tools that move freely."""
        return [tool for tool in self.tools if tool.mass is not None]

    @property
    def moved(self) -> list[ToolPart]:
        """Those of its tools whose poses are given."""
        return [tool for tool in self.tools if tool.mass is None]

    @property
    def something_weighs(self) -> bool:
        """Whether any weight on the state is not zero, including those of key-frames and an animation."""
        asked = any(part.weight != 0 for part in self.keyframes)
        asked = asked or (self.reference.source == ANIMATION and self.reference.weight != 0)
        missing = self.reference.source == KEYFRAMES and not self.keyframes  # reported separately
        return asked or missing or super().something_weighs

    @model_validator(mode="after")
    def _times_apart(self) -> BodyScene:
        ways = {f"control.paths.{i}.times": path.times for i, path in enumerate(self.control.paths)}
        ways["handle.times"] = None if self.handle is None else self.handle.times
        ways |= {f"tools.{i}.times": tool.times for i, tool in enumerate(self.tools)}
        for name, times in ways.items():
            apart = min((b - a for a, b in pairwise(times or [])), default=math.inf)
            if apart < SHARE_OF_STEP * self.time.step:
                raise ValueError(
                    f"{name}: two of them are {apart:.3g} s apart, less than a hundredth of a step of "
                    f"{self.time.step:g} s; leave one of them out"
                )
        return self

    @model_validator(mode="after")
    def _whole_rounds(self, info: ValidationInfo) -> BodyScene:
        step, end = self.time.step, self.time.step * self.time.steps
        for name, period in self._periods() if info.context != STORED else ():
            if period < 2 * step:
                raise ValueError(f"{name}: {period:g} s is less than two steps of {step:g} s: check its unit")
            if not whole_rounds(self.time.steps, period, step):
                steps = round(max(math.ceil(end / period), 1) * period / step)
                raise ValueError(
                    f"{name}: the motion of {end:g} s is no whole number of rounds of {period:g} s; "
                    f"set time.steps = {steps}, for example"
                )
        return self

    def _periods(self) -> Iterator[tuple[str, float]]:
        """Yield the durations in s of one round of paths, the handle and tools, each with its entry."""
        parts: dict[str, PathPart | PosesPart] = {
            f"control.paths.{i}": part for i, part in enumerate(self.control.paths)
        }
        parts |= {} if self.handle is None else {"handle": self.handle}
        parts |= {f"tools.{i}": part for i, part in enumerate(self.tools)}
        yield from ((f"{name}.period", part.period) for name, part in parts.items() if part.period)

    def _spans(self) -> dict[str, float | None]:
        found = {f"loads.{i}.duration": part.duration for i, part in enumerate(self.loads)}
        return found | {f"loads.{i}.period": part.period for i, part in enumerate(self.loads)}

    def _add_times(self, latest: dict[str, float], starts: dict[str, float]) -> None:
        latest |= {f"targets.{i}.time": part.time for i, part in enumerate(self.targets)}
        latest |= {f"keyframes.{i}.time": part.time for i, part in enumerate(self.keyframes)}
        latest |= {
            f"control.paths.{i}.times": part.times[-1]
            for i, part in enumerate(self.control.paths)
            if part.times
        }
        if self.handle is not None and self.handle.times:
            latest["handle.times"] = self.handle.times[-1]
        latest |= {f"tools.{i}.times": tool.times[-1] for i, tool in enumerate(self.tools) if tool.times}
        starts |= {f"loads.{i}.start": part.start for i, part in enumerate(self.loads)}

    def in_folder(self, folder: Path) -> BodyScene:
        """Return the same scene with absolute paths of the files that it names."""
        control = self.control
        if any(part.surface for part in control.actuators):
            actuators = [placed(part, folder, "surface") for part in control.actuators]
            control = control.model_copy(update={"actuators": actuators})
        changed = {
            "mesh": placed(self.mesh, folder, "file", "fixed_list", "skin"),
            "reference": placed(self.reference, folder, "animation", "rest"),
            "control": control,
            "keyframes": [placed(part, folder, "pose", "rest") for part in self.keyframes],
            "obstacles": [placed(part, folder, "file") for part in self.obstacles],
            "tools": [placed(part, folder, "file") for part in self.tools],
        }
        return self.model_copy(update=changed)

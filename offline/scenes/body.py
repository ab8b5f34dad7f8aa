"""Scenes of soft bodies: which body, made of what, held and pushed where."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self, TypeVar

from pydantic import Field, model_validator

from offline.scenes.actuators import MOST_ACTUATORS, MOST_CABLE_POINTS, OF_KIND, BodyActuatorPart, LoadPart
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
    share_of,
)
from offline.scenes.paths import HandlePart, PathPart
from offline.scenes.quantity import Unit
from runtime.control.paths import SHARE_OF_STEP, whole_rounds
from runtime.observing.sensors import MOST_MARKERS
from runtime.plant.upright import UP
from softrein.errors import shown, warn

PositiveNewton = Annotated[float, Field(gt=0), Unit("N")]

MOST_PATHS = 256  # of a scene: each is a row of every cost
PLACES = 4  # where pushes stay, of a body on which something else stays


class TargetPart(Part):
    """What a region should meet at a moment of the motion: a ball that it hits, or a bee that lands on it.

    It is for pictures and counts, and does not act on the body. A ball hangs where the reference passes. A
    bee comes along `flight`, points in metres from the spot where the reference has the region's middle then,
    in `approach` seconds, and lands if the spot is within `radius` of there.
    """

    name: Name = Field(description="by which results tell it from others")
    region: Name = Field(description="that should meet it")
    time: Seconds = Field(description="when they meet; the nearest step")
    tolerance: Seconds = Field(0.0, description="how early or late a ball may be hit")
    radius: PositiveMetres = Field(description="of the ball; or how near to the spot a landing must be")
    string: PositiveMetres | None = Field(None, description="length of the string that a ball hangs on")
    bite: Metres = Field(0.0, description="how deep the reference motion would enter the ball")
    flight: list[Point] = Field([], description="from far to near; its end, the spot itself, is left out")
    approach: PositiveSeconds = Field(1.0, description="how long the flight takes")

    @model_validator(mode="after")
    def _one_way_to_meet(self) -> TargetPart:
        if (self.string is None) == (not self.flight):
            raise ValueError("give either `string` (a hanging ball) or `flight` (who comes flying)")
        return self


MOST_NOISE = 1e3  # m of a marker's place: more is no measurement


class SensorPart(Part):
    """Markers on vertices, whose positions are measured; noise is that of each coordinate."""

    region: Name | None = Field(None, description="each of its vertices that can move is a marker")
    at: Whole | Point | list[Whole | Point] | None = Field(
        None, description="a point, or several, of which the nearest vertices are meant"
    )
    vertices: list[Index] | None = Field(None, min_length=1, description="by their numbers, from 0 up")
    count: Annotated[int, Field(ge=1, le=MOST_MARKERS), WHOLE] | None = Field(
        None, description="so many markers, in the places that `softrein inspect` proposes"
    )
    noise: Annotated[float, Field(gt=0, le=MOST_NOISE), Unit("m")] = Field(description="standard deviation")
    every: Count = Field(1, description="steps from one measurement to the next")

    @model_validator(mode="before")
    @classmethod
    def _three_numbers_are_a_point(cls, data: object) -> object:
        """Also three whole ones; so many that are no point are vertices, as older scenes have them."""
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
        return self


class ObserverPart(Part):
    """What is expected of unknown forces by the observer, which estimates the state from the sensors."""

    time_constant: PositiveSeconds = Field(0.5, description="by which an unknown force is expected to fade")
    force: PositiveNewton | None = Field(
        None,
        description="how large unknown pushes on the skin are expected to be, the root of their mean square; "
        "none: by the ensemble's or the scene's own pushes",
    )
    radius: Metres | None = Field(None, description="and of which radius; by the same pushes, unless told")
    extended: bool = Field(
        True,
        description="make gains as it runs, about the estimate, or beforehand, along the motion, which takes "
        "less time a step, and is slower to notice a push",
    )


class BodyTimePart(TimePart):
    """Time steps, and how many Newton iterations each may take."""

    newton_iterations: Annotated[int, Field(ge=1, le=50), WHOLE] = Field(
        20,
        description="at most so many, until a step converges; 1 is one iteration without a test, as [002] "
        "has it",
    )


class BodyEnrichmentPart(EnrichmentPart):
    """Training runs: the nominal run with random forces or kicks, and loads that stay."""

    kind: Literal["force", "velocity", "actuation"] = Field(
        "force", description="pushes, kicks, or the actuators themselves, at random within their limits"
    )
    presses: Annotated[int, Field(ge=0, le=1000), WHOLE] = Field(
        0,
        description="further runs, in which a ball presses on the skin at random places, as [contact] has it",
    )
    statics: Annotated[int, Field(ge=0, le=1000), WHOLE] | None = Field(
        None,
        description="random places of the skin where a push stays: the shapes that the body takes under "
        "these, under gravity and under each actuator widen the basis as well; none: 4 where there is "
        "gravity or an actuator; 0 leaves all of them out",
    )

    @property
    def all_runs(self) -> int:
        """See `EnrichmentPart`."""
        return self.runs + self.presses

    def shared(self, count: int, which: int) -> Self:
        """See `EnrichmentPart`."""
        return (
            super().shared(count, which).model_copy(update={"presses": share_of(self.presses, count, which)})
        )


class ElementsPart(Part):
    """How many sampled and weighted elements stand for all at run time (hyper-reduction)."""

    tolerance: Annotated[float, Field(gt=0, lt=1), Unit("")] = Field(
        0.01, description="of what they miss of the training states' forces and stiffness; ends the search"
    )
    most: Count | None = Field(None, description="elements at most; ends the search as well")


class BodyBasisPart(BasisPart):
    """How many modes, and which elements are evaluated at run time."""

    elements: ElementsPart | None = Field(
        None,
        description="sampled elements; none: where a law other than 'stvk' or a large rank wants them, as "
        "many as the tolerance asks for, and else the exact polynomial",
    )


class BodyControlPart(ControlPart):
    """Costs, and what the controller moves."""

    actuators: list[BodyActuatorPart] = Field(
        [], max_length=MOST_ACTUATORS, description="none: every reduced coordinate is driven"
    )
    paths: list[PathPart] = Field(
        [], max_length=MOST_PATHS, description="that regions follow, as their weights have it"
    )
    forces: list[ForcePart] = Field(
        [], max_length=MOST_PATHS, description="of contact, that are to be as in the reference"
    )

    @model_validator(mode="after")
    def _few_points(self) -> BodyControlPart:
        count = sum(len(part.points) for part in self.actuators)
        if count > MOST_CABLE_POINTS:
            raise ValueError(
                f"actuators: their cables have {count} points in all, and may have {MOST_CABLE_POINTS}"
            )
        return self

    @model_validator(mode="after")
    def _by_the_step(self) -> BodyControlPart:
        if self.discretisation == "exponential":
            if self.paths:
                raise ValueError("paths are followed by gains of the step: leave `discretisation` out")
            if any(part.is_muscle for part in self.actuators):
                raise ValueError("cables and chambers need gains of the step: leave `discretisation` out")
        return self

    def _weights(self) -> list[float]:
        own = [path.weight for path in self.paths] + [force.weight for force in self.forces]
        return [*super()._weights(), *own]


class BodyPushPart(PushPart):
    """A push at a vertex, at the vertex nearest to a position, or amid a region."""

    measure: ClassVar[str] = "force"
    at: Whole | tuple[Metre, Metre, Metre] | Name = Field(
        description="a vertex's number, a point, or a region: what is pushed is the vertex nearest to the "
        "point, or to the region's middle"
    )
    force: tuple[Newton, Newton, Newton] = Field(description="total on the patch")
    time: Seconds = Field(description="when it begins; the nearest step")


class BodyEnsemblePart(EnsemblePart):
    """Random pushes on the skin, each around a random vertex."""

    measure: ClassVar[str] = "force"
    force: tuple[PositiveNewton, PositiveNewton] = Field(description="least and largest magnitude")


def _twice(names: Sequence[str]) -> str:
    return next(name for name in names if names.count(name) > 1)


class BodyScene(Scene):
    """A soft body."""

    of_motions: ClassVar[frozenset[str]] = Scene.of_motions | {"loads", "handle", "targets"}
    kind: Literal["deformable"] = Field("deformable", description="what is simulated: a soft body")
    up: Axis = Field(
        UP, description="axis that points up: of pictures, of strings that balls hang on, of a region's ends"
    )
    gravity: tuple[Acceleration, Acceleration, Acceleration] = Field(
        (0.0, 0.0, 0.0), description="along x, y and z; `up` does not turn it"
    )
    start: Literal["rest", "equilibrium"] = Field("rest", description="shape at time zero, under gravity")
    backend: Literal["cg", "direct", "cholmod", "splu"] | None = Field(
        None,
        description="solver of a step: iterative (cg), or direct (by CHOLMOD where it is installed); none: "
        "the best by size",
    )
    mesh: MeshPart
    materials: dict[Name, MaterialPart] = Field(
        {},
        description="by region: of elements; of vertices, for the elements that have all four in it; or "
        "'body', all that no other name has. Their order does not matter; none: those of a .veg file",
    )
    damping: DampingPart = DampingPart()
    time: BodyTimePart
    loads: list[LoadPart] = Field([], max_length=MOST_PARTS)
    enrichment: BodyEnrichmentPart
    basis: BodyBasisPart
    keyframes: list[KeyframePart] = Field([], max_length=MOST)
    reference: BodyReferencePart = BodyReferencePart()
    handle: HandlePart | None = Field(None, description="how the held region moves; none: not")
    contact: ContactPart | None = Field(None, description="how it touches what there is to touch")
    obstacles: list[ObstaclePart] = Field(
        [], max_length=MOST_SHAPES, description="rigid shapes that it may touch"
    )
    tools: list[ToolPart] = Field(
        [], max_length=MOST_SHAPES, description="rigid shapes that move, which it may touch as well"
    )
    control: BodyControlPart
    pushes: list[BodyPushPart] = Field([], max_length=MOST_PARTS)
    targets: list[TargetPart] = Field([], max_length=MOST_PARTS)
    ensemble: BodyEnsemblePart | None = None
    sensors: list[SensorPart] = Field([], max_length=MOST_PARTS)
    observer: ObserverPart = ObserverPart()
    watch: Name | None = Field(
        None, description="region whose middle is followed in charts of paths; none: the liveliest vertex"
    )

    @model_validator(mode="after")
    def _loads_drive_muscles(self) -> BodyScene:
        muscles = {part.name: part for part in self.muscles}
        for i, load in enumerate(self.loads):
            if load.actuator is None:
                continue
            if load.actuator not in muscles:
                raise ValueError(f"loads.{i}.actuator: no cable or chamber is called {shown(load.actuator)}")
            unit = muscles[load.actuator].unit
            assert load.drives is not None
            if unit != load.drives[0]:
                raise ValueError(f"loads.{i}: {shown(load.actuator)} is driven in {unit}")
        return self

    @model_validator(mode="after")
    def _is_measured(self) -> BodyScene:
        for i, part in enumerate(self.sensors):
            if part.every > self.time.steps:
                raise ValueError(
                    f"sensors.{i}.every: {part.every}, but the motion has {self.time.steps} steps"
                )
        return self

    @model_validator(mode="after")
    def _names_differ(self) -> BodyScene:
        names = [part.name for part in self.control.actuators]
        if self.muscles and len(set(names)) < len(names):
            raise ValueError(f"control.actuators: two are called {shown(_twice(names))}; rename one")
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
    def muscles(self) -> list[BodyActuatorPart]:
        """Its actuators that are no forces, kind by kind: cables, and then chambers."""
        parts = self.control.actuators
        return [part for kind in OF_KIND for part in parts if part.is_muscle and part.kind == kind]

    @model_validator(mode="after")
    def _made_of_something(self) -> BodyScene:
        file = self.mesh.file
        if not self.materials and (file is None or file.suffix.lower() != ".veg"):
            raise ValueError("materials: missing; add [materials.body] with young, poisson and density")
        if self.materials and self.mesh.law is not None:
            raise ValueError("mesh.law is of a file's own materials; with [materials.NAME] give `law` there")
        return self

    @property
    def laws(self) -> set[str]:
        """The laws of elasticity of its materials."""
        return {part.law for part in self.materials.values()} or {self.mesh.law or "stvk"}

    @property
    def static_places(self) -> int:
        """At how many random places a push stays, see `enrichment.statics`.

        Where nothing else stays, there are none unless the scene asks: on scenes `tshape` and `beam` four
        take modes from the motion, and make LQR's error on the full model 15 to 30 % larger. On a trunk with
        gravity and actuators they change no figure of control.
        """
        if self.enrichment.statics is not None:
            return self.enrichment.statics
        stays = any(self.gravity) or self.control.actuators or self.control.paths or self.reference.is_found
        return PLACES if stays else 0

    @property
    def endless(self) -> bool:
        """Whether the motion begins again at its end: if it is told to, or a path is gone round."""
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
            raise ValueError("handle: what is carried needs gains of the step: leave `discretisation` out")
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
                    f"{name}: places in space are not gone to by a body that a handle carries; leave out one "
                    "of the two"
                )
        if self.endless and not self.handle.closed:
            raise ValueError(
                "handle: an endless motion begins where it ends: give the first pose once more at its end, "
                "or `period` instead of `times`"
            )
        period, time = self.handle.period, self.time
        if period and not whole_rounds(time.steps, period, time.step):
            end = time.step * time.steps
            steps = round(max(math.ceil(end / period), 1) * period / time.step)
            raise ValueError(
                f"handle.period: the motion of {end:g} s is no whole number of rounds of {period:g} s; set "
                f"time.steps = {steps}, for one"
            )
        return self

    @model_validator(mode="after")
    def _touches(self) -> BodyScene:
        shapes = [*self.obstacles, *self.tools]
        for i, force in enumerate(self.control.forces):
            if force.obstacle not in (names := default_names(shapes)):
                known = ", ".join(map(shown, names)) or "none: add [[obstacles]] or [[tools]]"
                unknown = f"control.forces.{i}.obstacle: unknown {shown(force.obstacle)}"
                raise ValueError(f"{unknown}; there are {known}")
        if not shapes:
            if self.contact is not None and not self.enrichment.presses:
                raise ValueError("contact: there is nothing to touch; add [[obstacles]] or [[tools]]")
            return self
        names = default_names(shapes)
        if len(set(names)) < len(names):
            raise ValueError(f"obstacles, tools: two are called {shown(_twice(names))}; rename one")
        if self.handle is not None:
            raise ValueError(
                "handle: a body that is carried would see obstacles go by; leave out one of the two, or move "
                "the obstacles as [[tools]]"
            )
        if self.time.newton_iterations == 1:
            raise ValueError("time.newton_iterations: contact needs steps that converge; leave it out")
        if self.control.discretisation == "exponential":
            raise ValueError("obstacles: contact needs gains of the step: leave `discretisation` out")
        for i, tool in enumerate(self.tools):
            if self.endless and tool.moves and not tool.closed:
                raise ValueError(
                    f"tools.{i}: an endless motion begins where it ends: give the first pose once more at "
                    "its end, or `period` instead of `times`"
                )
        return self

    @property
    def something_weighs(self) -> bool:
        """Whether anything of the state does: of what is found by key-frames, or an animation, they do."""
        asked = any(part.weight != 0 for part in self.keyframes)
        asked = asked or (self.reference.source == ANIMATION and self.reference.weight != 0)
        missing = self.reference.source == KEYFRAMES and not self.keyframes  # which is told by itself
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
    def _whole_rounds(self) -> BodyScene:
        step, end = self.time.step, self.time.step * self.time.steps
        for i, path in enumerate(self.control.paths):
            if path.period and path.period < 2 * step:
                raise ValueError(
                    f"control.paths.{i}.period: {path.period:g} s is less than two steps of {step:g} s: "
                    "check its unit"
                )
            if path.period and not whole_rounds(self.time.steps, path.period, step):
                steps = round(max(math.ceil(end / path.period), 1) * path.period / step)
                raise ValueError(
                    f"control.paths.{i}.period: the motion of {end:g} s is no whole number of rounds of "
                    f"{path.period:g} s; set time.steps = {steps}, for one"
                )
        return self

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
        """The same scene with the paths of the files that it names made absolute."""
        control = self.control
        if any(part.surface for part in control.actuators):
            actuators = [_placed(part, folder, "surface") for part in control.actuators]
            control = control.model_copy(update={"actuators": actuators})
        changed = {
            "mesh": _placed(self.mesh, folder, "file", "fixed_list", "skin"),
            "reference": _placed(self.reference, folder, "animation", "rest"),
            "control": control,
            "keyframes": [_placed(part, folder, "pose", "rest") for part in self.keyframes],
            "obstacles": [_placed(part, folder, "file") for part in self.obstacles],
            "tools": [_placed(part, folder, "file") for part in self.tools],
        }
        return self.model_copy(update=changed)


P = TypeVar("P", bound=Part)


def _placed(part: P, folder: Path, *names: str) -> P:
    """A part of a scene in a folder, with the paths of these files made absolute, as far as it names them."""
    given = {name: getattr(part, name) for name in names}
    found = {name: (folder / path).resolve() for name, path in given.items() if path is not None}
    return part.model_copy(update=found) if found else part

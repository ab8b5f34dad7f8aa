"""Scenes of smoke: the box, the winds in it, and the particles that are steered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from offline.scenes.base.keyframes import KEYFRAMES, MOST, SmokeKeyframePart, check_keyframes
from offline.scenes.base.parts import (
    MOST_PARTS,
    ActuatorPart,
    ControlPart,
    EnrichmentPart,
    EnsemblePart,
    Part,
    PushPart,
    ReferencePart,
    TimePart,
    placed,
)
from offline.scenes.base.quantity import Limits, Unit
from offline.scenes.base.scene import Scene
from offline.scenes.base.values import (
    Acceleration,
    Coordinates,
    Count,
    FilePath,
    Index,
    Metre,
    Number,
    Pair,
    PositiveMetres,
    PositiveNumber,
    PositiveSeconds,
    Seconds,
    Whole,
)

MOST_PLACES = 30_000  # most particles: a bundle keeps their starting points with the scene
PositiveAcceleration = Annotated[float, Field(gt=0), Unit("m/s^2")]
Place = Coordinates[Metre]
Width = Annotated[
    PositiveMetres, Field(description=("width: standard deviation of the wind's Gaussian profile"))
]
Blow = Annotated[Coordinates[Acceleration], Field(description="acceleration (force per mass) at its centre")]


class SolidPart(Part):
    """Solid cells: those whose centres lie in a box, in a disc or a ball, or in space in a closed surface."""

    box: tuple[Place, Place] | None = Field(None, description="two opposite corners of a box")
    at: Place | None = Field(
        None, description="centre of a disc, or in space of a ball; or position of the file's origin"
    )
    radius: PositiveMetres | None = Field(None, description="radius of the disc or the ball")
    file: FilePath | None = Field(
        None, description="a closed surface (.stl, .obj, .ply); path relative to the scene file"
    )
    scale: PositiveNumber = Field(1.0, description="metres per unit of the file")

    def idle(self) -> Mapping[str, str]:
        """See `Part`."""
        return {} if self.file else {"scale": "`scale` belongs to `file`: leave it out"}

    @model_validator(mode="after")
    def _one_way(self) -> SolidPart:
        if self.file is None and (self.at is None) != (self.radius is None):
            raise ValueError("`at` and `radius` belong together")
        if [self.box, self.radius, self.file].count(None) != 2 or (self.box and self.at):
            raise ValueError("give either `box`, or `at` and `radius`, or `file` with or without `at`")
        return self


class BoxPart(Part):
    """The box of smoke, and its grid: in a plane, or with three numbers everywhere in space."""

    cells: Coordinates[Count] = Field(description="number of grid cells along x and y, and in space along z")
    size: Coordinates[PositiveMetres] = Field(description="size of the box along the same axes")
    solids: list[SolidPart] = Field([])
    viscosity: Annotated[float, Field(ge=0), Unit("m^2/s")] = Field(
        0.0, description="kinematic viscosity, of the full and of the reduced simulation"
    )
    buoyancy: Coordinates[Acceleration] | None = Field(
        None,
        description="acceleration by smoke of density 1 in the full simulation; the reduced one includes "
        "it along the reference only; none: smoke has no effect on the flow",
    )


class PuffPart(Part):
    """A disc or ball of smoke at the start, with a soft edge; without `box.buoyancy` for pictures alone."""

    at: Place = Field(description="its centre")
    radius: PositiveMetres = Field(description="its radius, to the middle of its soft edge")


class WindPart(Part):
    """A wind around a point in the nominal motion, the full simulation that the motion comes from."""

    at: Place = Field(description="its centre")
    radius: Width
    acceleration: Blow
    course: Literal["impulse", "continuous", "noise"] = Field(
        "impulse",
        description="constant for `duration` from `start` on ('impulse'), constant throughout, or smooth "
        "(Perlin) noise throughout",
    )
    start: Seconds = Field(0.0, description="start time of an impulse")
    duration: PositiveSeconds | None = Field(None, description="duration of an impulse, which requires it")
    period: PositiveSeconds | None = Field(
        None, description="time between the knots of noise, which requires it"
    )
    seed: Index = Field(0, description="random seed of noise")

    def idle(self) -> Mapping[str, str]:
        """See `Part`."""
        words = "`seed` belongs to course = 'noise': leave it out"
        return {"seed": words} if self.course != "noise" else {}

    @model_validator(mode="after")
    def _course_complete(self) -> WindPart:
        if (self.course == "impulse") != (self.duration is not None):
            raise ValueError("`duration` belongs to course = 'impulse', which needs it")
        if (self.course == "noise") != (self.period is not None):
            raise ValueError("`period` belongs to course = 'noise', which needs it")
        if self.start and self.course != "impulse":
            raise ValueError(f"`start` belongs to course = 'impulse'; {self.course!r} blows all the time")
        return self


class GuidePart(Part):
    """A curve along which a wind brings a steered particle.

    `softrein precompute` finds the wind, which then acts in the nominal motion.
    """

    particle: Index = Field(0, description="index in `particles`, from 0")
    path: list[Place] = Field(
        min_length=2, description="points of a smooth curve; the first must be where the particle starts"
    )
    start: Seconds = Field(0.0, description="time at which the particle starts")
    end: Seconds | None = Field(
        None, description="time at which it reaches the end of the curve; none: at the end of the motion"
    )
    radius: PositiveMetres = Field(description="width (standard deviation) of the winds along the curve")

    @model_validator(mode="before")
    @classmethod
    def _no_knots(cls, data: object) -> object:
        if isinstance(data, Mapping) and "knots" in data:
            raise ValueError("the wind is now optimised for each step and has no knots: leave `knots` out")
        return data


class SmokeTimePart(TimePart):
    """Time steps, and the time integrator of the reduced fluid."""

    scheme: Literal["runge-kutta", "midpoint"] = Field(
        "runge-kutta",
        description="classical Runge-Kutta of fourth order; or the midpoint rule, which conserves kinetic "
        "energy exactly (without wind and viscosity), for long runs",
    )


class SmokeEnrichmentPart(EnrichmentPart):
    """Training runs for the basis: the nominal motion with random winds."""

    place: Literal["particles", "fast"] = Field(
        "particles",
        description="where the random winds are centred: at a steered particle of the nominal motion, or "
        "where its flow is fast",
    )
    tolerance: Annotated[float, Field(ge=0, lt=1), Unit("")] = Field(
        1e-3, description="share of a run's norm that compressing its snapshots may drop"
    )  # default for smoke, as its runs are large


class WindActuatorPart(ActuatorPart):
    """A wind along `direction` around a point; its control is the acceleration there."""

    at: Place = Field(description="its centre")
    radius: Width
    direction: Coordinates[Number] = Field(description="direction of the wind; its length does not matter")
    limit: Annotated[Pair, Limits("m/s^2")] | None = Field(
        None, description="limits of the control, which is the acceleration at the centre; none: unlimited"
    )


class SmokeControlPart(ControlPart):
    """Costs, and the winds that the controller drives."""

    actuators: list[WindActuatorPart] = Field(
        [], description="winds that the controller drives; none: a force on every reduced coordinate"
    )

    @model_validator(mode="before")
    @classmethod
    def _no_paths(cls, data: object) -> object:
        if isinstance(data, Mapping) and "paths" in data:
            raise ValueError("paths are followed by a body's regions, and smoke has none: leave `paths` out")
        return data


class SmokeReferencePart(ReferencePart):
    """The motion to track: from winds, a guide or key-frames.

    With a guide, the reduced model's own run ends centimetres off the curve: the grid damps the full flow,
    but not the reduced one.
    """

    source: Literal["reduced", "projected", "keyframes"] = Field(
        "projected",
        description="'projected': the nominal motion, projected on the basis; 'reduced': the reduced model's "
        "run under the same control; 'keyframes': the nominal motion, projected, under the least "
        "wind that brings particles through the [[keyframes]]",
    )


class SmokePushPart(PushPart):
    """A wind at run time, at a point or at a steered particle."""

    measure: ClassVar[str] = "acceleration"
    at: Whole | Place = Field(
        description="centre: a point; or a steered particle's index, from 0, for its position in the "
        "reference when the wind begins"
    )
    acceleration: Blow
    radius: Width


class SmokeEnsemblePart(EnsemblePart):
    """Random winds at steered particles of the reference, or anywhere in the fluid if there are none."""

    measure: ClassVar[str] = "acceleration"
    acceleration: tuple[PositiveAcceleration, PositiveAcceleration] = Field(
        description="least and largest acceleration (force per mass) at the centre"
    )
    radius: Width


class SmokeScene(Scene):
    """Smoke in a box."""

    absent: ClassVar[Mapping[str, str]] = {
        "up": "smoke is drawn along the axes of its box, which `up` cannot change: leave it out",
        "sensors": "smoke has no vertices to mark: only soft bodies have sensors",
        "observer": "only soft bodies have sensors, and so an observer",
    }
    of_motions: ClassVar[frozenset[str]] = Scene.of_motions | {"winds", "guide"}
    kind: Literal["fluid"] = Field(description="what is simulated: smoke")
    backend: Literal["transform", "iteration", "cholmod", "splu"] | None = Field(
        None,
        description="pressure solver: by cosine transform, by the faces beside solids or conjugate gradients "
        "('iteration'), CHOLMOD, or SuperLU ('splu'); none: 'transform' in a box without solids, else in "
        "space 'iteration', and in a plane the better of the other two that is installed",
    )
    advection: Literal["semi-lagrangian", "maccormack"] = Field(
        "semi-lagrangian",
        description="advection of the full flow; MacCormack's method damps it far less, and takes three "
        "times as long",
    )
    box: BoxPart
    smoke: list[PuffPart] = Field([])
    particles: list[Place] = Field(
        [], max_length=MOST_PLACES, description="starting points of the steered particles"
    )
    carried: list[Place] = Field(
        [],
        max_length=MOST_PLACES,
        description="starting points of particles that drift with the flow and are not steered; of smoke in "
        "space without any, the page shows some of its own",
    )
    winds: list[WindPart] = Field([], max_length=MOST_PARTS)
    guide: GuidePart | None = None
    keyframes: list[SmokeKeyframePart] = Field([], max_length=MOST)
    time: SmokeTimePart
    enrichment: SmokeEnrichmentPart
    reference: SmokeReferencePart = SmokeReferencePart()
    control: SmokeControlPart
    pushes: list[SmokePushPart] = Field([], max_length=MOST_PARTS)
    ensemble: SmokeEnsemblePart | None = None

    @model_validator(mode="after")
    def _of_as_many_axes(self) -> SmokeScene:
        """Check that entries with a number for each axis have as many as the grid."""
        axes = len(self.box.cells)
        for name, value in self._by_axis():
            if value is not None and not isinstance(value, int) and len(value) != axes:
                raise ValueError(f"{name}: has {len(value)} numbers, but box.cells has {axes}")
        return self

    def _by_axis(self) -> Iterator[tuple[str, tuple[float, ...] | int | None]]:
        """Yield the entries with a number for each axis, by name."""
        yield from (("box.size", self.box.size), ("box.buoyancy", self.box.buoyancy))
        for i, solid in enumerate(self.box.solids):
            yield f"box.solids.{i}.at", solid.at
            yield from ((f"box.solids.{i}.box", corner) for corner in solid.box or ())
        points = {"particles": self.particles, "carried": self.carried}
        points["guide.path"] = self.guide.path if self.guide is not None else []
        for name, found in points.items():
            yield from ((f"{name}.{i}", point) for i, point in enumerate(found))
        parts: dict[str, Sequence[Part]] = {
            "smoke": self.smoke,
            "winds": self.winds,
            "pushes": self.pushes,
            "keyframes": self.keyframes,
            "control.actuators": self.control.actuators,
        }
        for name, several in parts.items():
            for i, part in enumerate(several):
                for entry in ("at", "acceleration", "direction", "position", "velocity"):
                    yield f"{name}.{i}.{entry}", getattr(part, entry, None)

    @model_validator(mode="after")
    def _buoyant(self) -> SmokeScene:
        """Check that a scene with buoyancy has smoke, and as its reference the projected full run.

        Only the full simulation includes buoyancy; the search for a motion and the reduced model do not.
        """
        if self.box.buoyancy is None:
            return self
        if not self.smoke:
            raise ValueError("box.buoyancy: there is no smoke that it could lift; add [[smoke]]")
        if self.asks or self.reference.source != "projected":
            raise ValueError(
                "box.buoyancy: neither the search for a motion nor the reduced model includes it: leave "
                "out guide and keyframes, and take reference.source = 'projected'"
            )
        return self

    @model_validator(mode="after")
    def _particles_there(self) -> SmokeScene:
        count = len(self.particles)
        wanted = {f"pushes.{i}.at": part.at for i, part in enumerate(self.pushes) if isinstance(part.at, int)}
        if self.guide is not None:
            wanted["guide.particle"] = self.guide.particle
        wanted |= {f"keyframes.{i}.particle": part.particle for i, part in enumerate(self.keyframes)}
        for name, particle in wanted.items():
            if not 0 <= particle < count:
                raise ValueError(f"{name}: no particle {particle}; the scene steers {count}")
        if self.enrichment.runs and self.enrichment.place == "particles" and not count:
            raise ValueError("enrichment.place: there are no particles; set it to 'fast'")
        if not count and not (self.control.running_velocity or self.control.final_velocity):
            raise ValueError("control: there are no particles, so the weights on velocities must not be zero")
        for i, instant in enumerate(self.control.instants):
            if instant.region is not None:
                raise ValueError(f"control.instants.{i}.region: smoke has no regions; leave it out")
        return self

    @property
    def asks(self) -> bool:
        """Whether particles have goals for which a wind is to be found."""
        return self.guide is not None or bool(self.keyframes)

    @property
    def at_rest(self) -> str:
        """See `Scene.at_rest`: there is no wind, and none is to be found."""
        if self.winds or self.asks or self.box.buoyancy:
            return ""
        return "the scene has no [[winds]], [guide], [[keyframes]] or box.buoyancy: nothing moves; add one"

    @property
    def something_weighs(self) -> bool:
        """Whether any weight on the state is not zero, including those of key-frames."""
        missing = self.reference.source == KEYFRAMES and not self.keyframes  # reported separately
        return any(part.weight != 0 for part in self.keyframes) or missing or super().something_weighs

    @model_validator(mode="after")
    def _through_keyframes(self) -> SmokeScene:
        check_keyframes(self.keyframes, self.reference, self.time)
        if self.keyframes and self.reference.rewind:
            raise ValueError(
                "reference.rewind: smoke that winds have stirred does not come back to where it began: leave "
                "it out"
            )
        if self.keyframes and self.control.actuators and self.winds:
            raise ValueError("winds: with key-frames only the actuators drive the smoke; leave winds out")
        if self.keyframes and self.control.limit is not None and not self.control.actuators:
            raise ValueError(
                "control.limit: it applies to reduced controls, but winds drive the smoke through "
                "key-frames: give control.actuators with limits of their own"
            )
        return self

    @model_validator(mode="after")
    def _long_enough(self) -> SmokeScene:
        """Refuse impulses that are too short: they are sampled at the middle of each step."""
        durations = {f"winds.{i}.duration": part.duration for i, part in enumerate(self.winds)}
        if self.enrichment.runs:
            durations["enrichment.duration"] = self.enrichment.duration
        for name, duration in durations.items():
            if duration is not None and duration < self.time.step * (1 - 1e-12):
                raise ValueError(f"{name}: {duration:g} s is shorter than a step, {self.time.step:g} s")
        return self

    def in_folder(self, folder: Path) -> SmokeScene:
        """Return the same scene with absolute paths of the files that it names."""
        solids = [placed(part, folder, "file") for part in self.box.solids]
        return self.model_copy(update={"box": self.box.model_copy(update={"solids": solids})})

    def _spans(self) -> dict[str, float | None]:
        return {f"winds.{i}.period": part.period for i, part in enumerate(self.winds)}

    def _add_times(self, latest: dict[str, float], starts: dict[str, float]) -> None:
        starts |= {f"winds.{i}.start": part.start for i, part in enumerate(self.winds)}
        latest |= {f"keyframes.{i}.time": part.time for i, part in enumerate(self.keyframes)}
        if self.guide is not None:
            starts["guide.start"] = self.guide.start
            if self.guide.end is not None:
                latest["guide.end"] = self.guide.end

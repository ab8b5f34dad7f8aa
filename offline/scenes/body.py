"""Scenes of soft bodies: which body, made of what, held and pushed where."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from offline.scenes.names import Name
from offline.scenes.parts import (
    WHOLE,
    Acceleration,
    ActuatorPart,
    BasisPart,
    ControlPart,
    Count,
    EnrichmentPart,
    EnsemblePart,
    Index,
    Metre,
    Metres,
    Number,
    Pair,
    Part,
    PositiveMetres,
    PositiveNumber,
    PositiveSeconds,
    PushPart,
    Scene,
    Seconds,
    Share,
    TimePart,
    Whole,
)
from offline.scenes.paths import PathPart
from offline.scenes.quantity import Limits, Unit
from runtime.body.laws.names import NAMES
from runtime.control.paths import whole_rounds
from runtime.upright import UP
from softrein.errors import shown

Newton = Annotated[float, Unit("N")]
PositiveNewton = Annotated[float, Field(gt=0), Unit("N")]
NewtonSecond = Annotated[float, Unit("N s")]
Point = tuple[Metre, Metre, Metre]
Axis = Literal["x", "y", "z"]

PLACES = 4  # where pushes stay, of a body on which something else stays

LONGEST_PATH, LONGEST_PART = 4000, 255  # bytes, of a file's path and of each name in it


def _a_path(path: Path) -> Path:
    """The path. Raises ValueError where no file can be there, or no scene can say it."""
    text = str(path)
    if "\0" in text or text.encode(errors="replace").decode() != text:
        raise ValueError(f"{shown(text)} is no text, and so nothing that a scene can say; rename it")
    if len(text.encode()) > LONGEST_PATH or any(len(part.encode()) > LONGEST_PART for part in path.parts):
        raise ValueError(f"{shown(text, 40)} is longer than a file's path can be")
    return path


FilePath = Annotated[Path, AfterValidator(_a_path)]


def _known_law(name: str) -> str:
    if name not in NAMES:
        raise ValueError(f"law = {shown(name)}: give one of {', '.join(NAMES)}")
    return name


Law = Annotated[str, AfterValidator(_known_law), Field(json_schema_extra={"enum": list(NAMES)})]


class RegionPart(Part):
    """A region of vertices: in a box of two corners, within a radius of a point, by index, or at an end.

    An end is the lowest or highest share of the body's extent along an axis: of its height, unless told. As
    the place of a material, a region is of the elements whose centre is inside; by index, of those that have
    all four vertices in it.
    """

    box: tuple[Point, Point] | None = None
    at: Point | None = None
    radius: PositiveMetres | None = None
    vertices: list[Index] | None = Field(None, min_length=1)
    lowest: Share | None = None
    highest: Share | None = None
    axis: Axis | None = Field(None, description="of `lowest` and `highest`; the scene's `up` unless told")

    @model_validator(mode="after")
    def _one_way(self) -> RegionPart:
        if (self.at is None) != (self.radius is None):
            raise ValueError("`at` and `radius` belong together")
        ways = [self.box, self.at, self.vertices, self.lowest, self.highest]
        if ways.count(None) != len(ways) - 1:
            raise ValueError(
                "give one of `box`, `at` and `radius`, `vertices`, `lowest` or `highest`, for example "
                "{ lowest = 0.1 }"
            )
        if self.axis is not None and self.lowest is None and self.highest is None:
            raise ValueError("`axis` belongs to `lowest` or `highest`")
        return self

    def along(self, up: str) -> RegionPart:
        """The same region; an end whose axis is not told is one along `up`."""
        is_end = self.axis is None and not (self.lowest is None and self.highest is None)
        return self.model_copy(update={"axis": up}) if is_end else self


class MeshPart(Part):
    """Which body: one made by code (`body`), or a file of tetrahedra."""

    body: Literal["tshape", "block", "trunk", "flower", "dinosaur"] | None = None
    file: FilePath | None = Field(None, description="relative to the scene file")
    scale: PositiveNumber = Field(1.0, description="metres per unit of the file")
    law: Law | None = Field(None, description="of the materials that a .veg file brings; stvk unless told")
    cells: tuple[Count, Count, Count] | None = Field(None, description="of a block")
    size: tuple[PositiveMetres, PositiveMetres, PositiveMetres] | None = Field(None, description="of a block")
    skin: FilePath | None = Field(
        None,
        description="a finer surface to show (.stl, .obj, .ply); relative to the scene file",
    )
    skin_scale: PositiveNumber | None = Field(
        None, description="metres per unit of the skin's file; `scale` unless told"
    )
    regions: dict[Name, RegionPart] = Field({}, description="more regions, by name; metres, after scaling")
    fixed: list[Name] = Field(min_length=1, description="regions whose vertices do not move")
    fixed_list: FilePath | None = Field(
        None,
        description="VegaFEM's .bou list, as region 'fixed'; relative to the scene file",
    )

    @model_validator(mode="after")
    def _one_source(self) -> MeshPart:
        if (self.body is None) == (self.file is None):
            raise ValueError("give either `body` (made by code) or `file`")
        if (self.body == "block") != (self.cells is not None and self.size is not None):
            raise ValueError("`cells` and `size` belong to body = 'block', which needs both")
        return self


class MaterialPart(Part):
    """An isotropic elastic material."""

    young: Annotated[float, Field(gt=0), Unit("Pa")]
    poisson: Annotated[float, Field(gt=-1, lt=0.5), Unit("")]
    density: Annotated[float, Field(gt=0), Unit("kg/m^3")]
    law: Law = Field("stvk", description="of elasticity, by which it answers large strain")
    mean_volume: bool | None = Field(
        None,
        description="whether elements share their mean volume in patches, without which they lock where the "
        "material is nearly incompressible; where Poisson's ratio is above 0.45, unless told",
    )


class DampingPart(Part):
    """Rayleigh damping, tangential: D = mass M + stiffness K(u)."""

    mass: Annotated[float, Field(ge=0), Unit("1/s")] = 0.0
    stiffness: Seconds = 0.0


class LoadPart(Part):
    """A force in time, spread evenly over a region's vertices, or a control, of the nominal run."""

    region: Name | None = None
    actuator: Name | None = Field(None, description="a cable or chamber that is driven, instead of a region")
    tension: Newton | None = Field(None, description="of a cable")
    pressure: Annotated[float, Unit("Pa")] | None = Field(None, description="in a chamber")
    wound: Metre | None = Field(None, description="of a cable that is driven by its length: by how much")
    force: tuple[Newton, Newton, Newton] | None = None
    impulse: tuple[NewtonSecond, NewtonSecond, NewtonSecond] | None = Field(
        None, description="force = impulse / duration"
    )
    start: Seconds = 0.0
    duration: PositiveSeconds
    shape: Literal["constant", "half-sine", "sine", "noise"] = Field(
        "constant", description="noise: coherent, within +-1, with a knot each `period`"
    )
    frequency: Annotated[float, Field(ge=0), Unit("Hz")] = Field(0.0, description="of shape = 'sine'")
    period: PositiveSeconds | None = Field(None, description="of shape = 'noise'")
    seed: Index = Field(0, description="of shape = 'noise'")
    factors: list[tuple[Seconds, Number]] | None = Field(
        None, description="[time, factor] pairs, linear in between; multiply the force"
    )

    @model_validator(mode="after")
    def _one_strength(self) -> LoadPart:
        driven = [self.tension, self.pressure, self.wound]
        if (self.region is None) == (self.actuator is None):
            raise ValueError("give either `region` or `actuator`")
        if self.actuator is not None and (
            [*driven, self.force, self.impulse].count(None) != 4 or self.drives is None
        ):
            raise ValueError("a load on an actuator is one of `tension`, `pressure` or `wound`")
        if self.region is not None and driven.count(None) < 3:
            raise ValueError("`tension`, `pressure` and `wound` belong to an `actuator`")
        if self.region is not None and (self.force is None) == (self.impulse is None):
            raise ValueError("give either `force` or `impulse`")
        if (self.shape == "sine") != (self.frequency > 0):
            raise ValueError("`frequency` belongs to shape = 'sine', which needs it")
        if (self.shape == "noise") != (self.period is not None):
            raise ValueError("`period` belongs to shape = 'noise', which needs it")
        if self.impulse is not None and self.shape != "constant":
            raise ValueError("an `impulse` is spread evenly over its duration: leave `shape` out")
        return self

    @property
    def drives(self) -> tuple[str, float] | None:
        """What it drives an actuator by: the unit, and how much; None where it is a force on a region."""
        found = {"N": self.tension, "Pa": self.pressure, "m": self.wound}
        return next(((unit, amount) for unit, amount in found.items() if amount is not None), None)


class BodyActuatorPart(ActuatorPart):
    """A force on a region, a cable that pulls, or a chamber under pressure; within `limit`.

    A force acts along `direction`, spread evenly, within [low, high] or a magnitude. A cable runs straight
    from its anchor through points of the body at rest and pulls, from 0 up; driven by its length it is wound
    up by so much from its length at rest, and pulls with `stiffness` times what it is stretched. A chamber is
    what a closed surface encloses. A control of 1 is `scale`: 1 N, 1 mm or 1 kPa unless told.
    """

    kind: Literal["force", "cable", "pressure"] = "force"
    region: Name | None = Field(
        None, description="where a force acts; or vertices whose surface encloses a chamber inside the body"
    )
    direction: tuple[Number, Number, Number] | None = Field(  # type: ignore[assignment]  # cables have none
        None, description="of a force"
    )
    anchor: Point | None = Field(
        None, description="of a cable: where it begins in space; none: at its first point"
    )
    points: list[Point] = Field([], description="of a cable: places in the body at rest, one after the other")
    surface: FilePath | None = Field(
        None,
        description="of a chamber: a closed surface (.stl, .obj, .ply) inside the body, in the mesh's unit; "
        "relative to the scene file",
    )
    surface_scale: PositiveNumber | None = Field(
        None, description="metres per unit of the surface's file; `mesh.scale` unless told"
    )
    drive: Literal["tension", "length"] = Field("tension", description="what a cable's control is")
    stiffness: Annotated[float, Field(gt=0), Unit("N/m")] | None = Field(
        None, description="of a cable that is driven by its length"
    )
    limit: Annotated[Pair, Limits("N")] | None = Field(
        None, description="[low, high], or a magnitude, in the unit of its control: N, m or Pa"
    )
    scale: Annotated[float, Field(gt=0), Unit("N")] | None = Field(
        None, description="what a control of 1 is, in that unit"
    )

    @model_validator(mode="before")
    @classmethod
    def _in_its_unit(cls, data: Any) -> Any:
        """Limit and scale in the unit of the control, which the kind says."""
        if not isinstance(data, Mapping):
            return data
        unit, found = _unit_of(data.get("kind"), data.get("drive")), dict(data)
        if unit == "N":  # as the fields have it
            return found
        for name, read in (("limit", Limits(unit).convert), ("scale", Unit(unit).convert)):
            if found.get(name) is not None:
                try:
                    found[name] = read(found[name])
                except ValueError as error:
                    raise ValueError(f"{name}: {error}") from error
        return found

    @model_validator(mode="after")
    def _of_one_kind(self) -> BodyActuatorPart:
        own = {
            "force": ("region", "direction"),
            "cable": ("anchor", "points", "drive", "stiffness"),
            "pressure": ("region", "surface", "surface_scale"),
        }
        for other, names in own.items():
            for name in names:
                if name in self.model_fields_set and name not in own[self.kind] and getattr(self, name):
                    if name == "drive" and self.drive == "tension":
                        continue
                    raise ValueError(f"`{name}` belongs to kind = {other!r}, and this one is {self.kind!r}")
        if self.kind == "force" and (self.region is None or self.direction is None):
            raise ValueError("a force needs `region` and `direction`")
        if self.kind == "pressure" and (self.region is None) == (self.surface is None):
            raise ValueError("a chamber needs either `surface` or `region`")
        if self.kind == "cable":
            self._check_cable()
        return self

    def _check_cable(self) -> None:
        if len(self.points) + (self.anchor is not None) < 2 or not self.points:
            raise ValueError("a cable needs an `anchor` and a point in `points`, or two points")
        if (self.drive == "length") != (self.stiffness is not None):
            raise ValueError("`stiffness` belongs to drive = 'length', which needs it")
        if self.limit is not None and self.limit[0] < 0 and self.drive == "tension":
            raise ValueError("limit: a cable pulls and never pushes: give ['0 N', '5 N'], from 0 up")

    @property
    def unit(self) -> str:
        """Of its control: N, m or Pa."""
        return _unit_of(self.kind, self.drive)

    @property
    def is_muscle(self) -> bool:
        """Whether its force depends on the body's shape."""
        return self.kind != "force"

    @property
    def size(self) -> float:
        """What a control of 1 is, in SI units."""
        return self.scale or {"N": 1.0, "m": 1e-3, "Pa": 1e3}[self.unit]

    @property
    def range(self) -> Pair | None:
        """Its limit in SI units; of a cable that has none from 0 up."""
        if self.limit is None and self.kind == "cable" and self.drive == "tension":
            return 0.0, math.inf
        return self.limit


def _unit_of(kind: Any, drive: Any) -> str:
    if kind == "pressure":
        return "Pa"
    return "m" if kind == "cable" and drive == "length" else "N"


class TargetPart(Part):
    """What a region should meet at a moment of the reference motion: a ball on a string, or who comes flying.

    A ball hangs where the region passes. With `flight`, points of a way in metres from the spot where the
    region's middle is then, somebody comes along it in `approach` seconds and lands there, if it is there.
    """

    name: Name
    region: Name
    time: Seconds
    tolerance: Seconds = Field(0.0, description="how early or late a ball may be hit")
    radius: PositiveMetres = Field(description="of the ball; or how near to the spot a landing must be")
    string: PositiveMetres | None = None
    bite: Metres = Field(0.0, description="how deep the reference motion would enter the ball")
    flight: list[Point] = Field([], description="from far to near; its end, the spot itself, is left out")
    approach: PositiveSeconds = 1.0

    @model_validator(mode="after")
    def _one_way_to_meet(self) -> TargetPart:
        if (self.string is None) == (not self.flight):
            raise ValueError("give either `string` (a hanging ball) or `flight` (who comes flying)")
        return self


class BodyTimePart(TimePart):
    """Time steps, and how many Newton iterations each takes."""

    newton_iterations: Annotated[int, Field(ge=1, le=50), WHOLE] = 1


class BodyEnrichmentPart(EnrichmentPart):
    """Random forces, or kicks, and loads that stay."""

    kind: Literal["force", "velocity", "actuation"] = Field(
        "force", description="pushes, kicks, or the actuators themselves, at random within their limits"
    )
    statics: Annotated[int, Field(ge=0, le=1000), WHOLE] | None = Field(
        None,
        description="random places of the skin where a push stays: the shapes that the body takes under "
        "these, under gravity and under each actuator widen the basis as well; none: 4 where there is "
        "gravity or an actuator; 0 leaves all of them out",
    )


class ElementsPart(Part):
    """How many sampled elements stand for all (`reduce.sample_elements`)."""

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

    actuators: list[BodyActuatorPart] = Field([], description="none: every reduced coordinate is driven")
    paths: list[PathPart] = Field([], description="that regions follow, as their weights have it")

    @model_validator(mode="after")
    def _steps_along_paths(self) -> BodyControlPart:
        if self.paths and self.discretisation == "exponential":
            raise ValueError("paths are followed by gains of the step: leave `discretisation` out")
        return self

    def _weights(self) -> list[float]:
        return [*super()._weights(), *(path.weight for path in self.paths)]


class BodyPushPart(PushPart):
    """A push at a vertex, at the vertex nearest to a position, or amid a region."""

    at: Whole | tuple[Metre, Metre, Metre] | Name
    force: tuple[Newton, Newton, Newton]
    time: Seconds


class BodyEnsemblePart(EnsemblePart):
    """Random pushes on the skin."""

    force: tuple[PositiveNewton, PositiveNewton]


class BodyScene(Scene):
    """A soft body."""

    kind: Literal["deformable"] = "deformable"
    up: Axis = Field(
        UP, description="axis that points up: of pictures, of strings that balls hang on, of a region's ends"
    )
    gravity: tuple[Acceleration, Acceleration, Acceleration] = (0.0, 0.0, 0.0)
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
    loads: list[LoadPart] = Field([])
    enrichment: BodyEnrichmentPart
    basis: BodyBasisPart
    control: BodyControlPart
    pushes: list[BodyPushPart] = Field([])
    targets: list[TargetPart] = Field([])
    ensemble: BodyEnsemblePart | None = None
    watch: Name | None = Field(
        None, description="region whose middle is followed in charts of paths; none: the liveliest vertex"
    )

    @model_validator(mode="after")
    def _moved_by_its_own(self) -> BodyScene:
        names = [part.name for part in self.control.actuators]
        for i, load in enumerate(self.loads):
            if load.actuator is None:
                continue
            known = [part for part in self.control.actuators if part.name == load.actuator and part.is_muscle]
            if not known:
                raise ValueError(f"loads.{i}.actuator: no cable or chamber is called {shown(load.actuator)}")
            assert load.drives is not None
            if known[0].unit != load.drives[0]:
                raise ValueError(f"loads.{i}: {shown(load.actuator)} is driven in {known[0].unit}")
        if len(set(names)) < len(names) and any(part.is_muscle for part in self.control.actuators):
            raise ValueError("control.actuators: two have the same name")
        if self.muscles and self.control.discretisation == "exponential":
            raise ValueError("control.discretisation: with cables or chambers it is 'step'")
        if self.enrichment.kind == "actuation":
            for i, part in enumerate(self.control.actuators):
                if part.range is None or not all(map(math.isfinite, part.range)):
                    raise ValueError(
                        f"enrichment.kind = 'actuation' needs limits: set control.actuators.{i}.limit"
                    )
            if not names:
                raise ValueError("enrichment.kind = 'actuation' needs control.actuators")
        return self

    @property
    def muscles(self) -> list[BodyActuatorPart]:
        """Its cables, and then its chambers."""
        parts = self.control.actuators
        return [part for kind in ("cable", "pressure") for part in parts if part.kind == kind]

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
        stays = any(self.gravity) or self.control.actuators or self.control.paths
        return PLACES if stays else 0

    @property
    def endless(self) -> bool:
        """Whether the motion begins again at its end: if it is told to, or a path is gone round."""
        return self.reference.rewind or any(path.period for path in self.control.paths)

    @model_validator(mode="after")
    def _whole_rounds(self) -> BodyScene:
        step, end = self.time.step, self.time.step * self.time.steps
        for i, path in enumerate(self.control.paths):
            if path.period and not whole_rounds(self.time.steps, path.period, step):
                steps = round(max(math.ceil(end / path.period), 1) * path.period / step)
                raise ValueError(
                    f"control.paths.{i}.period: the motion of {end:g} s is no whole number of rounds of "
                    f"{path.period:g} s; set time.steps = {steps}, for one"
                )
        return self

    def _add_times(self, latest: dict[str, float], starts: dict[str, float]) -> None:
        latest |= {f"targets.{i}.time": part.time for i, part in enumerate(self.targets)}
        latest |= {
            f"control.paths.{i}.times": part.times[-1]
            for i, part in enumerate(self.control.paths)
            if part.times
        }
        starts |= {f"loads.{i}.start": part.start for i, part in enumerate(self.loads)}

    def in_folder(self, folder: Path) -> BodyScene:
        """The same scene with the paths of the files that it names made absolute."""
        names = ("file", "fixed_list", "skin")
        given = {name: getattr(self.mesh, name) for name in names}
        found: dict[str, Any] = {
            name: (folder / path).resolve() for name, path in given.items() if path is not None
        }
        mesh = self.mesh.model_copy(update=found)
        if not any(part.surface for part in self.control.actuators):
            return self.model_copy(update={"mesh": mesh})
        actuators = [
            part if part.surface is None
            else part.model_copy(update={"surface": (folder / part.surface).resolve()})
            for part in self.control.actuators
        ]  # fmt: skip
        control = self.control.model_copy(update={"actuators": actuators})
        return self.model_copy(update={"mesh": mesh, "control": control})

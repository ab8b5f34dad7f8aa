"""Scenes of soft bodies: which body, made of what, held and pushed where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, PositiveInt, model_validator

from offline.quantity import Unit
from offline.scene_parts import (
    Acceleration,
    ControlPart,
    EnrichmentPart,
    EnsemblePart,
    Metre,
    Metres,
    Newton,
    NewtonSecond,
    Number,
    Part,
    PositiveMetres,
    PositiveNewton,
    PositiveNumber,
    PositiveSeconds,
    PushPart,
    Scene,
    Seconds,
    TimePart,
)

Point = tuple[Metre, Metre, Metre]


class RegionPart(Part):
    """A region of vertices: within a box of two corners, within a radius of a point, or by index."""

    box: tuple[Point, Point] | None = None
    at: Point | None = None
    radius: PositiveMetres | None = None
    vertices: list[Annotated[int, Field(ge=0)]] | None = Field(None, min_length=1)

    @model_validator(mode="after")
    def _one_way(self) -> RegionPart:
        if (self.at is None) != (self.radius is None):
            raise ValueError("`at` and `radius` belong together")
        if [self.box, self.at, self.vertices].count(None) != 2:
            raise ValueError("give either `box`, or `at` and `radius`, or `vertices`")
        return self


class MeshPart(Part):
    """Which body: one made by code (`body`), or a file of tetrahedra."""

    body: Literal["tshape", "block"] | None = None
    file: Path | None = Field(None, description="relative to the scene file")
    scale: PositiveNumber = Field(1.0, description="metres per unit of the file")
    cells: tuple[PositiveInt, PositiveInt, PositiveInt] | None = Field(None, description="of a block")
    size: tuple[PositiveMetres, PositiveMetres, PositiveMetres] | None = Field(None, description="of a block")
    regions: dict[str, RegionPart] = Field({}, description="more regions, by name; metres, after scaling")
    fixed: list[str] = Field(min_length=1, description="regions whose vertices do not move")
    fixed_list: Path | None = Field(
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
    """An isotropic St. Venant-Kirchhoff material."""

    young: Annotated[float, Field(gt=0), Unit("Pa")]
    poisson: Annotated[float, Field(gt=-1, lt=0.5), Unit("")]
    density: Annotated[float, Field(gt=0), Unit("kg/m^3")]


class DampingPart(Part):
    """Rayleigh damping, tangential: D = mass M + stiffness K(u)."""

    mass: Annotated[float, Field(ge=0), Unit("1/s")] = 0.0
    stiffness: Seconds = 0.0


class LoadPart(Part):
    """A force in time, spread evenly over a region's vertices: the control of the centre-line run."""

    region: str
    force: tuple[Newton, Newton, Newton] | None = None
    impulse: tuple[NewtonSecond, NewtonSecond, NewtonSecond] | None = Field(
        None, description="force = impulse / duration"
    )
    start: Seconds = 0.0
    duration: PositiveSeconds
    shape: Literal["constant", "half-sine", "sine"] = "constant"
    frequency: Annotated[float, Field(ge=0), Unit("Hz")] = Field(0.0, description="of shape = 'sine'")
    factors: list[tuple[Seconds, Number]] | None = Field(
        None, description="[time, factor] pairs, linear in between; multiply the force"
    )

    @model_validator(mode="after")
    def _one_strength(self) -> LoadPart:
        if (self.force is None) == (self.impulse is None):
            raise ValueError("give either `force` or `impulse`")
        if (self.shape == "sine") != (self.frequency > 0):
            raise ValueError("`frequency` belongs to shape = 'sine', which needs it")
        if self.impulse is not None and self.shape != "constant":
            raise ValueError("an `impulse` is spread evenly over its duration: leave `shape` out")
        return self


class ActuatorPart(Part):
    """A force along `direction` on a region, spread evenly; `limit` bounds it."""

    name: str
    region: str
    direction: tuple[Number, Number, Number]
    limit: PositiveNewton | None = None


class TargetPart(Part):
    """A ball on a string where a region passes at a moment of the reference motion."""

    name: str
    region: str
    time: Seconds
    tolerance: Seconds = Field(description="how early or late a hit still counts")
    radius: PositiveMetres
    string: PositiveMetres
    bite: Metres = Field(0.0, description="how deep the reference motion would enter the ball")


class BodyTimePart(TimePart):
    """Time steps, and how many Newton iterations each takes."""

    newton_iterations: int = Field(1, ge=1, le=50)


class BodyEnrichmentPart(EnrichmentPart):
    """Random forces, or kicks."""

    kind: Literal["force", "velocity"] = "force"


class BodyControlPart(ControlPart):
    """Costs, and what the controller moves."""

    actuators: list[ActuatorPart] = Field([], description="none: every reduced coordinate is driven")


class BodyPushPart(PushPart):
    """A push at a vertex, at the vertex nearest to a position, or amid a region."""

    at: int | tuple[Metre, Metre, Metre] | str
    force: tuple[Newton, Newton, Newton]
    time: Seconds


class BodyEnsemblePart(EnsemblePart):
    """Random pushes on the skin."""

    force: tuple[PositiveNewton, PositiveNewton]


class DeformableScene(Scene):
    """A soft body."""

    kind: Literal["deformable"] = "deformable"
    gravity: tuple[Acceleration, Acceleration, Acceleration] = (0.0, 0.0, 0.0)
    start: Literal["rest", "equilibrium"] = Field("rest", description="shape at time zero, under gravity")
    backend: Literal["cholmod", "splu"] | None = Field(
        None, description="direct solver; none: the best there is"
    )
    mesh: MeshPart
    materials: dict[str, MaterialPart] = Field(
        {}, description="by region; 'body' is everything; none: those of a .veg file"
    )
    damping: DampingPart = DampingPart()
    time: BodyTimePart
    loads: list[LoadPart] = Field([])
    enrichment: BodyEnrichmentPart
    control: BodyControlPart
    pushes: list[BodyPushPart] = Field([])
    targets: list[TargetPart] = Field([])
    ensemble: BodyEnsemblePart | None = None

    @model_validator(mode="after")
    def _made_of_something(self) -> DeformableScene:
        file = self.mesh.file
        if not self.materials and (file is None or file.suffix.lower() != ".veg"):
            raise ValueError("materials: missing; add [materials.body] with young, poisson and density")
        return self

    def _add_times(self, latest: dict[str, float], starts: dict[str, float]) -> None:
        latest |= {f"targets.{i}.time": part.time for i, part in enumerate(self.targets)}
        starts |= {f"loads.{i}.start": part.start for i, part in enumerate(self.loads)}
        starts |= {f"pushes.{i}.time": part.time for i, part in enumerate(self.pushes)}

    def in_folder(self, folder: Path) -> DeformableScene:
        """The same scene with the paths of the files that it names made absolute."""
        given = {"file": self.mesh.file, "fixed_list": self.mesh.fixed_list}
        found: dict[str, Any] = {
            name: (folder / path).resolve() for name, path in given.items() if path is not None
        }
        return self.model_copy(update={"mesh": self.mesh.model_copy(update=found)})

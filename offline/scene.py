"""The scene: everything that a run depends on, as a TOML file with units.

A scene names a mesh, materials and loads, how the basis is enriched, what the gains cost, and the pushes
and targets of its demonstration. `read_scene` validates a file; `softrein scenes --schema` prints the JSON
schema. Quantities are numbers in SI units or text such as "0.2 MPa".
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, ValidationError, model_validator

from offline.quantity import Unit
from softrein.errors import SceneError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Seconds = Annotated[float, Field(ge=0), Unit("s")]
PositiveSeconds = Annotated[float, Field(gt=0), Unit("s")]
Metres = Annotated[float, Field(ge=0), Unit("m")]
PositiveMetres = Annotated[float, Field(gt=0), Unit("m")]
Weight = Annotated[float, Field(ge=0), Unit("")]
Share = Annotated[float, Field(gt=0, le=1), Unit("")]
Number = Annotated[float, Unit("")]
PositiveNumber = Annotated[float, Field(gt=0), Unit("")]
Metre = Annotated[float, Unit("m")]
Newton = Annotated[float, Unit("N")]
PositiveNewton = Annotated[float, Field(gt=0), Unit("N")]
NewtonSecond = Annotated[float, Unit("N s")]
Acceleration = Annotated[float, Unit("m/s^2")]


class Part(BaseModel):
    """A table of the scene file; a key that it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


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


class TimePart(Part):
    """Time steps of the full and of the reduced simulation alike."""

    step: PositiveSeconds
    steps: PositiveInt
    newton_iterations: int = Field(1, ge=1, le=50)


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


class EnrichmentPart(Part):
    """Random perturbations of the centre-line run that widen the basis ([002], section 5.2)."""

    runs: int = Field(50, ge=0, le=10_000)
    kind: Literal["force", "velocity"] = "force"
    strength: tuple[Share, Share] = Field(
        (0.05, 0.2), description="least and largest, as a share of the centre-line's control"
    )
    radius: tuple[PositiveMetres, PositiveMetres] = Field(description="of the patch that is pushed")
    duration: PositiveSeconds = Field(description="of the push")
    keep_every: PositiveInt = Field(1, description="keep every so manyeth state of a run as a snapshot")


class BasisPart(Part):
    """How many modes: a number, or the share of the energy that they keep."""

    rank: PositiveInt | None = None
    energy: Annotated[float, Field(gt=0, lt=1), Unit("")] | None = None

    @model_validator(mode="after")
    def _one_rule(self) -> BasisPart:
        if (self.rank is None) == (self.energy is None):
            raise ValueError("give either `rank` or `energy`")
        return self


class InstantPart(Part):
    """A cost at one moment, on a region's mean squared displacement error or on all coordinates."""

    time: Seconds
    weight: Weight
    region: str | None = None


class ActuatorPart(Part):
    """A force along `direction` on a region, spread evenly; `limit` bounds it."""

    name: str
    region: str
    direction: tuple[Number, Number, Number]
    limit: PositiveNewton | None = None


class ControlPart(Part):
    """Costs of [002], equations 5 and 6: multiples of the identity in mass-orthonormal coordinates.

    The identity weighs displacements by `u^T M u` (kg m^2) and velocities by twice the kinetic energy. A
    `region` weighs the mean squared displacement of its vertices (m^2) instead.
    """

    running: Weight = Field(0.0, description="alpha_Q, on displacements")
    running_velocity: Weight = Field(0.0, description="the same on velocities")
    running_schedule: list[tuple[Seconds, Weight]] | None = Field(
        None, description="[time, factor] pairs, linear in between: the running weights vary in time"
    )
    final: Weight = Field(0.0, description="alpha_Q,final, on displacements")
    final_velocity: Weight = Field(0.0, description="the same on velocities")
    effort: PositiveNumber = Field(description="alpha_R")
    instants: list[InstantPart] = []
    actuators: list[ActuatorPart] = Field([], description="none: every reduced coordinate is driven")
    limit: PositiveNumber | None = Field(
        None, description="of every reduced control, where no actuators are named; N / sqrt(kg)"
    )
    discretisation: Literal["best", "step", "exponential"] = "best"
    integrals: Literal["exact", "simpson"] = "exact"

    @model_validator(mode="after")
    def _something_to_gain(self) -> ControlPart:
        weights = [self.running, self.running_velocity, self.final, self.final_velocity]
        if not any(weights) and not any(instant.weight for instant in self.instants):
            raise ValueError("all weights on the state are zero: no gains would follow; set `final`, for one")
        return self


class ReferencePart(Part):
    """The motion that is tracked ([002], section 5.3)."""

    source: Literal["reduced", "projected"] = Field(
        "reduced", description="the reduced run of the projected control, or the projection of the full run"
    )
    rewind: bool = Field(False, description="endless motion, with periodic gains")


class PushPart(Part):
    """A disturbance at run time: at a vertex, at the vertex nearest to a position, or amid a region."""

    at: int | tuple[Metre, Metre, Metre] | str
    force: tuple[Newton, Newton, Newton]
    time: Seconds
    duration: PositiveSeconds
    radius: Metres = 0.0


class TargetPart(Part):
    """A ball on a string where a region passes at a moment of the reference motion."""

    name: str
    region: str
    time: Seconds
    tolerance: Seconds = Field(description="how early or late a hit still counts")
    radius: PositiveMetres
    string: PositiveMetres
    bite: Metres = Field(0.0, description="how deep the reference motion would enter the ball")


class EnsemblePart(Part):
    """Random pushes for comparing controllers, none of which the tuning sees."""

    runs: int = Field(200, ge=1, le=100_000)
    tuning_runs: int = Field(32, ge=1, le=10_000)
    force: tuple[PositiveNewton, PositiveNewton]
    duration: PositiveSeconds
    radius: Metres
    time: tuple[Seconds, Seconds] = Field(description="earliest and latest start")


class Scene(Part):
    """A whole scene."""

    name: str = Field(pattern=r"^[\w.-]+$")
    description: str = ""
    kind: Literal["deformable"] = "deformable"
    seed: int = Field(0, ge=0)
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
    time: TimePart
    loads: list[LoadPart] = []
    enrichment: EnrichmentPart
    basis: BasisPart
    reference: ReferencePart = ReferencePart()
    control: ControlPart
    pushes: list[PushPart] = []
    targets: list[TargetPart] = []
    ensemble: EnsemblePart | None = None

    @model_validator(mode="after")
    def _made_of_something(self) -> Scene:
        file = self.mesh.file
        if not self.materials and (file is None or file.suffix.lower() != ".veg"):
            raise ValueError("materials: missing; add [materials.body] with young, poisson and density")
        return self

    @model_validator(mode="after")
    def _ranges_in_order(self) -> Scene:
        ranges = {
            "enrichment.strength": self.enrichment.strength,
            "enrichment.radius": self.enrichment.radius,
        }
        if self.ensemble is not None:
            ranges |= {"ensemble.force": self.ensemble.force, "ensemble.time": self.ensemble.time}
        for name, (least, largest) in ranges.items():
            if least > largest:
                raise ValueError(f"{name}: the least, {least:g}, is above the largest, {largest:g}")
        return self

    @model_validator(mode="after")
    def _times_inside(self) -> Scene:
        end = self.time.step * self.time.steps
        latest = {f"control.instants.{i}.time": part.time for i, part in enumerate(self.control.instants)}
        latest |= {f"targets.{i}.time": part.time for i, part in enumerate(self.targets)}
        starts = {f"loads.{i}.start": part.start for i, part in enumerate(self.loads)}
        starts |= {f"pushes.{i}.time": part.time for i, part in enumerate(self.pushes)}
        if self.ensemble is not None:
            starts["ensemble.time"] = self.ensemble.time[1]
        late = [(name, time) for name, time in latest.items() if time > end * (1 + 1e-12)]
        late += [(name, time) for name, time in starts.items() if time >= end * (1 - 1e-12)]
        for name, time in late:
            raise ValueError(f"{name}: {time:g} s lies at or after the end of the motion, {end:g} s")
        return self

    def fingerprint(self, *parts: str) -> str:
        """SHA-256 over the named parts, or over all: what a result that depends on them was made from."""
        data = self.model_dump(mode="json", include=set(parts) or None)
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def scene_names() -> list[str]:
    """The scenes that come with the package."""
    return sorted(path.name[:-5] for path in _shipped().iterdir() if path.name.endswith(".toml"))


def read_scene(name: str | Path, settings: Sequence[str] = ()) -> Scene:
    """The scene in a TOML file, or one that comes with the package by its name.

    `settings` such as "basis.rank=30" override single entries. Raises SceneError naming file and field.
    """
    text, folder = _scene_text(str(name))
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SceneError(f"{name}: not valid TOML: {error}") from error
    for setting in settings:
        _apply(data, setting)
    try:
        scene = Scene.model_validate(data)
    except ValidationError as error:
        raise SceneError(f"{name}: " + "; ".join(_in_words(item) for item in error.errors())) from error
    given = {"file": scene.mesh.file, "fixed_list": scene.mesh.fixed_list}
    found = {name: (folder / path).resolve() for name, path in given.items() if path is not None}
    return scene.model_copy(update={"mesh": scene.mesh.model_copy(update=found)})


def _shipped() -> Any:
    return resources.files("offline") / "scenes"


def scene_text(name: str) -> str:
    """The text of a scene file."""
    return _scene_text(name)[0]


def _scene_text(name: str) -> tuple[str, Path]:
    path = Path(name)
    if name in scene_names():
        return (_shipped() / f"{name}.toml").read_text(encoding="utf-8"), Path.cwd()
    if path.suffix != ".toml" or not path.is_file():
        raise SceneError(
            f"{name}: no such scene; give the path of a .toml file, or one of {', '.join(scene_names())}"
        )
    try:
        return path.read_text(encoding="utf-8"), path.parent
    except (OSError, UnicodeDecodeError) as error:
        raise SceneError(f"{name}: cannot be read: {error}") from error


def _apply(data: dict[str, Any], setting: str) -> None:
    """Set one entry, addressed by dots (list items by number), to a TOML value or, failing that, to text."""
    key, separator, value = setting.partition("=")
    path = [part.strip() for part in key.split(".")]
    if not separator or not all(path):
        raise SceneError(f"--set {setting}: write it as name.of.entry=value, for example basis.rank=30")
    try:
        parsed = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        parsed = value.strip()
    here: Any = data
    try:
        for part in path[:-1]:
            here = here[int(part)] if isinstance(here, list) else here.setdefault(part, {})
        last = path[-1]
        here[int(last) if isinstance(here, list) else last] = parsed
    except (ValueError, IndexError, TypeError, AttributeError) as error:
        raise SceneError(f"--set {setting}: there is no such entry in the scene ({error})") from error


def _in_words(item: Any) -> str:
    where = ".".join(str(part) for part in item["loc"] if "convert()" not in str(part)) or "the scene"
    message = item["msg"].removeprefix("Value error, ")
    if item["type"] == "extra_forbidden":
        message = "unknown entry; check its spelling (`softrein scenes --schema` lists all)"
    return f"{where}: {message}"

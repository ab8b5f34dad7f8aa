"""Scenes of soft bodies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field, ValidationInfo, model_validator

from offline.scenes.base.keyframes import (
    ANIMATION,
    KEYFRAMES,
    MOST,
    BodyReferencePart,
    KeyframePart,
    check_keyframes,
)
from offline.scenes.base.names import Name
from offline.scenes.base.parts import (
    MOST_PARTS,
    STORED,
    placed,
    twice,
)
from offline.scenes.base.scene import Scene
from offline.scenes.base.values import (
    Acceleration,
    Axis,
)
from offline.scenes.body.actuators import (
    OF_KIND,
    BodyActuatorPart,
    LoadPart,
)
from offline.scenes.body.contact import (
    MOST_SHAPES,
    ContactPart,
    ObstaclePart,
    ToolPart,
    default_names,
)
from offline.scenes.body.measuring import ObserverPart, SensorPart
from offline.scenes.body.mesh import DampingPart, MaterialPart, MeshPart
from offline.scenes.body.parts import (
    BodyBasisPart,
    BodyControlPart,
    BodyEnrichmentPart,
    BodyEnsemblePart,
    BodyPushPart,
    BodyTimePart,
    TargetPart,
)
from offline.scenes.body.paths import HandlePart, PathPart, PosesPart
from runtime.control.paths import SHARE_OF_STEP, whole_rounds
from runtime.observing.kinds import ACCELEROMETER
from runtime.plant.up_axis import UP
from softrein.errors import shown

PLACES = 4  # places of constant pushes, if the scene has other constant loads


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
        files += [part.file for part in (*self.obstacles, *self.tools) if part.scale is None]
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

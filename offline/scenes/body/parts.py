"""Parts of scenes of soft bodies: targets, training runs, the basis, costs, pushes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from offline.scenes.base.names import Name
from offline.scenes.base.parts import (
    BasisPart,
    ControlPart,
    EnrichmentPart,
    EnsemblePart,
    Part,
    PushPart,
    TimePart,
    share_of,
)
from offline.scenes.base.quantity import Unit
from offline.scenes.base.values import (
    WHOLE,
    Count,
    Metre,
    Metres,
    Newton,
    Point,
    PositiveMetres,
    PositiveNewton,
    PositiveSeconds,
    Seconds,
    Whole,
)
from offline.scenes.body.actuators import (
    MOST_ACTUATORS,
    MOST_CABLE_POINTS,
    BodyActuatorPart,
)
from offline.scenes.body.contact import (
    ForcePart,
)
from offline.scenes.body.paths import PathPart

MOST_LOCAL = 400  # most local modes, twice the rank that simulation in real time allows
MOST_PATHS = 256  # most paths of a scene: each adds rows to every cost


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

"""Parts of scenes of every kind: time, training runs, the basis, costs, pushes.

Soft bodies and smoke add their own, in `offline.scenes.body` and `offline.scenes.smoke`.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from offline.scenes.base.names import Name
from offline.scenes.base.quantity import Limits, Unit
from offline.scenes.base.values import (
    SHORTEST,
    WHOLE,
    Count,
    Index,
    Number,
    Pair,
    Patch,
    PositiveMetres,
    PositiveNumber,
    PositiveSeconds,
    Seconds,
    Share,
    Weight,
    Weights,
)

MOST_PARTS = 1000  # most loads, winds, pushes, targets, sensors or instants of a scene


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


def placed(part: P, folder: Path, *names: str) -> P:
    """Return a part of a scene in a folder, with absolute paths of the files that it names."""
    given = {name: getattr(part, name) for name in names}
    found = {name: Path(os.path.realpath(folder / path)) for name, path in given.items() if path is not None}
    return part.model_copy(update=found) if found else part

"""From a scene's costs to gains around a reference ([002], sections 4.1-4.3, equation 6, appendix B).

Two discretisations of the same continuous costs:

    exponential   the continuous plant's tangent A(t) at each reference state, and the exponential of one
                  step of it ([002], appendix A)
    step          the Jacobian of the step that the runtime takes, feed-forward included

The exponential describes a continuous plant while the runtime steps a discrete one; where modes are fast
against the step the two differ, and the pipeline ships whichever does better in rollouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal, Protocol

import numpy as np

from offline.gains.tvlqr import Path, tvlqr, tvlqr_step
from offline.scenes.parts import ActuatorPart, ControlPart, TimePart
from runtime.base.clock import step_at
from runtime.body.shape import Shape
from runtime.bundle.record import B, Bundle
from runtime.control.base.costs import Costs, follows
from runtime.control.base.law import AffineGains
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.track import Track, defects, linearised
from softrein.errors import CostError, SceneError

UNLIMITED = -np.inf, np.inf

Array = np.ndarray


def build_costs(
    part: ControlPart,
    time: TimePart,
    places: int,
    velocities: int,
    controls: int,
    on_region: Callable[[str], Array] | None = None,
    free: int = 0,
) -> Costs:
    """A scene's costs on states of so many `places` and then velocities; the final cost is an instant.

    The last `free` places and velocities are those of free things, which only costs on regions weigh.
    """
    size, weighed = places + velocities, np.ones(places + velocities)
    weighed[places - free : places] = weighed[size - free :] = 0.0

    def on_state(place: float, velocity: float) -> Array:
        return np.diag(weighed * np.repeat([place, velocity], [places, velocities]))

    final = on_state(part.final, part.final_velocity)
    weights: dict[int, Array] = {time.steps: final} if final.any() else {}
    for instant in part.instants:
        step, weight = step_at(instant.time, time.step), on_state(1.0, 0.0)
        if instant.region is not None:
            assert on_region is not None  # the scene has seen to it
            weight[:places, :places] = on_region(instant.region)
        weights[step] = weights.get(step, np.zeros_like(final)) + instant.weight * weight
    steps = sorted(weights)
    moments, factors = np.array(part.running_schedule or [(0.0, 1.0)]).T
    return Costs(
        running=on_state(part.running, part.running_velocity),
        schedule=np.interp(time.step * (np.arange(time.steps) + 0.5), moments, factors),
        steps=np.array(steps, dtype=np.int64),
        instants=np.reshape([weights[step] for step in steps], (len(steps), size, size)),
        control=part.control_cost * np.eye(controls),
        places=np.zeros((0, size)),
        goals=np.zeros((time.steps + 1, 0)),
        weights=np.zeros(0),
    )


class Actuated(Protocol):
    """The part of a scene that says what is driven."""

    @property
    def actuators(self) -> Sequence[ActuatorPart]:
        """What is; the reduced coordinates themselves where there are none."""

    @property
    def limit(self) -> tuple[float, float] | None:
        """That of every reduced control where these are driven."""


def build_actuators(
    part: Actuated, rank: int, pattern: Callable[[int, Any], Array], forces: int | None = None
) -> tuple[Array, Array]:
    """`B` (forces, s) and limits (s, 2): the scene's actuators, or the identity; forces is rank unless told.

    `pattern` gives what an actuator of unit strength does to the plant's inputs, (forces,).
    """
    if not part.actuators:
        return np.eye(forces or rank, rank), np.tile(part.limit or UNLIMITED, (rank, 1))
    actuators = np.column_stack([pattern(i, actuator) for i, actuator in enumerate(part.actuators)])
    limits = [limits_of(actuator) for actuator in part.actuators]
    for actuator, column in zip(part.actuators, actuators.T, strict=True):
        if not column.any():
            raise SceneError(f"control.actuators: {actuator.name!r} moves nothing that is free to move")
    return actuators, np.array(limits)


def limits_of(actuator: ActuatorPart) -> tuple[float, float]:
    """An actuator's limits in units of its scale, where it has one."""
    low, high = getattr(actuator, "range", actuator.limit) or UNLIMITED
    size = getattr(actuator, "size", 1.0)
    return low / size, high / size


def region_weight(shape: Shape, region: str) -> Array:
    """The mean over a region's vertices of the squared displacement, as a weight (r, r)."""
    vertices = shape.regions.get(region)
    if vertices is None:
        known = ", ".join(sorted(shape.regions)) or "none"
        raise SceneError(f"control.instants: the mesh has no region {region!r}; its regions: {known}")
    modes = shape.modes[vertices].reshape(3 * len(vertices), -1)
    return np.asarray(modes.T @ modes / len(vertices))


def at_control_cost(bundle: B, factor: float) -> B:
    """The bundle with so many times its control cost; what it stores of controllers stays as it is."""
    return replace(bundle, costs=bundle.costs._replace(control=bundle.costs.control * factor))


def remade_lqr(bundle: Bundle, factor: float = 1.0, discretisation: str | None = None) -> AffineGains:
    """LQR's gains made anew around a bundle's reference, at so many times its control cost.

    By its own discretisation unless told otherwise.
    """
    return lqr_gains(
        bundle.plant(),
        bundle.track,
        at_control_cost(bundle, factor).costs,
        bundle.actuation,
        discretisation or bundle.discretisation,
        bundle.integrals,
        bundle.rewind,
    )


def lqr_gains(
    plant: Plant,
    track: Track,
    costs: Costs,
    actuation: Actuation,
    discretisation: str,
    integrals: Literal["exact", "simpson"] = "exact",
    periodic: bool = False,
) -> AffineGains:
    """Gains (T, s, n) around a reference, by one of the two discretisations, and offsets (T, s).

    The offsets meet what keeps the plant from following the reference by itself
    (`runtime.plant.track.defects`); there are none where it does.
    """
    size, share = plant.size, costs.schedule
    running = share[0] * costs.running if (share == share[0]).all() else share[:, None, None] * costs.running
    weights = running, costs.control, np.zeros((size, size))  # Q, R and Q_final
    instants = dict(zip(costs.steps.tolist(), costs.instants, strict=True))
    if discretisation == "step":
        F, G, missed = linearised(plant, actuation, track)
        path = Path(costs.places, costs.goals, share[:, None] * costs.weights) if follows(costs) else None
        found = tvlqr_step(F, G, *weights, plant.dt, instants, periodic=periodic, defects=missed, path=path)
    elif follows(costs):
        raise CostError("what follows a path is steered by gains of the step: discretisation = 'step'")
    else:
        missed = defects(plant, track)
        tangents = [plant.tangent(*pair) for pair in zip(track.states[:-1], track.feedforward, strict=True)]
        A = np.array([tangent[0] for tangent in tangents])
        B = tangents[0][1] @ actuation.at(track.states[0])
        found = tvlqr(A, B, *weights, plant.dt, integrals, instants, periodic=periodic, defects=missed)
    return AffineGains(found.K, found.k if found.k.any() else None)

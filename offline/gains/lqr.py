"""Gains around a reference from a scene's costs ([002], sections 4.1-4.3, equation 6, appendix B).

There are two discretisations of the same continuous costs:

    exponential   the continuous plant's tangent A(t) at each reference state, and the exponential of one
                  step of it ([002], appendix A)
    step          the Jacobian of the step that the runtime takes, feed-forward included

The exponential describes a continuous plant while the runtime steps a discrete one; where modes are fast
for the step the two differ, and the pipeline ships the one that does better in rollouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal, Protocol

import numpy as np

from offline.gains.tvlqr import Path, tvlqr, tvlqr_step
from offline.scenes.base.parts import ActuatorPart, ControlPart, TimePart
from runtime.base.clock import step_at
from runtime.body.shape import Shape
from runtime.bundle.record import B, Bundle
from runtime.control.base.costs import Costs, follows, instants_of
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
    """Build a scene's costs on states of `places` displacements and `velocities` velocities.

    The final cost is an instant. The last `free` of both are those of free things, which only costs on
    regions weigh.
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
            assert on_region is not None  # the scene's validation guarantees it
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
    """The part of a scene that has the actuators."""

    @property
    def actuators(self) -> Sequence[ActuatorPart]:
        """The actuators; without any the reduced coordinates themselves are driven."""

    @property
    def limit(self) -> tuple[float, float] | None:
        """The limits of every reduced control where these are driven."""


def build_actuators(
    part: Actuated,
    rank: int,
    pattern: Callable[[int, Any], Array],
    forces: int | None = None,
    free: int = 0,
) -> tuple[Array, Array]:
    """Return `B` (forces, s) and limits (s, 2) of the scene's actuators, or the identity for `B`.

    `forces` is the rank unless given. `pattern` gives the plant's inputs (forces,) for an actuator of unit
    strength. The last `free` coordinates are those of free things, which nothing drives.
    """
    if not part.actuators:
        driven = rank - free
        return np.eye(forces or rank, driven), np.tile(part.limit or UNLIMITED, (driven, 1))
    actuators = np.column_stack([pattern(i, actuator) for i, actuator in enumerate(part.actuators)])
    actuators[rank - free : rank] = 0.0
    limits = [limits_of(actuator) for actuator in part.actuators]
    for actuator, column in zip(part.actuators, actuators.T, strict=True):
        if not column.any():
            raise SceneError(f"control.actuators: {actuator.name!r} moves nothing that is free to move")
    return actuators, np.array(limits)


def limits_of(actuator: ActuatorPart) -> tuple[float, float]:
    """Return an actuator's limits, in units of its scale if it has one."""
    low, high = getattr(actuator, "range", actuator.limit) or UNLIMITED
    size = getattr(actuator, "size", 1.0)
    return low / size, high / size


def region_weight(shape: Shape, region: str) -> Array:
    """Return the mean squared displacement of a region's vertices as a weight (r, r)."""
    vertices = shape.regions.get(region)
    if vertices is None:
        known = ", ".join(sorted(shape.regions)) or "none"
        raise SceneError(f"control.instants: the mesh has no region {region!r}; its regions: {known}")
    modes = shape.modes[vertices].reshape(3 * len(vertices), -1)
    return np.asarray(modes.T @ modes / len(vertices))


def at_control_cost(bundle: B, factor: float) -> B:
    """Return the bundle with `factor` times its control cost; stored controllers are not changed."""
    return replace(bundle, costs=bundle.costs._replace(control=bundle.costs.control * factor))


def remade_lqr(bundle: Bundle, factor: float = 1.0, discretisation: str | None = None) -> AffineGains:
    """Make LQR's gains anew around a bundle's reference, at `factor` times its control cost.

    The discretisation is the bundle's unless given.
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
    """Return gains (T, s, n) around a reference, by one of the two discretisations, and offsets (T, s).

    The offsets compensate the defects of the reference (`runtime.plant.track.defects`); there are none where
    the plant follows it by itself.
    """
    size, share = plant.size, costs.schedule
    running = share[0] * costs.running if (share == share[0]).all() else share[:, None, None] * costs.running
    weights = running, costs.control, np.zeros((size, size))  # Q, R and Q_final
    instants = instants_of(costs)
    if discretisation == "step":
        F, G, d = linearised(plant, actuation, track)
        path = Path(costs.places, costs.goals, share[:, None] * costs.weights) if follows(costs) else None
        found = tvlqr_step(F, G, *weights, plant.dt, instants, periodic=periodic, defects=d, path=path)
    elif follows(costs):
        raise CostError("following a path needs gains of the step: set discretisation = 'step'")
    else:
        d = defects(plant, track)
        tangents = [plant.tangent(*pair) for pair in zip(track.states[:-1], track.feedforward, strict=True)]
        A = np.array([tangent[0] for tangent in tangents])
        B = tangents[0][1] @ actuation.at(track.states[0])
        found = tvlqr(A, B, *weights, plant.dt, integrals, instants, periodic=periodic, defects=d)
    return AffineGains(found.K, found.k if found.k.any() else None)

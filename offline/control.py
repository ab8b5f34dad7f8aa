"""From a scene's costs to gains around a reference ([002], sections 4.1-4.3, equation 6, appendix B).

Two discretisations of the same continuous costs:

    exponential   the continuous plant's tangent A(t) at each reference state, and the exponential of one
                  step of it ([002], appendix A)
    step          the Jacobian of the step that the runtime takes, feed-forward included

The exponential describes a continuous plant while the runtime steps a discrete one; where modes are fast
against the step the two differ, and the pipeline ships whichever does better in rollouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from meshes.tetmesh import TetMesh
from offline.gains import tvlqr, tvlqr_step
from offline.loads import region_of, spread
from offline.scene import ActuatorPart, ControlPart, TimePart
from runtime.costs import Costs
from runtime.loop import Track
from runtime.shape import Shape
from softrein.errors import SceneError

Array = np.ndarray


def build_costs(part: ControlPart, time: TimePart, shape: Shape, controls: int) -> Costs:
    """A scene's costs on states (p, v) of mass-orthonormal coordinates; the final cost is an instant."""
    rank = shape.modes.shape[2]
    final = _on_state(rank, part.final, part.final_velocity)
    weights: dict[int, Array] = {time.steps: final} if final.any() else {}
    for instant in part.instants:
        step = round(instant.time / time.step)
        weight = _on_state(rank, 1.0, 0.0) if instant.region is None else _on_region(shape, instant.region)
        weights[step] = weights.get(step, np.zeros_like(final)) + instant.weight * weight
    steps = sorted(weights)
    moments, factors = np.array(part.running_schedule or [(0.0, 1.0)]).T
    return Costs(
        running=_on_state(rank, part.running, part.running_velocity),
        schedule=np.interp(time.step * (np.arange(time.steps) + 0.5), moments, factors),
        steps=np.array(steps, dtype=np.int64),
        instants=np.reshape([weights[step] for step in steps], (len(steps), 2 * rank, 2 * rank)),
        control=part.effort * np.eye(controls),
    )


def build_actuators(part: ControlPart, mesh: TetMesh, free: Array, vectors: Array) -> tuple[Array, Array]:
    """`B = U^T B_full` (r, s) and limits (s,): the scene's actuators, or the identity."""
    if not part.actuators:
        rank = vectors.shape[1]
        return np.eye(rank), np.full(rank, np.inf if part.limit is None else part.limit)
    patterns = [_actuator(i, actuator, mesh, free) for i, actuator in enumerate(part.actuators)]
    limits = [np.inf if actuator.limit is None else actuator.limit for actuator in part.actuators]
    actuators = vectors.T @ np.column_stack(patterns)
    for actuator, column in zip(part.actuators, actuators.T, strict=True):
        if not column.any():
            raise SceneError(f"control.actuators: {actuator.name!r} moves nothing that is free to move")
    return actuators, np.array(limits)


def lqr_gains(
    plant: Any,
    track: Track,
    costs: Costs,
    actuators: Array,
    discretisation: str,
    integrals: Literal["exact", "simpson"] = "exact",
    periodic: bool = False,
) -> Array:
    """Gains (T, s, n) around a reference, by one of the two discretisations."""
    steps, size = len(track.feedforward), plant.size
    common: dict[str, Any] = {
        "Q": costs.schedule[:, None, None] * costs.running,
        "R": costs.control,
        "Q_final": np.zeros((size, size)),
        "dt": plant.dt,
        "instants": dict(zip(costs.steps.tolist(), costs.instants, strict=True)),
        "periodic": periodic,
    }
    if discretisation == "step":
        jacobians = [plant.linearise(track.states[k], track.feedforward[k]) for k in range(steps)]
        F, G = (np.array(part) for part in zip(*jacobians, strict=True))
        return tvlqr_step(F, G @ actuators, **common).K
    tangents = [plant.tangent(state) for state in track.states[:-1]]
    A = np.array([tangent[0] for tangent in tangents])
    return tvlqr(A, tangents[0][1] @ actuators, **common, integrals=integrals).K


def _on_state(rank: int, position: float, velocity: float) -> Array:
    return np.diag(np.repeat([position, velocity], rank))


def _on_region(shape: Shape, region: str) -> Array:
    """The mean over a region's vertices of the squared displacement, as a weight (n, n) on the state."""
    vertices = shape.regions.get(region)
    if vertices is None:
        known = ", ".join(sorted(shape.regions)) or "none"
        raise SceneError(f"control.instants: the mesh has no region {region!r}; its regions: {known}")
    modes = shape.modes[vertices].reshape(3 * len(vertices), -1)
    rank = modes.shape[1]
    weight = np.zeros((2 * rank, 2 * rank))
    weight[:rank, :rank] = modes.T @ modes / len(vertices)
    return weight


def _actuator(index: int, part: ActuatorPart, mesh: TetMesh, free: Array) -> Array:
    direction: Sequence[float] = part.direction
    length = float(np.linalg.norm(direction))
    if length == 0:
        raise SceneError(f"control.actuators.{index}.direction: must not be zero")
    vertices = region_of(mesh, part.region, f"control.actuators.{index}.region")
    return spread(mesh, free, vertices, np.array(direction) / length)

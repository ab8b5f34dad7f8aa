"""The least wind on a reduced flow that brings particles through their goals (`runtime.control.planning`).

A whole motion is found by the same passes as a body's. Places along a path cost

    1/2 w |p_k - y_k|^2

at each step, a density in time, with w raised by factors of ten from

    w = mean of R's diagonal / (a tenth of the motion's time)^4,

where it hardly moves a particle, until all of them are near enough. Key-frames are constraints. Their
search begins with a motion roughly along the ways: from still air a search through far key-frames would
leave the places that winds reach. `residuals` (T, n) are added to the ends of steps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from offline.keyframes.smoke.flow import Flow
from offline.keyframes.smoke.request import Request, frames_of
from offline.keyframes.waypoints import NEAR
from runtime.control.base.costs import Costs
from runtime.control.planning.frames import Frame
from runtime.control.planning.motion import ACCURACY, BARELY, ROUGH, Motion, find_motion

Array = np.ndarray

RAISE, MOST_RAISES = 10.0, 14
SHARE = 0.1  # time constant of the first weight of a path, as a fraction of the motion's duration
# fraction of a tolerance: a full particle deviates from its reduced path by several times as much
CLOSER = 0.1
# fraction of the largest extent of a path: how closely particles with key-frames alone are first brought to
# it
ROUGHLY = 0.1


class Plan(NamedTuple):
    """A motion of the reduced flow, and how it was found."""

    motion: Motion
    weights: Array  # (N,) 1/(m^2 s), weight on the path of each particle with goals, if it has one
    frames: list[Frame]
    pulled: list[bool]  # which of the key-frames must be met, and can be

    def particles(self, request: Request, start: Array) -> Array:
        """Return the places of all particles (T + 1, all, d); those without a goal stay at their start."""
        places = np.tile(start, (len(self.motion.states), 1, 1))
        for i, particle in enumerate(request.ways):
            axes = start.shape[1]
            places[:, particle] = self.motion.states[:, axes * i : axes * (i + 1)]
        return places


def plan(flow: Flow, request: Request, residuals: Array | None) -> Plan:
    """Search the motion, from still air."""
    motion, weights = None, np.zeros(len(request.ways))
    guided = np.array([request.path is not None and each == request.path.particle for each in request.ways])
    if not guided.all():
        size = max(float(np.linalg.norm(np.ptp(way, axis=0))) for way in request.ways.values())
        near = max(ROUGHLY * size, NEAR)
        weights, motion = _raised(flow, request, residuals, weights, ~guided, near, motion)
    if guided.any():
        weights, motion = _raised(flow, request, residuals, weights, guided, CLOSER * NEAR, motion)
    assert motion is not None
    frames, weights = _frames(flow, request), np.where(guided, weights, 0.0)
    motion = _find(flow, _costs(flow, request, weights), frames, motion, residuals, ACCURACY)
    pulled = [
        frame.weight is None and far <= frame.tolerance
        for frame, far in zip(frames, motion.distances, strict=True)
    ]
    return Plan(motion, weights, frames, pulled)


def renewed(last: Plan, flow: Flow, request: Request, begin: Motion, residuals: Array | None) -> Plan:
    """Search the motion near the last full run, `begin`, with its defects; weights and multipliers stay."""
    before, frames = last.motion, _frames(flow, request, begin.states)
    held = [
        frame._replace(goal=frame.goal + (multiplier / w if multiplier.any() else 0.0), weight=w)
        for frame, multiplier, w in zip(frames, before.multipliers, before.weights.tolist(), strict=True)
    ]
    motion = _find(flow, _costs(flow, request, last.weights), held, begin, residuals, ACCURACY)
    multipliers = [
        old + pulled * w * frame.off(motion.states)
        for frame, old, w, pulled in zip(frames, before.multipliers, before.weights, last.pulled, strict=True)
    ]
    return last._replace(motion=motion._replace(multipliers=multipliers), frames=frames)


def _frames(flow: Flow, request: Request, states: Array | None = None) -> list[Frame]:
    axes = flow.plant.modes.axes
    return frames_of(request, flow.plant, {each: axes * i for i, each in enumerate(request.ways)}, states)


def _raised(
    flow: Flow,
    request: Request,
    residuals: Array | None,
    weights: Array,
    rows: Array,
    near: float,
    motion: Motion | None,
) -> tuple[Array, Motion]:
    """Raise the weights of some ways until their particles are `near` (m) them, or come no nearer."""
    ways = np.array(list(request.ways.values()))[rows, : request.steps + 1]  # (paths, steps + 1, d) m
    time = SHARE * flow.full.scene.time.steps * flow.plant.dt
    first, before = float(np.trace(flow.cost)) / len(flow.cost) / time**4, np.inf
    weights = np.where(rows, first, weights)
    for _ in range(MOST_RAISES):
        motion = _find(flow, _costs(flow, request, weights), [], motion, residuals, ROUGH)
        places = motion.states[: request.steps + 1, flow.plant.positions].T.reshape(
            -1, flow.plant.modes.axes, request.steps + 1
        )
        far = float(np.linalg.norm(places[rows].transpose(0, 2, 1) - ways, axis=2).max())
        if far <= near or far > BARELY * before:
            break
        weights, before = np.where(rows, RAISE * weights, weights), far
    assert motion is not None
    return weights, motion


def _find(
    flow: Flow,
    costs: Costs,
    frames: list[Frame],
    begin: Motion | None,
    residuals: Array | None,
    accuracy: float,
) -> Motion:
    return find_motion(
        flow.plant,
        flow.actuation,
        flow.start,
        costs,
        frames,
        begin=begin,
        accuracy=accuracy,
        residuals=residuals,
    )


def _costs(flow: Flow, request: Request, weights: Array) -> Costs:
    """Return the costs of the wind, and of distances from the ways while there are goals."""
    steps, n = flow.full.scene.time.steps, flow.plant.size
    ways = np.hstack(list(request.ways.values()))
    return Costs(
        running=np.zeros((n, n)),
        schedule=(np.arange(steps) < request.steps).astype(float),
        steps=np.zeros(0, dtype=np.int64),
        instants=np.zeros((0, n, n)),
        control=flow.cost,
        places=np.eye(ways.shape[1], n),
        goals=ways - ways[0],
        weights=np.repeat(weights, flow.plant.modes.axes),
    )

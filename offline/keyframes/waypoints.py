"""The goals of a scene's key-frames for a body, places and velocities, and a motion's distances from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from offline.animation.bound import length
from offline.animation.poses import Pose
from offline.full.body.elastic_body import ElasticBody
from offline.scenes.body.scene import BodyScene
from runtime.base.clock import step_at
from runtime.control.planning.motion import Motion

Array = np.ndarray

NEAR, SLOW = 1e-3, 1e-2  # default tolerances, m and m/s


class Waypoint(NamedTuple):
    """A goal at a step: the place or velocity of a region's middle, or points of the whole body."""

    name: str  # name in messages
    step: int
    vertices: Array  # indices of the region's vertices
    # (3,) goal in space, m or m/s; for a pose of s points (3 s,) m divided by sqrt(s), so that norms are rms
    # distances
    goal: Array
    fast: bool  # whether it is a goal of the velocity
    tolerance: float  # m or m/s
    raised: bool  # whether its weight is raised until the goal is met
    pose: Pose | None = None  # the pose whose points it describes

    def middle(self, body: ElasticBody, u: Array, v: Array) -> Array:
        """Return the quantity that has the goal, from a full body's states u and v (n, T + 1)."""
        if self.pose is not None:
            bound = self.pose.bound
            return np.asarray((bound.rest + bound.moves @ u[:, self.step]) / np.sqrt(bound.points))
        if self.fast:
            moving = body.positions(v[:, self.step]) - body.positions(np.zeros(len(v)))
            return np.asarray(moving[self.vertices].mean(axis=0))
        return np.asarray(body.positions(u[:, self.step])[self.vertices].mean(axis=0))

    def words(self, far: float) -> str:
        """Write a distance from the goal in its unit."""
        return speed(far) if self.fast else length(far)


def waypoints_of(
    scene: BodyScene, vertices: Array, regions: Mapping[str, Array], poses: Sequence[Pose | None]
) -> list[Waypoint]:
    """Return a scene's marks: first each key-frame's place, then velocities; `vertices` (N, 3) are at rest.

    `poses` has an entry for each key-frame; None where it asks for no pose.
    """
    places, speeds = [], []
    for part, pose in zip(scene.keyframes, poses, strict=True):
        if pose is not None and part.pose is not None:
            goal, step = pose.places / np.sqrt(pose.bound.points), step_at(part.time, scene.time.step)
            name = f"the pose {part.pose.name} at {part.time:g} s"
            none = np.zeros(0, dtype=np.int64)
            places.append(Waypoint(name, step, none, goal, False, NEAR, part.weight is None, pose))
            continue
        assert part.region is not None
        assert part.position is not None
        region = regions[part.region]
        rest = np.zeros(3) if part.absolute else vertices[region].mean(axis=0)
        name, raised = f"the key-frame of {part.region!r} at {part.time:g} s", part.weight is None
        place = Waypoint(
            name,
            step_at(part.time, scene.time.step, scene.time.steps),
            region,
            np.array(part.position) + rest,
            False,
            NEAR,
            raised,
        )
        places.append(place)
        if part.velocity is not None:
            goal = np.array(part.velocity)
            speeds.append(
                place._replace(name=f"the velocity at {name}", goal=goal, fast=True, tolerance=SLOW)
            )
    return [*places, *speeds]


def speed(metres: float) -> str:
    """Write a speed in cm/s, or from 1 m/s on in m/s."""
    return f"{1e2 * metres:.2g} cm/s" if metres < 1 else f"{metres:.3g} m/s"


def unmet(waypoints: Sequence[Waypoint], motion: Motion) -> list[str]:
    """List the key-frames that must be met and are not, with the motion's distances."""
    return [
        f"{point.name} is missed by {point.words(far)}"
        for point, far in zip(waypoints, motion.distances[: len(waypoints)], strict=True)
        if point.raised and far > point.tolerance
    ]


def hindrance(motion: Motion, limits: Array) -> str:
    """Say why a motion under limits (s, 2) comes no nearer, as far as that is known."""
    low, high = limits.T
    held = ((motion.controls <= low) | (motion.controls >= high)).any()
    return "limits prevent a closer motion" if held else "the search came no nearer; give it a `weight`"

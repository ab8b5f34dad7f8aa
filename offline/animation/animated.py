"""A scene's animation as its body is to follow it: read, bound to the body, and at the scene's steps.

The points are bound where they are

    as `reference.rest` has them                       on the body at rest
    else, where they are as many as its vertices, and  each is the vertex of its number
    turn no tetrahedron of it inside out
    else in the first frame                            on the body as the motion begins

A cubic spline passes through the frames; after the last one the points stay. A motion that repeats is
periodic: if the last frame does not repeat the first, the first follows after one more interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import ceil

import numpy as np
from scipy.interpolate import CubicSpline

from meshes.animations.animation import Animation, Manner, read_animation, read_shape
from meshes.embedding import FARTHEST
from meshes.tetmesh import TetMesh, signed_volumes
from offline.animation.bound import Bound, bind, own_vertices
from offline.scenes.base.parts import TimePart
from offline.scenes.body.scene import BodyScene
from runtime.control.paths import SHARE_OF_STEP, whole_rounds
from softrein.errors import MeshError, SceneError, warn

Array = np.ndarray

AT_ONCE = 3000  # coordinates interpolated together by one spline
# fraction of the motion's extent: if the last frame is this close to the first, the animation is a closed
# loop
CLOSED = 1e-3
STILL = 1e-9  # fraction of the body's size: smaller motions count as none
# a spline that goes this many times farther than the frames is refused; intervals of 1 : 4 make it go 3 times
# as far
OVERSHOT = 10.0
ROUND_OFF = 1e-9  # fraction of a duration


@dataclass(frozen=True)
class Animated:
    """Points that a body is to follow."""

    name: str  # file name
    bound: Bound
    places: Array  # (T + 1, 3 s) m, positions of the s points at each step
    frames: int
    seconds: float

    @cached_property
    def size(self) -> float:
        """The largest distance of the points from where they begin, m, rms over the points."""
        ways = (self.places - self.places[0]).reshape(len(self.places), -1, 3)
        return float(np.sqrt(np.mean(np.sum(ways**2, axis=2), axis=1)).max())

    @property
    def words(self) -> str:
        """A description for messages."""
        return f"animation of {self.frames} frames, {self.bound.points} points, {self.seconds:.4g} s"


def read_animated(scene: BodyScene, mesh: TetMesh, free: Array, begins: Callable[[], Array]) -> Animated:
    """Read the animation of a scene; `begins` returns the body's vertices (v, 3) m at the first step.

    Raises SceneError, with the entry.
    """
    part = scene.reference
    assert part.animation is not None
    manner = Manner(scene.mesh.scale, scene.up, part.scale, part.up, part.rate, part.object)
    try:
        animation = read_animation(part.animation, manner)
    except MeshError as error:
        raise SceneError(f"reference.animation: {error}{_remedy(error)}") from error
    try:
        rest = None if part.rest is None else read_shape(part.rest, manner)
    except MeshError as error:
        raise SceneError(f"reference.rest: {error}") from error
    name = part.animation.name
    bound = _bound(name, animation.points, rest, mesh, free, begins)
    places = at_steps(animation, scene.time, scene.endless, name)
    found = Animated(name, bound, places, len(animation.times), float(animation.times[-1]))
    if found.size <= STILL * float(mesh.sides.max()):
        raise SceneError(f"reference.animation: {name}: nothing moves in it")
    return found


def _remedy(error: MeshError) -> str:
    return (
        " (reference.rate)"
        if "how many there are a second" in str(error)
        else (" (reference.object)" if "which one is meant" in str(error) else "")
    )


def _bound(
    name: str, points: Array, rest: Array | None, mesh: TetMesh, free: Array, begins: Callable[[], Array]
) -> Bound:
    first, hint = points[0], "reference.scale is its unit in metres, reference.up its axis that points up"
    try:
        if rest is not None:
            if len(rest) != len(first):
                raise SceneError(
                    f"reference.rest: {len(rest)} points, and {name} has {len(first)}: they must be the same"
                )
            return bind(rest, mesh, free)
        if is_own(first, mesh):
            check_held(first, mesh, free)
            return own_vertices(mesh, free)
        hint += "; one that begins elsewhere needs its shape at rest, reference.rest"
        return bind(first, mesh, free, begins())
    except MeshError as error:
        raise SceneError(f"reference.animation: {name}: {error} ({hint})") from error


def is_own(points: Array, mesh: TetMesh) -> bool:
    """Whether points (s, 3) are the mesh's own vertices in its order, in whatever shape."""
    return points.shape == mesh.vertices.shape and bool((signed_volumes(points, mesh.tets) > 0).all())


def check_held(points: Array, mesh: TetMesh, free: Array) -> None:
    """Raise MeshError unless own vertices (v, 3) m that are held are where they stay."""
    held = np.setdiff1d(np.arange(len(points)), free // 3)
    away = np.linalg.norm(points[held] - mesh.vertices[held], axis=1).max(initial=0.0)
    if away > FARTHEST * np.linalg.norm(mesh.sides):
        raise MeshError(
            f"its points are the body's own vertices, but one that is held lies {away:.3g} m from where it "
            "stays: the unit or the axes are others"
        )


def at_steps(animation: Animation, time: TimePart, endless: bool, name: str) -> Array:
    """Return the places of n points at the steps, (T + 1, 3 n) m; after the last frame they stay.

    Warns where the motion ends before the animation. Raises SceneError where two frames are less than a
    hundredth of a step apart, where a motion that repeats is no whole number of periods, or where frames are
    so unevenly spaced in time that the spline overshoots them.
    """
    times, frames = animation.times, animation.points.reshape(len(animation.times), -1)
    end, ends = time.step * time.steps, float(times[-1])
    instants = time.step * np.arange(time.steps + 1)
    near = int(np.argmin(np.diff(times)))
    if times[near + 1] - times[near] < SHARE_OF_STEP * time.step:
        raise SceneError(
            f"reference.animation: {name}: frames {near} and {near + 1}, from 0, are "
            f"{times[near + 1] - times[near]:.3g} s apart, less than a hundredth of a step of {time.step:g} s"
        )
    if endless:
        times, frames = _closed(times, frames)
        period = float(times[-1])
        rounds = whole_rounds(time.steps, period, time.step)
        if not rounds:
            steps = round(max(ceil(end / period), 1) * period / time.step)
            raise SceneError(
                f"reference.animation: {name}: the motion of {end:g} s is no whole number of rounds of "
                f"{period:g} s; set time.steps = {max(steps, 1)}, for example"
            )
        instants = np.mod(instants * (rounds * period / end), period)
        instants[-1] = 0.0
    elif ends > end * (1 + ROUND_OFF):
        warn(
            f"reference.animation: {name} lasts {ends:g} s, but the motion {end:g} s: the rest is left "
            f"out; time.steps = {ceil(ends / time.step - ROUND_OFF)} would include it"
        )
    instants, kind = np.minimum(instants, times[-1]), "periodic" if endless else "not-a-knot"
    columns = range(0, frames.shape[1], AT_ONCE)
    pieces = [CubicSpline(times, frames[:, k : k + AT_ONCE], bc_type=kind)(instants) for k in columns]
    places = np.hstack(pieces)
    reach, far = (float(np.abs(each - frames[0]).max()) for each in (frames, places))
    if far > OVERSHOT * reach:
        raise SceneError(
            f"reference.animation: {name}: a smooth motion through its frames goes {far:.3g} m far, and they "
            f"{reach:.3g} m: frames {near} and {near + 1}, from 0, are too near in time; leave one out"
        )
    return places


def _closed(times: Array, frames: Array) -> tuple[Array, Array]:
    """Append the first frame at the end, unless it is there."""
    reach = np.abs(frames - frames[0]).max()
    if len(frames) > 2 and np.abs(frames[-1] - frames[0]).max() <= CLOSED * reach:
        return times, np.concatenate([frames[:-1], frames[:1]])
    return np.append(times, 2 * times[-1] - times[-2]), np.concatenate([frames, frames[:1]])

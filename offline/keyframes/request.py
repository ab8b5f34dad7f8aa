"""The motion of the reduced body for a scene's key-frames (`runtime.control.planning.motion`).

The motion begins where the body does, at rest or in equilibrium, and its cost is that of its control, plus
that of paths as elsewhere. At its end the body is to be at rest again where it began: weighed by the scene's
`final` and `final_velocity`, or where these are zero like a key-frame whose weight is not raised; less where
less than half a period of the slowest mode is left after the last key-frame, and not at all where no time is
left. A motion that repeats ends where it begins instead. Other weights, `running` and `instants`, are on
deviations from the motion that is found, and do not count here.

The last frame of an animation (`offline.keyframes.following`) is kept to the end, and is the only goal
there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from offline.animation.bound import Fit
from offline.gains.lqr import build_costs
from offline.gains.paths import with_paths
from offline.keyframes.waypoints import NEAR, SLOW
from offline.scenes.base.keyframes import KeyframePart
from offline.scenes.body.scene import BodyScene
from runtime.base.clock import step_at
from runtime.body.model import BodyModel
from runtime.body.plant import BodyPlant
from runtime.body.shape import Shape
from runtime.control.base.costs import Costs, with_instants
from runtime.control.paths import path_of_region
from runtime.control.planning.frames import Frame
from runtime.control.planning.motion import Motion, find_motion
from runtime.plant.actuation import Actuation
from runtime.plant.track import Track

Array = np.ndarray

# exponent with which the weight of rest grows with the time left for it: what a control can do in a short
# time grows as fast
SUDDEN = 4
SPACE = [0, 1, 2]
OF_VELOCITY = (NEAR / SLOW) ** 2  # s^2, converts a position key-frame's weight to that of a velocity
TINY = 1e-6  # 1/s^2, smallest eigenvalue of the slowest mode


class Request(NamedTuple):
    """The goals and costs by which a motion is searched."""

    costs: Costs  # weights of deviations from standing still at the start
    limits: Array  # (s, 2) lower and upper limits of the controls
    frames: list[Frame]  # one for each of the scene's `waypoints_of`, then those for rest at the end
    fit: Fit | None = None  # fit of the basis to the animation that is followed
    known: Array | None = None  # (T, forces) inputs that always act, such as tools
    # 1/m^2 per second, weight of the mean squared distance from the animation; None: to be found
    weight: float | None = None


def ask(
    scene: BodyScene,
    shape: Shape,
    start: Array,
    limits: Array,
    mass: float,
    slowest: float,
    fit: Fit | None = None,
    poses: Sequence[Fit | None] = (),
) -> Request:
    """Return a scene's goals for a body of some `shape` that begins at `start` (2r,), with `limits` (s, 2).

    `mass` is the body's in kg, `slowest` half a period of its slowest mode in s, `fit` that of its
    animation, and `poses` those of key-frames that ask for a pose.
    """
    r, steps = len(start) // 2, scene.time.steps
    unused: dict[str, object] = {"running": 0.0, "running_velocity": 0.0, "instants": []}
    if fit is not None:  # the animation is followed throughout
        unused["running_schedule"] = None
    part = scene.control.model_copy(update=unused)
    costs = build_costs(part, scene.time, r, r, len(limits))
    if scene.endless or fit is not None:
        none = costs.steps[:0]
        costs = costs._replace(steps=none, instants=costs.instants[:0])
    still = Track(np.tile(start, (steps + 1, 1)), np.zeros((steps, r)))
    costs = with_paths(costs, scene.control.paths, shape, still, scene.time.step)
    fits = poses or [None] * len(scene.keyframes)
    places = [
        _place(each, scene, shape) if near is None else _pose(each, scene, near)
        for each, near in zip(scene.keyframes, fits, strict=True)
    ]
    speeds = [_speed(each, scene, shape) for each in scene.keyframes if each.velocity is not None]
    settled = scene.endless or len(costs.steps) or fit is not None
    rest = [] if settled else _rest(start, steps, mass, _room(scene, slowest))
    return Request(costs, limits, [*places, *speeds, *rest], fit, weight=scene.reference.weight)


def half_period(model: BodyModel, start: Array) -> float:
    """Return half a period in s of the slowest mode of a reduced body about a state (2r,)."""
    lowest = np.linalg.eigvalsh(model.stiffness(start[: model.rank]))[0]
    return float(np.pi / np.sqrt(max(lowest, TINY)))


ACCURACY = 1e-6  # relative gradient at which a search ends: strict, as gains are computed about the motion
COARSE = 1e-2  # the same for pure Gauss-Newton, which converges more slowly


def find(
    request: Request,
    plant: BodyPlant,
    actuation: Actuation,
    start: Array,
    repeats: bool,
    begin: Motion | None = None,
    accuracy: float = ACCURACY,
) -> Motion:
    """Search the motion, beginning from another one if that is given."""
    return find_motion(
        plant, actuation, start, request.costs, request.frames, repeats, begin, accuracy, known=request.known
    )


def accuracy_of(plant: BodyPlant) -> float:
    """Return the accuracy, a bound on the gradient, at which a motion counts as found."""
    return COARSE if plant.uncurved else ACCURACY


def _pose(part: KeyframePart, scene: BodyScene, near: Fit) -> Frame:
    places = np.hstack([near.rows, np.zeros_like(near.rows)])
    return Frame(step_at(part.time, scene.time.step), places, near.goals[0], NEAR, part.weight)


def _place(part: KeyframePart, scene: BodyScene, shape: Shape) -> Frame:
    assert part.region is not None
    moves, rest = path_of_region(shape, part.region, SPACE)
    goal = np.array(part.position) - rest * part.absolute
    places = np.hstack([moves, np.zeros_like(moves)])
    return Frame(step_at(part.time, scene.time.step), places, goal, NEAR, part.weight)


def _speed(part: KeyframePart, scene: BodyScene, shape: Shape) -> Frame:
    assert part.region is not None
    moves, _ = path_of_region(shape, part.region, SPACE)
    weight = None if part.weight is None else OF_VELOCITY * part.weight
    places = np.hstack([np.zeros_like(moves), moves])
    return Frame(step_at(part.time, scene.time.step), places, np.array(part.velocity), SLOW, weight)


def _room(scene: BodyScene, slowest: float) -> float:
    """Return the share, 0 to 1, of the weight of rest, by the time after the last key-frame: see above."""
    last = max((each.time for each in scene.keyframes), default=0.0)
    left = scene.time.step * scene.time.steps - last
    return min(max(left, 0.0) / slowest, 1.0) ** SUDDEN


def _rest(start: Array, steps: int, mass: float, share: float) -> list[Frame]:
    """Return goals for rest at the last step: the body's mean is as near to the start as to a key-frame.

    Its velocity is as small.
    """
    r = len(start) // 2
    mean = np.eye(2 * r) / np.sqrt(mass)
    return [
        Frame(steps, rows, rows @ start, near, rises=False, share=share)
        for rows, near in ((mean[:r], NEAR), (mean[r:], SLOW))
        if share > 0
    ]


def with_keyframes(costs: Costs, request: Request, motion: Motion) -> Costs:
    """Return the costs of deviations from a motion, with its key-frames' and rest's as it was found.

    The running weight of an animation is added.
    """
    if request.fit is not None and request.weight is not None:
        rows = np.pad(request.fit.rows, ((0, 0), (0, len(costs.running) - request.fit.rows.shape[1])))
        costs = costs._replace(running=costs.running + request.weight * rows.T @ rows)
    return with_frames(costs, request.frames, motion.weights)


def with_frames(costs: Costs, frames: Sequence[Frame], weights_of: Sequence[float] | Array) -> Costs:
    """Return the costs of deviations with the cost of missing each key-frame added at that key-frame's step.

    Gains made from them weigh deviations more at these steps. A key-frame adds w C^T C to the state's weight
    there, with C = `frame.places` and w its entry in `weights_of` [1/m^2, or s^2/m^2 for velocities].
    """
    each = zip(frames, weights_of, strict=True)
    return with_instants(costs, ((frame.step, w * frame.places.T @ frame.places) for frame, w in each))

"""What a body is meant to meet: balls on strings, as in figure 1 of [002], and who comes flying, as in 4.

A ball hangs from its anchor and swings when the body's skin strikes it. Contact is one-way: the ball
takes an impulse, the body feels nothing, so the balls can be played after a run from where the skin was.
Whether a ball is hit is geometry: the distance from its centre at rest to the skin's triangles, at the
moment it is meant to be hit give or take a tolerance, against its radius.

Who comes flying, a bee, follows a path in space and time to where the reference motion has a region's middle,
its spot, at a moment. It lands if the spot is within its radius then, and rides on it from then on.
"""

from __future__ import annotations

import numpy as np

from runtime.body.shape import Shape
from runtime.bundle.resample import hermite
from runtime.bundle.target import Target
from runtime.upright import upward

GRAVITY = 9.81  # m/s^2
RESTITUTION = 0.6  # of a ball against the skin: lively, and still a loss
AIR = 0.15  # 1/s, decay of a swinging ball's speed


def landing_gap(target: Target, spot: np.ndarray) -> float:
    """How far (m) the spot (3,) is beyond the radius at the moment of landing; below 0, it lands."""
    return float(np.linalg.norm(np.subtract(spot, target.centre)) - target.radius)


def fly(target: Target, spots: np.ndarray) -> np.ndarray:
    """The path (T + 1, 3) m of who comes flying, while the spot goes along `spots` (T + 1, 3).

    A smooth curve through its flight to the place where the reference has the spot; from then on it rides on
    the spot, or hovers where that should have been.
    """
    points = np.array([*target.flight, target.centre])
    slopes, last = np.gradient(points, axis=0), len(points) - 1
    slopes[[0, -1]] = 0.0  # still at both ends
    flown = (np.arange(len(spots)) - (target.step - target.window)) / target.window
    path = hermite(points, slopes, last * np.clip(flown, 0, 1))
    if landing_gap(target, spots[target.step]) <= 0:
        path[target.step :] = spots[target.step :]
    return path


def skin_of(surface: np.ndarray, region: np.ndarray) -> np.ndarray:
    """The surface triangles (k, 3) that touch a vertex of the region."""
    return surface[np.isin(surface, region).any(axis=1)]


def spots_of(shape: Shape, target: Target, states: np.ndarray) -> np.ndarray:
    """The middle (steps, 3) m of a target's region while the body goes through `states` (steps, n)."""
    return np.asarray(shape.positions(states, shape.regions[target.region]).mean(axis=-2))


def skin_positions(shape: Shape, target: Target, states: np.ndarray) -> np.ndarray:
    """The skin (steps, k, 3, 3) m of a target's region while the body goes through `states` (steps, n)."""
    triangles = skin_of(shape.surface, shape.regions[target.region])
    return np.asarray(shape.positions(states, triangles.ravel()).reshape(len(states), -1, 3, 3))


def closest_points(point: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """The points (..., 3) of triangles (..., 3, 3) that are closest to `point` (3,).

    The plane's projection where it falls inside the triangle, otherwise the closest point of an edge.
    """
    a, b, c = np.moveaxis(triangles, -2, 0)
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    flat = point - np.sum((point - a) * normal, axis=-1, keepdims=True) * normal
    sides = [np.sum(np.cross(q - p, flat - p) * normal, axis=-1) for p, q in ((a, b), (b, c), (c, a))]
    inside = np.min(sides, axis=0) >= 0
    edges = np.stack([_closest_on_edge(point, p, q) for p, q in ((a, b), (b, c), (c, a))])
    nearest = np.argmin(np.linalg.norm(edges - point, axis=-1), axis=0)
    edge = np.take_along_axis(edges, nearest[None, ..., None], axis=0)[0]
    return np.where(inside[..., None], flat, edge)


def gaps(target: Target, skin: np.ndarray) -> np.ndarray:
    """Distances (steps,) m between the resting ball and the skin (steps, k, 3, 3); below 0 it is hit."""
    centre = np.array(target.centre)
    return np.linalg.norm(closest_points(centre, skin) - centre, axis=-1).min(axis=-1) - target.radius


def hit(target: Target, skin: np.ndarray) -> bool:
    """Whether the skin (T + 1, k, 3, 3) touches the ball about when it is meant to, and not before."""
    touched = np.flatnonzero(gaps(target, skin) <= 0)
    return bool(touched.size) and abs(int(touched[0]) - target.step) <= target.window


def swing(target: Target, skin: np.ndarray, dt: float) -> np.ndarray:
    """The ball's path (T + 1, 3) m while the skin (T + 1, k, 3, 3) passes by: a pendulum that is struck."""
    path = np.empty((len(skin), 3))
    centre, velocity = np.array(target.centre), np.zeros(3)
    path[0] = centre
    for step in range(1, len(skin)):
        centre, velocity = swing_on(target, centre, velocity, skin[step - 1], skin[step], dt)
        path[step] = centre
    return path


def swing_on(
    target: Target, centre: np.ndarray, velocity: np.ndarray, before: np.ndarray, now: np.ndarray, dt: float
) -> tuple[np.ndarray, np.ndarray]:
    """Where the ball is a step later (3,) m, and its velocity (3,) m/s, as the skin goes to `now` (k, 3, 3).

    Triangles out of its reach may be left out.
    """
    centre, velocity = _swing_free(target, centre, velocity, dt)
    return _strike(target, centre, velocity, before, now, dt) if len(now) else (centre, velocity)


def _swing_free(
    target: Target, centre: np.ndarray, velocity: np.ndarray, dt: float
) -> tuple[np.ndarray, np.ndarray]:
    velocity = (velocity - GRAVITY * dt * upward(target.up)) * (1 - AIR * dt)
    return _hold_string(target, centre + dt * velocity, velocity)


def _hold_string(target: Target, centre: np.ndarray, velocity: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Put the ball back on its string's sphere, and take the speed along a taut string away."""
    along = centre - target.anchor
    length = np.linalg.norm(along)
    along /= length
    return target.anchor + target.string * along, velocity - np.dot(velocity, along) * along


def _strike(
    target: Target, centre: np.ndarray, velocity: np.ndarray, before: np.ndarray, now: np.ndarray, dt: float
) -> tuple[np.ndarray, np.ndarray]:
    points = closest_points(centre, now)
    distances = np.linalg.norm(points - centre, axis=-1)
    nearest = int(np.argmin(distances))
    if distances[nearest] >= target.radius:
        return centre, velocity
    away = (centre - points[nearest]) / max(distances[nearest], 1e-12)
    skin_velocity = (now[nearest].mean(axis=0) - before[nearest].mean(axis=0)) / dt
    approach = np.dot(velocity - skin_velocity, away)
    if approach < 0:
        velocity = velocity - (1 + RESTITUTION) * approach * away
    return _hold_string(target, points[nearest] + target.radius * away, velocity)


def _closest_on_edge(point: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    edge = end - start
    share = np.sum((point - start) * edge, axis=-1) / np.sum(edge * edge, axis=-1)
    return start + np.clip(share, 0, 1)[..., None] * edge

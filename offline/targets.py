"""Targets of a body: balls on strings, as in figure 1 of [002], and flying bees, as in figure 4.

A ball hangs from its anchor and swings when the body's skin strikes it. Contact is one-way: the ball
gets an impulse, the body does not, so that balls can be simulated after a run from the skin's places.
Whether a ball is hit is decided by geometry: the distance from its centre at rest to the skin's triangles, at
the intended moment within a tolerance, is compared with its radius.

A bee follows a path in space and time to the place that a region's middle, its spot, has in the reference
motion at a moment. It lands if the spot is within its radius then, and then moves with it.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import copy_to, njit
from runtime.body.shape import Shape
from runtime.bundle.resample import hermite
from runtime.plant.up_axis import upward
from runtime.target import Target

GRAVITY = 9.81  # m/s^2
RESTITUTION = 0.6  # coefficient of restitution of a ball against the skin
AIR = 0.15  # 1/s, decay rate of a swinging ball's speed


def landing_gap(target: Target, spot: np.ndarray) -> float:
    """Return how far (m) the spot (3,) is beyond the radius at the moment of landing; below 0, it lands."""
    return float(np.linalg.norm(np.subtract(spot, target.centre)) - target.radius)


def fly(target: Target, spots: np.ndarray) -> np.ndarray:
    """Return the path (T + 1, 3) m of a bee, while the spot goes along `spots` (T + 1, 3).

    It is a smooth curve through its flight to the spot's place in the reference; then it moves with
    the spot, or hovers where that should have been.
    """
    points = np.array([*target.flight, target.centre])
    slopes, last = np.gradient(points, axis=0), len(points) - 1
    slopes[[0, -1]] = 0.0  # at rest at both ends
    flown = (np.arange(len(spots)) - (target.step - target.window)) / target.window
    path = hermite(points, slopes, last * np.clip(flown, 0, 1))
    if landing_gap(target, spots[target.step]) <= 0:
        path[target.step :] = spots[target.step :]
    return path


def skin_of(surface: np.ndarray, region: np.ndarray) -> np.ndarray:
    """Return the surface triangles (k, 3) that touch a vertex of the region."""
    return surface[np.isin(surface, region).any(axis=1)]


def spots_of(shape: Shape, target: Target, states: np.ndarray) -> np.ndarray:
    """Return the middle (steps, 3) m of a target's region for the body's `states` (steps, n)."""
    return np.asarray(shape.positions(states, shape.regions[target.region]).mean(axis=-2))


def skin_positions(shape: Shape, target: Target, states: np.ndarray) -> np.ndarray:
    """Return the skin (steps, k, 3, 3) m of a target's region for the body's `states` (steps, n)."""
    triangles = skin_of(shape.surface, shape.regions[target.region])
    return np.asarray(shape.positions(states, triangles.ravel()).reshape(len(states), -1, 3, 3))


def closest_points(point: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Return the points (..., 3) of triangles (..., 3, 3) that are closest to `point` (3,)."""
    flat = np.ascontiguousarray(triangles, dtype=float).reshape(-1, 3, 3)
    found = np.empty((len(flat), 3))
    _closest(np.ascontiguousarray(point, dtype=float), flat, found)
    return found.reshape(triangles.shape[:-2] + (3,))


def gaps(target: Target, skin: np.ndarray) -> np.ndarray:
    """Return distances (steps,) m of the resting ball from the skin (steps, k, 3, 3); below 0 it is hit."""
    centre = np.array(target.centre)
    return np.linalg.norm(closest_points(centre, skin) - centre, axis=-1).min(axis=-1) - target.radius


def hit(target: Target, skin: np.ndarray) -> bool:
    """Whether the skin (T + 1, k, 3, 3) touches the ball about at the intended time, and not before."""
    touched = np.flatnonzero(gaps(target, skin) <= 0)
    return bool(touched.size) and abs(int(touched[0]) - target.step) <= target.window


def swing(target: Target, skin: np.ndarray, dt: float) -> np.ndarray:
    """Return the ball's path (T + 1, 3) m while the skin (T + 1, k, 3, 3) strikes it, as a pendulum."""
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
    """Return the ball's place (3,) m and velocity (3,) m/s after a step of the skin to `now` (k, 3, 3).

    Triangles out of its reach may be left out.
    """
    ball, points = np.stack([centre, velocity]), np.empty((len(now), 3))
    hung = target.anchor, target.string, target.radius, upward(target.up)
    _swing(hung, before, now, dt, points, ball)
    return ball[0], ball[1]


@njit(cache=True)
def _swing(
    hung: tuple[np.ndarray, float, float, np.ndarray], before: np.ndarray, now: np.ndarray, dt: float,
    points: np.ndarray, ball: np.ndarray,
) -> None:  # fmt: skip
    """Take a step of a ball, its centre and velocity (2, 3); `points` (k, 3) is workspace.

    `hung` has its anchor, its string, its radius and the upward axis.
    """
    anchor, string, radius, up = hung
    centre, velocity = ball
    for i in range(3):
        velocity[i] = (velocity[i] - GRAVITY * dt * up[i]) * (1 - AIR * dt)
        centre[i] += dt * velocity[i]
    _hold_string(anchor, string, centre, velocity)
    if len(now) == 0:
        return
    _closest(centre, now, points)
    nearest, distance = 0, np.inf
    for k in range(len(now)):
        apart = np.sqrt(np.sum((points[k] - centre) ** 2))
        if apart < distance:
            nearest, distance = k, apart
    if not distance < radius:
        return
    away = (centre - points[nearest]) / max(distance, 1e-12)
    approach = 0.0
    for i in range(3):
        moved = 0.0
        for corner in range(3):
            moved += now[nearest, corner, i] - before[nearest, corner, i]
        approach += (velocity[i] - moved / (3 * dt)) * away[i]
    for i in range(3):
        velocity[i] -= (1 + RESTITUTION) * min(approach, 0.0) * away[i]
        centre[i] = points[nearest, i] + radius * away[i]
    _hold_string(anchor, string, centre, velocity)


@njit(cache=True)
def _hold_string(anchor: np.ndarray, string: float, centre: np.ndarray, velocity: np.ndarray) -> None:
    """Put the ball back on its string's sphere, and remove the velocity along a taut string."""
    along = centre - anchor
    along /= np.sqrt(np.sum(along**2))
    speed = np.sum(velocity * along)
    for i in range(3):
        centre[i] = anchor[i] + string * along[i]
        velocity[i] -= speed * along[i]


@njit(cache=True)
def _closest(point: np.ndarray, triangles: np.ndarray, found: np.ndarray) -> None:
    """Set `found` to the projection if inside the triangle, else to the closest point of an edge."""
    for k in range(len(triangles)):
        a, b, c = triangles[k]
        normal = np.cross(b - a, c - a)
        normal /= np.sqrt(np.sum(normal**2))
        flat = point - np.sum((point - a) * normal) * normal
        inside, least = True, np.inf
        for start, end in ((a, b), (b, c), (c, a)):
            edge = end - start
            inside = inside and np.sum(np.cross(edge, flat - start) * normal) >= 0
            share = np.sum((point - start) * edge) / np.sum(edge * edge)
            there = start + min(max(share, 0.0), 1.0) * edge
            apart = np.sum((there - point) ** 2)
            if apart < least:
                least = apart
                copy_to(there, found[k])
        if inside:
            copy_to(flat, found[k])

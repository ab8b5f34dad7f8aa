"""The goals of a scene for smoke's particles, and a run's distances from them.

A key-frame asks that a particle be at a place y at a step, and optionally that it have the velocity v there,
which in a reduced flow is Psi(y) z = v. In the full flow the velocity is measured from the particle's places
one step before and one step after (at the motion's end, the end). A guide asks for places at each step, up to
its curve's end.

The way (T + 1, d) is the initial guess of a particle's path: along the guide's curve, or smoothly from
key-frame to key-frame, without leaving the box around any two (monotone cubics; Fritsch, Carlson 1980).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from offline.animation.bound import length
from offline.full.smoke.full_smoke import FullSmoke
from offline.keyframes.request import OF_VELOCITY
from offline.keyframes.smoke.curve import guide_curve
from offline.keyframes.waypoints import NEAR, SLOW, speed
from offline.scenes.base.keyframes import SmokeKeyframePart
from runtime.base.clock import step_at
from runtime.control.planning.frames import Frame
from runtime.smoke.plant import SmokePlant

Array = np.ndarray


class Waypoint(NamedTuple):
    """The place of a particle at a step, and perhaps its velocity."""

    name: str  # name in messages
    particle: int
    step: int
    place: Array  # (d,) m, goal
    velocity: Array | None  # (d,) m/s, goal of the velocity, if any
    weight: float | None  # 1/m^2; None: raised until the goal is met

    def distance(self, particles: Array) -> float:
        """Return the distance of a run's particles (T + 1, N, d) from the place, m."""
        return float(np.linalg.norm(particles[self.step, self.particle] - self.place))

    def speed_error(self, particles: Array, dt: float) -> float:
        """Return the particle's distance from the wanted velocity at the step, m/s; 0 if none is wanted."""
        if self.velocity is None:
            return 0.0
        return float(np.linalg.norm(self.speed(particles[:, self.particle], dt) - self.velocity))

    def speed(self, places: Array, dt: float) -> Array:
        """Return the velocity (d,) of a particle that was at places (T + 1, d), m/s."""
        before, after = self.step - 1, min(self.step + 1, len(places) - 1)
        return np.asarray((places[after] - places[before]) / ((after - before) * dt))

    def off(self, particles: Array, dt: float) -> float:
        """Return the larger distance, of place and velocity, in tolerances."""
        return max(self.distance(particles) / NEAR, self.speed_error(particles, dt) / SLOW)

    def words(self, particles: Array, dt: float) -> str:
        """Write the distances with units."""
        words = length(self.distance(particles))
        return words if self.velocity is None else f"{words} and {speed(self.speed_error(particles, dt))}"


class Path(NamedTuple):
    """The goals of a guide."""

    particle: int
    places: Array  # (T + 1, d) m, desired positions
    steps: int  # last step up to which it is followed

    def distance(self, particles: Array) -> float:
        """Return the largest distance of a run's particles (T + 1, N, d) from it, m."""
        apart = particles[: self.steps + 1, self.particle] - self.places[: self.steps + 1]
        return float(np.linalg.norm(apart, axis=1).max())


class Request(NamedTuple):
    """All goals of a scene for particles."""

    waypoints: list[Waypoint]
    path: Path | None
    ways: dict[int, Array]  # particle -> desired path (T + 1, d) m, valid as far as goals exist
    dt: float

    @property
    def steps(self) -> int:
        """The step of the last goal."""
        return max([each.step for each in self.waypoints] + ([] if self.path is None else [self.path.steps]))

    def distance(self, particles: Array) -> float:
        """Return the largest distance of particles (T + 1, N, d) from a key-frame or the path, m."""
        far = [point.distance(particles) for point in self.waypoints]
        return max([*far, 0.0 if self.path is None else self.path.distance(particles)])

    def off(self, particles: Array, planned: Array) -> float:
        """Return their largest distance from the goals that must be met, in tolerances.

        For a key-frame with a weight, which need not be met, it is that from the `planned` place.
        """
        far = [0.0 if self.path is None else self.path.distance(particles) / NEAR]
        for point in self.waypoints:
            if point.weight is None:
                far.append(point.off(particles, self.dt))
            else:
                place = planned[point.step, point.particle]
                far.append(point._replace(place=place).distance(particles) / NEAR)
        return max(far)


def ask(full: FullSmoke) -> Request:
    """Return a scene's goals. Raises SceneError as `guide_curve` does."""
    scene, dt, steps = full.scene, full.scene.time.step, full.scene.time.steps
    times, ways, path = dt * np.arange(steps + 1), {}, None
    waypoints = [_waypoint(part, full) for part in scene.keyframes]
    for particle in sorted({point.particle for point in waypoints}):
        own = [point for point in waypoints if point.particle == particle]
        ways[particle] = _way(np.array(scene.particles[particle]), own, steps)
    if scene.guide is not None:
        curve = guide_curve(full)
        path = Path(scene.guide.particle, curve.at(times), min(curve.steps(dt), steps))
        ways[path.particle] = path.places
    return Request(waypoints, path, ways, dt)


def frames_of(
    request: Request, plant: SmokePlant, columns: Mapping[int, int], states: Array | None = None
) -> list[Frame]:
    """Return the key-frames' goals for a plant's states, whose `columns` have each particle's place.

    `states` (T + 1, n) of a full run correct the velocities for its particles' differences from Psi z.
    """
    found, axes = [], plant.modes.axes
    for point in request.waypoints:
        column = columns[point.particle]
        found.append(Frame(point.step, np.eye(axes, plant.size, column), point.place, NEAR, point.weight))
        if point.velocity is None:
            continue
        rows, own = np.zeros((axes, plant.size)), np.zeros(axes)
        rows[:, plant.coordinates] = plant.particle_modes(point.place[None])
        if states is not None:
            own = point.speed(states[:, column : column + axes], plant.dt) - rows @ states[point.step]
        weight = None if point.weight is None else OF_VELOCITY * point.weight
        found.append(Frame(point.step, rows, point.velocity - own, SLOW, weight))
    return found


def _waypoint(part: SmokeKeyframePart, full: FullSmoke) -> Waypoint:
    time = full.scene.time
    velocity = None if part.velocity is None else np.array(part.velocity)
    return Waypoint(
        f"the key-frame of particle {part.particle} at {part.time:g} s",
        part.particle,
        step_at(part.time, time.step, time.steps),
        np.array(part.place(full.scene.particles)),
        velocity,
        part.weight,
    )


def _way(start: Array, waypoints: list[Waypoint], steps: int) -> Array:
    """Return the way from the start through key-frames (T + 1, d)."""
    from scipy.interpolate import CubicHermiteSpline, PchipInterpolator

    knots_at = {0: start} | {point.step: point.place for point in waypoints}
    knots = np.array(sorted(knots_at))
    places = np.array([knots_at[k] for k in knots.tolist()])
    slopes = PchipInterpolator(knots, places).derivative()(knots)
    slopes[0] = 0.0
    smooth = CubicHermiteSpline(knots, places, slopes)
    return np.asarray(smooth(np.minimum(np.arange(steps + 1), knots[-1])))

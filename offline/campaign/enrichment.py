"""Random perturbations of the nominal run, which widen the basis ([002], section 5.2).

Each enrichment run meets one perturbation, at one of N random times that are stratified over the motion:

    "force"      a constant force on a patch of the surface, for some steps; its impulse (force times
                 duration) is a random share of the nominal run's impulse
    "velocity"   a kick: a smooth velocity field added to the state at once; its size, in the norm that the
                 lumped mass gives (kg^1/2 m/s, the root of twice the kinetic energy), is a random share of
                 the nominal run's largest

    "actuation"  the actuators themselves: each is linear between random values within its limits, half of
                 which are zero, at random times that are stratified over the run

The shares default to the paper's 5-20 %. A patch is all free vertices within a random radius of a random
vertex of the surface, distances measured in a straight line in the rest shape, with weights that fall off
smoothly: (1 - (d / R)^2)^2. Directions are uniform on the sphere.

These are pure functions of NumPy arrays and of the generator: the same generator gives the same perturbation.
Limits: where two limbs nearly touch, a patch on one reaches over to the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from meshes.tetmesh import TetMesh
from runtime.body.shape import smooth_patch
from softrein.errors import SceneError

Array = np.ndarray
Range = tuple[float, float]  # smallest and largest value, drawn uniformly

# strength as a fraction of the nominal run's control: "about 5-20 %" in [002], section 5.2
STRENGTH = (0.05, 0.20)


class Scale(NamedTuple):
    """Scales of perturbations: the size of the nominal run's control, and its largest speed."""

    control: float = 0.0  # size of the nominal run's control: N for a body, m/s^2 for wind
    speed: float = 0.0  # kg^1/2 m/s, largest velocity of the nominal run of a body


NOTHING = Scale()


@dataclass(frozen=True)
class Perturbation:
    """One push, or one kick (a change of velocities)."""

    kind: Literal["force", "velocity"]
    step: int  # first step
    duration: int  # number of steps; 1 for a change of velocity
    vertices: Array  # (k,) indices of the vertices that it acts on
    weights: Array  # (k,) weights of these vertices; for a force they sum to 1
    vector: Array  # (3,) the total force in N, or the largest change of velocity in m/s
    free: Array  # (n_free,) indices 3 * vertex + axis of the free degrees of freedom

    def load(self, step: int) -> Array:
        """The force (n_free,) in N that it adds over a step."""
        acts = self.kind == "force" and self.step <= step < self.step + self.duration
        return self.field() if acts else np.zeros(len(self.free))

    def control(self, step: int) -> Array | float:
        """Return what it adds to the control of cables and chambers: nothing."""
        return 0.0

    def velocity_change(self, step: int) -> Array:
        """Return the velocity (n_free,) in m/s that it adds at the beginning of a step."""
        acts = self.kind == "velocity" and step == self.step
        return self.field() if acts else np.zeros(len(self.free))

    def field(self) -> Array:
        """The pattern `weights x vector` (n_free,), in N or m/s."""
        everywhere = np.zeros(max(3 * int(self.vertices.max()) + 2, int(self.free.max())) + 1)
        everywhere[3 * self.vertices[:, None] + np.arange(3)] = self.weights[:, None] * self.vector
        return everywhere[self.free]


@dataclass(frozen=True)
class Excitation:
    """Random controls of all actuators of a scene, instead of pushes."""

    forces: Array  # (T, f) N, strength of each force on a region
    patterns: Array  # (f, n_free) force on each degree of freedom per N
    controls: Array  # (T, a) controls of cables and chambers, added to those of the nominal run

    def load(self, step: int) -> Array:
        """The force (n_free,) in N that it adds over a step."""
        return np.asarray(self.forces[step] @ self.patterns)

    def control(self, step: int) -> Array:
        """Return what it adds to the control of cables and chambers (a,) over a step."""
        return np.asarray(self.controls[step])

    def velocity_change(self, step: int) -> Array:
        """Return what it adds to velocities (n_free,): nothing."""
        return np.zeros(self.patterns.shape[1])


def random_controls(rng: np.random.Generator, limits: Array, steps: int, hold: int) -> Array:
    """Draw controls (steps, s) within limits (s, 2): they start at zero and are linear between knots.

    There is a knot at a random moment of each stratum of about `hold` steps; at a knot a random half of the
    controls are zero, and the others are uniform within their limits.
    """
    count = max(1, round(steps / hold))
    times = np.concatenate([[0.0], _strata(count, steps, rng)])
    low, high = limits.T
    values = rng.uniform(size=(count, len(limits))) * (high - low) + low
    values[rng.random(values.shape) < 0.5] = 0.0
    values = np.vstack([np.zeros(len(limits)), values])
    moments = np.arange(steps) + 0.5
    return np.reshape([np.interp(moments, times, each) for each in values.T], (len(limits), steps)).T


def stratified_times(count: int, steps: int, rng: np.random.Generator) -> Array:
    """Draw one random step in each of `count` equal strata of `steps` steps: (count,) int, rising."""
    if count < 0 or steps < 1:
        raise SceneError(f"enrichment: cannot spread {count} perturbations over {steps} steps")
    return np.minimum(_strata(count, steps, rng).astype(int), steps - 1)


def _strata(count: int, steps: int, rng: np.random.Generator) -> Array:
    """Draw a random moment in each of `count` equal strata of `steps` steps: (count,), in steps, rising."""
    return np.asarray((np.arange(count) + rng.random(count)) * steps / max(count, 1))


def force_impulse(
    mesh: TetMesh,
    free: Array,
    rng: np.random.Generator,
    *,
    step: int,
    dt: float,
    control: float,
    radius: Range,
    duration: tuple[int, int],
    strength: Range = STRENGTH,
) -> Perturbation:
    """Draw a random force on a random patch of the surface, from `step` on, in steps of dt s.

    `free` (n_free,) are indices 3 * vertex + axis of the `mesh`, the body at rest. Three values are drawn
    from ranges: `radius` [m] of the patch, `duration` in steps, both ends included, and `strength`, the
    impulse as a share of `control`, the impulse of the nominal run's control in N s, such as the time
    integral of the magnitude of its force.

    Raises SceneError: a range that is not positive or not in order, no control to take a share of, no free
    vertex on the surface.
    """
    _check(radius=radius, duration=duration, strength=strength)
    _check_scale(
        control,
        ("it is a share of the nominal motion's control, which must be above 0; use kind = 'velocity'"),
    )
    vertices, weights, direction = _patch(mesh, free, rng, radius)
    impulse = rng.uniform(*strength) * control
    steps = int(rng.integers(duration[0], duration[1] + 1))
    force = impulse / (steps * dt) * direction
    return Perturbation("force", step, steps, vertices, weights / weights.sum(), force, free)


def initial_velocity(
    mesh: TetMesh,
    free: Array,
    mass: Array,
    rng: np.random.Generator,
    *,
    step: int,
    speed: float,
    radius: Range,
    strength: Range = STRENGTH,
) -> Perturbation:
    """Draw a random kick at `step`: a smooth velocity field around a random vertex of the surface.

    `mass` (n_free,) is the lumped mass, kg, `speed` the nominal run's largest `sqrt(v^T M v)`, kg^1/2 m/s, of
    which `strength` is the kick's share; a `radius` about as large as the body makes a kick of the
    whole body. The other arguments and errors are those of `force_impulse`.
    """
    _check(radius=radius, strength=strength)
    _check_scale(speed, "it is a share of the nominal motion's velocity, which must be above 0")
    vertices, weights, direction = _patch(mesh, free, rng, radius)
    kick = Perturbation("velocity", step, 1, vertices, weights, direction, free)
    unit, size = kick.field(), rng.uniform(*strength) * speed
    return replace(kick, vector=size / np.sqrt(unit @ (mass * unit)) * direction)


def _patch(mesh: TetMesh, free: Array, rng: np.random.Generator, radius: Range) -> tuple[Array, ...]:
    """Draw a patch: the free vertices within a random radius of a random free one of the surface.

    Returns them, their weights, and a unit vector (3,), uniform on the sphere.
    """
    movable = np.unique(free // 3)
    candidates = np.intersect1d(mesh.surface, movable)
    if candidates.size == 0:
        raise SceneError("enrichment: no vertex of the body's surface is free to move")
    centre = mesh.vertices[rng.choice(candidates)]
    near, weights = smooth_patch(mesh.vertices[movable], centre, rng.uniform(*radius))
    vector = rng.standard_normal(3)
    return movable[near], weights, vector / np.linalg.norm(vector)


def _check(**ranges: Range | tuple[int, int]) -> None:
    for name, (least, largest) in ranges.items():
        if not 0 < least <= largest < np.inf:
            raise SceneError(f"enrichment.{name}: must be 0 < least <= largest, got {least} and {largest}")


def _check_scale(scale: float, problem: str) -> None:
    if not 0 < scale < np.inf:
        raise SceneError(f"enrichment: {problem} (got {scale})")

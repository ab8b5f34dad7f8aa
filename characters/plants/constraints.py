"""Particles on a curve and on rods, held by stable PD control with very large gains.

Each constraint has an error `e` and a direction in the space of all coordinates, a row `j` of `J`; both are
evaluated at the predicted places of the particles after the step, `q + v dt`, which do not depend on forces:

    particle on a curve   e = |x - c|,         j = d,         d = (x - c) / e     [eqs. 12, 13]
    rod of length r0      e = |x1 - x2| - r0,  j = (d, -d),   d = (x1 - x2) / |x1 - x2|   [eqs. 14-16]

with `c` the point of the curve that is nearest to `x` [Tan 2011, section 4.3]. The force of every constraint
is stable PD along its row, `-j^T (kp e + kd j (v + a dt))`, so that Newton's law reads

    (M + kd dt J^T J) a = f - J^T (kp e + kd J v).

For one rod `J^T J` is the paper's `d d^T D` and `J^T r0` is `r0 [d; -d]`: equation (16) prints `r0 d`, where
the second particle needs the other sign. This matrix is useless in floating point: at kp = 1e16 its condition
number is 1e13, and the motion along the curve would have three digits left. So the forces of the constraints,
`lambda = kp e + kd J (v + a dt)`, are solved for instead, which is equivalent, but has no large numbers:

    (1 / kd + dt J M^-1 J^T) lambda = (kp / kd) e + J (v + dt M^-1 f),      a = M^-1 (f - J^T lambda).

As the gains go to infinity these are Lagrange multipliers that remove `1 / c` of the error in a step, with
c = kd / (kp dt).

**Stability.** Let (e, v dt) be the state of one constraint, and the gains go to infinity. A step is

    explicit Euler         [[1, 1], [-1/c, -1/c]]            eigenvalues 0 and 1 - 1/c: stable for c > 1/2
    semi-implicit Euler    [[1 - 1/c, -1/c], [-1/c, -1/c]]   l^2 - (1 - 2/c) l - 1/c = 0: stable for c > 3/2

so the paper's c = 1.5 leaves a third of an error in each explicit step, and has the eigenvalue -1 in
semi-implicit ones: an error stays, with alternating sign. Plain PD (the penalty method), with w the largest
eigenvalue of `J M^-1 J^T`, is stable under explicit Euler for c > 1 and `kp dt^2 w < 4 / (2 c - 1)`.

**Limits.** A force along `d` alone is central: the angular momentum of a particle about the curve is not
damped by (12), and an error that circles the curve stays, as small as it is. Sharp corners take away the
velocity across the new direction, as an inelastic impact does. Nearer to the curve than `ON_THE_CURVE` the
direction would be round-off, and there is no force. Singular systems (two rods between the same particles)
share the force between them.

Layout: particles are rows, `(N, 3)` m and m/s; a curve is the `(n + 1, 3)` corners of its n segments.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import njit
from softrein.errors import ControllerError

FASTMATH = {"contract", "reassoc", "nsz", "arcp"}
ON_THE_CURVE = 1e-10  # m; a direction from here to the curve is good to six digits, and much below to none
LOST = 1e3  # m; who is farther away than this has diverged

GRAVITY = 9.81  # m/s^2


class Tinkertoy(NamedTuple):
    """Particles, the curve that some of them slide on, and rods between them."""

    inverse_mass: np.ndarray  # (N,) 1/kg; 0 pins a particle
    curve: np.ndarray  # (n + 1, 3) m, corners; (0, 3) where there is none
    beads: np.ndarray  # (b,) int64, the particles on the curve
    rods: np.ndarray  # (r, 2) int64, the particles at the ends of each rod
    lengths: np.ndarray  # (r,) m
    gravity: np.ndarray  # (3,) m/s^2


class Law(NamedTuple):
    """The gains of all constraints, and the integration scheme; `law_of` makes one."""

    kp: float  # N/m
    kd: float  # N s/m
    dt: float  # s
    stable: bool  # stable PD; False for plain PD of the present errors, the penalty method
    semi_implicit: bool  # positions move with the new velocities; explicit Euler where False


class Path(NamedTuple):
    """A simulated motion; the state at time step i is row i."""

    times: np.ndarray  # (T + 1,) s
    places: np.ndarray  # (T + 1, N, 3) m; NaN after a divergence
    velocities: np.ndarray  # (T + 1, N, 3) m/s
    starts: np.ndarray  # (d,) the steps at which the particles were (put back) at the start


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _nearest(curve, place, point):
    """Write the nearest point of all segments into `point`; returns the segment and the share along it."""
    best, segment, part = np.inf, 0, 0.0
    for i in range(curve.shape[0] - 1):
        along = 0.0
        length = 0.0
        for k in range(3):
            side = curve[i + 1, k] - curve[i, k]
            along += side * (place[k] - curve[i, k])
            length += side * side
        share = min(max(along / length, 0.0), 1.0)
        distance = 0.0
        for k in range(3):
            distance += (curve[i, k] + share * (curve[i + 1, k] - curve[i, k]) - place[k]) ** 2
        if distance < best:  # strictly: at a corner the first of both segments, which is the same point
            best, segment, part = distance, i, share
    for k in range(3):
        point[k] = curve[segment, k] + part * (curve[segment + 1, k] - curve[segment, k])
    return segment, part


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _beyond(curve, place):
    """Whether a place is beyond the plane through the curve's end, normal to its last segment."""
    last, along = curve.shape[0] - 1, 0.0
    for k in range(3):
        along += (place[k] - curve[last, k]) * (curve[last, k] - curve[last - 1, k])
    return along >= 0.0


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _direction(head, tail, direction):
    """Write the unit vector from `tail` to `head` into `direction`, 0 if they coincide; the distance."""
    square = 0.0
    for k in range(3):
        square += (head[k] - tail[k]) ** 2
    distance = np.sqrt(square)
    scale = 1.0 / distance if distance > ON_THE_CURVE else 0.0
    for k in range(3):
        direction[k] = scale * (head[k] - tail[k])
    return distance


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _rows(toy, places, J, errors):
    """Write the errors (k,) and their directions (k, N, 3), the beads' first, for particles at `places`."""
    J[:] = 0.0
    point = np.empty(3)
    beads = toy.beads.shape[0]
    for row in range(beads):
        bead = toy.beads[row]
        _nearest(toy.curve, places[bead], point)
        errors[row] = _direction(places[bead], point, J[row, bead])
    for rod in range(toy.rods.shape[0]):
        first, second = toy.rods[rod, 0], toy.rods[rod, 1]
        row = beads + rod
        errors[row] = _direction(places[first], places[second], J[row, first]) - toy.lengths[rod]
        for k in range(3):
            J[row, second, k] = -J[row, first, k]


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _solve(A, b):
    """Solve `A x = b` in place, with A (k, k) symmetric and positive definite, k small; x is left in b."""
    n = b.shape[0]
    for i in range(n):
        for row in range(i + 1, n):
            factor = A[row, i] / A[i, i]
            for column in range(i, n):
                A[row, column] -= factor * A[i, column]
            b[row] -= factor * b[i]
    for i in range(n - 1, -1, -1):
        for column in range(i + 1, n):
            b[i] -= A[i, column] * b[column]
        b[i] /= A[i, i]


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _acceleration(toy, q, v, force, law, out):
    """Write accelerations (N, 3) into `out`, by the module's equation or with plain PD's forces."""
    kp, kd, dt, stable = law.kp, law.kd, law.dt, law.stable
    count, particles = toy.beads.shape[0] + toy.rods.shape[0], q.shape[0]
    J, errors = np.empty((count, particles, 3)), np.empty(count)
    ahead = dt if stable else 0.0
    coming, speed = np.empty((particles, 3)), np.empty((particles, 3))
    for i in range(particles):
        for k in range(3):
            out[i, k] = toy.inverse_mass[i] * force[i, k]
            coming[i, k] = q[i, k] + ahead * v[i, k]
            speed[i, k] = v[i, k] + ahead * out[i, k]
    _rows(toy, coming, J, errors)
    forces, left = np.empty(count), np.zeros((count, count))
    for row in range(count):
        forces[row] = kp / kd * errors[row]
        left[row, row] = 1.0 / kd
        for i in range(particles):
            for k in range(3):
                forces[row] += J[row, i, k] * speed[i, k]
                for other in range(count):
                    left[row, other] += ahead * toy.inverse_mass[i] * J[row, i, k] * J[other, i, k]
    _solve(left, forces)  # for plain PD `left` is 1 / kd
    for row in range(count):
        for i in range(particles):
            for k in range(3):
                out[i, k] -= toy.inverse_mass[i] * forces[row] * J[row, i, k]


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _simulate(toy, law, places, velocities, restart, starts):
    """Integrate all steps from row 0 of `places` and `velocities` (steps + 1, particles, 3).

    Euler's rule is explicit or semi-implicit, by `law`. With `restart` all particles return to row 0 when the
    first bead is at the curve's end, and that step is written into `starts`. Returns the number of starts,
    including the first; it stops where a particle flies off.
    """
    particles, count, point = places.shape[1], 1, np.empty(3)
    force, rate = np.zeros((particles, 3)), np.empty((particles, 3))
    for i in range(particles):
        for k in range(3):
            if toy.inverse_mass[i] > 0.0:
                force[i, k] = toy.gravity[k] / toy.inverse_mass[i]
    for step in range(places.shape[0] - 1):
        _acceleration(toy, places[step], velocities[step], force, law, rate)
        for i in range(particles):
            for k in range(3):
                old = velocities[step, i, k]
                new = old + law.dt * rate[i, k]
                velocities[step + 1, i, k] = new
                places[step + 1, i, k] = places[step, i, k] + law.dt * (new if law.semi_implicit else old)
                if not abs(places[step + 1, i, k]) < LOST:  # NaN is lost too
                    return count
        # The first test alone is necessary, and cheap.
        if restart and _beyond(toy.curve, places[step + 1, toy.beads[0]]):
            segment, part = _nearest(toy.curve, places[step + 1, toy.beads[0]], point)
            if segment == toy.curve.shape[0] - 2 and part == 1.0:
                places[step + 1] = places[0]
                velocities[step + 1] = velocities[0]
                starts[count] = step + 1
                count += 1
    return count


def checked_curve(curve: np.ndarray) -> np.ndarray:
    """Check a polyline, and return it for the kernels. Raises ControllerError where it is none."""
    curve = np.ascontiguousarray(curve, dtype=float)
    if curve.ndim != 2 or curve.shape[1] != 3 or len(curve) < 2 or not np.isfinite(curve).all():
        raise ControllerError(f"a curve is (n + 1, 3) finite coordinates, not of shape {curve.shape}")
    if not (np.diff(curve, axis=0) ** 2).sum(axis=1).all():
        raise ControllerError("two corners of the curve that follow each other are the same point")
    return curve


def tinkertoy(
    masses: np.ndarray, curve: np.ndarray | None = None, beads: tuple[int, ...] = (),
    rods: tuple[tuple[int, int], ...] = (), lengths: tuple[float, ...] = (),
    gravity: tuple[float, float, float] = (0.0, 0.0, -GRAVITY),
) -> Tinkertoy:  # fmt: skip
    """A scene of particles of the given masses (N,) kg; an infinite one is pinned.

    Raises ControllerError where masses or lengths are not positive, a bead has no curve, or a particle
    that is named does not exist.
    """
    masses = np.asarray(masses, dtype=float)
    pairs = np.array(rods, dtype=np.int64).reshape(-1, 2)
    if masses.ndim != 1 or not (masses > 0).all():
        raise ControllerError("masses of particles are positive numbers of kilograms")
    if len(pairs) != len(lengths) or not (np.array(lengths) > 0).all():
        raise ControllerError(f"{len(pairs)} rods need as many positive lengths, not {lengths}")
    if any(not 0 <= particle < len(masses) for particle in (*beads, *pairs.ravel())):
        raise ControllerError(f"beads {beads} and rods {rods} name particles that are not there")
    if beads and curve is None:
        raise ControllerError("a bead needs a curve")
    return Tinkertoy(
        1.0 / masses, np.empty((0, 3)) if curve is None else checked_curve(curve),
        np.array(beads, dtype=np.int64), pairs, np.array(lengths, dtype=float),
        np.array(gravity, dtype=float),
    )  # fmt: skip


def law_of(
    dt: float, kp: float = 1e16, ratio: float = 1.5, stable: bool = True, semi_implicit: bool = False
) -> Law:
    """The paper's gains kp N/m and kd = ratio kp dt, at a time step of dt s [Tan 2011, 4.3].

    Raises ControllerError where a gain or the time step is not positive and finite.
    """
    if not all(np.isfinite(x) and x > 0 for x in (dt, kp, ratio)):
        raise ControllerError(f"dt = {dt}, kp = {kp} and kd / (kp dt) = {ratio} must be positive numbers")
    return Law(float(kp), float(ratio * kp * dt), float(dt), stable, semi_implicit)


def acceleration(
    toy: Tinkertoy, places: np.ndarray, velocities: np.ndarray, force: np.ndarray, law: Law
) -> np.ndarray:
    """Accelerations (N, 3) m/s^2 under forces (N, 3) N and all constraints [Tan 2011, eqs. 13, 16].

    With `law.stable` false, those of plain PD, the penalty method.
    """
    q, v, f = (np.ascontiguousarray(array, dtype=float) for array in (places, velocities, force))
    out = np.empty_like(q)
    _acceleration(toy, q, v, f, law, out)
    return out


def simulate(toy: Tinkertoy, places: np.ndarray, law: Law, duration: float, restart: bool = False) -> Path:
    """The motion under gravity and constraints from rest at places (N, 3), for `duration` s.

    With `restart`, all particles are put back to the start whenever the first bead gets to the curve's end,
    where it would stay. A motion that diverges ends in NaN. Raises ControllerError where the duration is
    not positive, or there is no bead to restart for.
    """
    if not duration > 0:
        raise ControllerError(f"a duration is positive, not {duration}")
    if restart and not len(toy.beads):
        raise ControllerError("without a bead on the curve there is no end at which to restart")
    steps = round(duration / law.dt)
    q = np.full((steps + 1, len(toy.inverse_mass), 3), np.nan)
    v = q.copy()
    q[0] = places
    v[0] = 0.0
    starts = np.zeros(steps + 1, dtype=np.int64)
    count = _simulate(toy, law, q, v, restart, starts)
    return Path(law.dt * np.arange(steps + 1), q, v, starts[:count])


def drift(toy: Tinkertoy, path: Path) -> np.ndarray:
    """The errors (T + 1, k) m: each bead's distance from the curve, then each rod's signed length error."""
    beads = [[_distance(toy.curve, place) for place in path.places[:, bead]] for bead in toy.beads]
    rods = [
        np.linalg.norm(path.places[:, first] - path.places[:, second], axis=1) - length
        for (first, second), length in zip(toy.rods, toy.lengths, strict=True)
    ]
    return np.array([*beads, *rods]).T


def along(toy: Tinkertoy, path: Path) -> np.ndarray:
    """The position (T + 1,) m along the curve of the first bead's nearest point; NaN after a divergence."""
    ends = np.concatenate([[0.0], np.linalg.norm(np.diff(toy.curve, axis=0), axis=1).cumsum()])
    found, point = np.full(len(path.times), np.nan), np.empty(3)
    for step, place in enumerate(path.places[:, toy.beads[0]]):
        if np.isfinite(place).all():
            segment, part = _nearest(toy.curve, place, point)
            found[step] = ends[segment] + part * (ends[segment + 1] - ends[segment])
    return found


def energy(toy: Tinkertoy, path: Path) -> np.ndarray:
    """The kinetic and potential energy (T + 1,) J of the particles that are not pinned."""
    free = toy.inverse_mass > 0
    masses = 1.0 / toy.inverse_mass[free]
    kinetic = 0.5 * (path.velocities[:, free] ** 2).sum(axis=2) @ masses
    return kinetic - path.places[:, free] @ toy.gravity @ masses


def _distance(curve: np.ndarray, place: np.ndarray) -> float:
    """The distance of a place from a curve, m; NaN for a place that is NaN."""
    if not np.isfinite(place).all():
        return np.nan
    point = np.empty(3)
    _nearest(curve, place, point)
    return float(np.linalg.norm(place - point))

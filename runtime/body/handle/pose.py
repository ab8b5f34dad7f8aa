"""Poses and motions of a handle: rotations, and smooth moves whose accelerations are finite.

A rotation is a rotation vector th, of the angle |th| about its axis, R = exp([th]x); bundles keep unit
quaternions (w, x, y, z). For a moving th (Chirikjian, "Stochastic Models, Information Theory, and Lie
Groups", volume 2, section 10.6: the right Jacobian J)

    w = J(th) th',     q = J th'' + J' th',     J = 1 - b [th]x + c [th]x^2

are angular velocity and acceleration in the turning frame, with b = (1 - cos f) / f^2, c = (f - sin f) / f^3
and f = |th|. During a move to a goal there is an offset from the goal, e in translation and th in rotation.
It fades by the quintic that begins with the present value, rate and acceleration of the offset and ends with
zero of each: position, velocity and acceleration are continuous, however the goal moves.

Limits: th of an offset is at most half a turn; an offset of several turns fades along the shorter way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.body.terms.base_motion import cross

Array = np.ndarray

SMALL = 0.2  # rad: for smaller angles the Taylor series has less rounding error than the closed formula
FLOOR = 1e-12


class Motion(NamedTuple):
    """A rigid motion at a moment: that of the pivot in space, and the rotation of the frame about it."""

    translation: Array  # (3,) m, from the rest position
    velocity: Array  # (3,) m/s
    acceleration: Array  # (3,) m/s^2
    rotation: Array  # (3, 3) rotation matrix from the handle's frame to space
    spin: Array  # (3,) rad/s, angular velocity w in the frame's axes
    turn: Array  # (3,) rad/s^2, angular acceleration q in the frame's axes

    def inputs(self, gravity: Array) -> Array:
        """The nine inputs of `runtime.body.terms.base_motion` for this motion."""
        felt = self.rotation.T @ (self.acceleration - gravity) + gravity
        return np.concatenate([felt, self.spin, self.turn])


class Offset(NamedTuple):
    """The offset of one motion from another: (3, 3) each, with rows for value, rate and acceleration."""

    translation: Array
    rotation: Array  # rotation matrix of that rotation vector

    def at(self, share: float, over: float) -> Offset:
        """The offset that is left after a share, 0 to 1, of the time `over` s in which it fades."""
        return Offset(*(faded(each, share, over) for each in self))


def rest(translation: Array, rotation: Array) -> Motion:
    """The motion of something at rest at a translation (3,) m and a rotation (3, 3)."""
    still = np.zeros(3)
    return Motion(translation, still, still, rotation, still, still)


def apart(one: Motion, base: Motion) -> Offset:
    """The offset of the motion `one` from the motion `base`."""
    back = base.rotation.T @ one.rotation
    vector = logarithm(back)
    spin = one.spin - back.T @ base.spin
    turn = one.turn - back.T @ base.turn + np.cross(spin, back.T @ base.spin)
    rate = np.linalg.solve(jacobian(vector), spin)
    second = np.linalg.solve(jacobian(vector), turn - bending(vector, rate))
    places = [a - b for a, b in zip(one[:3], base[:3], strict=True)]
    return Offset(np.array(places), np.array([vector, rate, second]))


def moved(base: Motion, offset: Offset) -> Motion:
    """The motion that has an offset from another: the inverse of `apart`."""
    vector, rate, second = offset.rotation
    by, spin = exponential(vector), jacobian(vector) @ rate
    carried = by.T @ base.spin
    turn = by.T @ base.turn - np.cross(spin, carried) + jacobian(vector) @ second + bending(vector, rate)
    e, speed, gain = offset.translation
    return Motion(
        base.translation + e,
        base.velocity + speed,
        base.acceleration + gain,
        base.rotation @ by,
        carried + spin,
        turn,
    )


def faded(begin: Array, share: float, over: float) -> Array:
    """Value, rate and acceleration (3, k) of the quintic from `begin` (3, k) to rest at zero."""
    s, value, rate, second = min(share, 1.0), begin[0], over * begin[1], over * over * begin[2]
    c = -10 * value - 6 * rate - 1.5 * second
    d = 15 * value + 8 * rate + 1.5 * second
    e = -6 * value - 3 * rate - 0.5 * second
    return np.array(
        [
            value + s * (rate + s * (0.5 * second + s * (c + s * (d + s * e)))),
            (rate + s * (second + s * (3 * c + s * (4 * d + s * 5 * e)))) / over,
            (second + s * (6 * c + s * (12 * d + s * 20 * e))) / over**2,
        ]
    ) * (s < 1.0)


def exponential(vector: Array) -> Array:
    """The rotation R (3, 3) of a rotation vector (3,)."""
    b, c = _coefficients(float(np.linalg.norm(vector)))[:2]
    turn = cross(vector)
    return np.asarray(np.eye(3) + (1 - float(vector @ vector) * c) * turn + b * turn @ turn)


def nearest_rotation(matrix: Array) -> Array:
    """The rotation (3, 3) that is nearest to a matrix that is nearly a rotation."""
    u, _, vt = np.linalg.svd(matrix)
    return np.asarray(u @ vt)


def logarithm(rotation: Array) -> Array:
    """The rotation vector (3,) of at most half a turn of R (3, 3)."""
    q = quaternion(rotation)
    sine = float(np.linalg.norm(q[1:]))
    if sine < FLOOR:
        return np.asarray(2 * q[1:])
    return np.asarray(2 * np.arctan2(sine, q[0]) / sine * q[1:])


def jacobian(vector: Array) -> Array:
    """The right Jacobian J (3, 3) of a rotation vector (3,)."""
    b, c = _coefficients(float(np.linalg.norm(vector)))[:2]
    turn = cross(vector)
    return np.asarray(np.eye(3) - b * turn + c * turn @ turn)


def bending(vector: Array, rate: Array) -> Array:
    """The term J' th' (3,) of the angular acceleration, at th and th'."""
    _, c, b_slope, c_slope = _coefficients(float(np.linalg.norm(vector)))
    along, once = float(vector @ rate), np.cross(vector, rate)
    twice = np.cross(vector, once)
    return np.asarray(-along * b_slope * once + along * c_slope * twice + c * np.cross(rate, once))


def quaternion(rotation: Array) -> Array:
    """The unit quaternion (4,) of R (3, 3), w not negative (Shepperd, J. Guidance and Control 1, 1978)."""
    trace, diagonal = float(np.trace(rotation)), np.diag(rotation)
    squares = np.array([1 + trace, *(1 + 2 * diagonal - trace)])  # four times the squared quaternion entries
    most = int(np.argmax(squares))
    twice = rotation - rotation.T
    skew = np.array([twice[2, 1], twice[0, 2], twice[1, 0]])
    if most == 0:
        found = np.array([squares[0], *skew])
    else:
        k = most - 1
        row = rotation[k] + rotation[:, k]
        row[k] = squares[most]
        found = np.array([skew[k], *row])
    found = found / np.linalg.norm(found)
    return np.asarray(-found if found[0] < 0 else found)


def matrices(quaternions: Array) -> Array:
    """The rotations R (..., 3, 3) of unit quaternions (..., 4)."""
    w, x, y, z = np.moveaxis(quaternions, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def _coefficients(f: float) -> tuple[float, float, float, float]:
    """The coefficients b and c, and their derivatives by f, divided by f."""
    s = f * f
    if f < SMALL:
        b = 1 / 2 - s / 24 + s * s / 720 - s**3 / 40320
        c = 1 / 6 - s / 120 + s * s / 5040 - s**3 / 362880
        return b, c, -1 / 12 + s / 180 - s * s / 6720, -1 / 60 + s / 1260 - s * s / 60480
    b, c = (1 - np.cos(f)) / s, (f - np.sin(f)) / f**3
    return b, c, (np.sin(f) / f - 2 * b) / s, (b - 3 * c) / s

"""Unit quaternions as arrays (..., 4), scalar first: (w, x, y, z).

Right-handed: a positive angle about z turns x towards y. `q` stands for the rotation that takes vectors of
a body to the world, `rotate(q, b)`, and `multiply(p, q)` for first q, then p. `q` and `-q` are the same
rotation. Everything is batched over leading axes, which broadcast.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from softrein.errors import ControllerError

IDENTITY = (1.0, 0.0, 0.0, 0.0)


def normalized(q: ArrayLike) -> np.ndarray:
    """(..., 4) of length one. Raises ControllerError for other shapes, and where there is no length."""
    array = np.asarray(q, float)
    if array.shape[-1:] != (4,):
        raise ControllerError(f"a quaternion has four numbers (w, x, y, z), not the shape {array.shape}")
    length = np.linalg.norm(array, axis=-1, keepdims=True)
    if not (np.all(length > 0) and np.all(np.isfinite(length))):
        raise ControllerError("a quaternion has no direction: it is zero or not finite")
    return array / length


def conjugate(q: ArrayLike) -> np.ndarray:
    """(..., 4): the inverse rotation of a unit quaternion."""
    return np.asarray(q, float) * (1.0, -1.0, -1.0, -1.0)


def multiply(p: ArrayLike, q: ArrayLike) -> np.ndarray:
    """(..., 4): Hamilton's product, first q, then p."""
    p, q = np.asarray(p, float), np.asarray(q, float)
    (pw, pv), (qw, qv) = (p[..., :1], p[..., 1:]), (q[..., :1], q[..., 1:])
    scalar = pw * qw - np.sum(pv * qv, axis=-1, keepdims=True)
    return np.concatenate([scalar, pw * qv + qw * pv + np.cross(pv, qv)], axis=-1)


def rotate(q: ArrayLike, vector: ArrayLike) -> np.ndarray:
    """(..., 3): a vector of the body, in the world."""
    q, vector = np.asarray(q, float), np.asarray(vector, float)
    across = 2 * np.cross(q[..., 1:], vector)
    return vector + q[..., :1] * across + np.cross(q[..., 1:], across)


def from_rotation_vector(vector: ArrayLike) -> np.ndarray:
    """(..., 4): the rotation about a vector (..., 3) by its length in rad."""
    vector = np.asarray(vector, float)
    half = np.linalg.norm(vector, axis=-1, keepdims=True) / 2
    return np.concatenate([np.cos(half), np.sinc(half / np.pi) * vector / 2], axis=-1)


def rotation_vector(q: ArrayLike) -> np.ndarray:
    """(..., 3): axis times angle (rad) by the short way round, so at most pi long.

    q and -q give the same, bit by bit; at exactly half a turn, where both ways are equally long, the axis
    whose first component that is not zero is positive is taken.
    """
    q = np.asarray(q, float)
    leading = np.take_along_axis(q, np.argmax(q != 0, axis=-1)[..., None], axis=-1)
    q = np.where(leading < 0, -q, q)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    small = sine < 1e-8  # there angle / sine is 2 to all digits
    factor = np.where(small, 2.0, 2 * np.arctan2(sine, q[..., :1]) / np.where(small, 1.0, sine))
    return factor * q[..., 1:]

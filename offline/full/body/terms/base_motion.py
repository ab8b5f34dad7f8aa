"""The load of `runtime.body.terms.base_motion` on each vertex of a full body, in the frame of its handle.

As the mass is lumped it couples no vertices: -(W a + M (A (X + u - o) + 2 [w]x v)), vertex by vertex. W are
the masses by which vertices bear a uniform acceleration, as gravity; on linear elements W = M.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from reduce.protocols import Stepped
from runtime.body.terms.base_motion import INPUTS, cross

Array = np.ndarray


class Inertia(NamedTuple):
    """The forces of inertia in one step, over the free degrees of freedom (n_free,)."""

    mass: Array  # (n_free,) kg
    constant: Array  # (n_free,) N, constant part of the load
    by_place: Array  # (3, 3) 1/s^2, its derivative by position
    by_speed: Array  # (3, 3) 1/s, its derivative by velocity

    def load(self, u: Array, v: Array) -> Array:
        """The force (n_free,) N at displacement and velocity (n_free,)."""
        return self.constant - self.mass * (_turned(self.by_place, u) + _turned(self.by_speed, v))

    def change(self, half: float, middle: Array) -> Array:
        """Return its change (n_free,) N with v_mid = `middle`, on which u_mid = u + h/2 v_mid depends."""
        return -self.mass * _turned(half * self.by_place + self.by_speed, middle)


def inertia_of(body: Stepped, pivot: Array, inputs: Array) -> Inertia | None:
    """Return the forces of inertia for a handle's inputs (9,); None where it rests."""
    if inputs.shape != (INPUTS,) or not inputs.any():
        return None
    a, w, q = inputs[:3], inputs[3:6], inputs[6:]
    by_place = cross(q) + cross(w) @ cross(w)
    arms = body.mesh.vertices[body.free[::3] // 3] - pivot
    constant = -body.weighing * np.tile(a, len(arms)) - body.mass * (arms @ by_place.T).ravel()
    return Inertia(body.mass, constant, by_place, 2 * cross(w))


def _turned(matrix: Array, x: Array) -> Array:
    return np.asarray((x.reshape(-1, 3) @ matrix.T).reshape(-1))

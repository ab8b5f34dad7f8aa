"""Interaction on a body.

A hand pulls a drawn vertex at x towards a point c like a damped spring,

    f = k (c - x) - d x',     |f| <= F,     B^T f in reduced coordinates,

computed anew each step. F is the largest force, and k is such that a quarter of the body's size gives F, and
such that a body at rest would follow most of the way. But a force of one newton causes in one step the
displacement S and the velocity V (largest eigenvalues of B G B^T, G the step's Jacobian), and a spring force
computed before the step overshoots unless k S and d V stay well below 1.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from runtime.base.clock import steps_within
from runtime.body.shape import smooth_patch
from softrein.viewer import interaction
from softrein.viewer.body.scene import Scene
from softrein.viewer.interaction import HELD_BY, Shove, held_within
from softrein.viewer.scene import Place

FOLLOW = 4.0  # hand stiffness relative to the vertex's own: the vertex follows 4/5 of the hand's displacement
# largest stiffness k and damping d for which explicit steps stay stable: k S and d V are below this
SOFT = 0.3
DAMPING = 0.7  # fraction of critical damping, with the effective mass during one step


class Grab:
    """A hand that holds a vertex of a body."""

    def __init__(self, scene: Scene, vertex: int, jacobian: np.ndarray, dt: float) -> None:
        """`jacobian` (2r, r) is of a step's state by its reduced force."""
        self._basis, self._scene = scene.body.basis[vertex], scene
        self._rest, self._largest = scene.body.rest[vertex], scene.largest_force
        rank = scene.bundle.rank
        gives = [self._basis @ part @ self._basis.T for part in (jacobian[:rank], jacobian[rank:])]
        give, kick = (max(float(np.abs(np.linalg.eigvals(each)).max()), 1e-12) for each in gives)
        wanted = max(self._largest / (HELD_BY * scene.size), FOLLOW / max(float(scene.give[vertex]), 1e-12))
        self.stiffness = min(wanted, SOFT / give)
        self.damping = min(2 * DAMPING * np.sqrt(self.stiffness * dt / kick), SOFT / kick)
        self.vertex, self.steps = vertex, np.inf
        self.to, self.applied, self.at = np.zeros(3), np.zeros(3), self._rest

    def act(self, state: np.ndarray, out: np.ndarray) -> None:
        """Add the force of the spring and damper that pull the held vertex towards `to`."""
        p, v = state.reshape(2, -1)
        self.at = self._rest + self._basis @ p
        pull = self.stiffness * (self._scene.within(self.to) - self.at) - self.damping * (self._basis @ v)
        self.applied = held_within(pull, self._largest)
        out[: self._basis.shape[1]] += self.applied @ self._basis


class Interaction(interaction.Interaction):
    """The hands that hold vertices of a body, and the pushes at them."""

    _scene: Scene

    @cached_property
    def jacobian(self) -> np.ndarray:
        """The Jacobian of a step, which limits a hand's stiffness; needs compiled kernels."""
        bundle = self._scene.bundle
        return bundle.plant().linearise(bundle.track.states[0], bundle.track.feedforward[0])[1][
            :, : bundle.rank
        ]

    def prepare(self) -> None:
        """The step's Jacobian."""
        _ = self.jacobian

    def grab(self, page: int, vertex: int, to: tuple[float, ...] | np.ndarray) -> None:
        """A page's hand holds a vertex and pulls it to a point (3,) m."""
        held = self._held.get(page)
        if not isinstance(held, Grab) or held.vertex != vertex:
            held = self._held[page] = Grab(self._scene, vertex, self.jacobian, self._dt)
        held.to[:] = to

    def pull(self, page: int, place: Place, to: np.ndarray) -> None:
        """Hold the drawn vertex of index `place`, and pull it towards a point (3,) m."""
        assert isinstance(place, int)
        self.grab(page, place, to)

    def push(self, vertex: Place, force: tuple[float, ...], duration: float, radius: float) -> None:
        """Push the drawn vertices within `radius` m of one."""
        assert isinstance(vertex, int)
        body = self._scene.body
        inside, weights = smooth_patch(body.rest, body.rest[vertex], min(radius, self._scene.largest_radius))
        pattern = np.einsum("vxr,v->xr", body.basis[inside], weights / weights.sum())
        place, steps = body.rest[vertex].copy(), steps_within(duration, self._dt)
        own = self._scene.own(self._clamped(force))
        self._add(Shove(pattern, own, place, steps, body.basis[vertex]))

"""What people do to the motion: hands that hold a vertex, wind that they blow, flicks, a scene's own pushes.

A hand pulls a drawn vertex at x towards a point c like a damped spring,

    f = k (c - x) - d x',     |f| <= F,     B^T f in reduced coordinates,

made anew each step. F is the largest force, and k is such that a quarter of the body's size asks for F, and
such that a body at rest would follow most of the way. But one step answers a force of one newton with the
displacement S and the velocity V (largest eigenvalues of B G B^T, G the step's Jacobian), and a spring that
is made before the step overshoots unless k S and d V stay well below 1.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Protocol

import numpy as np

from runtime.body.shape import smooth_patch
from runtime.bundle.smoke import SmokeBundle
from runtime.push import Push
from softrein.viewer.scene import Scene
from softrein.viewer.smoke.wind import Wind

FOLLOW = 4.0  # the hand's stiffness in the vertex's own: it follows 4/5 of the way
SOFT = 0.3  # of k S and d V
DAMPING = 0.7  # of the hand's critical damping, with the mass that it feels in one step
HOLD = 0.25  # s that wind lasts after the last word of it
MOST_FLICKS = 8  # at a time; the oldest ends


class Hand(Protocol):
    """Something that acts for a while."""

    applied: np.ndarray  # (axes,) the force of the last step
    at: np.ndarray  # (axes,) m, where


class Grab:
    """A hand that holds a vertex of a body."""

    def __init__(self, scene: Scene, vertex: int, jacobian: np.ndarray, dt: float) -> None:
        """`jacobian` (2r, r) is of a step's state by its reduced force."""
        self._basis = scene.body.basis[vertex]
        self._rest, self._largest = scene.body.rest[vertex], scene.largest_force
        rank = scene.bundle.rank
        gives = [self._basis @ part @ self._basis.T for part in (jacobian[:rank], jacobian[rank:])]
        give, kick = (max(float(np.abs(np.linalg.eigvals(each)).max()), 1e-12) for each in gives)
        wanted = max(self._largest / (0.25 * scene.size), FOLLOW / max(float(scene.give[vertex]), 1e-12))
        self.stiffness = min(wanted, SOFT / give)
        self.damping = min(2 * DAMPING * np.sqrt(self.stiffness * dt / kick), SOFT / kick)
        self.vertex, self.steps = vertex, np.inf
        self.to = np.zeros(3)
        self.applied, self.at, self._velocity = np.zeros(3), self._rest.copy(), np.zeros(3)
        self._reduced = np.zeros(rank)

    def act(self, state: np.ndarray, out: np.ndarray) -> None:
        """Pull."""
        rank = self._reduced.size
        np.dot(self._basis, state[:rank], out=self.at)
        self.at += self._rest
        np.dot(self._basis, state[rank : 2 * rank], out=self._velocity)
        np.subtract(self.to, self.at, out=self.applied)
        self.applied *= self.stiffness
        self._velocity *= self.damping
        self.applied -= self._velocity
        hold_within(self.applied, self._largest)
        np.dot(self.applied, self._basis, out=self._reduced)
        out += self._reduced


class Shove:
    """A force that stays the same: a flick at a body, or wind."""

    def __init__(
        self, pattern: np.ndarray, force: np.ndarray, at: np.ndarray, steps: float, follow: np.ndarray | None
    ) -> None:
        """`pattern` (axes, r) of unit forces; `follow` (3, r), if any, moves `at` with the body."""
        self.applied, self.at, self.steps = force, at, steps
        self._rest, self._follow, self._reduced = at.copy(), follow, force @ pattern

    def act(self, state: np.ndarray, out: np.ndarray) -> None:
        """Push."""
        if self._follow is not None:
            np.dot(self._follow, state[: self._reduced.size], out=self.at)
            self.at += self._rest
        out += self._reduced


class Planned:
    """One of the scene's own pushes: the forces of `runtime.loop.run`, at the same steps of the reference."""

    def __init__(self, scene: Scene, push: Push) -> None:
        """Of a scene that has it."""
        bundle, place = scene.bundle, scene.place(push)
        self._events, self._push, self._dt = bundle.events([push]), push, bundle.dt
        self._turn = scene.turn
        self._body = (scene.body.rest[place], scene.body.basis[place]) if isinstance(place, int) else None
        self.applied = np.zeros(bundle.axes)
        self.at = np.array(place, dtype=float) if self._body is None else self._body[0].copy()

    def acts(self, index: int) -> bool:
        """Whether it does at that step."""
        first, last = self._events.first, self._events.last
        return bool(first.size) and bool(first[0] <= index < last[-1])

    def act(self, state: np.ndarray, out: np.ndarray, index: int) -> None:
        """Push."""
        first, last, force = self._events
        for event in np.flatnonzero((first <= index) & (index < last)):
            out += force[event]
        self.applied[:] = self._turn @ self._push.strength((index - first[0] + 0.5) * self._dt)
        if self._body is not None:
            rest, basis = self._body
            np.dot(basis, state[: out.size], out=self.at)
            self.at += rest


class Hands:
    """All that acts on a motion: a hand for each page, flicks, and the scene's own pushes when asked for."""

    def __init__(self, scene: Scene) -> None:
        """None yet."""
        self._scene, self._dt = scene, scene.bundle.dt
        self._held: dict[int, Grab | Shove] = {}
        self._flicks: list[Shove] = []
        self._script = [Planned(scene, push) for push in scene.bundle.pushes]
        self._next, self._acting = math.inf, list[Planned]()  # the first step at which the script may act
        self.acted = False  # whether anything did in the last step
        self._breath = Wind(scene.bundle) if isinstance(scene.bundle, SmokeBundle) else None

    @cached_property
    def jacobian(self) -> np.ndarray:
        """Of a body's step, by which a hand on it is kept from shaking; needs compiled kernels."""
        track = self._scene.bundle.track
        return self._scene.bundle.plant().linearise(track.states[0], track.feedforward[0])[1]

    @property
    def holding(self) -> bool:
        """Whether a page holds something."""
        return bool(self._held)

    def act(self, state: np.ndarray, out: np.ndarray, index: int) -> None:
        """Write the reduced force (r,) of all on a state, at step `index`, into `out`; ends what is over."""
        out[:] = 0.0
        self._acting = [push for push in self._script if push.acts(index)] if self._next <= index else []
        self._next = max(self._next, index + 1)
        self.acted = bool(self._acting or self._held or self._flicks)
        for push in self._acting:
            push.act(state, out, index)
        if not self._held and not self._flicks:
            return
        for hand in (*self._held.values(), *self._flicks):
            hand.act(state, out)
            hand.steps -= 1
        self._flicks = [flick for flick in self._flicks if flick.steps > 0]
        for page in [page for page, hand in self._held.items() if hand.steps <= 0]:
            del self._held[page]

    def strongest(self) -> Hand | None:
        """Of those that act the one with the largest force."""
        hands = (*self._held.values(), *self._flicks, *self._acting)
        return max(hands, key=lambda hand: float(hand.applied @ hand.applied), default=None)

    def grab(self, page: int, vertex: int, to: tuple[float, ...]) -> None:
        """A page's hand holds a vertex and pulls it to a point (3,) m."""
        held = self._held.get(page)
        if not isinstance(held, Grab) or held.vertex != vertex:
            held = self._held[page] = Grab(self._scene, vertex, self.jacobian, self._dt)
        held.to[:] = to

    def blow(self, page: int, at: tuple[float, ...], force: tuple[float, ...], radius: float) -> None:
        """A page's wind around a point (2,) m, for a moment."""
        self._held[page] = self._wind(at, force, radius, HOLD)

    def flick_vertex(self, vertex: int, force: tuple[float, ...], duration: float, radius: float) -> None:
        """A push on the drawn vertices within `radius` m of one."""
        body = self._scene.body
        inside, weights = smooth_patch(body.rest, body.rest[vertex], min(radius, self._scene.largest_radius))
        pattern = np.einsum("vxr,v->xr", body.basis[inside], weights / weights.sum())
        force_, steps = self._clamped(force), max(1.0, round(duration / self._dt))
        self._add(Shove(pattern, force_, body.rest[vertex].copy(), steps, body.basis[vertex]))

    def flick_at(
        self, at: tuple[float, ...], force: tuple[float, ...], duration: float, radius: float
    ) -> None:
        """A gust of wind."""
        self._add(self._wind(at, force, radius, duration))

    def release(self, page: int) -> None:
        """A page's hand lets go."""
        self._held.pop(page, None)

    def play_script(self, on: bool) -> None:
        """From the motion's beginning on the scene's own pushes act, at each step once; or no more."""
        self._next, self._acting = 0 if on else math.inf, []

    def release_all(self) -> None:
        """Nothing acts any more."""
        self._held.clear()
        self._flicks.clear()
        self.play_script(False)

    def _add(self, flick: Shove) -> None:
        self._flicks = [*self._flicks[-(MOST_FLICKS - 1) :], flick]

    def _wind(self, at: tuple[float, ...], force: tuple[float, ...], radius: float, duration: float) -> Shove:
        assert self._breath is not None
        place = np.clip(np.array(at), 0.0, self._breath.extent)
        pattern = self._breath.pattern(place, min(radius, self._scene.largest_radius))
        return Shove(pattern, self._clamped(force), place, max(1.0, round(duration / self._dt)), None)

    def _clamped(self, force: tuple[float, ...]) -> np.ndarray:
        held = np.array(force)
        hold_within(held, self._scene.largest_force)
        return held


def hold_within(vector: np.ndarray, largest: float) -> None:
    """Shorten a vector, in place, to a length."""
    length = float(np.sqrt(vector @ vector))
    if length > largest:
        vector *= largest / length

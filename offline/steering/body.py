"""A bundle's controller on the full body that the bundle was made from (`offline.steering.closed_loop`).

Forces act on the free degrees of freedom, states are (u, v). A controller gets their projection,

    z = [U^T M u, U^T M v]

and a reduced force w acts as M U w, M being the mass with which the bundle was made, since a controller knows
no other. Forces, full and reduced, are followed by the controls of cables and chambers and the handle's
inputs, which are the same for both. States are in the frame of the handle, and so are places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from scipy.linalg import block_diag

from offline.full.body.full_body import FullBody, build_full_body
from offline.full.body.newmark import FullStepper
from offline.full.body.terms.term import Part
from offline.scenes.body.contact import ContactPart
from offline.steering.as_loads import as_found
from offline.steering.closed_loop import FullRollouts, check_clock, steer
from offline.steering.mismatch import AS_MADE, Mismatch
from runtime.bundle.body import BodyBundle
from runtime.control.base.choice import Choice
from runtime.control.registry import LQR
from runtime.observing.kinds import SENSOR_KINDS
from runtime.plant.push import Push, events_of
from runtime.plant.track import Events
from softrein.errors import BundleError

Array = np.ndarray
State = tuple[Array, Array]  # displacements [m] and velocities [m/s], (n_free,) each
# fraction of the body's size: largest difference of vertex positions between full model and bundle
MOVED = 1e-6


def steer_full(
    full: FullBody,
    bundle: BodyBundle,
    controller: Choice = LQR.name,
    pushes: Sequence[Push | Sequence[Push]] = ((),),
    record: bool = False,
    mismatch: Mismatch = AS_MADE,
    follow: Sequence[Array] | None = None,
    first: int = 0,
) -> FullRollouts:
    """Run the full body under a bundle's controller: `steer`, with places of the vertices in `follow`.

    Raises BundleError where the bundle is not of this body, or has another time step.
    """
    return steer(
        ControlledBody(full, bundle, mismatch, follow), bundle, controller, pushes, record, mismatch, first
    )


class ControlledBody:
    """A full body for `offline.steering.closed_loop`; `mismatch` may give it another stiffness or mass."""

    differs = ("young", "density", "delay", "noise", "markers")  # the supported fields of `Mismatch`

    def __init__(
        self,
        full: FullBody,
        bundle: BodyBundle,
        mismatch: Mismatch = AS_MADE,
        follow: Sequence[Array] | None = None,
    ) -> None:
        """Begin; the middles of groups of vertices in `follow` are recorded.

        By default these are the regions that follow paths, or else the vertices that the scene watches.
        In `places` they are followed by the forces (N) on the body by each shape that it touches.

        Raises BundleError, see `steer_full`.
        """
        _check(full, bundle)
        self._onto = full.body.mass[:, None] * bundle.vectors
        self._driven = bundle.forces - bundle.rank
        self._known = full.known.shape[1]
        self.spread = block_diag(self._onto, np.eye(self._driven))
        free = bundle.free_coordinates  # their places are known as they are
        own = bundle.rank - free
        self.scale = np.zeros(2 * bundle.rank)
        self.scale[:own] = np.sqrt(full.body.total_mass / own)
        found = as_found(full, bundle)
        self._bundle = bundle
        self._full = replace(other_body(full, mismatch), loads=found.loads, moving=found.moving)
        self._substeps = mismatch.substeps
        self._acting = _acting(full, bundle, self._onto)
        on_paths = [bundle.regions[path.region] for path in bundle.paths]
        self._follow = (on_paths or [bundle.watched()]) if follow is None else follow
        self._sensors = [(each.vertices, SENSOR_KINDS[each.kind]) for each in bundle.sensors]
        self._stepper: FullStepper

    @staticmethod
    def followed(bundle: BodyBundle) -> tuple[int, int]:
        """Return the shape (k, axes) of its `places`, without an argument `follow`."""
        return (len(bundle.paths) or 1) + len(bundle.obstacles), 3

    def start(self) -> State:
        """Return the scene's start, under this body's own mass."""
        self._stepper = self._full.finer(self._substeps).stepper()
        self._took: list[Part] = []
        self._before = self._begin[1]
        return self._begin

    @cached_property
    def _begin(self) -> State:
        return self._full.begin()

    def project(self, state: State) -> Array:
        """Return z, see above."""
        return np.concatenate([each @ self._onto for each in state])

    def places(self, state: State) -> Array:
        """Return the middles of the recorded vertices, m, and the forces of the last step, N (k, 3)."""
        positions = self._full.body.positions(state[0])
        return np.array([*(positions[each].mean(axis=0) for each in self._follow), *self._felt()])

    def _felt(self) -> Array:
        """Return the force (o, 3) N on the body by each shape, averaged over the last step."""
        contact = self._full.contact
        if contact is None or not self._took:
            return np.zeros((len(self._bundle.obstacles), 3))
        return -contact.mean_wrenches(self._took, self._moved)[:, :3]

    def places_in(self, states: Array) -> Array:
        """Return the same places in states (T + 1, ..., n) of the bundle's model: (T + 1, ..., k, 3)."""
        positions, touched = self._bundle.shape.positions, len(self._bundle.obstacles)
        found = np.stack([positions(states, each).mean(axis=-2) for each in self._follow], axis=-2)
        if not touched:
            return found
        forces = np.zeros((*states.shape[:-1], touched, 3))
        for run in np.ndindex(states.shape[1:-1]) if states.ndim > 1 else ():
            one, own = states[(slice(None), *run)], forces[(slice(1, None), *run)]
            there = np.isfinite(one).all()
            own[:] = self._bundle.contacts(one).pressed(len(own))[0] if there else np.nan
        return np.concatenate([found, forces], axis=-2)

    def events(self, pushes: Sequence[Push]) -> Events:
        """Return pushes as forces on their patches, N."""
        patterns = []
        for push in pushes:
            vertices, weights = self._bundle.shape.patch_of(push)
            pattern = np.zeros((3, len(self._bundle.vertices), 3))
            for axis in range(3):
                pattern[axis, vertices, axis] = weights
            on_free = pattern.reshape(3, -1)[:, self._bundle.free]
            patterns.append(np.pad(on_free, ((0, 0), (0, self._driven))))
        dt, steps, turns = self._bundle.dt, self._bundle.steps, self._bundle.turns
        return events_of(pushes, patterns, dt, steps, len(self.spread), turns)

    def seen(self, state: State) -> Array:
        """Return what all sensors measure, three coordinates a point (m,); it is called step by step."""
        if not self._sensors:
            return np.zeros(0)
        body, rest, dt = self._full.body, self._full.body.mesh.vertices, self._bundle.dt
        places, *moving = [body.positions(each) for each in (*state, self._before)]
        motion = places, *(each - rest for each in moving)
        return np.concatenate([kind.of(dt, *motion)[points].ravel() for points, kind in self._sensors])

    def reduced(self, force: Array) -> Array:
        """Return the reduced inputs (U^T f, c)."""
        count = len(force) - self._driven
        return np.concatenate([force[:count] @ self._bundle.vectors, force[count:]])

    def acting(self, state: Array, control: Array) -> Array:
        """Return a control's inputs: forces of actuators, or reduced ones, then those of cables and chambers.

        Those of tools and the handle are zero.
        """
        driven = (self._bundle.actuation.at(state) @ control)[self._bundle.rank :]
        return np.concatenate([self._acting(state, control), driven])

    def own(self, index: int) -> Array:
        """Return the scene's loads, N, controls of cables and chambers, and tools' and handle's inputs."""
        loads = self._full.loads
        return np.concatenate([loads.at(index), loads.control_at(index), self._full.known_at(index)])

    def advance(self, state: State, force: Array) -> State:
        """Take a step of the full stepper, or several shorter ones, under constant inputs."""
        parts, self._took, self._before = self._parts(force), [], state[1]
        for k in range(self._substeps):
            state = self._stepper.step(*state, *parts, k * self._stepper.dt)
            self._took += self._stepper.parts
        self._moved = parts[2][: self._full.tools.shape[1]]
        return state

    def _parts(self, force: Array) -> tuple[Array, Array, Array]:
        """Split inputs into forces on free degrees of freedom, controls of cables and tools and handle."""
        count = len(force) - self._driven
        end = len(force) - self._known
        return force[:count], force[count:end], force[end:]


def other_body(full: FullBody, mismatch: Mismatch) -> FullBody:
    """Return the same body with other stiffness, mass and iterations; gravity acts on its own mass."""
    if mismatch.newton:
        full = full.finer(1, mismatch.newton)
    if mismatch.young == mismatch.density == 1:
        return full

    scene, mesh, stiffer, denser = full.scene, full.mesh, mismatch.young, mismatch.density
    own = {
        name: each._replace(young=each.young * stiffer, density=each.density * denser)
        for name, each in mesh.materials.items()
    }
    others = {
        name: part.model_copy(update={"young": part.young * stiffer, "density": part.density * denser})
        for name, part in scene.materials.items()
    }
    same = {"materials": others, "contact": _as_hard(full)}
    return build_full_body(scene.model_copy(update=same), replace(mesh, materials=own))


def _as_hard(full: FullBody) -> ContactPart | None:
    """Return a scene's contact with the stiffness of its layer as it is, which is by default the body's."""
    if full.contact is None:
        return full.scene.contact
    part = full.scene.contact or ContactPart()
    return part.model_copy(update={"stiffness": full.contact.layer.stiffness})


def _acting(full: FullBody, bundle: BodyBundle, onto: Array) -> Callable[[Array, Array], Array]:
    """Return a function from state and control to the control's forces (n_free,) N on the full body.

    The scene's actuators act on their regions; without any, reduced forces act through `onto` = M U.
    """
    parts, actuation = full.scene.control.actuators, bundle.actuation
    if not parts:
        return lambda state, control: np.asarray(onto @ (actuation.at(state) @ control)[: bundle.rank])
    patterns = np.ascontiguousarray(full.actuator_patterns.T)
    return lambda state, control: np.asarray(patterns @ control)


def _check(full: FullBody, bundle: BodyBundle) -> None:
    """Raise BundleError unless a bundle is of this body, and has its time step."""
    time, vertices = full.scene.time, full.mesh.vertices
    size = full.mesh.sides.max()
    if (
        bundle.vertices.shape != vertices.shape
        or np.abs(bundle.vertices - vertices).max() > MOVED * size
        or not np.array_equal(bundle.free, full.body.free)
    ):
        raise BundleError(
            f"the bundle {bundle.name} is of another body than the full model: precompute it again"
        )
    check_clock(bundle, time.step, time.steps)

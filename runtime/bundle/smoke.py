"""The bundle of smoke in a box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, cast

import numpy as np

from runtime.bundle.fields import Stored, stored
from runtime.bundle.record import Bundle, Units
from runtime.bundle.resample import smooth
from runtime.clock import step_at
from runtime.push import Push
from runtime.smoke.flow_field import FlowField
from runtime.smoke.model import Scheme, SmokeModel
from runtime.smoke.plant import SmokePlant
from runtime.smoke.velocity_modes import VelocityModes, check_particles, velocity_modes

SINGULAR = 1e-6  # particle modes weaker than this, relative to the strongest, move nothing
GENTLE = 10**-1.5  # the smallest PD gains act so much more slowly than the motion lasts


@dataclass(frozen=True, kw_only=True)
class SmokeBundle(Bundle):
    """Smoke whose flow, and N particles in it, are steered: states (particles, z), n = 2N + r.

    `vectors` are the velocity modes in the order of a MAC grid's faces, continued into solid cells.
    """

    kind: ClassVar[str] = "fluid"
    axes: ClassVar[int] = 2

    extent: list[float] = stored(shared=True)  # (2,) m
    scheme: str = stored(shared=True)  # of the time step: "runge-kutta" or "midpoint"
    particles: int = stored(shared=True)  # N
    solid: np.ndarray = stored("nx", "ny", dtype="b1", shared=True)
    open_faces: np.ndarray = stored("dofs", dtype="b1")
    density: np.ndarray = stored("nx", "ny")  # of the smoke at the start, for pictures
    carried: np.ndarray = stored("carried", 2)  # m, particles at the start that nobody steers
    # m, where the full simulation carries the steered particles
    full_paths: np.ndarray = stored("states", "particles", 2, resampled=smooth)
    full_density: np.ndarray = stored("nx", "ny")  # of the smoke at the end of the full simulation
    # m, likewise in its perturbed runs
    perturbed_paths: np.ndarray = stored(
        "runs", "states", "particles", 2, may_be_empty=True, resampled=partial(smooth, axis=1)
    )
    model: SmokeModel = stored(
        shared=True,
        members={
            "advection": Stored(("rank", "pairs")),
            "diffusion": Stored(("rank", "rank")),
            "viscosity": Stored((1,)),
        },
    )

    @property
    def units(self) -> Units:
        """Efforts are of actuators or of reduced forces; deviations of particles, or else of velocities."""
        effort = "m²/s³" if self.actuator_names else "m⁴/s³"
        return Units(effort, "m" if self.particles else "m²/s", "m/s²")

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes that its arrays' declared shapes name."""
        r = self.rank
        own = {"size": 2 * self.particles + r, "particles": self.particles, "pairs": r * (r + 1) // 2}
        return super().sizes | own

    @cached_property
    def modes(self) -> VelocityModes:
        """The velocity modes on their grid."""
        nx, ny = self.solid.shape
        return velocity_modes(self.vectors, (nx, ny), (self.extent[0], self.extent[1]), self.solid)

    @cached_property
    def shape(self) -> FlowField:
        """The box, its modes and the particles."""
        return FlowField(self.modes, self.open_faces, self.particles)

    def plant(self) -> SmokePlant:
        """A plant with working memory of its own, for one thread."""
        return SmokePlant(self.model, self.modes, self.dt, self.particles, cast(Scheme, self.scheme))

    def proportional_terms(self) -> dict[str, np.ndarray]:
        """Those of kz, kp and kd of [002], equation 14, with the particles' forces through Psi(p_ref)^T:

        w = -kz dz - Psi^T (kp dp + kd (dp)'),     (dp)' = Psi dz + Y dp

        with Psi (2N, r) and Y (2N, 2N) as in equations 25 and 26, both on the reference.
        """
        return self._particle_terms(lambda modes: modes.T, lambda modes, back: np.eye(self.rank))

    def timed_terms(self) -> dict[str, np.ndarray]:
        """w = Psi^+ (particles' wanted acceleration), and -kz dz of what moves no particle:

        a force a on the particles' places takes a particle's mobility Psi Psi^T out of it.
        """
        return self._particle_terms(
            lambda modes: np.linalg.pinv(modes, rcond=SINGULAR),
            lambda modes, back: np.eye(self.rank) - back @ modes,
        )

    def _particle_terms(
        self,
        pull: Callable[[np.ndarray], np.ndarray],
        rest: Callable[[np.ndarray, np.ndarray], np.ndarray],
    ) -> dict[str, np.ndarray]:
        """Those of kz, kp and kd: `pull` turns particles' forces into reduced ones, kz acts on `rest`."""
        plant = self.plant()
        inverse, places = np.linalg.pinv(self.actuators), plant.positions
        terms = {
            name: np.zeros((self.steps, self.actuators.shape[1], plant.size)) for name in ("kz", "kp", "kd")
        }
        for step, state in enumerate(self.track.states[:-1]):
            A, modes = plant.tangent(state)[0], plant.particle_modes(self.shape.positions(state))
            back = pull(modes)
            terms["kz"][step, :, places.stop :] = -inverse @ rest(modes, back)
            terms["kp"][step, :, places] = -inverse @ back
            terms["kd"][step] = -inverse @ back @ A[places]
        return terms

    def proportional_ranges(self) -> dict[str, tuple[float, float]]:
        """From far slower than the motion to 1 / dt; a unit of kp or kd moves particles by Psi Psi^T."""
        least, largest = GENTLE / (self.dt * self.steps), 1 / self.dt
        plant, shape = self.plant(), self.shape
        every = max(1, self.steps // 20)
        gram = [np.sum(plant.particle_modes(shape.positions(z)) ** 2) for z in self.track.states[::every]]
        scale = max(float(np.mean(gram)) / max(2 * self.particles, 1), np.finfo(float).tiny)
        ranges = {"kz": (least, largest)}
        if self.particles:
            ranges |= {"kp": (least**2 / scale, largest**2 / scale), "kd": (least / scale, largest / scale)}
        return ranges

    def _check_values(self) -> None:
        if not (len(self.extent) == 2 and np.isfinite(self.extent).all() and min(self.extent) > 0):
            raise ValueError(f"extent must be two positive lengths, not {self.extent}")
        if not 0 <= self.model.viscosity[0] < np.inf:
            raise ValueError(f"model/viscosity is {self.model.viscosity[0]:g}, expected 0 or more m^2/s")
        check_particles(self.modes, self.carried)
        check_particles(self.modes, self.shape.positions(self.track.states[0]))

    def _state_at(self, push: Push) -> np.ndarray | None:
        """The reference at the push's start."""
        return self.track.states[step_at(push.time, self.dt, self.steps)]

"""The bundle of smoke in a box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, cast

import numpy as np

from runtime.bundle.record import Bundle
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
    comparators: ClassVar[dict[str, tuple[str, ...]]] = {
        "p": ("kz", "kp"), "pd": ("kz", "kp", "kd"), "spd": ("kz", "kp", "kd"),
        "timed": ("constants", "recovery"),
    }  # fmt: skip
    arrays: ClassVar[tuple[str, ...]] = (
        "solid", "open_faces", "density", "carried", "full_paths", "full_density", "perturbed_paths",
        *Bundle.arrays,
    )  # fmt: skip
    sampled: ClassVar[dict[str, int]] = {"full_paths": 0, "perturbed_paths": 1}
    shared: ClassVar[tuple[str, ...]] = (*Bundle.shared, "solid", "extent", "scheme", "particles")
    records: ClassVar[dict[str, type]] = {"model": SmokeModel, **Bundle.records}
    settings: ClassVar[dict[str, type]] = {"extent": list, "scheme": str, "particles": int, **Bundle.settings}
    units: ClassVar[dict[str, str]] = {
        "effort": "m⁴/s³", "effort of actuators": "m²/s³", "deviation": "m", "push": "m/s²",
    }  # fmt: skip

    extent: list[float]  # (2,) m
    scheme: str  # of the time step: "runge-kutta" or "midpoint"
    particles: int  # N
    solid: np.ndarray  # (nx, ny) bool
    open_faces: np.ndarray  # (faces,) bool
    density: np.ndarray  # (nx, ny) of the smoke at the start, for pictures
    carried: np.ndarray  # (k, 2) m, particles at the start that nobody steers
    full_paths: np.ndarray  # (T + 1, N, 2) m, where the full simulation carries the steered ones
    full_density: np.ndarray  # (nx, ny) of the smoke at the end of the full simulation
    perturbed_paths: np.ndarray  # (runs, T + 1, N, 2) m, likewise in its perturbed runs
    model: SmokeModel

    @cached_property
    def modes(self) -> VelocityModes:
        """The velocity modes on their grid."""
        nx, ny = self.solid.shape
        return velocity_modes(self.vectors, (nx, ny), (self.extent[0], self.extent[1]), self.solid)

    @cached_property
    def shape(self) -> FlowField:
        """The box, its modes and the particles."""
        return FlowField(self.modes, self.open_faces, self.particles)

    @property
    def deviation_unit(self) -> str:
        """The unit of a run's deviation: of particles, or where there are none of velocities."""
        return self.units["deviation"] if self.particles else "m²/s"

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

    def places(self, rng: np.random.Generator, times: np.ndarray) -> list[int | tuple[float, ...]]:
        """Where a random particle of the reference is then; without particles, random points in the fluid."""
        if not self.particles:
            cells = np.argwhere(~self.solid)
            points = cells[rng.integers(len(cells), size=len(times))] + rng.random((len(times), 2))
            return [(float(x), float(y)) for x, y in points * (self.modes.hx, self.modes.hy)]
        chosen = rng.integers(self.particles, size=len(times))
        steps = np.minimum(np.rint(times / self.dt).astype(int), self.steps)
        paths = self.shape.positions(self.track.states)
        return [(float(x), float(y)) for x, y in paths[steps, chosen]]

    def about(self) -> dict[str, Any]:
        """Grid and model."""
        nx, ny = self.solid.shape
        return {
            "cells": f"{nx} x {ny}",
            "box [m]": f"{self.extent[0]:g} x {self.extent[1]:g}",
            "degrees of freedom n": len(self.vectors),
            "solid cells": int(self.solid.sum()),
            "steered particles": self.particles,
            "particles only carried": len(self.carried),
            "viscosity [m^2/s]": float(self.model.viscosity[0]),
            "time step's scheme": self.scheme,
        }

    def check(self) -> None:
        """Raise ValueError or a SoftreinError where parts do not fit each other."""
        expected = {
            "open_faces": (self.open_faces.shape, (len(self.vectors),)),
            "density": (self.density.shape, self.solid.shape),
            "full_density": (self.full_density.shape, self.solid.shape),
            "full_paths": (self.full_paths.shape, (self.steps + 1, self.particles, 2)),
            "perturbed_paths": (
                self.perturbed_paths.shape[1:],
                (self.steps + 1, self.particles, 2) if len(self.perturbed_paths) else (0, 0, 2),
            ),
            "carried": (self.carried.shape, (len(self.carried), 2)),
            "extent": (np.shape(self.extent), (2,)),
            "model/viscosity": (self.model.viscosity.shape, (1,)),
        }
        for name, (actual, wanted) in expected.items():
            if actual != wanted:
                raise ValueError(f"{name} has shape {actual}, expected {wanted}")
        for name in ("solid", "open_faces"):
            if getattr(self, name).dtype != np.bool_:
                raise ValueError(f"{name} must hold truth values")
        if not (np.isfinite(self.extent).all() and min(self.extent) > 0):
            raise ValueError(f"extent must be two positive lengths, not {self.extent}")
        if not 0 <= self.model.viscosity[0] < np.inf:
            raise ValueError(f"model/viscosity is {self.model.viscosity[0]:g}, expected 0 or more m^2/s")
        check_particles(self.modes, self.carried)
        check_particles(self.modes, self.shape.positions(self.track.states[0]))
        super().check()

    def _state_at(self, push: Push) -> np.ndarray | None:
        """The reference at the push's start."""
        return self.track.states[step_at(push.time, self.dt, self.steps)]

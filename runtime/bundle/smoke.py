"""The bundle of smoke in a box."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, cast

import numpy as np

from runtime.base.clock import step_at
from runtime.base.fields import Stored, stored
from runtime.base.renamed import renamed
from runtime.bundle.checks import about
from runtime.bundle.record import Bundle, Units
from runtime.bundle.resample import smooth
from runtime.observing.sensors import Knowledge
from runtime.plant.inputs import Inputs
from runtime.plant.push import Push
from runtime.smoke.flow_field import FlowField
from runtime.smoke.model import SCHEMES, Scheme, SmokeModel
from runtime.smoke.plant import SmokePlant
from runtime.smoke.velocity_modes import (
    FEWEST_CELLS,
    VelocityModes,
    check_particles,
    face_shapes,
    velocity_modes,
)
from softrein.errors import ControllerError, shown

SINGULAR = 1e-6  # singular values of particle modes below this fraction of the largest count as zero
PLANE = 2  # number of axes
GENTLE = (
    10**-1.5
)  # smallest PD gains, times the motion's duration: their time constant is this much longer than it


@renamed(foresees="preview")
@dataclass(frozen=True, kw_only=True, repr=False)
class SmokeBundle(Bundle):
    """The bundle of smoke whose flow, and N particles in it, are under control: states (particles, z).

    With d axes of space n = dN + r.

    `vectors` are the velocity modes in the order of a MAC grid's faces, continued into solid cells.
    """

    kind: ClassVar[str] = "fluid"

    extent: list[float] = stored(
        shared=True, least=1e-9, most=1e9, unit="m", meaning="the box: from zero to `extent`, along each axis"
    )
    scheme: str = stored(shared=True, choices=tuple(SCHEMES), meaning="scheme of a step")
    particles: int = stored(shared=True, least=0, most=10**6, meaning="N, the number of steered particles")
    vectors: np.ndarray = stored(
        "faces",
        "rank",
        shared=True,
        unit="1/m",
        meaning="U: velocity modes at the grid's faces, x-faces first",
    )
    solid: np.ndarray = stored(
        "nx", "ny", ..., dtype="b1", shared=True, meaning="cells that smoke cannot enter"
    )
    open_faces: np.ndarray = stored(
        "faces", dtype="b1", meaning="faces that carry flow: neither a wall nor at a solid cell"
    )
    model: SmokeModel = stored(
        shared=True,
        members={
            "advection": Stored(
                ("rank", "pairs"), unit="1/m²", meaning="coefficients of the products u_j u_k, j <= k"
            ),
            "diffusion": Stored(("rank", "rank"), unit="1/m²", meaning="D"),
            "viscosity": Stored((1,), least=0, unit="m²/s", meaning="ν"),
        },
    )
    density: np.ndarray = stored(
        "nx", "ny", ..., unit="any", meaning="smoke at the start, at cells' centres; to be drawn"
    )
    carried: np.ndarray = stored(
        "carried",
        "axes",
        unit="m",
        meaning=("initial positions of particles that are not steered; for drawing"),
    )
    full_paths: np.ndarray = stored(
        "states",
        "particles",
        "axes",
        resampled=smooth,
        unit="m",
        meaning="paths of the steered particles in the full simulation",
    )
    full_density: np.ndarray = stored(
        "nx", "ny", ..., unit="any", meaning="smoke at the end of the full simulation"
    )
    perturbed_paths: np.ndarray = stored(
        "runs",
        "states",
        "particles",
        "axes",
        may_be_empty=True,
        resampled=partial(smooth, axis=1),
        unit="m",
        meaning="paths of the steered particles in perturbed full simulations",
    )

    @property
    def units(self) -> Units:
        """The units of figures: efforts of actuators or reduced forces; deviations of particles or flow."""
        flow, squared = ("m²/s", "m⁴/s³") if self.axes == PLANE else ("√m⁵/s", "m⁵/s³")
        effort = "m²/s³" if self.actuator_names else squared
        return Units(effort, "m" if self.particles else flow, "m/s²")

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes that are named in the declared shapes of its arrays."""
        r, cells = self.rank, self.solid.shape
        own = {"size": self.flow_start + r, "particles": self.particles, "pairs": r * (r + 1) // 2}
        grid = {"nx": cells[0], "ny": cells[1], "axes": self.axes}
        return super().sizes | own | grid | {"faces": sum(map(math.prod, face_shapes(cells)))}

    @property
    def axes(self) -> int:
        """The number of axes: two, or three for smoke in space."""
        return self.solid.ndim

    @cached_property
    def modes(self) -> VelocityModes:
        """The velocity modes on their grid."""
        return velocity_modes(self.vectors, self.solid.shape, self.extent, self.solid)

    @cached_property
    def shape(self) -> FlowField:
        """The box, its modes and the particles."""
        return FlowField(self.modes, self.open_faces, self.particles, self.forces)

    def plant(self) -> SmokePlant:
        """A plant with working memory of its own, for one thread."""
        scheme, carried = cast(Scheme, self.scheme), self.forces > self.rank
        return SmokePlant(self.model, self.modes, self.dt, self.particles, scheme, carried)

    @property
    def inputs(self) -> Inputs:
        """The plant's inputs: "force", and since version 13 "particles", what moves these beside the flow."""
        moved = self.flow_start if self.track.feedforward.shape[1] > self.rank else 0
        return Inputs({"force": self.rank, "particles": moved})

    @property
    def flow_start(self) -> int:
        """The index in a state at which the reduced velocities begin, after the particles' places."""
        return self.axes * self.particles

    @property
    def knowledge(self) -> Knowledge:
        """Raise ControllerError, as there are no sensors for smoke."""
        raise ControllerError(f"{shown(self.name)} is smoke: it has no vertices for sensors")

    def proportional_terms(self) -> dict[str, np.ndarray]:
        """The gains of a unit of kz, kp and kd of [002], equation 14, with particles' forces by Psi(p_ref)^T:

        w = -kz dz - Psi^T (kp dp + kd (dp)'),     (dp)' = Psi dz + Y dp

        with Psi (dN, r) and Y (dN, dN) as in equations 25 and 26, both on the reference.
        """
        return self._particle_terms(lambda modes: modes.T, lambda modes, back: np.eye(self.rank))

    def timed_terms(self) -> dict[str, np.ndarray]:
        """The gains of a unit of kz, kp and kd for timed PD, whose kp and kd give accelerations of particles:

        w = -Psi^+ (kp dp + kd (dp)') - kz (1 - Psi^+ Psi) dz

        so that kz acts on the flow that moves no particle. With the pseudo-inverse Psi^+ particles have the
        wanted acceleration; with Psi^T, as in `proportional_terms`, it would be multiplied by Psi Psi^T.
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
        """The gains of kz, kp and kd; `pull` maps particles' forces to reduced ones, kz acts on `rest`."""
        plant = self.plant()
        inverse, places = np.linalg.pinv(self.actuators[: self.rank]), plant.positions
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
        """The ranges of gains: from far slower than the motion to 1 / dt.

        A unit of kp or kd moves particles by Psi Psi^T, by which the ranges are scaled.
        """
        least, largest = GENTLE / (self.dt * self.steps), 1 / self.dt
        plant, shape = self.plant(), self.shape
        every = max(1, self.steps // 20)
        gram = [np.sum(plant.particle_modes(shape.positions(z)) ** 2) for z in self.track.states[::every]]
        scale = max(float(np.mean(gram)) / max(self.flow_start, 1), np.finfo(float).tiny)
        ranges = {"kz": (least, largest)}
        if self.particles:
            ranges |= {"kp": (least**2 / scale, largest**2 / scale), "kd": (least / scale, largest / scale)}
        return ranges

    def _check_kind(self) -> None:
        if self.axes not in (2, 3):
            raise ValueError(f"solid has {self.axes} axes: smoke is in a plane or in space")
        if min(self.solid.shape) < FEWEST_CELLS:
            raise ValueError(f"solid has one cell along an axis: {FEWEST_CELLS} are needed for interpolation")
        if self.targets:
            raise ValueError("targets are a body's, but this is smoke")
        if self.paths:
            raise ValueError("paths are a body's, but this is smoke")
        for name in ("density", "full_density"):
            if getattr(self, name).shape != self.solid.shape:
                raise ValueError(f"{name} has shape {getattr(self, name).shape}, expected {self.solid.shape}")
        if len(self.extent) != self.axes:
            raise ValueError(f"extent has {len(self.extent)} entries, expected {self.axes}")
        if self.solid.all():
            raise ValueError("solid leaves smoke no cell: every one is a solid cell")
        with about("carried"):
            check_particles(self.modes, self.carried)
        with about("track/states"):
            check_particles(self.modes, self.shape.positions(self.track.states[0]))

    def _state_at(self, push: Push) -> np.ndarray | None:
        """The reference at the push's start."""
        return self.track.states[step_at(push.time, self.dt, self.steps)]

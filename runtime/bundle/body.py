"""The bundle of a soft body."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from runtime.body.model import BodyModel
from runtime.body.plant import BodyPlant
from runtime.body.shape import Shape
from runtime.bundle.arguments import array, refused, whole
from runtime.bundle.fields import Stored, stored
from runtime.bundle.record import Bundle, Units
from runtime.control.proportional import proportional_terms
from runtime.upright import AXES, UP

SAMPLES = 50  # states of the reference that are looked at for the vertex that moves most
GENTLE = 10**-1.5  # the smallest PD gains lie this far below the body's lowest frequency


@dataclass(frozen=True, kw_only=True)
class BodyBundle(Bundle):
    """One steered body, with states (p, v): n = 2r."""

    kind: ClassVar[str] = "deformable"
    axes: ClassVar[int] = 3

    newton_iterations: int = stored(shared=True)
    up: str = stored(default=UP, since=6)  # the axis that points up, see `runtime.upright`
    # kg/m^3, by material
    densities: dict[str, float] = stored(default=dict, since=6, older="materials.*.density")
    watch: str | None = stored(default=None, since=6, older="watch")  # the region whose middle is followed
    vertices: np.ndarray = stored("vertices", 3, shared=True)  # m
    tets: np.ndarray = stored("tets", 4, dtype="i8", below="vertices")
    surface: np.ndarray = stored("surface", 3, dtype="i8", below="vertices")
    free: np.ndarray = stored("dofs", dtype="i8", below="coordinates", shared=True)
    regions: dict[str, np.ndarray] = stored("", dtype="i8", below="vertices")
    model: BodyModel = stored(shared=True, operator="elastic")
    skin: dict[str, np.ndarray] = stored(  # a fine surface, see `drawn`; empty: none
        default=dict,
        members={
            "triangles": Stored(("drawn", 3), "i8", below="skin"),
            "corners": Stored(("skin", 4), "i8", below="vertices"),
            "weights": Stored(("skin", 4)),
        },
    )

    @property
    def units(self) -> Units:
        """Efforts are of actuators, which a scene names, or of reduced forces."""
        return Units("N² s" if self.actuator_names else "N² s/kg", "m √kg", "N")

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes that its arrays' declared shapes name."""
        count = len(self.vertices)
        return super().sizes | {"size": 2 * self.rank, "vertices": count, "coordinates": 3 * count}

    @cached_property
    def shape(self) -> Shape:
        """The body's geometry."""
        return Shape(self.vertices, self.surface, self.free, self.vectors, self.regions)

    @property
    def drawn_triangles(self) -> np.ndarray:
        """What pictures show (k, 3): the fine skin where there is one, or the mesh's surface."""
        return self.skin["triangles"] if self.skin else self.surface

    def drawn(self, positions: np.ndarray) -> np.ndarray:
        """Positions (..., s, 3) m of the vertices of `drawn_triangles`, from those of the mesh (..., v, 3).

        The skin's array `corners` (s, 4) holds vertices of the mesh and `weights` (s, 4) how much of each.
        """
        positions = array("positions", positions)
        if positions.shape[-2:] != self.vertices.shape:
            raise refused("positions", positions, f"those of {len(self.vertices)} vertices (..., v, 3)")
        if not self.skin:
            return positions
        corners, weights = self.skin["corners"], self.skin["weights"]
        return np.einsum("...skx,sk->...sx", positions[..., corners, :], weights)

    def plant(self) -> BodyPlant:
        """A plant with working memory of its own, for one thread."""
        return BodyPlant(self.model, self.dt, self.newton_iterations)

    def iterated(self, most: int) -> BodyBundle:
        """See `Bundle.iterated`."""
        most = whole("most", most, least=0)
        return replace(self, newton_iterations=max(self.newton_iterations, most))

    def proportional_terms(self) -> dict[str, np.ndarray]:
        """Those of kp (1/s^2) and kd (1/s), the same at all steps."""
        return proportional_terms(self.actuators)

    def timed_terms(self) -> dict[str, np.ndarray]:
        """The same: the basis is mass-orthonormal."""
        return self.proportional_terms()

    def proportional_ranges(self) -> dict[str, tuple[float, float]]:
        """From far below the body's lowest frequency up to 1 / dt, which turns an error over in one step."""
        lowest = np.sqrt(np.linalg.eigvalsh(self.model.stiffness(np.zeros(self.rank)))[0])
        least, largest = max(lowest, 1e-6) * GENTLE, 1 / self.dt
        return {"kp": (least**2, largest**2), "kd": (least, largest)}

    def watched(self) -> np.ndarray:
        """The vertices (k,) whose middle is followed: a region that the scene names, or what moves most."""
        if self.watch is not None:
            return self.regions[self.watch]
        states = self.track.states[:: max(1, self.steps // SAMPLES)]
        ranges = np.linalg.norm(np.ptp(self.shape.positions(states), axis=0), axis=1)
        return np.array([np.argmax(ranges)])

    def _check_values(self) -> None:
        if self.up not in AXES or any(target.up != self.up for target in self.targets):
            raise ValueError(f"up is {self.up!r}, expected x, y or z, the same for every target")

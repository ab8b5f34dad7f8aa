"""The bundle of a soft body."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from runtime.body.elastic import operator_name
from runtime.body.model import BodyModel
from runtime.body.plant import BodyPlant
from runtime.body.shape import Shape
from runtime.bundle.record import Bundle
from runtime.control.law import proportional_terms
from runtime.upright import AXES, UP

SAMPLES = 50  # states of the reference that are looked at for the vertex that moves most
GENTLE = 10**-1.5  # the smallest PD gains lie this far below the body's lowest frequency


@dataclass(frozen=True, kw_only=True)
class BodyBundle(Bundle):
    """One steered body, with states (p, v): n = 2r."""

    kind: ClassVar[str] = "deformable"
    axes: ClassVar[int] = 3
    comparators: ClassVar[dict[str, tuple[str, ...]]] = {
        "p": ("kp",), "pd": ("kp", "kd"), "spd": ("kp", "kd"), "timed": ("constants", "recovery")
    }  # fmt: skip
    arrays: ClassVar[tuple[str, ...]] = ("vertices", "tets", "surface", "free", *Bundle.arrays)
    shared: ClassVar[tuple[str, ...]] = (*Bundle.shared, "vertices", "free", "newton_iterations")
    records: ClassVar[dict[str, type]] = {"model": BodyModel, **Bundle.records}
    settings: ClassVar[dict[str, type]] = {
        "newton_iterations": int, "up": str, "elastic": str, **Bundle.settings
    }  # fmt: skip
    later: ClassVar[dict[str, Any]] = {"up": UP, "elastic": "polynomial"}
    units: ClassVar[dict[str, str]] = {
        "effort": "N² s/kg", "effort of actuators": "N² s", "deviation": "m √kg", "push": "N",
    }  # fmt: skip

    vertices: np.ndarray  # (v, 3) m
    tets: np.ndarray  # (m, 4)
    surface: np.ndarray  # (k, 3)
    regions: dict[str, np.ndarray]
    free: np.ndarray  # (dofs,)
    model: BodyModel
    newton_iterations: int
    skin: dict[str, np.ndarray] = field(default_factory=dict)  # a fine surface, see `drawn`; empty: none
    up: str = UP  # the axis that points up, see `runtime.upright`

    @property
    def elastic(self) -> str:
        """The name of its elastic operator's kind, see `runtime.body.elastic.OPERATORS`."""
        return operator_name(self.model.elastic)

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
        if not self.skin:
            return positions
        corners, weights = self.skin["corners"], self.skin["weights"]
        return np.einsum("...skx,sk->...sx", positions[..., corners, :], weights)

    def plant(self) -> BodyPlant:
        """A plant with working memory of its own, for one thread."""
        return BodyPlant(self.model, self.dt, self.newton_iterations)

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
        region = self.scene.get("watch")
        if region is not None:
            return self.regions[region]
        states = self.track.states[:: max(1, self.steps // SAMPLES)]
        ranges = np.linalg.norm(np.ptp(self.shape.positions(states), axis=0), axis=1)
        return np.array([np.argmax(ranges)])

    def places(self, rng: np.random.Generator, times: np.ndarray) -> list[int | tuple[float, ...]]:
        """Random free vertices of the skin."""
        skin = np.intersect1d(np.unique(self.surface), self.free // 3)
        return [int(vertex) for vertex in rng.choice(skin, size=len(times))]

    def about(self) -> dict[str, Any]:
        """Mesh and model."""
        return {
            "vertices": len(self.vertices),
            "tetrahedra": len(self.tets),
            "skin": f"{len(self.skin['weights'])} vertices" if self.skin else "none",
            "degrees of freedom n": len(self.free),
            "Newton iterations": self.newton_iterations,
            "up": self.up,
            "regions": ", ".join(sorted(self.regions)),
            "targets": ", ".join(target.name for target in self.targets) or "none",
        }

    def check(self) -> None:
        """Raise ValueError or a SoftreinError where parts do not fit each other."""
        vertices = len(self.vertices)
        expected = {
            "vertices": (self.vertices.shape, (vertices, 3)),
            "free": (self.free.shape, (len(self.vectors),)),
        }
        for name, (actual, wanted) in expected.items():
            if actual != wanted:
                raise ValueError(f"{name} has shape {actual}, expected {wanted}")
        self._check_skin()
        if self.up not in AXES or any(target.up != self.up for target in self.targets):
            raise ValueError(f"up is {self.up!r}, expected x, y or z, the same for every target")
        for name, indices, bound in (
            ("free", self.free, 3 * vertices),
            ("tets", self.tets, vertices),
            ("surface", self.surface, vertices),
            *self._skin_indices(),
            *((f"regions/{name}", region, vertices) for name, region in self.regions.items()),
        ):
            if indices.size and not (indices.min() >= 0 and indices.max() < bound):
                raise ValueError(f"{name} holds an index outside 0 ... {bound - 1}")
        super().check()

    def _check_skin(self) -> None:
        if not self.skin:
            return
        if set(self.skin) != {"triangles", "corners", "weights"}:
            raise ValueError(f"skin holds {', '.join(sorted(self.skin))}")
        count = len(self.skin["weights"])
        drawn = len(self.skin["triangles"])
        for name, wanted in (("corners", (count, 4)), ("weights", (count, 4)), ("triangles", (drawn, 3))):
            if self.skin[name].shape != wanted:
                raise ValueError(f"skin/{name} has shape {self.skin[name].shape}, expected {wanted}")

    def _skin_indices(self) -> list[tuple[str, np.ndarray, int]]:
        """Its arrays of indices and what bounds them."""
        if not self.skin:
            return []
        return [
            ("skin/triangles", self.skin["triangles"], len(self.skin["weights"])),
            ("skin/corners", self.skin["corners"], len(self.vertices)),
        ]
